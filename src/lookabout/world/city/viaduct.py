"""The elevated road: its deck on piers, and what lies in the strip under it.

A block of the strip carries the piece of the deck over itself and over its half of the streets
around, so that the deck is whole wherever neighbouring blocks are built.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from lookabout.world.build.polygon import (
    Point,
    area,
    contains,
    edges,
    inset,
    longest_edge,
    rectangle,
)
from lookabout.world.build.quads import Quads, boxes, strips
from lookabout.world.city.lots import entrances, parking
from lookabout.world.city.plan import DECK_HALF, DECK_Z, LOT_Z, Block, Waypoint
from lookabout.world.city.sketch import OVER_Z, Sketch, between, pick

Floats = NDArray[np.float64]
LANES = (2.75, 6.35)
"""Middle of each lane, from the deck's middle."""
_PARAPET = 0.9
_SLAB = 0.4
_GIRDER = 1.75
"""Depth under the roadway."""
_PIER_PITCH = 29.0
_COLUMNS = (-5.2, 5.2)
_COLUMN = 1.5
_LAMP_PITCH = 44.0


def underneath(rng: np.random.Generator, block: Block, sketch: Sketch) -> None:
    """Parking, gravel or rough grass between the piers; bushes and a fence at the edges."""
    whole = block.at(0.0)
    for x, y, ux, uy in pier_places(block):
        for left in _COLUMNS:
            foot = rectangle((x - left * uy, y + left * ux), (ux, uy), _COLUMN, _COLUMN)
            sketch.footprints.append(foot)
    _fittings(rng, block, sketch)
    if area(whole) < 60:
        return
    draw = float(rng.random())
    ground = "grass_dry" if draw < 0.6 else pick(rng, ("gravel", "works", "grass_plain"))
    sketch.surfaces.append((whole, LOT_Z, ground))
    inner = inset(whole, 2.4)
    if draw < 0.6 and inner:
        parking(
            rng, sketch, inner, longest_edge(inner), islands=False, spots=False, z=OVER_Z,
            surface=pick(rng, ("asphalt_lot", "works")),
        )  # fmt: skip
        entrances(rng, sketch, block, 2.6)
    for a, b in edges(inset(whole, 1.3)) if area(whole) > 200 else ():
        length = math.dist(a, b)
        if draw >= 0.6 and length > 8:
            sketch.fences.append((a, b, LOT_Z, 2.0, 0.06, "fence_metal"))
        for s in np.arange(2.0, length - 1.0, between(rng, 4.0, 9.0)).tolist():
            x, y = a[0] + s / length * (b[0] - a[0]), a[1] + s / length * (b[1] - a[1])
            if _aside(block, x, y) > DECK_HALF + 2.4 and rng.random() < 0.5:
                sketch.trees.append((x, y, LOT_Z, pick(rng, ("shrub", "shrub", "lot"))))


def _aside(block: Block, x: float, y: float) -> float:
    """How far a point lies beside the deck's middle line."""
    px, py, ux, uy = min(block.deck, key=lambda p: (p[0] - x) ** 2 + (p[1] - y) ** 2)
    return abs((x - px) * uy - (y - py) * ux)


def pier_places(block: Block) -> list[Waypoint]:
    """Where piers stand: evenly along the deck, none on a street or a sidewalk."""
    whole = block.at(0.0)
    ground = inset(whole, _COLUMN) if whole else []
    if not ground:
        return []

    def stands(p: Waypoint) -> bool:
        x, y, ux, uy = p
        return all(contains(ground, x - left * uy, y + left * ux) for left in _COLUMNS)

    line = [place for place in places(block.deck, 1.0) if stands(place)]
    if len(line) < 3:
        return line[:1]
    count = max(2, 1 + math.ceil(len(line) / _PIER_PITCH))
    picked = np.round(np.linspace(0, len(line) - 1, count)).astype(int)
    return [line[k] for k in picked.tolist()]


def places(deck: tuple[Waypoint, ...], pitch: float, first: float = 0.0) -> list[Waypoint]:
    """Points every ``pitch`` metres along a piece of the deck."""
    if len(deck) < 2:
        return []
    table = np.array(deck)
    along = np.concatenate([[0.0], np.hypot(*np.diff(table[:, :2], axis=0).T).cumsum()])
    s = np.arange(first, along[-1], pitch)
    rows = np.stack([np.interp(s, along, column) for column in table.T], 1)
    rows[:, 2:] /= np.hypot(rows[:, 2], rows[:, 3])[:, None]
    return [(x, y, u, v) for x, y, u, v in rows.tolist()]


def _fittings(rng: np.random.Generator, block: Block, sketch: Sketch) -> None:
    """Lamps on the barrier between the directions, a sign over the lanes here and there."""
    for x, y, ux, uy in places(block.deck, _LAMP_PITCH, first=_LAMP_PITCH / 2):
        yaw = math.degrees(math.atan2(uy, ux))
        sketch.props.append(("deck_lamp", x, y, DECK_Z + _PARAPET, yaw, 1.0))
    spots = places(block.deck, 1.0)
    if len(spots) > 60 and rng.random() < 0.45:
        x, y, ux, uy = spots[int(between(rng, 0.3, 0.7) * len(spots))]
        yaw = math.degrees(math.atan2(uy, ux))
        sketch.props.append(("gantry", x, y, DECK_Z, yaw, 1.0))


def raise_deck(block: Block, quads: Quads) -> None:
    """The deck of a block with its markings, and the piers."""
    if len(block.deck) < 2:
        return
    line = np.array(block.deck)
    top, edge, rim = DECK_Z, DECK_HALF, DECK_HALF - 0.35
    low, girder = DECK_Z - _SLAB, DECK_Z - _GIRDER
    for a, za, b, zb, material in (
        # The roadway, right to left; then around: parapets, fascias, soffits, girder.
        (-rim, top, rim, top, "deck_road"),
        (-edge, top + _PARAPET, -rim, top + _PARAPET, "kerb"),
        (rim, top + _PARAPET, edge, top + _PARAPET, "kerb"),
        (-rim, top + _PARAPET, -rim, top, "wall_low"),
        (rim, top, rim, top + _PARAPET, "wall_low"),
        (-edge, low, -edge, top + _PARAPET, "concrete_wall"),
        (edge, top + _PARAPET, edge, low, "concrete_wall"),
        (-6.6, low, -edge, low, "concrete_dark"),
        (edge, low, 6.6, low, "concrete_dark"),
        (-6.2, girder, -6.6, low, "concrete_wall"),
        (6.6, low, 6.2, girder, "concrete_wall"),
        (6.2, girder, -6.2, girder, "concrete_dark"),
        (-0.3, top, -0.12, top + 0.85, "wall_low"),
        (-0.12, top + 0.85, 0.12, top + 0.85, "kerb"),
        (0.12, top + 0.85, 0.3, top, "wall_low"),
    ):
        quads.many(ribbon(line, a, za, b, zb), material)
    for way in (-1, 1):
        for left, material in ((0.95, "mark_yellow"), (8.15, "mark_white")):
            at = way * left
            quads.many(ribbon(line, at - 0.08, top + 0.02, at + 0.08, top + 0.02), material)
        dashes = np.array(places(block.deck, 12.0, first=2.0)).reshape(-1, 4)
        side = np.column_stack([-dashes[:, 3], dashes[:, 2]]) * way * 4.55
        start = dashes[:, :2] + side
        quads.many(strips(start, start + 3.0 * dashes[:, 2:], 0.14, top + 0.02), "mark_white")
    for pier in pier_places(block):
        _pier(pier, quads)


def ribbon(line: Floats, left0: float, z0: float, left1: float, z1: float) -> Floats:
    """Quads (N - 1, 4, 3) along a line (N, 4) between two offsets, facing up if left0 < left1."""
    across = np.column_stack([-line[:, 3], line[:, 2]])
    right = np.column_stack([line[:, :2] + left0 * across, np.full(len(line), z0)])
    left = np.column_stack([line[:, :2] + left1 * across, np.full(len(line), z1)])
    return np.stack([right[:-1], right[1:], left[1:], left[:-1]], 1)


def _pier(pier: Waypoint, quads: Quads) -> None:
    """Two columns under a crossbeam, and the joint in the deck above."""
    x, y, ux, uy = pier
    under, head = DECK_Z - _GIRDER, DECK_Z - _GIRDER - 1.1
    along, one = np.array([[ux, uy]]), np.ones(1)

    def body(left: float, length: float, width: float, low: float, high: float) -> None:
        centre = np.array([[x - left * uy, y + left * ux]])
        shape = boxes(centre, along, one * length, one * width, one * low, one * high)
        quads.many(shape, "concrete_wall")

    for left in _COLUMNS:
        body(left, _COLUMN, _COLUMN, 0.0, head)
    body(0.0, _COLUMN + 0.3, 2 * _COLUMNS[1] + 4.0, head, under)
    across: Point = (-uy, ux)
    reach = DECK_HALF - 0.4
    start = np.array([[x - reach * across[0], y - reach * across[1]]])
    end = np.array([[x + reach * across[0], y + reach * across[1]]])
    quads.many(strips(start, end, 0.22, DECK_Z + 0.012), "seam_grey")
