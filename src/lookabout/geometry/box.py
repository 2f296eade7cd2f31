"""Axis-aligned boxes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True)
class Box:
    """An axis-aligned box in the world frame, metres."""

    low: tuple[float, float, float]
    high: tuple[float, float, float]

    def __post_init__(self) -> None:
        if not all(a <= b for a, b in zip(self.low, self.high, strict=True)):
            raise ValueError(f"a box needs low <= high on each axis, got {self.low}, {self.high}")

    @classmethod
    def of_points(cls, points: ArrayLike) -> Box:
        """The smallest box around ``points``, (N, 3) with N >= 1."""
        array = np.asarray(points, dtype=float).reshape(-1, 3)
        if len(array) == 0:
            raise ValueError("a box needs at least one point")
        low, high = array.min(axis=0).tolist(), array.max(axis=0).tolist()
        return cls((low[0], low[1], low[2]), (high[0], high[1], high[2]))

    @property
    def centre(self) -> NDArray[np.float64]:
        """(3,)"""
        return np.add(self.low, self.high, dtype=np.float64) / 2.0

    @property
    def size(self) -> NDArray[np.float64]:
        """(3,)"""
        return np.subtract(self.high, self.low, dtype=np.float64)

    @property
    def top(self) -> float:
        """Height of the highest point, world z."""
        return self.high[2]

    @property
    def corners(self) -> NDArray[np.float64]:
        """(8, 3)"""
        low, high = np.asarray(self.low, float), np.asarray(self.high, float)
        pick = np.array([[(i >> a) & 1 for a in range(3)] for i in range(8)], dtype=bool)
        return np.where(pick, high, low)

    def union(self, other: Box) -> Box:
        """The smallest box around both."""
        return Box.of_points(np.vstack([self.corners, other.corners]))

    def contains(self, point: ArrayLike) -> bool:
        """True for points inside or on the surface."""
        p = np.asarray(point, dtype=float)
        return bool(np.all(p >= self.low) and np.all(p <= self.high))

    def distance(self, point: ArrayLike) -> float:
        """Distance from ``point`` to the box; 0 inside."""
        p = np.asarray(point, dtype=float)
        return float(np.linalg.norm(p - np.clip(p, self.low, self.high)))
