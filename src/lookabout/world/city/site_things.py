"""What stands on building sites, and signs along streets and on roofs."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from lookabout.world.build.quads import Quads
from lookabout.world.city.shapes import box, drum


def _cabin(colour: str) -> Callable[[Quads], None]:
    def build(q: Quads) -> None:
        box(q, 0, 0, 6.0, 2.44, 0.15, 2.65, colour, "metal_light")
        box(q, 1.6, -1.23, 0.9, 0.05, 0.2, 2.2, "metal_dark")
        for x in (-1.8, 0.0):
            box(q, x, -1.23, 1.1, 0.05, 1.1, 2.0, "glass_window")
        for x in (-2.8, 2.8):
            for y in (-1.0, 1.0):
                box(q, x, y, 0.3, 0.3, 0, 0.15, "wall_low")

    return build


def _rebar(q: Quads) -> None:
    for k in range(14):
        y = (k - 6.5) * 0.09
        q.beam((-1.9, y, 0.1 + 0.05 * (k % 3)), (1.9, y * 1.05, 0.1 + 0.05 * (k % 3)),
               0.05, 0.05, "metal_rust")  # fmt: skip
    for x in (-1.3, 1.3):
        box(q, x, 0, 0.12, 1.5, 0, 0.1, "timber")


def _blocks(q: Quads) -> None:
    for x, y, h in ((-0.8, 0.0, 1.2), (0.5, 0.1, 1.2), (0.5, -1.2, 0.8)):
        box(q, x, y, 1.1, 1.0, 0.0, 0.14, "fence_wood")
        box(q, x, y, 1.05, 0.95, 0.14, h, "concrete_dark", "concrete_wall")


def _tower_crane(q: Quads) -> None:
    """A lattice mast, the jib with its trolley, ballast on the short arm."""
    box(q, 0, 0, 3.6, 3.6, 0, 0.9, "concrete_wall")
    high, half = 36.0, 0.75
    for x in (-half, half):
        for y in (-half, half):
            box(q, x, y, 0.17, 0.17, 0.9, high, "crane_yellow")
    _lattice(q, [(half * i, half * j) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))], high)
    box(q, 0.9, 0.9, 1.5, 1.4, high - 2.2, high, "coping_light", "crane_yellow")
    for start, end, wide in ((-13.0, 0.0, 1.2), (0.0, 41.0, 1.1)):
        for y in (-wide / 2, wide / 2):
            q.beam((start, y, high), (end, y, high), 0.14, 0.14, "crane_yellow")
        steps = np.arange(start, end + 0.1, 2.2).tolist()
        for k, x in enumerate(steps):
            side = wide / 2 if k % 2 else -wide / 2
            q.beam((x, -wide / 2, high), (x, wide / 2, high), 0.08, 0.08, "crane_yellow")
            if k + 1 < len(steps):
                q.beam((x, side, high), (steps[k + 1], -side, high), 0.07, 0.07, "crane_yellow")
    q.beam((0.0, 0.0, high + 1.3), (39.0, 0.0, high + 1.3), 0.12, 0.12, "crane_yellow")
    box(q, 0, 0, 0.8, 0.8, high, high + 5.5, "crane_yellow")
    box(q, -11.5, 0, 2.6, 1.5, high - 1.6, high + 0.3, "concrete_dark")
    box(q, 24.0, 0, 1.4, 1.3, high - 0.4, high - 0.05, "metal_dark")
    box(q, 24.0, 0, 0.05, 0.05, high - 17.0, high - 0.4, "metal_dark")
    box(q, 24.0, 0, 0.4, 0.4, high - 17.6, high - 17.0, "crane_yellow")


def _lattice(q: Quads, corners: list[tuple[float, float]], high: float) -> None:
    """Slanted braces on the four faces of a mast."""
    for k in range(4):
        (ax, ay), (bx, by) = corners[k - 1], corners[k]
        nx, ny = 0.06 * (ay - by), 0.06 * (bx - ax)
        for n, z in enumerate(np.arange(0.9, high - 1.5, 1.5).tolist()):
            (px, py), (rx, ry) = ((ax, ay), (bx, by)) if n % 2 else ((bx, by), (ax, ay))
            q.quad("crane_yellow", (px + nx, py + ny, z), (px - nx, py - ny, z + 0.12),
                   (rx - nx, ry - ny, z + 1.5), (rx + nx, ry + ny, z + 1.38))  # fmt: skip


def _stop_sign(q: Quads) -> None:
    """Faces +x."""
    box(q, -0.05, 0, 0.06, 0.06, 0, 2.5, "metal_light")
    for reach, x, material in ((0.40, 0.0, "sign_white"), (0.36, 0.012, "sign_red")):
        angles = (np.arange(8) + 0.5) * math.pi / 4
        ring = [(reach * math.cos(t), 2.3 + reach * math.sin(t)) for t in angles.tolist()]
        for k in range(1, 7):
            (a, b), (c, d), (e, f) = ring[0], ring[k], ring[k + 1]
            q.triangle(material, (x, a, b), (x, c, d), (x, e, f))
    for k in range(4):  # the word, from afar
        box(q, 0.02, -0.21 + 0.14 * k, 0.01, 0.08, 2.2, 2.4, "sign_white")


def _street_name(q: Quads) -> None:
    """Two blades, one for each street."""
    drum(q, 0, 0, 0.04, 0, 3.1, "metal_light", count=6)
    box(q, 0, 0, 0.95, 0.03, 2.85, 3.05, "sign_green")
    box(q, 0, 0, 0.03, 0.95, 3.07, 3.27, "sign_green")


def _parking_sign(q: Quads) -> None:
    box(q, -0.03, 0, 0.05, 0.05, 0, 2.5, "metal_mid")
    box(q, 0, 0, 0.02, 0.3, 2.05, 2.5, "sign_white")
    box(q, 0.012, 0, 0.012, 0.24, 2.36, 2.44, "sign_red")


def _billboard(q: Quads) -> None:
    """A hoarding on trestles, for roofs."""
    for y in (-3.4, 0.0, 3.4):
        box(q, -0.25, y, 0.2, 0.2, 0, 4.9, "metal_dark")
        q.beam((-1.9, y, 0.0), (-0.3, y, 0.0), 0.12, 0.12, "metal_dark")
    box(q, 0, 0, 0.25, 8.6, 1.3, 5.0, "sign_white", "metal_mid")
    box(q, 0.09, -1.9, 0.1, 4.2, 1.7, 4.6, "sign_blue")
    box(q, 0.09, 2.4, 0.1, 2.8, 2.9, 4.4, "sign_red")
    box(q, 0.09, 2.4, 0.1, 3.2, 2.0, 2.4, "sign_black")


def _pole_sign(colour: str, second: str) -> Callable[[Quads], None]:
    def build(q: Quads) -> None:
        for y in (-1.1, 1.1):
            box(q, 0, y, 0.28, 0.28, 0, 7.4, "metal_mid")
        box(q, 0, 0, 0.55, 3.6, 5.2, 7.6, colour, "metal_light")
        box(q, 0, 0, 0.6, 3.0, 5.9, 7.0, "sign_white")
        box(q, 0, 0, 0.5, 3.2, 3.7, 4.9, second, "metal_light")
        box(q, 0, 0, 2.0, 4.2, 0, 0.35, "wall_low", "mulch")

    return build


MAKERS: dict[str, tuple[str, Callable[[Quads], None]]] = {
    "cabin_white": ("site cabin", _cabin("box_white")),
    "cabin_blue": ("site cabin", _cabin("box_blue")),
    "rebar": ("steel bars", _rebar),
    "blocks": ("pallets", _blocks),
    "tower_crane": ("crane", _tower_crane),
    "stop_sign": ("road sign", _stop_sign),
    "street_name": ("road sign", _street_name),
    "parking_sign": ("road sign", _parking_sign),
    "billboard": ("billboard", _billboard),
    "pole_sign_red": ("shop sign", _pole_sign("sign_red", "sign_blue")),
    "pole_sign_blue": ("shop sign", _pole_sign("sign_blue", "sign_yellow")),
    "pole_sign_green": ("shop sign", _pole_sign("sign_green", "sign_black")),
}
"""What each is called, and how it is made."""
