"""Trees: a trunk with branches, and a crown of leaf cards in clumps; several of each species.

A crown is a hull of clumps spread under a species' outline. Each clump is a rough dark ball
with folded leaf cards around it, larger than leaves but small against a clump, so that a
crown shows light and shade in tufts from above and keeps a ragged outline.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from lookabout.world.scene import Material, Mesh
from lookabout.world.vegetation.limbs import Pieces, sphere, tubes

Floats = NDArray[np.float64]
VARIANTS = 3
"""Per species."""


@dataclass(frozen=True)
class Species:
    """Shape of a grown tree, metres."""

    height: float
    radius: float
    """Of the crown."""
    bare: float
    """Height of the lowest leaves."""
    trunk: float
    """Radius at the foot."""
    clumps: int
    cards: int
    """In all."""
    card: float
    """Length of a card."""
    profile: str
    """``round``, ``oval``, ``vase`` or ``cone``."""
    color: tuple[float, float, float]
    open: float = 0.0
    """Share of clumps left out, for light crowns."""


SPECIES: dict[str, Species] = {
    "oak": Species(12.5, 5.6, 2.8, 0.34, 32, 4600, 0.28, "round", (0.19, 0.265, 0.11)),
    "maple": Species(10.5, 4.2, 2.5, 0.24, 28, 3600, 0.26, "oval", (0.24, 0.32, 0.13)),
    "locust": Species(9.5, 3.9, 2.7, 0.2, 30, 3000, 0.24, "vase", (0.32, 0.38, 0.17), 0.2),
    "linden": Species(9.0, 2.9, 2.2, 0.18, 24, 2700, 0.24, "oval", (0.21, 0.30, 0.13)),
    "crab": Species(5.5, 2.5, 1.5, 0.12, 18, 1900, 0.2, "round", (0.27, 0.315, 0.16)),
    "plum": Species(5.8, 2.4, 1.6, 0.12, 18, 1900, 0.2, "round", (0.27, 0.15, 0.15)),
    "elm": Species(13.5, 5.2, 3.4, 0.32, 32, 4400, 0.28, "vase", (0.22, 0.295, 0.13)),
    "shrub": Species(1.5, 0.75, 0.1, 0.05, 8, 420, 0.13, "round", (0.23, 0.295, 0.14)),
    "spruce": Species(11.5, 2.7, 0.8, 0.2, 36, 3000, 0.3, "cone", (0.14, 0.20, 0.14)),
}
HABITATS: dict[str, tuple[tuple[str, ...], tuple[float, float]]] = {
    "street": (("locust", "linden", "maple", "locust", "elm"), (0.62, 1.0)),
    "median": (("crab", "linden", "plum", "locust"), (0.6, 0.95)),
    "park": (("oak", "maple", "elm", "linden", "spruce", "oak", "maple", "crab"), (0.6, 1.25)),
    "yard": (("maple", "oak", "crab", "spruce", "elm", "maple", "plum"), (0.5, 1.1)),
    "plaza": (("locust", "linden", "locust"), (0.6, 0.9)),
    "shrub": (("shrub",), (0.6, 1.25)),
    "lot": (("locust", "crab", "linden"), (0.45, 0.75)),
}
"""Species by where they are planted, and their scales."""


def materials() -> dict[str, Material]:
    """Leaves and bark of all species."""
    out = {"bark": Material("bark", (0.30, 0.24, 0.19), roughness=0.95)}
    for name, species in SPECIES.items():
        out[f"leaf_{name}"] = Material("foliage", species.color, roughness=0.75)
        r, g, b = species.color
        out[f"leaf_{name}_deep"] = Material("foliage", (r * 0.6, g * 0.6, b * 0.6), roughness=0.9)
    return out


@cache
def tree(name: str, variant: int) -> Mesh:
    """A tree with its foot at the origin."""
    s = SPECIES[name]
    rng = np.random.default_rng([0x7EE, sorted(SPECIES).index(name), variant])
    clumps, sizes = _clumps(s, rng)
    parts = Pieces()
    _wood(s, rng, clumps, parts)
    deep = [_ball(c, r * 0.62, rng) for c, r in zip(clumps, sizes, strict=True)]
    parts.add(np.concatenate(deep), f"leaf_{name}_deep")
    parts.add(_cards(s, rng, clumps, sizes), f"leaf_{name}")
    return parts.mesh()


@cache
def tree_hull(name: str) -> Mesh:
    """A trunk and a smooth crown, for rays and flights."""
    s = SPECIES[name]
    parts = Pieces()
    parts.add(_tube(np.zeros(3), np.array([0, 0, s.bare + 1.0]), s.trunk, s.trunk * 0.8, 5), "bark")
    middle, half = (s.height + s.bare) / 2, (s.height - s.bare) / 2
    if s.profile == "cone":
        angles = np.linspace(0, 2 * np.pi, 9)
        ring = np.column_stack(
            [s.radius * 0.85 * np.cos(angles), s.radius * 0.85 * np.sin(angles),
             np.full(9, s.bare)]
        )  # fmt: skip
        top = np.broadcast_to([0.0, 0.0, s.height * 0.92], (8, 3))
        parts.add(np.stack([ring[:-1], ring[1:], top], 1), "bark")
    else:
        ball = sphere(8, 5) * [s.radius * 0.88, s.radius * 0.88, half * 0.92]
        parts.add(ball + np.array([0.0, 0.0, middle]), "bark")
    return parts.mesh()


def _outline(s: Species, t: Floats) -> Floats:
    """Crown radius at a share ``t`` of the crown's height, as a share of the widest."""
    if s.profile == "cone":
        return 1.0 - 0.93 * t
    if s.profile == "vase":
        return np.sqrt(np.clip(1 - ((t - 0.62) / 0.62) ** 2, 0.05, 1))
    if s.profile == "oval":
        return np.sqrt(np.clip(1 - ((t - 0.45) / 0.58) ** 2, 0.05, 1))
    return np.sqrt(np.clip(1 - ((t - 0.45) / 0.6) ** 2, 0.05, 1))


def _clumps(s: Species, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Middles (N, 3) and radii (N,) of leaf clumps, evenly spread over the crown."""
    n = s.clumps
    k = np.arange(n)
    t = np.clip((k + 0.5) / n + rng.uniform(-0.04, 0.04, n), 0.02, 0.98)
    angle = k * 2.39996 + rng.uniform(-0.45, 0.45, n) + rng.uniform(0, 6)
    size = 0.30 * s.radius * rng.uniform(0.8, 1.25, n)
    if s.profile == "cone":
        size = 0.34 * s.radius * (1.15 - 0.75 * t)
    lean = 1 + 0.13 * np.sin(angle * 2 + rng.uniform(0, 6))
    far = (s.radius * _outline(s, t) - size * 0.8).clip(0) * rng.uniform(0.72, 1.0, n) * lean
    z = s.bare + t * (s.height - s.bare) * 0.93
    middles = np.column_stack([far * np.cos(angle), far * np.sin(angle), z])
    core = max(2, n // 5)  # some inside, so that one cannot see through
    inner = rng.uniform(-0.3, 0.3, (core, 3)) * [s.radius, s.radius, s.height - s.bare]
    inner[:, 2] += s.bare + 0.55 * (s.height - s.bare)
    if s.profile == "cone":
        inner[:, :2] *= 0.2
    keep = rng.random(n) >= s.open
    middles = np.concatenate([middles[keep], inner])
    return middles, np.concatenate([size[keep], np.full(core, 0.36 * s.radius)])


def _cards(s: Species, rng: np.random.Generator, clumps: Floats, sizes: Floats) -> Floats:
    """Folded leaf cards (2 N, 3, 3) over the clumps, more on the larger and upper ones."""
    weight = sizes**2 * (0.5 + clumps[:, 2] / s.height)
    which = np.searchsorted(np.cumsum(weight) / weight.sum(), rng.random(s.cards) * 0.9999)
    out = rng.normal(size=(s.cards, 3))
    out[:, 2] = np.abs(out[:, 2]) * 0.9 + 0.05 * out[:, 2]
    out /= np.linalg.norm(out, axis=1)[:, None]
    low = rng.random(s.cards) < 0.25
    out[low, 2] *= -0.6
    far = sizes[which] * rng.uniform(0.62, 1.12, s.cards)
    middle = clumps[which] + out * far[:, None] * [1.0, 1.0, 0.8]
    # Normals lean outward and up, with much scatter.
    normal = out + rng.normal(scale=0.55, size=out.shape) + [0, 0, 0.35]
    normal /= np.linalg.norm(normal, axis=1)[:, None]
    side = np.cross(normal, rng.normal(size=out.shape))
    side /= np.maximum(np.linalg.norm(side, axis=1), 1e-6)[:, None]
    fore = np.cross(normal, side)
    size = s.card * rng.uniform(0.7, 1.35, s.cards)[:, None]
    if s.profile == "cone":  # drooping sprays that point away from the stem
        fore = np.column_stack([middle[:, :2], np.full(s.cards, -0.35)])
        fore /= np.maximum(np.linalg.norm(fore, axis=1), 1e-6)[:, None]
        side = np.cross([0.0, 0.0, 1.0], fore)
        side /= np.maximum(np.linalg.norm(side, axis=1), 1e-6)[:, None]
        normal = np.cross(fore, side)
        size = size * 1.15
    tip, tail = middle + fore * size * 0.62, middle - fore * size * 0.62
    fold = normal * size * 0.16
    left, right = middle + side * size * 0.42 - fold, middle - side * size * 0.42 - fold
    return np.concatenate([np.stack([tail, right, tip], 1), np.stack([tail, tip, left], 1)])


def _wood(s: Species, rng: np.random.Generator, clumps: Floats, parts: Pieces) -> None:
    fork = np.array([*rng.uniform(-0.12, 0.12, 2), s.bare * 0.95])
    top = np.array([*rng.uniform(-0.25, 0.25, 2), s.bare + 0.75 * (s.height - s.bare)])
    parts.add(_tube(np.array([0, 0, -0.1]), fork, s.trunk * 1.15, s.trunk * 0.8, 7), "bark")
    parts.add(_tube(fork, top, s.trunk * 0.8, 0.04, 5), "bark")
    if s.profile == "cone":
        return
    for k in range(0, min(len(clumps), 18), 2):
        t = rng.uniform(0.0, 0.45)
        start = fork + t * (top - fork)
        end = start + 0.85 * (clumps[k] - start)
        parts.add(_tube(start, end, s.trunk * 0.4, 0.03, 4), "bark")


def _tube(a: Floats, b: Floats, r0: float, r1: float, sides: int) -> Floats:
    return tubes(a[None], b[None], np.array([r0]), np.array([r1]), sides)


def _ball(centre: Floats, radius: float, rng: np.random.Generator) -> Floats:
    """A rough ball."""
    ball = sphere(6, 4)
    phase = rng.uniform(0, 6, 3)
    bump = 1 + 0.18 * np.sin(5 * ball @ rng.normal(size=3) + phase[0])
    moved: Floats = centre + ball * bump[..., None] * radius * np.array([1.0, 1.0, 0.85])
    return moved
