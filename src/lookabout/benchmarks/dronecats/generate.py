"""Scenarios from seeds, by the suite's rules (paper §4.1, appendix A.1)."""

from __future__ import annotations

import math
from typing import get_args

import numpy as np

from lookabout.benchmarks.dronecats import rules
from lookabout.benchmarks.dronecats.checks import broken
from lookabout.benchmarks.dronecats.measuring import measured
from lookabout.benchmarks.dronecats.sets import map_of
from lookabout.benchmarks.dronecats.subjects import MAP_SEED, Subject, draw, draw_candidates
from lookabout.benchmarks.dronecats.task import Cell, Map, Task
from lookabout.benchmarks.dronecats.views import facing_deg
from lookabout.errors import LookaboutError
from lookabout.geometry import Box, Pose, half_turn
from lookabout.sim.protocol import Floats, Simulator
from lookabout.sim.scenario import Scenario, VehicleSpec
from lookabout.world.registry import get_world
from lookabout.world.spec import SunSpec, WorldSpec

DRONE = "drone"
_SUN_ELEVATION = (25.0, 65.0)
_FRAMED_DEG = 25.0
"""A target that is visible at first stands this far from the picture's middle at most."""
_SUBJECTS, _STARTS = 200, 40
_MAX_SEED = 1_000_000_000
_SETTLED = 4
"""Rounds in which a start's distance is brought to what was drawn, over uneven ground."""


def scenario(cell: Cell, seed: int, index: int, simulator: Simulator) -> Scenario:
    """
    Episode ``index``, from 0, of the endless list that ``seed`` draws for a cell.

    :param simulator: answers the rays; it renders nothing.
    :raises LookaboutError: if none of many draws satisfies the rules.
    """
    if cell not in get_args(Cell):
        raise ValueError(f"no cell of DroneCATS: {cell}")
    rng = np.random.default_rng([seed, index, *cell.encode()])
    of = map_of(cell, index)
    for _ in range(_SUBJECTS):
        drawn_seed = int(rng.integers(_MAX_SEED))
        if cell == "commanding":
            subject = draw_candidates(rng, of)
        else:
            subject = draw(rng, of, moving=cell in ("tracking", "search-and-track"))
        if subject is None:
            continue
        world = _world(rng, of, subject, drawn_seed)
        name = f"{cell}-{seed}-{index:04d}"
        found = _find(rng, cell, of, subject, world, drawn_seed, name, simulator)
        if found is not None:
            return found
    raise LookaboutError(f"no episode of {cell} found on {of} within {_SUBJECTS} draws")


def _world(rng: np.random.Generator, of: Map, subject: Subject, seed: int) -> WorldSpec:
    return WorldSpec(
        kind=of,
        seed=MAP_SEED,
        centre=(round(subject.place[0], 1), round(subject.place[1], 1)),
        radius=rules.RADIUS_M,
        dressing_seed=seed,
        exclude=subject.exclude,
        sun=SunSpec(
            elevation_deg=round(float(rng.uniform(*_SUN_ELEVATION)), 1),
            azimuth_deg=round(float(rng.uniform(0.0, 360.0)), 1),
        ),
        objects=subject.objects,
        routes=subject.routes,
    )


def _find(
    rng: np.random.Generator,
    cell: Cell,
    of: Map,
    subject: Subject,
    world: WorldSpec,
    seed: int,
    name: str,
    simulator: Simulator,
) -> Scenario | None:
    """The first start for a subject that breaks no rule; None if none of many does."""
    base = Scenario(
        id=name, benchmark="dronecats", set=cell, seed=seed, world=world,
        vehicles=(VehicleSpec(name=DRONE, position=_above(of, *subject.place[:2], 60.0)),), task={},
    )  # fmt: skip
    # Built once, without drones, for all the starts that are tried.
    simulator.reset(base)
    for _ in range(_STARTS):
        if cell == "commanding":
            made = _commanding(rng, of, subject, simulator)
        else:
            made = _one_drone(rng, cell, of, subject, simulator)
        if made is None:
            continue
        vehicles, task = made
        candidate = base.model_copy(
            update={"vehicles": vehicles, "task": task.model_dump(mode="json")}
        )
        if any(broken(candidate, simulator)):
            continue
        simulator.reset(candidate)  # and again with the drones, which may hide things
        if not any(broken(candidate, simulator)):
            return candidate
        simulator.reset(base)
    return None


def _one_drone(
    rng: np.random.Generator, cell: Cell, of: Map, subject: Subject, simulator: Simulator
) -> tuple[tuple[VehicleSpec, ...], Task] | None:
    accepted = rules.ONE_DRONE[of]
    box = simulator.truth.box(subject.target)
    target = box.centre
    bearing = _bearing(rng, accepted.off_axes_deg)
    height = float(rng.uniform(*rules.HEIGHT_M))
    # Distances near and far are as likely: what limits them is how large the target appears.
    low, high = accepted.distance
    high = max(low, min(high, _farthest(box)))
    distance = float(math.exp(rng.uniform(math.log(low), math.log(high))))
    start = _start(of, target, bearing, distance, height)
    if start is None:
        return None
    position = np.array(start)
    true_bearing = facing_deg(position, target)
    faced = Pose.at(position, yaw_deg=true_bearing)
    if simulator.visible(rules.CAMERA, faced, subject.target) < rules.SEEN:
        return None
    visible = cell in ("approaching", "tracking")
    if visible:
        yaw = true_bearing + float(rng.uniform(-_FRAMED_DEG, _FRAMED_DEG))
    else:
        away = _turned(rng, accepted.turns_deg, position, true_bearing, subject.target, simulator)
        if away is None:
            return None
        yaw = away
    vehicle = VehicleSpec(
        name=DRONE, position=start, yaw_deg=round(half_turn(yaw), 3), flight="quadrotor"
    )
    task = _task(cell, of, subject)
    return (vehicle,), measured(task, (vehicle,), simulator)


def _farthest(box: Box) -> float:
    """From where a box, seen at its broadest, covers as little of the picture as it may."""
    camera = rules.CAMERA
    face = max(box.size[0], box.size[1]) * box.size[2]
    share = face * camera.focal**2 / (camera.width * camera.height)
    return math.sqrt(float(share) / rules.OCCUPANCY[0])


def _bearing(rng: np.random.Generator, off_axes: float) -> float:
    """From the start to the target, degrees, away from the map's axes."""
    within = float(rng.uniform(off_axes, 90.0 - off_axes))
    return within + 90.0 * int(rng.integers(4))


def _start(
    of: Map, target: Floats, bearing: float, distance: float, height: float
) -> tuple[float, float, float] | None:
    """The point at a distance before the target, at a height over the ground there."""
    east, north = math.cos(math.radians(bearing)), math.sin(math.radians(bearing))
    level = distance
    for _ in range(_SETTLED):
        place = _above(of, target[0] - level * east, target[1] - level * north, height)
        drop = place[2] - float(target[2])
        if abs(drop) >= distance:
            return None
        level = math.sqrt(distance**2 - drop**2)
    return place


def _above(of: Map, x: float, y: float, height: float) -> tuple[float, float, float]:
    x, y = round(float(x), 3), round(float(y), 3)
    return x, y, round(get_world(of).ground_height(MAP_SEED, x, y) + height, 3)


def _turned(
    rng: np.random.Generator,
    groups: tuple[tuple[float, ...], ...],
    position: Floats,
    bearing: float,
    target: str,
    simulator: Simulator,
) -> float | None:
    """A yaw that shows nothing of the target, from the first group of turns that has one."""
    for group in groups:
        for turn in rng.permutation(group).tolist():
            yaw = bearing + turn
            if simulator.visible(rules.CAMERA, Pose.at(position, yaw_deg=yaw), target) == 0:
                return float(yaw)
    return None


def _commanding(
    rng: np.random.Generator, of: Map, subject: Subject, simulator: Simulator
) -> tuple[tuple[VehicleSpec, ...], Task] | None:
    centres = np.array([simulator.truth.box(name).centre for name in subject.candidates])
    target = simulator.truth.box(subject.target).centre
    bearing = float(rng.uniform(0.0, 360.0))
    distance = float(rng.uniform(*rules.TARGET_M))
    east, north = math.cos(math.radians(bearing)), math.sin(math.radians(bearing))
    middle = np.array([target[0] - distance * east, target[1] - distance * north])
    if not _all_in_reach(middle, centres):
        return None
    yaw = facing_deg(np.append(middle, 0.0), centres.mean(axis=0))
    height = float(rng.uniform(*rules.HEIGHT_M))
    turn = math.radians(yaw + rules.GRID_TURN_DEG)
    ahead = np.array([math.cos(turn), math.sin(turn)]) * rules.GRID_M / 2
    left = np.array([-ahead[1], ahead[0]])
    corners = [middle + ahead + left, middle + ahead - left,
               middle - ahead + left, middle - ahead - left]  # fmt: skip
    vehicles = tuple(
        VehicleSpec(
            name=f"{DRONE}-{number}",
            position=_above(of, corner[0], corner[1], height),
            yaw_deg=round(half_turn(yaw), 3),
            flight="quadrotor",
        )
        for number, corner in enumerate(corners, 1)
    )
    task = _task("commanding", of, subject)
    return vehicles, measured(task, vehicles, simulator)


def _task(cell: Cell, of: Map, subject: Subject) -> Task:
    """Before anything of it is measured."""
    return Task(
        cell=cell, map=of, instruction=subject.instruction, target=subject.target,
        candidates=subject.candidates, distance_m=1.0, bearing_deg=0.0, occupancy=0.0,
        visible=False,
    )  # fmt: skip


def _all_in_reach(middle: Floats, centres: Floats) -> bool:
    away = np.linalg.norm(centres[:, :2] - middle, axis=1)
    low, high = rules.CANDIDATE_M
    return bool((away >= low).all() and (away <= high).all())
