"""The campus as a world."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lookabout.errors import UsageError
from lookabout.world import assets
from lookabout.world.build import Keepout, Stock, check_centre, refuse_params
from lookabout.world.campus.catalogue import fixture_asset
from lookabout.world.campus.dressing import dress
from lookabout.world.campus.far import far_trees, hills
from lookabout.world.campus.ground import bay_lines, far_ground, ground_mesh
from lookabout.world.campus.land import HALF_SIDE
from lookabout.world.campus.materials import OWN
from lookabout.world.campus.paths import paths_of
from lookabout.world.campus.placements import placements_of
from lookabout.world.campus.plan import Fixture
from lookabout.world.campus.planner import plan_of
from lookabout.world.campus.raising import Part, plant, raise_all
from lookabout.world.registry import Path, Placement
from lookabout.world.scene import Scene, SceneObject, pose_matrix
from lookabout.world.spec import WorldSpec

Floats = NDArray[np.float64]


class Campus:
    """A university campus of 400 × 400 m on gentle hills, made from the map's seed."""

    name = "campus"
    summary = "university campus, 400 × 400 m: every bench, bin, statue an object; any seed"
    half_side = HALF_SIDE

    def build(self, spec: WorldSpec) -> Scene:
        """
        The square ``centre ± radius`` in full, and the rest of the campus around it.

        Every fixture of the map that stands in the square is an object with its name (see
        :meth:`fixtures`); those beyond are scenery. Fixtures, trees, hedges, people and cars that
        would touch an object of the spec, or get in its way on its route, are left out. Names in
        ``hidden`` are fixtures to leave out; ``exclude`` keeps kinds of people, cars and machines
        away, never fixtures. Without ``surroundings`` only the square is there.

        :raises UsageError: for an object of an unknown kind or with a fixture's name, a name in
            ``hidden`` that no fixture has, a centre outside the map, or any ``params``.
        """
        with assets.use_look(spec.look):
            return self._build(spec)

    def _build(self, spec: WorldSpec) -> Scene:
        check_centre(spec, HALF_SIDE)
        refuse_params(spec, "the campus has")
        plan = plan_of(spec.seed)
        _check_names(spec, plan.fixtures)
        stock, keepout = Stock(spec), Keepout.of(spec)
        part = Part(spec.centre, spec.radius, whole=spec.surroundings)
        here = np.eye(4)[None]
        stock.put("campus/ground", part.cut(ground_mesh(spec.seed)), here, "ground")
        lines = bay_lines(plan)
        if lines is not None:
            stock.put("campus/bays", lines, here, "marking", solid=False)
        raise_all(plan, part, stock)
        plant(plan, part, keepout, stock)
        self._furnish(spec, plan.fixtures, part, keepout, stock)
        dress(plan, spec, part, keepout, stock)
        if spec.surroundings:
            stock.put("campus/plain", far_ground(), here, "ground")
            stock.put("campus/hills", hills(spec.seed), here, "wood")
            far_trees(spec.seed, stock)
        return stock.scene(OWN)

    def _furnish(
        self, spec: WorldSpec, fixtures: Sequence[Fixture], part: Part, keepout: Keepout,
        stock: Stock,
    ) -> None:  # fmt: skip
        hidden = frozenset(spec.hidden)
        left = [thing for thing in fixtures if thing.name not in hidden]
        if not left:
            return
        # A fixture's origin need not be its middle: keep clear of a disc around it.
        xy = np.array([(thing.x, thing.y) for thing in left])
        reach = np.array([_reach(thing) for thing in left])
        free = keepout.clear_of_circles(xy, reach)
        near = part.holds(xy)
        for k, thing in enumerate(left):
            if not free[k] or not (near[k] or spec.surroundings):
                continue
            asset = fixture_asset(thing.kind.partition("/")[2], thing.model)
            pose = pose_matrix((thing.x, thing.y, thing.z), thing.yaw_deg)
            if near[k]:
                named = SceneObject(thing.name, thing.kind, asset.parts, pose)
                stock.put_object(named, asset)
            else:
                stock.put_asset(asset, pose[None])

    def fixtures(self, seed: int) -> Sequence[Fixture]:
        """All benches, bins, lamps, statues… of the map with this seed, in a fixed order."""
        return tuple(plan_of(seed).fixtures)

    def placements(self, seed: int) -> Sequence[Placement]:
        """All spots of the map with this seed, in a fixed order."""
        return placements_of(seed)

    def paths(self, seed: int) -> Sequence[Path]:
        """Ways of at least 55 m for things that move, in a fixed order."""
        return paths_of(seed)

    def ground_height(self, seed: int, x: float, y: float) -> float:
        """World z of the ground, under steps and buildings too."""
        return plan_of(seed).land.at(x, y)


def _reach(thing: Fixture) -> float:
    mesh = fixture_asset(thing.kind.partition("/")[2], thing.model).meshes[
        f"{thing.kind}/{thing.model}"
    ]
    return float(np.hypot(mesh.vertices[:, 0], mesh.vertices[:, 1]).max())


def _check_names(spec: WorldSpec, fixtures: Sequence[Fixture]) -> None:
    known = {thing.name for thing in fixtures}
    for name in spec.hidden:
        if name not in known:
            raise UsageError(f"no fixture of this map is named {name!r}", where="world.hidden")
    for thing in spec.objects:
        if thing.name in known:
            raise UsageError(
                f"{thing.name!r} is a fixture of this map; give the object another name",
                where="world.objects",
            )
