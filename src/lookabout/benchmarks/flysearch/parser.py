"""The agent's reply as an action (paper §3.1 and appendix F; hostile text never crashes it)."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Literal

MAX_METRES = 1e6
"""No coordinate that is meant seriously is larger."""
_NUMBER = r"([-+]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:[eE][-+]?\d{1,3})?)"
_TRIPLE = re.compile(rf"[(\[]?\s*{_NUMBER}\s*,\s*{_NUMBER}\s*,\s*{_NUMBER}\s*[)\]]?", re.ASCII)
_DIRECTIONS = {
    "north": (0.0, 1.0, 0.0),
    "south": (0.0, -1.0, 0.0),
    "east": (1.0, 0.0, 0.0),
    "west": (-1.0, 0.0, 0.0),
    "up": (0.0, 0.0, 1.0),
    "down": (0.0, 0.0, -1.0),
}
_LEG = re.compile(rf"[(\[]?\s*([A-Za-z]{{2,5}})\s*(?:,|\s)\s*{_NUMBER}\s*[)\]]?", re.ASCII)
_OPEN = re.compile(r"<\s*action\s*>", re.IGNORECASE)
_CLOSE = re.compile(r"<\s*/\s*action\s*>", re.IGNORECASE)
_BARE_CLAIM = re.compile(r"\bFOUND\b")
_FOUND_ANYWHERE = re.compile(r"\bfound\b", re.IGNORECASE)
_MINUS_SIGNS = str.maketrans("\u2212\u2013\u2012\uff0d", "----")


@dataclass(frozen=True)
class Move:
    """Fly by metres east, north, up."""

    by: tuple[float, float, float]


@dataclass(frozen=True)
class Claim:
    """The agent says that it has found the target."""


@dataclass(frozen=True)
class Unparsable:
    """No action could be read."""

    why: str


Action = Move | Claim | Unparsable
Form = Literal["coordinates", "compass"]


def parse_reply(text: str, form: Form = "coordinates") -> Action:
    """
    The action in a reply.

    The first action tag counts. It holds ``FOUND`` (in any case, nothing else) or a move: three
    numbers, or a direction and a distance, ``(north, 12)``, where the form is ``compass``. A
    reply without an action tag is a claim if the bare word ``FOUND`` stands in it in capitals.
    Everything else is unparsable. Linear in the length of the text.
    """
    opened = _OPEN.search(text)
    if opened is None:
        if _BARE_CLAIM.search(text):
            return Claim()
        return Unparsable("no action tag")
    closed = _CLOSE.search(text, opened.end())
    if closed is None:
        return Unparsable("the action tag is not closed")
    content = text[opened.end() : closed.start()].strip()
    if content.casefold() == "found":
        return Claim()
    content = content.translate(_MINUS_SIGNS)
    return _leg(content) if form == "compass" else _triple(content)


def _triple(content: str) -> Move | Unparsable:
    match = _TRIPLE.fullmatch(content)
    if match is None:
        return Unparsable("the action is neither FOUND nor three numbers")
    x, y, z = (float(part) for part in match.groups())
    return _move(x, y, z)


def _leg(content: str) -> Move | Unparsable:
    match = _LEG.fullmatch(content)
    direction = _DIRECTIONS.get(match[1].lower()) if match else None
    if match is None or direction is None:
        return Unparsable("the action is neither FOUND nor a direction and a distance")
    distance = float(match[2])
    if distance < 0:
        return Unparsable("the distance is negative")
    x, y, z = (share * distance if share else 0.0 for share in direction)
    return _move(x, y, z)


def _move(x: float, y: float, z: float) -> Move | Unparsable:
    if not all(math.isfinite(value) and abs(value) <= MAX_METRES for value in (x, y, z)):
        return Unparsable("a coordinate is absurdly large")
    return Move((x, y, z))


def says_found(text: str) -> bool:
    """The published scorer's reading of a last reply: the word anywhere, in any case."""
    return _FOUND_ANYWHERE.search(text) is not None
