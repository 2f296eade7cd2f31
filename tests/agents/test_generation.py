"""What single observations ask of a service: to stand alone, thinking, a schema."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from lookabout.agents.generation import takes_schema, thinking_options
from lookabout.exchange import Briefing, Observation, Text
from tests.agents.chat_server import ChatServer, JsonObject, MessagesServer
from tests.agents.conftest import Connect

SCHEMA: JsonObject = {
    "type": "array",
    "minItems": 2,
    "maxItems": 2,
    "items": {
        "anyOf": [
            {
                "type": "object",
                "properties": {
                    "action": {"enum": ["go"]},
                    "point": {
                        "type": "array",
                        "items": {"type": "number"},
                        "minItems": 2,
                        "maxItems": 2,
                    },
                },
                "required": ["action", "point"],
                "additionalProperties": False,
            },
            {
                "type": "object",
                "properties": {"action": {"enum": ["think"]}},
                "required": ["action"],
                "additionalProperties": False,
            },
        ]
    },
}


def asked(words: str, **options: Any) -> Observation:
    return Observation((Text(words),), **options)


def test_a_fresh_observation_is_sent_alone(connect: Connect) -> None:
    with ChatServer(lambda _: "x") as server:
        agent = connect(server)
        agent.begin(Briefing(seed=0))
        agent.reply(asked("one"))
        agent.reply(asked("two"))
        agent.reply(asked("three", fresh=True))
        agent.reply(asked("four"))
        sent = [[m["content"] for m in r.json["messages"]] for r in server.requests]
    assert sent == [["one"], ["one", "x", "two"], ["three"], ["three", "x", "four"]]


def test_thinking_is_switched_for_one_request(connect: Connect) -> None:
    with ChatServer(lambda _: "x") as server:
        agent = connect(server, "openai-api/test/Qwen3.5-4B")
        for thinking in (False, True, None):
            agent.reply(asked("hi", fresh=True, thinking=thinking))
        sent = [request.json.get("chat_template_kwargs") for request in server.requests]
    assert sent == [{"enable_thinking": False}, {"enable_thinking": True}, None]


def test_an_unknown_model_is_left_alone(connect: Connect) -> None:
    with ChatServer(lambda _: "x") as server:
        agent = connect(server)
        agent.reply(asked("hi", thinking=False))
        agent.reply(asked("hi", fresh=True))
    first, second = (request.json for request in server.requests)
    assert first == second


def test_anthropic_thinks_when_it_is_let(connect: Connect) -> None:
    with MessagesServer(lambda _: "x") as server:
        agent = connect(server, "anthropic/claude-sonnet-4-5", max_tokens=20_000)
        agent.reply(asked("hi", fresh=True, thinking=False))
        agent.reply(asked("hi", fresh=True, thinking=True))
    off, on = (request.json.get("thinking") for request in server.requests)
    assert off is None
    assert on["type"] == "enabled"


@pytest.mark.parametrize(
    ("model", "off", "on"),
    [
        ("google/gemini-3.7-flash", {"reasoning_tokens": 0}, {}),
        ("anthropic/claude-opus-5", {"reasoning_effort": "none"}, {"reasoning_effort": "medium"}),
        ("openai/gpt-5", {"reasoning_effort": "minimal"}, {}),
        ("openai/gpt-5.2", {"reasoning_effort": "none"}, {}),
        ("openai/o4-mini", {"reasoning_effort": "low"}, {}),
        ("openai/gpt-4o", {}, {}),
        ("openai/gpt-5-chat-latest", {}, {}),
        (
            "openrouter/qwen/qwen3.5-9b",
            {"reasoning_effort": "none"},
            {"extra_body": {"reasoning": {"enabled": True}}},
        ),
        (
            "vllm/nvidia/Cosmos3-Edge-2B",
            {"extra_body": {"chat_template_kwargs": {"enable_thinking": False}}},
            {"extra_body": {"chat_template_kwargs": {"enable_thinking": True}}},
        ),
        ("openai-api/any/thing", {}, {}),
        ("ollama/qwen3", {}, {}),
    ],
)
def test_what_switches_thinking(model: str, off: JsonObject, on: JsonObject) -> None:
    assert thinking_options(model, False) == off
    assert thinking_options(model, True) == on
    assert thinking_options(model, None) == {}


def test_an_effort_that_was_set_holds_when_thinking_is_on() -> None:
    assert thinking_options("anthropic/x", True, "high") == {"reasoning_effort": "high"}
    assert thinking_options("anthropic/x", False, "high") == {"reasoning_effort": "none"}


def test_a_schema_arrives_whole(connect: Connect) -> None:
    with ChatServer(lambda _: "x") as server:
        connect(server).reply(asked("hi", reply_schema=SCHEMA))
        (request,) = server.requests
    told = request.json["response_format"]
    assert told["type"] == "json_schema"
    assert told["json_schema"]["schema"] == SCHEMA


def test_openai_takes_no_array_and_is_sent_none(
    connect: Connect, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING), ChatServer(lambda _: "x") as server:
        agent = connect(server, "openai/gpt-4o", model_args={"responses_api": False})
        for _ in range(2):
            agent.reply(asked("hi", fresh=True, reply_schema=SCHEMA))
        sent = [request.json for request in server.requests]
    assert all("response_format" not in each for each in sent)
    assert sum("decoded freely" in record.message for record in caplog.records) == 1


def test_who_takes_which_schema() -> None:
    plain = {"type": "object", "properties": {}}
    assert takes_schema("openai/gpt-4o", plain)
    assert not takes_schema("anthropic/x", SCHEMA)
    assert takes_schema("vllm/x", SCHEMA)
    assert not takes_schema("nobody/x", plain)


def test_sampling_options_reach_the_service(connect: Connect) -> None:
    with ChatServer(["x"]) as server:
        agent = connect(server, top_p=0.95, top_k=40)
        agent.reply(asked("hi"))
        (request,) = server.requests
    assert request.json["top_p"] == 0.95
    assert (agent.settings["top_p"], agent.settings["top_k"]) == (0.95, 40)
