"""The gimbal: a camera that keeps level under a body that tilts."""

from __future__ import annotations

import math

from lookabout.geometry import Pose


def level(body: Pose) -> Pose:
    """
    Pose of the camera of a body: level, and turned as the body is.

    The lens sits in the middle of the body, so a place where the camera may be and a place where
    the body may be are the same; the body is not in its own pictures.

    :param body: of any tilt. With the nose straight up or down its left side tells the heading.
    """
    forward, left = body.rotation[:, 0], body.rotation[:, 1]
    if math.hypot(forward[0], forward[1]) > 1e-6:
        yaw = math.atan2(forward[1], forward[0])
    else:
        yaw = math.atan2(-left[0], left[1])
    return Pose.at(body.position, yaw_deg=math.degrees(yaw))
