"""Tools through every kind of service: offered, called, answered, with pictures beside."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from lookabout.benchmarks.spatialscout.tools import tools
from lookabout.errors import ServiceError
from lookabout.exchange import Briefing, Image, Observation, Text, Tool, ToolCall, ToolResult
from tests.agents.chat_server import (
    ChatServer,
    JsonObject,
    MessagesServer,
    Response,
    completion,
    error,
    message,
)
from tests.agents.conftest import Connect
from tests.agents.test_chat_responses import ResponsesServer, response

pytestmark = pytest.mark.slow  # some clients take a second to set up

ROTATE = Tool(
    "rotate",
    "Turn the camera.",
    {
        "type": "object",
        "properties": {"yaw_deg": {"type": "number", "description": "degrees"}},
        "required": ["yaw_deg"],
        "additionalProperties": False,
    },
)
LOOK = Tool("look", "Take a picture.", {"type": "object", "properties": {}, "required": []})
START = Observation((Text("start"),), tools=(ROTATE, LOOK))
PICTURE = Image(np.zeros((4, 4, 3), np.uint8), jpeg_quality=82)


def results(calls: tuple[ToolCall, ...]) -> Observation:
    parts = [ToolResult(call, f"{call.name} done") for call in calls]
    return Observation((*parts, Text("frame 1"), PICTURE), tools=(ROTATE, LOOK))


def function(identity: str, name: str, arguments: str) -> dict[str, Any]:
    return {"id": identity, "type": "function", "function": {"name": name, "arguments": arguments}}


def test_chat_completions(connect: Connect) -> None:
    calls = [function("a", "rotate", '{"yaw_deg": 30}'), function("b", "look", "{}")]
    first = completion("turning", finish_reason="tool_calls", tool_calls=calls)
    with ChatServer([Response(first), "done"]) as server:
        agent = connect(server)
        agent.begin(Briefing(seed=0))
        reply = agent.reply(START)
        assert agent.reply(results(reply.tool_calls)).text == "done"
        asked, then = (request.json for request in server.requests)
    assert reply.text == "turning"
    assert [(c.id, c.name, dict(c.arguments), c.problem) for c in reply.tool_calls] == [
        ("a", "rotate", {"yaw_deg": 30}, ""),
        ("b", "look", {}, ""),
    ]
    assert [tool["function"]["name"] for tool in asked["tools"]] == ["rotate", "look"]
    schema = asked["tools"][0]["function"]["parameters"]
    assert schema["properties"]["yaw_deg"]["type"] == "number"
    assert schema["required"] == ["yaw_deg"]
    roles = [each["role"] for each in then["messages"]]
    assert roles == ["user", "assistant", "tool", "tool", "user"]
    assert [each["id"] for each in then["messages"][1]["tool_calls"]] == ["a", "b"]
    assert [(m["tool_call_id"], m["content"]) for m in then["messages"][2:4]] == [
        ("a", "rotate done"),
        ("b", "look done"),
    ]
    text, picture = then["messages"][4]["content"]
    assert text["text"] == "frame 1"
    assert picture["image_url"]["url"].startswith("data:image/jpeg;base64,/9j/")


def test_arguments_that_are_no_json_can_be_answered(connect: Connect) -> None:
    call = function("a", "rotate", '{"yaw_deg": 3')
    body = completion(None, finish_reason="tool_calls", tool_calls=[call])
    with ChatServer([Response(body), "sorry"]) as server:
        agent = connect(server)
        reply = agent.reply(START)
        (made,) = reply.tool_calls
        assert made.problem
        answer = Observation((ToolResult(made, "not JSON"),), tools=(ROTATE,))
        assert agent.reply(answer).text == "sorry"
        sent = server.requests[1].json["messages"]
    assert [each["role"] for each in sent] == ["user", "assistant", "tool"]
    assert sent[2]["content"] == "not JSON"


def test_responses(connect: Connect) -> None:
    item = {
        "type": "function_call",
        "id": "fc_1",
        "call_id": "a",
        "name": "rotate",
        "arguments": json.dumps({"yaw_deg": 30}),
        "status": "completed",
    }
    first = response(None)
    first["output"].append(item)
    with ResponsesServer(["hello, world", Response(first), "done"]) as server:
        agent = connect(server, "openai/o3")
        reply = agent.reply(START)
        assert agent.reply(results(reply.tool_calls)).text == "done"
        sent = server.requests[2].json
    assert [(c.name, dict(c.arguments)) for c in reply.tool_calls] == [("rotate", {"yaw_deg": 30})]
    kinds = [each["type"] for each in sent["input"]]
    assert kinds == ["message", "reasoning", "function_call", "function_call_output", "message"]
    assert sent["input"][3]["output"] == "rotate done"
    assert [part["type"] for part in sent["input"][4]["content"]] == ["input_text", "input_image"]
    assert [tool["name"] for tool in sent["tools"]] == ["rotate", "look"]


def test_messages(connect: Connect) -> None:
    body = message("turning", stop_reason="tool_use")
    body["content"].append(
        {"type": "tool_use", "id": "toolu_a", "name": "rotate", "input": {"yaw_deg": 30}}
    )
    with MessagesServer([Response(body), "done"]) as server:
        agent = connect(server, "anthropic/claude-test", model_args={"streaming": False})
        reply = agent.reply(START)
        assert agent.reply(results(reply.tool_calls)).text == "done"
        sent = server.requests[1].json
    assert [(c.name, dict(c.arguments)) for c in reply.tool_calls] == [("rotate", {"yaw_deg": 30})]
    assert [tool["name"] for tool in sent["tools"]] == ["rotate", "look"]
    assert [each["role"] for each in sent["messages"]] == ["user", "assistant", "user"]
    kinds = [part["type"] for part in sent["messages"][2]["content"]]
    assert kinds == ["tool_result", "text", "image"]
    assert sent["messages"][2]["content"][2]["source"]["media_type"] == "image/jpeg"


def strictly_valid(schema: Any) -> bool:
    """OpenAI's rules: every object closed, all of its properties required, no defaults."""
    if isinstance(schema, list):
        return all(strictly_valid(each) for each in schema)
    if not isinstance(schema, dict):
        return True
    if "default" in schema:
        return False
    if schema.get("type") == "object" and (
        schema.get("additionalProperties") is not False
        or set(schema["required"]) != set(schema["properties"])
    ):
        return False
    return all(strictly_valid(each) for each in schema.values())


def enforcing(request: JsonObject) -> str | Response:
    """A service that takes ``strict`` at its word, in Chat Completions and in Responses."""
    for tool in request.get("tools", ()):
        declared = tool.get("function", tool)
        if declared.get("strict") and not strictly_valid(declared["parameters"]):
            return error(400, f"Invalid schema for function '{declared['name']}'")
    return "hello"


@pytest.mark.parametrize(
    "model",
    [
        "openai-api/test/any",
        "openai/gpt-4o",
        "openrouter/test/any",
        "together/any",
        "fireworks/any",
        "ollama/any",
        "deepseek/any",
        "moonshot/any",
        "sambanova/any",
    ],
)
def test_optional_arguments_everywhere(
    connect: Connect, monkeypatch: pytest.MonkeyPatch, model: str
) -> None:
    """No service is told that tools are strict whose schemas have optional arguments."""
    for name in ("OPENROUTER", "TOGETHER", "FIREWORKS", "DEEPSEEK", "MOONSHOT", "SAMBANOVA"):
        monkeypatch.setenv(f"{name}_API_KEY", "none")
    with ChatServer(enforcing) as server:
        agent = connect(server, model)
        assert agent.reply(Observation((Text("map"),), tools=tools({}))).text == "hello"
        (request,) = server.requests
    assert len(request.json["tools"]) == 10


def test_optional_arguments_by_responses(connect: Connect) -> None:
    with ResponsesServer(enforcing) as server:
        agent = connect(server, model_args={"responses_api": True})
        assert agent.reply(Observation((Text("map"),), tools=tools({}))).text == "hello"


def test_strict_tools_where_they_are_asked_for(connect: Connect) -> None:
    with ChatServer(enforcing) as server:
        agent = connect(server, model_args={"strict_tools": True})
        assert agent.reply(START).text == "hello"
        assert [t["function"]["strict"] for t in server.requests[0].json["tools"]] == [True, True]
        with pytest.raises(ServiceError, match="Invalid schema for function 'move_camera'"):
            agent.reply(Observation((Text("map"),), tools=tools({})))
