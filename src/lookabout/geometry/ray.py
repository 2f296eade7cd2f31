"""A ray against triangles."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]


def ray_triangles(origin: ArrayLike, direction: ArrayLike, triangles: ArrayLike) -> Array:
    """
    Where a ray meets each triangle (Möller and Trumbore 1997); both sides count.

    :param origin: (3,), metres.
    :param direction: (3,), of any length.
    :param triangles: corners, (N, 3, 3), metres.
    :returns: (N,), in lengths of the direction, at least 0; infinity for a miss. Edges belong
        to the triangle; a ray in a triangle's plane misses it.
    """
    start, way = np.asarray(origin, dtype=float), np.asarray(direction, dtype=float)
    corners = np.asarray(triangles, dtype=float).reshape(-1, 3, 3)
    first, second = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    across = np.cross(way, second)
    volume = np.einsum("ij,ij->i", first, across)
    usable = np.abs(volume) > 1e-12
    safe = np.where(usable, volume, 1.0)
    offset = start - corners[:, 0]
    u = np.einsum("ij,ij->i", offset, across) / safe
    turned = np.cross(offset, first)
    v = turned @ way / safe
    t: Array = np.einsum("ij,ij->i", second, turned) / safe
    edge = 1e-9
    hit = usable & (u >= -edge) & (v >= -edge) & (u + v <= 1 + edge) & (t >= 0)
    return np.where(hit, t, np.inf)
