"""Candidates for places, the same wherever one looks from."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_TILE = 48.0
"""About the width of a tile, metres; each has its own stream of chance."""
_OFFSET = 1 << 20
"""Added to the numbers of tiles, for seeds are not negative."""


def candidates(
    seed: int, layer: int, spacing: float, centre: tuple[float, float], reach: float, draws: int
) -> Floats:
    """
    One point in each cell of a lattice, and chance for whatever is decided there.

    :param layer: another number gives independent points.
    :param spacing: width of a cell, metres.
    :param centre: of a square, metres; ``reach`` is its half-side.
    :returns: (N, 2 + draws): x, y, and numbers in [0, 1); in the order of tiles.
    """
    cells = max(int(_TILE / spacing), 1)
    tile = cells * spacing
    first = [int(np.floor((c - reach) / tile)) for c in centre]
    last = [int(np.floor((c + reach) / tile)) for c in centre]
    column, row = np.meshgrid(np.arange(cells), np.arange(cells))
    corner = np.stack([column.ravel(), row.ravel()], axis=1) * spacing
    out = []
    for i in range(first[0], last[0] + 1):
        for j in range(first[1], last[1] + 1):
            rng = np.random.default_rng([seed, layer, i + _OFFSET, j + _OFFSET])
            table = rng.random((cells * cells, 2 + draws))
            table[:, :2] = corner + spacing * (0.06 + 0.88 * table[:, :2])
            table[:, :2] += [i * tile, j * tile]
            out.append(table)
    found = np.concatenate(out)
    inside: Floats = found[np.abs(found[:, :2] - centre).max(axis=1) <= reach]
    return inside
