"""The verdict and the measures, from two logs alone (paper §4.3, algorithm 1, appendix B).

``declarations`` are the claims to have arrived; ``trace`` samples every drone at 2 Hz. Nothing
else is needed, so the radius can be changed without flying again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

RADIUS_M = 5.0
"""δ"""


@dataclass(frozen=True)
class Sample:
    """A drone and the target at a time."""

    time_s: float
    drone: str
    distance_m: float
    """Between the drone and the target's centre, in three dimensions."""
    box_distance_m: float
    """Between the drone and the nearest point of the target's box; 0 inside."""
    visible: bool
    """The target is in the frame and not wholly hidden."""


@dataclass(frozen=True)
class Measures:
    """What became of an episode, of one drone or of all together. Metres and seconds."""

    success: bool
    """A declaration within the radius while the target was visible."""
    navigation_error: float
    """Distance at the first declaration that qualifies; else at the last sample."""
    oracle_success: bool
    """Came within the radius, declared or not."""
    declared: bool
    declarations: int
    qualifying: int
    minimum_distance: float
    minimum_box_distance: float
    approach_ratio: float
    """Share of the start distance that was closed at best, in [0, 1]."""
    declared_ratio: float | None
    """Distance at the first declaration over that at the start."""
    first_acquisition: float | None
    """Time at which the target was first visible."""
    dwell: float
    """Time within the radius with the target visible."""
    longest_loss: float
    """Longest time out of sight after the first acquisition."""


def measure(
    declarations: Sequence[Sample], trace: Sequence[Sample], radius: float = RADIUS_M
) -> Measures:
    """
    Judge an episode.

    :param declarations: in order of time, of all drones whose claims count together.
    :param trace: in order of time, of the same drones; at least one sample. Its first sample
        of each drone is the start, its last the last action.
    :param radius: δ, metres; a distance exactly at it is within.
    """
    if not trace:
        raise ValueError("the trace is empty")
    right = [d for d in declarations if d.visible and d.distance_m <= radius]
    starts = _first_of_each(trace)
    start = min(sample.distance_m for sample in starts.values())
    # A claim is made between two samples of the trace; whoever succeeds has come near.
    logged = (*trace, *declarations)
    nearest = min(sample.distance_m for sample in logged)
    last = min(sample.distance_m for sample in _first_of_each(trace[::-1]).values())
    first_claim = declarations[0] if declarations else None
    own_start = starts.get(first_claim.drone) if first_claim else None
    seen = [sample.time_s for sample in trace if sample.visible]
    return Measures(
        success=bool(right),
        navigation_error=right[0].distance_m if right else last,
        oracle_success=nearest <= radius,
        declared=bool(declarations),
        declarations=len(declarations),
        qualifying=len(right),
        minimum_distance=nearest,
        minimum_box_distance=min(sample.box_distance_m for sample in logged),
        approach_ratio=max(0.0, 1.0 - nearest / start) if start > 0 else 1.0,
        declared_ratio=first_claim.distance_m / own_start.distance_m
        if first_claim and own_start and own_start.distance_m > 0
        else None,
        first_acquisition=min(seen, default=None),
        dwell=_dwell(trace, radius),
        longest_loss=_longest_loss(trace),
    )


def of_drone(samples: Sequence[Sample], drone: str) -> list[Sample]:
    """A drone's part of a log."""
    return [sample for sample in samples if sample.drone == drone]


def _first_of_each(samples: Sequence[Sample]) -> dict[str, Sample]:
    found: dict[str, Sample] = {}
    for sample in samples:
        found.setdefault(sample.drone, sample)
    return found


def _moments(trace: Sequence[Sample], good: Sequence[bool]) -> list[tuple[float, bool]]:
    """Times of the trace in order, each with whether any drone's sample then is good."""
    found: dict[float, bool] = {}
    for sample, value in zip(trace, good, strict=True):
        found[sample.time_s] = found.get(sample.time_s, False) or value
    return sorted(found.items())


def _dwell(trace: Sequence[Sample], radius: float) -> float:
    """A sample stands for the time until the next one."""
    near = _moments(trace, [s.visible and s.distance_m <= radius for s in trace])
    return sum(after - now for (now, good), (after, _) in pairwise(near) if good)


def _longest_loss(trace: Sequence[Sample]) -> float:
    """From the first sample out of sight to the next one in sight, or to the end."""
    moments = _moments(trace, [sample.visible for sample in trace])
    longest, lost_at, acquired = 0.0, None, False
    for time_s, visible in moments:
        if visible:
            if lost_at is not None:
                longest = max(longest, time_s - lost_at)
            lost_at, acquired = None, True
        elif acquired and lost_at is None:
            lost_at = time_s
    if lost_at is not None:
        longest = max(longest, moments[-1][0] - lost_at)
    return longest
