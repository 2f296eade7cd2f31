"""Why an episode failed, by rules on its logs (paper §5.5; the limits are ours).

The paper labels each failed episode with its dominant mode. Here the first rule that holds
decides, in the order of the table: what was said wrongly before what was never said, what was
never seen before what was never reached.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from lookabout.benchmarks.dronecats.verdict import RADIUS_M, Sample, measure, of_drone

Mode = Literal[
    "declared_prematurely",
    "arrived_without_declaring",
    "never_grounded",
    "never_closed",
    "oscillated",
    "ran_out_of_steps",
]
MODES: dict[Mode, str] = {
    "declared_prematurely": "declared, but never near the target while it was in sight",
    "arrived_without_declaring": "came within the radius and never declared",
    "never_grounded": "no move was aimed at the target while it was in sight",
    "never_closed": "aimed at the target, and closed little of the distance",
    "oscillated": "went to and fro",
    "ran_out_of_steps": "was still on its way when the time was over",
}
"""Every mode, and what it means."""
AIMED_DEG = 10.0
"""A ``go`` this near to the target's direction is aimed at it."""
CLOSED = 0.25
"""Share of the start distance; who closes less has not approached."""
REVERSALS = 3
"""Changes between approaching and receding, each by more than SWING_M, that make oscillation."""
SWING_M = 1.0


@dataclass(frozen=True)
class Aim:
    """A ``go``, as it was given."""

    drone: str
    off_deg: float
    """Between the ray of its point and the direction of the target's centre."""
    visible: bool
    """Whether the target was in sight."""


def failure_mode(
    declarations: Sequence[Sample],
    trace: Sequence[Sample],
    aims: Sequence[Aim],
    radius: float = RADIUS_M,
) -> Mode | None:
    """
    The dominant mode of a failed episode, of one drone or of all pooled; None for a success.

    Of several drones the one that came nearest is asked whether it went to and fro.

    :param declarations: and trace: in order of time.
    :param aims: the ``go`` actions of the same drones.
    """
    measures = measure(declarations, trace, radius)
    if measures.success:
        return None
    if measures.declared:
        return "declared_prematurely"
    if measures.oracle_success:
        return "arrived_without_declaring"
    if not any(aim.visible and aim.off_deg <= AIMED_DEG for aim in aims):
        return "never_grounded"
    if measures.approach_ratio < CLOSED:
        return "never_closed"
    nearest = min(trace, key=lambda sample: sample.distance_m).drone
    if reversals([sample.distance_m for sample in of_drone(trace, nearest)]) >= REVERSALS:
        return "oscillated"
    return "ran_out_of_steps"


def reversals(distances: Sequence[float]) -> int:
    """
    How often a drone turned from approaching to receding or back, by more than SWING_M.

    Smaller swings are noise: the extremes between which it swings are followed until it has
    come back from one by more than that.
    """
    found, heading = 0, 0
    extreme = distances[0] if distances else 0.0
    for distance in distances[1:]:
        if heading == 0:
            if abs(distance - extreme) > SWING_M:
                heading, extreme = (1 if distance > extreme else -1), distance
        elif (distance - extreme) * heading >= 0:
            extreme = distance
        elif abs(distance - extreme) > SWING_M:
            found, heading, extreme = found + 1, -heading, distance
    return found


def path_length(positions: Sequence[tuple[float, float, float]]) -> float:
    """Metres flown along a trace."""
    return sum(math.dist(here, there) for here, there in pairwise(positions))
