"""Diagnostics of logs written by hand, and of damaged records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from lookabout.benchmarks.dronecats.diagnostics import courses_of, diagnose, has_prose
from lookabout.benchmarks.dronecats.log import LoggedContact, StepLog
from lookabout.benchmarks.dronecats.think import Course
from lookabout.records import AgentInfo, EpisodeRecord, StepRecord
from tests.benchmarks.dronecats.made_logs import DONE, GO, HOLD, NONSENSE, TURN, sample, step


def records(logs: Sequence[StepLog], replies: Sequence[str] = ()) -> list[StepRecord]:
    return [
        StepRecord(
            index=k,
            turn=k + 1,
            time_s=float(k),
            position=(0, 0, 0),
            shown=[],
            reply=replies[k] if replies else "{}",
            action={},
            outcome="flown",
            detail=own.model_dump(mode="json"),
        )
        for k, own in enumerate(logs)
    ]


def episode(**fields: Any) -> EpisodeRecord:
    defaults: dict[str, Any] = {
        "benchmark": "dronecats",
        "set": "suite",
        "episode": 0,
        "attempt": 1,
        "scenario": {},
        "agent": AgentInfo(name="a", kind="model"),
        "seed": 0,
        "started": "2026-01-02T03:04:05+00:00",
        "ending": "time_up",
        "verdict": {"success": False},
    }
    return EpisodeRecord(**(defaults | fields))


def test_one_drone() -> None:
    logs = [
        step({"drone": GO}, [sample(0, 20), sample(0.5, 18), sample(1, 16)], latency_s=0.5),
        step({"drone": HOLD}, [sample(1.5, 16)], latency_s=1.5),
        step(
            {"drone": NONSENSE},
            [sample(2, 17)],
            latency_s=2.0,
            thinking=True,
            visible=False,
            contacts=(LoggedContact(time_s=2, drone="drone", label="ground"),),
        ),
        step({"drone": DONE}, [sample(2.5, 17)], [sample(2, 17)], thinking=True),
    ]
    steps = records(logs, ['{"action": "go"}', "{}", "Let me see.", '```json\n{"a": 1}\n```'])
    assert diagnose(episode(), steps) == {
        "path_m": 5.0,
        "flown_s": 2.5,
        "contacts": 1,
        "go": 1,
        "rotate": 0,
        "think": 1,
        "finished": 1,
        "unreadable": 1,
        "steps": 4,
        "unreadable_steps": 1,
        "unreadable_kinds": "broken_json:1",
        "thinking_replies": 2,
        "thinking_prose": 1,
        "latency_s_by_step": (0.5, 1.5, 2.0, 0.0),
        "closing_m_by_command": (4.0, 0.0, -1.0, 0.0),
        "sight_by_command": (1, 1, 0, 1),
        "think_by_command": (0, 1, 0, 0),
    }


def test_several_drones() -> None:
    here = [sample(0, 20, drone="a"), sample(0, 9, drone="b")]
    there = [sample(1, 17, drone="a"), sample(1, 10, drone="b")]
    logs = [
        step({"a": GO, "b": NONSENSE}, here),
        step({"a": NONSENSE, "b": NONSENSE}, there),
        step({"a": HOLD, "b": TURN}, []),
    ]
    found = diagnose(episode(), records(logs))
    assert (found["path_m"], found["steps"]) == (4.0, 3)
    # A reply counts once for a kind, however many drones it was for.
    assert (found["unreadable"], found["unreadable_steps"]) == (3, 2)
    assert found["unreadable_kinds"] == "broken_json:2"
    assert found["closing_m_by_command"] == (0.0, 3.0, 0.0, None, 0.0, -1.0, 0.0)
    assert courses_of(found) == [
        Course((0.0, 3.0, 0.0), (True,) * 3, (False, False, True)),
        Course((0.0, -1.0, 0.0), (True,) * 3, (False,) * 3),
    ]


def test_replies_that_are_parts_of_a_step_are_no_steps() -> None:
    logs = [
        step({}, [], thinking=True),
        step({"a": GO}, []),
        step({"b": GO}, [sample(0, 20, drone="a"), sample(0, 9, drone="b")], latency_s=3.0),
    ]
    found = diagnose(episode(), records(logs))
    assert (found["steps"], found["thinking_replies"]) == (2, 1)
    assert found["latency_s_by_step"] == (0.0, 3.0)


@pytest.mark.parametrize(
    ("reply", "prose"),
    [
        ('{"action": "go"}', False),
        ('  [{"action": "go"}]\n', False),
        ('```json\n{"action": "go"}\n```', False),
        ('I go. {"action": "go"}', True),
        ('{"action": "go"} That is it.', True),
        ("nothing", True),
        ("", False),
        ("{} 123 — !", False),
    ],
)
def test_prose(reply: str, prose: bool) -> None:
    assert has_prose(reply) is prose


GOOD = records([step({"drone": GO}, [sample(0, 20)])])[0].detail
SAMPLE = GOOD["trace"][0]
DAMAGED: list[dict[str, Any]] = [
    {},
    {"commands": 5},
    {**GOOD, "trace": []},
    {**GOOD, "trace": [{**SAMPLE, "distance_m": float("nan")}]},
    {**GOOD, "trace": [{**SAMPLE, "distance_m": -1.0}]},
    {**GOOD, "trace": [{**SAMPLE, "position": [float("inf"), 0, 0]}]},
    {**GOOD, "trace": [{**SAMPLE, "drone": "other"}]},
    {**GOOD, "commands": [{**GOOD["commands"][0], "action": {"kind": "dance"}}]},
    {**GOOD, "commands": [{**GOOD["commands"][0], "action": {"kind": "go"}}]},
    {**GOOD, "latency_s": float("nan")},
]


@pytest.mark.parametrize("detail", DAMAGED)
def test_a_damaged_record_tells_nothing(detail: dict[str, Any]) -> None:
    (whole,) = records([step({"drone": GO}, [sample(0, 20)])])
    assert diagnose(episode(), [whole])
    assert diagnose(episode(), [whole.model_copy(update={"detail": detail})]) == {}
    assert diagnose(episode(), []) == {}
