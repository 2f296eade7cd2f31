"""Bathrooms."""

from __future__ import annotations

import numpy as np

from lookabout.world.rooms.furnish.common import Extra, any_on, ceiling_lamp, count, on
from lookabout.world.rooms.items import Item
from lookabout.world.rooms.site import Site


def bathroom(s: Site) -> list[Extra]:
    """Tub, basin with a mirror, toilet, towels."""
    extras: list[Extra] = []
    tub = _first(s, "bathtub", aisle=0.5, prefer="corner")
    basin = _first(s, "washbasin", aisle=0.55)
    toilet = _first(s, "toilet", aisle=0.5)
    ceiling_lamp(s)
    if basin is not None:
        mirror = s.library.pick("mirror", s.rng, lambda m: m.height < 1.0)
        if mirror is not None:
            s.hang(mirror, 1.15, over=basin)
        extras += [
            lambda: on(s, basin, "soap_dispenser", low=0.7, high=1.0, jitter=40),
            any_on(s, basin, _TOILETRIES, low=0.7, high=1.0),
            any_on(s, basin, _TOILETRIES, low=0.7, high=1.0),
        ]
    extras += [lambda: _towels(s, 2), lambda: _machine(s)]
    if toilet is not None:
        extras.append(lambda: _beside(s, toilet, "toilet_brush"))
    if tub is not None:
        extras += [lambda: _bottles(s, tub), lambda: _mat(s, tub)]  # fmt: skip
    extras += [lambda: _once(s, "laundry_basket"), lambda: _once(s, "bidet")]
    extras += [lambda: _once(s, "bucket"), lambda: _towels(s, 1)]
    extras += [lambda: _once(s, "clothes_horse")]
    return extras


_TOILETRIES = "cosmetics_jar hairbrush shampoo_bottle mug folded_towel medicine_box perfume_bottle"


def _first(s: Site, category: str, aisle: float, prefer: str = "any") -> Item | None:
    if not s.library.has(category):
        return None
    models = s.library.of(category)
    for k in s.rng.permutation(len(models))[:5]:
        item = s.against_wall(models[int(k)], aisle=aisle, prefer=prefer)
        if item is not None:
            return item
    return None


def _once(s: Site, category: str) -> Item | None:
    return None if count(s, category) else _first(s, category, aisle=0.0)


def _bottles(s: Site, tub: Item) -> None:
    if not tub.carried:
        on(s, tub, "shampoo_bottle", 3, same=False, low=0.4, high=0.8)


def _towels(s: Site, most: int) -> None:
    model = s.library.pick("towel", s.rng) if count(s, "towel") < 3 else None
    for _ in range(most):
        if model is not None:
            s.hang(model, 0.85)


def _machine(s: Site) -> None:
    if count(s, "washing_machine"):
        return
    item = _first(s, "washing_machine", aisle=0.5)
    if item is not None:
        on(s, item, "folded_towel", 2, low=0.6, high=1.0)
        on(s, item, "basket", low=0.6, high=1.0)


def _beside(s: Site, item: Item, category: str) -> Item | None:
    model = s.library.pick(category, s.rng) if not count(s, category) else None
    if model is None:
        return None
    for sign in (1, -1):
        y = sign * (item.model.width / 2 + model.width / 2 + 0.08)
        x, wy = item.to_world(np.array([[item.model.low[0] + model.depth / 2 + 0.06, y]]))[0]
        placed = s.at(model, float(x), float(wy), item.yaw_deg)
        if placed is not None:
            return placed
    return None


def _mat(s: Site, tub: Item) -> Item | None:
    model = s.library.pick("bath_mat", s.rng)
    if model is None or count(s, "bath_mat"):
        return None
    x, y = tub.to_world(np.array([[tub.model.high[0] + 0.06 + model.depth / 2, 0.0]]))[0]
    item = Item(model, float(x), float(y), 0.0, tub.yaw_deg, s.index)
    if s.inside(item.corners) and s.free(item.corners, 0.0, 0.02, zones=False):
        return s.add(item)
    return None
