"""Logs written by hand, as an episode's steps hold them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lookabout.benchmarks.dronecats.actions import (
    Action,
    Finished,
    Go,
    Rotate,
    Think,
    Unreadable,
    record_of,
)
from lookabout.benchmarks.dronecats.log import Log, LoggedCommand, LoggedSample, StepLog

GO, TURN, HOLD, DONE = Go(500, 500, 3), Rotate(45), Think(), Finished()
NONSENSE = Unreadable("broken_json", "no JSON object could be read")


def sample(
    time_s: float, distance: float, visible: bool = True, drone: str = "drone", box: float = -1.0
) -> LoggedSample:
    """The target stands at the origin, the drone west of it."""
    return LoggedSample(
        time_s=time_s,
        drone=drone,
        position=(-distance, 0.0, 0.0),
        yaw_deg=0.0,
        distance_m=distance,
        box_distance_m=distance if box < 0 else box,
        visible=visible,
    )


def step(
    commands: Mapping[str, Action | Unreadable],
    trace: Sequence[LoggedSample],
    declarations: Sequence[LoggedSample] = (),
    *,
    off_deg: float = 0.0,
    visible: bool = True,
    **more: Any,
) -> StepLog:
    """A reply with a command for each drone."""
    told = tuple(
        LoggedCommand(
            drone=name,
            action=record_of(action),
            off_deg=off_deg if isinstance(action, Go) else None,
            visible=visible,
        )
        for name, action in commands.items()
    )
    return StepLog(commands=told, trace=tuple(trace), declarations=tuple(declarations), **more)


def log(*steps: StepLog) -> Log:
    """Joined."""
    names = dict.fromkeys(command.drone for own in steps for command in own.commands)
    return Log(tuple(names), steps)
