"""What stands in gardens and along streets, as plain rows; nothing here follows the dressing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lookabout.world.residential.layout import beds, patio
from lookabout.world.residential.lot import Lot
from lookabout.world.residential.lots import plots_of
from lookabout.world.residential.streets import (
    BULB,
    HALF_ROAD,
    WALK,
    Network,
    network_of,
)
from lookabout.world.vegetation.town import VARIANTS

_YARD = ("maple", "oak", "crab", "spruce", "elm", "maple", "plum", "linden")
_STREET = ("maple", "linden", "locust", "elm", "oak")
_MARGIN = 1.4
_MOUTH = 3.9
"""Nothing stands so near to the middle of a drive's mouth, metres."""


@dataclass(frozen=True)
class Plant:
    """A tree or shrub."""

    species: str
    variant: int
    x: float
    y: float
    yaw_deg: float
    scale: float


@dataclass(frozen=True)
class Item:
    """A small thing."""

    name: str
    x: float
    y: float
    yaw_deg: float
    scale: float = 1.0


@dataclass(frozen=True)
class Run:
    """A fence or hedge in a straight line."""

    name: str
    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True)
class Yard:
    """All that stands on a lot."""

    plants: tuple[Plant, ...]
    items: tuple[Item, ...]
    runs: tuple[Run, ...]


@lru_cache(maxsize=1024)
def yard_of(lot: Lot) -> Yard:
    """What stands on a lot besides its house."""
    rng = np.random.default_rng([lot.home.seed, 0x9A2D])
    return Yard(
        (*_trees(rng, lot), *_shrubs(rng, lot)),
        tuple(_items(rng, lot)),
        tuple(_runs(rng, lot)),
    )


def _plant(
    rng: np.random.Generator, lot: Lot, species: str, a: float, b: float, low: float, high: float
) -> Plant:
    x, y = lot.point(a, b)
    return Plant(species, int(rng.integers(VARIANTS)), x, y, float(rng.uniform(0, 360)),
                 float(rng.uniform(low, high)))  # fmt: skip


def _clear(lot: Lot, a: float, b: float, room: float) -> bool:
    """Whether a spot is off the house, the garage, the drive and the walk."""
    home = lot.home
    solid = (home.main, home.garage, home.drive, home.walk, home.porch)
    return all(
        a < r[0] - room or a > r[2] + room or b < r[1] - room or b > r[3] + room for r in solid
    )


def _trees(rng: np.random.Generator, lot: Lot) -> Iterator[Plant]:
    half, home = lot.width / 2, lot.home
    if rng.random() < 0.62:
        species = _YARD[int(rng.integers(len(_YARD)))]
        for _ in range(6):
            a = float(rng.uniform(-half + _MARGIN, half - _MARGIN))
            b = float(rng.uniform(1.2, home.main[1] - 3.2))
            if _clear(lot, a, b, 1.5):
                yield _plant(rng, lot, species, a, b, 0.55, 0.9)
                break
    end = max(home.main[3], home.garage[3] if not home.attached else 0.0)
    for _ in range(int(rng.integers(1, 5))):
        species = _YARD[int(rng.integers(len(_YARD)))]
        a = float(rng.uniform(-half + _MARGIN, half - _MARGIN))
        b = float(rng.uniform(min(end + 4.0, lot.depth - 2), lot.depth - 1.2))
        if _clear(lot, a, b, 2.5):
            yield _plant(rng, lot, species, a, b, 0.6, 1.15)


def _shrubs(rng: np.random.Generator, lot: Lot) -> Iterator[Plant]:
    for a0, b0, a1, b1 in beds(lot):
        if rng.random() < 0.5:
            continue
        count = int((a1 - a0) / 1.05)
        for k in range(count):
            a = a0 + (k + 0.5) * (a1 - a0) / count + float(rng.normal(0, 0.08))
            yield _plant(rng, lot, "shrub", a, (b0 + b1) / 2 + 0.1, 0.45, 0.72)
    half = lot.width / 2
    for _ in range(int(rng.integers(0, 5))):
        a = (half - 0.9) * (1 if rng.random() < 0.5 else -1)
        b = float(rng.uniform(lot.home.main[3], lot.depth - 1))
        if _clear(lot, a, b, 1.0):
            yield _plant(rng, lot, "shrub", a, b, 0.7, 1.3)


def _items(rng: np.random.Generator, lot: Lot) -> Iterator[Item]:
    home = lot.home

    def put(name: str, a: float, b: float, turn: float, scale: float = 1.0) -> Item:
        x, y = lot.point(a, b)
        return Item(name, x, y, lot.yaw + turn, scale)

    d = home.drive
    low = d[0] < home.main[0]  # the drive is at low a
    beside = d[2] + 1.35 if low else d[0] - 1.35
    if -lot.width / 2 < beside < lot.width / 2:
        box = "mailbox_black" if rng.random() < 0.6 else "mailbox_white"
        yield put(box, beside, -WALK + 0.5, -90.0)
    colours = ("bin_green", "bin_blue") if rng.random() < 0.5 else ("bin_grey", "bin_green")
    if rng.random() < 0.6:
        outer = min(home.garage[0], home.main[0]) - 0.55 if low else max(
            home.garage[2], home.main[2]) + 0.55  # fmt: skip
        for k, name in enumerate(colours):
            b = home.garage[1] + 0.8 + 0.8 * k if home.attached else home.main[3] - 1.2 - 0.8 * k
            if home.attached:
                yield put(name, outer, b, 180.0 if low else 0.0)
    if rng.random() < 0.12 and d[2] - d[0] > 4:
        edge = d[2] + 0.7 if not low else d[0] - 0.7
        yield put("hoop", edge, home.garage[1] - 4.5, 0.0 if edge < d[0] else 180.0)
    yield from _behind(rng, lot)
    for a0, b0, a1, _b1 in beds(lot):
        flowers = ("flowers_white", "flowers_pink", "flowers_yellow", "flowers_violet")
        name = flowers[int(rng.integers(4))]
        ball = rng.random() < 0.5
        count = int((a1 - a0) / 0.9)
        for k in range(count):
            a = a0 + (k + 0.5) * (a1 - a0) / count
            if ball:
                yield put("boxwood", a, b0 + 0.62, float(rng.uniform(0, 360)),
                          float(rng.uniform(0.75, 1.0)))  # fmt: skip
            if rng.random() < 0.6:
                yield put(name, a + 0.3, b0 + 0.22, float(rng.uniform(0, 360)))


def _behind(rng: np.random.Generator, lot: Lot) -> Iterator[Item]:
    """On the patio and on the lawn behind the house."""
    place, home = patio(lot), lot.home
    if place is not None:
        a0, b0, a1, b1 = place
        if a1 - a0 > 3.6 and b1 - b0 > 3.0 and rng.random() < 0.7:
            yield Item("table", *lot.point((a0 + a1) / 2, b0 + 1.6), lot.yaw)
        else:
            yield Item("grill", *lot.point(a1 - 0.9, b0 + 0.6), lot.yaw)
    end = max(home.main[3] + 4.5, home.garage[3] + 1.5)
    if lot.depth - end > 6 and rng.random() < 0.4:
        name = "swings" if rng.random() < 0.5 else "trampoline"
        a = float(rng.uniform(-lot.width / 2 + 3.2, lot.width / 2 - 3.2))
        b = float(rng.uniform(end + 2.2, lot.depth - 3))
        yield Item(name, *lot.point(a, b), lot.yaw + float(rng.uniform(0, 180)))


def _runs(rng: np.random.Generator, lot: Lot) -> Iterator[Run]:
    half, home, depth = lot.width / 2, lot.home, lot.depth
    kinds = ("fence_cedar", "fence_cedar", "fence_grey", "fence_chain", "fence_picket")
    name = kinds[int(rng.integers(len(kinds)))]

    def run(kind: str, a0: float, b0: float, a1: float, b1: float) -> Run:
        return Run(kind, *lot.point(a0, b0), *lot.point(a1, b1))

    low = home.drive[0] < home.main[0]
    start = home.main[3] - 1.5
    open_side = not home.attached and rng.random() < 0.5
    if rng.random() < 0.8:
        yield run(name, -half + 0.08, depth - 0.12, half - 0.08, depth - 0.12)
        for way in (-1.0, 1.0):
            corner = lot.corners[0 if way < 0 else 1]
            if rng.random() < 0.75 or corner:
                b0 = start if not (open_side and (way < 0) == low) else home.garage[3]
                yield run(name, way * (half - 0.08), depth - 0.12, way * (half - 0.08), b0)
        if name in ("fence_cedar", "fence_grey"):
            # From the house to the side fence, with the bins before it.
            m = home.main
            if low:
                yield run(name, m[2], start, half - 0.1, start)
                if home.attached:
                    yield run(name, -half + 0.1, start, min(m[0], home.garage[0]), start)
            else:
                yield run(name, -half + 0.1, start, m[0], start)
                if home.attached:
                    yield run(name, max(m[2], home.garage[2]), start, half - 0.1, start)
    elif rng.random() < 0.6:
        yield run("hedge_high", -half + 0.4, depth - 0.5, half - 0.4, depth - 0.5)
    draw = float(rng.random())
    if draw < 0.2:
        way = 1.0 if low else -1.0
        yield run("hedge_low", way * (half - 0.5), 0.8, way * (half - 0.5), home.main[1] - 1.0)
    elif draw < 0.32:
        yield from _front_fence(lot, "fence_picket")
    elif draw < 0.4:
        yield from _front_fence(lot, "hedge_low")


def _front_fence(lot: Lot, name: str) -> Iterator[Run]:
    """Along the sidewalk, open at the drive and at the walk."""
    half, home = lot.width / 2, lot.home
    gaps = [(home.drive[0] - 0.25, home.drive[2] + 0.25)]
    if home.walk[1] == 0.0:
        gaps.append((home.walk[0] - 0.1, home.walk[2] + 0.1))
    at = -half + 0.3
    for g0, g1 in [*sorted(gaps), (half - 0.3, half)]:
        if g0 - at > 1.2:
            yield Run(name, *lot.point(at, 0.45), *lot.point(g0, 0.45))
        at = max(at, g1)


@lru_cache(maxsize=4)
def _mouths(seed: int) -> NDArray[np.float64]:
    """(N, 2) Where the middles of drives meet the kerb."""
    lots = plots_of(seed).lots
    middles = [(lot.home.drive[0] + lot.home.drive[2]) / 2 for lot in lots]
    return np.array([lot.point(a, -WALK) for lot, a in zip(lots, middles, strict=True)])


@lru_cache(maxsize=4)
def street_trees(seed: int) -> tuple[Plant, ...]:
    """Trees on the verges."""
    network = network_of(seed)
    out: list[Plant] = []
    mouths = _mouths(seed)
    for k, street in enumerate(network.streets):
        rng = np.random.default_rng([seed, 0x57E, k])
        main = _STREET[int(rng.integers(len(_STREET)))]
        for side in (1.0, -1.0):
            s = np.arange(float(rng.uniform(4, 12)), street.length - 6, 12.5)
            s = s + rng.uniform(-1.5, 1.5, len(s))
            for crossing in street.crossings:
                s = s[np.abs(s - crossing) > HALF_ROAD + 9]
            for end, place in ((0, 0.0), (1, street.length)):
                if street.bulbs[end]:
                    s = s[np.abs(s - place) > BULB + 6]
            at = street.along(s, side * (HALF_ROAD + 0.95))
            away = np.hypot(*(at[:, None] - mouths[None]).transpose(2, 0, 1))
            near = away.min(axis=1) < 4.6
            draws = rng.random((len(s), 5))
            for (x, y), close, draw in zip(at.tolist(), near.tolist(), draws.tolist(), strict=True):
                if close or draw[0] > 0.72:
                    continue
                species = main if draw[1] < 0.75 else _STREET[int(draw[2] * len(_STREET))]
                out.append(Plant(species, int(draw[3] * VARIANTS), x, y, 360 * draw[4],
                                 0.62 + 0.33 * draw[2]))  # fmt: skip
    return tuple(out)


@lru_cache(maxsize=4)
def street_items(seed: int) -> tuple[Item, ...]:
    """Stop signs where streets end in others, hydrants, lamps and poles: (kind or thing)."""
    network = network_of(seed)
    out: list[Item] = []
    for k, street in enumerate(network.streets):
        rng = np.random.default_rng([seed, 0x17E, k])
        out += _signs(network, k)
        for name, pitch, first, left in (("lamp", 42.0, 14.0, 1.0), ("hydrant", 96.0, 40.0, -1.0)):
            side = left if k % 2 else -left
            s = np.arange(first + float(rng.uniform(0, 8)), street.length - 8, pitch)
            for crossing in street.crossings:
                s = s[np.abs(s - crossing) > HALF_ROAD + 7]
            for place in [p for p, bulb in ((0.0, 0), (street.length, 1)) if street.bulbs[bulb]]:
                s = s[np.abs(s - place) > BULB + 4]
            at = street.along(s, side * (HALF_ROAD + 0.62))
            away = np.hypot(*(at[:, None] - _mouths(seed)[None]).transpose(2, 0, 1)).min(axis=1)
            at, u = at[away > _MOUTH], street.heading(s[away > _MOUTH])
            for (x, y), (ux, uy) in zip(at.tolist(), u.tolist(), strict=True):
                yaw = float(np.degrees(np.arctan2(uy, ux))) - 90.0 * side
                out.append(Item(name, x, y, yaw))
    return tuple(out)


def _signs(network: Network, k: int) -> list[Item]:
    """Stop signs before each column that a row crosses."""
    street = network.streets[k]
    out: list[Item] = []
    if not street.row:
        return out
    for crossing in street.crossings:
        for way in (1.0, -1.0):
            s = crossing - way * (HALF_ROAD + WALK + 1.5)
            if not 0 < s < street.length:
                continue
            x, y = street.at(s, -way * (HALF_ROAD + 0.7))
            u = street.heading(np.array([s]))[0] * way
            out.append(Item("stop", x, y, float(np.degrees(np.arctan2(-u[1], -u[0])))))
    return out


@lru_cache(maxsize=4)
def corner_trees(seed: int) -> tuple[Plant, ...]:
    """Trees and shrubs on corners that are too narrow for a house."""
    out: list[Plant] = []
    for k, (x, y, ux, uy, width, depth, _) in enumerate(plots_of(seed).greens):
        rng = np.random.default_rng([seed, 0xC02, k])
        for b in np.arange(3.5, depth - 2, 5.5).tolist():
            a = float(rng.uniform(-0.25, 0.25)) * max(width, 4.0)
            at = (x + a * ux - b * uy, y + a * uy + b * ux)
            shrub = rng.random() < 0.35
            species = "shrub" if shrub else _YARD[int(rng.integers(len(_YARD)))]
            scale = float(rng.uniform(0.8, 1.4) if shrub else rng.uniform(0.55, 0.95))
            out.append(Plant(species, int(rng.integers(VARIANTS)), *at,
                             float(rng.uniform(0, 360)), scale))  # fmt: skip
    spots = np.array([(p.x, p.y) for p in out]).reshape(-1, 2)
    if not out:
        return ()
    kerb, _, _ = network_of(seed).survey(spots[:, 0], spots[:, 1])
    return tuple(p for p, away in zip(out, kerb.tolist(), strict=True) if away > WALK + 1.2)
