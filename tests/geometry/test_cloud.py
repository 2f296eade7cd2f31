"""Nearest points among triangles, against the array method that sweeps use."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from lookabout.geometry import Cloud
from lookabout.geometry.cloud import Point, closest_on_triangle
from lookabout.geometry.sweep import closest_on_triangles

A, B, C = (0.0, 0.0, 0.0), (4.0, 0.0, 0.0), (0.0, 3.0, 0.0)


@pytest.mark.parametrize(
    ("point", "closest"),
    [
        ((1.0, 1.0, 5.0), (1.0, 1.0, 0.0)),  # over the face
        ((-1.0, -1.0, 2.0), A),
        ((6.0, -1.0, 0.0), B),
        ((-1.0, 5.0, 0.0), C),
        ((2.0, -3.0, 1.0), (2.0, 0.0, 0.0)),
        ((-2.0, 1.0, 1.0), (0.0, 1.0, 0.0)),
        ((5.0, 5.5, -1.0), (2.0, 1.5, 0.0)),  # (5, 5.5) − (2, 1.5) = (3, 4) is across the long side
    ],
)
def test_every_side_of_a_triangle(point: Point, closest: Point) -> None:
    for corners in ((A, B, C), (C, A, B), (C, B, A)):
        assert closest_on_triangle(point, *corners) == pytest.approx(closest)


@pytest.mark.parametrize(
    ("corners", "closest"),
    [
        ((A, A, A), A),
        ((A, A, B), (2.0, 0.0, 0.0)),
        ((A, B, B), (2.0, 0.0, 0.0)),
        ((B, A, B), (2.0, 0.0, 0.0)),
        ((A, (1.0, 0.0, 0.0), B), (2.0, 0.0, 0.0)),
    ],
)
def test_triangles_without_area(corners: tuple[Point, Point, Point], closest: Point) -> None:
    assert closest_on_triangle((2.0, 1.0, 1.0), *corners) == pytest.approx(closest)


number = st.floats(-3, 3, allow_subnormal=False)
place = st.tuples(number, number, number)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(place, place, place), min_size=1, max_size=25),
    st.lists(place, min_size=1, max_size=12),
    st.floats(0.01, 0.3),
)
def test_the_same_as_trying_every_triangle(
    triangles: list[tuple[Point, Point, Point]], path: list[Point], stride: float
) -> None:
    """Asked from places near one another, again and again, as a flight does."""
    corners = np.array(triangles)
    cloud = Cloud(corners)
    for start in path:
        for step in range(5):
            at = (start[0] + step * stride, start[1] - step * stride / 3, start[2])
            best = _distances(at, corners).min()
            distance, point, index = cloud.nearest(at, 2.0)
            if best >= 2.0 - 1e-6:
                assert distance >= 2.0 - 1e-6
                continue
            assert distance == pytest.approx(best, abs=1e-7)
            assert math.dist(at, point) == pytest.approx(distance, abs=1e-12)
            assert _distances(point, corners[index : index + 1]) == pytest.approx(0, abs=1e-6)


def test_hundreds_of_triangles_all_about_as_near() -> None:
    rng = np.random.default_rng(5)
    middle = rng.normal(size=(900, 3))
    middle /= np.linalg.norm(middle, axis=1)[:, None]
    corners = middle[:, None] + rng.uniform(-0.2, 0.2, (900, 3, 3))
    corners[:20] = corners[:20, :1] + np.linspace(0, 0.3, 3)[:, None]  # without area
    cloud = Cloud(corners)
    for _ in range(40):
        x, y, z = rng.uniform(-0.2, 0.2, 3).tolist()
        distance, _, index = cloud.nearest((x, y, z), 2.0)
        expected = _distances((x, y, z), corners)
        assert distance == pytest.approx(expected.min(), abs=1e-9)
        assert expected[index] == pytest.approx(distance, abs=1e-9)


def _distances(point: Point, corners: NDArray[np.float64]) -> NDArray[np.float64]:
    away = closest_on_triangles(point, corners) - np.array(point)
    return np.asarray(np.linalg.norm(away, axis=1), dtype=float)


def test_nothing_is_near() -> None:
    assert Cloud(np.empty((0, 3, 3))).nearest((1.0, 2.0, 3.0), 2.0) == (2.0, (1.0, 2.0, 3.0), -1)
    cloud = Cloud([[A, B, C]])
    assert cloud.nearest((1.0, 1.0, 2.0), 2.0) == (2.0, (1.0, 1.0, 2.0), -1)
    assert cloud.nearest((1.0, 1.0, 1.9), 2.0) == (1.9, (1.0, 1.0, 0.0), 0)
