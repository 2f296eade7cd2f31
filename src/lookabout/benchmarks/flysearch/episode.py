"""The loop: observation, reply, motion, until the episode ends (paper §3.1, table S2)."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from lookabout.benchmarks.base import Step
from lookabout.benchmarks.flysearch.generate import DRONE, TARGET, Task
from lookabout.benchmarks.flysearch.grid import draw_grid
from lookabout.benchmarks.flysearch.parser import Action, Claim, Move, Unparsable, parse_reply
from lookabout.benchmarks.flysearch.prompts import Prompts
from lookabout.benchmarks.flysearch.rules import Place, refusal
from lookabout.benchmarks.flysearch.sets import SetRules
from lookabout.benchmarks.flysearch.settings import Settings
from lookabout.exchange import Image, Observation, Reply, Text
from lookabout.geometry import Camera, Pose
from lookabout.sim.protocol import MoveBy, Simulator

CAMERA = Camera(500, 500, 90.0)


@dataclass
class Episode:
    """One episode in progress. The simulator has been reset with its scenario."""

    rules: SetRules
    """As the settings leave them."""
    task: Task
    description: str
    """What the agent is told to find."""
    settings: Settings
    simulator: Simulator
    target: Image | None = None
    """What the target looks like, where the set shows that."""
    turn: int = 1
    refusals: int = 0
    """Consecutive ones."""
    refused: str | None = None
    """Why the last reply was refused."""
    collided: bool = False
    render_s: float = 0.0
    start: Place = field(init=False)
    prompts: Prompts = field(init=False)
    seen: dict[str, float] = field(init=False, default_factory=dict)
    """What the last picture showed of the target: for the record, never for the agent."""

    def __post_init__(self) -> None:
        self.start = self._place()
        self.prompts = Prompts(self.rules, self.settings, self.task.start_height)

    def observe(self) -> Observation:
        """A new picture with its texts, or, after a refusal, why the move was not made."""
        if self.refused is None:
            return self._look()
        self.render_s = 0.0
        text = self.prompts.refusal(self.refused, self._place().altitude)
        return Observation((Text(text),), {"refusal": self.refused})

    def answer(self, reply: Reply) -> Step:
        """The reply's action, carried out as far as the rules allow."""
        position, now_s, turn = self._position(), self.simulator.time_s, self.turn
        action = parse_reply(reply.text, self.settings.actions)
        detail = {"altitude": position[2] - self.task.ground_z, **self.seen}
        self.seen = {}
        began = time.perf_counter()
        outcome, more, ending = self._apply(action)
        return Step(
            turn=turn,
            time_s=now_s,
            position=position,
            action=_action_record(action),
            outcome=outcome,
            detail={**detail, **more},
            simulator_s=time.perf_counter() - began,
            ending=ending,
        )

    def _look(self) -> Observation:
        place = self._place()
        pose = Pose.nadir(self._position())
        began = time.perf_counter()
        frame = self.simulator.observe(CAMERA, pose)
        self.render_s = time.perf_counter() - began
        self.seen = {"target_visible": self.simulator.visible(CAMERA, pose, TARGET)}
        drawn = draw_grid(frame.rgb, place.altitude) if self.settings.grid else frame.rgb
        parts: list[Text | Image] = [Text(self.prompts.altitude(place.altitude)), Image(drawn)]
        if self.settings.message_order == "image-altitude":
            parts.reverse()
        if self.collided:
            parts.insert(0, Text(self.prompts.collision()))
        if self.turn == 1:
            parts = [*self._briefing(), *parts]
        facts = {
            "picture": frame.rgb,
            "altitude": place.altitude,
            "collided": self.collided,
            "turn": self.turn,
            "turns": self.rules.steps,
            "actions": self.settings.actions,
            "view_rule": self.rules.view_rule,
            "altitude_cap": self.rules.altitude_cap,
            "half_side": self.rules.half_side(self.task.start_height),
            "description": self.description,
        }
        return Observation(tuple(parts), facts)

    def _briefing(self) -> list[Text | Image]:
        """What stands before the first view."""
        told: list[Text | Image] = [Text(self.prompts.start(self.description))]
        if self.target is not None:
            told += [Text(self.prompts.target_picture()), self.target]
        return told

    def _apply(self, action: Action) -> tuple[str, dict[str, Any], str | None]:
        """(outcome, detail, ending or None) of a reply."""
        if isinstance(action, Unparsable):
            return "ended", {}, "unparsable"
        if isinstance(action, Claim):
            return "ended", {}, "claimed"
        if self.turn == self.rules.steps:
            return "ended", {}, "steps_spent"
        self.refused = refusal(self.rules, self.start, self._place(), action.by)
        if self.refused is not None:
            self.refusals += 1
            spent = self.refusals == self.rules.max_refusals
            return "refused", {"refusal": self.refused}, "refusals_spent" if spent else None
        self.refusals = 0
        self.turn += 1
        return self._fly(action)

    def _fly(self, move: Move) -> tuple[str, dict[str, Any], None]:
        motion = self.simulator.move(DRONE, MoveBy(move.by))
        self.collided = motion.stopped_by is not None
        detail: dict[str, Any] = {"path": motion.path.tolist()}
        if motion.stopped_by is not None:
            detail["hit"] = motion.stopped_by
        return ("collided" if self.collided else "moved"), detail, None

    def _position(self) -> tuple[float, float, float]:
        x, y, z = self.simulator.pose(DRONE).position.tolist()
        return x, y, z

    def _place(self) -> Place:
        x, y, z = self._position()
        return Place(x, y, z - self.task.ground_z)


def _action_record(action: Action) -> dict[str, Any]:
    if isinstance(action, Move):
        return {"kind": "move", "by": list(action.by)}
    if isinstance(action, Claim):
        return {"kind": "claim"}
    return {"kind": "unparsable", "why": action.why}
