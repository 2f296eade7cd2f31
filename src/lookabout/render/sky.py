"""Sun and sky, and the exposure that suits them."""

from __future__ import annotations

import math

import bpy

from lookabout.world.scene import Sun

_GREY = 0.22


def set_sun(sun: Sun) -> None:
    """Give the present Blender scene the daylight of ``sun``."""
    scene = bpy.context.scene
    world = bpy.data.worlds.new("sky")
    scene.world = world
    nodes = world.node_tree.nodes
    texture = nodes.new("ShaderNodeTexSky")
    texture.sky_type = "MULTIPLE_SCATTERING"
    texture.sun_elevation = math.radians(sun.elevation_deg)
    texture.sun_rotation = math.radians(sun.azimuth_deg)
    texture.altitude = 100.0
    world.node_tree.links.new(texture.outputs["Color"], nodes["Background"].inputs["Color"])
    nodes["Background"].inputs["Strength"].default_value = 1.0
    scene.view_settings.view_transform = "AgX"
    scene.view_settings.look = "AgX - Medium High Contrast"
    scene.view_settings.exposure = exposure(sun.elevation_deg)


def exposure(elevation_deg: float) -> float:
    """
    Stops that bring a sunlit grey card (18 %) on the ground close to middle grey.

    Its radiance under this sky was measured at 9 sin(e)^1.15; the smaller power leaves a low
    sun's evening a little dark, as a photographer would, and its bright walls unburnt.
    """
    radiance = 9.0 * math.sin(math.radians(max(elevation_deg, 2.0))) ** 0.95
    return math.log2(_GREY / radiance)
