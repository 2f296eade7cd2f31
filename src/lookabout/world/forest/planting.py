"""Puts rocks, trees, bushes, dead wood and low plants on the ground of a built part."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lookabout.world.build import Keepout, Stock, matrices
from lookabout.world.forest import plants, rocks, trees
from lookabout.world.forest.ground import Ground
from lookabout.world.forest.land import rock_share, tree_share
from lookabout.world.forest.params import ForestParams
from lookabout.world.forest.scatter import candidates

Floats = NDArray[np.float64]
_ROCKS, _TREES, _YOUNG, _BUSHES, _LOGS, _STUMPS, _LOW = range(1, 8)
"""Layers of chance."""
_APART = 0.25
"""Metres kept free around a scenario's objects, over the keepout's own."""
_DRAWN = 3.6
"""Metres that rocks are moved at most, each way."""
_ENDS = np.linspace(-0.5, 0.5, 5)
"""Where along a log the ground must carry it, as shares of its length."""
_EDGE = 8.0
"""How far beyond the built square things are looked at that may crowd out others, metres."""


@dataclass(frozen=True)
class Site:
    """What is being planted, and where."""

    seed: int
    centre: tuple[float, float]
    radius: float
    """Half-side of the square, metres."""
    ground: Ground
    params: ForestParams
    keepout: Keepout

    def inside(self, xy: Floats) -> NDArray[np.bool_]:
        """Which points (N, 2) lie in the square."""
        near: NDArray[np.bool_] = np.abs(xy - self.centre).max(axis=1) <= self.radius
        return near


def plant(site: Site, stock: Stock) -> None:
    """Everything that grows or lies there, into ``stock``."""
    stones = _lay_rocks(site, stock)
    trunks = _plant_trees(site, stones, stock)
    taken = np.concatenate([stones, trunks])
    _plant_young(site, taken, stock)
    _plant_bushes(site, taken, stock)
    _lay_logs(site, taken, stock)
    _set_stumps(site, taken, stock)
    _plant_low(site, stones, stock)


def _lay_rocks(site: Site, stock: Stock) -> Floats:
    """Rocks; returns x, y and radius of each, (N, 3), also just outside the square."""
    spacing, land = 2.6, site.ground.land
    table = candidates(site.seed, _ROCKS, spacing, site.centre, site.radius + _EDGE, 6)
    near = land.rock(table[:, 0], table[:, 1])
    chance = site.params.rock_density / 10 * spacing**2 * rock_share(near)
    kept = table[:, 2] < chance
    table, near = table[kept], near[kept]
    # Drawn together in places, so that some lie on one another.
    x, y = table[:, 0].copy(), table[:, 1].copy()
    table[:, 0] += 2 * _DRAWN * (land.cover(x, y) - 0.5)
    table[:, 1] += 2 * _DRAWN * (land.cover(x + 500.0, y) - 0.5)
    x, y, _, size, shape, variant, yaw, flat = table.T
    grouped = near > 0.80
    # Most are knee-high; in groups a few are as large as a hut.
    radius = np.where(grouped, 0.36 + 2.9 * size**5 + 0.55 * size, 0.3 + 0.7 * size**3)
    group = np.floor((x + y) / 23.0)  # neighbours are of one kind, as they broke
    kind = (np.floor(shape * 2.2) + group).astype(int) % len(rocks.SHAPES)
    variant = np.floor(variant * rocks.VARIANTS).astype(int)
    reach = radius * rocks.reaches()[kind, variant]
    kept = land.path(x, y) > 1.1 + radius
    kept &= site.keepout.clear_of_circles(table[:, :2], reach + _APART)
    x, y, kind, variant, yaw, flat, radius, reach, group = (
        a[kept] for a in (x, y, kind, variant, yaw, flat, radius, reach, group)
    )
    bed = 360 * np.mod(group * 0.37, 1.0)
    turn = np.where(kind == 0, 360 * yaw, bed + 70 * (yaw - 0.5) + 180 * (flat > 0.5))
    z = site.ground.height(x, y) - 0.05 * radius
    moved = matrices(x, y, z, turn, radius, 0.7 + 0.5 * flat)
    _tilt(moved, site, 1.5)
    shown = site.inside(np.stack([x, y], 1))
    for k, name in enumerate(rocks.SHAPES):
        for v in range(rocks.VARIANTS):
            these = shown & (kind == k) & (variant == v)
            stock.put(
                f"forest/rock/{name}_{v}", rocks.rock(name, v), moved[these], "rock",
                collider=(f"forest/rock_hull/{name}_{v}", rocks.rock_hull(name, v)),
            )  # fmt: skip
    return np.stack([x, y, 0.85 * reach], axis=1)


def _plant_trees(site: Site, stones: Floats, stock: Stock) -> Floats:
    """Grown trees; returns x, y and the radius of the trunk's foot, (N, 3)."""
    spacing, land, params = 3.2, site.ground.land, site.params
    table = candidates(site.seed, _TREES, spacing, site.centre, site.radius + _EDGE, 10)
    x, y = table[:, 0], table[:, 1]
    wood = land.wood(x, y)
    kept = table[:, 2] < params.tree_density / 10 * spacing**2 * tree_share(wood)
    kept &= (land.path(x, y) > 1.5) & (land.stream(x, y) > 3.0)
    table, wood = table[kept], wood[kept]
    table = table[_free_of(table[:, :2], stones, 0.35)]
    x, y, _, species, size, yaw, variant, tall, dead, sway, mood = table.T[:11]
    conifer = land.stand(x, y) + 0.55 * (mood - 0.5) > 0.52
    choice = np.where(
        conifer,
        len(trees.BROADLEAVED) + np.floor(species * len(trees.CONIFERS)),
        np.floor(species * len(trees.BROADLEAVED)),
    ).astype(int)
    names = trees.BROADLEAVED + trees.CONIFERS
    scale = 0.52 + 0.58 * size**0.8
    is_dead = dead < params.dead_share
    crown = np.array([trees.SPECIES[name].radius for name in names])[choice] * scale
    z = site.ground.height(x, y)
    moved = matrices(x, y, z, 360 * yaw, scale, 0.9 + 0.25 * tall)
    _sway(moved, params.wind_time_s, sway, np.where(is_dead, 0.012, 0.03))
    free = site.keepout.clear_of_circles(table[:, :2], np.where(is_dead, 0.6, 1.0) * crown + _APART)
    shown = free & site.inside(table[:, :2])
    for name in sorted(set(names)):
        mine = shown & np.isin(choice, [k for k, n in enumerate(names) if n == name])
        for v in range(trees.VARIANTS):
            these = mine & ~is_dead & (np.floor(variant * trees.VARIANTS) == v)
            stock.put(
                f"forest/tree/{name}_{v}", trees.tree(name, v), moved[these], "tree",
                collider=(f"forest/tree_hull/{name}_{v}", trees.tree_hull(name, v)),
            )  # fmt: skip
    for k, name in enumerate(trees.DEAD):
        for v in range(trees.DEAD_VARIANTS):
            like = np.where(conifer, 2 + np.floor(2 * species), np.floor(2 * species)) == k
            these = shown & is_dead & like & (np.floor(variant * trees.DEAD_VARIANTS) == v)
            stock.put(
                f"forest/dead/{name}_{v}", trees.dead_tree(name, v), moved[these], "tree",
                collider=(f"forest/dead_hull/{name}", trees.dead_hull(name)),
            )  # fmt: skip
    trunks: Floats = np.stack([x, y, 0.45 * scale], axis=1)[free]
    return trunks


def _plant_young(site: Site, taken: Floats, stock: Stock) -> None:
    """Young trees, mostly at the wood's edge."""
    spacing, land, params = 4.3, site.ground.land, site.params
    table = candidates(site.seed, _YOUNG, spacing, site.centre, site.radius, 7)
    x, y = table[:, 0], table[:, 1]
    wood = land.wood(x, y)
    edge = np.exp(-(((wood - 0.34) / 0.16) ** 2))
    table = table[table[:, 2] < (0.02 + 0.9 * params.tree_density) * (0.1 + 0.9 * edge)]
    table = table[_open(site, table, 1.5, 2.6) & _free_of(table[:, :2], taken, 0.5)]
    x, y, _, species, size, yaw, variant, sway, _ = table.T
    kinds = ("spruce", "birch", "pine", "spruce")
    choice = np.floor(species * len(kinds)).astype(int)
    scale = 0.10 + 0.26 * size**1.5
    reach = np.array([trees.SPECIES[k].radius for k in kinds])[choice] * scale
    free = site.keepout.clear_of_circles(table[:, :2], reach + _APART)
    moved = matrices(x, y, site.ground.height(x, y), 360 * yaw, scale, 0.8 + 0.3 * size)
    _sway(moved, params.wind_time_s, sway, 0.03)
    for name in sorted(set(kinds)):
        mine = free & np.isin(choice, [k for k, n in enumerate(kinds) if n == name])
        for v in range(trees.VARIANTS):
            these = mine & (np.floor(variant * trees.VARIANTS) == v)
            stock.put(
                f"forest/tree/{name}_{v}", trees.tree(name, v), moved[these], "bush",
                collider=(f"forest/tree_hull/{name}_{v}", trees.tree_hull(name, v)),
            )  # fmt: skip


def _plant_bushes(site: Site, taken: Floats, stock: Stock) -> None:
    spacing, land, params = 3.6, site.ground.land, site.params
    table = candidates(site.seed, _BUSHES, spacing, site.centre, site.radius, 7)
    x, y = table[:, 0], table[:, 1]
    thicket = land.cover(x * 0.6 + 311.0, y * 0.6)
    edge = np.exp(-(((land.wood(x, y) - 0.36) / 0.2) ** 2))
    damp = np.exp(-(((land.stream(x, y) - 6.0) / 4.0) ** 2))
    share = (0.10 + 0.55 * edge + 0.6 * damp) * (0.25 + 2.0 * np.clip(thicket - 0.5, 0, 0.5))
    table = table[table[:, 2] < share * (0.06 + 0.8 * params.tree_density)]
    table = table[_open(site, table, 1.9, 2.8) & _free_of(table[:, :2], taken, 0.4)]
    x, y, _, kind, size, yaw, variant, sway, _ = table.T
    kinds = ("hazel", "bramble", "juniper", "hazel")
    dry = land.rock(x, y)
    choice = np.floor(np.clip(0.8 * kind + 0.5 * (dry - 0.5), 0, 0.999) * 4).astype(int)
    scale = 0.5 + 0.75 * size
    reach = np.array([plants.BUSHES[k][0] for k in kinds])[choice] * scale
    free = site.keepout.clear_of_circles(table[:, :2], reach + _APART)
    moved = matrices(x, y, site.ground.height(x, y), 360 * yaw, scale, 0.85 + 0.3 * kind)
    _tilt(moved, site, 1.5)
    _sway(moved, params.wind_time_s, sway, 0.02)
    for name in sorted(set(kinds)):
        mine = free & np.isin(choice, [k for k, n in enumerate(kinds) if n == name])
        for v in range(plants.VARIANTS):
            these = mine & (np.floor(variant * plants.VARIANTS) == v)
            stock.put(
                f"forest/bush/{name}_{v}", plants.bush(name, v), moved[these], "bush",
                collider=(f"forest/bush_hull/{name}", plants.bush_hull(name)),
            )  # fmt: skip


def _lay_logs(site: Site, taken: Floats, stock: Stock) -> None:
    """Fallen trunks where the ground carries both of their ends."""
    spacing, land, params = 9.0, site.ground.land, site.params
    table = candidates(site.seed, _LOGS, spacing, site.centre, site.radius, 6)
    x, y = table[:, 0], table[:, 1]
    table = table[table[:, 2] < (0.01 + 0.9 * params.tree_density) * (0.2 + land.wood(x, y))]
    x, y, _, long, thick, yaw, variant, _ = table.T
    length = 2.2 + 6.5 * long**1.4
    width = (0.18 + 0.30 * thick) * (0.75 + 0.05 * length)
    way = np.stack([np.cos(2 * np.pi * yaw), np.sin(2 * np.pi * yaw)], 1)
    ends = table[None, :, :2] + _ENDS[:, None, None] * (length[:, None] * way)[None]
    every = ends.reshape(-1, 2)
    levels = site.ground.height(*every.T).reshape(len(_ENDS), -1)
    slope = (levels[-1] - levels[0]) / length
    line = levels[0] + (_ENDS[:, None] + 0.5) * (levels[-1] - levels[0])
    kept = np.abs(line - levels).max(axis=0) < 0.35 * width
    clear = _free_of(every, taken, np.tile(width / 2 + 0.1, len(_ENDS)))
    clear &= (land.stream(*every.T) > 1.5) & (land.path(*every.T) > 1.4)
    kept &= clear.reshape(levels.shape).all(axis=0)
    kept &= site.keepout.clear_of_boxes(
        table[:, :2], 360 * yaw, length + 2 * _APART, width * 2 + 2 * _APART
    )
    moved = np.zeros((len(table), 4, 4))
    fore = np.column_stack([way, slope])
    fore /= np.linalg.norm(fore, axis=1, keepdims=True)
    side = np.column_stack([-way[:, 1], way[:, 0], np.zeros(len(way))])
    moved[:, :3, 0] = np.cross(fore, side) * width[:, None]
    moved[:, :3, 1] = side * width[:, None]
    moved[:, :3, 2] = fore * length[:, None]
    moved[:, :3, 3] = np.column_stack([table[:, :2], line[2] + 0.30 * width])
    moved[:, 3, 3] = 1
    for v in range(4):
        these = kept & (np.floor(variant * 4) == v)
        stock.put(f"forest/log/{v}", plants.log(v), moved[these], "log",
                  collider=("forest/log_hull", plants.log_hull()))  # fmt: skip


def _set_stumps(site: Site, taken: Floats, stock: Stock) -> None:
    spacing, land, params = 8.0, site.ground.land, site.params
    table = candidates(site.seed, _STUMPS, spacing, site.centre, site.radius, 4)
    wood = land.wood(table[:, 0], table[:, 1])
    table = table[table[:, 2] < (0.01 + 0.5 * params.tree_density) * (1.2 - wood)]
    table = table[_open(site, table, 1.7, 4.0) & _free_of(table[:, :2], taken, 0.6)]
    table = table[site.keepout.clear_of_circles(table[:, :2], 0.5 + _APART)]
    x, y, _, size, yaw, variant = table.T
    moved = matrices(x, y, site.ground.height(x, y), 360 * yaw, 0.7 + 0.6 * size)
    _tilt(moved, site, 1.0)
    for v in range(4):
        these = np.floor(variant * 4) == v
        stock.put(f"forest/stump/{v}", plants.stump(v), moved[these], "log")


def _plant_low(site: Site, stones: Floats, stock: Stock) -> None:
    """Grass, ferns and the like, by the patch; neither rays nor flights meet them."""
    spacing, land, params = 3.7, site.ground.land, site.params
    table = candidates(site.seed, _LOW, spacing, site.centre, site.radius, 6)
    x, y, share, kind, size, yaw, variant, _ = table.T
    d, path = land.stream(x, y), land.path(x, y)
    shade = np.clip(0.62 * tree_share(land.wood(x, y)), 0, 1) + 0.5 * (kind - 0.5)
    shade = shade * min(1.0, (params.tree_density / 0.15) ** 0.5)
    cover = land.cover(x, y) + 0.25 * (size - 0.5)
    dry = land.rock(x, y)
    names = np.full(len(table), "", dtype="<U8")
    meadow, wood = shade < 0.42, shade >= 0.42
    names[meadow & (share < 0.45)] = "grass"
    names[meadow & (cover > 0.66) & (share < 0.5)] = "hay"
    names[meadow & (cover < 0.13) & (share < 0.7)] = "flowers"
    names[meadow & (cover > 0.84) & (dry > 0.5) & (share < 0.55)] = "heather"
    names[wood & (share < 0.15)] = "twigs"
    names[wood & (cover > 0.62) & (share < 0.5)] = "berry"
    names[wood & (cover < 0.28) & (share < 0.5)] = "fern"
    names[wood & (cover < 0.12) & (share < 0.7)] = "bracken"
    names[wood & (names == "") & (share > 0.92)] = "grass"
    names[(d < 5.0) & (share < 0.75)] = "reed"
    names[(d < 3.6) & (share < 0.5)] = "pebbles"
    names[(d < 0.9) | ((d < 2.7) & (names != "pebbles"))] = ""
    names[path < 2.3] = ""
    free = site.keepout.clear_of_circles(table[:, :2], 1.6)
    names[~free | ~_free_of(table[:, :2], stones, 0.2)] = ""
    grown = names != ""
    x, y, size, yaw, variant, names = (a[grown] for a in (x, y, size, yaw, variant, names))
    moved = matrices(x, y, site.ground.height(x, y), 360 * yaw, 0.7 + 0.55 * size)
    _tilt(moved, site, 2.0)
    for name in plants.PATCHES:
        for v in range(plants.VARIANTS):
            these = (names == name) & (np.floor(variant * plants.VARIANTS) == v)
            label = "rock" if name == "pebbles" else "undergrowth"
            stock.put(f"forest/low/{name}_{v}", plants.patch(name, v), moved[these], label,
                      solid=False)  # fmt: skip


def _open(site: Site, table: Floats, path: float, stream: float) -> NDArray[np.bool_]:
    """Which candidates are so far from a path and a stream, metres."""
    land, (x, y) = site.ground.land, table[:, :2].T
    away: NDArray[np.bool_] = (land.path(x, y) > path) & (land.stream(x, y) > stream)
    return away


def _free_of(xy: Floats, taken: Floats, room: Floats | float) -> NDArray[np.bool_]:
    """Which points (N, 2) keep ``room`` metres from discs (M, 3)."""
    from scipy.spatial import cKDTree

    free = np.ones(len(xy), bool)
    if len(taken) == 0 or len(xy) == 0:
        return free
    room = np.broadcast_to(np.asarray(room, float), len(xy))
    # Most discs are small: for those the nearest few decide; large ones are asked one by one.
    large = taken[:, 2] > 1.2
    small = taken[~large]
    if len(small):
        count = min(5, len(small))
        distance, index = cKDTree(small[:, :2]).query(xy, k=range(1, count + 1))
        free &= (distance > small[index, 2] + room[:, None]).all(axis=1)
    if large.any():
        points = cKDTree(xy)
        reach = taken[large, 2] + float(room.max())
        for disc, close in zip(
            taken[large], points.query_ball_point(taken[large, :2], reach), strict=True
        ):
            away = np.hypot(*(xy[close] - disc[:2]).T)
            free[close] &= away > disc[2] + room[close]
    return free


def _tilt(moved: Floats, site: Site, reach: float) -> None:
    """Lay copies along the slope, each upright still: a shear."""
    rise_x, rise_y = site.ground.slope(moved[:, 0, 3], moved[:, 1, 3], reach)
    moved[:, 2, :3] += rise_x[:, None] * moved[:, 0, :3] + rise_y[:, None] * moved[:, 1, :3]


def _sway(moved: Floats, time_s: float, phase: Floats, most: Floats | float) -> None:
    """Lean copies as they grew and as the wind holds them at a time, to ``most`` metres a metre.

    The wind comes from the west in slow gusts; each copy has a period and a lag of its own.
    """
    turn = 2 * np.pi * (time_s / (2.6 + 2.4 * phase) + 5.0 * phase)
    gust = 0.6 + 0.4 * np.sin(2 * np.pi * (time_s / 11.0 - moved[:, 0, 3] / 160.0))
    grown = 2 * np.pi * 37.0 * phase
    east = most * (0.55 * np.cos(grown) + gust * (0.25 + 0.35 * np.sin(turn)))
    north = most * (0.55 * np.sin(grown) + 0.15 * gust * np.cos(turn))
    tall = moved[:, 2, 2].copy()
    moved[:, 0, 2] += east * tall
    moved[:, 1, 2] += north * tall
