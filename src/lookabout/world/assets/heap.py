"""Things dropped on a pile: each comes to rest on what already lies there, none floats."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lookabout.world.assets.model import Model
from lookabout.world.assets.solids import Floats, Piece, mound, rotation, sheet
from lookabout.world.scene import Mesh

CELL = 0.05
"""Metres between height samples."""
_SINK = 0.02
"""How far things press into each other, metres."""


class Heap:
    """A pile that grows on z = 0 around the origin, tracked as a map of heights."""

    def __init__(self, model: Model, rng: np.random.Generator, reach: float = 4.0) -> None:
        """:param reach: half-side of the square in which things may lie, metres."""
        self.model = model
        self.rng = rng
        self._reach = reach
        count = int(2 * reach / CELL)
        self._height = np.zeros((count, count))

    def base(self, length: float, width: float, height: float, material: str) -> None:
        """A mound of small stuff in the middle, so that nothing is hollow."""
        piece = mound(length, width, height, self.rng, 18)
        self.model.add(piece, material, sharp=45)
        self._raise(_samples(piece))

    def drop(
        self, parts: Sequence[tuple[Piece, str]], spread: tuple[float, float], tries: int = 10
    ) -> None:
        """
        Let a thing fall where, of some random places, it comes to lie lowest.

        :param parts: pieces with their materials, around the thing's own origin.
        :param spread: standard deviations of the place along x and y, metres.
        """
        best: tuple[float, Floats] | None = None
        cloud = np.vstack([_samples(piece) for piece, _ in parts])
        for _ in range(tries):
            matrix = np.eye(4)
            x, y = self.rng.normal(0, 1, 2) * spread
            yaw = float(self.rng.uniform(0, 360))
            matrix[:3, :3] = self._slope(x, y) @ rotation(yaw=yaw)
            limit = self._reach - 1.2
            matrix[:2, 3] = np.clip([x, y], -limit, limit)
            points = cloud @ matrix[:3, :3].T + matrix[:3, 3]
            matrix[2, 3] = self._landing(points)
            top = float(points[:, 2].max() + matrix[2, 3])
            # Lower is likelier, but a pile also grows in the middle.
            score = top + 0.12 * float(np.hypot(x / spread[0], y / spread[1]))
            if best is None or score < best[0]:
                best = (score, matrix)
        assert best is not None
        for piece, name in parts:
            self.model.add(piece.transformed(best[1]), name, sharp=45)
        self._raise(cloud @ best[1][:3, :3].T + best[1][:3, 3])

    def height_at(self, x: float, y: float) -> float:
        """Height of the pile there, metres."""
        i, j = self._cells(np.array([[x, y, 0.0]]))
        return float(self._height[i[0], j[0]])

    def collider(self) -> Mesh:
        """The pile's outline as a coarse sheet over the ground, for rays and collisions."""
        block = 5
        count = len(self._height) // block
        blocks = self._height[: count * block, : count * block].reshape(count, block, count, block)
        tops = np.clip(blocks.mean(axis=(1, 3)) - 0.02, 0.0, None)
        used = np.argwhere(tops > 0.03)
        low, high = used.min(axis=0), used.max(axis=0) + 1
        tops = tops[low[0] : high[0], low[1] : high[1]]
        tops[[0, -1], :] = 0.0
        tops[:, [0, -1]] = 0.0
        x, y = (
            (np.arange(a, b) + 0.5) * block * CELL - self._reach
            for a, b in zip(low, high, strict=True)
        )
        grid = np.stack([*np.meshgrid(x, y, indexing="xy"), tops.T], -1)
        model = Model()
        model.add(sheet(grid), "asset.collider", sharp=180)
        return model.mesh()

    def _cells(self, points: Floats) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        index = np.floor((points[:, :2] + self._reach) / CELL).astype(int)
        index = np.clip(index, 0, len(self._height) - 1)
        return index[:, 0], index[:, 1]

    def _landing(self, points: Floats) -> float:
        """How far to lift points so that they just press into what is there."""
        i, j = self._cells(points)
        ground = float(-points[:, 2].min())
        pressed = float((self._height[i, j] - points[:, 2]).max()) - _SINK
        return max(ground, pressed)

    def _slope(self, x: float, y: float) -> Floats:
        """Rotation from level to the mean slope of the pile around a place, at most 30 degrees."""
        arm = 0.3
        dx = (self.height_at(x + arm, y) - self.height_at(x - arm, y)) / (2 * arm)
        dy = (self.height_at(x, y + arm) - self.height_at(x, y - arm)) / (2 * arm)
        pitch = float(np.clip(-np.degrees(np.arctan(dx)), -30, 30))
        roll = float(np.clip(np.degrees(np.arctan(dy)), -30, 30))
        jitter = self.rng.normal(0, 6, 2)
        return rotation(pitch=pitch + float(jitter[0]), roll=roll + float(jitter[1]))

    def _raise(self, points: Floats) -> None:
        """Note that something now reaches up to these points."""
        i, j = self._cells(points)
        np.maximum.at(self._height, (i, j), points[:, 2])


def _samples(piece: Piece) -> Floats:
    """Points over a surface, about two a cell's width apart."""
    corners = piece.vertices[piece.triangles]
    spans = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).max(axis=1)
    points = [piece.vertices]
    for steps in range(2, 41):
        chosen = corners[np.clip(np.ceil(spans / (CELL * 0.7)), 1, 40).astype(int) == steps]
        if len(chosen) == 0:
            continue
        u, v = np.meshgrid(np.arange(steps + 1), np.arange(steps + 1))
        inside = u + v <= steps
        a, b = u[inside] / steps, v[inside] / steps
        weights = np.stack([1 - a - b, a, b], axis=1)
        points.append(np.einsum("kc,tcd->tkd", weights, chosen).reshape(-1, 3))
    return np.vstack(points)
