"""Whether an episode is one that the suite accepts (paper §4.1, appendix A.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice, pairwise

import numpy as np

from lookabout.benchmarks.dronecats import rules
from lookabout.benchmarks.dronecats.sets import MAPS
from lookabout.benchmarks.dronecats.subjects import spacing
from lookabout.benchmarks.dronecats.task import EPISODE_S, Task, task_of
from lookabout.benchmarks.dronecats.views import (
    Floats,
    blocked_by,
    facing_deg,
    nearest_solid,
    occupancy,
)
from lookabout.errors import UsageError
from lookabout.geometry import Pose, half_turn
from lookabout.sim.protocol import Simulator
from lookabout.sim.scenario import Scenario, VehicleSpec
from lookabout.world.registry import get_world
from lookabout.world.spec import Waypoint

_MOVING = ("tracking", "search-and-track")
_HIDDEN = ("searching", "search-and-track")
_SAME_M, _SAME_DEG = 0.02, 0.1
_GROUND_M = 0.15
_SPEED = 0.01
"""Metres a second."""
_TURN_BACK_DEG = 120.0
"""A mover that turns by more within one waypoint goes back."""


def problems(scenario: Scenario, simulator: Simulator) -> list[str]:
    """Each broken rule in a sentence; the simulator has been reset with the scenario."""
    return list(broken(scenario, simulator))


def broken(scenario: Scenario, simulator: Simulator) -> Iterator[str]:
    """The same one after another, those first that are sooner found."""
    try:
        task = task_of(scenario)
    except UsageError as error:
        yield str(error)
        return
    names = {item.name for item in scenario.world.objects}
    try:
        for name in {task.target, *task.candidates}:
            simulator.truth.box(name)
    except KeyError as error:
        yield f"the world has no object {error}"
        return
    yield from _frame(scenario, task)
    if task.cell in _MOVING and task.target in names:
        yield from _route(scenario, task)
    yield from _starts(scenario, task, simulator)
    if task.cell == "commanding":
        yield from _candidates(scenario, task, simulator)
    else:
        yield from _one_drone(scenario, task, simulator)


def _frame(scenario: Scenario, task: Task) -> Iterator[str]:
    if task.map != scenario.world.kind:
        yield f"the task's map is {task.map}, the world is {scenario.world.kind}"
    if task.map not in MAPS[task.cell]:
        yield f"{task.cell} is not flown on {task.map}"
    wanted = rules.DRONES if task.cell == "commanding" else 1
    if len(scenario.vehicles) != wanted:
        drones = "drone" if wanted == 1 else "drones"
        yield f"{task.cell} needs {wanted} {drones}; there {_are(len(scenario.vehicles))}"
    if any(vehicle.flight != "quadrotor" for vehicle in scenario.vehicles):
        yield "every drone must be a quadrotor"
    moved = {route.object for route in scenario.world.routes}
    if (task.target in moved) != (task.cell in _MOVING):
        yield f"in {task.cell} the target must {'' if task.cell in _MOVING else 'not '}move"
    if task.visible == (task.cell in _HIDDEN):
        yield f"in {task.cell} the target must {'not ' if task.visible else ''}be visible at first"


def _are(count: int) -> str:
    return "is 1" if count == 1 else f"are {count}"


def _starts(scenario: Scenario, task: Task, simulator: Simulator) -> Iterator[str]:
    """Of every drone: its height over the ground, and room around it."""
    world, low, high = get_world(scenario.world.kind), *rules.HEIGHT_M
    bodies = {vehicle.name for vehicle in scenario.vehicles}
    for vehicle in scenario.vehicles:
        x, y, z = vehicle.position
        height = z - world.ground_height(scenario.world.seed, x, y)
        if not low - _SAME_M <= height <= high + _SAME_M:
            yield f"{vehicle.name} starts {height:.2f} m over the ground, not {low} to {high} m"
        label = nearest_solid(simulator, np.array(vehicle.position), rules.FREE_M)
        if label is not None and label not in bodies:
            yield f"{vehicle.name} starts nearer than {rules.FREE_M} m to {label}"


def _one_drone(scenario: Scenario, task: Task, simulator: Simulator) -> Iterator[str]:
    accepted = rules.ONE_DRONE.get(task.map)
    if accepted is None or len(scenario.vehicles) != 1:
        return
    start = scenario.vehicles[0]
    position = np.array(start.position)
    centre = simulator.truth.box(task.target).centre
    distance, bearing = float(np.linalg.norm(centre - position)), facing_deg(position, centre)
    yield from _recorded(task, distance, bearing)
    low, high = accepted.distance
    slack = rules.DISTANCE_TOLERANCE_M
    if not low - slack <= distance <= high + slack:
        yield f"the start is {distance:.2f} m from the target, not {low:g} to {high:g} m"
    if off_axes_deg(bearing) < accepted.off_axes_deg - _SAME_DEG:
        yield f"the bearing {bearing:.1f}° is nearer than {accepted.off_axes_deg:g}° to an axis"
    faced = Pose.at(position, yaw_deg=bearing)
    seen = simulator.visible(rules.CAMERA, faced, task.target)
    if seen < rules.SEEN:
        yield f"only {100 * seen:.0f} % of the target is in sight when faced"
    label = blocked_by(simulator, position, task.target)
    if label is not None:
        yield f"{label} stands in the way to the target"
    covered = occupancy(simulator, faced, task.target)
    if abs(covered - task.occupancy) > 1e-4:
        yield f"the target covers {covered:.4f} of the picture, recorded are {task.occupancy:.4f}"
    if not rules.OCCUPANCY[0] <= covered <= rules.OCCUPANCY[1]:
        yield f"the target covers {100 * covered:.2f} % of the picture when faced, not 0.40 to 12 %"
    at_first = simulator.visible(
        rules.CAMERA, Pose.at(position, yaw_deg=start.yaw_deg), task.target
    )
    if task.visible and at_first < rules.SEEN:
        yield f"only {100 * at_first:.0f} % of the target is in sight at first"
    if not task.visible:
        turn = half_turn(start.yaw_deg - bearing)
        turns = [angle for group in accepted.turns_deg for angle in group]
        if min(abs(half_turn(turn - angle)) for angle in turns) > _SAME_DEG:
            yield f"the start is turned away by {turn:.1f}°, not by one of {turns}"
        if at_first > 0:
            yield "the target is in the first picture"


def _recorded(task: Task, distance: float, bearing: float) -> Iterator[str]:
    if abs(distance - task.distance_m) > _SAME_M:
        yield f"the distance is {distance:.2f} m, recorded are {task.distance_m:.2f} m"
    if abs(half_turn(bearing - task.bearing_deg)) > _SAME_DEG:
        yield f"the bearing is {bearing:.1f}°, recorded are {task.bearing_deg:.1f}°"


def _route(scenario: Scenario, task: Task) -> Iterator[str]:
    """One way, at the map's speed, on the ground, longer than the episode lasts."""
    accepted = rules.ONE_DRONE.get(task.map)
    points = next(
        (route.waypoints for route in scenario.world.routes if route.object == task.target), ()
    )
    if accepted is None or len(points) < 2:
        yield "the target's route leads nowhere"
        return
    if points[-1].time_s <= EPISODE_S:
        yield f"the target's route is over after {points[-1].time_s:.0f} s"
    for rule in (_speeds, _turns, _heights, _passes):
        yield from islice(rule(scenario, points, accepted.mover_speed), 1)  # one of a kind tells


def _speeds(_: Scenario, points: Sequence[Waypoint], speed: float) -> Iterator[str]:
    for here, there in pairwise(points):
        way = np.subtract(there.position, here.position)
        found = float(np.linalg.norm(way)) / (there.time_s - here.time_s)
        if abs(found - speed) > _SPEED:
            yield f"the target moves at {found:.2f} m/s at {here.time_s:.0f} s, not at {speed} m/s"


def _turns(_: Scenario, points: Sequence[Waypoint], __: float) -> Iterator[str]:
    ways = [np.subtract(there.position, here.position) for here, there in pairwise(points)]
    for (before, after), point in zip(pairwise(ways), points[1:], strict=False):
        turn = half_turn(float(np.degrees(_heading(after) - _heading(before))))
        if abs(turn) > _TURN_BACK_DEG:
            yield f"the target turns back at {point.time_s:.0f} s"


def _heights(scenario: Scenario, points: Sequence[Waypoint], _: float) -> Iterator[str]:
    world, seed = get_world(scenario.world.kind), scenario.world.seed
    for point in points:
        off = point.position[2] - world.ground_height(seed, *point.position[:2])
        if abs(off) > _GROUND_M:
            yield f"the target is {off:+.2f} m off the ground at {point.time_s:.0f} s"


def _passes(scenario: Scenario, points: Sequence[Waypoint], _: float) -> Iterator[str]:
    way = np.array([point.position for point in points])
    for vehicle in scenario.vehicles:
        nearest = float(np.linalg.norm(way - vehicle.position, axis=1).min())
        if nearest < rules.ROUTE_CLEAR_M:
            yield f"the target passes {vehicle.name}'s start at {nearest:.1f} m"


def _candidates(scenario: Scenario, task: Task, simulator: Simulator) -> Iterator[str]:
    things = {item.name: item for item in scenario.world.objects}
    if not set(task.candidates) <= set(things) or len(task.candidates) != rules.CANDIDATES:
        yield f"there must be {rules.CANDIDATES} candidates among the world's objects"
        return
    chosen = [things[name] for name in task.candidates]
    if len({(item.kind, item.seed) for item in chosen}) > 1:
        yield "the candidates differ in kind or variant"
    texts = [item.inscription for item in chosen]
    if len(set(texts)) < len(texts) or not all(texts):
        yield "every candidate needs an inscription of its own"
    if things[task.target].inscription not in task.instruction:
        yield "the instruction does not name the target's inscription"
    centres = np.array([simulator.truth.box(name).centre for name in task.candidates])
    nearest, widest = spacing(centres[:, :2])
    yield from _within("the nearest candidates are apart by", nearest, rules.NEAREST_M)
    yield from _within("the widest candidates are apart by", widest, rules.WIDEST_M)
    if len(scenario.vehicles) != rules.DRONES:
        return
    starts = np.array([vehicle.position for vehicle in scenario.vehicles])
    middle, target = starts.mean(axis=0), simulator.truth.box(task.target).centre
    distance = float(np.linalg.norm(target - middle))
    yield from _recorded(task, distance, facing_deg(middle, target))
    yield from _within("the target is from the drones' middle", distance, rules.TARGET_M)
    for name, centre in zip(task.candidates, centres, strict=True):
        away = float(np.linalg.norm(centre - middle))
        yield from _within(f"{name} is from the drones' middle", away, rules.CANDIDATE_M)
    if not is_grid(starts[:, :2]):
        yield f"the drones do not stand on a grid of two by two, {rules.GRID_M:g} m apart"
    yield from _seen(scenario.vehicles, task, simulator)


def _seen(drones: tuple[VehicleSpec, ...], task: Task, simulator: Simulator) -> Iterator[str]:
    for name in task.candidates:
        centre = simulator.truth.box(name).centre
        blind, small = [], []
        for vehicle in drones:
            pose = Pose.at(vehicle.position, yaw_deg=vehicle.yaw_deg)
            if simulator.visible(rules.CAMERA, pose, name) < rules.SEEN_FROM_GRID:
                blind.append(vehicle.name)
                continue
            faced = Pose.at(vehicle.position, yaw_deg=facing_deg(pose.position, centre))
            if occupancy(simulator, faced, name) < rules.CANDIDATE_OCCUPANCY:
                small.append(vehicle.name)
        if blind:
            least = 100 * rules.SEEN_FROM_GRID
            yield f"less than {least:.0f} % of {name} is in sight of {', '.join(blind)} at first"
        if small:
            yield f"{name} is too small in the picture of {', '.join(small)}"


def is_grid(points: Floats) -> bool:
    """Whether four points (4, 2) are the corners of a square of side ``GRID_M``, any turn."""
    apart = sorted(float(np.linalg.norm(a - b)) for a, b in combinations(points, 2))
    wanted = [rules.GRID_M] * 4 + [rules.GRID_M * 2**0.5] * 2
    return len(points) == 4 and bool(np.allclose(apart, wanted, atol=_SAME_M))


def off_axes_deg(bearing: float) -> float:
    """Angle between a bearing and the nearest of the map's four axes, degrees in [0, 45]."""
    rest = bearing % 90.0
    return min(rest, 90.0 - rest)


def _within(words: str, value: float, limits: tuple[float, float]) -> Iterator[str]:
    low, high = limits
    if not low - _SAME_M <= value <= high + _SAME_M:
        yield f"{words} {value:.2f} m, not {low:g} to {high:g} m"


def _heading(way: Floats) -> float:
    return float(np.arctan2(way[1], way[0]))
