"""The ground: level at the rim and in most places, with low swells between.

Heights are those of a lattice of 1 m with two triangles a cell, as the ground's mesh has them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lookabout.world.build import Flat
from lookabout.world.build.noise import Noise, smoothstep
from lookabout.world.scene import Mesh

Floats = NDArray[np.float64]
HALF_SIDE = 120
"""Of the map, metres: a whole number, for the lattice ends there."""
_RISE = 6.5
"""Metres of height that noise of 1 would make."""
_SWELLS, _RIM = 105.0, 32.0
"""Width of swells, and of the level rim, metres."""
_APRON = 4.0
"""Metres over which ground levelled under an object meets the natural one."""
_LEVEL_WITHIN = 2.0
"""An object at most so far from the natural ground gets its ground levelled, metres."""
_HORIZON = 6000.0


@lru_cache(maxsize=4)
def lattice(seed: int) -> Floats:
    """(241, 241): heights of the lattice's points, by row (south to north) and column."""
    side = np.arange(-HALF_SIDE, HALF_SIDE + 1, dtype=float)
    gx, gy = np.meshgrid(side, side)
    x, y = gx.ravel(), gy.ravel()
    noise = Noise(np.random.default_rng([seed, 0xB10C, 1]))
    swells = np.maximum(noise(x, y, _SWELLS) - 0.04, 0.0)
    inside = HALF_SIDE - np.maximum(np.abs(x), np.abs(y))
    z = _RISE * swells * smoothstep(4.0, 4.0 + _RIM, inside)
    z = z.reshape(gx.shape)
    z.flags.writeable = False
    return z


def height(grid: Floats, x: Floats, y: Floats) -> Floats:
    """World z of the ground, (N,), at points (N,); 0 beyond the map."""
    px = np.clip(x + HALF_SIDE, 0, 2 * HALF_SIDE)
    py = np.clip(y + HALF_SIDE, 0, 2 * HALF_SIDE)
    j = np.minimum(np.floor(px), 2 * HALF_SIDE - 1).astype(int)
    i = np.minimum(np.floor(py), 2 * HALF_SIDE - 1).astype(int)
    u, v = px - j, py - i
    a, b, c, d = grid[i, j], grid[i, j + 1], grid[i + 1, j], grid[i + 1, j + 1]
    # Cells are halved from a, the low west corner, to d; b is east and c north.
    return np.where(u >= v, a + u * (b - a) + v * (d - b), a + v * (c - a) + u * (d - c))


def levelled(seed: int, flats: Sequence[Flat]) -> Floats:
    """The lattice with level places; those far above or below the ground are left alone."""
    natural = lattice(seed)
    side = np.arange(-HALF_SIDE, HALF_SIDE + 1, dtype=float)
    gx, gy = np.meshgrid(side, side)
    z = natural.copy()
    for flat in flats:
        here = float(height(natural, np.array([flat.x]), np.array([flat.y]))[0])
        if abs(flat.z - here) >= _LEVEL_WITHIN:
            continue
        angle = np.radians(flat.yaw_deg)
        dx, dy = gx - flat.x, gy - flat.y
        a = np.abs(dx * np.cos(angle) + dy * np.sin(angle)) - flat.length / 2
        b = np.abs(dy * np.cos(angle) - dx * np.sin(angle)) - flat.width / 2
        away = np.hypot(np.maximum(a, 0), np.maximum(b, 0))
        z += (flat.z - z) * smoothstep(1.5 + _APRON, 1.5, away)
    edge = np.ones_like(z, bool)
    edge[1:-1, 1:-1] = False
    z[edge] = 0.0  # where the plain begins
    return z


def ground_mesh(grid: Floats, *, far: bool) -> Mesh:
    """
    The map's ground.

    :param far: whether the level plain around it goes on to the horizon.
    """
    side = np.arange(-HALF_SIDE, HALF_SIDE + 1, dtype=float)
    gx, gy = np.meshgrid(side, side)
    vertices = [np.column_stack([gx.ravel(), gy.ravel(), grid.ravel()])]
    count = len(side)
    a = (np.arange(count - 1)[:, None] * count + np.arange(count - 1)[None, :]).ravel()
    b, c, d = a + 1, a + count, a + count + 1
    triangles = [np.stack([a, b, d, a, d, c], -1).reshape(-1, 3)]
    if far:
        ring = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], float)
        flat = np.vstack([ring * HALF_SIDE, ring * _HORIZON])
        first = len(vertices[0])
        vertices.append(np.column_stack([flat, np.zeros(8)]))
        k = np.arange(4)
        n = (k + 1) % 4
        cells = np.stack([k, k + 4, n + 4, k, n + 4, n], -1).reshape(-1, 3)
        triangles.append(cells + first)
    return Mesh(
        np.vstack(vertices), np.vstack(triangles).astype(np.int32), ("blocks/ground",), smooth=True
    )


def ground_height(seed: int, x: float, y: float) -> float:
    """World z of the natural ground at a point."""
    return float(height(lattice(seed), np.array([x]), np.array([y]))[0])
