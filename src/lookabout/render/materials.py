"""
Materials as Blender node trees, by the name of their shader.

A material's colour is the mean colour of the surface seen from far; the shader varies it. Ground
and buildings vary with the position in the world, things that may move with that in their own
axes and by chance from copy to copy. Parameters (``Material.params``), all optional:

============  ======================================================================================
``seed``      any shader: another pattern of the same kind
``scale``     metres: size of panes (``glass``; 0: one pane), bricks' length (``brick``), tiles
              (``roof_tiles``), boards' width (``wood``, ``boards``), courses' height (``siding``,
              ``shakes``, ``shingles``), stones (``fieldstone``), billows (``smoke``, ``flame``),
              waves (``water``), scales (``hide``)
``joint``     metres between a slab's joints (``concrete``), seams (``roof_tar``); 0: none
``uv``        1: patterns of ``asphalt``, ``concrete`` and ``marking`` lie along the mesh's uv, in
              metres (u across, v along), in place of the world's axes
``lane``      metres: width of the lanes, counted along u, that wheels darken (``asphalt`` with uv)
``mow``       metres: width of mown stripes (``grass``); 0: none
``dry``       0 to 1: share of withered patches (``grass``)
``wear``      0 to 1: share of the paint that is gone (``marking``)
``moss``      0 to 1: share of what faces up that moss covers (``rock``)
``density``   share of light lost in each metre through the foot of the column (``smoke``)
``base``      metres: radius of the column's foot (``smoke``)
``height``    metres: of the column (``smoke``)
``drift``     metres: how far the wind has carried its top towards +x (``smoke``)
============  ======================================================================================
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import bpy

from lookabout.errors import UsageError
from lookabout.render.nodes import Color, Daylight, Graph
from lookabout.render.shaders import buildings, fire, forest, ground, homes, indoor, things
from lookabout.render.shaders.look import PARAMETERS, Look
from lookabout.world.scene import Material

SHADERS: dict[str, Callable[[Graph, Look], None]] = {
    "plain": things.plain,
    "paint": things.paint,
    "metal": things.metal,
    "rubber": things.rubber,
    "fabric": things.fabric,
    "skin": things.skin,
    "hide": things.hide,
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
    "forest_floor": forest.forest_floor,
    "rock": forest.rock,
    "far_wood": forest.far_wood,
    "glass": buildings.glass,
    "brick": buildings.brick,
    "plaster": buildings.plaster,
    "roof_tar": buildings.roof_tar,
    "roof_tiles": buildings.roof_tiles,
    "siding": homes.siding,
    "boards": homes.boards,
    "shakes": homes.shakes,
    "shingles": homes.shingles,
    "fieldstone": homes.fieldstone,
    "emissive": fire.emissive,
    "flame": fire.flame,
    "scorch": fire.scorch,
    "smoke": fire.smoke,
    "wall_paint": indoor.wall_paint,
    "floorboards": indoor.floorboards,
    "floor_tiles": indoor.floor_tiles,
    "wall_tiles": indoor.wall_tiles,
    "carpet": indoor.carpet,
    "cloth": indoor.cloth,
    "furniture_wood": indoor.furniture_wood,
    "marble": indoor.marble,
    "rug": indoor.rug,
    "painting": indoor.painting,
    "pane": indoor.pane,
    "clear_glass": indoor.clear_glass,
    "mirror": indoor.mirror,
    "lampshade": indoor.lampshade,
}
"""How each shader is built."""


class Palette:
    """Materials under one daylight; those that differ in colour alone are built once."""

    def __init__(self, daylight: Daylight) -> None:
        self._daylight = daylight
        self._built: dict[Material, bpy.types.Material] = {}

    def make(self, name: str, material: Material) -> bpy.types.Material:
        """
        A Blender material.

        :raises UsageError: for a shader or parameter that does not exist, or a missing picture.
        """
        _check(material, f"material {name}")
        key = replace(material, color=(0.0, 0.0, 0.0))
        if key in self._built:
            data = self._built[key].copy()
            data.name = name
        else:
            data = self._built[key] = self._build(name, material)
        if not material.texture:
            paint = data.node_tree.nodes[_COLOR].outputs[0]
            paint.default_value = (*linear(material.color), 1.0)
        return data

    def _build(self, name: str, material: Material) -> bpy.types.Material:
        data = bpy.data.materials.new(name)
        if data.node_tree is None:
            data.use_nodes = True
        data.node_tree.nodes.clear()
        # By day no lamp or flame lights its surroundings enough to be worth the noise of trying.
        data.cycles.emission_sampling = "NONE"
        # Gaps between near leaves are for the eye: asking each for its shadow costs a tenth more.
        data.use_transparent_shadow = material.shader != "foliage" or bool(material.texture)
        params = dict(material.params)
        graph = Graph(data.node_tree, self._daylight, params.get("seed", 0.0))
        if material.texture:
            image = _image(graph, material.texture)
            color, alpha = image.outputs["Color"], image.outputs["Alpha"]
            alpha = alpha if image.image.channels == 4 else None
        else:
            paint = graph.node("RGB")
            paint.name = _COLOR
            color, alpha = paint.outputs[0], None
        look = Look(
            color=color,
            alpha=alpha,
            roughness=material.roughness,
            metallic=material.metallic,
            emission=material.emission,
            params=params,
        )
        SHADERS[material.shader](graph, look)
        return data


_COLOR = "material colour"
"""Name of the node that holds it."""


def _check(material: Material, where: str) -> None:
    if material.shader not in SHADERS:
        raise UsageError(
            f"no shader {material.shader!r}; there are {', '.join(sorted(SHADERS))}", where=where
        )
    unknown = sorted({name for name, _ in material.params} - PARAMETERS)
    if unknown:
        raise UsageError(
            f"no shader parameter {', '.join(unknown)}; there are {', '.join(sorted(PARAMETERS))}",
            where=where,
        )
    if material.texture and not Path(material.texture).is_file():
        raise UsageError(f"no picture {material.texture}", where=where)


def linear(color: Color) -> Color:
    """sRGB in [0, 1] to linear light."""
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in color)
    return r, g, b


def _image(graph: Graph, path: str) -> bpy.types.Node:
    try:
        picture = bpy.data.images.load(path, check_existing=True)
    except RuntimeError as error:
        raise UsageError(f"{path} is no picture: {error}") from error
    node = graph.node("TexImage", image=picture)
    graph.feed(node.inputs["Vector"], graph.uv)
    return node
