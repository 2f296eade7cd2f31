"""Buildings seen from a lawn: walls with holes for windows, steps, columns, roofs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from lookabout.world.assets.lettering import lettering
from lookabout.world.build.polygon import Point, offset_ring
from lookabout.world.build.quads import Quads
from lookabout.world.campus.openings import HOLE, VARIANTS
from lookabout.world.campus.plan import Building, Entrance
from lookabout.world.campus.roofs import flat_roof, hipped_roof
from lookabout.world.campus.styles import STYLES, Style
from lookabout.world.scene import Mesh

Floats = NDArray[np.float64]
FLOOR = 0.45
"""Of the ground storey over the ground: three steps."""
_STEP, _TREAD = 0.15, 0.33
_ARCADE = 3.4
"""Depth of a colonnade, metres."""
_ARCADE_HEIGHT = 3.5


@dataclass(eq=False)
class Raised:
    """What a building is made of."""

    body: Mesh
    hull: Mesh
    """What rays and flights meet."""
    windows: dict[tuple[int, float, float], list[Floats]] = field(default_factory=dict)
    """(4, 4) of each window, by variant, width and height."""
    doors: list[Floats] = field(default_factory=list)


class Face:
    """One wall: metres along it, over its foot, and out of it."""

    def __init__(self, start: Point, end: Point, z: float, quads: Quads) -> None:
        self.length = math.dist(start, end)
        self.u = ((end[0] - start[0]) / self.length, (end[1] - start[1]) / self.length)
        self.start, self.z, self.quads = start, z, quads

    def at(self, along: float, up: float, out: float) -> tuple[float, float, float]:
        """World point."""
        (x, y), (ux, uy) = self.start, self.u
        return x + along * ux + out * uy, y + along * uy - out * ux, self.z + up

    def quad(self, name: str, *corners: tuple[float, float, float]) -> None:
        """Four corners (along, up, out), counter-clockwise for who looks at the wall."""
        self.quads.quad(name, *(self.at(*corner) for corner in corners))

    def panel(self, a0: float, a1: float, z0: float, z1: float, name: str) -> None:
        """A piece of the wall's own plane."""
        if a1 - a0 > 1e-3 and z1 - z0 > 1e-3:
            self.quad(name, (a0, z0, 0), (a1, z0, 0), (a1, z1, 0), (a0, z1, 0))

    def box(
        self, a0: float, a1: float, z0: float, z1: float, out0: float, out1: float, name: str
    ) -> None:
        """A body before the wall, with all faces but the one towards it."""
        q = self.quad
        q(name, (a0, z0, out1), (a1, z0, out1), (a1, z1, out1), (a0, z1, out1))
        q(name, (a0, z0, out0), (a0, z0, out1), (a0, z1, out1), (a0, z1, out0))
        q(name, (a1, z0, out1), (a1, z0, out0), (a1, z1, out0), (a1, z1, out1))
        q(name, (a0, z1, out1), (a1, z1, out1), (a1, z1, out0), (a0, z1, out0))
        q(name, (a0, z0, out0), (a1, z0, out0), (a1, z0, out1), (a0, z0, out1))

    def hole(self, a0: float, a1: float, z0: float, z1: float, depth: float, name: str) -> None:
        """The four sides of a hole."""
        q, d = self.quad, -depth
        q(name, (a0, z0, 0), (a0, z0, d), (a0, z1, d), (a0, z1, 0))
        q(name, (a1, z0, d), (a1, z0, 0), (a1, z1, 0), (a1, z1, d))
        q(name, (a0, z0, 0), (a1, z0, 0), (a1, z0, d), (a0, z0, d))
        q(name, (a0, z1, d), (a1, z1, d), (a1, z1, 0), (a0, z1, 0))

    def column(
        self, along: float, out: float, z0: float, z1: float, radius: float, name: str, round_: bool
    ) -> None:
        """A column with a base and a capital."""
        count = 14 if round_ else 4
        turn = [2 * math.pi * (k + 0.5) / count for k in range(count)]
        grow = 1.0 if round_ else math.sqrt(2)
        x, y, _ = self.at(along, 0, out)
        ux, uy = self.u

        def ring(r: float) -> list[Point]:
            r *= grow
            return [
                (x + r * (math.cos(t) * ux - math.sin(t) * uy),
                 y + r * (math.cos(t) * uy + math.sin(t) * ux))
                for t in turn
            ]  # fmt: skip

        foot, head = (0.22, 0.28) if round_ else (0.0, 0.0)
        low, high = self.z + z0, self.z + z1
        self.quads.wall(ring(radius), low + foot, high - head, name)
        if round_:
            self.quads.block(ring(radius * 1.32), low, low + foot, name)
            self.quads.wall(ring(radius * 1.3), high - head, high, name)
            self.quads.flat(ring(radius * 1.3)[::-1], high - head, name)

    def matrix(self, along: float, up: float, out: float, stretch: float = 1.0) -> Floats:
        """(4, 4) of an opening whose local x is stretched."""
        ux, uy = self.u
        made = np.eye(4)
        made[:2, 0] = -ux * stretch, -uy * stretch
        made[:2, 1] = uy, -ux
        made[:3, 3] = self.at(along, up, out)
        return made


def raise_building(building: Building) -> Raised:
    """All of a building."""
    style = STYLES[building.style]
    rng = np.random.default_rng([building.seed, 0xB1D])
    quads, hull = Quads(), Quads()
    raised = Raised(Mesh(np.zeros((0, 3)), np.zeros((0, 3), np.int32), ()), Mesh(
        np.zeros((0, 3)), np.zeros((0, 3), np.int32), ()))  # fmt: skip
    ring = building.ring
    top = FLOOR + style.ground + (building.storeys - 1) * style.storey
    for k, start in enumerate(ring):
        face = Face(start, ring[(k + 1) % len(ring)], building.z, quads)
        doors = [entrance for entrance in building.entrances if entrance.wall == k]
        _wall(rng, face, style, building.storeys, doors, raised, k in building.arcade)
    for k, entrance in enumerate(building.entrances):
        face = Face(ring[entrance.wall], ring[(entrance.wall + 1) % len(ring)], building.z, quads)
        solid = Face(face.start, ring[(entrance.wall + 1) % len(ring)], building.z, hull)
        _porch(face, solid, style, entrance, entrance.wall in building.arcade)
        if k == 0 and building.sign:
            _sign(face, style, entrance, building.sign, entrance.wall in building.arcade)
    for wall in building.arcade:
        end = ring[(wall + 1) % len(ring)]
        _arcade(Face(ring[wall], end, building.z, quads), Face(ring[wall], end, building.z, hull),
                style)  # fmt: skip
    outer = offset_ring(ring, -0.07)
    quads.wall(outer, building.z - 0.3, building.z + FLOOR - 0.06, "campus.plinth")
    quads.rim(outer, ring, building.z + FLOOR - 0.06, "campus.plinth")
    hull.wall(ring, building.z - 0.3, building.z + top, "campus.hull")
    if style.roof == "campus.roof_gravel":
        flat_roof(rng, quads, hull, ring, building.wings, building.z + top, style)
    else:
        _cornice(quads, ring, building.z + top, style)
        hipped_roof(rng, quads, hull, building.wings, building.z + top + 0.24, style)
    raised.body, raised.hull = quads.whole(), hull.whole()
    return raised


def _wall(
    rng: np.random.Generator, face: Face, style: Style, storeys: int, doors: Sequence[Entrance],
    raised: Raised, arcade: bool,
) -> None:  # fmt: skip
    """One wall with its holes, and windows and doors in them."""
    margin = 0.9 if style.pane != "strip" else 0.35
    bays = max(1, round((face.length - 2 * margin) / style.bay))
    pitch = (face.length - 2 * margin) / bays
    wide, high = min(style.window[0], 0.96) * pitch, style.window[1]
    if style.pane not in ("strip", "grid"):
        wide = min(wide, 2.0)
    usual = int(rng.integers(2))
    for storey in range(storeys):
        foot = FLOOR + (style.ground + (storey - 1) * style.storey if storey else 0.0)
        floor = foot - (FLOOR if storey == 0 else 0.0)
        head = foot + (style.storey if storey else style.ground)
        tall = min(high * (1.15 if storey == 0 else 1.0), head - foot - style.sill - 0.5)
        holes: list[tuple[float, float, float, float, bool]] = []
        if storey == 0:
            holes += [
                (d.along - HOLE[0] / 2, d.along + HOLE[0] / 2, foot, foot + HOLE[1], True)
                for d in doors
            ]
        for bay in range(bays):
            middle = margin + (bay + 0.5) * pitch
            a0, a1 = middle - wide / 2, middle + wide / 2
            if all(a1 + 0.25 < h[0] or a0 - 0.25 > h[1] for h in holes if h[4]):
                holes.append((a0, a1, foot + style.sill, foot + style.sill + tall, False))
        holes.sort()
        left = 0.0
        for a0, a1, z0, z1, is_door in holes:
            face.panel(left, a0, floor, head, style.wall)
            face.panel(a0, a1, floor, z0, style.wall)
            face.panel(a0, a1, z1, head, style.wall)
            deep = 0.3 if is_door else style.depth
            face.hole(a0, a1, z0, z1, deep, style.trim if is_door else style.wall)
            middle = (a0 + a1) / 2
            if is_door:
                raised.doors.append(face.matrix(middle, z0, -deep))
            else:
                draw = float(rng.random())
                variant = 0 if draw < 0.62 else int(1 + (usual + draw * 40) % (VARIANTS - 1))
                key = (variant, round(float(wide), 1), round(float(tall), 2))
                raised.windows.setdefault(key, []).append(face.matrix(middle, z0, -deep, a1 - a0))
            left = a1
        face.panel(left, face.length, floor, head, style.wall)
        if storey and style.pane != "strip":
            face.box(-0.03, face.length + 0.03, foot - 0.14, foot + 0.06, 0.0, 0.05, style.trim)
        elif storey and style.glass != "campus.glass":
            face.box(0.0, face.length, foot - 0.3, foot + 0.1, 0.0, 0.09, style.trim)
    if style.glass != "campus.glass":  # fins before a wall of glass
        top = FLOOR + style.ground + (storeys - 1) * style.storey
        for bay in range(bays + 1):
            a = margin + bay * pitch
            if all(abs(a - d.along) > 2.0 for d in doors):
                low = FLOOR if not arcade else FLOOR + _ARCADE_HEIGHT + 0.6
                face.box(a - 0.05, a + 0.05, low, top, 0.0, 0.22, style.trim)


def _porch(face: Face, solid: Face, style: Style, entrance: Entrance, arcade: bool) -> None:
    """Steps before a door, and columns, a roof or a lamp over them."""
    a = entrance.along
    name = "campus.plinth"
    if not arcade:
        half, deep = {"portico": (4.2, 3.0), "canopy": (2.6, 1.8), "plain": (1.5, 1.2)}[
            entrance.kind
        ]
        for k in range(3):
            out, z = deep + _TREAD * (2 - k), _STEP * (k + 1)
            spread = half + (0.0 if entrance.kind == "portico" else _TREAD * (2 - k))
            low = -0.1 if k == 0 else _STEP * k - 0.01
            for one in (face, solid):
                one.box(a - spread, a + spread, low, z, -0.05, out, name)
        if entrance.kind == "portico":
            _portico(face, solid, style, a, half, deep)
        elif entrance.kind == "canopy":
            for one in (face, solid):
                one.box(a - 2.5, a + 2.5, FLOOR + 3.15, FLOOR + 3.4, 0.0, 2.3, style.trim)
                for side in (-1, 1):
                    b = a + side * 2.2
                    one.box(b - 0.08, b + 0.08, FLOOR, FLOOR + 3.16, 1.55, 1.71, style.frame)
        for side in (-1, 1):
            if entrance.kind != "portico":
                _rail(face, a + side * (half - 0.12), deep)
    over = FLOOR + HOLE[1]
    if entrance.kind == "plain":
        for one in (face, solid):
            one.box(a - 1.5, a + 1.5, over + 0.18, over + 0.32, 0.0, 0.95, style.trim)
    else:
        face.box(a - 1.35, a + 1.35, over, over + 0.16, 0.0, 0.1, style.trim)
    for side in (-1, 1):
        b = a + side * 1.5
        face.box(b - 0.08, b + 0.08, FLOOR + 2.05, FLOOR + 2.4, 0.0, 0.16, "campus.lamp")
        face.box(b - 0.1, b + 0.1, FLOOR + 2.4, FLOOR + 2.46, 0.0, 0.19, "campus.trim_dark")


def _rail(face: Face, a: float, deep: float) -> None:
    """A handrail down the steps."""
    name = "campus.trim_dark"
    for out, foot in ((deep - 0.1, FLOOR), (deep + 0.95, 0.0)):
        face.box(a - 0.02, a + 0.02, foot - 0.02, foot + 0.95, out - 0.02, out + 0.02, name)
    p, q = (deep - 0.1, FLOOR + 0.92), (deep + 0.95, 0.92)
    for da, name_ in ((-0.025, name), (0.025, name)):
        corners = [(a + da, p[1], p[0]), (a + da, q[1], q[0]), (a + da, q[1] + 0.05, q[0]),
                   (a + da, p[1] + 0.05, p[0])]  # fmt: skip
        face.quad(name_, *(corners if da < 0 else corners[::-1]))
    face.quad(name, (a - 0.025, q[1] + 0.05, q[0]), (a + 0.025, q[1] + 0.05, q[0]),
              (a + 0.025, p[1] + 0.05, p[0]), (a - 0.025, p[1] + 0.05, p[0]))  # fmt: skip
    face.box(a - 0.025, a + 0.025, FLOOR + 0.92, FLOOR + 0.97, 0.1, deep - 0.1, name)


def _portico(face: Face, solid: Face, style: Style, a: float, half: float, deep: float) -> None:
    """Four columns under an entablature and a gable."""
    high, out = FLOOR + 4.0, deep - 0.45
    for k in range(4):
        b = a + (k - 1.5) * (2 * half - 1.0) / 3
        for one in (face, solid):
            one.column(b, out, FLOOR, high, 0.24, style.column, style.round_columns)
    for one in (face, solid):
        one.box(a - half, a + half, high, high + 0.62, 0.0, deep, style.trim)
        one.box(a - half - 0.14, a + half + 0.14, high + 0.62, high + 0.8, 0.0, deep + 0.14,
                style.trim)  # fmt: skip
        foot, peak, d = high + 0.8, high + 2.1, deep + 0.05
        left, right = a - half - 0.1, a + half + 0.1
        one.quads.triangle(style.trim, one.at(left, foot, d), one.at(right, foot, d),
                           one.at(a, peak, d))  # fmt: skip
        for p, q in (((left, foot), (a, peak)), ((a, peak), (right, foot))):
            one.quad(style.roof if "gravel" not in style.roof else style.trim,
                     (p[0], p[1], d + 0.15), (q[0], q[1], d + 0.15), (q[0], q[1] + 0.01, 0.0),
                     (p[0], p[1] + 0.01, 0.0))  # fmt: skip
            one.quad(style.trim, (p[0], p[1] - 0.16, d + 0.15), (q[0], q[1] - 0.16, d + 0.15),
                     (q[0], q[1], d + 0.15), (p[0], p[1], d + 0.15))  # fmt: skip


def _arcade(face: Face, solid: Face, style: Style) -> None:
    """A colonnade along a whole wall, on a floor of its own."""
    high = FLOOR + _ARCADE_HEIGHT
    count = max(2, round(face.length / 4.2))
    for one in (face, solid):
        for k in range(3):
            low = -0.1 if k == 0 else _STEP * k - 0.01
            one.box(0.0, face.length, low, _STEP * (k + 1), -0.05, _ARCADE + _TREAD * (2 - k),
                    "campus.plinth")  # fmt: skip
        for k in range(count + 1):
            a = 0.4 + k * (face.length - 0.8) / count
            one.column(a, _ARCADE - 0.45, FLOOR, high, 0.21, style.column, style.round_columns)
        one.box(0.0, face.length, high, high + 0.5, 0.0, _ARCADE - 0.1, style.trim)
        one.box(-0.1, face.length + 0.1, high + 0.5, high + 0.62, 0.0, _ARCADE + 0.05, style.trim)


def _sign(face: Face, style: Style, entrance: Entrance, word: str, arcade: bool) -> None:
    """The building's name over its door."""
    size = 0.34
    if arcade:
        out, up = _ARCADE - 0.08, FLOOR + _ARCADE_HEIGHT + 0.25
    elif entrance.kind == "portico":
        out, up = 3.02, FLOOR + 4.31
    elif entrance.kind == "canopy":
        out, up = 2.32, FLOOR + 3.66
        face.box(entrance.along - 2.4, entrance.along + 2.4, up - 0.26, up + 0.28, 2.2, 2.31,
                 style.trim)  # fmt: skip
    else:
        out, up = 0.05, FLOOR + 3.65
        face.box(entrance.along - 2.0, entrance.along + 2.0, up - 0.28, up + 0.3, 0.0, 0.045,
                 style.trim)  # fmt: skip
    text = lettering(word, size, 4.2)
    corners = text.vertices[text.triangles] + np.array([0.0, entrance.along, up])
    for triangle in corners[:, :, 1:].tolist():
        face.quads.triangle("campus.letters", *(face.at(a, z, out) for a, z in triangle))


def _cornice(quads: Quads, ring: Sequence[Point], z: float, style: Style) -> None:
    """Two steps under the eaves."""
    for out, low, high in ((0.12, -0.28, 0.0), (0.28, 0.0, 0.24)):
        outer = offset_ring(ring, -out)
        quads.wall(outer, z + low, z + high, style.trim)
        quads.rim(ring, outer, z + low, style.trim)
