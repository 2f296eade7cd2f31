"""The loop: observation, reply, motion, until the episode ends (paper §3.1, table S2)."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any, Literal

from lookabout.benchmarks.base import Recorder, ask
from lookabout.benchmarks.flysearch import prompts
from lookabout.benchmarks.flysearch.generate import DRONE, Task
from lookabout.benchmarks.flysearch.grid import draw_grid
from lookabout.benchmarks.flysearch.parser import Action, Claim, Move, Unparsable, parse_reply
from lookabout.benchmarks.flysearch.rules import Place, refusal
from lookabout.benchmarks.flysearch.sets import SetRules
from lookabout.exchange import Agent, Image, Observation, Text
from lookabout.geometry import Camera, Pose
from lookabout.records import StepRecord, Usage
from lookabout.sim.protocol import MoveBy, Simulator
from lookabout.world.spec import SpecModel

CAMERA = Camera(500, 500, 90.0)


class Settings(SpecModel):
    """Options of a FlySearch run."""

    claim_rule: Literal["strict", "anywhere"] = "strict"
    """``strict``: the action is FOUND, or the bare word in capitals where there is no action
    tag. ``anywhere``: the word in any case anywhere in the last reply, as the published scorer."""
    message_order: Literal["altitude-image", "image-altitude"] = "altitude-image"
    """``image-altitude`` as in the paper's FS-1 logs."""


@dataclass
class Episode:
    """One episode in progress. The simulator has been reset with its scenario."""

    rules: SetRules
    task: Task
    settings: Settings
    simulator: Simulator
    target: Image | None = None
    """What the target looks like, where the set shows that."""
    turn: int = 1
    refusals: int = 0
    replies: int = 0
    collided: bool = False
    start: Place = field(init=False)
    simulator_s: float = field(init=False, default=0.0)

    def __post_init__(self) -> None:
        self.start = self._place()

    def run(self, agent: Agent, recorder: Recorder) -> str:
        """
        To the end.

        :returns: ``claimed``, ``steps_spent``, ``unparsable`` or ``refusals_spent``.
        """
        observation, render_s = self.look()
        shown = _shown(observation, recorder)
        while True:
            asked = time.perf_counter()
            reply = ask(agent, observation)
            agent_s = time.perf_counter() - asked
            position, now_s = self._position(), self.simulator.time_s
            action = parse_reply(reply.text)
            outcome, detail, ending = self._apply(action)
            recorder.step(
                StepRecord(
                    index=self.replies,
                    turn=self.turn,
                    time_s=now_s,
                    position=position,
                    shown=shown,
                    reply=reply.text,
                    reasoning=reply.reasoning,
                    stop_reason=reply.stop_reason,
                    action=_action_record(action),
                    outcome=outcome,
                    detail={"altitude": position[2] - self.task.ground_z, **detail},
                    usage=Usage(**vars(reply.usage)),
                    retries=reply.retries,
                    agent_s=agent_s,
                    render_s=render_s,
                    simulator_s=self.simulator_s,
                )
            )
            self.replies += 1
            if ending is not None:
                return ending
            if outcome == "refused":
                text = prompts.refusal_text(
                    detail["refusal"], self.rules, self.start, self._place()
                )
                observation = Observation((Text(text),), {"refusal": detail["refusal"]})
                shown, render_s = [{"text": text}], 0.0
            else:
                self.turn += 1
                observation, render_s = self.look()
                shown = _shown(observation, recorder)

    def look(self) -> tuple[Observation, float]:
        """What a turn shows, and the seconds that rendering took."""
        place = self._place()
        began = time.perf_counter()
        frame = self.simulator.observe(CAMERA, Pose.nadir(self._position()))
        render_s = time.perf_counter() - began
        altitude = Text(prompts.altitude_text(place.altitude))
        parts: list[Text | Image] = [altitude, Image(draw_grid(frame.rgb, place.altitude))]
        if self.settings.message_order == "image-altitude":
            parts.reverse()
        if self.collided:
            parts.insert(0, Text(prompts.collision_text()))
        if self.turn == 1:
            parts = [*self._briefing(), *parts]
        facts = {
            "picture": frame.rgb,
            "altitude": place.altitude,
            "collided": self.collided,
            "turn": self.turn,
            "turns": self.rules.steps,
            "view_rule": self.rules.view_rule,
            "altitude_cap": self.rules.altitude_cap,
            "half_side": self.rules.half_side(self.task.start_height),
            "description": self.task.description,
        }
        return Observation(tuple(parts), facts), render_s

    def _briefing(self) -> list[Text | Image]:
        """What stands before the first view."""
        height = self.task.start_height
        told: list[Text | Image] = [
            Text(prompts.start_prompt(self.rules, self.task.description, height))
        ]
        if self.target is not None:
            told += [Text(prompts.target_picture_text()), self.target]
        return told

    def _apply(self, action: Action) -> tuple[str, dict[str, Any], str | None]:
        """(outcome, detail, ending or None) of a reply."""
        self.simulator_s = 0.0
        if isinstance(action, Unparsable):
            return "ended", {}, "unparsable"
        if isinstance(action, Claim):
            return "ended", {}, "claimed"
        if self.turn == self.rules.steps:
            return "ended", {}, "steps_spent"
        reason = refusal(self.rules, self.start, self._place(), action.by)
        if reason is not None:
            self.refusals += 1
            spent = self.refusals >= self.rules.max_refusals
            return "refused", {"refusal": reason}, "refusals_spent" if spent else None
        self.refusals = 0
        return self._fly(action)

    def _fly(self, move: Move) -> tuple[str, dict[str, Any], None]:
        began = time.perf_counter()
        motion = self.simulator.move(DRONE, MoveBy(move.by))
        self.simulator_s = time.perf_counter() - began
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


def _shown(observation: Observation, recorder: Recorder) -> list[dict[str, str]]:
    return [
        {"text": part.text} if isinstance(part, Text) else {"image": recorder.frame(part)}
        for part in observation.parts
    ]


def _action_record(action: Action) -> dict[str, Any]:
    if isinstance(action, Move):
        return {"kind": "move", "by": list(action.by)}
    if isinstance(action, Claim):
        return {"kind": "claim"}
    return {"kind": "unparsable", "why": action.why}
