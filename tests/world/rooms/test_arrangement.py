"""Flats hold up to what a visitor would notice at once."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from scipy.spatial import cKDTree

from lookabout.world import assets
from lookabout.world.rooms.home import Home, home_of
from lookabout.world.rooms.items import Item, overlap
from lookabout.world.rooms.params import read_params
from lookabout.world.rooms.plan import HEIGHT
from lookabout.world.rooms.voxels import Voxels, samples
from lookabout.world.rooms.walk import walkable
from lookabout.world.scene import Floats

FLATS = [
    (1, 11),
    (2, 12),
    pytest.param(5, 14, marks=pytest.mark.slow),
    pytest.param(8, 15, marks=pytest.mark.slow),
]
SOFT = {"pillow", "cushion", "blanket", "teddy_bear"}
"""These are pressed into what they lie on."""


@cache
def flat(rooms: int, seed: int) -> Home:
    with assets.use_look("builtin"):
        return home_of(seed, read_params({"rooms": rooms, "objects": 60}))


def points(item: Item, spacing: float = 0.02) -> Floats:
    own, _ = samples(item.model.mesh, spacing)
    moved: Floats = own @ item.pose[:3, :3].T + item.pose[:3, 3]
    return moved


@pytest.mark.parametrize(("rooms", "seed"), FLATS)
def test_things_stay_between_their_walls(rooms: int, seed: int) -> None:
    home = flat(rooms, seed)
    for item, name in zip(home.items, home.names, strict=True):
        room, at = home.plan.rooms[item.room], points(item)
        low, high = at.min(axis=0), at.max(axis=0)
        assert low[0] > room.x0 - 0.002, name
        assert low[1] > room.y0 - 0.002, name
        assert high[0] < room.x1 + 0.002, name
        assert high[1] < room.y1 + 0.002, name
        assert low[2] > -0.002, name
        assert high[2] < HEIGHT + 0.001, name


@pytest.mark.parametrize(("rooms", "seed"), FLATS)
def test_nothing_reaches_into_another(rooms: int, seed: int) -> None:
    home = flat(rooms, seed)
    where = [points(item, 0.03) for item in home.items]
    boxes = [(at.min(axis=0), at.max(axis=0)) for at in where]
    cells = cache(Voxels)
    for a, first in enumerate(home.items):
        # What it stands on is touched by its lowest part.
        upper = where[a][where[a][:, 2] > where[a][:, 2].min() + 0.025]
        for b, second in enumerate(home.items):
            if a == b or (first.on is second and first.model.category in SOFT):
                continue
            if second.on is first:
                continue
            low = np.maximum(boxes[a][0], boxes[b][0])
            high = np.minimum(boxes[a][1], boxes[b][1])
            if (high - low < 0.012).any():
                continue
            local = (upper - second.pose[:3, 3]) @ second.pose[:3, :3]
            touched = cells(second.model.mesh).touched(local)
            assert touched <= max(8, 0.004 * len(upper)), (home.names[a], home.names[b])


HANGING = {
    "picture", "mirror", "wall_clock", "towel", "wall_cabinet", "range_hood", "curtain",
    "ceiling_lamp", "pendant_lamp", "coat_rack", "wall_shelf", "light_switch", "cuckoo_clock",
}  # fmt: skip


@pytest.mark.parametrize(("rooms", "seed"), FLATS)
def test_nothing_floats(rooms: int, seed: int) -> None:
    home = flat(rooms, seed)
    for item, name in zip(home.items, home.names, strict=True):
        if item.model.category in HANGING | SOFT:
            continue
        at = points(item)
        if item.on is None:
            assert at[:, 2].min() < 0.012, name  # the floor, or a rug
            continue
        foot = at[at[:, 2] < at[:, 2].min() + 0.005]
        under = points(item.on)
        near = cKDTree(under[:, :2]).query_ball_point(foot[:, :2], 0.03)
        heights = under[np.concatenate([np.array(k, int) for k in near]), 2]
        assert np.abs(heights - at[:, 2].min()).min() < 0.01, name


@pytest.mark.parametrize(("rooms", "seed"), FLATS)
def test_doors_are_free(rooms: int, seed: int) -> None:
    home = flat(rooms, seed)
    for hole in home.plan.openings:
        if hole.sill > 0:
            continue
        for index, sign in ((hole.room, 1.0), (hole.other, -1.0)):
            if index < 0:
                continue
            room = home.plan.rooms[hole.room]
            inward = {"south": 1, "north": -1, "west": 1, "east": -1}[hole.side] * sign
            start = room.face(hole.side) + (0.0 if sign > 0 else inward * 0.12)
            a, b = sorted((start, start + inward * 0.6))
            ways = [[hole.low, a], [hole.high, a], [hole.high, b], [hole.low, b]]
            zone = np.array(ways)[:, :: 1 if hole.side in ("south", "north") else -1]
            zone = zone if hole.side in ("south", "north") else zone[::-1]
            for item, name in zip(home.items, home.names, strict=True):
                if item.on is None and item.span[0] < 1.9 and item.model.category != "rug":
                    assert not (item.room == index and overlap(item.corners, zone)), name


@pytest.mark.parametrize(("rooms", "seed"), FLATS)
def test_every_room_can_be_walked_into(rooms: int, seed: int) -> None:
    home = flat(rooms, seed)
    assert walkable(home)
