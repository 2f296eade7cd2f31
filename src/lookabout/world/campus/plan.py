"""What a campus holds, as plain numbers: buildings, walks, ground, trees, fixtures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from lookabout.world.build.polygon import Point, Polygon
from lookabout.world.campus.land import Land

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Fixture:
    """A named thing of the map that stands where it stands."""

    name: str
    """E.g. ``bench-017``; the same in every scene of the map."""
    kind: str
    """E.g. ``campus/bench``."""
    words: str
    """What a person calls it, without an article."""
    features: tuple[tuple[str, str], ...]
    """What can be seen of it, e.g. ``("colour", "green")``, ``("figure", "horse")``."""
    x: float
    y: float
    z: float
    """World frame, metres; z is the ground there."""
    yaw_deg: float
    size: tuple[float, float, float]
    """Length, width and height of its box in its own axes, metres."""
    model: int
    """Number of its model among those of its kind."""


@dataclass(frozen=True)
class Frame:
    """A cell's own axes: ``a`` along ``yaw_deg``, ``b`` to the left, origin in its middle."""

    x: float
    y: float
    quarter: int
    """Quarter turns."""
    half_a: float
    half_b: float

    @property
    def yaw(self) -> float:
        """Degrees of the a axis."""
        return 90.0 * self.quarter

    def at(self, a: float, b: float) -> Point:
        """World point."""
        for _ in range(self.quarter % 4):
            a, b = -b, a
        return self.x + a, self.y + b

    def ring(self, corners: Sequence[Point]) -> Polygon:
        """World polygon of local corners."""
        return [self.at(a, b) for a, b in corners]

    def box(self, a: float, b: float, length: float, width: float) -> Polygon:
        """World rectangle around (a, b)."""
        p, q = length / 2, width / 2
        return self.ring([(a - p, b - q), (a + p, b - q), (a + p, b + q), (a - p, b + q)])

    def disc(self, a: float, b: float, radius: float, count: int = 40) -> Polygon:
        """World polygon of a circle."""
        turn = [2 * math.pi * k / count for k in range(count)]
        return self.ring([(a + radius * math.cos(t), b + radius * math.sin(t)) for t in turn])


@dataclass(frozen=True)
class Entrance:
    """A front door and what is around it."""

    wall: int
    """The wall from this corner of the ring to the next."""
    along: float
    """Its middle, metres from that corner."""
    kind: str
    """``portico``, ``canopy``, ``plain``."""


@dataclass(frozen=True)
class Building:
    """A building on level ground."""

    ring: Polygon
    """Outline, counter-clockwise, right angles."""
    wings: tuple[Polygon, ...]
    """Rectangles that make up the outline."""
    z: float
    """Ground."""
    storeys: int
    style: str
    """See ``facades.STYLES``."""
    entrances: tuple[Entrance, ...]
    arcade: tuple[int, ...]
    """Walls with a colonnade before them."""
    sign: str
    """Over the first entrance."""
    seed: int


@dataclass(frozen=True)
class Walk:
    """A paved way along a line."""

    points: tuple[Point, ...]
    width: float
    material: str


@dataclass(frozen=True)
class Tree:
    """A tree or shrub."""

    x: float
    y: float
    species: str
    variant: int
    scale: float
    yaw: float


@dataclass(eq=False)
class Plan:
    """One campus."""

    seed: int
    land: Land
    buildings: list[Building] = field(default_factory=list)
    walks: list[Walk] = field(default_factory=list)
    areas: list[tuple[Polygon, str, float]] = field(default_factory=list)
    """(ring, material, direction of its pattern in degrees); later ones lie on earlier ones."""
    hedges: list[tuple[Point, Point, float]] = field(default_factory=list)
    """(from, to, height)."""
    walls: list[tuple[Point, Point, float]] = field(default_factory=list)
    """Low walls: (from, to, height)."""
    beds: list[tuple[Polygon, str]] = field(default_factory=list)
    """Flower beds and the colour of what blooms."""
    trees: list[Tree] = field(default_factory=list)
    fixtures: list[Fixture] = field(default_factory=list)
    bays: list[tuple[float, float, float]] = field(default_factory=list)
    """Parking spaces (x, y, yaw)."""
