"""Arrangements that several kinds of room share."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from lookabout.world.rooms.items import Item
from lookabout.world.rooms.model import Furnishing
from lookabout.world.rooms.plan import HEIGHT
from lookabout.world.rooms.site import Site
from lookabout.world.rooms.space import INWARD

Extra = Callable[[], object]
"""Adds some things to a room if there is space for them."""


def count(s: Site, category: str) -> int:
    """How many things of a category the room has."""
    return sum(item.model.category == category for item in s.items)


def curtains(s: Site) -> None:
    """A pair at each window that has a rod."""
    for hole in s.flat.plan.openings:
        if hole.room != s.index or not hole.curtains:
            continue
        model = s.library.pick("curtain", s.rng)
        assert model is not None
        for u in (hole.low - 0.24, hole.high + 0.24):
            low, high = s.room.span(hole.side)
            if not low + model.width / 2 <= u <= high - model.width / 2:
                continue
            item = s.wall_item(model, hole.side, u, z=0.03, behind=0.035)
            if s.free(item.corners, *item.span, zones=False):
                s.claim_wall(hole.side, item)
                s.add(item)


def ceiling_lamp(s: Site, over: Item | None = None) -> None:
    """In the middle of the room, or over a table."""
    x, y = (s.room.x0 + s.room.x1) / 2, (s.room.y0 + s.room.y1) / 2
    if over is not None:
        x, y = over.x, over.y
    hanging = over is not None and over.model.height < 1.0
    model = s.library.pick("pendant_lamp" if hanging else "ceiling_lamp", s.rng)
    assert model is not None
    s.from_ceiling(model, x, y)


def picture(s: Site, over: Item | None = None) -> Item | None:
    """One that the flat does not have yet, on any wall or over a thing."""
    if count(s, "picture") >= 2 + s.room.area / 5:
        return None
    above = over.span[1] + 0.18 if over is not None else 1.25
    most = HEIGHT - 0.25 - max(above, 1.15)
    have = {item.model.name for item in s.flat.items}
    model = s.library.pick(
        "picture", s.rng, lambda m: m.height < most and m.name not in have
    ) or s.library.pick("picture", s.rng, lambda m: m.height < most)
    if model is None:
        return None
    return s.hang(model, max(above, 1.58 - model.height / 2), over=over)


def wall_things(s: Site) -> list[Extra]:
    """Pictures and clocks."""

    def other(category: str, middle: float) -> Extra:
        def put() -> Item | None:
            if any(item.model.category == category for item in s.flat.items):
                return None
            model = s.library.pick(category, s.rng, lambda m: m.height < 1.0)
            return s.hang(model, middle - model.height / 2) if model else None

        return put

    return [lambda: picture(s), lambda: picture(s), other("wall_clock", 1.85),
            other("cuckoo_clock", 1.75)]  # fmt: skip


def plant(s: Site, tall: bool) -> Item | None:
    """A plant on the floor, best in a corner; there are never many."""
    if sum(i.on is None for i in s.items if i.model.category == "potted_plant") >= 2:
        return None
    model = s.library.pick("potted_plant", s.rng, lambda m: (m.height > 0.6) == tall)
    return s.against_wall(model, prefer="corner", aisle=0.0, behind=0.06) if model else None


def on(
    s: Site, carrier: Item, category: str, count: int = 1, *, same: bool = True, low: float = 0.2,
    high: float = 1.45, jitter: float = 25.0, yaws: Sequence[float] = (0.0,),
    fits: Callable[[Furnishing], bool] = lambda model: True,
    near: tuple[float, float] | None = None,
) -> list[Item]:  # fmt: skip
    """
    Things of a category on a thing.

    :param same: all of one model.
    """
    placed = []
    model = s.library.pick(category, s.rng, fits)
    for _ in range(count):
        if model is None:
            break
        item = s.put_on(carrier, model, low=low, high=high, jitter=jitter, yaws=yaws, near=near)
        if item is not None:
            placed.append(item)
        if not same:
            model = s.library.pick(category, s.rng, fits)
    return placed


def any_on(
    s: Site, carrier: Item, categories: str, *, low: float = 0.2, high: float = 1.45,
    jitter: float = 25.0, most: float = 0.6,
) -> Extra:  # fmt: skip
    """
    One thing of any of some categories, that the flat or at least this room does not have yet
    if possible.

    :param categories: their names, between blanks.
    :param most: metres that it may be high.
    """

    def put() -> Item | None:
        names = [name for name in categories.split() if s.library.has(name)]
        for _ in range(_OFFERS):
            model = s.library.pick(
                str(s.rng.choice(_fresh(s, names))), s.rng, lambda m: m.height < most and _lies(m)
            )
            item = s.put_on(carrier, model, low=low, high=high, jitter=jitter) if model else None
            if item is not None:
                return item
        return None

    return put


_OFFERS = 4
"""Things that are tried before there is taken to be no room."""


def _fresh(s: Site, names: Sequence[str]) -> Sequence[str]:
    """Those categories that the flat does not have yet, else this room, else all."""
    for items in (s.flat.items, s.items):
        have = {item.model.category for item in items}
        fresh = [name for name in names if name not in have]
        if fresh:
            return fresh
    return names


def _lies(model: Furnishing) -> bool:
    """Books on furniture lie; those in shelves stand."""
    return model.category != "book" or model.height < 0.1


def row_of_books(s: Site, shelf: Item, count: int, *, same: bool) -> list[Item]:
    """Side by side on one board, backs to the front."""
    model = s.library.pick("book", s.rng, lambda m: m.width < 0.08)
    if model is None:
        return []
    first = s.put_on(shelf, model, low=0.05, high=1.75, margin=0.0)
    placed = [first] if first else []
    while first is not None and len(placed) < count:
        if not same:
            model = s.library.pick("book", s.rng, lambda m: m.width < 0.08)
        assert model is not None
        height = first.z - shelf.z
        x, y = _local(shelf, placed[-1])
        item = s.put_on(
            shelf, model, low=height - 0.03, high=height + 0.03, near=(x, y + 0.05), margin=0.0
        )
        if item is None or abs(item.z - first.z) > 0.01:
            break
        placed.append(item)
    return placed


def _local(carrier: Item, item: Item) -> tuple[float, float]:
    back = np.linalg.inv(carrier.pose)
    x, y = (back @ np.array([item.x, item.y, 0.0, 1.0]))[:2]
    return float(x), float(y)


def floor_thing(s: Site, categories: str) -> Item | None:
    """Something that was put down at a wall, of a category that the flat does not have yet."""
    have = {item.model.category for item in s.flat.items}
    names = [name for name in categories.split() if s.library.has(name) and name not in have]
    if not names:
        return None
    model = s.library.pick(str(s.rng.choice(names)), s.rng)
    return s.against_wall(model, aisle=0.0, behind=0.05) if model else None


def wall_shelf(s: Site, categories: str) -> Extra:
    """A board on the wall with things on it, two in a room; later, more things on them."""

    def some(shelf: Item) -> None:
        any_on(s, shelf, categories, low=0.05, high=0.3, jitter=12.0, most=0.35)()

    def put() -> None:
        shelves = [item for item in s.items if item.model.category == "wall_shelf"]
        model = s.library.pick("wall_shelf", s.rng)
        shelf = None
        if model is not None and len(shelves) < 2:
            shelf = s.hang(model, float(s.rng.uniform(1.25, 1.5)))
        if shelf is not None:
            for _ in range(4):
                some(shelf)
        elif shelves:
            some(shelves[int(s.rng.integers(len(shelves)))])

    return put


_SHELF = (
    "vase photo_frame storage_box statue candle radio music_player camera puzzle_cube toy_figure "
    "potted_plant bowl open_book teapot alarm_clock telephone gift pile_of_books lantern "
    "desk_globe toy_boat flowers headphones hat"
)


def bookcase(s: Site, *, most: int = 1, width: float = 2.0) -> Extra:
    """A bookcase with the first of its things; later, more things for those that are there."""

    def put() -> None:
        cases = [item for item in s.items if item.model.category == "bookcase"]
        if len(cases) < most:
            model = s.library.pick("bookcase", s.rng, lambda m: m.width < width)
            case = s.against_wall(model, aisle=0.45) if model is not None else None
            if case is not None:
                for extra in _fill_shelf(s, case)[:3]:
                    extra()
                return
        if cases:
            more = _fill_shelf(s, cases[int(s.rng.integers(len(cases)))])
            more[int(s.rng.integers(len(more)))]()

    return put


def _fill_shelf(s: Site, shelf: Item) -> list[Extra]:
    """What stands on the boards of a bookcase."""
    if not s.library.open(shelf.model):
        return [any_on(s, shelf, _SHELF, low=0.3, high=1.5)]

    def some() -> Extra:
        return any_on(s, shelf, _SHELF, low=0.05, high=1.6, jitter=15.0, most=0.5)

    def books(same: bool) -> Extra:
        return lambda: row_of_books(s, shelf, int(s.rng.integers(2, 4)), same=same)

    def row() -> Extra:
        return lambda: on(s, shelf, "row_of_books", low=0.05, high=1.7, jitter=0.0)

    return [
        row(), some(), books(False), some(), some(), row(),
        lambda: on(s, shelf, "storage_box", 2, low=0.05, high=1.6, jitter=3.0), some(),
    ]  # fmt: skip


def seats_around(
    s: Site, table: Item, model: Furnishing, count: int, ends: bool = True
) -> list[Item]:
    """Equal chairs around a table, each facing it."""
    (x0, y0, _), (x1, y1, _) = table.model.low, table.model.high
    depth, width = x1 - x0, y1 - y0
    inset = model.depth * 0.42
    places = []
    per_side = max(int(width / 0.62), 1)
    for k in range(per_side):
        y = (k + 0.5) / per_side * width - width / 2
        places += [(x1 - inset + model.depth / 2, y, 180.0), (x0 + inset - model.depth / 2, y, 0.0)]
    if ends and depth > 0.62:
        places += [(0.0, y1 - inset + model.depth / 2, -90.0),
                   (0.0, y0 + inset - model.depth / 2, 90.0)]  # fmt: skip
    if abs(depth - width) < 0.15:
        places = [places[0], places[1], *places[-2:]] if ends else places
    placed: list[Item] = []
    for x, y, yaw in places[: count + 2]:
        if len(placed) == count:
            break
        item = s.tuck(model, table, x, y, yaw + float(s.rng.uniform(-6, 6)), 0.45)
        if item is not None:
            placed.append(item)
    return placed


def rug_under(s: Site, x: float, y: float, yaw: float, size: str = "") -> Item | None:
    """A rug where nothing stands yet; what is put on it later stands on it whole."""
    models = [m for m in s.library.of("rug") if size in m.name]
    for k in s.rng.permutation(len(models))[:6]:
        item = Item(models[int(k)], x, y, 0.0, yaw, s.index)
        if s.inside(item.corners, 0.1) and s.free(item.corners, 0.0, 0.02, zones=False):
            return s.add(item)
    return None


def facing(item: Item) -> str:
    """The wall that a thing stands against."""
    return min(INWARD, key=lambda side: abs((INWARD[side] - item.yaw_deg + 180) % 360 - 180))
