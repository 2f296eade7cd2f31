from __future__ import annotations

import numpy as np

from lookabout.flight.gimbal import level
from lookabout.geometry import Pose


def test_the_gimbal_keeps_level_and_the_heading() -> None:
    for yaw in (-170.0, -90.0, 0.0, 33.0, 135.0):
        for pitch in (-40.0, 0.0, 25.0):
            body = Pose.at((1, 2, 3), yaw_deg=yaw, pitch_deg=pitch)
            camera = level(body)
            np.testing.assert_allclose(camera.rotation, Pose.at((0, 0, 0), yaw_deg=yaw).rotation)
            assert camera.position.tolist() == [1, 2, 3]
    for pitch in (90.0, -90.0):
        body = Pose.at((0, 0, 0), yaw_deg=30, pitch_deg=pitch)
        expected = Pose.at((0, 0, 0), yaw_deg=30).rotation
        np.testing.assert_allclose(level(body).rotation, expected, atol=1e-6)
