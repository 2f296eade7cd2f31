"""Houses of several styles, with garages, porches, steps, chimneys and dormers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from lookabout.world.build.quads import Quads
from lookabout.world.residential import roofing
from lookabout.world.residential.facade import Opening, Paint, Wall
from lookabout.world.residential.lot import Home, Rect
from lookabout.world.residential.porch import porch
from lookabout.world.scene import Mesh

FLOOR = 0.36
"""Of the ground floor over the ground at the house, metres."""
STOREY = 2.75
_BASE = -0.45
"""Foundations reach so far below the ground."""
_HEAD = 2.1
"""From a floor to the heads of doors and windows."""
_PITCH = {"ranch": 0.36, "colonial": 0.58, "suburban": 0.62, "bungalow": 0.5, "cape": 0.95,
          "farmhouse": 0.72}  # fmt: skip
_SIDINGS = (
    "siding_white", "siding_cream", "siding_grey", "siding_blue", "siding_sage", "siding_taupe",
    "siding_navy", "siding_yellow", "siding_stone", "siding_white", "siding_slate", "siding_clay",
)  # fmt: skip
_BRICKS = ("brick_red", "brick_brown", "brick_tan", "brick_rose")
_ROOFS = ("shingle_charcoal", "shingle_grey", "shingle_brown", "shingle_weathered",
          "shingle_slate", "shingle_charcoal")  # fmt: skip
_DOORS = ("door_red", "door_navy", "door_black", "door_wood", "door_green", "door_white",
          "door_teal")  # fmt: skip


@dataclass(frozen=True)
class _Look:
    """Chances of one house."""

    paint: Paint
    hip: bool
    shutters: bool
    bars: tuple[int, int]
    chimney: bool


@lru_cache(maxsize=160)
def house_mesh(home: Home) -> Mesh:
    """Everything built of a house, in its lot's axes; z from the ground at the house."""
    rng = np.random.default_rng([home.seed, 0x40B5E])
    quads, look = Quads(), _look(rng, home)
    _main(quads, rng, home, look)
    _garage(quads, rng, home, look)
    porch(quads, rng, home, look.paint, FLOOR, _eaves(home))
    if look.chimney:
        _chimney(quads, home, look)
    _meters(quads, home)
    mesh = quads.whole()
    return replace(mesh, materials=tuple(f"residential/{name}" for name in mesh.materials))


def paint_of(home: Home) -> Paint:
    """The materials of a house."""
    return _look(np.random.default_rng([home.seed, 0x40B5E]), home).paint


def _eaves(home: Home) -> float:
    return FLOOR + STOREY * home.storeys + 0.05


def _pick(rng: np.random.Generator, names: tuple[str, ...]) -> str:
    return names[int(rng.integers(len(names)))]


def _look(rng: np.random.Generator, home: Home) -> _Look:
    wall, brick = _pick(rng, _SIDINGS), _pick(rng, _BRICKS)
    draw = float(rng.random())
    style = home.style
    front, gable_skin = wall, wall
    if style == "farmhouse":
        wall = _pick(rng, ("board_white", "board_white", "board_grey", "board_navy"))
        front = gable_skin = wall
    elif style == "ranch" and draw < 0.6:
        front = wall = brick
        gable_skin = _pick(rng, _SIDINGS)
    elif style == "suburban" and draw < 0.65:
        front = gable_skin = brick if draw < 0.4 else "stone_veneer"
    elif style == "colonial" and draw < 0.35:
        wall = front = gable_skin = brick
    elif style == "bungalow":
        gable_skin = _pick(rng, ("shake_brown", "shake_grey", "shake_green"))
    dark = style == "farmhouse" or rng.random() < 0.12
    trim = "trim_white" if draw < 0.75 or wall.endswith("white") else "trim_cream"
    paint = Paint(
        wall, front, _pick(rng, ("concrete", "concrete", "foundation")), trim,
        "trim_dark" if dark else "trim_white", _pick(rng, _ROOFS), _pick(rng, _DOORS),
        _pick(rng, ("shutter_black", "shutter_navy", "shutter_green", "shutter_red")),
        _pick(rng, ("trim_white", "trim_white", "garage_tan", "garage_grey", "garage_wood")),
        gable_skin,
    )  # fmt: skip
    shutters = style in ("colonial", "cape") or (style == "ranch" and rng.random() < 0.5)
    bars = ((1, 1), (2, 1), (3, 2), (2, 2))[int(rng.integers(4))]
    return _Look(paint, bool(style == "ranch" and rng.random() < 0.5), shutters, bars,
                 bool(rng.random() < 0.55))  # fmt: skip


def _walls_of(quads: Quads, rect: Rect) -> dict[str, Wall]:
    x0, y0, x1, y1 = rect
    return {
        "front": Wall(quads, x0, y0, 1.0, 0.0, x1 - x0),
        "right": Wall(quads, x1, y0, 0.0, 1.0, y1 - y0),
        "back": Wall(quads, x1, y1, -1.0, 0.0, x1 - x0),
        "left": Wall(quads, x0, y1, 0.0, -1.0, y1 - y0),
    }


def _spread(
    length: float, pitch: float, width: float, z0: float, taken: tuple[tuple[float, float], ...],
    look: _Look, *, high: float = 1.35, margin: float = 0.7, shutters: bool = False,
) -> list[Opening]:  # fmt: skip
    """Windows spread over a wall, but not where something else is."""
    room = 0.55 if shutters else 0.25
    count = max(1, int((length - 2 * margin + pitch - width) / pitch))
    out = []
    for k in range(count):
        s = length * (k + 0.5) / count if count > 1 else length / 2
        s0, s1 = s - width / 2, s + width / 2
        if any(s0 - room < b and s1 + room > a for a, b in taken) or s0 < 0.3 or s1 > length - 0.3:
            continue
        out.append(Opening(s0, s1, z0, z0 + high, "window", look.bars, shutters))
    return out


def _main(quads: Quads, rng: np.random.Generator, home: Home, look: _Look) -> None:
    x0, y0, x1, y1 = home.main
    walls, eaves, pitch = _walls_of(quads, home.main), _eaves(home), _PITCH[home.style]
    front_gable = home.style == "bungalow"
    wide = float(rng.uniform(0.95, 1.15))
    door = home.door - x0
    entry = Opening(door - 0.48, door + 0.48, FLOOR, FLOOR + _HEAD, "door")
    holes: dict[str, list[Opening]] = {name: [] for name in walls}
    taken = ((door - 1.15, door + 1.15),)
    garage_side = "left" if home.garage[0] < x0 else "right"
    for level in range(home.storeys):
        z = FLOOR + STOREY * level + _HEAD - 1.35
        if level == 0:
            holes["front"] += [entry, *_front_windows(rng, home, look, taken, z, wide)]
            patio = (x1 - x0) * 0.5
            glass = Opening(patio - 0.95, patio + 0.95, FLOOR, FLOOR + _HEAD, "glass_door")
            holes["back"] += [glass, *_spread(x1 - x0, 2.9, 1.5, z, ((patio - 1.3, patio + 1.3),),
                                              look)]  # fmt: skip
        else:
            pitch_between = 2.5 if home.style == "colonial" else 3.1
            holes["front"] += _spread(x1 - x0, pitch_between, wide, z, (), look,
                                      shutters=look.shutters)  # fmt: skip
            holes["back"] += _spread(x1 - x0, 3.0, 1.0, z, (), look)
        for name in ("left", "right"):
            if name == garage_side and home.attached and level == 0:
                continue
            high = 1.0 if rng.random() < 0.4 else 1.35
            holes[name] += _spread(y1 - y0, 3.6, 0.9, z + 1.35 - high, (), look, high=high)
    paint = look.paint
    for name, wall in walls.items():
        skin = paint.front if name == "front" else paint.wall
        wall.bar(paint.base, 0.0, wall.length, _BASE, FLOOR - 0.14, -0.02, 0.03)
        ends = name in (("front", "back") if front_gable else ("left", "right"))
        if not ends or look.hip:
            wall.build(skin, FLOOR - 0.14, eaves, holes[name], paint)
        else:
            wall.build(skin, FLOOR - 0.14, eaves, holes[name], paint)
            _gable_end(wall, rng, eaves, pitch, home, look, name)
        for s in (0.0, wall.length - 0.1):
            wall.bar(paint.trim, s, s + 0.1, FLOOR - 0.14, eaves - 0.05, 0.0, 0.025)
        wall.bar(paint.trim, 0.0, wall.length, FLOOR - 0.2, FLOOR - 0.1, 0.0, 0.045)
    walls["front"].lantern(door + 0.85, FLOOR + 1.62)
    if look.hip:
        roofing.hip(quads, home.main, eaves, pitch, paint)
    else:
        roofing.gable(quads, home.main, eaves, pitch, not front_gable, paint)
    if home.style == "cape":
        for share in (0.25, 0.75):
            _dormer(quads, x0 + share * (x1 - x0), y0, eaves, pitch, look)
    if home.style in ("farmhouse", "suburban") and x1 - x0 > 7.5:
        _cross_gable(quads, home, look, eaves, pitch)


def _front_windows(
    rng: np.random.Generator, home: Home, look: _Look, taken: tuple[tuple[float, float], ...],
    z: float, wide: float,
) -> list[Opening]:  # fmt: skip
    """Of the ground floor: a large one in the living room, or a row as upstairs."""
    x0, _, x1, _ = home.main
    length = x1 - x0
    if home.style == "colonial":
        return _spread(length, 2.5, wide, z, taken, look, shutters=look.shutters)
    out = []
    left, right = taken[0][0] - 0.1, length - taken[0][1] - 0.1
    for room, start in ((left, 0.0), (right, taken[0][1] + 0.1)):
        if room < 1.6:
            continue
        middle = start + room / 2
        if room > 3.2 and (home.style != "cape" or rng.random() < 0.3):
            half = min(1.25, room / 2 - 0.55)
            out.append(Opening(middle - half, middle + half, z - 0.05, z + 1.35, "picture", (3, 1)))
        elif room > 4.6:
            for s in (start + room * 0.27, start + room * 0.73):
                out.append(Opening(s - wide / 2, s + wide / 2, z, z + 1.35, "window", look.bars,
                                   look.shutters))  # fmt: skip
        else:
            shutters = look.shutters and room > 2.5
            out.append(Opening(middle - wide / 2, middle + wide / 2, z, z + 1.35, "window",
                               look.bars, shutters))  # fmt: skip
    return out


def _gable_end(
    wall: Wall, rng: np.random.Generator, eaves: float, pitch: float, home: Home, look: _Look,
    name: str,
) -> None:  # fmt: skip
    """The triangle under the roof, with a vent or a window, over a band."""
    half = wall.length / 2
    rise = half * pitch
    skin = look.paint.gable if name != "back" else look.paint.wall
    hole = Opening(half - 0.3, half + 0.3, eaves + 0.42 * rise, eaves + 0.42 * rise + 0.7, "vent")
    if home.style in ("cape", "bungalow") and rise > 2.3:
        wide = 0.5 if home.style == "cape" else 0.75
        hole = Opening(half - wide, half + wide, eaves + 0.55, eaves + 1.75, "window", look.bars)
    holes = [hole] if rise > 1.6 else []

    def top(s: float) -> float:
        return eaves + (half - abs(s - half)) * pitch

    wall.build(skin, eaves, top, holes, look.paint, (half,))
    if skin != look.paint.wall:
        wall.bar(look.paint.trim, 0.0, wall.length, eaves - 0.1, eaves + 0.06, 0.0, 0.05)


def _cross_gable(quads: Quads, home: Home, look: _Look, eaves: float, pitch: float) -> None:
    """A gable over part of the front, flush with it, that cuts into the main roof."""
    x0, y0, x1, y1 = home.main
    wide = min(4.2, 0.42 * (x1 - x0))
    # On the side away from the garage, so that the roof has two peaks.
    middle = x1 - wide / 2 - 0.5 if home.garage[0] < x0 else x0 + wide / 2 + 0.5
    front = y0 - 0.02
    rect: Rect = (middle - wide / 2, front, middle + wide / 2, (y0 + y1) / 2)
    wall = Wall(quads, rect[0], front, 1.0, 0.0, wide)
    half, steep = wide / 2, max(pitch, 0.75)

    def top(s: float) -> float:
        return eaves + (half - abs(s - half)) * steep

    hole = Opening(half - 0.25, half + 0.25, eaves + 0.3, eaves + 0.8, "vent")
    wall.build(look.paint.gable, eaves - 0.12, top, [hole], look.paint, (half,))
    roofing.gable(quads, rect, eaves, steep, False, look.paint, gutters=False, ends=(True, False),
                  eaves=0.3)  # fmt: skip


def _dormer(quads: Quads, x: float, y0: float, eaves: float, pitch: float, look: _Look) -> None:
    half, back = 0.85, 1.0
    foot = eaves + back * pitch
    rect: Rect = (x - half, y0 + back, x + half, y0 + back + 3.2)
    top = foot + 1.45
    walls, paint = _walls_of(quads, rect), look.paint
    hole = Opening(half - 0.42, half + 0.42, foot + 0.3, foot + 1.3, "window", look.bars)
    walls["front"].build(paint.wall, foot - 0.3, top, [hole], paint)
    for name in ("left", "right"):
        walls[name].build(paint.wall, foot - 0.4, top, [], paint)
    gable_wall = walls["front"]
    gable_wall.build(
        paint.wall, top, lambda s: top + (half - abs(s - half)) * 0.7, [], paint, (half,)
    )
    roofing.gable(quads, rect, top, 0.7, False, paint, gutters=False, ends=(True, False),
                  eaves=0.2)  # fmt: skip


def _garage(quads: Quads, rng: np.random.Generator, home: Home, look: _Look) -> None:
    rect, paint = home.garage, look.paint
    walls = _walls_of(quads, rect)
    wide = rect[2] - rect[0]
    over = home.attached and home.style == "suburban" and wide > 5
    eaves = _eaves(home) if over else FLOOR + STOREY - (0.0 if home.attached else 0.35)
    door = 2.5 if home.cars == 1 else 4.9
    if not home.attached:
        door = 2.6
    holes = {name: [] for name in walls}  # type: dict[str, list[Opening]]
    middle = (home.drive[0] + home.drive[2]) / 2 - rect[0]
    holes["front"].append(Opening(middle - door / 2, middle + door / 2, 0.05, 2.2, "garage"))
    if over:
        z = FLOOR + STOREY + _HEAD - 1.35
        holes["front"] += _spread(wide, 2.6, 1.0, z, (), look)
        for name in ("left", "right"):
            holes[name] += _spread(rect[3] - rect[1], 3.6, 0.9, z, (), look)
    outer = "left" if rect[0] < home.main[0] else "right"
    if rng.random() < 0.6:
        holes[outer] += _spread(rect[3] - rect[1], 4.0, 0.8, FLOOR + 1.1, (), look, high=0.9)
    gable_front = over or not home.attached or bool(rng.random() < 0.7)
    pitch = 0.55 if not look.hip else 0.36
    for name, wall in walls.items():
        skin = paint.front if name == "front" else paint.wall
        base_top = 0.2 if name != "front" else 0.0
        if name == "front":
            for left, right in ((0.0, middle - door / 2 - 0.1), (middle + door / 2 + 0.1, wide)):
                if right - left > 0.05:
                    wall.bar(paint.base, left, right, _BASE, 0.22, -0.02, 0.03)
            wall.bar("concrete", middle - door / 2, middle + door / 2, _BASE, 0.05, -0.3, 0.02)
            wall.build(skin, 0.05, eaves, holes[name], paint)
        else:
            wall.bar(paint.base, 0.0, wall.length, _BASE, base_top, -0.02, 0.03)
            wall.build(skin, base_top, eaves, holes[name], paint)
        for s in (0.0, wall.length - 0.1):
            wall.bar(paint.trim, s, s + 0.1, 0.22, eaves - 0.05, 0.0, 0.025)
        ends = ("front", "back") if gable_front else ("left", "right")
        if name in ends and not look.hip:
            half = wall.length / 2

            def top(s: float, half: float = half) -> float:
                return eaves + (half - abs(s - half)) * pitch

            vent = Opening(half - 0.25, half + 0.25, eaves + 0.35, eaves + 0.85, "vent")
            wall.build(paint.gable if name == "front" else paint.wall, eaves, top,
                       [vent] if half * pitch > 1.3 else [], paint, (half,))  # fmt: skip
    for s in (middle - door / 2 - 0.35, middle + door / 2 + 0.35):
        if 0.15 < s < wide - 0.15:
            walls["front"].lantern(s, 1.85)
    if look.hip:
        roofing.hip(quads, rect, eaves, pitch, paint)
    else:
        roofing.gable(quads, rect, eaves, pitch, not gable_front, paint)


def _chimney(quads: Quads, home: Home, look: _Look) -> None:
    """Of brick, outside the wall away from the drive."""
    x0, y0, x1, y1 = home.main
    right = home.garage[0] < x0
    x = x1 + 0.28 if right else x0 - 0.28
    along = (y1 - y0) * 0.5
    pitch = _PITCH[home.style]
    flat_side = look.hip or home.style == "bungalow"
    top = _eaves(home) + (along * pitch if not flat_side else 0.3 * along * pitch) + 0.9
    y = y0 + along + 0.9
    brick = look.paint.wall if look.paint.wall.startswith("brick") else "brick_brown"
    for half, low, high in ((0.75, _BASE, 2.2), (0.5, 2.2, top)):
        ring = [(x - 0.32, y - half), (x + 0.32, y - half), (x + 0.32, y + half),
                (x - 0.32, y + half)]  # fmt: skip
        quads.block(ring, low, high, brick, brick)
    cap = [(x - 0.4, y - 0.58), (x + 0.4, y - 0.58), (x + 0.4, y + 0.58), (x - 0.4, y + 0.58)]
    quads.wall(cap, top, top + 0.12, "concrete")
    quads.flat(cap, top + 0.12, "concrete")
    for dy in (-0.22, 0.22):
        flue = [(x - 0.12, y + dy - 0.12), (x + 0.12, y + dy - 0.12), (x + 0.12, y + dy + 0.12),
                (x - 0.12, y + dy + 0.12)]  # fmt: skip
        quads.block(flue, top + 0.12, top + 0.42, "brick_red", "seal")


def _meters(quads: Quads, home: Home) -> None:
    """The condenser of the air conditioning and the electricity meter, at a side wall."""
    x0, y0, x1, y1 = home.main
    right = home.garage[0] < x0
    x, way = (x1, 1.0) if right else (x0, -1.0)
    y = y0 + 0.78 * (y1 - y0)
    c, half = x + way * 0.75, 0.4
    pad = [(c - 0.5, y - 0.5), (c + 0.5, y - 0.5), (c + 0.5, y + 0.5), (c - 0.5, y + 0.5)]
    quads.block(pad, -0.2, 0.08, "concrete")
    body = [(c - half, y - half), (c + half, y - half), (c + half, y + half), (c - half, y + half)]
    quads.wall(body, 0.08, 0.92, "unit")
    quads.flat(body, 0.92, "unit")
    for z in np.arange(0.16, 0.86, 0.075).tolist():
        ring = [(p + np.sign(p - c) * 0.012, q + np.sign(q - y) * 0.012) for p, q in body]
        quads.wall(ring, z, z + 0.03, "seal")
    top = [(c + 0.3 * np.cos(t), y + 0.3 * np.sin(t)) for t in np.linspace(0, 2 * np.pi, 13)[:-1]]
    quads.flat(top, 0.925, "seal")
    y = y0 + 0.6 * (y1 - y0)
    ring = [(min(x, x + way * 0.14), y - 0.15), (max(x, x + way * 0.14), y - 0.15),
            (max(x, x + way * 0.14), y + 0.15), (min(x, x + way * 0.14), y + 0.15)]  # fmt: skip
    quads.block(ring, 1.25, 1.75, "unit")
