"""Many triangles, and the point of them that lies nearest."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
Point = tuple[float, float, float]


class Cloud:
    """
    Triangles asked again and again for their nearest point, from places near one another.

    Boxes around the triangles leave few to be looked at; those are looked at in plain floats,
    which for a handful are faster than arrays.
    """

    def __init__(self, triangles: ArrayLike) -> None:
        """:param triangles: corners, (N, 3, 3), metres; winding does not matter."""
        self._corners: Array = np.asarray(triangles, dtype=float).reshape(-1, 3, 3)
        self._low, self._high = self._corners.min(axis=1), self._corners.max(axis=1)
        self._plain: dict[int, tuple[Point, Point, Point]] = {}

    def __len__(self) -> int:
        return len(self._corners)

    def nearest(self, point: Point, within: float) -> tuple[float, Point, int]:
        """
        The nearest point of all triangles.

        :param within: metres; what is farther is not looked for.
        :returns: distance, point, index of its triangle; ``(within, point, -1)`` with the point
            as given where nothing is nearer than that.
        """
        best, found, index = within, point, -1
        if len(self._corners) == 0:
            return best, found, index
        here = np.array(point)
        off = np.maximum(np.maximum(self._low - here, here - self._high), 0.0)
        x, y, z = off[:, 0], off[:, 1], off[:, 2]
        squares = x * x + y * y + z * z
        near = np.flatnonzero(squares < within * within)
        for k in near[np.argsort(squares[near], kind="stable")].tolist():
            if squares[k] >= best * best:
                break
            touch = closest_on_triangle(point, *self._triangle(k))
            distance = math.dist(point, touch)
            if distance < best:
                best, found, index = distance, touch, k
        return best, found, index

    def _triangle(self, index: int) -> tuple[Point, Point, Point]:
        known = self._plain.get(index)
        if known is None:
            a, b, c = self._corners[index].tolist()
            known = self._plain[index] = (tuple(a), tuple(b), tuple(c))
        return known


def closest_on_triangle(p: Point, a: Point, b: Point, c: Point) -> Point:
    """
    The point of a triangle closest to ``p``.

    By the corner, edge or face whose outside ``p`` lies in (Ericson, Real-Time Collision
    Detection, section 5.1.5). A triangle without area is the edges that it has.
    """
    ab, ac, ap = _minus(b, a), _minus(c, a), _minus(p, a)
    d1, d2 = _dot(ab, ap), _dot(ac, ap)
    if d1 <= 0 and d2 <= 0:
        return a
    bp = _minus(p, b)
    d3, d4 = _dot(ab, bp), _dot(ac, bp)
    if d3 >= 0 and d4 <= d3:
        return b
    cp = _minus(p, c)
    d5, d6 = _dot(ab, cp), _dot(ac, cp)
    if d6 >= 0 and d5 <= d6:
        return c
    vc = d1 * d4 - d3 * d2
    if vc <= 0 <= d1 and d3 <= 0 and d1 > d3:
        return _along(a, ab, d1 / (d1 - d3))
    vb = d5 * d2 - d1 * d6
    if vb <= 0 <= d2 and d6 <= 0 and d2 > d6:
        return _along(a, ac, d2 / (d2 - d6))
    va = d3 * d6 - d5 * d4
    if va <= 0 and d4 >= d3 and d5 >= d6:
        return _along(b, _minus(c, b), (d4 - d3) / ((d4 - d3) + (d5 - d6)))
    whole = va + vb + vc
    return _along(_along(a, ab, vb / whole), ac, vc / whole)


def _minus(a: Point, b: Point) -> Point:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def _dot(a: Point, b: Point) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _along(start: Point, way: Point, share: float) -> Point:
    return start[0] + share * way[0], start[1] + share * way[1], start[2] + share * way[2]
