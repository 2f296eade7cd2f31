"""A scene description as Blender data."""

from __future__ import annotations

from dataclasses import dataclass

import bpy
import numpy as np
from mathutils import Matrix
from numpy.typing import NDArray

from lookabout.errors import UsageError
from lookabout.render import sky
from lookabout.render.materials import Palette
from lookabout.world.scene import Instances, Mesh, Scene

_FEW = 8
"""Up to so many copies are objects of their own."""


@dataclass(frozen=True)
class Built:
    """Handles into Blender's data."""

    objects: dict[str, bpy.types.Object]
    """The empty at the origin of each named object, its parent."""


def build(scene: Scene) -> Built:
    """Fill the present, empty Blender scene."""
    collection = bpy.context.scene.collection
    palette = Palette(sky.daylight(scene.sun))
    shaders = {name: palette.make(name, m) for name, m in scene.materials.items()}
    meshes = {name: _mesh(name, mesh, shaders) for name, mesh in scene.meshes.items()}

    def place(part: Instances, parent: bpy.types.Object | None, index: int) -> None:
        if part.mesh not in meshes:
            raise UsageError(f"no mesh {part.mesh!r} in the scene", where=part.label)
        name, data = part.label or part.mesh, meshes[part.mesh]
        if len(part.transforms) > _FEW:
            things = [_many(name, data, part.transforms, index)]
        else:
            things = [_one(name, data, transform, index) for transform in part.transforms]
        for thing in things:
            thing.parent = parent
            collection.objects.link(thing)

    for part in scene.static:
        place(part, None, 0)
    objects = {}
    for index, thing in enumerate(scene.objects, start=1):
        empty = bpy.data.objects.new(thing.name, None)
        empty.matrix_world = Matrix(thing.pose.tolist())
        collection.objects.link(empty)
        objects[thing.name] = empty
        for part in thing.parts:
            place(part, empty, index)
    return Built(objects)


def _one(
    name: str, data: bpy.types.Mesh, transform: NDArray[np.float64], index: int
) -> bpy.types.Object:
    thing = bpy.data.objects.new(name, data)
    thing.matrix_basis = Matrix(transform.tolist())
    thing.pass_index = index
    return thing


def _many(
    name: str, data: bpy.types.Mesh, transforms: NDArray[np.float64], index: int
) -> bpy.types.Object:
    """
    An object whose geometry nodes copy ``data`` to every transform.

    Against one linked object a copy, 20,000 copies build 20 times and render twice as fast.
    """
    points = bpy.data.meshes.new(name)
    points.vertices.add(len(transforms))
    points.vertices.foreach_set("co", transforms[:, :3, 3].astype(np.float32).ravel())
    columns = np.ascontiguousarray(transforms.transpose(0, 2, 1), dtype=np.float32)
    points.attributes.new("transform", "FLOAT4X4", "POINT").data.foreach_set(
        "value", columns.ravel()
    )
    copied = _one(name, data, np.eye(4), index)  # in no collection: not there itself
    holder = bpy.data.objects.new(name, points)
    holder.modifiers.new("copies", "NODES").node_group = _copies(copied)
    return holder


def _copies(copied: bpy.types.Object) -> bpy.types.NodeTree:
    """Geometry nodes: ``copied`` at each point's attribute ``transform``."""
    tree = bpy.data.node_groups.new("copies", "GeometryNodeTree")
    for way in ("INPUT", "OUTPUT"):
        tree.interface.new_socket("Geometry", in_out=way, socket_type="NodeSocketGeometry")
    new, link = tree.nodes.new, tree.links.new
    source, sink = new("NodeGroupInput"), new("NodeGroupOutput")
    thing = new("GeometryNodeObjectInfo")
    thing.inputs["Object"].default_value = copied
    thing.inputs["As Instance"].default_value = True
    matrix = new("GeometryNodeInputNamedAttribute")
    matrix.data_type = "FLOAT4X4"
    matrix.inputs["Name"].default_value = "transform"
    copy, turn = new("GeometryNodeInstanceOnPoints"), new("GeometryNodeSetInstanceTransform")
    link(source.outputs[0], copy.inputs["Points"])
    link(thing.outputs["Geometry"], copy.inputs["Instance"])
    link(copy.outputs["Instances"], turn.inputs["Instances"])
    link(matrix.outputs["Attribute"], turn.inputs["Transform"])
    link(turn.outputs[0], sink.inputs[0])
    return tree


def _mesh(name: str, mesh: Mesh, shaders: dict[str, bpy.types.Material]) -> bpy.types.Mesh:
    data = bpy.data.meshes.new(name)
    count = len(mesh.triangles)
    data.vertices.add(len(mesh.vertices))
    data.vertices.foreach_set("co", mesh.vertices.astype(np.float32).ravel())
    data.loops.add(3 * count)
    data.loops.foreach_set("vertex_index", mesh.triangles.ravel())
    data.polygons.add(count)
    data.polygons.foreach_set("loop_start", np.arange(0, 3 * count, 3, dtype=np.int32))
    if mesh.material_index is not None:
        indices = np.ascontiguousarray(mesh.material_index, dtype=np.int32)
        data.polygons.foreach_set("material_index", indices)
    if not mesh.smooth:
        data.shade_flat()
    if mesh.uv is not None:
        layer = data.uv_layers.new(name="uv")
        layer.uv.foreach_set("vector", np.ascontiguousarray(mesh.uv, dtype=np.float32).ravel())
    data.update(calc_edges=True)
    for material in mesh.materials:
        if material not in shaders:
            raise UsageError(f"no material {material!r} in the scene", where=f"mesh {name}")
        data.materials.append(shaders[material])
    return data
