"""Woods around the campus, so that no picture has an edge."""

from __future__ import annotations

import numpy as np

from lookabout.world.build import Stock, matrices
from lookabout.world.campus.land import EDGE, HALF_SIDE, Land
from lookabout.world.campus.planner import plan_of
from lookabout.world.vegetation.street import street_tree
from lookabout.world.vegetation.town import tree_hull

_SPECIES = ("oak", "maple", "elm", "spruce", "linden")
_RINGS = ((HALF_SIDE + 5, 5.5), (HALF_SIDE + 12, 6.0), (HALF_SIDE + 21, 7.0), (EDGE - 6, 7.5),
          (EDGE + 12, 8.0), (EDGE + 32, 9.5), (EDGE + 60, 11.0))  # fmt: skip
"""Half sides of squares of trees around the map, and the trees' spacing on them, metres."""


def far_trees(seed: int, stock: Stock) -> None:
    """Belts of trees beyond the map's edge; farther ones are larger."""
    rng = np.random.default_rng([seed, 0xFA2])
    land: Land = plan_of(seed).land
    rows: dict[tuple[str, int], list[tuple[float, ...]]] = {}
    for half, pitch in _RINGS:
        line = np.arange(-half, half, pitch)
        for side in range(4):
            for s in line.tolist():
                a, b = s + rng.uniform(-2, 2), half + rng.uniform(-2.5, 2.5)
                x, y = ((a, b), (-b, a), (-a, -b), (b, -a))[side]
                name = _SPECIES[int(rng.integers(len(_SPECIES)))]
                scale = rng.uniform(0.8, 1.2) * (1 + max(0.0, half - EDGE) / 110)
                z = land.at(x, y) if half < EDGE else 0.0
                row = (x, y, z, rng.uniform(0, 360), scale)
                rows.setdefault((name, int(rng.integers(3))), []).append(row)
    for (name, variant), found in rows.items():
        stock.put(
            f"campus/tree/{name}/{variant}", street_tree(name, variant),
            matrices(*np.array(found).T),
            "tree",
            collider=(f"campus/tree/{name}/hull", tree_hull(name)),
        )  # fmt: skip
