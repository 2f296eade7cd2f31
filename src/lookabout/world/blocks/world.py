"""The blocks as a world."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lookabout.world import assets
from lookabout.world.blocks.forms import COLOURS, FORMS, form_mesh, materials
from lookabout.world.blocks.land import HALF_SIDE, ground_height, ground_mesh, levelled
from lookabout.world.blocks.layout import layout, paths_of, placements_of
from lookabout.world.build import (
    Flat,
    Keepout,
    Stock,
    check_centre,
    matrices,
    refuse_hidden,
    refuse_params,
)
from lookabout.world.registry import Path, Placement
from lookabout.world.scene import Floats, Scene
from lookabout.world.spec import WorldSpec

_FAR = 260
"""Forms that stand around the map."""
_FAR_REACH = 620.0
"""Metres from the middle that they reach."""


class Blocks:
    """Bare forms of concrete on 240 × 240 m of gently rolling ground, in a level plain."""

    name = "blocks"
    summary = "bare boxes, cylinders, cones and ramps on concrete, 240 × 240 m"
    half_side = float(HALF_SIDE)

    def build(self, spec: WorldSpec) -> Scene:
        """
        The map with the objects, all of it: there is too little to leave anything out.

        Without ``surroundings`` forms beyond ``centre ± radius`` are left out. The ground is
        levelled under objects that stand on it; forms that would touch one, or stand in the way
        of one that moves, are left out. There are no distractors, so ``dressing_seed`` and
        ``exclude`` change nothing.

        :raises UsageError: for an object of an unknown kind, for any setting, or a centre outside
            the map.
        """
        with assets.use_look(spec.look):
            return self._build(spec)

    def _build(self, spec: WorldSpec) -> Scene:
        check_centre(spec, HALF_SIDE)
        refuse_hidden(spec)
        refuse_params(spec, "the blocks have")
        stock, keepout = Stock(spec), Keepout.of(spec)
        grid = levelled(spec.seed, [Flat.under(thing) for thing in spec.objects])
        ground = ground_mesh(grid, far=spec.surroundings)
        stock.put("blocks/ground", ground, np.eye(4)[None], "ground")
        table = layout(spec.seed)
        if spec.surroundings:
            _put(_around(spec.seed), stock)
        else:
            away = np.abs(table[:, :2] - spec.centre).max(axis=1)
            table = table[away <= spec.radius]
        sizes = np.array([[form.length, form.width] for form in FORMS])[table[:, 3].astype(int)]
        free = keepout.clear_of_boxes(table[:, :2], table[:, 2], sizes[:, 0], sizes[:, 1])
        _put(table[free], stock)
        return stock.scene(materials())

    def placements(self, seed: int) -> Sequence[Placement]:
        """All spots of the map with this seed, in a fixed order."""
        return placements_of(seed)

    def paths(self, seed: int) -> Sequence[Path]:
        """The straight lanes between the forms, each in both directions, in a fixed order."""
        return paths_of(seed)

    def ground_height(self, seed: int, x: float, y: float) -> float:
        """World z of the natural ground; under forms too."""
        return ground_height(seed, x, y)


WORLD = Blocks()


def _put(table: Floats, stock: Stock) -> None:
    """Forms (N, 6) as :func:`~lookabout.world.blocks.layout.layout` lists them."""
    x, y, yaw, kind, colour, z = table.T
    stand = matrices(x, y, z, yaw)
    for k, form in enumerate(FORMS):
        for c, name in enumerate(COLOURS):
            these = (kind == k) & (colour == c)
            mesh = form_mesh(form, name)
            stock.put(f"blocks/{form.name}/{name}", mesh, stand[these], form.name.split("_")[0])


def _around(seed: int) -> Floats:
    """Forms on the plain around the map, sparser with the distance: (N, 6)."""
    rng = np.random.default_rng([seed, 0xB10C, 5])
    large = [k for k, form in enumerate(FORMS) if form.length * form.width >= 16]
    rows = []
    for _ in range(_FAR):
        away = HALF_SIDE + 12.0 + (_FAR_REACH - HALF_SIDE) * rng.random() ** 1.6
        side, along = int(rng.integers(4)), rng.uniform(-away, away)
        x, y = ((away, along), (along, away), (-away, along), (along, -away))[side]
        kind, colour = rng.choice(large), rng.integers(len(COLOURS))
        rows.append([x, y, float(rng.integers(4) * 90), float(kind), float(colour), 0.0])
    table = np.array(rows)
    # Of two that would touch, the later one goes.
    gap = np.hypot(*(table[:, None, :2] - table[None, :, :2]).transpose(2, 0, 1))
    close = np.tril(gap < 16.0, -1).any(axis=1)
    kept: Floats = table[~close]
    return kept
