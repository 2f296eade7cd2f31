"""Books, toys and boxes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lookabout.world.assets.model import Model
from lookabout.world.assets.solids import ball, box, cylinder, lathe, prism, ring, rounded_box, tube
from lookabout.world.rooms.forms.parts import form, slab, solid
from lookabout.world.rooms.model import Furnishing


def forms() -> Iterator[Furnishing]:
    """All of them."""
    yield from _paperware()
    yield from _toys()
    yield from _boxes()


def _paperware() -> Iterator[Furnishing]:
    covers = ("navy", "rust", "moss", "wine", "mustard", "teal", "slate", "oat")
    for index, cloth in enumerate(covers):
        thick = 0.022 + 0.006 * (index % 3)
        yield form("book", f"upright-{cloth}", _book, cloth, thick, True)
    for cloth in covers[:4]:
        yield form("book", f"flat-{cloth}", _book, cloth, 0.028, False)
    yield form("magazine", "rose", solid, box(0.21, 0.28, 0.006), "rooms.art.3")
    yield form("magazine", "teal", solid, box(0.21, 0.28, 0.006), "rooms.art.8")
    for name, cloths in (
        ("bright", ("rust", "navy", "mustard", "wine", "teal", "oat", "moss", "slate")),
        ("dark", ("slate", "wine", "brown", "navy", "moss", "brown", "teal", "wine", "slate")),
        ("pale", ("oat", "sky", "white", "rose", "grey", "oat", "mustard")),
    ):
        yield form("row_of_books", name, _row, cloths)
    yield form("pile_of_books", "mixed", _pile, ("navy", "oat", "rust", "moss"))
    yield form("pile_of_books", "dark", _pile, ("wine", "slate", "mustard"))
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


def _row(m: Model, cloths: Sequence[str]) -> None:
    """Standing books of several sizes, spines forward, held by two ends."""
    y = 0.0
    for k, cloth in enumerate(cloths):
        thick, high, deep = (
            0.024 + 0.006 * ((k * 7) % 4), 0.19 + 0.014 * ((k * 5) % 5), 0.14 + 0.008 * (k % 3),
        )  # fmt: skip
        cover = f"rooms.cloth.{cloth}"
        back, front = -0.08, -0.08 + deep
        m.add(slab(back, front, y + 0.0005, y + thick - 0.0005, 0.0, high), cover)
        m.add(slab(back + 0.002, front - 0.004, y + 0.003, y + thick - 0.003, high, high + 0.0005),
              "rooms.paper")  # fmt: skip
        m.add(slab(front, front + 0.001, y + 0.004, y + thick - 0.004, high * 0.7, high * 0.82),
              "rooms.brass" if k % 3 else "rooms.paper")  # fmt: skip
        y += thick
    for end in (-0.003, y):
        m.add(slab(-0.08, 0.04, end, end + 0.003, 0.0, 0.13), "rooms.iron")


def _pile(m: Model, cloths: Sequence[str]) -> None:
    """Lying on one another, a little askew."""
    z = 0.0
    for k, cloth in enumerate(cloths):
        thick, long, wide = 0.026 + 0.005 * (k % 3), 0.235 - 0.014 * k, 0.165 - 0.010 * k
        turn = 9.0 * ((k * 3) % 4 - 1.5)
        book = slab(-wide / 2, wide / 2, -long / 2, long / 2, z, z + thick)
        pages = slab(-wide / 2 - 0.001, wide / 2 - 0.006, -long / 2 + 0.004, long / 2 - 0.004,
                     z + 0.003, z + thick - 0.003)  # fmt: skip
        m.add(book.turned(yaw=turn), f"rooms.cloth.{cloth}")
        m.add(pages.turned(yaw=turn), "rooms.paper")
        z += thick


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
    yield form("toy_train", "red", _toy_train)
    yield form("toy_boat", "blue", _toy_boat)
    yield form("stacking_rings", "bright", _stacking_rings)
    yield form("chessboard", "walnut", _chess)


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


def _toy_train(m: Model) -> None:
    """An engine and a wagon on one floor."""
    for x, glaze in ((0.09, "red"), (-0.09, "blue")):
        m.add(rounded_box(0.15, 0.07, 0.03, 0.008).moved(x, 0, 0.02), f"rooms.glaze.{glaze}")
        for dx in (-0.045, 0.045):
            for y in (-0.036, 0.036):
                wheel = cylinder(0.018, 0.010, 16).moved(z=-0.005).turned(roll=90)
                m.add(wheel.moved(x + dx, y, 0.018), "rooms.wood.walnut")
    m.add(cylinder(0.026, 0.09, 18).turned(pitch=90).moved(0.06, 0, 0.075), "rooms.glaze.black")
    m.add(slab(0.02, 0.065, -0.032, 0.032, 0.05, 0.125), "rooms.glaze.red")
    m.add(cylinder(0.010, 0.04, 12, 0.014).moved(0.13, 0, 0.095), "rooms.brass")
    m.add(slab(-0.145, -0.035, -0.03, 0.03, 0.05, 0.085), "rooms.wood.beech")
    m.add(tube((-0.02, 0, 0.035), (0.02, 0, 0.035), 0.004), "rooms.steel")


def _toy_boat(m: Model) -> None:
    m.add(rounded_box(0.24, 0.09, 0.05, 0.04, edge=0.004), "rooms.glaze.blue")
    m.add(
        rounded_box(0.10, 0.06, 0.035, 0.01, edge=0.006).moved(-0.03, 0, 0.05), "rooms.glaze.white"
    )
    m.add(tube((0.04, 0, 0.05), (0.04, 0, 0.26), 0.004), "rooms.wood.beech")
    m.add(prism(0.13, 0.004, 0.17, 0.05, 1.0, -0.06).moved(-0.025, 0, 0.08), "rooms.cloth.white")


def _stacking_rings(m: Model) -> None:
    m.add(cylinder(0.07, 0.015, 28), "rooms.wood.beech")
    z = 0.015
    for k, glaze in enumerate(("red", "orange", "yellow", "green", "blue")):
        thick = 0.018 - 0.0015 * k
        m.add(ring(0.048 - 0.006 * k, thick, 28, 10).moved(z=z + thick), f"rooms.glaze.{glaze}")
        z += 2 * thick
    m.add(cylinder(0.008, z, 12).moved(z=0.0), "rooms.wood.beech")
    m.add(ball(0.018, 0.018, 0.018, 14, 9).moved(z=z + 0.01), "rooms.glaze.red")


def _chess(m: Model) -> None:
    """A board with its pieces as the game begins."""
    m.add(slab(-0.19, 0.19, -0.19, 0.19, 0.0, 0.014), "rooms.wood.walnut")
    step = 0.042
    for i in range(8):
        for j in range(8):
            x, y = (i - 3.5) * step, (j - 3.5) * step
            wood = "birch" if (i + j) % 2 else "ebony"
            half = step / 2
            m.add(slab(x - half, x + half, y - half, y + half, 0.014, 0.0148), f"rooms.wood.{wood}")
            if i in (0, 1, 6, 7):
                high = 0.038 if i in (1, 6) else 0.052 + 0.012 * (3.5 - abs(j - 3.5)) / 3.5
                profile = [(0.014, 0.0), (0.014, 0.006), (0.006, 0.014), (0.005, high * 0.7),
                           (0.010, high * 0.8), (0.009, high * 0.92), (0.0, high)]  # fmt: skip
                man = lathe(profile, 12)
                paint = "rooms.glaze.cream" if i < 4 else "rooms.wood.ebony"
                m.add(man.moved(x, y, 0.0148), paint)


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
