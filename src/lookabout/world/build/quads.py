"""Collects quads with materials and makes one mesh of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from lookabout.world.build.polygon import Point, triangulate
from lookabout.world.scene import Mesh

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
_BOX = ((0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7), (4, 5, 6, 7))


class Quads:
    """A mesh in the making. Corners run counter-clockwise seen from outside."""

    def __init__(self) -> None:
        self._names: dict[str, int] = {}
        self._quads: list[Floats] = []
        self._quad_materials: list[Ints] = []
        self._free: list[Floats] = []
        self._free_materials: list[Ints] = []
        self._loose: list[float] = []  # flat, which turns into an array several times quicker
        self._loose_materials: list[int] = []
        self._triangles: list[float] = []
        self._triangle_materials: list[int] = []

    def index(self, material: str) -> int:
        """Number of a material in this mesh."""
        return self._names.setdefault(material, len(self._names))

    def many(self, quads: Floats, material: str | Ints) -> None:
        """
        Quads (N, 4, 3) or triangles (N, 3, 3).

        :param material: one name, or (N,) numbers from :meth:`index`.
        """
        if len(quads) == 0:
            return
        if isinstance(material, str):
            material = np.full(len(quads), self.index(material), dtype=np.int32)
        numbers = np.asarray(material, dtype=np.int32)
        if quads.shape[1] == 3:
            self._free.append(quads)
            self._free_materials.append(numbers)
            return
        self._quads.append(quads)
        self._quad_materials.append(numbers)

    def quad(self, material: str, *corners: Sequence[float]) -> None:
        """One quad of four corners (x, y, z)."""
        for corner in corners:
            self._loose += corner
        self._loose_materials.append(self.index(material))

    def triangle(self, material: str, *corners: Sequence[float]) -> None:
        """One triangle of three corners (x, y, z)."""
        for corner in corners:
            self._triangles += corner
        self._triangle_materials.append(self.index(material))

    def flat(self, polygon: Sequence[Point], z: float, material: str) -> None:
        """A level convex polygon facing up."""
        number = self.index(material)
        if len(polygon) == 4:
            for x, y in polygon:
                self._loose += (x, y, z)
            self._loose_materials.append(number)
            return
        x0, y0 = polygon[0]
        for (x1, y1), (x2, y2) in pairwise(polygon[1:]):
            self._triangles += (x0, y0, z, x1, y1, z, x2, y2, z)
            self._triangle_materials.append(number)

    def cap(self, ring: Sequence[Point], z: float, material: str) -> None:
        """A level ring, convex or not, facing up."""
        if len(ring) == 4:
            self.flat(ring, z, material)
            return
        number = self.index(material)
        for a, b, c in triangulate(ring):
            for i in (a, b, c):
                self._triangles += (*ring[i], z)
            self._triangle_materials.append(number)

    def wall(self, ring: Sequence[Point], z0: float, z1: float, material: str) -> None:
        """Upright quads around a ring, facing out (inwards for a clockwise ring)."""
        if not ring:
            return
        loose = self._loose
        x0, y0 = ring[-1]
        for x1, y1 in ring:
            loose += (x0, y0, z0, x1, y1, z0, x1, y1, z1, x0, y0, z1)
            x0, y0 = x1, y1
        self._loose_materials += [self.index(material)] * len(ring)

    def rim(self, outer: Sequence[Point], inner: Sequence[Point], z: float, material: str) -> None:
        """The level ring between two rings of equal length."""
        for i in range(len(outer)):
            a, b, c, d = outer[i - 1], outer[i], inner[i], inner[i - 1]
            self.quad(material, (*a, z), (*b, z), (*c, z), (*d, z))

    def block(
        self, ring: Sequence[Point], z0: float, z1: float, side: str, top: str | None = None
    ) -> None:
        """A convex prism without a bottom."""
        self.wall(ring, z0, z1, side)
        self.flat(ring, z1, top or side)

    def beam(
        self, a: Sequence[float], b: Sequence[float], width: float, height: float, material: str
    ) -> None:
        """A level bar from ``a`` to ``b`` (x, y, z of its lower edge's middle)."""
        dx, dy = b[0] - a[0], b[1] - a[1]
        length = float(np.hypot(dx, dy)) or 1.0
        nx, ny = -dy / length * width / 2, dx / length * width / 2
        low = [
            (a[0] - nx, a[1] - ny, a[2]),
            (b[0] - nx, b[1] - ny, b[2]),
            (b[0] + nx, b[1] + ny, b[2]),
            (a[0] + nx, a[1] + ny, a[2]),
        ]
        corners = low + [(x, y, z + height) for x, y, z in low]
        for face in _BOX:
            self.quad(material, *(corners[k] for k in face))

    def whole(self) -> Mesh:
        """The mesh, of which there must be something. :raises ValueError: otherwise."""
        mesh = self.mesh()
        if mesh is None:
            raise ValueError("nothing was added")
        return mesh

    def mesh(self) -> Mesh | None:
        """All of it as one mesh; None if nothing was added."""
        if self._loose:
            self._quads.append(np.asarray(self._loose, dtype=np.float64).reshape(-1, 4, 3))
            self._quad_materials.append(np.asarray(self._loose_materials, dtype=np.int32))
            self._loose, self._loose_materials = [], []
        quads = np.concatenate(self._quads) if self._quads else np.zeros((0, 4, 3))
        own = np.asarray(self._triangles, dtype=np.float64).reshape(-1, 3, 3)
        loose = np.concatenate([*self._free, own])
        if len(quads) + len(loose) == 0:
            return None
        base = np.arange(len(quads), dtype=np.int32)[:, None] * 4
        first = base + np.array([0, 1, 2], dtype=np.int32)
        second = base + np.array([0, 2, 3], dtype=np.int32)
        rest = 4 * len(quads) + np.arange(3 * len(loose), dtype=np.int32).reshape(-1, 3)
        quad_materials = (
            np.concatenate(self._quad_materials) if self._quads else np.zeros(0, np.int32)
        )
        return Mesh(
            vertices=np.concatenate([quads.reshape(-1, 3), loose.reshape(-1, 3)]),
            triangles=np.concatenate([first, second, rest]),
            materials=tuple(self._names),
            material_index=np.concatenate(
                [
                    quad_materials,
                    quad_materials,
                    *self._free_materials,
                    np.asarray(self._triangle_materials, dtype=np.int32),
                ]
            ),
        )


def boxes(
    centre: Floats, along: Floats, length: Floats, width: Floats, low: Floats, high: Floats
) -> Floats:
    """
    Upright boxes without bottoms, as quads (5 N, 4, 3).

    :param centre: (N, 2); ``along``: (N, 2) unit vectors; the others (N,), metres.
    """
    u = along * (length / 2)[:, None]
    v = np.stack([-along[:, 1], along[:, 0]], 1) * (width / 2)[:, None]
    plan = np.stack([centre - u - v, centre + u - v, centre + u + v, centre - u + v], 1)
    corners = np.empty((len(centre), 8, 3))
    corners[:, :4, :2] = plan
    corners[:, 4:, :2] = plan
    corners[:, :4, 2] = low[:, None]
    corners[:, 4:, 2] = high[:, None]
    return corners[:, np.array(_BOX)].reshape(-1, 4, 3)


def strips(start: Floats, end: Floats, width: Floats | float, z: float) -> Floats:
    """Level strips from ``start`` to ``end`` (N, 2), as quads (N, 4, 3) facing up."""
    step = end - start
    length = np.maximum(np.hypot(step[:, 0], step[:, 1]), 1e-9)
    side = np.stack([-step[:, 1], step[:, 0]], 1) / length[:, None]
    side = side * (np.broadcast_to(np.asarray(width, float), length.shape) / 2)[:, None]
    plan = np.stack([start - side, end - side, end + side, start + side], 1)
    return np.concatenate([plan, np.full((*plan.shape[:2], 1), z)], axis=2)
