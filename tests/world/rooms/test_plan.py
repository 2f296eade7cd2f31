from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import Polygon, box

from lookabout.world.rooms.items import overlap, turned
from lookabout.world.rooms.plan import DOOR_WIDTH, HEIGHT, SIDES, draw_plan


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 8), st.integers(0, 10**6), st.floats(0.75, 1.3))
def test_rooms_lie_side_by_side_and_all_can_be_reached(rooms: int, seed: int, size: float) -> None:
    plan = draw_plan(rooms, np.random.default_rng(seed), size=size)
    assert len(plan.rooms) == rooms
    x0, y0, x1, y1 = plan.bounds
    assert max(abs(v) for v in (x0, y0, x1, y1)) < 14
    floors = [box(r.x0, r.y0, r.x1, r.y1) for r in plan.rooms]
    for k, floor in enumerate(floors):
        assert min(plan.rooms[k].width, plan.rooms[k].depth) > 0.9
        assert all(floor.intersection(other).area == 0 for other in floors[:k])
    reached, todo = {0}, [0]
    while todo:
        here = todo.pop()
        for hole in plan.openings:
            if hole.sill == 0 and hole.other >= 0 and here in (hole.room, hole.other):
                there = hole.other if here == hole.room else hole.room
                if there not in reached:
                    reached.add(there)
                    todo.append(there)
    assert reached == set(range(rooms))


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 8), st.integers(0, 10**6))
def test_openings_lie_in_their_walls_and_apart(rooms: int, seed: int) -> None:
    plan = draw_plan(rooms, np.random.default_rng(seed))
    assert sum(hole.kind == "entrance" for hole in plan.openings) == 1
    for index, room in enumerate(plan.rooms):
        for side in SIDES:
            low, high = room.span(side)
            holes = sorted(plan.holes(index, side), key=lambda hole: hole.low)
            for hole in holes:
                assert low < hole.low < hole.high < high
                assert 0 <= hole.sill < hole.head < HEIGHT
                if hole.kind == "door":
                    assert hole.high - hole.low == pytest.approx(DOOR_WIDTH)
            for first, second in itertools.pairwise(holes):
                assert first.high < second.low
    kinds = {plan.rooms[h.room].kind for h in plan.openings if h.kind == "window"}
    assert {room.kind for room in plan.rooms} - kinds <= {"hall", "bathroom", "kitchen", "study"}


sides = st.floats(0.1, 2.0)
places = st.floats(-2.0, 2.0)


@given(sides, sides, st.floats(0, 360), sides, sides, st.floats(0, 360), places, places)
def test_rectangles_overlap_as_shapely_says(
    a: float, b: float, yaw: float, c: float, d: float, turn: float, x: float, y: float
) -> None:
    def corners(long: float, wide: float, yaw_deg: float) -> np.ndarray:
        own = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [long / 2, wide / 2]
        return turned(own, yaw_deg)

    first, second = corners(a, b, yaw), corners(c, d, turn) + np.array([x, y])
    shared = Polygon(first).intersection(Polygon(second)).area
    if shared > 1e-6:
        assert overlap(first, second)
    elif Polygon(first).distance(Polygon(second)) > 1e-6:
        assert not overlap(first, second)
