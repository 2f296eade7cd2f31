"""Tables and desks."""

from __future__ import annotations

from collections.abc import Iterator

from lookabout.world.assets.model import Model
from lookabout.world.assets.solids import cylinder, lathe, rounded_box
from lookabout.world.rooms.forms.parts import form, legs, slab
from lookabout.world.rooms.model import Furnishing


def forms() -> Iterator[Furnishing]:
    """All tables."""
    for wood in ("oak", "walnut", "birch"):
        for name, length, width in (("four", 0.80, 1.20), ("six", 0.90, 1.70)):
            yield form(
                "dining_table",
                f"{name}-{wood}",
                _table,
                length,
                width,
                0.745,
                wood,
            )
        yield form("dining_table", f"round-{wood}", _round, 0.55, 0.745, wood)
        yield form("desk", wood, _desk, wood)
        yield form("coffee_table", wood, _coffee, 0.55, 1.0, wood)
        yield form("coffee_table", f"round-{wood}", _round, 0.40, 0.42, wood)
        yield form("side_table", wood, _round, 0.22, 0.52, wood)
        yield form("console_table", wood, _table, 0.32, 1.05, 0.80, wood)
    yield form("child_table", "birch", _table, 0.50, 0.65, 0.46, "birch")


def _table(m: Model, length: float, width: float, height: float, wood: str) -> None:
    paint = f"rooms.wood.{wood}"
    m.add(rounded_box(length, width, 0.035, 0.02, edge=0.008).moved(z=height - 0.035), paint)
    legs(m, length, width, height - 0.03, 0.06, paint, inset=0.035, taper=0.7)
    for x in (-1, 1):
        at = x * (length / 2 - 0.075)
        m.add(
            slab(
                at - 0.01,
                at + 0.01,
                -width / 2 + 0.09,
                width / 2 - 0.09,
                height - 0.11,
                height - 0.03,
            ),
            paint,
        )
    for y in (-1, 1):
        at = y * (width / 2 - 0.075)
        m.add(
            slab(
                -length / 2 + 0.09,
                length / 2 - 0.09,
                at - 0.01,
                at + 0.01,
                height - 0.11,
                height - 0.03,
            ),
            paint,
        )


def _round(m: Model, radius: float, height: float, wood: str) -> None:
    paint = f"rooms.wood.{wood}"
    m.add(cylinder(radius, 0.028, 40).moved(z=height - 0.028), paint)
    foot = radius * 0.55
    m.add(
        lathe(
            [
                (foot, 0.0),
                (foot, 0.018),
                (0.045, 0.05),
                (0.035, height * 0.5),
                (0.05, height - 0.05),
                (radius * 0.4, height - 0.026),
            ],
            28,
        ),
        paint,
    )


def _desk(m: Model, wood: str) -> None:
    paint, height = f"rooms.wood.{wood}", 0.74
    m.add(rounded_box(0.66, 1.35, 0.03, 0.012, edge=0.006).moved(z=height - 0.03), paint)
    m.add(slab(-0.30, 0.30, 0.25, 0.65, 0.04, height - 0.03), "rooms.glaze.white")
    for k in range(3):
        z = 0.06 + k * 0.215
        m.add(slab(0.30, 0.318, 0.26, 0.64, z, z + 0.205), paint)
        m.add(slab(0.318, 0.335, 0.38, 0.52, z + 0.145, z + 0.16), "rooms.steel")
    m.add(slab(-0.28, 0.28, 0.27, 0.63, 0.0, 0.04), "rooms.iron")
    for x in (-0.28, 0.28):
        m.add(slab(x - 0.02, x + 0.02, -0.64, -0.60, 0.0, height - 0.03), "rooms.iron")
    m.add(slab(-0.28, 0.28, -0.64, -0.60, 0.0, 0.03), "rooms.iron")


def _coffee(m: Model, length: float, width: float, wood: str) -> None:
    paint = f"rooms.wood.{wood}"
    m.add(rounded_box(length, width, 0.03, 0.03, edge=0.008).moved(z=0.40), paint)
    m.add(
        slab(
            -length / 2 + 0.05, length / 2 - 0.05, -width / 2 + 0.05, width / 2 - 0.05, 0.13, 0.148
        ),
        paint,
    )
    legs(m, length, width, 0.40, 0.045, paint, inset=0.03, taper=0.8)
