"""Chat models over a real HTTP service that fails in every way, through whole runs."""

from __future__ import annotations

import itertools
import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from lookabout.errors import ServiceError
from lookabout.records import EpisodeRecord, StepRecord
from lookabout.results.formats import to_data
from lookabout.results.load import load_run
from lookabout.results.tables import summary_table
from lookabout.runs.plan import AgentChoice, RunPlan
from lookabout.runs.runner import run
from tests.agents.chat_server import Answer, ChatServer, Response
from tests.runs.conftest import Plan
from tests.worlds import FOUND, move

pytestmark = pytest.mark.slow
EPISODES = 4
KEY = "sk-test-0123456789abcdef"


@pytest.fixture
def model_plan(plan: Plan, monkeypatch: pytest.MonkeyPatch) -> Callable[..., RunPlan]:
    monkeypatch.setenv("TEST_API_KEY", KEY)

    def make(server: ChatServer, **options: Any) -> RunPlan:
        options = {"base_url": server.url, "timeout_s": 30, "backoff_s": 0.01, **options}
        choice = AgentChoice("openai-api/test/any", options)
        return replace(plan(episodes=EPISODES, workers=2), agent=choice)

    return make


def flyer(request: Mapping[str, Any]) -> str:
    """Flies to the target in one move, then claims."""
    answers = sum(message["role"] == "assistant" for message in request["messages"])
    return [move(-5, 4, -32), FOUND][answers]


class Faulty:
    """A service that answers like ``flyer``, but some requests, by number, otherwise."""

    def __init__(self, faults: Mapping[int, Answer]) -> None:
        self._faults = faults
        self._numbers = itertools.count()
        self._lock = threading.Lock()

    def __call__(self, request: Any) -> Answer:
        with self._lock:
            number = next(self._numbers)
        return self._faults.get(number, flyer(request))


def records(work: RunPlan) -> list[tuple[EpisodeRecord, list[StepRecord]]]:
    found = []
    for path in sorted(work.out.glob("episodes/*/attempt-*/episode.json")):
        lines = (path.parent / "steps.jsonl").read_text().splitlines()
        found.append(
            (
                EpisodeRecord.model_validate_json(path.read_text()),
                [StepRecord.model_validate_json(line) for line in lines],
            )
        )
    return found


def row(work: RunPlan) -> dict[str, Any]:
    data: dict[str, Any] = to_data(summary_table([load_run(work.out)]))["rows"][0]
    return data


def test_numbers_and_records_are_right_whatever_the_service_does(
    model_plan: Callable[..., RunPlan],
) -> None:
    faults: dict[int, Answer] = {
        0: Response(status=429, headers={"Retry-After": "0"}, body={"error": {"message": "slow"}}),
        2: Response(status=500, body={"error": {"message": "oops"}}),
        3: Response(status=503, body=b"<html>down</html>", content_type="text/html"),
        5: Response(body=b"{" * 50),
        6: Response(body={"choices": []}),
        8: Response(body={"choices": [1, 2, 3, 4, 5, 6, 7]}, drop_after=9),
        9: Response(delay_s=20),
    }
    with ChatServer(Faulty(faults)) as server:
        work = model_plan(server, attempt_timeout_s=1.5)
        summary = run(work)
        requests = server.requests
    assert (summary.played, summary.failed) == (EPISODES, 0)
    assert len(requests) == 2 * EPISODES + len(faults)
    found = records(work)
    assert len(found) == EPISODES  # no attempt was spent on what a retry mends
    assert sum(step.retries for _, steps in found for step in steps) == len(faults)
    for record, steps in found:
        assert record.ending == "claimed"
        assert record.verdict
        assert record.verdict["success"] is True
        assert [step.reply for step in steps] == [move(-5, 4, -32), FOUND]
        assert record.usage.input_tokens == sum(step.usage.input_tokens for step in steps) > 0
        assert record.usage.output_tokens == sum(step.usage.output_tokens for step in steps) > 0
        assert record.agent.name == "openai-api/test/any"
    numbers = row(work)
    assert numbers["success_count"] == numbers["judged"] == EPISODES
    assert numbers["tokens_input"] == sum(record.usage.input_tokens for record, _ in found)
    assert numbers["failed_attempts_service"] == 0
    for request in requests:
        images = json.dumps(request.json["messages"]).count("data:image/png;base64,")
        replies = sum(m["role"] == "assistant" for m in request.json["messages"])
        assert images == replies + 1
    assert KEY not in "".join(p.read_text() for p in work.out.rglob("*.json*"))


def test_a_service_that_stays_away_is_told_from_an_agent_that_fails(
    model_plan: Callable[..., RunPlan],
) -> None:
    down = Response(status=500, body={"error": {"message": "oops"}})
    with ChatServer(Faulty(dict.fromkeys(range(4), down))) as server:
        # One retry: the first two requests of two episodes use up one attempt of each.
        work = model_plan(server, max_retries=1)
        summary = run(work)
    assert (summary.played, summary.failed) == (EPISODES, 0)
    failures = [record for record, _ in records(work) if record.ending == "service_error"]
    assert failures
    assert all(record.verdict is None and record.error for record in failures)
    numbers = row(work)
    assert numbers["failed_attempts_service"] == len(failures)
    assert numbers["failed_attempts_agent"] == numbers["failed_attempts_simulator"] == 0
    assert numbers["judged"] == numbers["success_count"] == EPISODES
    assert numbers["unresolved"] == 0


def test_what_the_model_itself_does_wrong_is_judged(model_plan: Callable[..., RunPlan]) -> None:
    def mute(request: Any) -> Answer:
        return ""

    with ChatServer(mute) as server:
        work = model_plan(server)
        summary = run(work)
    assert (summary.played, summary.failed) == (EPISODES, 0)
    assert {record.ending for record, _ in records(work)} == {"unparsable"}
    assert row(work)["success_count"] == 0
    assert row(work)["judged"] == EPISODES


def test_a_wrong_key_stops_the_run_at_once(model_plan: Callable[..., RunPlan]) -> None:
    refusal = Response(status=401, body={"error": {"message": f"Incorrect API key: {KEY}"}})
    with ChatServer(lambda request: refusal) as server:
        work = model_plan(server)
        with pytest.raises(ServiceError) as error:
            run(work)
    assert "Incorrect API key" in str(error.value)
    assert KEY not in str(error.value)
    assert len(server.requests) <= 2
