"""Exploration diagnostics, from values worked out by hand and from pictures of the areas."""

import math
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lookabout.benchmarks.flysearch.diagnostics import (
    Coverage,
    Square,
    closest_approach,
    coverage,
    diagnose,
    flight_path,
    path_length,
    recognition_altitude,
    same_direction,
)
from lookabout.records import AgentInfo, EpisodeRecord, StepRecord

AREA = Square(0.0, 0.0, 10.0)


def step(
    turn: int,
    place: tuple[float, float, float],
    by: tuple[float, float, float] | None = None,
    outcome: str = "moved",
    **detail: Any,
) -> StepRecord:
    return StepRecord(
        index=0,
        turn=turn,
        time_s=0.0,
        position=place,
        shown=[],
        reply="",
        action={"kind": "move", "by": list(by)} if by else {"kind": "claim"},
        outcome=outcome,
        detail=detail,
    )


def record(set_name: str = "fs1-city", **fields: Any) -> EpisodeRecord:
    """Start 50 m above a ground at z = 2; target 4 × 1.6 m, its centre 30 m east of the start."""
    values: dict[str, Any] = {
        "benchmark": "flysearch",
        "set": set_name,
        "episode": 0,
        "attempt": 1,
        "scenario": {
            "set": set_name,
            "vehicles": [{"name": "drone", "position": [100.0, 200.0, 52.0]}],
            "task": {"ground_z": 2.0},
        },
        "agent": AgentInfo(name="a", kind="model"),
        "seed": 0,
        "truth": {
            "start": [100.0, 200.0, 52.0],
            "target_low": [128.0, 199.2, 2.0],
            "target_high": [132.0, 200.8, 4.0],
            "target_centre": [130.0, 200.0, 3.0],
        },
        "started": "2026-01-02T03:04:05+00:00",
    }
    return EpisodeRecord(**(values | fields))


def rasterised(views: list[Square], area: Square, cells: int) -> Coverage:
    """Cell by cell, by the definition: in view, out of view, in view again."""
    seen = revisited = 0
    side = 2 * area.half / cells
    for i in range(cells):
        for j in range(cells):
            x = area.x - area.half + (i + 0.5) * side
            y = area.y - area.half + (j + 0.5) * side
            inside = [max(abs(x - v.x), abs(y - v.y)) < v.half for v in views]
            entries = sum(now and not before for before, now in pairwise([False, *inside]))
            seen += entries > 0
            revisited += entries > 1
    return Coverage(seen * side * side, revisited * side * side)


@pytest.mark.parametrize(
    ("views", "seen", "revisited"),
    [
        ([], 0, 0),
        ([Square(0, 0, 10)], 400, 0),
        ([Square(0, 0, 99)], 400, 0),  # clipped to the area
        ([Square(10, 10, 5)], 25, 0),  # a quarter lies inside
        ([Square(15, 0, 5)], 0, 0),  # touches the edge
        ([Square(40, 0, 5)], 0, 0),
        ([Square(0, 0, 0)], 0, 0),
        ([Square(-5, 0, 2), Square(5, 0, 2)], 32, 0),
        ([Square(0, 0, 2), Square(2, 0, 2)], 24, 0),  # overlap, never out of view
        ([Square(0, 0, 8), Square(0, 0, 4), Square(0, 0, 2)], 256, 0),  # straight down
        ([Square(0, 0, 8), Square(0, 0, 4), Square(0, 0, 8)], 256, 192),  # down and up again
        ([Square(-5, 0, 2), Square(5, 0, 2), Square(-5, 0, 2)], 32, 16),
        ([Square(-5, 0, 2), Square(5, 0, 2), Square(-4, 0, 2)], 36, 12),
        ([Square(-5, 0, 2), Square(40, 0, 2), Square(-5, 0, 2)], 16, 16),  # away in between
    ],
)
def test_coverage_by_hand(views: list[Square], seen: float, revisited: float) -> None:
    assert coverage(views, AREA) == Coverage(seen, revisited)


squares = st.builds(
    Square,
    st.integers(-12, 12).map(float),
    st.integers(-12, 12).map(float),
    st.integers(0, 9).map(float),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(squares, max_size=8))
def test_coverage_against_a_raster(views: list[Square]) -> None:
    # Edges on whole metres: cells of one metre are either inside or outside.
    assert coverage(views, AREA) == rasterised(views, AREA, 20)


@settings(max_examples=30, deadline=None)
@given(
    st.lists(
        st.builds(
            Square,
            st.floats(-300, 300),
            st.floats(-300, 300),
            st.floats(0, 120),
        ),
        max_size=20,
    )
)
def test_area_seen_is_that_of_the_union(views: list[Square]) -> None:
    from shapely import box, union_all

    area = box(-200, -200, 200, 200)
    shapes = [box(v.x - v.half, v.y - v.half, v.x + v.half, v.y + v.half) for v in views]
    union = union_all(shapes).intersection(area).area if shapes else 0.0
    assert coverage(views, Square(0, 0, 200)).seen == pytest.approx(union, abs=1e-6)


def test_recognition_needs_eight_pixels() -> None:
    # At 50 m the frame shows 100 m on 500 pixels: 8 pixels are 1.6 m.
    assert recognition_altitude(1.6) == pytest.approx(50.0)
    assert recognition_altitude(1.8) == pytest.approx(56.25)


def test_an_episode_by_hand() -> None:
    # The search area is 400 × 400 m around the start. From 50 m the view has 100 × 100 m; the
    # target's 1.6 m cover 8 pixels there. Then up to 60 m (120 × 120 m, not recognisable),
    # then down to 10 m over the target (20 × 20 m, inside).
    steps = [
        step(1, (100, 200, 52), (0, 0, 10), path=[[100, 200, 52], [100, 200, 62]]),
        step(2, (100, 200, 62), (30, 0, -50), path=[[130, 200, 12]]),
        step(3, (130, 200, 12), outcome="ended"),
    ]
    for i, share in enumerate((0.0, 0.25, 0.5)):
        steps[i].detail["target_visible"] = share
    found = diagnose(record(), steps)
    assert found["area_seen_percent"] == pytest.approx(100 * 120**2 / 400**2)
    assert found["area_recognisable_percent"] == pytest.approx(100 * 100**2 / 400**2)
    assert found["revisited_percent"] == 0.0
    assert found["distance_flown_m"] == pytest.approx(10 + math.hypot(30, 50))
    assert found["closest_approach_m"] == pytest.approx(9.0)
    assert (found["target_ever_visible"], found["first_visible_step"]) == (True, 2)
    assert (found["collisions"], found["collisions_repeated"]) == (0, 0)


def test_the_area_of_fs2_is_in_the_first_view() -> None:
    found = diagnose(record("fs2"), [step(1, (100, 200, 52), outcome="ended")])
    assert found["area_seen_percent"] == 100.0


def test_refused_replies_show_nothing_new() -> None:
    steps = [
        step(1, (100, 200, 52), (999, 0, 0), "refused", target_visible=0.0),
        step(1, (100, 200, 52), (0, 0, -40), "moved"),
        step(2, (100, 200, 12), outcome="ended", target_visible=0.0),
    ]
    found = diagnose(record(), steps)
    assert (found["target_ever_visible"], found["first_visible_step"]) == (False, None)
    assert found["distance_flown_m"] == 40.0


def test_visibility_that_was_not_recorded_is_unknown() -> None:
    seen = step(2, (100, 200, 12), outcome="ended", target_visible=0.5)
    early = [step(1, (100, 200, 52), (0, 0, -40)), seen]
    assert diagnose(record(), early)["target_ever_visible"] is None
    late = [seen, step(3, (100, 200, 52), (0, 0, -40))]
    assert diagnose(record(), late)["first_visible_step"] == 2


EAST, NEARLY_EAST, NORTH = (10.0, 0.0, 0.0), (10.0, 2.6, 0.0), (0.0, 10.0, 0.0)


@pytest.mark.parametrize(
    ("second", "repeated"),
    [
        (step(2, (0, 0, 9), EAST, "collided"), 1),
        (step(2, (0, 0, 9), (1.0, 0.0, 0.0)), 1),  # shorter, and no collision this time
        (step(2, (0, 0, 9), EAST, "refused"), 1),  # tried again all the same
        (step(2, (0, 0, 9), NEARLY_EAST), 1),  # 14.6°
        (step(2, (0, 0, 9), (10.0, 2.7, 0.0)), 0),  # 15.1°
        (step(2, (0, 0, 9), NORTH), 0),
        (step(2, (0, 0, 9), (-10.0, 0.0, 0.0)), 0),
        (step(2, (0, 0, 9), (0.0, 0.0, 0.0)), 0),
        (step(2, (0, 0, 9), outcome="ended"), 0),
    ],
)
def test_collisions_repeated(second: StepRecord, repeated: int) -> None:
    steps = [step(1, (0, 0, 9), EAST, "collided"), second]
    assert diagnose(record(), steps)["collisions_repeated"] == repeated
    between = [steps[0], step(2, (0, 0, 9), NORTH), second]
    hits = [s for s in between if s.outcome == "collided"]
    found = diagnose(record(), between)
    assert (found["collisions"], found["collisions_repeated"]) == (len(hits), 0)


@settings(deadline=None)
@given(
    st.lists(st.tuples(*[st.integers(-50, 50)] * 3), min_size=1, max_size=6),
    st.tuples(*[st.integers(-50, 50)] * 3),
)
def test_closest_approach_against_many_points(
    path: list[tuple[int, int, int]], target: tuple[int, int, int]
) -> None:
    along = [
        np.array(a) + (np.array(b) - np.array(a)) * t
        for a, b in pairwise(path)
        for t in np.linspace(0, 1, 801)
    ]
    places = [*map(np.array, path), *along]
    least = min(float(np.linalg.norm(place - np.array(target))) for place in places)
    found = closest_approach([(float(x), float(y), float(z)) for x, y, z in path], target)
    assert found <= least + 1e-9
    assert found == pytest.approx(least, abs=0.12)


def test_paths() -> None:
    steps = [step(1, (0, 0, 10), path=[[0, 0, 10], [3, 4, 10]]), step(2, (3, 4, 10))]
    path = flight_path(steps)
    assert path_length(path) == 5.0
    assert path_length(path[:1]) == 0.0
    # Beside the middle of the leg, 2 m away.
    assert closest_approach([(0, 0, 0), (10, 0, 0)], (5, 2, 0)) == 2.0


def test_same_direction() -> None:
    assert same_direction((1, 2, 3), (2, 4, 6))
    assert not same_direction((1, 2, 3), (-1, -2, -3))
    assert not same_direction((0, 0, 0), (0, 0, 0))


@pytest.mark.parametrize(
    "change",
    [
        {"scenario": {}},
        {"scenario": {"set": "fs1-city", "task": None, "vehicles": "none"}},
        {"scenario": {"set": 3, "task": {"ground_z": "deep"}, "vehicles": [3]}},
        {"truth": {}},
        {"truth": {"start": [1, 2], "target_centre": ["a", 1, 2], "target_low": 3}},
        {"truth": {"start": [float("nan")] * 3, "target_centre": [float("inf")] * 3}},
        {"truth": {"start": [1e300] * 3, "target_centre": [True, 1, 2]}},
    ],
)
def test_damaged_records_are_unknown_not_errors(change: dict[str, Any]) -> None:
    steps = [
        step(1, (100, 200, float("nan")), (float("inf"), 0, 0), "collided", path="none"),
        step(1, (1e300, 0, 0), (1e308, 1e308, 0), "collided", path=[[1, 2], 3, None]),
        step(2, (0, 0, 1), target_visible="much"),
    ]
    steps[1].action["by"] = "far"
    found = diagnose(record(**change), steps)
    assert found["area_seen_percent"] is None
    assert found["distance_flown_m"] is None
    assert found["collisions"] == 2
    empty = diagnose(record(**change), [])
    assert empty["distance_flown_m"] is empty["target_ever_visible"] is None
