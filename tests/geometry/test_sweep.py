import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lookabout.geometry import sweep_sphere
from lookabout.geometry.sweep import closest_on_triangles

FLOOR = np.array([[[-50.0, -50, 0], [50, -50, 0], [0, 80, 0]]])


def test_landing_on_a_floor_stops_one_radius_above() -> None:
    share, index = sweep_sphere((0, 0, 10), (0, 0, -20), 0.5, FLOOR)
    assert share == pytest.approx(9.5 / 20)
    assert index == 0


def test_winding_does_not_matter() -> None:
    share, _ = sweep_sphere((0, 0, 10), (0, 0, -20), 0.5, FLOOR[:, ::-1])
    assert share == pytest.approx(9.5 / 20)


def test_stopping_just_short_touches_nothing() -> None:
    assert sweep_sphere((0, 0, 10), (0, 0, -9.499), 0.5, FLOOR) == (np.inf, -1)
    assert sweep_sphere((0, 0, 10), (0, 0, -9.5), 0.5, FLOOR)[0] == pytest.approx(1.0)


def test_an_edge_is_round() -> None:
    # Past the edge x = 0 at height 0.3: touches when the distance to the edge is 0.5.
    triangle = [[[0.0, -9, 0], [9, 0, 0], [0, 9, 0]]]
    share, _ = sweep_sphere((-10, 0, 0.3), (20, 0, 0), 0.5, triangle)
    assert share == pytest.approx((10 - 0.4) / 20)


def test_a_corner_is_round() -> None:
    triangle = [[[0.0, 0, 0], [9, 5, 0], [9, -5, 0]]]
    share, _ = sweep_sphere((-10, 0, 0.3), (20, 0, 0), 0.5, triangle)
    assert share == pytest.approx((10 - 0.4) / 20)


def test_grazing_at_exactly_the_radius_passes() -> None:
    assert sweep_sphere((-10, 0, 0.5), (20, 0, 0), 0.5, FLOOR)[0] == np.inf


def test_a_sphere_in_contact_may_leave_but_not_go_deeper() -> None:
    assert sweep_sphere((0, 0, 0.4), (0, 0, 5), 0.5, FLOOR) == (np.inf, -1)
    assert sweep_sphere((0, 0, 0.4), (0, 0, -5), 0.5, FLOOR) == (0.0, 0)
    assert sweep_sphere((0, 0, 0.4), (5, 0, 0), 0.5, FLOOR) == (np.inf, -1)


def test_no_motion_and_no_triangles() -> None:
    assert sweep_sphere((0, 0, 1), (0, 0, 0), 0.5, FLOOR) == (np.inf, -1)
    assert sweep_sphere((0, 0, 1), (0, 0, -9), 0.5, np.zeros((0, 3, 3))) == (np.inf, -1)


def test_a_triangle_without_area_still_stops() -> None:
    wire = [[[-5.0, 0, 0], [5, 0, 0], [5, 0, 0]]]
    assert sweep_sphere((0, 0, 10), (0, 0, -20), 0.5, wire)[0] == pytest.approx(9.5 / 20)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_agrees_with_stepping_along_the_path(seed: int) -> None:
    rng = np.random.default_rng(seed)
    triangles = rng.normal(0, 3, (6, 1, 3)) + rng.normal(0, 1.5, (6, 3, 3))
    start, motion = rng.normal(0, 6, 3), rng.normal(0, 8, 3)

    def gap(points: np.ndarray) -> np.ndarray:
        return np.array(
            [np.linalg.norm(closest_on_triangles(p, triangles) - p, axis=1).min() for p in points]
        )

    if gap(start[None])[0] < 0.55:
        return  # overlapping starts have their own tests
    shares = np.linspace(0, 1, 400)
    touching = gap(start + shares[:, None] * motion) < 0.5
    share, _ = sweep_sphere(start, motion, 0.5, triangles)
    if touching.any():
        first = shares[np.argmax(touching)]
        assert first - 1 / 399 - 1e-9 <= share <= first + 1e-9
    elif np.isfinite(share):  # a graze between two samples
        assert gap((start + share * motion)[None])[0] == pytest.approx(0.5, abs=1e-6)


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_closest_point_against_a_dense_sample(seed: int) -> None:
    rng = np.random.default_rng(seed)
    triangle, point = rng.normal(0, 2, (3, 3)), rng.normal(0, 3, 3)
    u, v = np.meshgrid(np.linspace(0, 1, 80), np.linspace(0, 1, 80))
    weights = np.stack([1 - u - v, u, v], -1)[u + v <= 1]
    sampled = np.linalg.norm(weights @ triangle - point, axis=1).min()
    exact = np.linalg.norm(closest_on_triangles(point, triangle[None])[0] - point)
    assert exact <= sampled + 1e-9
    assert exact >= sampled - 0.15
