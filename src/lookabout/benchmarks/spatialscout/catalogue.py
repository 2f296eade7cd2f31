"""The set ``maniskill``: starts and targets in the scenes that the paper was run on (§2.2).

The paper's catalogue (which scenes, and where the camera starts in them) is not in its text, so
none can be committed here. A seed draws one of the same make-up from whatever engine has the
scenes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lookabout.benchmarks.base import SetInfo
from lookabout.benchmarks.spatialscout.episode import CAMERA as LENS
from lookabout.benchmarks.spatialscout.episode import WORLD_LIMIT_M
from lookabout.benchmarks.spatialscout.generate import (
    LEAST_SEEN,
    LONGEST_RADIUS_M,
    seen_from,
    target_count,
)
from lookabout.benchmarks.spatialscout.task import CAMERA, Entity, Task
from lookabout.errors import LookaboutError, UsageError
from lookabout.geometry import Box, Pose
from lookabout.sim.protocol import Simulator
from lookabout.sim.scenario import Scenario, VehicleSpec
from lookabout.sim.things import Furnished, Thing
from lookabout.world.spec import WorldSpec

Floats = NDArray[np.float64]
SCENES: Mapping[str, tuple[int, int]] = {
    "iTHOR": (32, 150),
    "RoboTHOR": (12, 75),
    "ArchitecTHOR": (10, 10),
    "ReplicaCAD": (6, 6),
    "ProcTHOR": (20, 12_000),
}
"""By ManiSkill's builder: how many of the 80 scenes, and of how many that it has.

The paper says 30 of ProcTHOR, with which the five would be 90; the catalogue has 80.
"""
SIZE = sum(count for count, _ in SCENES.values())
SET = SetInfo(
    "maniskill",
    SIZE,
    "the same in the paper's scenes (iTHOR, RoboTHOR, ArchitecTHOR, ReplicaCAD, ProcTHOR); "
    "--engine maniskill --seed N, once its data sets are there",
    own_world=True,
)
CLEAR_M = 0.25
"""Around the camera, at the start."""
FEWEST = 35
"""Targets of a scene that has no 40, and of every scene that shall have no more."""
_EYES_M = (1.25, 1.7)
"""Over the floor."""
_ENCLOSED = 0.95
"""Share of the directions, level or below, in which something must lie: not out of doors."""
_CONFIGS, _PLACES = 10, 200
"""Scenes among which one of the set is found, and places for a start that are tried in each."""
_MOST_HIDDEN = 1000


def scenario(seed: int, index: int, simulator: Simulator) -> Scenario:
    """
    Scene ``index``, from 0, of the endless list that ``seed`` draws; each 80 of it, from a
    multiple of 80 on, have no source scene twice.

    :param simulator: that has the scenes.
    :raises UsageError: if it has none, or they are not installed.
    """
    if not isinstance(simulator, Furnished):
        raise UsageError(
            "its scenes are another engine's",
            where=f"spatialscout/{SET.name}",
            hint="Give the engine that has them: --engine maniskill",
        )
    turn, position = divmod(index, SIZE)
    builder, number = slots()[position]
    count = target_count(position)
    rng = np.random.default_rng([seed, index, *SET.name.encode()])
    for config in _dealt(seed, turn, builder, number, count, simulator):
        draft = Scenario(
            id=f"{SET.name}-{seed}-{index:04d}",
            benchmark="spatialscout",
            set=SET.name,
            seed=seed,
            world=_world(builder, config),
            vehicles=(VehicleSpec(name=CAMERA, position=(0.0, 0.0, 0.0)),),
            task={},
        )
        found = _in_scene(draft, count, rng, simulator)
        if found is not None:
            return found
    raise LookaboutError(
        f"no scene of {builder} that is left for scene {index} of seed {seed} has {FEWEST} "
        f"targets and a start that sees {LEAST_SEEN}: try another seed"
    )


def _dealt(
    seed: int, turn: int, builder: str, number: int, count: int, simulator: Furnished
) -> list[int]:
    """
    The builder's scenes among which one is to be found, those that list ``count`` things first.

    The seed shuffles all that list enough, and deals them to the builder's places in the set.
    Small ones are left out before, or some places would get nothing but these.
    """
    places, configs = SCENES[builder]
    order = np.random.default_rng([seed, turn, *builder.encode()]).permutation(configs)
    size = {
        config: simulator.listed(_world(builder, config))
        for config in order[: places * _CONFIGS].tolist()
    }
    enough = [config for config, listed in size.items() if listed >= FEWEST]
    return sorted(enough[number::places], key=lambda config: size[config] < count)


def _world(builder: str, config: int) -> WorldSpec:
    params: dict[str, Any] = {"builder": builder, "config": config}
    return WorldSpec(kind="maniskill", seed=0, params=params)


def slots() -> list[tuple[str, int]]:
    """The builder of each of the 80 scenes, and its how manieth, from 0; evenly mixed."""
    spread = [
        ((number + 0.5) / count, builder, number)
        for builder, (count, _) in SCENES.items()
        for number in range(count)
    ]
    return [(builder, number) for _, builder, number in sorted(spread)]


def _in_scene(
    draft: Scenario, count: int, rng: np.random.Generator, simulator: Simulator
) -> Scenario | None:
    """
    The draft with a start from which enough is seen, and targets; None if there is none.

    :param count: of targets; fewer in a scene that has not so many.
    """
    assert isinstance(simulator, Furnished)
    simulator.reset(draft)
    things = simulator.things()
    if len(things) < count:
        count = FEWEST
    if not count <= len(things) <= count + _MOST_HIDDEN:
        return None
    named = {**draft.world.params, "source": simulator.source()}
    boxes = {thing.name: simulator.truth.box(thing.name) for thing in things}
    for position in list(_places(list(boxes.values()), rng, simulator)):
        chosen = select(things, boxes, position, count)
        centres = np.array([boxes[thing.name].centre for thing in chosen])
        if np.linalg.norm(centres - position, axis=1).max() > LONGEST_RADIUS_M:
            continue
        yaw_deg, pitch_deg = _aim(position, centres, rng)
        listed = entities(chosen)
        kept = {entity.identifier for entity in listed}
        hidden = tuple(sorted(set(boxes) - kept))
        made = draft.model_copy(
            update={
                "world": draft.world.model_copy(update={"params": named, "hidden": hidden}),
                "vehicles": (VehicleSpec(name=CAMERA, position=position, yaw_deg=yaw_deg),),
                "task": Task(pitch_deg=pitch_deg, entities=listed).model_dump(mode="json"),
            }
        )
        simulator.reset(made)
        start = Pose.at(position, yaw_deg=yaw_deg, pitch_deg=pitch_deg)
        if seen_from(start, listed, simulator) >= LEAST_SEEN:
            return made
    return None


def select(
    things: Sequence[Thing], boxes: Mapping[str, Box], origin: Sequence[float], count: int
) -> list[Thing]:
    """
    The targets: those of a known category first, then the nearest to the camera; names break
    ties. Distances are those of the middles of world boxes, to the tenth of a millimetre.
    """
    eye = np.asarray(origin, float)

    def rank(thing: Thing) -> tuple[bool, float, str]:
        away = float(np.linalg.norm(boxes[thing.name].centre - eye))
        return not thing.category, round(away, 4), thing.name

    return sorted(things, key=rank)[:count]


def entities(things: Sequence[Thing]) -> tuple[Entity, ...]:
    """
    The inventory, by name; each category is one group.

    The paper takes groups of several as repeated categories (section 2.2), and no word of an
    inventory would tell which of two cups is of which model.
    """
    found = []
    for thing in sorted(things, key=lambda thing: thing.name):
        category = (thing.category or "object")[:60]
        found.append(Entity(identifier=thing.name, category=category, group=category))
    return tuple(found)


def _places(
    boxes: Sequence[Box], rng: np.random.Generator, simulator: Simulator
) -> Iterator[tuple[float, float, float]]:
    """Free-standing places at eye height over a floor, near things and within walls."""
    floor = float(np.quantile([box.low[2] for box in boxes], 0.1))
    sphere = _sphere(200)
    for _ in range(_PLACES):
        anchor = boxes[int(rng.integers(len(boxes)))].centre
        angle, away = rng.uniform(0, 2 * np.pi), rng.uniform(0.6, 2.5)
        height = float(rng.uniform(*_EYES_M))
        x, y = anchor[:2] + away * np.array([np.cos(angle), np.sin(angle)])
        if max(abs(x), abs(y), abs(floor + height)) > WORLD_LIMIT_M:
            continue
        over = np.array([[x, y, floor + _EYES_M[0]]])
        below = simulator.raycast(over, np.array([[0.0, 0.0, -1.0]])).distance[0]
        if abs(below - _EYES_M[0]) > 0.2:  # on a table, or on no floor
            continue
        z = floor + _EYES_M[0] - below + height
        position = (round(float(x), 3), round(float(y), 3), round(float(z), 3))
        origins = np.broadcast_to(np.array(position), sphere.shape).copy()
        gaps = simulator.raycast(origins, sphere).distance
        around = gaps[sphere[:, 2] <= 0.2]
        if gaps.min() >= CLEAR_M and np.isfinite(around).mean() >= _ENCLOSED:
            yield position


def _aim(
    position: Sequence[float], centres: Floats, rng: np.random.Generator
) -> tuple[float, float]:
    """Yaw and pitch towards where most targets lie, whatever hides them."""
    pitch = 0.0 if rng.random() < 0.4 else round(float(rng.uniform(-22, -4)), 1)
    turns = (float(rng.uniform(0, 30)) + np.arange(0.0, 360.0, 30.0)) % 360
    inside = []
    for yaw in turns:
        pixels, depth = LENS.project(
            Pose.at(position, yaw_deg=float(yaw), pitch_deg=pitch).to_body(centres)
        )
        inside.append(int((LENS.sees(pixels) & (depth > 0.3)).sum()))
    return round(float(turns[int(np.argmax(inside))]), 1), pitch


def _sphere(count: int) -> Floats:
    """Directions (count, 3), evenly spread."""
    turn = np.arange(count) + 0.5
    z = 1 - 2 * turn / count
    angle = turn * np.pi * (3 - 5**0.5)
    level = np.sqrt(1 - z**2)
    return np.column_stack([level * np.cos(angle), level * np.sin(angle), z])
