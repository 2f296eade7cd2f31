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

    Space is parted into small cells. For each cell that is asked from it is kept how near every
    triangle can be at most, and how near it was when it was looked at. So a question from a place
    like the last one looks at few triangles, in plain floats, which for a handful are faster than
    arrays.
    """

    def __init__(self, triangles: ArrayLike) -> None:
        """:param triangles: corners, (N, 3, 3), metres; winding does not matter."""
        self._corners: Array = np.asarray(triangles, dtype=float).reshape(-1, 3, 3)
        self._low, self._high = self._corners.min(axis=1), self._corners.max(axis=1)
        a, b, c = self._corners[:, 0], self._corners[:, 1], self._corners[:, 2]
        normal = np.cross(b - a, c - a)
        length = np.sqrt((normal * normal).sum(axis=1))
        span = ((self._high - self._low) ** 2).sum(axis=1)
        # Of slivers the plane is too uncertain to tell anything.
        normal[length < _SLIVER * span] = 0.0
        self._normal = normal / np.where(length > 0, length, 1.0)[:, None]
        self._offset = (self._normal * a).sum(axis=1)
        self._plain: dict[int, tuple[Point, Point, Point]] = {}
        self._cells: dict[tuple[int, int, int], _Cell] = {}

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
        cell = self._cell(point)
        cell.walked += math.dist(point, cell.last) + _ROUNDING
        cell.last = point
        walked, off = cell.walked, math.dist(point, cell.middle) + _ROUNDING
        known, count = cell.known, 0
        while True:
            if cell.next == len(cell.order) < len(self):
                cell.learn(self._bounds(np.array(cell.middle)), len(self))
            # The next to look at: of those known from before or of those never looked at.
            bound = known[count][0] - walked if count < len(known) else math.inf
            if cell.next < len(cell.bounds) and cell.bounds[cell.next] - off < bound:
                bound = cell.bounds[cell.next] - off
                if bound >= best:
                    break
                k = cell.order[cell.next]
                cell.next += 1
                known.insert(count, (0.0, k))
            elif bound >= best:
                break
            k = known[count][1]
            touch = closest_on_triangle(point, *self._triangle(k))
            distance = math.dist(point, touch)
            if distance < best:
                best, found, index = distance, touch, k
            known[count] = (distance + walked, k)
            count += 1
        if count:
            known.sort()
        return best, found, index

    def _cell(self, point: Point) -> _Cell:
        x, y, z = point
        key = math.floor(x / _SIDE), math.floor(y / _SIDE), math.floor(z / _SIDE)
        cell = self._cells.get(key)
        if cell is None:
            if len(self._cells) >= _MOST_CELLS:
                self._cells.clear()
            i, j, k = key
            middle = (i + 0.5) * _SIDE, (j + 0.5) * _SIDE, (k + 0.5) * _SIDE
            cell = self._cells[key] = _Cell(middle, self._bounds(np.array(middle)))
        return cell

    def _bounds(self, here: Array) -> Array:
        """(N,): how near each triangle can be at most: by its box and by its plane."""
        off = np.maximum(np.maximum(self._low - here, here - self._high), 0.0)
        box = np.sqrt((off * off).sum(axis=1))
        plane = np.abs((self._normal * here).sum(axis=1) - self._offset)
        return np.asarray(np.maximum(box, plane), dtype=float)

    def _triangle(self, index: int) -> tuple[Point, Point, Point]:
        known = self._plain.get(index)
        if known is None:
            a, b, c = self._corners[index].tolist()
            known = self._plain[index] = (tuple(a), tuple(b), tuple(c))
        return known


_SIDE = 0.25
"""Of a cell, metres."""
_MOST_CELLS = 32
_FIRST = 256
"""Triangles that a cell is told of at first; seldom more are asked for."""
_SLIVER = 1e-5
"""Area by the square of the longest side below which a triangle is one."""
_ROUNDING = 1e-9
"""Metres."""


class _Cell:
    """A small part of space, and how near triangles are to places in it."""

    def __init__(self, middle: Point, bounds: Array) -> None:
        self.middle = self.last = middle
        """The place last asked from."""
        self.walked = 0.0
        """From each place asked from to the next, in all, metres."""
        self.order: list[int] = []
        self.bounds: list[float] = []
        """Of the nearest triangles, how near they are at most to the middle..."""
        self.next = 0
        """...of which so many were looked at, and are..."""
        self.known: list[tuple[float, int]] = []
        """...here, sorted: distance when looked at plus ``walked`` then, and the triangle. Its
        distance now is at least the first less ``walked`` now."""
        self.learn(bounds, _FIRST)

    def learn(self, bounds: Array, count: int) -> None:
        """Keep the first ``count`` triangles in the order of their bounds."""
        order = np.argsort(bounds, kind="stable")[:count]
        self.order, self.bounds = order.tolist(), bounds[order].tolist()


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
