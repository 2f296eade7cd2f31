"""
Materials as Blender node trees, by the name of their shader.

A material's colour is the mean colour of the surface seen from far; the shader varies it. Ground
and buildings vary with the position in the world, things that may move with that in their own
axes and by chance from copy to copy. Parameters (``Material.params``), all optional:

============  ======================================================================================
``seed``      any shader: another pattern of the same kind
``scale``     metres: size of panes (``glass``), bricks' length (``brick``), tiles (``roof_tiles``),
              boards' width (``wood``), billows (``smoke``, ``flame``), waves (``water``)
``joint``     metres between a slab's joints (``concrete``), seams (``roof_tar``); 0: none
``uv``        1: patterns of ``asphalt``, ``concrete`` and ``marking`` lie along the mesh's uv, in
              metres (u across, v along), in place of the world's axes
``lane``      metres: width of the lanes, counted along u, that wheels darken (``asphalt`` with uv)
``mow``       metres: width of mown stripes (``grass``); 0: none
``dry``       0 to 1: share of withered patches (``grass``)
``wear``      0 to 1: share of the paint that is gone (``marking``)
``density``   share of light lost in each metre through the thick of it (``smoke``)
============  ======================================================================================
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import bpy

from lookabout.errors import UsageError
from lookabout.render.nodes import Color, Daylight, Graph
from lookabout.render.shaders import buildings, fire, ground, things
from lookabout.render.shaders.look import PARAMETERS, Look
from lookabout.world.scene import Material

SHADERS: dict[str, Callable[[Graph, Look], None]] = {
    "plain": things.plain,
    "paint": things.paint,
    "metal": things.metal,
    "rubber": things.rubber,
    "fabric": things.fabric,
    "skin": things.skin,
    "foliage": things.foliage,
    "bark": things.bark,
    "wood": things.wood,
    "asphalt": ground.asphalt,
    "marking": ground.marking,
    "concrete": ground.concrete,
    "gravel": ground.gravel,
    "grass": ground.grass,
    "soil": ground.soil,
    "water": ground.water,
    "glass": buildings.glass,
    "brick": buildings.brick,
    "plaster": buildings.plaster,
    "roof_tar": buildings.roof_tar,
    "roof_tiles": buildings.roof_tiles,
    "emissive": fire.emissive,
    "flame": fire.flame,
    "smoke": fire.smoke,
}
"""How each shader is built."""


def make(name: str, material: Material, daylight: Daylight) -> bpy.types.Material:
    """
    A Blender material.

    :raises UsageError: for a shader or parameter that does not exist, or a missing picture.
    """
    where = f"material {name}"
    if material.shader not in SHADERS:
        raise UsageError(
            f"no shader {material.shader!r}; there are {', '.join(sorted(SHADERS))}", where=where
        )
    params = dict(material.params)
    unknown = sorted(params.keys() - PARAMETERS)
    if unknown:
        raise UsageError(
            f"no shader parameter {', '.join(unknown)}; there are {', '.join(sorted(PARAMETERS))}",
            where=where,
        )
    data = bpy.data.materials.new(name)
    if data.node_tree is None:
        data.use_nodes = True
    data.node_tree.nodes.clear()
    # By day no lamp or flame lights its surroundings enough to be worth the noise of trying.
    data.cycles.emission_sampling = "NONE"
    graph = Graph(data.node_tree, daylight, params.get("seed", 0.0))
    image = _image(graph, material.texture, where) if material.texture else None
    look = Look(
        color=image.outputs["Color"] if image else linear(material.color),
        alpha=image.outputs["Alpha"] if image and image.image.channels == 4 else None,
        roughness=material.roughness,
        metallic=material.metallic,
        emission=material.emission,
        params=params,
    )
    SHADERS[material.shader](graph, look)
    return data


def linear(color: Color) -> Color:
    """sRGB in [0, 1] to linear light."""
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in color)
    return r, g, b


def _image(graph: Graph, path: str, where: str) -> bpy.types.Node:
    if not Path(path).is_file():
        raise UsageError(f"no picture {path}", where=where)
    try:
        picture = bpy.data.images.load(path, check_existing=True)
    except RuntimeError as error:
        raise UsageError(f"{path} is no picture: {error}", where=where) from error
    node = graph.node("TexImage", image=picture)
    graph.feed(node.inputs["Vector"], graph.uv)
    return node
