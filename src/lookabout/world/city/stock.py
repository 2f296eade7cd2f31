"""Gathers copies of shared things and makes instances of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lookabout.world.assets import Asset
from lookabout.world.scene import Instances, Material, Mesh

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


class Stock:
    """Meshes, materials and where their copies stand."""

    def __init__(self) -> None:
        self.meshes: dict[str, Mesh] = {}
        self.materials: dict[str, Material] = {}
        self.full = False
        """Whether anything came from an asset pack."""
        self._copies: dict[tuple[str, str, bool, str | None], list[Floats]] = {}

    def put(
        self,
        name: str,
        mesh: Mesh,
        transforms: Floats,
        label: str,
        *,
        solid: bool = True,
        collider: tuple[str, Mesh] | None = None,
    ) -> None:
        """Copies of a mesh at ``transforms`` (N, 4, 4)."""
        if len(transforms) == 0:
            return
        self.meshes[name] = mesh
        if collider is not None:
            self.meshes[collider[0]] = collider[1]
        key = (name, label, solid, collider[0] if collider else None)
        self._copies.setdefault(key, []).append(transforms)

    def put_asset(self, asset: Asset, transforms: Floats) -> None:
        """Copies of an asset at ``transforms`` (N, 4, 4)."""
        if len(transforms) == 0:
            return
        self.include(asset)
        for part in asset.parts:
            moved = np.einsum("nij,kjl->nkil", transforms, part.transforms).reshape(-1, 4, 4)
            key = (part.mesh, part.label, part.solid, part.collider)
            self._copies.setdefault(key, []).append(moved)

    def include(self, asset: Asset) -> None:
        """Take an asset's meshes and materials."""
        self.meshes.update(asset.meshes)
        self.materials.update(asset.materials)
        self.full |= asset.look == "full"

    def instances(self) -> Sequence[Instances]:
        """All copies, those of one mesh together."""
        return [
            Instances(mesh, np.concatenate(copies), label, solid, collider)
            for (mesh, label, solid, collider), copies in self._copies.items()
        ]
