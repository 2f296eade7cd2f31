"""The agent with the models for which OpenAI's client uses the Responses protocol."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lookabout.exchange import Image, Observation, Text, Usage
from tests.agents.chat_server import JsonObject, Response, ScriptedServer, error
from tests.agents.conftest import Connect

pytestmark = pytest.mark.slow  # each failed request formats long tracebacks

HELLO = Observation((Text("hello"),))


def response(text: str | None, **changes: Any) -> JsonObject:
    """The body of an answer: encrypted reasoning with a summary, then the text if any."""
    summary = [{"type": "summary_text", "text": "because"}]
    output: list[JsonObject] = [
        {"type": "reasoning", "id": "rs_1", "summary": summary, "encrypted_content": "sealed"}
    ]
    if text is not None:
        content = [{"type": "output_text", "text": text, "annotations": []}]
        message = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed"}
        output.append({**message, "content": content})
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": 1_700_000_000,
        "status": "completed",
        "model": "scripted",
        "output": output,
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "error": None,
        "incomplete_details": None,
        "instructions": None,
        "metadata": {},
        "usage": {
            "input_tokens": 50,
            "input_tokens_details": {"cached_tokens": 10},
            "output_tokens": 9,
            "output_tokens_details": {"reasoning_tokens": 4},
            "total_tokens": 59,
        },
        **changes,
    }


class ResponsesServer(ScriptedServer):
    """OpenAI's Responses, without streaming."""

    prefix = "/v1"

    def completion(self, text: str, request: JsonObject) -> Response:
        return Response(response(text))

    def refusal_of(self, status: int, message: str) -> JsonObject:
        body = error(status, message).body
        assert isinstance(body, dict)
        return body


def test_conversation(connect: Connect) -> None:
    # Inspect first asks, with a request of its own, whether summaries of reasoning are allowed.
    script = ["hello, world", "one", "two"]
    with ResponsesServer(script) as server:
        agent = connect(server, "openai/o3")
        first = agent.reply(Observation((Text("start"), Image(np.zeros((4, 4, 3), np.uint8)))))
        assert agent.reply(HELLO).text == "two"
        sent = server.requests[2]
    assert (first.text, first.reasoning, first.stop_reason) == ("one", "because", "stop")
    assert first.usage == Usage(
        input_tokens=50, output_tokens=9, reasoning_tokens=4, cached_tokens=10
    )
    assert sent.path == "/v1/responses"
    assert sent.json["store"] is False
    assert [item["type"] for item in sent.json["input"]] == [
        "message",
        "reasoning",
        "message",
        "message",
    ]
    assert [part["type"] for part in sent.json["input"][0]["content"]] == [
        "input_text",
        "input_image",
    ]
    assert sent.json["input"][1]["encrypted_content"] == "sealed"


def test_a_reply_cut_within_its_reasoning_can_be_followed(connect: Connect) -> None:
    details = {"reason": "max_output_tokens"}
    cut = response(None, status="incomplete", incomplete_details=details)
    with ResponsesServer(["hello, world", Response(cut), "two"]) as server:
        agent = connect(server, "openai/o3")
        assert agent.reply(HELLO).stop_reason == "max_tokens"
        agent.reply(HELLO)
        kinds = [item["type"] for item in server.requests[2].json["input"]]
    assert kinds == ["message", "message", "message"]


def test_retries_are_counted_exactly(connect: Connect) -> None:
    script = [
        "hello, world",
        error(429, "slow"),
        Response({"error": {"message": "upstream died"}}),
        "fine",
    ]
    with ResponsesServer(script) as server:
        reply = connect(server, "openai/o3").reply(HELLO)
        assert len(server.requests) == 4
    assert (reply.text, reply.retries) == ("fine", 2)
