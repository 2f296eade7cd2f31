"""What stands on flat roofs."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from lookabout.world.build.polygon import area, contains, extent, inset, longest_edge
from lookabout.world.city.props import reach
from lookabout.world.city.sketch import Mass, between, pick

Placed = tuple[str, float, float, float, float, float]
"""(name, x, y, z, yaw, scale)"""
_LISTS: dict[str, tuple[tuple[str, float], ...]] = {
    # (thing, expected number on 400 square metres)
    "flat": (
        ("bulkhead", 0.7), ("rtu_small", 1.3), ("rtu_grey", 0.9), ("condensers", 0.8),
        ("vents", 1.2), ("vent", 2.0), ("skylight", 0.6), ("hatch", 0.6), ("duct", 0.35),
        ("water_tank", 0.12), ("solar", 0.35), ("mast", 0.08), ("terrace", 0.25),
        ("billboard", 0.05),
    ),
    "tower": (
        ("penthouse", 0.9), ("cooling_tower", 0.8), ("rtu_large", 0.7), ("duct", 0.5),
        ("vents", 0.8), ("mast", 0.5), ("bulkhead", 0.4), ("vent", 1.0), ("hatch", 0.4),
    ),
    "terrace": (("terrace", 0.8), ("vents", 0.5), ("rtu_grey", 0.4), ("skylights", 0.3)),
    "shed": (
        ("rtu_small", 0.8), ("rtu_grey", 0.6), ("rtu_large", 0.18), ("skylights", 0.55),
        ("vent", 0.8), ("vents", 0.3), ("hatch", 0.2), ("duct", 0.15), ("solar", 0.25),
    ),
    "walkup": (
        ("hatch", 2.0), ("vent", 3.0), ("condensers", 1.2), ("skylight", 1.2), ("solar", 0.5),
        ("vents", 1.5), ("terrace", 0.7), ("bulkhead_brick", 0.5), ("rtu_small", 0.6),
    ),
}  # fmt: skip


def clutter(masses: Sequence[Mass]) -> list[Placed]:
    """Machinery, stairs, skylights on each roof that no higher part stands on."""
    out: list[Placed] = []
    for mass in masses:
        if mass.clutter == "none":
            continue
        rng = np.random.default_rng([mass.seed, 3, round(mass.base * 10)])
        above = [
            other.ring for other in masses if other is not mass and abs(other.base - mass.top) < 0.2
        ]
        taken: list[tuple[float, float, float]] = []
        for piece in mass.pieces:
            out += _on_piece(rng, mass, piece, above, taken)
    return out


def _on_piece(
    rng: np.random.Generator,
    mass: Mass,
    piece: list[tuple[float, float]],
    above: list[list[tuple[float, float]]],
    taken: list[tuple[float, float, float]],
) -> list[Placed]:
    size = area(piece)
    u = longest_edge(piece)
    v = (-u[1], u[0])
    a0, a1 = extent(piece, u)
    b0, b1 = extent(piece, v)
    yaw = math.degrees(math.atan2(u[1], u[0]))
    out: list[Placed] = []
    line = between(rng, 0.3, 0.7)  # machinery tends to stand in a row
    for name, number in _LISTS[mass.clutter]:
        expected = 1.5 * number * min(size, 4000) / 400
        count = min(12, int(expected + float(rng.random())))
        if not count:
            continue
        radius = reach(name)
        room = inset(piece, radius * 0.75 + 0.5)
        if not room:
            continue
        for _ in range(count):
            for _ in range(3):
                a = a0 + (a1 - a0) * float(rng.random())
                share = line if rng.random() < 0.5 else float(rng.random())
                b = b0 + (b1 - b0) * share
                x, y = a * u[0] - b * u[1], a * u[1] + b * u[0]
                if not contains(room, x, y):
                    continue
                if any(math.hypot(x - p, y - q) < radius + r + 0.3 for p, q, r in taken):
                    continue
                if any(contains(ring, x, y, -radius) for ring in above):
                    continue
                taken.append((x, y, radius))
                turn = yaw + pick(rng, (0.0, 90.0, 180.0, 270.0))
                out.append((name, x, y, mass.top, turn, between(rng, 0.85, 1.15)))
                break
    return out
