"""The residential neighbourhood as a world."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lookabout.world import assets
from lookabout.world.build import (
    Flat,
    Keepout,
    Stock,
    check_centre,
    refuse_hidden,
    refuse_params,
)
from lookabout.world.registry import Path, Placement
from lookabout.world.residential.cars import park
from lookabout.world.residential.far import lay_far
from lookabout.world.residential.ground import Ground, tiles_around
from lookabout.world.residential.lots import plots_of
from lookabout.world.residential.marks import mark_roads
from lookabout.world.residential.materials import materials
from lookabout.world.residential.people import walk
from lookabout.world.residential.planting import fence, furnish, plant, raise_houses
from lookabout.world.residential.ways import HALF_SIDE, paths_of, placements_of
from lookabout.world.residential.yards import (
    corner_trees,
    street_items,
    street_trees,
    yard_of,
)
from lookabout.world.scene import Material, Scene
from lookabout.world.spec import WorldSpec

_STANDS_WITHIN = 1.0
"""An object at most so far from the ground gets its ground levelled, metres."""


class Residential:
    """A North American suburb of 400 × 400 m on gentle slopes, made from the map's seed."""

    name = "residential"
    summary = "American suburb, 400 × 400 m: houses, drives, lawns, street trees; any seed"
    half_side = HALF_SIDE

    def build(self, spec: WorldSpec) -> Scene:
        """
        Every lot and street that meets the square ``centre ± radius``, with the objects.

        The ground is levelled under objects that stand on it. Whatever would touch an object, or
        stands where a route leads, is left out: cars, trees, fences, hedges and furniture; houses
        stay.

        :raises UsageError: for an object of an unknown kind, a centre outside the map, or any
            ``params``, of which this world has none.
        """
        with assets.use_look(spec.look):
            return self._build(spec)

    def _build(self, spec: WorldSpec) -> Scene:
        check_centre(spec, HALF_SIDE)
        refuse_hidden(spec)
        refuse_params(spec, "the neighbourhood has")
        (cx, cy), reach = spec.centre, spec.radius
        stock, keepout = Stock(spec), Keepout.of(spec)
        ground = Ground(spec.seed, _flats(spec))
        tiles = tiles_around(cx, cy, reach)
        here = np.eye(4)[None]
        stock.put("residential/ground", ground.meshes(tiles), here, "ground")
        box = (cx - reach, cy - reach, cx + reach, cy + reach)
        marks = mark_roads(spec.seed, ground, box)
        if marks is not None:
            stock.put("residential/marks", marks, here, "ground", solid=False)
        lots = plots_of(spec.seed).near(*box)
        raise_houses(lots, stock)
        yards = [yard_of(lot) for lot, _ in lots]

        def inside(x: float, y: float) -> bool:
            return box[0] < x < box[2] and box[1] < y < box[3]

        plants = [p for yard in yards for p in yard.plants]
        plants += [*street_trees(spec.seed), *corner_trees(spec.seed)]
        plant([p for p in plants if inside(p.x, p.y)], ground, keepout, stock)
        items = [i for yard in yards for i in yard.items] + list(street_items(spec.seed))
        furnish([i for i in items if inside(i.x, i.y)], spec.exclude, ground, keepout, stock)
        fence([run for yard in yards for run in yard.runs], ground, keepout, stock)
        park(spec.seed, spec.dressing_seed, spec.exclude, ground, box, keepout, stock)
        walk(spec.seed, spec.dressing_seed, spec.exclude, ground, box, keepout, stock)
        if spec.surroundings:
            lay_far(ground, box, tiles, stock)
        return stock.scene({**materials(), "hull": Material("plain")})

    def placements(self, seed: int) -> Sequence[Placement]:
        """All spots of the map with this seed, in a fixed order."""
        return placements_of(seed)

    def paths(self, seed: int) -> Sequence[Path]:
        """Lanes along which a car can drive, one way, in a fixed order."""
        return paths_of(seed)

    def ground_height(self, seed: int, x: float, y: float) -> float:
        """World z of road, sidewalk, lawn or drive; under houses too."""
        return Ground(seed).at(x, y)


def _flats(spec: WorldSpec) -> list[Flat]:
    """Level places under objects that stand on the ground and do not move."""
    ground, moved = Ground(spec.seed), {route.object for route in spec.routes}
    return [
        Flat.under(thing)
        for thing in spec.objects
        if thing.name not in moved
        and abs(ground.at(*thing.position[:2]) - thing.position[2]) < _STANDS_WITHIN
    ]
