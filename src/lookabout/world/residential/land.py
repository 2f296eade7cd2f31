"""The lie of the land: gentle slopes, level across streets, level under houses."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lookabout.world.build.noise import Noise, smoothstep
from lookabout.world.residential.lot import Lot, Pad
from lookabout.world.residential.streets import Network, network_of

Floats = NDArray[np.float64]
_FLAT, _OPEN = 9.0, 30.0
"""Metres from a kerb up to which the ground has the street's height, and from which its own."""
_EVEN = 7.0
"""Metres over which a street's height is evened out."""
_BLEND = 3.2
"""Metres over which the ground rises to a house's level."""


class Relief:
    """The natural land of a map, and the streets in it."""

    def __init__(self, seed: int) -> None:
        rng = np.random.default_rng([seed, 0x1A7D])
        self._hills = Noise(rng), Noise(rng)
        self._tilt = rng.uniform(-0.011, 0.011, 2)
        self.network: Network = network_of(seed)
        at = self.network.samples
        self._street_z = self.natural(at[:, 0], at[:, 1])

    def natural(self, x: Floats, y: Floats) -> Floats:
        """World z of the land without anything built, (N,)."""
        first, second = self._hills
        hills = 3.4 * first(x, y, 190.0) + 0.8 * second(x, y, 83.0)
        return np.asarray(hills + self._tilt[0] * x + self._tilt[1] * y)

    def height(self, x: Floats, y: Floats, kerb: Floats) -> Floats:
        """World z with streets, without houses, (N,); ``kerb``: metres outward from a kerb."""
        z = self.natural(x, y)
        near = kerb < _OPEN
        if near.any():
            street = self._street(x[near], y[near])
            z[near] += smoothstep(_OPEN, _FLAT, kerb[near]) * (street - z[near])
        return z

    def _street(self, x: Floats, y: Floats) -> Floats:
        """The nearest streets' height, evened out along them."""
        at = self.network.samples
        low = [x.min() - 70, y.min() - 70]
        high = [x.max() + 70, y.max() + 70]
        use = ((at > low) & (at < high)).all(axis=1)
        away = (x[:, None] - at[use, 0]) ** 2 + (y[:, None] - at[use, 1]) ** 2
        away -= away.min(axis=1, keepdims=True)
        weight = np.exp(-away / (2 * _EVEN**2))
        return np.asarray((weight @ self._street_z[use]) / weight.sum(axis=1))


def level_pads(x: Floats, y: Floats, z: Floats, lots: list[tuple[Lot, Pad]]) -> Floats:
    """Heights (N,) with level ground under houses and even slopes under drives."""
    z = z.copy()
    for lot, pad in lots:
        a, b = lot.local(x, y)
        for (a0, b0, a1, b1), low, high in pad.planes:
            away = np.hypot(
                np.maximum(np.maximum(a0 - a, a - a1), 0), np.maximum(np.maximum(b0 - b, b - b1), 0)
            )
            share = smoothstep(_BLEND, 0.0, away)
            level = low + (high - low) * np.clip((b - b0) / (b1 - b0), 0, 1)
            z += share * (level - z)
    return z


@lru_cache(maxsize=4)
def relief_of(seed: int) -> Relief:
    """The land of a map seed."""
    return Relief(seed)
