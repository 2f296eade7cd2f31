import numpy as np
import pytest
from numpy.typing import NDArray

from lookabout.flight.autopilot import CLEARANCE_M, fly_straight
from lookabout.geometry import sweep_sphere

Floats = NDArray[np.float64]
WALL = np.array([[[10.0, -50, -50], [10.0, 50, -50], [10.0, 0, 90]]])


def against_wall(start: Floats, motion: Floats, radius: float) -> tuple[float, str | None]:
    share, index = sweep_sphere(start, motion, radius, WALL)
    return share, None if index < 0 else "wall"


def free(start: Floats, motion: Floats, radius: float) -> tuple[float, str | None]:
    return np.inf, None


def test_a_free_flight_arrives() -> None:
    flight = fly_straight((1, 2, 3), (4, -5, 6), free)
    np.testing.assert_allclose(flight.end, [5, -3, 9])
    assert flight.stopped_by is None


def test_it_stops_half_a_metre_short() -> None:
    flight = fly_straight((0, 0, 0), (30, 0, 0), against_wall)
    assert flight.stopped_by == "wall"
    assert 10 - CLEARANCE_M - 0.002 <= flight.end[0] < 10 - CLEARANCE_M
    np.testing.assert_array_equal(flight.end[1:], 0)


def test_after_a_stop_it_can_turn_away_and_not_go_on() -> None:
    stopped = fly_straight((0, 0, 0), (30, 0, 0), against_wall).end
    again = fly_straight(stopped, (30, 0, 0), against_wall)
    assert again.stopped_by == "wall"
    np.testing.assert_allclose(again.end, stopped, atol=2e-3)
    for away in ([-5, 0, 0], [0, 5, 0], [0, 0, 5], [-1, 5, 0]):
        flight = fly_straight(stopped, away, against_wall)
        assert flight.stopped_by is None
        np.testing.assert_allclose(flight.end, stopped + away)


def test_no_repetition_creeps_through_a_wall() -> None:
    at: Floats = np.zeros(3)
    for _ in range(200):
        at = fly_straight(at, (30, 0, 0), against_wall).end
    assert at[0] <= 10 - CLEARANCE_M


def test_no_motion_stays() -> None:
    flight = fly_straight((1, 2, 3), (0, 0, 0), against_wall)
    np.testing.assert_array_equal(flight.end, [1, 2, 3])


@pytest.mark.parametrize("speed", [1e-9, 1e3, 1e6])
def test_very_short_and_very_long_moves(speed: float) -> None:
    flight = fly_straight((0, 0, 0), (speed, 0, 0), against_wall)
    assert flight.end[0] <= 10 - CLEARANCE_M
    assert (flight.stopped_by == "wall") is (speed > 10)
