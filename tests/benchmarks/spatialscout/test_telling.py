"""An episode as the report's page tells it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lookabout.benchmarks.registry import find_reporting
from lookabout.benchmarks.spatialscout.telling import headline, tell
from lookabout.records import EpisodeRecord, StepRecord
from lookabout.results.load import Run, load_runs, read_record, read_steps
from lookabout.results.report import write_report
from tests.benchmarks.spatialscout.made_runs import Made, shaken, write_run


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("runs") / "run"
    write_run(folder, Made(flown_by=shaken(4.0, 0.4), yaws=(30.0,)))
    return load_runs([folder], reporting=find_reporting)[0]


@pytest.fixture
def episode(run: Run) -> tuple[EpisodeRecord, list[StepRecord]]:
    (attempt,) = run.judged
    return read_record(run, attempt), read_steps(run, attempt)[0]


def with_calls(steps: list[StepRecord], *calls: Any) -> list[StepRecord]:
    return [steps[0].model_copy(update={"detail": {"calls": list(calls)}})]


def test_the_headline_names_scene_and_leading_scores(run: Run) -> None:
    (attempt,) = run.judged
    iou, coverage = attempt.verdict["mean_iou"], attempt.verdict["coverage"]
    assert headline(attempt) == (
        f"{attempt.scenario_id} · IoU {100 * iou:.1f} % · coverage {100 * coverage:.1f} % · "
        "5 targets"
    )


def test_places_are_those_that_the_agent_is_told(
    episode: tuple[EpisodeRecord, list[StepRecord]],
) -> None:
    record, steps = episode
    told = tell(record, steps)
    assert "task frame" in told.note
    assert told.steps[0].place == "task frame (0.00, 0.00, 0.00)"  # where the camera starts
    for before, after in zip(steps, told.steps[1:], strict=False):
        poses = [c["result"]["position"] for c in before.detail["calls"]
                 if "position" in c["result"]]  # fmt: skip
        if poses:
            x, y, z = (float(v.replace("−", "-")) for v in after.place[12:-1].split(","))
            assert (x, y, z) == pytest.approx(poses[-1], abs=0.0051)
    # Pictures have the names by which replies call them.
    names = [name for step in told.steps for name in step.shots]
    assert names == [f"frame_{k:03d}" for k in range(len(names))]
    damaged = tell(record.model_copy(update={"truth": {"origin": "x"}}), steps)
    assert damaged.steps[0].place.startswith("world (")
    assert damaged.table is None


def test_the_map_object_by_object(episode: tuple[EpisodeRecord, list[StepRecord]]) -> None:
    record, steps = episode
    verdict = record.verdict or {}
    table = tell(record, steps).table
    assert table is not None
    errors = [row[2] for row in table.rows]
    assert errors == sorted(errors, reverse=True)  # type: ignore[type-var]
    assert sorted(errors) == pytest.approx(  # type: ignore[type-var]
        sorted(100 * e for e in verdict["errors_m"])
    )
    total = sum(float(row[3]) for row in table.rows)  # type: ignore[arg-type]
    assert total == pytest.approx(100 * verdict["iou_sum"])
    omitted = verdict["targets"] - verdict["submitted"]
    assert omitted > 0
    assert table.title == f"{verdict['submitted']} targets mapped, {omitted} omitted"
    assert len(table.notes[0].split(",")) == omitted
    assert tell(record.model_copy(update={"ending": "service_error"}), steps).table is None


def test_long_submissions_are_whole_and_refusals_stand_at_the_call(
    episode: tuple[EpisodeRecord, list[StepRecord]],
) -> None:
    record, steps = episode
    positions = [{"identifier": f"thing_{k}", "x": k, "y": -0.5, "z": 1e-9} for k in range(200)]
    result = {"map": {}, "rejected": [{"identifier": "thing_7", "reason": "unknown identifier"}]}
    call = {"name": "submit_positions", "arguments": {"positions": positions}, "result": result}
    (words,) = tell(record, with_calls(steps, call)).steps[0].calls
    assert words.arguments.startswith("thing_0 (0.00, −0.50, 0.00); thing_1 (1.00, ")
    assert words.arguments.count(";") == 199
    assert words.error == "refused: thing_7: unknown identifier"
    seen = [{"frame_id": "frame_001", "u": 10.04, "v": 20}, {"frame_id": "frame_002"}]
    found = {"point": [1, 2, -3.456], "rms_ray_distance_m": 0.034, "warnings": ["rays far apart"]}
    call = {
        "name": "triangulate_observations", "arguments": {"observations": seen}, "result": found
    }  # fmt: skip
    (words,) = tell(record, with_calls(steps, call)).steps[0].calls
    assert words.arguments == "frame_001 (10.0, 20.0); frame_002 (–, –)"
    assert words.result == ("(1.00, 2.00, −3.46), rays miss it by 3.4 cm, warning: rays far apart")
    call = {"name": "finish_mapping", "arguments": {"x": 1}, "result": {"error": "not now"}}
    (words,) = tell(record, with_calls(steps, call)).steps[0].calls
    assert (words.arguments, words.result, words.error) == ("x 1", "", "not now")


@pytest.mark.parametrize("value", [None, 1, "x", [], [None], {"a": 1}, [[1]], True, 10**400])
def test_whatever_a_record_holds_is_told_or_left_out(
    episode: tuple[EpisodeRecord, list[StepRecord]], value: Any
) -> None:
    record, steps = episode
    calls: list[Any] = [value]
    for name in ("submit_positions", "triangulate_observations", "set_camera_position", "other"):
        for key in ("positions", "observations"):
            entry = {"identifier": value, "x": value, "frame_id": value, "u": value}
            for given in (value, [value], [entry]):
                calls.append({"name": name, "arguments": {key: given}, "result": value})
                calls.append(
                    {
                        "name": name,
                        "arguments": value,
                        "result": {"rejected": given, "point": [value] * 3, "warnings": value},
                    }
                )
        calls.append({"name": name, "arguments": dict.fromkeys("xyz", value), "problem": value})
    told = tell(record, with_calls(steps, *calls))
    assert len(told.steps[0].calls) == len(calls) - 1
    assert tell(record.model_copy(update={"truth": {"targets": value}}), steps).steps


def test_the_page(run: Run, tmp_path: Path) -> None:
    page = write_report([run.folder], tmp_path, reporting=find_reporting).page.read_text()
    body = page.partition('<div class="body">')[2]
    assert "Altitude" not in body
    assert "<dt>errors</dt>" not in body
    assert ">task frame (0.00, 0.00, 0.00)<" in body
    assert "<small>frame_000</small>" in body
    assert "targets mapped" in body
    assert "⊕" not in page
    assert "x is east" not in page
