"""The agent in front of a service that fails: what is tried again, and how it ends."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest

from lookabout.agents import chat
from lookabout.agents.chat import MALFORMED_RETRIES
from lookabout.errors import ServiceError
from lookabout.exchange import Observation, Text, Usage
from tests.agents.chat_server import ChatServer, JsonObject, Response, completion, error
from tests.agents.conftest import KEY, Connect

HELLO = Observation((Text("hello"),))


def mutated(change: Callable[[JsonObject], Any]) -> Response:
    """A good answer, spoilt."""
    body = copy.deepcopy(completion("x"))
    change(body)
    return Response(body)


PASSING = {
    "429": error(429, "slow down"),
    "500": error(500),
    "503": error(503, "overloaded"),
    "529": error(529),
    "408": error(408),
    "409": error(409),
    "502 with a page": Response(b"<html>Bad gateway</html>", status=502, content_type="text/html"),
    "dropped before the body": Response(completion("x"), drop_after=0),
    "dropped inside the body": Response(completion("x"), drop_after=20),
}

MALFORMED = {
    "nothing": Response(b""),
    "204": Response(b"", status=204),
    "half of a JSON": Response(b'{"choices": ['),
    "a page that claims to be JSON": Response(b"<html>hello</html>"),
    "no text at all": Response(b"\xff\xfe\x00"),
    "no choices": mutated(lambda body: body.update(choices=[])),
    "choices null": mutated(lambda body: body.update(choices=None)),
    "choices missing": mutated(lambda body: body.pop("choices")),
    "message missing": mutated(lambda body: body["choices"][0].pop("message")),
    "content a list of numbers": mutated(
        lambda body: body["choices"][0]["message"].update(content=[1])
    ),
    "usage without numbers": mutated(lambda body: body["usage"].update(prompt_tokens="many")),
    "an error with status 200": Response({"error": {"message": "upstream died"}}),
}

# Read as text by the client, so Inspect takes them for a failure of the service.
MISTYPED = {
    "a page": Response(b"<html>hello</html>", content_type="text/html"),
    "a JSON string": Response("hello"),
    "a JSON list": Response([1, 2]),
}

PERMANENT = {
    "400": error(400, "temperature must be below 2"),
    "401": error(401, f"Incorrect API key provided: {KEY}"),
    "402": error(402, "pay first"),
    "403": error(403, "not in your country"),
    "404": error(404, "The model `any` does not exist", code="model_not_found"),
    "422": error(422, "what is that"),
    "429 without money": error(429, "You exceeded your quota", code="insufficient_quota"),
}


# Inspect formats a long traceback for every failure; so only some of each kind run every time.
QUICK = {"429", "half of a JSON", "502 with a page", "dropped inside the body", "a page", "401"}


def mostly_slow(names: Iterable[str]) -> list[Any]:
    """Parameters, of which only those named above count as quick."""
    return [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in names]


# The client library complains of some of them on its own.
@pytest.mark.filterwarnings("ignore:Pydantic serializer warnings")
@pytest.mark.parametrize("fault", mostly_slow([*PASSING, *MALFORMED, *MISTYPED]))
def test_one_failure_is_survived_and_counted(connect: Connect, fault: str) -> None:
    first = {**PASSING, **MALFORMED, **MISTYPED}[fault]
    with ChatServer([first, "fine"]) as server:
        reply = connect(server).reply(HELLO)
        assert len(server.requests) == 2
        assert server.requests[0].json == server.requests[1].json
    assert (reply.text, reply.retries) == ("fine", 1)


@pytest.mark.parametrize(
    "model",
    [
        "openai-api/test/any",
        pytest.param("openai/gpt-4o", marks=pytest.mark.slow),
        pytest.param("vllm/any", marks=pytest.mark.slow),
    ],
)
def test_failures_of_all_kinds_are_counted(connect: Connect, model: str) -> None:
    script = [PASSING["429"], PASSING["500"], MALFORMED["no choices"], PASSING["503"], "fine"]
    with ChatServer(script) as server:
        reply = connect(server, model, max_retries=4).reply(HELLO)
        assert len(server.requests) == 5
    assert (reply.text, reply.retries) == ("fine", 4)


@pytest.mark.parametrize("max_retries", [0, 2])
def test_passing_failures_exhaust_the_retries(connect: Connect, max_retries: int) -> None:
    with ChatServer(lambda _: PASSING["503"]) as server:
        with pytest.raises(ServiceError, match="HTTP 503: overloaded") as caught:
            connect(server, max_retries=max_retries).reply(HELLO)
        assert len(server.requests) == 1 + max_retries
    assert not caught.value.permanent


@pytest.mark.filterwarnings("ignore:Pydantic serializer warnings")
@pytest.mark.parametrize("fault", mostly_slow(MALFORMED))
def test_malformed_answers_are_given_up_sooner(connect: Connect, fault: str) -> None:
    with ChatServer(lambda _: MALFORMED[fault]) as server:
        with pytest.raises(ServiceError, match="an answer") as caught:
            connect(server, max_retries=50).reply(HELLO)
        assert len(server.requests) == 1 + MALFORMED_RETRIES
    assert not caught.value.permanent


@pytest.mark.parametrize("fault", mostly_slow(PERMANENT))
def test_permanent_failures_are_not_tried_again(connect: Connect, fault: str) -> None:
    answer = PERMANENT[fault]
    assert isinstance(answer.body, dict)
    with ChatServer(lambda _: answer) as server:
        with pytest.raises(ServiceError) as caught:
            connect(server).reply(HELLO)
        assert len(server.requests) == 1
    told = str(caught.value)
    assert caught.value.permanent
    assert f"HTTP {answer.status}" in told
    assert answer.body["error"]["message"].replace(KEY, "[secret]") in told
    assert KEY not in told
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.permanent) == (told, True)


def test_the_key_is_in_no_error_however_it_is_given(connect: Connect) -> None:
    key = "a plain-worded one"
    with ChatServer(lambda request: error(401, f"{key} is wrong, so is {KEY}")) as server:
        with pytest.raises(ServiceError) as caught:
            connect(server, model_args={"api_key": key}).reply(HELLO)
        assert server.requests[0].headers["authorization"] == f"Bearer {key}"
    assert key not in str(caught.value)
    assert KEY not in str(caught.value)


def test_an_endless_message_is_cut(connect: Connect) -> None:
    with (
        ChatServer(lambda _: error(400, "blah " * 10_000)) as server,
        pytest.raises(ServiceError) as caught,
    ):
        connect(server).reply(HELLO)
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize(
    ("answer", "stop_reason"),
    [
        (error(400, "too long", code="context_length_exceeded"), "model_length"),
        (error(400, "not that", code="content_filter"), "content_filter"),
    ],
)
def test_a_refused_conversation_is_a_reply_without_the_services_words(
    connect: Connect, answer: Response, stop_reason: str
) -> None:
    with ChatServer([answer, "next"]) as server:
        agent = connect(server)
        reply = agent.reply(HELLO)
        assert (reply.text, reply.stop_reason, reply.retries) == ("", stop_reason, 0)
        assert reply.usage == Usage()
        assert agent.reply(HELLO).text == "next"


# As vLLM, llama.cpp and others word it.
TOO_LONG = [
    "This model's maximum context length is 4096 tokens. However, your request has 5000",
    "The decoder prompt (length 5000) is longer than the maximum model length of 4096.",
    "the request exceeds the available context size. try increasing it",
]


@pytest.mark.parametrize("words", TOO_LONG)
def test_a_conversation_that_has_grown_too_long(connect: Connect, words: str) -> None:
    with ChatServer(["one", error(400, words)]) as server:
        agent = connect(server)
        agent.reply(HELLO)
        reply = agent.reply(HELLO)
    assert (reply.text, reply.stop_reason) == ("", "model_length")


@pytest.mark.parametrize("words", TOO_LONG)
def test_a_model_that_cannot_take_the_first_message(connect: Connect, words: str) -> None:
    with ChatServer([error(400, words)]) as server, pytest.raises(ServiceError) as caught:
        connect(server).reply(HELLO)
    assert caught.value.permanent
    assert words in str(caught.value)


def test_a_failed_turn_leaves_the_conversation_as_it_was(connect: Connect) -> None:
    with ChatServer(["one", PASSING["500"], "two"]) as server:
        agent = connect(server, max_retries=0)
        agent.reply(HELLO)
        with pytest.raises(ServiceError):
            agent.reply(HELLO)
        agent.reply(HELLO)
        assert server.requests[2].json == server.requests[1].json


def test_a_hanging_request_is_cut_and_tried_again(connect: Connect) -> None:
    with ChatServer([Response(completion("late"), delay_s=30), "fine"]) as server:
        reply = connect(server, attempt_timeout_s=0.3).reply(HELLO)
    assert (reply.text, reply.retries) == ("fine", 1)
    assert 0 < reply.latency_s < 0.3  # of the answered request alone: it would have been cut, too


def test_a_service_that_always_hangs(connect: Connect) -> None:
    with ChatServer(lambda _: Response(completion("late"), delay_s=30)) as server:
        with pytest.raises(ServiceError, match=r"no answer within 0\.1 s") as caught:
            connect(server, attempt_timeout_s=0.1, max_retries=2).reply(HELLO)
        assert len(server.requests) == 3
    assert not caught.value.permanent


def test_the_total_time_is_bounded(connect: Connect) -> None:
    with ChatServer(lambda _: Response(completion("late"), delay_s=30)) as server:
        with pytest.raises(ServiceError, match=r"no answer within 0\.5 s"):
            connect(server, timeout_s=0.5, attempt_timeout_s=60).reply(HELLO)
        assert len(server.requests) == 1


def test_no_one_listens(connect: Connect) -> None:
    with ChatServer([]) as server:
        agent = connect(server, max_retries=1, attempt_timeout_s=5)
    with pytest.raises(ServiceError) as caught:
        agent.reply(HELLO)
    assert not caught.value.permanent


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What the agent would have waited between requests; it does not."""
    waited: list[float] = []

    async def note(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(chat.asyncio, "sleep", note)
    return waited


def test_waits_double_up_to_a_bound(connect: Connect, waits: list[float]) -> None:
    with ChatServer(lambda _: PASSING["500"]) as server, pytest.raises(ServiceError):
        connect(server, backoff_s=5, max_retries=6, timeout_s=1e6).reply(HELLO)
    assert waits == [5, 10, 20, 40, 60, 60]


def test_the_service_may_ask_for_a_longer_wait(connect: Connect, waits: list[float]) -> None:
    date = format_datetime(datetime.now(UTC) + timedelta(seconds=90), usegmt=True)
    script = [
        error(429, headers={"Retry-After": "75"}),
        error(503, headers={"Retry-After": date}),
        error(429, headers={"Retry-After": "0.001"}),
        error(429, headers={"Retry-After": "soon"}),
        "fine",
    ]
    with ChatServer(script) as server:
        assert connect(server, backoff_s=1, timeout_s=1e6).reply(HELLO).retries == 4
    assert waits[0] == 75
    assert 80 < waits[1] <= 90
    assert waits[2:] == [4, 8]


def test_a_wait_beyond_the_total_time_is_not_begun(connect: Connect, waits: list[float]) -> None:
    with ChatServer(lambda _: error(429, "later", headers={"Retry-After": "3600"})) as server:
        with pytest.raises(ServiceError, match="later"):
            connect(server).reply(HELLO)
        assert len(server.requests) == 1
    assert waits == []


def test_a_service_that_counts_no_tokens_still_answers(connect: Connect) -> None:
    silent = mutated(lambda body: body.pop("usage"))
    with ChatServer([silent]) as server:
        reply = connect(server).reply(HELLO)
    assert (reply.text, reply.retries) == ("x", 0)
    assert reply.usage == Usage()


@pytest.mark.parametrize("nonsense", [-5, 2 * 10**12])
def test_token_counts_that_cannot_be_cost_no_reply(connect: Connect, nonsense: int) -> None:
    answer = mutated(lambda body: body["usage"].update(prompt_tokens=nonsense))
    with ChatServer([answer]) as server:
        reply = connect(server).reply(HELLO)
    assert (reply.text, reply.usage.input_tokens) == ("x", 0)
