"""Living rooms and dining rooms."""

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
from lookabout.world.rooms.items import Item
from lookabout.world.rooms.model import Furnishing
from lookabout.world.rooms.plan import SIDES, Side
from lookabout.world.rooms.site import Site
from lookabout.world.scene import Floats

_OPPOSITE: dict[Side, Side] = {"south": "north", "north": "south", "east": "west", "west": "east"}


def living_room(s: Site) -> list[Extra]:
    """A sofa that looks at a television over a coffee table, and what goes with it."""
    curtains(s)
    sofa, stand = _sofa_and_screen(s)
    extras: list[Extra] = []
    if sofa is not None:
        extras += _around_sofa(s, sofa, stand)
    if s.room.area > 15:
        table = dining_table(s, extras)
        if table is not None:
            extras += _table_things(s, table)
    extras.insert(0, lambda: picture(s))
    extras.insert(3, bookcase(s))
    ceiling_lamp(s)
    board = s.library.pick("sideboard", s.rng)
    if board is not None and s.room.area > 14:
        extras.append(lambda: _sideboard(s))
    extras += [lambda: plant(s, True), *wall_things(s), lambda: _piano(s), lambda: _pouf(s)]
    extras[4:4] = [lambda: _fireplace(s), lambda: floor_thing(s, "electric_guitar basket")]
    extras += [wall_shelf(s, _BOARD + " camera music_player open_book"), bookcase(s), bookcase(s)]
    return extras


def _piano(s: Site) -> None:
    """An upright one with its bench, where there is room."""
    model, bench = s.library.pick("piano", s.rng), s.library.pick("piano_bench", s.rng)
    if model is None or bench is None or s.room.area < 17 or count(s, "piano"):
        return
    piano = s.against_wall(model, aisle=0.9)
    if piano is not None:
        s.open_aisle(piano)
        x, y = piano.to_world(np.array([[piano.model.high[0] + 0.12 + bench.depth / 2, 0.0]]))[0]
        s.at(bench, float(x), float(y), piano.yaw_deg)


def _fireplace(s: Site) -> None:
    """With firewood beside it; the flat's only one."""
    have = {item.model.category for item in s.flat.items}
    model = s.library.pick("fireplace", s.rng)
    if model is None or "fireplace" in have or s.room.area < 13:
        return
    if s.against_wall(model, prefer="middle", aisle=0.7) is not None:
        floor_thing(s, "firewood")


def _pouf(s: Site) -> Item | None:
    if count(s, "pouf"):
        return None
    model = s.library.pick("pouf", s.rng)
    return s.against_wall(model, prefer="corner", behind=0.15, aisle=0.2) if model else None


def _sofa_and_screen(s: Site) -> tuple[Item | None, Item | None]:
    """On two opposite walls and in line, or else wherever there is room."""
    stand_model = s.library.pick("tv_stand", s.rng)
    assert stand_model is not None
    sofas = s.library.of("sofa")
    tried = [sofas[int(k)] for k in s.rng.permutation(len(sofas))[:5]]
    sides = list(SIDES)
    s.rng.shuffle(sides)
    for model in tried[:3]:
        for side in sides:
            found = _opposite(s, model, stand_model, side)
            if found is not None:
                return found
    for model in tried:
        sofa = s.against_wall(model, aisle=0.5, behind=0.04)
        if sofa is not None:
            return sofa, s.against_wall(stand_model, aisle=0.5)
    return None, s.against_wall(stand_model, aisle=0.5)


_SCREEN_TOP = 1.25
"""Up to here a television covers the wall: no window, no picture."""


def _opposite(
    s: Site, sofa_model: Furnishing, stand_model: Furnishing, side: Side
) -> tuple[Item, Item] | None:
    other = _OPPOSITE[side]
    low, high = s.room.span(other)
    across = s.room.depth if side in ("south", "north") else s.room.width
    if across < sofa_model.depth + stand_model.depth + 1.2 or across > 5.2:
        return None
    count = len(s.flat.items)
    sofa = s.against_wall(sofa_model, sides=(side,), prefer="middle", aisle=0.5, behind=0.04)
    if sofa is None:
        return None
    u = sofa.x if side in ("south", "north") else sofa.y
    half = stand_model.width / 2
    # A little off the middle is as good.
    for shift in (0.0, 0.2, -0.2, 0.4, -0.4, 0.6, -0.6):
        stand = s.wall_item(stand_model, other, u + shift, z=0.0)
        if (
            low + half + 0.02 <= u + shift <= high - half - 0.02
            and s.wall_free(other, u + shift - half, u + shift + half, 0.0, _SCREEN_TOP)
            and s.free(stand.corners, 0.0, 0.6)
        ):
            s.claim_wall(other, stand, _SCREEN_TOP)
            return sofa, s.add(stand, aisle=0.4)
    s.withdraw(count)
    return None


def _around_sofa(s: Site, sofa: Item, stand: Item | None) -> list[Extra]:
    ahead = sofa.model.high[0]
    x, y = sofa.to_world(np.array([[ahead + 0.75, 0.0]]))[0]
    rug = rug_under(s, float(x), float(y), sofa.yaw_deg, "large")
    table_model = s.library.pick("coffee_table", s.rng, lambda m: m.width < 1.5)
    table = None
    if table_model is not None:
        s.open_aisle(sofa)
        x, y = sofa.to_world(np.array([[ahead + 0.42 + table_model.depth / 2, 0.0]]))[0]
        table = s.at(table_model, float(x), float(y), sofa.yaw_deg, but=_flat(rug), z=_top(rug))
    extras: list[Extra] = []
    count = int(s.rng.integers(2, 5))
    extras.append(lambda: cushions(s, sofa, count))
    if stand is not None:
        on(s, stand, "television", jitter=0, high=0.9, near=(0.0, 0.0),
           fits=lambda m: m.width < stand.model.width * 1.05)  # fmt: skip
        extras.append(lambda: on(s, stand, "loudspeaker", 2, jitter=3))
    if table is not None:
        extras += [any_on(s, table, _COFFEE, high=0.8, jitter=60.0) for _ in range(4)]
    if stand is not None:
        extras += [any_on(s, stand, _BELOW_SCREEN, low=0.05, high=0.8, jitter=8.0)] * 3
    extras += [
        lambda: armchair(s, sofa, table), lambda: floor_lamp(s, sofa), lambda: side_table(s, sofa),
        lambda: picture(s, sofa),
        lambda: armchair(s, sofa, table),
    ]  # fmt: skip
    return extras


_COFFEE = (
    "newspaper open_book magazine mug remote_control game_controller candle fruit_bowl tablet "
    "coffee_cup book vase chessboard headphones pile_of_books flowers lantern"
)
_BELOW_SCREEN = (
    "game_console dvd_player amplifier music_player photo_frame potted_plant stereo candle vase"
)


def _flat(rug: Item | None) -> tuple[Item, ...]:
    return (rug,) if rug is not None else ()


def _top(rug: Item | None) -> float:
    return rug.span[1] if rug is not None else 0.0


def cushions(s: Site, sofa: Item, count: int) -> None:
    """Equal cushions against the back of a sofa, the outermost places first."""
    model = s.library.pick("cushion", s.rng)
    if model is None or any(item.model.category == "cushion" for item in sofa.carried):
        return
    width = sofa.model.width - 0.36
    for y in (width / 2 - 0.22, -width / 2 + 0.22, width / 2 - 0.68, -width / 2 + 0.68)[:count]:
        s.lean_on(sofa, model, y)


def armchair(s: Site, sofa: Item, table: Item | None) -> Item | None:
    """Beside the coffee table, turned to it; one of two at most."""
    if count(s, "armchair") >= 2:
        return None
    model = s.library.pick("armchair", s.rng)
    if model is None:
        return None
    ahead = sofa.model.high[0] + 0.75
    for sign in (1, -1):
        for turn in (90.0, 110.0, 70.0):
            for reach in (0.15, 0.35, 0.6):
                y = sign * (
                    (table.model.width / 2 if table else 0.3) + 0.35 + reach + model.depth / 2
                )
                x, wy = sofa.to_world(np.array([[ahead, y]]))[0]
                item = s.at(model, float(x), float(wy), sofa.yaw_deg - sign * turn)
                if item is not None:
                    return item
    return None


def floor_lamp(s: Site, sofa: Item) -> Item | None:
    """Beside a seat, the only one."""
    if count(s, "floor_lamp"):
        return None
    model = s.library.pick("floor_lamp", s.rng)
    if model is None:
        return None
    for sign in (1, -1):
        y = sign * (sofa.model.width / 2 + model.width / 2 + 0.06)
        x, wy = sofa.to_world(np.array([[sofa.model.low[0] + model.depth / 2 + 0.03, y]]))[0]
        item = s.at(model, float(x), float(wy), sofa.yaw_deg)
        if item is not None:
            return item
    return s.against_wall(model, prefer="corner", aisle=0.0)


def side_table(s: Site, sofa: Item) -> Item | None:
    """At an end of the sofa, with a lamp."""
    if count(s, "side_table"):
        return None
    model = s.library.pick("side_table", s.rng)
    if model is None:
        return None
    for sign in (-1, 1):
        y = sign * (sofa.model.width / 2 + model.width / 2 + 0.06)
        x, wy = sofa.to_world(np.array([[0.0, y]]))[0]
        item = s.at(model, float(x), float(wy), sofa.yaw_deg)
        if item is not None:
            on(s, item, "table_lamp", near=(0, 0))
            return item
    return None


_BOARD = (
    "bowl teapot vase candle photo_frame fruit_bowl tray radio potted_plant bottle statue cake "
    "flowers lantern desk_globe pile_of_books aquarium video_projector"
)


def _sideboard(s: Site) -> None:
    if count(s, "sideboard"):
        return
    model = s.library.pick("sideboard", s.rng)
    board = s.against_wall(model) if model is not None else None
    if board is not None:
        any_on(s, board, _BOARD)()
        on(s, board, "table_lamp", fits=lambda m: m.height < 0.75)
        picture(s, board)


def dining_table(s: Site, extras: list[Extra]) -> Item | None:
    """A table with chairs where there is most room."""
    room = s.room
    most = 6 if room.area > 16 else 4
    chair = s.library.pick("dining_chair", s.rng)
    assert chair is not None
    tables = s.library.of("dining_table")
    for k in s.rng.permutation(len(tables))[:5]:
        model = tables[int(k)]
        for yaw in (0.0, 90.0) if s.rng.random() < 0.5 else (90.0, 0.0):
            place = s.most_open(model, yaw, 0.62)
            if place is None:
                continue
            table = s.at(model, place[0], place[1], yaw, gap=0.55)
            if table is None:
                continue
            seats = min(most, 4 if model.width < 1.4 else 6)
            seats_around(s, table, chair, seats, ends=model.width > 0)
            return table
    return None


def _table_things(s: Site, table: Item) -> list[Extra]:
    return [
        any_on(s, table, "vase fruit_bowl salad_bowl cake candle flowers roast_chicken", high=1.0),
        lambda: lay_table(s, table),
        any_on(s, table, "wine_bottle teapot bread tray newspaper", high=1.0),
        any_on(s, table, "laptop book vase bowl", high=1.0),
    ]


def lay_table(s: Site, table: Item) -> None:
    """A plate and a glass at each seat."""
    if any(item.model.category == "plate" for item in table.carried):
        return
    plate, glass = s.library.pick("plate", s.rng), s.library.pick("drinking_glass", s.rng)
    cup = s.library.pick("wine_glass", s.rng) or glass
    glass = cup if s.rng.random() < 0.4 else glass
    if plate is None or glass is None:
        return
    back = np.linalg.inv(table.pose)
    chairs = [i for i in s.items if i.model.category == "dining_chair"]
    for chair in chairs:
        x, y = (back @ np.array([chair.x, chair.y, 0.0, 1.0]))[:2]
        reach = np.array([x, y]) - np.clip([x, y], *_edges(table, 0.20))
        if np.hypot(*reach) > 0.7:
            continue
        at = np.clip([x, y], *_edges(table, 0.20))
        s.put_on(table, plate, low=0.5, high=1.0, near=(float(at[0]), float(at[1])), margin=0.0)
        inner = at * 0.65
        s.put_on(table, glass, low=0.5, high=1.0, near=(float(inner[0]), float(inner[1])))


def _edges(table: Item, inset: float) -> tuple[Floats, Floats]:
    low, high = np.array(table.model.low[:2]), np.array(table.model.high[:2])
    return low + inset, high - inset


def dining_room(s: Site) -> list[Extra]:
    """A table with chairs in the middle, a sideboard, things on the wall."""
    curtains(s)
    extras: list[Extra] = []
    table = dining_table(s, extras)
    ceiling_lamp(s, table)
    board_model = s.library.pick("sideboard", s.rng)
    board = s.against_wall(board_model, aisle=0.5) if board_model else None
    if table is not None:
        extras += _table_things(s, table)
    if board is not None:
        extras += [
            lambda: picture(s, board),
            lambda: on(s, board, "table_lamp", 2, fits=lambda m: m.height < 0.6),
            any_on(s, board, _BOARD),
            any_on(s, board, _BOARD),
            any_on(s, board, _BOARD),
            lambda: on(s, board, "wine_bottle", 2, jitter=180),
        ]
    extras.insert(1, lambda: picture(s))
    extras += [lambda: plant(s, True), bookcase(s), wall_shelf(s, _BOARD), *wall_things(s)]
    extras += [bookcase(s), bookcase(s)]
    return extras
