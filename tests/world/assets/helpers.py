"""What several tests of assets need."""

from __future__ import annotations

import numpy as np
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

from lookabout.world.assets import Asset, kinds, make_variant, variants
from lookabout.world.scene import Floats

ONE_COLOUR = [
    kind
    for kind in kinds()
    if not kind.startswith("vehicle/")
    or kind.startswith(("vehicle/white_", "vehicle/police", "vehicle/taxi"))
]
"""Every kind, of coloured vehicles only the white ones: the others share their shapes."""


def all_variants(kind: str) -> list[Asset]:
    return [make_variant(kind, number) for number in range(variants(kind))]


def placed_triangles(asset: Asset, *, solid_only: bool = True) -> Floats:
    """(T, 3, 3): corners of everything in an asset."""
    parts = []
    for part in asset.parts:
        if solid_only and not part.solid:
            continue
        mesh = asset.meshes[part.mesh]
        for matrix in part.transforms:
            moved = mesh.vertices @ matrix[:3, :3].T + matrix[:3, 3]
            parts.append(moved[mesh.triangles])
    return np.concatenate(parts)


def component_boxes(triangles: Floats) -> tuple[Floats, Floats]:
    """Lowest and highest corners, (C, 3) each, of the connected pieces of a surface."""
    flat = np.round(triangles.reshape(-1, 3), 4)
    _, index = np.unique(flat, axis=0, return_inverse=True)
    corners = index.reshape(-1, 3)
    count = int(corners.max()) + 1
    rows = np.concatenate([corners[:, 0], corners[:, 1]])
    columns = np.concatenate([corners[:, 1], corners[:, 2]])
    links = coo_matrix((np.ones(len(rows)), (rows, columns)), shape=(count, count))
    number, label = connected_components(links, directed=False)
    owner = label[corners[:, 0]]
    low, high = np.full((number, 3), np.inf), np.full((number, 3), -np.inf)
    for corner in range(3):
        np.minimum.at(low, owner, triangles[:, corner])
        np.maximum.at(high, owner, triangles[:, corner])
    return low, high
