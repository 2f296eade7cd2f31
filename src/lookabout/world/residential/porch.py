"""Porches: a deck with steps, posts, rails and a roof before the front door."""

from __future__ import annotations

import itertools

import numpy as np

from lookabout.world.build.quads import Quads
from lookabout.world.residential import roofing
from lookabout.world.residential.facade import Paint, Wall
from lookabout.world.residential.lot import Home, Rect

_STEP, _TREAD = 0.17, 0.3


def porch(
    quads: Quads, rng: np.random.Generator, home: Home, paint: Paint, floor: float, eaves: float
) -> None:
    """:param floor: of the house, over its ground; ``eaves``: where its walls end."""
    x0, y0, x1, y1 = home.porch
    deck = floor - 0.04
    side = "concrete" if rng.random() < 0.5 else "brick_red" if "brick" in paint.front else "deck"
    top = "deck" if side == "deck" else "concrete"
    ring = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    quads.wall(ring, -0.45, deck, side)
    quads.flat(ring, deck, top)
    edge = [(x0 - 0.03, y0 - 0.03), (x1 + 0.03, y0 - 0.03), (x1 + 0.03, y1), (x0 - 0.03, y1)]
    quads.wall(edge, deck - 0.06, deck + 0.004, top)
    quads.flat(edge, deck + 0.004, top)
    half = min(0.75, (x1 - x0) / 2)
    door = min(max(home.door, x0 + half), x1 - half)
    step = [(door - half, y0 - _TREAD), (door + half, y0 - _TREAD), (door + half, y0),
            (door - half, y0)]  # fmt: skip
    quads.wall(step, -0.45, deck - _STEP, "concrete")
    quads.flat(step, deck - _STEP, "concrete")
    wide = x1 - x0 > 4.0
    low = min(2.5 + floor, eaves - 0.3)
    _roof(quads, home, paint, low, wide)
    posts = _posts(x0, x1, door, half, wide)
    thick = 0.15 if not wide else 0.14
    for x in posts:
        _post(quads, x, y0 + 0.14, deck, low, thick, home.style, paint)
    beam = [(x0, y0 + 0.04), (x1, y0 + 0.04), (x1, y0 + 0.24), (x0, y0 + 0.24)]
    quads.wall(beam, low - 0.24, low, paint.trim)
    quads.flat(beam[::-1], low - 0.24, paint.trim)
    if wide:
        for left, right in itertools.pairwise(posts):
            if right < door - half + 0.05 or left > door + half - 0.05:
                _rail(
                    Wall(quads, left + 0.07, y0 + 0.14, 1.0, 0.0, right - left - 0.14), deck, paint
                )
        for x in (x0 + 0.14, x1 - 0.14):
            _rail(Wall(quads, x, y0 + 0.2, 0.0, 1.0, y1 - y0 - 0.2), deck, paint)


def _posts(x0: float, x1: float, door: float, half: float, wide: bool) -> list[float]:
    ends = [x0 + 0.14, x1 - 0.14]
    if not wide:
        return ends
    inner = [x for x in (door - half, door + half) if ends[0] + 0.8 < x < ends[1] - 0.8]
    out = [ends[0], *inner, ends[1]]
    full: list[float] = []
    for a, b in itertools.pairwise(out):
        count = max(1, round((b - a) / 2.6)) if (a + b) / 2 != door else 1
        full += [a + (b - a) * k / count for k in range(count)]
    return [*full, out[-1]]


def _post(
    quads: Quads, x: float, y: float, low: float, high: float, size: float, style: str, paint: Paint
) -> None:
    def block(half: float, z0: float, z1: float, name: str) -> None:
        ring = [
            (x - half, y - half),
            (x + half, y - half),
            (x + half, y + half),
            (x - half, y + half),
        ]
        quads.block(ring, z0, z1, name)

    if style == "bungalow":  # tapered columns on piers
        block(0.2, low, low + 0.95, "brick_brown")
        block(0.24, low + 0.95, low + 1.03, "concrete")
        a, b = 0.16, 0.11
        quads_low = [(x - a, y - a), (x + a, y - a), (x + a, y + a), (x - a, y + a)]
        quads_top = [(x - b, y - b), (x + b, y - b), (x + b, y + b), (x - b, y + b)]
        for k in range(4):
            p, q, r, s = quads_low[k - 1], quads_low[k], quads_top[k], quads_top[k - 1]
            quads.quad(paint.trim, (*p, low + 1.03), (*q, low + 1.03), (*r, high - 0.24),
                       (*s, high - 0.24))  # fmt: skip
        return
    block(size / 2, low, high - 0.2, paint.trim)
    block(size / 2 + 0.03, low, low + 0.14, paint.trim)
    block(size / 2 + 0.03, high - 0.34, high - 0.22, paint.trim)


def _rail(wall: Wall, deck: float, paint: Paint) -> None:
    """A handrail over balusters."""
    n = max(1, round(wall.length / 0.125))
    for z, high in ((0.08, 0.05), (0.86, 0.06)):
        wall.bar(paint.trim, 0.0, wall.length, deck + z, deck + z + high, -0.03, 0.03)
        wall.quads.quad(
            paint.trim, wall.at(wall.length, deck + z, -0.03), wall.at(0, deck + z, -0.03),
            wall.at(0, deck + z + high, -0.03), wall.at(wall.length, deck + z + high, -0.03),
        )  # fmt: skip
    for k in range(n):
        s = (k + 0.5) * wall.length / n
        for a, b in ((wall.at(s - 0.016, 0, 0.016), wall.at(s + 0.016, 0, 0.016)),
                     (wall.at(s + 0.016, 0, 0.016), wall.at(s + 0.016, 0, -0.016)),
                     (wall.at(s + 0.016, 0, -0.016), wall.at(s - 0.016, 0, -0.016)),
                     (wall.at(s - 0.016, 0, -0.016), wall.at(s - 0.016, 0, 0.016))):  # fmt: skip
            wall.quads.quad(paint.trim, (*a[:2], deck + 0.13), (*b[:2], deck + 0.13),
                            (*b[:2], deck + 0.86), (*a[:2], deck + 0.86))  # fmt: skip


def _roof(quads: Quads, home: Home, paint: Paint, low: float, wide: bool) -> None:
    x0, y0, x1, y1 = home.porch
    roof = "seam_metal" if home.style == "farmhouse" else paint.roof
    if wide:
        rect: Rect = (x0 - 0.3, y0 - 0.35, x1 + 0.3, y1 + 0.05)
        roofing.shed(quads, rect, low - 0.05, low + 0.26 * (y1 - y0 + 0.4), roof, paint.trim)
        ceiling = [(x0, y0), (x0, y1), (x1, y1), (x1, y0)]
        quads.flat(ceiling, low - 0.02, "ceiling")
        return
    rect = (x0, y0, x1, y1)
    half = (x1 - x0) / 2
    front = Wall(quads, x0, y0 + 0.04, 1.0, 0.0, x1 - x0)
    front.build(paint.trim, low, lambda s: low + (half - abs(s - half)) * 0.55, [], paint, (half,))
    roofing.gable(quads, rect, low, 0.55, False, paint, gutters=False, ends=(True, False),
                  eaves=0.25)  # fmt: skip
    quads.flat([(x0, y0), (x0, y1), (x1, y1), (x1, y0)], low - 0.01, "ceiling")
