"""Which recipe a block follows, and its sketch by seed."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lookabout.world.build.polygon import Polygon, edges
from lookabout.world.city import green, home_lots, homes, trade, urban, viaduct
from lookabout.world.city.plan import Block, Plan
from lookabout.world.city.sketch import Sketch

Recipe = Callable[[np.random.Generator, Block, Sketch], None]
RECIPES: dict[str, Recipe] = {
    "downtown": urban.downtown,
    "midrise": urban.midrise,
    "plaza": urban.plaza,
    "lot": urban.lot,
    "rowhouse": homes.rowhouse,
    "residential": homes.residential,
    "retail": trade.retail,
    "industry": trade.industry,
    "park": green.park,
    "bare": lambda rng, block, sketch: None,
    "school": green.school,
    "river": green.river,
    "viaduct": viaduct.underneath,
    "island": green.island,
}
_TRUNK_ROOM = 1.5
_SPOT_ROOM = 6.8
"""From an open spot to the nearest wall or bed, and from points as far before and behind it."""


def sketch_of(plan: Plan, block: Block) -> Sketch:
    """What a block holds; always the same for the same map seed."""
    return _sketch(plan.seed, block)


@lru_cache(maxsize=1400)
def gates_of(plan: Plan, block: Block) -> list[tuple[float, float, float]]:
    """``Sketch.gates`` of a block, quickly."""
    if block.district in ("residential", "rowhouse"):
        return home_lots.home_gates(_rng(plan.seed, block), block)
    return sketch_of(plan, block).gates


def _rng(seed: int, block: Block) -> np.random.Generator:
    return np.random.default_rng([seed, 0xB10C, *block.index])


@lru_cache(maxsize=1400)
def _sketch(seed: int, block: Block) -> Sketch:
    rng = _rng(seed, block)
    sketch = Sketch()
    RECIPES[block.district](rng, block, sketch)
    _settle(sketch)
    return sketch


def outside(points: NDArray[np.float64], rings: list[Polygon]) -> NDArray[np.float64]:
    """
    How far points (N, 2) lie from the nearest of some convex rings, metres.

    Negative inside; beyond corners an underestimate. Infinity if there are no rings.
    """
    sides: list[tuple[float, float, float, float, float]] = []
    first: list[int] = []
    for ring in rings:
        start = len(sides)
        for (x0, y0), (x1, y1) in edges(ring):
            dx, dy = x1 - x0, y1 - y0
            length = (dx * dx + dy * dy) ** 0.5
            if length > 1e-9:
                sides.append((x0, y0, dx, dy, length))
        if len(sides) > start:
            first.append(start)
    if not first:
        return np.full(len(points), np.inf)
    x0, y0, dx, dy, length = np.array(sides).T[:, :, None]
    out = (dy * (points[:, 0] - x0) - dx * (points[:, 1] - y0)) / length
    nearest: NDArray[np.float64] = np.maximum.reduceat(out, first, axis=0).min(axis=0)
    return nearest


def _settle(sketch: Sketch) -> None:
    """Drop trees and furniture that stand in walls or on cars, and spots without room."""
    rings = sketch.footprints
    if sketch.trees:
        at = np.array([tree[:2] for tree in sketch.trees])
        room = [0.3 if tree[3] == "shrub" else _TRUNK_ROOM for tree in sketch.trees]
        keep = outside(at, rings) > np.array(room)
        cars = np.array([c[:2] for c in (*sketch.drives, *sketch.bays)]).reshape(-1, 2)
        for k in np.flatnonzero(keep).tolist():
            if len(cars):
                keep[k] = bool((np.hypot(*(cars - at[k]).T) > 1.9).all())
            if keep[k]:
                # Not two trunks in one place.
                near = np.hypot(*(at[:k][keep[:k]] - at[k]).T)
                keep[k] = bool((near > (0.7 if room[k] < 1 else 2.2)).all())
        sketch.trees = [t for t, good in zip(sketch.trees, keep.tolist(), strict=True) if good]
    sketch.trees += sketch.raised
    if sketch.furniture:
        at = np.array([thing[1:3] for thing in sketch.furniture])
        free = outside(at, rings) > 0.8
        sketch.furniture = [
            t for t, good in zip(sketch.furniture, free.tolist(), strict=True) if good
        ]
    solid = np.array([t[:2] for t in sketch.trees] + [f[1:3] for f in sketch.furniture])
    for kind, spots in sketch.spots.items():
        at = np.array([spot[:2] for spot in spots]).reshape(-1, 2)
        yaw = np.radians([spot[3] for spot in spots])
        fore = 0.8 * _SPOT_ROOM * np.stack([np.cos(yaw), np.sin(yaw)], 1)
        free = np.ones(len(at), bool)
        for shift in (-fore, 0.0, fore):
            free &= outside(at + shift, rings) > _SPOT_ROOM
        if len(solid):
            for k in range(len(at)):
                free[k] &= bool((np.hypot(*(solid - at[k]).T) > 1.8).all())
        sketch.spots[kind] = [s for s, good in zip(spots, free.tolist(), strict=True) if good]
    if sketch.bays:
        free = outside(np.array(sketch.bays)[:, :2], rings) > 1.6
        sketch.bays = [b for b, good in zip(sketch.bays, free.tolist(), strict=True) if good]
    if sketch.drives:
        at = np.array([d[:2] for d in sketch.drives])
        free = outside(at, rings) > 1.1
        sketch.drives = [d for d, good in zip(sketch.drives, free.tolist(), strict=True) if good]
