"""What is laid on the ground of a lot: rectangles in its axes."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from lookabout.world.residential.lot import Lot, Rect
from lookabout.world.residential.streets import WALK

DIP_SIDE = 0.8
"""Width of the slopes on either side of a lowered kerb, metres."""
SURFACES = (
    "road", "gutter", "kerb", "verge", "sidewalk", "lawn_0", "lawn_1", "lawn_2", "drive_concrete",
    "drive_asphalt", "walk", "mulch", "patio", "pavers",
)  # fmt: skip
"""What the ground is made of; the first six, in this order, follow each other from a street's
middle to the lots."""
ROAD, GUTTER, KERB, VERGE_GRASS, SIDEWALK, LAWN = range(6)
_LAWNS = (LAWN, LAWN + 1, LAWN + 2)


@lru_cache(maxsize=1000)
def laid_on(lot: Lot) -> tuple[tuple[Rect, tuple[int, ...], str | None], ...]:
    """
    What is laid, in order: where; over which surfaces, by number; and what, by name.

    None changes nothing, and only cuts the ground along the rectangle's edges.
    """
    home, rng = lot.home, np.random.default_rng([lot.home.seed, 0x1A1D])
    half, depth = lot.width / 2, lot.depth
    lawn = f"lawn_{int(rng.integers(3))}"
    out: list[tuple[Rect, tuple[int, ...], str | None]] = [
        ((-half, -0.6, half, depth), _LAWNS, lawn)
    ]
    d = home.drive
    paved = "drive_asphalt" if rng.random() < 0.35 else "drive_concrete"
    verge = (-WALK - 3.0, 0.6)
    sloped: Rect = (d[0] - DIP_SIDE, verge[0], d[2] + DIP_SIDE, verge[1])
    apron: Rect = (d[0], verge[0], d[2], verge[1])
    out += [
        (sloped, (KERB, VERGE_GRASS), None),
        (apron, (KERB, VERGE_GRASS), "drive_concrete"),
        # Where a sidewalk curves away from the lot, they go on to it.
        ((d[0], verge[0], d[2], d[3] + 0.3), _LAWNS, paved),
        (
            (home.walk[0], verge[0] if home.walk[1] == 0 else home.walk[1], *home.walk[2:]),
            _LAWNS,
            "walk",
        ),
    ]
    for bed in beds(lot):
        out.append((bed, _LAWNS, "mulch"))
    place = patio(lot)
    if place is not None:
        stone = ("patio", "pavers", "patio")[int(rng.integers(3))]
        out.append((place, _LAWNS, stone))
    return tuple(out)


def patio(lot: Lot) -> Rect | None:
    """The paved place behind the house, if it has one."""
    rng, m = np.random.default_rng([lot.home.seed, 0x9A7]), lot.home.main
    wide, reach = float(rng.uniform(3.2, 5.5)), float(rng.uniform(2.6, 3.8))
    a = float(rng.uniform(m[0], max(m[0] + 0.1, m[2] - wide)))
    if rng.random() > 0.75 or m[3] + reach > lot.depth - 1:
        return None
    return a, m[3] - 0.1, a + wide, m[3] + reach


def beds(lot: Lot) -> list[Rect]:
    """Planted strips before the house, on either side of the porch, and along a side."""
    home = lot.home
    m, p, front = home.main, home.porch, home.main[1]
    low = max(m[0], home.drive[2] + 0.3) if home.drive[0] < m[0] and not home.attached else m[0]
    out: list[Rect] = []
    top = p[1] if p[2] - p[0] > 0.8 * (m[2] - m[0]) else front
    for a0, a1 in ((low + 0.1, home.door - 1.3), (home.door + 1.3, m[2] - 0.1)):
        if a1 - a0 > 1.2:
            out.append((a0, top - 1.15, a1, top + 0.05))
    return out
