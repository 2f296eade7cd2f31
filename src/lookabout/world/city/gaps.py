"""Gaps in the rows of the centre: building sites, and blocks closed around a court."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from lookabout.world.build.polygon import (
    Point,
    Polygon,
    area,
    contains,
    edges,
    inset,
    longest_edge,
    offset_ring,
    rectangle,
)
from lookabout.world.city.plan import LOT_Z
from lookabout.world.city.sketch import OVER_Z, Facade, Frame, Mass, Sketch, between, pick
from lookabout.world.city.styles import FLAT_ROOFS

_BAY = 6.0
"""Between the columns of an unfinished building."""
_STOREY = 3.6
_CABINS = ("cabin_white", "cabin_blue", "cabin_white")
_CRANE_ROOM = 4.0


def building_site(rng: np.random.Generator, sketch: Sketch, polygon: Polygon) -> None:
    """A fenced lot of bare earth with a concrete frame going up, or only cleared; no machines."""
    lot = inset(polygon, 0.5)
    u = longest_edge(lot)
    frame = Frame.in_polygon(inset(lot, 1.0), u)
    if frame is None or min(frame.length, frame.depth) < 12:
        return
    sketch.surfaces.append((lot, OVER_Z, pick(rng, ("soil", "clay_soil", "gravel"))))
    board = pick(rng, ("hoarding_blue", "hoarding_white", "hoarding_green", "fence_wood"))
    for a, b in edges(lot):
        sketch.fences.append((a, b, OVER_Z, 2.2, 0.07, board))
    L, D = frame.length, frame.depth
    used = 0.0
    if rng.random() < 0.75 and L > 16 and D > 13:
        used = between(rng, 0.5, 0.75) * L
        body = frame.sub(1.5, 2.0, max(used, 14.0), D - 3.5)
        _skeleton(rng, sketch, body, int(between(rng, 1, 6)))
        sketch.surfaces.append((frame.box(0.5, 1.0, used + 1.0, D - 2.5), OVER_Z + 0.02, "works"))
    yard = frame.sub(used + 2.0, 1.0, L - 0.5, D - 1.0)
    if yard.length < 4:
        return
    for k, a in enumerate(np.arange(1.6, yard.length - 1.4, 3.4).tolist()):
        for b in np.arange(1.8, yard.depth - 1.6, 3.6).tolist():
            x, y = yard.at(a + between(rng, -0.3, 0.3), b + between(rng, -0.3, 0.3))
            if rng.random() < 0.45:
                name = pick(rng, ("pallets", "pipes", "crates", "rebar", "blocks", "spools"))
                turn = yard.yaw + pick(rng, (0.0, 90.0)) + between(rng, -8, 8)
                sketch.props.append((name, x, y, OVER_Z, turn, between(rng, 0.8, 1.1)))
        if k == 0 and yard.depth > 12:
            x, y = yard.at(a, yard.depth - 1.4)
            sketch.props.append((pick(rng, _CABINS), x, y, OVER_Z, yard.yaw, 1.0))
    sketch.footprints.append(yard.box(0, 0, yard.length, yard.depth))


def _skeleton(rng: np.random.Generator, sketch: Sketch, body: Frame, floors: int) -> None:
    """Floors on columns; the uppermost is being cast and covers a part."""
    L, D = body.length, body.depth
    across, deep = max(2, round(L / _BAY)), max(2, round(D / _BAY))
    part = between(rng, 0.35, 0.8) * L
    for floor in range(floors + 1):
        z = OVER_Z + 0.25 + _STOREY * floor
        ring = body.box(0, 0, part if floor == floors else L, D)
        sketch.decks.append((ring, z - 0.28, z, "concrete_wall", "concrete_fresh"))
    top = OVER_Z + 0.25 + _STOREY * floors
    for i in range(across + 1):
        for j in range(deep + 1):
            a, b = 0.4 + i * (L - 0.8) / across, 0.4 + j * (D - 0.8) / deep
            column = rectangle(body.at(a, b), body.u, 0.45, 0.45)
            high = top + (1.3 if a < part else -_STOREY + 1.6)
            if high > OVER_Z + 0.6:
                sketch.decks.append((column, OVER_Z + 0.2, high, "concrete_wall", "metal_rust"))
    core = body.box(L * 0.45, D * 0.4, L * 0.45 + 4.5, D * 0.4 + 3.2)
    if part > L * 0.45 + 4.5:
        sketch.decks.append((core, top, top + 2.6, "concrete_wall", "concrete_dark"))
    if floors:
        mat = body.box(part * 0.1, D * 0.15, part * 0.4, D * 0.7)
        sketch.decks.append((mat, top, top + 0.12, "timber", "fence_wood"))
    sketch.footprints.append(body.box(0, 0, L, D))
    if floors >= 2:
        x, y = body.at(-0.2 + L * 0.5, D + 1.2)
        sketch.props.append(("tower_crane", x, y, OVER_Z, between(rng, 0, 360), 1.0))
        sketch.footprints.append(rectangle((x, y), body.u, _CRANE_ROOM, _CRANE_ROOM))


def court_block(
    rng: np.random.Generator,
    sketch: Sketch,
    whole: Polygon,
    facade: Callable[[np.random.Generator], Facade],
) -> bool:
    """
    Houses wall to wall along all four streets, a planted court inside.

    :returns: False if the block is too small or too slanted for it; nothing is built then.
    """
    outer = inset(whole, between(rng, 0.3, 2.5))
    depth = between(rng, 11.0, 14.0)
    if len(outer) != 4 or min(math.dist(a, b) for a, b in edges(outer)) < 3.4 * depth:
        return False
    inner = offset_ring(outer, depth)
    storeys = int(between(rng, 3, 6.5))
    for k in range(4):
        _wing(rng, sketch, (outer[k - 1], outer[k]), (inner[k - 1], inner[k]), storeys, facade)
    _court(rng, sketch, inner)
    return True


def _wing(
    rng: np.random.Generator,
    sketch: Sketch,
    street: tuple[Point, Point],
    court: tuple[Point, Point],
    storeys: int,
    facade: Callable[[np.random.Generator], Facade],
) -> None:
    """Two to four houses between a street's edge and the court's."""
    count = max(2, round(math.dist(*street) / between(rng, 20, 34)))
    cuts = np.linspace(0, 1, count + 1)
    cuts[1:-1] += rng.uniform(-0.2, 0.2, count - 1) / count

    def at(line: tuple[Point, Point], t: float) -> Point:
        (ax, ay), (bx, by) = line
        return ax + t * (bx - ax), ay + t * (by - ay)

    for low, high in zip(cuts[:-1].tolist(), cuts[1:].tolist(), strict=True):
        ring = [at(street, low), at(street, high), at(court, high), at(court, low)]
        look = facade(rng)
        sketch.add(
            Mass(
                ring, (ring,), LOT_Z, max(2, storeys + int(rng.integers(-1, 2))),
                between(rng, 3.0, 3.5), between(rng, 3.7, 4.3) if look.shop else 3.4, look,
                pick(rng, FLAT_ROOFS), between(rng, 0.5, 1.1), (True, False, True, False), "flat",
                int(rng.random() * 2**31),
            )
        )  # fmt: skip


def _court(rng: np.random.Generator, sketch: Sketch, inner: Polygon) -> None:
    """Lawn and paths between the houses' backs; trees, benches, a table or two."""
    if not inner or area(inner) < 80:
        return
    sketch.surfaces.append((inner, OVER_Z, pick(rng, ("paving", "paving_red", "path"))))
    lawn = inset(inner, 2.6)
    if not lawn:
        return
    sketch.surfaces.append((lawn, OVER_Z + 0.02, pick(rng, ("grass_lush", "grass"))))
    u = longest_edge(lawn)
    frame = Frame.around(lawn, u)
    for share in (0.33, 0.67) if frame.length > 40 else (0.5,):
        a = share * frame.length
        path = frame.box(a - 1.0, 0, a + 1.0, frame.depth)
        sketch.surfaces.append((path, OVER_Z + 0.036, "path"))
    for _ in range(int(area(lawn) / 75)):
        x, y = frame.at(between(rng, 0, frame.length), between(rng, 0, frame.depth))
        if contains(lawn, x, y, 1.6):
            kind = pick(rng, ("yard", "plaza", "shrub", "yard"))
            sketch.trees.append((x, y, OVER_Z + 0.02, kind))
    for (ax, ay), (bx, by) in edges(inset(inner, 1.5)):
        yaw = math.degrees(math.atan2(by - ay, bx - ax))
        for t in (0.3, 0.7):
            x, y = ax + t * (bx - ax), ay + t * (by - ay)
            if rng.random() < 0.5:
                sketch.furniture.append(("bench", x, y, OVER_Z, yaw + 90.0))
            elif rng.random() < 0.3:
                sketch.furniture.append(("dumpster", x, y, OVER_Z, yaw + 90.0))
