"""What stands in gardens, yards, on rails and on the water."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

import numpy as np

from lookabout.world.build.quads import Quads
from lookabout.world.city.shapes import box, circle, drum


def _trampoline(q: Quads) -> None:
    ring, inner = circle(0, 0, 1.9, 18), circle(0, 0, 1.55, 18)
    q.wall(ring, 0.75, 0.9, "awning_blue")
    q.rim(ring, inner, 0.9, "awning_blue")
    q.flat(inner, 0.86, "metal_dark")
    for x, y in circle(0, 0, 1.85, 6):
        box(q, x, y, 0.06, 0.06, 0, 0.8, "metal_light")


def _patio_set(q: Quads) -> None:
    drum(q, 0, 0, 0.6, 0.68, 0.74, "timber", count=12)
    drum(q, 0, 0, 0.05, 0, 2.2, "metal_light", count=6)
    ring = circle(0, 0, 1.35, 8)
    for i in range(8):
        q.triangle("awning_tan", (*ring[i - 1], 2.05), (*ring[i], 2.05), (0, 0, 2.5))
    for x, y in circle(0, 0, 1.05, 4):
        box(q, x, y, 0.45, 0.45, 0.0, 0.45, "metal_mid")


def _swings(q: Quads) -> None:
    for x in (-1.8, 1.8):
        q.beam((x, -1.1, 0), (x, -1.0, 0), 0.1, 2.3, "play_blue")
        q.beam((x, 1.0, 0), (x, 1.1, 0), 0.1, 2.3, "play_blue")
        q.beam((x, -1.1, 2.2), (x, 1.1, 2.2), 0.1, 0.1, "play_blue")
    q.beam((-1.8, 0, 2.25), (1.8, 0, 2.25), 0.12, 0.12, "play_red")
    for x in (-0.8, 0.8):
        box(q, x, 0, 0.5, 0.22, 0.45, 0.5, "metal_dark")
        q.beam((x, 0.1, 0.5), (x, 0.12, 0.5), 0.03, 1.75, "metal_mid")


def _play_tower(q: Quads) -> None:
    for x in (-0.9, 0.9):
        for y in (-0.9, 0.9):
            box(q, x, y, 0.12, 0.12, 0, 2.9, "play_yellow")
    box(q, 0, 0, 1.9, 1.9, 1.3, 1.42, "timber")
    for side in (-1, 1):
        q.quad("play_red", (-1.1, side * 1.1, 2.8), (1.1, side * 1.1, 2.8), (1.1, 0, 3.6),
               (-1.1, 0, 3.6))  # fmt: skip
    q.quad("play_blue", (1.0, -0.35, 1.4), (3.2, -0.35, 0.15), (3.2, 0.35, 0.15), (1.0, 0.35, 1.4))
    for y in (-0.38, 0.32):
        q.quad("play_blue", (1.0, y, 1.4), (3.2, y, 0.15), (3.2, y, 0.4), (1.0, y, 1.65))


def _pole(q: Quads) -> None:
    """A wooden pole with cross-arms and a transformer."""
    drum(q, 0, 0, 0.16, 0, 10.5, "timber", count=8)
    for z in (9.2, 10.0):
        box(q, 0, 0, 0.14, 2.3, z, z + 0.14, "timber")
    drum(q, 0.42, 0, 0.27, 7.4, 8.5, "metal_mid", count=10)


def _deck_lamp(q: Quads) -> None:
    """A mast with an arm over each direction."""
    drum(q, 0, 0, 0.11, 0, 8.6, "metal_light", count=8)
    for side in (-1, 1):
        q.beam((0, 0, 8.45), (0, side * 3.0, 8.45), 0.1, 0.1, "metal_light")
        box(q, 0, side * 3.1, 0.28, 0.75, 8.4, 8.55, "metal_mid")


def _gantry(q: Quads) -> None:
    """Signs over both directions of the elevated road."""
    for y in (-9.65, 0.0, 9.65):
        box(q, 0, y, 0.35, 0.35, 0.8, 7.4, "metal_light")
    for z in (6.3, 7.3):
        q.beam((0, -9.7, z), (0, 9.7, z), 0.14, 0.14, "metal_light")
    for x, y, width in ((-0.25, -3.2, 3.6), (-0.25, -7.2, 2.6), (0.25, 4.6, 4.4)):
        box(q, x, y, 0.08, width + 0.16, 5.42, 7.98, "coping_light")
        box(q, x * 1.3, y, 0.06, width, 5.5, 7.9, "sign_green")


def _container(colour: str) -> Callable[[Quads], None]:
    def build(q: Quads) -> None:
        box(q, 0, 0, 12.2, 2.44, 0.0, 2.58, colour)
        for k in range(30):  # ribs on the roof and along the sides
            x = -5.9 + k * 0.407
            box(q, x, 0, 0.16, 2.5, 0.1, 2.61, colour)
        for x in (-6.06, 6.06):
            for y in (-1.18, 1.18):
                box(q, x, y, 0.18, 0.18, 0, 2.66, colour)

    return build


def _trailer(q: Quads) -> None:
    box(q, 0, 0, 13.6, 2.55, 1.15, 4.0, "box_white")
    box(q, 1.0, 0, 11.0, 0.9, 0.9, 1.15, "metal_dark")
    for x in (-5.4, -4.2):
        for y in (-1.0, 1.0):
            box(q, x, y, 0.95, 0.45, 0.0, 0.95, "metal_dark")
    box(q, 4.2, 0, 0.3, 1.6, 0, 1.0, "metal_mid")


def _boxcar(colour: str) -> Callable[[Quads], None]:
    def build(q: Quads) -> None:
        box(q, 0, 0, 15.2, 2.9, 1.1, 4.3, colour)
        box(q, 0, 0, 15.0, 0.8, 4.3, 4.4, "metal_mid")
        for k in range(11):
            box(q, -7.2 + 1.44 * k, 0, 0.18, 2.96, 1.1, 4.34, colour)
        _bogies(q)

    return build


def _bogies(q: Quads) -> None:
    box(q, 0, 0, 15.6, 1.0, 0.8, 1.1, "metal_dark")
    for x in (-5.6, 5.6):
        box(q, x, 0, 2.6, 2.0, 0.0, 0.85, "metal_dark")


def _tank_car(q: Quads) -> None:
    angles = np.linspace(0, 2 * np.pi, 13).tolist()
    ring = [(1.4 * math.cos(t), 2.6 + 1.4 * math.sin(t)) for t in angles]
    for (y0, z0), (y1, z1) in pairwise(ring):
        q.quad("metal_dark", (7.0, y0, z0), (7.0, y1, z1), (-7.0, y1, z1), (-7.0, y0, z0))
        q.triangle("metal_dark", (7.0, y0, z0), (7.4, 0, 2.6), (7.0, y1, z1))
        q.triangle("metal_dark", (-7.0, y1, z1), (-7.4, 0, 2.6), (-7.0, y0, z0))
    drum(q, 0, 0, 0.5, 3.9, 4.35, "metal_mid")
    _bogies(q)


def _hopper(q: Quads) -> None:
    box(q, 0, 0, 14.6, 2.9, 1.4, 3.9, "box_grey", "metal_dark")
    for k in range(4):
        box(q, -5.4 + 3.6 * k, 0, 3.2, 2.3, 3.9, 4.0, "gravel")
    _bogies(q)


def _hull(q: Quads, length: float, beam: float, high: float, skin: str, deck: str) -> None:
    a, b = length / 2, beam / 2
    ring = [(-a, -b), (a * 0.45, -b), (a * 0.8, -b * 0.55), (a, 0), (a * 0.8, b * 0.55),
            (a * 0.45, b), (-a, b)]  # fmt: skip
    q.wall(ring, 0, high, skin)
    q.flat(ring, high * 0.86, deck)


def _motor_boat(q: Quads) -> None:
    _hull(q, 7.5, 2.5, 1.3, "coping_light", "deck")
    box(q, 0.6, 0, 1.2, 1.9, 1.1, 1.9, "coping_light", "glass_grey")
    box(q, -2.4, 0, 1.0, 1.8, 1.1, 1.5, "awning_tan")


def _cabin_boat(q: Quads) -> None:
    _hull(q, 11.0, 3.4, 1.7, "coping_light", "coping_light")
    box(q, -0.4, 0, 4.6, 2.5, 1.45, 2.9, "glass_dark", "coping_light")
    box(q, -4.2, 0, 2.0, 2.6, 1.45, 1.55, "deck")
    drum(q, -0.8, 0, 0.05, 2.9, 4.6, "metal_light", count=6)


def _barge(q: Quads) -> None:
    box(q, 0, 0, 34.0, 9.0, 0, 1.9, "metal_rust", "metal_dark")
    for k in range(4):
        x = -11.6 + 7.6 * k
        box(q, x, 0, 6.6, 7.2, 1.9, 2.5, "metal_rust", ("gravel", "sand", "soil")[k % 3])
    box(q, 15.4, 0, 1.4, 7.0, 1.9, 2.3, "metal_mid")


def _pallets(q: Quads) -> None:
    for x, y, h in ((-0.7, -0.7, 1.3), (0.7, -0.65, 0.9), (-0.65, 0.7, 1.6), (0.7, 0.75, 0.45)):
        for z in np.arange(0, h, 0.15).tolist():
            box(q, x, y, 1.2, 1.0, z, z + 0.12, "fence_wood")


def _crates(q: Quads) -> None:
    for x, y, w, h, skin in ((-0.8, 0, 1.3, 1.1, "fence_wood"), (0.7, 0.3, 1.2, 1.0, "box_blue"),
                             (0.4, -1.1, 1.0, 0.8, "box_white")):  # fmt: skip
        box(q, x, y, w, 1.0, 0, h, skin)


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
        drum(q, x, y, 0.75, 0, 0.1, "fence_wood")
        drum(q, x, y, 0.4, 0.1, 0.8, "metal_dark")
        drum(q, x, y, 0.75, 0.8, 0.9, "fence_wood")


MAKERS: dict[str, tuple[str, Callable[[Quads], None]]] = {
    "trampoline": ("trampoline", _trampoline),
    "patio_set": ("garden table", _patio_set),
    "swings": ("playground", _swings),
    "play_tower": ("playground", _play_tower),
    "pole": ("utility pole", _pole),
    "deck_lamp": ("lamp post", _deck_lamp),
    "gantry": ("road sign", _gantry),
    "trailer": ("trailer", _trailer),
    "boxcar_brown": ("railway wagon", _boxcar("wagon")),
    "boxcar_grey": ("railway wagon", _boxcar("box_grey")),
    "tank_car": ("railway wagon", _tank_car),
    "hopper": ("railway wagon", _hopper),
    "motor_boat": ("boat", _motor_boat),
    "cabin_boat": ("boat", _cabin_boat),
    "barge": ("barge", _barge),
    "pallets": ("pallets", _pallets),
    "crates": ("crates", _crates),
    "pipes": ("pipes", _pipes),
    "spools": ("cable drums", _spools),
    "container_red": ("container", _container("box_red")),
    "container_blue": ("container", _container("box_blue")),
    "container_green": ("container", _container("box_green")),
    "container_orange": ("container", _container("box_orange")),
    "container_grey": ("container", _container("box_grey")),
    "container_white": ("container", _container("box_white")),
}
"""What each is called, and how it is made."""
