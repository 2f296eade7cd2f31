"""Pitched roofs: planes with thickness, soffits, fascias, rakes, gutters, downspouts."""

from __future__ import annotations

from collections.abc import Callable

from lookabout.world.build.quads import Quads
from lookabout.world.residential.facade import Paint, Point3
from lookabout.world.residential.lot import Rect

_THICK = 0.15
EAVES, RAKE = 0.45, 0.32
"""How far roofs stand over walls, at the eaves and at gable ends."""


def _axes(rect: Rect, along_x: bool) -> tuple[Callable[[float, float, float], Point3], Rect]:
    """Points from (along the ridge, across it, z), and the rectangle in those axes."""
    x0, y0, x1, y1 = rect
    if along_x:
        return (lambda s, t, z: (s, t, z)), rect
    return (lambda s, t, z: (-t, s, z)), (y0, -x1, y1, -x0)


def gable(
    quads: Quads, rect: Rect, z: float, pitch: float, along_x: bool, paint: Paint,
    *, gutters: bool = True, ends: tuple[bool, bool] = (True, True), eaves: float = EAVES,
) -> float:  # fmt: skip
    """
    A roof with a ridge over walls that end at ``z``; the ridge's height.

    :param ends: whether it stands over the walls at the ridge's low and high end.
    """
    at, (s0, t0, s1, t1) = _axes(rect, along_x)
    half, middle = (t1 - t0) / 2, (t0 + t1) / 2
    top, low = z + half * pitch, z - eaves * pitch
    a0, a1 = s0 - RAKE * ends[0], s1 + RAKE * ends[1]
    out, h = half + eaves, _THICK
    quad = quads.quad
    for side in (-1, 1):
        e, f = middle + side * out, middle
        p, q = (a0, a1) if side < 0 else (a1, a0)
        quad(paint.roof, at(p, e, low + h), at(q, e, low + h), at(q, f, top + h), at(p, f, top + h))
        quad(paint.trim, at(q, e, low), at(p, e, low), at(p, f, top), at(q, f, top))
        quad(paint.trim, at(p, e, low - 0.05), at(q, e, low - 0.05), at(q, e, low + h),
             at(p, e, low + h))  # fmt: skip
        if gutters:
            _gutter(quads, at, p, q, e, side, low, paint.trim)
            _downspout(quads, at, s0 if side < 0 else s1, middle + side * half, side, e, low, paint)
        for s, way, there in ((a0, -1, ends[0]), (a1, 1, ends[1])):
            if not there:
                continue
            one, two = (at(s, e, low - 0.04), at(s, f, top - 0.04)), (
                at(s, f, top + h), at(s, e, low + h))  # fmt: skip
            corners = (*one, *two)
            quad(paint.trim, *(corners if side * way < 0 else corners[::-1]))
    _ridge(quads, at, a0, a1, middle, top + h, paint.roof)
    return top


def hip(
    quads: Quads, rect: Rect, z: float, pitch: float, paint: Paint, *, gutters: bool = True
) -> float:
    """A roof that slopes to all sides; its highest point."""
    along_x = rect[2] - rect[0] >= rect[3] - rect[1]
    at, (s0, t0, s1, t1) = _axes(rect, along_x)
    half, middle, e, h = (t1 - t0) / 2, (t0 + t1) / 2, EAVES, _THICK
    top, low, out = z + half * pitch, z - e * pitch, half + e
    a0, a1 = s0 - e, s1 + e
    r0, r1 = a0 + out, a1 - out
    if r1 < r0:
        r0 = r1 = (r0 + r1) / 2
    quad, roof = quads.quad, paint.roof
    b0, b1 = middle - out, middle + out
    quad(roof, at(a0, b0, low + h), at(a1, b0, low + h), at(r1, middle, top + h),
         at(r0, middle, top + h))  # fmt: skip
    quad(roof, at(a1, b1, low + h), at(a0, b1, low + h), at(r0, middle, top + h),
         at(r1, middle, top + h))  # fmt: skip
    quads.triangle(roof, at(a1, b0, low + h), at(a1, b1, low + h), at(r1, middle, top + h))
    quads.triangle(roof, at(a0, b1, low + h), at(a0, b0, low + h), at(r0, middle, top + h))
    quad(paint.trim, at(a0, b1, low), at(a1, b1, low), at(a1, b0, low), at(a0, b0, low))
    ring = [(a0, b0), (a1, b0), (a1, b1), (a0, b1)]
    for k in range(4):
        (p, q), (r, s) = ring[k], ring[(k + 1) % 4]
        quad(paint.trim, at(p, q, low - 0.05), at(r, s, low - 0.05), at(r, s, low + h),
             at(p, q, low + h))  # fmt: skip
    if gutters:
        for side in (-1, 1):
            p, q = (a0, a1) if side < 0 else (a1, a0)
            edge = middle + side * out
            _gutter(quads, at, p, q, edge, side, low, paint.trim)
            place = s0 if side < 0 else s1
            _downspout(quads, at, place, middle + side * half, side, edge, low, paint)
    _ridge(quads, at, r0, r1, middle, top + h, roof)
    return top


def shed(quads: Quads, rect: Rect, z_front: float, z_back: float, roof: str, trim: str) -> None:
    """A roof that falls to the front, over ``rect``."""
    x0, y0, x1, y1 = rect
    h, quad = 0.12, quads.quad
    quad(roof, (x0, y0, z_front + h), (x1, y0, z_front + h), (x1, y1, z_back + h),
         (x0, y1, z_back + h))  # fmt: skip
    quad(trim, (x0, y1, z_back), (x1, y1, z_back), (x1, y0, z_front), (x0, y0, z_front))
    quad(trim, (x0, y0, z_front - 0.04), (x1, y0, z_front - 0.04), (x1, y0, z_front + h),
         (x0, y0, z_front + h))  # fmt: skip
    quad(trim, (x0, y1, z_back), (x0, y0, z_front), (x0, y0, z_front + h), (x0, y1, z_back + h))
    quad(trim, (x1, y0, z_front), (x1, y1, z_back), (x1, y1, z_back + h), (x1, y0, z_front + h))


def _ridge(
    quads: Quads, at: Callable[[float, float, float], Point3], s0: float, s1: float, t: float,
    z: float, name: str,
) -> None:  # fmt: skip
    for side in (-1, 1):
        p, q = (s0, s1) if side < 0 else (s1, s0)
        quads.quad(name, at(p, t + side * 0.16, z - 0.06), at(q, t + side * 0.16, z - 0.06),
                   at(q, t, z + 0.035), at(p, t, z + 0.035))  # fmt: skip


def _gutter(
    quads: Quads, at: Callable[[float, float, float], Point3], p: float, q: float, edge: float,
    side: int, z: float, name: str,
) -> None:  # fmt: skip
    """A trough along the eaves."""
    outer, low, high = edge + side * 0.12, z - 0.02, z + 0.1
    quad = quads.quad
    quad(name, at(p, outer, low), at(q, outer, low), at(q, outer, high), at(p, outer, high))
    quad(name, at(q, edge, low), at(q, outer, low), at(p, outer, low), at(p, edge, low))
    quad("seal", at(p, outer, high - 0.02), at(q, outer, high - 0.02), at(q, edge, high - 0.02),
         at(p, edge, high - 0.02))  # fmt: skip
    for s, way in ((p, -1), (q, 1)):
        corners = (at(s, edge, low), at(s, outer, low), at(s, outer, high), at(s, edge, high))
        quad(name, *(corners if way < 0 else corners[::-1]))


def _downspout(
    quads: Quads, at: Callable[[float, float, float], Point3], s: float, wall: float, side: int,
    edge: float, z: float, paint: Paint,
) -> None:  # fmt: skip
    """From the gutter slanting back to the wall's corner, and down it."""
    inward = 0.1 if side < 0 else -0.1
    s, face = s + inward, wall + side * 0.05
    top = at(s, edge + side * 0.06, z)
    knee = at(s, face, z - 0.35)
    foot = at(s, face, 0.12)
    half = 0.035
    for a, b in ((top, knee), (knee, foot)):
        ring_a = [(a[0] + dx, a[1] + dy, a[2]) for dx, dy in _square(half)]
        ring_b = [(b[0] + dx, b[1] + dy, b[2]) for dx, dy in _square(half)]
        for k in range(4):
            quads.quad(paint.trim, ring_b[k - 1], ring_b[k], ring_a[k], ring_a[k - 1])


def _square(half: float) -> tuple[tuple[float, float], ...]:
    return (-half, -half), (half, -half), (half, half), (-half, half)
