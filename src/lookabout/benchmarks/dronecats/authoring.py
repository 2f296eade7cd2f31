"""An episode as its author lays it out on the ground, and the record that comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Literal

import numpy as np
from pydantic import Field, ValidationError

from lookabout.benchmarks.dronecats import rules
from lookabout.benchmarks.dronecats.measuring import measured
from lookabout.benchmarks.dronecats.subjects import MAP_SEED, TARGET, alike, timed
from lookabout.benchmarks.dronecats.task import Cell, Map, Task, task_of
from lookabout.errors import UsageError
from lookabout.sim.protocol import Simulator
from lookabout.sim.scenario import Scenario, VehicleSpec, describe
from lookabout.world.registry import get_world
from lookabout.world.spec import (
    Degrees,
    Metres,
    Name,
    ObjectSpec,
    RouteSpec,
    SpecModel,
    SunSpec,
    WorldSpec,
)

_LONGEST_ROUTE_M = 5000.0
"""Longer than a mover can travel in the longest episode."""


class Placed(SpecModel):
    """A target or a look-alike on the ground."""

    kind: Name
    seed: Annotated[int, Field(ge=0, le=2**63 - 1)] = 0
    """Picks the variant."""
    x: Metres
    y: Metres
    yaw_deg: Degrees = 0.0
    inscription: Annotated[str, Field(max_length=12)] = ""


class Start(SpecModel):
    """Where a drone starts."""

    x: Metres
    y: Metres
    height: Annotated[float, Field(ge=0.3, le=100)] = 1.7
    """Over the ground, metres."""
    yaw_deg: Degrees = 0.0


class Draft(SpecModel):
    """What an author decides; heights of the ground, times and measures follow from it."""

    map: Map
    cell: Cell
    map_seed: Annotated[int, Field(ge=0, le=2**63 - 1)] = MAP_SEED
    centre: tuple[Metres, Metres] = (0.0, 0.0)
    """Around which the world is built."""
    dressing_seed: Annotated[int, Field(ge=0, le=2**63 - 1)] = 0
    sun: SunSpec = SunSpec()
    instruction: Annotated[str, Field(max_length=400)] = ""
    things: Annotated[tuple[Placed, ...], Field(max_length=16)] = ()
    """Spawned: the target and things beside it, or the candidates."""
    target: Annotated[int, Field(ge=0, le=15)] = 0
    """Which of the things it is."""
    native: Literal[""] | Name = ""
    """Name of the target where it belongs to the map; then nothing is spawned."""
    starts: Annotated[tuple[Start, ...], Field(max_length=16)] = ()
    route: Annotated[tuple[tuple[Metres, Metres], ...], Field(max_length=400)] = ()
    """The target's way from where it stands, corner by corner."""


def world_of(draft: Draft) -> WorldSpec:
    """
    The draft's world.

    :raises UsageError: when it is none.
    """
    with _refused():
        return _world_of(draft)


def _world_of(draft: Draft) -> WorldSpec:
    things = [_spawned(draft, number) for number in range(len(draft.things))]
    routes: tuple[RouteSpec, ...] = ()
    if draft.route and len(draft.things) > draft.target:
        accepted = rules.ONE_DRONE.get(draft.map)
        speed = accepted.mover_speed if accepted else 0.3
        start = things[draft.target].position
        corners = np.array([start[:2], *draft.route])
        length = float(np.linalg.norm(np.diff(corners, axis=0), axis=1).sum())
        if length > _LONGEST_ROUTE_M:
            raise UsageError(
                f"is {length:.0f} m long, expected at most {_LONGEST_ROUTE_M:g} m", where="route"
            )
        route = timed(corners, speed, draft.map, draft.map_seed, _name(draft, draft.target))
        routes = (route,)
        # It starts the way it will go.
        things[draft.target] = things[draft.target].model_copy(
            update={"yaw_deg": route.waypoints[0].yaw_deg}
        )
    return WorldSpec(
        kind=draft.map,
        seed=draft.map_seed,
        centre=draft.centre,
        radius=rules.RADIUS_M,
        dressing_seed=draft.dressing_seed,
        exclude=tuple(dict.fromkeys(kind for thing in things for kind in alike(thing.kind))),
        sun=draft.sun,
        objects=tuple(things),
        routes=routes,
    )


def vehicles_of(draft: Draft) -> tuple[VehicleSpec, ...]:
    """The draft's drones, as a record holds them."""
    return tuple(
        VehicleSpec(
            name="drone" if len(draft.starts) == 1 else f"drone-{number}",
            position=_ground(draft, start.x, start.y, start.height),
            yaw_deg=start.yaw_deg,
            flight="quadrotor",
        )
        for number, start in enumerate(draft.starts, 1)
    )


def scenario_of(draft: Draft, name: str, simulator: Simulator) -> Scenario:
    """
    The record of a draft.

    :param simulator: has been reset with the draft's world.
    :raises UsageError: when something is still missing, or cannot be recorded.
    """
    with _refused():
        return _scenario_of(draft, name, simulator)


def _scenario_of(draft: Draft, name: str, simulator: Simulator) -> Scenario:
    if not draft.starts:
        raise UsageError("no drone has a start", where="starts")
    if not draft.native and len(draft.things) <= draft.target:
        raise UsageError("there is no target", where="things")
    if draft.native and draft.cell == "commanding":
        raise UsageError("the target of commanding is one of the things", where="native")
    vehicles = vehicles_of(draft)
    task = Task(
        cell=draft.cell,
        map=draft.map,
        instruction=draft.instruction or "(no instruction yet)",
        target=draft.native or _name(draft, draft.target),
        candidates=tuple(_name(draft, number) for number in range(len(draft.things)))
        if draft.cell == "commanding"
        else (),
        distance_m=1.0,
        bearing_deg=0.0,
        occupancy=0.0,
        visible=False,
    )
    try:
        task = measured(task, vehicles, simulator)
    except KeyError:
        raise UsageError(f"the world has no object {task.target!r}", where="native") from None
    Task.model_validate(task.model_dump())  # what was measured may be out of range
    return Scenario(
        id=name,
        benchmark="dronecats",
        set=draft.cell,
        seed=draft.dressing_seed,
        world=world_of(draft),
        vehicles=vehicles,
        task=task.model_dump(mode="json"),
    )


def draft_of(scenario: Scenario) -> Draft:
    """
    The draft of a record, to go on with.

    :raises UsageError: when it is no episode of DroneCATS, or holds what a draft cannot hold.
    """
    if scenario.benchmark != "dronecats":
        raise UsageError(
            f"belongs to {scenario.benchmark}/{scenario.set}; the editor is for dronecats",
            where=scenario.id,
        )
    task = task_of(scenario)
    _keeps_all(scenario, task)
    with _refused(where=scenario.id):
        return _draft_of(scenario, task)


def _keeps_all(scenario: Scenario, task: Task) -> None:
    """:raises UsageError: when something of a record would be lost by editing it."""
    world = scenario.world
    lost = {
        "world.kind": world.kind != task.map,
        "world.routes": any(route.object != task.target for route in world.routes),
        "world.params": bool(world.params),
        "world.hidden": bool(world.hidden),
        "vehicles": any(vehicle.flight != "quadrotor" for vehicle in scenario.vehicles),
    }
    for name, is_lost in lost.items():
        if is_lost:
            raise UsageError(
                "cannot be edited: holds what the editor does not know",
                where=f"{scenario.id}: field {name}",
            )


def _draft_of(scenario: Scenario, task: Task) -> Draft:
    world = scenario.world
    ground = get_world(task.map).ground_height
    names = [item.name for item in world.objects]
    corners = [
        point.position[:2]
        for route in world.routes
        if route.object == task.target
        for point in route.waypoints[1:]
    ]
    return Draft(
        map=task.map,
        cell=task.cell,
        map_seed=world.seed,
        centre=world.centre,
        dressing_seed=world.dressing_seed,
        sun=world.sun,
        instruction=task.instruction,
        things=tuple(
            Placed(
                kind=item.kind,
                seed=item.seed,
                x=item.position[0],
                y=item.position[1],
                yaw_deg=item.yaw_deg,
                inscription=item.inscription,
            )
            for item in world.objects
        ),
        target=names.index(task.target) if task.target in names else 0,
        native="" if task.target in names else task.target,
        starts=tuple(
            Start(
                x=vehicle.position[0],
                y=vehicle.position[1],
                height=round(vehicle.position[2] - ground(world.seed, *vehicle.position[:2]), 3),
                yaw_deg=vehicle.yaw_deg,
            )
            for vehicle in scenario.vehicles
        ),
        route=tuple((x, y) for x, y in corners),
    )


@contextmanager
def _refused(where: str = "") -> Iterator[None]:
    """Make a :class:`UsageError` of what no model takes."""
    try:
        yield
    except ValidationError as error:
        raise UsageError(describe(error), where=where) from None


def _spawned(draft: Draft, number: int) -> ObjectSpec:
    thing = draft.things[number]
    return ObjectSpec(
        name=_name(draft, number),
        kind=thing.kind,
        seed=thing.seed,
        position=_ground(draft, thing.x, thing.y, 0.0),
        yaw_deg=thing.yaw_deg,
        inscription=thing.inscription,
    )


def _name(draft: Draft, number: int) -> str:
    if draft.cell == "commanding":
        return f"candidate-{number + 1}"
    return TARGET if number == draft.target else f"other-{number}"


def _ground(draft: Draft, x: float, y: float, height: float) -> tuple[float, float, float]:
    z = get_world(draft.map).ground_height(draft.map_seed, x, y)
    return x, y, round(z + height, 3)
