"""Scores of logs written by hand, and against an independent count over random fleets."""

from __future__ import annotations

import json

import numpy as np
import pytest

from lookabout.benchmarks.dronecats.log import LoggedSample, StepLog
from lookabout.benchmarks.dronecats.scoring import VERSION, verdict
from tests.benchmarks.dronecats.made_logs import DONE, GO, HOLD, TURN, log, sample, step


def test_an_episode_of_one_drone() -> None:
    flown = log(
        step({"drone": GO}, [sample(0, 20, box=18), sample(0.5, 12), sample(1, 4.5, box=2)]),
        step({"drone": DONE}, [sample(1.5, 4.5), sample(2, 4.5)], [sample(1, 4.5)]),
    )
    assert verdict(flown) == {
        "success": True,
        "claimed": True,
        "oracle_success": True,
        "mode": None,
        "navigation_error_m": 4.5,
        "declarations": 1,
        "qualifying": 1,
        "minimum_distance_m": 4.5,
        "minimum_box_distance_m": 2.0,
        "approach_ratio": 0.775,
        "declared_ratio": 0.225,
        "first_acquisition_s": 0.0,
        "dwell_s": 1.0,
        "longest_loss_s": 0.0,
        "radius_m": 5.0,
        "scoring_version": VERSION,
    }


@pytest.mark.parametrize(
    ("distance", "visible", "radius", "success"),
    [
        (5.0, True, 5.0, True),
        (5.0 + 1e-9, True, 5.0, False),
        (5.0, False, 5.0, False),
        (8.0, True, 8.0, True),
        (4.5, True, 4.4, False),
    ],
)
def test_limits(distance: float, visible: bool, radius: float, success: bool) -> None:
    flown = log(
        step({"drone": GO}, [sample(0, 20)]),
        step({"drone": DONE}, [sample(1, distance)], [sample(1, distance, visible)]),
    )
    found = verdict(flown, radius)
    assert found["success"] is success
    assert found["mode"] == (None if success else "declared_prematurely")
    assert found["oracle_success"] is (distance <= radius)
    assert found["radius_m"] == radius


def test_who_succeeds_has_come_near_even_between_two_samples() -> None:
    flown = log(step({"drone": DONE}, [sample(0, 5.2), sample(0.5, 5.1)], [sample(0.3, 4.9)]))
    found = verdict(flown)
    assert (found["success"], found["oracle_success"]) == (True, True)
    assert found["minimum_distance_m"] == 4.9


def test_a_fleet_is_judged_as_one() -> None:
    names = ("a", "b")
    flown = log(
        step({"a": GO, "b": GO}, [sample(0, 20, drone="a"), sample(0, 22, drone="b")]),
        step(
            {"a": DONE, "b": DONE},
            [sample(1, 12, drone="a"), sample(1, 5, drone="b")],
            [sample(1, 12, drone="a"), sample(1, 5, drone="b")],
        ),
        step({"a": HOLD, "b": TURN}, [sample(2, 12, drone="a"), sample(2, 5, drone="b")]),
    )
    found = verdict(flown, 5.0, names)
    assert (found["success"], found["navigation_error_m"]) == (True, 5.0)
    assert found["declared_ratio"] == 12 / 20
    counts = ("drones", "drones_reached", "drones_declared", "drones_converted", "team_steps")
    assert [found[key] for key in counts] == [2, 1, 2, 1, 3]
    assert (found["copies"], found["all_go"]) == (1, 1)
    assert found["outcomes"] == {"a": "declared elsewhere", "b": "converted"}
    assert verdict(flown, 4.9, names)["mode"] == "declared_prematurely"
    assert json.loads(json.dumps(found)) == found


@pytest.mark.parametrize(("end", "mode"), [(7.5, "ran_out_of_steps"), (8.5, "oscillated")])
def test_oscillation_is_that_of_the_drone_that_came_nearest(end: float, mode: str) -> None:
    to_and_fro, straight = (20, 10, 14, 9, 13, 8), (30, 26, 22, 18, 12, end)
    trace = [
        sample(k, d, drone=name)
        for k, pair in enumerate(zip(to_and_fro, straight, strict=True))
        for name, d in zip("ab", pair, strict=True)
    ]
    assert verdict(log(step({"a": GO, "b": GO}, trace)))["mode"] == mode


def test_no_trace() -> None:
    with pytest.raises(ValueError, match="trace"):
        verdict(log(step({"drone": GO}, [])))


@pytest.mark.parametrize("where", ["trace", "declarations", "commands"])
def test_a_log_of_other_drones_is_not_judged(where: str) -> None:
    near = sample(0.0, 1.0, drone="ghost")
    traced = [sample(0.0, 20.0), *([near] if where == "trace" else [])]
    told = {"drone": GO, **({"ghost": DONE} if where == "commands" else {})}
    claimed = [near] if where == "declarations" else []
    with pytest.raises(ValueError, match="ghost"):
        verdict(log(step(told, traced, claimed)), 5.0, ["drone"])


@pytest.mark.parametrize("absurd", [{"time_s": 1e308}, {"distance_m": 1e300}])
def test_numbers_of_which_no_mean_could_be_taken_are_no_log(absurd: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="less than or equal"):
        LoggedSample.model_validate(sample(0.0, 20.0).model_dump() | absurd)


def _brute_force(steps: list[StepLog], radius: float) -> tuple[bool, float, bool, int]:
    """Success, navigation error, reached, drones with a right claim: told anew from the files."""
    lines = [json.loads(own.model_dump_json()) for own in steps]
    right: list[float] = []
    heroes = set()
    reached = False
    last: dict[str, float] = {}
    for line in lines:
        for claim in line["declarations"]:
            reached = reached or not claim["distance_m"] > radius
            if claim["visible"] and not claim["distance_m"] > radius:
                right.append(claim["distance_m"])
                heroes.add(claim["drone"])
        for item in line["trace"]:
            reached = reached or not item["distance_m"] > radius
            last[item["drone"]] = item["distance_m"]
    error = right[0] if right else sorted(last.values())[0]
    return len(right) > 0, error, reached, len(heroes)


def test_against_an_independent_count() -> None:
    rng = np.random.default_rng(7)
    wins = 0
    for _ in range(300):
        names = [f"drone{k}" for k in range(rng.integers(1, 5))]
        radius = float(rng.integers(3, 8))
        steps = []
        for k in range(int(rng.integers(1, 6))):
            here: list[LoggedSample] = [
                # Whole metres, so that some are exactly at the radius.
                sample(k, float(rng.integers(2, 20)), bool(rng.random() < 0.6), name)
                for name in names
            ]
            claims = [item for item in here if rng.random() < 0.2]
            commands = {name: DONE if rng.random() < 0.2 else GO for name in names}
            steps.append(step(commands, here, claims))
        found = verdict(log(*steps), radius, names)
        expected = _brute_force(steps, radius)
        keys = ("success", "navigation_error_m", "oracle_success")
        assert tuple(found[key] for key in keys) == expected[:3]
        if len(names) > 1:
            assert found["drones_converted"] == expected[3]
            assert sum(v == "converted" for v in found["outcomes"].values()) == expected[3]
        wins += expected[0]
    assert 30 < wins < 270  # both verdicts often
