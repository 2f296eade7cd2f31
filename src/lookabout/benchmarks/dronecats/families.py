"""What differs between families of models: facts about how they were trained and are served.

The prompt, the parser and everything below the action are the same for all (paper §3, §4.6,
appendices A.3 and A.5).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from lookabout.benchmarks.dronecats.actions import PointOrder


@dataclass(frozen=True)
class Family:
    """Models that are asked in one way."""

    name: str
    pattern: str
    """Found in ``provider/model``, in lower case, of its members."""
    point_order: PointOrder
    """Of the coordinates that it was trained to write."""
    schema_decoding: bool
    """Served so that it decodes by a JSON Schema."""
    chat_options: Mapping[str, Any] = field(default_factory=dict)
    """Beside those of all models."""


CHAT_OPTIONS: Mapping[str, Any] = {"temperature": 0.4, "max_tokens": 8192}
"""Of all models."""
FAMILIES = (
    Family("Gemini", r"gemini", "yx", False, {"top_p": 0.95, "top_k": 40}),
    Family("Qwen", r"qwen", "xy", True),
    Family("Cosmos", r"cosmos", "xy", True),
    Family("open models on a server of one's own", r"^(vllm|sglang)/", "xy", True),
    Family("all others", r"", "xy", False),
)
"""The first that fits counts. Gemini writes [y, x], which its makers document; the Qwen
vision-language models, and Cosmos, which is built on one of them, write [x, y]."""


def family_of(model: str) -> Family:
    """:param model: ``provider/model``."""
    return next(each for each in FAMILIES if re.search(each.pattern, model.lower()))
