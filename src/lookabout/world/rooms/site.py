"""A room that is being furnished: what is where, and the ways to put things into it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from lookabout.world.rooms.items import Item, overlap, turned
from lookabout.world.rooms.library import Library
from lookabout.world.rooms.model import Furnishing
from lookabout.world.rooms.plan import HEIGHT, SIDES, Plan, Room, Side
from lookabout.world.rooms.voxels import CELL, Voxels, samples
from lookabout.world.scene import Floats

INWARD = {"south": 90.0, "east": 180.0, "north": -90.0, "west": 0.0}
"""Yaw of a thing whose back is to that wall."""
_BEHIND = 0.02
"""Metres between furniture and the wall: the skirting's."""
_GAP = 0.015
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


@dataclass(frozen=True)
class _Zone:
    corners: Floats
    top: float
    owner: Item | None = None


class Site:
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
                    (hole.low - 0.09, hole.high + 0.09, hole.sill - 0.04, hole.head + 0.09, None)
                )

    # -- checks ---------------------------------------------------------------------

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
        self, corners: Floats, z0: float, z1: float, *, gap: float = _GAP,
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

    # -- placing --------------------------------------------------------------------

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

    def at(
        self, model: Furnishing, x: float, y: float, yaw_deg: float, *, z: float = 0.0,
        aisle: float = 0.0, gap: float = _GAP, but: Sequence[Item] = (),
    ) -> Item | None:  # fmt: skip
        """A thing on the floor at a place, if it is free."""
        item = Item(model, x, y, z, yaw_deg, self.index)
        low, high = item.span
        if not self.inside(item.corners, _BEHIND):
            return None
        if not self.free(item.corners, low, high, gap=gap, but=but):
            return None
        if not self._clear_of_wall_things(item):
            return None
        return self.add(item, aisle=aisle)

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

    def against_wall(
        self, model: Furnishing, *, sides: Sequence[Side] = SIDES, prefer: str = "any",
        aisle: float = 0.6, z: float = 0.0, behind: float = _BEHIND,
    ) -> Item | None:  # fmt: skip
        """
        A thing with its back to a wall.

        :param prefer: ``any``, ``corner`` or ``middle`` of the wall.
        :param aisle: metres that must be and stay free in front.
        """
        places = []
        for side in sides:
            low, high = self.room.span(side)
            half = model.width / 2
            first, last = low + half + _BEHIND, high - half - _BEHIND
            if last < first:
                continue
            count = max(int((last - first) / 0.05), 1)
            for u in np.linspace(first, last, count + 1):
                places.append((side, float(u), min(u - first, last - u)))
        self.rng.shuffle(places)
        if prefer == "corner":
            places.sort(key=lambda p: round(p[2], 1))
        elif prefer == "middle":
            places.sort(key=lambda p: -round(p[2], 1))
        for side, u, _ in places:
            item = self.wall_item(model, side, u, z=z, behind=behind)
            low, high = item.span
            if not self.wall_free(side, u - model.width / 2, u + model.width / 2, low, high):
                continue
            if not self.inside(item.corners) or not self.free(item.corners, low, high):
                continue
            if aisle and not self._room_in_front(item, aisle):
                continue
            self.claim_wall(side, item)
            return self.add(item, aisle=aisle)
        return None

    def _room_in_front(self, item: Item, aisle: float) -> bool:
        front = self._front(item, aisle)
        return self.inside(front) and self.free(front, 0.0, 1.0, zones=False)

    def wall_item(
        self, model: Furnishing, side: Side, u: float, *, z: float, behind: float = _BEHIND
    ) -> Item:
        """A thing with its back to a wall at ``u``; nothing is checked or placed."""
        sign = 1 if side in ("south", "west") else -1
        n = self.room.face(side) + sign * (behind - model.low[0])
        x, y = (u, n) if side in ("south", "north") else (n, u)
        return Item(model, x, y, z, INWARD[side], self.index)

    def claim_wall(self, side: Side, item: Item, top: float | None = None) -> None:
        """Nothing else may hang where a thing stands or hangs, or up to a height over it."""
        u = item.x if side in ("south", "north") else item.y
        half = item.model.width / 2 + 0.04
        low, high = item.span
        claim = (u - half, u + half, low - 0.03, (top or high) + 0.03, item)
        self._walls[side].append(claim)

    def hang(
        self, model: Furnishing, z: float, *, sides: Sequence[Side] = SIDES,
        over: Item | None = None, behind: float = 0.0,
    ) -> Item | None:  # fmt: skip
        """
        A thing on a wall, its underside at ``z``.

        :param over: in the middle over a thing that stands against a wall.
        """
        places = []
        for side in sides:
            low, high = self.room.span(side)
            first, last = low + model.width / 2 + 0.1, high - model.width / 2 - 0.1
            if over is not None:
                if abs((INWARD[side] - over.yaw_deg + 180) % 360 - 180) > 1:
                    continue
                u = over.x if side in ("south", "north") else over.y
                places.append((side, float(np.clip(u, first, last)) if last > first else u))
                continue
            if last > first:
                places += [(side, float(u)) for u in np.linspace(first, last, 25)]
        self.rng.shuffle(places)
        for side, u in places:
            item = self.wall_item(model, side, u, z=z - model.low[2], behind=behind)
            low, high = item.span
            half = model.width / 2 + 0.06
            if not self.wall_free(side, u - half, u + half, low - 0.03, high + 0.03):
                continue
            if not self.inside(item.corners, -0.001):
                continue
            if not self.free(item.corners, low, high, gap=0.0, zones=False):
                continue
            if any(
                overlap(item.corners, other.corners)
                for other in self.items
                if other.on is not None and other.span[1] > low and other.span[0] < high
            ):
                continue
            self.claim_wall(side, item)
            return self.add(item)
        return None

    def from_ceiling(self, model: Furnishing, x: float, y: float) -> Item:
        """A thing that hangs from the ceiling."""
        return self.add(Item(model, x, y, HEIGHT - model.high[2], 0.0, self.index))

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

    # -- on other things ------------------------------------------------------------

    def put_on(
        self, carrier: Item, model: Furnishing, *, low: float = 0.0, high: float = 1.7,
        yaws: Sequence[float] = (0.0,), jitter: float = 0.0,
        near: tuple[float, float] | None = None, margin: float = 0.01,
    ) -> Item | None:  # fmt: skip
        """
        A thing on a level part of another, free to its top.

        :param low: heights over the carrier's foot between which it may stand; ``high`` likewise.
        :param yaws: turns, degrees, one of which is taken.
        :param jitter: degrees of further turn by chance.
        :param near: in the carrier's axes: as close to it as there is room.
        """
        cells = self._cells(carrier)
        yaw = float(self.rng.choice(yaws)) + float(self.rng.uniform(-jitter, jitter))
        own = np.array([[model.low[0], model.low[1]], [model.high[0], model.low[1]],
                        [model.high[0], model.high[1]], [model.low[0], model.high[1]]])  # fmt: skip
        box = turned(own, yaw)
        size = box.max(axis=0) - box.min(axis=0) + 2 * margin
        middle = (box.max(axis=0) + box.min(axis=0)) / 2
        found = cells.spots(float(size[0]), float(size[1]), model.height, low=low, high=high)
        if len(found) == 0:
            return None
        if near is not None:
            at = cells.low + (found + 0.5) * 0.02
            at[:, :2] += size / 2
            key = np.hypot(*(at[:, :2] - np.array(near)).T)
            order = np.argsort(key, kind="stable")[:40]
        else:
            order = self.rng.permutation(len(found))[:40]
        for k in order:
            spot = cells.stand(found[k], float(size[0]), float(size[1]), model.height)
            if spot is None:
                continue
            x, y = carrier.to_world(np.array([[spot.x - middle[0], spot.y - middle[1]]]))[0]
            item = Item(model, float(x), float(y), carrier.z + spot.z - model.low[2],
                        carrier.yaw_deg + yaw, self.index, on=carrier)  # fmt: skip
            if self._meets_another(item, carrier):
                continue
            carrier.carried.append(item)
            return self.add(item)
        return None

    def _meets_another(self, item: Item, carrier: Item) -> bool:
        """Whether what hangs or stands beside the carrier is in the way."""
        low, high = item.span
        return not self.inside(item.corners, 0.005) or any(
            overlap(item.corners, other.corners, 0.005)
            for other in self.items
            if other is not carrier
            and other.on is not carrier
            and other.span[1] > low + 1e-3
            and other.span[0] < high - 1e-3
        )

    def lay_on(
        self, carrier: Item, model: Furnishing, x: float, y: float, yaw: float, sink: float = 0.012
    ) -> Item | None:
        """A soft thing on a soft one, at a place in the carrier's axes, pressed in a little."""
        heights = self._cells(carrier).heights()
        own = np.array([[model.low[0], model.low[1]], [model.high[0], model.low[1]],
                        [model.high[0], model.high[1]], [model.low[0], model.high[1]]])  # fmt: skip
        box = turned(own, yaw) * 0.7 + [x, y]
        cells = self._cells(carrier)
        low = np.floor((box.min(axis=0) - cells.low[:2]) / 0.02).astype(int).clip(0)
        high = np.ceil((box.max(axis=0) - cells.low[:2]) / 0.02).astype(int)
        under = heights[low[0] : high[0] + 1, low[1] : high[1] + 1]
        under = under[np.isfinite(under)]
        if under.size == 0:
            return None
        z = float(np.percentile(under, 80)) - sink
        wx, wy = carrier.to_world(np.array([[x, y]]))[0]
        item = Item(model, float(wx), float(wy), carrier.z + z - model.low[2],
                    carrier.yaw_deg + yaw, self.index, on=carrier)  # fmt: skip
        if self._meets_another(item, carrier) or any(
            overlap(item.corners, other.corners, 0.01) for other in carrier.carried
        ):
            return None
        carrier.carried.append(item)
        return self.add(item)

    def lean_on(self, sofa: Item, model: Furnishing, y: float, sink: float = 0.012) -> Item | None:
        """A cushion on a seat, against its back, ``y`` in the seat's axes."""
        cells = self._cells(sofa)
        heights = cells.heights()
        column = int((y - cells.low[1]) / CELL)
        if not 0 <= column < heights.shape[1]:
            return None
        line = heights[:, column]
        x = cells.low[0] + (np.arange(len(line)) + 0.5) * CELL
        front = (x > -0.1) & (x < sofa.model.high[0] - 0.12)
        if not np.isfinite(line[front]).any():
            return None
        seat = float(np.median(line[front]))
        back = x[(line > seat + 0.18) & (x < 0.15)]
        if len(back) == 0:
            return None
        place = float(back.max()) - model.low[0] - 0.06
        wx, wy = sofa.to_world(np.array([[place, y]]))[0]
        item = Item(model, float(wx), float(wy), sofa.z + seat - sink - model.low[2],
                    sofa.yaw_deg, self.index, on=sofa)  # fmt: skip
        if self._meets_another(item, sofa) or any(
            overlap(item.corners, other.corners, 0.01) for other in sofa.carried
        ):
            return None
        sofa.carried.append(item)
        return self.add(item)

    def _cells(self, carrier: Item) -> Voxels:
        key = id(carrier)
        if key not in self.flat.perches:
            self.flat.perches[key] = self.library.voxels(carrier.model).copy()
        return self.flat.perches[key]

    def tuck(
        self, model: Furnishing, table: Item, x: float, y: float, yaw: float, out: float
    ) -> Item | None:
        """
        A seat at a table's edge, pushed under as far as neither touches the other.

        :param x: where its middle would be if pushed in most, in the table's axes; ``y`` likewise.
        :param yaw: of the seat in the table's axes; it is drawn backwards.
        :param out: most metres that it may be drawn out.
        """
        cells = self.library.voxels(table.model)
        points, _ = samples(model.mesh, 0.03)
        way = turned(np.array([[-1.0, 0.0]]), yaw)[0]
        for step in np.arange(0.0, out + 1e-6, 0.03):
            place = np.array([x, y]) + way * step
            moved = points.copy()
            moved[:, :2] = turned(points[:, :2], yaw) + place
            if cells.touched(moved) > 0:
                continue
            wx, wy = table.to_world(place[None])[0]
            item = Item(model, float(wx), float(wy), 0.0, table.yaw_deg + yaw, self.index)
            if not self.inside(item.corners, _BEHIND):
                return None
            if self.free(item.corners, *item.span, but=(table,)):
                return self.add(item)
        return None


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
