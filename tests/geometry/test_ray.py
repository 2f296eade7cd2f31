import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lookabout.geometry.ray import ray_triangles

FLOOR = [[[-5.0, -5, 0], [5, -5, 0], [0, 5, 0]]]


@pytest.mark.parametrize(
    ("origin", "direction", "expected"),
    [
        ((0, 0, 10), (0, 0, -1), 10.0),
        ((0, 0, 10), (0, 0, -4), 2.5),  # in lengths of the direction
        ((0, 0, -3), (0, 0, 1), 3.0),  # from below
        ((0, 0, 10), (0, 0, 1), np.inf),  # behind
        ((6, 0, 10), (0, 0, -1), np.inf),
        ((0, -5, 1), (0, 0, -1), 1.0),  # on an edge
        ((-9, 0, 0), (1, 0, 0), np.inf),  # in the plane
        ((0, 0, 0), (0, 0, -1), 0.0),  # starts on it
    ],
)
def test_by_hand(origin: tuple[float, ...], direction: tuple[float, ...], expected: float) -> None:
    assert ray_triangles(origin, direction, FLOOR)[0] == pytest.approx(expected)


def test_a_triangle_without_area_is_missed() -> None:
    assert ray_triangles((0, 0, 1), (0, 0, -1), [[[-1, 0, 0], [1, 0, 0], [1, 0, 0]]])[0] == np.inf
    assert ray_triangles((0, 0, 1), (0, 0, -1), np.zeros((0, 3, 3))).shape == (0,)


@settings(deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_against_solving_for_the_meeting_point(seed: int) -> None:
    rng = np.random.default_rng(seed)
    triangle, origin, direction = rng.normal(size=(3, 3)), rng.normal(size=3), rng.normal(size=3)
    a, b, c = triangle
    u, v, t = np.linalg.solve(np.stack([b - a, c - a, -direction], axis=1), origin - a)
    if min(abs(u), abs(v), abs(1 - u - v), abs(t)) < 1e-6:
        return
    expected = t if u > 0 and v > 0 and u + v < 1 and t > 0 else np.inf
    assert ray_triangles(origin, direction, triangle[None])[0] == pytest.approx(expected)
