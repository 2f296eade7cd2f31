"""A scenario for people: what is to be mapped, and where it is."""

from __future__ import annotations

import math
from collections.abc import Callable

from lookabout.benchmarks.base import Description
from lookabout.benchmarks.spatialscout.task import Task, start_pose, truth_of
from lookabout.errors import UsageError
from lookabout.results.tables import Cell, Column, Table
from lookabout.sim.protocol import Simulator
from lookabout.sim.scenario import Scenario

_COLUMNS = (
    Column("target", "Target"),
    Column("category", "Category"),
    Column("group", "Group"),
    Column("alike", "Alike", "count"),
    Column("distance", "Away, m", "mean", digits=2),
    Column("x", "x, m", "mean", digits=2),
    Column("y", "y, m", "mean", digits=2),
    Column("z", "z, m", "mean", digits=2),
    Column("side", "Side, m", "mean", digits=2),
)


def describe(scenario: Scenario, world: Callable[[], Simulator]) -> Description:
    """
    Gives the targets away.

    :param world: the simulator with the scenario's world; where it cannot be built, places
        are left out.
    """
    task = Task.model_validate(scenario.task)
    grouped = any(entity.group != entity.category for entity in task.entities)
    alike = "group" if grouped else "group, which is its category"
    notes = [f"Alike: targets of its {alike}, itself included."]
    places: dict[str, tuple[Cell, ...]] = {}
    try:
        truth = truth_of(task, start_pose(scenario, task), world())
    except UsageError as error:
        notes.append(f"Places are not known: {error.message}.")
    else:
        notes.append(
            "Away: from the start. Places: centres in the task frame: from the start x ahead, y to "
            "the left, z up, as the camera stands. Side: the longest."
        )
        for target in truth["targets"]:
            centre = target["centre"]
            distance = math.hypot(*centre)
            places[target["identifier"]] = (distance, *centre, max(target["sides"]))
    groups = [entity.group for entity in task.entities]
    rows = tuple(
        (
            entity.identifier,
            entity.category,
            entity.group if grouped else None,
            groups.count(entity.group),
            *places.get(entity.identifier, (None,) * 5),
        )
        for entity in task.entities
    )
    facts = (
        ("Task", f"map {len(task.entities)} objects of {len(set(groups))} groups"),
        ("Pitch", f"{task.pitch_deg:g}° at the start"),
    )
    table = Table("spatialscout-targets", "Targets", _COLUMNS, rows, tuple(notes))
    return Description(facts, table)
