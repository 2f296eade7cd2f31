"""Observations as messages for Inspect AI, and its outputs as replies."""

from __future__ import annotations

import base64
import logging
from typing import TYPE_CHECKING, Any

from lookabout.agents.redact import scrub
from lookabout.exchange import Image, Observation, Reply, Usage

if TYPE_CHECKING:
    from inspect_ai.model import ChatMessageAssistant, ChatMessageUser, ModelOutput

logger = logging.getLogger(__name__)
_MOST_TOKENS = 10**12


def user_message(observation: Observation) -> ChatMessageUser:
    """One message with all parts in their order, pictures as PNG."""
    from inspect_ai.model import ChatMessageUser, ContentImage, ContentText

    parts: list[Any] = []
    for part in observation.parts:
        if isinstance(part, Image):
            uri = "data:image/png;base64," + base64.b64encode(part.png).decode("ascii")
            # "auto" would let a provider look at a smaller picture than was made.
            parts.append(ContentImage(image=uri, detail="high"))
        elif part.text:  # services refuse empty pieces
            parts.append(ContentText(text=part.text))
    if len(parts) == 1 and isinstance(parts[0], ContentText):
        return ChatMessageUser(content=parts[0].text)
    return ChatMessageUser(content=parts)


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


def remembered(output: ModelOutput) -> ChatMessageAssistant:
    """The output as it stays in the conversation; Inspect decides what reasoning is sent back."""
    from inspect_ai.model import ChatMessageAssistant

    if is_notice(output) or not output.message.text:
        # Services refuse a message of nothing but reasoning, as one cut at its limit may be.
        return ChatMessageAssistant(content="", source="generate")
    # There are no tools: a call without its result would make the next request invalid.
    return output.message.model_copy(update={"tool_calls": None})


def reply_of(output: ModelOutput, *, latency_s: float, retries: int) -> Reply:
    """
    The output as a benchmark sees it.

    :param latency_s: from request to output, in seconds.
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
