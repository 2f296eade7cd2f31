import math

import numpy as np
import pytest

from lookabout.world.build.polygon import area, centroid, contains, edges
from lookabout.world.city import roads
from lookabout.world.city.plan import (
    HALF_SIDE,
    KERB_Z,
    LOT_Z,
    RIVER_Z,
    ground_at,
    plan_of,
    water_of,
)

SEEDS = (1, 2, 77)
ROADS = (
    roads.BOULEVARD, roads.AVENUE, roads.MAIN, roads.STREET, roads.LOCAL,
    roads.DIAGONAL,
)  # fmt: skip


@pytest.mark.parametrize("road", ROADS, ids=lambda road: road.name)
def test_widths_are_those_of_real_streets(road):
    assert 3.0 <= road.lane <= 3.7
    assert 2.0 <= road.walk <= 5.0
    assert 2.2 <= road.parking <= 2.6
    offsets = sorted(o for o, _ in road.lane_offsets)
    assert len(offsets) == road.lanes
    assert min(np.diff(offsets)) >= road.lane - 1e-9
    assert max(map(abs, offsets)) + road.lane / 2 + road.parking == pytest.approx(road.half)
    if not road.one_way:  # Americans drive on the right
        assert all((offset < 0) == (way > 0) for offset, way in road.lane_offsets)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_map_is_covered_and_blocks_do_not_overlap(seed):
    plan = plan_of(seed)
    rng = np.random.default_rng(3)
    for x, y in rng.uniform(-HALF_SIDE, HALF_SIDE, (120, 2)).tolist():
        cells = [b for b in plan.blocks if contains(b.cell, x, y, 1e-6)]
        assert len(cells) <= 1
        assert any(contains(b.cell, x, y, -1e-6) for b in plan.blocks)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_district_and_landmark_is_there(seed):
    plan = plan_of(seed)
    found = {b.district for b in plan.blocks}
    assert found >= {
        "downtown", "midrise", "rowhouse", "residential", "retail", "industry", "park", "school",
        "plaza", "river", "viaduct",
    }  # fmt: skip
    assert {s.road.name for s in plan.segments} >= {"diagonal", "main", "local"}
    # The diagonal and the bent grid: many directions, not two.
    angles = {round(math.degrees(math.atan2(*s.direction)) % 90) for s in plan.segments}
    assert len(angles) > 15


@pytest.mark.parametrize("seed", SEEDS)
def test_blocks_are_convex_and_streets_run_between_them(seed):
    plan = plan_of(seed)
    for block in plan.blocks:
        ring = block.kerb
        for i in range(len(ring)):
            (ax, ay), (bx, by), (cx, cy) = ring[i - 2], ring[i - 1], ring[i]
            assert (bx - ax) * (cy - by) - (by - ay) * (cx - bx) > -1e-6
    for segment in plan.segments[::7]:
        (ux, uy), (x, y) = segment.direction, segment.start
        for share in (0.1, 0.5, 0.9):
            for side in (-1, 0, 1):
                s, left = share * segment.length, side * (segment.road.half - 0.3)
                point = (x + s * ux - left * uy, y + s * uy + left * ux)
                assert plan.block_at(*point) is None


def test_heights_of_road_walk_lot_and_water():
    plan = plan_of(1)
    for block in plan.blocks:
        if block.district == "midrise" and area(block.at(2.0)) > 500:
            break
    x, y = centroid(block.at(2.0))
    assert ground_at(plan, x, y) == LOT_Z
    side = next(s for s in block.sides if s.road is not None)
    a, b = next(e for e in edges(block.at(0.0)) if block.street_side(*e) is side)
    mx, my = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    back = side.road.walk / 2
    assert ground_at(plan, mx - back * side.normal[0], my - back * side.normal[1]) == KERB_Z
    back = side.road.walk + 2.0
    assert ground_at(plan, mx - back * side.normal[0], my - back * side.normal[1]) == 0.0
    river = next(b for b in plan.blocks if b.district == "river" and water_of(b))
    assert ground_at(plan, *centroid(water_of(river))) == RIVER_Z


def test_seeds_differ_and_repeat():
    one, other = plan_of(1), plan_of(2)
    assert one.blocks[40].kerb != other.blocks[40].kerb
    plan_of.cache_clear()
    again = plan_of(1)
    assert [b.kerb for b in again.blocks] == [b.kerb for b in one.blocks]
    assert [b.district for b in again.blocks] == [b.district for b in one.blocks]
