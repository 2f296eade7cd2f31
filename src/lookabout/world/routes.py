"""Where movers are: straight lines between waypoints."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lookabout.world.scene import pose_matrix
from lookabout.world.spec import RouteSpec


def pose_at(route: RouteSpec, time_s: float) -> NDArray[np.float64]:
    """
    (4, 4) pose of the route's object at a time.

    Positions are interpolated linearly and yaw along the shorter turn; before the first
    waypoint and after the last the object stands.
    """
    points = route.waypoints
    times = np.array([point.time_s for point in points])
    positions = np.array([point.position for point in points], dtype=float)
    yaw = np.degrees(np.unwrap(np.radians([point.yaw_deg for point in points])))
    at = np.array([np.interp(time_s, times, positions[:, axis]) for axis in range(3)])
    return pose_matrix(at, float(np.interp(time_s, times, yaw)))
