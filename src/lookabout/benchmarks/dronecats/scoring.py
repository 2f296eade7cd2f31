"""The score of an episode, as its record and reports hold it: a pure function of the logs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lookabout.benchmarks.dronecats.fleet import fleet, outcomes
from lookabout.benchmarks.dronecats.log import Log
from lookabout.benchmarks.dronecats.modes import failure_mode
from lookabout.benchmarks.dronecats.verdict import RADIUS_M, measure

VERSION = 1
"""Of the rules; raised whenever a number would come out otherwise for the same logs."""


def verdict(
    log: Log, radius: float = RADIUS_M, drones: Sequence[str] | None = None
) -> dict[str, Any]:
    """
    Judge an episode (paper §4.3, §5.5; §4.4 for several drones). Metres and seconds.

    ``claimed`` is whether anything was declared; ``mode`` the failure mode, None for a success.
    All numbers are of all drones pooled, and those of a fleet are added where there are several.

    :param radius: δ; a distance exactly at it is within.
    :param drones: all of the scenario, in the order of commands; by default those of the log.
    :raises ValueError: when the log has no trace.
    """
    names = tuple(log.drones if drones is None else drones)
    declarations, trace = log.declarations, log.trace
    found = measure(declarations, trace, radius)
    score: dict[str, Any] = {
        "success": found.success,
        "claimed": found.declared,
        "oracle_success": found.oracle_success,
        "mode": failure_mode(declarations, trace, log.aims, radius),
        "navigation_error_m": found.navigation_error,
        "declarations": found.declarations,
        "qualifying": found.qualifying,
        "minimum_distance_m": found.minimum_distance,
        "minimum_box_distance_m": found.minimum_box_distance,
        "approach_ratio": found.approach_ratio,
        "declared_ratio": found.declared_ratio,
        "first_acquisition_s": found.first_acquisition,
        "dwell_s": found.dwell,
        "longest_loss_s": found.longest_loss,
        "radius_m": radius,
        "scoring_version": VERSION,
    }
    if len(names) > 1:
        counts = fleet(names, declarations, trace, log.commands, radius)
        score |= {
            "drones": counts.drones,
            "drones_reached": counts.reached,
            "drones_declared": counts.declared,
            "drones_converted": counts.converted,
            "team_steps": counts.team_steps,
            "copies": counts.copies,
            "all_go": counts.all_go,
            "outcomes": dict(outcomes(names, declarations, trace, radius)),
        }
    return score
