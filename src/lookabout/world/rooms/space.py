"""A room that is being furnished: what is in it, and where there is still room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from lookabout.world.rooms.items import Item, overlap
from lookabout.world.rooms.library import Library
from lookabout.world.rooms.model import Furnishing
from lookabout.world.rooms.plan import SIDES, Plan, Room, Side
from lookabout.world.rooms.voxels import Voxels
from lookabout.world.scene import Floats

INWARD = {"south": 90.0, "east": 180.0, "north": -90.0, "west": 0.0}
"""Yaw of a thing whose back is to that wall."""
BEHIND = 0.02
"""Metres between furniture and the wall: the skirting's."""
GAP = 0.015
_PASS = 0.95
"""Metres kept free in front of a door."""


@dataclass
class Flat:
    """All rooms' things."""

    plan: Plan
    library: Library
    rng: np.random.Generator
    items: list[Item] = field(default_factory=list)
    perches: dict[int, Voxels] = field(default_factory=dict)
    """Cells of what carries things, by the carrier's identity."""

    @property
    def movable(self) -> int:
        """How many things it has that are no fixtures."""
        return sum(not item.fixed for item in self.items)


@dataclass(frozen=True)
class _Zone:
    corners: Floats
    top: float
    owner: Item | None = None


class Space:
    """One room of a flat."""

    def __init__(self, flat: Flat, index: int) -> None:
        self.flat, self.index = flat, index
        self.room: Room = flat.plan.rooms[index]
        self.rng, self.library = flat.rng, flat.library
        self._aisles: list[_Zone] = []
        self._doors = [_Zone(c, 2.1) for c in _door_zones(flat.plan, index)]
        self._walls: dict[Side, list[tuple[float, float, float, float, Item | None]]] = {
            side: [] for side in SIDES
        }
        for side in SIDES:
            for hole in flat.plan.holes(index, side):
                self._walls[side].append(
                    (hole.low - 0.09, hole.high + 0.09, hole.sill - 0.02, hole.head + 0.09, None)
                )

    @property
    def items(self) -> list[Item]:
        """Things of this room."""
        return [item for item in self.flat.items if item.room == self.index]

    def inside(self, corners: Floats, margin: float = 0.0) -> bool:
        """Whether a polygon lies between the walls."""
        room = self.room
        low, high = corners.min(axis=0), corners.max(axis=0)
        return bool(
            low[0] >= room.x0 + margin - 1e-6 and low[1] >= room.y0 + margin - 1e-6
            and high[0] <= room.x1 - margin + 1e-6 and high[1] <= room.y1 - margin + 1e-6
        )  # fmt: skip

    def free(
        self, corners: Floats, z0: float, z1: float, *, gap: float = GAP,
        but: Sequence[Item] = (), zones: bool = True,
    ) -> bool:  # fmt: skip
        """Whether nothing stands in a polygon between two heights."""
        for other in self.items:
            if other.on is not None or other in but:
                continue
            a, b = other.span
            if a < z1 and z0 < b and overlap(corners, other.corners, gap):
                return False
        if not zones:
            return True
        return not any(
            z0 < zone.top and overlap(corners, zone.corners) for zone in self._doors + self._aisles
        )

    def wall_free(self, side: Side, u0: float, u1: float, z0: float, z1: float) -> bool:
        """Whether nothing hangs or opens in a rectangle of a wall."""
        return not any(
            a < u1 and u0 < b and c < z1 and z0 < d for a, b, c, d, _ in self._walls[side]
        )

    def _clear_of_wall_things(self, item: Item) -> bool:
        """Tall things stand in front of no window."""
        low, high = item.corners.min(axis=0), item.corners.max(axis=0)
        for side in SIDES:
            axis = 0 if side in ("south", "north") else 1
            near = (
                low[1 - axis] - self.room.face(side)
                if side in ("south", "west")
                else self.room.face(side) - high[1 - axis]
            )
            if near < 0.25 and not self.wall_free(
                side, float(low[axis]) + 0.1, float(high[axis]) - 0.1, *item.span
            ):
                return False
        return True

    def _room_in_front(self, item: Item, aisle: float) -> bool:
        front = self._front(item, aisle)
        return self.inside(front) and self.free(front, 0.0, 1.0, zones=False)

    def add(self, item: Item, *, aisle: float = 0.0) -> Item:
        """Put a thing where it is; ``aisle`` metres in front of it stay free of furniture."""
        self.flat.items.append(item)
        if aisle > 0:
            self._aisles.append(_Zone(self._front(item, aisle), 1.9, item))
        return item

    def open_aisle(self, item: Item) -> None:
        """Let things stand in front of a thing after all."""
        self._aisles = [zone for zone in self._aisles if zone.owner is not item]

    def _front(self, item: Item, reach: float) -> Floats:
        (_, y0, _), (x1, y1, _) = item.model.low, item.model.high
        return item.to_world(np.array([[x1, y0], [x1 + reach, y0], [x1 + reach, y1], [x1, y1]]))

    def claim_wall(self, side: Side, item: Item, top: float | None = None) -> None:
        """Nothing else may hang where a thing stands or hangs, or up to a height over it."""
        u = item.x if side in ("south", "north") else item.y
        half = item.model.width / 2 + 0.04
        low, high = item.span
        claim = (u - half, u + half, low - 0.03, (top or high) + 0.03, item)
        self._walls[side].append(claim)

    def keep_aisle(self, item: Item, reach: float) -> None:
        """Let no furniture come to stand in front of a thing."""
        self._aisles.append(_Zone(self._front(item, reach), 1.9, item))

    def withdraw(self, count: int) -> None:
        """Take away all things but the first ``count`` of the flat, and what they claimed."""
        for item in self.flat.items[count:]:
            if item.on is not None:
                item.on.carried.remove(item)
        gone = self.flat.items[count:]
        del self.flat.items[count:]
        self._aisles = [zone for zone in self._aisles if zone.owner not in gone]
        for side in SIDES:
            self._walls[side] = [claim for claim in self._walls[side] if claim[4] not in gone]

    def most_open(
        self, model: Furnishing, yaw_deg: float, margin: float
    ) -> tuple[float, float] | None:
        """The middle of where a thing with ``margin`` around it could stand."""
        room, found = self.room, []
        own = Item(model, 0.0, 0.0, 0.0, yaw_deg, self.index).corners
        for x in np.arange(room.x0 + 0.3, room.x1 - 0.3, 0.1):
            for y in np.arange(room.y0 + 0.3, room.y1 - 0.3, 0.1):
                corners = own + np.array([x, y])
                if self.inside(corners, margin) and self.free(corners, 0.0, 1.0, gap=margin):
                    found.append((float(x), float(y)))
        if not found:
            return None
        places = np.array(found)
        away = np.linalg.norm(places - places.mean(axis=0), axis=1)
        x, y = places[int(np.argmin(away))].tolist()
        return x, y


def _door_zones(plan: Plan, index: int) -> list[Floats]:
    """Where no furniture may stand: before doors, and where their leaves swing."""
    found = []
    back: dict[Side, Side] = {
        "south": "north", "north": "south", "east": "west", "west": "east",
    }  # fmt: skip
    for hole in plan.openings:
        if hole.kind == "window" or index not in (hole.room, hole.other):
            continue
        side = hole.side if hole.room == index else back[hole.side]
        room = plan.rooms[index]
        reach = _PASS if hole.room == index or hole.kind == "passage" else 0.75
        if room.kind == "hall":
            reach = min(reach, room.depth - 0.1, room.width - 0.1)
        low, high = hole.low - 0.07, hole.high + 0.07
        face = room.face(side)
        inner = face + (reach if side in ("south", "west") else -reach)
        a, b = sorted((face, inner))
        if side in ("south", "north"):
            found.append(np.array([[low, a], [high, a], [high, b], [low, b]]))
        else:
            found.append(np.array([[a, low], [b, low], [b, high], [a, high]]))
    return found
