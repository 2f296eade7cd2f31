"""Blades of grass on lawns and verges, in round patches."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lookabout.world.build import Keepout, Stock, matrices
from lookabout.world.residential import things
from lookabout.world.residential.ground import TILE, Ground
from lookabout.world.residential.layout import GREEN
from lookabout.world.residential.lots import plots_of

Floats = NDArray[np.float64]
_PITCH = 0.85
"""Between the middles of patches, metres."""


def grow_turf(
    ground: Ground, tiles: Sequence[tuple[int, int]], keepout: Keepout, stock: Stock
) -> None:
    """Blades of grass on these tiles, but not under objects."""
    table = np.concatenate([np.zeros((0, 6)), *(_patches(ground, *index) for index in tiles)])
    table = table[keepout.clear_of_circles(table[:, :2], 0.3)]
    x, y, z, rise_x, rise_y, draw = table.T
    which = (draw * things.TURFS).astype(int)
    stand = matrices(x, y, z, 360 * (draw * 977 % 1.0))
    stand[:, 2, :3] += rise_x[:, None] * stand[:, 0, :3] + rise_y[:, None] * stand[:, 1, :3]
    for k in range(things.TURFS):
        name = f"turf_{k}"
        mesh, own = things.thing(name), stand[which == k]
        stock.put(f"residential/thing/{name}", mesh, own, "grass", solid=False)


def _patches(ground: Ground, i: int, j: int) -> Floats:
    """(N, 6): x, y, z, slopes eastward and northward, and chance, where all around is grass."""
    tile = ground.tile(i, j)
    rng = np.random.default_rng([ground.seed, 0x70F, i + 1000, j + 1000])
    side = np.arange(_PITCH / 2, TILE, _PITCH)
    gx, gy = np.meshgrid(side, side)
    u, v = (g.ravel() + rng.uniform(-0.25, 0.25, g.size) for g in (gx, gy))
    draw = rng.random(len(u))
    green = np.ones(len(u), bool)
    heights = []
    for du, dv in ((0.35, 0.0), (-0.35, 0.0), (0.0, 0.35), (0.0, -0.35)):
        found, z = tile.find(np.clip(u + du, 0, TILE), np.clip(v + dv, 0, TILE))
        green &= np.isin(tile.surface[found], GREEN)
        heights.append(z)
    x, y = u + tile.low[0], v + tile.low[1]
    for lot, _ in plots_of(ground.seed).near(*tile.low, tile.low[0] + TILE, tile.low[1] + TILE):
        a, b = lot.local(x, y)
        for a0, b0, a1, b1 in (lot.home.main, lot.home.garage, lot.home.porch):
            green &= ~((a > a0) & (a < a1) & (b > b0) & (b < b1))
    east, west, north, south = heights
    z = (east + west + north + south) / 4
    rows: Floats = np.column_stack([x, y, z, (east - west) / 0.7, (north - south) / 0.7, draw])[
        green
    ]
    return rows
