"""Blocks of shops with car parks, and of works and stores."""

from __future__ import annotations

import math

import numpy as np

from lookabout.world.build.polygon import (
    Point,
    Polygon,
    area,
    bounds,
    clip,
    contains,
    edges,
    extent,
    inset,
    longest_edge,
    rectangle,
)
from lookabout.world.build.quads import strips
from lookabout.world.city.bodies import street_building
from lookabout.world.city.lots import cut, entrances, parking, plant_margins
from lookabout.world.city.plan import LOT_Z, Block
from lookabout.world.city.sketch import OVER_Z, PAINT_Z, Frame, House, Mass, Sketch, between, pick
from lookabout.world.city.styles import shed_facade, shop_facade
from lookabout.world.city.urban import pocket

_ROOM = 3.2
"""Between goods left in a yard and anything else, metres."""
_WAGONS = ("boxcar_brown", "boxcar_grey", "boxcar_brown", "tank_car", "hopper")
_CONTAINERS = ("container_red", "container_blue", "container_green", "container_orange",
               "container_grey", "container_white")  # fmt: skip


def retail(rng: np.random.Generator, block: Block, sketch: Sketch) -> None:
    """A row of shops or one large store at the back, parking in front, a kiosk at the road."""
    whole = block.at(0.0)
    if area(whole) < 500:
        pocket(rng, whole, sketch)
        return
    sketch.surfaces.append((whole, LOT_Z, "grass"))
    inner = inset(whole, 2.0)
    u = longest_edge(inner)
    if rng.random() < 0.5:
        u = (-u[0], -u[1])
    v = (-u[1], u[0])
    b0, b1 = extent(inner, v)
    depth = min(between(rng, 18, 42), (b1 - b0) * 0.5)
    line = (b1 - depth) * v[0], (b1 - depth) * v[1]
    back, front = clip(inner, line, v), clip(inner, line, (-v[0], -v[1]))
    if back:
        sketch.surfaces.append((back, OVER_Z, "yard"))
        frame = Frame.in_polygon(inset(back, 1.5), u)
        if frame is not None and frame.depth > 8:
            _stores(rng, sketch, frame)
    if not front:
        return
    pieces = [front]
    f0, f1 = extent(front, v)
    if f1 - f0 > 36 and rng.random() < 0.55:
        # One or two kiosks (a bank, a diner) on lots of their own at the road.
        cutline = ((f0 + 24) * v[0], (f0 + 24) * v[1])
        road = clip(front, cutline, (-v[0], -v[1]))
        pieces = [clip(front, cutline, v)]
        for pad in cut(rng, road, 900.0) if road else []:
            frame = Frame.in_polygon(inset(pad, 1.0), u)
            if frame is None or frame.length < 24 or frame.depth < 12 or rng.random() < 0.35:
                pieces.append(pad)
                continue
            sketch.surfaces.append((pad, OVER_Z, "asphalt_lot"))
            end = 3 + between(rng, 13, 18)
            body = frame.sub(3, 3, end, min(frame.depth - 2, 15))
            street_building(rng, sketch, body, shop_facade(rng), 1, shapes=("bar",))
            bed = frame.box(1.0, 0.5, end + 1, 2.4)
            sketch.surfaces.append((bed, OVER_Z + 0.02, "mulch"))
            for a in np.arange(1.6, end + 0.5, 1.4).tolist():
                sketch.trees.append((*frame.at(a, 1.4), OVER_Z, "shrub"))
            rest = frame.box(end + 2.5, 0, frame.length, frame.depth)
            if frame.length - end > 9:
                parking(rng, sketch, rest, u, z=OVER_Z + 0.02, islands=False)
    surface = pick(rng, ("asphalt_lot", "asphalt_lot", "asphalt_new"))
    for piece in pieces:
        if piece:
            parking(rng, sketch, piece, u, z=OVER_Z, surface=surface)
    entrances(rng, sketch, block, 2.3)
    plant_margins(rng, sketch, whole, 1.0, 3.8)
    _pole_sign(rng, sketch, whole)


def _pole_sign(rng: np.random.Generator, sketch: Sketch, whole: Polygon) -> None:
    """The stores' sign on posts, in the green at a corner."""
    (ax, ay), (bx, by) = max(edges(inset(whole, 1.15)), key=lambda e: math.dist(*e))
    t = 8.0 / math.dist((ax, ay), (bx, by))
    x, y = ax + t * (bx - ax), ay + t * (by - ay)
    if all(math.hypot(x - p, y - q) > half + 7.0 for p, q, half in sketch.gates):
        name = pick(rng, ("pole_sign_red", "pole_sign_blue", "pole_sign_green"))
        yaw = math.degrees(math.atan2(by - ay, bx - ax))
        sketch.props.append((name, x, y, LOT_Z, yaw, 1.0))


def _stores(rng: np.random.Generator, sketch: Sketch, frame: Frame) -> None:
    """Shops side by side in one long building with steps in height and depth."""
    a = 0.0
    facade = shop_facade(rng)
    roof = pick(rng, ("roof_white", "roof_light", "roof_gravel", "roof_grey", "roof_tan"))
    while frame.length - a > 9:
        width = between(rng, 14, 46)
        if frame.length - a - width < 12:
            width = frame.length - a
        setback = 0.0 if rng.random() < 0.6 else between(rng, 0.8, 2.5)
        rect = frame.box(a, setback, a + width, frame.depth)
        sketch.add(
            Mass(
                rect, (rect,), LOT_Z, 1, 4.0, between(rng, 4.2, 4.5), facade, roof,
                between(rng, 0.6, 1.6), (False, False, True, True), "shed",
                int(rng.random() * 2**31),
            )
        )  # fmt: skip
        if rng.random() < 0.3:
            facade = shop_facade(rng)
            roof = pick(rng, ("roof_white", "roof_light", "roof_gravel", "roof_grey"))
        a += width


def industry(rng: np.random.Generator, block: Block, sketch: Sketch) -> None:
    """Large sheds, yards with containers and trailers, tanks, a siding."""
    whole = block.at(0.0)
    if area(whole) < 500:
        pocket(rng, whole, sketch)
        return
    sketch.surfaces.append((whole, LOT_Z, pick(rng, ("grass_dry", "gravel", "grass_plain"))))
    inner = inset(whole, 2.5)
    u = longest_edge(inner)
    v = (-u[1], u[0])
    b0, b1 = extent(inner, v)
    if b1 - b0 > 75 and rng.random() < 0.5:
        line = ((b1 - 12) * v[0], (b1 - 12) * v[1])
        _siding(rng, sketch, clip(inner, line, v), u)
        inner = clip(inner, line, (-v[0], -v[1]))
    for piece in cut(rng, inner, between(rng, 3000, 7500)):
        lot = inset(piece, 1.3)
        if not lot:
            continue
        surface = pick(rng, ("works", "asphalt_lot", "works", "asphalt_lot", "alley", "gravel"))
        sketch.surfaces.append((lot, OVER_Z, surface))
        frame = Frame.in_polygon(inset(lot, 2.0), longest_edge(piece))
        if frame is None or min(frame.length, frame.depth) < 16:
            parking(rng, sketch, inset(lot, 0.5), longest_edge(piece), z=OVER_Z + 0.02)
            continue
        _works(rng, sketch, frame)
        _scatter(rng, sketch, inset(lot, 3.0), frame)
        for a, b in edges(lot):
            if rng.random() < 0.5 and math.dist(a, b) > 10:
                sketch.fences.append((a, b, LOT_Z, 2.2, 0.06, "fence_metal"))
            for t in np.arange(0.1, 0.95, 9.0 / max(9.0, math.dist(a, b))).tolist():
                if rng.random() < 0.3:
                    x, y = a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])
                    sketch.trees.append((x, y, LOT_Z, pick(rng, ("shrub", "shrub", "yard"))))
    entrances(rng, sketch, block, 4.2)


def _siding(rng: np.random.Generator, sketch: Sketch, strip: Polygon, u: Point) -> None:
    """A railway siding with wagons."""
    frame = Frame.in_polygon(strip, u) if strip else None
    if frame is None or frame.depth < 5 or frame.length < 40:
        return
    middle, L = frame.depth / 2, frame.length
    sketch.surfaces.append((frame.box(0, middle - 2, L, middle + 2), OVER_Z, "gravel"))
    a = np.arange(0.4, L - 0.3, 0.65)
    foot = np.array([frame.at(float(s), middle - 1.25) for s in a])
    head = np.array([frame.at(float(s), middle + 1.25) for s in a])
    sketch.painted.append((strips(foot, head, 0.24, OVER_Z + 0.02), "timber"))
    for b in (middle - 0.72, middle + 0.72):
        ends = np.array([[*frame.at(0, b), *frame.at(L, b)]])
        rails = strips(ends[:, :2], ends[:, 2:], 0.08, OVER_Z + 0.04)
        sketch.painted.append((rails, "metal_rust"))
    start = between(rng, 9, L * 0.5)
    for s in np.arange(start, L - 9, 16.0).tolist():
        if rng.random() < 0.75:
            x, y = frame.at(s, middle)
            sketch.props.append((pick(rng, _WAGONS), x, y, OVER_Z + 0.05, frame.yaw, 1.0))
            sketch.footprints.append(frame.box(s - 7.8, middle - 1.6, s + 7.8, middle + 1.6))


def _works(rng: np.random.Generator, sketch: Sketch, frame: Frame) -> None:
    L, D = frame.length, frame.depth
    share = between(rng, 0.5, 0.75)
    shed = frame.sub(0, D * (1 - share), L * between(rng, 0.7, 1.0), D)
    office = _shed(rng, sketch, shed)
    docks = rng.random() < 0.6
    if docks:
        apron = frame.box(0, D * (1 - share) - 17, shed.length, D * (1 - share))
        sketch.surfaces.append((apron, OVER_Z + 0.02, pick(rng, ("yard", "alley", "works"))))
    for a in np.arange(6, shed.length - 6, 4.4).tolist() if docks else ():
        if office[0] - 3 < a < office[1] + 3:
            continue
        p, q = shed.at(a - 2.2, -1.0), shed.at(a - 2.2, -14.5)
        sketch.strips.append((p, q, 0.12, PAINT_Z, "mark_yellow"))
        if rng.random() < 0.55:
            x, y = shed.at(a, -7.5)
            sketch.props.append(("trailer", x, y, OVER_Z + 0.02, frame.yaw + 90.0, 1.0))
            sketch.footprints.append(shed.box(a - 1.3, -14.4, a + 1.3, -0.6))
    yard = frame.sub(0, 0, L, D * (1 - share) - (17 if docks else 10 if office[1] else 3))
    if yard.depth > 34:  # the rest is a second yard or a car park
        _yard(rng, sketch, yard.sub(0, 0, L, 14))
        yard = yard.sub(0, 16, L, yard.depth)
    _yard(rng, sketch, yard)
    side = frame.sub(shed.length + 2.5, D * (1 - share), L, D)
    if side.length > 7:
        _yard(rng, sketch, side)


def _shed(rng: np.random.Generator, sketch: Sketch, shed: Frame) -> tuple[float, float]:
    """
    A flat hall, or spans under low ridges side by side.

    :returns: from where to where, along the front, offices stand before it; (0, 0) for none.
    """
    L, D = shed.length, shed.depth
    if rng.random() < 0.4:
        spans = max(1, round(D / between(rng, 16, 24)))
        wall = shed_facade(rng).wall
        roof = pick(rng, ("roof_metal", "roof_rust", "roof_metal", "roof_sheet", "roof_blue"))
        eaves, width = between(rng, 5.5, 8.0), D / spans
        for k in range(spans):
            sketch.houses.append(
                House(
                    shed.at(L / 2, (k + 0.5) * width), shed.u, L - 0.9, width - 0.9,
                    LOT_Z + eaves, between(rng, 0.16, 0.24), roof, False, wall, LOT_Z,
                    windows=False, seed=int(rng.random() * 2**31),
                )
            )  # fmt: skip
        sketch.footprints.append(shed.box(0, 0, L, D))
        return 0.0, 0.0
    roof = pick(rng, ("roof_metal", "roof_grey", "roof_white", "roof_gravel", "roof_rust",
                      "roof_dark", "roof_light", "roof_sheet"))  # fmt: skip
    rect = shed.box(0, 0, L, D)
    sketch.add(
        Mass(
            rect, (rect,), LOT_Z, 1, 4.0, between(rng, 6.0, 9.5), shed_facade(rng), roof,
            between(rng, 0.3, 0.9), (), "shed", int(rng.random() * 2**31),
        )
    )  # fmt: skip
    if L <= 40 or rng.random() < 0.5:
        return 0.0, 0.0
    begin, end = L * 0.1, L * 0.1 + between(rng, 14, 22)
    office = shed.sub(begin, -8.0, end, 0)
    ring = office.box(0, 0, office.length, office.depth)
    sketch.add(
        Mass(
            ring, (ring,), LOT_Z, 2, 3.3, 3.6, shop_facade(rng), "roof_gravel", 0.6,
            (False, False, False, True), "flat", int(rng.random() * 2**31),
        )
    )  # fmt: skip
    return begin, end


def _yard(rng: np.random.Generator, sketch: Sketch, yard: Frame) -> None:
    if yard.depth < 6 or yard.length < 8:
        return
    draw = float(rng.random())
    if draw < 0.4:
        _stacks(rng, sketch, yard)
    elif draw < 0.52 and yard.depth > 9:
        _tanks(rng, sketch, yard)
    elif draw < 0.75:
        spot = yard.box(0, 0, yard.length, yard.depth)
        sketch.taken.append(spot)
        parking(rng, sketch, spot, yard.u, islands=False, z=OVER_Z + 0.02)
    else:
        _scatter(rng, sketch, yard.box(1, 1, yard.length - 1, yard.depth - 1), yard)


def _scatter(rng: np.random.Generator, sketch: Sketch, polygon: Polygon, frame: Frame) -> None:
    """Goods, skips and cars wherever there is room."""
    if not polygon:
        return
    x0, y0, x1, y1 = bounds(polygon)
    near = []
    for ring in (*sketch.footprints, *sketch.taken):
        a0, b0, a1, b1 = bounds(ring)
        if a0 < x1 + _ROOM and a1 > x0 - _ROOM and b0 < y1 + _ROOM and b1 > y0 - _ROOM:
            near.append(ring)
    for _ in range(int((x1 - x0) * (y1 - y0) / 75)):
        x, y = between(rng, x0, x1), between(rng, y0, y1)
        if not contains(polygon, x, y) or any(contains(ring, x, y, -_ROOM) for ring in near):
            continue
        turn = frame.yaw + pick(rng, (0.0, 90.0)) + between(rng, -4, 4)
        draw = float(rng.random())
        if draw < 0.35 and not contains(polygon, x, y, 6.0):  # cars stand along the edges
            sketch.drives.append((x, y, OVER_Z + 0.02, turn % 360.0))
            half = 2.6
        elif draw < 0.42:
            sketch.furniture.append(("dumpster", x, y, OVER_Z + 0.02, turn))
            half = 1.6
        else:
            name = pick(rng, ("pallets", "pallets", "pipes", "spools", "crates"))
            sketch.props.append((name, x, y, OVER_Z, turn, between(rng, 0.8, 1.2)))
            half = 1.7
        near.append(rectangle((x, y), frame.u, 2 * half, 2 * half))
        sketch.taken.append(near[-1])


def _stacks(rng: np.random.Generator, sketch: Sketch, yard: Frame) -> None:
    """Containers in rows, one or two high."""
    for b in np.arange(1.6, yard.depth - 1.2, 2.9).tolist():
        if rng.random() < 0.25:
            continue
        for a in np.arange(6.4, yard.length - 6.0, 12.9).tolist():
            if rng.random() < 0.45:
                continue
            x, y = yard.at(a, b)
            for level in range(1 if rng.random() < 0.7 else 2):
                turn = yard.yaw + between(rng, -1.5, 1.5)
                z = OVER_Z + 2.6 * level
                sketch.props.append((pick(rng, _CONTAINERS), x, y, z, turn, 1.0))
            sketch.footprints.append(yard.box(a - 6.2, b - 1.4, a + 6.2, b + 1.4))


def _tanks(rng: np.random.Generator, sketch: Sketch, yard: Frame) -> None:
    """Upright round tanks."""
    radius = min(between(rng, 3.5, 7.5), yard.depth / 2 - 1.0)
    for a in np.arange(radius + 1, yard.length - radius, 2 * radius + 3).tolist():
        angles = np.linspace(0, 2 * np.pi, 28, endpoint=False).tolist()
        ring: Polygon = yard.ring(
            [(a + radius * math.cos(t), yard.depth / 2 + radius * math.sin(t)) for t in angles]
        )
        high = OVER_Z + between(rng, 6, 11)
        sketch.decks.append((ring, OVER_Z, high, "panel_white", "metal_light"))
        sketch.footprints.append(ring)
