"""What several drones under one context did (paper §5.3, table 5, figure 8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from lookabout.benchmarks.dronecats.actions import Action, Go, Unreadable
from lookabout.benchmarks.dronecats.verdict import RADIUS_M, Sample, measure, of_drone

DroneOutcome = Literal["converted", "declared elsewhere", "reached", "far"]


@dataclass(frozen=True)
class Fleet:
    """Counts of one commanding episode."""

    drones: int
    reached: int
    """Drones that came within the radius of the named target."""
    declared: int
    """Drones that declared."""
    converted: int
    """Drones with a declaration that qualifies."""
    success: bool
    """Any of them: the declarations are pooled."""
    team_steps: int
    """Replies, each a command for every drone."""
    copies: int
    """Steps on which all drones were sent to one and the same image point."""
    all_go: int
    """Steps on which all drones were commanded ``go``: those that could be copies."""

    @property
    def copying_rate(self) -> float | None:
        """Share of the steps with ``go`` for all; None without any."""
        return self.copies / self.all_go if self.all_go else None


def fleet(
    drones: Sequence[str],
    declarations: Sequence[Sample],
    trace: Sequence[Sample],
    commands: Sequence[Sequence[Action | Unreadable]],
    radius: float = RADIUS_M,
) -> Fleet:
    """
    :param drones: names, in the order of commands.
    :param declarations: of all drones, in order of time; so the trace.
    :param commands: one list a reply, one command a drone.
    """
    alone = [
        measure(of_drone(declarations, name), of_drone(trace, name), radius) for name in drones
    ]
    every_go = [step for step in commands if _all_go(step, len(drones))]
    return Fleet(
        drones=len(drones),
        reached=sum(one.oracle_success for one in alone),
        declared=sum(one.declared for one in alone),
        converted=sum(one.success for one in alone),
        success=measure(declarations, trace, radius).success,
        team_steps=len(commands),
        copies=sum(_same_point(step) for step in every_go),
        all_go=len(every_go),
    )


def outcomes(
    drones: Sequence[str], declarations: Sequence[Sample], trace: Sequence[Sample], radius: float
) -> Mapping[str, DroneOutcome]:
    """By drone, what figure 8 stacks: converted, declared elsewhere, reached, far."""
    found: dict[str, DroneOutcome] = {}
    for name in drones:
        one = measure(of_drone(declarations, name), of_drone(trace, name), radius)
        if one.success:
            found[name] = "converted"
        elif one.declared:
            found[name] = "declared elsewhere"
        else:
            found[name] = "reached" if one.oracle_success else "far"
    return found


def _all_go(step: Sequence[Action | Unreadable], drones: int) -> bool:
    return len(step) == drones and all(isinstance(command, Go) for command in step)


def _same_point(step: Sequence[Action | Unreadable]) -> bool:
    return len({(command.x, command.y) for command in step if isinstance(command, Go)}) == 1
