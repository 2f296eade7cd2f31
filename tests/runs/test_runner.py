"""Runs over real worker processes, with everything that can fail in them."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from lookabout.errors import ServiceError, UsageError
from lookabout.records import EpisodeRecord, StepRecord
from lookabout.results.formats import to_data
from lookabout.results.load import load_run
from lookabout.results.tables import summary_table
from lookabout.runs.plan import EngineChoice
from lookabout.runs.runner import run
from lookabout.runs.store import RunFolder
from lookabout.runs.worker import Outcome
from tests.benchmarks.spatialscout import flat
from tests.runs.conftest import Plan
from tests.runs.stand_ins import _Buggy

Switch = Callable[[str], None]
pytestmark = pytest.mark.slow  # every test starts worker processes


def counts_of_failures(table: dict[str, Any]) -> dict[str, int]:
    """Of the only row of a summary table, without zeros."""
    (row,) = table["rows"]
    counts = {
        f"{kind}_error": row[f"failed_attempts_{kind}"]
        for kind in ("agent", "service", "simulator")
    }
    return {ending: count for ending, count in counts.items() if count}


def endings(plan: object, index: int) -> list[str | None]:
    attempts = RunFolder(plan.out).attempts(index)  # type: ignore[attr-defined]
    return [record.ending if record else None for record in attempts.values()]


def test_every_episode_leaves_a_whole_record(plan: Plan) -> None:
    work = plan(episodes=5, workers=2)
    seen = []
    summary = run(work, seen.append)
    assert (summary.episodes, summary.kept, summary.played, summary.failed) == (5, 0, 5, 0)
    assert sorted(outcome.episode for outcome in seen) == [0, 1, 2, 3, 4]
    for index in range(5):
        folder = work.out / "episodes" / f"{index:04d}" / "attempt-1"
        record = EpisodeRecord.model_validate_json((folder / "episode.json").read_text())
        assert record.ending == "claimed"
        assert record.verdict is not None
        assert record.labels == {
            "environment": "city",
            "class": "vehicle",
            "kind": "vehicle/red_pickup",
            "start_height": "40–50",
        }
        assert record.truth["target_top"] == 1.8
        assert record.scene_fingerprint == "f" * 64
        assert record.finished
        lines = (folder / "steps.jsonl").read_text().splitlines()
        steps = [StepRecord.model_validate_json(line) for line in lines]
        assert [step.outcome for step in steps] == ["moved", "ended"]
        assert record.steps == 2
        for step in steps:
            for shown in step.shown:
                if "image" in shown:
                    assert (folder / shown["image"]).read_bytes().startswith(b"\x89PNG")
    verdicts = [RunFolder(work.out).attempts(i)[1].verdict["success"] for i in range(5)]  # type: ignore[union-attr,index]
    assert True in verdicts
    assert False in verdicts


def test_replies_of_running_episodes_can_be_watched(plan: Plan) -> None:
    work = plan("SLOW", episodes=3, workers=2)
    seen: list[dict[int, int]] = []
    run(work, watch=lambda replies: seen.append(dict(replies)))
    assert {episode for replies in seen for episode in replies} == {0, 1, 2}
    assert max(len(replies) for replies in seen) == 2
    assert {count for replies in seen for count in replies.values()} <= {0, 1, 2}


def test_one_seed_one_result_whatever_the_workers(plan: Plan) -> None:
    one, two, other = plan(episodes=4), plan(episodes=4, workers=2), plan(episodes=4, seed=5)
    for work in (one, two, other):
        run(work)

    def replies(work: object) -> list[str]:
        paths = sorted((work.out / "episodes").rglob("steps.jsonl"))  # type: ignore[attr-defined]
        return [json.loads(line)["reply"] for p in paths for line in p.read_text().splitlines()]

    assert replies(one) == replies(two)
    assert replies(one) != replies(other)


def test_a_finished_run_is_left_alone(plan: Plan) -> None:
    work = plan()
    run(work)
    before = {p: p.stat().st_mtime_ns for p in work.out.rglob("*.json*")}
    kept = []
    summary = run(work, kept=kept.append)
    assert (summary.kept, summary.played) == (3, 0)
    assert kept == [3]
    assert {p: p.stat().st_mtime_ns for p in work.out.rglob("*.json*")} == before


def test_a_run_can_be_taken_up_with_more_episodes(plan: Plan) -> None:
    work = plan(episodes=2)
    run(work)
    summary = run(plan(episodes=4, out=work.out))
    assert (summary.kept, summary.played) == (2, 2)
    assert RunFolder(work.out).record().episodes == 4


@pytest.mark.parametrize(
    ("agent", "fault", "ending"),
    [
        ("STEADY", "die", "simulator_error"),
        ("STEADY", "break", "simulator_error"),
        ("CRASHING", "crash", "agent_error"),
        ("SERVICED", "busy", "service_error"),
    ],
)
def test_a_failure_is_kept_counted_and_followed_by_a_new_attempt(
    plan: Plan, switch: Switch, agent: str, fault: str, ending: str
) -> None:
    work = plan(agent)
    switch(fault)
    summary = run(work)
    assert (summary.played, summary.failed) == (3, 0)
    assert sorted((endings(work, i) for i in range(3)), key=len) == [
        ["claimed"],
        ["claimed"],
        [ending, "claimed"],
    ]
    table = to_data(summary_table([load_run(work.out)]))
    assert counts_of_failures(table) == {ending: 1}
    failed = next(
        record
        for i in range(3)
        for record in RunFolder(work.out).attempts(i).values()
        if record and record.failed
    )
    assert failed.verdict is None
    assert failed.error
    assert failed.finished


def test_a_bug_in_an_agent_is_told_with_its_place_and_not_tried_for_ever(plan: Plan) -> None:
    work = plan("BUGGY", episodes=1, max_attempts=5)
    seen: list[Outcome] = []
    summary = run(work, seen.append)
    assert (summary.played, summary.failed) == (0, 1)
    assert endings(work, 0) == ["agent_error", "agent_error"]
    told, *trace = seen[0].error.splitlines()
    line = inspect.getsourcelines(_Buggy.reply)[1] + 1
    assert told.startswith(f"tests/runs/stand_ins.py:{line}, in reply: JSONDecodeError: Expecting")
    assert trace[0] == "Traceback (most recent call last):"
    assert trace[-1].startswith("json.decoder.JSONDecodeError: Expecting")
    record = RunFolder(work.out).attempts(0)[2]
    assert record is not None
    assert record.error == seen[1].error == seen[0].error


@pytest.mark.parametrize(
    ("fault", "ending"),
    [
        ("begin", "agent_error"),
        ("sys.exit", "agent_error"),
        ("interrupt", "agent_error"),
        ("surrogate", "agent_error"),
        ("long", "agent_error"),
        ("none", "agent_error"),
        ("usage", "agent_error"),
        ("reasoning", "agent_error"),
        ("os._exit", "simulator_error"),  # all that can be seen is that the process is gone
    ],
)
def test_nothing_that_an_agent_does_ends_the_run(
    plan: Plan, switch: Switch, fault: str, ending: str
) -> None:
    work = plan("MEAN", episodes=2)
    switch(fault)
    switch("close")  # and then it cannot even be closed
    summary = run(work)
    assert (summary.played, summary.failed) == (2, 0)
    assert sorted((endings(work, i) for i in range(2)), key=len) == [
        ["claimed"],
        [ending, "claimed"],
    ]
    for path in work.out.rglob("episode.json"):
        assert path.stat().st_size < 100_000
        EpisodeRecord.model_validate_json(path.read_bytes())


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        ("UNMADE", "cannot be made: SystemExit"),
        ("NAMELESS", "printable"),
        ("LIAR", "privileged=False, its AgentSpec True"),
    ],
)
def test_agents_that_cannot_fly_are_told_before_the_start(
    plan: Plan, agent: str, words: str
) -> None:
    work = plan(agent)
    with pytest.raises(UsageError, match=words):
        run(work)
    assert not work.out.exists()


def test_a_damaged_record_is_flown_anew(plan: Plan) -> None:
    work = plan(episodes=2)
    run(work)
    path = work.out / "episodes" / "0001" / "attempt-1" / "episode.json"
    data = json.loads(path.read_text())
    path.write_text(json.dumps({**data, "verdict": None}))
    summary = run(work)
    assert (summary.kept, summary.played) == (1, 1)
    assert endings(work, 1) == ["claimed", "claimed"]


@pytest.mark.parametrize(("agent", "hinted"), [("WRITING", True), ("STEADY", False)])
def test_who_writes_where_tools_are_to_be_called_is_told_so(
    plan: Plan, agent: str, hinted: bool
) -> None:
    if hinted:
        work = replace(
            plan(agent),
            benchmark="spatialscout",
            set="rooms",
            engine=EngineChoice("tests.runs.stand_ins:boxes"),
            scenarios=(flat.scenario(),),
            settings={},
        )
    else:
        work = plan(agent, episodes=1)
    seen: list[Outcome] = []
    assert run(work, seen.append).played == 1
    (outcome,) = seen
    assert ("Reply.tool_calls" in outcome.hint) is hinted
    assert not outcome.error


def test_attempts_are_limited_and_tried_anew_by_the_next_run(plan: Plan, switch: Switch) -> None:
    work = plan("SERVICED", episodes=1, max_attempts=1)
    switch("busy")
    summary = run(work)
    assert (summary.played, summary.failed) == (0, 1)
    assert endings(work, 0) == ["service_error"]
    summary = run(work)
    assert (summary.played, summary.failed) == (1, 0)
    assert endings(work, 0) == ["service_error", "claimed"]


def test_a_permanent_refusal_stops_the_run(plan: Plan, switch: Switch) -> None:
    work = plan("SERVICED", episodes=20)
    switch("refused")
    with pytest.raises(ServiceError, match="401: wrong key"):
        run(work)
    assert endings(work, 0) == ["service_error"]
    assert not (work.out / "episodes" / "0005").exists()


def test_the_seed_of_an_agent_is_the_same_in_every_attempt(plan: Plan, switch: Switch) -> None:
    clean, broken = plan(episodes=3), plan("SERVICED", episodes=3)
    switch("busy")
    run(clean)
    run(broken)
    for index in range(3):
        last = max(RunFolder(broken.out).attempts(index))
        ours = RunFolder(broken.out).attempts(index)[last]
        theirs = RunFolder(clean.out).attempts(index)[1]
        assert ours
        assert theirs
        assert ours.verdict == theirs.verdict


def test_plans_that_cannot_work_write_nothing(plan: Plan) -> None:
    work = plan("NOBODY")
    with pytest.raises(UsageError, match="NOBODY"):
        run(work)
    assert not work.out.exists()
