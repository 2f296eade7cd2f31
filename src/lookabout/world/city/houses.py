"""Houses with pitched roofs as quads: gables, hips, cross wings, chimneys, windows."""

from __future__ import annotations

import math

import numpy as np

from lookabout.world.build.quads import Quads
from lookabout.world.city.shopfronts import DOORS, Wall
from lookabout.world.city.sketch import House

_EAVES = 0.45
_THICK = 0.16
Point3 = tuple[float, float, float]


def raise_house(house: House, quads: Quads, *, plain: bool = False) -> None:
    """What is drawn of a house; ``plain``: only the body that rays and flights meet."""
    rng = np.random.default_rng([house.seed, 2])
    body = _Body(house, quads, plain)
    half_l, half_w = house.length / 2, house.width / 2
    rise = half_w * house.pitch
    body.shell(-half_l, half_l, -half_w, half_w, gable=not house.hip)
    body.roof(-half_l, half_l, half_w, rise, hip=house.hip)
    if house.wing:
        side = math.copysign(1.0, house.wing)
        middle, half = 0.22 * house.length, 0.22 * house.length
        body.wing(middle, half, side, half_w + abs(house.wing), house.pitch)
    if house.windows:
        body.windows(rng, half_l, half_w)
    if house.chimney:
        a = float(rng.uniform(-0.6, 0.6)) * half_l * (0.5 if house.hip else 1.0)
        b = float(rng.uniform(0.1, 0.5)) * half_w * (1 if rng.random() < 0.5 else -1)
        top = house.eaves + rise + 0.7
        body.box(a - 0.4, a + 0.4, b - 0.35, b + 0.35, house.eaves, top, "brick_dark")
    for _ in range(int(rng.integers(1, 4)) if house.windows else 0):
        a, b = float(rng.uniform(-0.7, 0.7)) * half_l, float(rng.uniform(-0.6, 0.6)) * half_w
        z = house.eaves + (half_w - abs(b)) * house.pitch
        body.box(a - 0.12, a + 0.12, b - 0.12, b + 0.12, z - 0.3, z + 0.4, "metal_light")


class _Body:
    """Puts parts in the house's own axes: a along the ridge, b to its left."""

    def __init__(self, house: House, quads: Quads, plain: bool) -> None:
        self.house, self.quads, self.plain = house, quads, plain

    def at(self, a: float, b: float, z: float) -> Point3:
        (ux, uy), (cx, cy) = self.house.direction, self.house.centre
        return cx + a * ux - b * uy, cy + a * uy + b * ux, z

    def face(self, material: str, *corners: Point3) -> None:
        name = "hull" if self.plain else material
        points = [self.at(*corner) for corner in corners]
        if len(points) == 4:
            self.quads.quad(name, *points)
        else:
            self.quads.triangle(name, *points)

    def box(
        self, a0: float, a1: float, b0: float, b1: float, z0: float, z1: float, material: str
    ) -> None:
        ring = [self.at(a, b, 0)[:2] for a, b in ((a0, b0), (a1, b0), (a1, b1), (a0, b1))]
        self.quads.block(ring, z0, z1, "hull" if self.plain else material)

    def shell(self, a0: float, a1: float, b0: float, b1: float, *, gable: bool) -> None:
        """Outer walls, with gable ends."""
        house = self.house
        z0, z1 = house.base, house.eaves
        ring = [(a0, b0), (a1, b0), (a1, b1), (a0, b1)]
        for i in range(4):
            (p, q), (r, s) = ring[i - 1], ring[i]
            self.face(house.wall, (p, q, z0), (r, s, z0), (r, s, z1), (p, q, z1))
        if gable:
            top = z1 + (b1 - b0) / 2 * house.pitch
            self.face(house.wall, (a1, b0, z1), (a1, b1, z1), (a1, 0.0, top))
            self.face(house.wall, (a0, b1, z1), (a0, b0, z1), (a0, 0.0, top))

    def roof(self, a0: float, a1: float, half: float, rise: float, *, hip: bool) -> None:
        """Planes with eaves; the upper side and a fascia of the roof's thickness."""
        house = self.house
        e, low, top = _EAVES, house.eaves - _EAVES * house.pitch, house.eaves + rise
        t = _THICK
        b = half + e
        a0, a1 = a0 - e, a1 + e
        r0, r1 = (a0 + b, a1 - b) if hip else (a0, a1)
        if r1 < r0:
            r0 = r1 = (r0 + r1) / 2
        m = house.roof
        self.face(m, (a0, -b, low + t), (a1, -b, low + t), (r1, 0, top + t), (r0, 0, top + t))
        self.face(m, (a1, b, low + t), (a0, b, low + t), (r0, 0, top + t), (r1, 0, top + t))
        if hip:
            self.face(m, (a1, -b, low + t), (a1, b, low + t), (r1, 0, top + t))
            self.face(m, (a0, b, low + t), (a0, -b, low + t), (r0, 0, top + t))
            corners = [(a0, -b), (a1, -b), (a1, b), (a0, b)]
            for i in range(4):
                (p, q), (r, s) = corners[i - 1], corners[i]
                self.face(
                    "coping_light", (p, q, low), (r, s, low), (r, s, low + t), (p, q, low + t)
                )
            return
        for side in (-1, 1):
            p, q = (a0, a1) if side < 0 else (a1, a0)
            self.face("coping_light", (p, side * b, low), (q, side * b, low),
                      (q, side * b, low + t), (p, side * b, low + t))  # fmt: skip
            for a, way in ((a0, -1), (a1, 1)):
                first, second = (side * b, low), (0.0, top)
                if side * way > 0:
                    first, second = second, first
                self.face("coping_light", (a, first[0], first[1]), (a, second[0], second[1]),
                          (a, second[0], second[1] + t), (a, first[0], first[1] + t))  # fmt: skip

    def wing(self, middle: float, half: float, side: float, reach: float, pitch: float) -> None:
        """A gabled part across the ridge, ``reach`` from it."""
        house = self.house
        z0, z1 = house.base, house.eaves
        rise = min(half * pitch, house.width / 2 * house.pitch)
        top, wall, m, t, e = z1 + rise, house.wall, house.roof, _THICK, _EAVES
        inner = -side * 0.0
        a0, a1, b = middle - half, middle + half, side * reach

        def put(material: str, *corners: Point3) -> None:
            self.face(material, *(corners if side > 0 else corners[::-1]))

        put(wall, (a1, b, z0), (a0, b, z0), (a0, b, z1), (a1, b, z1))
        put(wall, (a1, b, z1), (a0, b, z1), (middle, b, top))
        put(wall, (a1, inner, z0), (a1, b, z0), (a1, b, z1), (a1, inner, z1))
        put(wall, (a0, b, z0), (a0, inner, z0), (a0, inner, z1), (a0, b, z1))
        slope = rise / half
        low, out = z1 - e * slope, b + side * e
        put(m, (a1 + e, inner, low + t), (a1 + e, out, low + t), (middle, out, top + t),
            (middle, inner, top + t))  # fmt: skip
        put(m, (a0 - e, out, low + t), (a0 - e, inner, low + t), (middle, inner, top + t),
            (middle, out, top + t))  # fmt: skip
        for a, far in ((a1 + e, 1), (a0 - e, -1)):
            corners = ((a, out, low), (middle, out, top), (middle, out, top + t), (a, out, low + t))
            put("coping_light", *(corners if far > 0 else corners[::-1]))

    def windows(self, rng: np.random.Generator, half_l: float, half_w: float) -> None:
        """Framed panes and a door, a hand's breadth proud of the wall."""
        house = self.house
        storeys = max(1, round((house.eaves - house.base - 0.4) / 2.9))
        door = self._door(rng, half_l, half_w) if house.door else None
        for along, reach, out in (
            (True, half_l, -half_w),
            (True, half_l, half_w),
            (False, half_w, -half_l),
            (False, half_w, half_l),
        ):
            count = max(1, int(reach * 2 / 3.2))
            for level in range(storeys):
                z = house.base + 1.0 + 2.9 * level
                for k in range(count):
                    if rng.random() < 0.2 or self.plain:
                        continue
                    s = -reach + (k + 0.5) * 2 * reach / count
                    if door is not None and level == 0 and self._at_door(door, s, out, along):
                        continue
                    self._pane(s, out, z, 0.55, 1.25, along)

    def _door(self, rng: np.random.Generator, half_l: float, half_w: float) -> tuple[float, float]:
        """Put the front door into the wall nearest to where it should be; its middle."""
        house = self.house
        assert house.door is not None
        (ux, uy), (cx, cy) = house.direction, house.centre
        dx, dy = house.door[0] - cx, house.door[1] - cy
        a, b = dx * ux + dy * uy, dy * ux - dx * uy
        along = abs(b) / half_w > abs(a) / half_l
        if along:
            a, b = max(0.8 - half_l, min(half_l - 0.8, a)), math.copysign(half_w, b)
            if house.wing * b > 0 and 0 < a < 0.44 * house.length:
                b += house.wing
        else:
            a, b = math.copysign(half_l, a), max(0.8 - half_w, min(half_w - 0.8, b))
        place = b if along else a
        out = (0.0, math.copysign(1.0, b)) if along else (math.copysign(1.0, a), 0.0)
        u = (-out[1], out[0])  # to the right, seen from outside
        foot = self.at(a, b, house.base)
        way = (u[0] * ux - u[1] * uy, u[0] * uy + u[1] * ux)
        leaf = DOORS[int(rng.random() * len(DOORS))]
        if not self.plain:
            wall = Wall(foot[:2], way, house.base, self.quads)
            wall.door(0.0, 0.12, 0.0, "coping_light", leaf)
        return (a, place) if along else (b, place)

    @staticmethod
    def _at_door(door: tuple[float, float], s: float, out: float, along: bool) -> bool:
        return abs(door[0] - s) < 1.5 and abs(door[1] - out) < 0.01

    def _pane(self, s: float, out: float, z: float, half: float, high: float, along: bool) -> None:
        way = math.copysign(1.0, out)
        for grow, lift, material in ((0.1, 0.03, "coping_light"), (0.0, 0.05, "glass_window")):
            place = out + way * lift
            p, q = s - half - grow, s + half + grow
            low, top = z - grow, z + high + grow
            corners = (
                [(p, place, low), (q, place, low), (q, place, top), (p, place, top)]
                if along
                else [(place, q, low), (place, p, low), (place, p, top), (place, q, top)]
            )
            if way > 0:
                corners = corners[::-1]
            self.quads.quad(material, *(self.at(*corner) for corner in corners))
