"""ManiSkill3 as a simulator: the scenes that SpatialScout was published on, drawn by SAPIEN.

Its data sets are not part of this package: ``docs/engines.md`` says how to get them. Nothing
in a scene moves, and physics is never stepped; boxes, rays and collisions are those of the
meshes that are drawn.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from types import MappingProxyType
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from lookabout.errors import LookaboutError, MissingExtraError, SimulatorError, UsageError
from lookabout.flight.autopilot import fly_straight
from lookabout.geometry import Camera, Pose
from lookabout.render.rays import RayWorld
from lookabout.sim.embedded import EmbeddedTruth
from lookabout.sim.maniskill_frames import matrix_of
from lookabout.sim.maniskill_meshes import Meshes, file_digests, scene_of
from lookabout.sim.maniskill_pictures import SHADERS, Cameras
from lookabout.sim.maniskill_scenes import Loaded, Params, listed, load, put
from lookabout.sim.protocol import Contact, Floats, Fly, Frame, Hits, Hover, Motion, MoveBy
from lookabout.sim.scenario import Scenario, check
from lookabout.sim.things import Thing
from lookabout.world.scene import Instances, Scene, SceneObject
from lookabout.world.spec import WorldSpec

KIND = "maniskill"
"""Of worlds that this engine builds."""
DEVICES = ("cpu", "cuda")
_AWAY = np.eye(4)
_AWAY[:3, 3] = 3e6, -5e6, 7e6
"""Pose of what is hidden: no wall is so far off, so nothing behind it is missed."""
T = TypeVar("T")


class ManiSkillSimulator:
    """See :class:`lookabout.sim.protocol.Simulator` and :class:`lookabout.sim.things.Furnished`.

    SAPIEN lives in this process. A scene stays loaded until another is asked for; scenarios
    that differ in what they hide share it.
    """

    def __init__(
        self, *, quality: str = "standard", device: str = "cpu", threads: int | None = None
    ) -> None:
        """
        :param quality: ``draft`` and ``standard`` are SAPIEN's shader ``minimal``, the paper's;
            ``high`` is ``default``.
        :param device: what it draws on: ``cpu`` or ``cuda``.
        :param threads: CPU threads of a renderer on the CPU (Mesa's); None for all.
        :raises UsageError: for a name that does not exist.
        :raises MissingExtraError: if ManiSkill is not installed.
        """
        if quality not in SHADERS:
            raise UsageError(f"no render quality {quality!r}; there are {', '.join(SHADERS)}")
        if device not in DEVICES:
            raise UsageError(f"no render device {device!r}; there are {', '.join(DEVICES)}")
        if find_spec("mani_skill") is None or find_spec("sapien") is None:
            raise MissingExtraError(
                "the packages mani_skill and sapien are not installed",
                where=f"engine {KIND}",
                hint="pip install 'lookabout[maniskill]', or '.[maniskill]' in the checkout",
            )
        if threads is not None:
            os.environ.setdefault("LP_NUM_THREADS", str(threads))  # read when Mesa starts
        self._quality, self._device = quality, device
        self._stage: _Stage | None = None
        self._scene: Scene | None = None
        self._poses: dict[str, Pose] = {}
        self._object_poses: dict[str, Floats] = {}
        self._time_s = 0.0

    # -- what is there ---------------------------------------------------------------

    @property
    def engine(self) -> Mapping[str, str]:
        _require(self._device)
        return {
            "engine": KIND,
            "version": version("mani_skill"),
            "sapien": version("sapien"),
            "device": self._device,
            "quality": self._quality,
            "shader": SHADERS[self._quality],
            "physics": "cpu, never stepped",
        }

    @property
    def look(self) -> str:
        return KIND

    @property
    def fingerprint(self) -> str:
        """Of the configuration, the geometry that is shown, and the files of all models."""
        stage = self._present()
        digest = hashlib.sha256(self._shown().fingerprint.encode())
        for part in (stage.loaded.digest, *sorted(stage.files.values())):
            digest.update(part.encode())
        return digest.hexdigest()

    @property
    def time_s(self) -> float:
        return self._time_s

    @property
    def truth(self) -> EmbeddedTruth:
        return EmbeddedTruth(self._shown(), self._object_poses)

    def source(self) -> str:
        return self._present().loaded.source

    def things(self) -> Sequence[Thing]:
        shown = {thing.name for thing in self._shown().objects}
        return [item.thing for item in self._present().loaded.furniture if item.thing.name in shown]

    def listed(self, world: WorldSpec) -> int:
        params = _params(world)
        return _attempt(lambda: listed(params))

    # -- life ------------------------------------------------------------------------

    def reset(self, scenario: Scenario) -> Mapping[str, Pose]:
        params = _params(scenario.world)
        for vehicle in scenario.vehicles:
            if vehicle.flight != "free":
                raise UsageError(
                    f"{KIND} flies no {vehicle.flight}: vehicle {vehicle.name!r}", where="vehicles"
                )
        _require(self._device)
        if self._stage is None or not self._stage.loaded.fits(params):
            self.close()
            self._stage = _attempt(lambda: _Stage(load(params, self._device), self._quality))
        self._scene = None  # nothing, if what is to be hidden does not exist
        self._scene = self._stage.show(scenario.world.hidden)
        self._object_poses = {thing.name: thing.pose for thing in self._scene.objects}
        self._poses = {
            vehicle.name: Pose.at(vehicle.position, yaw_deg=vehicle.yaw_deg)
            for vehicle in scenario.vehicles
        }
        self._time_s = 0.0
        return MappingProxyType(self._poses)

    def close(self) -> None:
        if self._stage is not None:
            import sapien

            # Else the models of all scenes that were ever loaded stay in memory.
            sapien.render.clear_cache(models=True, images=True, shaders=False)
        self._stage = self._scene = None

    # -- seeing ----------------------------------------------------------------------

    def observe(
        self, camera: Camera, pose: Pose, *, depth: bool = False, ids: bool = False
    ) -> Frame:
        stage, names = self._present(), self.object_ids()
        picture = _attempt(lambda: stage.cameras.picture(camera, pose))
        numbers = None
        if ids:
            table = np.zeros(max(stage.owners, default=0) + 2, np.int32)
            for number, name in stage.owners.items():
                table[number] = names.get(name, 0)
            numbers = table[np.minimum(picture.entities, len(table) - 1)]
        far = picture.depth if depth else None
        return Frame(picture.rgb, camera, pose, self._time_s, far, numbers)

    def object_ids(self) -> Mapping[str, int]:
        return {thing.name: index + 1 for index, thing in enumerate(self._shown().objects)}

    def raycast(
        self, origins: Floats, directions: Floats, max_distance: float = float("inf")
    ) -> Hits:
        distance, labels = self._present().rays.cast(origins, directions, max_distance)
        hidden = set(self._present().named) - set(self._object_poses)
        gone = [label in hidden for label in labels]
        distance[gone] = np.inf
        shown = ("" if away else label for away, label in zip(gone, labels, strict=True))
        return Hits(distance, tuple(shown))

    def visible(self, camera: Camera, pose: Pose, target: str) -> float:
        if target not in self._object_poses:
            raise UsageError(f"the scene has no object {target!r}")
        return self._present().rays.visible_fraction(camera, pose, target)

    # -- moving ----------------------------------------------------------------------

    def pose(self, vehicle: str) -> Pose:
        return self._poses[vehicle]

    def move(self, vehicle: str, command: MoveBy) -> Motion:
        before = self._poses[vehicle]
        flight = fly_straight(before.position, command.displacement, self._present().rays.sweep)
        self._poses[vehicle] = Pose(flight.end, before.rotation)
        return Motion(np.stack([flight.start, flight.end]), flight.stopped_by)

    def shift(self, name: str, by: tuple[float, float, float]) -> None:
        if name not in self._object_poses:
            raise SimulatorError(f"the scene has no object {name!r}")
        stage = self._present()
        _attempt(lambda: stage.shift(name, by))
        matrix = self._object_poses[name].copy()
        matrix[:3, 3] += by
        self._object_poses[name] = matrix
        stage.rays.set_pose(name, matrix)

    def steer(self, vehicle: str, command: Fly | Hover) -> None:
        raise UsageError(f"vehicle {vehicle!r} is no quadrotor; {KIND} flies none")

    def advance(self, dt_s: float) -> tuple[Contact, ...]:
        if not dt_s >= 0:
            raise ValueError(f"time goes forward: dt_s must be >= 0, got {dt_s}")
        self._time_s += dt_s
        return ()

    def _present(self) -> _Stage:
        if self._stage is None or self._scene is None:
            raise SimulatorError("the simulator has no world yet: reset it with a scenario")
        return self._stage

    def _shown(self) -> Scene:
        self._present()
        assert self._scene is not None
        return self._scene


class _Stage:
    """A loaded scene: what can be shown or hidden, and the cameras in it."""

    def __init__(self, loaded: Loaded, quality: str) -> None:
        self.loaded = loaded
        self.cameras = Cameras(loaded.scene, SHADERS[quality])
        self.owners: dict[int, str] = {}
        """Names of things by the number of their entity in pictures."""
        self._meshes = Meshes()
        self._objects: list[SceneObject] = []
        self._bodies: dict[str, list[Any]] = {}
        self._roots = {item.thing.name: item.roots for item in loaded.furniture}
        self._home: dict[str, list[Any]] = {}
        """SAPIEN's poses of what was shifted."""
        for item in loaded.furniture:
            self._take(item.thing, item.entities)
        self._static = self._background()
        self.rays = RayWorld(scene_of(self._meshes, self._static, self._objects, KIND))
        """Of all things: what is hidden is not left out but put away, so that walls need to be
        indexed only once."""
        self.files = file_digests(sorted(self._meshes.files))
        """SHA-256 of the models, by path."""

    @property
    def named(self) -> Collection[str]:
        """Everything that can be shown or hidden."""
        return self._bodies

    def show(self, hidden: Sequence[str]) -> Scene:
        """
        Make the named things invisible, and all others visible, each in its own place.

        :raises UsageError: for a name that nothing in the scene has.
        """
        for name in hidden:
            if name not in self._bodies:
                raise UsageError(
                    f"{self.loaded.source} has no thing {name!r} to hide", where="world.hidden"
                )
        for name, poses in self._home.items():
            for root, pose in zip(self._roots[name], poses, strict=True):
                put(root, pose)
        self._home.clear()
        gone = set(hidden)
        for name, bodies in self._bodies.items():
            for body in bodies:
                body.visibility = 0.0 if name in gone else 1.0
        for thing in self._objects:
            self.rays.set_pose(thing.name, _AWAY if thing.name in gone else thing.pose)
        objects = [thing for thing in self._objects if thing.name not in gone]
        return scene_of(self._meshes, self._static, objects, KIND)

    def shift(self, name: str, by: tuple[float, float, float]) -> None:
        """Put a thing somewhere else, until something is shown anew."""
        import sapien

        roots = self._roots[name]
        self._home.setdefault(name, [root.pose for root in roots])
        for root in roots:
            put(root, sapien.Pose(root.pose.p + np.array(by, np.float32), root.pose.q))

    def _take(self, thing: Thing, entities: Sequence[Any]) -> None:
        """Keep a thing; one without geometry that is drawn is no candidate (section 2.2)."""
        pose = _entity_pose(entities[0])
        back = np.linalg.inv(pose)
        parts: list[Instances] = []
        bodies: list[Any] = []
        for entity in entities:
            for body in _bodies(entity):
                bodies.append(body)
                move = back @ _entity_pose(entity)
                parts += [
                    Instances(part.mesh, move @ part.transforms, part.label)
                    for part in self._meshes.parts(body, thing.name)
                ]
        if parts:
            kind = f"{KIND}/{thing.category or 'thing'}"
            self._objects.append(SceneObject(thing.name, kind, tuple(parts), pose))
            self._bodies[thing.name] = bodies
            self.owners.update({int(entity.per_scene_id): thing.name for entity in entities})

    def _background(self) -> tuple[Instances, ...]:
        """All that is drawn and belongs to no thing: walls, floors, ceilings."""
        owned = {int(e.per_scene_id) for item in self.loaded.furniture for e in item.entities}
        return tuple(
            Instances(part.mesh, _entity_pose(entity) @ part.transforms, part.label)
            for entity in self.loaded.scene.entities
            if int(entity.per_scene_id) not in owned
            for body in _bodies(entity)
            for part in self._meshes.parts(body, "background")
        )


def _params(spec: WorldSpec) -> Params:
    """
    The world's settings.

    :raises UsageError: for another engine's world, or for what this one cannot do.
    """
    if spec.kind != KIND:
        raise UsageError(
            f"the engine {KIND} has only worlds of kind {KIND!r}, not {spec.kind!r}",
            where="world.kind",
            hint="Other worlds are the engine embedded's.",
        )
    fixed = WorldSpec(kind=KIND, seed=0)
    for field in sorted(set(WorldSpec.model_fields) - {"kind", "seed", "hidden", "params"}):
        if getattr(spec, field) != getattr(fixed, field):
            raise UsageError(
                f"the engine {KIND} shows its scenes as they are: {field} cannot be set",
                where=f"world.{field}",
            )
    return check(Params, spec.params, where="world.params")


def _bodies(entity: Any) -> list[Any]:
    import sapien

    kind = sapien.render.RenderBodyComponent
    return [component for component in entity.components if isinstance(component, kind)]


def _entity_pose(entity: Any) -> NDArray[np.float64]:
    return matrix_of(entity.pose.p, entity.pose.q)


@cache
def _require(device: str) -> None:
    """
    That SAPIEN draws on a device; ManiSkill would go on without one that is not there.

    :raises UsageError: if it does not.
    """
    import sapien

    try:
        sapien.Device(device)
    except RuntimeError as error:
        raise UsageError(f"SAPIEN finds no device {device!r}: {error}", where="--device") from None
    try:
        sapien.render.RenderSystem(sapien.Device(device))
    except RuntimeError as error:
        raise UsageError(
            f"SAPIEN cannot draw on {device!r} here: {error}",
            where=f"engine {KIND}",
            hint="It draws with Vulkan. Without a GPU it needs Mesa's lavapipe, version 24.3 or "
            "newer: see docs/engines.md.",
        ) from None


def _attempt(act: Callable[[], T]) -> T:
    """
    Let SAPIEN or ManiSkill do something.

    :raises SimulatorError: for whatever they raise.
    """
    try:
        return act()
    except LookaboutError:
        raise
    except Exception as error:
        problem = f"ManiSkill failed: {type(error).__name__}: {error}"
        raise SimulatorError(problem) from error
