"""The quadrotors of a scenario: their bodies in the scene, and their flight among its things."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from lookabout.errors import UsageError
from lookabout.flight.airspace import STEPS_A_SECOND, Airspace
from lookabout.flight.quadrotor import Quadrotor, State
from lookabout.geometry import Pose
from lookabout.render.rays import RayWorld
from lookabout.sim.obstacles import Moving, Standing
from lookabout.sim.protocol import Contact, Floats, Fly, Hover
from lookabout.sim.scenario import VehicleSpec
from lookabout.world.assets import make_variant, variants
from lookabout.world.scene import Scene, SceneObject
from lookabout.world.spec import RouteSpec

Ints = NDArray[np.intp]
BODY = "drone/quadrotor"
_MOST_SPEED = 100.0
"""Of a command, along an axis, m/s; what is flown at depends on rotors and air."""
_MOST_YAW_RATE_DEG = 720.0
_NS_A_STEP = 1_000_000_000 // STEPS_A_SECOND


def quadrotors(vehicles: Sequence[VehicleSpec]) -> tuple[VehicleSpec, ...]:
    """Those that have a body."""
    return tuple(vehicle for vehicle in vehicles if vehicle.flight == "quadrotor")


def with_bodies(scene: Scene, drones: Sequence[VehicleSpec]) -> Scene:
    """
    A scene and the bodies of drones as objects after its own, named like the vehicles.

    They differ in colour, as far as there are colours; an object's axes are the body's.

    :raises UsageError: if the scene has an object of a drone's name.
    """
    if not drones:
        return scene
    meshes, materials = dict(scene.meshes), dict(scene.materials)
    objects = list(scene.objects)
    taken = {thing.name for thing in objects}
    for index, drone in enumerate(drones):
        if drone.name in taken:
            raise UsageError(
                f"{drone.name!r} is a thing of this map; give the drone another name",
                where="vehicles",
            )
        asset = make_variant(BODY, index % variants(BODY))
        meshes |= asset.meshes
        materials |= asset.materials
        # Assets stand on their ground; a body's place is its middle.
        z = asset.meshes[asset.parts[0].mesh].vertices[:, 2]
        middle = np.eye(4)
        middle[2, 3] = -(z.min() + z.max()) / 2
        parts = tuple(replace(part, transforms=middle @ part.transforms) for part in asset.parts)
        pose = matrix_of(Pose.at(drone.position, yaw_deg=drone.yaw_deg))
        objects.append(SceneObject(drone.name, BODY, parts, pose))
    return replace(scene, meshes=meshes, materials=materials, objects=tuple(objects))


class Flying:
    """Quadrotors in a scene."""

    def __init__(
        self, drones: Sequence[VehicleSpec], rays: RayWorld, routes: Sequence[RouteSpec]
    ) -> None:
        """:param rays: of the scene with the bodies, which are left out of what they can meet."""
        bodies = {}
        for drone in drones:
            half = math.radians(drone.yaw_deg) / 2
            attitude = (math.cos(half), 0.0, 0.0, math.sin(half))
            bodies[drone.name] = Quadrotor(state=State(drone.position, attitude=attitude))
        moving = [Moving(rays, route) for route in routes] if bodies else []
        moved = {*bodies, *(route.object for route in routes)}
        self._fixed = Standing(rays, moved, len(bodies))
        self._airspace = Airspace(bodies, self._fixed, moving)

    def __contains__(self, vehicle: str) -> bool:
        return vehicle in self._airspace.bodies

    def steer(self, vehicle: str, command: Fly | Hover) -> None:
        """See :meth:`lookabout.sim.protocol.Simulator.steer`."""
        if vehicle not in self:
            raise UsageError(f"there is no quadrotor {vehicle!r} to steer")
        asked = command.velocity if isinstance(command, Fly) else (command.yaw_rate_deg,)
        most = _MOST_SPEED if isinstance(command, Fly) else _MOST_YAW_RATE_DEG
        if not all(abs(number) <= most for number in asked):  # NaN is not
            raise UsageError(
                f"vehicle {vehicle!r} cannot follow {command}: expected numbers up to {most:g}"
            )
        body = self._airspace.bodies[vehicle]
        if isinstance(command, Fly):
            body.fly(command.velocity)
        else:
            body.hold(math.radians(command.yaw_rate_deg))

    def advance(self, now_ns: int) -> tuple[Contact, ...]:
        """Fly up to a time since the start, nanoseconds; steps that are not whole wait."""
        contacts = []
        while self._airspace.bodies and (self._airspace.steps + 1) * _NS_A_STEP <= now_ns:
            for touch in self._airspace.step():
                contacts.append(Contact(touch.time_s, touch.body, touch.label))
        return tuple(contacts)

    def forget(self) -> None:
        """A thing that stood was put elsewhere."""
        self._fixed.forget()
        self._airspace.forget()

    def poses(self) -> dict[str, Pose]:
        """Of all bodies."""
        return {name: _pose(body.state) for name, body in self._airspace.bodies.items()}

    def around(self, point: Floats) -> tuple[str, ...]:
        """Names of the bodies that a point (3,) lies inside."""
        return self.groups(np.asarray(point, dtype=float)[None])[0][1]

    def groups(self, points: Floats) -> list[tuple[Ints, tuple[str, ...]]]:
        """Points (N, 3) parted by the bodies that they lie inside: indices, and names."""
        bodies = self._airspace.bodies
        if not bodies:
            return [(np.arange(len(points)), ())]
        centres = np.array([body.state.position for body in bodies.values()])
        radii = np.array([body.airframe.radius for body in bodies.values()])
        inside = ((points[:, None] - centres) ** 2).sum(axis=2) < radii**2
        kinds, kind = np.unique(inside, axis=0, return_inverse=True)
        names = [tuple(n for n, own in zip(bodies, row, strict=True) if own) for row in kinds]
        return [(np.flatnonzero(kind.ravel() == k), own) for k, own in enumerate(names)]


def matrix_of(pose: Pose) -> Floats:
    """(4, 4), body axes to world axes."""
    matrix = np.eye(4)
    matrix[:3, :3], matrix[:3, 3] = pose.rotation, pose.position
    return matrix


def _pose(state: State) -> Pose:
    w, x, y, z = state.attitude
    rotation = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )
    return Pose(np.array(state.position), rotation)
