"""Points spread over surfaces."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lookabout.geometry import Box

Floats = NDArray[np.float64]

_POINTS = 1024
_PLASTIC = 1.32471795724474602596
"""Its powers give the plane's most even sequence (Roberts' R2)."""
# Corner i of Box.corners is high on axis a where bit a of i is set.
_BOX_FACES = np.array(
    [(0, 4, 6, 2), (1, 3, 7, 5), (0, 1, 5, 4), (2, 6, 7, 3), (0, 2, 3, 1), (4, 5, 7, 6)]
)


def spread(triangles: Floats, count: int = _POINTS) -> tuple[Floats, Floats]:
    """
    Points evenly over triangles, by area; no chance involved.

    :param triangles: corners, (T, 3, 3).
    :returns: points (count, 3) and the unit normals (count, 3) of their triangles; none, (0, 3),
        if the triangles have no area.
    """
    edges = triangles[:, 1:] - triangles[:, :1]
    normals = np.cross(edges[:, 0], edges[:, 1])
    areas = np.linalg.norm(normals, axis=1)
    reach = np.cumsum(areas)
    if len(reach) == 0 or reach[-1] <= 0.0:
        return np.empty((0, 3)), np.empty((0, 3))
    index = np.arange(count) + 0.5
    chosen = np.searchsorted(reach, index / count * reach[-1])
    u, v = (index / _PLASTIC) % 1.0, (index / _PLASTIC**2) % 1.0
    fold = u + v > 1.0
    u, v = np.where(fold, 1.0 - u, u), np.where(fold, 1.0 - v, v)
    points = triangles[chosen, 0] + u[:, None] * edges[chosen, 0] + v[:, None] * edges[chosen, 1]
    return points, normals[chosen] / areas[chosen, None]


def box_triangles(box: Box) -> Floats:
    """The faces of a box, (12, 3, 3), counter-clockwise from outside."""
    corners: Floats = box.corners[_BOX_FACES[:, [[0, 1, 2], [0, 2, 3]]]]
    return corners.reshape(12, 3, 3)
