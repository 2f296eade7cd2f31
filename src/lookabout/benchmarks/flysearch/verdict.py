"""Was the target found? (Paper §3.1 and appendix E.)"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

MAX_HEIGHT_M = 10.0
"""Greatest height over the target's highest point at which a claim succeeds."""
_FLOAT_NOISE_M = 1e-9
"""Limits are met exactly on them; this only absorbs the rounding of float sums."""


@dataclass(frozen=True)
class Verdict:
    """The score of an episode. World frame, metres."""

    success: bool
    claimed: bool
    in_view: bool
    """The target's centre is in the view cone of the final position."""
    low_enough: bool
    height_above_top: float
    """Of the drone over the target's highest point."""
    dx: float
    """From the drone to the target's centre, east."""
    dy: float
    """From the drone to the target's centre, north."""
    distance_m: float
    """From the drone to the target's centre."""
    end_position: tuple[float, float, float]
    target_centre: tuple[float, float, float]
    target_top: float

    def as_record(self) -> dict[str, Any]:
        """Plain JSON."""
        return {
            key: list(value) if isinstance(value, tuple) else value
            for key, value in asdict(self).items()
        }


def judge(
    *,
    claimed: bool,
    position: tuple[float, float, float],
    ground_z: float,
    target_centre: tuple[float, float, float],
    target_top: float,
) -> Verdict:
    """
    Success: a claim; the target's centre in the view cone, |dx| <= a and |dy| <= a with a the
    height over the ground (a 90° camera sees 2a × 2a); at most 10 m over its highest point.

    :param position: final, world frame, metres.
    :param ground_z: world z of the ground that heights are measured from.
    :param target_top: world z of the highest point that counts.
    """
    dx, dy = target_centre[0] - position[0], target_centre[1] - position[1]
    reach = position[2] - ground_z + _FLOAT_NOISE_M
    above = position[2] - target_top
    in_view = abs(dx) <= reach and abs(dy) <= reach
    low_enough = above <= MAX_HEIGHT_M + _FLOAT_NOISE_M
    return Verdict(
        success=claimed and in_view and low_enough,
        claimed=claimed,
        in_view=in_view,
        low_enough=low_enough,
        height_above_top=above,
        dx=dx,
        dy=dy,
        distance_m=math.dist(position, target_centre),
        end_position=position,
        target_centre=target_centre,
        target_top=target_top,
    )
