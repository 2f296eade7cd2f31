"""A model's message as its next request can hold it, whatever the model wrote.

What cannot be encoded, or what services refuse to be sent back, would else pass for a failure
of the service, again in every attempt.
"""

from __future__ import annotations

import json
import re
import uuid
from dataclasses import replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from inspect_ai.model import ChatMessageAssistant, ModelOutput
    from inspect_ai.tool import ToolCall

DEEPEST = 100
"""Levels of a call's arguments; Inspect's own bound, which it keeps for some providers only."""
_LONGEST_NAME = 64
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_-]")


def with_sound_calls(output: ModelOutput) -> ModelOutput:
    """
    The output with an id of its own for each call of a tool, and no arguments nested too deep.

    A call that cannot be sent back as it is gets a new id, too: Inspect keeps what the service
    sent by id, and would send that.
    """
    message = output.message
    if not message.tool_calls:
        return output
    taken: set[str] = set()
    calls = []
    for call in message.tool_calls:
        if _depth(call.arguments) > DEEPEST:
            problem = f"arguments nested more than {DEEPEST} deep"
            call = replace(call, arguments={}, parse_error=problem)
        if not call.id or call.id in taken or not _fits(call):
            call = replace(call, id=f"call_{uuid.uuid4().hex}")
        taken.add(call.id)
        calls.append(call)
    message = message.model_copy(update={"tool_calls": calls})
    choices = [output.choices[0].model_copy(update={"message": message}), *output.choices[1:]]
    return output.model_copy(update={"choices": choices})


def sendable(message: ChatMessageAssistant) -> ChatMessageAssistant:
    """
    The message with names that are names; half surrogate pairs are replaced, and numbers that
    JSON has not are text.
    """
    if message.tool_calls:
        calls = [replace(call, function=sent_name(call.function)) for call in message.tool_calls]
        message = message.model_copy(update={"tool_calls": calls})
    whole = message.model_dump()
    if _is_strict(whole):
        return message
    text = json.dumps(whole, default=str, ensure_ascii=False).encode("utf-8", "replace")
    return type(message).model_validate(json.loads(text, parse_constant=str))


def sent_name(name: str) -> str:
    """A tool's name as services take it back: one that a model has made up may be anything."""
    return _NOT_IN_NAMES.sub("_", name)[:_LONGEST_NAME] or "unnamed"


def _fits(call: ToolCall) -> bool:
    return sent_name(call.function) == call.function and _is_strict([call.id, call.arguments])


def _is_strict(value: Any) -> bool:
    try:
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, TypeError):  # half a surrogate pair; NaN; dates, which YAML has
        return False
    return True


def _depth(value: Any) -> int:
    """Level by level, and no deeper than asked for: recursion would have bounds of its own."""
    level, depth = [value], 0
    while level and depth <= DEEPEST:
        inner = [v.values() if isinstance(v, dict) else v for v in level]
        level = [v for values in inner for v in values if isinstance(v, dict | list)]
        depth += 1
    return depth
