"""The ground of a campus as one mesh: lawns, walks, squares, exactly on the land."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from lookabout.world.build.quads import Quads, boxes
from lookabout.world.campus.land import CELL, EDGE, Land
from lookabout.world.campus.plan import Plan
from lookabout.world.campus.planner import plan_of
from lookabout.world.scene import Mesh

Floats = NDArray[np.float64]
_TILE = 4 * CELL
_EDGING = 0.12
"""Width of the stone edge around pavement, metres."""
_FAR_SIDE = 4000.0


class Layer:
    """A part of the ground that is seen."""

    def __init__(self, shape: Any, material: str, turn: float) -> None:
        self.shape, self.material, self.turn = shape, material, turn


def layers(plan: Plan) -> list[Layer]:
    """What is seen of each surface; together they cover the cells' square once."""
    under = [(shapely.Polygon(r), m, t) for r, m, t in plan.areas if m == "campus.lawn"]
    ways: list[tuple[Any, str, float]] = []
    for walk in plan.walks:
        for shape, turn in _stretches(walk.points, walk.width):
            ways.append((shape, walk.material, turn))
    over = [(shapely.Polygon(r), m, t) for r, m, t in plan.areas if m != "campus.lawn"]
    paved = shapely.union_all([shape for shape, _, _ in (*ways, *over)])
    edging = (paved.buffer(_EDGING, join_style="mitre"), "campus.edging", 0.0)
    beds = [(shapely.Polygon(ring), "campus.mulch", 0.0) for ring, _ in plan.beds]
    every = shapely.box(-EDGE, -EDGE, EDGE, EDGE)
    stack = [(every, "campus.grass", 0.0), *under, edging, *ways, *over, *beds]
    seen: list[Layer] = []
    hidden = shapely.Polygon()
    for shape, material, turn in reversed(stack):
        seen.append(Layer(shape.difference(hidden), material, turn))
        hidden = hidden.union(shape)
    return seen[::-1]


def _stretches(points: tuple[tuple[float, float], ...], width: float) -> list[tuple[Any, float]]:
    """A walk's area: straight pieces with their direction, or a bent one as a whole."""
    if len(points) > 2:
        return [(shapely.LineString(points).buffer(width / 2, quad_segs=6), 0.0)]
    (x0, y0), (x1, y1) = points
    turn = float(np.degrees(np.arctan2(y1 - y0, x1 - x0)))
    return [(shapely.LineString(points).buffer(width / 2, cap_style="square"), turn)]


@lru_cache(maxsize=4)
def ground_mesh(seed: int) -> Mesh:
    """The ground up to ``EDGE`` on all sides."""
    plan = plan_of(seed)
    corners, names, uv = [], [], []
    for layer in layers(plan):
        flat = _triangles(layer.shape)
        if len(flat) == 0:
            continue
        corners.append(_draped(flat, plan.land))
        names += [layer.material] * len(flat)
        # Across and along the way.
        a = np.radians(layer.turn)
        turned = flat @ np.array([[np.sin(a), np.cos(a)], [-np.cos(a), np.sin(a)]])
        uv.append(turned)
    materials = list(dict.fromkeys(names))
    vertices = np.concatenate(corners).reshape(-1, 3)
    return Mesh(
        vertices,
        np.arange(len(vertices), dtype=np.int32).reshape(-1, 3),
        tuple(materials),
        np.array([materials.index(name) for name in names], dtype=np.int32),
        uv=np.concatenate(uv).astype(np.float32),
    )


def _draped(flat: Floats, land: Land) -> Floats:
    """Triangles (T, 3, 2) with the land's heights, (T, 3, 3)."""
    z = land.height(flat.reshape(-1, 2)).reshape(-1, 3, 1)
    return np.concatenate([flat, z], axis=2)


def _triangles(shape: Any) -> Floats:
    """A shape cut along the land's edges, as counter-clockwise triangles (T, 3, 2)."""
    if shape.is_empty:
        return np.zeros((0, 3, 2))
    low_x, low_y, high_x, high_y = shape.bounds
    first = np.floor((np.array([low_x, low_y]) + EDGE) / _TILE)
    last = np.ceil((np.array([high_x, high_y]) + EDGE) / _TILE)
    i, j = np.meshgrid(np.arange(first[0], last[0]), np.arange(first[1], last[1]))
    x, y = i.ravel() * _TILE - EDGE, j.ravel() * _TILE - EDGE
    shapely.prepare(shape)
    tiles = shapely.box(x, y, x + _TILE, y + _TILE)
    whole = shapely.contains(shape, tiles)
    part = ~whole & shapely.intersects(shape, tiles)
    out = [_grid(x[whole], y[whole])]
    pieces = shapely.intersection(tiles[part], shape)
    for piece, x0, y0 in zip(pieces, x[part], y[part], strict=True):
        cells = _grid(np.array([x0]), np.array([y0]))
        cut = shapely.get_parts(shapely.intersection(shapely.polygons(cells), piece))
        cut = shapely.get_parts(cut)
        cut = cut[(shapely.get_type_id(cut) == 3) & (shapely.area(cut) > 1e-7)]
        if len(cut):
            fans = shapely.get_parts(shapely.constrained_delaunay_triangles(cut))
            ring = shapely.get_coordinates(fans).reshape(-1, 4, 2)[:, :3]
            out.append(ring)
    found = np.concatenate(out)
    a, b = found[:, 1] - found[:, 0], found[:, 2] - found[:, 0]
    twice = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    found[twice < 0] = found[twice < 0][:, ::-1]
    kept: Floats = found[np.abs(twice) > 1e-8]
    return kept


def _grid(x: Floats, y: Floats) -> Floats:
    """All triangles of tiles whose low corners are at (x, y)."""
    count = round(_TILE / CELL)
    i, j = np.meshgrid(np.arange(count), np.arange(count))
    px = (x[:, None] + i.ravel() * CELL).ravel()
    py = (y[:, None] + j.ravel() * CELL).ravel()
    at = np.stack([px, py], 1)
    e, n, d = np.array([CELL, 0]), np.array([0, CELL]), np.array([CELL, CELL])
    low = np.stack([at, at + e, at + n], 1)
    high = np.stack([at + e, at + d, at + n], 1)
    both: Floats = np.stack([low, high], 1).reshape(-1, 3, 2)
    return both


def far_ground() -> Mesh:
    """The plain beyond the cells."""
    quads, s, e = Quads(), _FAR_SIDE, EDGE
    for ring in (
        [(-s, -s), (s, -s), (s, -e), (-s, -e)], [(-s, e), (s, e), (s, s), (-s, s)],
        [(-s, -e), (-e, -e), (-e, e), (-s, e)], [(e, -e), (s, -e), (s, e), (e, e)],
    ):  # fmt: skip
        quads.flat(ring, 0.0, "campus.far")
    return quads.whole()


def bay_lines(plan: Plan) -> Mesh | None:
    """White lines between parking spaces."""
    if not plan.bays:
        return None
    rows = np.array(plan.bays)
    angle = np.radians(rows[:, 2])
    u = np.stack([np.cos(angle), np.sin(angle)], 1)
    n = np.stack([-u[:, 1], u[:, 0]], 1)
    quads = Quads()
    one = np.ones(len(rows))
    for side in (-1.3, 1.3):
        z = plan.land.height(rows[:, :2])
        lines = boxes(rows[:, :2] + side * n, u, 4.8 * one, 0.1 * one, z - 0.01, z + 0.006)
        quads.many(lines, "campus.marking")
    return quads.whole()
