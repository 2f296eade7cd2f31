"""One block as meshes: its ground, its buildings, its dressing, and shared things."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np

from lookabout.world.build import Keepout, LateMesh
from lookabout.world.build.polygon import Point, Polygon, area, bounds, clip, edges, offset_ring
from lookabout.world.build.quads import Quads, strips
from lookabout.world.city.buildings import raise_hulls, raise_masses
from lookabout.world.city.dressing import dressing
from lookabout.world.city.houses import raise_house
from lookabout.world.city.plan import KERB_Z, RIVER_Z, Block, Plan, water_of
from lookabout.world.city.roofs import Placed, clutter
from lookabout.world.city.sketch import Sketch
from lookabout.world.city.sketcher import sketch_of
from lookabout.world.city.viaduct import raise_deck
from lookabout.world.scene import Mesh

_KERB_STONE = 0.18
_SLIVER = 0.05
"""Square metres; less is rounding."""
_DECK = 1.1
"""Height of a bridge's side."""


HULLS = {"building": "hull", "fence": "fence_hull"}
"""Which part stands in for which in rays and flights. There is always both or neither."""
LABELS = {"bed": "low wall"}
"""What a person would call a part, where it is not its name."""


@dataclass(frozen=True, eq=False)
class BlockParts:
    """Meshes of a block in world axes."""

    meshes: dict[str, LateMesh]
    """
    Under ``ground``, ``water``, ``building``, ``hull``, ``overpass`` and those of ``DRESSING``;
    some absent.
    """
    props: tuple[Placed, ...]


def block_parts(plan: Plan, block: Block, keepout: Keepout) -> BlockParts:
    """What a block looks like: always the same for the same map seed, but for the room made."""
    parts = _parts(plan, block)
    x0, y0, x1, y1 = bounds(block.cell)
    if keepout.reaches((x0, y0), (x1, y1)):
        dressed = dressing(sketch_of(plan, block), block, keepout)
    else:
        dressed = _undisturbed(plan, block)
    return BlockParts({**parts.meshes, **dressed}, parts.props)


@lru_cache(maxsize=160)
def _undisturbed(plan: Plan, block: Block) -> dict[str, LateMesh]:
    return dressing(sketch_of(plan, block), block, None)


@lru_cache(maxsize=160)
def _parts(plan: Plan, block: Block) -> BlockParts:
    sketch = sketch_of(plan, block)
    ground, water, hull, overpass = Quads(), Quads(), Quads(), Quads()
    if block.district == "river":
        _river_ground(block, ground, water)
    else:
        ground.flat(block.cell, 0.0, "asphalt")
        if block.kerb:
            _slab(block, ground)
    _surfaces(sketch, ground)
    raise_hulls(sketch.masses, hull)
    for house in sketch.houses:
        raise_house(house, hull, plain=True)
    for ring, low, high, _, _ in sketch.decks:
        hull.block(ring, low, high, "hull")
    raise_deck(block, overpass)
    plain = hull.mesh()
    made: dict[str, LateMesh | None] = {
        "ground": ground.mesh(),
        "water": water.mesh(),
        "building": None if plain is None else cache(lambda: _buildings(sketch)),
        "hull": plain,
        "overpass": overpass.mesh(),
    }
    meshes = {name: mesh for name, mesh in made.items() if mesh is not None}
    return BlockParts(meshes, (*sketch.props, *clutter(sketch.masses)))


def _buildings(sketch: Sketch) -> Mesh:
    quads = Quads()
    raise_masses(sketch.masses, quads)
    for house in sketch.houses:
        raise_house(house, quads)
    for ring, low, high, side, top in sketch.decks:
        quads.block(ring, low, high, side, top)
    return quads.whole()


def _slab(block: Block, quads: Quads) -> None:
    """Kerb, sidewalks and verges."""
    quads.wall(block.kerb, 0.0, KERB_Z, "kerb")
    inner = offset_ring(block.kerb, _KERB_STONE)
    quads.rim(block.kerb, inner, KERB_Z, "kerb")
    quads.flat(inner, KERB_Z, "sidewalk")
    for side in block.sides:
        if side.road is None or not side.road.verge:
            continue
        strip = list(block.cell)
        for other in block.sides:
            (px, py), (nx, ny) = other.point, other.normal
            if other.road is None:
                continue
            back = other.road.half + (0.25 if other is side else other.road.walk + 1.0)
            strip = clip(strip, (px + back * nx, py + back * ny), (nx, ny))
            if other is side:
                back = other.road.half + other.road.verge
                strip = clip(strip, (px + back * nx, py + back * ny), (-nx, -ny))
        if strip:
            quads.flat(strip, KERB_Z + 0.016, "grass")


def _river_ground(block: Block, ground: Quads, water: Quads) -> None:
    """Water between walls, promenades, and roads that cross on bridges."""
    rest: Polygon = list(block.cell)
    sharp = block.at(3.0, walk=False)
    for a, b in edges(sharp):
        nx, ny = -(b[1] - a[1]), b[0] - a[0]
        piece = clip(rest, a, (-nx, -ny))
        if area(piece) > _SLIVER:
            ground.flat(piece, 0.0, "asphalt")
        rest = clip(rest, a, (nx, ny))
    pool, promenade = water_of(block), list(block.kerb)
    if not pool or not promenade:
        return
    for a, b in edges(block.kerb):
        if not _is_open(block, a, b):
            ground.quad("kerb", (*a, 0.0), (*b, 0.0), (*b, KERB_Z), (*a, KERB_Z))
    for a, b in edges(pool):
        length = math.dist(a, b)
        if length < 0.05:
            continue
        nx, ny = -(b[1] - a[1]) / length, (b[0] - a[0]) / length
        piece = clip(promenade, a, (-nx, -ny))
        if area(piece) > _SLIVER:
            ground.flat(piece, KERB_Z, "paving")
        promenade = clip(promenade, a, (nx, ny))
        if _is_open(block, a, b):
            continue
        low = RIVER_Z - 0.5 if _is_bank(block, a, b) else -_DECK
        ground.quad("wall_low", (*b, low), (*a, low), (*a, KERB_Z), (*b, KERB_Z))
    under = list(block.cell)
    for k in (1, 3):
        side = block.sides[k]
        if side.road is not None:
            back, (nx, ny) = side.road.half, side.normal
            under = clip(under, (side.point[0] + nx * back, side.point[1] + ny * back), (nx, ny))
    if under:
        water.flat(under, RIVER_Z, "water")
        for a, b in edges(under):  # nothing shows through where two pieces of water meet
            ends = np.array([[*a, *b]])
            water.many(strips(ends[:, :2], ends[:, 2:], 1.0, RIVER_Z - 0.03), "water")


def _is_open(block: Block, a: Point, b: Point) -> bool:
    """Whether an edge lies where the block meets its neighbour without a street."""
    for side in block.sides:
        if side.road is None:
            (px, py), (nx, ny) = side.point, side.normal
            if all(abs((x - px) * nx + (y - py) * ny) < 0.05 for x, y in (a, b)):
                return True
    return False


def _is_bank(block: Block, a: Point, b: Point) -> bool:
    """Whether an edge of the water runs along a promenade rather than a bridge."""
    ux, uy = b[0] - a[0], b[1] - a[1]
    length = math.hypot(ux, uy)
    return any(
        abs(block.sides[k].normal[0] * ux + block.sides[k].normal[1] * uy) < 0.2 * length
        for k in (1, 3)
    )


def _surfaces(sketch: Sketch, quads: Quads) -> None:
    for polygon, z, material in sketch.surfaces:
        if len(polygon) >= 3:
            quads.flat(polygon, z, material)
    for lines, material in sketch.painted:
        quads.many(lines, material)
    by_kind: dict[tuple[float, str], list[tuple[float, ...]]] = {}
    for (ax, ay), (bx, by), width, z, material in sketch.strips:
        by_kind.setdefault((z, material), []).append((ax, ay, bx, by, width))
    for (z, material), rows in by_kind.items():
        table = np.array(rows)
        quads.many(strips(table[:, :2], table[:, 2:4], table[:, 4], z), material)
