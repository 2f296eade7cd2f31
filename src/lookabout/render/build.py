"""A scene description as Blender data."""

from __future__ import annotations

from dataclasses import dataclass

import bpy
import numpy as np
from mathutils import Matrix

from lookabout.errors import UsageError
from lookabout.render import materials
from lookabout.world.scene import Instances, Mesh, Scene


@dataclass(frozen=True)
class Built:
    """Handles into Blender's data."""

    objects: dict[str, bpy.types.Object]
    """The empty at the origin of each named object, its parent."""


def build(scene: Scene) -> Built:
    """Fill the present, empty Blender scene."""
    collection = bpy.context.scene.collection
    shaders = {name: materials.make(name, m) for name, m in scene.materials.items()}
    meshes = {name: _mesh(name, mesh, shaders) for name, mesh in scene.meshes.items()}

    def place(part: Instances, parent: bpy.types.Object | None, index: int) -> None:
        if part.mesh not in meshes:
            raise UsageError(f"no mesh {part.mesh!r} in the scene", where=part.label)
        data = meshes[part.mesh]
        for transform in part.transforms:
            thing = bpy.data.objects.new(part.label or part.mesh, data)
            thing.parent = parent
            thing.matrix_basis = Matrix(transform.tolist())
            thing.pass_index = index
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
    data.polygons.foreach_set("use_smooth", np.full(count, mesh.smooth))
    if mesh.uv is not None:
        layer = data.uv_layers.new(name="uv")
        layer.uv.foreach_set("vector", np.ascontiguousarray(mesh.uv, dtype=np.float32).ravel())
    data.update(calc_edges=True)
    for material in mesh.materials:
        if material not in shaders:
            raise UsageError(f"no material {material!r} in the scene", where=f"mesh {name}")
        data.materials.append(shaders[material])
    return data
