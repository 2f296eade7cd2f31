"""The benchmark's own part of a scenario."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from lookabout.errors import UsageError
from lookabout.sim.scenario import Scenario, check
from lookabout.world.spec import Degrees, Name, SpecModel

Cell = Literal["approaching", "searching", "tracking", "search-and-track", "commanding"]
Map = Literal["residential", "campus", "blocks"]
EPISODE_S = 300.0
"""An episode's longest time on the simulator's clock."""


class Task(SpecModel):
    """What is to be found, and what the acceptance checks saw at the start (appendix A)."""

    cell: Cell
    map: Map
    """The kind of world, by which tables are split."""
    instruction: Annotated[str, Field(min_length=1, max_length=400)]
    """The referring expression, e.g. ``go to the cyan SUV``."""
    target: Name
    """Name of an object in the world."""
    candidates: Annotated[tuple[Name, ...], Field(max_length=16)] = ()
    """Commanding: the target and its look-alikes, in no telling order."""
    distance_m: Annotated[float, Field(gt=0, le=1000)]
    """From the start (commanding: the middle of the drones) to the target's centre."""
    bearing_deg: Degrees
    """Of the target from the start, counter-clockwise from east."""
    occupancy: Annotated[float, Field(ge=0, le=1)]
    """Share of the picture that the target covers when faced from the start."""
    visible: bool
    """The target is in the first picture."""

    @model_validator(mode="after")
    def _candidates_hold_the_target(self) -> Task:
        if self.cell == "commanding" and self.target not in self.candidates:
            raise ValueError("the candidates of a commanding episode must hold the target")
        if len(set(self.candidates)) != len(self.candidates):
            raise ValueError("a candidate is named twice")
        return self


def task_of(scenario: Scenario, *, where: str = "") -> Task:
    """:raises UsageError: when the scenario's task is not one of this benchmark."""
    try:
        return check(Task, scenario.task, where=where or scenario.id)
    except UsageError as error:
        raise UsageError(f"task: {error.message}", where=error.where) from None
