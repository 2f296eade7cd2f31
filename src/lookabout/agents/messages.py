"""Observations as messages for Inspect AI, and its outputs as replies."""

from __future__ import annotations

import base64
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from lookabout.agents.redact import scrub
from lookabout.agents.sendable import sendable, sent_name
from lookabout.exchange import Image, Observation, Reply, Tool, ToolCall, ToolResult, Usage

if TYPE_CHECKING:
    from inspect_ai.model import (
        ChatMessageAssistant,
        ChatMessageTool,
        ChatMessageUser,
        ModelOutput,
    )
    from inspect_ai.tool import ToolInfo

logger = logging.getLogger(__name__)
_MOST_TOKENS = 10**12


def messages_of(observation: Observation) -> list[ChatMessageTool | ChatMessageUser]:
    """
    The results of tools, a message each, then one user message with all other parts in order.

    Pictures are in the user message, since many services take none in a tool's result.
    """
    from inspect_ai.model import ChatMessageTool, ChatMessageUser, ContentImage, ContentText

    messages: list[ChatMessageTool | ChatMessageUser] = []
    parts: list[Any] = []
    for part in observation.parts:
        if isinstance(part, ToolResult):
            messages.append(
                ChatMessageTool(
                    content=part.text,
                    tool_call_id=part.call.id,
                    function=sent_name(part.call.name),
                )
            )
        elif isinstance(part, Image):
            uri = f"data:image/{part.kind};base64," + base64.b64encode(part.data).decode("ascii")
            # "auto" would let a provider look at a smaller picture than was made.
            parts.append(ContentImage(image=uri, detail="high"))
        elif part.text:  # services refuse empty pieces
            parts.append(ContentText(text=part.text))
    if len(parts) == 1 and isinstance(parts[0], ContentText):
        messages.append(ChatMessageUser(content=parts[0].text))
    elif parts or not messages:
        messages.append(ChatMessageUser(content=parts))
    return messages


def tool_infos(tools: Sequence[Tool]) -> list[ToolInfo]:
    """Tools as Inspect passes them to the services."""
    from inspect_ai.tool import ToolInfo, ToolParams

    return [
        ToolInfo(
            name=tool.name,
            description=tool.description,
            parameters=ToolParams.model_validate(tool.parameters),
        )
        for tool in tools
    ]


def is_notice(output: ModelOutput) -> bool:
    """
    True for what Inspect makes of some refused requests: an output whose text is the service's.

    Such text must not pass for the model's words.
    """
    return (
        output.usage is None
        and output.response_id is None
        and output.stop_reason in ("model_length", "content_filter")
    )


def overflow_notice(model: str, words: str) -> ModelOutput:
    """What Inspect would make of a refusal for length, had it known the service's words for it."""
    from inspect_ai.model import ModelOutput

    return ModelOutput.from_content(model, words, stop_reason="model_length")


def remembered(output: ModelOutput, *, tools: bool) -> ChatMessageAssistant:
    """
    The output as it stays in the conversation; Inspect decides what reasoning is sent back.

    :param tools: whether the model was offered any, so that its calls get results.
    """
    from inspect_ai.model import ChatMessageAssistant

    if tools and output.message.tool_calls:
        return sendable(output.message)
    if is_notice(output) or not output.message.text:
        # Services refuse a message of nothing but reasoning, as one cut at its limit may be.
        return ChatMessageAssistant(content="", source="generate")
    # A call without its result would make the next request invalid.
    return sendable(output.message.model_copy(update={"tool_calls": None}))


def reply_of(output: ModelOutput, *, latency_s: float, retries: int) -> Reply:
    """
    The output as a benchmark sees it.

    :param latency_s: of the request that was answered, in seconds.
    :param retries: requests that failed before.
    """
    notice = is_notice(output)
    if notice:
        logger.warning("the service refused the conversation: %s", scrub(output.completion, ()))
    spent = output.usage
    cached = (spent and spent.input_tokens_cache_read) or 0
    written = (spent and spent.input_tokens_cache_write) or 0
    return Reply(
        text="" if notice else output.message.text,
        reasoning=_reasoning(output.message),
        stop_reason=output.stop_reason,
        usage=Usage()
        if spent is None
        else Usage(
            # Inspect counts the cached part apart.
            input_tokens=_count(spent.input_tokens + cached + written),
            output_tokens=_count(spent.output_tokens),
            reasoning_tokens=_count(spent.reasoning_tokens or 0),
            cached_tokens=_count(cached),
            cost_usd=spent.total_cost,
        ),
        latency_s=latency_s,
        retries=retries,
        tool_calls=tuple(
            ToolCall(
                id=call.id,
                name=call.function,
                arguments=call.arguments,
                problem=call.parse_error or "",
            )
            for call in output.message.tool_calls or ()
        ),
    )


def _count(tokens: int) -> int:
    """As reported; 0 for what cannot be, so that a service's nonsense costs no episode."""
    if 0 <= tokens <= _MOST_TOKENS:
        return tokens
    logger.warning("the service reports %d tokens, which cannot be", tokens)
    return 0


def _reasoning(message: ChatMessageAssistant) -> str:
    """All reasoning that can be read: providers that encrypt it give a summary."""
    if isinstance(message.content, str):
        return ""
    pieces = (
        (part.summary or "") if part.redacted else part.reasoning
        for part in message.content
        if part.type == "reasoning"
    )
    return "\n".join(piece for piece in pieces if piece)
