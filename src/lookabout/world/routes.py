"""Where movers are: straight lines between waypoints."""

from __future__ import annotations

import math
from bisect import bisect_right
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lookabout.world.scene import pose_matrix
from lookabout.world.spec import Point, RouteSpec


class Place(NamedTuple):
    """Where a mover is, and how it is turned."""

    position: Point
    yaw_deg: float
    pitch_deg: float


def place_at(route: RouteSpec, time_s: float) -> Place:
    """
    Where the route's object is at a time.

    Positions and pitch are interpolated linearly and yaw along the shorter turn; before the
    first waypoint and after the last the object stands.
    """
    points = route.waypoints
    following = bisect_right(points, time_s, key=lambda point: point.time_s)
    a, b = points[max(following - 1, 0)], points[min(following, len(points) - 1)]
    if a is b or time_s <= a.time_s:
        return Place(a.position, a.yaw_deg, a.pitch_deg)
    share = (time_s - a.time_s) / (b.time_s - a.time_s)
    (x, y, z), (i, j, k) = a.position, b.position
    yaw = a.yaw_deg + share * math.remainder(b.yaw_deg - a.yaw_deg, 360.0)
    pitch = a.pitch_deg + share * (b.pitch_deg - a.pitch_deg)
    return Place((x + share * (i - x), y + share * (j - y), z + share * (k - z)), yaw, pitch)


def pose_at(route: RouteSpec, time_s: float) -> NDArray[np.float64]:
    """(4, 4) pose of the route's object at a time; see :func:`place_at`."""
    return pose_matrix(*place_at(route, time_s))
