"""Chairs, stools, armchairs, sofas."""

from __future__ import annotations

from collections.abc import Iterator

from lookabout.world.assets.model import Model
from lookabout.world.assets.solids import cylinder, rounded_box, tube
from lookabout.world.rooms.forms.parts import form, legs, slab, soft
from lookabout.world.rooms.model import Furnishing


def forms() -> Iterator[Furnishing]:
    """All seats."""
    for wood in ("oak", "walnut", "birch"):
        yield form("dining_chair", f"slats-{wood}", _slat_chair, wood)
    for cloth in ("slate", "mustard", "teal"):
        yield form("dining_chair", f"padded-{cloth}", _padded_chair, cloth)
    for cloth in ("slate", "wine", "grey"):
        yield form("office_chair", cloth, _office_chair, cloth)
    for cloth in ("mustard", "teal", "oat", "rust"):
        yield form("armchair", cloth, _sofa, 0.84, 0.82, cloth, 1)
    for cloth in ("grey", "navy", "moss", "oat", "rust"):
        yield form("sofa", f"two-{cloth}", _sofa, 1.66, 0.86, cloth, 2)
        yield form("sofa", f"three-{cloth}", _sofa, 2.12, 0.90, cloth, 3)
    for wood in ("oak", "walnut"):
        yield form("stool", wood, _stool, wood, 0.45)
        yield form("bar_stool", wood, _stool, wood, 0.72)
    for cloth in ("rose", "oat", "teal"):
        yield form("pouf", cloth, _pouf, cloth)
    for glaze in ("red", "blue", "yellow"):
        yield form("child_chair", glaze, _child_chair, glaze)


def _slat_chair(m: Model, wood: str) -> None:
    paint = f"rooms.wood.{wood}"
    legs(m, 0.43, 0.42, 0.44, 0.038, paint, inset=0.0)
    m.add(rounded_box(0.44, 0.43, 0.03, 0.03).moved(0, 0, 0.435), paint)
    for y in (-0.19, 0.19):
        m.add(tube((-0.20, y, 0.44), (-0.25, y, 0.90), 0.018), paint)
    for z, x in ((0.86, -0.245), (0.74, -0.232), (0.62, -0.219)):
        m.add(slab(x - 0.009, x + 0.009, -0.19, 0.19, z - 0.03, z + 0.03), paint)
    for y in (-0.18, 0.18):
        m.add(slab(-0.19, 0.19, y - 0.01, y + 0.01, 0.20, 0.225), paint)


def _padded_chair(m: Model, cloth: str) -> None:
    paint = f"rooms.cloth.{cloth}"
    legs(m, 0.42, 0.42, 0.42, 0.035, "rooms.wood.walnut", inset=0.0, round_=True, taper=0.6)
    m.add(soft(0.47, 0.46, 0.075, 0.0, 0.0, 0.41), paint)
    back = soft(0.06, 0.44, 0.46, 0.0, 0.0, 0.0).turned(pitch=-9).moved(-0.20, 0, 0.44)
    m.add(back, paint)


def _office_chair(m: Model, cloth: str) -> None:
    paint = f"rooms.cloth.{cloth}"
    m.add(cylinder(0.03, 0.30, 12).moved(z=0.09), "rooms.steel")
    for k in range(5):
        arm = slab(0.0, 0.30, -0.022, 0.022, 0.055, 0.09).turned(yaw=72 * k)
        wheel = cylinder(0.028, 0.055, 12).moved(0.285, 0, 0.0).turned(yaw=72 * k)
        m.add(arm, "rooms.iron")
        m.add(wheel, "rooms.iron")
    m.add(soft(0.50, 0.50, 0.09, 0.02, 0, 0.39), paint)
    m.add(slab(-0.27, -0.24, -0.03, 0.03, 0.40, 0.70), "rooms.iron")
    m.add(soft(0.07, 0.46, 0.52, 0, 0, 0).turned(pitch=-7).moved(-0.23, 0, 0.52), paint)
    for y in (-0.27, 0.27):
        m.add(slab(-0.14, 0.16, y - 0.025, y + 0.025, 0.64, 0.67), "rooms.iron")
        m.add(slab(-0.02, 0.02, y - 0.015, y + 0.015, 0.42, 0.64), "rooms.iron")


def _sofa(m: Model, width: float, depth: float, cloth: str, seats: int) -> None:
    paint = f"rooms.cloth.{cloth}"
    arm = 0.15
    legs(m, depth, width, 0.10, 0.045, "rooms.wood.walnut", inset=0.05, round_=True)
    m.add(soft(depth, width - 0.04, 0.22, 0, 0, 0.09), paint)
    inner = (width - 2 * arm) / seats
    for k in range(seats):
        y = -width / 2 + arm + inner * (k + 0.5)
        m.add(soft(depth - 0.20, inner - 0.012, 0.17, 0.09, y, 0.28), paint)
        back = soft(0.17, inner - 0.02, 0.42, 0, 0, 0).turned(pitch=-10)
        m.add(back.moved(-depth / 2 + 0.23, y, 0.40), paint)
    m.add(soft(0.16, width - 0.02, 0.58, -depth / 2 + 0.08, 0, 0.20), paint)
    for y in (-1, 1):
        m.add(soft(depth, arm, 0.46, 0, y * (width / 2 - arm / 2), 0.12), paint)


def _stool(m: Model, wood: str, height: float) -> None:
    paint = f"rooms.wood.{wood}"
    m.add(cylinder(0.17, 0.035, 24).moved(z=height - 0.035), paint)
    spread = 0.05 + height * 0.12
    for x in (-1, 1):
        for y in (-1, 1):
            foot = (x * (0.09 + spread * 0.5), y * (0.09 + spread * 0.5), 0.0)
            m.add(tube(foot, (x * 0.09, y * 0.09, height - 0.03), 0.015), paint)
    if height > 0.6:
        reach = 0.09 + spread * 0.35
        for a, b in (
            ((-1, -1), (1, -1)),
            ((1, -1), (1, 1)),
            ((1, 1), (-1, 1)),
            ((-1, 1), (-1, -1)),
        ):
            start = (a[0] * reach, a[1] * reach, height * 0.32)
            m.add(tube(start, (b[0] * reach, b[1] * reach, height * 0.32), 0.010), paint)


def _pouf(m: Model, cloth: str) -> None:
    m.add(soft(0.52, 0.52, 0.40, 0, 0, 0), f"rooms.cloth.{cloth}")


def _child_chair(m: Model, glaze: str) -> None:
    paint = f"rooms.glaze.{glaze}"
    legs(m, 0.28, 0.28, 0.27, 0.03, paint, inset=0.0, round_=True)
    m.add(rounded_box(0.30, 0.30, 0.03, 0.05).moved(z=0.26), paint)
    m.add(rounded_box(0.025, 0.28, 0.24, 0.012).turned(pitch=-8).moved(-0.135, 0, 0.28), paint)
