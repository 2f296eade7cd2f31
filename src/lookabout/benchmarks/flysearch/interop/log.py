"""One folder of an episode, as either generation of the published system wrote it.

Newer: ``scenario_params.json``, ``conversation.json``, ``simple_conversation.json``,
``agent_info.json``, ``K.png``, ``K_coords.txt``, ``object_bbox.txt``, ``termination.txt``.
Older: folders named ``I_rK `` with a space at the end; ``K.txt`` for replies,
``start_rel_coords.txt``, ``final_coords.txt``; no ``termination.txt``. Folders of people have
``user.txt``. K counts observations from 0; where the agent was also shown what the target
looks like, that is ``0.png`` and the views follow it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lookabout.benchmarks.base import storable
from lookabout.benchmarks.flysearch.interop import conversation as talk
from lookabout.benchmarks.flysearch.interop import params as parameters
from lookabout.benchmarks.flysearch.interop.conversation import Exchange, Picture
from lookabout.benchmarks.flysearch.interop.files import (
    MAX_CONVERSATION,
    MAX_JSON,
    BadFileError,
    entries,
    parse_json,
    parse_number,
    parse_triple,
    read,
    read_text,
    shown,
)
from lookabout.benchmarks.flysearch.interop.params import MAX_CM, Params, parse_params
from lookabout.benchmarks.flysearch.interop.unreal import Point

_FOLDER = re.compile(r"([0-9]{1,6})(?:_r([0-9]{1,4}))?[ ]?")
_COORDS = re.compile(r"([0-9]{1,4})_coords\.txt")
_PNG = re.compile(r"([0-9]{1,4})\.png")
_MAX_M = 1e4
_LONGEST_WORD = 80


@dataclass(frozen=True)
class Log:
    """What the files of an episode say; positions as they stand there."""

    folder: Path
    params: Params
    turns: tuple[tuple[Exchange, ...], ...]
    """At least one; each a picture's exchanges, the last of which was not refused."""
    positions: Mapping[int, Point]
    """By turn, from 0: metres from the object."""
    pictures: frozenset[int]
    """Numbers of the ``K.png`` files."""
    box: tuple[float, ...] | None
    """Of the object: least X, Y, Z, greatest X, Y, Z; Unreal's centimetres."""
    termination: str
    """Why it ended, in the published words; '' if that is not said."""
    info: Mapping[str, Any]
    """``agent_info.json``."""
    player: str
    """Nickname of the person who flew; '' if none did."""
    truncated: bool
    """The conversation or the positions break off before the other."""
    notes: tuple[str, ...] = field(default=())
    """What was missing or could not be used."""


def folder_key(name: str) -> tuple[int, int] | None:
    """(scenario, repeat) from a folder's name; None if it is not named like an episode."""
    match = _FOLDER.fullmatch(name)
    return (int(match[1]), int(match[2] or 0)) if match else None


def read_log(folder: Path) -> Log:
    """
    :raises BadFileError: if the folder cannot be an episode: no usable parameters, no replies,
        no position.
    """
    if folder.is_symlink():
        raise BadFileError("is a link")
    if not folder.is_dir():
        raise BadFileError("is no folder")
    return _Reader(folder).log()


class _Reader:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._names = entries(folder)
        self._notes: list[str] = []

    def log(self) -> Log:
        data = read(self._folder, parameters.FILE, MAX_JSON)
        if data is None:
            raise BadFileError(f"{parameters.FILE} is missing")
        params = parse_params(data)
        turns, unanswered = self._turns()
        positions = self._positions(len(turns), params)
        player = self._word("user.txt")
        beyond = sum(turn >= len(turns) for turn in positions)
        if player and len(turns) in positions:
            beyond -= 1  # people's folders also hold where the last move ended
        if beyond:
            self._note(f"{beyond} positions have no reply")
        return Log(
            folder=self._folder,
            params=params,
            turns=turns,
            positions=positions,
            pictures=frozenset(self._numbers(_PNG)),
            box=self._box(),
            termination=self._word("termination.txt"),
            info=self._info(),
            player=player,
            truncated=unanswered or bool(beyond),
            notes=tuple(self._notes),
        )

    def _note(self, text: str) -> None:
        self._notes.append(text)

    def _numbers(self, pattern: re.Pattern[str]) -> list[int]:
        found = (pattern.fullmatch(name) for name in self._names)
        return sorted(int(match[1]) for match in found if match)

    def _turns(self) -> tuple[tuple[tuple[Exchange, ...], ...], bool]:
        """From the best source there is, and whether it breaks off."""
        for name in talk.FILES:
            try:
                data = read(self._folder, name, MAX_CONVERSATION)
                if data is None:
                    continue
                found = talk.parse_conversation(data, name)
            except BadFileError as error:
                self._note(str(error))
                continue
            if found.strange:
                self._note(f"{name}: {found.strange} entries were not understood")
            if found.unanswered:
                self._note(f"{name} ends without a reply")
            if found.turns:
                return found.turns, found.unanswered
        replies = self._replies()
        if not replies:
            raise BadFileError("no conversation and no replies can be read")
        self._note("no conversation; replies are from K.txt files, refused ones are unknown")
        return tuple((Exchange((Picture(),), reply),) for reply in replies), False

    def _replies(self) -> list[str]:
        """Of the older form, up to the first that is missing."""
        found: list[str] = []
        try:
            while (text := read_text(self._folder, f"{len(found)}.txt")) is not None:
                found.append(storable(text))
        except BadFileError as error:
            self._note(str(error))
        return found if any(text.strip() for text in found) else []

    def _positions(self, turns: int, params: Params) -> dict[int, Point]:
        found = {}
        for turn in self._numbers(_COORDS):
            point = self._point(f"{turn}_coords.txt")
            if point is not None:
                found[turn] = point
        if 0 not in found:
            start = self._point("start_rel_coords.txt") or params.relative_start
            self._note("0_coords.txt is missing; the start is the scenario's")
            found[0] = start
        last = turns - 1
        if last not in found:
            final = self._point("final_coords.txt")
            if final is not None:
                found[last] = final
        missing = [turn for turn in range(turns) if turn not in found]
        if missing:
            self._note(f"no position for turns {', '.join(str(turn + 1) for turn in missing[:20])}")
        return found

    def _point(self, name: str) -> Point | None:
        try:
            text = read_text(self._folder, name)
            return None if text is None else parse_triple(text, _MAX_M)
        except BadFileError as error:
            text = str(error)
            self._note(text if text.startswith(name) else f"{name}: {text}")
            return None

    def _box(self) -> tuple[float, ...] | None:
        name = "object_bbox.txt"
        try:
            text = read_text(self._folder, name)
            if text is None:
                raise BadFileError("is missing")
            parts = text.split()
            if len(parts) != 6:
                raise BadFileError(f"{shown(text)} is not six numbers")
            box = tuple(parse_number(part, MAX_CM) for part in parts)
            if any(box[axis] > box[axis + 3] for axis in range(3)):
                raise BadFileError(f"{shown(text)} is no box")
        except BadFileError as error:
            text = str(error)
            self._note(text if text.startswith(name) else f"{name} {text}")
            return None
        return box

    def _word(self, name: str) -> str:
        """A line of text; '' if there is none."""
        try:
            text = read_text(self._folder, name)
        except BadFileError as error:
            self._note(str(error))
            return ""
        word = " ".join((text or "").split())
        if len(word) > _LONGEST_WORD or not word.isprintable():
            self._note(f"{name} {shown(word)} is no plain text")
            word = ""
        return storable(word)

    def _info(self) -> Mapping[str, Any]:
        name = "agent_info.json"
        try:
            data = read(self._folder, name, MAX_CONVERSATION)
            found = None if data is None else parse_json(data, name)
        except BadFileError as error:
            self._note(str(error))
            return {}
        return found if isinstance(found, dict) else {}
