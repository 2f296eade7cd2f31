"""Convex polygons in the plane: cut, inset, round, fit.

A polygon is a list of (x, y), counter-clockwise. Everything the city lays out is made by
cutting convex blocks with lines, so convex is all that is needed; plain floats are several
times quicker here than arrays of four points.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

Point = tuple[float, float]
Polygon = list[Point]
_TINY = 1e-9


def clip(polygon: Sequence[Point], point: Point, normal: Point) -> Polygon:
    """The part of ``polygon`` on the side of ``normal`` of the line through ``point``."""
    px, py = point
    nx, ny = normal
    side = [(x - px) * nx + (y - py) * ny for x, y in polygon]
    if not side or min(side) >= -_TINY:
        return list(polygon)
    if max(side) <= _TINY:
        return []
    out: Polygon = []
    count = len(polygon)
    for i in range(count):
        a, b = side[i], side[(i + 1) % count]
        if a >= 0:
            out.append(polygon[i])
        if (a > 0 > b) or (a < 0 < b):
            t = a / (a - b)
            (x0, y0), (x1, y1) = polygon[i], polygon[(i + 1) % count]
            out.append((x0 + t * (x1 - x0), y0 + t * (y1 - y0)))
    return out if len(out) >= 3 else []


def split(polygon: Sequence[Point], point: Point, direction: Point) -> tuple[Polygon, Polygon]:
    """The parts to the left and to the right of a line."""
    left = (-direction[1], direction[0])
    return clip(polygon, point, left), clip(polygon, point, (-left[0], -left[1]))


def inset(polygon: Sequence[Point], distance: float) -> Polygon:
    """``polygon`` with every edge moved inward by ``distance``; empty if nothing is left."""
    out = list(polygon)
    for (x0, y0), (x1, y1) in edges(polygon):
        length = math.hypot(x1 - x0, y1 - y0)
        if length < _TINY:
            continue
        nx, ny = -(y1 - y0) / length, (x1 - x0) / length
        out = clip(out, (x0 + nx * distance, y0 + ny * distance), (nx, ny))
        if not out:
            return []
    return out


def edges(polygon: Sequence[Point]) -> list[tuple[Point, Point]]:
    """Each edge as (start, end)."""
    return [(polygon[i - 1], polygon[i]) for i in range(1, len(polygon))] + [
        (polygon[-1], polygon[0])
    ]


def area(polygon: Sequence[Point]) -> float:
    """Square metres; 0 for fewer than three points."""
    if len(polygon) < 3:
        return 0.0
    return 0.5 * sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in edges(polygon))


def centroid(polygon: Sequence[Point]) -> Point:
    """Centre of area."""
    total = area(polygon)
    if abs(total) < _TINY:
        return (
            sum(x for x, _ in polygon) / len(polygon),
            sum(y for _, y in polygon) / len(polygon),
        )
    # Relative to the first corner, for precision far from the origin.
    ox, oy = polygon[0]
    cx = cy = 0.0
    for (x0, y0), (x1, y1) in edges([(x - ox, y - oy) for x, y in polygon]):
        cross = x0 * y1 - x1 * y0
        cx += (x0 + x1) * cross
        cy += (y0 + y1) * cross
    return ox + cx / (6 * total), oy + cy / (6 * total)


def contains(polygon: Sequence[Point], x: float, y: float, margin: float = 0.0) -> bool:
    """True for points inside by at least ``margin`` metres (negative: outside by at most)."""
    if len(polygon) < 3:
        return False
    x0, y0 = polygon[-1]
    for x1, y1 in polygon:
        dx, dy = x1 - x0, y1 - y0
        if dx * (y - y0) - dy * (x - x0) < (margin and margin * math.hypot(dx, dy)):
            return False
        x0, y0 = x1, y1
    return True


def bounds(polygon: Sequence[Point]) -> tuple[float, float, float, float]:
    """(x low, y low, x high, y high)."""
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    return min(xs), min(ys), max(xs), max(ys)


def longest_edge(polygon: Sequence[Point]) -> Point:
    """Unit vector along the longest edge."""
    (x0, y0), (x1, y1) = max(
        edges(polygon), key=lambda e: (e[1][0] - e[0][0]) ** 2 + (e[1][1] - e[0][1]) ** 2
    )
    length = math.hypot(x1 - x0, y1 - y0)
    return (x1 - x0) / length, (y1 - y0) / length


def extent(polygon: Sequence[Point], direction: Point) -> tuple[float, float]:
    """Lowest and highest coordinate along ``direction``."""
    values = [x * direction[0] + y * direction[1] for x, y in polygon]
    return min(values), max(values)


def rounded(polygon: Sequence[Point], radius: float, corners: Sequence[bool]) -> Polygon:
    """
    ``polygon`` with corner ``i`` replaced by an arc where ``corners[i]``.

    The radius shrinks where an edge is too short for it.
    """
    out: Polygon = []
    count = len(polygon)
    for i, (x, y) in enumerate(polygon):
        (ax, ay), (bx, by) = polygon[i - 1], polygon[(i + 1) % count]
        la, lb = math.hypot(ax - x, ay - y), math.hypot(bx - x, by - y)
        if not corners[i] or la < 0.1 or lb < 0.1:
            out.append((x, y))
            continue
        ua, ub = ((ax - x) / la, (ay - y) / la), ((bx - x) / lb, (by - y) / lb)
        half = 0.5 * math.acos(max(-1.0, min(1.0, ua[0] * ub[0] + ua[1] * ub[1])))
        if half > 1.45:
            out.append((x, y))
            continue
        reach = min(radius / math.tan(half), 0.45 * la, 0.45 * lb)
        # A quadratic curve through the two tangent points is close enough to the arc.
        for t in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0):
            wa, wb = (1 - t) ** 2 * reach, t**2 * reach
            out.append((x + wa * ua[0] + wb * ub[0], y + wa * ua[1] + wb * ub[1]))
    return out


def inner_rectangle(polygon: Sequence[Point], direction: Point) -> Polygon:
    """A large rectangle with sides along ``direction`` inside ``polygon``; maybe empty."""
    ux, uy = direction
    a0, a1 = extent(polygon, direction)
    b0, b1 = extent(polygon, (-uy, ux))
    planes = []
    for (x0, y0), (x1, y1) in edges(polygon):
        length = math.hypot(x1 - x0, y1 - y0)
        if length > _TINY:
            nx, ny = -(y1 - y0) / length, (x1 - x0) / length
            planes.append((nx * ux + ny * uy, -nx * uy + ny * ux, nx * x0 + ny * y0))
    for _ in range(3):
        for na, nb, offset in planes:
            worst = na * (a0 if na > 0 else a1) + nb * (b0 if nb > 0 else b1) - offset
            if worst >= -1e-6:
                continue
            step_a = -worst / abs(na) if abs(na) > 1e-6 else math.inf
            step_b = -worst / abs(nb) if abs(nb) > 1e-6 else math.inf
            # Give up the smaller share of the rectangle.
            if step_a * (b1 - b0) <= step_b * (a1 - a0):
                a0, a1 = (a0 + step_a, a1) if na > 0 else (a0, a1 - step_a)
            else:
                b0, b1 = (b0 + step_b, b1) if nb > 0 else (b0, b1 - step_b)
            if a1 - a0 < 0.5 or b1 - b0 < 0.5:
                return []
    return [(a * ux - b * uy, a * uy + b * ux) for a, b in ((a0, b0), (a1, b0), (a1, b1), (a0, b1))]


def rectangle(centre: Point, direction: Point, length: float, width: float) -> Polygon:
    """Rectangle with ``length`` along the unit vector ``direction``."""
    (cx, cy), (ux, uy) = centre, direction
    a, b = length / 2, width / 2
    return [
        (cx + i * a * ux - j * b * uy, cy + i * a * uy + j * b * ux)
        for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]


def offset_ring(ring: Sequence[Point], distance: float) -> Polygon:
    """A simple ring, convex or not, with every edge moved inward; same number of corners.

    Corners are mitred; right while ``distance`` is small against the edges.
    """
    out: Polygon = []
    count = len(ring)
    for i, (x, y) in enumerate(ring):
        (ax, ay), (bx, by) = ring[i - 1], ring[(i + 1) % count]
        la, lb = math.hypot(x - ax, y - ay), math.hypot(bx - x, by - y)
        n0 = (-(y - ay) / la, (x - ax) / la)
        n1 = (-(by - y) / lb, (bx - x) / lb)
        scale = distance / max(0.3, 1 + n0[0] * n1[0] + n0[1] * n1[1])
        out.append((x + scale * (n0[0] + n1[0]), y + scale * (n0[1] + n1[1])))
    return out


def triangulate(ring: Sequence[Point]) -> list[tuple[int, int, int]]:
    """Indices of triangles that fill a simple ring, by cutting ears."""
    rest = list(range(len(ring)))
    out: list[tuple[int, int, int]] = []

    def cross(a: int, b: int, c: int) -> float:
        (ax, ay), (bx, by), (cx, cy) = ring[a], ring[b], ring[c]
        return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

    while len(rest) > 3:
        best = -1
        for k in range(len(rest)):
            a, b, c = rest[k - 1], rest[k], rest[(k + 1) % len(rest)]
            if cross(a, b, c) <= _TINY:
                continue
            if any(
                cross(a, b, p) >= 0 and cross(b, c, p) >= 0 and cross(c, a, p) >= 0
                for p in rest
                if p not in (a, b, c)
            ):
                continue
            best = k
            break
        if best < 0:  # only collinear corners are left
            break
        out.append((rest[best - 1], rest[best], rest[(best + 1) % len(rest)]))
        del rest[best]
    out.append((rest[0], rest[1], rest[2]))
    return out
