"""How an episode went: numbers and series for reports, from its record alone (paper §5, B.2)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from lookabout.benchmarks.spatialscout import factors
from lookabout.benchmarks.spatialscout.replay import Snapshot, replay
from lookabout.benchmarks.spatialscout.trace import calls, images_used, map_states, triangulations
from lookabout.benchmarks.spatialscout.verdict import is_of
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
    See :meth:`lookabout.results.reporting.Reporting.diagnose`; nothing for a damaged record, such
    as one that lacks steps or whose last map is not what its verdict is about.

    ``…_by_reply`` holds a value after each reply, ``…_by_image`` one for each number of pictures
    from 1: of the map as it stood when the next picture was taken.
    """
    if [step.turn for step in steps] != list(range(1, record.steps + 1)):
        return {}
    try:
        return {**_effort(steps), **_course(record, steps)}
    except (ArithmeticError, LookupError, TypeError, ValueError):
        return {}


def _effort(steps: Sequence[StepRecord]) -> dict[str, Diagnostic]:
    made = list(calls(steps))
    found = triangulations(steps)
    stages = {name: [0] * STAGES for name in NAMES}
    for call in made:
        # By the reply's middle, so that few replies spread evenly.
        stage = (2 * call.reply - 1) * STAGES // (2 * len(steps))
        stages[KINDS.get(call.name, "other")][stage] += 1
    return {
        "images": images_used(steps),
        "tool_calls": len(made),
        "retries": sum(step.retries for step in steps),
        "rejected_calls": sum(not call.succeeded for call in made),
        "triangulations": len(found),
        "triangulations_warned": sum(item.warned for item in found),
        **{f"{name}_by_stage": tuple(counts) for name, counts in stages.items()},
    }


def _course(record: EpisodeRecord, steps: Sequence[StepRecord]) -> dict[str, Diagnostic]:
    verdict = record.verdict or {}
    states = map_states(steps)
    snapshots = replay(record.truth, states)
    last = snapshots[-1].score if snapshots else None
    if not is_of(verdict, last):
        raise ValueError("the trace leads to another map than the verdict's")
    by_reply = _standing(snapshots, [state.reply for state in states], len(steps))
    by_image = _standing(snapshots, [state.images for state in states], images_used(steps))
    budget = record.settings.get("calls")
    labels = factors.factors(
        record.truth,
        steps,
        record.ending or "",
        budget if type(budget) is int else 0,
        bool(verdict.get("success")),
    )
    share = factors.support(steps)
    return {
        "supported": None if share is None else round(share * len(states[-1].estimates)),
        "factors": " ".join(labels),
        **{
            f"{name}_by_{unit}": tuple(values)
            for unit, series in (("reply", by_reply), ("image", by_image))
            for name, values in series.items()
        },
    }


def _standing(
    snapshots: Sequence[Snapshot], reached: Sequence[int], length: int
) -> dict[str, list[float | None]]:
    """Measures of the last map at or before each of 1 … ``length``."""
    series: dict[str, list[float | None]] = {"iou": [], "coverage": [], "error_m": []}
    at = 0
    for used in range(1, length + 1):
        while at < len(reached) and reached[at] <= used:
            at += 1
        last = snapshots[at - 1].score if at else None
        errors = last.distances if last else ()
        series["iou"].append(last.mean_iou_all if last else 0.0)
        series["coverage"].append(last.coverage if last else 0.0)
        series["error_m"].append(math.fsum(errors) / len(errors) if errors else None)
    return series
