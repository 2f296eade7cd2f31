"""Scripted agents: what staying, going straight on, a look at the picture, and the truth achieve.

Each flies one drone or many, and takes orders, or gives them, where drones have a commander.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from lookabout.agents.registry import AgentSpec
from lookabout.agents.saliency import most_salient
from lookabout.benchmarks.dronecats.actions import SCALE, Action, Finished, Go, Rotate, written
from lookabout.benchmarks.dronecats.colours import colour_in, largest_patch
from lookabout.benchmarks.dronecats.oracle import Navigator
from lookabout.exchange import Briefing, Observation, Reply

_STEP_M = 3.0
_MIDDLE = SCALE / 2


class Scripted(ABC):
    """What the scripted agents share: a decision for each drone, written as the reply."""

    name: str
    privileged = False

    def begin(self, briefing: Briefing) -> None:
        """Start an episode."""
        self._asked: dict[str, int] = {}

    def reply(self, observation: Observation) -> Reply:
        """Answer a turn."""
        facts = observation.facts
        if facts["role"] == "commander":
            # Everybody's order is the task itself; once that is reported, it is given again.
            free = [
                o is None or f for o, f in zip(facts["assigned"], facts["finished"], strict=True)
            ]
            return Reply(json.dumps([facts["instruction"] if each else None for each in free]))
        commands = []
        for index, drone in enumerate(facts["drones"]):
            turn = self._asked.get(drone, 0)
            self._asked[drone] = turn + 1
            commands.append(written(self.decide(drone, turn, index, facts), facts["point_order"]))
        return Reply(json.dumps(commands[0] if facts["role"] == "pilot" else commands))

    @abstractmethod
    def decide(self, drone: str, turn: int, index: int, facts: Mapping[str, Any]) -> Action:
        """
        What a drone is to do.

        :param turn: how often it was asked before.
        :param index: of its picture.
        """

    def close(self) -> None:  # noqa: B027
        """Nothing to release."""


class HoverAgent(Scripted):
    """Stays where it is and claims nothing."""

    name = "hover"

    def decide(self, drone: str, turn: int, index: int, facts: Mapping[str, Any]) -> Action:
        return Rotate(0.0)


class ForwardAgent(Scripted):
    """Flies straight ahead and claims to have arrived every few steps."""

    name = "forward"
    _EVERY = 4

    def decide(self, drone: str, turn: int, index: int, facts: Mapping[str, Any]) -> Action:
        if turn % self._EVERY == self._EVERY - 1:
            return Finished()
        return Go(_MIDDLE, _MIDDLE, _STEP_M)


class SaliencyAgent(Scripted):
    """
    Goes by the picture alone: to the largest patch of the colour that the instruction names, or
    to what stands out where it names none; claims when the patch is large, or now and then.
    """

    name = "saliency"
    _LARGE = 0.03
    """Share of the picture that a patch covers when it is claimed."""
    _CLAIM_EVERY = 5
    """Steps between claims where the size of what it goes to is not known."""
    _TURN_DEG = 60.0
    _TURNS = 6
    """That make a full circle; if it shows nothing, some way is flown."""

    def begin(self, briefing: Briefing) -> None:
        super().begin(briefing)
        self._turned: dict[str, int] = {}
        self._claimed: dict[str, bool] = {}

    def decide(self, drone: str, turn: int, index: int, facts: Mapping[str, Any]) -> Action:
        picture = facts["pictures"][index]
        height, width = picture.shape[:2]
        colour = colour_in(facts["instruction"])
        if colour is None:
            if turn % self._CLAIM_EVERY == self._CLAIM_EVERY - 1:
                return Finished()
            (u, v), _ = most_salient(picture)
            return _towards(u, v, width, height, _STEP_M)
        patch = largest_patch(picture, colour)
        if patch is None:
            turned = self._turned[drone] = self._turned.get(drone, 0) + 1
            if turned % (self._TURNS + 1) == 0:
                return Go(_MIDDLE, _MIDDLE, 2 * _STEP_M)
            return Rotate(self._TURN_DEG)
        self._turned[drone] = 0
        # A claim ends nothing, so it goes nearer in between.
        if patch.share >= self._LARGE and not self._claimed.get(drone):
            self._claimed[drone] = True
            return Finished()
        self._claimed[drone] = False
        return _towards(
            patch.u, patch.v, width, height, 1.0 if patch.share >= self._LARGE else _STEP_M
        )


def _towards(u: float, v: float, width: int, height: int, depth: float) -> Go:
    """To a pixel, from the edge of the picture to the edge."""
    x, y = (u + 0.5) / width * SCALE, (v + 0.5) / height * SCALE
    return Go(round(min(max(x, 0.0), SCALE), 1), round(min(max(y, 0.0), SCALE), 1), depth)


class OracleAgent(Scripted):
    """
    Knows where the target is, and what stands in the way: an upper bound, and a check that
    episodes can be solved. Of several drones the one that starts nearest flies.
    """

    name = "oracle"
    privileged = True

    def begin(self, briefing: Briefing) -> None:
        super().begin(briefing)
        if briefing.truth is None:
            raise ValueError("the oracle needs the truth")
        self._navigator = Navigator(briefing.truth)

    def decide(self, drone: str, turn: int, index: int, facts: Mapping[str, Any]) -> Action:
        if drone != self._navigator.chosen:
            return Rotate(0.0)
        return self._navigator.decide(facts["camera"])


_SUMMARIES = {
    HoverAgent: "stays where it is, claims nothing",
    ForwardAgent: "flies straight ahead, claims now and then",
    SaliencyAgent: "goes to the colour that is named, or to what stands out; claims when near",
    OracleAgent: "sees the truth: an upper bound",
}
BASELINES = {
    agent.name: AgentSpec(
        name=agent.name, kind="scripted", privileged=agent.privileged, summary=summary, make=agent
    )
    for agent, summary in _SUMMARIES.items()
}
