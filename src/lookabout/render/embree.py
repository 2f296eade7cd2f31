"""Triangles in Embree, and the nearest hits of many rays on them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]


class Tracer:
    """Triangles in a box, indexed when the first ray comes into the box."""

    def __init__(self, low: Floats, high: Floats, triangles: Callable[[], Floats]) -> None:
        """
        :param low: corner of a box around the triangles, (3,); ``high`` the opposite one.
        :param triangles: gives their corners, (N, 3, 3); called at most once.
        """
        self.low, self.high = low, high
        self._middle = (low + high) / 2
        self._triangles: Callable[[], Floats] | None = triangles
        self._scene: Any = None

    def cast(self, origins: Floats, directions: Floats, limit: Floats) -> tuple[Floats, Ints]:
        """
        First hits nearer than ``limit``.

        :param origins: (N, 3).
        :param directions: (N, 3), of any length; distances count in it.
        :param limit: (N,), in lengths of the directions; infinity for none.
        :returns: distance (N,), infinity for none, and the index of the triangle (N,), -1.
        """
        distance = np.full(len(origins), np.inf)
        triangle = np.full(len(origins), -1, dtype=np.intp)
        enter, leave = ray_box(origins, directions, self.low - _SLACK, self.high + _SLACK)
        rays = np.flatnonzero((enter <= leave) & (enter < limit))
        if len(rays) == 0 or not self._ready():
            return distance, triangle
        hits = self._scene.run(
            np.ascontiguousarray(origins[rays] - self._middle, dtype=np.float32),
            np.ascontiguousarray(directions[rays], dtype=np.float32),
            dists=np.minimum(limit[rays], _FAR).astype(np.float32),
            output=1,
        )
        hit = hits["primID"] >= 0
        triangle[rays[hit]] = hits["primID"][hit]
        distance[rays[hit]] = hits["tfar"][hit]
        return distance, triangle

    def _ready(self) -> bool:
        """Index the triangles if that is still to be done; False when there are none."""
        if self._triangles is not None:
            corners, self._triangles = self._triangles(), None
            if len(corners):
                from embreex.mesh_construction import TriangleMesh
                from embreex.rtcore_scene import EmbreeScene

                # Embree computes in single precision: keep its numbers small.
                local = np.ascontiguousarray(corners - self._middle, dtype=np.float32)
                self._scene = EmbreeScene(_device())
                indices = np.arange(3 * len(local), dtype=np.int32).reshape(-1, 3)
                TriangleMesh(self._scene, local.reshape(-1, 3), indices)
        return self._scene is not None


@cache
def _device() -> Any:
    """One for the process: Embree can have about a thousand, and crashes at the next."""
    from embreex.rtcore import EmbreeDevice

    return EmbreeDevice()


_FAR = 1e30
_SLACK = 1e-3
"""Metres added around a box, for the rounding of its triangles."""


def ray_box(
    origins: Floats, directions: Floats, low: Floats, high: Floats
) -> tuple[Floats, Floats]:
    """
    Where rays enter and leave a box; enter > leave for a miss.

    :param origins: (..., 3), and so ``directions``, ``low`` and ``high``, broadcast together.
    :returns: two (...,), in lengths of the directions; enter is at least 0.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        a, b = (low - origins) / directions, (high - origins) / directions
    # 0 / 0: along a face and in its plane, which is no limit; fmin and fmax pass it over.
    enter = np.fmax.reduce(np.fmin(a, b), axis=-1, initial=0.0)
    leave = np.fmin.reduce(np.fmax(a, b), axis=-1, initial=np.inf)
    return enter, leave
