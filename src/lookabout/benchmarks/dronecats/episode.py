"""The loop: views, a reply, one control step of each drone, until the time is up (paper §3, §4)."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from lookabout.benchmarks.base import Step
from lookabout.benchmarks.dronecats.actions import (
    Action,
    Finished,
    Go,
    Think,
    Unreadable,
    read_commands,
    read_reply,
    record_of,
    schema,
)
from lookabout.benchmarks.dronecats.clock import Clock, latency_of
from lookabout.benchmarks.dronecats.drones import Drones, View, off_deg
from lookabout.benchmarks.dronecats.log import LoggedCommand, StepLog
from lookabout.benchmarks.dronecats.prompts import Prompts
from lookabout.benchmarks.dronecats.settings import Settings
from lookabout.benchmarks.dronecats.task import Task
from lookabout.exchange import Image, Observation, Reply, Text
from lookabout.sim.protocol import Simulator

TIME_SPENT = "time_spent"
"""The only ending: no action ends an episode."""


@dataclass
class Pilot:
    """What is remembered of who flies a drone."""

    done: deque[Action]
    """Last actions."""
    thinks: bool = False
    """The last reply asked for time to think."""

    @classmethod
    def new(cls, settings: Settings) -> Pilot:
        """At the start."""
        return cls(deque(maxlen=settings.history))

    def note(self, command: Action | Unreadable) -> None:
        """Remember a reply."""
        self.thinks = isinstance(command, Think)
        if not isinstance(command, Unreadable):
            self.done.append(command)


@dataclass
class Loop:
    """What all ways of flying an episode share. The simulator has been reset."""

    task: Task
    names: tuple[str, ...]
    """Of the drones, in the order of views and commands."""
    settings: Settings
    simulator: Simulator
    clock: Clock
    render_s: float = 0.0
    turn: int = 1
    """Control steps, from 1."""
    views: dict[str, View] = field(init=False, default_factory=dict)
    """Of the present step."""

    def __post_init__(self) -> None:
        chosen = self.settings
        self.drones = Drones(
            simulator=self.simulator,
            names=self.names,
            target=self.task.target,
            camera=chosen.camera,
            limits=chosen.limits,
            end_s=chosen.seconds,
        )
        self.prompts = Prompts(
            self.task.instruction,
            chosen.order,
            chosen.history,
            chosen.step_s,
            chosen.prompts,
        )

    def look(self) -> None:
        """New views."""
        first = not self.views
        self.views = self.drones.views()
        self.render_s = self.drones.render_s
        if first:  # building the scene for the renderer costs no time in the world
            self.clock.start()

    def images(self, names: Sequence[str]) -> tuple[Image, ...]:
        """Of drones, as the agent gets them."""
        return tuple(Image(self.views[n].pixels, self.settings.jpeg_quality) for n in names)

    def may_think(self, after_think: bool) -> bool | None:
        """Whether the next reply may think at length; None as the model's settings say."""
        match self.settings.thinking:
            case "after-think":
                return after_think
            case "model":
                return None
        return self.settings.thinking == "always"

    def carry_out(
        self, commands: Mapping[str, Action | Unreadable], latencies: list[float], **more: Any
    ) -> Step:
        """
        Let the time of the replies pass, then fly the step.

        :param commands: by drone; who has none waits.
        :param latencies: of the replies, one after another.
        :param more: fields of the :class:`StepLog`.
        """
        began, slept = time.perf_counter(), 0.0
        drones, views, now_s = self.drones, self.views, self.drones.now_s
        charged = self.clock.charge(latencies, now_s)
        drones.hold(charged)
        late = drones.over
        if not late:
            drones.fly(commands, views)
            waiting = time.perf_counter()
            self.clock.wait(drones.now_s)
            slept = time.perf_counter() - waiting
        trace, contacts = drones.taken()
        log = StepLog(
            commands=tuple(self._logged(name, command) for name, command in commands.items()),
            # What is said after the time is up was not said in time.
            declarations=()
            if late
            else tuple(views[n].sample for n, c in commands.items() if isinstance(c, Finished)),
            trace=trace,
            contacts=contacts,
            latency_s=charged,
            **more,
        )
        moved = any(isinstance(command, Go) for command in commands.values())
        step = self.step(
            log,
            [record_of(command) for command in commands.values()],
            "collided" if contacts else "moved" if moved and not late else "held",
            time.perf_counter() - began - slept,
        )
        self.turn += 1
        return step

    def step(
        self, log: StepLog, actions: list[dict[str, Any]], outcome: str, simulator_s: float = 0.0
    ) -> Step:
        """The record of a reply to the present views."""
        first = self.views[self.names[0]].sample
        over = self.drones.over
        return Step(
            turn=self.turn,
            time_s=first.time_s,
            position=first.position,
            action=actions[0] if len(self.names) == 1 else {"kind": "team", "commands": actions},
            outcome="ended" if over else outcome,
            detail=log.model_dump(mode="json"),
            simulator_s=simulator_s,
            ending=TIME_SPENT if over else None,
        )

    def _logged(self, name: str, command: Action | Unreadable) -> LoggedCommand:
        view, camera = self.views[name], self.drones.camera
        return LoggedCommand(
            drone=name,
            action=record_of(command),
            off_deg=off_deg(command, view, camera) if isinstance(command, Go) else None,
            visible=view.sample.visible,
        )


@dataclass
class Episode(Loop):
    """One agent flies all drones: one of them, or N views and N commands in every turn."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self._pilots = [Pilot.new(self.settings) for _ in self.names]
        self._thinking: bool | None = None

    def observe(self) -> Observation:
        """What every drone sees, with the task and the last actions."""
        self.look()
        done = [list(pilot.done) for pilot in self._pilots]
        alone = len(self.names) == 1
        text = (
            self.prompts.pilot(self.task.instruction, done[0]) if alone else self.prompts.team(done)
        )
        images = self.images(self.names)
        self._thinking = self.may_think(any(pilot.thinks for pilot in self._pilots))
        facts = {
            "role": "pilot" if alone else "team",
            "drones": self.names,
            "pictures": [image.pixels for image in images],
            "instruction": self.task.instruction,
            "point_order": self.settings.order,
            "camera": self.settings.camera,
        }
        return Observation(
            (Text(text), *images),
            facts,
            fresh=True,
            thinking=self._thinking,
            reply_schema=schema(len(self.names)) if self.settings.by_schema else None,
        )

    def answer(self, reply: Reply) -> Step:
        """Carry out the reply's command, or commands; what cannot be read is a hold."""
        commands = self._read(reply.text)
        for pilot, command in zip(self._pilots, commands, strict=True):
            pilot.note(command)
        return self.carry_out(
            dict(zip(self.names, commands, strict=True)),
            [latency_of(reply)],
            thinking=self._thinking is True,
        )

    def _read(self, text: str) -> Sequence[Action | Unreadable]:
        if len(self.names) == 1:
            return [read_reply(text, self.settings.order)]
        commands = read_commands(text, len(self.names), self.settings.order)
        return [commands] * len(self.names) if isinstance(commands, Unreadable) else commands
