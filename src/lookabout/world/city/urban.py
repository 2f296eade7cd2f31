"""Blocks of the centre: towers, street walls, squares, car parks."""

from __future__ import annotations

import math

import numpy as np

from lookabout.world.city.bodies import street_building, tower
from lookabout.world.city.lots import cut, parking, strips_of_lots
from lookabout.world.city.plan import LOT_Z, Block
from lookabout.world.city.polygon import (
    Polygon,
    area,
    centroid,
    contains,
    inset,
    longest_edge,
)
from lookabout.world.city.sketch import OVER_Z, Frame, Sketch, between, pick
from lookabout.world.city.styles import street_facade, tower_facade


def downtown(rng: np.random.Generator, block: Block, sketch: Sketch) -> None:
    """A few large lots: towers on bases, old street walls, now and then a gap."""
    whole = block.at(0.0)
    if area(whole) < 150:
        return
    sketch.surfaces.append((whole, LOT_Z, pick(rng, ("paving", "paving", "paving_dark"))))
    for lot in cut(rng, whole, between(rng, 900, 2300)):
        u = longest_edge(lot)
        frame = Frame.in_polygon(lot, u)
        draw = float(rng.random())
        if frame is None or min(frame.length, frame.depth) < 9:
            pocket(rng, lot, sketch)
            continue
        if draw < 0.07:
            parking(rng, sketch, inset(lot, 0.4), u, islands=False)
        elif draw < 0.13:
            pocket(rng, lot, sketch)
        elif draw < 0.56 and min(frame.length, frame.depth) > 20:
            tower(rng, sketch, frame, tower_facade(rng), int(between(rng, 10, 26) ** 1.05))
        else:
            facade = street_facade(rng) if rng.random() < 0.6 else tower_facade(rng)
            street_building(rng, sketch, frame, facade, int(between(rng, 3, 12)))


def midrise(rng: np.random.Generator, block: Block, sketch: Sketch) -> None:
    """Flats and shops of three to eight storeys around an alley or a court."""
    lots, lane = strips_of_lots(rng, block, 18, 38, 6.0)
    whole = block.at(0.0)
    sketch.surfaces.append((whole, LOT_Z, pick(rng, ("yard", "alley", "paving", "grass"))))
    if lane:
        sketch.surfaces.append((lane, OVER_Z, pick(rng, ("alley", "asphalt_lot"))))
    for lot in lots:
        frame = lot.frame
        draw = float(rng.random())
        if min(frame.length, frame.depth) < 8:
            pocket(rng, lot.polygon, sketch)
            continue
        if draw < 0.08:
            parking(rng, sketch, inset(lot.polygon, 0.3), frame.u, islands=False, z=OVER_Z)
            continue
        if draw < 0.13:
            pocket(rng, lot.polygon, sketch)
            continue
        front = 0.0 if rng.random() < 0.7 else between(rng, 1.5, 4.0)
        depth = min(frame.depth - front, between(rng, 16, 34))
        gap = 0.0 if rng.random() < 0.65 else between(rng, 1.0, 2.5)
        body = frame.sub(gap, front, frame.length - gap, front + depth)
        storeys = int(between(rng, 2, 6.5) + (3 if rng.random() < 0.2 else 0))
        street_building(rng, sketch, body, street_facade(rng), storeys)
        rear = frame.sub(0.5, front + depth + 0.5, frame.length - 0.5, frame.depth - 0.3)
        if rear.depth > 7:
            _behind(rng, sketch, rear)


def _behind(rng: np.random.Generator, sketch: Sketch, rear: Frame) -> None:
    """What lies between a building's back and the alley."""
    draw = float(rng.random())
    whole = rear.box(0, 0, rear.length, rear.depth)
    if draw < 0.55:
        parking(rng, sketch, whole, rear.u, islands=False, spots=False, z=OVER_Z)
    elif draw < 0.8:
        sketch.surfaces.append((whole, OVER_Z, "grass"))
        for _ in range(int(rear.length / 7)):
            x, y = rear.at(between(rng, 2, rear.length - 2), between(rng, 2, rear.depth - 2))
            sketch.trees.append((x, y, OVER_Z, "yard"))
    x, y = rear.at(between(rng, 0.2, 0.8) * rear.length, rear.depth - 0.9)
    if draw > 0.55:
        sketch.furniture.append(("dumpster", x, y, OVER_Z, rear.yaw))


def pocket(rng: np.random.Generator, polygon: Polygon, sketch: Sketch) -> None:
    """A small paved or planted gap."""
    inner = inset(polygon, 1.2)
    if not inner or area(inner) < 12:
        return
    green = rng.random() < 0.5
    sketch.surfaces.append((inner, OVER_Z, "grass" if green else "paving"))
    count = int(min(10, area(inner) / 70 + 1))
    cx, cy = centroid(inner)
    reach = math.sqrt(area(inner)) * 0.8
    for _ in range(count):
        x, y = cx + between(rng, -reach, reach), cy + between(rng, -reach, reach)
        if contains(inner, x, y, 1.0):
            sketch.trees.append((x, y, OVER_Z, "plaza"))


def lot(rng: np.random.Generator, block: Block, sketch: Sketch) -> None:
    """A whole block of parking, with a low building at most."""
    whole = block.at(0.0)
    if area(whole) < 300:
        pocket(rng, whole, sketch)
        return
    sketch.surfaces.append((whole, LOT_Z, "grass"))
    inner = inset(whole, 1.6)
    pieces = cut(rng, inner, between(rng, 3000, 6000))
    for k, piece in enumerate(pieces):
        u = longest_edge(piece)
        frame = Frame.in_polygon(inset(piece, 1.0), u)
        if k == 0 and len(pieces) > 1 and frame is not None and rng.random() < 0.5:
            body = frame.sub(0, 0, min(frame.length, 40), min(frame.depth, 24))
            street_building(rng, sketch, body, street_facade(rng), int(between(rng, 1, 4)))
            continue
        parking(rng, sketch, piece, u, z=OVER_Z)


def plaza(rng: np.random.Generator, block: Block, sketch: Sketch) -> None:
    """A paved square with trees in rows, a fountain or lawn, and a public building."""
    whole = block.at(0.0)
    if area(whole) < 500:
        pocket(rng, whole, sketch)
        return
    sketch.surfaces.append((whole, LOT_Z, pick(rng, ("paving", "paving_red", "paving"))))
    u = longest_edge(whole)
    frame = Frame.in_polygon(inset(whole, 4.0), u)
    if frame is None or min(frame.length, frame.depth) < 24:
        pocket(rng, whole, sketch)
        return
    L, D = frame.length, frame.depth
    open_from = 0.0
    if L > 70 and rng.random() < 0.75:
        open_from = between(rng, 26, 34)
        body = frame.sub(0, 2, open_from - 6, D - 2)
        street_building(
            rng, sketch, body, tower_facade(rng), int(between(rng, 2, 6)), shapes=("bar", "U")
        )
    square = frame.sub(open_from, 0, L, D)
    cx, cy = square.length / 2, square.depth / 2
    band = square.box(cx - 3, 0, cx + 3, square.depth)
    sketch.surfaces.append((band, OVER_Z, "paving_dark"))
    if rng.random() < 0.6:
        _fountain(sketch, square, cx, cy, between(rng, 4.0, 7.0))
    for side in (0, 1):
        c0 = 4.0 if side == 0 else cx + 9
        c1 = cx - 9 if side == 0 else square.length - 4
        if c1 - c0 < 8:
            continue
        if rng.random() < 0.5:
            lawn = square.box(c0, 5, c1, square.depth - 5)
            sketch.slabs.append((lawn, LOT_Z, LOT_Z + 0.35, "wall_low", "wall_low"))
            inner = square.box(c0 + 0.4, 5.4, c1 - 0.4, square.depth - 5.4)
            sketch.surfaces.append((inner, LOT_Z + 0.37, "grass_lush"))
            z = LOT_Z + 0.37
        else:
            z = LOT_Z
        for a in np.arange(c0 + 2, c1 - 1, 7.5).tolist():
            for b in np.arange(7.5, square.depth - 7, 7.5).tolist():
                if rng.random() < 0.55:
                    x, y = square.at(a, b)
                    sketch.trees.append((x, y, z, "plaza"))
    for a in np.arange(4, square.length - 3, 9.0).tolist():
        for b in (1.5, square.depth - 1.5):
            x, y = square.at(a, b)
            if rng.random() < 0.5:
                turn = 90.0 if b < 5 else -90.0
                sketch.furniture.append(("bench", x, y, LOT_Z, square.yaw + turn))
    for b in np.arange(4, square.depth - 3, 6.0).tolist():
        for a in (cx - 6.2, cx + 6.2):
            if abs(b - cy) > 9:
                sketch.spot("plaza", *square.at(a, b), LOT_Z, square.yaw)
    for a in np.arange(3, square.length - 3, 8.0).tolist():
        for b in (3.2, square.depth - 3.2):
            sketch.spot("plaza", *square.at(a, b), LOT_Z, square.yaw)


def _fountain(sketch: Sketch, square: Frame, a: float, b: float, radius: float) -> None:
    angles = np.linspace(0, 2 * np.pi, 24, endpoint=False).tolist()

    def circle(r: float) -> Polygon:
        return square.ring([(a + r * math.cos(t), b + r * math.sin(t)) for t in angles])

    sketch.slabs.append((circle(radius), LOT_Z, LOT_Z + 0.5, "wall_low", "wall_low"))
    sketch.surfaces.append((circle(radius - 0.5), LOT_Z + 0.52, "pool"))
    sketch.slabs.append((circle(0.9), LOT_Z + 0.5, LOT_Z + 1.7, "wall_low", "wall_low"))
