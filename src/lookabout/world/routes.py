"""Where movers are: straight lines between waypoints."""

from __future__ import annotations

import math
from bisect import bisect_right

import numpy as np
from numpy.typing import NDArray

from lookabout.world.scene import pose_matrix
from lookabout.world.spec import Point, RouteSpec


def place_at(route: RouteSpec, time_s: float) -> tuple[Point, float]:
    """
    Position and yaw in degrees of the route's object at a time.

    Positions are interpolated linearly and yaw along the shorter turn; before the first
    waypoint and after the last the object stands.
    """
    points = route.waypoints
    following = bisect_right(points, time_s, key=lambda point: point.time_s)
    a, b = points[max(following - 1, 0)], points[min(following, len(points) - 1)]
    if a is b or time_s <= a.time_s:
        return a.position, a.yaw_deg
    share = (time_s - a.time_s) / (b.time_s - a.time_s)
    (x, y, z), (i, j, k) = a.position, b.position
    yaw = a.yaw_deg + share * math.remainder(b.yaw_deg - a.yaw_deg, 360.0)
    return (x + share * (i - x), y + share * (j - y), z + share * (k - z)), yaw


def pose_at(route: RouteSpec, time_s: float) -> NDArray[np.float64]:
    """(4, 4) pose of the route's object at a time; see :func:`place_at`."""
    position, yaw_deg = place_at(route, time_s)
    return pose_matrix(position, yaw_deg)
