"""The verdict on logs written by hand, exact limits included."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookabout.benchmarks.dronecats.verdict import Measures, Sample, measure, of_drone


def at(
    time_s: float, distance: float, visible: bool = True, drone: str = "a", box: float | None = None
) -> Sample:
    return Sample(time_s, drone, distance, distance if box is None else box, visible)


def flight(*distances: float, visible: bool = True, drone: str = "a") -> list[Sample]:
    return [at(0.5 * k, d, visible, drone) for k, d in enumerate(distances)]


def test_nothing_declared() -> None:
    found = measure([], flight(20, 12, 4, 9))
    assert found == Measures(
        success=False,
        navigation_error=9,
        oracle_success=True,
        declared=False,
        declarations=0,
        qualifying=0,
        minimum_distance=4,
        minimum_box_distance=4,
        approach_ratio=0.8,
        declared_ratio=None,
        first_acquisition=0.0,
        dwell=0.5,
        longest_loss=0.0,
    )


@pytest.mark.parametrize(
    ("distance", "visible", "success"),
    [(5.0, True, True), (5.0000001, True, False), (5.0, False, False), (0.0, True, True)],
)
def test_within_the_radius_and_in_sight(distance: float, visible: bool, success: bool) -> None:
    found = measure([at(1.0, distance, visible)], flight(20, 12, 7))
    assert found.success is success
    assert found.declared
    assert found.navigation_error == (distance if success else 7)


def test_the_first_declaration_that_qualifies_decides() -> None:
    claims = [at(1, 14), at(2, 4.9, visible=False), at(3, 4.5), at(4, 1)]
    found = measure(claims, flight(20, 14, 5, 4.5, 1))
    assert (found.success, found.navigation_error) == (True, 4.5)
    assert (found.declarations, found.qualifying) == (4, 2)
    assert found.declared_ratio == 14 / 20


def test_passing_by_is_no_success() -> None:
    found = measure([at(2, 9)], flight(20, 5, 9))
    assert (found.success, found.oracle_success) == (False, True)


def test_the_radius_can_be_changed_afterwards() -> None:
    claims, trace = [at(1, 7.5)], flight(20, 7.5)
    assert not measure(claims, trace).success
    assert measure(claims, trace, 7.5).success
    assert measure(claims, trace, 8.0).oracle_success


def test_flying_away_closes_nothing() -> None:
    assert measure([], flight(20, 25, 30)).approach_ratio == 0
    assert measure([at(0.5, 25)], flight(20, 25)).declared_ratio == 1.25


def test_large_things_are_reached_before_their_middle() -> None:
    found = measure([], [at(0, 20, box=12), at(1, 9, box=1)])
    assert (found.minimum_distance, found.minimum_box_distance) == (9, 1)


def test_acquisition_dwell_and_loss() -> None:
    visible = [False, True, False, False, True, True, False]
    distances = [9, 9, 9, 4, 4, 6, 4]
    trace = [at(0.5 * k, d, v) for k, (d, v) in enumerate(zip(distances, visible, strict=True))]
    found = measure([], trace)
    assert found.first_acquisition == 0.5
    assert found.dwell == 0.5  # from 2.0, the only moment near and in sight, to 2.5
    assert found.longest_loss == 1.0  # from 1.0 to 2.0
    assert measure([], trace[:4]).longest_loss == 0.5  # lost at 1.0, still lost at the end
    never = measure([], flight(9, 9, visible=False))
    assert (never.first_acquisition, never.longest_loss) == (None, 0.0)


def test_a_fleet_wins_by_one() -> None:
    trace = sorted(
        [*flight(20, 18, 16), *flight(22, 10, 4, drone="b")], key=lambda sample: sample.time_s
    )
    found = measure([at(0.9, 18), at(1.0, 4, drone="b")], trace)
    assert found.success
    assert found.navigation_error == 4
    assert found.minimum_distance == 4
    assert found.approach_ratio == pytest.approx(1 - 4 / 20)
    assert found.declared_ratio == 18 / 20
    alone = measure([at(0.9, 18)], of_drone(trace, "a"))
    assert (alone.success, alone.navigation_error) == (False, 16)


def test_without_a_qualifying_claim_the_fleets_error_is_its_nearest_drones() -> None:
    trace = [*flight(20, 18), *flight(22, 10, drone="b")]
    assert measure([], trace).navigation_error == 10


def test_an_empty_trace_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="empty"):
        measure([], [])


samples = st.builds(
    at, st.integers(0, 20).map(float), st.sampled_from([1.0, 4.0, 5.0, 6.0, 20.0]), st.booleans()
)


@given(st.lists(samples, max_size=5), st.lists(samples, min_size=1, max_size=12))
def test_the_criterion_itself(claims: list[Sample], trace: list[Sample]) -> None:
    trace = sorted(trace, key=lambda sample: sample.time_s)
    found = measure(claims, trace)
    assert found.success == any(c.visible and c.distance_m <= 5 for c in claims)
    assert found.qualifying <= found.declarations == len(claims)
    assert 0 <= found.approach_ratio <= 1
    assert found.dwell <= trace[-1].time_s - trace[0].time_s
    assert found.longest_loss <= trace[-1].time_s - trace[0].time_s
