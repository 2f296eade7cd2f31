"""Where things may stand: gathers what cells ask for, and turns down what is in the way."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import cycle
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from lookabout.world.build.polygon import Point, Polygon
from lookabout.world.campus.catalogue import KINDS, fixture_asset
from lookabout.world.campus.land import HALF_SIDE, Land, Pad
from lookabout.world.campus.plan import Building, Entrance, Fixture, Frame, Plan, Tree, Walk
from lookabout.world.vegetation.town import SPECIES

Floats = NDArray[np.float64]
Line = tuple[Point, Point, float]
_HEADROOM = 2.4
"""Metres over a walk that no branch hangs into."""
_NAMES = (
    "LIBRARY", "PHYSICS", "LAW", "MUSEUM", "CHEMISTRY", "MUSIC", "HISTORY", "BIOLOGY", "GEOLOGY",
    "THEATRE", "MEDICINE", "ARTS", "UNION", "ECONOMICS", "NORTH HALL", "SOUTH HALL", "EAST HALL",
    "WEST HALL", "BOTANY", "CAFE",
)  # fmt: skip
_GAP = 0.25
"""Metres between any two things."""
_TILT = 0.09
"""How far the ground may lie over or under a fixture's corners, metres."""
_LEVEL = ("fountain", "pavilion", "kiosk", "clock_tower")
"""Fixtures that stand on level ground."""
_LEVEL_GROUND = ("campus.asphalt", "campus.plaza", "campus.plaza_red")
_NEAR = 32.0
"""Metres between buildings up to which they stand equally high."""


@dataclass(frozen=True)
class _Wish:
    """A fixture that is asked for."""

    kind: str
    x: float
    y: float
    yaw: float
    model: int
    paved: bool
    """It may stand on a walk's or square's pavement."""


@dataclass(frozen=True)
class Shell:
    """A building before its ground is known."""

    ring: Polygon
    wings: tuple[Polygon, ...]
    storeys: int
    style: str
    entrances: tuple[Entrance, ...]
    arcade: tuple[int, ...]
    sign: str


class Site:
    """A plan in the making."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        names = np.random.default_rng([seed, 0x4A3]).permutation(_NAMES)
        self.names = cycle(str(name) for name in names)
        """For buildings; all different while there are enough."""
        self.shells: list[Shell] = []
        self.walks: list[Walk] = []
        self.areas: list[tuple[Polygon, str, float]] = []
        self.hedges: list[Line] = []
        self.walls: list[Line] = []
        self.beds: list[tuple[Polygon, str]] = []
        self.bays: list[tuple[float, float, float]] = []
        self._wishes: list[_Wish] = []
        self._trees: list[tuple[float, float, str, float, float]] = []

    def put(
        self, frame: Frame, kind: str, a: float, b: float, yaw: float, model: int, *,
        paved: bool = False,
    ) -> None:  # fmt: skip
        """Ask for a fixture at (a, b), its front towards ``yaw`` in the frame's axes."""
        x, y = frame.at(a, b)
        self._wishes.append(_Wish(kind, x, y, (yaw + frame.yaw) % 360.0, model, paved))

    def tree(self, frame: Frame, a: float, b: float, species: str, scale: float) -> None:
        """Ask for a tree."""
        x, y = frame.at(a, b)
        self._trees.append((x, y, species, scale, float(abs(x * 37.1 + y * 11.3) % 360)))

    def building(
        self, frame: Frame, corners: list[Point], wings: list[tuple[float, float, float, float]],
        storeys: int, style: str, entrances: tuple[Entrance, ...], *,
        arcade: tuple[int, ...] = (), sign: str = "",
    ) -> None:  # fmt: skip
        """
        A building.

        :param corners: of its outline in the frame, counter-clockwise.
        :param wings: rectangles (a, b, length, width) that make it up.
        """
        ring = frame.ring(corners)
        parts = tuple(frame.box(*wing) for wing in wings)
        self.shells.append(Shell(ring, parts, storeys, style, entrances, arcade, sign))

    def walk(
        self, frame: Frame, points: Sequence[tuple[float, float]], width: float, material: str
    ) -> None:
        """A paved way."""
        self.walks.append(Walk(tuple(frame.at(a, b) for a, b in points), width, material))

    def area(self, ring: Polygon, material: str, turn: float = 0.0) -> None:
        """Ground of its own."""
        self.areas.append((ring, material, turn))

    def finish(self) -> Plan:
        """The plan, with all that found room."""
        land = Land(self.seed, self._pads())
        plan = Plan(self.seed, land)
        plan.walks, plan.areas = self.walks, self.areas
        for k, shell in enumerate(self.shells):
            x, y = shell.ring[0]
            plan.buildings.append(
                Building(
                    shell.ring, shell.wings, land.at(x, y), shell.storeys, shell.style,
                    shell.entrances, shell.arcade, shell.sign, self.seed * 1009 + k,
                )
            )  # fmt: skip
        ways = shapely.union_all(
            [shapely.LineString(w.points).buffer(w.width / 2 + 0.5) for w in plan.walks]
        )
        plan.hedges, plan.walls = _opened(self.hedges, ways), _opened(self.walls, ways)
        plan.beds, plan.bays = self.beds, self.bays
        room = _Room(plan)
        self._place_fixtures(plan, room)
        self._place_trees(plan, room)
        _plant_walls(plan, room)
        return plan

    def _pads(self) -> list[Pad]:
        boxes = [
            (*np.min(shell.ring, axis=0), *np.max(shell.ring, axis=0)) for shell in self.shells
        ]
        boxes += [
            (wish.x - 2, wish.y - 2, wish.x + 2, wish.y + 2)
            for wish in self._wishes
            if wish.kind in _LEVEL
        ]
        for ring, material, _ in self.areas:
            low, high = np.min(ring, axis=0) + 4, np.max(ring, axis=0) - 4
            if material in _LEVEL_GROUND and (high - low).min() > 12:
                boxes.append((*low, *high))
        groups = _groups(np.array(boxes))
        return [
            Pad(float(x0 + x1) / 2, float(y0 + y1) / 2, float(x1 - x0), float(y1 - y0), group)
            for (x0, y0, x1, y1), group in zip(boxes, groups, strict=True)
        ]

    def _place_fixtures(self, plan: Plan, room: _Room) -> None:
        count: dict[str, int] = {}
        for wish in self._wishes:
            ring = footprint(wish.kind, wish.model, wish.x, wish.y, wish.yaw)
            z = plan.land.at(wish.x, wish.y)
            if np.abs(plan.land.height(np.array(ring)) - z).max() > _TILT:
                continue
            if not room.take(ring, paved=wish.paved):
                continue
            number = count[wish.kind] = count.get(wish.kind, 0) + 1
            kind = KINDS[wish.kind]
            low, high = _corners(wish.kind, wish.model)
            plan.fixtures.append(
                Fixture(
                    name=f"{wish.kind.replace('_', '-')}-{number:03d}",
                    kind=f"campus/{wish.kind}",
                    words=kind.words,
                    features=kind.designs[wish.model].features,
                    x=wish.x,
                    y=wish.y,
                    z=z,
                    yaw_deg=wish.yaw,
                    size=tuple(float(n) for n in high - low),  # type: ignore[arg-type]
                    model=wish.model,
                )
            )

    def _place_trees(self, plan: Plan, room: _Room) -> None:
        for k, (x, y, name, scale, yaw) in enumerate(self._trees):
            species = SPECIES[name]
            trunk = shapely.Point(x, y).buffer(tree_reach(name, scale))
            if not room.take(list(trunk.exterior.coords)[:-1], paved=False):
                continue
            if not room.clear_of_walls(x, y, species.radius * scale * 0.75):
                continue
            plan.trees.append(Tree(x, y, name, k % 3, scale, yaw))


def _opened(lines: Sequence[Line], ways: Any) -> list[Line]:
    """Hedges or walls (from, to, height) with gaps where walks lead through."""
    out = []
    for start, end, height in lines:
        left = shapely.get_parts(shapely.LineString([start, end]).difference(ways))
        for piece in left:
            if piece.length > 1.0:
                (x0, y0), (x1, y1) = shapely.get_coordinates(piece)[[0, -1]].tolist()
                out.append(((x0, y0), (x1, y1), height))
    return out


def _plant_walls(plan: Plan, room: _Room) -> None:
    """Shrubs before the walls of buildings, where there is room."""
    rng = np.random.default_rng([plan.seed, 0x5B2])
    for building in plan.buildings:
        for k, start in enumerate(building.ring):
            end = building.ring[(k + 1) % len(building.ring)]
            length = math.dist(start, end)
            ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
            for along in np.arange(1.5, length - 1.0, 1.9).tolist():
                scale, yaw, draw = rng.uniform(0.6, 0.95), rng.uniform(0, 360), rng.random()
                s, out = along + rng.uniform(-0.4, 0.4), 1.5 + rng.uniform(-0.05, 0.5)
                x, y = start[0] + s * ux + out * uy, start[1] + s * uy - out * ux
                reach = tree_reach("shrub", scale)
                ring = list(shapely.Point(x, y).buffer(reach, quad_segs=3).exterior.coords)[:-1]
                if draw < 0.7 and room.take(ring, paved=False):
                    plan.trees.append(Tree(x, y, "shrub", int(draw * 30) % 3, scale, yaw))


def _groups(boxes: Floats) -> list[int]:
    """The number of the group of each box (N, 4): those nearer than a pad's level rim are one."""
    near = (boxes[:, None, :2] - _NEAR < boxes[None, :, 2:]).all(axis=2)
    near &= near.T
    group = np.arange(len(boxes))
    for _ in range(len(boxes)):
        spread = np.where(near, group[None, :], len(boxes)).min(axis=1)
        if (spread == group).all():
            break
        group = spread
    return [int(number) for number in group]


@cache
def _corners(kind: str, model: int) -> tuple[Floats, Floats]:
    """Lowest and highest corner of a fixture's model."""
    mesh = fixture_asset(kind, model).meshes[f"campus/{kind}/{model}"]
    return mesh.vertices.min(axis=0), mesh.vertices.max(axis=0)


def footprint(kind: str, model: int, x: float, y: float, yaw: float) -> Polygon:
    """The rectangle that a fixture covers."""
    low, high = _corners(kind, model)
    c, s = math.cos(math.radians(yaw)), math.sin(math.radians(yaw))
    corners = ((low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1]))
    return [(float(x + a * c - b * s), float(y + a * s + b * c)) for a, b in corners]


def tree_reach(species: str, scale: float) -> float:
    """How far a tree is in the way of what moves on the ground: its trunk, or a low crown."""
    made = SPECIES[species]
    low = made.bare * scale < _HEADROOM
    return made.radius * scale * 0.9 if low else max(0.45, 1.5 * made.trunk * scale)


class _Room:
    """What ground is taken."""

    def __init__(self, plan: Plan) -> None:
        fixed = [shapely.Polygon(b.ring).buffer(0.6) for b in plan.buildings]
        self._houses = shapely.union_all(fixed)
        fixed += [shapely.Polygon(ring) for ring, _ in plan.beds]
        fixed += [shapely.LineString(line[:2]).buffer(0.5) for line in plan.hedges]
        fixed += [shapely.LineString(line[:2]).buffer(0.35) for line in plan.walls]
        fixed += [porch_of(b, e) for b in plan.buildings for e in b.entrances]
        fixed += [arcade_of(b, wall) for b in plan.buildings for wall in b.arcade]
        fixed += [
            shapely.Polygon(ring)
            for ring, material, _ in plan.areas
            if material in ("campus.asphalt", "campus.water")
        ]
        self._fixed = shapely.union_all(fixed)
        self._ways = shapely.union_all(
            [shapely.LineString(w.points).buffer(w.width / 2 + 0.1) for w in plan.walks]
        )
        for shape in (self._houses, self._fixed, self._ways):
            shapely.prepare(shape)
        self._taken: list[Any] = []
        self._discs: list[tuple[float, float, float]] = []

    def take(self, ring: Polygon, *, paved: bool) -> bool:
        """Take a convex place, unless it is taken, or off the map."""
        shape = shapely.Polygon(ring)
        if max(abs(c) for point in ring for c in point) > HALF_SIDE - 1:
            return False
        if self._fixed.intersects(shape) or (not paved and self._ways.intersects(shape)):
            return False
        middle = np.mean(ring, axis=0)
        reach = float(np.hypot(*(np.asarray(ring) - middle).T).max())
        if self._discs:
            x, y, others = np.array(self._discs).T
            near = np.hypot(x - middle[0], y - middle[1]) < others + reach + _GAP
            if any(shape.distance(self._taken[k]) < _GAP for k in np.flatnonzero(near).tolist()):
                return False
        self._taken.append(shape)
        self._discs.append((float(middle[0]), float(middle[1]), reach))
        return True

    def clear_of_walls(self, x: float, y: float, radius: float) -> bool:
        """Whether a crown does not grow into a building."""
        return bool(self._houses.distance(shapely.Point(x, y)) > radius)


def porch_of(building: Building, entrance: Entrance) -> Any:
    """Ground before a front door that its steps, columns and whoever comes out need."""
    deep, half = {"portico": (6.5, 6.0), "canopy": (5.0, 4.0), "plain": (3.2, 2.2)}[entrance.kind]
    if entrance.wall in building.arcade:
        deep = 6.0
    return _before(building, entrance.wall, entrance.along, deep, half)


def arcade_of(building: Building, wall: int) -> Any:
    """Ground under and before a colonnade."""
    (x0, y0), (x1, y1) = building.ring[wall], building.ring[(wall + 1) % len(building.ring)]
    length = math.hypot(x1 - x0, y1 - y0)
    return _before(building, wall, length / 2, 4.2, length / 2)


def _before(building: Building, wall: int, along: float, deep: float, half: float) -> Any:
    (x0, y0), (x1, y1) = building.ring[wall], building.ring[(wall + 1) % len(building.ring)]
    length = math.hypot(x1 - x0, y1 - y0)
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    x, y = x0 + along * ux, y0 + along * uy
    return shapely.Polygon(
        [
            (x - half * ux, y - half * uy),
            (x + half * ux, y + half * uy),
            (x + half * ux + deep * uy, y + half * uy - deep * ux),
            (x - half * ux + deep * uy, y - half * uy - deep * ux),
        ]
    )
