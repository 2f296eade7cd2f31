"""A furnished flat from a seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from lookabout.world.rooms.furnish import FURNISH
from lookabout.world.rooms.furnish.common import Extra
from lookabout.world.rooms.furnish.fittings import fittings
from lookabout.world.rooms.items import Item
from lookabout.world.rooms.library import Library, library
from lookabout.world.rooms.params import RoomsParams
from lookabout.world.rooms.plan import Plan, draw_plan
from lookabout.world.rooms.shell import Finish, finishes
from lookabout.world.rooms.site import Site
from lookabout.world.rooms.space import Flat


@dataclass(frozen=True, eq=False)
class Home:
    """Rooms, what they are painted with, and what is in them."""

    plan: Plan
    finish: tuple[Finish, ...]
    items: tuple[Item, ...]
    names: tuple[str, ...]
    """Of each item, e.g. ``dining_chair_3``; the numbers tell nothing of where it is."""
    look: str


def home_of(seed: int, params: RoomsParams) -> Home:
    """The flat of a seed; always the same one with the same models."""
    return _home(seed, params, library())


@lru_cache(maxsize=8)
def _home(seed: int, params: RoomsParams, models: Library) -> Home:
    rng = np.random.default_rng([seed, 7001])
    plan = draw_plan(params.rooms, rng, params.kind, params.size)
    finish = finishes(plan, rng)
    flat = Flat(plan, models, rng)
    sites = [Site(flat, index) for index in range(len(plan.rooms))]
    waiting: list[list[Extra]] = []
    for site in sites:
        waiting.append(FURNISH[site.room.kind](site))
    _add_extras(flat, waiting, params.objects)
    for site in sites:
        fittings(site)
    items = _settled(flat.items)
    return Home(plan, tuple(finish), tuple(items), tuple(_names(items, rng)), models.look)


def _add_extras(flat: Flat, optional: Sequence[list[Extra]], wanted: int) -> None:
    """Room after room, and all over again, until there are enough things or no more room."""
    for _ in range(_ROUNDS):
        waiting = [list(extras) for extras in optional]
        while any(waiting):
            for k in flat.rng.permutation(len(waiting)):
                if flat.movable >= wanted:
                    return
                if waiting[int(k)]:
                    waiting[int(k)].pop(0)()


_ROUNDS = 5


def _settled(items: Sequence[Item]) -> list[Item]:
    """Places rounded to a tenth of a millimetre."""
    for item in items:
        item.x, item.y, item.z = (float(round(v, 4)) for v in (item.x, item.y, item.z))
        item.yaw_deg = float(round(item.yaw_deg % 360.0, 3))
    return list(items)


def _names(items: Sequence[Item], rng: np.random.Generator) -> list[str]:
    names = [""] * len(items)
    counts: dict[str, int] = {}
    for k in rng.permutation(len(items)):
        category = items[int(k)].model.category
        counts[category] = counts.get(category, 0) + 1
        names[int(k)] = f"{category}_{counts[category]}"
    return names
