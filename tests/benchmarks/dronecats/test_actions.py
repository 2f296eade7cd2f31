"""Replies as actions: strict on meaning, tolerant of what stands around, never a crash."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookabout.benchmarks.dronecats.actions import (
    FIRST_STEP,
    Action,
    Finished,
    Go,
    Rotate,
    Think,
    Unreadable,
    action_of,
    history,
    read_commands,
    read_reply,
    record_of,
)
from lookabout.benchmarks.dronecats.lifting import (
    Limits,
    displacement,
    velocity,
    yaw_rate_deg,
)
from lookabout.geometry import Camera

GO = '{"action": "go", "point": [612, 430], "depth": 9}'


@pytest.mark.parametrize(
    ("text", "action"),
    [
        (GO, Go(612, 430, 9)),
        (f"```json\n{GO}\n```", Go(612, 430, 9)),
        (f"I see the car [far away] at (612, 430).\n{GO}\nDone {{so}} far.", Go(612, 430, 9)),
        (f"[{GO}]", Go(612, 430, 9)),
        ('{"action": "ROTATE", "yaw": -45.5}', Rotate(-45.5)),
        ('{"action": "think", "reason": "hm"}', Think()),
        ('{"action": " finished "}', Finished()),
        ('{"action": "go", "point": [0, 1000], "depth": 0}', Go(0, 1000, 0)),
        ('{"thoughts": {"a": 1}, "action": "think"}', Think()),
        ("The list [1, 2, 3] matters. " + GO, Go(612, 430, 9)),
    ],
)
def test_readable(text: str, action: Action) -> None:
    assert read_reply(text, "xy") == action


def test_points_follow_the_models_own_order() -> None:
    assert read_reply(GO, "yx") == Go(430, 612, 9)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no_object"),
        ("I go there.", "no_object"),
        ("[1, 2]", "no_object"),
        ('{"action": "go", "point": [1, 2]', "broken_json"),
        (GO + GO, "several_objects"),
        (f"[{GO}, {GO}]", "several_objects"),
        ("{}", "missing_field"),
        ('{"action": 5}', "missing_field"),
        ('{"action": "land"}', "unknown_action"),
        ('{"action": "go", "depth": 3}', "missing_field"),
        ('{"action": "go", "point": [1, 2]}', "missing_field"),
        ('{"action": "go", "point": [1, 2, 3], "depth": 3}', "bad_field"),
        ('{"action": "go", "point": "1, 2", "depth": 3}', "bad_field"),
        ('{"action": "go", "point": [true, 2], "depth": 3}', "bad_field"),
        ('{"action": "go", "point": ["1", 2], "depth": 3}', "bad_field"),
        ('{"action": "go", "point": [1, 1000.1], "depth": 3}', "out_of_range"),
        ('{"action": "go", "point": [-1, 2], "depth": 3}', "out_of_range"),
        ('{"action": "go", "point": [1, 2], "depth": -0.1}', "out_of_range"),
        ('{"action": "go", "point": [1, 2], "depth": NaN}', "out_of_range"),
        ('{"action": "go", "point": [1, 2], "depth": 1e999}', "out_of_range"),
        ('{"action": "rotate"}', "missing_field"),
        ('{"action": "rotate", "yaw": "left"}', "bad_field"),
        ('{"action": "rotate", "yaw": 361}', "out_of_range"),
    ],
)
def test_unreadable(text: str, problem: str) -> None:
    found = read_reply(text, "xy")
    assert isinstance(found, Unreadable)
    assert found.problem == problem
    json.dumps(record_of(found), allow_nan=False)


def test_commands_for_four() -> None:
    turn, think = '{"action": "rotate", "yaw": 30}', '{"action": "think"}'
    wanted = (Go(612, 430, 9), Rotate(30), Think(), Go(612, 430, 9))
    assert read_commands(f"[{GO}, {turn}, {think}, {GO}]", 4, "xy") == wanted
    assert read_commands(f"```\n{GO}\n{turn}\n{think}\n{GO}\n```", 4, "xy") == wanted


def test_one_bad_command_stops_only_its_drone() -> None:
    found = read_commands(f'[{GO}, {{"action": "jump"}}, 7, {GO}]', 4, "xy")
    assert isinstance(found, tuple)
    problems = [item.problem if isinstance(item, Unreadable) else None for item in found]
    assert problems == [None, "unknown_action", "bad_field", None]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (f"[{GO}, {GO}, {GO}]", "wrong_count"),
        (GO, "wrong_count"),
        (f"[{GO}] [{GO}]", "several_objects"),
        ("none", "no_object"),
    ],
)
def test_commands_that_cannot_be_given_out(text: str, problem: str) -> None:
    found = read_commands(text, 4, "xy")
    assert isinstance(found, Unreadable)
    assert found.problem == problem


pieces = st.sampled_from(
    ["{", "}", "[", "]", '"action"', ":", ",", '"go"', '"point"', "1", "NaN", "1e400", " ", GO, "x"]
)


@given(st.lists(pieces, max_size=60).map("".join) | st.text(max_size=200))
def test_no_text_crashes(text: str) -> None:
    for found in (read_reply(text, "xy"), read_commands(text, 2, "yx")):
        for item in found if isinstance(found, tuple) else (found,):
            json.dumps(record_of(item), allow_nan=False)


@pytest.mark.parametrize("text", ["{" * 100_000, '{"a":' * 50_000, "[" * 100_000, GO * 3000])
def test_long_nonsense_ends(text: str) -> None:
    assert isinstance(read_reply(text, "xy"), Unreadable)


def test_history() -> None:
    assert history([]) == FIRST_STEP
    actions: list[Action] = [
        Think(),
        Go(612, 430, 9.0),
        Rotate(45),
        Think(),
        Finished(),
        Go(1, 2, 2.5),
    ]
    assert history(actions).splitlines() == [
        "1. GO x=612 y=430 depth=9m",
        "2. ROTATE angle=45deg",
        "3. THINK",
        "4. FINISHED",
        "5. GO x=1 y=2 depth=2.5m  <- most recent",
    ]


CAMERA = Camera(640, 480, 90.0)


@pytest.mark.parametrize(
    ("go", "way"),
    [
        (Go(500, 500, 8), (8, 0, 0)),
        (Go(1000, 500, 2**0.5), (1, -1, 0)),
        (Go(0, 500, 2**0.5), (1, 1, 0)),
        # The lower edge of a 4:3 picture lies 3/4 down for 1 ahead: a 3-4-5 triangle.
        (Go(500, 1000, 5), (4, 0, -3)),
    ],
)
def test_points_as_ways(go: Go, way: tuple[float, float, float]) -> None:
    np.testing.assert_allclose(displacement(go, CAMERA), way, atol=1e-12)


@pytest.mark.parametrize(
    ("way", "speed"),
    [
        ((2, 0, 0), (2, 0, 0)),
        ((30, 0, 0), (3, 0, 0)),
        ((0, 0, -2), (0, 0, -2)),
        ((0, 0, -2.5), (0, 0, -2)),
        # 3 m/s in all would climb by 2.4: slowed to 2, direction kept.
        ((6, 0, 8), (1.5, 0, 2)),
        ((0, 0, 0), (0, 0, 0)),
    ],
)
def test_velocities_keep_their_direction(
    way: tuple[float, float, float], speed: tuple[float, float, float]
) -> None:
    np.testing.assert_allclose(velocity(np.array(way, float), Limits()), speed, atol=1e-12)


@given(st.tuples(*[st.floats(-100, 100)] * 3), st.floats(0.1, 5))
def test_velocities_stay_within_the_limits(way: tuple[float, float, float], step_s: float) -> None:
    found = velocity(np.array(way), Limits(step_s))
    assert np.linalg.norm(found) <= 3 + 1e-9
    assert abs(found[2]) <= 2 + 1e-9
    np.testing.assert_allclose(np.cross(found, way), 0, atol=1e-6)


def test_turns_are_capped_and_change_their_sign() -> None:
    """To the right is clockwise from above."""
    assert yaw_rate_deg(Rotate(45), Limits()) == -45
    assert yaw_rate_deg(Rotate(-180), Limits()) == 90
    assert yaw_rate_deg(Rotate(45), Limits(step_s=0.25)) == -90


def test_records_are_plain() -> None:
    expected: list[tuple[Any, dict[str, Any]]] = [
        (Go(1, 2, 3), {"kind": "go", "x": 1, "y": 2, "depth": 3}),
        (Rotate(-4), {"kind": "rotate", "yaw": -4}),
        (Think(), {"kind": "think"}),
        (Finished(), {"kind": "finished"}),
    ]
    for action, record in expected:
        assert record_of(action) == record
    assert math.isfinite(record_of(Go(1, 2, 3))["depth"])


@pytest.mark.parametrize(
    "record",
    [
        {},
        {"kind": "fly"},
        {"kind": "go", "x": 1, "y": 2},
        {"kind": "go", "x": "nan", "y": 2, "depth": 3},
        {"kind": "go", "x": True, "y": 2, "depth": 3},
        {"kind": "rotate", "yaw": math.inf},
        {"kind": "rotate", "yaw": 10**400},
        {"kind": "unreadable", "problem": "<b>\x1b"},
        {"kind": "unreadable", "problem": ["broken_json"]},
    ],
)
def test_what_no_record_holds_is_no_action(record: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="no action"):
        action_of(record)
