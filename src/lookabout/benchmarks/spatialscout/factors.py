"""What made an episode succeed or fail, told from its trace by rules (paper §5, table 4).

The paper's labels were given by reading; these are rules of ours for what a rule can decide.
Each limit is named below.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from lookabout.benchmarks.spatialscout.replay import replay
from lookabout.benchmarks.spatialscout.scoring import Score
from lookabout.benchmarks.spatialscout.task import references
from lookabout.benchmarks.spatialscout.trace import (
    MapState,
    Point,
    Triangulation,
    images_used,
    map_states,
    triangulations,
)
from lookabout.benchmarks.spatialscout.triangulation import LARGEST_RESIDUAL_M
from lookabout.benchmarks.spatialscout.verdict import GOOD_COVERAGE, GOOD_ERROR_M
from lookabout.records import StepRecord

SUPPORT_M = 0.1
"""An estimate this near to a triangulated point rests on it."""
WELL_SUPPORTED = 0.9
"""Share of the estimates that rest on triangulations, for multi-view grounding."""
UNSUPPORTED = 0.25
"""Share of the estimates that rest on none, from which on they lack support."""
MISPLACED_M = 0.5
"""An estimate further from its target is substantially wrong."""
UNSPENT_REPLIES = 10
"""Left at the end, from which on stopping was early."""
MUCH_LOOKING = 30
"""Pictures from which on observation was extensive."""
LITTLE_LOCATED = 0.25
"""Share of the targets within GOOD_ERROR_M of their estimates, below which it led nowhere."""
STAGES = 3
"""Replies that each add entities to the map, for incremental submission."""
LATE_SHARE = 1 / 3
"""Of the replies, at the end: the late stage."""
MOVED_M = 0.001
"""An estimate that changes by more was revised."""

SUCCESS = {
    "multi_view_grounding": "estimates rest on triangulations",
    "incremental_submission": "the map grew over several replies",
    "refinement": "estimates were revised",
}
FAILURE = {
    "incomplete_coverage": "targets are missing from the map",
    "correspondence_errors": "estimates are wrong although their rays met well",
    "inconsistent_geometry": "wrong estimates rest on triangulations with warnings",
    "early_stop": "stopped with replies left and targets missing",
    "unsupported_estimates": "estimates that rest on no triangulation",
    "looking_without_progress": "many pictures, few targets located",
    "late_refinement": "the end went into revisions while targets were missing",
}
"""Every factor, and what it means."""


def factors(
    truth: Mapping[str, Any],
    steps: Sequence[StepRecord],
    ending: str,
    calls: int,
    success: bool,
) -> list[str]:
    """
    The factors of an episode, in the order of the tables above.

    :param truth: as recorded.
    :param calls: replies that the agent had.
    :param success: of the verdict.
    :returns: keys of SUCCESS for a success, of FAILURE otherwise; perhaps none.
    """
    states, points = map_states(steps), triangulations(steps)
    if success:
        found = {
            "multi_view_grounding": _support(states, points) >= WELL_SUPPORTED,
            "incremental_submission": _stages(states) >= STAGES,
            "refinement": any(_revisions(states)),
        }
        return [name for name in SUCCESS if found[name]]
    final = states[-1].estimates if states else {}
    last = replay(truth, states[-1:])[0].score if states else None
    missing = last is None or last.coverage < GOOD_COVERAGE
    used = steps[-1].turn if steps else 0
    voluntary = ending in ("finished", "no_tool_calls")
    bases = _bases(states, points)
    wrong = [bases[name] for name in _misplaced(last)] if last else []
    clean = [b for b in wrong if b and not b.warned and b.residual_m <= LARGEST_RESIDUAL_M]
    found = {
        "incomplete_coverage": missing,
        "correspondence_errors": bool(clean),
        "inconsistent_geometry": any(b is not None and b.warned for b in wrong),
        "early_stop": missing and voluntary and calls - used >= UNSPENT_REPLIES,
        "unsupported_estimates": bool(final) and 1 - _support(states, points) >= UNSUPPORTED,
        "looking_without_progress": images_used(steps) >= MUCH_LOOKING
        and _located(truth, last) < LITTLE_LOCATED,
        "late_refinement": missing and _only_revised_late(states, used),
    }
    return [name for name in FAILURE if found[name]]


def support(steps: Sequence[StepRecord]) -> float | None:
    """Share of the final estimates that rest on a triangulation before (paper table 5)."""
    states = map_states(steps)
    if not states or not states[-1].estimates:
        return None
    return _support(states, triangulations(steps))


def _support(states: Sequence[MapState], points: Sequence[Triangulation]) -> float:
    bases = _bases(states, points)
    return sum(basis is not None for basis in bases.values()) / len(bases) if bases else 0.0


def _bases(
    states: Sequence[MapState], points: Sequence[Triangulation]
) -> dict[str, Triangulation | None]:
    """
    The triangulation that each final estimate rests on: the nearest within reach, of those made
    before the estimate was entered where it is.
    """
    entered: dict[str, int] = {}
    before: Mapping[str, Point] = {}
    for state in states:
        for name, place in state.estimates.items():
            if before.get(name) != place:
                entered[name] = state.call
        before = state.estimates
    return {
        name: _basis(place, [p for p in points if p.call < entered[name]])
        for name, place in before.items()
    }


def _basis(estimate: Point, points: Sequence[Triangulation]) -> Triangulation | None:
    near = [(math.dist(estimate, p.point), i) for i, p in enumerate(points)]
    distance, index = min(near, default=(math.inf, 0))
    return points[index] if distance <= SUPPORT_M else None


def _misplaced(found: Score) -> list[str]:
    """Identifiers of estimates that lie far from the targets that they are matched to."""
    return [
        estimate
        for estimate, distance in zip(found.matched_estimates, found.distances, strict=True)
        if distance > MISPLACED_M
    ]


def _located(truth: Mapping[str, Any], found: Score | None) -> float:
    if found is None:
        return 0.0
    near = sum(distance <= GOOD_ERROR_M for distance in found.distances)
    return near / len(references(truth))


def _stages(states: Sequence[MapState]) -> int:
    """Replies that added entities to the map."""
    known: set[str] = set()
    added = set()
    for state in states:
        if set(state.estimates) - known:
            added.add(state.reply)
        known |= set(state.estimates)
    return len(added)


def _revisions(states: Sequence[MapState]) -> list[int]:
    """Replies that changed estimates already in the map."""
    found = []
    before: Mapping[str, Point] = {}
    for state in states:
        if any(
            math.dist(before[k], v) > MOVED_M for k, v in state.estimates.items() if k in before
        ):
            found.append(state.reply)
        before = state.estimates
    return found


def _only_revised_late(states: Sequence[MapState], used: int) -> bool:
    """In the last third there were revisions, and nothing was added."""
    since = used * (1 - LATE_SHARE)
    before = [state for state in states if state.reply <= since]
    late = [state for state in states if state.reply > since]
    known = set(before[-1].estimates) if before else set()
    added = any(set(state.estimates) - known for state in late)
    return not added and any(reply > since for reply in _revisions(states))
