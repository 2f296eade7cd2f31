"""The ground in tiles: roads, kerbs, verges, sidewalks, lawns, drives, walks, beds.

A tile is a lattice of 1 m with two triangles a cell, cut along kerbs and the borders of what is
laid; so its height at any point is that of a triangle, and things stand on what is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lookabout.world.build import Flat
from lookabout.world.build.noise import smoothstep
from lookabout.world.residential.clipping import cut, least, most
from lookabout.world.residential.land import level_pads, relief_of
from lookabout.world.residential.layout import (
    DIP_SIDE,
    GUTTER,
    KERB,
    LAWN,
    ROAD,
    SIDEWALK,
    SURFACES,
    VERGE_GRASS,
    laid_on,
)
from lookabout.world.residential.lot import Lot, Pad, Rect
from lookabout.world.residential.lots import plots_of
from lookabout.world.residential.streets import HALF_ROAD, VERGE, WALK, Network
from lookabout.world.scene import Mesh

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
TILE = 40
"""Metres."""
_KERB, _GUTTER, _STONE = 0.13, 0.42, 0.16
"""Height of kerbs; width of gutters; of kerb stones."""
_CROWN = 0.018
"""Slope of the road from its middle to the gutters."""
_LOWERED = 0.105
"""How far a kerb is lowered where a drive crosses it."""


@dataclass(frozen=True, eq=False)
class Tile:
    """A square of ground."""

    low: tuple[float, float]
    """World x and y of its low corner."""
    corners: Floats
    """(T, 3, 3) Triangles that face up."""
    surface: Ints
    """(T,) into ``SURFACES``."""
    uv: NDArray[np.float32]
    """(T, 3, 2) Metres across and along what is laid."""
    kerbs: Floats
    """(K, 4, 3) Upright faces of kerbs."""
    starts: Ints
    """(TILE² + 1,) Where the triangles of each cell begin, cell by cell."""

    def height(self, u: Floats, v: Floats) -> Floats:
        """World z at points (N,) in metres from the tile's low corner."""
        cell = np.clip(u.astype(int), 0, TILE - 1) + TILE * np.clip(v.astype(int), 0, TILE - 1)
        first, count = self.starts[cell], np.diff(self.starts)[cell]
        which = np.repeat(np.arange(len(u)), count)
        offset = np.arange(len(which)) - np.repeat(np.cumsum(count) - count, count)
        index = np.repeat(first, count) + offset
        tri = self.corners[index]
        point = np.column_stack([u, v])[which] + self.low
        a, b, c = tri[:, 0, :2], tri[:, 1, :2], tri[:, 2, :2]
        whole = _twice(a, b, c)
        wa, wb, wc = _twice(point, b, c), _twice(a, point, c), _twice(a, b, point)
        with np.errstate(divide="ignore", invalid="ignore"):
            wa, wb, wc = wa / whole, wb / whole, wc / whole
        slack = np.minimum(np.minimum(wa, wb), wc)
        slack = np.where(np.isfinite(slack), slack, -np.inf)
        z = wa * tri[:, 0, 2] + wb * tri[:, 1, 2] + wc * tri[:, 2, 2]
        # Of the triangles of the cell the one that holds the point; on a border, the higher.
        rank = np.where(slack > -1e-7, 1e6 + np.nan_to_num(z), slack)
        order = np.lexsort((rank, which))
        last = order[np.flatnonzero(np.diff(np.append(which[order], -1)))]
        return np.asarray(z[last])


def _twice(a: Floats, b: Floats, c: Floats) -> Floats:
    """Twice the area of triangles, (N,)."""
    p, q = b - a, c - a
    return np.asarray(p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0])


class Ground:
    """The ground of a map, with level places under objects."""

    def __init__(self, seed: int, flats: Sequence[Flat] = ()) -> None:
        self.seed, self._flats = seed, tuple(flats)

    def tile(self, i: int, j: int) -> Tile:
        """The square from (40 i, 40 j)."""
        x, y = i * TILE, j * TILE
        near = tuple(
            f for f in self._flats
            if abs(f.x - x - TILE / 2) < TILE / 2 + 12 and abs(f.y - y - TILE / 2) < TILE / 2 + 12
        )  # fmt: skip
        return _tile(self.seed, i, j, near)

    def height(self, x: Floats, y: Floats) -> Floats:
        """World z of the ground, (N,)."""
        x, y = np.asarray(x, float), np.asarray(y, float)
        out = np.zeros(len(x))
        i, j = np.floor(x / TILE).astype(int), np.floor(y / TILE).astype(int)
        for a, b in sorted(set(zip(i.tolist(), j.tolist(), strict=True))):
            own = (i == a) & (j == b)
            out[own] = self.tile(a, b).height(x[own] - a * TILE, y[own] - b * TILE)
        return out

    def at(self, x: float, y: float) -> float:
        """World z at one point."""
        return float(self.height(np.array([x]), np.array([y]))[0])

    def meshes(self, tiles: Sequence[tuple[int, int]]) -> Mesh:
        """Some tiles as one mesh."""
        made = [self.tile(*index) for index in tiles]
        kerbs = np.concatenate([t.kerbs for t in made])
        sides = kerbs[:, [[0, 1, 2], [0, 2, 3]]].reshape(-1, 3, 3)
        corners = np.concatenate([*(t.corners for t in made), sides])
        surface = np.concatenate(
            [*(t.surface for t in made), np.full(len(sides), KERB, dtype=np.intp)]
        )
        uv = np.concatenate([*(t.uv for t in made), sides[:, :, 1:].astype(np.float32)])
        whole = _not_slivers(corners)
        corners, surface, uv = corners[whole], surface[whole], uv[whole]
        return Mesh(
            corners.reshape(-1, 3),
            np.arange(3 * len(corners), dtype=np.int32).reshape(-1, 3),
            tuple(f"residential/{name}" for name in SURFACES),
            surface.astype(np.int32),
            uv=uv,
        )


def _not_slivers(corners: Floats) -> NDArray[np.bool_]:
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return np.asarray(np.linalg.norm(normal, axis=1) > 1e-8)


def tiles_around(x: float, y: float, radius: float) -> list[tuple[int, int]]:
    """Tiles that meet the square."""
    i0, i1 = int(np.floor((x - radius) / TILE)), int(np.floor((x + radius) / TILE))
    j0, j1 = int(np.floor((y - radius) / TILE)), int(np.floor((y + radius) / TILE))
    return [(i, j) for j in range(j0, j1 + 1) for i in range(i0, i1 + 1)]


@lru_cache(maxsize=160)
def _tile(seed: int, i: int, j: int, flats: tuple[Flat, ...]) -> Tile:
    relief = relief_of(seed)
    x0, y0 = float(i * TILE), float(j * TILE)
    lots = plots_of(seed).near(x0 - 4, y0 - 4, x0 + TILE + 4, y0 + TILE + 4)
    side = np.arange(TILE + 1.0)
    gx, gy = np.meshgrid(x0 + side, y0 + side)
    x, y = gx.ravel(), gy.ravel()
    kerb, _, _ = relief.network.survey(x, y)
    z = level_pads(x, y, relief.height(x, y, kerb), lots)
    z = _level(x, y, z, kerb, flats)
    index = _lattice()
    points = np.column_stack([x, y, z, kerb])
    cells = np.repeat(np.arange(TILE * TILE), 2)
    soup = np.concatenate(
        [points[index], np.broadcast_to(cells[:, None, None], (len(index), 3, 1))], axis=2
    )
    road, rest, _, _, edge = cut(soup, soup[:, :, 3])
    parts: list[tuple[Floats, int]] = []
    gutter_low, gutter, _, _, _ = cut(road, road[:, :, 3] + _GUTTER)
    parts += [(gutter_low, ROAD), (gutter, GUTTER)]
    for until, name in ((_STONE, KERB), (VERGE, VERGE_GRASS), (WALK, SIDEWALK)):
        inner, rest, _, _, _ = cut(rest, rest[:, :, 3] - until)
        parts.append((inner, name))
    parts.append((rest, LAWN))
    soup = np.concatenate([part for part, _ in parts])
    surface = np.concatenate([np.full(len(part), name) for part, name in parts])
    uv = np.zeros((len(soup), 3, 2))
    soup, surface, uv = _lay(soup, surface, uv, lots)
    _along_streets(soup, surface, uv, relief.network)
    lowered = _lowered(soup[:, :, 0].ravel(), soup[:, :, 1].ravel(), soup[:, :, 3].ravel(), lots)
    soup[:, :, 2] += _profile(soup[:, :, 3], np.repeat(surface[:, None], 3, 1), lowered)
    kerbs = _kerb_faces(edge, lots)
    order = np.argsort(soup[:, 0, 4], kind="stable")
    soup, surface, uv = soup[order], surface[order], uv[order]
    starts = np.searchsorted(soup[:, 0, 4], np.arange(TILE * TILE + 1))
    corners = np.ascontiguousarray(soup[:, :, :3])
    return Tile((x0, y0), corners, surface, uv.astype(np.float32), kerbs, starts)


@lru_cache(maxsize=1)
def _lattice() -> Ints:
    """(2 TILE², 3) Corners of the triangles, cell by cell."""
    n = TILE + 1
    a = (np.arange(TILE)[:, None] * n + np.arange(TILE)).ravel()
    lower, upper = np.stack([a, a + 1, a + n + 1], 1), np.stack([a, a + n + 1, a + n], 1)
    return np.asarray(np.stack([lower, upper], 1).reshape(-1, 3))


def _level(x: Floats, y: Floats, z: Floats, kerb: Floats, flats: Sequence[Flat]) -> Floats:
    """Level the ground under objects that stand on it."""
    for flat in flats:
        angle = np.radians(flat.yaw_deg)
        dx, dy = x - flat.x, y - flat.y
        a = np.abs(dx * np.cos(angle) + dy * np.sin(angle)) - flat.length / 2
        b = np.abs(dy * np.cos(angle) - dx * np.sin(angle)) - flat.width / 2
        away = np.hypot(np.maximum(a, 0), np.maximum(b, 0))
        share = smoothstep(3.5, 0.8, away)
        under = np.where(kerb < 0, _road_z(kerb), 0.0)
        z = z + share * (flat.z - under - z)
    return z


def _road_z(kerb: Floats) -> Floats:
    """Of the roadway under the sidewalks' level."""
    inward = np.clip(-kerb - _GUTTER, 0.0, HALF_ROAD)
    return -_KERB + 0.01 + _CROWN * inward


def _profile(kerb: Floats, surface: Ints, lowered: Floats) -> Floats:
    """What is added to the land's height."""
    road = (surface == ROAD) | (surface == GUTTER)
    return np.where(road, _road_z(kerb), -lowered.reshape(kerb.shape))


def _lowered(x: Floats, y: Floats, kerb: Floats, lots: Sequence[tuple[Lot, Pad]]) -> Floats:
    """How far the verge is lowered for drives, (N,)."""
    out = np.zeros(len(x))
    for lot, _ in lots:
        a, b = lot.local(x, y)
        low, high = lot.home.drive[0], lot.home.drive[2]
        beside = np.maximum(np.maximum(low - a, a - high), 0.0)
        share = np.clip(1 - beside / DIP_SIDE, 0, 1) * np.clip(
            1 - np.maximum(kerb, 0) / VERGE, 0, 1
        )
        out = np.maximum(out, _LOWERED * share * ((b < 1.0) & (b > -6.0)))
    return out


def _lay(
    soup: Floats, surface: Ints, uv: Floats, lots: Sequence[tuple[Lot, Pad]]
) -> tuple[Floats, Ints, Floats]:
    """Give lawns to lots, and lay drives, walks, beds and patios over them."""
    known = np.concatenate([soup, uv], axis=2)
    for lot, _ in lots:
        x0, y0, x1, y1 = lot.reach
        x, y = known[:, :, 0], known[:, :, 1]
        apart = (most(x) < x0) | (least(x) > x1) | (most(y) < y0) | (least(y) > y1)
        mine, kinds = known[~apart], surface[~apart]
        if len(mine) == 0:
            continue
        done = [(known[apart], surface[apart])]
        for rect, allowed, name in laid_on(lot):
            mine, kinds = _lay_one(mine, kinds, lot, rect, allowed, name)
        done.append((mine, kinds))
        known, surface = (np.concatenate(column) for column in zip(*done, strict=True))
    return known[:, :, :5], surface, known[:, :, 5:]


def _lay_one(
    known: Floats, surface: Ints, lot: Lot, rect: Rect, allowed: tuple[int, ...], name: str | None
) -> tuple[Floats, Ints]:
    """Lay one rectangle: all triangles and their surfaces."""
    a, b = lot.local(known[:, :, 0], known[:, :, 1])
    a0, b0, a1, b1 = rect
    apart = (most(a) < a0) | (least(a) > a1) | (most(b) < b0) | (least(b) > b1)
    for k in range(len(SURFACES)):
        if k not in allowed:
            apart |= surface == k
    if apart.all():
        return known, surface
    inside, kinds = known[~apart], surface[~apart]
    keep = [(known[apart], surface[apart])]
    for axis, value, sign in ((0, a0, 1), (0, a1, -1), (1, b0, 1), (1, b1, -1)):
        place = lot.local(inside[:, :, 0], inside[:, :, 1])[axis]
        out, within, out_of, within_of, _ = cut(inside, sign * (place - value))
        keep.append((out, kinds[out_of]))
        inside, kinds = within, kinds[within_of]
    if name is not None:
        kinds = np.full(len(inside), SURFACES.index(name))
        inside = inside.copy()
        inside[:, :, 5], inside[:, :, 6] = lot.local(inside[:, :, 0], inside[:, :, 1])
    keep.append((inside, kinds))
    known, surface = (np.concatenate(column) for column in zip(*keep, strict=True))
    return known, surface


def _along_streets(soup: Floats, surface: Ints, uv: Floats, network: Network) -> None:
    """Let the slabs of sidewalks lie along their streets."""
    paved = np.flatnonzero(surface == SIDEWALK)
    if len(paved) == 0:
        return
    middle = soup[paved, :, :2].mean(axis=1)
    _, owner, _ = network.survey(middle[:, 0], middle[:, 1])
    for k in np.unique(owner).tolist():
        if k < 0:
            continue
        own = paved[owner == k]
        x, y = soup[own, :, 0].ravel(), soup[own, :, 1].ravel()
        uv[own, :, 0] = soup[own, :, 3]
        uv[own, :, 1] = network.stations(k, x, y).reshape(-1, 3)


def _broken(edge: Floats, lots: Sequence[tuple[Lot, Pad]]) -> Floats:
    """Edges (C, 2, K) broken where kerbs begin to fall to drives, as the verges are."""
    for lot, _ in lots:
        a, b = lot.local(edge[:, :, 0], edge[:, :, 1])
        low, high = lot.home.drive[0], lot.home.drive[2]
        for place in (low - DIP_SIDE, low, high, high + DIP_SIDE):
            a, b = lot.local(edge[:, :, 0], edge[:, :, 1])
            off = a - place
            crossed = (off[:, 0] * off[:, 1] < -1e-9) & (b > -6.0).any(axis=1) & (b < 1).any(axis=1)
            if not crossed.any():
                continue
            whole = edge[crossed]
            share = (off[crossed, 0] / (off[crossed, 0] - off[crossed, 1]))[:, None]
            middle = whole[:, 0] + share * (whole[:, 1] - whole[:, 0])
            parts = (np.stack([whole[:, 0], middle], 1), np.stack([middle, whole[:, 1]], 1))
            edge = np.concatenate([edge[~crossed], *parts])
    return edge


def _kerb_faces(edge: Floats, lots: Sequence[tuple[Lot, Pad]]) -> Floats:
    """Upright faces along the cut between road and kerb, (K, 4, 3)."""
    if len(edge) == 0:
        return np.zeros((0, 4, 3))
    edge = _broken(edge, lots)
    top = edge[:, :, :3].copy()
    flat = top.reshape(-1, 3)
    flat[:, 2] -= _lowered(flat[:, 0], flat[:, 1], np.zeros(len(flat)), lots)
    foot = edge[:, :, :3].copy()
    foot[:, :, 2] += _road_z(np.zeros(1))[0]
    # The road lies to the left of the cut.
    return np.stack([foot[:, 1], foot[:, 0], top[:, 0], top[:, 1]], 1)
