"""How an episode went: numbers and series for reports, from its record alone (paper §5, B.2)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from lookabout.benchmarks.spatialscout import factors
from lookabout.benchmarks.spatialscout.scoring import Reference, Score, score
from lookabout.benchmarks.spatialscout.task import references
from lookabout.benchmarks.spatialscout.trace import calls, images_used, map_states, triangulations
from lookabout.records import EpisodeRecord, StepRecord
from lookabout.results.reporting import Diagnostic

STAGES = 10
"""Equal parts of an episode's replies, over which tool calls are counted."""
KINDS = {
    "capture_image": "observation",
    "set_camera_position": "movement",
    "move_camera": "movement",
    "rotate_camera": "movement",
    "triangulate_observations": "mapping",
    "submit_positions": "mapping",
}
"""Of tools; all others, such that do not exist included, are ``other``."""
NAMES = ("observation", "movement", "mapping", "other")
_FACTORS = {**factors.SUCCESS, **factors.FAILURE}


def diagnose(record: EpisodeRecord, steps: Sequence[StepRecord]) -> Mapping[str, Diagnostic]:
    """
    See :meth:`lookabout.results.reporting.Reporting.diagnose`; nothing for a damaged record.

    ``…_by_reply`` holds a value after each reply, ``…_by_image`` one for each number of pictures
    from 1: of the map as it stood when the next picture was taken.
    """
    try:
        return {**_effort(steps), **_course(record, steps)}
    except (ArithmeticError, LookupError, TypeError, ValueError):
        return {}


def _effort(steps: Sequence[StepRecord]) -> dict[str, Diagnostic]:
    made = list(calls(steps))
    found = triangulations(steps)
    used = max((step.turn for step in steps), default=0)
    stages = {name: [0] * STAGES for name in NAMES}
    for call in made:
        if 1 <= call.reply <= used:
            # By the reply's middle, so that few replies spread evenly.
            stage = (2 * call.reply - 1) * STAGES // (2 * used)
            stages[KINDS.get(call.name, "other")][stage] += 1
    return {
        "images": images_used(steps),
        "tool_calls": len(made),
        "rejected_calls": sum(not call.succeeded for call in made),
        "triangulations": len(found),
        "triangulations_warned": sum(item.warned for item in found),
        **{f"{name}_by_stage": tuple(counts) for name, counts in stages.items()},
    }


def _course(record: EpisodeRecord, steps: Sequence[StepRecord]) -> dict[str, Diagnostic]:
    targets = references(record.truth)
    axes = np.array(record.truth["axes"], float)
    if axes.shape != (3, 3) or not np.isfinite(axes).all():
        return {}
    states = map_states(steps)
    scores = _scores(targets, axes, [state.estimates for state in states])
    replies = max((step.turn for step in steps), default=0)
    if not 0 <= replies <= len(steps):  # a turn for each reply
        return {}
    by_reply = _standing(scores, [state.reply for state in states], replies)
    by_image = _standing(scores, [state.images for state in states], images_used(steps))
    success = bool((record.verdict or {}).get("success"))
    budget = record.settings.get("calls")
    labels = factors.factors(
        record.truth, steps, record.ending or "", budget if type(budget) is int else 0, success
    )
    share = factors.support(steps)
    estimates = states[-1].estimates if states else {}
    return {
        "supported": None if share is None else round(share * len(estimates)),
        "factors": " ".join(labels),
        **{
            f"{name}_by_{unit}": tuple(values)
            for unit, series in (("reply", by_reply), ("image", by_image))
            for name, values in series.items()
        },
    }


def _scores(
    targets: Sequence[Reference],
    axes: np.ndarray[Any, np.dtype[np.float64]],
    maps: Sequence[Mapping[str, Sequence[float]]],
) -> list[Score]:
    """Of each map; one that is as the one before it is not scored again."""
    known = {target.identifier for target in targets}
    found: list[Score] = []
    before: Mapping[str, Sequence[float]] | None = None
    for estimates in maps:
        if estimates != before:
            kept = {name: point for name, point in estimates.items() if name in known}
            found.append(score(targets, kept, axes))
        else:
            found.append(found[-1])
        before = estimates
    return found


def _standing(
    scores: Sequence[Score], reached: Sequence[int], length: int
) -> dict[str, list[float | None]]:
    """Measures of the last map at or before each of 1 … ``length``."""
    series: dict[str, list[float | None]] = {"iou": [], "coverage": [], "error_m": []}
    at = 0
    for used in range(1, length + 1):
        while at < len(reached) and reached[at] <= used:
            at += 1
        last = scores[at - 1] if at else None
        errors = last.distances if last else ()
        series["iou"].append(last.mean_iou_all if last else 0.0)
        series["coverage"].append(last.coverage if last else 0.0)
        series["error_m"].append(math.fsum(errors) / len(errors) if errors else None)
    return series
