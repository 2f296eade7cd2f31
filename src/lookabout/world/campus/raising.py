"""Buildings, walls and plants of a plan, put into a stock."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import shapely
from numpy.typing import NDArray

from lookabout.world.build import Keepout, Stock, matrices
from lookabout.world.build.quads import Quads, boxes
from lookabout.world.campus import plants
from lookabout.world.campus.buildings import Raised, raise_building
from lookabout.world.campus.obstacles import paved
from lookabout.world.campus.openings import door, window
from lookabout.world.campus.plan import Plan
from lookabout.world.campus.planner import plan_of
from lookabout.world.scene import Mesh
from lookabout.world.vegetation.street import street_tree
from lookabout.world.vegetation.town import SPECIES, tree_hull

Floats = NDArray[np.float64]
_PITCH = 0.42
"""Metres from tuft to tuft along edges."""
_EDGE = 0.2
"""From pavement to the tufts along it."""


@dataclass(frozen=True)
class Part:
    """What of the map is built in full: a square."""

    centre: tuple[float, float]
    radius: float
    whole: bool
    """What lies beyond is there, too."""

    def holds(self, xy: Floats) -> NDArray[np.bool_]:
        """Which points (N, 2) lie in the square."""
        inside: NDArray[np.bool_] = (np.abs(xy - self.centre) <= self.radius).all(axis=1)
        return inside

    def shows(self, xy: Floats) -> NDArray[np.bool_]:
        """Which points (N, 2) are there at all."""
        return np.ones(len(xy), bool) if self.whole else self.holds(xy)

    def cut(self, mesh: Mesh) -> Mesh:
        """The triangles that meet the square, or all."""
        if self.whole:
            return mesh
        corners = mesh.vertices[mesh.triangles][:, :, :2]
        low, high = corners.min(axis=1), corners.max(axis=1)
        centre = np.array(self.centre)
        keep = ((low <= centre + self.radius) & (high >= centre - self.radius)).all(axis=1)
        index, uv = mesh.material_index, mesh.uv
        return Mesh(
            mesh.vertices, mesh.triangles[keep], mesh.materials,
            None if index is None else index[keep], None if uv is None else uv[keep],
        )  # fmt: skip


@lru_cache(maxsize=4)
def raised_of(seed: int) -> tuple[Raised, ...]:
    """All buildings of a map."""
    return tuple(raise_building(building) for building in plan_of(seed).buildings)


def raise_all(plan: Plan, part: Part, stock: Stock) -> None:
    """Buildings and low walls."""
    here = np.eye(4)[None]
    for k, (building, raised) in enumerate(
        zip(plan.buildings, raised_of(plan.seed), strict=True)
    ):  # fmt: skip
        low, high = np.min(building.ring, axis=0), np.max(building.ring, axis=0)
        away = np.maximum(low - part.centre, np.asarray(part.centre) - high).max()
        if away > part.radius and not part.whole:
            continue
        name = f"campus/building/{k}"
        stock.put(name, raised.body, here, "building", collider=(f"{name}/hull", raised.hull))
        for (variant, wide, tall), found in raised.windows.items():
            mesh = window(building.style, variant, wide, tall)
            stock.put(f"campus/window/{building.style}/{variant}/{wide}/{tall}", mesh,
                      np.array(found), "window", solid=False)  # fmt: skip
        if raised.doors:
            stock.put(f"campus/door/{building.style}", door(building.style),
                      np.array(raised.doors), "door", solid=False)  # fmt: skip
    walls = _low_walls(plan)
    if walls is not None:
        stock.put("campus/walls", walls, here, "wall")


def _low_walls(plan: Plan) -> Mesh | None:
    quads = Quads()
    for (x0, y0), (x1, y1), height in plan.walls:
        length = math.hypot(x1 - x0, y1 - y0)
        steps = max(1, round(length / 2.0))
        t = (np.arange(steps) + 0.5) / steps
        xy = np.column_stack([x0 + t * (x1 - x0), y0 + t * (y1 - y0)])
        u = np.tile([[(x1 - x0) / length, (y1 - y0) / length]], (steps, 1))
        z, one = plan.land.height(xy), np.ones(steps)
        quads.many(boxes(xy, u, one * length / steps, 0.4 * one, z - 0.3, z + height - 0.08),
                   "campus.wall_low")  # fmt: skip
        quads.many(boxes(xy, u, one * length / steps, 0.5 * one, z + height - 0.08, z + height),
                   "campus.coping")  # fmt: skip
    return quads.mesh()


def plant(plan: Plan, part: Part, keepout: Keepout, stock: Stock) -> None:
    """Trees, hedges, flowers and grass."""
    _trees(plan, part, keepout, stock)
    _hedges(plan, part, keepout, stock)
    _flowers(plan, part, keepout, stock)
    _grass(plan, part, stock)


def _trees(plan: Plan, part: Part, keepout: Keepout, stock: Stock) -> None:
    if not plan.trees:
        return
    xy = np.array([(t.x, t.y) for t in plan.trees])
    # A trunk is in the way of things on the ground; a crown only if it is low.
    reach = np.array(
        [
            SPECIES[t.species].radius * t.scale if SPECIES[t.species].bare * t.scale < 2.6
            else 1.4 * SPECIES[t.species].trunk * t.scale
            for t in plan.trees
        ]
    )  # fmt: skip
    stand = keepout.clear_of_circles(xy, reach) & part.shows(xy)
    z = plan.land.height(xy)
    rows: dict[tuple[str, int], list[tuple[float, ...]]] = {}
    for k in np.flatnonzero(stand).tolist():
        t = plan.trees[k]
        rows.setdefault((t.species, t.variant), []).append((t.x, t.y, float(z[k]), t.yaw, t.scale))
    for (name, variant), found in rows.items():
        stock.put(
            f"campus/tree/{name}/{variant}", street_tree(name, variant),
            matrices(*np.array(found).T),
            "bush" if name == "shrub" else "tree",
            collider=(f"campus/tree/{name}/hull", tree_hull(name)),
        )  # fmt: skip


def _hedges(plan: Plan, part: Part, keepout: Keepout, stock: Stock) -> None:
    rows: list[Floats] = []
    for (x0, y0), (x1, y1), height in plan.hedges:
        length = math.hypot(x1 - x0, y1 - y0)
        count = max(1, round(length / plants.PIECE))
        t = (np.arange(count) + 0.5) / count
        xy = np.column_stack([x0 + t * (x1 - x0), y0 + t * (y1 - y0)])
        yaw = math.degrees(math.atan2(y1 - y0, x1 - x0))
        z = plan.land.height(xy)
        rows.append(np.column_stack([xy, z, np.full(count, yaw), np.full(count, height)]))
    if not rows:
        return
    table = np.concatenate(rows)
    keep = keepout.clear_of_circles(table[:, :2], 0.65) & part.shows(table[:, :2])
    table = table[keep]
    for variant in range(plants.HEDGES):
        x, y, z, yaw, height = table[variant :: plants.HEDGES].T
        stock.put(
            f"campus/hedge/{variant}", plants.hedge(variant), matrices(x, y, z, yaw, 1.0, height),
            "hedge", collider=("campus/hedge/hull", plants.hedge_hull()),
        )  # fmt: skip


def _flowers(plan: Plan, part: Part, keepout: Keepout, stock: Stock) -> None:
    for bloom in ("red", "yellow", "white", "violet"):
        rows = []
        for ring, colour in plan.beds:
            if colour != bloom:
                continue
            shape = shapely.Polygon(ring).buffer(-0.22)
            low, high = np.min(ring, axis=0), np.max(ring, axis=0)
            i, j = np.meshgrid(np.arange(low[0], high[0], 0.42), np.arange(low[1], high[1], 0.42))
            at = np.column_stack([i.ravel(), j.ravel()])
            rows.append(at[shapely.contains_xy(shape, at[:, 0], at[:, 1])])
        if not rows:
            continue
        xy = np.concatenate(rows)
        xy = xy[keepout.clear_of_circles(xy, 0.3) & part.shows(xy)]
        z = plan.land.height(xy)
        turn = (xy[:, 0] * 197.0 + xy[:, 1] * 71.0) % 360.0
        for variant in range(2):
            k = slice(variant, None, 2)
            stock.put(
                f"campus/flowers/{bloom}/{variant}", plants.flowers(bloom, variant),
                matrices(xy[k, 0], xy[k, 1], z[k], turn[k]), "flowers", solid=False,
            )  # fmt: skip


def _grass(plan: Plan, part: Part, stock: Stock) -> None:
    """Longer tufts in the square, along what is paved or built."""
    rows = _tufts(plan.seed)
    rows = rows[part.holds(rows[:, :2])]
    for variant in range(plants.TUFTS):
        x, y, z, yaw, scale = rows[variant :: plants.TUFTS].T
        stock.put(
            f"campus/tuft/{variant}", plants.tuft(variant), matrices(x, y, z, yaw, scale), "grass",
            solid=False,
        )  # fmt: skip


@lru_cache(maxsize=4)
def _tufts(seed: int) -> Floats:
    """(N, 5): x, y, z, yaw, scale."""
    plan = plan_of(seed)
    rng = np.random.default_rng([seed, 0x7F5])
    bare = shapely.union_all(
        [
            paved(plan).buffer(_EDGE),
            *(shapely.Polygon(building.ring).buffer(0.3) for building in plan.buildings),
            *(shapely.Polygon(ring) for ring, _ in plan.beds),
        ]
    )
    rims = [ring for part in shapely.get_parts(bare) for ring in (part.exterior, *part.interiors)]
    xy = np.concatenate(
        [
            shapely.get_coordinates(
                shapely.line_interpolate_point(ring, np.arange(0.0, ring.length, _PITCH))
            )
            for ring in rims
        ]
    )
    scale, yaw = rng.uniform(0.4, 0.8, len(xy)), rng.uniform(0, 360, len(xy))
    return np.column_stack([xy, plan.land.height(xy), yaw, scale])
