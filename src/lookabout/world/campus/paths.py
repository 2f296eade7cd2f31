"""Ways for things that move: along walks, from junction to junction, and over lawns."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import shapely
import shapely.ops
from numpy.typing import NDArray

from lookabout.world.campus.land import HALF_SIDE
from lookabout.world.campus.obstacles import Obstacles, obstacles_of, paved
from lookabout.world.campus.plan import Plan
from lookabout.world.campus.planner import plan_of
from lookabout.world.registry import Path

Floats = NDArray[np.float64]
LEAST, MOST = 58.0, 112.0
"""Length of a way, metres."""
ROOM = 1.1
"""Metres from a way's line to anything solid."""
_WALKS, _LAWNS = 60, 24
"""Ways of each kind that are looked for."""
_SHARPEST = 95.0
"""Degrees that a way turns at a junction at most."""
_PITCH = 1.0


@lru_cache(maxsize=4)
def paths_of(seed: int) -> tuple[Path, ...]:
    """All ways of the map with this seed: kinds ``path`` and ``lawn``."""
    plan, obstacles = plan_of(seed), obstacles_of(seed)
    rng = np.random.default_rng([seed, 0x9A7])
    taken = obstacles.around(ROOM)
    ways = [Path("path", _sampled(line, plan)) for line in _on_walks(rng, plan, taken)]
    ways += [Path("lawn", _sampled(line, plan)) for line in _on_lawns(rng, plan, obstacles)]
    return tuple(ways)


def _sampled(line: Floats, plan: Plan) -> Floats:
    """Points (N, 3) at most ``_PITCH`` apart along a line (M, 2), on the ground."""
    step = np.hypot(*np.diff(line, axis=0).T)
    along = np.concatenate([[0.0], np.cumsum(step)])
    at = np.unique(np.concatenate([np.arange(0.0, along[-1], _PITCH), along]))
    xy = np.stack([np.interp(at, along, line[:, k]) for k in range(2)], 1)
    return np.column_stack([xy, plan.land.height(xy)])


def _on_walks(rng: np.random.Generator, plan: Plan, taken: Any) -> list[Floats]:
    """Lines (M, 2) along walks, each on other walks or in the other direction."""
    net = shapely.union_all([shapely.LineString(walk.points) for walk in plan.walks])
    inner = shapely.box(*[-HALF_SIDE + 7] * 2, *[HALF_SIDE - 7] * 2)
    free = shapely.get_parts(net.intersection(inner).difference(taken))
    edges = [shapely.get_coordinates(line) for line in free if line.length > 0.5]
    ends: dict[tuple[int, int], list[tuple[int, bool]]] = {}
    for k, line in enumerate(edges):
        ends.setdefault(_node(line[0]), []).append((k, False))
        ends.setdefault(_node(line[-1]), []).append((k, True))
    found: list[Floats] = []
    used: dict[tuple[int, bool], int] = {}
    for _ in range(40 * _WALKS):
        if len(found) == _WALKS:
            break
        k, back = int(rng.integers(len(edges))), bool(rng.random() < 0.5)
        chain, line = [(k, back)], edges[k][::-1] if back else edges[k]
        while _length(line) < MOST:
            step = _next(rng, edges, ends, line, {e for e, _ in chain})
            if step is None:
                break
            chain.append(step)
            more = edges[step[0]][::-1] if step[1] else edges[step[0]]
            line = np.concatenate([line, more[1:]])
        if _length(line) < LEAST or any(used.get(edge, 0) >= 2 for edge in chain[:2]):
            continue
        for edge in chain:
            used[edge] = used.get(edge, 0) + 1
        found.append(_cropped(rng, line))
    return found


def _next(
    rng: np.random.Generator, edges: list[Floats],
    ends: dict[tuple[int, int], list[tuple[int, bool]]], line: Floats, past: set[int],
) -> tuple[int, bool] | None:  # fmt: skip
    """One of the edges that go on from a line's end without a sharp turn."""
    way = line[-1] - line[-2]
    choices = []
    for k, back in ends[_node(line[-1])]:
        if k in past:
            continue
        on = edges[k][::-1] if back else edges[k]
        ahead = on[1] - on[0]
        turn = np.arctan2(way[0] * ahead[1] - way[1] * ahead[0], way @ ahead)
        if abs(np.degrees(turn)) < _SHARPEST:
            choices.append((k, back))
    return choices[int(rng.integers(len(choices)))] if choices else None


def _node(point: Floats) -> tuple[int, int]:
    return round(float(point[0]) * 20), round(float(point[1]) * 20)


def _length(line: Floats) -> float:
    return float(np.hypot(*np.diff(line, axis=0).T).sum())


def _cropped(rng: np.random.Generator, line: Floats) -> Floats:
    """At most ``MOST`` metres of a line."""
    spare = _length(line) - MOST
    if spare <= 0:
        return line
    begin = float(rng.uniform(0, spare))
    whole = shapely.LineString(line)
    part = shapely.ops.substring(whole, begin, begin + MOST)
    return np.asarray(shapely.get_coordinates(part), dtype=float)


def _on_lawns(rng: np.random.Generator, plan: Plan, obstacles: Obstacles) -> list[Floats]:
    """Gently bent lines (M, 2), mostly over grass, apart from each other."""
    pavement = paved(plan)
    shapely.prepare(pavement)
    found: list[Floats] = []
    for _ in range(6000):
        if len(found) == _LAWNS:
            break
        start, yaw = rng.uniform(-HALF_SIDE + 10, HALF_SIDE - 10, 2), rng.uniform(0, 2 * np.pi)
        s = np.arange(0.0, float(rng.uniform(LEAST, 80.0)) + 1e-9, 1.0)
        turn = yaw + float(rng.uniform(-0.6, 0.6)) * s / s[-1]
        line = start + np.cumsum(np.stack([np.cos(turn), np.sin(turn)], 1), axis=0)
        if not obstacles.clear(line, ROOM + 0.2).all():
            continue
        if shapely.contains_xy(pavement, line[:, 0], line[:, 1]).mean() > 0.25:
            continue
        middle = line[len(line) // 2]
        if all(np.hypot(*(middle - other[len(other) // 2])) > 7 for other in found):
            found.append(line)
    return found
