"""Whatever a model writes, its next request can be sent, with one result for each call."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from lookabout.agents.sendable import sent_name
from lookabout.benchmarks.base import LONGEST_REPLY, ask
from lookabout.exchange import Observation, Reply, Text, Tool, ToolResult
from tests.agents.chat_server import ChatServer, MessagesServer, Response, completion, message
from tests.agents.conftest import Connect
from tests.agents.test_chat_responses import ResponsesServer, response
from tests.agents.test_chat_tools import function

SUBMIT = Tool("submit", "Enter places.", {"type": "object", "properties": {}, "required": []})
START = Observation((Text("start"),), tools=(SUBMIT,))


def answered(reply: Reply) -> Observation:
    return Observation(tuple(ToolResult(call, "done") for call in reply.tool_calls), {}, (SUBMIT,))


def chat(text: str, calls: list[tuple[str, str, str]]) -> dict[str, Any]:
    made = [function(*call) for call in calls]
    return completion(text, finish_reason="tool_calls", tool_calls=made)


def responses(text: str, calls: list[tuple[str, str, str]]) -> dict[str, Any]:
    body = response(text)
    for number, (identity, name, arguments) in enumerate(calls):
        item = {"type": "function_call", "id": f"fc_{number}", "call_id": identity, "name": name}
        body["output"].append({**item, "arguments": arguments, "status": "completed"})
    return body


HOSTILE = [
    ("", "submit", '{"x": NaN, "y": -Infinity}'),
    ("same", "submit", '{"identifier": "\\ud800"}'),
    ("same", "submit", "{}"),
    ("same", "submit", "{}"),
    ("odd", "sub mit\x07", "{}"),
    ("\ud800", "", "{}"),
    ("long", "submit" * 30, "{}"),
    ("huge", "submit", '{"x": ' + "9" * 5000 + "}"),
    ("deep", "submit", '{"x": ' + "[" * 150 + "]" * 150 + "}"),
]


@pytest.mark.slow  # some clients take a second to set up
@pytest.mark.parametrize("shape", [chat, responses])
def test_hostile_calls_are_answered_each(
    connect: Connect, shape: Callable[[str, list[tuple[str, str, str]]], dict[str, Any]]
) -> None:
    first = Response(shape("half of a pair: \ud800", HOSTILE))
    if shape is chat:
        server, model = ChatServer([first, "done"]), "openai-api/test/any"
    else:
        server, model = ResponsesServer([first, "done"]), "openai/gpt-4o"
    with server:
        agent = connect(server, model, model_args={} if shape is chat else {"responses_api": True})
        reply = ask(agent, START)
        assert (reply.retries, agent.reply(answered(reply)).text) == (0, "done")
        sent = server.requests[1].json
    # What is recorded is what the model wrote, but for what a file cannot hold.
    assert [call.name for call in reply.tool_calls] == [
        *["submit"] * 4, "sub mit\x07", "", "submit" * 30, "submit", "submit"
    ]  # fmt: skip
    assert str(reply.tool_calls[0].arguments) == "{'x': nan, 'y': -inf}"
    assert reply.tool_calls[7].arguments == {"x": "9" * 5000}
    assert (reply.tool_calls[8].arguments, bool(reply.tool_calls[8].problem)) == ({}, True)
    assert [bool(call.problem) for call in reply.tool_calls[:8]] == [False] * 8
    # What is sent back: an id and a result for each call, and nothing that is no strict JSON.
    if shape is chat:
        made = [(c["id"], c["function"]) for c in sent["messages"][1]["tool_calls"]]
        given = [m["tool_call_id"] for m in sent["messages"][2:]]
    else:
        made = [(i["call_id"], i) for i in sent["input"] if i["type"] == "function_call"]
        given = [i["call_id"] for i in sent["input"] if i["type"] == "function_call_output"]
    assert [identity for identity, _ in made] == given
    assert len(set(given)) == len(HOSTILE)
    assert (given[2], given[6], given[7]) == ("same", *[c.id for c in reply.tool_calls[6:8]])
    assert [call["name"] for _, call in made] == [
        *["submit"] * 4, "sub_mit_", "unnamed", ("submit" * 30)[:64], "submit", "submit"
    ]  # fmt: skip
    json.dumps([json.loads(call["arguments"]) for _, call in made[:7]], allow_nan=False)


@pytest.mark.slow
def test_anthropic_is_sent_no_nan(connect: Connect) -> None:
    deep: dict[str, Any] = {}
    for _ in range(200):
        deep = {"x": deep}
    body = message("turning", stop_reason="tool_use")
    for identity, arguments in (("a", {"x": float("nan"), "name": "\ud800"}), ("b", deep)):
        use = {"type": "tool_use", "id": identity, "name": "submit", "input": arguments}
        body["content"].append(use)
    with MessagesServer([Response(body), "done"]) as server:
        agent = connect(server, "anthropic/claude-test", model_args={"streaming": False})
        reply = ask(agent, START)
        assert (reply.retries, agent.reply(answered(reply)).text) == (0, "done")
        uses = server.requests[1].json["messages"][1]["content"][1:]
        results = server.requests[1].json["messages"][2]["content"]
    assert [use["input"] for use in uses] == [{"x": "NaN", "name": "?"}, {}]
    assert [each["tool_use_id"] for each in results] == [use["id"] for use in uses]
    assert reply.tool_calls[1].problem == "arguments nested more than 100 deep"


def test_of_all_arguments_no_more_is_kept_than_of_a_text() -> None:
    class Wordy:
        name, privileged = "wordy", False

        def reply(self, observation: Observation) -> Reply:
            from lookabout.exchange import ToolCall

            most = {"q": "x" * (LONGEST_REPLY - 20)}
            return Reply("", tool_calls=tuple(ToolCall(str(i), "t", most) for i in range(3)))

    calls = ask(Wordy(), START).tool_calls  # type: ignore[arg-type]
    assert [len(call.arguments) for call in calls] == [1, 0, 0]
    assert calls[1].problem == f"arguments too long: {LONGEST_REPLY - 11} characters"


@pytest.mark.parametrize(
    ("name", "sent"),
    [("move_camera", "move_camera"), ("functions.move", "functions_move"), ("", "unnamed")],
)
def test_names_as_services_take_them(name: str, sent: str) -> None:
    assert sent_name(name) == sent
