"""Studies, and desks elsewhere."""

from __future__ import annotations

import numpy as np

from lookabout.world.rooms.furnish.common import (
    Extra,
    any_on,
    bookcase,
    ceiling_lamp,
    count,
    curtains,
    floor_thing,
    on,
    picture,
    plant,
    rug_under,
    wall_shelf,
    wall_things,
)
from lookabout.world.rooms.items import Item
from lookabout.world.rooms.site import Site


def study(s: Site) -> list[Extra]:
    """A desk with a chair, books, an armchair."""
    curtains(s)
    extras = desk_place(s)
    bookcase(s)()
    extras.insert(1, lambda: picture(s))
    extras.insert(2, bookcase(s, most=2))
    extras += [bookcase(s, most=2) for _ in range(3)]
    ceiling_lamp(s)
    extras += [
        wall_shelf(s, _DESK + " candle radio statue"),
        lambda: _reading_corner(s),
        lambda: plant(s, True),
        *wall_things(s),
    ]
    extras.append(lambda: rug_under(
        s, (s.room.x0 + s.room.x1) / 2, (s.room.y0 + s.room.y1) / 2, 0.0, "medium"
    ))  # fmt: skip
    extras += [lambda: floor_thing(s, "waste_bin"), lambda: floor_thing(s, "filing_cabinet")]
    extras += [lambda: floor_thing(s, "whiteboard water_cooler backpack")]
    return extras


def desk_place(s: Site) -> list[Extra]:
    """A desk at a wall, a chair at it, and what lies on it."""
    model = s.library.pick("desk", s.rng)
    if model is None:
        return []
    desk = s.against_wall(model, aisle=0.85)
    if desk is None:
        return []
    s.open_aisle(desk)
    chair = s.library.pick("office_chair", s.rng)
    if chair is not None:
        x = desk.model.high[0] - 0.30 + chair.depth / 2
        s.tuck(chair, desk, x, 0.0, 180.0 + float(s.rng.uniform(-20, 20)), 0.45)
    s.keep_aisle(desk, 0.85)
    kind = s.rng.random()
    if kind < 0.4:
        on(s, desk, "laptop", near=(0.02, 0.0), jitter=8)
    elif kind < 0.6 and s.library.has("computer"):
        on(s, desk, "computer", near=(-0.02, 0.0), jitter=4)
    else:
        on(s, desk, "monitor", near=(-0.12, 0.0), jitter=4)
        on(s, desk, "keyboard", near=(0.16, 0.0), jitter=2)
        on(s, desk, "computer_mouse", near=(0.16, -0.32), jitter=10)
    edge = desk.model.width / 2 - 0.2
    return [
        lambda: on(s, desk, "desk_lamp", near=(-0.1, edge), jitter=10, low=0.5),
        *[any_on(s, desk, _DESK, low=0.5, high=1.1) for _ in range(3)],
        lambda: on(s, desk, "book", 2, same=False, low=0.5, fits=lambda m: m.height < 0.1),
        any_on(s, desk, _DESK, low=0.5, high=1.1),
    ]


_DESK = (
    "mug pen_holder calendar letter_tray telephone stapler tablet photo_frame potted_plant book "
    "printer coffee_cup newspaper camera desk_globe headphones table_fan pile_of_books"
)


def _reading_corner(s: Site) -> Item | None:
    if count(s, "armchair"):
        return None
    model = s.library.pick("armchair", s.rng)
    chair = s.against_wall(model, prefer="corner", behind=0.08) if model else None
    lamp = s.library.pick("floor_lamp", s.rng)
    if chair is not None and lamp is not None:
        for sign in (1, -1):
            y = sign * (chair.model.width / 2 + lamp.width / 2 + 0.06)
            x, wy = chair.to_world(np.array([[chair.model.low[0] + lamp.depth / 2, y]]))[0]
            if s.at(lamp, float(x), float(wy), chair.yaw_deg):
                break
    return chair
