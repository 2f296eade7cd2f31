"""Roofs: hipped ones of slates over eaves, flat ones behind a parapet."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lookabout.world.build.polygon import Point, Polygon, offset_ring
from lookabout.world.build.quads import Quads
from lookabout.world.campus.styles import Style

_EAVES = 0.55
_PITCH = 0.62
_PARAPET = 0.75


def hipped_roof(
    rng: np.random.Generator, quads: Quads, hull: Quads, wings: Sequence[Polygon], z: float,
    style: Style,
) -> None:  # fmt: skip
    """A hip over each wing, from z; wings of equal width meet in valleys."""
    for wing in wings:
        low, high = np.min(wing, axis=0) - _EAVES, np.max(wing, axis=0) + _EAVES
        (x0, y0), (x1, y1) = low.tolist(), high.tolist()
        half = min(x1 - x0, y1 - y0) / 2
        top = z + half * _PITCH
        if x1 - x0 >= y1 - y0:
            p, q = (x0 + half, (y0 + y1) / 2, top), (x1 - half, (y0 + y1) / 2, top)
        else:
            p, q = ((x0 + x1) / 2, y0 + half, top), ((x0 + x1) / 2, y1 - half, top)
        a, b, c, d = (x0, y0, z), (x1, y0, z), (x1, y1, z), (x0, y1, z)
        for out in (quads, hull):
            if x1 - x0 >= y1 - y0:
                out.quad(style.roof, a, b, q, p)
                out.quad(style.roof, c, d, p, q)
                out.triangle(style.roof, b, c, q)
                out.triangle(style.roof, d, a, p)
            else:
                out.quad(style.roof, b, c, q, p)
                out.quad(style.roof, d, a, p, q)
                out.triangle(style.roof, a, b, p)
                out.triangle(style.roof, c, d, q)
        eaves = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
        quads.wall(eaves, z - 0.16, z + 0.02, style.trim)
        quads.flat(eaves[::-1], z - 0.16, style.trim)  # the underside
        hull.flat(eaves[::-1], z - 0.16, "campus.hull")
        for _ in range(2):
            t = float(rng.uniform(0.15, 0.85))
            x, y = p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])
            ring = [(x - 0.45, y - 0.8), (x + 0.45, y - 0.8), (x + 0.45, y + 0.8),
                    (x - 0.45, y + 0.8)]  # fmt: skip
            quads.wall(ring, top - 0.9, top + 1.3, style.wall)
            quads.block(offset_ring(ring, -0.08), top + 1.3, top + 1.45, style.trim)


def flat_roof(
    rng: np.random.Generator, quads: Quads, hull: Quads, ring: Sequence[Point],
    wings: Sequence[Polygon], z: float, style: Style,
) -> None:  # fmt: skip
    """Gravel behind a parapet, and plant in a box on it."""
    inner = offset_ring(ring, 0.3)
    for wing in wings:
        quads.flat(wing, z, style.roof)
        hull.flat(wing, z, "campus.hull")
    quads.wall(ring, z, z + _PARAPET, style.trim)
    quads.wall(inner[::-1], z, z + _PARAPET, style.trim)
    quads.rim(ring, inner, z + _PARAPET, "campus.coping")
    hull.wall(ring, z, z + _PARAPET, "campus.hull")
    for wing in wings:
        low, high = np.min(wing, axis=0) + 3.5, np.max(wing, axis=0) - 3.5
        if (high - low).min() < 3:
            continue
        size = (high - low) * rng.uniform(0.25, 0.5, 2)
        x0, y0 = low + (high - low - size) * rng.random(2)
        x1, y1 = float(x0 + size[0]), float(y0 + size[1])
        plant = [(float(x0), float(y0)), (x1, float(y0)), (x1, y1), (float(x0), y1)]
        quads.block(plant, z, z + 2.4, "campus.panel_grey", "campus.panel_white")
        hull.block(plant, z, z + 2.4, "campus.hull")
