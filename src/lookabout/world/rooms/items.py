"""Things in their places."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from lookabout.world.rooms.model import Furnishing
from lookabout.world.scene import Floats, pose_matrix

FIXTURES = frozenset(
    ("curtain", "ceiling_lamp", "pendant_lamp", "radiator", "light_switch", "picture", "rug")
)
"""Categories that belong to the flat: no movable things, so never asked for, never hidden."""


@dataclass(eq=False)
class Item:
    """A thing that stands, lies or hangs somewhere."""

    model: Furnishing
    x: float
    y: float
    z: float
    yaw_deg: float
    room: int
    on: Item | None = None
    """What carries it; None for floor, wall and ceiling."""
    carried: list[Item] = field(default_factory=list)

    @property
    def fixed(self) -> bool:
        """Whether it belongs to the flat."""
        return self.model.category in FIXTURES

    @property
    def pose(self) -> Floats:
        """(4, 4), model axes to world axes."""
        return pose_matrix((self.x, self.y, self.z), self.yaw_deg)

    @property
    def corners(self) -> Floats:
        """(4, 2) of its rectangle on the floor, counter-clockwise."""
        (x0, y0, _), (x1, y1, _) = self.model.low, self.model.high
        return self.to_world(np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]))

    @property
    def span(self) -> tuple[float, float]:
        """World z of its lowest and highest point."""
        return self.z + self.model.low[2], self.z + self.model.high[2]

    def to_world(self, points: Floats) -> Floats:
        """Points (N, 2) in the model's axes to the world's."""
        moved: Floats = turned(points, self.yaw_deg) + np.array([self.x, self.y])
        return moved


def turned(points: Floats, yaw_deg: float) -> Floats:
    """Points (N, 2) turned counter-clockwise."""
    yaw = np.radians(yaw_deg)
    c, s = np.round([np.cos(yaw), np.sin(yaw)], 15)
    return np.asarray(points @ np.array([[c, s], [-s, c]]), dtype=float)


def overlap(a: Floats, b: Floats, gap: float = 0.0) -> bool:
    """Whether two convex polygons (N, 2) come nearer than ``gap`` (separating axes)."""
    for shape in (a, b):
        step = np.roll(shape, -1, axis=0) - shape
        normal = np.column_stack([step[:, 1], -step[:, 0]])
        normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-12)
        p, q = a @ normal.T, b @ normal.T
        if ((p.min(0) >= q.max(0) + gap - 1e-9) | (q.min(0) >= p.max(0) + gap - 1e-9)).any():
            return False
    return True
