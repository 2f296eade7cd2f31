"""What one observation asks of a model's generation: thinking on or off, a reply by a schema.

Services name these things differently, and refuse what they do not know. So something is sent
only where it is known to be understood; everywhere else the model's own settings stay.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from lookabout.exchange import Observation

logger = logging.getLogger(__name__)

_TEMPLATED = ("vllm", "sglang")
"""Serve open models; the switch is a variable of the model's chat template."""
_TEMPLATE_SWITCH = re.compile(r"qwen-?3|glm-?[45]|deepseek-v3\.1")
"""Models whose chat template has that switch, for services of which no more is known."""
_ANY_SCHEMA = (*_TEMPLATED, "openai-api", "openrouter", "google", "fireworks", "together")
_OBJECT_SCHEMA = ("openai", "azureai", "anthropic", "mistral", "groq", "grok")
"""Take a schema only of a plain object: no array, no choice at its root."""


def options_for(model: str, observation: Observation, effort: str | None = None) -> dict[str, Any]:
    """
    Fields of Inspect's ``GenerateConfig`` for one request.

    :param model: ``<provider>/<model>``.
    :param effort: of reasoning, that the user has set; holds whenever thinking is on.
    """
    found = thinking_options(model, observation.thinking, effort)
    schema = observation.reply_schema
    if schema is not None and takes_schema(model, schema):
        found["response_schema"] = _response_schema(schema)
    return found


def thinking_options(
    model: str, thinking: bool | None, effort: str | None = None
) -> dict[str, Any]:
    """
    What turns a model's extended thinking off, or lets it think again; nothing where that is
    the model's ordinary behaviour or cannot be told.
    """
    provider, _, name = model.lower().partition("/")
    if thinking is None:
        return {}
    if provider == "google":
        return {} if thinking else {"reasoning_tokens": 0}
    if provider == "openrouter":
        return {"extra_body": {"reasoning": {"enabled": True}}} if thinking else _effort("none")
    if provider in _TEMPLATED or (provider == "openai-api" and _TEMPLATE_SWITCH.search(name)):
        return {"extra_body": {"chat_template_kwargs": {"enable_thinking": thinking}}}
    if thinking:
        # Older models of Anthropic think only where they are asked to.
        return _effort(effort or "medium") if provider == "anthropic" else {}
    if provider in ("anthropic", "deepseek"):
        return _effort("none")
    if provider in ("openai", "azureai"):
        return _effort(_least_effort(name))
    return {}


def takes_schema(model: str, schema: Mapping[str, Any]) -> bool:
    """Whether the service decodes by such a schema."""
    provider = model.lower().partition("/")[0]
    if provider in _ANY_SCHEMA or (provider in _OBJECT_SCHEMA and schema.get("type") == "object"):
        return True
    _warn_of_schema(model)
    return False


def _effort(effort: str | None) -> dict[str, Any]:
    return {} if effort is None else {"reasoning_effort": effort}


def _least_effort(name: str) -> str | None:
    """The least reasoning that an OpenAI model can be asked for; None if it cannot be asked."""
    gpt = re.search(r"gpt-(\d+)(?:\.(\d+))?", name)
    if gpt is not None and "chat" not in name:
        version = int(gpt[1]), int(gpt[2] or 0)
        return None if version < (5, 0) else "minimal" if version == (5, 0) else "none"
    return "low" if re.match(r"o\d", name) else None


@cache
def _warn_of_schema(model: str) -> None:
    logger.warning(
        "%s: its service takes no schema of this form; replies are decoded freely", model
    )


def _response_schema(schema: Mapping[str, Any]) -> Any:
    """Inspect's form of a schema, which by itself would lose the lengths of arrays."""
    from inspect_ai.model import ResponseSchema

    return ResponseSchema(name="reply", json_schema=_schema_class().model_validate(schema))


@cache
def _schema_class() -> Any:
    from inspect_ai.util import JSONSchema
    from pydantic import create_model

    lengths: dict[str, Any] = {"minItems": (int | None, None), "maxItems": (int | None, None)}
    nested: dict[str, Any] = {
        "items": ("SizedSchema | None", None),
        "properties": ("dict[str, SizedSchema] | None", None),
        "anyOf": ("list[SizedSchema] | None", None),
    }
    made = create_model("SizedSchema", __base__=JSONSchema, **lengths, **nested)
    made.model_rebuild(_types_namespace={"SizedSchema": made})
    return made
