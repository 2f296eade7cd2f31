"""Tiny worlds for tests: no renderer, no city."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from lookabout.errors import UsageError
from lookabout.exchange import Briefing, Image, Observation, Reply
from lookabout.flight.autopilot import fly_straight
from lookabout.geometry import Box, Camera, Pose, sweep_sphere
from lookabout.records import StepRecord
from lookabout.sim.protocol import Contact, Floats, Fly, Frame, Hits, Hover, Motion, MoveBy
from lookabout.sim.scenario import Scenario, VehicleSpec
from lookabout.world.spec import ObjectSpec, WorldSpec

PICTURE = np.full((500, 500, 3), 90, np.uint8)


def flysearch_scenario(
    *,
    start: tuple[float, float, float] = (5.0, -4.0, 40.0),
    target_class: str = "vehicle",
    name: str = "test-0",
) -> Scenario:
    """A start above a target at the origin."""
    return Scenario(
        id=name,
        benchmark="flysearch",
        set="fs1-city",
        seed=7,
        world=WorldSpec(
            kind="city",
            seed=1,
            radius=60.0,
            objects=(
                ObjectSpec(name="target", kind="vehicle/red_pickup", seed=7, position=(0, 0, 0)),
            ),
        ),
        vehicles=(VehicleSpec(name="drone", position=start),),
        task={
            "target_class": target_class,
            "description": "a red pickup truck",
            "ground_z": 0.0,
            "start_height": start[2],
            "start_offset": (start[0], start[1]),
        },
    )


class FlatWorld:
    """
    A simulator without pictures: flat ground, one target box, and walls of triangles.

    Implements :class:`lookabout.sim.protocol.Simulator`.
    """

    look = "builtin"
    fingerprint = "f" * 64

    def __init__(
        self,
        target: Box | None = None,
        walls: Floats | None = None,
        fail_at: int | None = None,
    ) -> None:
        """:param fail_at: the observation, from 0, that raises."""
        self.target = target or Box((-2.5, -1.0, 0.0), (2.5, 1.0, 1.8))
        ground = np.array([[[-1e4, -1e4, 0], [1e4, -1e4, 0], [0, 2e4, 0]]], float)
        self.walls = ground if walls is None else np.concatenate([ground, walls])
        self.engine = {"renderer": "none"}
        self.time_s = 0.0
        self.truth = self
        self.resets = self.observations = 0
        self.fail_at = fail_at
        self.closed = False
        self.looks: list[tuple[Camera, Pose]] = []
        self._poses: dict[str, Pose] = {}

    def reset(self, scenario: Scenario) -> Mapping[str, Pose]:
        self.resets += 1
        self._poses = {v.name: Pose.at(v.position, yaw_deg=v.yaw_deg) for v in scenario.vehicles}
        return self._poses

    def pose(self, vehicle: str) -> Pose:
        return self._poses[vehicle]

    def observe(
        self, camera: Camera, pose: Pose, *, depth: bool = False, ids: bool = False
    ) -> Frame:
        if self.observations == self.fail_at:
            raise RuntimeError("no picture today")
        self.observations += 1
        self.looks.append((camera, pose))
        return Frame(PICTURE, camera, pose, self.time_s)

    def object_ids(self) -> Mapping[str, int]:
        return {"target": 1}

    def move(self, vehicle: str, command: MoveBy) -> Motion:
        def sweep(start: Floats, motion: Floats, radius: float) -> tuple[float, str | None]:
            share, index = sweep_sphere(start, motion, radius, self.walls)
            return share, None if index < 0 else "ground" if index == 0 else "wall"

        flight = fly_straight(self._poses[vehicle].position, command.displacement, sweep)
        self._poses[vehicle] = Pose(flight.end, self._poses[vehicle].rotation)
        return Motion(np.stack([flight.start, flight.end]), flight.stopped_by)

    def steer(self, vehicle: str, command: Fly | Hover) -> None:
        raise UsageError(f"vehicle {vehicle!r} is no quadrotor")

    def advance(self, dt_s: float) -> tuple[Contact, ...]:
        self.time_s += dt_s
        return ()

    def raycast(
        self, origins: Floats, directions: Floats, max_distance: float = float("inf")
    ) -> Hits:
        return Hits(np.full(len(origins), np.inf), ("",) * len(origins))

    def visible(self, camera: Camera, pose: Pose, target: str) -> float:
        return 1.0

    def box(self, name: str) -> Box:
        return self.target

    def top(self, name: str) -> float:
        return self.target.top

    def position(self, name: str) -> Floats:
        return np.zeros(3)

    def close(self) -> None:
        self.closed = True


class Reciter:
    """An agent that answers from a list, or from a function of the observation."""

    privileged = False
    name = "reciter"

    def __init__(self, *replies: str | Exception | Callable[[Observation], str]) -> None:
        self.replies = list(replies)
        self.seen: list[Observation] = []
        self.briefings: list[Briefing] = []

    def begin(self, briefing: Briefing) -> None:
        self.briefings.append(briefing)

    def reply(self, observation: Observation) -> Reply:
        self.seen.append(observation)
        answer = self.replies[min(len(self.seen), len(self.replies)) - 1]
        if isinstance(answer, Exception):
            raise answer
        return Reply(answer if isinstance(answer, str) else answer(observation))

    def close(self) -> None:
        pass


class Notebook:
    """A recorder that keeps everything in memory."""

    def __init__(self) -> None:
        self.frames: list[Image] = []
        self.steps: list[StepRecord] = []

    def frame(self, image: Image) -> str:
        self.frames.append(image)
        return f"frames/{len(self.frames) - 1:03d}.png"

    def step(self, step: StepRecord) -> None:
        self.steps.append(step)


def move(x: float, y: float, z: float) -> str:
    """A reply that flies."""
    return f"<Reasoning>on</Reasoning><Action>({x}, {y}, {z})</Action>"


FOUND = "<Reasoning>there</Reasoning><Action>FOUND</Action>"


def everything_in(value: Any, seen: set[int] | None = None) -> list[Any]:
    """All objects that can be reached from a value through containers and attributes."""
    seen = set() if seen is None else seen
    if id(value) in seen:
        return []
    seen.add(id(value))
    children: list[Any] = []
    if isinstance(value, Mapping):
        children = [*value.keys(), *value.values()]
    elif isinstance(value, list | tuple | set | frozenset):
        children = list(value)
    elif hasattr(value, "__dict__") and not isinstance(value, type):
        children = list(vars(value).values())
    return [value, *(inner for child in children for inner in everything_in(child, seen))]
