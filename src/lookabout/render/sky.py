"""Sun and sky, and the exposure that suits them."""

from __future__ import annotations

import math

import bpy

from lookabout.render.nodes import Daylight
from lookabout.world.scene import Sun

_HAZE = 6.0
_SUN = 0.8
"""Summer haze over a city: the sky gives a quarter of the light at noon, half of it at dusk,
and shadows are not black."""
_DAYLIGHT = (0.93, 1.0, 1.07)
"""A camera's white balance for daylight: noon on grey concrete is neutral, evening stays warm."""
_PALE = 0.3
"""How much of the light's colour a camera evens out: shade stays cool, but red in it stays red."""
_LUMINANCE = (0.2126, 0.7152, 0.0722)
_LAND = (0.30, 0.33, 0.36)
"""What stands for the land beyond the scene, seen below the horizon: hazy fields, as bright as
paper of this reflectance on the ground."""
_ZENITH_RADIANCE = 7.6
"""Of a grey card (18 %) that lies in the sun at 90 degrees, under this sky; measured."""
_GREY = 0.38
"""What that card is exposed to, before the view transform."""
_LOWEST_DEG = 3.0


def set_sun(sun: Sun, *, indoors: bool = False) -> None:
    """
    Give the present Blender scene the daylight of ``sun``.

    :param indoors: the scene has lamps; its light is even, and is developed harder.
    """
    scene = bpy.context.scene
    world = bpy.data.worlds.new("sky")
    scene.world = world
    nodes, link = world.node_tree.nodes, world.node_tree.links.new
    texture = nodes.new("ShaderNodeTexSky")
    texture.sky_type = "MULTIPLE_SCATTERING"
    texture.sun_elevation = math.radians(sun.elevation_deg)
    texture.sun_rotation = math.radians(sun.azimuth_deg)
    texture.sun_intensity = _SUN
    texture.aerosol_density = _HAZE
    texture.altitude = 100.0
    balance = nodes.new("ShaderNodeVectorMath")
    balance.operation = "MULTIPLY"
    balance.inputs[1].default_value = _DAYLIGHT
    link(texture.outputs["Color"], balance.inputs[0])
    grey, pale = nodes.new("ShaderNodeVectorMath"), nodes.new("ShaderNodeMix")
    grey.operation, pale.data_type = "DOT_PRODUCT", "RGBA"
    grey.inputs[1].default_value, pale.inputs[0].default_value = _LUMINANCE, _PALE
    link(balance.outputs[0], grey.inputs[0])
    link(balance.outputs[0], pale.inputs[6])
    link(grey.outputs["Value"], pale.inputs[7])
    ground = nodes.new("ShaderNodeMix")
    ground.data_type = "RGBA"
    direction, height = nodes.new("ShaderNodeTexCoord"), nodes.new("ShaderNodeSeparateXYZ")
    above = nodes.new("ShaderNodeMapRange")
    above.inputs["From Min"].default_value, above.inputs["From Max"].default_value = -0.04, 0.01
    link(direction.outputs["Generated"], height.inputs[0])
    link(height.outputs["Z"], above.inputs["Value"])
    link(above.outputs["Result"], ground.inputs[0])
    card = _card_radiance(sun.elevation_deg) / 0.18
    ground.inputs[6].default_value = (*(share * card for share in _LAND), 1.0)
    link(pale.outputs[2], ground.inputs[7])
    link(ground.outputs[2], nodes["Background"].inputs["Color"])
    scene.view_settings.view_transform = "AgX"
    scene.view_settings.look = f"AgX - {'Medium High' if indoors else 'Base'} Contrast"
    scene.view_settings.exposure = exposure(sun.elevation_deg)


def daylight(sun: Sun) -> Daylight:
    """What falls on a scene under this sky, fitted to measured values."""
    elevation, azimuth = math.radians(max(sun.elevation_deg, _LOWEST_DEG)), sun.azimuth_deg
    height, level = math.sin(elevation), math.cos(elevation)
    east, north = math.sin(math.radians(azimuth)), math.cos(math.radians(azimuth))
    sky = 1.55 * height**0.55 / 0.18
    direct = max(_card_radiance(sun.elevation_deg) / 0.18 - sky, 0.0) / height
    return Daylight(
        direction=(east * level, north * level, height),
        sun=(1.08 * direct, direct, 0.86 * direct),
        sky=(0.80 * sky, sky, 1.32 * sky),
    )


def exposure(elevation_deg: float) -> float:
    """
    Stops for a sun at this height over the horizon.

    Lit ground is as bright in the picture at any hour but for the last degrees: an evening is a
    little darker than noon, as a photographer would leave it.
    """
    height = math.sin(math.radians(max(elevation_deg, _LOWEST_DEG)))
    return math.log2(_GREY / _card_radiance(elevation_deg) * height**0.08)


def _card_radiance(elevation_deg: float) -> float:
    """Of a grey card on the ground under this sky, fitted to measured values."""
    height = math.sin(math.radians(max(elevation_deg, _LOWEST_DEG)))
    radiance: float = _ZENITH_RADIANCE * height**1.1
    return radiance
