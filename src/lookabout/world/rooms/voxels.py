"""A surface in small cells: where things can stand on it, and what touches what."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

import numpy as np
from numpy.typing import NDArray

from lookabout.world.scene import Floats, Mesh

CELL = 0.02
"""Metres."""
_LEVEL = 0.95
"""Vertical part of the normal of what counts as level."""
_HEADROOM = 45
"""Cells over the surface, for what is put on it."""
_FLAT = 0.006
"""Metres between the highest and the lowest point under a thing that stands flat."""


def samples(mesh: Mesh, spacing: float = 0.6 * CELL) -> tuple[Floats, NDArray[np.bool_]]:
    """
    Points all over a surface, at most ``spacing`` apart, edges included.

    :returns: points (N, 3), and which of them lie on level triangles (N,).
    """
    corners = mesh.vertices[mesh.triangles]
    edges = np.roll(corners, -1, axis=1) - corners
    normal = np.cross(edges[:, 0], edges[:, 1])
    size = np.linalg.norm(normal, axis=1)
    level = np.abs(normal[:, 2]) > _LEVEL * np.maximum(size, 1e-15)
    steps = np.ceil(np.linalg.norm(edges, axis=2).max(axis=1) / spacing).astype(int)
    points, flags = [], []
    for n in np.unique(np.maximum(steps, 1)):
        chosen = np.flatnonzero(np.maximum(steps, 1) == n)
        i, j = np.meshgrid(np.arange(n + 1), np.arange(n + 1), indexing="ij")
        inside = i + j <= n
        u, v = i[inside] / n, j[inside] / n
        a, b, c = corners[chosen, 0], corners[chosen, 1], corners[chosen, 2]
        grid = (
            a[:, None] + u[None, :, None] * (b - a)[:, None] + v[None, :, None] * (c - a)[:, None]
        )
        points.append(grid.reshape(-1, 3))
        flags.append(np.repeat(level[chosen], len(u)))
    return np.concatenate(points), np.concatenate(flags)


@dataclass(frozen=True)
class Spot:
    """Where a thing can stand, in the axes of what it stands on."""

    x: float
    y: float
    z: float


class Voxels:
    """Cells of a surface."""

    def __init__(self, mesh: Mesh) -> None:
        points, level = samples(mesh)
        self.low = points.min(axis=0) - CELL / 2
        shape = tuple((np.floor((points.max(axis=0) - self.low) / CELL) + 1).astype(int).tolist())
        cells = np.floor((points - self.low) / CELL).astype(int)
        shape = (shape[0], shape[1], shape[2] + _HEADROOM)
        self.filled: NDArray[np.bool_] = np.zeros(shape, bool)
        self.filled[tuple(cells.T)] = True
        self.tops = np.full(shape, -np.inf)
        """Height of the highest level point in each cell."""
        flat = cells[level]
        np.maximum.at(self.tops, tuple(flat.T), points[level, 2])

    def copy(self) -> Voxels:
        """For marking what stands on one of several equal things."""
        twin = object.__new__(Voxels)
        twin.low, twin.tops, twin.filled = self.low, self.tops, self.filled.copy()
        return twin

    def touched(self, points: Floats) -> int:
        """How many of points (N, 3) lie in filled cells."""
        cells = np.floor((points - self.low) / CELL).astype(int)
        inside = ((cells >= 0) & (cells < self.filled.shape)).all(axis=1)
        return int(self.filled[tuple(cells[inside].T)].sum())

    def spots(
        self, depth: float, width: float, height: float, *, low: float, high: float
    ) -> NDArray[np.intp]:
        """
        Cells (N, 3) at whose corner a box of that size can begin to stand flat and free.

        :param low: heights between which it may stand; ``high`` the upper one.
        """
        nx, ny = max(ceil(depth / CELL), 1), max(ceil(width / CELL), 1)
        nz = ceil(height / CELL) + 1
        found = []
        first = max(int((low - self.low[2]) / CELL), 0)
        last = min(int((high - self.low[2]) / CELL) + 1, self.filled.shape[2])
        for k in range(first, last):
            level = np.isfinite(self.tops[:, :, k]) & self.filled[:, :, k]
            if level.sum() < nx * ny:
                continue
            free = level & ~self.filled[:, :, k + 1 : k + 1 + nz].any(axis=2)
            corners = _windows(free, nx, ny)
            found.append(np.column_stack([corners, np.full(len(corners), k)]))
        return np.concatenate(found) if found else np.empty((0, 3), np.intp)

    def stand(
        self, cell: NDArray[np.intp], depth: float, width: float, height: float
    ) -> Spot | None:
        """The middle of a spot, what stands there marked; None where it is uneven."""
        nx, ny = max(ceil(depth / CELL), 1), max(ceil(width / CELL), 1)
        i, j, k = (int(c) for c in cell)
        tops = self.tops[i : i + nx, j : j + ny, k]
        if tops.max() - tops.min() > _FLAT:
            return None
        nz = ceil(height / CELL) + 1
        self.filled[max(i - 1, 0) : i + nx + 1, max(j - 1, 0) : j + ny + 1, k + 1 : k + 1 + nz] = 1
        x, y = self.low[:2] + (np.array([i, j]) + np.array([nx, ny]) / 2) * CELL
        return Spot(float(x), float(y), float(tops.max()))

    def heights(self) -> Floats:
        """Of the uppermost filled cell of each column, -inf for none."""
        count = self.filled.shape[2]
        upper = count - 1 - np.argmax(self.filled[:, :, ::-1], axis=2)
        z = self.low[2] + (upper + 0.5) * CELL
        return np.where(self.filled.any(axis=2), z, -np.inf)


def _windows(free: NDArray[np.bool_], nx: int, ny: int) -> NDArray[np.intp]:
    """Lower corners of the nx by ny windows that are free all over."""
    if free.shape[0] < nx or free.shape[1] < ny:
        return np.empty((0, 2), np.intp)
    total = np.zeros((free.shape[0] + 1, free.shape[1] + 1), int)
    total[1:, 1:] = free.cumsum(0).cumsum(1)
    count = total[nx:, ny:] - total[:-nx, ny:] - total[nx:, :-ny] + total[:-nx, :-ny]
    return np.argwhere(count == nx * ny)
