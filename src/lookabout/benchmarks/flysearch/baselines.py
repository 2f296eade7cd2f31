"""Scripted agents: what chance, a fixed plan, a look at the picture, and the truth achieve."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from lookabout.agents.registry import AgentSpec
from lookabout.agents.saliency import most_salient
from lookabout.benchmarks.flysearch.generate import DRONE
from lookabout.exchange import Briefing, Observation, Reply
from lookabout.geometry import Camera

_LOW_M = 9.0
"""Height over the ground at which the blind agents claim."""
_NEAR_M = 0.5
"""So close to a height counts as being there."""


@dataclass(frozen=True)
class Decision:
    """What a scripted agent wants."""

    why: str
    by: tuple[float, float, float] | None
    """Metres east, north, up; None: claim."""


class Scripted(ABC):
    """What the scripted agents share: how a decision is written as a reply.

    Where moves are compass directions, a move becomes several turns, one for each axis.
    """

    name: str
    privileged = False
    _legs: tuple[str, ...] = ()

    def begin(self, briefing: Briefing) -> None:
        """Start an episode."""
        self._legs = ()
        self._compass = False

    def reply(self, observation: Observation) -> Reply:
        """Answer a turn."""
        facts = observation.facts
        if "actions" in facts:
            self._compass = facts["actions"] == "compass"
        if "refusal" in facts or facts.get("collided"):
            self._legs = ()
        why = "I go on as planned."
        if not self._legs:
            decision = self.decide(observation)
            why, by = decision.why, decision.by
            if by is None:
                action = "FOUND"
            elif self._compass:
                self._legs = _legs(by)
            else:
                action = "({:.2f}, {:.2f}, {:.2f})".format(*by)
        if self._legs:
            action, *rest = self._legs
            self._legs = tuple(rest)
        return Reply(f"<Reasoning>{why}</Reasoning>\n<Action>{action}</Action>")

    @abstractmethod
    def decide(self, observation: Observation) -> Decision:
        """What to do in a turn."""

    def close(self) -> None:  # noqa: B027
        """Nothing to release."""


def _legs(by: tuple[float, float, float]) -> tuple[str, ...]:
    """A move as compass actions, one an axis, the ways along the ground first."""
    names = (("WEST", "EAST"), ("SOUTH", "NORTH"), ("DOWN", "UP"))
    legs = tuple(
        f"({pair[int(way > 0)]}, {abs(way):.2f})"
        for pair, way in zip(names, by, strict=True)
        if abs(way) >= 0.005
    )
    return legs or ("(UP, 0)",)


class RandomAgent(Scripted):
    """Flies to a random point of its view, up or down by chance; claims at random when low."""

    name = "random"

    def begin(self, briefing: Briefing) -> None:
        super().begin(briefing)
        self._rng = np.random.default_rng(briefing.seed)

    def decide(self, observation: Observation) -> Decision:
        if "refusal" in observation.facts:
            return Decision("That was refused; I stay where I am.", (0.0, 0.0, 0.0))
        altitude = float(observation.facts["altitude"])
        if altitude <= 15.0 and self._rng.random() < 0.5:
            return Decision("I am low; perhaps this is it.", None)
        x, y = self._rng.uniform(-altitude, altitude, 2)
        cap = float(observation.facts["altitude_cap"])
        height = self._rng.uniform(8.0, min(1.5 * altitude, cap))
        return Decision("A point chosen by chance.", (x, y, height - altitude))


class DescendAgent(Scripted):
    """Straight down, then claims: how often the target simply lies under the start."""

    name = "descend"

    def decide(self, observation: Observation) -> Decision:
        if "refusal" in observation.facts:
            return Decision("I cannot go on.", None)
        altitude = float(observation.facts["altitude"])
        if altitude <= _LOW_M + _NEAR_M or observation.facts["collided"]:
            return Decision("I am as low as I can be.", None)
        return Decision("I go straight down.", (0.0, 0.0, _LOW_M - altitude))


class SaliencyAgent(Scripted):
    """Goes to what stands out in the picture, lower each time, then claims."""

    name = "saliency"
    _STAGES = 3
    """Moves over which it comes down."""

    def begin(self, briefing: Briefing) -> None:
        super().begin(briefing)
        self._moves = 0

    def decide(self, observation: Observation) -> Decision:
        if "refusal" in observation.facts:
            return Decision("I cannot go on.", None)
        facts = observation.facts
        altitude = float(facts["altitude"])
        if altitude <= _LOW_M + _NEAR_M or facts["collided"] or facts["turn"] == facts["turns"]:
            return Decision("What stood out is below me.", None)
        picture = facts["picture"]
        size = picture.shape[0]
        # After the first move what was chosen is near the middle: look only there.
        margin = 0 if self._moves == 0 else size // 4
        (u, v), _ = most_salient(picture[margin : size - margin, margin : size - margin])
        ray = Camera(size, size, 90.0).rays([[u + margin, v + margin]])[0]
        self._moves += 1
        left = max(1, self._STAGES - self._moves + 1)
        lower = max(_LOW_M, altitude * (_LOW_M / altitude) ** (1 / left))
        # The camera looks down: its left is west, its up is north.
        return Decision(
            "I go to what stands out.",
            (-ray[1] * altitude, ray[2] * altitude, lower - altitude),
        )


class OracleAgent(Scripted):
    """Sees the truth and flies there: an upper bound, and a check that scenarios can be solved."""

    name = "oracle"
    privileged = True
    _HEIGHT_OVER_TOP_M = 6.0
    _CLIMB_M = 15.0

    def begin(self, briefing: Briefing) -> None:
        super().begin(briefing)
        if briefing.truth is None:
            raise ValueError("the oracle needs the truth")
        self._truth: Mapping[str, Any] = briefing.truth

    def decide(self, observation: Observation) -> Decision:
        at = np.array(self._truth["pose"](DRONE).position, dtype=float)
        centre = np.array(self._truth["target_centre"], dtype=float)
        goal = np.array([centre[0], centre[1], self._truth["target_top"] + self._HEIGHT_OVER_TOP_M])
        step = goal - at
        close = abs(step[0]) <= 3.0 and abs(step[1]) <= 3.0
        if close and at[2] - self._truth["target_top"] <= 9.5:
            return Decision("The target is below me.", None)
        if close:
            return Decision("I am above the target and go down.", (step[0], step[1], step[2]))
        if observation.facts.get("collided") or "refusal" in observation.facts:
            cap = float(observation.facts.get("altitude_cap", 120.0))
            up = min(self._CLIMB_M, cap - float(observation.facts.get("altitude", cap)))
            return Decision("Something is in the way: I go over it.", (0.0, 0.0, up))
        return Decision("I fly above the target.", (step[0], step[1], 0.0))


_SUMMARIES = {
    RandomAgent: "chance: random moves, random claims",
    DescendAgent: "straight down, then claims",
    SaliencyAgent: "goes to what stands out in the picture, then claims",
    OracleAgent: "sees the truth: an upper bound",
}
BASELINES = {
    agent.name: AgentSpec(
        name=agent.name, kind="scripted", privileged=agent.privileged, summary=summary, make=agent
    )
    for agent, summary in _SUMMARIES.items()
}
