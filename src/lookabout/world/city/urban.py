"""Blocks of the centre: towers, street walls, squares, car parks."""

from __future__ import annotations

import math

import numpy as np

from lookabout.world.build.polygon import (
    Polygon,
    area,
    contains,
    edges,
    inset,
    longest_edge,
    rectangle,
)
from lookabout.world.city.bodies import street_building, tower
from lookabout.world.city.gaps import building_site, court_block
from lookabout.world.city.lots import (
    alley_mouths,
    cut,
    entrances,
    parking,
    plant_margins,
    strips_of_lots,
)
from lookabout.world.city.plan import LOT_Z, Block
from lookabout.world.city.sketch import OVER_Z, Frame, Sketch, Slab, between, pick
from lookabout.world.city.styles import street_facade, tower_facade

_LAWN = ("grass", "grass_lush", "grass_plain")
_PAVED = ("paving", "paving_red", "paving", "paving_dark")


def downtown(rng: np.random.Generator, block: Block, sketch: Sketch) -> None:
    """A few large lots: towers on bases, old street walls, now and then a gap or a site."""
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
            parking(rng, sketch, inset(lot, 0.4), u, islands=False, z=OVER_Z)
        elif draw < 0.13:
            pocket(rng, lot, sketch)
        elif draw < 0.18:
            building_site(rng, sketch, lot)
        elif draw < 0.58 and min(frame.length, frame.depth) > 20:
            tower(rng, sketch, frame, tower_facade(rng), int(between(rng, 10, 26) ** 1.05))
        else:
            facade = street_facade(rng) if rng.random() < 0.6 else tower_facade(rng)
            street_building(rng, sketch, frame, facade, int(between(rng, 3, 12)))


def midrise(rng: np.random.Generator, block: Block, sketch: Sketch) -> None:
    """Flats and shops of three to eight storeys around an alley or a court."""
    lots, lane = strips_of_lots(rng, block, 18, 38, 6.0)
    whole = block.at(0.0)
    sketch.surfaces.append((whole, LOT_Z, pick(rng, ("yard", "alley", "paving", "yard"))))
    if whole and rng.random() < 0.3 and court_block(rng, sketch, whole, street_facade):
        return
    if lane:
        sketch.surfaces.append((lane, OVER_Z, pick(rng, ("alley", "asphalt_lot"))))
        alley_mouths(sketch, block, lane)
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
        if draw < 0.17:
            building_site(rng, sketch, lot.polygon)
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
    """What lies between a building's back and the alley: cars, a court, bins, a shed."""
    draw = float(rng.random())
    whole = rear.box(0, 0, rear.length, rear.depth)
    if draw < 0.6:
        parking(rng, sketch, whole, rear.u, islands=False, spots=False, z=OVER_Z)
    else:
        green = rng.random() < 0.6
        sketch.surfaces.append((whole, OVER_Z, "grass" if green else "paving"))
        walk = rear.box(rear.length / 2 - 0.8, 0, rear.length / 2 + 0.8, rear.depth)
        sketch.surfaces.append((walk, OVER_Z + 0.02, "path"))
        for _ in range(int(rear.length * rear.depth / 45)):
            x, y = rear.at(between(rng, 1, rear.length - 1), between(rng, 1.5, rear.depth - 1))
            sketch.trees.append((x, y, OVER_Z, pick(rng, ("yard", "shrub", "plaza"))))
        if rng.random() < 0.6:
            x, y = rear.at(rear.length * 0.25, rear.depth * 0.4)
            sketch.props.append(("patio_set", x, y, OVER_Z, rear.yaw, 1.0))
    x, y = rear.at(between(rng, 0.2, 0.8) * rear.length, rear.depth - 0.9)
    if draw > 0.6:
        sketch.furniture.append(("dumpster", x, y, OVER_Z, rear.yaw - 90.0))


def pocket(rng: np.random.Generator, polygon: Polygon, sketch: Sketch) -> None:
    """A gap of any size: a small square or garden with trees along its edges."""
    inner = inset(polygon, 1.2)
    if not inner or area(inner) < 12:
        return
    green = rng.random() < 0.5
    sketch.surfaces.append((inner, OVER_Z, pick(rng, _LAWN if green else _PAVED)))
    frame = Frame.around(inner, longest_edge(inner))
    edge = inset(inner, 2.2)
    for a, b in edges(edge) if edge else ():
        length = math.dist(a, b)
        yaw = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
        for s in np.arange(1.5, length, between(rng, 5.5, 8.5)).tolist():
            x, y = a[0] + s / length * (b[0] - a[0]), a[1] + s / length * (b[1] - a[1])
            if rng.random() < 0.75:
                sketch.trees.append((x, y, OVER_Z, "plaza"))
                if not green:
                    d = ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
                    sketch.surfaces.append((rectangle((x, y), d, 1.5, 1.5), OVER_Z + 0.02, "mulch"))
            elif rng.random() < 0.5:
                sketch.furniture.append(("bench", x, y, OVER_Z, yaw + 90.0))
    core = inset(inner, 7.0)
    if not core or area(core) < 30:
        return
    if green:
        walk = inset(inner, 4.5)
        sketch.surfaces.append((walk, OVER_Z + 0.016, "path"))
        sketch.surfaces.append((inset(walk, 2.0), OVER_Z + 0.032, "grass_lush"))
        for a in np.arange(2.0, frame.length, 5.5).tolist():
            for b in np.arange(2.0, frame.depth, 5.5).tolist():
                x, y = frame.at(a + between(rng, -2, 2), b + between(rng, -2, 2))
                if contains(core, x, y, 0.5) and rng.random() < 0.4:
                    sketch.trees.append((x, y, OVER_Z, pick(rng, ("plaza", "park", "shrub"))))
        return
    middle = inset(core, 1.0)
    if middle and area(core) > 250 and rng.random() < 0.6:
        lawn = (middle, OVER_Z + 0.32, "grass_lush")
        sketch.slabs.append(Slab(core, OVER_Z, OVER_Z + 0.3, "wall_low", (lawn,)))
        sketch.footprints.append(core)
        for a in np.arange(2.0, frame.length, 5.0).tolist():
            for b in np.arange(2.0, frame.depth, 5.0).tolist():
                x, y = frame.at(a + between(rng, -1, 1), b + between(rng, -1, 1))
                if contains(middle, x, y, 0.6) and rng.random() < 0.5:
                    sketch.raised.append((x, y, OVER_Z + 0.32, pick(rng, ("plaza", "shrub"))))
        return
    for a in np.arange(6, frame.length - 5, 10.0).tolist():
        for b in np.arange(6, frame.depth - 5, 10.0).tolist():
            x, y = frame.at(a, b)
            if contains(core, x, y, 2.0) and rng.random() < 0.6:
                bed = frame.box(a - 0.9, b - 0.9, a + 0.9, b + 0.9)
                sketch.surfaces.append((bed, OVER_Z + 0.02, "mulch"))
                sketch.trees.append((x, y, OVER_Z, pick(rng, ("plaza", "plaza", "shrub"))))
    for a in np.arange(4, frame.length - 3, 6.0).tolist():
        for b in np.arange(4, frame.depth - 3, 6.0).tolist():
            x, y = frame.at(a, b)
            if contains(core, x, y, 0.5):
                sketch.spot("plaza", x, y, OVER_Z, frame.yaw % 360.0)


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
            pocket(rng, piece, sketch)
            body = frame.sub(0, 0, min(frame.length, 40), min(frame.depth, 24))
            street_building(rng, sketch, body, street_facade(rng), int(between(rng, 1, 4)))
            continue
        parking(rng, sketch, piece, u, z=OVER_Z)
    entrances(rng, sketch, block, 2.0)
    plant_margins(rng, sketch, whole, 0.8, 3.2)


def plaza(rng: np.random.Generator, block: Block, sketch: Sketch) -> None:
    """A paved square: a pattern of slabs, trees in rows, lawns, a fountain, a public building."""
    whole = block.at(0.0)
    if area(whole) < 500:
        pocket(rng, whole, sketch)
        return
    base, band = pick(
        rng, (("paving", "paving_dark"), ("paving_red", "paving"), ("paving", "paving_red"))
    )
    sketch.surfaces.append((whole, LOT_Z, base))
    u = longest_edge(whole)
    frame = Frame.in_polygon(inset(whole, 2.5), u)
    if frame is None or min(frame.length, frame.depth) < 24:
        pocket(rng, whole, sketch)
        return
    L, D = frame.length, frame.depth
    open_from = 0.0
    if L > 70 and rng.random() < 0.75:
        open_from = between(rng, 28, 38)
        body = frame.sub(0, 1, open_from - 7, D - 1)
        street_building(
            rng, sketch, body, tower_facade(rng), int(between(rng, 2, 6)), shapes=("bar", "U")
        )
    square = frame.sub(open_from, 0, L, D)
    for a in np.arange(0, square.length + 0.1, between(rng, 6, 10)).tolist():
        p, q = square.at(a, 0), square.at(a, square.depth)
        sketch.strips.append((p, q, 0.5, OVER_Z - 0.012, band))
    cx, cy = square.length / 2, square.depth / 2
    cross = square.box(cx - 3, 0, cx + 3, square.depth)
    sketch.surfaces.append((cross, OVER_Z + 0.01, band))
    half = 13.0 if square.length > 60 else 9.0
    fountain = rng.random() < 0.65
    if fountain:
        _fountain(sketch, square, cx, cy, between(rng, 4.0, 7.0))
    for c0, c1 in ((4.0, cx - half), (cx + half, square.length - 4)):
        if c1 - c0 >= 8:
            _plaza_wing(rng, sketch, square, c0, c1)
    for b in np.arange(4, square.depth - 3, 5.0).tolist():
        for a in (cx - half + 5.0, cx, cx + half - 5.0):
            if not fountain or math.hypot(a - cx, b - cy) > 12:
                sketch.spot("plaza", *square.at(a, b), LOT_Z, square.yaw)
    for a in np.arange(3, square.length - 3, 6.0).tolist():
        for b in (2.8, square.depth - 2.8):
            sketch.spot("plaza", *square.at(a, b), LOT_Z, square.yaw)


def _plaza_wing(
    rng: np.random.Generator, sketch: Sketch, square: Frame, c0: float, c1: float
) -> None:
    """Half of a square: a lawn with a wall, a grove in a grid, or café tables."""
    draw = float(rng.random())
    z, D = LOT_Z, square.depth
    if draw < 0.4:
        lawn = square.box(c0, 5, c1, D - 5)
        inner = square.box(c0 + 0.4, 5.4, c1 - 0.4, D - 5.4)
        z = LOT_Z + 0.37
        grass = (inner, z, "grass_lush")
        sketch.slabs.append(Slab(lawn, LOT_Z, LOT_Z + 0.35, "wall_low", (grass,)))
        sketch.footprints.append(lawn)
        for _ in range(int((c1 - c0) * D / 130)):
            x, y = square.at(between(rng, c0 + 1.5, c1 - 1.5), between(rng, 7, D - 7))
            sketch.raised.append((x, y, z, "plaza"))
        return
    pitch = between(rng, 6.5, 8.5)
    for a in np.arange(c0 + 2, c1 - 1, pitch).tolist():
        for b in np.arange(7.5, D - 6.5, pitch).tolist():
            x, y = square.at(a, b)
            if draw < 0.8:
                bed = square.box(a - 0.8, b - 0.8, a + 0.8, b + 0.8)
                sketch.surfaces.append((bed, OVER_Z + 0.01, "mulch"))
                if rng.random() < 0.92:
                    sketch.trees.append((x, y, z, "plaza"))
            elif rng.random() < 0.6:
                sketch.props.append(("patio_set", x, y, z, square.yaw + 45, 1.0))
            else:
                sketch.furniture.append(("planter", x, y, z, square.yaw))
    for a in np.arange(c0, c1, 7.0).tolist():
        for b, turn in ((5.2, 90.0), (D - 5.2, -90.0)):
            if rng.random() < 0.6:
                sketch.furniture.append(("bench", *square.at(a, b), LOT_Z, square.yaw + turn))
            elif rng.random() < 0.3:
                sketch.furniture.append(("lamp", *square.at(a, b), LOT_Z, square.yaw))


def _fountain(sketch: Sketch, square: Frame, a: float, b: float, radius: float) -> None:
    angles = np.linspace(0, 2 * np.pi, 24, endpoint=False).tolist()

    def circle(r: float) -> Polygon:
        return square.ring([(a + r * math.cos(t), b + r * math.sin(t)) for t in angles])

    basin = (circle(radius - 0.5), LOT_Z + 0.52, "basin")
    sketch.slabs.append(Slab(circle(radius), LOT_Z, LOT_Z + 0.5, "wall_low", (basin,)))
    sketch.footprints.append(circle(radius))
    sketch.slabs.append(Slab(circle(0.9), LOT_Z + 0.5, LOT_Z + 1.7, "wall_low"))
