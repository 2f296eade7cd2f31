"""The lie of the land: gentle hills, level where buildings and squares stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
HALF_SIDE = 200.0
"""Of the map, metres."""
CELL = 4.0
"""Side of the ground's cells, metres: the ground is level triangles between their corners."""
EDGE = 240.0
"""Up to here the ground has cells; beyond it is level at z = 0."""
_WAVES = 7
_FALL = 20.0
"""Metres over which the ground around a pad goes over into the hills."""
_CORE = 1.5 * CELL
"""Metres around a pad that are as level as the pad: more than a cell's diagonal."""


@dataclass(frozen=True)
class Pad:
    """A rectangle of level ground."""

    x: float
    y: float
    length: float
    """Along x, metres."""
    width: float
    group: int
    """Pads of one group are equally high."""


class Land:
    """Heights of one map."""

    def __init__(self, seed: int, pads: Sequence[Pad]) -> None:
        """:param pads: what must stand level; near ones must be of one group."""
        rng = np.random.default_rng([seed, 0x1A4D])
        length = rng.uniform(150, 420, _WAVES)
        angle = rng.uniform(0, 2 * np.pi, _WAVES)
        self._wave = np.stack([np.cos(angle), np.sin(angle)], 1) * (2 * np.pi / length)[:, None]
        self._phase = rng.uniform(0, 2 * np.pi, _WAVES)
        self._high = 0.85 * rng.uniform(0.6, 1.0, _WAVES) * length / 420
        self.pads = tuple(pads)
        self._levels: dict[int, float] = {}
        for group in {pad.group: None for pad in pads}:
            middles = np.array([(pad.x, pad.y) for pad in pads if pad.group == group])
            self._levels[group] = float(self._hills(middles).mean())
        count = round(2 * EDGE / CELL) + 1
        line = np.linspace(-EDGE, EDGE, count)
        xy = np.stack(np.meshgrid(line, line), -1).reshape(-1, 2)
        self._heights = self._shaped(xy).reshape(count, count)

    def _hills(self, xy: Floats) -> Floats:
        total = np.sin(xy @ self._wave.T + self._phase) @ self._high
        out = np.abs(xy).max(axis=1)
        fade = np.clip((EDGE - 2 * CELL - out) / (EDGE - 2 * CELL - HALF_SIDE), 0, 1)
        return np.asarray(total * fade * fade * (3 - 2 * fade), dtype=float)

    def _shaped(self, xy: Floats) -> Floats:
        above, below = self._hills(xy), np.ones(len(xy))
        for pad in self.pads:
            a = np.abs(xy[:, 0] - pad.x) - pad.length / 2 - _CORE
            b = np.abs(xy[:, 1] - pad.y) - pad.width / 2 - _CORE
            t = np.clip(1 - np.hypot(a.clip(0), b.clip(0)) / _FALL, 0, 1)
            share = t * t * (3 - 2 * t)
            pull = share / (1 - share + 1e-9)
            level = self._levels[pad.group]
            above, below = above + pull * level, below + pull
        return above / below

    def height(self, xy: Floats) -> Floats:
        """World z of the ground at points (N, 2): level triangles between cells' corners."""
        at = (np.clip(xy, -EDGE, EDGE) + EDGE) / CELL
        cell = np.minimum(at.astype(int), len(self._heights) - 2)
        i, j = cell.T
        u, v = (at - cell).T
        h = self._heights
        low, high = h[j, i], h[j + 1, i + 1]
        east, north = h[j, i + 1], h[j + 1, i]
        first = low + u * (east - low) + v * (north - low)
        second = high + (1 - u) * (north - high) + (1 - v) * (east - high)
        return np.where(u + v <= 1, first, second)

    def at(self, x: float, y: float) -> float:
        """World z of the ground at one point."""
        return float(self.height(np.array([[x, y]]))[0])
