"""The agent with Anthropic's own client, streamed and not."""

from __future__ import annotations

import base64

import numpy as np
import pytest

from lookabout.errors import ServiceError
from lookabout.exchange import Image, Observation, Text, Usage
from tests.agents.chat_server import JsonObject, MessagesServer, Response, events_of, message
from tests.agents.conftest import KEY, Connect

pytestmark = pytest.mark.slow  # its client takes a second to set up

MODEL = "anthropic/claude-3-5-haiku-latest"
HELLO = Observation((Text("hello"),))


def failure(status: int, kind: str, told: str, **headers: str) -> Response:
    body = {"type": "error", "error": {"type": kind, "message": told}}
    return Response(body, status=status, headers=headers)


def plain(content: str | list[JsonObject]) -> list[str]:
    """The texts of a message, and the media type of each picture."""
    if isinstance(content, str):
        return [content]
    return [
        part["text"] if part["type"] == "text" else part["source"]["media_type"] for part in content
    ]


@pytest.mark.parametrize("streaming", [False, True])
def test_conversation(connect: Connect, streaming: bool) -> None:
    picture = Image(np.full((5, 5, 3), 90, np.uint8))
    with MessagesServer(["one", "two"]) as server:
        agent = connect(server, MODEL, model_args={"streaming": streaming}, max_tokens=500)
        reply = agent.reply(Observation((Text("start"), picture, Text("end"))))
        assert agent.reply(HELLO).text == "two"
        first, second = server.requests
    assert reply.text == "one"
    assert reply.stop_reason == "stop"
    assert reply.usage == Usage(input_tokens=100, output_tokens=7, cached_tokens=8)
    assert first.path == "/v1/messages"
    assert any(KEY in value for value in first.headers.values())
    assert first.json["max_tokens"] == 500
    assert "system" not in first.json
    assert [each["role"] for each in second.json["messages"]] == ["user", "assistant", "user"]
    assert [plain(each["content"]) for each in second.json["messages"]] == [
        ["start", "image/png", "end"],
        ["one"],
        ["hello"],
    ]
    source = first.json["messages"][0]["content"][1]["source"]
    assert base64.b64decode(source["data"]) == picture.data


def test_an_empty_reply_can_be_followed(connect: Connect) -> None:
    with MessagesServer(["", "two"]) as server:
        agent = connect(server, MODEL, model_args={"streaming": False})
        assert agent.reply(HELLO).text == ""
        assert agent.reply(HELLO).text == "two"
        assert server.requests[1].json["messages"][1]["content"]  # the service refuses ""


@pytest.mark.parametrize(
    ("reported", "stop_reason"),
    [("max_tokens", "max_tokens"), ("refusal", "content_filter"), ("end_turn", "stop")],
)
def test_stop_reasons(connect: Connect, reported: str, stop_reason: str) -> None:
    with MessagesServer([Response(message("so", stop_reason=reported))]) as server:
        agent = connect(server, MODEL, model_args={"streaming": False})
        assert agent.reply(HELLO).stop_reason == stop_reason


def test_retries_are_counted_exactly(connect: Connect) -> None:
    script = [
        failure(429, "rate_limit_error", "slow"),
        failure(529, "overloaded_error", "busy"),
        Response(b"{"),
        Response(message("x"), drop_after=9),
        "fine",
    ]
    with MessagesServer(script) as server:
        reply = connect(server, MODEL, model_args={"streaming": False}).reply(HELLO)
        assert len(server.requests) == 5
    assert (reply.text, reply.retries) == ("fine", 4)


def test_a_stream_that_breaks_is_asked_for_again(connect: Connect) -> None:
    stream = events_of(message("x"))
    broken = Response(stream, content_type="text/event-stream", drop_after=len(stream) // 2)
    with MessagesServer([broken, "fine"]) as server:
        reply = connect(server, MODEL, model_args={"streaming": True}).reply(HELLO)
        assert len(server.requests) == 2
    assert (reply.text, reply.retries) == ("fine", 1)


@pytest.mark.parametrize(
    ("status", "kind", "told"),
    [
        (401, "authentication_error", f"invalid x-api-key {KEY}"),
        (403, "permission_error", "not yours"),
        (404, "not_found_error", "model: claude-0"),
        (400, "invalid_request_error", "Your credit balance is too low"),
        (400, "invalid_request_error", "messages.0: what is that"),
    ],
)
def test_permanent_failures(connect: Connect, status: int, kind: str, told: str) -> None:
    with MessagesServer(lambda _: failure(status, kind, told)) as server:
        with pytest.raises(ServiceError) as caught:
            connect(server, MODEL, model_args={"streaming": False}).reply(HELLO)
        assert len(server.requests) == 1
    assert caught.value.permanent
    assert told.replace(KEY, "[secret]") in str(caught.value)
    assert KEY not in str(caught.value)


def test_a_conversation_that_no_longer_fits(connect: Connect) -> None:
    told = "prompt is too long: 200001 tokens > 200000 maximum"
    with MessagesServer(lambda _: failure(400, "invalid_request_error", told)) as server:
        reply = connect(server, MODEL, model_args={"streaming": False}).reply(HELLO)
    assert (reply.text, reply.stop_reason) == ("", "model_length")
