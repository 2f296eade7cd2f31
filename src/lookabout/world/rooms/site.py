"""Ways to put things into a room: on its floor, its walls, its ceiling and on other things."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lookabout.world.rooms.items import Item, overlap, turned
from lookabout.world.rooms.model import Furnishing
from lookabout.world.rooms.plan import HEIGHT, SIDES, Side
from lookabout.world.rooms.space import BEHIND, GAP, INWARD, Space
from lookabout.world.rooms.voxels import CELL, Voxels, samples


class Site(Space):
    """A room that things can be put into."""

    def at(
        self, model: Furnishing, x: float, y: float, yaw_deg: float, *, z: float = 0.0,
        aisle: float = 0.0, gap: float = GAP, but: Sequence[Item] = (),
    ) -> Item | None:  # fmt: skip
        """A thing on the floor at a place, if it is free."""
        item = Item(model, x, y, z, yaw_deg, self.index)
        low, high = item.span
        if not self.inside(item.corners, BEHIND):
            return None
        if not self.free(item.corners, low, high, gap=gap, but=but):
            return None
        if not self._clear_of_wall_things(item):
            return None
        return self.add(item, aisle=aisle)

    def against_wall(
        self, model: Furnishing, *, sides: Sequence[Side] = SIDES, prefer: str = "any",
        aisle: float = 0.6, z: float = 0.0, behind: float = BEHIND,
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
            first, last = low + half + BEHIND, high - half - BEHIND
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

    def wall_item(
        self, model: Furnishing, side: Side, u: float, *, z: float, behind: float = BEHIND
    ) -> Item:
        """A thing with its back to a wall at ``u``; nothing is checked or placed."""
        sign = 1 if side in ("south", "west") else -1
        n = self.room.face(side) + sign * (behind - model.low[0])
        x, y = (u, n) if side in ("south", "north") else (n, u)
        return Item(model, x, y, z, INWARD[side], self.index)

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
            if not self.inside(item.corners, BEHIND):
                return None
            if self.free(item.corners, *item.span, but=(table,)):
                return self.add(item)
        return None
