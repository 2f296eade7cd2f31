"""The autopilot of FlySearch: straight flight that stops short of obstacles (paper §3.1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

CLEARANCE_M = 0.5
"""Radius of the sphere that must stay free around the camera, metres."""
_BACK_OFF_M = 1e-3
"""How far before the contact it stops, so that the next flight does not start in touch."""

Sweep = Callable[[NDArray[np.float64], NDArray[np.float64], float], tuple[float, str | None]]
"""(start, displacement, radius) → (share covered before contact, what was hit or None)."""


@dataclass(frozen=True, eq=False)
class Flight:
    """A straight flight as flown."""

    start: NDArray[np.float64]
    end: NDArray[np.float64]
    stopped_by: str | None
    """What was hit; None if the flight was completed."""


def fly_straight(start: ArrayLike, displacement: ArrayLike, sweep: Sweep) -> Flight:
    """
    Fly by ``displacement`` (3,), or to just before the first contact.

    :param sweep: the world's answer to a moved sphere.
    """
    origin = np.asarray(start, dtype=float)
    motion = np.asarray(displacement, dtype=float)
    length = float(np.linalg.norm(motion))
    share, label = sweep(origin, motion, CLEARANCE_M)
    if label is None:
        return Flight(origin, origin + motion, None)
    covered = max(0.0, share * length - _BACK_OFF_M) / length
    return Flight(origin, origin + covered * motion, label)
