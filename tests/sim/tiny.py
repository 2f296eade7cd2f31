"""A world for tests of simulators: a floor, a wall, and boxes as objects."""

from __future__ import annotations

import numpy as np

from lookabout.errors import UsageError
from lookabout.sim.scenario import Scenario, VehicleSpec
from lookabout.world.registry import Placement
from lookabout.world.scene import Instances, Material, Mesh, Scene, SceneObject, Sun, pose_matrix
from lookabout.world.spec import ObjectSpec, RouteSpec, SunSpec, Waypoint, WorldSpec

_FACES = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]


def box_mesh(size: tuple[float, float, float], material: str) -> Mesh:
    """A box that stands on the ground around the origin."""
    corners = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (0, 1)], float)
    triangles = []
    for a, b, c, d in _FACES:
        triangles += [[a, b, c], [a, c, d]]
    fixed = corners * size
    mesh = np.array(triangles)
    # Make every face look outwards, whatever the order above.
    centre = fixed.mean(axis=0)
    p = fixed[mesh]
    inward = np.einsum("ij,ij->i", np.cross(p[:, 1] - p[:, 0], p[:, 2] - p[:, 0]), p[:, 0] - centre)
    mesh[inward < 0] = mesh[inward < 0][:, ::-1]
    return Mesh(fixed, mesh, (material,))


class Tiny:
    """A floor of 200 m, a wall of 20 m height along x = 30, grey and red boxes."""

    name = "tiny"
    summary = "for tests"
    half_side = 100.0

    def build(self, spec: WorldSpec) -> Scene:
        objects = []
        for item in spec.objects:
            if item.kind != "box":
                raise UsageError(f"there is no kind {item.kind!r}; known: box")
            objects.append(
                SceneObject(
                    item.name,
                    item.kind,
                    (Instances("box", np.eye(4)[None], "box"),),
                    pose_matrix(item.position, item.yaw_deg),
                )
            )
        return Scene(
            meshes={
                "floor": box_mesh((200, 200, 1), "grey"),
                "wall": box_mesh((1, 60, 20), "grey"),
                "box": box_mesh((4, 2, 2), "red"),
            },
            materials={"grey": Material(), "red": Material(color=(0.8, 0.1, 0.1))},
            static=(
                Instances("floor", pose_matrix((0, 0, -1))[None], "ground"),
                Instances("wall", pose_matrix((30, 0, 0))[None], "wall"),
            ),
            objects=tuple(objects),
            sun=Sun(spec.sun.elevation_deg, spec.sun.azimuth_deg),
        )

    def placements(self, seed: int) -> list[Placement]:
        return []

    def ground_height(self, seed: int, x: float, y: float) -> float:
        return 0.0


def scenario(*, moving: bool = False) -> Scenario:
    """Two drones over two boxes; one box drives 10 m east in 5 s."""
    drive = RouteSpec(
        object="target",
        waypoints=(
            Waypoint(time_s=0, position=(0, 0, 0)),
            Waypoint(time_s=5, position=(10, 0, 0), yaw_deg=90),
        ),
    )
    return Scenario(
        id="tiny-0",
        benchmark="flysearch",
        set="fs1-city",
        seed=0,
        world=WorldSpec(
            kind="tiny",
            seed=0,
            sun=SunSpec(elevation_deg=60, azimuth_deg=180),
            objects=(
                ObjectSpec(name="target", kind="box", seed=0, position=(0, 0, 0)),
                ObjectSpec(name="other", kind="box", seed=0, position=(0, 20, 0), yaw_deg=90),
            ),
            routes=(drive,) if moving else (),
        ),
        vehicles=(
            VehicleSpec(name="drone", position=(5, 0, 20)),
            VehicleSpec(name="second", position=(-5, 20, 10), yaw_deg=0),
        ),
        task={},
    )
