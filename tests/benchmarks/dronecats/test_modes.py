"""Failure modes and fleet measures on logs written by hand."""

from __future__ import annotations

import pytest

from lookabout.benchmarks.dronecats.actions import Finished, Go, Rotate, Think, Unreadable
from lookabout.benchmarks.dronecats.fleet import fleet, outcomes
from lookabout.benchmarks.dronecats.modes import MODES, Aim, failure_mode, path_length, reversals
from tests.benchmarks.dronecats.test_verdict import at, flight

AIMED, BESIDE, BLIND = Aim("a", 10.0, True), Aim("a", 10.1, True), Aim("a", 0.0, False)


def test_a_success_has_no_mode() -> None:
    assert failure_mode([at(1, 4)], flight(20, 4), [AIMED]) is None


@pytest.mark.parametrize(
    ("claims", "distances", "aims", "mode"),
    [
        ([at(1, 12)], (20, 12, 4), [AIMED], "declared_prematurely"),
        ([at(1, 4, visible=False)], (20, 4), [AIMED], "declared_prematurely"),
        ([], (20, 5), [], "arrived_without_declaring"),
        ([], (20, 8), [BESIDE, BLIND], "never_grounded"),
        ([], (20, 8), [], "never_grounded"),
        ([], (20, 15.01), [AIMED], "never_closed"),
        ([], (20, 15), [AIMED], "ran_out_of_steps"),
        ([], (20, 10, 14, 9, 13, 8, 7), [AIMED], "oscillated"),
        ([], (20, 10, 14, 9, 8, 7), [AIMED], "ran_out_of_steps"),
    ],
)
def test_modes(claims: list, distances: tuple, aims: list, mode: str) -> None:
    assert failure_mode(claims, flight(*distances), aims) == mode
    assert mode in MODES


def test_a_wider_radius_changes_the_mode() -> None:
    trace = flight(20, 7)
    assert failure_mode([], trace, [AIMED]) == "ran_out_of_steps"
    assert failure_mode([], trace, [AIMED], 7.0) == "arrived_without_declaring"


@pytest.mark.parametrize(
    ("distances", "count"),
    [
        ([], 0),
        ([5], 0),
        ([20, 15, 10, 5], 0),
        ([20, 10, 11, 10, 11], 0),  # swings of exactly a metre
        ([20, 10, 11.1, 10], 2),
        ([20, 10, 10.6, 11.2, 8], 2),
        ([10, 10.9, 10, 9.1, 10], 0),  # never set off
        ([10, 14, 9, 14, 9], 3),
    ],
)
def test_reversals(distances: list[float], count: int) -> None:
    assert reversals(distances) == count


def test_path_length() -> None:
    assert path_length([(0, 0, 0), (3, 4, 0), (3, 4, 12)]) == 17
    assert path_length([]) == 0


def test_a_fleet() -> None:
    names = ["a", "b", "c", "d"]
    trace = [
        *flight(20, 4),
        *flight(20, 18, drone="b"),
        *flight(20, 3, drone="c"),
        *flight(20, 19, drone="d"),
    ]
    claims = [at(0.5, 4), at(0.5, 18, drone="b")]
    same, other = Go(448, 357, 12), Go(448, 358, 12)
    commands = [
        [same] * 4,
        [same, same, same, Go(448, 357, 3)],  # the depth may differ: the point is copied
        [same, same, same, other],
        [same, same, same, Think()],
        [Finished(), Finished(), Rotate(3), Unreadable("no_object", "")],
    ]
    found = fleet(names, claims, trace, commands)
    assert (found.reached, found.declared, found.converted) == (2, 2, 1)
    assert found.success
    assert (found.team_steps, found.all_go, found.copies) == (5, 3, 2)
    assert found.copying_rate == 2 / 3
    assert outcomes(names, claims, trace, 5.0) == {
        "a": "converted",
        "b": "declared elsewhere",
        "c": "reached",
        "d": "far",
    }


def test_a_fleet_that_is_never_sent_out() -> None:
    found = fleet(["a"], [], flight(20, 20), [[Think()]])
    assert found.copying_rate is None
    assert not found.success
