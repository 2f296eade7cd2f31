import math
from collections import Counter

import numpy as np
import pytest

from lookabout.world.city import WORLD
from lookabout.world.city.placements import placements_of
from lookabout.world.city.plan import HALF_SIDE, plan_of
from lookabout.world.city.sketcher import outside, sketch_of
from lookabout.world.city.spots import street_spots

SEED = 1
KINDS = {"bay", "kerb", "lane", "road_edge", "plaza", "sidewalk", "lot", "park"}


@pytest.fixture(scope="module")
def spots():
    return WORLD.placements(SEED)


def test_there_are_enough_of_every_kind(spots):
    count = Counter(spot.kind for spot in spots)
    assert set(count) == KINDS
    assert len(spots) >= 38_000
    assert min(count.values()) >= 400


def test_they_are_on_the_map_and_on_the_ground(spots):
    for spot in spots[:: len(spots) // 400]:
        assert max(abs(spot.x), abs(spot.y)) <= HALF_SIDE
        assert 0 <= spot.yaw_deg < 360
        assert spot.z == pytest.approx(WORLD.ground_height(SEED, spot.x, spot.y), abs=0.08)


@pytest.mark.slow
def test_they_come_in_the_same_order_again(spots):
    plan_of.cache_clear()
    placements_of.cache_clear()
    assert WORLD.placements(SEED) == spots


def test_none_is_inside_a_building(spots):
    plan = plan_of(SEED)
    houses = ("residential", "rowhouse")  # every tenth of these is enough
    blocks = [b for k, b in enumerate(plan.blocks) if b.district not in houses or k % 10 == 0]
    rings = [ring for block in blocks for ring in sketch_of(plan, block).footprints]
    boxes = np.array([[*np.min(ring, axis=0), *np.max(ring, axis=0)] for ring in rings])
    chosen = [spot for spot in spots if spot.kind != "sidewalk"][::61] + list(spots[::197])
    for spot in chosen:
        near = (
            (boxes[:, 0] < spot.x) & (boxes[:, 2] > spot.x)
            & (boxes[:, 1] < spot.y) & (boxes[:, 3] > spot.y)
        )  # fmt: skip
        at = np.array([[spot.x, spot.y]])
        assert outside(at, [rings[k] for k in np.flatnonzero(near)]).min() > 0


def test_none_stands_on_a_trunk_or_a_lamp(spots):
    plan = plan_of(SEED)
    solid = []
    for segment in plan.segments:
        street = street_spots(plan, segment)
        solid += [tree[:2] for tree in street.trees]
        solid += [thing[1:3] for thing in street.furniture if thing[0] in ("lamp", "signal")]
    solid = np.array(solid)
    for spot in spots[::601]:
        assert np.hypot(*(solid - [spot.x, spot.y]).T).min() > 0.9


def test_yaw_runs_along_the_street(spots):
    plan = plan_of(SEED)
    checked = 0
    for segment in plan.segments[::40]:
        (ux, uy), street = segment.direction, street_spots(plan, segment)
        for row in (*street.kerb, *street.lane, *street.road_edge):
            turn = math.radians(row[2])
            along = ux * math.cos(turn) + uy * math.sin(turn)
            assert abs(along) == pytest.approx(1, abs=1e-6)
            left = -uy * (row[0] - segment.start[0]) + ux * (row[1] - segment.start[1])
            if not segment.road.one_way:  # drive on the right
                assert (along > 0) == (left < 0)
            checked += 1
    assert checked > 300


def test_parking_spaces_do_not_overlap():
    plan = plan_of(SEED)
    checked = 0
    for block in plan.blocks:
        if block.district not in ("retail", "lot"):
            continue
        bays = np.array(sketch_of(plan, block).bays).reshape(-1, 4)
        for k in range(1, len(bays)):
            gap = np.hypot(*(bays[:k, :2] - bays[k, :2]).T)
            assert gap.min() > 2.6
            checked += 1
    assert checked > 1000


def test_there_are_many_spots_of_every_kind(spots):
    count = Counter(spot.kind for spot in spots)
    assert set(count) == KINDS
    assert count.total() > 38_000
    assert min(count.values()) > 100
