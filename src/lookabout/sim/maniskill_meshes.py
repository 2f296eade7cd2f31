"""The geometry that SAPIEN renders, as a scene description: for boxes, rays and fingerprints."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lookabout.sim.maniskill_frames import matrix_of
from lookabout.world.scene import Instances, Material, Mesh, Scene, SceneObject

Floats = NDArray[np.float64]
_SURFACE = "surface"
"""Rays and boxes need no colours, so all meshes have this one material."""


class Meshes:
    """Meshes of a loaded scene, each kept once however often it stands in the scene."""

    def __init__(self) -> None:
        self.by_name: dict[str, Mesh] = {}
        self.files: set[Path] = set()
        """That meshes were read from."""

    def parts(self, body: Any, label: str) -> tuple[Instances, ...]:
        """
        What a render body consists of, in its entity's axes.

        :param body: ``sapien.render.RenderBodyComponent``.
        """
        return tuple(
            Instances(name, matrix[None], label)
            for shape in body.render_shapes
            for name, matrix in self._pieces(shape)
        )

    def _pieces(self, shape: Any) -> Iterator[tuple[str, Floats]]:
        pose = matrix_of(shape.local_pose.p, shape.local_pose.q)
        pose[:3, :3] = pose[:3, :3] @ np.diag(_scale(shape))
        file = getattr(shape, "filename", "")
        if file:
            self.files.add(Path(file))
        for part in shape.parts:
            mesh = _mesh(np.asarray(part.vertices), np.asarray(part.triangles))
            if mesh is None:
                continue
            name = _digest(mesh)
            self.by_name.setdefault(name, mesh)
            yield name, pose


def _scale(shape: Any) -> Sequence[float]:
    """By what the vertices of a shape's parts are multiplied before they are drawn."""
    kind = type(shape).__name__
    if kind == "RenderShapeBox":
        return [float(v) for v in shape.half_size]
    if kind == "RenderShapeSphere":
        return [float(shape.radius)] * 3
    if kind == "RenderShapeCylinder":
        return [float(shape.half_length), float(shape.radius), float(shape.radius)]
    if kind in ("RenderShapeTriangleMesh", "RenderShapePlane"):
        return [float(v) for v in shape.scale]
    return [1.0, 1.0, 1.0]  # capsules come in their own size


def _mesh(vertices: NDArray[Any], triangles: NDArray[Any]) -> Mesh | None:
    """Without vertices that no triangle uses, which would widen boxes; None if nothing is left."""
    if len(triangles) == 0:
        return None
    used, index = np.unique(triangles, return_inverse=True)
    return Mesh(vertices[used], index.reshape(-1, 3), (_SURFACE,))


def _digest(mesh: Mesh) -> str:
    digest = hashlib.sha256(mesh.vertices.tobytes())
    digest.update(mesh.triangles.tobytes())
    return digest.hexdigest()[:24]


def scene_of(
    meshes: Meshes, static: Sequence[Instances], objects: Sequence[SceneObject], look: str
) -> Scene:
    """The description of what is there, with those meshes that it uses."""
    parts = [*static, *(part for thing in objects for part in thing.parts)]
    used = {part.mesh for part in parts}
    return Scene(
        meshes={name: meshes.by_name[name] for name in sorted(used)},
        materials={_SURFACE: Material()},
        static=tuple(static),
        objects=tuple(objects),
        look=look,
    )


def file_digests(files: Sequence[Path]) -> Mapping[str, str]:
    """SHA-256 of each file's content, by its path."""
    found = {}
    for path in sorted(files):
        with path.open("rb") as file:
            found[str(path)] = hashlib.file_digest(file, "sha256").hexdigest()
    return found
