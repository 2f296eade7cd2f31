"""Coordinates of the published system.

Unreal's world is left-handed, in centimetres: X forward, Y right, Z up, so that seen from
above a positive yaw turns clockwise. The published camera looks straight down, and its
picture is turned such that X points right and Y *down* the picture. An agent's moves and our
world have y up the picture, so between the two::

    east = X / 100        north = −Y / 100        up = Z / 100        yaw = −yaw

Files of positions hold metres relative to the place of the object (``object_coords``), with
X and Y still as in Unreal. (Some older files are said to have north there instead;
:func:`lookabout.benchmarks.flysearch.interop.flight.y_points_south` finds out from the moves.)

The sun is a directional light with pitch ``sun_y``, the negative of the sun's elevation, and
yaw ``sun_z``, the direction in which its rays travel.
"""

from __future__ import annotations

from lookabout.geometry import half_turn

Point = tuple[float, float, float]

CENTIMETRES = 100.0
_QUARTER_TURN = 90.0


def mirrored(point: Point) -> Point:
    """Of a vector, in either direction: Y down the picture to y up the picture."""
    return point[0], -point[1] + 0.0, point[2]


def from_centimetres(point: Point) -> Point:
    """A place in Unreal's world, in metres, y north."""
    x, y, z = (value / CENTIMETRES for value in point)
    return mirrored((x, y, z))


def to_centimetres(point: Point) -> Point:
    """Undoes :func:`from_centimetres`."""
    x, y, z = mirrored(point)
    return x * CENTIMETRES, y * CENTIMETRES, z * CENTIMETRES


def turned(yaw_deg: float) -> float:
    """A yaw, in either direction, from −180 up to 180."""
    return half_turn(-yaw_deg)


def sun_from_light(sun_y: float, sun_z: float) -> tuple[float, float]:
    """(elevation, azimuth clockwise from north) of the sun whose light has these angles.

    Light with yaw 0 travels east, so its sun stands in the west, at azimuth 270.
    """
    return -sun_y, (sun_z - _QUARTER_TURN) % 360.0


def light_from_sun(elevation_deg: float, azimuth_deg: float) -> tuple[float, float]:
    """Undoes :func:`sun_from_light`: (``sun_y``, ``sun_z``)."""
    return -elevation_deg, (azimuth_deg + _QUARTER_TURN) % 360.0
