"""Where things can stand: typed spots over the whole map, in a fixed order."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import shapely
from numpy.typing import NDArray

from lookabout.world.campus.land import HALF_SIDE
from lookabout.world.campus.obstacles import obstacles_of, paved
from lookabout.world.campus.plan import Plan
from lookabout.world.campus.planner import plan_of
from lookabout.world.registry import Placement

Floats = NDArray[np.float64]
ROOM = {"path": 0.9, "verge": 0.9, "lawn": 1.3, "plaza": 1.1}
"""Metres from a spot to anything solid."""


@lru_cache(maxsize=4)
def placements_of(seed: int) -> tuple[Placement, ...]:
    """
    All spots of the map with this seed.

    ``path``: on a walk; ``verge``: on grass beside one; ``plaza``: on a square; ``lawn``: on open
    grass; ``bay``: a parking space.
    """
    plan, obstacles = plan_of(seed), obstacles_of(seed)
    pavement = paved(plan)
    shapely.prepare(pavement)
    rows = {
        "path": _along_walks(plan, 6.0, (0.0,)),
        "verge": _along_walks(plan, 9.0, (-1.3, 1.3)),
        "plaza": _squares(plan),
        "lawn": _lawns(seed),
    }
    out = []
    for kind, found in rows.items():
        keep = obstacles.clear(found[:, :2], ROOM[kind])
        on = shapely.contains_xy(pavement, found[:, 0], found[:, 1])
        if kind in ("verge", "lawn"):
            keep &= ~on
        out += _spots(kind, found[keep], plan)
    return tuple(out + _spots("bay", np.array(plan.bays).reshape(-1, 3), plan))


def _spots(kind: str, rows: Floats, plan: Plan) -> list[Placement]:
    z = plan.land.height(rows[:, :2])
    return [
        Placement(kind, x, y, float(h), yaw % 360.0)
        for (x, y, yaw), h in zip(rows.tolist(), z, strict=True)
    ]


def _along_walks(plan: Plan, pitch: float, offsets: tuple[float, ...]) -> Floats:
    """(x, y, yaw) along all walks; an offset counts from the middle (0) or the nearer edge."""
    rows = []
    for walk in plan.walks:
        line = shapely.LineString(walk.points)
        s = np.arange(pitch / 2, line.length, pitch)
        at = shapely.get_coordinates(shapely.line_interpolate_point(line, s))
        ahead = shapely.get_coordinates(shapely.line_interpolate_point(line, s + 0.2))
        u = ahead - at
        u /= np.maximum(np.hypot(u[:, 0], u[:, 1])[:, None], 1e-9)
        yaw = np.degrees(np.arctan2(u[:, 1], u[:, 0]))
        for off in offsets:
            far = off + np.sign(off) * walk.width / 2
            side = np.stack([-u[:, 1], u[:, 0]], 1) * far
            rows.append(np.column_stack([at + side, yaw]))
    return np.concatenate(rows)


def _squares(plan: Plan) -> Floats:
    rows = [np.zeros((0, 3))]
    for ring, material, _ in plan.areas:
        if material not in ("campus.plaza", "campus.plaza_red"):
            continue
        shape = shapely.Polygon(ring).buffer(-1.0)
        low, high = np.min(ring, axis=0), np.max(ring, axis=0)
        i, j = np.meshgrid(np.arange(low[0], high[0], 4.5), np.arange(low[1], high[1], 4.5))
        at = np.column_stack([i.ravel(), j.ravel()])
        at = at[shapely.contains_xy(shape, at[:, 0], at[:, 1])]
        rows.append(np.column_stack([at, (at[:, 0] * 53.0 + at[:, 1] * 29.0) % 360.0]))
    return np.concatenate(rows)


def _lawns(seed: int) -> Floats:
    rng = np.random.default_rng([seed, 0x1A3])
    line = np.arange(-HALF_SIDE + 8, HALF_SIDE - 7, 8.0)
    at = np.stack(np.meshgrid(line, line), -1).reshape(-1, 2)
    at = at + rng.uniform(-2.5, 2.5, at.shape)
    return np.column_stack([at, rng.uniform(0, 360, len(at))])
