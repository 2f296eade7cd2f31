"""A whole episode with a chat model behind a real HTTP service."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator

import pytest
from PIL import Image as PilImage

from lookabout.agents.chat import ChatAgent
from lookabout.benchmarks.base import defaults_for, play
from lookabout.benchmarks.dronecats import BENCHMARK, scoring
from lookabout.benchmarks.dronecats.log import read_log
from lookabout.benchmarks.dronecats.settings import Settings
from lookabout.exchange import Briefing
from tests.agents.chat_server import ChatServer, JsonObject, Response, completion
from tests.benchmarks.dronecats.field import FINISHED, THINK, go, start
from tests.worlds import Notebook

MODEL = "openai-api/test/Qwen3.5-9B"


@pytest.fixture
def agents(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[ChatAgent]]:
    monkeypatch.setenv("TEST_API_KEY", "sk-test-0123456789abcdef")
    made: list[ChatAgent] = []
    yield made
    for agent in made:
        agent.close()


def connect(server: ChatServer, agents: list[ChatAgent]) -> ChatAgent:
    options = defaults_for(BENCHMARK, MODEL).chat_options
    agents.append(ChatAgent(MODEL, base_url=server.url, backoff_s=0.001, **options))
    agents[-1].begin(Briefing(0))
    return agents[-1]


def settings(**more: object) -> Settings:
    own = defaults_for(BENCHMARK, MODEL).settings
    return Settings.model_validate({"clock": "pinned", "latency_s": 0.5, **own, **more})


def test_one_drone(agents: list[ChatAgent]) -> None:
    replies = iter([go(depth=3), f"Sure:\n```json\n{THINK}\n```", go(depth=3), "hm", FINISHED])
    book = Notebook()
    episode, world = start(settings(seconds=7.5))
    with ChatServer(lambda _: next(replies)) as server:
        ending = play(episode, connect(server, agents), book)
        sent = [request.json for request in server.requests]
    assert (ending, len(sent), world.time_s) == ("time_spent", 5, pytest.approx(7.5))
    for body in sent:
        (message,) = body["messages"]  # no system message, nothing of earlier turns
        assert message["role"] == "user"
        assert [part["type"] for part in message["content"]] == ["text", "image_url"]
        assert (body["temperature"], body["max_tokens"]) == (0.4, 8192)
        assert "anyOf" in body["response_format"]["json_schema"]["schema"]
        assert "tools" not in body
    thinking = [body["chat_template_kwargs"]["enable_thinking"] for body in sent]
    assert thinking == [False, False, True, False, False]
    head, _, data = sent[0]["messages"][0]["content"][1]["image_url"]["url"].partition(",")
    assert head == "data:image/jpeg;base64"
    with PilImage.open(io.BytesIO(base64.b64decode(data))) as picture:
        assert (picture.format, picture.size) == ("JPEG", (640, 480))
    assert [step.action["kind"] for step in book.steps] == [
        "go", "think", "go", "unreadable", "finished",
    ]  # fmt: skip
    score = scoring.verdict(read_log(book.steps), 5.0)
    assert (score["success"], score["declarations"]) == (False, 1)


def test_four_drones_and_a_service_that_fails_once(agents: list[ChatAgent]) -> None:
    reply = f"[{go()}, {go()}, {FINISHED}, {go()}]"
    answers: list[str | Response] = [Response(status=503), Response(completion(reply)), reply]
    book = Notebook()
    episode, _ = start(settings(seconds=3.0), drones=4)
    with ChatServer(answers) as server:
        assert play(episode, connect(server, agents), book) == "time_spent"
        body: JsonObject = server.requests[-1].json
    assert [part["type"] for part in body["messages"][0]["content"]] == ["text"] + ["image_url"] * 4
    form = body["response_format"]["json_schema"]["schema"]
    assert (form["type"], form["minItems"], form["maxItems"]) == ("array", 4, 4)
    assert [step.retries for step in book.steps] == [1, 0]
    score = scoring.verdict(read_log(book.steps), 5.0)
    assert (score["drones_declared"], score["copies"], score["all_go"]) == (1, 0, 0)


def test_the_measured_clock_charges_the_answered_request_alone(agents: list[ChatAgent]) -> None:
    """Waits between retries are the network's, not the model's."""
    episode, world = start(settings(clock="measured", latency_s=None, seconds=60.0))
    with ChatServer([Response(status=503), Response(completion(go()), delay_s=0.2)]) as server:
        options = {"backoff_s": 1.5}
        agents.append(ChatAgent(MODEL, base_url=server.url, **options))
        step = episode.answer(agents[-1].reply(episode.observe()))
    charged = step.detail["latency_s"]
    assert 0.2 <= charged < world.time_s
    assert charged == pytest.approx(world.time_s - 1.0)
