from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lookabout.benchmarks.flysearch.sets import FS1_FOREST
from lookabout.datasets import flights
from lookabout.datasets.flights import Airspace
from lookabout.sim.protocol import Floats, Hits
from tests.worlds import FlatWorld

START = (10.25, -20.5, 63.0)
CENTRE, TOP, GROUND = (-4.1, 8.2, 4.0), 5.5, 3.0


class Walled(FlatWorld):
    """Solid balls in the air."""

    def __init__(self, *balls: tuple[tuple[float, float, float], float]) -> None:
        super().__init__()
        self.balls = balls

    def raycast(self, origins: Floats, directions: Floats, max_distance: float = np.inf) -> Hits:
        found = np.full(len(origins), np.inf)
        for centre, radius in self.balls:
            to = np.array(centre) - origins
            along = (to * directions).sum(axis=1)
            near = (to**2).sum(axis=1) - along**2
            depth = np.sqrt(np.maximum(radius**2 - near, 0.0))
            hit = (near <= radius**2) & (along + depth >= 0) & (along - depth <= max_distance)
            found[hit] = np.minimum(found[hit], np.maximum(along - depth, 0.0)[hit])
        return Hits(found, tuple("ball" if d < np.inf else "" for d in found))


def air(*balls: Any) -> Airspace:
    return Airspace(FS1_FOREST, GROUND, Walled(*balls))


def test_the_line_leads_evenly_to_the_targets_top() -> None:
    points = flights.line(START, CENTRE, TOP)
    assert points.shape == (30, 3)
    assert points[0].tolist() == list(START)
    assert points[-1].tolist() == [-4.1, 8.2, 5.5]
    assert np.ptp(np.linalg.norm(np.diff(points, axis=0), axis=1)) < 1e-9


@pytest.mark.parametrize(
    ("length", "steps"), [(1, 1), (14, 1), (16, 2), (50, 5), (96, 10), (122, 10)]
)
def test_longer_lines_leave_more_steps(length: float, steps: int) -> None:
    assert flights.most_steps(np.linspace((0, 0, length), (0, 0, 0), 30)) == steps


coordinates = st.floats(-50, 50)


@settings(max_examples=40, deadline=None)
@given(
    st.tuples(coordinates, coordinates, st.integers(30, 100)),
    st.tuples(coordinates, coordinates),
    st.floats(0.1, 15),
    st.integers(0, 2**32),
)
def test_places_and_samples_keep_every_promise(
    offset: Any, at: Any, height: float, seed: int
) -> None:
    start = (at[0] + offset[0], at[1] + offset[1], GROUND + offset[2])
    points = flights.line(start, (*at, GROUND + height / 2), GROUND + height)
    rng = np.random.default_rng(seed)
    sky = air()
    places = flights.draw_places(points, start, sky, rng)
    assert len(places) == flights.STEPS
    for place, point in zip(places, points, strict=True):
        steps = np.subtract(place, start)
        assert np.abs(steps - np.rint(steps)).max() < 1e-6  # whole metres from the start
        near = np.abs(np.subtract(place, point))
        assert near[:2].max() <= 10 + 1e-6
        altitude = place[2] - GROUND
        assert 3 - 1e-6 <= altitude <= 120 + 1e-6
        assert near[2] <= 10 + 1e-6 or altitude < 4  # lifted to the lowest height
    most = flights.most_steps(points)
    samples = flights.draw_samples(places, most, sky, rng)
    assert samples is not None
    assert len(set(samples)) == flights.TRAJECTORIES
    for sample in samples:
        assert 1 <= len(sample) <= most
        assert all(a < b for a, b in pairwise(sample))
        for a, b in pairwise(sample):
            by = np.subtract(places[b], places[a])
            assert by.any()
            reach = places[a][2] - GROUND
            assert np.abs(by[:2]).max() <= reach + 1e-6  # within the view


def test_drawing_is_a_function_of_the_generator() -> None:
    points = flights.line(START, CENTRE, TOP)

    def draw(seed: int) -> Any:
        rng = np.random.default_rng(seed)
        places = flights.draw_places(points, START, air(), rng)
        return places, flights.draw_samples(places, 5, air(), rng)

    assert draw(1) == draw(1)
    assert draw(1) != draw(2)


def test_segments_near_a_solid_are_not_clear() -> None:
    sky = air(((0.0, 0.0, 10.0), 1.0))
    starts = np.array([[-5.0, 0, 10], [-5, 1.4, 10], [-5, 1.6, 10], [-5, 0, 10], [3, 0, 10]])
    ends = np.array([[5.0, 0, 10], [5, 1.4, 10], [5, 1.6, 10], [-2, 0, 10], [5, 0, 10]])
    # Through it; 0.4 m beside it; 0.6 m beside it; ends 1 m before it; begins behind it.
    assert sky.clear(starts, ends).tolist() == [False, False, True, True, True]
    assert sky.clear(ends, starts).tolist() == [False, False, True, True, True]
    same = np.array([[0.0, 0, 10], [9, 9, 9]])
    assert sky.clear(same, same).tolist() == [False, True]  # a segment may be a point


def test_places_have_free_sky_above() -> None:
    roof = ((0.0, 0.0, 50.0), 6.0)
    points = np.array([[0.0, 0, 30], [0, 0, 80]])
    sky = air(roof)
    assert sky.reachable(points).tolist() == [False, True]
    places = flights.draw_places(points, (0, 0, 100), sky, np.random.default_rng(0))
    assert len(places) == 2
    assert math.hypot(*places[0][:2]) > 6 or places[0][2] > 50
    closed = air(((0.0, 0.0, 60.0), 40.0))  # no place near the first point sees the sky
    assert len(flights.draw_places(points[:1], (0, 0, 100), closed, np.random.default_rng(0))) == 0


def test_no_sample_flies_through_a_solid() -> None:
    places = [(0.0, 0.0, 60.0 - 5 * i) for i in range(10)]
    free = flights.draw_samples(places, 4, air(), np.random.default_rng(0))
    assert free is not None
    blocked = flights.draw_samples(
        places, 4, air(((0.0, 0.0, 37.5), 1.0)), np.random.default_rng(0)
    )
    assert blocked is not None
    assert any(a <= 4 < b for s in free for a, b in pairwise(s))
    assert not any(a <= 4 < b for s in blocked for a, b in pairwise(s))


def test_too_few_places_make_no_samples() -> None:
    rng = np.random.default_rng(0)
    assert flights.draw_samples([], 4, air(), rng) is None
    assert flights.draw_samples([(0, 0, 30), (0, 0, 20)], 4, air(), rng) is None  # 3 at most


def test_the_altitude_cap_is_the_sets() -> None:
    low = Airspace(replace(FS1_FOREST, altitude_cap=40.0), GROUND, FlatWorld())
    points = flights.line(START, CENTRE, TOP)
    places = flights.draw_places(points, START, low, np.random.default_rng(0))
    assert max(z for _, _, z in places) <= GROUND + 40
