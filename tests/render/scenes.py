"""Tiny scenes and what is in them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lookabout.world.scene import (
    Instances,
    Material,
    Mesh,
    Scene,
    SceneObject,
    Sun,
    pose_matrix,
)

EYE = np.eye(4)[None]
_FACES = np.array(
    [(0, 2, 6, 4), (1, 5, 7, 3), (0, 4, 5, 1), (2, 3, 7, 6), (0, 1, 3, 2), (4, 6, 7, 5)]
)


def box(x: float, y: float, z: float, *materials: str) -> Mesh:
    """A box of these sizes that stands on its axes' origin."""
    bits = np.array([[(i >> 2) & 1, (i >> 1) & 1, i & 1] for i in range(8)], dtype=float)
    triangles = _FACES[:, [[0, 1, 2], [0, 2, 3]]].reshape(-1, 3)
    return Mesh((bits - [0.5, 0.5, 0.0]) * [x, y, z], triangles, materials or ("grey",))


def floor(half: float, material: str = "grey") -> Mesh:
    """A square on z = 0, seen from above."""
    corners = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]) * float(half)
    return Mesh(corners, np.array([[0, 1, 2], [0, 2, 3]]), (material,))


def at(*places: tuple[float, float, float]) -> NDArray[np.float64]:
    """Transforms, one for each place."""
    return np.stack([pose_matrix(place) for place in places])


def tilted(
    yaw_deg: float, roll_deg: float, scale: tuple[float, float, float]
) -> NDArray[np.float64]:
    """(4, 4): scale, roll about x, then yaw."""
    a = np.radians(roll_deg)
    roll = np.eye(4)
    roll[1:3, 1:3] = [[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]]
    return pose_matrix((0, 0, 0), yaw_deg) @ roll @ np.diag([*scale, 1.0])


def blocks(sun: Sun | None = None) -> Scene:
    """A floor, a field of tilted blocks as instances, and two objects over it."""
    field = np.stack(
        [
            pose_matrix((x, y, 2.5)) @ tilted(9 * x, 20 + y, (1.0, 1.5, 0.5))
            for x in range(-12, 13, 6)
            for y in range(-12, 1, 4)
        ]
    )
    objects = (
        SceneObject(
            "pair",
            "test/pair",
            (Instances("block", at((0, 0, 0), (3, 0, 0)), "whatever"),),
            pose_matrix((2, 8, 1), 30),
        ),
        SceneObject(
            "many",
            "test/many",
            (Instances("small", at(*((1.5 * k, 0, 0) for k in range(12)))),),
            pose_matrix((-9, 12, 0), -10),
        ),
    )
    return Scene(
        {"floor": floor(60), "block": box(2, 2, 3, "red"), "small": box(1, 1, 1, "red")},
        {"grey": Material(color=(0.5, 0.5, 0.5)), "red": Material(color=(0.7, 0.1, 0.1))},
        (Instances("floor", EYE, "ground"), Instances("block", field, "block")),
        objects,
        sun or Sun(),
    )
