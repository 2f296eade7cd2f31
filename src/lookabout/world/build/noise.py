"""Smooth chance over the plane: gradient noise from a seeded table."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_TABLE = 256


class Noise:
    """Gradient noise (Perlin's, with quintic fades): around 0, mostly within ±0.6.

    It repeats after 256 times the size of its blobs.
    """

    def __init__(self, rng: np.random.Generator) -> None:
        order = rng.permutation(_TABLE)
        self._order = np.concatenate([order, order]).astype(np.int32)
        angle = rng.uniform(0, 2 * np.pi, _TABLE)
        # Indexed by a sum of a table entry and a cell number: twice as long, to spare a modulo.
        self._gx = np.tile(np.cos(angle), 2)
        self._gy = np.tile(np.sin(angle), 2)
        self._shift = rng.uniform(0, _TABLE, 2)

    def __call__(self, x: Floats, y: Floats | float, size: float) -> Floats:
        """
        Values (N,) at points, blobs some ``size`` metres wide.

        :param x: (N,), metres; ``y`` the same or one number.
        """
        px, py = x / size + self._shift[0], y / size + self._shift[1]
        ix, iy = np.floor(px), np.floor(py)
        fx, fy = px - ix, py - iy
        i = ix.astype(np.int32) & (_TABLE - 1)
        j = iy.astype(np.int32) & (_TABLE - 1)
        near, far = self._order[i], self._order[i + 1]
        u = fx * fx * fx * (fx * (fx * 6 - 15) + 10)
        v = fy * fy * fy * (fy * (fy * 6 - 15) + 10)
        a, b = self._order[near + j], self._order[far + j]
        c, d = self._order[near + j + 1], self._order[far + j + 1]
        gx, gy = self._gx, self._gy
        low_a = gx[a] * fx + gy[a] * fy
        low_b = gx[b] * (fx - 1) + gy[b] * fy
        high_c = gx[c] * fx + gy[c] * (fy - 1)
        high_d = gx[d] * (fx - 1) + gy[d] * (fy - 1)
        low = low_a + u * (low_b - low_a)
        out: Floats = low + v * (high_c + u * (high_d - high_c) - low)
        return out


class Field:
    """Noise of two sizes, evened out: every share from 0 to 1 covers as much ground."""

    def __init__(self, rng: np.random.Generator, size: float, finer: float) -> None:
        """
        :param size: of the large blobs, metres.
        :param finer: size of the blobs on them, half as strong.
        """
        self._coarse, self._fine = Noise(rng), Noise(rng)
        self._sizes = size, finer
        spread = rng.uniform(-200 * finer, 200 * finer, (2, 20_000))
        self._levels = np.quantile(self._raw(spread[0], spread[1]), np.linspace(0, 1, 257))

    def __call__(self, x: Floats, y: Floats) -> Floats:
        """(N,) in [0, 1] at points (N,)."""
        return np.interp(self._raw(x, y), self._levels, np.linspace(0, 1, 257))

    def _raw(self, x: Floats, y: Floats) -> Floats:
        size, finer = self._sizes
        return self._coarse(x, y, size) + 0.5 * self._fine(x, y, finer)


def smoothstep(low: float, high: float, value: Floats) -> Floats:
    """0 below ``low``, 1 above ``high``, smooth between; falling if low > high."""
    t = np.clip((value - low) / (high - low), 0.0, 1.0)
    return t * t * (3.0 - 2.0 * t)
