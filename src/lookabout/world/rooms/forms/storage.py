"""Cabinets, shelves, wardrobes."""

from __future__ import annotations

from collections.abc import Iterator

from lookabout.world.assets.model import Model
from lookabout.world.rooms.forms.parts import form, legs, slab
from lookabout.world.rooms.model import Furnishing


def forms() -> Iterator[Furnishing]:
    """All storage."""
    for wood in ("oak", "walnut", "birch"):
        yield form("bookcase", wood, shelves, 0.30, 0.80, 1.90, 5, wood)
        yield form("bookcase", f"low-{wood}", shelves, 0.32, 1.00, 0.95, 2, wood)
        yield form("bedside_table", wood, chest, 0.40, 0.45, 0.50, 1, 2, wood, 0.10)
        yield form("chest_of_drawers", wood, chest, 0.46, 0.95, 0.82, 2, 4, wood, 0.08)
        yield form("tv_stand", wood, _tv_stand, wood)
        yield form("sideboard", wood, doors, 0.44, 1.55, 0.80, 3, wood, 0.12)
        yield form("shoe_cabinet", wood, doors, 0.30, 0.80, 0.90, 2, wood, 0.06)
    for paint in ("white", "cream", "grey"):
        yield form(
            "wardrobe",
            paint,
            doors,
            0.60,
            1.50,
            2.05,
            3,
            "oak",
            0.07,
            f"rooms.glaze.{paint}",
        )
    yield form("wall_shelf", "oak", _wall_shelf, "oak")
    yield form("wall_shelf", "walnut", _wall_shelf, "walnut")
    for glaze in ("white", "yellow", "sky"):
        fronts = "rooms.cloth.sky" if glaze == "sky" else f"rooms.glaze.{glaze}"
        yield form("toy_shelf", glaze, _toy_shelf, fronts)


def shelves(m: Model, depth: float, width: float, height: float, boards: int, wood: str) -> None:
    """An open case with ``boards`` compartments one over the other."""
    paint, t = f"rooms.wood.{wood}", 0.022
    half_d, half_w = depth / 2, width / 2
    for y in (-1, 1):
        inner, outer = sorted((y * half_w, y * (half_w - t)))
        m.add(slab(-half_d, half_d, inner, outer, 0.0, height), paint)
    m.add(slab(-half_d, -half_d + 0.006, -half_w + t, half_w - t, 0.06, height - t), paint)
    m.add(slab(half_d - 0.03, half_d - 0.015, -half_w + t, half_w - t, 0.0, 0.06), paint)
    for k in range(boards + 1):
        z = 0.06 + (height - 0.06 - t) * k / boards
        m.add(slab(-half_d + 0.006, half_d - 0.004, -half_w + t, half_w - t, z, z + t), paint)


def chest(
    m: Model,
    depth: float,
    width: float,
    height: float,
    columns: int,
    rows: int,
    wood: str,
    foot: float,
) -> None:
    """A case of drawers on feet."""
    paint = f"rooms.wood.{wood}"
    m.add(slab(-depth / 2, depth / 2 - 0.02, -width / 2, width / 2, foot, height), paint)
    legs(m, depth, width, foot, 0.04, paint, inset=0.02)
    gap = 0.006
    for i in range(columns):
        y0 = -width / 2 + width * i / columns + gap
        y1 = -width / 2 + width * (i + 1) / columns - gap
        for k in range(rows):
            z0 = foot + (height - 0.02 - foot) * k / rows + gap
            z1 = foot + (height - 0.02 - foot) * (k + 1) / rows - gap
            m.add(slab(depth / 2 - 0.02, depth / 2 - 0.002, y0, y1, z0, z1), paint)
            y = (y0 + y1) / 2
            z = (z0 + z1) / 2
            m.add(
                slab(depth / 2 - 0.002, depth / 2 + 0.016, y - 0.05, y + 0.05, z, z + 0.012),
                "rooms.steel",
            )


def doors(
    m: Model,
    depth: float,
    width: float,
    height: float,
    count: int,
    wood: str,
    foot: float,
    fronts: str = "",
) -> None:
    """A cupboard with upright doors."""
    paint = fronts or f"rooms.wood.{wood}"
    m.add(slab(-depth / 2, depth / 2 - 0.022, -width / 2, width / 2, foot, height), paint)
    if foot > 0.1:
        legs(m, depth, width, foot, 0.05, "rooms.wood.walnut", inset=0.04, taper=0.7)
    else:
        m.add(
            slab(
                -depth / 2 + 0.03, depth / 2 - 0.06, -width / 2 + 0.02, width / 2 - 0.02, 0.0, foot
            ),
            "rooms.iron",
        )
    gap = 0.004
    for i in range(count):
        y0 = -width / 2 + width * i / count + gap
        y1 = -width / 2 + width * (i + 1) / count - gap
        m.add(slab(depth / 2 - 0.02, depth / 2, y0, y1, foot + gap, height - 0.02), paint)
        y = y1 - 0.04 if i % 2 == 0 else y0 + 0.04
        middle = foot + (height - foot) * (0.5 if height > 1.2 else 0.72)
        m.add(
            slab(depth / 2, depth / 2 + 0.02, y - 0.007, y + 0.007, middle - 0.07, middle + 0.07),
            "rooms.steel",
        )


def _tv_stand(m: Model, wood: str) -> None:
    paint = f"rooms.wood.{wood}"
    d, w, h, t = 0.42, 1.50, 0.46, 0.022
    legs(m, d, w, 0.12, 0.04, paint, inset=0.05)
    for z in (0.12, h - t):
        m.add(slab(-d / 2, d / 2, -w / 2, w / 2, z, z + t), paint)
    for y in (-w / 2, -w / 6 - t / 2, w / 6 - t / 2, w / 2 - t):
        m.add(slab(-d / 2, d / 2 - 0.004, y, y + t, 0.12 + t, h - t), paint)
    m.add(slab(-d / 2, -d / 2 + 0.006, -w / 2 + t, w / 2 - t, 0.12 + t, h - t), paint)
    for a, b in ((-w / 2 + t, -w / 6 - t / 2), (w / 6 + t / 2, w / 2 - t)):
        m.add(slab(d / 2 - 0.022, d / 2 - 0.003, a + 0.003, b - 0.003, 0.145, h - t - 0.003), paint)


def _wall_shelf(m: Model, wood: str) -> None:
    paint = f"rooms.wood.{wood}"
    m.add(slab(-0.11, 0.11, -0.40, 0.40, 0.12, 0.145), paint)
    for y in (-0.30, 0.30):
        m.add(slab(-0.11, -0.10, y - 0.012, y + 0.012, 0.0, 0.12), "rooms.iron")
        m.add(slab(-0.10, 0.06, y - 0.012, y + 0.012, 0.11, 0.12), "rooms.iron")


def _toy_shelf(m: Model, paint: str) -> None:
    shelves(m, 0.34, 0.90, 0.78, 2, "birch")
    for y in (-0.22, 0.22):
        m.add(slab(-0.14, 0.13, y - 0.19, y + 0.19, 0.085, 0.33), paint)
