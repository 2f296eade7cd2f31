"""Success from values worked out by hand, limits exact (§3.1, appendix E)."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookabout.benchmarks.flysearch.verdict import Verdict, judge


def verdict(
    position: tuple[float, float, float],
    centre: tuple[float, float, float] = (0.0, 0.0, 1.0),
    top: float = 2.0,
    *,
    claimed: bool = True,
    ground: float = 0.0,
) -> Verdict:
    return judge(
        claimed=claimed, position=position, ground_z=ground, target_centre=centre, target_top=top
    )


@pytest.mark.parametrize(
    ("position", "success"),
    [
        ((0, 0, 12.0), True),  # exactly 10 m over the top
        ((0, 0, 12.001), False),
        ((0, 0, 2.0), True),  # as high as the top
        ((0, 0, 1.0), True),  # below the top, still over its own shadow
        ((8, -8, 8.0), True),  # in the corner of the view, exactly
        ((8.001, 0, 8.0), False),
        ((0, -8.001, 8.0), False),
        ((11.9, 0, 12.0), True),
        ((0, 0, 0.0), True),  # on the ground, on the spot
        ((0.1, 0, 0.0), False),
    ],
)
def test_view_and_height(position: tuple[float, float, float], success: bool) -> None:
    assert verdict(position).success is success


def test_no_claim_no_success() -> None:
    result = verdict((0, 0, 5), claimed=False)
    assert (result.success, result.in_view, result.low_enough) == (False, True, True)


def test_height_is_measured_over_the_ground_and_the_top() -> None:
    # Ground at 100: the drone is 8 m high and sees 8 m to each side; top at 103.
    result = verdict((7.9, 0, 108.0), centre=(0, 0, 101.0), top=103.0, ground=100.0)
    assert result.success
    assert result.height_above_top == pytest.approx(5.0)
    assert not verdict((8.1, 0, 108.0), centre=(0, 0, 101.0), top=103.0, ground=100.0).in_view


def test_offsets_point_from_the_drone_to_the_target() -> None:
    result = verdict((3.0, -4.0, 13.0), centre=(0.0, 0.0, 1.0))
    assert (result.dx, result.dy) == (-3.0, 4.0)
    assert result.distance_m == pytest.approx(13.0)  # 3, 4, 12


def test_a_fire_counts_to_three_metres_whatever_its_smoke() -> None:
    assert verdict((0, 0, 13.0), centre=(0, 0, 15.0), top=3.0).success
    assert not verdict((0, 0, 13.1), centre=(0, 0, 15.0), top=3.0).success


def test_float_sums_on_the_limit_are_on_it() -> None:
    height = 2.0 + sum([0.1] * 100)  # 11.99999999999998, meant as 12
    assert verdict((0, 0, height)).success
    assert verdict((0, 0, 12.0 + 1e-12)).success


def test_paper_examples_of_appendix_h() -> None:
    # H.1.1: end (6, 3, 8) relative to a trash pile, distance 10.44, success.
    first = verdict((6.0, 3.0, 8.0), centre=(0.0, 0.0, 0.0))
    assert first.distance_m == pytest.approx(10.44030650891055)
    assert first.success
    # H.1.2: end (0, -1, 8), distance 8.06, success.
    second = verdict((0.0, -1.0, 8.0), centre=(0.0, 0.0, 0.0))
    assert second.distance_m == pytest.approx(8.06225774829855)
    assert second.success
    # H.2.1: end (-18, -16, 8), distance 25.38, cannot be seen.
    third = verdict((-18.0, -16.0, 8.0), centre=(0.0, 0.0, 0.0))
    assert third.distance_m == pytest.approx(25.37715508089904)
    assert not third.in_view


@given(*[st.floats(-50, 50)] * 2, st.floats(0, 130), st.booleans())
def test_against_the_cone_of_view(x: float, y: float, z: float, claimed: bool) -> None:
    # Independent: angles from straight down, at most 45° along each axis.
    result = verdict((x, y, z), claimed=claimed)
    inside = all(math.degrees(math.atan2(abs(v), z)) <= 45.0 + 1e-7 for v in (x, y))
    near_edge = min(abs(abs(x) - z), abs(abs(y) - z), abs(z - 12.0)) < 1e-6
    if not near_edge:
        assert result.in_view is inside
        assert result.success is (claimed and inside and z - 2.0 <= 10.0)
