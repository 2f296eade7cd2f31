"""The embedded simulator: Cycles for pictures, embree for rays, no game engine."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from lookabout.errors import SimulatorError, UsageError
from lookabout.flight.autopilot import fly_straight
from lookabout.geometry import Box, Camera, Pose
from lookabout.render.client import Renderer
from lookabout.render.rays import RayWorld
from lookabout.sim.flying import Flying, matrix_of, quadrotors, with_bodies
from lookabout.sim.protocol import Contact, Floats, Fly, Frame, Hits, Hover, Motion, MoveBy
from lookabout.sim.scenario import Scenario
from lookabout.world.registry import get_world
from lookabout.world.routes import pose_at
from lookabout.world.scene import Scene
from lookabout.world.spec import RouteSpec


class EmbeddedSimulator:
    """See :class:`lookabout.sim.protocol.Simulator`. Holds one renderer process.

    The renderer is given the scene at the first frame after a reset, so checks that need
    only rays (line of sight, collisions) never wait for it.
    """

    def __init__(
        self, *, quality: str = "standard", device: str = "cpu", threads: int | None = None
    ) -> None:
        """
        :param quality: ``draft``, ``standard`` or ``high``.
        :param device: ``cpu`` or a device that Cycles knows: ``cuda``, ``optix``, ``hip``,
            ``oneapi``, ``metal``.
        :param threads: CPU threads of the renderer; None for all.
        """
        self._renderer = Renderer(quality=quality, device=device, threads=threads)
        self._scene: Scene | None = None
        self._rays: RayWorld | None = None
        self._routes: tuple[RouteSpec, ...] = ()
        self._poses: dict[str, Pose] = {}
        self._object_poses: dict[str, Floats] = {}
        self._flying: Flying | None = None
        self._moved: set[str] = set()
        """Objects that are not where the scene has them."""
        self._unshown: set[str] = set()
        """Objects that are not where the renderer has them."""
        self._time_ns = 0
        """Whole, so that a second is the same in one step or in many."""
        self._shown = False

    # -- what is there ---------------------------------------------------------------

    @property
    def engine(self) -> Mapping[str, str]:
        return self._renderer.engine

    @property
    def scene(self) -> Scene:
        """The present scene. :raises SimulatorError: before the first reset."""
        if self._scene is None:
            raise SimulatorError("the simulator has no world yet: reset it with a scenario")
        return self._scene

    @property
    def rays(self) -> RayWorld:
        """Ray queries in the present scene."""
        if self._rays is None:
            raise SimulatorError("the simulator has no world yet: reset it with a scenario")
        return self._rays

    @property
    def flying(self) -> Flying:
        """The quadrotors of the present scene."""
        if self._flying is None:
            raise SimulatorError("the simulator has no world yet: reset it with a scenario")
        return self._flying

    @property
    def look(self) -> str:
        return self.scene.look

    @property
    def fingerprint(self) -> str:
        return self.scene.fingerprint

    @property
    def time_s(self) -> float:
        return self._time_ns / 1e9

    @property
    def truth(self) -> EmbeddedTruth:
        return EmbeddedTruth(self.scene, self._object_poses)

    # -- life ------------------------------------------------------------------------

    def reset(self, scenario: Scenario) -> Mapping[str, Pose]:
        drones = quadrotors(scenario.vehicles)
        scene = with_bodies(get_world(scenario.world.kind).build(scenario.world), drones)
        self._scene = scene
        self._rays = RayWorld(scene)
        self._routes = scenario.world.routes
        self._flying = Flying(drones, self._rays, self._routes)
        self._object_poses = {thing.name: thing.pose for thing in scene.objects}
        self._moved, self._unshown = set(), set()
        self._poses = {
            vehicle.name: Pose.at(vehicle.position, yaw_deg=vehicle.yaw_deg)
            for vehicle in scenario.vehicles
        }
        self._time_ns = 0
        self._shown = False
        self._place_movers()
        return MappingProxyType(self._poses)

    def close(self) -> None:
        self._renderer.close()

    # -- seeing ----------------------------------------------------------------------

    def observe(
        self, camera: Camera, pose: Pose, *, depth: bool = False, ids: bool = False
    ) -> Frame:
        if not self._shown:
            self._renderer.load(self.scene)
            self._unshown = set(self._moved)
            self._shown = True
        try:
            for name in sorted(self._unshown):
                self._renderer.set_pose(name, self._object_poses[name])
            self._unshown = set()
            unseen = self.flying.around(pose.position)
            picture = self._renderer.render(camera, pose, depth=depth, ids=ids, unseen=unseen)
        except SimulatorError:
            self._shown = False  # the next frame starts a new renderer with the same scene
            raise
        return Frame(picture.rgb, camera, pose, self.time_s, picture.depth, picture.ids)

    def object_ids(self) -> Mapping[str, int]:
        return {thing.name: index + 1 for index, thing in enumerate(self.scene.objects)}

    def raycast(
        self, origins: Floats, directions: Floats, max_distance: float = float("inf")
    ) -> Hits:
        start = np.asarray(origins, dtype=float).reshape(-1, 3)
        way = np.asarray(directions, dtype=float).reshape(-1, 3)
        distance, labels = np.empty(len(start)), np.empty(len(start), dtype=object)
        for rays, own in self.flying.groups(start):
            distance[rays], labels[rays] = self.rays.cast(
                start[rays], way[rays], max_distance, without=own
            )
        return Hits(distance, tuple(labels.tolist()))

    def visible(self, camera: Camera, pose: Pose, target: str) -> float:
        own = self.flying.around(pose.position)
        if target in own:
            return 0.0
        return self.rays.visible_fraction(camera, pose, target, without=own)

    # -- moving ----------------------------------------------------------------------

    def pose(self, vehicle: str) -> Pose:
        return self._poses[vehicle]

    def move(self, vehicle: str, command: MoveBy) -> Motion:
        if vehicle in self.flying:
            raise UsageError(f"vehicle {vehicle!r} is a quadrotor: it is steered, not moved")
        before = self._poses[vehicle]
        flight = fly_straight(before.position, command.displacement, self.rays.sweep)
        self._poses[vehicle] = Pose(flight.end, before.rotation)
        return Motion(np.stack([flight.start, flight.end]), flight.stopped_by)

    def steer(self, vehicle: str, command: Fly | Hover) -> None:
        self.flying.steer(vehicle, command)

    def advance(self, dt_s: float) -> tuple[Contact, ...]:
        if not 0 <= dt_s < float("inf"):
            raise ValueError(f"time goes forward: dt_s must be >= 0 and finite, got {dt_s}")
        self._time_ns += round(dt_s * 1e9)
        contacts = self.flying.advance(self._time_ns)
        self._place_movers()
        for name, pose in self.flying.poses().items():
            self._poses[name] = pose
            self._put(name, matrix_of(pose))
        return contacts

    def shift(self, name: str, by: tuple[float, float, float]) -> None:
        if name not in self._object_poses:
            raise SimulatorError(f"the scene has no object {name!r}")
        matrix = self._object_poses[name].copy()
        matrix[:3, 3] += by
        self._put(name, matrix)
        self.flying.forget()

    def _place_movers(self) -> None:
        for route in self._routes:
            self._put(route.object, pose_at(route, self.time_s))

    def _put(self, name: str, matrix: Floats) -> None:
        self._object_poses[name] = matrix
        self._moved.add(name)
        self._unshown.add(name)
        self.rays.set_pose(name, matrix)


class EmbeddedTruth:
    """See :class:`lookabout.sim.protocol.Truth`."""

    def __init__(self, scene: Scene, poses: Mapping[str, Floats]) -> None:
        self._scene = scene
        self._poses = poses

    def box(self, name: str) -> Box:
        return self._scene.box(name, self._poses[name])

    def top(self, name: str) -> float:
        thing = self._scene.object(name)
        if thing.top is None:
            return self.box(name).top
        return thing.top + float(self._poses[name][2, 3] - thing.pose[2, 3])

    def position(self, name: str) -> Floats:
        return self._poses[name][:3, 3].copy()
