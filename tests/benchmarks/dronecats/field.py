"""A field for drones: flat ground, a target box that may drift, boxes in the way, no pictures.

Drones obey at once, without physics, so that what is expected can be worked out by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from lookabout.benchmarks.dronecats.clock import Clock
from lookabout.benchmarks.dronecats.episode import Episode
from lookabout.benchmarks.dronecats.hierarchy import HierarchyEpisode
from lookabout.benchmarks.dronecats.settings import Settings
from lookabout.benchmarks.dronecats.task import Task
from lookabout.exchange import Observation, Reply
from lookabout.geometry import Box, Camera, Pose
from lookabout.sim.protocol import Contact, Floats, Fly, Frame, Hits, Hover
from lookabout.sim.scenario import Scenario, VehicleSpec
from lookabout.world.spec import ObjectSpec, WorldSpec

TARGET = Box((18.0, -2.0, 0.0), (22.0, 2.0, 2.0))
PICTURE = np.full((480, 640, 3), 120, np.uint8)


@dataclass
class Field:
    """Implements what the benchmark uses of :class:`lookabout.sim.protocol.Simulator`."""

    target: Box = TARGET
    """20 m east of the origin, its centre 1 m high."""
    drift: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Of the target, m/s."""
    walls: tuple[Box, ...] = ()
    picture: Any = None
    touches: list[Contact] = field(default_factory=list)
    """Reported when their time comes."""
    time_s: float = 0.0
    observations: int = 0
    steered: list[tuple[float, str, Fly | Hover]] = field(default_factory=list)

    engine: ClassVar = {"renderer": "none"}
    look = "builtin"
    fingerprint = "f" * 64

    @property
    def truth(self) -> Field:
        return self

    def reset(self, scenario: Scenario) -> Mapping[str, Pose]:
        self.time_s = 0.0
        self.at = {v.name: np.array(v.position, float) for v in scenario.vehicles}
        self.yaw = {v.name: v.yaw_deg for v in scenario.vehicles}
        self.command: dict[str, Fly | Hover] = {name: Hover() for name in self.at}
        return {name: self.pose(name) for name in self.at}

    def pose(self, vehicle: str) -> Pose:
        # Tilted, as a body in flight: the camera is not.
        return Pose.at(self.at[vehicle], yaw_deg=self.yaw[vehicle], pitch_deg=-11.0)

    def observe(self, camera: Camera, pose: Pose, **_: bool) -> Frame:
        self.observations += 1
        picture = PICTURE if self.picture is None else self.picture(camera, pose)
        return Frame(picture[: camera.height, : camera.width], camera, pose, self.time_s)

    def steer(self, vehicle: str, command: Fly | Hover) -> None:
        self.steered.append((self.time_s, vehicle, command))
        self.command[vehicle] = command

    def advance(self, dt_s: float) -> tuple[Contact, ...]:
        for name, command in self.command.items():
            if isinstance(command, Fly):
                self.at[name] = self.at[name] + dt_s * np.array(command.velocity)
            else:
                self.yaw[name] += dt_s * command.yaw_rate_deg
        before, self.time_s = self.time_s, self.time_s + dt_s
        return tuple(t for t in self.touches if before < t.time_s <= self.time_s)

    def box(self, name: str) -> Box:
        if name != "target":
            raise KeyError(name)
        by = np.array(self.drift) * self.time_s
        low, high = np.array(self.target.low) + by, np.array(self.target.high) + by
        return Box(tuple(low.tolist()), tuple(high.tolist()))

    def raycast(self, origins: Floats, directions: Floats, limit: float = float("inf")) -> Hits:
        start = np.asarray(origins, float).reshape(-1, 3)
        way = np.asarray(directions, float).reshape(-1, 3)
        way = way / np.linalg.norm(way, axis=1)[:, None]
        best, labels = np.full(len(start), float(limit)), [""] * len(start)
        for label, box in [("target", self.box("target")), *(("wall", b) for b in self.walls)]:
            for k, reach in enumerate(_enter(box, start, way)):
                if reach < best[k]:
                    best[k], labels[k] = reach, label
        for k in range(len(start)):
            if way[k, 2] < 0 and (reach := -start[k, 2] / way[k, 2]) < best[k]:
                best[k], labels[k] = reach, "ground"
        return Hits(np.where([bool(each) for each in labels], best, np.inf), tuple(labels))

    def visible(self, camera: Camera, pose: Pose, target: str) -> float:
        """Of the target's corners and centre, those in the picture with no wall before them."""
        box = self.box(target)
        points = np.vstack([box.corners, box.centre])
        inside = points[camera.sees(camera.project(pose.to_body(points))[0])]
        free = [
            all(
                _enter(wall, pose.position[None], (p - pose.position)[None])[0] > 1
                for wall in self.walls
            )
            for p in inside
        ]
        return sum(free) / len(points)

    def close(self) -> None:
        pass


def _enter(box: Box, start: Floats, way: Floats) -> Floats:
    """How far along each way a box is entered; infinity where it is not, or from inside."""
    with np.errstate(divide="ignore", invalid="ignore"):
        a, b = (np.array(box.low) - start) / way, (np.array(box.high) - start) / way
    first, last = np.nanmax(np.minimum(a, b), axis=1), np.nanmin(np.maximum(a, b), axis=1)
    return np.where((first <= last) & (first > 0), first, np.inf)


def scenario(
    drones: int = 1,
    *,
    yaw_deg: float = 0.0,
    height: float = 1.5,
    cell: str = "",
    instruction: str = "go to the cyan SUV",
    kind: str = "city",
) -> Scenario:
    """Drones at the origin, side by side, looking east."""
    names = ["drone"] if drones == 1 else [f"drone-{k}" for k in range(1, drones + 1)]
    chosen = cell or ("approaching" if drones == 1 else "commanding")
    return Scenario(
        id="test-0",
        benchmark="dronecats",
        set=chosen,
        seed=3,
        world=WorldSpec(
            kind=kind,
            seed=1,
            radius=60.0,
            objects=(
                ObjectSpec(name="target", kind="vehicle/cyan_suv", seed=7, position=(20, 0, 0)),
            ),
        ),
        vehicles=tuple(
            VehicleSpec(
                name=name, position=(0.0, 2.0 * k, height), yaw_deg=yaw_deg, flight="quadrotor"
            )
            for k, name in enumerate(names)
        ),
        task={
            "cell": chosen,
            "map": "residential",
            "instruction": instruction,
            "target": "target",
            "candidates": ["target"] if chosen == "commanding" else [],
            "distance_m": 20.0,
            "bearing_deg": 0.0,
            "occupancy": 0.02,
            "visible": True,
        },
    )


def start(
    settings: Settings | None = None,
    world: Field | None = None,
    *,
    drones: int = 1,
    clock: Clock | None = None,
    **options: Any,
) -> tuple[Episode | HierarchyEpisode, Field]:
    """An episode at its start, and its world."""
    settings, world = settings or Settings(), world or Field()
    flown = scenario(drones, **options)
    world.reset(flown)
    names = tuple(vehicle.name for vehicle in flown.vehicles)
    clock = clock or Clock(settings.clock, settings.latency_s or 0.0)
    kind = HierarchyEpisode if settings.hierarchy else Episode
    return kind(Task.model_validate(flown.task), names, settings, world, clock), world


def go(x: float = 500, y: float = 500, depth: float = 3.0) -> str:
    return f'{{"action": "go", "point": [{x}, {y}], "depth": {depth}}}'


FINISHED = '{"action": "finished"}'
THINK = '{"action": "think"}'


def rotate(yaw: float) -> str:
    return f'{{"action": "rotate", "yaw": {yaw}}}'


def say(episode: Any, text: str, latency_s: float = 0.0) -> tuple[Observation, Any]:
    """One turn: what was shown, and the step."""
    shown = episode.observe()
    return shown, episode.answer(Reply(text, latency_s=latency_s))
