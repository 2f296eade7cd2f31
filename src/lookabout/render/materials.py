"""Materials as Blender node trees."""

from __future__ import annotations

import bpy

from lookabout.world.scene import Material

SHADERS = [
    "plain",
    "paint",
    "glass",
    "metal",
    "asphalt",
    "concrete",
    "gravel",
    "grass",
    "soil",
    "brick",
    "plaster",
    "foliage",
    "bark",
    "water",
    "marking",
    "fabric",
    "skin",
    "rubber",
    "emissive",
    "flame",
    "smoke",
    "roof_tar",
    "roof_tiles",
    "wood",
]


def make(name: str, material: Material) -> bpy.types.Material:
    """A Blender material."""
    from lookabout.errors import UsageError

    if material.shader not in SHADERS:
        raise UsageError(f"no shader {material.shader!r}", where=f"material {name}")
    data = bpy.data.materials.new(name)
    data.use_nodes = True
    bsdf = data.node_tree.nodes["Principled BSDF"]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in material.color]
    bsdf.inputs["Base Color"].default_value = (*linear, 1.0)
    bsdf.inputs["Roughness"].default_value = material.roughness
    bsdf.inputs["Metallic"].default_value = material.metallic
    bsdf.inputs["Emission Color"].default_value = (*linear, 1.0)
    bsdf.inputs["Emission Strength"].default_value = material.emission
    if material.texture:
        image = data.node_tree.nodes.new("ShaderNodeTexImage")
        image.image = bpy.data.images.load(material.texture, check_existing=True)
        data.node_tree.links.new(image.outputs["Color"], bsdf.inputs["Base Color"])
    return data
