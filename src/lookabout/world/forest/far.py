"""The forest beyond what is built: groves of simple trees, out to the hills."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from lookabout.world.build import Stock, matrices
from lookabout.world.forest.ground import Ground
from lookabout.world.forest.land import tree_share
from lookabout.world.forest.scatter import candidates
from lookabout.world.forest.trees import SPECIES
from lookabout.world.scene import Mesh
from lookabout.world.vegetation.limbs import Pieces, rough_balls

Floats = NDArray[np.float64]
_REACH, _SHARE = 620.0, 2.0
"""Beyond the built square: at most, metres, and as a share of its half-side."""
_SIDE = 40.0
_COUNTS = (2, 6, 14, 28, 48)
"""Trees in a grove, one mesh each."""
_LAYER = 64


def plant_far(
    ground: Ground, seed: int, centre: tuple[float, float], radius: float, density: float,
    stock: Stock,
) -> None:  # fmt: skip
    """Groves around the square ``centre ± radius`` into ``stock``."""
    table = candidates(seed, _LAYER, _SIDE, centre, radius + min(_REACH, _SHARE * radius), 3)
    away = np.abs(table[:, :2] - centre).max(axis=1)
    table = table[away > radius + _SIDE * 0.45]
    x, y, yaw, kind, draw = table.T
    land = ground.land
    wanted = density / 10 * _SIDE**2 * tree_share(land.wood(x, y))
    level = np.searchsorted(_COUNTS, wanted * (0.75 + 0.5 * draw))
    level[wanted < 0.5] = -1
    level = np.minimum(level, len(_COUNTS) - 1)
    conifer = land.stand(x, y) + 0.5 * (kind - 0.5) > 0.5
    h = 12.0
    z = land.height(x, y)
    east = (land.height(x + h, y) - land.height(x - h, y)) / (2 * h)
    north = (land.height(x, y + h) - land.height(x, y - h)) / (2 * h)
    moved = matrices(x, y, z - 0.5, 360 * yaw)
    moved[:, 2, :3] += east[:, None] * moved[:, 0, :3] + north[:, None] * moved[:, 1, :3]
    for k in range(len(_COUNTS)):
        for pointed in (False, True):
            these = (level == k) & (conifer == pointed)
            name = "conifer" if pointed else "broad"
            stock.put(f"forest/grove/{name}_{k}", grove(k, pointed), moved[these], "tree")


@cache
def grove(level: int, pointed: bool) -> Mesh:
    """Some trees on 40 × 40 m around the origin, as lumps."""
    rng = np.random.default_rng([0x6120, level, int(pointed)])
    count, pieces = _COUNTS[level], Pieces()
    spots = rng.uniform(-_SIDE / 2, _SIDE / 2, (count, 2))
    names = ("spruce", "pine", "birch") if pointed else ("oak", "birch", "maple")
    for k, name in enumerate(names):
        s, mine = SPECIES[name], spots[k::3]
        n = len(mine)
        if n == 0:
            continue
        size = rng.uniform(0.6, 1.1, n)
        if name == "spruce":
            lumps = [(0.22, 1.0), (0.45, 0.72), (0.72, 0.38)]
        else:
            lumps = [(0.62, 0.85), (0.8, 0.6)]
        for share, wide in lumps:
            shift = rng.normal(0, 0.12 * s.radius, (n, 2)) * (name != "spruce")
            middle = np.column_stack([mine + shift, s.height * share * size])
            tall = 0.24 * s.height if name == "spruce" else 0.55 * s.radius
            axes = np.stack([s.radius * wide * size, s.radius * wide * size, tall * size], 1)
            pieces.add(rough_balls(middle, axes, rng), f"forest/far/{name}")
    return pieces.mesh()
