"""What of a map is in the way on the ground."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from lookabout.world.campus.land import HALF_SIDE
from lookabout.world.campus.plan import Plan
from lookabout.world.campus.planner import plan_of
from lookabout.world.campus.plants import HEDGE_WIDTH
from lookabout.world.campus.site import arcade_of, footprint, porch_of, tree_reach

Floats = NDArray[np.float64]
_RIM = 6.0
"""Nothing is offered this near to the map's edge, metres."""


class Obstacles:
    """All solid things of a plan, but for people, cars and what a spec brings."""

    def __init__(self, plan: Plan) -> None:
        shapes = [shapely.Polygon(building.ring) for building in plan.buildings]
        shapes += [porch_of(b, e) for b in plan.buildings for e in b.entrances]
        shapes += [arcade_of(b, wall) for b in plan.buildings for wall in b.arcade]
        shapes += [
            shapely.Polygon(footprint(f.kind.partition("/")[2], f.model, f.x, f.y, f.yaw_deg))
            for f in plan.fixtures
        ]
        shapes += [
            shapely.Point(t.x, t.y).buffer(tree_reach(t.species, t.scale)) for t in plan.trees
        ]
        shapes += [
            shapely.LineString(h[:2]).buffer(HEDGE_WIDTH / 2, cap_style="flat") for h in plan.hedges
        ]
        shapes += [shapely.LineString(w[:2]).buffer(0.25) for w in plan.walls]
        shapes += [shapely.Polygon(ring) for ring, _ in plan.beds]
        self._shapes = np.array(shapes, dtype=object)
        self._tree = shapely.STRtree(self._shapes)

    def clear(self, xy: Floats, room: float) -> NDArray[np.bool_]:
        """Which points (N, 2) are inside the map and have so many metres to everything."""
        free: NDArray[np.bool_] = np.abs(xy).max(axis=1) < HALF_SIDE - _RIM
        near = self._tree.query(shapely.points(xy), predicate="dwithin", distance=room)
        free[near[0]] = False
        return free

    def around(self, room: float) -> Any:
        """The area nearer than ``room`` metres to anything."""
        return shapely.union_all(shapely.buffer(self._shapes, room, quad_segs=3))


def paved(plan: Plan) -> Any:
    """The area of walks, squares and the car park."""
    areas = [shapely.Polygon(r) for r, m, _ in plan.areas if m not in ("campus.lawn",)]
    ways = [shapely.LineString(w.points).buffer(w.width / 2) for w in plan.walks]
    return shapely.union_all([*areas, *ways])


@lru_cache(maxsize=4)
def obstacles_of(seed: int) -> Obstacles:
    """The obstacles of a map."""
    return Obstacles(plan_of(seed))
