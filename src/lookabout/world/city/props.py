"""Small things that are shared by many buildings: roof machinery, containers, trailers."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from itertools import pairwise

import numpy as np

from lookabout.world.city.polygon import Polygon
from lookabout.world.city.quads import Quads
from lookabout.world.scene import Mesh


def _box(
    q: Quads, x: float, y: float, w: float, d: float, z0: float, z1: float, side: str, top: str = ""
) -> None:
    ring = [(x - w / 2, y - d / 2), (x + w / 2, y - d / 2), (x + w / 2, y + d / 2),
            (x - w / 2, y + d / 2)]  # fmt: skip
    q.wall(ring, z0, z1, side)
    q.flat(ring, z1, top or side)


def _ring(x: float, y: float, radius: float, count: int) -> Polygon:
    angles = np.linspace(0, 2 * np.pi, count, endpoint=False).tolist()
    return [(x + radius * math.cos(t), y + radius * math.sin(t)) for t in angles]


def _drum(
    q: Quads, x: float, y: float, radius: float, z0: float, z1: float, side: str, top: str = "",
    count: int = 14,
) -> None:  # fmt: skip
    ring = _ring(x, y, radius, count)
    q.wall(ring, z0, z1, side)
    q.flat(ring, z1, top or side)


def _fan(q: Quads, x: float, y: float, radius: float, z: float) -> None:
    """A round grille with a dark throat and a hub."""
    outer, inner = _ring(x, y, radius, 14), _ring(x, y, radius * 0.85, 14)
    q.wall(outer, z, z + 0.14, "metal_mid")
    q.rim(outer, inner, z + 0.14, "metal_light")
    q.flat(inner, z + 0.05, "metal_dark")
    for t in (0.0, math.pi / 2):
        dx, dy = radius * 0.85 * math.cos(t), radius * 0.85 * math.sin(t)
        q.beam((x - dx, y - dy, z + 0.10), (x + dx, y + dy, z + 0.10), 0.07, 0.04, "metal_mid")


def _unit(q: Quads, length: float, width: float, height: float, fans: int, skin: str) -> None:
    _box(q, 0, 0, length * 0.94, width * 0.9, 0, 0.25, "metal_dark")
    _box(q, 0, 0, length, width, 0.25, height, skin)
    _box(q, -length * 0.2, width / 2, length * 0.3, 0.08, 0.4, height - 0.25, "metal_dark")
    for k in range(fans):
        x = length / 2 - width * 0.45 - k * width * 0.85
        _fan(q, x, 0, width * 0.36, height)
    if length > 3.5:
        _box(q, -length * 0.32, 0, length * 0.22, width * 0.8, height, height + 0.35, skin)


def _rtu_small(q: Quads) -> None:
    _unit(q, 2.2, 1.5, 1.25, 1, "unit_beige")


def _rtu_grey(q: Quads) -> None:
    _unit(q, 3.0, 1.9, 1.5, 1, "metal_light")


def _rtu_large(q: Quads) -> None:
    _unit(q, 6.2, 2.4, 2.1, 3, "metal_light")


def _condensers(q: Quads) -> None:
    for k in range(4):
        x = 1.35 * (k - 1.5)
        _box(q, x, 0, 0.95, 0.95, 0.0, 0.95, "metal_mid" if k % 2 else "unit_beige")
        _fan(q, x, 0, 0.38, 0.95)


def _cooling_tower(q: Quads) -> None:
    _box(q, 0, 0, 5.0, 3.6, 0.5, 3.4, "metal_mid", "metal_light")
    _box(q, 0, 0, 4.6, 3.2, 0, 0.5, "metal_dark")
    for x in (-1.25, 1.25):
        _drum(q, x, 0, 1.05, 3.4, 3.9, "metal_light", "metal_dark")
        _drum(q, x, 0, 0.3, 3.9, 3.95, "metal_mid")


def _vent(q: Quads) -> None:
    _drum(q, 0, 0, 0.16, 0, 0.8, "metal_light", count=8)
    _drum(q, 0, 0, 0.26, 0.8, 1.0, "metal_mid", count=8)


def _vents(q: Quads) -> None:
    for x, y, r, h in ((0, 0, 0.22, 0.7), (1.4, 0.5, 0.15, 1.0), (0.6, 1.5, 0.3, 0.5)):
        _drum(q, x, y, r, 0, h, "metal_light", "metal_dark", 8)


def _skylight(q: Quads) -> None:
    _box(q, 0, 0, 2.4, 1.6, 0, 0.3, "coping_light")
    a, b, z0, z1 = 1.1, 0.7, 0.3, 0.75
    q.quad("skylight", (-a, -b, z0), (a, -b, z0), (a, 0, z1), (-a, 0, z1))
    q.quad("skylight", (a, b, z0), (-a, b, z0), (-a, 0, z1), (a, 0, z1))
    q.triangle("coping_light", (a, -b, z0), (a, b, z0), (a, 0, z1))
    q.triangle("coping_light", (-a, b, z0), (-a, -b, z0), (-a, 0, z1))


def _skylights(q: Quads) -> None:
    for k in range(4):
        _box(q, 2.2 * (k - 1.5), 0, 1.3, 1.3, 0, 0.28, "coping_light", "skylight")


def _hatch(q: Quads) -> None:
    _box(q, 0, 0, 1.1, 1.1, 0, 0.45, "metal_light")


def _bulkhead(q: Quads) -> None:
    _box(q, 0, 0, 3.6, 2.8, 0, 2.7, "plaster_grey", "roof_grey")
    _box(q, 1.82, 0.4, 0.06, 1.0, 0, 2.1, "metal_dark")


def _bulkhead_brick(q: Quads) -> None:
    _box(q, 0, 0, 4.2, 3.0, 0, 2.9, "brick_brown", "roof_dark")
    _box(q, 2.12, -0.3, 0.06, 1.0, 0, 2.1, "metal_dark")
    _box(q, -1.2, 0, 0.9, 0.9, 2.9, 3.5, "metal_light")


def _penthouse(q: Quads) -> None:
    _box(q, 0, 0, 9.0, 6.5, 0, 4.2, "panel_grey", "roof_grey")
    for k in range(9):
        _box(q, -4.0 + k, -3.28, 0.7, 0.08, 1.0, 3.4, "metal_dark")
    _fan(q, 2.6, 1.4, 1.1, 4.2)
    _fan(q, 2.6, -1.4, 1.1, 4.2)
    _box(q, -2.2, 0, 2.4, 3.4, 4.2, 5.2, "metal_light")


def _water_tank(q: Quads) -> None:
    for x in (-1.1, 1.1):
        for y in (-1.1, 1.1):
            _box(q, x, y, 0.18, 0.18, 0, 2.6, "metal_dark")
    _box(q, 0, 0, 3.2, 3.2, 2.5, 2.7, "timber")
    _drum(q, 0, 0, 1.55, 2.7, 5.6, "timber", count=18)
    ring = _ring(0, 0, 1.75, 18)
    for i in range(18):
        q.triangle("metal_dark", (*ring[i - 1], 5.55), (*ring[i], 5.55), (0, 0, 6.5))


def _solar(q: Quads) -> None:
    for k in range(5):
        for row in range(2):
            x, y = 1.08 * (k - 2), 1.9 * (row - 0.5)
            a, b = 0.5, 0.8
            q.quad("solar", (x - a, y - b, 0.2), (x + a, y - b, 0.2), (x + a, y + b, 0.55),
                   (x - a, y + b, 0.55))  # fmt: skip
            q.quad("metal_light", (x + a, y + b, 0.55), (x + a, y + b, 0.0), (x - a, y + b, 0.0),
                   (x - a, y + b, 0.55))  # fmt: skip
            q.quad("metal_light", (x - a, y - b, 0.0), (x + a, y - b, 0.0), (x + a, y - b, 0.2),
                   (x - a, y - b, 0.2))  # fmt: skip


def _mast(q: Quads) -> None:
    _box(q, 0, 0, 0.8, 0.8, 0, 0.3, "metal_mid")
    _drum(q, 0, 0, 0.12, 0.3, 7.5, "metal_light", count=6)
    for z in (3.0, 4.6, 6.2):
        _box(q, 0, 0, 1.6 - z * 0.15, 0.08, z, z + 0.08, "metal_light")


def _duct(q: Quads) -> None:
    _box(q, 0, 0, 7.0, 0.8, 0.35, 1.05, "metal_light")
    _box(q, 3.1, 1.6, 0.8, 2.6, 0.35, 1.05, "metal_light")
    for x in (-3.0, -1.0, 1.0, 3.0):
        _box(q, x, 0, 0.15, 0.6, 0, 0.35, "metal_dark")


def _furniture(q: Quads) -> None:
    """A roof terrace: deck, planters, seats."""
    _box(q, 0, 0, 6.0, 4.0, 0, 0.12, "deck")
    for x in (-2.6, 2.6):
        _box(q, x, 1.6, 0.5, 0.6, 0.12, 0.6, "wall_low", "hedge")
    _box(q, 0, 1.6, 2.4, 0.6, 0.12, 0.5, "timber")
    _drum(q, 0, -0.4, 0.6, 0.12, 0.8, "coping_light", count=10)


def _trampoline(q: Quads) -> None:
    ring, inner = _ring(0, 0, 1.9, 18), _ring(0, 0, 1.55, 18)
    q.wall(ring, 0.75, 0.9, "awning_blue")
    q.rim(ring, inner, 0.9, "awning_blue")
    q.flat(inner, 0.86, "metal_dark")
    for x, y in _ring(0, 0, 1.85, 6):
        _box(q, x, y, 0.06, 0.06, 0, 0.8, "metal_light")


def _patio_set(q: Quads) -> None:
    _drum(q, 0, 0, 0.6, 0.68, 0.74, "timber", count=12)
    _drum(q, 0, 0, 0.05, 0, 2.2, "metal_light", count=6)
    ring = _ring(0, 0, 1.35, 8)
    for i in range(8):
        q.triangle("awning_tan", (*ring[i - 1], 2.05), (*ring[i], 2.05), (0, 0, 2.5))
    for x, y in _ring(0, 0, 1.05, 4):
        _box(q, x, y, 0.45, 0.45, 0.0, 0.45, "metal_mid")


def _swings(q: Quads) -> None:
    for x in (-1.8, 1.8):
        q.beam((x, -1.1, 0), (x, -1.0, 0), 0.1, 2.3, "play_blue")
        q.beam((x, 1.0, 0), (x, 1.1, 0), 0.1, 2.3, "play_blue")
        q.beam((x, -1.1, 2.2), (x, 1.1, 2.2), 0.1, 0.1, "play_blue")
    q.beam((-1.8, 0, 2.25), (1.8, 0, 2.25), 0.12, 0.12, "play_red")
    for x in (-0.8, 0.8):
        _box(q, x, 0, 0.5, 0.22, 0.45, 0.5, "metal_dark")
        q.beam((x, 0.1, 0.5), (x, 0.12, 0.5), 0.03, 1.75, "metal_mid")


def _play_tower(q: Quads) -> None:
    for x in (-0.9, 0.9):
        for y in (-0.9, 0.9):
            _box(q, x, y, 0.12, 0.12, 0, 2.9, "play_yellow")
    _box(q, 0, 0, 1.9, 1.9, 1.3, 1.42, "timber")
    for side in (-1, 1):
        q.quad("play_red", (-1.1, side * 1.1, 2.8), (1.1, side * 1.1, 2.8), (1.1, 0, 3.6),
               (-1.1, 0, 3.6))  # fmt: skip
    q.quad("play_blue", (1.0, -0.35, 1.4), (3.2, -0.35, 0.15), (3.2, 0.35, 0.15), (1.0, 0.35, 1.4))
    for y in (-0.38, 0.32):
        q.quad("play_blue", (1.0, y, 1.4), (3.2, y, 0.15), (3.2, y, 0.4), (1.0, y, 1.65))


def _container(colour: str) -> Callable[[Quads], None]:
    def build(q: Quads) -> None:
        _box(q, 0, 0, 12.2, 2.44, 0.0, 2.58, colour)
        for k in range(30):  # ribs on the roof and along the sides
            x = -5.9 + k * 0.407
            _box(q, x, 0, 0.16, 2.5, 0.1, 2.61, colour)
        for x in (-6.06, 6.06):
            for y in (-1.18, 1.18):
                _box(q, x, y, 0.18, 0.18, 0, 2.66, colour)

    return build


def _trailer(q: Quads) -> None:
    _box(q, 0, 0, 13.6, 2.55, 1.15, 4.0, "box_white")
    _box(q, 1.0, 0, 11.0, 0.9, 0.9, 1.15, "metal_dark")
    for x in (-5.4, -4.2):
        for y in (-1.0, 1.0):
            _box(q, x, y, 0.95, 0.45, 0.0, 0.95, "metal_dark")
    _box(q, 4.2, 0, 0.3, 1.6, 0, 1.0, "metal_mid")


def _boxcar(colour: str) -> Callable[[Quads], None]:
    def build(q: Quads) -> None:
        _box(q, 0, 0, 15.2, 2.9, 1.1, 4.3, colour)
        _box(q, 0, 0, 15.0, 0.8, 4.3, 4.4, "metal_mid")
        for k in range(11):
            _box(q, -7.2 + 1.44 * k, 0, 0.18, 2.96, 1.1, 4.34, colour)
        _bogies(q)

    return build


def _bogies(q: Quads) -> None:
    _box(q, 0, 0, 15.6, 1.0, 0.8, 1.1, "metal_dark")
    for x in (-5.6, 5.6):
        _box(q, x, 0, 2.6, 2.0, 0.0, 0.85, "metal_dark")


def _tank_car(q: Quads) -> None:
    angles = np.linspace(0, 2 * np.pi, 13).tolist()
    ring = [(1.4 * math.cos(t), 2.6 + 1.4 * math.sin(t)) for t in angles]
    for (y0, z0), (y1, z1) in pairwise(ring):
        q.quad("metal_dark", (7.0, y0, z0), (7.0, y1, z1), (-7.0, y1, z1), (-7.0, y0, z0))
        q.triangle("metal_dark", (7.0, y0, z0), (7.4, 0, 2.6), (7.0, y1, z1))
        q.triangle("metal_dark", (-7.0, y1, z1), (-7.4, 0, 2.6), (-7.0, y0, z0))
    _drum(q, 0, 0, 0.5, 3.9, 4.35, "metal_mid")
    _bogies(q)


def _hopper(q: Quads) -> None:
    _box(q, 0, 0, 14.6, 2.9, 1.4, 3.9, "box_grey", "metal_dark")
    for k in range(4):
        _box(q, -5.4 + 3.6 * k, 0, 3.2, 2.3, 3.9, 4.0, "gravel")
    _bogies(q)


def _hull(q: Quads, length: float, beam: float, high: float, skin: str, deck: str) -> None:
    a, b = length / 2, beam / 2
    ring = [(-a, -b), (a * 0.45, -b), (a * 0.8, -b * 0.55), (a, 0), (a * 0.8, b * 0.55),
            (a * 0.45, b), (-a, b)]  # fmt: skip
    q.wall(ring, 0, high, skin)
    q.flat(ring, high * 0.86, deck)


def _motor_boat(q: Quads) -> None:
    _hull(q, 7.5, 2.5, 1.3, "coping_light", "deck")
    _box(q, 0.6, 0, 1.2, 1.9, 1.1, 1.9, "coping_light", "glass_grey")
    _box(q, -2.4, 0, 1.0, 1.8, 1.1, 1.5, "awning_tan")


def _cabin_boat(q: Quads) -> None:
    _hull(q, 11.0, 3.4, 1.7, "coping_light", "coping_light")
    _box(q, -0.4, 0, 4.6, 2.5, 1.45, 2.9, "glass_dark", "coping_light")
    _box(q, -4.2, 0, 2.0, 2.6, 1.45, 1.55, "deck")
    _drum(q, -0.8, 0, 0.05, 2.9, 4.6, "metal_light", count=6)


def _barge(q: Quads) -> None:
    _box(q, 0, 0, 34.0, 9.0, 0, 1.9, "metal_rust", "metal_dark")
    for k in range(4):
        x = -11.6 + 7.6 * k
        _box(q, x, 0, 6.6, 7.2, 1.9, 2.5, "metal_rust", ("gravel", "sand", "soil")[k % 3])
    _box(q, 15.4, 0, 1.4, 7.0, 1.9, 2.3, "metal_mid")


def _pallets(q: Quads) -> None:
    for x, y, h in ((-0.7, -0.7, 1.3), (0.7, -0.65, 0.9), (-0.65, 0.7, 1.6), (0.7, 0.75, 0.45)):
        for z in np.arange(0, h, 0.15).tolist():
            _box(q, x, y, 1.2, 1.0, z, z + 0.12, "fence_wood")


def _crates(q: Quads) -> None:
    for x, y, w, h, skin in ((-0.8, 0, 1.3, 1.1, "fence_wood"), (0.7, 0.3, 1.2, 1.0, "box_blue"),
                             (0.4, -1.1, 1.0, 0.8, "box_white")):  # fmt: skip
        _box(q, x, y, w, 1.0, 0, h, skin)


def _pipes(q: Quads) -> None:
    for row, count in ((0, 6), (1, 5), (2, 4)):
        for k in range(count):
            y, z = 0.42 * (k - (count - 1) / 2), 0.21 + 0.36 * row
            ring = [(y + 0.2 * math.cos(t), z + 0.2 * math.sin(t))
                    for t in np.linspace(0, 2 * np.pi, 8).tolist()]  # fmt: skip
            for (y0, z0), (y1, z1) in pairwise(ring):
                q.quad("metal_rust", (1.6, y0, z0), (1.6, y1, z1), (-1.6, y1, z1), (-1.6, y0, z0))


def _spools(q: Quads) -> None:
    for x, y in ((-0.9, 0.2), (0.8, -0.4), (0.4, 1.2)):
        _drum(q, x, y, 0.75, 0, 0.1, "fence_wood")
        _drum(q, x, y, 0.4, 0.1, 0.8, "metal_dark")
        _drum(q, x, y, 0.75, 0.8, 0.9, "fence_wood")


_MAKERS: dict[str, Callable[[Quads], None]] = {
    "rtu_small": _rtu_small,
    "rtu_grey": _rtu_grey,
    "rtu_large": _rtu_large,
    "condensers": _condensers,
    "cooling_tower": _cooling_tower,
    "vent": _vent,
    "vents": _vents,
    "skylight": _skylight,
    "skylights": _skylights,
    "hatch": _hatch,
    "bulkhead": _bulkhead,
    "bulkhead_brick": _bulkhead_brick,
    "penthouse": _penthouse,
    "water_tank": _water_tank,
    "solar": _solar,
    "mast": _mast,
    "duct": _duct,
    "terrace": _furniture,
    "trailer": _trailer,
    "boxcar_brown": _boxcar("wagon"),
    "boxcar_grey": _boxcar("box_grey"),
    "tank_car": _tank_car,
    "hopper": _hopper,
    "motor_boat": _motor_boat,
    "cabin_boat": _cabin_boat,
    "barge": _barge,
    "pallets": _pallets,
    "crates": _crates,
    "pipes": _pipes,
    "spools": _spools,
    "trampoline": _trampoline,
    "patio_set": _patio_set,
    "swings": _swings,
    "play_tower": _play_tower,
    **{f"container_{c}": _container(f"box_{c}")
       for c in ("red", "blue", "green", "orange", "grey", "white")},
}  # fmt: skip
LABELS = {
    "trailer": "trailer",
    "trampoline": "trampoline",
    "patio_set": "garden table",
    "swings": "playground",
    "play_tower": "playground",
    "boxcar_brown": "railway wagon",
    "boxcar_grey": "railway wagon",
    "tank_car": "railway wagon",
    "hopper": "railway wagon",
    "motor_boat": "boat",
    "cabin_boat": "boat",
    "barge": "barge",
    "pallets": "pallets",
    "crates": "crates",
    "pipes": "pipes",
    "spools": "cable drums",
    **{n: "container" for n in _MAKERS if n.startswith("container")},
}
"""What a thing is called where it is no part of a building."""


@cache
def prop(name: str) -> Mesh:
    """The mesh of a thing, origin at its foot, x along its length."""
    quads = Quads()
    _MAKERS[name](quads)
    mesh = quads.mesh()
    assert mesh is not None
    return mesh


@cache
def reach(name: str) -> float:
    """Radius of the circle around a thing's plan."""
    vertices = prop(name).vertices
    return float(np.hypot(vertices[:, 0], vertices[:, 1]).max())
