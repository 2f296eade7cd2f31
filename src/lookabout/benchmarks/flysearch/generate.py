"""Scenarios from seeds (paper table S1, appendix B.1)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated

import numpy as np
from pydantic import Field

from lookabout.benchmarks.flysearch.sets import SetRules
from lookabout.benchmarks.flysearch.targets import TargetClass, alike
from lookabout.errors import LookaboutError
from lookabout.flight.autopilot import CLEARANCE_M
from lookabout.sim.protocol import Floats, Simulator
from lookabout.sim.scenario import Scenario, VehicleSpec
from lookabout.world.registry import Placement, get_world
from lookabout.world.spec import Metres, Name, ObjectSpec, SpecModel, SunSpec, WorldSpec

TARGET, DRONE = "target", "drone"
MAX_SEED = 1_000_000_000
"""Scenario seeds are whole numbers from 0 to this, both included."""
MAP_SEED = 1
"""One map of each world for all scenarios, as in the paper: only the place in it differs."""
_VIEW_MARGIN_M = 30.0
_EQUAL_M = 1e-6
_NEAR_MARGIN_M = 12.0
_TRIES = 500


class Task(SpecModel):
    """FlySearch's own part of a scenario."""

    target_class: Name
    description: Annotated[str, Field(min_length=1, max_length=500)]
    """What the agent is told to find."""
    ground_z: Metres
    """World z from which heights are measured."""
    start_height: Annotated[float, Field(gt=0, le=1000)]
    """Over the ground, metres."""
    start_offset: tuple[Metres, Metres]
    """From the target to the start, metres east and north."""


def scenario(rules: SetRules, seed: int, index: int, simulator: Simulator) -> Scenario:
    """Scenario ``index``, from 0, of the endless list that ``seed`` draws for a set."""
    stream = np.random.default_rng([seed, index, *rules.name.encode()])
    scenario_seed = int(stream.integers(0, MAX_SEED, endpoint=True))
    return make_scenario(rules, scenario_seed, f"{rules.name}-{seed}-{index:04d}", simulator)


@dataclass(frozen=True)
class Draws:
    """What of a scenario is known before a place is sought for it."""

    target_class: TargetClass
    kind: str
    """Of the target, one of its class."""
    description: str
    height: int
    """Of the start over the ground, metres."""
    sun: SunSpec
    params: Mapping[str, float]
    """Of the world."""
    offset: tuple[int, int] | None = None
    """From the target to the start, metres east and north; None: drawn anew with each place."""
    map_seed: int = MAP_SEED
    """Of the world."""


def make_scenario(
    rules: SetRules, seed: int, name: str, simulator: Simulator, map_seed: int = MAP_SEED
) -> Scenario:
    """
    One scenario: a pure function of the set, the seed, the map and the world.

    Class, kind, height and sun are drawn first and kept; places and offsets are drawn until
    one satisfies the set's visibility rule.

    :param simulator: answers the rays; it renders nothing.
    """
    rng = np.random.default_rng([seed, *rules.name.encode()])
    target_class = rules.classes[int(rng.integers(len(rules.classes)))]
    kind, words = target_class.kinds[int(rng.integers(len(target_class.kinds)))]
    low, high = rules.heights
    height = int(rng.integers(low, high, endpoint=True))
    sun = SunSpec(
        elevation_deg=float(rng.uniform(*rules.sun_elevation)),
        azimuth_deg=float(rng.uniform(*rules.sun_azimuth)),
    )
    params = {name: float(rng.uniform(low, high)) for name, low, high in rules.params}
    draws = Draws(target_class, kind, words, height, sun, params, map_seed=map_seed)
    return find_place(rules, draws, seed, name, rng, simulator)


def find_place(
    rules: SetRules,
    draws: Draws,
    seed: int,
    name: str,
    rng: np.random.Generator,
    simulator: Simulator,
) -> Scenario:
    """
    The scenario at the first place that satisfies the set's visibility rule.

    :param seed: of the scenario.
    :param rng: draws places.
    :param simulator: answers the rays; it renders nothing.
    :raises LookaboutError: if none of many places does.
    """
    kind, height = draws.kind, draws.height
    spots = _spots(rules, draws.target_class, draws.map_seed)
    reach = int(rules.offset * height)
    for _ in range(_TRIES):
        spot = spots[int(rng.integers(len(spots)))]
        x, y, ground = (round(value, 3) for value in (spot.x, spot.y, spot.z))
        dx, dy = draws.offset or (
            int(v) for v in rng.integers(-reach, reach, size=2, endpoint=True)
        )
        scenario = Scenario(
            id=name,
            benchmark="flysearch",
            set=rules.name,
            seed=seed,
            world=WorldSpec(
                kind=rules.world,
                seed=draws.map_seed,
                centre=(x + dx, y + dy),
                radius=rules.half_side(height) + rules.altitude_cap + _VIEW_MARGIN_M,
                dressing_seed=seed,
                exclude=alike(kind),
                sun=draws.sun,
                params=dict(draws.params),
                objects=(
                    ObjectSpec(
                        name=TARGET,
                        kind=kind,
                        seed=seed,
                        position=(x, y, ground),
                        yaw_deg=round(spot.yaw_deg, 3),
                    ),
                ),
            ),
            vehicles=(VehicleSpec(name=DRONE, position=(x + dx, y + dy, ground + height)),),
            task=Task(
                target_class=draws.target_class.name,
                description=draws.description,
                ground_z=ground,
                start_height=height,
                start_offset=(dx, dy),
            ).model_dump(mode="json"),
        )
        if not _problems_nearby(rules, scenario, simulator):
            return scenario
    raise LookaboutError(
        f"no place satisfies {rules.name} for seed {seed} in {_TRIES} tries: {kind} at {height} m"
    )


@cache
def _spots(rules: SetRules, target_class: TargetClass, map_seed: int) -> tuple[Placement, ...]:
    """Placements for a class; from their surroundings the map's edge is never in sight."""
    world = get_world(rules.world)
    high = rules.heights[1]
    reach = world.half_side - rules.offset * high - rules.half_side(high) - rules.altitude_cap
    return tuple(
        spot
        for spot in world.placements(map_seed)
        if spot.kind in target_class.spots and max(abs(spot.x), abs(spot.y)) <= reach
    )


def _problems_nearby(rules: SetRules, scenario: Scenario, simulator: Simulator) -> list[str]:
    """
    As :func:`visibility_problems`, in a piece of the world around target and start.

    Without asset packs: a seed gives the same scenarios whatever is installed.
    """
    dx, dy = Task.model_validate(scenario.task).start_offset
    (x, y), near = scenario.world.centre, max(abs(dx), abs(dy)) / 2 + _NEAR_MARGIN_M
    piece = scenario.world.model_copy(
        update={
            "centre": (x - dx / 2, y - dy / 2),
            "radius": near,
            "surroundings": False,
            "look": "builtin",
        }
    )
    simulator.reset(scenario.model_copy(update={"world": piece}))
    return visibility_problems(rules, simulator)


def rule_problems(rules: SetRules, scenario: Scenario) -> list[str]:
    """What in a scenario's data breaks the set's rules (tables S1 and S2), in words."""
    task = Task.model_validate(scenario.task)
    target = next(item for item in scenario.world.objects if item.name == TARGET)
    start, height = scenario.vehicles[0].position, task.start_height
    problems = []

    def require(holds: bool, words: str) -> None:
        if not holds:
            problems.append(words)

    low, high = rules.heights
    require(low <= height <= high, f"start_height {height:g} is not in {low}–{high} m")
    require(height == int(height), f"start_height {height:g} is not in whole metres")
    require(
        math.isclose(start[2] - task.ground_z, height, abs_tol=_EQUAL_M),
        f"the drone starts {start[2] - task.ground_z:g} m over the ground, "
        f"not at start_height {height:g} m",
    )
    for axis, offset in enumerate(task.start_offset):
        require(
            math.isclose(start[axis] - target.position[axis], offset, abs_tol=_EQUAL_M),
            f"the start is {start[axis] - target.position[axis]:g} m from the target along "
            f"{'xy'[axis]}, not start_offset {offset:g} m",
        )
        require(
            abs(offset) <= rules.offset * height,
            f"start_offset {offset:g} m is more than {rules.offset:g} of the height",
        )
    described = {(item.name, kind, words) for item in rules.classes for kind, words in item.kinds}
    require(
        (task.target_class, target.kind, task.description) in described,
        f"{rules.name} has no class {task.target_class!r} with a {target.kind} "
        f"described as {task.description!r}",
    )
    sun = scenario.world.sun
    for name, value, (least, most) in (
        ("elevation_deg", sun.elevation_deg, rules.sun_elevation),
        ("azimuth_deg", sun.azimuth_deg, rules.sun_azimuth),
        *(
            (key, float(scenario.world.params.get(key, math.nan)), (first, last))
            for key, first, last in rules.params
        ),
    ):
        require(least <= value <= most, f"{name} {value:g} is not in {least:g}–{most:g}")
    require(
        math.isclose(task.ground_z, target.position[2], abs_tol=_EQUAL_M),
        f"ground_z {task.ground_z:g} is not where the target stands, {target.position[2]:g}",
    )
    needed = rules.half_side(height) + rules.altitude_cap
    require(
        scenario.world.radius >= needed,
        f"the radius {scenario.world.radius:g} m shows less than the agent can see, {needed:g} m",
    )
    centre = scenario.world.centre
    require(
        max(abs(start[0] - centre[0]), abs(start[1] - centre[1])) <= _EQUAL_M,
        "the world's centre is not the start",
    )
    require(scenario.world.kind == rules.world, f"the world is not {rules.world!r}")
    return problems


def visibility_problems(rules: SetRules, simulator: Simulator) -> list[str]:
    """
    What hides the target's centre, or blocks the start, in a world that was just reset.

    Sets with a line of sight: nothing solid but the target itself between the start and the
    centre. The others: nothing solid straight above it.
    """
    start = simulator.pose(DRONE).position
    centre = simulator.truth.box(TARGET).centre
    problems = []
    sides: Floats = np.array([d for d in np.ndindex(3, 3, 3) if d != (1, 1, 1)], float) - 1.0
    around = sides / np.linalg.norm(sides, axis=1, keepdims=True)
    near = simulator.raycast(np.tile(start, (len(around), 1)), around, CLEARANCE_M)
    closest = int(np.argmin(near.distance))
    if near.distance[closest] < CLEARANCE_M:
        problems.append(f"the start lies within {CLEARANCE_M} m of: {near.label[closest]}")
    eye = start if rules.line_of_sight else centre + np.array([0.0, 0.0, 1000.0])
    length = float(np.linalg.norm(centre - eye))
    hit = simulator.raycast(eye[None], (centre - eye)[None] / length, length - 1e-6)
    if hit.label[0] not in ("", TARGET):
        what = "the start" if rules.line_of_sight else "the sky"
        problems.append(f"the target's centre is hidden from {what} by: {hit.label[0]}")
    return problems
