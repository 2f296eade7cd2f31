"""The neighbourhood beyond what is built in full, and the land out to the horizon."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lookabout.world.build import Stock, matrices
from lookabout.world.build.quads import Quads
from lookabout.world.residential.ground import TILE
from lookabout.world.residential.land import relief_of
from lookabout.world.residential.lots import plots_of
from lookabout.world.scene import Mesh, pose_matrix
from lookabout.world.vegetation.town import tree

Floats = NDArray[np.float64]
_CELL, _REACH = 10.0, 560.0
_SINK = 0.35
"""How far the plain ground lies under the true one, that it stays hidden where they meet."""
_TREES = ("maple", "oak", "elm", "linden", "spruce")


def lay_far(seed: int, tiles: Sequence[tuple[int, int]], built: set[int], stock: Stock) -> None:
    """Plain ground with roads, plain houses and trees around the built tiles."""
    taken = set(tiles)
    stock.put("residential/far/ground", _ground(seed, taken), np.eye(4)[None], "ground")
    relief = relief_of(seed)
    houses = [p for p in plots_of(seed).near(-430, -430, 430, 430) if p[0].index not in built]
    quads = Quads()
    for lot, pad in houses:
        pose = pose_matrix((lot.x, lot.y, pad.z), lot.yaw)
        _house(quads, lot.home.seed % 97, pose, lot.home.main, lot.home.storeys)
    made = quads.mesh()
    if made is not None:
        stock.put("residential/far/houses", made, np.eye(4)[None], "house")
    rng = np.random.default_rng([seed, 0xFA2])
    count = 2600
    x, y = rng.uniform(-_REACH, _REACH, (2, count))
    yaw, scale, which = rng.uniform(0, 360, count), rng.uniform(0.7, 1.2, count), rng.random(count)
    kerb, _, _ = _survey(seed, x, y)
    free = (kerb > 12) | (np.maximum(np.abs(x), np.abs(y)) > 450)
    free &= np.array([(i, j) not in taken for i, j in _tile_of(x, y)])
    z = relief.natural(x, y)
    for k, name in enumerate(_TREES):
        own = free & (which * len(_TREES) >= k) & (which * len(_TREES) < k + 1)
        stand = matrices(x[own], y[own], z[own] - 0.2, yaw[own], scale[own])
        stock.put(f"residential/tree/{name}_0", tree(name, 0), stand, "tree", solid=False)


def _tile_of(x: Floats, y: Floats) -> list[tuple[int, int]]:
    i, j = np.floor(x / TILE).astype(int), np.floor(y / TILE).astype(int)
    return list(zip(i.tolist(), j.tolist(), strict=True))


def _survey(seed: int, x: Floats, y: Floats) -> tuple[Floats, Floats, Floats]:
    network = relief_of(seed).network
    kerb = np.full(len(x), 40.0)
    for i, j in sorted(
        set(zip((x // 80).astype(int).tolist(), (y // 80).astype(int).tolist(), strict=True))
    ):
        own = ((x // 80).astype(int) == i) & ((y // 80).astype(int) == j)
        kerb[own] = network.survey(x[own], y[own])[0]
    return kerb, kerb, kerb


def _ground(seed: int, taken: set[tuple[int, int]]) -> Mesh:
    """A coarse lattice, roads and lawns told by its cells' middles."""
    relief = relief_of(seed)
    side = np.arange(-_REACH, _REACH + _CELL / 2, _CELL)
    gx, gy = np.meshgrid(side, side)
    z = relief.natural(gx.ravel(), gy.ravel()) - _SINK
    n = len(side)
    a = (np.arange(n - 1)[:, None] * n + np.arange(n - 1)).ravel()
    middle_x, middle_y = gx.ravel()[a] + _CELL / 2, gy.ravel()[a] + _CELL / 2
    keep = np.array([key not in taken for key in _tile_of(middle_x, middle_y)])
    a = a[keep]
    cells = np.stack([np.stack([a, a + 1, a + n + 1], 1), np.stack([a, a + n + 1, a + n], 1)], 1)
    kerb, _, _ = _survey(seed, middle_x[keep], middle_y[keep])
    road = np.repeat(kerb < 0.5, 2)
    away = 3000.0
    rim = np.array([[-away, -away], [away, -away], [away, away], [-away, away]])
    vertices = np.concatenate([
        np.column_stack([gx.ravel(), gy.ravel(), z]),
        np.column_stack([rim, np.full(4, z.min() - 3)]),
    ])  # fmt: skip
    m = len(z)
    plain = np.array([[m, m + 1, m + 2], [m, m + 2, m + 3]])
    triangles = np.concatenate([cells.reshape(-1, 3), plain]).astype(np.int32)
    index = np.concatenate([road, [False, False]]).astype(np.int32)
    return Mesh(vertices, triangles, ("residential/far", "residential/road"), index)


def _house(
    quads: Quads, pick: int, pose: Floats, rect: tuple[float, float, float, float], storeys: int
) -> None:
    x0, y0, x1, y1 = rect
    names = (
        "siding_white",
        "siding_cream",
        "siding_grey",
        "siding_blue",
        "brick_red",
        "siding_sage",
    )
    wall = f"residential/{names[pick % len(names)]}"
    roofs = ("shingle_charcoal", "shingle_grey", "shingle_brown", "shingle_weathered")
    roof = f"residential/{roofs[pick % len(roofs)]}"
    high = 0.4 + 2.75 * storeys
    top, middle = high + 0.28 * (y1 - y0), (y0 + y1) / 2

    def at(x: float, y: float, z: float) -> tuple[float, float, float]:
        px, py, pz = (pose[:3, :3] @ np.array([x, y, z]) + pose[:3, 3]).tolist()
        return px, py, pz

    ring = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    for k in range(4):
        (a, b), (c, d) = ring[k - 1], ring[k]
        quads.quad(wall, at(a, b, -0.3), at(c, d, -0.3), at(c, d, high), at(a, b, high))
    for x, order in ((x0, 1), (x1, -1)):
        quads.triangle(wall, *(at(x, *p) for p in ((y0, high), (middle, top), (y1, high))[::order]))
    e = 0.4
    quads.quad(roof, at(x0 - e, y0 - e, high - 0.1), at(x1 + e, y0 - e, high - 0.1),
               at(x1 + e, middle, top), at(x0 - e, middle, top))  # fmt: skip
    quads.quad(roof, at(x1 + e, y1 + e, high - 0.1), at(x0 - e, y1 + e, high - 0.1),
               at(x0 - e, middle, top), at(x1 + e, middle, top))  # fmt: skip
