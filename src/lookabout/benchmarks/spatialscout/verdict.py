"""The verdict on an episode: what its last accepted map is worth (paper §3.2)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from lookabout.benchmarks.spatialscout.scoring import (
    METRIC_VERSION,
    OMISSION_COSTS_M,
    SMALLEST_SIDE_M,
    THRESHOLDS,
    Score,
    score,
)
from lookabout.benchmarks.spatialscout.task import references
from lookabout.records import StepRecord

GOOD_COVERAGE, GOOD_ERROR_M = 0.9, 0.2
"""What the paper's case studies call a success (§5)."""
_SAME_M = 1e-6
"""Total distances that differ by no more are of one map, reckoned on whatever machine."""


def final_map(steps: Sequence[StepRecord]) -> dict[str, list[float]]:
    """The map as the last successful submission left it."""
    for step in reversed(steps):
        for call in reversed(step.detail.get("calls", [])):
            if call["name"] == "submit_positions" and "map" in call["result"]:
                found: dict[str, list[float]] = call["result"]["map"]
                return found
    return {}


def is_of(verdict: Mapping[str, Any], found: Score | None) -> bool:
    """
    Whether a verdict is about the map that has this score; None: about an empty one.

    :raises LookupError, TypeError: for what is no verdict.
    """
    errors, distances = verdict["errors_m"], found.distances if found else ()
    return len(errors) == len(distances) and (
        abs(math.fsum(errors) - math.fsum(distances)) <= _SAME_M
    )


def judge(truth: Mapping[str, Any], estimates: Mapping[str, Sequence[float]]) -> dict[str, Any]:
    """The verdict on a map: plain JSON."""
    found = score(references(truth), estimates, np.array(truth["axes"], float))
    errors = np.array(found.distances)
    mean = float(errors.mean()) if len(errors) else None
    return {
        "success": found.coverage >= GOOD_COVERAGE and mean is not None and mean <= GOOD_ERROR_M,
        "metric_version": METRIC_VERSION,
        "smallest_side_m": SMALLEST_SIDE_M,
        "targets": found.targets,
        "submitted": found.submitted,
        "coverage": found.coverage,
        "iou_sum": found.iou_sum,
        "mean_iou": found.mean_iou_all,
        **{f"hits_{round(100 * t)}": found.hits[t] for t in THRESHOLDS},
        "mean_error_m": mean,
        "median_error_m": float(np.median(errors)) if len(errors) else None,
        "rms_error_m": float(np.sqrt((errors**2).mean())) if len(errors) else None,
        **{f"loss_{cost:g}m": found.loss(cost) for cost in OMISSION_COSTS_M},
        "errors_m": list(found.distances),
    }
