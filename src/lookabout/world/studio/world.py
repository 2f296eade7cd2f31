"""The studio as a world."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lookabout.world import assets
from lookabout.world.build import Stock, refuse_hidden
from lookabout.world.registry import Placement
from lookabout.world.scene import Material, Mesh, Scene, pose_matrix
from lookabout.world.spec import WorldSpec

_GROUND = "studio/ground"
_GREY = Material("plain", (0.55, 0.55, 0.54), roughness=0.95)


class Studio:
    """Plain grey ground without end, and the objects of the spec."""

    name = "studio"
    summary = "plain grey ground, for pictures of single things"
    half_side = float("inf")

    def build(self, spec: WorldSpec) -> Scene:
        """
        The ground and the objects; map seed, dressing and params mean nothing here.

        :raises UsageError: for an object of an unknown kind.
        """
        refuse_hidden(spec)
        with assets.use_look(spec.look):
            stock = Stock(spec)
        side = 40.0 * spec.radius
        corners = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]) * side
        ground = Mesh(corners, np.array([[0, 1, 2], [0, 2, 3]]), (_GROUND,))
        stock.put(_GROUND, ground, pose_matrix((*spec.centre, 0.0))[None], "ground")
        return stock.scene({_GROUND: _GREY})

    def placements(self, seed: int) -> Sequence[Placement]:
        return [Placement("ground", 0.0, 0.0, 0.0, 0.0)]

    def ground_height(self, seed: int, x: float, y: float) -> float:
        return 0.0
