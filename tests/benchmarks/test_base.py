"""What every benchmark does with an agent's reply before it looks at it."""

import json
import math
from typing import Any

import pytest

from lookabout.benchmarks.base import LONGEST_REPLY, ask, guard
from lookabout.errors import AgentError
from lookabout.exchange import Briefing, Observation, Reply, Text, ToolCall


class Says:
    """An agent that gives one reply."""

    name = "says"
    privileged = False

    def __init__(self, reply: Reply) -> None:
        self._reply = reply

    def begin(self, briefing: Briefing) -> None:
        pass

    def reply(self, observation: Observation) -> Reply:
        return self._reply

    def close(self) -> None:
        pass


def asked(*calls: Any) -> tuple[ToolCall, ...]:
    reply = Reply("", tool_calls=calls)
    return ask(Says(reply), Observation((Text("go"),))).tool_calls


def test_calls_of_tools_are_made_fit_for_a_record() -> None:
    given = {"x": 1, "bad\ud800": "\udfff", "who": Says, "deep": {"nan": math.nan}}
    (call,) = asked(ToolCall("1\ud800", "fly\ud800", given))
    text = json.dumps([call.id, call.name, call.arguments], ensure_ascii=False)
    assert text.encode()
    assert call.arguments["x"] == 1
    assert math.isnan(call.arguments["deep"]["nan"])
    assert isinstance(call.arguments["who"], str)


@pytest.mark.parametrize(
    "calls", [("fly",), ({"name": "fly"},), (ToolCall("1", "fly", [1, 2]),), (None,)]
)
def test_what_is_no_call_is_the_agents_failure(calls: tuple[Any, ...]) -> None:
    with pytest.raises(AgentError):
        asked(*calls)


def test_where_an_agent_failed_is_told_in_one_line() -> None:
    def own() -> None:
        raise KeyError("a\nb")

    with pytest.raises(AgentError) as caught:
        guard(own)
    line = own.__code__.co_firstlineno + 1
    assert str(caught.value) == f"tests/benchmarks/test_base.py:{line}, in own: KeyError: 'a\\nb'"


def test_libraries_are_not_blamed_for_how_they_were_called() -> None:
    with pytest.raises(AgentError, match=r"^tests/benchmarks/test_base\.py:\d+, in <lambda>: "):
        guard(lambda: json.loads("{"))


def test_arguments_in_circles_are_the_agents_failure() -> None:
    loop: dict[str, Any] = {}
    loop["self"] = loop
    with pytest.raises(AgentError):
        asked(ToolCall("1", "fly", loop))


def test_of_an_absurdly_long_reply_the_middle_is_left_out() -> None:
    given = Reply("a" + "x" * 10_000_000 + "z", reasoning="r" * LONGEST_REPLY)
    reply = ask(Says(given), Observation((Text("go"),)))
    assert LONGEST_REPLY <= len(reply.text) < LONGEST_REPLY + 10
    assert (reply.text[0], reply.text[-1]) == ("a", "z")
    assert "[…]" in reply.text
    assert reply.reasoning == "r" * LONGEST_REPLY
