"""Which moves are refused (paper table S2; the order is the published system's)."""

from __future__ import annotations

from dataclasses import dataclass

from lookabout.benchmarks.flysearch.sets import SetRules

TOLERANCE_M = 1e-6
"""Exactly on a limit is allowed; sums of floats may miss it by this much."""


@dataclass(frozen=True)
class Place:
    """Where the drone is. Metres; x east, y north, altitude over the ground."""

    x: float
    y: float
    altitude: float


def refusal(
    rules: SetRules, start: Place, now: Place, by: tuple[float, float, float]
) -> str | None:
    """
    Why a move is refused: the first rule that it breaks, or None.

    :param start: of the episode; the search square lies around it.
    :param by: displacement east, north, up, metres.
    :returns: ``altitude``, ``area`` or ``view``.
    """
    if now.altitude + by[2] > rules.altitude_cap + TOLERANCE_M:
        return "altitude"
    half = rules.half_side(start.altitude) + TOLERANCE_M
    if abs(now.x + by[0] - start.x) > half or abs(now.y + by[1] - start.y) > half:
        return "area"
    reach = now.altitude + TOLERANCE_M
    if rules.view_rule and (abs(by[0]) > reach or abs(by[1]) > reach):
        return "view"
    return None
