"""Kitchens."""

from __future__ import annotations

import numpy as np

from lookabout.world.rooms.furnish.common import (
    Extra,
    any_on,
    ceiling_lamp,
    floor_thing,
    on,
    picture,
    plant,
    seats_around,
    wall_shelf,
)
from lookabout.world.rooms.furnish.living import lay_table
from lookabout.world.rooms.items import Item
from lookabout.world.rooms.model import Furnishing
from lookabout.world.rooms.plan import SIDES, Side
from lookabout.world.rooms.site import Site
from lookabout.world.scene import Floats


def kitchen(s: Site) -> list[Extra]:
    """A row of units along a wall, cabinets over them, a table with chairs."""
    extras: list[Extra] = []
    row = _row(s)
    tops = [item for item in row if item.model.category in ("kitchen_cabinet", "dishwasher")]
    table = _table(s)
    ceiling_lamp(s, table)

    def top(category: str, count: int = 1, jitter: float = 20.0) -> Extra:
        def put() -> None:
            for _ in range(count):
                if tops:
                    carrier = tops[int(s.rng.integers(len(tops)))]
                    on(s, carrier, category, low=0.8, high=1.1, jitter=jitter)

        return put

    def some() -> Extra:
        def put() -> None:
            if tops:
                carrier = tops[int(s.rng.integers(len(tops)))]
                any_on(s, carrier, _COUNTER, low=0.8, high=1.1, jitter=20.0)()

        return put

    extras += [top("microwave", jitter=2), some(), some(), some()]
    if table is not None:
        extras += [
            any_on(s, table, _CENTRE, high=1.0),
            lambda: lay_table(s, table),
            any_on(s, table, _SNACK, high=1.0),
        ]
    stove = next((item for item in row if item.model.category == "stove"), None)
    if stove is not None:
        extras.append(lambda: on(s, stove, "cooking_pot", low=0.8, high=1.1, jitter=180))
        extras.append(lambda: on(s, stove, "frying_pan", low=0.8, high=1.1, jitter=180))
    extras += [
        some(),
        wall_shelf(s, _SMALL),
        some(),
        top("storage_jar", 2),
        some(),
        lambda: floor_thing(s, "waste_bin recycling_bin"),
        lambda: floor_thing(s, "high_chair chest_freezer"),
        lambda: picture(s),
        some(),
        lambda: plant(s, False),
        some(),
        lambda: floor_thing(s, "shopping_basket cardboard_box broom bucket fire_extinguisher"),
    ]
    return extras


_CENTRE = "fruit_bowl salad_bowl cake vase teapot flowers roast_chicken"
_SNACK = "newspaper mug coffee_cup bread milk_carton bottle hamburger"
_COUNTER = (
    "toaster kettle coffee_machine rice_cooker sandwich_maker kitchen_scale knife_block "
    "paper_towels spice_rack bread_box bread chopping_board utensil_pot milk_carton bottle "
    "wine_bottle teapot storage_jar fruit_bowl salad_bowl tray mug bowl frying_pan "
    "mixer blender coffee_press deep_fryer"
)


_SMALL = "mug bowl storage_jar teapot spice_rack bottle vase potted_plant plate kitchen_scale tray"


def _row(s: Site) -> list[Item]:
    """Fridge, sink, stove and cabinets side by side on the longest wall that is free enough."""
    best: list[tuple[float, float, Side]] = []
    for side in SIDES:
        low, high = s.room.span(side)
        for a, b in _stretches(s, side, low, high):
            best.append((b - a, a, side))
    best.sort(key=lambda t: (-round(t[0], 2), t[2]))
    if not best:
        return []
    length, start, side = best[0]
    style = s.library.style("kitchen_cabinet", s.rng)
    kinds = _order(int(length / 0.6), s)
    placed: list[Item] = []
    backwards = bool(s.rng.random() < 0.5)
    if backwards:
        kinds.reverse()
    at = start
    for kind in kinds:
        model = s.library.styled(kind, style, s.rng)
        if model is None or at + model.width > start + length + 1e-6:
            continue
        item = s.wall_item(model, side, at + model.width / 2, z=0.0)
        if s.free(item.corners, *item.span, gap=0.0) and s.inside(item.corners):
            s.claim_wall(side, item)
            placed.append(s.add(item, aisle=0.75))
            at += model.width + 0.001
    _wall_row(s, side, placed, style)
    return placed


def _order(count: int, s: Site) -> list[str]:
    kinds = ["fridge", "kitchen_cabinet", "sink", "kitchen_cabinet", "stove", "kitchen_cabinet",
             "dishwasher", "kitchen_cabinet"]  # fmt: skip
    if count <= 3:
        return ["fridge", "sink", "stove"][:count]
    if count == 4:
        return ["fridge", "sink", "kitchen_cabinet", "stove"]
    return kinds[: min(count, 8 if s.rng.random() < 0.5 else 6)]


def _stretches(s: Site, side: Side, low: float, high: float) -> list[tuple[float, float]]:
    """Parts of a wall where low units can stand."""
    free = []
    at = None
    for u in np.arange(low + 0.02, high - 0.02, 0.05):
        item_low, item_high = float(u), float(u) + 0.05
        corners = _strip(s, side, item_low, item_high)
        ok = s.wall_free(side, item_low, item_high, 0.0, 1.0) and s.free(corners, 0.0, 1.0)
        if ok and at is None:
            at = item_low
        if not ok and at is not None:
            free.append((at, item_low))
            at = None
    if at is not None:
        free.append((at, high - 0.02))
    return free


def _strip(s: Site, side: Side, u0: float, u1: float) -> Floats:
    face = s.room.face(side)
    inner = face + (0.66 if side in ("south", "west") else -0.66)
    a, b = sorted((face, inner))
    if side in ("south", "north"):
        return np.array([[u0, a], [u1, a], [u1, b], [u0, b]])
    return np.array([[a, u0], [b, u0], [b, u1], [a, u1]])


def _wall_row(s: Site, side: Side, row: list[Item], style: str) -> None:
    """Cabinets over the units, a hood over the stove."""
    cabinet = s.library.styled("wall_cabinet", style, s.rng)
    hood = s.library.pick("range_hood", s.rng)
    for item in row:
        u = item.x if side in ("south", "north") else item.y
        kind = item.model.category
        model: Furnishing | None = hood if kind == "stove" else cabinet
        if kind == "fridge" or model is None:
            continue
        z = 1.50 if kind == "stove" else 1.42
        above = s.wall_item(model, side, u, z=z, behind=0.0)
        half = model.width / 2 - 0.02
        low, high = above.span
        if s.wall_free(side, u - half, u + half, low, high) and s.inside(above.corners, -0.001):
            s.claim_wall(side, above)
            s.add(above)


def _table(s: Site) -> Item | None:
    chair = s.library.pick("dining_chair", s.rng)
    assert chair is not None
    models = s.library.of("dining_table")
    for k in s.rng.permutation(len(models)):
        model = models[int(k)]
        if model.width > 1.5:
            continue
        for yaw in (0.0, 90.0):
            place = s.most_open(model, yaw, 0.5)
            if place is not None:
                table = s.at(model, *place, yaw)
                if table is not None:
                    seats_around(s, table, chair, 4)
                    return table
    return None
