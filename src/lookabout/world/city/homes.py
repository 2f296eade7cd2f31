"""Blocks where people live: row houses with alleys, detached houses with gardens."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from lookabout.world.build.polygon import Polygon, edges
from lookabout.world.city.home_lots import drive_strip, gate_of, home_lots, row_lots, walk_before
from lookabout.world.city.lots import Lot, alley_mouths
from lookabout.world.city.plan import LOT_Z, Block
from lookabout.world.city.sketch import (
    OVER_Z,
    Facade,
    Frame,
    House,
    Mass,
    Sketch,
    Slab,
    between,
    pick,
)
from lookabout.world.city.styles import FLAT_ROOFS, SHINGLES, SIDINGS, walkup_facade

_LAWNS = ("grass", "grass_plain", "grass_lush", "grass", "grass_dry", "grass_plain")


def rowhouse(rng: np.random.Generator, block: Block, sketch: Sketch) -> None:
    """Narrow brick houses along the streets, small yards, garages on an alley."""
    lots, lane = row_lots(rng, block)
    sketch.surfaces.append((block.at(0.0), LOT_Z, "grass"))
    if lane:
        sketch.surfaces.append((lane, OVER_Z, "alley"))
        alley_mouths(sketch, block, lane)
        _poles(rng, sketch, lane)
    style = walkup_facade(rng)
    storeys = int(between(rng, 2, 4))
    setback, attached = between(rng, 2.0, 5.0), rng.random() < 0.45
    k = 0
    while k < len(lots):
        lot = lots[k]
        if rng.random() < 0.4:
            style = walkup_facade(rng)
        if rng.random() < 0.25:
            storeys = int(between(rng, 2, 4.3))
        if rng.random() < 0.1:
            setback, attached = between(rng, 1.5, 5.0), rng.random() < 0.5
        k += 1
        if rng.random() < 0.06:
            _garden(rng, sketch, lot.frame)
            continue
        _walkup(rng, sketch, lot, style, storeys, setback, attached)


def _poles(rng: np.random.Generator, sketch: Sketch, lane: Polygon) -> None:
    """Wooden poles along one edge of an alley."""
    (ax, ay), (bx, by) = max(edges(lane), key=lambda e: math.dist(*e))
    length = math.dist((ax, ay), (bx, by))
    if length < 30:
        return
    ux, uy = (bx - ax) / length, (by - ay) / length
    yaw = math.degrees(math.atan2(uy, ux))
    for s in np.arange(between(rng, 4, 14), length - 3, 34.0).tolist():
        x, y = ax + s * ux - 0.35 * uy, ay + s * uy + 0.35 * ux
        sketch.props.append(("pole", x, y, OVER_Z, yaw, 1.0))


def _walkup(
    rng: np.random.Generator,
    sketch: Sketch,
    lot: Lot,
    style: Facade,
    storeys: int,
    setback: float,
    attached: bool,
) -> None:
    frame = lot.frame
    L, D = frame.length, frame.depth
    if L < 5 or D < 16:
        _garden(rng, sketch, frame)
        return
    side = 0.0 if attached else 0.55
    depth = min(between(rng, 14, 21), D - setback - 3)
    if depth < 8:
        _garden(rng, sketch, frame)
        return
    body = frame.sub(side, setback, L - side, setback + depth)
    width = body.length
    notch = between(rng, 1.2, 2.0)
    if rng.random() < 0.5 and width > 5.5:
        corners = [(0, 0), (width, 0), (width, depth), (notch, depth), (notch, depth * 0.6),
                   (0, depth * 0.6)]  # fmt: skip
        parts: tuple[Polygon, ...] = (
            body.box(0, 0, width, depth * 0.6),
            body.box(notch, depth * 0.6, width, depth),
        )
        blank: tuple[bool, ...] = (not lot.corner, False, not lot.corner, False, False, False)
    else:
        corners = [(0, 0), (width, 0), (width, depth), (0, depth)]
        parts = (body.box(0, 0, width, depth),)
        blank = (not lot.corner, False, not lot.corner, False)
    mass = Mass(
        body.ring([(float(a), float(b)) for a, b in corners]), parts, LOT_Z, storeys,
        between(rng, 3.0, 3.4), between(rng, 3.1, 3.7), style,
        pick(rng, FLAT_ROOFS), between(rng, 0.25, 0.7), blank, "walkup",
        int(rng.random() * 2**31),
        (L * 0.3 - 0.65 - side, 0.9 if setback > 1.8 else 0.0),
    )  # fmt: skip
    sketch.add(mass)
    # Front walk and steps, a rear porch, a yard, a garage on the alley.
    walk = frame.box(L * 0.3 - 0.6, 0, L * 0.3 + 0.6, setback)
    sketch.surfaces.append((walk, OVER_Z, "path"))
    if setback > 1.8:
        for k in range(5):
            steps = frame.box(L * 0.3 - 1.4, setback - 1.7 + 0.3 * k, L * 0.3 + 0.1, setback)
            high = LOT_Z + 0.18 * (k + 1)
            sketch.slabs.append(Slab(steps, LOT_Z, high, "wall_low"))
        if rng.random() < 0.4:
            sketch.hedges.append((frame.at(0.5, 0.5), frame.at(L * 0.3 - 1.2, 0.5), 0.8))
    end = setback + depth
    if rng.random() < 0.6 and D - end > 4:
        for level in range(1, storeys):
            z = mass.base + mass.ground_storey + (level - 1) * mass.storey
            porch = body.box(width * 0.4, depth, width - 0.3, depth + 2.4)
            sketch.decks.append((porch, z - 0.2, z, "timber", "deck"))
        low = body.box(width * 0.4, depth, width - 0.3, depth + 2.4)
        sketch.decks.append((low, LOT_Z, LOT_Z + 0.4, "timber", "deck"))
        for a in (width * 0.4 + 0.15, width - 0.45):
            p, q = body.at(a, depth + 2.2), body.at(a + 0.15, depth + 2.2)
            high = mass.top - LOT_Z - mass.storey * 0.6
            sketch.fences.append((p, q, LOT_Z, high, 0.15, "timber"))
        end += 2.4
    _yard(rng, sketch, frame, end)


def _yard(rng: np.random.Generator, sketch: Sketch, frame: Frame, end: float) -> None:
    """Behind a row house."""
    L, D = frame.length, frame.depth
    room = D - end
    if room < 3:
        return
    draw = float(rng.random())
    if draw < 0.6 and room > 9:
        g = min(6.6, L - 1.6)
        rect = frame.box(0.3, D - 6.6, 0.3 + g, D - 0.5)
        if rng.random() < 0.35:
            sketch.houses.append(
                _house_of(frame.sub(0.3, D - 6.6, 0.3 + g, D - 0.5), 2.7, 0.45, rng, windows=False)
            )
            sketch.footprints.append(rect)
        else:
            sketch.add(
                Mass(
                    rect, (rect,), LOT_Z, 1, 3.0, 3.0,
                    walkup_facade(rng), pick(rng, FLAT_ROOFS), 0.2, (True,) * 4, "none",
                    int(rng.random() * 2**31),
                )
            )  # fmt: skip
        room -= 7
    elif draw < 0.85 and room > 7:
        pad = frame.box(0.5, D - 6.0, L - 0.5, D)
        sketch.surfaces.append((pad, OVER_Z, "alley"))
        for a in np.arange(1.9, L - 1.2, 2.8).tolist():
            sketch.drives.append((*frame.at(a, D - 3.0), OVER_Z, frame.yaw - 90.0))
        room -= 6.5
    if rng.random() < 0.7:
        p, q = frame.at(0.05, end), frame.at(0.05, D - 0.6)
        sketch.fences.append((p, q, LOT_Z, 1.7, 0.08, pick(rng, ("fence_wood", "fence_metal"))))
    if room > 3.5:
        if rng.random() < 0.3:
            patio = frame.box(0.8, end + 0.2, L - 0.8, end + min(3.5, room - 0.5))
            sketch.surfaces.append((patio, OVER_Z, pick(rng, ("paving", "paving_red", "deck"))))
        if rng.random() < 0.5:
            x, y = frame.at(between(rng, 0.25, 0.75) * L, end + between(rng, 0.4, 0.9) * room)
            sketch.trees.append((x, y, LOT_Z, "yard"))


def _garden(rng: np.random.Generator, sketch: Sketch, frame: Frame) -> None:
    """An empty lot."""
    for _ in range(int(between(rng, 1, 4))):
        x, y = frame.at(
            between(rng, 0.15, 0.85) * frame.length, between(rng, 0.1, 0.9) * frame.depth
        )
        sketch.trees.append((x, y, LOT_Z, "yard"))


def residential(rng: np.random.Generator, block: Block, sketch: Sketch) -> None:
    """Detached houses with pitched roofs, drives, lawns, gardens, a pool here and there."""
    lots, alley = home_lots(rng, block)
    sketch.surfaces.append((block.at(0.0), LOT_Z, pick(rng, _LAWNS)))
    if alley:
        sketch.surfaces.append((alley, OVER_Z, "alley"))
        alley_mouths(sketch, block, alley)
        _poles(rng, sketch, alley)
    for lot in lots:
        _homestead(rng, sketch, lot, walk_before(block, lot))


def _homestead(rng: np.random.Generator, sketch: Sketch, lot: Lot, walk: float) -> None:
    frame = lot.frame
    L, D = frame.length, frame.depth
    if rng.random() < 0.6:
        sketch.surfaces.append((lot.polygon, LOT_Z + 0.015, pick(rng, _LAWNS)))
    strip = drive_strip(lot)
    if strip is None:
        _garden(rng, sketch, frame)
        return
    (d0, d1), drive = strip, strip[1] - strip[0]
    flip = d0 > 1.0
    setback = between(rng, 5.0, 8.5)
    width = min(L - drive - 2.4, between(rng, 10.0, 16.0))
    depth = min(between(rng, 9.0, 14.0), D - setback - 8)
    a0 = drive + 1.3 if not flip else L - drive - 1.3 - width
    body = frame.sub(a0, setback, a0 + width, setback + depth)
    storeys = 1 if rng.random() < 0.5 else 2
    house = _house_of(body, 2.9 * storeys + 0.4, between(rng, 0.38, 0.75), rng)
    sketch.footprints.append(body.box(0, 0, width, depth))
    if house.wing:
        sketch.footprints.append(_wing_box(house))
    sketch.gates.append(gate_of(frame, d0, d1, walk))
    end = _drive(rng, sketch, frame, house, (d0, drive, setback, depth, walk))
    door = a0 + width * between(rng, 0.3, 0.7)
    sketch.houses.append(replace(house, door=frame.at(door, setback)))
    path = pick(rng, ("path", "paving", "path", "paving_red"))
    sketch.surfaces.append((frame.box(door - 0.55, 0, door + 0.55, setback), OVER_Z, path))
    if not house.wing and rng.random() < 0.7:
        _porch(rng, sketch, frame, house, door, setback)
    for side in (a0 + 0.2, door + 1.9):
        far = door - 1.9 if side < door else a0 + width - 0.2
        if far - side > 1.0 and rng.random() < 0.7:
            bed = frame.box(side, setback - 1.3, far, setback - 0.1)
            sketch.surfaces.append((bed, OVER_Z + 0.016, "mulch"))
            for a in np.arange(side + 0.5, far, 1.1).tolist():
                x, y = frame.at(a, setback - 0.75)
                sketch.trees.append((x, y, OVER_Z, "shrub"))
    _back_garden(rng, sketch, frame, setback + depth, end)
    for _ in range(int(between(rng, 0.4, 2.6))):
        x, y = frame.at(between(rng, 0.1, 0.9) * L, between(rng, 0.6, setback - 1.5))
        sketch.trees.append((x, y, LOT_Z, "yard"))


def _drive(
    rng: np.random.Generator,
    sketch: Sketch,
    frame: Frame,
    house: House,
    plan: tuple[float, float, float, float, float],
) -> float:
    """A drive from the kerb, sometimes to a garage behind; returns where the back begins."""
    d0, wide, setback, depth, walk = plan
    L, D = frame.length, frame.depth
    garage = rng.random() < 0.55 and D - setback - depth > 17
    length = setback + (depth + 4 if garage else 1.5)
    material = pick(rng, ("alley", "path", "asphalt_lot", "alley", "yard"))
    slab = frame.box(d0, -walk + 0.2, d0 + wide, length)
    sketch.surfaces.append((slab, OVER_Z + 0.01, material))
    for k in range(2 if wide > 4 else 1):
        a = d0 + wide * (0.5 if wide < 4 else 0.27 + 0.46 * k)
        b = between(rng, 2.6, max(2.7, setback - 2.6))
        sketch.drives.append((*frame.at(a, b), OVER_Z + 0.01, frame.yaw + 90.0))
    if not garage:
        return setback + depth
    hut = frame.sub(max(0.1, d0 - 0.3), length, min(L - 0.1, d0 + wide + 0.6), length + 6.2)
    sketch.houses.append(_house_of(hut, 2.7, 0.5, rng, windows=False, like=house))
    sketch.footprints.append(hut.box(0, 0, hut.length, hut.depth))
    return length + 6.5


def _porch(
    rng: np.random.Generator, sketch: Sketch, frame: Frame, house: House, door: float, back: float
) -> None:
    """A roofed porch over the front door."""
    half, reach = between(rng, 1.4, 3.0), between(rng, 1.5, 2.4)
    a0, a1, b0 = door - half, door + half, back - reach
    sketch.decks.append((frame.box(a0, b0, a1, back), LOT_Z, LOT_Z + 0.35, "wall_low", "deck"))
    roof = frame.box(a0 - 0.2, b0 - 0.2, a1 + 0.2, back + 0.1)
    sketch.decks.append((roof, LOT_Z + 2.55, LOT_Z + 2.75, "coping_light", house.roof))
    for a in (a0 + 0.1, a1 - 0.22):
        p, q = frame.at(a, b0 + 0.1), frame.at(a + 0.12, b0 + 0.1)
        sketch.fences.append((p, q, LOT_Z + 0.35, 2.2, 0.12, "coping_light"))


def _back_garden(
    rng: np.random.Generator, sketch: Sketch, frame: Frame, house_end: float, end: float
) -> None:
    L, D = frame.length, frame.depth
    room = D - end
    if rng.random() < 0.75:
        a, wide = between(rng, 0.25, 0.55) * L, between(rng, 3.0, 6.0)
        reach = min(between(rng, 2.5, 4.5), max(1.0, D - house_end - 1.0))
        patio = frame.box(a, house_end, min(L - 0.5, a + wide), house_end + reach)
        sketch.surfaces.append(
            (patio, OVER_Z, pick(rng, ("deck", "paving", "paving_red", "alley")))
        )
        if reach > 2.4 and rng.random() < 0.6:
            x, y = frame.at(a + wide / 2, house_end + reach / 2)
            sketch.props.append(("patio_set", x, y, OVER_Z, frame.yaw, 1.0))
    draw = float(rng.random())
    if room > 10 and draw < 0.13:
        cx, cy, wide, deep = L * 0.5, D - room * 0.45, 4.0, 2.2
        edge = frame.box(cx - wide - 1, cy - deep - 1, cx + wide + 1, cy + deep + 1)
        water = frame.box(cx - wide, cy - deep, cx + wide, cy + deep)
        sketch.surfaces += [(edge, OVER_Z + 0.016, "paving"), (water, OVER_Z + 0.034, "pool")]
        sketch.footprints.append(edge)  # nothing is planted in it
    elif room > 6 and draw < 0.42:
        shed = frame.sub(L - 4.2, D - 3.6, L - 0.8, D - 0.9)
        sketch.houses.append(_house_of(shed, 2.1, 0.5, rng, windows=False))
        sketch.footprints.append(shed.box(0, 0, shed.length, shed.depth))
    elif room > 7 and draw < 0.6:
        x, y = frame.at(L * between(rng, 0.3, 0.7), D - room * between(rng, 0.35, 0.6))
        name = pick(rng, ("trampoline", "swings", "play_tower"))
        sketch.props.append((name, x, y, LOT_Z, frame.yaw + between(rng, 0, 360), 0.9))
    elif room > 7 and draw < 0.74:
        bed = frame.box(1.2, D - 5.0, min(L - 1.2, 6.5), D - 1.4)
        sketch.surfaces.append((bed, OVER_Z, pick(rng, ("soil", "mulch"))))
        for a in np.arange(1.8, min(L - 1.6, 6.0), 1.15).tolist():
            for b in (D - 4.3, D - 3.2, D - 2.1):
                sketch.trees.append((*frame.at(a, b), OVER_Z, "shrub"))
    if rng.random() < 0.75:
        kind = pick(rng, ("fence_wood", "fence_wood", "fence_metal"))
        start = house_end - 2.0
        sketch.fences.append((frame.at(0.0, start), frame.at(0.0, D), LOT_Z, 1.7, 0.08, kind))
        rear = (frame.at(0.0, D - 0.05), frame.at(L, D - 0.05))
        sketch.fences.append((*rear, LOT_Z, 1.7, 0.08, kind))
    elif rng.random() < 0.6:
        sketch.hedges.append((frame.at(0.5, house_end), frame.at(0.5, D - 0.5), 1.4))
    for _ in range(int(between(rng, 1.0, 5.5))):
        # Along the fences rather than in the middle of the lawn.
        a = between(rng, 0.05, 0.95) * L
        b = D - 1.8 - abs(float(rng.normal(0, 0.3))) * room
        sketch.trees.append((*frame.at(a, max(end + 1, b)), LOT_Z, "yard"))
    for _ in range(int(between(rng, 0, 6))):
        a = 0.9 if rng.random() < 0.5 else L - 0.9
        sketch.trees.append((*frame.at(a, between(rng, house_end, D - 1)), LOT_Z, "shrub"))


def _house_of(
    frame: Frame,
    eaves: float,
    pitch: float,
    rng: np.random.Generator,
    *,
    windows: bool = True,
    like: House | None = None,
) -> House:
    """A house that fills a frame, its ridge along the longer way."""
    ux, uy = frame.u
    along = frame.length >= frame.depth
    centre = frame.at(frame.length / 2, frame.depth / 2)
    length, width = max(frame.length, frame.depth), min(frame.length, frame.depth)
    wing = 0.0
    if windows and along and length > 10 and rng.random() < 0.55:
        wing = between(rng, 1.8, 3.2) * (1 if rng.random() < 0.5 else -1)
    return House(
        centre=centre,
        direction=(ux, uy) if along else (-uy, ux),
        length=length,
        width=width,
        eaves=LOT_Z + eaves,
        pitch=pitch,
        roof=like.roof if like else pick(rng, SHINGLES),
        hip=bool(rng.random() < 0.4),
        wall=like.wall if like else pick(rng, SIDINGS),
        base=LOT_Z,
        wing=wing,
        chimney=windows and bool(rng.random() < 0.45),
        windows=windows,
        seed=int(rng.random() * 2**31),
    )


def _wing_box(house: House) -> list[tuple[float, float]]:
    (ux, uy), (cx, cy) = house.direction, house.centre
    side = math.copysign(1.0, house.wing)
    reach = house.width / 2 + abs(house.wing)
    half = house.length * 0.22
    shift = house.length * 0.22
    corners = [(shift - half, 0.0), (shift + half, 0.0), (shift + half, side * reach),
               (shift - half, side * reach)]  # fmt: skip
    ring = [(cx + a * ux - b * uy, cy + a * uy + b * ux) for a, b in corners]
    return ring if side > 0 else ring[::-1]
