"""Small things that lie and stand on furniture."""

from __future__ import annotations

from collections.abc import Iterator

from lookabout.world.assets.model import Model
from lookabout.world.assets.solids import ball, box, cylinder, lathe, limb, ring, rounded_box, tube
from lookabout.world.rooms.forms.parts import form, slab, solid
from lookabout.world.rooms.model import Furnishing


def forms() -> Iterator[Furnishing]:
    """All of them."""
    yield from _china()
    yield from _food()
    yield from _paperware()
    yield from _machines()
    yield from _toys()
    yield from _boxes()


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


def _paperware() -> Iterator[Furnishing]:
    covers = ("navy", "rust", "moss", "wine", "mustard", "teal", "slate", "oat")
    for index, cloth in enumerate(covers):
        thick = 0.022 + 0.006 * (index % 3)
        yield form("book", f"upright-{cloth}", _book, cloth, thick, True)
    for cloth in covers[:4]:
        yield form("book", f"flat-{cloth}", _book, cloth, 0.028, False)
    yield form("magazine", "rose", solid, box(0.21, 0.28, 0.006), "rooms.art.3")
    yield form("magazine", "teal", solid, box(0.21, 0.28, 0.006), "rooms.art.8")
    yield form("pen_holder", "steel", _pens)


def _book(m: Model, cloth: str, thick: float, upright: bool) -> None:
    """Upright: its spine looks forward, its back edge is at the smallest x."""
    cover, d, h = f"rooms.cloth.{cloth}", 0.155, 0.225
    pieces = (
        (
            slab(-d / 2, d / 2 - 0.003, -thick / 2 + 0.003, thick / 2 - 0.003, 0.004, h - 0.004),
            "rooms.paper",
        ),
        (slab(-d / 2, d / 2, -thick / 2, -thick / 2 + 0.003, 0.0, h), cover),
        (slab(-d / 2, d / 2, thick / 2 - 0.003, thick / 2, 0.0, h), cover),
        (slab(d / 2 - 0.003, d / 2, -thick / 2 + 0.003, thick / 2 - 0.003, 0.0, h), cover),
    )
    for piece, paint in pieces:
        lying = piece if upright else piece.turned(roll=90).moved(y=h / 2, z=thick / 2)
        m.add(lying, paint)


def _pens(m: Model) -> None:
    m.add(
        lathe([(0.035, 0.0), (0.038, 0.10), (0.034, 0.10), (0.031, 0.01), (0.0, 0.008)], 20),
        "rooms.steel",
    )
    for x, y, lean, paint in (
        (0.01, 0.012, 8, "blue"),
        (-0.012, 0.0, -9, "red"),
        (0.004, -0.014, 5, "black"),
    ):
        m.add(cylinder(0.004, 0.15, 8).turned(pitch=lean).moved(x, y, 0.01), f"rooms.glaze.{paint}")


def _machines() -> Iterator[Furnishing]:
    yield form("laptop", "grey", _laptop)
    yield form("monitor", "black", _monitor)
    yield form("keyboard", "black", _keyboard)
    yield form(
        "computer_mouse",
        "black",
        solid,
        rounded_box(0.105, 0.062, 0.034, 0.028, edge=0.02),
        "rooms.iron",
    )
    yield form("television", "large", _tv, 1.10, 0.63)
    yield form("television", "small", _tv, 0.82, 0.48)
    yield form("loudspeaker", "black", _speaker)
    yield form(
        "remote_control",
        "black",
        solid,
        rounded_box(0.17, 0.045, 0.018, 0.012, edge=0.006),
        "rooms.iron",
    )
    yield form("printer", "white", _printer)
    yield form("alarm_clock", "white", _alarm, "white")
    yield form("alarm_clock", "red", _alarm, "red")
    yield form("radio", "walnut", _radio)
    yield form("telephone", "black", _phone)


def _laptop(m: Model) -> None:
    m.add(rounded_box(0.23, 0.33, 0.016, 0.012, edge=0.004), "rooms.steel")
    m.add(slab(-0.09, 0.02, -0.14, 0.14, 0.016, 0.0175), "rooms.keys")
    lid = slab(-0.004, 0.004, -0.165, 0.165, 0.0, 0.225).turned(pitch=-14).moved(-0.115, 0, 0.012)
    m.add(lid, "rooms.steel")
    face = slab(0.0042, 0.0052, -0.155, 0.155, 0.012, 0.215).turned(pitch=-14)
    m.add(face.moved(-0.115, 0, 0.012), "rooms.screen")


def _monitor(m: Model) -> None:
    m.add(rounded_box(0.18, 0.24, 0.012, 0.03, edge=0.004), "rooms.iron")
    m.add(slab(-0.05, -0.025, -0.03, 0.03, 0.01, 0.26), "rooms.iron")
    m.add(slab(-0.025, 0.015, -0.285, 0.285, 0.12, 0.46), "rooms.iron")
    m.add(slab(0.015, 0.017, -0.275, 0.275, 0.13, 0.45), "rooms.screen")


def _keyboard(m: Model) -> None:
    m.add(rounded_box(0.14, 0.43, 0.02, 0.01, edge=0.004), "rooms.iron")
    for row in range(4):
        x = 0.045 - 0.03 * row
        m.add(slab(x - 0.012, x + 0.012, -0.205, 0.205, 0.02, 0.025), "rooms.keys")


def _tv(m: Model, width: float, height: float) -> None:
    m.add(rounded_box(0.22, width * 0.45, 0.014, 0.04, edge=0.004), "rooms.iron")
    m.add(slab(-0.04, -0.01, -0.06, 0.06, 0.01, 0.12), "rooms.iron")
    m.add(slab(-0.03, 0.015, -width / 2, width / 2, 0.07, 0.07 + height), "rooms.iron")
    m.add(
        slab(0.015, 0.018, -width / 2 + 0.012, width / 2 - 0.012, 0.085, 0.058 + height),
        "rooms.screen",
    )


def _speaker(m: Model) -> None:
    m.add(slab(-0.13, 0.12, -0.10, 0.10, 0.0, 0.36), "rooms.wood.walnut")
    m.add(slab(0.12, 0.13, -0.092, 0.092, 0.01, 0.35), "rooms.iron")
    for z, radius in ((0.13, 0.07), (0.27, 0.035)):
        m.add(cylinder(radius, 0.006, 24).turned(pitch=90).moved(0.13, 0, z), "rooms.keys")


def _printer(m: Model) -> None:
    m.add(rounded_box(0.34, 0.44, 0.16, 0.02, edge=0.015), "rooms.glaze.white")
    m.add(slab(0.165, 0.20, -0.16, 0.16, 0.035, 0.045), "rooms.iron")
    m.add(slab(-0.02, 0.10, -0.18, 0.18, 0.158, 0.162), "rooms.iron")


def _alarm(m: Model, glaze: str) -> None:
    m.add(
        cylinder(0.055, 0.045, 28).turned(pitch=90).moved(-0.02, 0, 0.062), f"rooms.glaze.{glaze}"
    )
    m.add(cylinder(0.048, 0.003, 28).turned(pitch=90).moved(0.024, 0, 0.062), "rooms.paper")
    for y, z0, z1 in ((0.0, 0.062, 0.098), (0.022, 0.062, 0.075)):
        m.add(tube((0.0275, 0, z0), (0.0275, y, z1), 0.002), "rooms.iron")
    for y in (-0.03, 0.03):
        m.add(tube((0, y, 0.0), (0, y * 0.8, 0.025), 0.006), "rooms.brass")
        m.add(ball(0.018, 0.018, 0.012, 12, 5).moved(0, y, 0.12), "rooms.brass")


def _radio(m: Model) -> None:
    m.add(rounded_box(0.09, 0.26, 0.15, 0.02, edge=0.012), "rooms.wood.walnut")
    m.add(slab(0.044, 0.049, -0.11, 0.03, 0.02, 0.13), "rooms.wicker")
    m.add(cylinder(0.028, 0.012, 20).turned(pitch=90).moved(0.044, 0.08, 0.08), "rooms.brass")


def _phone(m: Model) -> None:
    m.add(rounded_box(0.18, 0.15, 0.05, 0.02, edge=0.015), "rooms.iron")
    m.add(
        limb(
            [(0.0, -0.09, 0.07), (0, -0.05, 0.085), (0, 0.05, 0.085), (0, 0.09, 0.07)],
            [0.022, 0.014, 0.014, 0.022],
            10,
        ),
        "rooms.iron",
    )
    m.add(slab(-0.01, 0.01, -0.06, 0.06, 0.045, 0.075), "rooms.iron")


def _toys() -> Iterator[Furnishing]:
    yield form("teddy_bear", "brown", _bear, "brown")
    yield form("teddy_bear", "oat", _bear, "oat")
    for glaze in ("red", "blue", "green", "yellow"):
        yield form(
            "toy_block", glaze, solid, rounded_box(0.07, 0.07, 0.07, 0.006), f"rooms.glaze.{glaze}"
        )
        yield form(
            "ball",
            glaze,
            solid,
            ball(0.10, 0.10, 0.10, 24, 13).moved(z=0.10),
            f"rooms.glaze.{glaze}",
        )
        yield form("toy_car", glaze, _toy_car, glaze)


def _bear(m: Model, cloth: str) -> None:
    paint = f"rooms.cloth.{cloth}"
    m.add(ball(0.075, 0.085, 0.10, 16, 9).moved(z=0.10), paint)
    m.add(ball(0.07, 0.075, 0.07, 16, 9).moved(0.01, 0, 0.245), paint)
    m.add(ball(0.035, 0.035, 0.03, 12, 7).moved(0.07, 0, 0.232), "rooms.cloth.white")
    m.add(ball(0.010, 0.012, 0.010, 8, 5).moved(0.103, 0, 0.242), "rooms.iron")
    for y in (-1, 1):
        m.add(ball(0.02, 0.03, 0.03, 12, 7).moved(-0.01, y * 0.058, 0.30), paint)
        m.add(ball(0.03, 0.032, 0.075, 12, 7).turned(pitch=-30).moved(0.05, y * 0.09, 0.14), paint)
        m.add(
            ball(0.085, 0.037, 0.037, 12, 7).turned(yaw=y * 18).moved(0.10, y * 0.075, 0.038), paint
        )
        m.add(ball(0.008, 0.008, 0.008, 8, 5).moved(0.07, y * 0.025, 0.268), "rooms.iron")


def _toy_car(m: Model, glaze: str) -> None:
    m.add(rounded_box(0.16, 0.07, 0.035, 0.015, edge=0.008).moved(z=0.018), f"rooms.glaze.{glaze}")
    m.add(
        rounded_box(0.08, 0.06, 0.032, 0.012, edge=0.012).moved(-0.01, 0, 0.05), "rooms.glaze.white"
    )
    for x in (-0.045, 0.05):
        for y in (-0.034, 0.034):
            wheel = cylinder(0.019, 0.012, 16).moved(z=-0.006).turned(roll=90)
            m.add(wheel.moved(x, y, 0.019), "rooms.iron")


def _boxes() -> Iterator[Furnishing]:
    for cloth in ("grey", "oat", "navy", "rose"):
        yield form("storage_box", cloth, _bin, f"rooms.cloth.{cloth}")
    yield form(
        "basket",
        "wicker",
        solid,
        lathe(
            [(0.13, 0.0), (0.17, 0.12), (0.175, 0.20), (0.16, 0.20), (0.155, 0.14), (0.0, 0.14)], 32
        ),
        "rooms.wicker",
    )
    yield form("waste_bin", "black", _waste, "rooms.iron")
    yield form("waste_bin", "steel", _waste, "rooms.steel")
    yield form("tray", "walnut", _tray)


def _bin(m: Model, paint: str) -> None:
    m.add(rounded_box(0.26, 0.34, 0.20, 0.02, edge=0.006), paint)
    m.add(slab(0.13, 0.136, -0.04, 0.04, 0.12, 0.14), "rooms.steel")
    m.add(rounded_box(0.27, 0.35, 0.03, 0.022, edge=0.006).moved(z=0.19), paint)


def _waste(m: Model, paint: str) -> None:
    m.add(lathe([(0.11, 0.0), (0.135, 0.30), (0.128, 0.30), (0.105, 0.05), (0.0, 0.05)], 28), paint)


def _tray(m: Model) -> None:
    paint = "rooms.wood.walnut"
    m.add(slab(-0.14, 0.14, -0.20, 0.20, 0.0, 0.008), paint)
    for x in (-0.14, 0.132):
        m.add(slab(x, x + 0.008, -0.20, 0.20, 0.008, 0.035), paint)
    for y in (-0.20, 0.192):
        m.add(slab(-0.132, 0.132, y, y + 0.008, 0.008, 0.035), paint)
