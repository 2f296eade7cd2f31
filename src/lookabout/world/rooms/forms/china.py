"""China, glass, pots and food."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lookabout.world.assets.model import Model
from lookabout.world.assets.solids import ball, cylinder, lathe, ring, rounded_box, tube
from lookabout.world.rooms.forms.parts import form, slab, solid
from lookabout.world.rooms.model import Furnishing


def forms() -> Iterator[Furnishing]:
    """All of them."""
    yield from _china()
    yield from _food()
    yield from _flowers()


def _china() -> Iterator[Furnishing]:
    for glaze in ("white", "blue", "red", "green", "yellow"):
        paint = f"rooms.glaze.{glaze}"
        yield form("mug", glaze, _mug, paint)
    for glaze in ("white", "blue", "cream"):
        paint = f"rooms.glaze.{glaze}"
        yield form(
            "plate",
            glaze,
            solid,
            lathe([(0.075, 0.0), (0.13, 0.016), (0.135, 0.02), (0.08, 0.007), (0.0, 0.006)], 36),
            paint,
        )
        yield form(
            "bowl",
            glaze,
            solid,
            lathe(
                [
                    (0.045, 0.0),
                    (0.05, 0.01),
                    (0.095, 0.06),
                    (0.10, 0.075),
                    (0.092, 0.072),
                    (0.05, 0.016),
                    (0.0, 0.012),
                ],
                32,
            ),
            paint,
        )
    yield form(
        "drinking_glass",
        "clear",
        solid,
        lathe([(0.028, 0.0), (0.036, 0.12), (0.033, 0.12), (0.026, 0.012), (0.0, 0.011)], 24),
        "rooms.glass",
    )
    for glaze in ("terracotta", "blue", "green", "white", "black"):
        paint = f"rooms.glaze.{glaze}"
        yield form(
            "vase",
            glaze,
            solid,
            lathe(
                [
                    (0.05, 0.0),
                    (0.085, 0.06),
                    (0.09, 0.13),
                    (0.05, 0.22),
                    (0.035, 0.25),
                    (0.045, 0.28),
                    (0.035, 0.275),
                    (0.03, 0.24),
                    (0.0, 0.20),
                ],
                32,
            ),
            paint,
        )
    for glaze in ("green", "black"):
        yield form(
            "wine_bottle",
            glaze,
            solid,
            lathe([(0.036, 0.0), (0.038, 0.02), (0.038, 0.18), (0.016, 0.23), (0.015, 0.30)], 24),
            f"rooms.glaze.{glaze}",
        )
    yield form("teapot", "white", _teapot, "rooms.glaze.white")
    yield form("teapot", "blue", _teapot, "rooms.glaze.blue")
    for lid in ("white", "red"):
        yield form("cooking_pot", lid, _pot, f"rooms.glaze.{lid}")
    yield form("frying_pan", "iron", _pan)
    for wood in ("beech", "walnut"):
        yield form(
            "chopping_board",
            wood,
            solid,
            rounded_box(0.24, 0.36, 0.02, 0.03, edge=0.006),
            f"rooms.wood.{wood}",
        )
    yield form("storage_jar", "cork", _jar, 0.16)
    yield form("storage_jar", "tall", _jar, 0.24)


def _mug(m: Model, paint: str) -> None:
    m.add(
        lathe(
            [
                (0.038, 0.0),
                (0.041, 0.01),
                (0.041, 0.095),
                (0.036, 0.095),
                (0.035, 0.014),
                (0.0, 0.012),
            ],
            28,
        ),
        paint,
    )
    m.add(ring(0.026, 0.006, 20, 8).turned(roll=90).turned(yaw=90).moved(0, 0.048, 0.05), paint)


def _teapot(m: Model, paint: str) -> None:
    m.add(
        lathe(
            [
                (0.05, 0.0),
                (0.09, 0.05),
                (0.085, 0.10),
                (0.045, 0.135),
                (0.012, 0.14),
                (0.016, 0.16),
                (0.0, 0.165),
            ],
            32,
        ),
        paint,
    )
    m.add(tube((0.07, 0, 0.06), (0.14, 0, 0.13), 0.02, 0.010), paint)
    m.add(ring(0.042, 0.008, 20, 8).turned(roll=90).moved(-0.095, 0, 0.075), paint)


def _pot(m: Model, paint: str) -> None:
    m.add(
        lathe(
            [(0.105, 0.0), (0.11, 0.01), (0.11, 0.13), (0.113, 0.135), (0.06, 0.15), (0.0, 0.155)],
            36,
        ),
        paint,
    )
    m.add(cylinder(0.018, 0.025, 16).moved(z=0.152), "rooms.iron")
    for y in (-0.125, 0.125):
        m.add(slab(-0.03, 0.03, y - 0.018, y + 0.018, 0.10, 0.112), "rooms.iron")


def _pan(m: Model) -> None:
    m.add(
        lathe([(0.10, 0.0), (0.13, 0.045), (0.127, 0.045), (0.097, 0.006), (0.0, 0.005)], 36),
        "rooms.iron",
    )
    m.add(tube((0.12, 0, 0.035), (0.30, 0, 0.055), 0.011), "rooms.iron")


def _jar(m: Model, height: float) -> None:
    m.add(
        lathe([(0.045, 0.0), (0.05, 0.01), (0.05, height * 0.85), (0.04, height * 0.88)], 28),
        "rooms.glaze.cream",
    )
    m.add(cylinder(0.043, height * 0.13, 28).moved(z=height * 0.87), "rooms.cork")


def _food() -> Iterator[Furnishing]:
    yield form("fruit_bowl", "oranges", _fruit, "rooms.glaze.orange")
    yield form("fruit_bowl", "apples", _fruit, "rooms.glaze.red")
    yield form(
        "bread", "loaf", solid, rounded_box(0.24, 0.11, 0.10, 0.05, edge=0.045), "rooms.bread"
    )
    for glaze in ("red", "green", "yellow"):
        yield form(
            "apple" if glaze != "yellow" else "lemon",
            glaze,
            solid,
            ball(0.037, 0.037, 0.034, 16, 9).moved(z=0.034),
            f"rooms.glaze.{glaze}",
        )


def _fruit(m: Model, paint: str) -> None:
    m.add(
        lathe(
            [
                (0.06, 0.0),
                (0.065, 0.012),
                (0.14, 0.07),
                (0.145, 0.085),
                (0.135, 0.082),
                (0.06, 0.02),
                (0.0, 0.018),
            ],
            36,
        ),
        "rooms.wood.walnut",
    )
    for x, y, z in (
        (0.05, 0.04, 0.075),
        (-0.045, 0.05, 0.075),
        (0.0, -0.06, 0.075),
        (0.0, 0.01, 0.125),
        (0.075, -0.035, 0.085),
        (-0.075, -0.03, 0.085),
    ):
        m.add(ball(0.037, 0.037, 0.035, 14, 8).moved(x, y, z), paint)


def _flowers() -> Iterator[Furnishing]:
    for bloom, glaze in (("pink", "white"), ("yellow", "blue"), ("red", "cream")):
        yield form("flowers", bloom, _bunch, f"rooms.glaze.{bloom}", f"rooms.glaze.{glaze}")


def _bunch(m: Model, bloom: str, paint: str) -> None:
    """Cut flowers in a jug."""
    m.add(
        lathe([(0.05, 0.0), (0.07, 0.05), (0.055, 0.13), (0.06, 0.16), (0.052, 0.16), (0.0, 0.1)],
              28), paint,
    )  # fmt: skip
    for k in range(9):
        turn, out = 2.4 * k, 0.028 + 0.012 * (k % 4)
        x, y = out * np.cos(turn), out * np.sin(turn)
        top = 0.27 + 0.02 * ((k * 5) % 4)
        m.add(tube((x * 0.4, y * 0.4, 0.1), (1.7 * x, 1.7 * y, top), 0.003), "rooms.leaf")
        m.add(ball(0.026, 0.026, 0.022, 12, 7).moved(1.7 * x, 1.7 * y, top + 0.01), bloom)
    for k in range(5):
        turn = 1.3 * k
        leaf = ball(0.035, 0.012, 0.003, 10, 5).turned(pitch=-40).moved(0.06, 0, 0.2)
        m.add(leaf.turned(yaw=np.degrees(turn)), "rooms.leaf")
