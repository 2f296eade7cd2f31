"""What an agent did, and what came of it, as far as a log shows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from lookabout.benchmarks.flysearch.interop.conversation import Exchange
from lookabout.benchmarks.flysearch.interop.log import Log
from lookabout.benchmarks.flysearch.interop.unreal import Point, mirrored
from lookabout.benchmarks.flysearch.parser import Action, Claim, Form, Move, parse_reply

CRASH_M = 1.0
"""A move that ends farther than this from where it should was stopped (published rule)."""
_NOISE_M = 1e-6
_COLLIDED = ("emergency stop", "stopped early")
_REFUSALS = {
    "altitude": ("too high", "take you above"),
    "area": ("search area",),
    "view": ("last seen image", "outside the picture"),
}
"""Words by which the published system's notices, and ours, are known."""
_HUMAN = re.compile(r"FOUND: (True|False|0|1), COORD_CHANGE: (.*)", re.DOTALL)
"""What published folders of people have for a reply."""


def y_points_south(moves: Sequence[tuple[Point, Point, Action]]) -> bool:
    """
    Whether positions in files have y down the picture, as the moves between them show.

    :param moves: position before, position after, and what was asked for.
    :returns: also True where no move shows it: that is how the published system writes them.
    """
    south = north = 0
    for before, after, action in moves:
        if isinstance(action, Move) and abs(action.by[1]) > CRASH_M:
            went, asked = after[1] - before[1], action.by[1]
            south += abs(went + asked) <= CRASH_M + _NOISE_M
            north += abs(went - asked) <= CRASH_M + _NOISE_M
    return south >= north


class Flight:
    """Actions and places of an episode."""

    def __init__(self, log: Log, form: Form | None = None) -> None:
        """:param form: of the replies, where it is known."""
        self._log = log
        replies = [exchange.reply for turn in log.turns for exchange in turn]
        self.form: Form = form or _likely_form(replies)
        self.by_form = all(_HUMAN.fullmatch(reply.strip()) for reply in replies)
        """Every reply is a person's filled-in form, not words."""
        self.actions = [[self._parse(e.reply) for e in turn] for turn in log.turns]
        """By turn, one for each reply."""
        raw = log.positions
        self.flipped = y_points_south(
            [
                (raw[turn], raw[turn + 1], self.actions[turn][-1])
                for turn in range(len(self.actions) - 1)
                if turn in raw and turn + 1 in raw
            ]
        )
        """The files have y down the picture."""
        self.places = {t: mirrored(p) if self.flipped else p for t, p in raw.items()}
        """By turn, metres from the object, y up the picture."""

    def outcome(
        self, turn: int, correction: Exchange | None, ending: str | None
    ) -> tuple[str, dict[str, Any]]:
        """
        What the benchmark made of a reply: outcome and detail of its step.

        :param correction: the exchange that follows in the same turn: the reply was refused.
        :param ending: of the episode.
        :returns: ``moved``, ``collided``, ``refused``, ``ended``, or ``unknown``.
        """
        if correction is not None:
            reason = _refusal_reason(correction)
            return "refused", {"refusal": reason} if reason else {}
        if turn == len(self.actions) - 1:
            if ending == "refusals_spent":
                return "refused", {}
            return ("ended" if ending else "unknown"), {}
        here, there = self.places[turn], self.places.get(turn + 1)
        if there is None:
            return "unknown", {}
        path = {"path": [list(here), list(there)]}
        following = self._log.turns[turn + 1][0].told
        texts = [part.lower() for part in following if isinstance(part, str)]
        if any(words in text for text in texts for words in _COLLIDED):
            return "collided", path
        action = self.actions[turn][-1]
        if not isinstance(action, Move):
            return "unknown", path
        off = max(abs(a + by - b) for a, by, b in zip(here, action.by, there, strict=True))
        if off <= CRASH_M + _NOISE_M:
            return "moved", path
        # Where texts are kept, they would tell of a crash.
        return ("unknown" if texts else "collided"), path

    def _parse(self, reply: str) -> Action:
        human = _HUMAN.fullmatch(reply.strip())
        if human is None:
            return parse_reply(reply, self.form)
        if human[1] in ("True", "1"):
            return Claim()
        return parse_reply(f"<Action>{human[2]}</Action>")


def action_record(action: Action) -> dict[str, Any]:
    """As in ``steps.jsonl``."""
    if isinstance(action, Move):
        return {"kind": "move", "by": list(action.by)}
    if isinstance(action, Claim):
        return {"kind": "claim"}
    return {"kind": "unparsable", "why": action.why}


def _likely_form(replies: Sequence[str]) -> Form:
    forms: tuple[Form, ...] = ("coordinates", "compass")
    moves = {f: sum(isinstance(parse_reply(r, f), Move) for r in replies) for f in forms}
    return "compass" if moves["compass"] > moves["coordinates"] else "coordinates"


def _refusal_reason(correction: Exchange) -> str | None:
    text = " ".join(part for part in correction.told if isinstance(part, str)).lower()
    for reason, words in _REFUSALS.items():
        if any(word in text for word in words):
            return reason
    return None
