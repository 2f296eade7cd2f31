"""The city beyond what is built in full: plain bodies, so that oblique views have a skyline."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lookabout.world.build.polygon import longest_edge
from lookabout.world.build.quads import Quads, boxes
from lookabout.world.city.plan import DECK_HALF, DECK_Z, KERB_Z, LOT_Z, Block, Plan, water_of
from lookabout.world.city.sketch import Frame
from lookabout.world.city.viaduct import ribbon
from lookabout.world.scene import Mesh

Floats = NDArray[np.float64]
FAR_REACH = 900.0
"""How far around the built square the plain city goes on, metres."""


@dataclass(frozen=True)
class _Manner:
    """How a district looks from afar; metres."""

    ground: str
    cells: tuple[float, float]
    """Spacing of bodies along and across."""
    size: tuple[float, float]
    """Share of a cell that a body covers."""
    height: tuple[float, float]
    filled: float
    """Share of cells that have a body."""
    walls: tuple[str, ...]
    roofs: tuple[str, ...]
    trees: float
    """Per 100 square metres."""


_STONES = ("stone_light", "stone_grey", "concrete_wall", "brick_tan", "brick_red")
_TOWERS = ("stone_light", "stone_grey", "concrete_wall", "panel_grey", "glass_blue", "glass_grey")
_BRICKS = ("brick_red", "brick_brown", "brick_tan", "brick_dark", "stone_sand")
_FLATS = ("roof_grey", "roof_light", "roof_dark", "roof_tan", "roof_white")
_MANNERS = {
    "downtown": _Manner("paving", (34, 38), (0.6, 0.95), (14, 95), 0.9, _TOWERS, _FLATS, 0.1),
    "midrise": _Manner("yard", (26, 36), (0.55, 0.9), (9, 24), 0.85, _BRICKS, _FLATS, 0.25),
    "rowhouse": _Manner("grass", (9, 40), (0.5, 0.9), (7, 11), 0.92, _BRICKS, _FLATS, 0.5),
    "residential": _Manner(
        "grass", (17, 40), (0.3, 0.6), (5, 8), 0.95, ("siding_white", "siding_grey", "brick_red",
        "siding_yellow"), ("shingle_grey", "shingle_dark", "shingle_brown", "shingle_tan"), 0.7,
    ),
    "retail": _Manner("asphalt_lot", (40, 50), (0.5, 0.8), (5, 7), 0.5, _STONES, _FLATS, 0.15),
    "industry": _Manner(
        "yard", (50, 55), (0.5, 0.85), (6, 11), 0.8, ("panel_beige", "panel_white", "panel_grey"),
        ("roof_metal", "roof_grey", "roof_white"), 0.05,
    ),
    "school": _Manner("grass", (50, 60), (0.3, 0.5), (7, 12), 0.6, _BRICKS, _FLATS, 0.4),
}  # fmt: skip
_OPEN = {"park": ("grass", 1.2), "lot": ("asphalt_lot", 0.15), "plaza": ("paving", 0.6),
         "island": ("grass", 0.8), "viaduct": ("grass_dry", 0.0)}  # fmt: skip


def far_city(plan: Plan, built: frozenset[tuple[int, int, int]], x: float, y: float,
             reach: float) -> dict[str, Mesh]:  # fmt: skip
    """
    Plain stand-ins for all blocks near (x, y) that are not ``built``.

    :returns: meshes ``ground``, ``building``, ``tree``, ``water`` and ``overpass``; some may be
        absent.
    """
    made = {name: Quads() for name in ("ground", "building", "tree", "water", "overpass")}
    for block in plan.blocks_near(x, y, reach):
        if block.index not in built:
            for name, faces, material in _stand_in(plan, block):
                made[name].many(faces, material)
            if block.kerb:
                ground = _MANNERS.get(block.district)
                name = ground.ground if ground else _OPEN.get(block.district, ("sidewalk", 0))[0]
                made["ground"].flat(block.kerb, KERB_Z, name)
            if block.district == "river":
                made["water"].flat(water_of(block), KERB_Z + 0.02, "water")
            made["ground"].flat(block.cell, 0.0, "asphalt")
    meshes = {name: quads.mesh() for name, quads in made.items()}
    return {name: mesh for name, mesh in meshes.items() if mesh is not None}


@lru_cache(maxsize=800)
def _stand_in(plan: Plan, block: Block) -> list[tuple[str, Floats, str]]:
    """(what, quads or triangles, material) of a block's bodies and trees."""
    if len(block.deck) > 1:
        line = np.array(block.deck)
        edge, low = DECK_HALF, DECK_Z - 0.6
        return [
            ("overpass", ribbon(line, -edge, DECK_Z, edge, DECK_Z), "deck_road"),
            ("overpass", ribbon(line, -edge, low, -edge, DECK_Z + 0.9), "concrete_wall"),
            ("overpass", ribbon(line, edge, DECK_Z + 0.9, edge, low), "concrete_wall"),
        ]
    whole = block.at(0.0)
    if not whole or block.district == "river":
        return []
    rng = np.random.default_rng([plan.seed, 0xFA2, *block.index])
    frame = Frame.in_polygon(whole, longest_edge(whole))
    if frame is None:
        return []
    out: list[tuple[str, Floats, str]] = []
    manner = _MANNERS.get(block.district)
    density = manner.trees if manner else _OPEN.get(block.district, ("", 0.0))[1]
    if manner is not None:
        out += _bodies(rng, frame, manner)
    count = int(density * frame.length * frame.depth / 100)
    if count:
        a, b = rng.uniform(0, frame.length, count), rng.uniform(0, frame.depth, count)
        out.append(("tree", _crowns(rng, _world(frame, a, b)), "leaf_maple_deep"))
    return out


def _world(frame: Frame, a: Floats, b: Floats) -> Floats:
    (ox, oy), (ux, uy) = frame.origin, frame.u
    return np.column_stack([ox + a * ux - b * uy, oy + a * uy + b * ux])


def _bodies(
    rng: np.random.Generator, frame: Frame, manner: _Manner
) -> list[tuple[str, Floats, str]]:
    along = max(1, round(frame.length / manner.cells[0]))
    across = max(1, round(frame.depth / manner.cells[1]))
    i, j = np.meshgrid(np.arange(along), np.arange(across))
    keep = rng.random(i.size) < manner.filled
    i, j = i.ravel()[keep], j.ravel()[keep]
    count = len(i)
    if count == 0:
        return []
    w, d = frame.length / along, frame.depth / across
    length = w * rng.uniform(*manner.size, count)
    width = d * rng.uniform(*manner.size, count)
    centre = _world(frame, (i + 0.5) * w, (j + 0.5) * d)
    high = LOT_Z + manner.height[0] + np.ptp(manner.height) * rng.random(count) ** 2
    axis = np.broadcast_to(np.array(frame.u), (count, 2))
    quads = boxes(centre, axis, length, width, np.full(count, LOT_Z), high).reshape(count, 5, 4, 3)
    wall = rng.integers(0, len(manner.walls), count)
    roof = rng.integers(0, len(manner.roofs), count)
    out = []
    for k, name in enumerate(manner.walls):
        out.append(("building", quads[wall == k, :4].reshape(-1, 4, 3), name))
    for k, name in enumerate(manner.roofs):
        out.append(("building", quads[roof == k, 4], name))
    return out


def _crowns(rng: np.random.Generator, at: Floats) -> Floats:
    """Crowns as domes of four faces."""
    count = len(at)
    radius = rng.uniform(1.8, 4.2, count)
    turn = rng.uniform(0, np.pi / 2, count)
    middle = radius * 1.25 + 0.8
    ring = np.stack(
        [
            np.column_stack(
                [
                    at[:, 0] + radius * np.cos(turn + k * np.pi / 2),
                    at[:, 1] + radius * np.sin(turn + k * np.pi / 2),
                    middle * 0.55,
                ]
            )
            for k in range(4)
        ],
        1,
    )
    top = np.column_stack([at, middle + radius * 0.95])
    ends = [ring[:, (k + 1) % 4] for k in range(4)]
    return np.concatenate([np.stack([ring[:, k], ends[k], top], 1) for k in range(4)])
