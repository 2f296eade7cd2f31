"""Bedrooms and children's rooms."""

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
    seats_around,
    wall_shelf,
    wall_things,
)
from lookabout.world.rooms.furnish.working import desk_place
from lookabout.world.rooms.items import Item
from lookabout.world.rooms.model import Furnishing
from lookabout.world.rooms.site import Site


def bedroom(s: Site) -> list[Extra]:
    """A bed with night stands, a wardrobe, a chest of drawers."""
    curtains(s)
    extras: list[Extra] = []
    bed = _bed(s, "bed" if min(s.room.width, s.room.depth) > 2.9 else "single_bed")
    if bed is not None:
        extras += _night_stands(s, bed)
        pillows(s, bed)
    model = s.library.pick("wardrobe", s.rng)
    wardrobe = s.against_wall(model, prefer="corner", aisle=0.55) if model else None
    if wardrobe is not None:
        extras.append(lambda: on(s, wardrobe, "storage_box", 2, low=1.5, high=2.3, jitter=4.0))
    ceiling_lamp(s)
    chest = _chest(s)
    if chest is not None:
        extras += [
            lambda: _over_chest(s, chest),
            *[any_on(s, chest, _CHEST, jitter=8.0) for _ in range(5)],
        ]
    if bed is not None:
        extras += [lambda: picture(s, bed), lambda: _mat(s, bed), lambda: _blanket(s, bed)]
    if s.room.area > 14:
        extras += desk_place(s)
    extras.append(bookcase(s, width=1.1))
    extras += [lambda: _dressing_place(s), lambda: _dressing_place(s)]
    extras += [lambda: plant(s, True), lambda: _armchair(s), *wall_things(s)]
    extras += [
        wall_shelf(s, _STAND + " vase potted_plant camera"),
        lambda: floor_thing(s, "clothes_rack crib changing_table"),
        lambda: floor_thing(s, "slippers shoes"),
        lambda: floor_thing(s, "suitcase handbag backpack"),
        lambda: floor_thing(s, "exercise_bike ironing_board vacuum_cleaner punching_bag"),
        wall_shelf(s, _STAND + " vase potted_plant camera hat candle"),
        bookcase(s, width=1.1),
    ]
    return extras


_CHEST = (
    "photo_frame candle vase handbag hat folded_clothes storage_box table_lamp book cosmetics_jar "
    "hairbrush gift cap radio potted_plant basket perfume_bottle table_fan sewing_machine iron "
    "lantern flowers pile_of_books"
)
_STAND = (
    "book alarm_clock drinking_glass telephone photo_frame mug tablet cosmetics_jar magazine "
    "perfume_bottle pile_of_books headphones"
)


def _chest(s: Site) -> Item | None:
    models = s.library.of("chest_of_drawers")
    for aisle in (0.5, 0.35):
        for k in s.rng.permutation(len(models)):
            chest = s.against_wall(models[int(k)], aisle=aisle)
            if chest is not None:
                return chest
    return None


def _bed(s: Site, category: str) -> Item | None:
    models = s.library.of(category)
    for k in s.rng.permutation(len(models))[:6]:
        model = models[int(k)]
        bed = s.against_wall(model, prefer="middle" if category == "bed" else "corner", aisle=0.55)
        if bed is not None:
            return bed
    return _bed(s, "single_bed") if category == "bed" else None


def _night_stands(s: Site, bed: Item) -> list[Extra]:
    model = s.library.pick("bedside_table", s.rng)
    lamp = s.library.pick("table_lamp", s.rng, lambda m: m.height < 0.6)
    if model is None or lamp is None:
        return []
    stands: list[Item] = []
    for sign in (1, -1):
        y = sign * (bed.model.width / 2 + model.width / 2 + 0.05)
        x = bed.model.low[0] + model.depth / 2
        wx, wy = bed.to_world(np.array([[x, y]]))[0]
        stand = s.at(model, float(wx), float(wy), bed.yaw_deg)
        if stand is not None:
            stands.append(stand)

    def lamps() -> None:
        for stand in stands:
            s.put_on(stand, lamp, low=0.25, near=(-0.05, 0.0))

    extras: list[Extra] = [lamps]
    if stands:
        extras += [
            any_on(s, stands[0], _STAND, jitter=10.0),
            any_on(s, stands[-1], _STAND, jitter=10.0),
            any_on(s, stands[0], _STAND, jitter=10.0),
        ]
    return extras


def pillows(s: Site, bed: Item) -> None:
    """Equal ones at the head, if the bed's model has none of its own."""
    model = s.library.pick("pillow", s.rng)
    if model is None:
        return
    for y in (0.0,) if bed.model.width < 1.3 else (-bed.model.width / 4, bed.model.width / 4):
        s.lay_on(bed, model, bed.model.low[0] + 0.10 + model.depth / 2, y, 0.0)


def _blanket(s: Site, bed: Item) -> Item | None:
    model = s.library.pick("blanket", s.rng)
    if model is None:
        return None
    y = float(s.rng.uniform(-0.2, 0.2)) * bed.model.width
    return s.lay_on(bed, model, bed.model.high[0] - 0.5, y, float(s.rng.uniform(-20, 20)))


def _over_chest(s: Site, chest: Item) -> None:
    model = s.library.pick("mirror", s.rng, lambda m: m.height < 1.0)
    if model is not None and s.hang(model, chest.span[1] + 0.15, over=chest):
        return
    picture(s, chest)


def _mat(s: Site, bed: Item) -> Item | None:
    """A rug beside the bed."""
    for sign in (1, -1):
        y = sign * (bed.model.width / 2 + 0.45)
        x, wy = bed.to_world(np.array([[0.35, y]]))[0]
        rug = rug_under(s, float(x), float(wy), bed.yaw_deg + 90.0, "small")
        if rug is not None:
            return rug
    return None


def _dressing_place(s: Site) -> None:
    """A dressing table; once it is there, things on it."""
    table = next((i for i in s.items if i.model.category == "dressing_table"), None)
    if table is None:
        model = s.library.pick("dressing_table", s.rng)
        table = s.against_wall(model, aisle=0.45) if model else None
    if table is not None:
        for _ in range(2):
            any_on(s, table, _CHEST, low=0.5, high=0.9, jitter=8.0)()


def _armchair(s: Site) -> Item | None:
    model = s.library.pick("armchair", s.rng)
    return s.against_wall(model, prefer="corner", behind=0.06) if model else None


def child_room(s: Site) -> list[Extra]:
    """A small bed, a table with chairs, shelves, toys."""
    curtains(s)
    extras: list[Extra] = []
    bed = _bed(s, "single_bed")
    if bed is not None:
        pillows(s, bed)
        extras.append(lambda: _toy_on_bed(s, bed))
    wardrobe = s.library.pick("wardrobe", s.rng, lambda m: m.width < 1.6)
    if wardrobe is not None:
        s.against_wall(wardrobe, prefer="corner", aisle=0.5)
    shelf_model = s.library.pick("toy_shelf", s.rng)
    shelf = s.against_wall(shelf_model, aisle=0.4) if shelf_model else None
    ceiling_lamp(s)
    table_model = s.library.pick("child_table", s.rng)
    if table_model is not None:
        place = s.most_open(table_model, 0.0, 0.35)
        chair = s.library.pick("child_chair", s.rng)
        table = s.at(table_model, *place, 0.0) if place else None
        if table is not None and chair is not None:
            seats_around(s, table, chair, 2)
            extras.append(lambda: on(s, table, "toy_block", 3, same=False, high=0.8, jitter=90))
    if shelf is not None:
        extras += [
            *[any_on(s, shelf, _TOYS, low=0.05, high=1.6, jitter=40.0) for _ in range(5)],
        ]
    if bed is not None:
        stand = s.library.pick("bedside_table", s.rng)
        extras.append(lambda: _one_stand(s, bed, stand))
    extras += [lambda: floor_toys(s, "ball"), lambda: floor_toys(s, "toy_car")]
    extras += [lambda: floor_thing(s, "rocking_horse"), lambda: floor_thing(s, "doll_house")]
    extras += [lambda: floor_thing(s, "easel"), lambda: floor_thing(s, "doll_pram potty")]
    extras += [
        lambda: picture(s),
        wall_shelf(s, _TOYS),
        lambda: plant(s, False),
        lambda: picture(s),
    ]
    extras.insert(2, bookcase(s, width=1.0))
    extras.insert(4, lambda: picture(s))
    extras += [bookcase(s), bookcase(s)]
    return extras


_TOYS = (
    "teddy_bear toy_car toy_block doll puzzle_cube xylophone toy_figure storage_box ball "
    "toy_train toy_plane toy_boat stacking_rings chessboard pile_of_books"
)


def _one_stand(s: Site, bed: Item, model: Furnishing | None) -> None:
    if model is None:
        return
    for sign in (1, -1):
        y = sign * (bed.model.width / 2 + model.width / 2 + 0.05)
        wx, wy = bed.to_world(np.array([[bed.model.low[0] + model.depth / 2, y]]))[0]
        stand = s.at(model, float(wx), float(wy), bed.yaw_deg)
        if stand is not None:
            on(s, stand, "table_lamp", near=(-0.05, 0), fits=lambda m: m.height < 0.6)
            return


def _toy_on_bed(s: Site, bed: Item) -> Item | None:
    model = s.library.pick("teddy_bear", s.rng)
    if model is None:
        return None
    return s.lay_on(bed, model, float(s.rng.uniform(-0.1, 0.4)), 0.0, float(s.rng.uniform(-30, 30)))


def floor_toys(s: Site, category: str) -> Item | None:
    """One of them on the floor, of three at most."""
    if count(s, category) >= 3:
        return None
    model = s.library.pick(category, s.rng)
    if model is None:
        return None
    for _ in range(20):
        x = float(s.rng.uniform(s.room.x0 + 0.3, s.room.x1 - 0.3))
        y = float(s.rng.uniform(s.room.y0 + 0.3, s.room.y1 - 0.3))
        item = s.at(model, x, y, float(s.rng.uniform(0, 360)), gap=0.05)
        if item is not None:
            return item
    return None
