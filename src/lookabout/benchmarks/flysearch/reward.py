"""The reward of a single reply, for fine-tuning (paper, appendix D, listing 1)."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass

from lookabout.benchmarks.flysearch.parser import Claim, Form, Unparsable, parse_reply
from lookabout.benchmarks.flysearch.verdict import MAX_HEIGHT_M, judge

FULL_REASONING = 100
"""Tokens of reasoning that earn the whole of its part."""
_OPEN = re.compile(r"<\s*reasoning\s*>", re.IGNORECASE)
_END = re.compile(r"<\s*/\s*reasoning\s*>|<\s*action\s*>", re.IGNORECASE)
_TOKEN = re.compile(r"\w+|[^\w\s]")

Point = tuple[float, float, float]


@dataclass(frozen=True)
class State:
    """Where the drone was when it replied, and the truth about its target. World, metres."""

    position: Point
    target_centre: Point
    target_top: float
    """World z of the target's highest point that counts."""
    ground_z: float
    """World z from which the drone's altitude is measured."""

    @property
    def located(self) -> bool:
        """Whether a claim here would succeed."""
        return judge(
            claimed=True,
            position=self.position,
            ground_z=self.ground_z,
            target_centre=self.target_centre,
            target_top=self.target_top,
        ).success

    @property
    def height_above_target(self) -> float:
        """Over its highest point; negative below it."""
        return self.position[2] - self.target_top


@dataclass(frozen=True)
class Reward:
    """What one reply earns."""

    parsable: bool
    reasoning: float
    """In [0, 1]."""
    action: float
    """In [0, 1]."""

    @property
    def total(self) -> float:
        """In [0, 2]."""
        return self.reasoning + self.action


def count_tokens(text: str) -> int:
    """Words and punctuation marks: what tokenizers make of plain English, without one."""
    return sum(1 for _ in _TOKEN.finditer(text))


def reward(
    reply: str,
    state: State,
    *,
    actions: Form = "coordinates",
    tokens: Callable[[str], int] = count_tokens,
) -> Reward:
    """
    What a reply earns: its reasoning by its length, its action by what it comes to.

    A reply that the loop could not read earns nothing. A claim earns 1 where it would succeed.
    A move earns the share of the distance to the target's centre by which it would come nearer
    if nothing stopped it, between 0 and 1; where a claim would succeed already, that is
    multiplied by √(height over the target / 10 m).

    :param actions: how moves are written.
    :param tokens: length of the reasoning; a tokenizer's count comes closer to the paper.
    """
    action = parse_reply(reply, actions)
    if isinstance(action, Unparsable):
        return Reward(False, 0.0, 0.0)
    thought = min(1.0, tokens(reasoning_of(reply)) / FULL_REASONING)
    if isinstance(action, Claim):
        return Reward(True, thought, float(state.located))
    progress = _progress(state.position, action.by, state.target_centre)
    if state.located:
        progress *= math.sqrt(max(0.0, state.height_above_target) / MAX_HEIGHT_M)
    return Reward(True, thought, min(progress, 1.0))


def reasoning_of(reply: str) -> str:
    """What stands in the first reasoning tag; an open one ends where the action begins."""
    opened = _OPEN.search(reply)
    if opened is None:
        return ""
    end = _END.search(reply, opened.end())
    return reply[opened.end() : end.start() if end else len(reply)]


def _progress(position: Point, by: Point, target: Point) -> float:
    now = math.dist(position, target)
    if now == 0.0:
        return 0.0
    after = math.dist([p + b for p, b in zip(position, by, strict=True)], target)
    return max(0.0, min((now - after) / now, 1.0))
