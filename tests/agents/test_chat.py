"""The agent in front of a service that works: what is sent, what comes back."""

from __future__ import annotations

import asyncio
import base64
import io
import itertools
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest
from PIL import Image as PilImage

from lookabout.agents.chat import ChatAgent
from lookabout.errors import UsageError
from lookabout.exchange import Briefing, Image, Observation, Text, Usage
from tests.agents.chat_server import ChatServer, JsonObject, Response, completion
from tests.agents.conftest import KEY, Connect


def flat(shade: int, side: int = 6) -> Image:
    return Image(np.full((side, side, 3), shade, np.uint8))


def seen(parts: str | list[JsonObject]) -> list[str | int]:
    """Texts, and the shade of each picture, in the order in which they were sent."""
    if isinstance(parts, str):
        return [parts]
    out: list[str | int] = []
    for part in parts:
        if part["type"] == "text":
            out.append(part["text"])
        else:
            head, _, data = part["image_url"]["url"].partition(",")
            assert head == "data:image/png;base64"
            with PilImage.open(io.BytesIO(base64.b64decode(data))) as picture:
                assert picture.format == "PNG"
                out.append(int(np.asarray(picture)[0, 0, 0]))
    return out


def test_the_whole_conversation_is_sent_each_time(connect: Connect) -> None:
    with ChatServer(["one", "", "three"]) as server:
        agent = connect(server)
        agent.begin(Briefing(seed=0))
        replies = [
            agent.reply(Observation((Text("start"), flat(10), Text("then"), flat(20)))),
            agent.reply(Observation((flat(30), Text("second")))),
            agent.reply(Observation((Text("refused"),))),
        ]
        sent = [request.json["messages"] for request in server.requests]
    assert [reply.text for reply in replies] == ["one", "", "three"]
    assert [[each["role"] for each in messages] for messages in sent] == [
        ["user"],
        ["user", "assistant", "user"],
        ["user", "assistant", "user", "assistant", "user"],
    ]
    assert [seen(each["content"]) for each in sent[2]] == [
        ["start", 10, "then", 20],
        ["one"],
        [30, "second"],
        [""],
        ["refused"],
    ]
    assert sent[2][:3] == sent[1]
    assert sent[1][:1] == sent[0]


def test_pictures_arrive_pixel_for_pixel(connect: Connect) -> None:
    pixels = np.random.default_rng(3).integers(0, 256, (31, 17, 3), dtype=np.uint8)
    with ChatServer(["x"]) as server:
        connect(server).reply(Observation((Image(pixels),)))
        (part,) = server.requests[0].json["messages"][0]["content"]
    data = base64.b64decode(part["image_url"]["url"].partition(",")[2])
    with PilImage.open(io.BytesIO(data)) as picture:
        assert np.array_equal(np.asarray(picture), pixels)


def test_episodes_share_no_history(connect: Connect) -> None:
    with ChatServer(lambda _: "x") as server:
        agent = connect(server)
        for seed in (1, 2):
            agent.begin(Briefing(seed=seed))
            agent.reply(Observation((Text(f"episode {seed}"),)))
            agent.reply(Observation((Text("more"),)))
        lengths = [len(request.json["messages"]) for request in server.requests]
        last = server.requests[-1].json["messages"]
    assert lengths == [1, 3, 1, 3]
    assert seen(last[0]["content"]) == ["episode 2"]


def test_settings_reach_the_service(connect: Connect) -> None:
    with ChatServer(["x"]) as server:
        agent = connect(
            server, temperature=0.25, max_tokens=77, reasoning_effort="low", seed=11, max_retries=3
        )
        agent.reply(Observation((Text("hi"),)))
        (request,) = server.requests
    assert request.path == "/v1/chat/completions"
    assert request.headers["authorization"] == f"Bearer {KEY}"
    sent = {name: value for name, value in request.json.items() if name != "messages"}
    assert sent == {
        "model": "any",
        "temperature": 0.25,
        "max_tokens": 77,
        "reasoning_effort": "low",
        "seed": 11,
    }
    assert agent.name == "openai-api/test/any"
    assert not agent.privileged
    assert agent.settings["temperature"] == 0.25
    assert agent.settings["max_retries"] == 3


def test_unset_settings_are_left_to_the_service(connect: Connect) -> None:
    with ChatServer(["x"]) as server:
        connect(server).reply(Observation((Text("hi"),)))
        assert sorted(server.requests[0].json) == ["messages", "model"]


def test_usage(connect: Connect) -> None:
    usage = {
        "prompt_tokens": 1000,
        "completion_tokens": 50,
        "total_tokens": 1050,
        "prompt_tokens_details": {"cached_tokens": 600},
        "completion_tokens_details": {"reasoning_tokens": 30},
    }
    with ChatServer([Response(completion("x", usage=usage))]) as server:
        reply = connect(server).reply(Observation((Text("hi"),)))
    assert reply.usage == Usage(
        input_tokens=1000, output_tokens=50, reasoning_tokens=30, cached_tokens=600
    )
    assert reply.retries == 0
    assert reply.latency_s > 0


@pytest.mark.parametrize(
    ("body", "text", "stop_reason", "reasoning"),
    [
        (completion(None), "", "stop", ""),
        (completion("par", finish_reason="length"), "par", "max_tokens", ""),
        (completion("", finish_reason="content_filter"), "", "content_filter", ""),
        (completion(None, refusal="I won't."), "I won't.", "stop", ""),
        (completion("go", reasoning_content="because"), "go", "stop", "because"),
        (completion("go", reasoning="because"), "go", "stop", "because"),
        (completion("<think>because</think>go"), "go", "stop", "because"),
        (completion(" spaces kept \n"), " spaces kept \n", "stop", ""),
    ],
)
def test_whatever_the_model_does_is_a_reply(
    connect: Connect,
    body: JsonObject,
    text: str,
    stop_reason: str,
    reasoning: str,
) -> None:
    with ChatServer([Response(body), "next"]) as server:
        agent = connect(server, max_retries=0)
        reply = agent.reply(Observation((Text("hi"),)))
        assert (reply.text, reply.stop_reason, reply.reasoning) == (text, stop_reason, reasoning)
        assert agent.reply(Observation((Text("go on"),))).text == "next"


@pytest.mark.parametrize("arguments", ['{"x": 1}', "{not json"])
def test_tool_calls_are_no_error_and_are_not_sent_back(connect: Connect, arguments: str) -> None:
    call = {"id": "1", "type": "function", "function": {"name": "fly", "arguments": arguments}}
    body = completion(None, finish_reason="tool_calls", tool_calls=[call])
    with ChatServer([Response(body), "next"]) as server:
        agent = connect(server, max_retries=0)
        reply = agent.reply(Observation((Text("hi"),)))
        assert (reply.text, reply.stop_reason) == ("", "tool_calls")
        assert agent.reply(Observation((Text("go on"),))).text == "next"
        assert "tool_calls" not in server.requests[1].json["messages"][1]


def test_reasoning_goes_back_where_it_came_from(connect: Connect) -> None:
    with ChatServer([Response(completion("go", reasoning_content="because")), "next"]) as server:
        agent = connect(server)
        agent.reply(Observation((Text("hi"),)))
        agent.reply(Observation((Text("go on"),)))
        remembered = server.requests[1].json["messages"][1]
    assert remembered["content"].strip() == "go"
    assert remembered["reasoning_content"] == "because"


def test_openai_itself(connect: Connect, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with ChatServer(["one", "two"]) as server:
        agent = connect(server, model="openai/gpt-4o")
        agent.reply(Observation((Text("hi"), flat(200))))
        assert agent.reply(Observation((Text("again"),))).text == "two"
        sent = server.requests[1].json["messages"]
    assert [seen(each["content"]) for each in sent] == [["hi", 200], ["one"], ["again"]]


def test_works_inside_a_running_loop(connect: Connect) -> None:
    async def notebook(server: ChatServer) -> str:
        return connect(server).reply(Observation((Text("hi"),))).text

    with ChatServer(["fine"]) as server:
        assert asyncio.run(notebook(server)) == "fine"


def test_several_agents_at_once(connect: Connect) -> None:
    with ChatServer(lambda request: str(len(request["messages"]))) as server:
        agents = [connect(server) for _ in range(4)]

        def converse(agent: ChatAgent) -> list[str]:
            return [agent.reply(Observation((Text("hi"),))).text for _ in range(4)]

        with ThreadPoolExecutor(len(agents)) as pool:
            assert list(pool.map(converse, agents)) == [["1", "3", "5", "7"]] * 4


def test_a_reply_cut_within_its_reasoning_can_be_followed(connect: Connect) -> None:
    body = completion(None, finish_reason="length", reasoning_content="let me see")
    with ChatServer([Response(body), "next"]) as server:
        agent = connect(server)
        reply = agent.reply(Observation((Text("hi"),)))
        assert (reply.text, reply.reasoning, reply.stop_reason) == ("", "let me see", "max_tokens")
        agent.reply(Observation((Text("go on"),)))
        assert server.requests[1].json["messages"][1] == {"role": "assistant", "content": ""}


@pytest.mark.slow
def test_a_conversation_of_200_turns(connect: Connect) -> None:
    counter = itertools.count()
    with ChatServer(lambda _: str(next(counter))) as server:
        agent = connect(server)
        for turn in range(200):
            # Not a picture each time: the client needs seconds to check so many parts.
            picture = (flat(turn, side=2),) if turn % 10 == 0 else ()
            reply = agent.reply(Observation((Text(f"turn {turn}"), *picture)))
            assert reply.text == str(turn)
        messages = server.requests[-1].json["messages"]
    assert len(messages) == 399
    assert [seen(each["content"]) for each in messages[::2]] == [
        [f"turn {turn}", turn] if turn % 10 == 0 else [f"turn {turn}"] for turn in range(200)
    ]
    assert [each["content"] for each in messages[1::2]] == [str(turn) for turn in range(199)]


@pytest.mark.parametrize(
    ("model", "told"),
    [
        ("openai/gpt-4o", "OPENAI_API_KEY"),
        ("anthropic/claude-sonnet-4-5", "ANTHROPIC_API_KEY"),
        ("google/gemini-2.5-pro", "GOOGLE_API_KEY"),
        ("openai-api/foo/bar", "FOO_API_KEY"),
        ("nowhere/x", "nowhere"),
        ("gpt-4o", "provider/model"),
        ("openai/", "provider/model"),
        ("none/none", "no chat model"),
    ],
)
def test_models_that_cannot_be_used_are_refused_at_once(
    monkeypatch: pytest.MonkeyPatch, model: str, told: str
) -> None:
    for variable in (
        "OPENAI_API_KEY",
        "AZUREAI_OPENAI_API_KEY",
        "ANTHROPIC_API_KEY",
        "ANTHROPIC_AUTH_TOKEN",
        "GOOGLE_API_KEY",
        "GEMINI_API_KEY",
        "FOO_API_KEY",
    ):
        monkeypatch.delenv(variable, raising=False)
    with pytest.raises(UsageError, match=told) as caught:
        ChatAgent(model)
    assert "[bold]" not in str(caught.value)


@pytest.mark.skipif(find_spec("vllm") is not None, reason="would start a server")
def test_a_server_that_cannot_be_started_is_no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VLLM_BASE_URL", raising=False)
    with pytest.raises(UsageError, match="pip install vllm"):
        ChatAgent("vllm/nothing-like-it")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"timeout_s": 0}, "timeout_s"),
        ({"attempt_timeout_s": float("nan")}, "attempt_timeout_s"),
        ({"max_retries": -1}, "max_retries"),
        ({"backoff_s": -0.5}, "backoff_s"),
        ({"reasoning_effort": "enormous"}, "reasoning_effort"),
        ({"model_args": {"no_such_argument": 1}}, "no_such_argument"),
    ],
)
def test_wrong_arguments_are_refused_at_once(
    monkeypatch: pytest.MonkeyPatch, options: dict[str, Any], told: str
) -> None:
    monkeypatch.setenv("TEST_API_KEY", KEY)
    with pytest.raises(UsageError, match=told):
        ChatAgent("openai-api/test/any", base_url="http://127.0.0.1:1/v1", **options)


def test_settings_hold_no_secrets() -> None:
    secret = "hidden-from-all"
    agent = ChatAgent(
        "openai-api/test/any",
        base_url=f"http://anna:{secret}@127.0.0.1:1/v1",
        model_args={"api_key": secret, "default_headers": {"X-Auth": secret}},
    )
    agent.close()
    agent.close()
    assert secret not in str(agent.settings)
