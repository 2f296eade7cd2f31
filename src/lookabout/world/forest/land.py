"""The lie of the land: hills, streams in their valleys, paths, glades. Functions of the place."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lookabout.world.build.noise import Field, Noise, smoothstep

Floats = NDArray[np.float64]
HALF_SIDE = 2000.0
"""Of the map, metres. The land goes on beyond it."""
PATH_REACH = 6.0
"""Distances to a path are told up to here, metres."""
BANK = 4.0
"""From the middle of a stream to dry ground, metres."""

_FALL = 0.004
"""Of the land and its streams, metres a metre eastward."""
_STREAMS, _TRAILS, _TRACKS = 820.0, 310.0, 540.0
"""Metres between neighbouring streams, trails (to the north) and tracks (to the east)."""


class Land:
    """The map of one seed. Points are arrays ``x`` and ``y`` (N,), metres, world frame."""

    def __init__(self, seed: int) -> None:
        rng = np.random.default_rng([seed, 0xF0DE57])
        self._bends = [Noise(rng) for _ in range(4)]
        self._hills = [Noise(rng) for _ in range(5)]
        self._meander = Noise(rng)
        self._trail, self._track = Noise(rng), Noise(rng)
        self._origin = rng.uniform(-0.5, 0.5, 3)
        self._wood = Field(rng, 95.0, 34.0)
        self._stand = Field(rng, 130.0, 45.0)
        self._rock = Field(rng, 62.0, 20.0)
        self._cover = Field(rng, 17.0, 6.0)

    def height(self, x: Floats, y: Floats) -> Floats:
        """World z of the ground, (N,)."""
        return self.survey(x, y)[0]

    def survey(self, x: Floats, y: Floats) -> tuple[Floats, Floats, Floats]:
        """Height, metres to the nearest stream and to the nearest path, (N,) each, in one go."""
        along, d = self._stream(x, y)
        path = self.path(x, y)
        hills = self._hills
        relief = 13.0 * hills[0](x, y, 390.0) + 5.0 * hills[1](x, y, 140.0) + 5.0
        relief = np.logaddexp(0.0, relief)  # valleys never fall below their stream
        relief = relief + 1.1 * hills[2](x, y, 44.0)
        valley = smoothstep(5.0, 120.0, d)
        bars = 0.34 * hills[3](x, y, 5.5) * smoothstep(9.0, 3.0, d)
        bed = 1.15 * smoothstep(0.9, BANK, d) - 0.58 + bars
        rough = 0.24 * hills[3](x, y, 8.5) + 0.08 * hills[4](x, y, 2.7)
        worn = smoothstep(0.5, 2.0, path)
        rough = rough * (0.35 + 0.65 * worn) - 0.07 * (1 - worn)
        z: Floats = -_FALL * along + bed + valley * relief + rough * smoothstep(0.5, 9.0, d)
        return z, d, path

    def mountains(self, x: Floats, y: Floats) -> Floats:
        """How much higher than the land the wooded hills at the horizon are, (N,)."""
        ridges = self._hills[0](x, y, 900.0) + 0.35 * self._hills[1](x, y, 330.0)
        crowns = 14.0 * self._hills[3](x, y, 70.0)
        hills: Floats = np.maximum(170.0 * (ridges + 0.15), 0.0)
        return hills + crowns + 8.0

    def water(self, x: Floats, y: Floats) -> Floats:
        """World z of the nearest stream's surface, (N,)."""
        return -_FALL * self._stream(x, y)[0]

    def stream(self, x: Floats, y: Floats) -> Floats:
        """Metres to the middle of the nearest stream, (N,); rough where it is far."""
        return self._stream(x, y)[1]

    def path(self, x: Floats, y: Floats) -> Floats:
        """
        Metres to the middle of the nearest path, (N,), at most ``PATH_REACH``.

        Counted on tracks, which are wider, as if they were as narrow as trails.
        """
        bend = self._bends
        px, py = x + 30 * bend[2](x, y, 115.0), y + 30 * bend[3](x, y, 125.0)
        width = 1.0 + 0.5 * bend[0](x, y, 23.0)
        k = np.round(px / _TRAILS - self._origin[1])
        course = _TRAILS * (k + self._origin[1]) + 70 * self._trail(py, k * 23.7 * 160, 160.0)
        trail = np.abs(px - course) * 1.1
        k = np.round(py / _TRACKS - self._origin[2])
        course = _TRACKS * (k + self._origin[2]) + 90 * self._track(px, k * 31.3 * 230, 230.0)
        track = np.abs(py - course) * 0.62
        near: Floats = np.minimum(np.minimum(trail, track) * width, PATH_REACH)
        return near

    def wood(self, x: Floats, y: Floats) -> Floats:
        """From open glades, 0, to the thick of the wood, 1: (N,), evenly spread."""
        return self._wood(x, y)

    def stand(self, x: Floats, y: Floats) -> Floats:
        """From broadleaved stands, 0, to coniferous ones, 1: (N,), evenly spread."""
        return self._stand(x, y)

    def rock(self, x: Floats, y: Floats) -> Floats:
        """How near bare rock is, 0 to 1: (N,), evenly spread."""
        return self._rock(x, y)

    def cover(self, x: Floats, y: Floats) -> Floats:
        """Where one low plant gives way to another, 0 to 1: (N,), evenly spread."""
        return self._cover(x, y)

    def _stream(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """How far along the nearest stream, and how far from it."""
        bend = self._bends
        px, py = x + 26 * bend[0](x, y, 105.0), y + 26 * bend[1](x, y, 95.0)
        k = np.round(py / _STREAMS - self._origin[0])
        course = _STREAMS * (k + self._origin[0]) + 110 * self._meander(px, k * 17.9 * 310, 310.0)
        course = course + 9 * self._meander(px, 0.0, 47.0)
        narrow = 1.35 + 0.75 * bend[2](x, y, 21.0)
        return px, np.abs(py - course) * narrow


@lru_cache(maxsize=4)
def land_of(seed: int) -> Land:
    """The land of a map seed."""
    return Land(seed)


_SHARES = np.linspace(0, 1, 1001)


def tree_share(wood: Floats) -> Floats:
    """Trees here against the mean over the land, by :meth:`Land.wood`: 0 in glades."""
    return _tree_curve(wood) / float(_tree_curve(_SHARES).mean())


def rock_share(rock: Floats) -> Floats:
    """Rocks here against the mean over the land, by :meth:`Land.rock`."""
    return _rock_curve(rock) / float(_rock_curve(_SHARES).mean())


def _tree_curve(wood: Floats) -> Floats:
    return 0.02 + smoothstep(0.14, 0.42, wood) * (0.55 + 0.75 * wood)


def _rock_curve(rock: Floats) -> Floats:
    return 0.10 + 5.0 * smoothstep(0.80, 0.97, rock)
