"""Unreal's left-handed centimetres, from cases worked out by hand, and back again."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookabout.benchmarks.flysearch.interop.unreal import (
    from_centimetres,
    light_from_sun,
    mirrored,
    sun_from_light,
    to_centimetres,
    turned,
)

NUMBERS = st.floats(-1e5, 1e5)
POINTS = st.tuples(NUMBERS, NUMBERS, NUMBERS)


def test_unreal_y_points_south() -> None:
    assert from_centimetres((100.0, 250.0, 5.0)) == (1.0, -2.5, 0.05)
    assert to_centimetres((1.0, -2.5, 0.05)) == (100.0, 250.0, 5.0)
    assert math.copysign(1, mirrored((0.0, 0.0, 0.0))[1]) == 1  # no negative zero in files


@given(POINTS)
def test_places_come_back(point: tuple[float, float, float]) -> None:
    assert mirrored(mirrored(point)) == point
    assert from_centimetres(to_centimetres(point)) == pytest.approx(point, rel=1e-12)


def test_yaw_turns_the_other_way() -> None:
    # From east towards Unreal's Y, which is south: clockwise from above, so negative for us.
    assert turned(90.0) == -90.0
    assert turned(-27.5) == 27.5
    assert turned(270.0) == 90.0


@given(st.floats(-720, 720))
def test_yaws_come_back(yaw: float) -> None:
    assert math.remainder(turned(turned(yaw)) - yaw, 360.0) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(
    ("sun_z", "azimuth"),
    [
        (0.0, 270.0),  # light travels along X, east: the sun is in the west
        (90.0, 0.0),  # along Y, south: the sun is in the north
        (180.0, 90.0),
        (270.0, 180.0),
        (200.0, 110.0),
    ],
)
def test_the_sun_stands_where_its_light_comes_from(sun_z: float, azimuth: float) -> None:
    assert sun_from_light(-45.0, sun_z) == (45.0, azimuth)
    # Independently: the light's direction on the ground, and the opposite of it.
    light_x, light_y = math.cos(math.radians(sun_z)), math.sin(math.radians(sun_z))
    east, north = -light_x, light_y
    off = math.degrees(math.atan2(east, north)) - azimuth
    assert math.remainder(off, 360.0) == pytest.approx(0, abs=1e-9)


@given(st.floats(0.1, 90), st.floats(0, 359.9))
def test_suns_come_back(elevation: float, azimuth: float) -> None:
    back = sun_from_light(*light_from_sun(elevation, azimuth))
    assert back[0] == elevation
    assert math.remainder(back[1] - azimuth, 360.0) == pytest.approx(0, abs=1e-9)
