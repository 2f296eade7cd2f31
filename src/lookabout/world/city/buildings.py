"""Buildings with flat roofs as quads: façades in depth, parapets, balconies, awnings.

A façade is a sheet of glass behind upright piers and level bands, which costs a few quads
per bay and per storey rather than per window. All walls of a block are made in one go.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lookabout.world.build.polygon import Polygon, area, inset, longest_edge, offset_ring
from lookabout.world.build.quads import Quads, boxes, strips
from lookabout.world.city.shopfronts import DOORS, Wall, shop_front
from lookabout.world.city.sketch import Frame, Mass

Floats = NDArray[np.float64]
_COPING = 0.32
_STREET_LEVEL = 1.0
"""World z under which a wall's foot can be walked to."""


def raise_masses(masses: Sequence[Mass], quads: Quads) -> None:
    """What is drawn of buildings."""
    walls = _Walls(quads)
    for mass in masses:
        walls.add(mass)
        _roof(mass, quads)
    walls.build()


def raise_hulls(masses: Sequence[Mass], hull: Quads) -> None:
    """The plain bodies of buildings, which rays and flights meet."""
    for mass in masses:
        hull.wall(mass.ring, mass.base, mass.top + mass.parapet, "hull")
        for piece in mass.pieces:
            hull.flat(piece, mass.top, "hull")


_SEAMS = {
    "roof_black": "seam_grey", "roof_dark": "seam_grey", "roof_grey": "seam_dark",
    "roof_light": "seam_mid", "roof_white": "seam_mid", "roof_tan": "seam_mid",
    "roof_metal": "seam_mid", "roof_rust": "seam_rust", "roof_sheet": "seam_mid",
}  # fmt: skip
_PATCHES = {
    "roof_black": "roof_dark", "roof_dark": "roof_black", "roof_grey": "roof_dark",
    "roof_light": "roof_grey", "roof_white": "roof_light", "roof_tan": "roof_grey",
    "roof_gravel": "roof_gravel_dark", "roof_gravel_dark": "roof_gravel",
}  # fmt: skip


def _roof(mass: Mass, quads: Quads) -> None:
    rng = np.random.default_rng([mass.seed, 1])
    top, wall = mass.top, mass.facade.wall
    for piece in mass.pieces:
        quads.flat(piece, top, mass.roof)
        _deck(rng, mass, piece, quads)
    high = top + mass.parapet
    inner = offset_ring(mass.ring, _COPING)
    coping = "coping_light" if rng.random() < 0.6 else "coping_dark"
    if rng.random() < 0.35:
        coping = wall
    quads.wall(mass.ring, top, high, wall)
    quads.wall(inner[::-1], top, high, "coping_light" if rng.random() < 0.3 else wall)
    quads.rim(mass.ring, inner, high, coping)


def _deck(rng: np.random.Generator, mass: Mass, piece: Polygon, quads: Quads) -> None:
    """Seams between sheets, mended patches, a walkway of pads."""
    room = inset(piece, _COPING + 0.1)
    if not room or area(room) < 25:
        return
    frame = Frame.in_polygon(room, longest_edge(room))
    if frame is None or frame.depth < 2:
        return
    L, D = frame.length, frame.depth
    metal = mass.roof in ("roof_metal", "roof_rust", "roof_sheet")
    seam = _SEAMS.get(mass.roof)
    if seam is not None:
        pitch = 0.8 if metal else float(rng.choice([1.9, 2.4, 3.0]))
        a = np.arange(pitch * float(rng.uniform(0.3, 1.0)), L, pitch)
        start = np.array([frame.at(float(s), 0.0) for s in a]).reshape(-1, 2)
        end = np.array([frame.at(float(s), D) for s in a]).reshape(-1, 2)
        quads.many(strips(start, end, 0.05 if metal else 0.07, mass.top + 0.016), seam)
    patch = _PATCHES.get(mass.roof)
    if patch is not None:
        for _ in range(int(rng.integers(0, 3) + L * D / 500)):
            long, wide = float(rng.uniform(1.0, 0.3 * L + 1)), float(rng.uniform(0.8, 0.3 * D + 1))
            a0 = float(rng.uniform(0, max(0.1, L - long)))
            b0 = float(rng.uniform(0, max(0.1, D - wide)))
            box = frame.box(a0, b0, min(L, a0 + long), min(D, b0 + wide))
            quads.flat(box, mass.top + 0.022 + 0.006 * float(rng.random()), patch)
    if L * D > 250 and rng.random() < 0.6 and not metal:
        b = float(rng.uniform(0.2, 0.8)) * D
        quads.flat(frame.box(1.0, b - 0.4, L - 1.0, b + 0.4), mass.top + 0.034, "seam_mid")


class _Walls:
    """Rows of walls, turned to quads together."""

    def __init__(self, quads: Quads) -> None:
        self.quads = quads
        self.rows: list[tuple[float, ...]] = []

    def add(self, mass: Mass) -> None:
        f, index = mass.facade, self.quads.index
        wall, glass, trim = index(f.wall), index(f.glass), index(f.trim or f.wall)
        for i in range(len(mass.ring)):
            (x0, y0), (x1, y1) = mass.ring[i - 1], mass.ring[i]
            length = math.hypot(x1 - x0, y1 - y0)
            blank = bool(mass.blank) and mass.blank[i]
            if length < 1.6 or blank:
                self.quads.quad(
                    f.wall,
                    (x0, y0, mass.base),
                    (x1, y1, mass.base),
                    (x1, y1, mass.top),
                    (x0, y0, mass.top),
                )
                continue
            bays = max(1, round(length / f.bay))
            pier = min(f.pier, 0.7 * length / bays)
            self.rows.append(
                (
                    x0, y0, (x1 - x0) / length, (y1 - y0) / length, length, mass.base, mass.top,
                    mass.ground_storey, mass.storey, mass.storeys, bays, pier, f.sill, f.head,
                    f.depth, wall, glass, trim, float(f.shop), float(f.balconies), mass.seed,
                    *(mass.door if i == 1 else (0.0, 0.0)),
                )
            )  # fmt: skip

    def build(self) -> None:
        if not self.rows:
            return
        rows = np.array(self.rows)
        self._glass(rows)
        self._piers(rows)
        self._bands(rows)
        self._balconies(rows)
        self._fronts(rows)

    def _upright(
        self, rows: Floats, a0: Floats, a1: Floats, z0: Floats, z1: Floats, back: Floats
    ) -> Floats:
        """Quads (N, 4, 3) in the walls' planes, ``back`` behind them."""
        start, u = rows[:, 0:2], rows[:, 2:4]
        n = np.stack([u[:, 1], -u[:, 0]], 1)
        left = start + a0[:, None] * u - back[:, None] * n
        right = start + a1[:, None] * u - back[:, None] * n
        return np.stack(
            [
                np.column_stack([left, z0]),
                np.column_stack([right, z0]),
                np.column_stack([right, z1]),
                np.column_stack([left, z1]),
            ],
            1,
        )

    def _glass(self, rows: Floats) -> None:
        zero = np.zeros(len(rows))
        quads = self._upright(rows, zero, rows[:, 4], rows[:, 5], rows[:, 6], rows[:, 14])
        self.quads.many(quads, rows[:, 16].astype(np.int32))

    def _piers(self, rows: Floats) -> None:
        count = rows[:, 10].astype(int) + 1
        r = np.repeat(rows, count, axis=0)
        k = np.concatenate([np.arange(c) for c in count.tolist()])
        last = k == r[:, 10]
        middle = k * r[:, 4] / r[:, 10]
        half = r[:, 11] / 2
        a0 = np.where(k == 0, 0.0, middle - half)
        a1 = np.where(last, r[:, 4], middle + half)
        # End piers are wide enough to hide where two sheets of glass meet.
        grow = np.maximum(half, r[:, 14] + 0.08)
        a1 = np.where(k == 0, grow, a1)
        a0 = np.where(last, r[:, 4] - grow, a0)
        z0, z1, zero = r[:, 5], r[:, 6], np.zeros(len(r))
        material = r[:, 15].astype(np.int32)
        self.quads.many(self._upright(r, a0, a1, z0, z1, zero), material)
        for edge, skip in ((a0, k == 0), (a1, last)):
            keep = ~skip
            front = self._upright(r[keep], edge[keep], edge[keep], z0[keep], z1[keep], zero[keep])
            rear = self._upright(r[keep], edge[keep], edge[keep], z0[keep], z1[keep],
                                 r[keep, 14])  # fmt: skip
            side = np.stack([front[:, 0], rear[:, 0], rear[:, 3], front[:, 3]], 1)
            if edge is a0:
                side = side[:, ::-1]
            self.quads.many(side, material[keep])

    def _bands(self, rows: Floats) -> None:
        """From each window's head to the sill above it, and at the foot."""
        count = rows[:, 9].astype(int) + 1
        r = np.repeat(rows, count, axis=0)
        k = np.concatenate([np.arange(c) for c in count.tolist()])
        floor = r[:, 5] + np.where(k == 0, 0.0, r[:, 7] + (k - 1) * r[:, 8])
        foot = np.where(r[:, 18] > 0, 0.35, r[:, 12])
        shop_head = np.where((k == 1) & (r[:, 18] > 0), 0.35, 0.0)
        low = np.where(k == 0, floor, floor - r[:, 13] - shop_head)
        high = np.where(k == 0, floor + foot, np.where(k == r[:, 9], floor, floor + r[:, 12]))
        a0, a1 = np.full(len(r), 0.04), r[:, 4] - 0.04
        back = np.full(len(r), 0.03)
        material = r[:, 17].astype(np.int32)
        front = self._upright(r, a0, a1, low, high, back)
        self.quads.many(front, material)
        rear = self._upright(r, a0, a1, high, high, r[:, 14])
        ledge = np.stack([front[:, 3], front[:, 2], rear[:, 1], rear[:, 0]], 1)
        below = k < r[:, 9]
        self.quads.many(ledge[below], material[below])

    def _balconies(self, rows: Floats) -> None:
        r = rows[(rows[:, 19] > 0) & (rows[:, 4] > 7) & (rows[:, 9] > 1)]
        if len(r) == 0:
            return
        out = []
        for row in r.tolist():
            every = 2 if row[20] % 2 else 1
            bays = np.arange(0, int(row[10]), every)[: int(row[10])]
            if every == 1 and row[20] % 3 == 0:
                bays = bays[1:-1]
            floors = np.arange(1, int(row[9]))
            b, f = np.meshgrid(bays, floors)
            a = (b.ravel() + 0.5) * row[4] / row[10]
            z = row[5] + row[7] + (f.ravel() - 1) * row[8]
            width = np.full(len(a), row[4] / row[10] - 0.5)
            u = np.array(row[2:4])
            n = np.array([u[1], -u[0]])
            reach = 1.2 + 0.5 * ((row[20] // 7) % 2)
            centre = np.array(row[0:2]) + a[:, None] * u + reach / 2 * n
            along = np.broadcast_to(u, centre.shape)
            full = np.full(len(a), reach)
            out.append(boxes(centre, along, width, full, z - 0.2, z))
            rail = np.array(row[0:2]) + a[:, None] * u + (reach - 0.03) * n
            out.append(boxes(rail, along, width, np.full(len(a), 0.06), z, z + 1.05))
        self.quads.many(np.concatenate(out), "coping_light" if r[0, 20] % 2 else "metal_mid")

    def _fronts(self, rows: Floats) -> None:
        """Shop fronts, and a door in every other wall."""
        for row in rows[rows[:, 4] > 3.5].tolist():
            rng = np.random.default_rng([int(row[20]), int(abs(row[0]) * 10)])
            wall = Wall((row[0], row[1]), (row[2], row[3]), row[5], self.quads)
            length, bays, depth = row[4], int(row[10]), row[14]
            if row[18] > 0 and row[9] <= 12:
                shop_front(rng, wall, length, bays, row[7], depth)
            elif row[5] < _STREET_LEVEL:
                door = DOORS[int(rng.random() * len(DOORS))]
                along = row[21] if row[21] > 0 else length / bays * (rng.integers(bays) + 0.5)
                foot = row[22] if row[21] > 0 else 0.0
                wall.door(float(along), foot, depth, "coping_light", door)
