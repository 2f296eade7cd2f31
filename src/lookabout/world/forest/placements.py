"""Where things can stand: spots over the whole map, in a fixed order."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from lookabout.world.forest.ground import lattice_height
from lookabout.world.forest.land import HALF_SIDE, land_of
from lookabout.world.forest.scatter import candidates
from lookabout.world.registry import Placement

_SPACING = 17.0
_LAYER = 32
_STEEPEST = 0.16
"""Rise a metre over the 10 m around a spot."""


@lru_cache(maxsize=4)
def placements_of(seed: int) -> tuple[Placement, ...]:
    """
    All spots of the map with this seed, away from streams and not on paths.

    ``ground`` is open land, ``edge`` the wood's edge, ``wood`` between trees, ``path`` beside a
    path. Where a thing is put, trees and rocks make room for it.
    """
    land = land_of(seed)
    table = candidates(seed, _LAYER, _SPACING, (0.0, 0.0), HALF_SIDE, 1)
    x, y, turn = table.T
    east = (land.height(x + 5, y) - land.height(x - 5, y)) / 10
    north = (land.height(x, y + 5) - land.height(x, y - 5)) / 10
    path, wood = land.path(x, y), land.wood(x, y)
    fit = (np.hypot(east, north) < _STEEPEST) & (path > 2.6) & (land.stream(x, y) > 14.0)
    kinds = np.select([path < 5.5, wood < 0.2, wood < 0.45], ["path", "ground", "edge"], "wood")
    z = lattice_height(land.height, x[fit], y[fit])
    rows = zip(kinds[fit].tolist(), x[fit].tolist(), y[fit].tolist(), z.tolist(),
               (360 * turn[fit]).tolist(), strict=True)  # fmt: skip
    return tuple(Placement(*row) for row in rows)
