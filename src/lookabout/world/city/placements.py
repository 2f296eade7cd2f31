"""Where targets can stand: typed spots over the whole map, in a fixed order."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from lookabout.world.city.plan import HALF_SIDE, KERB_Z, plan_of
from lookabout.world.city.sketcher import sketch_of
from lookabout.world.city.spots import street_spots
from lookabout.world.registry import Placement

_BLOCKS_WITH_SPOTS = frozenset(
    ("downtown", "midrise", "plaza", "lot", "retail", "industry", "park", "school", "river")
)


@lru_cache(maxsize=4)
def placements_of(seed: int) -> tuple[Placement, ...]:
    """
    All spots of the map with this seed.

    Streets first, in the order of their segments, then blocks in the order of their cells.
    """
    plan = plan_of(seed)
    out: list[Placement] = []
    for segment in plan.segments:
        spots = street_spots(plan, segment)
        for kind, rows, z in (
            ("kerb", spots.kerb[spots.kerb_open], 0.0),
            ("lane", spots.lane[::2], 0.0),
            ("road_edge", spots.road_edge, 0.0),
            ("sidewalk", spots.sidewalk[::2], KERB_Z),
        ):
            inside = np.abs(rows[:, :2]).max(axis=1, initial=0.0) <= HALF_SIDE
            out += [Placement(kind, x, y, z, yaw) for x, y, yaw in rows[inside].tolist()]
    for block in plan.blocks:
        if block.district not in _BLOCKS_WITH_SPOTS:
            continue
        sketch = sketch_of(plan, block)
        found = [("bay", bay) for bay in sketch.bays[::2]]
        for kind, more in sketch.spots.items():
            found += [(kind, spot) for spot in more]
        out += [
            Placement(kind, x, y, z, yaw % 360.0)
            for kind, (x, y, z, yaw) in found
            if max(abs(x), abs(y)) <= HALF_SIDE
        ]
    return tuple(out)
