"""The two logs of an episode, as they stand in its step records (paper §4.3).

Each step's ``detail`` holds a :class:`StepLog`: what every drone was told and did from this
reply until the next observation. All logs together are what the verdict and the reports are
made from; the world is not needed any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from lookabout.benchmarks.dronecats.actions import Action, Unreadable, action_of
from lookabout.benchmarks.dronecats.modes import Aim
from lookabout.benchmarks.dronecats.verdict import Sample
from lookabout.records import RecordModel, StepRecord

Finite = Annotated[float, Field(ge=-1e9, le=1e9, allow_inf_nan=False)]
Length = Annotated[float, Field(ge=0, le=1e9, allow_inf_nan=False)]
TRACE_S = 0.5
"""Between two samples of the trace: 2 Hz."""


class LoggedSample(RecordModel):
    """A drone at a time, and how it stood to the target."""

    time_s: Finite
    drone: str
    position: tuple[Finite, Finite, Finite]
    """World frame, metres."""
    yaw_deg: Finite
    distance_m: Length
    box_distance_m: Length
    visible: bool

    @property
    def sample(self) -> Sample:
        """What the verdict needs of it."""
        return Sample(self.time_s, self.drone, self.distance_m, self.box_distance_m, self.visible)


class LoggedCommand(RecordModel):
    """What one drone was told in a reply."""

    drone: str
    action: dict[str, Any]
    """As :func:`~lookabout.benchmarks.dronecats.actions.record_of` writes it."""
    off_deg: Finite | None = None
    """Of a ``go``: between the ray of its point and the direction of the target's centre."""
    visible: bool
    """The target was in sight of this drone at the observation."""


class LoggedContact(RecordModel):
    """A drone touched something solid."""

    time_s: Finite
    drone: str
    label: str


class StepLog(RecordModel):
    """``detail`` of a step."""

    commands: tuple[LoggedCommand, ...]
    """One a drone, in the drones' order. Commanding through a hierarchy: none for a drone that
    waits, and none at all where a reply is only a part of the step."""
    declarations: tuple[LoggedSample, ...] = ()
    """Made by this reply, measured at the observation that it answers."""
    trace: tuple[LoggedSample, ...] = ()
    """At 2 Hz until the next observation; the first step's begins with the start."""
    contacts: tuple[LoggedContact, ...] = ()
    latency_s: Length = 0.0
    """Time that the world was charged for the reply."""
    thinking: bool = False
    """The limit on thinking was lifted for this call."""
    agents: tuple[dict[str, Any], ...] = Field(default=())
    """Commanding through a hierarchy: what the commander and each sub-agent were asked and said."""


@dataclass(frozen=True)
class Log:
    """An episode's logs, joined."""

    drones: tuple[str, ...]
    steps: tuple[StepLog, ...]

    @property
    def declarations(self) -> list[Sample]:
        """In order of time."""
        return [item.sample for step in self.steps for item in step.declarations]

    @property
    def trace(self) -> list[Sample]:
        """In order of time."""
        return [item.sample for step in self.steps for item in step.trace]

    @property
    def aims(self) -> list[Aim]:
        """Every ``go``."""
        return [
            Aim(command.drone, command.off_deg, command.visible)
            for step in self.steps
            for command in step.commands
            if command.off_deg is not None
        ]

    @property
    def commands(self) -> list[list[Action | Unreadable]]:
        """Of each reply that commands drones, one a drone."""
        return [
            [action_of(command.action) for command in step.commands]
            for step in self.steps
            if step.commands
        ]


def read_log(steps: Sequence[StepRecord]) -> Log:
    """:raises ValueError: when a step's detail is no log of this benchmark."""
    logs = tuple(StepLog.model_validate(step.detail) for step in steps)
    names = dict.fromkeys(command.drone for log in logs for command in log.commands)
    return Log(tuple(names), logs)
