"""The whole map: streets, blocks and districts, from the map's seed alone.

A grid of streets with uneven spacing is bent by a smooth map of the plane (a turned centre,
a river's meander, slow waves), so streets are straight from junction to junction and bend
there. One wide column of cells is a river crossed by bridges, one narrow column the strip
under an elevated road; a diagonal avenue cuts through everything; some streets are missing,
which makes large parks and superblocks. Each cell less
the roads around it is a block, convex, whose whole content is made later from the seed and
the block's own number.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from lookabout.world.build.polygon import Point, Polygon, clip, contains
from lookabout.world.city.roads import Road

Floats = NDArray[np.float64]
HALF_SIDE = 2000.0
"""The map is the square of this half-side around the origin."""
KERB_Z = 0.15
"""Height of sidewalks over the road."""
LOT_Z = 0.17
"""Height of what lies behind sidewalks."""
RIVER_Z = -2.6
RIVER_BANK = 7.0
"""Width of the promenades along the river, from the kerb."""
DECK_Z = 7.3
"""Roadway of the elevated road."""
DECK_HALF = 9.9
"""From its middle to the outside of its parapets."""


Waypoint = tuple[float, float, float, float]
"""A point of the elevated road: x, y, and the unit vector along it."""


@dataclass(frozen=True)
class Side:
    """A road along a block; the block lies where (p - point)·normal >= 0."""

    point: Point
    """On the road's middle line."""
    normal: Point
    """Into the block."""
    road: Road | None
    """None where the block meets its neighbour without a street."""


@dataclass(frozen=True, eq=False)
class Block:
    """What lies between streets."""

    index: tuple[int, int, int]
    """Column, row, and piece where the diagonal cuts a cell."""
    cell: Polygon
    """To the middle of the streets."""
    sides: tuple[Side, ...]
    kerb: Polygon
    """Outline at the kerb, corners rounded; empty where too little is left between roads."""
    district: str
    deck: tuple[Waypoint, ...] = ()
    """Middle line of the elevated road over this block and half the streets; maybe empty."""

    def at(self, depth: float, *, walk: bool = True) -> Polygon:
        """
        Outline ``depth`` metres behind the sidewalks (``walk``) or the kerbs; maybe empty.

        Where the block meets its neighbour without a street it ends at the line between them.
        """
        out = list(self.cell)
        for side in self.sides:
            if side.road is None:
                back = 0.0
            else:
                back = side.road.half + depth + (side.road.walk if walk else 0.0)
            nx, ny = side.normal
            out = clip(out, (side.point[0] + nx * back, side.point[1] + ny * back), (nx, ny))
        return out

    def street_side(self, a: Point, b: Point, reach: float = 1.0) -> Side | None:
        """The side on whose sidewalk's back edge the edge a–b lies, if any."""
        mx, my = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
        for side in self.sides:
            if side.road is None:
                continue
            (px, py), (nx, ny) = side.point, side.normal
            away = (mx - px) * nx + (my - py) * ny - side.road.half - side.road.walk
            along = abs((b[0] - a[0]) * nx + (b[1] - a[1]) * ny)
            if abs(away) < reach and along < 0.2 * math.dist(a, b) + 0.1:
                return side
        return None


@dataclass(frozen=True, eq=False)
class Segment:
    """A straight stretch of street between two junctions."""

    index: int
    start: Point
    end: Point
    """Both where the crossing street's kerb line runs."""
    road: Road
    junctions: tuple[bool, bool]
    """Whether a street crosses at the start and at the end."""
    signals: bool
    """Crosswalks and stop lines with traffic lights rather than signs."""
    blocks: tuple[Block | None, Block | None]
    """To the left and to the right."""
    street: int
    """Number of the street it is a stretch of."""

    @property
    def districts(self) -> tuple[str, str]:
        """Of the blocks to the left and to the right; empty where there is none."""
        left, right = self.blocks
        return (left.district if left else "", right.district if right else "")

    @property
    def length(self) -> float:
        """Metres."""
        return math.dist(self.start, self.end)

    @property
    def direction(self) -> Point:
        """Unit vector from start to end."""
        length = self.length
        return (
            (self.end[0] - self.start[0]) / length,
            (self.end[1] - self.start[1]) / length,
        )


@dataclass(frozen=True, eq=False)
class Plan:
    """The map."""

    seed: int
    blocks: tuple[Block, ...]
    segments: tuple[Segment, ...]
    block_bounds: Floats
    """(B, 4)"""
    segment_bounds: Floats
    """(S, 4)"""

    @cached_property
    def deck(self) -> Floats:
        """(N, 4) The elevated road from south to north, as in :attr:`Block.deck`."""
        rows = {row for block in self.blocks for row in block.deck}
        return np.array(sorted(rows, key=lambda row: row[1])).reshape(-1, 4)

    def under_deck(self, xy: Floats, margin: float = 0.0) -> NDArray[np.bool_]:
        """Which points (N, 2) lie under the elevated road, or at most ``margin`` beside it."""
        deck, reach = self.deck, DECK_HALF + margin
        under = np.zeros(len(xy), bool)
        if len(deck) == 0:
            return under
        near = np.flatnonzero(
            (xy[:, 0] > deck[:, 0].min() - reach) & (xy[:, 0] < deck[:, 0].max() + reach)
        )
        for k in near.tolist():
            row = deck[min(len(deck) - 1, int(np.searchsorted(deck[:, 1], xy[k, 1])))]
            away = (xy[k, 0] - row[0]) * row[3] - (xy[k, 1] - row[1]) * row[2]
            under[k] = abs(away) < reach
        return under

    def blocks_near(self, x: float, y: float, radius: float) -> list[Block]:
        """Blocks whose box meets the square."""
        return [self.blocks[k] for k in _meets(self.block_bounds, x, y, radius)]

    def segments_near(self, x: float, y: float, radius: float) -> list[Segment]:
        """Segments whose box meets the square."""
        return [self.segments[k] for k in _meets(self.segment_bounds, x, y, radius)]

    def block_at(self, x: float, y: float) -> Block | None:
        """The block on which a point lies, sidewalks included; None on a road."""
        for k in _meets(self.block_bounds, x, y, 0.0):
            if contains(self.blocks[k].kerb, x, y):
                return self.blocks[k]
        return None


def _meets(boxes: Floats, x: float, y: float, radius: float) -> list[int]:
    inside = (
        (boxes[:, 0] <= x + radius)
        & (boxes[:, 2] >= x - radius)
        & (boxes[:, 1] <= y + radius)
        & (boxes[:, 3] >= y - radius)
    )
    found: list[int] = np.flatnonzero(inside).tolist()
    return found


@lru_cache(maxsize=4)
def plan_of(seed: int) -> Plan:
    """The map with this seed."""
    from lookabout.world.city.planner import Planner

    return Planner(seed).plan()


def ground_at(plan: Plan, x: float, y: float) -> float:
    """World z of road, sidewalk or lot at a point; the water's level on the river."""
    block = plan.block_at(x, y)
    if block is None:
        return 0.0
    if block.district == "river":
        return RIVER_Z if contains(water_of(block), x, y) else KERB_Z
    return LOT_Z if contains(block.at(0.0), x, y) else KERB_Z


def water_of(block: Block) -> Polygon:
    """Open water of a river block: between promenades, and up to the walks of bridges."""
    out = list(block.cell)
    for k, side in enumerate(block.sides):
        if side.road is None:
            continue
        bank = RIVER_BANK if k in (1, 3) else side.road.walk
        back, (nx, ny) = side.road.half + bank, side.normal
        out = clip(out, (side.point[0] + nx * back, side.point[1] + ny * back), (nx, ny))
    return out
