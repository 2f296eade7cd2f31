"""What stands and hangs in a bathroom."""

from __future__ import annotations

from collections.abc import Iterator

from lookabout.world.assets.model import Model
from lookabout.world.assets.solids import cylinder, lathe, loft, outline, rounded_box, tube
from lookabout.world.rooms.forms.parts import form, slab, soft, solid
from lookabout.world.rooms.model import Furnishing
from lookabout.world.scene import Floats

_WHITE = "rooms.glaze.white"


def forms() -> Iterator[Furnishing]:
    """All of it."""
    yield form("toilet", "white", _toilet)
    yield form("bathtub", "white", _tub)
    for wood in ("oak", "walnut"):
        yield form("washbasin", wood, _basin, wood)
    for cloth in ("white", "sky", "moss", "rose"):
        yield form("towel", cloth, _towel, cloth)
        yield form(
            "bath_mat",
            cloth,
            solid,
            rounded_box(0.50, 0.80, 0.012, 0.03, edge=0.006),
            f"rooms.cloth.{cloth}",
        )
    yield form("laundry_basket", "wicker", _basket)
    yield form("toilet_brush", "white", _brush)
    yield form("toilet_paper", "white", _paper)
    yield form("soap_dispenser", "cream", _soap)
    for glaze in ("blue", "green", "orange", "white"):
        yield form("shampoo_bottle", glaze, _bottle, glaze)


def _toilet(m: Model) -> None:
    def ring(length: float, width: float, z: float, x: float) -> Floats:
        return outline(length, width, min(length, width) * 0.48, 6, z, x)

    m.add(
        loft(
            [
                ring(0.34, 0.20, 0.0, -0.06),
                ring(0.30, 0.18, 0.12, -0.06),
                ring(0.44, 0.34, 0.30, 0.07),
                ring(0.48, 0.37, 0.39, 0.08),
            ]
        ),
        _WHITE,
    )
    m.add(loft([ring(0.49, 0.38, 0.392, 0.08), ring(0.49, 0.38, 0.425, 0.08)]), _WHITE)
    m.add(rounded_box(0.17, 0.40, 0.38, 0.03, edge=0.015).moved(-0.25, 0, 0.39), _WHITE)
    m.add(slab(-0.30, -0.15, -0.12, 0.12, 0.0, 0.39), _WHITE)
    m.add(cylinder(0.025, 0.008, 16).moved(-0.25, 0, 0.77), "rooms.chrome")


def _tub(m: Model) -> None:
    # Long side against the wall: the depth is the tub's width.
    d, w, h, t = 0.74, 1.70, 0.56, 0.07
    m.add(slab(-d / 2, d / 2, -w / 2, w / 2, 0.0, 0.10), _WHITE)
    for x in (-1, 1):
        a, b = sorted((x * d / 2, x * (d / 2 - t)))
        m.add(slab(a, b, -w / 2, w / 2, 0.10, h), _WHITE)
    for y in (-1, 1):
        a, b = sorted((y * w / 2, y * (w / 2 - t * 1.3)))
        m.add(slab(-d / 2 + t, d / 2 - t, a, b, 0.10, h), _WHITE)
    m.add(cylinder(0.025, 0.10, 12).moved(-d / 2 + 0.035, 0.55, h), "rooms.chrome")
    m.add(
        tube((-d / 2 + 0.035, 0.55, h + 0.09), (-d / 2 + 0.20, 0.55, h + 0.06), 0.014),
        "rooms.chrome",
    )


def _basin(m: Model, wood: str) -> None:
    paint = f"rooms.wood.{wood}"
    m.add(slab(-0.24, 0.22, -0.38, 0.38, 0.12, 0.80), paint)
    m.add(slab(-0.20, 0.16, -0.34, 0.34, 0.0, 0.12), "rooms.iron")
    for y0, y1 in ((-0.377, -0.002), (0.002, 0.377)):
        m.add(slab(0.22, 0.238, y0, y1, 0.125, 0.79), paint)
        edge = y1 - 0.05 if y0 < -0.1 else y0 + 0.05
        m.add(slab(0.238, 0.256, edge - 0.006, edge + 0.006, 0.50, 0.65), "rooms.chrome")
    m.add(slab(-0.24, 0.25, -0.40, 0.40, 0.80, 0.83), _WHITE)
    m.add(
        lathe(
            [(0.12, 0.0), (0.19, 0.08), (0.20, 0.12), (0.185, 0.12), (0.11, 0.02), (0.0, 0.018)], 36
        ).moved(0.02, 0, 0.83),
        _WHITE,
    )
    m.add(cylinder(0.018, 0.20, 12).moved(-0.20, 0, 0.83), "rooms.chrome")
    m.add(tube((-0.20, 0, 1.02), (-0.07, 0, 1.0), 0.011), "rooms.chrome")


def _towel(m: Model, cloth: str) -> None:
    # Over a rail: its back is the wall.
    m.add(tube((-0.05, -0.32, 0.66), (-0.05, 0.32, 0.66), 0.01), "rooms.chrome")
    for y in (-0.31, 0.31):
        m.add(tube((-0.12, y, 0.66), (-0.05, y, 0.66), 0.01), "rooms.chrome")
    m.add(soft(0.035, 0.48, 0.66, -0.035, 0, 0.015), f"rooms.cloth.{cloth}")


def _basket(m: Model) -> None:
    m.add(
        lathe(
            [
                (0.19, 0.0),
                (0.215, 0.10),
                (0.23, 0.50),
                (0.24, 0.52),
                (0.22, 0.52),
                (0.21, 0.50),
                (0.20, 0.40),
                (0.0, 0.40),
            ],
            32,
        ),
        "rooms.wicker",
    )


def _brush(m: Model) -> None:
    m.add(cylinder(0.05, 0.13, 20, 0.055), _WHITE)
    m.add(cylinder(0.009, 0.25, 10).moved(z=0.13), "rooms.chrome")


def _paper(m: Model) -> None:
    m.add(lathe([(0.02, 0.0), (0.055, 0.0), (0.055, 0.10), (0.02, 0.10)], 28), "rooms.paper")


def _soap(m: Model) -> None:
    m.add(
        lathe([(0.035, 0.0), (0.037, 0.11), (0.015, 0.13), (0.008, 0.135), (0.008, 0.165)], 20),
        "rooms.glaze.cream",
    )
    m.add(tube((0, 0, 0.165), (0.045, 0, 0.160), 0.006), "rooms.chrome")


def _bottle(m: Model, glaze: str) -> None:
    m.add(
        lathe([(0.033, 0.0), (0.035, 0.02), (0.035, 0.15), (0.02, 0.175)], 20),
        f"rooms.glaze.{glaze}",
    )
    m.add(cylinder(0.017, 0.03, 16).moved(z=0.175), _WHITE)
