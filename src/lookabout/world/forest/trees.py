"""Trees of the forest, live and dead, several of each species.

Broadleaved trees and pines are a trunk with boughs and twigs and tufts of leaf cards at their
ends; spruces are whorls of drooping fronds. Dead ones are the same wood without leaves.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from lookabout.world.scene import Material, Mesh
from lookabout.world.vegetation.limbs import (
    UP,
    Limbs,
    Pieces,
    bent,
    heading,
    hull,
    rough_balls,
    sprays,
    unit,
)

Floats = NDArray[np.float64]
Color = tuple[float, float, float]
VARIANTS, DEAD_VARIANTS = 4, 3
"""Of each species."""
_GOLDEN = 2.399963


@dataclass(frozen=True)
class Species:
    """A grown tree, metres."""

    height: float
    radius: float
    """Of the crown."""
    bare: float
    """Height of the lowest boughs."""
    trunk: float
    """Radius at the foot."""
    boughs: int
    rise: tuple[float, float]
    """Degrees over level at which the lowest and the highest boughs leave the trunk."""
    tuft: float
    """Radius of a tuft of leaves."""
    flat: float
    """Height of a tuft as a share of its width."""
    leaves: int
    """Cards in all."""
    leaf: float
    """Length of a card."""
    narrow: float
    """Width of a card as a share of its length."""
    widest: float
    """Where the crown is widest, as a share of its height."""
    color: Color
    bark: Color
    droop: float = 0.0
    """How much leaves hang."""


SPECIES: dict[str, Species] = {
    "oak": Species(12.5, 5.0, 2.6, 0.36, 13, (12, 62), 1.15, 0.72, 3200, 0.34, 0.62, 0.42,
                   (0.339, 0.432, 0.228), (0.27, 0.23, 0.19)),
    "maple": Species(11.0, 3.7, 2.8, 0.24, 12, (25, 68), 0.95, 0.8, 2400, 0.33, 0.75, 0.42,
                     (0.381, 0.455, 0.246), (0.31, 0.28, 0.25)),
    "beech": Species(13.5, 4.2, 3.4, 0.30, 14, (25, 65), 1.0, 0.7, 2900, 0.31, 0.6, 0.45,
                     (0.362, 0.477, 0.249), (0.37, 0.36, 0.34)),
    "birch": Species(12.0, 2.6, 3.2, 0.15, 14, (35, 60), 0.72, 0.95, 2000, 0.235, 0.65, 0.4,
                     (0.461, 0.521, 0.29), (0.71, 0.69, 0.65), 0.6),
    "aspen": Species(13.0, 2.5, 4.2, 0.17, 12, (35, 66), 0.75, 0.9, 1850, 0.245, 0.8, 0.45,
                     (0.444, 0.508, 0.353), (0.50, 0.50, 0.43)),
    "pine": Species(14.0, 2.9, 7.2, 0.25, 11, (12, 50), 0.85, 0.5, 3100, 0.33, 0.22, 0.5,
                    (0.349, 0.425, 0.275), (0.36, 0.275, 0.215)),
    "spruce": Species(14.5, 2.5, 0.9, 0.22, 0, (0, 0), 0.0, 0.0, 0, 0.0, 0.27, 0.0,
                      (0.284, 0.365, 0.252), (0.26, 0.22, 0.19)),
}  # fmt: skip
BROADLEAVED = ("oak", "birch", "maple", "beech", "birch", "aspen", "oak")
CONIFERS = ("pine", "spruce", "spruce", "pine")
"""Who stands in which stands; those named twice are twice as common."""
DEAD = ("oak", "birch", "pine", "spruce")
"""Species of dead trees, by what they look like."""
_DEAD_WOOD = (0.46, 0.43, 0.39)


def materials() -> dict[str, Material]:
    """Leaves and bark of all species."""
    out = {
        "forest/wood/dead": Material("bark", _DEAD_WOOD, 0.95),
        "forest/wood/dark": Material("bark", (0.36, 0.32, 0.28), 0.95),
    }
    for name, species in SPECIES.items():
        r, g, b = species.color
        out[f"forest/leaf/{name}"] = Material("foliage", species.color, 0.75)
        out[f"forest/shade/{name}"] = Material("foliage", (r * 0.76, g * 0.76, b * 0.76), 0.9)
        dim = 0.68 if name in BROADLEAVED else 0.9  # a lump has no gaps that darken it
        out[f"forest/far/{name}"] = Material("foliage", (r * dim, g * dim, b * dim), 0.9)
        out[f"forest/bark/{name}"] = Material("bark", species.bark, 0.95)
    return out


@cache
def tree(name: str, variant: int) -> Mesh:
    """A live tree, its foot at the origin."""
    s = SPECIES[name]
    rng = np.random.default_rng([0x71EE, sorted(SPECIES).index(name), variant])
    pieces, limbs = Pieces(), Limbs()
    if name == "spruce":
        stem = _stem(s, rng, limbs)
        fronds = _whorls(s, rng, stem, limbs)
        pieces.add(limbs.triangles(), f"forest/bark/{name}")
        pieces.add(fronds, f"forest/leaf/{name}")
        return pieces.mesh()
    tips = _boughs(s, rng, limbs, dead=False)
    sizes = 0.86 * s.tuft * rng.uniform(0.6, 1.3, len(tips))
    pieces.add(limbs.triangles(), f"forest/bark/{name}")
    axes = np.stack([sizes, sizes, sizes * s.flat], 1)
    pieces.add(
        rough_balls(tips, axes * (0.22 if s.narrow < 0.3 else 0.42), rng), f"forest/shade/{name}"
    )
    pieces.add(_tufts(s, rng, tips, axes), f"forest/leaf/{name}")
    return pieces.mesh()


@cache
def dead_tree(name: str, variant: int) -> Mesh:
    """A tree without leaves, some with a broken top."""
    s = SPECIES[name]
    rng = np.random.default_rng([0xDEAD, sorted(SPECIES).index(name), variant])
    pieces, limbs = Pieces(), Limbs()
    if name == "spruce":
        _snag(s, rng, _stem(s, rng, limbs, broken=variant == 2), limbs)
    else:
        _boughs(s, rng, limbs, dead=True, broken=variant == 2)
    pieces.add(limbs.triangles(), "forest/wood/dark" if variant == 1 else "forest/wood/dead")
    return pieces.mesh()


@cache
def tree_hull(name: str, variant: int) -> Mesh:
    """A trunk and a smooth crown around most of the leaves, for rays and flights."""
    s, mesh, pieces = SPECIES[name], tree(name, variant), Pieces()
    assert mesh.material_index is not None
    leaves = mesh.triangles[mesh.material_index == len(mesh.materials) - 1]
    low, high = np.quantile(mesh.vertices[leaves.ravel()], (0.04, 0.96), axis=0)
    if name == "spruce":
        low[2], high[2] = s.bare + 0.3, s.height * 0.95
    for part in hull(s.trunk, low, high, name == "spruce"):
        pieces.add(part, "forest/collider")
    return pieces.mesh()


@cache
def dead_hull(name: str) -> Mesh:
    """The trunk of a dead tree, for rays and flights: one flies and looks between its boughs."""
    s, limbs, pieces = SPECIES[name], Limbs(), Pieces()
    limbs.line(np.array([[0, 0, -0.2], [0, 0, s.height * 0.5]]), s.trunk, s.trunk * 0.6, 5)
    pieces.add(limbs.triangles(), "forest/collider")
    return pieces.mesh()


def _stem(s: Species, rng: np.random.Generator, limbs: Limbs, broken: bool = False) -> Floats:
    """Points (9, 3) up the trunk, put among ``limbs``."""
    top = s.height * (rng.uniform(0.5, 0.7) if broken else 0.97)
    z = np.linspace(-0.3, top, 9)
    sway = np.cumsum(rng.normal(0, 0.008 * s.height, (9, 2)), axis=0)
    sway -= sway[0]
    points = np.column_stack([sway, z])
    limbs.line(points[:2], s.trunk * 1.35, s.trunk * 0.95, 8)  # the flare of the roots
    limbs.line(points[1:], s.trunk * 0.95, s.trunk * 0.35 if broken else 0.03, 6)
    return points


def _along(points: Floats, z: float) -> Floats:
    """The point of the stem at a height."""
    return np.array([np.interp(z, points[:, 2], points[:, k]) for k in range(3)])


def _outline(s: Species, t: float) -> float:
    """Crown radius at a share ``t`` of its height, as a share of the widest."""
    reach = s.widest if t < s.widest else 1.08 - s.widest
    return float(np.sqrt(max(1.0 - ((t - s.widest) / (reach * 1.05)) ** 2, 0.03)))


def _boughs(
    s: Species, rng: np.random.Generator, limbs: Limbs, *, dead: bool, broken: bool = False
) -> Floats:
    """Trunk, boughs and twigs into ``limbs``; where leaves grow, (N, 3)."""
    stem = _stem(s, rng, limbs, broken)
    crown = s.height - s.bare
    tips: list[Floats] = [stem[-1] - 0.3 * s.tuft * UP]
    turn = rng.uniform(0, 6.28)
    lopsided = rng.uniform(0, 6.28)
    for k in range(s.boughs):
        t = (k + rng.uniform(0.1, 0.9)) / s.boughs
        z = s.bare + t * crown * 0.86
        if z > stem[-1, 2] - 0.2:
            continue
        azimuth = turn + k * _GOLDEN + rng.uniform(-0.5, 0.5)
        low, high = np.radians(s.rise)
        elevation = low + (high - low) * t + rng.uniform(-0.12, 0.12)
        reach = s.radius * _outline(s, min(t + 0.1, 1.0)) * rng.uniform(0.72, 1.08)
        reach = max(reach - 0.6 * s.tuft, 0.5) * (1 + 0.16 * np.cos(azimuth - lopsided))
        length = float(reach / max(np.cos(elevation), 0.45))
        if dead:
            length *= rng.uniform(0.35, 1.0)
        bough = bent(_along(stem, z), heading(azimuth, elevation), length, 0.16, 4)
        bough[1:] += rng.normal(0, 0.035 * length, (4, 3))
        thick = s.trunk * (0.46 - 0.26 * t)
        limbs.line(bough, thick, 0.025, 4)
        tips.append(bough[-1])
        for m, share in enumerate((0.45, 0.68, 0.86)):
            start = bough[0] + (bough[-1] - bough[0]) * share
            aside = azimuth + (1 if m % 2 else -1) * rng.uniform(0.5, 1.1)
            way = heading(aside, elevation * 0.6 + rng.uniform(-0.15, 0.4))
            far = max(0.42 * length * rng.uniform(0.6, 1.15), 0.4)
            twig = bent(start, way, far, 0.1, 2)
            limbs.line(twig, thick * 0.42, 0.015, 3)
            tips.append(twig[-1])
            tips.append(start + 0.45 * (twig[-1] - start) + rng.normal(0, 0.2 * s.tuft, 3))
            if dead:
                for _ in range(3):
                    fork = start + (twig[-1] - start) * rng.uniform(0.3, 0.95)
                    way = heading(aside + rng.uniform(-1.1, 1.1), rng.uniform(0.0, 0.9))
                    limbs.line(bent(fork, way, far * 0.5, 0.1, 1), thick * 0.22, 0.012, 3)
    return np.array(tips)


def _tufts(s: Species, rng: np.random.Generator, tips: Floats, axes: Floats) -> Floats:
    """Leaf cards around the tips, more on large tufts, on their upper and outer sides."""
    weight = axes[:, 0] ** 2
    chosen = np.searchsorted(np.cumsum(weight) / weight.sum(), rng.random(s.leaves) * 0.9999)
    out = rng.normal(size=(s.leaves, 3))
    low = rng.random(s.leaves) < 0.3
    out[:, 2] = np.where(low, -0.6 * np.abs(out[:, 2]), np.abs(out[:, 2]))
    out = unit(out)
    far = rng.uniform(0.4, 1.0, (s.leaves, 1)) ** 0.6 * rng.uniform(0.75, 1.25, (s.leaves, 1))
    middle = tips[chosen] + out * axes[chosen] * far
    normal = unit(out + rng.normal(0, 0.42, out.shape) + 0.8 * UP)
    fore = unit(np.cross(normal, rng.normal(size=out.shape)))
    if s.droop:
        fore = unit(fore - s.droop * UP)
        middle[:, 2] -= rng.uniform(0, 0.7 * s.droop, s.leaves)
    if s.narrow < 0.3:  # needles stand in brushes that point out and up
        fore = unit(out + rng.normal(0, 0.45, out.shape) + 0.3 * UP)
        normal = unit(np.cross(fore, rng.normal(size=out.shape)))
    length = s.leaf * rng.uniform(0.7, 1.3, s.leaves)
    if s.narrow < 0.3:
        return sprays(middle, fore, normal, 1.3 * length, 0.15, 4, 38.0, rng)
    return sprays(middle, fore, normal, 1.5 * length, s.narrow, 3, 62.0, rng)


def _whorls(s: Species, rng: np.random.Generator, stem: Floats, limbs: Limbs) -> Floats:
    """The fronds of a spruce."""
    rows: list[tuple[Floats, Floats, float]] = []
    z, turn = s.bare, rng.uniform(0, 6.28)
    while z < s.height * 0.975:
        t = (z - s.bare) / (s.height - s.bare)
        around = 8 if t < 0.75 else 6
        for k in range(around):
            azimuth = turn + k * 6.283 / around + rng.uniform(-0.25, 0.25)
            length = s.radius * (1 - t) ** 0.85 * rng.uniform(0.66, 1.1) + 0.16
            elevation = np.radians(-16 + 58 * t**1.6) + rng.uniform(-0.1, 0.1)
            branch = bent(_along(stem, z), heading(azimuth, elevation), length, 0.12, 3)
            if t < 0.8:
                limbs.line(branch[[0, 2]], 0.035, 0.012, 3)
            count = max(int(length * 7.5), 3)
            for m in range(count):
                share = (m + 0.7) / count
                at = branch[0] + (branch[-1] - branch[0]) * share
                at[2] += 0.12 * length * (share * share - share)
                spread = 0.20 + 0.14 * length * (1 - share) ** 0.7
                for side in (-1, 1):
                    aside = azimuth + side * rng.uniform(0.45, 0.95)
                    rows.append((at, heading(aside, elevation - 0.25), spread))
            rows.append((branch[-1], heading(azimuth, elevation + 0.1), 0.34))
        turn += 0.7
        z += 0.30 + 0.24 * (1 - t) * rng.uniform(0.8, 1.2)
    base, fore = np.array([r[0] for r in rows]), np.array([r[1] for r in rows])
    length = np.array([r[2] for r in rows]) * rng.uniform(0.8, 1.25, len(rows))
    normal = unit(UP + rng.normal(0, 0.22, fore.shape))
    return sprays(
        base + fore * length[:, None] * 0.4, fore, normal, 1.2 * length, 0.2, 5, 52.0, rng
    )


def _snag(s: Species, rng: np.random.Generator, stem: Floats, limbs: Limbs) -> None:
    """The broken branches of a dead spruce."""
    z = s.bare + 0.6
    while z < stem[-1, 2] - 0.2:
        t = (z - s.bare) / (s.height - s.bare)
        for k in range(5):
            azimuth = z * 1.3 + k * 1.257 + rng.uniform(-0.4, 0.4)
            length = (0.3 + s.radius * 0.85 * (1 - t)) * rng.uniform(0.2, 1.0)
            way = heading(azimuth, np.radians(-22 + 40 * t))
            limbs.line(bent(_along(stem, z), way, length, 0.1, 2), 0.045, 0.012, 3)
        z += rng.uniform(0.4, 0.6)
