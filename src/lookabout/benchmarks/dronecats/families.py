"""What differs between families of models: facts about how they were trained and are served.

The prompt, the parser and everything below the action are the same for all (paper §3, §4.6,
appendices A.3 and A.5).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from lookabout.benchmarks.dronecats.actions import PointOrder

FamilyName = Literal["gemini", "qwen", "cosmos", "served", "other"]


@dataclass(frozen=True)
class Family:
    """Models that are asked in one way."""

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
FAMILIES: Mapping[FamilyName, Family] = {
    "gemini": Family(r"gemini", "yx", False, {"top_p": 0.95, "top_k": 40}),
    "qwen": Family(r"qwen", "xy", True),
    "cosmos": Family(r"cosmos", "xy", True),
    "served": Family(r"^(vllm|sglang)/", "xy", True),
    "other": Family(r"", "xy", False),
}
"""The first that fits counts. Gemini writes [y, x], which its makers document; the Qwen
vision-language models, and Cosmos, which is built on one of them, write [x, y]. ``served`` are
open models on a server of one's own."""


def family_of(model: str) -> FamilyName:
    """:param model: ``provider/model``."""
    return next(name for name, each in FAMILIES.items() if re.search(each.pattern, model.lower()))
