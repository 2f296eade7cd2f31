"""Streets: middle lines, and how far every point is from their kerbs.

On a plain plane the streets are a grid, some of whose rows are cut short as cul-de-sacs. A turn
and a smooth bend of the plane make the map's streets of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lookabout.world.build.noise import Noise

Floats = NDArray[np.float64]
HALF_ROAD = 4.9
"""From the middle of a street to its kerbs, metres."""
LANE = 1.3
"""From the middle of a street to the middle of a lane."""
KERB_CAR = 3.72
"""From the middle of a street to the middle of a car at the kerb."""
VERGE, WALK = 1.7, 3.15
"""From the kerb to where the grass verge and the sidewalk end."""
ROW, COLUMN = 90.0, 165.0
"""Between neighbouring rows, and columns, of streets."""
BULB = 10.5
"""Radius of a cul-de-sac's end."""
_BULB_BACK = 54.0
"""From a cul-de-sac's middle to the street that it does not reach."""
REACH = 470.0
"""The streets go on to here from the middle of the map, beyond its edge."""
_STEP = 4.0
_ROUND = 6.5
"""How far from a crossing its corners begin to be rounded."""
_ROWS, _COLUMNS = 5, 3


@dataclass(frozen=True, eq=False)
class Street:
    """A street from end to end."""

    points: Floats
    """(N, 2) Its middle line, every 4 m or so."""
    stations: Floats
    """(N,) Metres along it."""
    plain: Floats
    """(N, 2) The same points on the plain plane."""
    row: bool
    """Houses stand along rows; columns join them."""
    crossings: tuple[float, ...]
    """Stations of the middles of the streets that cross or meet it, rising."""
    bulbs: tuple[bool, bool] = (False, False)
    """Whether it begins and ends in a cul-de-sac."""

    @property
    def length(self) -> float:
        """Metres."""
        return float(self.stations[-1])

    def at(self, station: float, left: float = 0.0) -> tuple[float, float]:
        """World point ``left`` metres to the left of the middle line."""
        x, y = self.along(np.array([station]), left)[0].tolist()
        return x, y

    def along(self, stations: Floats, left: Floats | float = 0.0) -> Floats:
        """World points (N, 2) at stations (N,)."""
        u = self.heading(stations)
        side = np.column_stack([-u[:, 1], u[:, 0]]) * np.reshape(left, (-1, 1))
        x = np.interp(stations, self.stations, self.points[:, 0])
        y = np.interp(stations, self.stations, self.points[:, 1])
        return np.asarray(np.column_stack([x, y]) + side)

    def heading(self, stations: Floats) -> Floats:
        """Unit vectors (N, 2) along the street, turning evenly."""
        h = 3.0
        ends = []
        for s in (stations - h, stations + h):
            s = np.clip(s, 0.0, self.length)
            ends.append([np.interp(s, self.stations, self.points[:, k]) for k in (0, 1)])
        step = np.array(ends[1]).T - np.array(ends[0]).T
        return np.asarray(step / np.linalg.norm(step, axis=1, keepdims=True))


class Network:
    """All streets of a map."""

    def __init__(self, seed: int) -> None:
        rng = np.random.default_rng([seed, 0x57EE7])
        self._bend = (Noise(rng), Noise(rng))
        turn = np.radians(rng.uniform(-24.0, 24.0) + 90.0 * rng.integers(0, 4))
        self._axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        rows = (np.arange(-_ROWS, _ROWS) + 0.5) * ROW
        columns = np.arange(-_COLUMNS, _COLUMNS + 1) * COLUMN + rng.uniform(-9, 9, 2 * _COLUMNS + 1)
        streets = [self._column(p, rows) for p in columns.tolist()]
        for q in rows.tolist():
            streets += self._row(rng, q, columns)
        self.streets: tuple[Street, ...] = tuple(streets)
        starts, ends, owner, first = [], [], [], []
        for k, street in enumerate(streets):
            starts.append(street.points[:-1])
            ends.append(street.points[1:])
            owner.append(np.full(len(street.points) - 1, k))
            first.append(street.stations[:-1])
        self._a, self._b = np.concatenate(starts), np.concatenate(ends)
        self._owner, self._first = np.concatenate(owner), np.concatenate(first)
        ends_in = [s.points[-k] for s in streets for k in (0, 1) if s.bulbs[k]]
        self._bulbs = np.array(ends_in).reshape(-1, 2)
        self.samples = np.concatenate([s.points[::2] for s in streets])
        """(N, 2) Points of middle lines, every 8 m or so."""

    def world(self, plain: Floats) -> Floats:
        """World points of points (N, 2) of the plain plane."""
        x, y = plain.T
        bent = plain + np.column_stack([26.0 * bend(x, y, 235.0) for bend in self._bend])
        return np.asarray(bent @ self._axes)

    def _line(
        self, a: Floats, b: Floats, crossings: list[Floats], row: bool,
        bulbs: tuple[bool, bool] = (False, False),
    ) -> Street:  # fmt: skip
        count = int(np.ceil(np.linalg.norm(b - a) / _STEP))
        plain = a + np.linspace(0, 1, count + 1)[:, None] * (b - a)
        points = self.world(plain)
        step = np.linalg.norm(np.diff(points, axis=0), axis=1)
        stations = np.concatenate([[0.0], np.cumsum(step)])
        met = []
        for crossing in crossings:
            place = self.world(crossing[None])[0]
            met.append(float(stations[np.argmin(np.linalg.norm(points - place, axis=1))]))
        return Street(points, stations, plain, row, tuple(sorted(met)), bulbs)

    def _column(self, p: float, rows: Floats) -> Street:
        crossings = [np.array([p, q]) for q in rows.tolist()]
        return self._line(np.array([p, -REACH]), np.array([p, REACH]), crossings, False)

    def _row(self, rng: np.random.Generator, q: float, columns: Floats) -> list[Street]:
        """A street from column to column, here and there broken off in a cul-de-sac."""
        breaks = rng.random(len(columns) - 1) < 0.34
        breaks[1:] &= ~breaks[:-1]
        westward = rng.random(len(columns) - 1) < 0.5
        out, start, bulb = [], -REACH, False
        for k in np.flatnonzero(breaks).tolist():
            west, east = columns[k] - HALF_ROAD - 0.6, columns[k + 1] + HALF_ROAD + 0.6
            if westward[k]:  # the eastern part comes up to its bulb
                out.append(self._stretch(q, start, west, columns, (bulb, False)))
                start, bulb = columns[k] + _BULB_BACK, True
            else:
                out.append(
                    self._stretch(q, start, columns[k + 1] - _BULB_BACK, columns, (bulb, True))
                )
                start, bulb = east, False
        out.append(self._stretch(q, start, REACH, columns, (bulb, False)))
        return out

    def _stretch(
        self, q: float, p0: float, p1: float, columns: Floats, bulbs: tuple[bool, bool]
    ) -> Street:
        reach = HALF_ROAD + 1
        crossings = [np.array([p, q]) for p in columns.tolist() if p0 - reach < p < p1 + reach]
        return self._line(np.array([p0, q]), np.array([p1, q]), crossings, True, bulbs)

    def near(self, x: Floats, y: Floats, reach: float) -> NDArray[np.intp]:
        """Numbers of the middle lines' pieces within ``reach`` of the points' bounding box."""
        low = np.minimum(self._a, self._b) - reach
        high = np.maximum(self._a, self._b) + reach
        inside = (low[:, 0] < x.max()) & (high[:, 0] > x.min())
        inside &= (low[:, 1] < y.max()) & (high[:, 1] > y.min())
        return np.flatnonzero(inside)

    def stations(self, street: int, x: Floats, y: Floats) -> Floats:
        """How far along a street the points of it nearest to (x, y) are, (N,)."""
        own = self._owner == street
        return _to_pieces(x, y, self._a[own], self._b[own], self._first[own])[1]

    def survey(self, x: Floats, y: Floats) -> tuple[Floats, NDArray[np.intp], Floats]:
        """
        How points (N,) lie to the kerbs.

        :returns: metres outward from the nearest kerb, negative on the road, at most 40; the
            street's number, -1 far from all; metres along it.
        """
        far = 40.0
        distance = np.full(len(x), far + HALF_ROAD)
        street, along = np.full(len(x), -1), np.zeros(len(x))
        pieces = self.near(x, y, far + HALF_ROAD)
        for k in np.unique(self._owner[pieces]).tolist():
            own = pieces[self._owner[pieces] == k]
            d, s = _to_pieces(x, y, self._a[own], self._b[own], self._first[own])
            closer = d < distance
            street[closer], along[closer] = k, s[closer]
            distance = _smooth_min(distance, d)
        for bx, by in self._bulbs.tolist():
            d = np.hypot(x - bx, y - by) - (BULB - HALF_ROAD)
            distance = _smooth_min(distance, d)
        return distance - HALF_ROAD, street, along


def _to_pieces(x: Floats, y: Floats, a: Floats, b: Floats, first: Floats) -> tuple[Floats, Floats]:
    """Distance of points (N,) to the nearest of some pieces, and the station there."""
    step = b - a
    long = np.maximum(np.linalg.norm(step, axis=1), 1e-9)
    u = step / long[:, None]
    dx, dy = x[:, None] - a[:, 0], y[:, None] - a[:, 1]
    t = np.clip(dx * u[:, 0] + dy * u[:, 1], 0.0, long)
    away = np.hypot(dx - t * u[:, 0], dy - t * u[:, 1])
    best = away.argmin(axis=1)
    row = np.arange(len(x))
    return away[row, best], first[best] + t[row, best]


def _smooth_min(a: Floats, b: Floats) -> Floats:
    """The smaller of two distances; where they are alike, less: so corners are rounded."""
    h = np.maximum(_ROUND - np.abs(a - b), 0.0) / _ROUND
    return np.asarray(np.minimum(a, b) - h * h * _ROUND / 4)


@lru_cache(maxsize=4)
def network_of(seed: int) -> Network:
    """The streets of a map seed."""
    return Network(seed)
