"""A scenario for people: what is to be found, and where it lies from the start."""

from __future__ import annotations

import math

from lookabout.benchmarks.base import Description
from lookabout.benchmarks.flysearch.generate import DRONE, TARGET, Task
from lookabout.results.tables import Column, Table
from lookabout.sim.scenario import Scenario

_COLUMNS = (
    Column("target", "Target"),
    Column("class", "Class", "label"),
    Column("kind", "Kind"),
    Column("x", "East, m", "mean"),
    Column("y", "North, m", "mean"),
    Column("z", "Up, m", "mean"),
    Column("sideways", "Away, m", "mean"),
)


def describe(scenario: Scenario) -> Description:
    """Gives the target away; builds no world."""
    task = Task.model_validate(scenario.task)
    target = next(item for item in scenario.world.objects if item.name == TARGET)
    drone = next(item for item in scenario.vehicles if item.name == DRONE)
    sideways = math.dist(drone.position[:2], target.position[:2])
    row = (TARGET, task.target_class, target.kind, *target.position, sideways)
    return Description(
        facts=(
            ("Task", f"find {task.description}"),
            ("Start height", f"{task.start_height:g} m over the ground"),
        ),
        targets=Table(
            "flysearch-target", "Target", _COLUMNS, (row,), ("Away: from the start, over ground.",)
        ),
    )
