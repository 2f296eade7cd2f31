"""Blocks of shops with car parks, and of works and stores."""

from __future__ import annotations

import math

import numpy as np

from lookabout.world.city.bodies import street_building
from lookabout.world.city.lots import cut, parking
from lookabout.world.city.plan import LOT_Z, Block
from lookabout.world.city.polygon import Polygon, area, clip, extent, inset, longest_edge
from lookabout.world.city.sketch import OVER_Z, PAINT_Z, Frame, Mass, Sketch, between, pick
from lookabout.world.city.styles import shed_facade, shop_facade
from lookabout.world.city.urban import pocket

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
            body = frame.sub(3, 3, 3 + between(rng, 14, 19), min(frame.depth - 2, 15))
            street_building(rng, sketch, body, shop_facade(rng), 1, shapes=("bar",))
    surface = pick(rng, ("asphalt_lot", "asphalt_lot", "asphalt_new"))
    for piece in pieces:
        if piece:
            parking(rng, sketch, piece, u, z=OVER_Z, surface=surface)


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
    """Large sheds, yards with containers and trailers, tanks."""
    whole = block.at(0.0)
    if area(whole) < 500:
        pocket(rng, whole, sketch)
        return
    sketch.surfaces.append((whole, LOT_Z, pick(rng, ("grass_dry", "gravel", "grass_dry"))))
    inner = inset(whole, 2.0)
    for piece in cut(rng, inner, between(rng, 3500, 8000)):
        u = longest_edge(piece)
        lot = inset(piece, 0.8)
        if not lot:
            continue
        sketch.surfaces.append((lot, OVER_Z, pick(rng, ("yard", "asphalt_lot", "alley", "gravel"))))
        frame = Frame.in_polygon(inset(lot, 2.5), u)
        if frame is None or min(frame.length, frame.depth) < 16:
            continue
        _works(rng, sketch, frame)


def _works(rng: np.random.Generator, sketch: Sketch, frame: Frame) -> None:
    L, D = frame.length, frame.depth
    share = between(rng, 0.5, 0.75)
    shed = frame.sub(0, D * (1 - share), L * between(rng, 0.7, 1.0), D)
    facade = shed_facade(rng)
    roof = pick(rng, ("roof_metal", "roof_grey", "roof_white", "roof_gravel", "roof_rust",
                      "roof_dark", "roof_light"))  # fmt: skip
    rect = shed.box(0, 0, shed.length, shed.depth)
    height = between(rng, 6.0, 9.5)
    sketch.add(
        Mass(
            rect, (rect,), LOT_Z, 1, 4.0, height, facade, roof, between(rng, 0.3, 0.9),
            (), "shed", int(rng.random() * 2**31),
        )
    )  # fmt: skip
    for a in np.arange(6, shed.length - 6, 5.2).tolist():
        if rng.random() < 0.4:  # dock doors with trailers
            if rng.random() < 0.45:
                x, y = shed.at(a, -7.4)
                sketch.props.append(("trailer", x, y, OVER_Z, frame.yaw + 90.0, 1.0))
                sketch.footprints.append(shed.box(a - 1.3, -14.2, a + 1.3, -0.6))
            p, q = shed.at(a - 1.9, -1.0), shed.at(a - 1.9, -13.5)
            sketch.strips.append((p, q, 0.12, PAINT_Z, "mark_yellow"))
    yard = frame.sub(0, 0, L, D * (1 - share) - 16)
    if yard.depth > 7 and yard.length > 20:
        draw = float(rng.random())
        if draw < 0.45:
            _stacks(rng, sketch, yard)
        elif draw < 0.6:
            _tanks(rng, sketch, yard)
        else:
            spot = yard.box(0, 0, yard.length, yard.depth)
            parking(rng, sketch, spot, frame.u, islands=False, z=OVER_Z + 0.02)
    side = frame.sub(shed.length + 2, 0, L, D)
    if side.length > 8 and rng.random() < 0.7:
        _stacks(rng, sketch, side.sub(0, D * (1 - share) + 2, side.length, side.depth))


def _stacks(rng: np.random.Generator, sketch: Sketch, yard: Frame) -> None:
    """Containers in rows, one or two high."""
    for b in np.arange(1.6, yard.depth - 1.2, 2.9).tolist():
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
