"""Low plants: bushes one by one; grass, ferns, berries, flowers and twigs by the patch.

A patch is a few metres of one kind with a ragged rim. It is meant to be laid along the slope.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from lookabout.world.scene import Material, Mesh
from lookabout.world.vegetation.limbs import (
    UP,
    Limbs,
    Pieces,
    cards,
    rough_balls,
    sphere,
    tubes,
    unit,
)

Floats = NDArray[np.float64]
Color = tuple[float, float, float]
VARIANTS = 3
"""Of each bush and patch."""

_LEAVES: dict[str, Color] = {
    "hazel": (0.344, 0.431, 0.216),
    "juniper": (0.279, 0.36, 0.295),
    "bramble": (0.312, 0.375, 0.216),
    "grass": (0.298, 0.335, 0.193),
    "hay": (0.39, 0.36, 0.215),
    "fern": (0.27, 0.34, 0.158),
    "bracken": (0.375, 0.315, 0.20),
    "berry": (0.276, 0.347, 0.193),
    "heather": (0.33, 0.335, 0.225),
    "reed": (0.288, 0.35, 0.193),
    "stalk": (0.22, 0.28, 0.12),
}
_PETALS: dict[str, Color] = {
    "white": (0.82, 0.81, 0.76),
    "yellow": (0.80, 0.66, 0.16),
    "violet": (0.46, 0.33, 0.60),
    "heather": (0.52, 0.37, 0.45),
}
BUSHES: dict[str, tuple[float, float]] = {
    "hazel": (1.35, 2.3),
    "juniper": (0.65, 1.7),
    "bramble": (1.25, 0.8),
}
"""Radius and height of a grown one, metres."""


def materials() -> dict[str, Material]:
    """Of all low plants."""
    out = {}
    for name, (r, g, b) in _LEAVES.items():
        out[f"forest/low/{name}"] = Material("foliage", (r, g, b), 0.8)
        out[f"forest/low_shade/{name}"] = Material("foliage", (r * 0.78, g * 0.78, b * 0.78), 0.9)
    for name, color in _PETALS.items():
        out[f"forest/petal/{name}"] = Material("plain", color, 0.8)
    out["forest/twig"] = Material("bark", (0.35, 0.30, 0.25), 0.95)
    return out


@cache
def bush(name: str, variant: int) -> Mesh:
    """A bush, its foot at the origin."""
    radius, height = BUSHES[name]
    rng = np.random.default_rng([0xB05, sorted(BUSHES).index(name), variant])
    pieces, count = Pieces(), 11
    turn = np.arange(count) * 2.4 + rng.uniform(0, 6)
    far = radius * 0.68 * np.sqrt(rng.uniform(0.05, 1, count))
    z = height * (0.3 + 0.42 * rng.random(count)) * (1.1 - 0.4 * far / radius)
    if name == "juniper":
        far, z = far * 0.8, height * np.linspace(0.15, 0.8, count)
        far *= 1.25 - z / height
    middles = np.column_stack([far * np.cos(turn), far * np.sin(turn), z])
    wide = radius * rng.uniform(0.3, 0.48, count)
    axes = np.stack([wide, wide, np.minimum(wide * 0.85, height * 0.32)], 1)
    pieces.add(rough_balls(middles, axes * 0.66, rng), f"forest/low_shade/{name}")
    chosen = rng.integers(0, count, 1100)
    out = unit(rng.normal(size=(1100, 3)) + 0.35 * UP)
    at = middles[chosen] + out * axes[chosen] * rng.uniform(0.7, 1.2, (1100, 1))
    at[:, 2] = np.maximum(at[:, 2], 0.03)
    normal = unit(out + rng.normal(0, 0.5, out.shape) + 0.3 * UP)
    fore = unit(np.cross(normal, rng.normal(size=out.shape)))
    if name == "juniper":
        fore = unit(out + 0.5 * UP)
        normal = unit(np.cross(fore, rng.normal(size=out.shape)))
    length = rng.uniform(0.7, 1.3, 1100) * (0.2 if name != "juniper" else 0.24)
    pieces.add(cards(at, fore, normal, length, 0.6 if name != "juniper" else 0.25),
               f"forest/low/{name}")  # fmt: skip
    stems = Limbs()
    for middle in middles[:5]:
        stems.line(np.array([[0, 0, -0.15], middle]), 0.04, 0.02, 3)
    pieces.add(stems.triangles(), "forest/twig")
    return pieces.mesh()


@cache
def bush_hull(name: str) -> Mesh:
    """A smooth body, for rays and flights."""
    radius, height = BUSHES[name]
    pieces = Pieces()
    ball = sphere(7, 4) * [radius * 0.8, radius * 0.8, height * 0.45] + [0, 0, height * 0.45]
    pieces.add(ball, "forest/collider")
    return pieces.mesh()


@cache
def patch(name: str, variant: int) -> Mesh:
    """Some 12 m² of a low plant around the origin."""
    rng = np.random.default_rng([0x9A7C, sorted(PATCHES).index(name), variant])
    pieces = Pieces()
    PATCHES[name](pieces, rng)
    return pieces.mesh()


def _spread(rng: np.random.Generator, count: int, reach: float = 2.3) -> Floats:
    """Places (N, 2), thick in the middle, thin outside, in a few bunches."""
    bunches = rng.normal(0, 0.42 * reach, (max(count // 7, 3), 2))
    spots = bunches[rng.integers(0, len(bunches), count)]
    return np.asarray(spots + rng.normal(0, 0.17 * reach, (count, 2)))


def _blades(
    rng: np.random.Generator, spots: Floats, each: int, height: float, width: float
) -> Floats:
    """Tufts of leaning blades: (N each, 3, 3)."""
    foot = np.repeat(spots, each, axis=0) + rng.normal(0, 0.07, (len(spots) * each, 2))
    count = len(foot)
    tall = height * rng.uniform(0.5, 1.2, count)
    turn = rng.uniform(0, 6.28, count)
    lean = tall * rng.uniform(0.25, 1.1, count)
    root = np.column_stack([foot, np.full(count, -0.03)])
    tip = root + np.column_stack([lean * np.cos(turn), lean * np.sin(turn), tall])
    side = np.column_stack([-np.sin(turn), np.cos(turn), np.zeros(count)]) * width / 2
    return np.stack([root - side, root + side, tip], 1)


def _grass(pieces: Pieces, rng: np.random.Generator) -> None:
    pieces.add(_blades(rng, _spread(rng, 75, 2.0), 9, 0.28, 0.05), "forest/low/grass")
    pieces.add(_blades(rng, _spread(rng, 16, 2.0), 7, 0.34, 0.045), "forest/low/hay")


def _hay(pieces: Pieces, rng: np.random.Generator) -> None:
    pieces.add(_blades(rng, _spread(rng, 60), 9, 0.42, 0.04), "forest/low/hay")
    pieces.add(_blades(rng, _spread(rng, 22), 8, 0.3, 0.045), "forest/low/grass")


def _reed(pieces: Pieces, rng: np.random.Generator) -> None:
    pieces.add(_blades(rng, _spread(rng, 42, 1.1), 11, 0.75, 0.05), "forest/low/reed")


def _fern(pieces: Pieces, rng: np.random.Generator) -> None:
    _fronds(pieces, rng, "fern", 26)


def _bracken(pieces: Pieces, rng: np.random.Generator) -> None:
    _fronds(pieces, rng, "bracken", 17)
    _fronds(pieces, rng, "fern", 7)


def _fronds(pieces: Pieces, rng: np.random.Generator, name: str, count: int) -> None:
    """Rosettes of arching fronds, each in three leaves that grow smaller."""
    spots = np.repeat(_spread(rng, count, 2.6), 8, axis=0)
    n = len(spots)
    turn = rng.uniform(0, 6.28, n)
    size = np.repeat(rng.uniform(0.5, 1.0, count), 8) * rng.uniform(0.75, 1.1, n)
    for start, length, rise in ((0.05, 0.42, 0.75), (0.36, 0.42, 0.3), (0.68, 0.38, -0.15)):
        middle = start + length / 2
        level = size * middle * 0.85
        z = size * (0.62 * np.sin(min(middle * 2.2, 1.57)) - 0.22 * max(middle - 0.6, 0))
        at = np.column_stack([spots[:, 0] + level * np.cos(turn),
                              spots[:, 1] + level * np.sin(turn), z])  # fmt: skip
        fore = np.column_stack([np.cos(turn), np.sin(turn), np.full(n, rise)])
        normal = np.column_stack([-rise * np.cos(turn), -rise * np.sin(turn), np.ones(n)])
        normal = unit(normal + rng.normal(0, 0.12, normal.shape))
        pieces.add(cards(at, unit(fore), normal, size * length * 1.1, 0.62),
                   f"forest/low/{name}")  # fmt: skip


def _berry(pieces: Pieces, rng: np.random.Generator) -> None:
    _mat(pieces, rng, "berry", 0.26)


def _heather(pieces: Pieces, rng: np.random.Generator) -> None:
    _mat(pieces, rng, "heather", 0.32)
    at = np.column_stack([rng.normal(0, 0.8, (160, 2)), rng.uniform(0.22, 0.36, 160)])
    fore = unit(np.column_stack([rng.normal(0, 0.5, (160, 2)), np.ones(160)]))
    normal = unit(np.cross(fore, rng.normal(size=(160, 3))))
    pieces.add(cards(at, fore, normal, np.full(160, 0.11), 0.3), "forest/petal/heather")


def _mat(pieces: Pieces, rng: np.random.Generator, name: str, height: float) -> None:
    """A cushion of small leaves in humps."""
    spots = rng.normal(0, 0.85, (34, 2))
    wide = rng.uniform(0.2, 0.48, 34)
    middles = np.column_stack([spots, height * 0.35 * np.ones(34)])
    axes = np.stack([wide, wide, height * rng.uniform(0.6, 1.0, 34)], 1)
    pieces.add(rough_balls(middles[:18], axes[:18] * 0.7, rng), f"forest/low_shade/{name}")
    chosen = rng.integers(0, 34, 900)
    out = unit(rng.normal(size=(900, 3)) + UP)
    out[:, 2] = np.abs(out[:, 2])
    at = middles[chosen] + out * axes[chosen] * rng.uniform(0.6, 1.15, (900, 1))
    normal = unit(out + rng.normal(0, 0.5, out.shape))
    fore = unit(np.cross(normal, rng.normal(size=out.shape)))
    length = rng.uniform(0.07, 0.16, 900)
    pieces.add(cards(at, fore, normal, length, 0.6), f"forest/low/{name}")


def _flowers(pieces: Pieces, rng: np.random.Generator) -> None:
    pieces.add(_blades(rng, _spread(rng, 45), 7, 0.26, 0.04), "forest/low/stalk")
    for name, count in (("white", 34), ("yellow", 26), ("violet", 14)):
        spots = _spread(rng, count, 2.0)
        z = rng.uniform(0.16, 0.42, count)
        at = np.column_stack([spots, z])
        normal = unit(rng.normal(0, 0.3, (count, 3)) + UP)
        fore = unit(np.cross(normal, rng.normal(size=(count, 3))))
        pieces.add(cards(at, fore, normal, rng.uniform(0.06, 0.1, count), 0.9),
                   f"forest/petal/{name}")  # fmt: skip


def _twigs(pieces: Pieces, rng: np.random.Generator) -> None:
    """Fallen branches with side twigs, lying flat."""
    limbs = Limbs()
    for x, y in rng.normal(0, 1.0, (11, 2)):
        length, turn = rng.uniform(0.5, 2.1), rng.uniform(0, 6.28)
        way = np.array([np.cos(turn), np.sin(turn)])
        s = np.linspace(-0.5, 0.5, 4)
        line = np.column_stack([x + s * length * way[0], y + s * length * way[1], np.full(4, 0.03)])
        line[:, :2] += rng.normal(0, 0.06 * length, (4, 2))
        thick = 0.008 + 0.018 * length
        limbs.line(line, thick, 0.01, 4)
        for k in (1, 2):
            aside = turn + rng.choice([-0.8, 0.8])
            end = line[k] + 0.35 * length * np.array([np.cos(aside), np.sin(aside), 0.06])
            limbs.line(np.array([line[k], end]), thick * 0.5, 0.006, 3)
    pieces.add(limbs.triangles(), "forest/twig")


def _pebbles(pieces: Pieces, rng: np.random.Generator) -> None:
    """Stones of a stream's bank, half sunk."""
    count = 46
    spots = rng.normal(0, 0.75, (count, 2))
    size = 0.05 + 0.16 * rng.random(count) ** 3
    middles = np.column_stack([spots, size * 0.15])
    axes = size[:, None] * rng.uniform([0.8, 0.8, 0.5], [1.4, 1.1, 0.8], (count, 3))
    pieces.add(rough_balls(middles, axes, rng), "forest/rock/pale")


PATCHES: dict[str, Callable[[Pieces, np.random.Generator], None]] = {
    "grass": _grass,
    "hay": _hay,
    "reed": _reed,
    "fern": _fern,
    "bracken": _bracken,
    "berry": _berry,
    "heather": _heather,
    "flowers": _flowers,
    "twigs": _twigs,
    "pebbles": _pebbles,
}
"""What a patch can be made of."""


@cache
def stump(variant: int) -> Mesh:
    """What is left of a felled tree: flared at the roots, pale on top."""
    rng = np.random.default_rng([0x57B, variant])
    pieces = Pieces()
    height, radius, sides = rng.uniform(0.3, 0.6), rng.uniform(0.2, 0.34), 11
    turn = np.linspace(0, 2 * np.pi, sides, endpoint=False)
    flare = 1 + 0.22 * np.sin(turn * 4 + rng.uniform(0, 6))
    rings = []
    for z, share in ((-0.15, 1.75), (0.06, 1.3), (0.16, 1.06), (height, 0.98)):
        reach = radius * (share + (flare - 1) * (share - 0.9))
        uneven = 0.05 * np.sin(turn + variant) if z == height else 0.0
        rings.append(
            np.column_stack(
                [reach * np.cos(turn), reach * np.sin(turn), np.full(sides, z) + uneven]
            )
        )
    _skin(
        pieces, np.array(rings), "forest/bark/oak", "forest/moss", lambda t: t[..., 2].max(1) < 0.17
    )
    top = rings[-1]
    middle = np.broadcast_to(top.mean(0), (sides, 3))
    pieces.add(np.stack([top, np.roll(top, -1, 0), middle], 1), "forest/cut")
    return pieces.mesh()


@cache
def log(variant: int) -> Mesh:
    """
    A fallen trunk of 1 m length along z, 1 m thick, its upper side towards x: to be laid down.

    Moss on the upper side of some, broken ends, stubs of boughs.
    """
    rng = np.random.default_rng([0x106, variant])
    pieces = Pieces()
    count, sides = 11, 12
    turn = np.linspace(0, 2 * np.pi, sides, endpoint=False)
    rings = []
    for k, s in enumerate(np.linspace(-0.5, 0.5, count)):
        reach = (0.5 - 0.13 * (s + 0.5)) * (1 + 0.10 * np.sin(3 * turn + 7 * s + variant))
        reach = reach * rng.uniform(0.94, 1.06)
        ring = np.column_stack([reach * np.cos(turn), reach * np.sin(turn), np.full(sides, s)])
        ring[:, 1] += 0.35 * np.sin(2.6 * s + variant)
        if k in (0, count - 1):
            ring[:, 2] += rng.uniform(-0.02, 0.02, sides)
        rings.append(ring)
    grid = np.array(rings)
    bark = ("forest/bark/spruce", "forest/wood/dead", "forest/bark/pine", "forest/bark/birch")
    mossy = "forest/moss" if variant in (0, 2) else None
    _skin(pieces, grid, bark[variant % len(bark)], mossy, lambda t: t[..., 0].mean(1) > 0.2)
    for ring, flip in ((grid[0], True), (grid[-1], False)):
        middle = np.broadcast_to(ring.mean(0), (sides, 3))
        fan = np.stack([ring, np.roll(ring, -1, 0), middle], 1)
        pieces.add(fan[:, ::-1] if flip else fan, "forest/cut")
    at = np.column_stack([np.zeros(6), np.zeros(6), rng.uniform(-0.3, 0.48, 6)])
    aside = rng.uniform(-1.4, 1.4, 6)
    end = at + np.column_stack([1.3 * np.cos(aside), 1.3 * np.sin(aside), rng.uniform(0, 0.03, 6)])
    pieces.add(tubes(at, end, np.full(6, 0.1), np.full(6, 0.05), 4), bark[variant % 4])
    return pieces.mesh()


@cache
def log_hull() -> Mesh:
    """For rays and flights, as long and thick as :func:`log`."""
    pieces = Pieces()
    a, b = np.array([[0.0, 0.0, -0.5]]), np.array([[0.0, 0.0, 0.5]])
    pieces.add(tubes(a, b, np.array([0.48]), np.array([0.36]), 6), "forest/collider")
    return pieces.mesh()


def _skin(
    pieces: Pieces, rings: Floats, material: str, moss: str | None,
    mossed: Callable[[Floats], NDArray[np.bool_]],
) -> None:  # fmt: skip
    """Quads between rings (S, P, 3); the roots of stumps and the backs of logs may be mossy."""
    a, b = rings[:-1], np.roll(rings[:-1], -1, axis=1)
    c, d = np.roll(rings[1:], -1, axis=1), rings[1:]
    quads = np.concatenate([np.stack([a, b, c], 2), np.stack([a, c, d], 2)]).reshape(-1, 3, 3)
    if moss is None:
        pieces.add(quads, material)
        return
    mossy = mossed(quads)
    pieces.add(quads[~mossy], material)
    pieces.add(quads[mossy], moss)
