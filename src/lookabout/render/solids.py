"""What of a scene can be hit: solid triangles, placed, with boxes to find them by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lookabout.errors import UsageError
from lookabout.geometry import Box, affine_inverse
from lookabout.world.scene import Instances, Mesh

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
_CORNERS = np.array(list(np.ndindex(2, 2, 2)), dtype=bool)
"""(8, 3): which corner of a box is high along which axis."""


class Shape:
    """Triangles in their own axes."""

    def __init__(self, mesh: Mesh) -> None:
        self.vertices = mesh.vertices
        self.triangles = mesh.triangles
        self.box = mesh.box

    @cached_property
    def triangle_boxes(self) -> tuple[Floats, Floats]:
        """Low and high corners of each triangle's box, (T, 3) each."""
        corners = self.vertices[self.triangles]
        return corners.min(axis=1), corners.max(axis=1)


@dataclass(frozen=True, eq=False)
class Solids:
    """Placed shapes, in world axes or in those of an object."""

    shapes: tuple[Shape, ...]
    shape: Ints
    """(K,) into ``shapes``."""
    transforms: Floats
    """(K, 4, 4)"""
    labels: tuple[str, ...]
    label: Ints
    """(K,) into ``labels``."""

    @classmethod
    def of(
        cls, meshes: Mapping[str, Mesh], parts: Sequence[Instances], cache: dict[str, Shape]
    ) -> Solids:
        """
        The solid ones of ``parts``, each by its collider if it has one.

        :param cache: shapes already made from ``meshes``, by name; new ones are added.
        :raises UsageError: when a part names a mesh that does not exist.
        """
        shapes: dict[str, int] = {}
        shape: list[int] = []
        label: list[int] = []
        labels: list[str] = []
        transforms = [np.empty((0, 4, 4))]
        for part in parts:
            if not part.solid:
                continue
            name = part.collider or part.mesh
            if name not in meshes:
                raise UsageError(f"no mesh {name!r} in the scene", where=part.label)
            if name not in cache:
                cache[name] = Shape(meshes[name])
            shape += [shapes.setdefault(name, len(shapes))] * len(part.transforms)
            label += [len(labels)] * len(part.transforms)
            labels.append(part.label or part.mesh)
            transforms.append(part.transforms)
        return cls(
            tuple(cache[name] for name in shapes),
            np.array(shape, dtype=np.intp),
            np.concatenate(transforms),
            tuple(labels),
            np.array(label, dtype=np.intp),
        )

    def __len__(self) -> int:
        return len(self.shape)

    def moved(self, pose: Floats) -> Solids:
        """The same, carried along by ``pose`` (4, 4)."""
        return Solids(self.shapes, self.shape, pose @ self.transforms, self.labels, self.label)

    @cached_property
    def boxes(self) -> tuple[Floats, Floats]:
        """Low and high corners, (K, 3) each, of boxes around the instances; not the tightest."""
        if len(self) == 0:
            return np.empty((0, 3)), np.empty((0, 3))
        low = np.array([shape.box.low for shape in self.shapes])[self.shape, None]
        high = np.array([shape.box.high for shape in self.shapes])[self.shape, None]
        corners = np.where(_CORNERS, high, low) @ self.transforms[:, :3, :3].transpose(0, 2, 1)
        corners += self.transforms[:, None, :3, 3]
        return corners.min(axis=1), corners.max(axis=1)

    def triangles(self, chosen: Ints) -> tuple[Floats, Ints]:
        """
        Corners (N, 3, 3) of the triangles of the instances ``chosen``, and whose each is (N,).

        Outward winding is kept where a transform mirrors.
        """
        corners, owner = [np.empty((0, 3, 3))], [np.empty(0, dtype=np.intp)]
        for index in chosen:
            shape = self.shapes[self.shape[index]]
            corners.append(self._place(index, shape.vertices[shape.triangles]))
            owner.append(np.full(len(shape.triangles), index))
        return np.concatenate(corners), np.concatenate(owner)

    def triangles_near(self, low: Floats, high: Floats) -> tuple[Floats, Ints]:
        """
        Corners (N, 3, 3) of all triangles that may reach into a box, and whose each is (N,).

        :param low: corner of the box, (3,); ``high`` the opposite one.
        """
        own_low, own_high = self.boxes
        near = np.flatnonzero(((own_low <= high) & (own_high >= low)).all(axis=1))
        corners, owner = [np.empty((0, 3, 3))], [np.empty(0, dtype=np.intp)]
        box = Box.of_points([low, high]).corners
        for index in near:
            shape, transform = self.shapes[self.shape[index]], self.transforms[index]
            triangles = shape.triangles
            if len(triangles) > _WORTH_A_LOOK:
                back = affine_inverse(transform)
                local = box @ back[:3, :3].T + back[:3, 3]
                first, last = shape.triangle_boxes
                inside = ((first <= local.max(axis=0)) & (last >= local.min(axis=0))).all(axis=1)
                triangles = triangles[inside]
            corners.append(self._place(index, shape.vertices[triangles]))
            owner.append(np.full(len(triangles), index))
        return np.concatenate(corners), np.concatenate(owner)

    def _place(self, index: int, corners: Floats) -> Floats:
        transform = self.transforms[index]
        placed: Floats = corners @ transform[:3, :3].T + transform[:3, 3]
        if np.linalg.det(transform[:3, :3]) < 0:
            placed = placed[:, ::-1]
        return placed


_WORTH_A_LOOK = 64
"""Meshes with fewer triangles are taken whole."""
