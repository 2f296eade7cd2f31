"""Halls."""

from __future__ import annotations

from lookabout.world.rooms.furnish.common import (
    Extra,
    any_on,
    ceiling_lamp,
    floor_thing,
    picture,
    rug_under,
)
from lookabout.world.rooms.items import Item
from lookabout.world.rooms.site import Site


def hall(s: Site) -> list[Extra]:
    """What fits along the walls of a corridor."""
    ceiling_lamp(s)
    for _ in range(2):
        picture(s)
    _coats(s)
    cabinet = s.library.pick("shoe_cabinet", s.rng, lambda m: m.depth < 0.42)
    stand = s.against_wall(cabinet, aisle=0.7) if cabinet else None
    extras: list[Extra] = []
    if stand is not None:
        extras += [lambda: _mirror(s, stand), any_on(s, stand, _TOP), any_on(s, stand, _TOP)]
    extras += [
        lambda: picture(s), lambda: picture(s),
        lambda: rug_under(
            s, (s.room.x0 + s.room.x1) / 2, (s.room.y0 + s.room.y1) / 2,
            0.0 if s.room.depth > s.room.width else 90.0, "small",
        ),
        lambda: floor_thing(s, "umbrella_stand"), lambda: floor_thing(s, "shoes slippers"),
        lambda: picture(s), lambda: floor_thing(s, "bench vacuum_cleaner"),
        lambda: floor_thing(s, "backpack step_ladder"),
        lambda: floor_thing(s, "suitcase cardboard_box briefcase shopping_basket"),
    ]  # fmt: skip
    return extras


_TOP = "flowers vase basket hat cap telephone photo_frame handbag candle helmet bowl"


def _coats(s: Site) -> Item | None:
    model = s.library.pick("coat_rack", s.rng)
    return s.hang(model, 1.65) if model else None


def _mirror(s: Site, over: Item) -> Item | None:
    model = s.library.pick("mirror", s.rng, lambda m: m.height < 1.0)
    return s.hang(model, over.span[1] + 0.2, over=over) if model else None
