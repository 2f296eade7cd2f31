"""The forest as a world."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lookabout.world import assets
from lookabout.world.build import Flat, Keepout, Stock, check_centre, refuse_hidden
from lookabout.world.forest import plants, rocks, trees
from lookabout.world.forest.far import plant_far
from lookabout.world.forest.ground import Ground, ground_height
from lookabout.world.forest.land import HALF_SIDE, land_of
from lookabout.world.forest.params import read_params
from lookabout.world.forest.placements import placements_of
from lookabout.world.forest.planting import Site, plant
from lookabout.world.registry import Placement
from lookabout.world.scene import Material, Scene
from lookabout.world.spec import WorldSpec


class Forest:
    """A sparse mixed forest of 4 × 4 km with rocks, glades, paths and streams."""

    name = "forest"
    summary = "mixed forest, 4 × 4 km: hills, glades, paths, streams, rocks; any seed and density"
    half_side = HALF_SIDE

    def build(self, spec: WorldSpec) -> Scene:
        """
        The square ``centre ± radius`` in full, and simpler land to the horizon, with the objects.

        The ground is levelled under objects that stand on it; trees, rocks and logs that would
        touch an object are left out. ``params`` are those of
        :class:`~lookabout.world.forest.params.ForestParams`. There are no distractors, so
        ``dressing_seed`` and ``exclude`` change nothing.

        :raises UsageError: for an object of an unknown kind, a setting that does not exist or is
            out of range, or a centre outside the map.
        """
        with assets.use_look(spec.look):
            return self._build(spec)

    def _build(self, spec: WorldSpec) -> Scene:
        check_centre(spec, HALF_SIDE)
        refuse_hidden(spec)
        params = read_params(spec.params)
        stock, keepout = Stock(spec), Keepout.around(spec.objects)
        flats = [Flat.under(thing) for thing in spec.objects]
        ground = Ground(land_of(spec.seed), spec.centre, spec.radius, flats, far=spec.surroundings)
        here = np.eye(4)[None]
        stock.put("forest/terrain", ground.terrain(params.tree_density), here, "ground")
        water = ground.water()
        if water is not None:
            stock.put("forest/water", water, here, "water")
        plant(Site(spec.seed, spec.centre, spec.radius, ground, params, keepout), stock)
        if spec.surroundings:
            plant_far(ground, spec.seed, spec.centre, spec.radius, params.tree_density, stock)
        return stock.scene(_materials())

    def placements(self, seed: int) -> Sequence[Placement]:
        """All spots of the map with this seed, in a fixed order."""
        return placements_of(seed)

    def ground_height(self, seed: int, x: float, y: float) -> float:
        """World z of the natural ground, under water too."""
        return ground_height(land_of(seed), x, y)


def _materials() -> dict[str, Material]:
    return {
        "ground": Material("forest_floor", (0.325, 0.36, 0.198), 1.0),
        "horizon": Material("far_wood", (0.188, 0.24, 0.155), 1.0),
        "water": Material("water", (0.235, 0.215, 0.145), params=(("scale", 0.45),)),
        "forest/collider": Material("plain"),
        **trees.materials(),
        **plants.materials(),
        **rocks.materials(),
    }
