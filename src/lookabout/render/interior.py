"""Light inside rooms, and the settings that suit it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import bpy
import numpy as np
from mathutils import Matrix

from lookabout.render.sky import exposure
from lookabout.world.scene import Light, Sun

_SAMPLES = {"draft": 1, "standard": 2, "high": 128}
_FEW_LIGHTS = 12
"""Among so many, choosing them by chance makes no more noise than choosing them well."""
_OPENED = 1.9
"""Stops over the exposure outside: a camera indoors opens up."""
_USUAL_DEG = 45.0
"""Height of the sun that lights and exposure are set for, whatever it is outside."""
_AMBIENT = 0.24
"""Share of the sky's light that stands for what walls send back to each other."""
_INDOORS = (1.06, 1.0, 0.91)
"""Colour of daylight that has been on walls and floors."""
_REACH = 3.0
"""Metres within which things shade each other from that."""
_SEEN_AS_SOLID = 0.1
"""Share of light that a surface must keep to count in the passes: panes do not, glass does."""


def set_lights(lights: Sequence[Light], sun: Sun, quality: str) -> None:
    """Add lights to the present Blender scene, and expose it as an interior."""
    scene = bpy.context.scene
    for index, light in enumerate(lights):
        scene.collection.objects.link(_lamp(f"light {index}", light))
    cycles = scene.cycles
    cycles.samples = _SAMPLES[quality]
    if quality != "high":
        # Choosing lamps by a tree takes a sixth of a frame.
        cycles.use_light_tree = len(lights) > _FEW_LIGHTS
        _approximate_bounces(sun)
    scene.view_layers[0].pass_alpha_threshold = _SEEN_AS_SOLID
    scene.view_settings.exposure = exposure(_USUAL_DEG) + _OPENED


def _approximate_bounces(sun: Sun) -> None:
    """
    Light from wall to wall as ambient light shaded by what is near.

    Traced, it takes four samples and twice the time to be as free of noise.
    """
    scene = bpy.context.scene
    cycles, settings = scene.cycles, scene.world.light_settings
    cycles.use_fast_gi, cycles.fast_gi_method = True, "REPLACE"
    cycles.ao_bounces_render = 1
    height, usual = (math.sin(math.radians(max(d, 3.0))) for d in (sun.elevation_deg, _USUAL_DEG))
    # The sky's light grows with the sun's height (see sky.daylight).
    settings.ao_factor = _AMBIENT * (usual / height) ** 0.55
    settings.distance = _REACH
    _paler_sky()


def _paler_sky() -> None:
    """Eyes see the sky blue through a window; what comes back from the walls no longer is."""
    tree = bpy.context.scene.world.node_tree
    inlet = tree.nodes["Background"].inputs["Color"]
    seen = inlet.links[0].from_socket
    pale, tint = tree.nodes.new("ShaderNodeRGBToBW"), tree.nodes.new("ShaderNodeVectorMath")
    tint.operation = "MULTIPLY"
    tint.inputs[1].default_value = _INDOORS
    path, mix = tree.nodes.new("ShaderNodeLightPath"), tree.nodes.new("ShaderNodeMix")
    mix.data_type = "RGBA"
    tree.links.new(seen, pale.inputs[0])
    tree.links.new(pale.outputs[0], tint.inputs[0])
    tree.links.new(path.outputs["Is Camera Ray"], mix.inputs[0])
    tree.links.new(tint.outputs[0], mix.inputs[6])
    tree.links.new(seen, mix.inputs[7])
    tree.links.new(mix.outputs[2], inlet)


def _lamp(name: str, light: Light) -> bpy.types.Object:
    if light.direction is None:
        data = bpy.data.lights.new(name, "POINT")
        data.shadow_soft_size = light.width / 2
    else:
        data = bpy.data.lights.new(name, "AREA")
        data.shape = "RECTANGLE"
        data.size, data.size_y = light.width, light.height
    data.energy, data.color = light.power, light.color
    lamp = bpy.data.objects.new(name, data)
    lamp.matrix_world = _placed(light)
    lamp.visible_camera = False
    lamp.visible_glossy = False
    return lamp


def _placed(light: Light) -> Matrix:
    """A flat light shines along its own -z, its width along its own x."""
    matrix = np.eye(4)
    matrix[:3, 3] = light.position
    if light.direction is not None:
        back = -np.asarray(light.direction, float)
        level = np.cross([0.0, 0.0, 1.0], back)
        if np.linalg.norm(level) < 1e-6:
            level = np.array([1.0, 0.0, 0.0])
        level /= np.linalg.norm(level)
        matrix[:3, :3] = np.stack([level, np.cross(back, level), back], axis=1)
    return Matrix(matrix.tolist())
