"""The built part of a flat: floors, walls, ceilings, skirting, doors, windows, the house around."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lookabout.geometry import half_turn
from lookabout.world.assets.model import Model
from lookabout.world.assets.solids import Piece, cylinder, tube
from lookabout.world.rooms.forms.parts import slab
from lookabout.world.rooms.garden import GROUND
from lookabout.world.rooms.plan import HEIGHT, OUTER, SIDES, WALL, Opening, Plan, Room, Side
from lookabout.world.scene import Mesh

SKIRTING = 0.012
"""How far skirting stands out from the wall, metres."""
_SKIRT_HEIGHT = 0.08
_TILED = 2.0
"""Height of a bathroom's tiles."""
_FRAME = 0.06
_CURTAIN_ROD = 2.34


@dataclass(frozen=True)
class Finish:
    """Surfaces of a room."""

    wall: str
    floor: str


_FLOORS = {
    "kitchen": ("tiles", "slate", "terracotta", "oak", "grey"),
    "bathroom": ("tiles", "slate"),
    "bedroom": ("oak", "pale", "dark", "carpet", "bluecarpet"),
    "child_room": ("pale", "oak", "carpet", "bluecarpet"),
}
_WALLS = {
    "bathroom": ("white", "mist"),
    "kitchen": ("white", "linen", "sage", "straw"),
    "hall": ("white", "linen", "dove"),
}
_ANY_WALL = ("white", "white", "linen", "sand", "sage", "mist", "blush", "dove", "sky", "clay")


def finishes(plan: Plan, rng: np.random.Generator) -> list[Finish]:
    """What each room is painted and floored with."""
    common = str(rng.choice(["oak", "pale", "dark", "grey"]))
    found = []
    for room in plan.rooms:
        floor = str(rng.choice(_FLOORS[room.kind])) if room.kind in _FLOORS else common
        wall = str(rng.choice(_WALLS.get(room.kind, _ANY_WALL)))
        found.append(Finish(f"rooms.wall.{wall}", f"rooms.floor.{floor}"))
    return found


def shell(plan: Plan, finish: Sequence[Finish]) -> dict[str, Mesh]:
    """Meshes by label, in world axes; ``pane`` is for looks only."""
    parts = {
        name: Model() for name in ("floor", "wall", "ceiling", "house", "door", "window", "pane")
    }
    for index, room in enumerate(plan.rooms):
        _room(parts, plan, index, room, finish[index])
    for hole in plan.openings:
        _opening(parts, plan, hole, finish)
    _house(parts["house"], plan)
    used = set(parts) if any(h.kind == "window" for h in plan.openings) else set(parts) - {"pane"}
    return {name: model.mesh() for name, model in parts.items() if name in used}


def _quad(corners: Sequence[tuple[float, float, float]]) -> Piece:
    return Piece(np.array(corners, float), np.array([[0, 1, 2], [0, 2, 3]], np.int32))


def _on_wall(side: Side, face: float, u0: float, u1: float, z0: float, z1: float,
             out: bool = False) -> Piece:  # fmt: skip
    """A rectangle in a wall's face that looks into the room (or out of it)."""
    if side in ("south", "north"):
        corners = [(u0, face, z0), (u1, face, z0), (u1, face, z1), (u0, face, z1)]
        flip = side == "south"
    else:
        corners = [(face, u0, z0), (face, u1, z0), (face, u1, z1), (face, u0, z1)]
        flip = side == "east"
    if flip != out:
        corners.reverse()
    return _quad(corners)


def block(side: Side, face: float, u0: float, u1: float, n0: float, n1: float, z0: float,
          z1: float) -> Piece:  # fmt: skip
    """A box at a wall: ``n0`` to ``n1`` from its face into the room."""
    sign = {"south": 1, "north": -1, "west": 1, "east": -1}[side]
    a, b = sorted((face + sign * n0, face + sign * n1))
    if side in ("south", "north"):
        return slab(u0, u1, a, b, z0, z1)
    return slab(a, b, u0, u1, z0, z1)


def _pieces_around(
    low: float, high: float, bottom: float, top: float, holes: Sequence[Opening]
) -> list[tuple[float, float, float, float]]:
    """What is left of a wall's strip between two heights when openings are cut out."""
    left = []
    at = low
    for hole in sorted(holes, key=lambda h: h.low):
        left.append((at, hole.low, bottom, top))
        if hole.sill > bottom:
            left.append((hole.low, hole.high, bottom, min(hole.sill, top)))
        if hole.head < top:
            left.append((hole.low, hole.high, max(hole.head, bottom), top))
        at = hole.high
    left.append((at, high, bottom, top))
    return [(a, b, c, d) for a, b, c, d in left if b - a > 1e-6 and d - c > 1e-6]


def _room(
    parts: dict[str, Model], plan: Plan, index: int, room: Room, finish: Finish
) -> None:  # fmt: skip
    x0, y0, x1, y1 = room.x0, room.y0, room.x1, room.y1
    parts["floor"].add(_quad([(x0, y0, 0), (x1, y0, 0), (x1, y1, 0), (x0, y1, 0)]), finish.floor)
    ceiling = [(x0, y1, HEIGHT), (x1, y1, HEIGHT), (x1, y0, HEIGHT), (x0, y0, HEIGHT)]
    parts["ceiling"].add(_quad(ceiling), "rooms.ceiling")
    for side in SIDES:
        low, high = room.span(side)
        face, holes = room.face(side), plan.holes(index, side)
        strips = [(0.0, HEIGHT, finish.wall)]
        if room.kind == "bathroom":
            strips = [(0.0, _TILED, "rooms.wall.tiles"), (_TILED, HEIGHT, finish.wall)]
        for bottom, top, paint in strips:
            for u0, u1, z0, z1 in _pieces_around(low, high, bottom, top, holes):
                parts["wall"].add(_on_wall(side, face, u0, u1, z0, z1), paint)
        if room.kind == "bathroom":
            continue
        doors = [hole for hole in holes if hole.sill == 0.0]
        trim = [(h.low - _FRAME, h.high + _FRAME) for h in doors]
        at = low
        for a, b in [*sorted(trim), (high, high)]:
            if a - at > 0.01:
                parts["wall"].add(
                    block(side, face, at, a, 0.0, SKIRTING, 0.0, _SKIRT_HEIGHT), "rooms.trim"
                )
            at = b


def _opening(
    parts: dict[str, Model], plan: Plan, hole: Opening, finish: Sequence[Finish]
) -> None:  # fmt: skip
    room = plan.rooms[hole.room]
    face = room.face(hole.side)
    through = WALL if hole.other >= 0 else OUTER
    a, b, sill, head = hole.low, hole.high, hole.sill, hole.head
    wall = finish[hole.room].wall
    lining = "rooms.trim" if hole.kind in ("door", "entrance") else wall
    side = hole.side
    model = parts["wall"]
    # Sides, top and bottom of the hole, as thin boxes that fill the wall's thickness.
    thin = 0.004
    for u0, u1 in ((a - thin, a), (b, b + thin)):
        model.add(block(side, face, u0, u1, -through, 0.0, sill, head), lining)
    model.add(block(side, face, a - thin, b + thin, -through, 0.0, head, head + thin), lining)
    if sill > 0.0:
        board = block(side, face, a - 0.05, b + 0.05, -0.17, 0.03, sill - 0.03, sill)
        parts["window"].add(board, "rooms.trim")
        model.add(block(side, face, a, b, -through, -0.17, sill - 0.03, sill - 0.005), "rooms.trim")
    else:
        floor = finish[hole.room].floor
        parts["floor"].add(block(side, face, a, b, -through, 0.0, -0.02, 0.0), floor)
    if hole.kind == "window":
        _window(parts, hole, face)
    elif hole.kind != "passage":
        _frame(parts["door"], side, face, a, b, head, through, both=hole.other >= 0)
        parts["door"].add(*_leaf(hole, face))
        _handles(parts["door"], hole, face)


def _frame(
    model: Model, side: Side, face: float, a: float, b: float, head: float, through: float,
    both: bool,
) -> None:  # fmt: skip
    sides = ((0.0, 0.016), (-through - 0.016, -through)) if both else ((0.0, 0.016),)
    for n0, n1 in sides:
        for u0, u1 in ((a - _FRAME, a), (b, b + _FRAME)):
            model.add(block(side, face, u0, u1, n0, n1, 0.0, head), "rooms.trim")
        model.add(
            block(side, face, a - _FRAME, b + _FRAME, n0, n1, head, head + _FRAME), "rooms.trim"
        )


_LEAF = 0.04


def _swing(hole: Opening, face: float, piece: Piece) -> Piece:
    """A piece of a leaf, given along x from its hinge with y into the room, in its place."""
    inward = {"south": 90.0, "north": -90.0, "west": 0.0, "east": 180.0}[hole.side]
    start = hole.low if hole.hinge_low else hole.high
    if hole.side in ("south", "north"):
        closed = 0.0 if hole.hinge_low else 180.0
        at = (start, face)
    else:
        closed = 90.0 if hole.hinge_low else -90.0
        at = (face, start)
    turn = half_turn(inward - closed)
    sign = 1.0 if turn > 0 else -1.0
    shaped = piece if sign > 0 else piece.mirrored()
    return shaped.turned(yaw=closed + sign * hole.angle_deg).moved(at[0], at[1])


def _leaf(hole: Opening, face: float) -> tuple[Piece, str]:
    width = hole.high - hole.low
    paint = "rooms.door" if hole.kind == "door" else "rooms.wood.walnut"
    leaf = slab(0.004, width - 0.004, -_LEAF, 0.0, 0.008, hole.head - 0.004)
    return _swing(hole, face, leaf), paint


def _handles(model: Model, hole: Opening, face: float) -> None:
    width = hole.high - hole.low
    for y, out in ((0.0, 1), (-_LEAF, -1)):
        knob = tube((width - 0.07, y, 1.02), (width - 0.07, y + out * 0.05, 1.02), 0.011)
        lever = tube(
            (width - 0.07, y + out * 0.05, 1.02), (width - 0.19, y + out * 0.05, 1.02), 0.009
        )
        model.add(_swing(hole, face, knob), "rooms.steel")
        model.add(_swing(hole, face, lever), "rooms.steel")


def _window(parts: dict[str, Model], hole: Opening, face: float) -> None:
    model, side = parts["window"], hole.side
    a, b, sill, head = hole.low, hole.high, hole.sill, hole.head
    n0, n1, rim = -0.22, -0.16, 0.06
    bars = [(a, a + rim), (b - rim, b)]
    if b - a > 0.9:
        middle = (a + b) / 2
        bars.append((middle - 0.05, middle + 0.05))
    for u0, u1 in bars:
        model.add(block(side, face, u0, u1, n0, n1, sill, head), "rooms.trim")
    for z0, z1 in ((sill, sill + rim), (head - rim, head)):
        model.add(block(side, face, a, b, n0, n1, z0, z1), "rooms.trim")
    parts["pane"].add(
        _on_wall(side, _inward(side, face, -0.19), a, b, sill, head), "rooms.pane"
    )  # fmt: skip
    if len(bars) == 3:
        u = (a + b) / 2
        model.add(block(side, face, u - 0.012, u + 0.012, n1, n1 + 0.03, 1.4, 1.5), "rooms.steel")
    if hole.curtains:
        _rod(model, side, face, a - 0.5, b + 0.5)


def _rod(model: Model, side: Side, face: float, u0: float, u1: float) -> None:
    at = _inward(side, face, 0.07)
    ends = [(u, at, _CURTAIN_ROD) for u in (u0, u1)]
    if side in ("east", "west"):
        ends = [(y, x, z) for x, y, z in ends]
    model.add(tube(ends[0], ends[1], 0.011, sides=12), "rooms.iron")
    for x, y, z in ends:
        model.add(cylinder(0.02, 0.04, 12).moved(x, y, z - 0.02), "rooms.iron")
    for u in (u0 + 0.06, u1 - 0.06):
        bracket = block(side, face, u - 0.008, u + 0.008, 0.0, 0.07, _CURTAIN_ROD - 0.02,
                        _CURTAIN_ROD - 0.008)  # fmt: skip
        model.add(bracket, "rooms.iron")


def _inward(side: Side, face: float, distance: float) -> float:
    return face + (distance if side in ("south", "west") else -distance)


def _house(model: Model, plan: Plan) -> None:
    """The outer walls and the roof."""
    x0, y0, x1, y1 = plan.bounds
    x0, y0, x1, y1 = x0 - OUTER, y0 - OUTER, x1 + OUTER, y1 + OUTER
    top = HEIGHT + 0.35
    hull = Room("", x0, y0, x1, y1)
    for side in SIDES:
        low, high = hull.span(side)
        holes = [h for h in plan.openings if h.other < 0 and h.side == side]
        for u0, u1, z0, z1 in _pieces_around(low, high, GROUND, top, holes):
            model.add(_on_wall(side, hull.face(side), u0, u1, z0, z1, out=True), "rooms.outside")
    model.add(slab(x0 - 0.3, x1 + 0.3, y0 - 0.3, y1 + 0.3, top, top + 0.12), "rooms.roof")
