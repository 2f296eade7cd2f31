"""Lamps, plants, pictures, mirrors, rugs, curtains."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lookabout.world.assets.model import Model
from lookabout.world.assets.solids import (
    Piece,
    ball,
    cylinder,
    lathe,
    limb,
    rounded_box,
    sheet,
    tube,
)
from lookabout.world.rooms.forms.parts import form, slab, solid
from lookabout.world.rooms.model import Furnishing


def forms() -> Iterator[Furnishing]:
    """All of them."""
    yield from _lamps()
    yield from _plants()
    yield from _walls()
    yield from _cloths()


def _lamps() -> Iterator[Furnishing]:
    for paint in ("brass", "iron"):
        yield form("floor_lamp", paint, _floor_lamp, f"rooms.{paint}")
        yield form("pendant_lamp", paint, _pendant, f"rooms.{paint}")
        yield form("desk_lamp", paint, _desk_lamp, f"rooms.{paint}")
    for glaze in ("white", "blue", "terracotta"):
        yield form("table_lamp", glaze, _table_lamp, f"rooms.glaze.{glaze}")
    yield form(
        "ceiling_lamp",
        "round",
        solid,
        lathe([(0.12, 0.0), (0.17, 0.03), (0.19, 0.075), (0.19, 0.09)], 36),
        "rooms.bulb",
    )


def _shade(low: float, high: float, z0: float, z1: float) -> Piece:
    """Open below and above, thick enough to have two sides."""
    return lathe([(high - 0.004, z1), (low - 0.004, z0), (low, z0), (high, z1)], 36)


def _floor_lamp(m: Model, paint: str) -> None:
    m.add(cylinder(0.15, 0.025, 32), paint)
    m.add(cylinder(0.011, 1.36, 12).moved(z=0.025), paint)
    m.add(_shade(0.20, 0.13, 1.27, 1.55), "rooms.shade")
    m.add(ball(0.035, 0.035, 0.045, 12, 7).moved(z=1.42), "rooms.bulb")


def _table_lamp(m: Model, paint: str) -> None:
    m.add(lathe([(0.065, 0.0), (0.09, 0.06), (0.085, 0.11), (0.03, 0.19), (0.02, 0.26)], 28), paint)
    m.add(_shade(0.15, 0.10, 0.24, 0.42), "rooms.shade")
    m.add(ball(0.03, 0.03, 0.04, 12, 7).moved(z=0.31), "rooms.bulb")


def _desk_lamp(m: Model, paint: str) -> None:
    m.add(cylinder(0.08, 0.02, 28).moved(-0.06), paint)
    m.add(tube((-0.06, 0, 0.02), (-0.13, 0, 0.25), 0.008), paint)
    m.add(tube((-0.13, 0, 0.25), (0.06, 0, 0.40), 0.008), paint)
    head = lathe([(0.012, 0.09), (0.03, 0.085), (0.075, 0.0), (0.071, 0.0), (0.026, 0.08)], 28)
    m.add(head.moved(0.08, 0, 0.325), paint)
    m.add(ball(0.03, 0.03, 0.035, 12, 7).moved(0.08, 0, 0.36), "rooms.bulb")


def _pendant(m: Model, paint: str) -> None:
    m.add(cylinder(0.05, 0.02, 20).moved(z=0.73), paint)
    m.add(cylinder(0.004, 0.55, 8).moved(z=0.19), "rooms.iron")
    m.add(
        lathe(
            [
                (0.20, 0.0),
                (0.19, 0.06),
                (0.12, 0.15),
                (0.04, 0.19),
                (0.02, 0.20),
                (0.03, 0.18),
                (0.115, 0.142),
                (0.184, 0.055),
                (0.195, 0.0),
            ],
            40,
        ),
        paint,
    )
    m.add(ball(0.045, 0.045, 0.055, 14, 8).moved(z=0.08), "rooms.bulb")


def _plants() -> Iterator[Furnishing]:
    for index, glaze in enumerate(("white", "terracotta", "black", "blue")):
        paint = f"rooms.glaze.{glaze}"
        yield form("potted_plant", f"small-{glaze}", _bush, paint, index)
        yield form("potted_plant", f"tall-{glaze}", _palm, paint, index)
        yield form("potted_plant", f"cactus-{glaze}", _cactus, paint)


def _planter(m: Model, radius: float, height: float, paint: str) -> None:
    m.add(
        lathe(
            [
                (radius * 0.72, 0.0),
                (radius, height),
                (radius * 0.9, height),
                (radius * 0.86, height * 0.86),
                (0.0, height * 0.86),
            ],
            28,
        ),
        paint,
    )
    m.add(cylinder(radius * 0.84, 0.004, 24).moved(z=height * 0.86), "rooms.soil")


def _leaf(length: float, width: float, droop: float, roll: float = 0.0) -> Piece:
    """A blade from the origin along x, folded along its middle, bending down."""
    t = np.linspace(0, 1, 6)
    half = width / 2 * np.sin(np.pi * np.clip(t * 0.94 + 0.04, 0, 1)) ** 0.8
    x = length * t * np.cos(droop * t * 0.6)
    z = length * (0.35 * t - droop * 0.5 * t**2)
    grid = np.stack(
        [np.stack([x, side * half, z + abs(side) * half * 0.25], 1) for side in (-1, 0, 1)], 1
    )
    return sheet(grid).turned(roll=roll)


def _bush(m: Model, paint: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    _planter(m, 0.085, 0.13, paint)
    for k in range(26):
        yaw, pitch = k * 137.5, rng.uniform(-75, -15)
        leaf = _leaf(rng.uniform(0.12, 0.20), rng.uniform(0.04, 0.06), rng.uniform(0.5, 1.1))
        m.add(leaf.turned(pitch=pitch).turned(yaw=yaw).moved(z=0.11), "rooms.leaf", sharp=180)


def _palm(m: Model, paint: str, seed: int) -> None:
    rng = np.random.default_rng(100 + seed)
    _planter(m, 0.17, 0.28, paint)
    for k in range(4):
        x, y = 0.05 * np.cos(k * 1.7), 0.05 * np.sin(k * 1.7)
        top = rng.uniform(0.5, 1.05)
        lean = rng.uniform(-0.06, 0.06, 2)
        m.add(
            limb(
                [
                    (x, y, 0.22),
                    (x + lean[0], y + lean[1], top * 0.6),
                    (x + 2 * lean[0], y + 2 * lean[1], top),
                ],
                [0.012, 0.010, 0.007],
                7,
            ),
            "rooms.wood.walnut",
        )
        for j in range(11):
            leaf = _leaf(rng.uniform(0.30, 0.48), rng.uniform(0.055, 0.085), rng.uniform(0.6, 1.3))
            leaf = leaf.turned(pitch=rng.uniform(-70, 5)).turned(yaw=j * 137.5 + k * 40)
            m.add(
                leaf.moved(x + 2 * lean[0], y + 2 * lean[1], top - 0.02),
                "rooms.leaf.dark",
                sharp=180,
            )


def _cactus(m: Model, paint: str) -> None:
    _planter(m, 0.06, 0.09, paint)
    m.add(
        limb([(0, 0, 0.06), (0, 0, 0.15), (0, 0, 0.22)], [0.032, 0.038, 0.030], 14),
        "rooms.leaf.dark",
    )
    m.add(
        limb([(0, 0.03, 0.13), (0, 0.06, 0.14), (0, 0.065, 0.18)], [0.014, 0.016, 0.014], 10),
        "rooms.leaf.dark",
    )


def _walls() -> Iterator[Furnishing]:
    frames = ("rooms.wood.oak", "rooms.iron", "rooms.glaze.white", "rooms.wood.walnut")
    sizes = ((0.50, 0.70), (0.70, 0.50), (0.40, 0.40), (0.90, 0.60), (0.30, 0.40))
    for k in range(15):
        width, height = sizes[k % len(sizes)]
        yield form(
            "picture",
            f"{k}",
            _picture,
            width,
            height,
            frames[k % 4],
            f"rooms.art.{k}",
        )
    for name, width, height in (("tall", 0.50, 1.40), ("wide", 0.90, 0.65), ("small", 0.55, 0.70)):
        yield form("mirror", name, _picture, width, height, "rooms.wood.oak", "rooms.mirror")
    for glaze in ("white", "black"):
        yield form("wall_clock", glaze, _clock, f"rooms.glaze.{glaze}")


def _picture(m: Model, width: float, height: float, frame: str, face: str) -> None:
    rim = 0.025
    m.add(slab(-0.012, 0.004, -width / 2 + rim, width / 2 - rim, rim, height - rim), face)
    for z in (0.0, height - rim):
        m.add(slab(-0.012, 0.012, -width / 2, width / 2, z, z + rim), frame)
    for y in (-width / 2, width / 2 - rim):
        m.add(slab(-0.012, 0.012, y, y + rim, rim, height - rim), frame)


def _clock(m: Model, paint: str) -> None:
    m.add(cylinder(0.15, 0.03, 40).turned(pitch=90).moved(-0.015, 0, 0.15), paint)
    m.add(cylinder(0.135, 0.002, 40).turned(pitch=90).moved(0.0155, 0, 0.15), "rooms.paper")
    for y, z in ((0.0, 0.10), (0.055, -0.02)):
        m.add(tube((0.019, 0, 0.15), (0.019, y, 0.15 + z), 0.004), "rooms.iron")


def _cloths() -> Iterator[Furnishing]:
    for cloth in ("oat", "navy", "rust", "teal", "grey", "wine"):
        for name, length, width in (("large", 1.5, 2.2), ("medium", 1.1, 1.7), ("small", 0.6, 1.0)):
            yield form(
                "rug",
                f"{name}-{cloth}",
                solid,
                rounded_box(length, width, 0.008, 0.01, edge=0.004),
                f"rooms.rug.{cloth}",
            )
    for cloth in ("oat", "grey", "sky", "white", "rose", "moss"):
        yield form("curtain", cloth, _curtain, f"rooms.cloth.{cloth}")


def _curtain(m: Model, paint: str) -> None:
    y = np.linspace(-0.22, 0.22, 61)
    wave = 0.032 * np.sin(np.linspace(0, 9 * 2 * np.pi, 61))
    for side in (-0.0015, 0.0015):
        rows = []
        for z in (0.0, 0.8, 1.6, 2.28):
            squeeze = 1.0 - 0.08 * z / 2.28
            rows.append(np.stack([wave + side, y * squeeze, np.full(61, z)], 1))
        piece = sheet(np.stack(rows))
        if side < 0:
            piece = Piece(piece.vertices, piece.triangles[:, ::-1])
        m.add(piece, paint, sharp=180)
