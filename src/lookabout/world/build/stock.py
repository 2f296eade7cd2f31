"""Gathers copies of shared things and the objects of a spec, and makes a scene of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from lookabout.errors import UsageError
from lookabout.world import assets
from lookabout.world.assets import Asset
from lookabout.world.build.late import LateMesh, LateMeshes, UsedMaterials
from lookabout.world.scene import Instances, Material, Scene, SceneObject, Sun
from lookabout.world.spec import WorldSpec

Floats = NDArray[np.float64]


def matrices(
    x: Floats, y: Floats, z: Floats, yaw_deg: Floats, scale: Floats | float = 1.0,
    stretch: Floats | float = 1.0,
) -> Floats:  # fmt: skip
    """(N, 4, 4): scaled (``stretch`` more along z), turned, moved."""
    angle = np.radians(yaw_deg)
    out = np.zeros((len(x), 4, 4))
    out[:, 0, 0] = np.cos(angle) * scale
    out[:, 0, 1] = -np.sin(angle) * scale
    out[:, 1, 0] = np.sin(angle) * scale
    out[:, 1, 1] = np.cos(angle) * scale
    out[:, 2, 2] = np.broadcast_to(np.asarray(scale) * np.asarray(stretch), len(x))
    out[:, 0, 3], out[:, 1, 3], out[:, 2, 3] = x, y, z
    out[:, 3, 3] = 1.0
    return out


def split(counts: Sequence[int]) -> list[slice]:
    """Which rows of a table are whose, where groups of so many rows follow each other."""
    ends = list(accumulate(counts))
    return [slice(end - count, end) for count, end in zip(counts, ends, strict=True)]


def check_centre(spec: WorldSpec, half_side: float) -> None:
    """:raises UsageError: if the spec's centre lies outside the square map."""
    x, y = spec.centre
    if max(abs(x), abs(y)) > half_side:
        raise UsageError(
            f"the {spec.kind} reaches from {-half_side:g} to {half_side:g} m; "
            f"the centre ({x:g}, {y:g}) lies outside",
            where="world.centre",
        )


def refuse_hidden(spec: WorldSpec) -> None:
    """:raises UsageError: if the spec hides anything, in a world without objects of its own."""
    if spec.hidden:
        raise UsageError(f"the {spec.kind} has no objects of its own to hide", where="world.hidden")


def refuse_params(spec: WorldSpec, words: str) -> None:
    """
    :param words: of the world and its verb, e.g. ``the city has``.
    :raises UsageError: if the spec sets anything, in a world without settings.
    """
    if spec.params:
        raise UsageError(
            f"{words} no settings; got {', '.join(sorted(spec.params))}", where="world.params"
        )


class Stock:
    """Meshes, materials and where their copies stand."""

    def __init__(self, spec: WorldSpec) -> None:
        """
        With the spec's objects in it.

        :raises UsageError: for an object of an unknown kind.
        """
        self._spec = spec
        self._meshes: dict[str, LateMesh] = {}
        self._materials: dict[str, Material] = {}
        # Of what may be used, not of what happened to be: all scenes of a run have one look.
        self._look = assets.current_look()
        self._copies: dict[tuple[str, str, bool, str | None], list[Floats]] = {}
        self._objects: list[SceneObject] = []
        for thing in spec.objects:
            placed, asset = assets.put(thing)
            self._objects.append(placed)
            self._include(asset)

    def put(
        self,
        name: str,
        mesh: LateMesh,
        transforms: Floats,
        label: str,
        *,
        solid: bool = True,
        collider: tuple[str, LateMesh] | None = None,
    ) -> None:
        """Copies of a mesh at ``transforms`` (N, 4, 4)."""
        if len(transforms) == 0:
            return
        self._meshes[name] = mesh
        if collider is not None:
            self._meshes[collider[0]] = collider[1]
        key = (name, label, solid, collider[0] if collider else None)
        self._copies.setdefault(key, []).append(transforms)

    def put_asset(self, asset: Asset, transforms: Floats) -> None:
        """Copies of an asset at ``transforms`` (N, 4, 4)."""
        if len(transforms) == 0:
            return
        self._include(asset)
        for part in asset.parts:
            moved = np.einsum("nij,kjl->nkil", transforms, part.transforms).reshape(-1, 4, 4)
            key = (part.mesh, part.label, part.solid, part.collider)
            self._copies.setdefault(key, []).append(moved)

    def put_object(self, thing: SceneObject, asset: Asset) -> None:
        """A named thing of the world's own, and the asset that it is made of."""
        self._objects.append(thing)
        self._include(asset)

    def _include(self, asset: Asset) -> None:
        """Take an asset's meshes and materials."""
        self._meshes.update(asset.meshes)
        self._materials.update(asset.materials)

    def scene(self, materials: Mapping[str, Material]) -> Scene:
        """
        Everything put here, under the spec's sun.

        :param materials: the world's own by name; of these and the assets' the scene gets those
            that some mesh names.
        """
        sun, meshes = self._spec.sun, LateMeshes(self._meshes)
        return Scene(
            meshes=meshes,
            materials=UsedMaterials({**materials, **self._materials}, meshes),
            static=tuple(
                Instances(mesh, np.concatenate(copies), label, solid, collider)
                for (mesh, label, solid, collider), copies in self._copies.items()
            ),
            objects=tuple(self._objects),
            sun=Sun(sun.elevation_deg, sun.azimuth_deg),
            look=self._look,
        )
