"""A lot: its own axes, and what is laid out on it, as plain numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Rect = tuple[float, float, float, float]
"""a0, b0, a1, b1 in a lot's axes."""


@dataclass(frozen=True)
class Home:
    """The house on a lot and what belongs to it, in the lot's axes, metres."""

    style: str
    """``ranch``, ``colonial``, ``bungalow``, ``cape``, ``suburban``, ``farmhouse``."""
    main: Rect
    storeys: int
    garage: Rect
    cars: int
    """Places in the garage, side by side."""
    attached: bool
    """Whether the garage leans on the house; else it stands behind it."""
    drive: Rect
    """From the back of the sidewalk to the garage."""
    door: float
    """Middle of the front door along the front wall, which is at ``main[1]``."""
    porch: Rect
    """Before the front door; as wide as the door's landing, or as the house."""
    walk: Rect
    """The paved way to the front door."""
    rise: float
    """Of the ground at the house over the sidewalk."""
    seed: int


@dataclass(frozen=True)
class Pad:
    """Ground that is made even for a house."""

    z: float
    """World, at the house."""
    planes: tuple[tuple[Rect, float, float], ...]
    """Rectangles with the world z of their front and back edges, in the order they are laid."""


@dataclass(frozen=True)
class Lot:
    """A piece of land with a house; a runs along the street, b away from it."""

    index: int
    x: float
    y: float
    """Middle of its front edge, at the back of the sidewalk; world, metres."""
    ux: float
    uy: float
    """Unit vector of a; b points to its left."""
    width: float
    depth: float
    corners: tuple[bool, bool]
    """Whether a street runs along its sides at low and high a."""
    home: Home

    def local(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """(a, b) of world points."""
        dx, dy = x - self.x, y - self.y
        return dx * self.ux + dy * self.uy, dy * self.ux - dx * self.uy

    def world(self, a: Floats, b: Floats) -> tuple[Floats, Floats]:
        """(x, y) of points in the lot's axes."""
        return self.x + a * self.ux - b * self.uy, self.y + a * self.uy + b * self.ux

    def point(self, a: float, b: float) -> tuple[float, float]:
        """As :meth:`world`, of one point."""
        return self.x + a * self.ux - b * self.uy, self.y + a * self.uy + b * self.ux

    @property
    def yaw(self) -> float:
        """Degrees of a."""
        return math.degrees(math.atan2(self.uy, self.ux))

    @property
    def reach(self) -> tuple[float, float, float, float]:
        """World box around the lot and its front to the kerb: x0, y0, x1, y1."""
        half = self.width / 2 + 1.5
        ends = [self.point(a, b) for a in (-half, half) for b in (-4.5, self.depth)]
        xs, ys = [p[0] for p in ends], [p[1] for p in ends]
        return min(xs), min(ys), max(xs), max(ys)
