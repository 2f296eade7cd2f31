"""The city as a world."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lookabout.world import assets
from lookabout.world.build import (
    Keepout,
    Stock,
    check_centre,
    matrices,
    refuse_hidden,
    refuse_params,
    split,
)
from lookabout.world.build.polygon import contains
from lookabout.world.build.quads import Quads
from lookabout.world.city.blocks import HULLS, LABELS, block_parts
from lookabout.world.city.far import FAR_REACH, far_city
from lookabout.world.city.placements import placements_of
from lookabout.world.city.plan import HALF_SIDE, KERB_Z, Plan, Segment, ground_at, plan_of
from lookabout.world.city.planting import furnish, plant
from lookabout.world.city.props import label, low_reach, prop
from lookabout.world.city.sketcher import sketch_of
from lookabout.world.city.spots import street_spots
from lookabout.world.city.streets import lay_streets, on_island, roadway
from lookabout.world.city.styles import MATERIALS
from lookabout.world.city.traffic import Traffic
from lookabout.world.registry import Placement
from lookabout.world.scene import Material, Scene
from lookabout.world.spec import WorldSpec
from lookabout.world.vegetation.town import materials as tree_materials

_FAR_Z = -3.4
"""Under everything, for the ground beyond what is built."""
_FAR_SIDE = 6000.0


class City:
    """An American city of 4 × 4 km, flat, made from the map's seed."""

    name = "city"
    summary = "American city, 4 × 4 km: towers, row houses, works, parks, a river; any seed"
    half_side = HALF_SIDE

    def build(self, spec: WorldSpec) -> Scene:
        """
        Every block and street that meets the square ``centre ± radius``, with the objects.

        Whatever would touch an object is left out: cars, people, furniture, trees, fences, hedges,
        raised beds and traffic islands; buildings stay.

        :raises UsageError: for an object of an unknown kind, a centre outside the map, or any
            ``params``, of which the city has none.
        """
        with assets.use_look(spec.look):
            return self._build(spec)

    def _build(self, spec: WorldSpec) -> Scene:
        check_centre(spec, HALF_SIDE)
        refuse_hidden(spec)
        refuse_params(spec, "the city has")
        plan, (cx, cy) = plan_of(spec.seed), spec.centre
        blocks = plan.blocks_near(cx, cy, spec.radius)
        segments = plan.segments_near(cx, cy, spec.radius)
        stock, keepout = Stock(spec), Keepout.around(spec.objects)
        _lay_ground(plan, segments, keepout, stock)
        placed = [sign for segment in segments for sign in street_spots(plan, segment).signs]
        props: dict[str, list[tuple[float, float, float, float, float]]] = {}
        here = np.eye(4)[None]
        for block in blocks:
            parts = block_parts(plan, block, keepout)
            name = "city/block/{}.{}.{}".format(*block.index)
            for part, mesh in parts.meshes.items():
                if part in HULLS.values():
                    continue
                hull = parts.meshes.get(HULLS.get(part, ""))
                collider = (f"{name}/{HULLS[part]}", hull) if hull else None
                stock.put(f"{name}/{part}", mesh, here, LABELS.get(part, part), collider=collider)
            placed += parts.props
        for thing, x, y, z, yaw, scale in placed:
            props.setdefault(thing, []).append((x, y, z, yaw, scale))
        if props:
            # All at once: most things stand in few places, and calls cost more than numbers.
            table = np.array([row for rows in props.values() for row in rows])
            count = [len(rows) for rows in props.values()]
            size = 2 * np.repeat([low_reach(thing) for thing in props], count, 0) * table[:, 4:5]
            free = keepout.clear_of_boxes(table[:, :2], table[:, 3], size[:, 0], size[:, 1])
            stand = matrices(*table.T)
            for thing, rows in zip(props, split(count), strict=True):
                stock.put(f"city/prop/{thing}", prop(thing), stand[rows][free[rows]], label(thing))
        built = frozenset(block.index for block in blocks)
        if spec.surroundings:
            for part, mesh in far_city(plan, built, cx, cy, spec.radius + FAR_REACH).items():
                stock.put(f"city/far/{part}", mesh, here, part)
        plant(plan, segments, blocks, keepout, stock)
        furnish(plan, segments, blocks, spec.exclude, keepout, stock)
        Traffic(plan, spec.dressing_seed, spec.exclude, keepout, stock).dress(segments, blocks)
        return stock.scene({**MATERIALS, **tree_materials(), "hull": Material("plain")})

    def placements(self, seed: int) -> Sequence[Placement]:
        """All spots of the map with this seed, in a fixed order."""
        return placements_of(seed)

    def ground_height(self, seed: int, x: float, y: float) -> float:
        """World z of road, sidewalk, lot, raised bed or water; under roofs and bridges too."""
        plan = plan_of(seed)
        z = ground_at(plan, x, y)
        block = plan.block_at(x, y)
        if block is None:
            return max([z, *(KERB_Z for s in plan.segments_near(x, y, 0.0) if on_island(s, x, y))])
        for slab in sketch_of(plan, block).slabs:
            if contains(slab.ring, x, y):
                z = max([z, slab.high, *(bed[1] for bed in slab.beds if contains(bed[0], x, y))])
        return z


def _lay_ground(plan: Plan, segments: Sequence[Segment], keepout: Keepout, stock: Stock) -> None:
    """Roadway markings, and a plane under everything for what lies beyond."""
    streets, far, s = Quads(), Quads(), _FAR_SIDE
    lay_streets(plan, segments, keepout, streets)
    far.flat([(-s, -s), (s, -s), (s, s), (-s, s)], _FAR_Z, "far")
    made = {
        "city/roadway": roadway(segments),
        "city/streets": streets.mesh(),
        "city/plain": far.mesh(),
    }
    for name, mesh in made.items():
        if mesh is not None:
            stock.put(name, mesh, np.eye(4)[None], "ground")
