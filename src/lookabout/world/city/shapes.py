"""Simple solids for small things."""

from __future__ import annotations

import math

import numpy as np

from lookabout.world.build.polygon import Polygon
from lookabout.world.build.quads import Quads


def box(
    q: Quads, x: float, y: float, w: float, d: float, z0: float, z1: float, side: str, top: str = ""
) -> None:
    """A box of ``w`` by ``d`` around (x, y), without a bottom."""
    ring = [(x - w / 2, y - d / 2), (x + w / 2, y - d / 2), (x + w / 2, y + d / 2),
            (x - w / 2, y + d / 2)]  # fmt: skip
    q.wall(ring, z0, z1, side)
    q.flat(ring, z1, top or side)


def circle(x: float, y: float, radius: float, count: int) -> Polygon:
    """``count`` points around (x, y)."""
    angles = np.linspace(0, 2 * np.pi, count, endpoint=False).tolist()
    return [(x + radius * math.cos(t), y + radius * math.sin(t)) for t in angles]


def drum(
    q: Quads, x: float, y: float, radius: float, z0: float, z1: float, side: str, top: str = "",
    count: int = 14,
) -> None:  # fmt: skip
    """An upright cylinder, without a bottom."""
    ring = circle(x, y, radius, count)
    q.wall(ring, z0, z1, side)
    q.flat(ring, z1, top or side)


def fan(q: Quads, x: float, y: float, radius: float, z: float) -> None:
    """A round grille with a dark throat and a hub."""
    outer, inner = circle(x, y, radius, 14), circle(x, y, radius * 0.85, 14)
    q.wall(outer, z, z + 0.14, "metal_mid")
    q.rim(outer, inner, z + 0.14, "metal_light")
    q.flat(inner, z + 0.05, "metal_dark")
    for t in (0.0, math.pi / 2):
        dx, dy = radius * 0.85 * math.cos(t), radius * 0.85 * math.sin(t)
        q.beam((x - dx, y - dy, z + 0.10), (x + dx, y + dy, z + 0.10), 0.07, 0.04, "metal_mid")
