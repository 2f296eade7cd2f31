"""Verdicts from values worked out by hand, and whose map they are about."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from lookabout.benchmarks.spatialscout.scoring import Score, score
from lookabout.benchmarks.spatialscout.task import references
from lookabout.benchmarks.spatialscout.verdict import final_map, is_of, judge
from lookabout.records import StepRecord

TRUTH: dict[str, Any] = {
    "axes": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "targets": [
        {"identifier": f"t{i}", "group": f"t{i}", "centre": [10 * i, 0, 0], "sides": [1, 1, 1]}
        for i in range(10)
    ],
}
"""Ten cubes of 1 m."""


def off(*errors: float) -> dict[str, list[float]]:
    """The first targets, each so far too high."""
    return {f"t{i}": [10.0 * i, 0.0, error] for i, error in enumerate(errors)}


def test_by_hand() -> None:
    """Nine of ten, errors of 1.2 m in all, 0.4 m² in squares; IoU is (1 − d) / (1 + d)."""
    verdict = judge(TRUTH, off(0, 0, 0, 0, 0.1, 0.1, 0.2, 0.3, 0.5))
    overlap = 4 + 2 * 0.9 / 1.1 + 0.8 / 1.2 + 0.7 / 1.3 + 0.5 / 1.5
    assert verdict == {
        "success": True,
        "metric_version": "1",
        "smallest_side_m": 0.01,
        "targets": 10,
        "submitted": 9,
        "coverage": 0.9,
        "iou_sum": pytest.approx(overlap),
        "mean_iou": pytest.approx(overlap / 10),
        # Above 0.5 up to a third of a side, above 0.9 up to a nineteenth.
        "hits_0": 9,
        "hits_50": 8,
        "hits_90": 4,
        "mean_error_m": pytest.approx(1.2 / 9),
        "median_error_m": pytest.approx(0.1),
        "rms_error_m": pytest.approx(math.sqrt(0.4 / 9)),
        "loss_1m": pytest.approx(0.22),
        "loss_2m": pytest.approx(0.32),
        "loss_5m": pytest.approx(0.62),
        "loss_10m": pytest.approx(1.12),
        "errors_m": pytest.approx([0, 0, 0, 0, 0.1, 0.1, 0.2, 0.3, 0.5]),
    }


def test_the_median_of_an_even_number_is_between_the_middle_two() -> None:
    assert judge(TRUTH, off(0.4, 0.1, 0.2, 0.9))["median_error_m"] == pytest.approx(0.3)


def test_an_empty_map() -> None:
    verdict = judge(TRUTH, {})
    assert (verdict["submitted"], verdict["coverage"], verdict["success"]) == (0, 0.0, False)
    assert verdict["mean_error_m"] is verdict["median_error_m"] is verdict["rms_error_m"] is None
    assert [verdict[f"loss_{cost}m"] for cost in (1, 2, 5, 10)] == [1, 2, 5, 10]


@pytest.mark.parametrize(
    ("mapped", "error", "success"),
    [(9, 0.2, True), (8, 0.0, False), (9, 0.201, False), (10, 0.2, True), (10, 0.201, False)],
)
def test_success_needs_nine_of_ten_within_twenty_centimetres(
    mapped: int, error: float, success: bool
) -> None:
    assert judge(TRUTH, off(*[error] * mapped))["success"] is success


def step(turn: int, *calls: tuple[str, dict[str, Any]]) -> StepRecord:
    listed = [{"name": name, "arguments": {}, "result": result} for name, result in calls]
    return StepRecord(
        index=turn - 1, turn=turn, time_s=0, position=(0, 0, 0), shown=[], reply="", action={},
        outcome="acted", detail={"calls": listed},
    )  # fmt: skip


def test_the_last_accepted_map_counts() -> None:
    first, second, third = off(0.1), off(0.1, 0.2), off(0.3, 0.2)
    submitted = "submit_positions"
    steps = [
        step(1, (submitted, {"map": first}), (submitted, {"map": second})),
        step(2, (submitted, {"error": "no such argument"}), ("list_entities", {"map": {}})),
    ]
    assert final_map(steps) == second
    assert final_map([*steps, step(3, (submitted, {"map": third})), step(4)]) == third
    assert final_map([step(1, ("capture_image", {}))]) == {}
    assert final_map([]) == {}


def test_a_verdict_is_of_one_map() -> None:
    def found(*errors: float) -> Score:
        return score(references(TRUTH), off(*errors), np.eye(3))

    verdict = judge(TRUTH, off(0.1, 0.2))
    assert is_of(verdict, found(0.1, 0.2))
    assert is_of(verdict, found(0.1, 0.2 + 1e-9))
    assert not is_of(verdict, found(0.1, 0.2 + 1e-5))
    assert not is_of(verdict, found(0.1, 0.2, 0.0))
    assert not is_of(verdict, None)
    assert is_of(judge(TRUTH, {}), None)
    assert is_of(judge(TRUTH, {}), found())
