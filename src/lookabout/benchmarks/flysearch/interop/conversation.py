"""``conversation.json``: what the published system and its model said to each other."""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass
from typing import Any

from lookabout.benchmarks.base import storable
from lookabout.benchmarks.flysearch.interop.files import BadFileError, parse_json

FILES = ("conversation.json", "simple_conversation.json")
"""In order of preference: the second has words in place of pictures."""
_MOST_ENTRIES = 10_000
_PLACEHOLDER = re.compile(r"image|<PIL\..*>", re.DOTALL)
"""In place of pictures: a word, or what Python shows of one."""
_BASE64 = re.compile(r"(?:data:image/[a-z]+;base64,)?((?:/9j/|iVBORw0KGgo|UklGR)[A-Za-z0-9+/=\s]+)")
_LEAST_PICTURE = 200
"""Characters of Base64 that are no word."""


@dataclass(frozen=True)
class Picture:
    """Where a picture stood."""

    data: str = ""
    """As Base64, where the conversation holds it."""

    def decode(self) -> bytes | None:
        """The picture's bytes; None if the conversation does not hold them."""
        if not self.data:
            return None
        try:
            return base64.b64decode(self.data)
        except (binascii.Error, ValueError):
            return None


@dataclass(frozen=True)
class Exchange:
    """A reply, and what was said since the last one."""

    told: tuple[str | Picture, ...]
    reply: str


@dataclass(frozen=True)
class Conversation:
    """All exchanges, grouped by what the model saw: a picture starts a turn."""

    turns: tuple[tuple[Exchange, ...], ...]
    unanswered: bool
    """Ends with something to which there is no reply."""
    strange: int
    """Entries that could not be understood and were left out."""


def parse_conversation(data: bytes, name: str) -> Conversation:
    """
    A list of ``[role, content]``.

    Roles are ``user`` and ``assistant``, with or without ``Role.`` before them, in any case.
    Content is text, a picture as ``{"url", "detail"}``, a picture as Base64, or the word
    ``image`` in place of one.

    :raises BadFileError: if it is damaged or no such list.
    """
    entries = parse_json(data, name)
    if not isinstance(entries, list):
        raise BadFileError(f"{name} is no list")
    if len(entries) > _MOST_ENTRIES:
        raise BadFileError(f"{name} has {len(entries)} entries")
    turns: list[list[Exchange]] = []
    told: list[str | Picture] = []
    strange = 0
    for entry in entries:
        role, content = _entry(entry)
        if content is None:
            strange += 1
        elif role == "assistant":
            if not isinstance(content, str):
                strange += 1
                continue
            if not turns or any(isinstance(part, Picture) for part in told):
                turns.append([])
            turns[-1].append(Exchange(tuple(told), content))
            told = []
        else:
            told.append(content)
    return Conversation(tuple(map(tuple, turns)), bool(told), strange)


def _entry(entry: Any) -> tuple[str, str | Picture | None]:
    """(role, content); content None if the entry is not understood."""
    if not isinstance(entry, list) or len(entry) != 2 or not isinstance(entry[0], str):
        return "", None
    role = entry[0].rpartition(".")[2].strip().lower()
    if role not in ("user", "assistant", "system"):
        return role, None
    content = entry[1]
    if isinstance(content, dict):
        return role, _from_url(content.get("url"))
    if not isinstance(content, str):
        return role, None
    if role == "assistant":
        return role, storable(content)
    if _PLACEHOLDER.fullmatch(content):
        return role, Picture()
    if len(content) >= _LEAST_PICTURE:
        found = _BASE64.fullmatch(content)
        if found:
            return role, Picture(found[1])
    return role, storable(content)


def _from_url(url: Any) -> Picture:
    """Pictures that lie elsewhere are not fetched."""
    found = _BASE64.fullmatch(url) if isinstance(url, str) else None
    return Picture(found[1] if found else "")
