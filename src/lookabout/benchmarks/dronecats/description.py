"""A scenario for people: who is to be reached, where it is from the start, and how it moves."""

from __future__ import annotations

import math
from itertools import pairwise

from lookabout.benchmarks.base import Description
from lookabout.benchmarks.dronecats.task import task_of
from lookabout.results.tables import Cell, Column, Table
from lookabout.sim.scenario import Scenario

_COLUMNS = (
    Column("object", "Object"),
    Column("target", "Target"),
    Column("kind", "Kind"),
    Column("inscription", "Inscription"),
    Column("x", "East, m", "mean"),
    Column("y", "North, m", "mean"),
    Column("z", "Up, m", "mean"),
    Column("distance", "Away, m", "mean"),
    Column("route", "Route, m", "mean"),
    Column("seconds", "in s", "mean"),
)


def describe(scenario: Scenario) -> Description:
    """Gives the target away; builds no world."""
    task = task_of(scenario)
    count = len(scenario.vehicles)
    start = [math.fsum(v.position[k] for v in scenario.vehicles) / count for k in range(3)]
    routes = {route.object: route.waypoints for route in scenario.world.routes}
    rows: list[tuple[Cell, ...]] = []
    for item in scenario.world.objects:
        if item.name != task.target and item.name not in task.candidates:
            continue
        way = routes.get(item.name, ())
        length = math.fsum(math.dist(a.position, b.position) for a, b in pairwise(way))
        rows.append(
            (
                item.name,
                "yes" if item.name == task.target else "no",
                item.kind,
                item.inscription,
                *item.position,
                math.dist(start, item.position),
                length if way else None,
                way[-1].time_s - way[0].time_s if way else None,
            )
        )
    seen = "in the first picture" if task.visible else "not in the first picture"
    facts = [
        ("Task", task.instruction),
        (
            "Target",
            f"{task.target}: {task.distance_m:g} m off, bearing {task.bearing_deg:g}° "
            f"counter-clockwise from east, {seen}",
        ),
        ("Occupancy", f"{100 * task.occupancy:.2g} % of a picture that faces it from the start"),
    ]
    title = "Candidates" if task.candidates else "Target"
    notes = ("Away: from the middle of the drones to the object's foot.",)
    if count == 1:
        notes = ("Away: from the start to the object's foot.",)
    table = Table("dronecats-targets", title, _COLUMNS, tuple(rows), notes)
    return Description(tuple(facts), table)
