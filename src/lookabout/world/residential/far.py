"""The neighbourhood beyond what is built in full, and woods at the horizon."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lookabout.world.build import Stock, matrices
from lookabout.world.build.noise import Noise
from lookabout.world.build.quads import Quads
from lookabout.world.residential.ground import TILE, Ground
from lookabout.world.residential.house import FLOOR, STOREY, paint_of
from lookabout.world.residential.land import relief_of
from lookabout.world.residential.lot import Lot, Pad, Rect
from lookabout.world.residential.lots import plots_of
from lookabout.world.residential.yards import Plant, corner_trees, street_trees, yard_of
from lookabout.world.scene import Mesh, pose_matrix
from lookabout.world.vegetation.street import street_tree

Floats = NDArray[np.float64]
Box4 = tuple[float, float, float, float]
_CELL, _REACH, _PLAIN = 10.0, 640.0, 3000.0
_AROUND = 330.0
"""Houses and trees stand up to here from the middle of what is built, metres."""
_SINK = 0.3
"""How far the plain ground lies under the true one, that it stays hidden where they meet."""
_WOODS = (480.0, 620.0)
"""From where to where woods rise, metres from the middle of the map."""


def lay_far(
    ground: Ground, box: tuple[float, float, float, float], tiles: Sequence[tuple[int, int]],
    stock: Stock,
) -> None:  # fmt: skip
    """
    Plain ground with roads around ``tiles``; plain houses, trees and woods around ``box``.

    :param box: x0, y0, x1, y1 of what is built in full, on the tiles.
    """
    seed, taken, here = ground.seed, set(tiles), np.eye(4)[None]
    cx, cy = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    stock.put("residential/far/ground", _ground(seed, taken), here, "ground")
    stock.put("residential/far/woods", _woods(seed), here, "tree")
    built = {lot.index for lot, _ in plots_of(seed).near(*box)}
    around = (cx - _AROUND, cy - _AROUND, cx + _AROUND, cy + _AROUND)
    lots = plots_of(seed).near(*around)
    quads = Quads()
    for lot, pad in lots:
        if lot.index not in built:
            _house(quads, lot, pad)
    made = quads.mesh()
    if made is not None:
        stock.put("residential/far/houses", made, here, "house")
    plants = [p for lot, _ in lots for p in yard_of(lot).plants if p.species != "shrub"]
    plants += [*street_trees(seed), *corner_trees(seed)]
    _plant(ground, [p for p in plants if _between(p, box, around)], taken, stock)


def _between(p: Plant, inner: Box4, outer: Box4) -> bool:
    inside = inner[0] < p.x < inner[2] and inner[1] < p.y < inner[3]
    return not inside and outer[0] < p.x < outer[2] and outer[1] < p.y < outer[3]


def _tile(x: float, y: float) -> tuple[int, int]:
    return int(np.floor(x / TILE)), int(np.floor(y / TILE))


def _plant(
    ground: Ground, plants: Sequence[Plant], taken: set[tuple[int, int]], stock: Stock
) -> None:
    """Trees, of one variant each; nothing flies so far."""
    rows: dict[str, list[tuple[float, float, float, float]]] = {}
    for p in plants:
        rows.setdefault(p.species, []).append((p.x, p.y, p.yaw_deg, p.scale))
    for species, found in sorted(rows.items()):
        x, y, yaw, scale = np.array(found).T
        z = relief_of(ground.seed).natural(x, y) - _SINK
        near = np.array(
            [_tile(*spot) in taken for spot in zip(x.tolist(), y.tolist(), strict=True)]
        )
        z[near] = ground.height(x[near], y[near])
        name = f"residential/tree/{species}_0"
        stand = matrices(x, y, z - 0.03, yaw, scale)
        stock.put(name, street_tree(species, 0), stand, "tree", solid=False)


def _ground(seed: int, taken: set[tuple[int, int]]) -> Mesh:
    """A coarse lattice; cells are road where their middle is."""
    relief = relief_of(seed)
    side = np.arange(-_REACH, _REACH + _CELL / 2, _CELL)
    gx, gy = np.meshgrid(side, side)
    n = len(side)
    a = (np.arange(n - 1)[:, None] * n + np.arange(n - 1)).ravel()
    x, y = gx.ravel()[a] + _CELL / 2, gy.ravel()[a] + _CELL / 2
    keep = np.array(
        [_tile(*spot) not in taken for spot in zip(x.tolist(), y.tolist(), strict=True)]
    )
    a, x, y = a[keep], x[keep], y[keep]
    at = relief.network.samples  # every 8 m, so a cell over a road has one nearby
    road = np.zeros(len(a), bool)
    cell = {(int(p // _CELL), int(q // _CELL)) for p, q in at.tolist()}
    for k, spot in enumerate(zip(x.tolist(), y.tolist(), strict=True)):
        road[k] = (int(spot[0] // _CELL), int(spot[1] // _CELL)) in cell
    cells = np.stack([np.stack([a, a + 1, a + n + 1], 1), np.stack([a, a + n + 1, a + n], 1)], 1)
    z = relief.natural(gx.ravel(), gy.ravel()) - _SINK
    rim = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * _PLAIN
    vertices = np.concatenate(
        [np.column_stack([gx.ravel(), gy.ravel(), z]), np.column_stack([rim, [z.min() - 4.0] * 4])]
    )
    plain = len(z) + np.array([[0, 1, 2], [0, 2, 3]])
    triangles = np.concatenate([cells.reshape(-1, 3), plain]).astype(np.int32)
    index = np.concatenate([np.repeat(road, 2), [False, False]]).astype(np.int32)
    return Mesh(vertices, triangles, ("residential/far", "residential/road"), index)


def _woods(seed: int) -> Mesh:
    """A ring of crowns, rising outward."""
    relief, bumps = relief_of(seed), Noise(np.random.default_rng([seed, 0x300D]))
    turn = np.linspace(0, 2 * np.pi, 721)
    rows = np.array([0.0, 0.012, 0.05, 0.12, 0.22, 0.36, 0.55, 0.8, 1.0])
    high = np.array([0.0, 6.5, 9.5, 11.5, 13.0, 14.5, 17.0, 21.0, 25.0])
    far = _WOODS[0] + rows * (_WOODS[1] - _WOODS[0])
    t, r = np.meshgrid(turn, far)
    x, y = (r * np.cos(t)).ravel(), (r * np.sin(t)).ravel()
    crowns = 2.6 * bumps(x, y, 9.0) + 3.0 * bumps(x, y, 41.0)
    up = np.repeat(high, len(turn))
    z = relief.natural(x, y) - 2.0 + up + np.where(up > 0, crowns, 0.0)
    n, m = len(turn), len(rows)
    a = (np.arange(m - 1)[:, None] * n + np.arange(n - 1)).ravel()
    faces = np.concatenate([np.stack([a, a + n, a + n + 1], 1), np.stack([a, a + n + 1, a + 1], 1)])
    return Mesh(np.column_stack([x, y, z]), faces.astype(np.int32), ("residential/woods",))


def _house(quads: Quads, lot: Lot, pad: Pad) -> None:
    """The bodies of a house and its garage in its colours, with dark panes."""
    home = lot.home
    pose = pose_matrix((lot.x, lot.y, pad.z), lot.yaw)
    paint = paint_of(home)
    wall, roof = f"residential/{paint.wall}", f"residential/{paint.roof}"
    _body(quads, pose, home.main, FLOOR + STOREY * home.storeys, wall, roof)
    _body(quads, pose, home.garage, FLOOR + STOREY, wall, roof)
    x0, y0, x1, _ = home.main
    for level in range(home.storeys):
        z = FLOOR + STOREY * level + 0.75
        for s in np.arange(x0 + 1.2, x1 - 1.0, 2.6).tolist():
            ring = ((s, z), (s + 1.0, z), (s + 1.0, z + 1.35), (s, z + 1.35))
            quads.quad("residential/pane", *(_at(pose, x, y0 - 0.03, h) for x, h in ring))
    g0, g1 = home.garage[0] + 0.6, home.garage[2] - 0.6
    ring = ((g0, 0.05), (g1, 0.05), (g1, 2.2), (g0, 2.2))
    door = f"residential/{paint.garage}"
    quads.quad(door, *(_at(pose, x, home.garage[1] - 0.03, h) for x, h in ring))


def _at(pose: Floats, x: float, y: float, z: float) -> tuple[float, float, float]:
    px, py, pz = (pose[:3, :3] @ np.array([x, y, z]) + pose[:3, 3]).tolist()
    return px, py, pz


def _body(quads: Quads, pose: Floats, rect: Rect, high: float, wall: str, roof: str) -> None:
    x0, y0, x1, y1 = rect
    top, middle, e = high + 0.28 * (y1 - y0), (y0 + y1) / 2, 0.4
    ring = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    for k in range(4):
        (a, b), (c, d) = ring[k - 1], ring[k]
        quads.quad(wall, _at(pose, a, b, -0.3), _at(pose, c, d, -0.3), _at(pose, c, d, high),
                   _at(pose, a, b, high))  # fmt: skip
    for x, order in ((x0, 1), (x1, -1)):
        ends = ((y0, high), (middle, top), (y1, high))[::order]
        quads.triangle(wall, *(_at(pose, x, *end) for end in ends))
    for edge, p, q in ((y0 - e, x0 - e, x1 + e), (y1 + e, x1 + e, x0 - e)):
        quads.quad(roof, _at(pose, p, edge, high - 0.1), _at(pose, q, edge, high - 0.1),
                   _at(pose, q, middle, top), _at(pose, p, middle, top))  # fmt: skip
