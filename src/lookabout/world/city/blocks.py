"""One block as meshes: its ground, its buildings, its fences and hedges, and shared things."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from lookabout.world.city.buildings import raise_masses
from lookabout.world.city.houses import raise_house
from lookabout.world.city.plan import KERB_Z, LOT_Z, RIVER_Z, Block, Plan, water_of
from lookabout.world.city.polygon import Point, Polygon, area, clip, edges, offset_ring
from lookabout.world.city.quads import Quads, boxes, strips
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


@dataclass(frozen=True, eq=False)
class BlockParts:
    """Meshes of a block in world axes."""

    meshes: dict[str, Mesh]
    """
    Under ``ground``, ``water``, ``building``, ``hull``, ``fence``, ``hedge``, ``overpass``; some
    absent.
    """
    props: tuple[Placed, ...]


def block_parts(plan: Plan, block: Block) -> BlockParts:
    """What a block looks like; always the same for the same map seed."""
    return _parts(plan, block)


@lru_cache(maxsize=160)
def _parts(plan: Plan, block: Block) -> BlockParts:
    sketch = sketch_of(plan, block)
    ground, water, building, hull = Quads(), Quads(), Quads(), Quads()
    if block.district == "river":
        _river_ground(block, ground, water)
    else:
        ground.flat(block.cell, 0.0, "asphalt")
        if block.kerb:
            _slab(block, ground)
    _surfaces(sketch, ground)
    raise_masses(sketch.masses, building, hull)
    for house in sketch.houses:
        raise_house(house, building, hull)
    for ring, low, high, side, top in sketch.decks:
        building.block(ring, low, high, side, top)
        hull.block(ring, low, high, "hull")
    overpass = Quads()
    raise_deck(block, overpass)
    fence, hedge = _fences(sketch), _hedges(sketch, block)
    made = {
        "ground": ground.mesh(),
        "water": water.mesh(),
        "building": building.mesh(),
        "hull": hull.mesh(),
        "fence": fence.mesh(),
        "hedge": hedge.mesh(),
        "overpass": overpass.mesh(),
    }
    meshes = {name: mesh for name, mesh in made.items() if mesh is not None}
    return BlockParts(meshes, (*sketch.props, *clutter(sketch.masses)))


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
    for ring, low, high, side, top in sketch.slabs:
        quads.block(ring, low, high, side, top)
    for lines, material in sketch.painted:
        quads.many(lines, material)
    by_kind: dict[tuple[float, str], list[tuple[float, ...]]] = {}
    for (ax, ay), (bx, by), width, z, material in sketch.strips:
        by_kind.setdefault((z, material), []).append((ax, ay, bx, by, width))
    for (z, material), rows in by_kind.items():
        table = np.array(rows)
        quads.many(strips(table[:, :2], table[:, 2:4], table[:, 4], z), material)


def _fences(sketch: Sketch) -> Quads:
    quads = Quads()
    by_material: dict[str, list[tuple[float, ...]]] = {}
    for (ax, ay), (bx, by), foot, height, thick, material in sketch.fences:
        by_material.setdefault(material, []).append((ax, ay, bx, by, foot, height, thick))
    for material, rows in by_material.items():
        t = np.array(rows)
        step = t[:, 2:4] - t[:, :2]
        length = np.maximum(np.hypot(step[:, 0], step[:, 1]), 1e-6)
        middle = (t[:, :2] + t[:, 2:4]) / 2
        quads.many(
            boxes(middle, step / length[:, None], length, t[:, 6], t[:, 4], t[:, 4] + t[:, 5]),
            material,
        )
    return quads


def _hedges(sketch: Sketch, block: Block) -> Quads:
    """Clipped hedges: a body under a ragged coat of leaf cards."""
    quads = Quads()
    if not sketch.hedges:
        return quads
    rng = np.random.default_rng([0x4ED6E, *block.index])
    for (ax, ay), (bx, by), height in sketch.hedges:
        length = math.hypot(bx - ax, by - ay)
        if length < 0.8:
            continue
        u = np.array([(bx - ax) / length, (by - ay) / length])
        middle = np.array([[(ax + bx) / 2, (ay + by) / 2]])
        one = np.ones(1)
        quads.many(
            boxes(
                middle,
                u[None],
                one * length,
                one * 0.62,
                one * LOT_Z,
                one * (LOT_Z + height * 0.93),
            ),
            "hedge",
        )
        count = int(length * 9)
        a = rng.uniform(0, length, count)
        b = rng.uniform(-0.36, 0.36, count)
        n = np.array([-u[1], u[0]])
        flat = np.array([ax, ay]) + a[:, None] * u + b[:, None] * n
        z = LOT_Z + height * rng.uniform(0.86, 1.05, count)
        at = np.column_stack([flat, z])
        size = rng.uniform(0.10, 0.2, (count, 1))
        p = rng.normal(size=(count, 3)) * [1, 1, 0.5]
        p /= np.linalg.norm(p, axis=1)[:, None]
        q = np.cross(p, rng.normal(size=(count, 3)))
        q /= np.maximum(np.linalg.norm(q, axis=1), 1e-6)[:, None]
        quads.many(
            np.stack([at - p * size, at + q * size, at + p * size, at - q * size], 1), "hedge"
        )
    return quads
