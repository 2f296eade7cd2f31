"""What a block holds, as plain numbers: cheap to make for a whole map, turned to meshes later."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from lookabout.world.build.polygon import (
    Point,
    Polygon,
    extent,
    inner_rectangle,
)
from lookabout.world.city.plan import LOT_Z

T = TypeVar("T")
OVER_Z = LOT_Z + 0.035
"""Paths and drives over a lot's surface."""
PAINT_Z = LOT_Z + 0.085
"""Lines over those."""


@dataclass(frozen=True)
class Facade:
    """How walls look. Lengths in metres."""

    wall: str
    """Material of piers and bands."""
    glass: str
    bay: float
    """From window axis to window axis."""
    pier: float
    """Width of the wall between windows."""
    sill: float
    """Wall from a floor to the window."""
    head: float
    """Wall from the window to the next floor."""
    depth: float = 0.22
    """How far the glass lies behind the wall."""
    shop: bool = False
    """The ground floor is mostly glass."""
    trim: str = ""
    """Material of bands; empty: the wall's."""
    balconies: bool = False


@dataclass(frozen=True)
class Mass:
    """An upright body with storeys and a flat roof."""

    ring: Polygon
    """Outline, counter-clockwise, simple."""
    pieces: tuple[Polygon, ...]
    """Convex parts of the outline."""
    base: float
    """World z of its foot."""
    storeys: int
    storey: float
    """Height of an upper storey."""
    ground_storey: float
    """Height of the lowest storey."""
    facade: Facade
    roof: str
    parapet: float = 0.9
    blank: tuple[bool, ...] = ()
    """Walls without windows, by the edge that ends at each corner of ``ring``."""
    clutter: str = "flat"
    """What stands on the roof: ``flat``, ``tower``, ``shed``, ``walkup``, ``none``."""
    seed: int = 0
    door: tuple[float, float] = (0.0, 0.0)
    """Where along the first wall the front door is, and how high; (0, 0): anywhere."""

    @property
    def top(self) -> float:
        """World z of the roof, without parapet."""
        return self.base + self.ground_storey + (self.storeys - 1) * self.storey


@dataclass(frozen=True)
class House:
    """A detached house with a pitched roof."""

    centre: Point
    direction: Point
    """Of the ridge."""
    length: float
    """Along the ridge."""
    width: float
    eaves: float
    """World z."""
    pitch: float
    """Rise over run."""
    roof: str
    """Material."""
    hip: bool
    wall: str
    base: float
    wing: float = 0.0
    """Length of a cross wing to the left of the ridge; negative: to the right; 0: none."""
    chimney: bool = False
    windows: bool = True
    seed: int = 0
    door: Point | None = None
    """Somewhere before the front door."""


@dataclass(frozen=True)
class Slab:
    """A low raised body: a kerb, a step, a bed's wall. Makes room for a scenario's objects."""

    ring: Polygon
    """Convex."""
    low: float
    """World z."""
    high: float
    side: str
    """Material, of the top too."""
    beds: tuple[tuple[Polygon, float, str], ...] = ()
    """What lies on it: (convex polygon, world z, material)."""


@dataclass(eq=False)
class Sketch:
    """A block's content."""

    surfaces: list[tuple[Polygon, float, str]] = field(default_factory=list)
    """(convex polygon, world z, material)."""
    strips: list[tuple[Point, Point, float, float, str]] = field(default_factory=list)
    """(from, to, width, world z, material): painted lines and paths."""
    painted: list[tuple[NDArray[np.float64], str]] = field(default_factory=list)
    """(quads (N, 4, 3), material): many lines at once."""
    slabs: list[Slab] = field(default_factory=list)
    decks: list[tuple[Polygon, float, float, str, str]] = field(default_factory=list)
    """
    (ring, low, high, side material, top material): parts of buildings such as porches, canopies,
    tanks.
    """
    masses: list[Mass] = field(default_factory=list)
    houses: list[House] = field(default_factory=list)
    fences: list[tuple[Point, Point, float, float, float, str]] = field(default_factory=list)
    """(from, to, world z of the foot, height, thickness, material)."""
    hedges: list[tuple[Point, Point, float]] = field(default_factory=list)
    """(from, to, height)."""
    props: list[tuple[str, float, float, float, float, float]] = field(default_factory=list)
    """(name, x, y, z, yaw, scale) of shared small things."""
    trees: list[tuple[float, float, float, str]] = field(default_factory=list)
    """(x, y, z, habitat)."""
    raised: list[tuple[float, float, float, str]] = field(default_factory=list)
    """Trees on raised beds, which count as footprints."""
    furniture: list[tuple[str, float, float, float, float]] = field(default_factory=list)
    """(kind, x, y, z, yaw)."""
    bays: list[tuple[float, float, float, float]] = field(default_factory=list)
    """Parking spaces (x, y, z, yaw)."""
    drives: list[tuple[float, float, float, float]] = field(default_factory=list)
    """Where private cars stand (x, y, z, yaw); no placements."""
    spots: dict[str, list[tuple[float, float, float, float]]] = field(default_factory=dict)
    """Open places by kind: ``lot``, ``plaza``, ``park`` (x, y, z, yaw)."""
    gates: list[tuple[float, float, float]] = field(default_factory=list)
    """Where drives meet the kerb: (x, y, half width)."""
    walks: list[tuple[Point, Point]] = field(default_factory=list)
    """Middle lines of paths, kept free of trees."""
    taken: list[Polygon] = field(default_factory=list)
    """Convex places that are used, though nothing is built there."""
    footprints: list[Polygon] = field(default_factory=list)
    """Convex parts of everything built."""

    def add(self, mass: Mass) -> None:
        """A building."""
        self.masses.append(mass)
        self.footprints.extend(mass.pieces)

    def spot(self, kind: str, x: float, y: float, z: float, yaw: float) -> None:
        """An open place."""
        self.spots.setdefault(kind, []).append((x, y, z, yaw))


@dataclass(frozen=True)
class Frame:
    """A rectangle with coordinates of its own: a along ``u``, b along ``v`` (left of u)."""

    origin: Point
    u: Point
    length: float
    depth: float

    @classmethod
    def in_polygon(cls, polygon: Sequence[Point], u: Point) -> Frame | None:
        """The largest frame along ``u`` inside a convex polygon; None if there is none."""
        rect = inner_rectangle(polygon, u)
        if not rect:
            return None
        return cls(rect[0], u, math.dist(rect[0], rect[1]), math.dist(rect[1], rect[2]))

    @classmethod
    def around(cls, polygon: Sequence[Point], u: Point) -> Frame:
        """The smallest frame along ``u`` around a polygon."""
        a0, a1 = extent(polygon, u)
        b0, b1 = extent(polygon, (-u[1], u[0]))
        return cls((a0 * u[0] - b0 * u[1], a0 * u[1] + b0 * u[0]), u, a1 - a0, b1 - b0)

    def at(self, a: float, b: float) -> Point:
        """World point."""
        (ox, oy), (ux, uy) = self.origin, self.u
        return ox + a * ux - b * uy, oy + a * uy + b * ux

    def ring(self, corners: Sequence[Point]) -> Polygon:
        """World polygon of local corners."""
        return [self.at(a, b) for a, b in corners]

    def box(self, a0: float, b0: float, a1: float, b1: float) -> Polygon:
        """World rectangle."""
        return self.ring([(a0, b0), (a1, b0), (a1, b1), (a0, b1)])

    def sub(self, a0: float, b0: float, a1: float, b1: float) -> Frame:
        """A frame inside this one."""
        return Frame(self.at(a0, b0), self.u, a1 - a0, b1 - b0)

    @property
    def yaw(self) -> float:
        """Degrees of ``u``."""
        return math.degrees(math.atan2(self.u[1], self.u[0]))


def pick(rng: np.random.Generator, choices: Sequence[T]) -> T:
    """One of ``choices``; several times quicker than ``rng.choice``."""
    return choices[int(rng.random() * len(choices))]


def between(rng: np.random.Generator, low: float, high: float) -> float:
    """A number in [low, high)."""
    return low + (high - low) * float(rng.random())
