"""What an agent is shown and what it answers.

The only types shared by benchmarks and agents. An :class:`Observation` is what one turn
shows; its ``facts`` repeat in structured form what the parts already say, for agents that
are programs. Privileged truth travels in :class:`Briefing` alone, and only to an agent
that declares itself privileged.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Text:
    """A piece of text."""

    text: str


@dataclass(frozen=True)
class Image:
    """A picture."""

    pixels: NDArray[np.uint8]
    """(H, W, 3), RGB."""
    jpeg_quality: int | None = None
    """1 to 95, where the picture is delivered as JPEG; None: as PNG, without loss."""

    @property
    def kind(self) -> str:
        """``png`` or ``jpeg``: as in media types."""
        return "png" if self.jpeg_quality is None else "jpeg"

    @cached_property
    def data(self) -> bytes:
        """The picture as a file's content; encoded once."""
        from PIL import Image as PilImage

        buffer = io.BytesIO()
        picture = PilImage.fromarray(self.pixels)
        if self.jpeg_quality is not None:
            picture.save(buffer, format="JPEG", quality=self.jpeg_quality)
        else:
            # Huffman coding alone: on aerial pictures as small as full deflate, and quicker.
            picture.save(buffer, format="PNG", compress_level=1, compress_type=zlib.Z_HUFFMAN_ONLY)
        return buffer.getvalue()


@dataclass(frozen=True)
class Tool:
    """Something that an agent may call in place of, or beside, writing text."""

    name: str
    description: str
    parameters: Mapping[str, Any]
    """JSON Schema of an object."""


@dataclass(frozen=True)
class ToolCall:
    """An agent's call of a tool. Nothing of it has been checked."""

    id: str
    """By which the result is told apart from others."""
    name: str
    arguments: Mapping[str, Any]
    problem: str = ""
    """Set when the arguments could not be read as a JSON object."""


@dataclass(frozen=True)
class ToolResult:
    """What a call of the last reply came to. Every call gets one."""

    call: ToolCall
    text: str


@dataclass(frozen=True)
class Observation:
    """What one turn shows the agent."""

    parts: tuple[Text | Image | ToolResult, ...]
    """In the order in which they are shown; results of tools come first."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """The same information for programs; keys are each benchmark's own."""
    tools: tuple[Tool, ...] = ()
    """That the agent may call in its reply."""
    fresh: bool = False
    """Stands alone: a model is sent this observation without those before it."""
    thinking: bool | None = None
    """Whether a model may think at length before this reply; None leaves it to its settings."""
    reply_schema: Mapping[str, Any] | None = None
    """JSON Schema that the reply's text must fit, for services that decode by one."""

    @property
    def text(self) -> str:
        """All text parts, joined by line breaks."""
        return "\n".join(part.text for part in self.parts if isinstance(part, Text))

    @property
    def images(self) -> tuple[Image, ...]:
        """All pictures, in order."""
        return tuple(part for part in self.parts if isinstance(part, Image))


@dataclass(frozen=True)
class Usage:
    """What one reply cost. Zero where the agent is no model."""

    input_tokens: int = 0
    output_tokens: int = 0
    reasoning_tokens: int = 0
    cached_tokens: int = 0
    """Part of the input that the provider read from its cache."""
    cost_usd: float | None = None
    """As reported by the provider; None when it does not say."""


@dataclass(frozen=True)
class Reply:
    """What the agent answered."""

    text: str
    reasoning: str = ""
    """Reasoning that the provider returns apart from the reply; never parsed."""
    stop_reason: str = "stop"
    usage: Usage = Usage()
    latency_s: float = 0.0
    """Wall time of the request that was answered, seconds; those that failed before it, and the
    waits between, are not in it."""
    retries: int = 0
    """Requests that failed before this one was answered."""
    tool_calls: tuple[ToolCall, ...] = ()
    """In the order in which they are to be carried out."""


@dataclass(frozen=True)
class Briefing:
    """What an agent gets at the start of an episode."""

    seed: int
    """For the agent's own random choices; the same for the same run seed and episode."""
    truth: Mapping[str, Any] | None = None
    """Privileged truth; None unless the agent declares ``privileged``."""


class Agent(Protocol):
    """Who flies. One agent serves many episodes, one after another."""

    @property
    def name(self) -> str:
        """As shown in tables, e.g. ``oracle`` or ``openai/gpt-4o``."""
        ...

    @property
    def privileged(self) -> bool:
        """True if the agent is given the truth; marked in every table."""
        ...

    def begin(self, briefing: Briefing) -> None:
        """Forget the last episode and start a new one."""
        ...

    def reply(self, observation: Observation) -> Reply:
        """
        Answer one turn.

        :raises ServiceError: when the service behind the agent fails.
        """
        ...

    def close(self) -> None:
        """Release connections."""
        ...
