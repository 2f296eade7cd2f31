"""Pieces that plants are put together from, many at a time: limbs, leaf cards, rough balls."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from lookabout.world.scene import Mesh

Floats = NDArray[np.float64]
UP = np.array([0.0, 0.0, 1.0])


class Pieces:
    """A mesh of loose triangles in the making."""

    def __init__(self) -> None:
        self._triangles: list[Floats] = []
        self._names: list[str] = []

    def add(self, triangles: Floats, material: str) -> None:
        """Triangles (T, 3, 3) of one material."""
        if len(triangles):
            self._triangles.append(triangles)
            self._names.append(material)

    def mesh(self, smooth: bool = False) -> Mesh:
        """All of them; materials in order of first use."""
        names = list(dict.fromkeys(self._names))
        corners = np.concatenate(self._triangles).reshape(-1, 3)
        index = [
            np.full(len(t), names.index(n), dtype=np.int32)
            for t, n in zip(self._triangles, self._names, strict=True)
        ]
        return Mesh(
            corners,
            np.arange(len(corners), dtype=np.int32).reshape(-1, 3),
            tuple(names),
            np.concatenate(index),
            smooth=smooth,
        )


class Limbs:
    """Tapered round bars, gathered one by one and meshed together."""

    def __init__(self) -> None:
        self._rows: list[tuple[Floats, Floats, float, float, int]] = []

    def line(self, points: Floats, first: float, last: float, sides: int) -> None:
        """A limb along points (N, 3), its radius falling evenly from ``first`` to ``last``."""
        radii = np.linspace(first, last, len(points))
        for k in range(len(points) - 1):
            self._rows.append((points[k], points[k + 1], radii[k], radii[k + 1], sides))

    def triangles(self) -> Floats:
        """(T, 3, 3), open at the ends."""
        out = [np.zeros((0, 3, 3))]
        for sides in sorted({row[4] for row in self._rows}):
            rows = [row for row in self._rows if row[4] == sides]
            a, b = np.array([r[0] for r in rows]), np.array([r[1] for r in rows])
            out.append(tubes(a, b, np.array([r[2] for r in rows]),
                             np.array([r[3] for r in rows]), sides))  # fmt: skip
        return np.concatenate(out)


def tubes(a: Floats, b: Floats, first: Floats, last: Floats, sides: int) -> Floats:
    """Bars from ``a`` to ``b`` (N, 3) with radii (N,) at both ends: (2 N sides, 3, 3)."""
    axis = unit(b - a)
    helper = np.where(np.abs(axis[:, :1]) < 0.7, [[1.0, 0.0, 0.0]], [[0.0, 1.0, 0.0]])
    across = unit(np.cross(axis, helper))
    other = np.cross(axis, across)
    turn = np.linspace(0, 2 * np.pi, sides + 1)[None, :, None]
    ring = np.cos(turn) * across[:, None] + np.sin(turn) * other[:, None]
    low = a[:, None] + first[:, None, None] * ring
    high = b[:, None] + last[:, None, None] * ring
    one = np.stack([low[:, :-1], low[:, 1:], high[:, 1:]], 2)
    two = np.stack([low[:, :-1], high[:, 1:], high[:, :-1]], 2)
    return np.concatenate([one.reshape(-1, 3, 3), two.reshape(-1, 3, 3)])


def cards(middle: Floats, fore: Floats, normal: Floats, length: Floats, width: float) -> Floats:
    """
    Folded leaf shapes, (2 N, 3, 3).

    :param middle: (N, 3); ``fore``: unit (N, 3), towards the tip; ``normal``: unit (N, 3), up.
    :param length: (N,), metres; ``width`` as a share of it.
    """
    side = unit(np.cross(normal, fore))
    reach = length[:, None]
    tip, tail = middle + fore * reach / 2, middle - fore * reach / 2
    fold = normal * reach * 0.13
    left = middle + side * reach * width / 2 - fold
    right = middle - side * reach * width / 2 - fold
    return np.concatenate([np.stack([tail, right, tip], 1), np.stack([tail, tip, left], 1)])


def sprays(
    middle: Floats, fore: Floats, normal: Floats, length: Floats, width: float,
    leaves: int, open_deg: float, rng: np.random.Generator,
) -> Floats:  # fmt: skip
    """
    Twigs of ``leaves`` folded leaves each, set to either side and one at the tip.

    As :func:`cards`, each of which one twig takes the place of; ``width`` is a leaf's, as a share
    of its own length; ``open_deg`` is the angle between the lowest leaves and the twig.
    """
    side = unit(np.cross(normal, fore))
    tail = middle - fore * length[:, None] / 2
    out = []
    for k in range(leaves):
        share = k / max(leaves - 1, 1)
        angle = np.radians(open_deg) * (1 - share) * (1 if k % 2 else -1)
        angle = angle + rng.normal(0, 0.15, (len(middle), 1))
        way = np.cos(angle) * fore + np.sin(angle) * side
        way = unit(way + rng.normal(0, 0.12, way.shape))
        size = length * (0.62 - 0.16 * share) * rng.uniform(0.8, 1.2, len(length))
        start = tail + fore * (length * 0.55 * share)[:, None]
        up = unit(normal + rng.normal(0, 0.22, normal.shape))
        out.append(cards(start + way * size[:, None] / 2, way, up, size, width))
    return np.concatenate(out)


@cache
def sphere(around: int, rows: int) -> Floats:
    """A unit ball as triangles, (T, 3, 3); cached, treat it as read-only."""
    u = np.linspace(0, 2 * np.pi, around + 1)
    v = np.linspace(0, np.pi, rows + 1)
    grid = np.stack(
        [
            np.sin(v)[:, None] * np.cos(u),
            np.sin(v)[:, None] * np.sin(u),
            np.repeat(np.cos(v)[:, None], around + 1, 1),
        ],
        2,
    )
    a, b, c, d = grid[:-1, :-1], grid[1:, :-1], grid[1:, 1:], grid[:-1, 1:]
    upper = np.stack([a, b, c], 2)[:-1].reshape(-1, 3, 3)
    lower = np.stack([a, c, d], 2)[1:].reshape(-1, 3, 3)
    return np.concatenate([upper, lower])


def rough_balls(centres: Floats, sizes: Floats, rng: np.random.Generator) -> Floats:
    """Lumpy ellipsoids at ``centres`` (N, 3) with half-axes ``sizes`` (N, 3): (T, 3, 3)."""
    ball = sphere(6, 4)
    bump = 1 + 0.16 * np.sin(
        np.einsum("tcj,nj->ntc", 5 * ball, rng.normal(size=(len(centres), 3)))
        + rng.uniform(0, 6, (len(centres), 1, 1))
    )
    placed = centres[:, None, None] + ball * bump[..., None] * sizes[:, None, None]
    return np.asarray(placed.reshape(-1, 3, 3))


def unit(vectors: Floats) -> Floats:
    """(N, 3) at length 1."""
    length = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.maximum(length, 1e-9))


def heading(azimuth: float, elevation: float) -> Floats:
    """Unit vector, angles in radians."""
    level = np.cos(elevation)
    return np.array([level * np.cos(azimuth), level * np.sin(azimuth), np.sin(elevation)])


def bent(start: Floats, way: Floats, length: float, lift: float, steps: int) -> Floats:
    """Points (steps + 1, 3) of a limb that leaves along ``way`` and bends up by ``lift``."""
    s = np.linspace(0, 1, steps + 1)[:, None]
    up = np.array([0.0, 0.0, lift * length])
    return np.asarray(start + s * length * way + s * s * up)


def hull(trunk: float, low: Floats, high: Floats, pointed: bool) -> Sequence[Floats]:
    """Triangles of a trunk of that radius, and of a crown in the box ``low`` to ``high``, (3,)."""
    stem = tubes(
        np.array([[0.0, 0.0, -0.2]]), np.array([[0.0, 0.0, low[2] + 0.4]]),
        np.array([trunk]), np.array([trunk * 0.8]), 5,
    )  # fmt: skip
    middle, half = (low + high) / 2, (high - low) / 2
    if not pointed:
        return stem, sphere(8, 5) * half + middle
    turn = np.linspace(0, 2 * np.pi, 9)
    ring = np.column_stack([half[0] * np.cos(turn), half[1] * np.sin(turn), 0 * turn])
    ring += [middle[0], middle[1], low[2]]
    top, foot = np.array([*middle[:2], high[2]]), np.array([*middle[:2], low[2]])
    cone = [[ring[k], ring[k + 1], top] for k in range(8)]
    base = [[ring[k + 1], ring[k], foot] for k in range(8)]
    return stem, np.array(cone + base)
