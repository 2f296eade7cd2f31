"""Diagnostics of an episode: the map along the way, and records that lie."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookabout.benchmarks.spatialscout.baselines import calling, entries
from lookabout.benchmarks.spatialscout.diagnostics import NAMES, diagnose
from lookabout.benchmarks.spatialscout.reporting import REPORTING
from lookabout.benchmarks.spatialscout.verdict import final_map, judge
from lookabout.records import EpisodeRecord, StepRecord
from tests.benchmarks.spatialscout.flat import BOXES, start
from tests.benchmarks.spatialscout.made_runs import Made, record


def course(*replies: list[tuple[str, dict[str, Any]]]) -> dict[str, Any]:
    """Diagnostics of an episode in which an agent makes these calls."""
    truth, steps = played(*replies)
    return dict(diagnose(judged(truth, steps), steps))


def played(
    *replies: list[tuple[str, dict[str, Any]]],
) -> tuple[dict[str, Any], list[StepRecord]]:
    """Truth and steps of that episode."""
    episode, _, truth = start()
    episode.observe()
    steps = []
    for index, calls in enumerate(replies):
        step = episode.answer(calling(*calls))
        steps.append(
            StepRecord(
                index=index, turn=step.turn, time_s=0, position=step.position, shown=[], reply="",
                action=dict(step.action), outcome=step.outcome, detail=dict(step.detail),
            )
        )  # fmt: skip
        episode.observe()
    return truth, steps


def judged(truth: dict[str, Any], steps: list[StepRecord]) -> EpisodeRecord:
    """The record of an episode that took these steps and ended with ``finish_mapping``."""
    verdict = judge(truth, final_map(steps))
    return record(Made(), 0, 0.0, truth=truth, verdict=verdict, ending="finished", steps=len(steps))


def place(*names: str, off: float = 0.0) -> tuple[str, dict[str, Any]]:
    """A submission of true centres, ``off`` metres too high."""
    truth = start()[2]
    centres = {t["identifier"]: t["centre"] for t in truth["targets"]}
    found = {n: (centres[n][0], centres[n][1], centres[n][2] + off) for n in names}
    return "submit_positions", entries(found)


def test_the_map_as_it_stood() -> None:
    """Two pictures, one target, a third picture, the others half a box too high."""
    found = course(
        [("capture_image", {})],
        [place("lamp_1")],
        [("capture_image", {}), ("submit_positions", {"positions": []})],
        [place("table_1", off=0.25)],
        [],
    )
    # The table is 0.75 m high: (0.75 − 0.25) / (0.75 + 0.25) = 0.5.
    assert found["iou_by_reply"] == pytest.approx((0, 0.2, 0.2, 0.3, 0.3))
    assert found["coverage_by_reply"] == pytest.approx((0, 0.2, 0.2, 0.4, 0.4))
    assert found["error_m_by_reply"] == (
        None, pytest.approx(0), pytest.approx(0), pytest.approx(0.125), pytest.approx(0.125),
    )  # fmt: skip
    # One picture: nothing. Two: the lamp, until the third was taken. Three: the end.
    assert found["iou_by_image"] == pytest.approx((0, 0.2, 0.3))
    assert (found["images"], found["tool_calls"], found["rejected_calls"]) == (3, 5, 0)


def test_calls_are_spread_over_ten_parts() -> None:
    found = course(
        [("list_entities", {}), ("no_such_tool", {})],
        [("rotate_camera", {"yaw_deg": 10}), ("capture_image", {})],
    )
    assert found["other_by_stage"] == (0, 0, 2, 0, 0, 0, 0, 0, 0, 0)
    assert found["movement_by_stage"][7] == found["observation_by_stage"][7] == 1
    assert found["rejected_calls"] == 1
    assert sum(sum(found[f"{name}_by_stage"]) for name in NAMES) == 4


def test_an_episode_without_a_word() -> None:
    found = course([])
    assert found["iou_by_reply"] == (0.0,)
    assert found["supported"] is None
    assert found["factors"] == "incomplete_coverage early_stop"


def test_support_is_counted() -> None:
    found = course([place(*BOXES, off=0.3)], [("finish_mapping", {})])
    assert found["supported"] == 0
    assert "unsupported_estimates" in found["factors"]


@pytest.mark.parametrize(
    "damage",
    ["last step lost", "first step lost", "turn repeated", "submission lost", "place altered"],
)
def test_a_trace_that_is_not_the_verdicts_tells_nothing(damage: str) -> None:
    """Labels and curves of half a trace would be wrong ones."""
    truth, steps = played([("capture_image", {})], [place("mug_1")], [place("lamp_1")])
    made = judged(truth, steps)
    whole = diagnose(made, steps)
    assert whole["coverage_by_reply"] == pytest.approx((0, 0.2, 0.4))
    if damage == "last step lost":
        steps = steps[:-1]
    elif damage == "first step lost":
        steps = steps[1:]
    elif damage == "turn repeated":
        steps[1] = steps[1].model_copy(update={"turn": 1})
    elif damage == "submission lost":
        steps[2] = steps[2].model_copy(update={"detail": {"calls": [3]}})
    else:
        call = steps[2].detail["calls"][0]
        moved = {**call["result"]["map"], "lamp_1": [0.0, 0.0, 0.0]}
        detail = {"calls": [{**call, "result": {"map": moved}}]}
        steps[2] = steps[2].model_copy(update={"detail": detail})
    assert diagnose(made, steps) == {}


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.just(10**400)
    | st.floats()
    | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(truth=st.dictionaries(st.sampled_from(["targets", "axes"]), json_values), calls=json_values)
def test_hostile_records_are_no_errors(truth: dict[str, Any], calls: Any) -> None:
    step = StepRecord(
        index=0, turn=1, time_s=0, position=(0, 0, 0), shown=[], reply="", action={},
        outcome="acted", detail={"calls": calls},
    )  # fmt: skip
    made = record(Made(), 0, 0.0, truth=truth, steps=1, verdict={"errors_m": calls})
    assert isinstance(diagnose(made, [step]), dict)
    assert REPORTING.layout(made, [step]) is None


@given(corner=json_values)
def test_hostile_boxes_are_no_errors(corner: Any) -> None:
    truth = start()[2]
    truth["targets"][0]["world_low"] = corner
    verdict = {"errors_m": []}
    found = REPORTING.layout(record(Made(), 0, 0.0, truth=truth, verdict=verdict), [])
    assert found is None or len(found.boxes) == len(BOXES)


@given(point=json_values, residual=json_values, turn=st.integers())
def test_hostile_results_are_no_errors(point: Any, residual: Any, turn: int) -> None:
    truth = start()[2]
    calls = [
        {"name": "triangulate_observations",
         "result": {"point": point, "rms_ray_distance_m": residual, "warnings": point}},
        {"name": "submit_positions", "result": {"map": {"lamp_1": point, "x": [0, 0, 0]}}},
        {"name": "submit_positions", "result": {"map": {"lamp_1": [10**400, 0, 0]}}},
    ]  # fmt: skip
    step = StepRecord(
        index=0, turn=turn, time_s=0, position=(0, 0, 0), shown=[], reply="", action={},
        outcome="acted", detail={"calls": calls},
    )  # fmt: skip
    made = record(Made(), 0, 0.0, truth=truth, steps=1, verdict={"errors_m": [0.0]})
    assert isinstance(diagnose(made, [step]), dict)
