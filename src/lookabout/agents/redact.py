"""Keep keys and passwords out of messages and records."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

MESSAGE_LIMIT = 400
"""Characters of somebody else's message that are shown."""

MASK = "[secret]"

_SECRET_FIELD = re.compile(r"(?i)key|token(?!s)|secret|password|credential|authorization|header")
_SECRET_VARIABLE = re.compile(r"(KEY|TOKEN|SECRET|PASSWORD)$")
_SECRET_SHAPES = (
    re.compile(r"(?i)(bearer\s+)[\w.~+/=-]{8,}"),
    re.compile(r"(?i)([?&](?:api_?key|key|token|access_token)=)[^&\s'\"]+"),
    re.compile(r"(://[^/\s:@]*:)[^/\s@]+(?=@)"),
    re.compile(r"()\b(?:sk|pk|rk|gsk|xai|hf|nvapi)[-_][\w-]{12,}"),
)


def scrub(text: str, secrets: Iterable[str]) -> str:
    """
    The text on one line, cut to ``MESSAGE_LIMIT``, without keys and passwords.

    :param secrets: known ones; what looks like one, or is one by the name of the environment
        variable that holds it, goes as well.
    """
    text = " ".join(_hide(text, secrets).split())
    return text if len(text) <= MESSAGE_LIMIT else f"{text[:MESSAGE_LIMIT].rstrip()}…"


def masked(value: Any) -> Any:
    """The same settings with whatever is secret by its name replaced, at any depth."""
    if isinstance(value, Mapping):
        return {
            name: MASK if _SECRET_FIELD.search(str(name)) else masked(inner)
            for name, inner in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [masked(inner) for inner in value]
    return _hide(value, ()) if isinstance(value, str) else value


def secrets_in(value: Any) -> list[str]:
    """All texts that :func:`masked` replaces, four characters or longer."""
    if isinstance(value, Mapping):
        found: list[str] = []
        for name, inner in value.items():
            found += _texts(inner) if _SECRET_FIELD.search(str(name)) else secrets_in(inner)
        return found
    if isinstance(value, (list, tuple)):
        return [text for inner in value for text in secrets_in(inner)]
    return []


def _hide(text: str, secrets: Iterable[str]) -> str:
    for secret in sorted({*secrets, *_secrets_in_environment()}, key=len, reverse=True):
        text = text.replace(secret, MASK)
    for shape in _SECRET_SHAPES:
        text = shape.sub(rf"\1{MASK}", text)
    return text


def _texts(value: Any) -> list[str]:
    if isinstance(value, Mapping):
        return [text for inner in value.values() for text in _texts(inner)]
    if isinstance(value, (list, tuple)):
        return [text for inner in value for text in _texts(inner)]
    # Shorter ones would tear holes into every message.
    return [value] if isinstance(value, str) and len(value) >= 4 else []


def _secrets_in_environment() -> Iterator[str]:
    for name, value in os.environ.items():
        if _SECRET_VARIABLE.search(name) and len(value) >= 8:
            yield value
