"""Which lots lie along the streets of a map, and how each is laid out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lookabout.world.residential.land import relief_of
from lookabout.world.residential.lot import Home, Lot, Pad, Rect
from lookabout.world.residential.streets import (
    BULB,
    HALF_ROAD,
    ROW,
    WALK,
    Network,
    Street,
    network_of,
)

Floats = NDArray[np.float64]
_FRONT = HALF_ROAD + WALK
_WIDTH, _NARROWEST = 19.0, 14.8
_SIDE = 1.7
"""Least distance from a house to its neighbours' land."""
STYLES = ("ranch", "colonial", "suburban", "bungalow", "cape", "farmhouse", "suburban", "ranch")


class Plots:
    """All lots of a map."""

    def __init__(self, seed: int) -> None:
        network = network_of(seed)
        frames = [f for street in network.streets if street.row for f in _frames(network, street)]
        frames, self.greens = _narrowed(network, frames)
        """Corners too narrow for a house: x, y, ux, uy, width, depth and sides of each."""
        self.lots: tuple[Lot, ...] = tuple(
            _laid_out(seed, k, *frame) for k, frame in enumerate(frames)
        )
        self._boxes = np.array([lot.reach for lot in self.lots])
        self.pads: tuple[Pad, ...] = _pads(seed, self.lots)

    def near(self, x0: float, y0: float, x1: float, y1: float) -> list[tuple[Lot, Pad]]:
        """Lots whose box meets a box, with their pads."""
        b = self._boxes
        hit = (b[:, 0] < x1) & (b[:, 2] > x0) & (b[:, 1] < y1) & (b[:, 3] > y0)
        return [(self.lots[k], self.pads[k]) for k in np.flatnonzero(hit).tolist()]


Frame = tuple[float, float, float, float, float, float, tuple[bool, bool]]


def _frames(network: Network, street: Street) -> Iterator[Frame]:
    """(x, y, ux, uy, width, depth, corners) along both sides of a row and around its bulbs."""
    stops = list(street.crossings)
    first = _FRONT + 0.8 if stops and stops[0] < 12 else 2 * BULB if street.bulbs[0] else 8.0
    last = _FRONT + 0.8 if stops and stops[-1] > street.length - 12 else 0.0
    if not last:
        last = 2 * BULB if street.bulbs[1] else 8.0
    inner = [s for s in stops if 12 <= s <= street.length - 12]
    edges = [first, *(e for s in inner for e in (s - _FRONT - 0.8, s + _FRONT + 0.8)),
             street.length - last]  # fmt: skip
    crossed = [bool(stops) and stops[0] < 12, *([True] * (2 * len(inner))),
               bool(stops) and stops[-1] > street.length - 12]  # fmt: skip
    for k in range(0, len(edges), 2):
        low, high = edges[k], edges[k + 1]
        count = int((high - low) / (_WIDTH - 0.4))
        if count < 1:
            continue
        width = (high - low) / count
        for side in (1.0, -1.0):
            for n in range(count):
                s = low + (n + 0.5) * width
                ends = (n == 0 and crossed[k], n == count - 1 and crossed[k + 1])
                yield _beside(network, street, s, side, width, ends)
    for end in (0, 1):
        if street.bulbs[end]:
            yield from _around(network, street, end)


def _narrowed(network: Network, frames: list[Frame]) -> tuple[list[Frame], list[Frame]]:
    """
    Corner lots end at the sidewalks of the streets beside them, which may cross aslant.

    :returns: those wide enough for a house, and the others.
    """
    b = np.arange(0.0, 30.0, 4.0)
    sides = [(k, way) for k, f in enumerate(frames) for way in (0, 1) if f[6][way]]
    spots = []
    for k, way in sides:
        x, y, ux, uy, width, _, _ = frames[k]
        a = width / 2 * (1 if way else -1)
        spots.append(np.column_stack([x + a * ux - b * uy, y + a * uy + b * ux]))
    kerb, _, _ = network.survey(*np.concatenate(spots).T)
    out = dict(enumerate(frames))
    for (k, way), away in zip(sides, kerb.reshape(-1, len(b)).min(axis=1).tolist(), strict=True):
        x, y, ux, uy, width, depth, ends = out[k]
        lost = max(0.0, WALK + 0.5 - away)
        shift = lost / 2 * (-1 if way else 1)
        out[k] = (x + shift * ux, y + shift * uy, ux, uy, width - lost, depth, ends)
    wide = [frame for frame in out.values() if frame[4] > _NARROWEST]
    return wide, [frame for frame in out.values() if frame[4] <= _NARROWEST]


def _beside(
    network: Network, street: Street, s: float, side: float, width: float, ends: tuple[bool, bool]
) -> Frame:
    tx, ty = street.heading(np.array([s]))[0].tolist()
    ux, uy = (tx, ty) if side > 0 else (-tx, -ty)
    x, y = street.at(s, side * _FRONT)
    depth = _depth(network, street, s, side, (x, y), (-uy, ux), width)
    return x, y, ux, uy, width, depth, ends if side > 0 else ends[::-1]


def _depth(
    network: Network, street: Street, s: float, side: float,
    foot: tuple[float, float], out: tuple[float, float], width: float,
) -> float:  # fmt: skip
    """To the middle of the block, less where the block narrows."""
    at = np.clip([s - width / 2, s + width / 2], 0, street.length)
    p, q = (np.interp(at, street.stations, street.plain[:, k]) for k in (0, 1))
    # The turn of the plane may have swapped left and right.
    both = [np.column_stack([p, q + way * ROW / 2]) for way in (1.0, -1.0)]
    away = (network.world(np.concatenate(both)) - foot) @ np.array(out)
    return float(away.reshape(2, 2).max(axis=0).min()) - 0.15


def _around(network: Network, street: Street, end: int) -> Iterator[Frame]:
    """Three lots around the end of a cul-de-sac."""
    s = street.length if end else 0.0
    tx, ty = street.heading(np.array([s]))[0].tolist()
    if not end:
        tx, ty = -tx, -ty
    cx, cy = street.at(s)
    for turn, width in ((0.0, 20.0), (82.0, 18.5), (-82.0, 18.5)):
        c, w = np.cos(np.radians(turn)), np.sin(np.radians(turn))
        nx, ny = tx * c - ty * w, tx * w + ty * c
        reach = BULB + WALK
        x, y = cx + reach * nx, cy + reach * ny
        depth = 30.0
        if turn:
            side = 1.0 if turn > 0 else -1.0
            side = side if end else -side
            near = s - 6.0 if end else s + 6.0
            depth = min(30.0, _depth(network, street, near, side, (x, y), (nx, ny), 10.0) - 1.5)
        yield x, y, ny, -nx, width, depth, (False, False)


def _laid_out(
    seed: int, index: int, x: float, y: float, ux: float, uy: float, width: float, depth: float,
    corners: tuple[bool, bool],
) -> Lot:  # fmt: skip
    rng = np.random.default_rng([seed, 0x107, index])
    return Lot(index, x, y, ux, uy, width, depth, corners, _home(rng, width, depth))


def _home(rng: np.random.Generator, width: float, depth: float) -> Home:
    style = STYLES[int(rng.integers(len(STYLES)))]
    storeys = {"ranch": 1, "bungalow": 1, "cape": 1}.get(style, 2)
    room = width - 2 * _SIDE
    left = bool(rng.random() < 0.5)  # the drive is at low a
    front = float(rng.uniform(8.2, 10.0))
    rear = style in ("bungalow", "cape") or (style == "colonial" and rng.random() < 0.5)
    deep = float(rng.uniform(8.8, 10.8))
    if depth < 27:
        deep, front = 8.6, 7.8
    if rear:
        strip = 3.3
        wide = min(room - strip - 0.3, float(rng.uniform(9.4, 12.0)))
        cars = 1
    else:
        cars = 2 if room - 6.4 > 8.4 and rng.random() < 0.75 else 1
        strip = 6.3 if cars == 2 else 4.0
        wide = min(room - strip, float(rng.uniform(9.0, 13.5)))
    # Measured from the drive's side; mirrored at the end if that is at high a.
    slack = max(0.0, room - strip - wide) * float(rng.uniform(0.2, 0.8))
    x0 = -width / 2 + _SIDE + slack
    main: Rect = (x0 + strip + (0.3 if rear else 0.0), front, x0 + strip + wide, front + deep)
    if rear:
        size = 4.2
        back = min(front + deep + float(rng.uniform(3.0, 5.0)), depth - 7.4)
        garage: Rect = (x0 - 0.5, back, x0 - 0.5 + size, back + 6.4)
        drive: Rect = (x0 + 0.1, 0.0, x0 + 3.0, back)
    else:
        forward = float(rng.uniform(-0.9, 1.4))
        g0 = front - min(forward, front - 7.0)
        garage = (x0, g0, x0 + strip, max(g0 + 6.6, front + 0.6 * deep))
        half = strip / 2 - 0.45
        drive = (x0 + strip / 2 - half, 0.0, x0 + strip / 2 + half, g0)
    share = 0.5 if style in ("colonial", "cape", "bungalow") else float(rng.uniform(0.25, 0.5))
    door = main[0] + share * (main[2] - main[0])
    full = style in ("bungalow", "farmhouse") or (style == "ranch" and rng.random() < 0.35)
    reach = float(rng.uniform(2.0, 2.5)) if full else float(rng.uniform(1.3, 1.7))
    half = float(rng.uniform(1.3, 1.8))
    p0, p1 = (main[0] + 0.15, main[2] - 0.15) if full else (door - half, door + half)
    porch: Rect = (max(p0, main[0] + 0.05), front - reach, p1, front)
    if rear or rng.random() < 0.3:
        walk: Rect = (door - 0.6, 0.0, door + 0.6, porch[1])
    else:
        walk = (drive[2] - 0.1, porch[1] - 1.5, door + 0.75, porch[1] - 0.27)
    rise = float(np.clip(rng.normal(0.16, 0.3), -0.5, 0.62))
    home = Home(style, main, storeys, garage, cars, not rear, drive, door, porch, walk, rise,
                int(rng.integers(2**31)))  # fmt: skip
    return home if left else _mirrored(home)


def _mirrored(home: Home) -> Home:
    def flip(r: Rect) -> Rect:
        return -r[2], r[1], -r[0], r[3]

    return Home(
        home.style, flip(home.main), home.storeys, flip(home.garage), home.cars, home.attached,
        flip(home.drive), -home.door, flip(home.porch), flip(home.walk), home.rise, home.seed,
    )  # fmt: skip


def _pads(seed: int, lots: tuple[Lot, ...]) -> tuple[Pad, ...]:
    """Level ground for all houses: near the natural one, within what a drive can climb."""
    relief = relief_of(seed)
    feet = np.array([lot.point(0.5 * (lot.home.drive[0] + lot.home.drive[2]), 0) for lot in lots])
    middles = np.array(
        [
            lot.point(*(0.5 * (m[k] + m[k + 2]) for k in (0, 1)))
            for lot in lots
            for m in (lot.home.main,)
        ]
    )
    one = np.ones(len(lots))
    street_z = relief.height(feet[:, 0], feet[:, 1], WALK * one)
    land_z = relief.height(middles[:, 0], middles[:, 1], 18.0 * one)
    rises = np.clip(
        0.5 * (land_z - street_z) + np.array([lot.home.rise for lot in lots]), -0.5, 0.65
    )
    out = []
    for lot, foot, rise in zip(lots, street_z.tolist(), rises.tolist(), strict=True):
        home, z = lot.home, foot + rise
        d, m, g = home.drive, home.main, home.garage
        foot_of_house: Rect = (m[0] - 0.8, home.porch[1] - 1.8, m[2] + 0.8, m[3] + 2.5)
        end = d[3] if home.attached else m[1]
        climb: Rect = (d[0] - 0.4, 0.0, d[2] + 0.4, end)
        level: Rect = (min(d[0], g[0]) - 0.6, end, max(d[2], g[2]) + 0.6, g[3] + 0.8)
        planes = ((foot_of_house, z, z), (level, z, z), (climb, foot, z))
        out.append(Pad(z, planes))
    return tuple(out)


@lru_cache(maxsize=4)
def plots_of(seed: int) -> Plots:
    """The lots of a map seed."""
    return Plots(seed)
