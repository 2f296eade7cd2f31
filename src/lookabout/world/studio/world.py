"""The studio as a world."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lookabout.world import assets
from lookabout.world.registry import Placement
from lookabout.world.scene import Instances, Material, Mesh, Scene, Sun, pose_matrix
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
        with assets.use_look(spec.look):
            things = [assets.put(thing) for thing in spec.objects]
        side = 40.0 * spec.radius
        corners = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]) * side
        meshes = {_GROUND: Mesh(corners, np.array([[0, 1, 2], [0, 2, 3]]), (_GROUND,))}
        materials = {_GROUND: _GREY}
        for _, asset in things:
            meshes |= asset.meshes
            materials |= asset.materials
        x, y = spec.centre
        return Scene(
            meshes,
            materials,
            (Instances(_GROUND, pose_matrix((x, y, 0.0))[None], "ground"),),
            tuple(placed for placed, _ in things),
            Sun(spec.sun.elevation_deg, spec.sun.azimuth_deg),
            "full" if any(asset.look == "full" for _, asset in things) else "builtin",
        )

    def placements(self, seed: int) -> Sequence[Placement]:
        return [Placement("ground", 0.0, 0.0, 0.0, 0.0)]

    def ground_height(self, seed: int, x: float, y: float) -> float:
        return 0.0
