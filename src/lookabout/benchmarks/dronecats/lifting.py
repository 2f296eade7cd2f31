"""From an image point to a velocity: geometry, once a step (paper §3.2, appendix A.2)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lookabout.benchmarks.dronecats.actions import SCALE, Go, Rotate
from lookabout.geometry import Camera

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Limits:
    """What a step may ask of the flight controller. The paper's constants are lost: ours."""

    step_s: float = 1.0
    """Length of a control step."""
    speed: float = 3.0
    """Metres a second, in any direction."""
    vertical_speed: float = 2.0
    """Metres a second, up or down."""
    yaw_rate_deg: float = 90.0
    """Degrees a second."""


def displacement(go: Go, camera: Camera) -> Floats:
    """
    Where a ``go`` leads: (3,) metres in body axes (forward, left, up).

    The camera is level and looks along the body's x axis; the ray of the point is as long as
    the depth.
    """
    u = go.x / SCALE * camera.width - 0.5
    v = go.y / SCALE * camera.height - 0.5
    ray = camera.rays([[u, v]])[0]
    way: Floats = ray / np.linalg.norm(ray) * go.depth
    return way


def velocity(way: Floats, limits: Limits) -> Floats:
    """
    The setpoint, (3,) metres a second in body axes, that flies a displacement in one step or as
    much of it as the limits allow, without leaving its direction.
    """
    wanted = way / limits.step_s
    factor = 1.0
    speed, climb = float(np.linalg.norm(wanted)), abs(float(wanted[2]))
    if speed > limits.speed:
        factor = limits.speed / speed
    if climb * factor > limits.vertical_speed:
        factor = limits.vertical_speed / climb
    slowed: Floats = wanted * factor
    return slowed


def yaw_rate_deg(rotate: Rotate, limits: Limits) -> float:
    """
    Degrees a second, counter-clockwise from above, that turn by the yaw in one step, or by as
    much of it as the limit allows.
    """
    rate = -rotate.yaw / limits.step_s
    return float(np.clip(rate, -limits.yaw_rate_deg, limits.yaw_rate_deg))
