"""Floor plans: which rooms there are, where their walls stand, where doors and windows are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

WALL = 0.12
"""Thickness between two rooms, metres."""
OUTER = 0.30
"""Thickness towards the outside."""
HEIGHT = 2.60
"""From floor to ceiling."""
DOOR_WIDTH, DOOR_HEIGHT = 0.86, 2.04

Side = Literal["south", "east", "north", "west"]
SIDES: tuple[Side, ...] = ("south", "east", "north", "west")


@dataclass(frozen=True)
class Room:
    """A rectangle of floor."""

    kind: str
    """``living_room``, ``bedroom``, ``kitchen``, ``bathroom``, ``study``, ``dining_room``,
    ``hall`` or ``child_room``."""
    x0: float
    y0: float
    x1: float
    y1: float
    """Faces of its walls, world frame, metres."""

    @property
    def width(self) -> float:
        """Along x."""
        return self.x1 - self.x0

    @property
    def depth(self) -> float:
        """Along y."""
        return self.y1 - self.y0

    @property
    def area(self) -> float:
        return self.width * self.depth

    def span(self, side: Side) -> tuple[float, float]:
        """Ends of a wall: x of the south and north ones, y of the others."""
        return (self.x0, self.x1) if side in ("south", "north") else (self.y0, self.y1)

    def face(self, side: Side) -> float:
        """Where a wall's face lies: y of the south and north ones, x of the others."""
        return {"south": self.y0, "east": self.x1, "north": self.y1, "west": self.x0}[side]


@dataclass(frozen=True)
class Opening:
    """A hole in a wall."""

    kind: Literal["door", "passage", "window", "entrance"]
    room: int
    """Index of the room on whose ``side`` it is; a door's leaf opens into it."""
    side: Side
    other: int
    """Index of the room behind, -1 for the outside."""
    low: float
    high: float
    """Ends along the wall: x or y."""
    sill: float
    head: float
    """Heights of its lower and upper edge."""
    angle_deg: float = 0.0
    """How far a door's leaf is open."""
    hinge_low: bool = True
    """Whether the leaf hangs at the end ``low``."""
    curtains: bool = False


@dataclass(frozen=True)
class Plan:
    """A flat around the origin."""

    rooms: tuple[Room, ...]
    openings: tuple[Opening, ...] = field(default=())

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """x0, y0, x1, y1 of all floors."""
        return (
            min(r.x0 for r in self.rooms), min(r.y0 for r in self.rooms),
            max(r.x1 for r in self.rooms), max(r.y1 for r in self.rooms),
        )  # fmt: skip

    def at(self, x: float, y: float) -> int:
        """Index of the room that a point lies in, -1 for none."""
        for index, room in enumerate(self.rooms):
            if room.x0 <= x <= room.x1 and room.y0 <= y <= room.y1:
                return index
        return -1

    def holes(self, room: int, side: Side) -> list[Opening]:
        """Openings in a room's wall, from either side."""
        back = {"south": "north", "north": "south", "east": "west", "west": "east"}
        return [
            hole
            for hole in self.openings
            if (hole.room == room and hole.side == side)
            or (hole.other == room and back[hole.side] == side)
        ]


_WIDTHS = {
    "living_room": (4.4, 5.6), "bedroom": (3.3, 4.1), "kitchen": (2.9, 3.6),
    "bathroom": (2.1, 2.6), "study": (2.7, 3.4), "dining_room": (3.2, 3.9),
    "child_room": (2.8, 3.5),
}  # fmt: skip
_SINGLE = {
    "living_room": (3.4, 5.4), "bedroom": (2.9, 4.2), "kitchen": (2.9, 4.2),
    "bathroom": (2.3, 2.8), "study": (2.5, 3.6), "dining_room": (3.0, 4.2),
    "child_room": (2.6, 3.8),
}  # fmt: skip
_SETS: dict[int, tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]] = {
    2: (
        (("living_room", "kitchen"), ()), (("living_room", "bedroom"), ()),
        (("bedroom", "bathroom"), ()), (("dining_room", "kitchen"), ()),
        (("bedroom", "study"), ()), (("living_room", "study"), ()),
        (("child_room", "bedroom"), ()),
    ),
    3: (
        (("living_room",), ("kitchen", "bedroom")), (("living_room",), ("study", "bedroom")),
        (("living_room",), ("bathroom", "bedroom")), (("dining_room",), ("kitchen", "study")),
        (("living_room",), ("child_room", "bedroom")),
    ),
    4: (
        (("living_room", "kitchen"), ("bedroom", "bathroom")),
        (("living_room", "dining_room"), ("bedroom", "kitchen")),
        (("living_room", "kitchen"), ("bedroom", "study")),
        (("living_room", "study"), ("child_room", "bedroom")),
    ),
    5: ((("living_room", "kitchen"), ("bedroom", "bathroom")),
        (("living_room", "dining_room"), ("kitchen", "bedroom")),
        (("living_room", "study"), ("bathroom", "bedroom"))),
    6: ((("living_room", "kitchen"), ("bedroom", "bathroom", "child_room")),
        (("living_room", "kitchen"), ("study", "bathroom", "bedroom")),
        (("dining_room", "living_room"), ("kitchen", "bedroom", "study"))),
    7: ((("living_room", "dining_room", "kitchen"), ("bedroom", "bathroom", "child_room")),
        (("kitchen", "living_room", "study"), ("bedroom", "bathroom", "child_room")),
        (("living_room", "dining_room", "kitchen"), ("study", "bathroom", "bedroom"))),
    8: ((("living_room", "dining_room", "kitchen"),
         ("bedroom", "bathroom", "study", "child_room")),
        (("living_room", "dining_room", "kitchen"),
         ("study", "bedroom", "bathroom", "bedroom"))),
}  # fmt: skip
"""Rooms of a south and a north row, by the number of rooms; five and more have a hall between."""


def draw_plan(count: int, rng: np.random.Generator, kind: str = "", size: float = 1.0) -> Plan:
    """
    A flat of ``count`` rooms, 1 to 8.

    :param kind: of the only room, if ``count`` is 1; any if empty.
    :param size: factor on the rooms' sides.
    """
    cells = _single(rng, kind, size) if count == 1 else _rows(count, rng, size)
    cells = _turned(cells, rng)
    x0, y0 = min(c.x0 for c in cells), min(c.y0 for c in cells)
    x1, y1 = max(c.x1 for c in cells), max(c.y1 for c in cells)
    dx, dy = -(x0 + x1) / 2, -(y0 + y1) / 2
    half = WALL / 2
    rooms = [
        Room(c.kind, *np.round([c.x0 + dx + half, c.y0 + dy + half, c.x1 + dx - half,
                                c.y1 + dy - half], 3).tolist())
        for c in cells
    ]  # fmt: skip
    doors = _doors(rooms, rng)
    return Plan(tuple(rooms), tuple(doors + _windows(rooms, doors, rng)))


def _single(rng: np.random.Generator, kind: str, size: float) -> list[Room]:
    chosen = kind or str(rng.choice(sorted(_SINGLE)))
    low, high = _SINGLE[chosen]
    a, b = (float(v) * size for v in rng.uniform(low, high, 2))
    return [Room(chosen, 0, 0, max(a, b), min(a, b))]


def _rows(count: int, rng: np.random.Generator, size: float) -> list[Room]:
    south, north = _SETS[count][int(rng.integers(len(_SETS[count])))]
    lengths = [
        np.array([rng.uniform(*_WIDTHS[kind]) for kind in row]) * size for row in (south, north)
    ]
    if north:
        # Both rows as long as the flat.
        whole = 0.5 * (lengths[0].sum() + lengths[1].sum())
        lengths = [row * whole / row.sum() for row in lengths]
    depths = rng.uniform(3.5, 4.3, 2) * size
    hall = float(rng.uniform(1.35, 1.7)) if count > 4 else 0.0
    cells = []
    bottom = 0.0
    for kinds, row, depth in zip((south, north), lengths, depths, strict=True):
        left = 0.0
        order = list(range(len(kinds)))
        if rng.random() < 0.5:
            order.reverse()
        for k in order:
            width = float(row[k])
            cells.append(Room(kinds[k], left, bottom, left + width, bottom + float(depth)))
            left += width
        bottom += float(depth)
        if hall and kinds is south:
            cells.append(Room("hall", 0.0, bottom, left, bottom + hall))
            bottom += hall
    return cells


def _turned(cells: Sequence[Room], rng: np.random.Generator) -> list[Room]:
    """By a quarter, or mirrored, or neither."""
    swap, flip_x, flip_y = (bool(v) for v in rng.integers(0, 2, 3))
    turned = []
    for cell in cells:
        x0, y0, x1, y1 = cell.x0, cell.y0, cell.x1, cell.y1
        if swap:
            x0, y0, x1, y1 = y0, x0, y1, x1
        if flip_x:
            x0, x1 = -x1, -x0
        if flip_y:
            y0, y1 = -y1, -y0
        turned.append(Room(cell.kind, x0, y0, x1, y1))
    return turned


def _shared(a: Room, b: Room) -> tuple[Side, float, float] | None:
    """The side of ``a`` on which ``b`` lies, and the stretch of wall that they share."""
    for side, back in (("south", "north"), ("north", "south"), ("east", "west"), ("west", "east")):
        gap = abs(a.face(side) - b.face(back))  # type: ignore[arg-type]
        (a0, a1), (b0, b1) = a.span(side), b.span(back)  # type: ignore[arg-type]
        low, high = max(a0, b0), min(a1, b1)
        if gap < WALL * 1.5 and high - low > DOOR_WIDTH + 0.3:
            return side, low, high  # type: ignore[return-value]
    return None


_RANK = {
    "hall": 0, "living_room": 1, "dining_room": 2, "kitchen": 3, "bedroom": 4, "study": 5,
    "child_room": 6, "bathroom": 7,
}  # fmt: skip
_OPEN = ({"living_room", "dining_room"}, {"living_room", "kitchen"}, {"dining_room", "kitchen"})


def _doors(rooms: Sequence[Room], rng: np.random.Generator) -> list[Opening]:
    """One way into every room, from the most public neighbour; wide ones between day rooms."""
    order = sorted(range(len(rooms)), key=lambda k: _RANK[rooms[k].kind])
    reached, found = [order[0]], []
    waiting = order[1:]
    while waiting:
        for inner in waiting:
            outer = next((k for k in sorted(reached, key=lambda k: _RANK[rooms[k].kind])
                          if _shared(rooms[inner], rooms[k])), None)  # fmt: skip
            if outer is not None:
                found.append(_door(rooms, inner, outer, rng))
                reached.append(inner)
                waiting.remove(inner)
                break
        else:
            raise AssertionError("a room without a neighbour")
    joined = {frozenset((hole.room, hole.other)) for hole in found}
    for a in range(len(rooms)):
        for b in range(a):
            pair = {rooms[a].kind, rooms[b].kind}
            if pair in _OPEN and frozenset((a, b)) not in joined and _shared(rooms[a], rooms[b]):
                found.append(_door(rooms, a, b, rng))
    return [*found, _entrance(rooms, order[0], found, rng)]


def _door(rooms: Sequence[Room], inner: int, outer: int, rng: np.random.Generator) -> Opening:
    shared = _shared(rooms[inner], rooms[outer])
    assert shared is not None
    side, low, high = shared
    room = rooms[inner]
    if {room.kind, rooms[outer].kind} in _OPEN and high - low > 1.9 and rng.random() < 0.7:
        width = min(float(rng.uniform(1.3, 2.0)), high - low - 0.5)
        start = float(rng.uniform(low + 0.2, high - 0.2 - width))
        return Opening("passage", inner, side, outer, start, start + width, 0.0, 2.15)
    at_low = bool(rng.random() < 0.5)
    gap = min(float(rng.uniform(0.12, 0.2)), (high - low - DOOR_WIDTH) / 2)
    start = low + gap if at_low else high - gap - DOOR_WIDTH
    ajar = float(rng.uniform(15, 40)) if rng.random() < 0.3 else float(rng.uniform(75, 88))
    return Opening(
        "door", inner, side, outer, start, start + DOOR_WIDTH, 0.0, DOOR_HEIGHT, ajar, at_low
    )


def _outside(rooms: Sequence[Room], index: int) -> list[Side]:
    """Sides of a room on which no other room lies."""
    room = rooms[index]
    x0, y0 = min(r.x0 for r in rooms), min(r.y0 for r in rooms)
    x1, y1 = max(r.x1 for r in rooms), max(r.y1 for r in rooms)
    edge = {"south": y0, "east": x1, "north": y1, "west": x0}
    return [side for side in SIDES if abs(room.face(side) - edge[side]) < 1e-6]


def _entrance(
    rooms: Sequence[Room], index: int, doors: Sequence[Opening], rng: np.random.Generator
) -> Opening:
    """The flat's own door, closed."""
    sides = _outside(rooms, index)
    room = rooms[index]
    side = min(sides, key=lambda s: (room.span(s)[1] - room.span(s)[0], s))
    low, high = room.span(side)
    gap = (high - low - DOOR_WIDTH) / 2 if room.kind == "hall" else 0.15
    start = low + gap if rng.random() < 0.5 else high - gap - DOOR_WIDTH
    taken = any(door.room == index and door.side == side for door in doors)
    if taken:
        start = low + (high - low - DOOR_WIDTH) / 2
    return Opening(
        "entrance", index, side, -1, start, start + DOOR_WIDTH, 0.0, DOOR_HEIGHT, 0.0
    )  # fmt: skip


def _windows(
    rooms: Sequence[Room], doors: Sequence[Opening], rng: np.random.Generator
) -> list[Opening]:
    found = []
    for index, room in enumerate(rooms):
        if room.kind == "hall":
            continue
        sides = [
            side
            for side in _outside(rooms, index)
            if not any(d.room == index and d.side == side for d in doors)
        ]
        sides.sort(key=lambda s: (room.span(s)[0] - room.span(s)[1], s))
        most = 2 if room.area > 13 and len(sides) > 1 and rng.random() < 0.6 else 1
        for side in sides[:most]:
            low, high = room.span(side)
            if room.kind == "bathroom":
                width, sill, head = min(0.7, high - low - 0.8), 1.25, 2.15
            elif room.kind == "kitchen":
                width, sill, head = min(float(rng.uniform(1.0, 1.4)), high - low - 1.0), 1.12, 2.2
            else:
                width = min(float(rng.uniform(1.3, 2.0)), high - low - 1.3)
                sill, head = float(rng.choice([0.55, 0.85, 0.85])), 2.25
            middle = (low + high) / 2 + float(rng.uniform(-0.15, 0.15)) * (high - low - width)
            curtains = room.kind not in ("bathroom", "kitchen") and rng.random() < 0.8
            found.append(
                Opening("window", index, side, -1, middle - width / 2, middle + width / 2, sill,
                        head, curtains=curtains)
            )  # fmt: skip
    return found
