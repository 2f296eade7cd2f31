"""Town trees for eyes on the street: where those seen from above have dark lumps, leaves."""

from __future__ import annotations

from functools import cache

import numpy as np

from lookabout.world.scene import Mesh
from lookabout.world.vegetation import town
from lookabout.world.vegetation.limbs import Pieces

_INNER, _TURN = 0.74, 2.1
"""Size of the crown inside the crown against it, and how far it is turned, radians."""


@cache
def street_tree(species: str, variant: int) -> Mesh:
    """A tree with its foot at the origin."""
    mesh, s = town.tree(species, variant), town.SPECIES[species]
    leaf, deep = f"leaf_{species}", f"leaf_{species}_deep"
    assert mesh.material_index is not None
    corners = mesh.vertices[mesh.triangles]
    pieces = Pieces()
    for k, name in enumerate(mesh.materials):
        if name != deep:
            pieces.add(corners[mesh.material_index == k], name)
    leaves = corners[mesh.material_index == mesh.materials.index(leaf)]
    middle = np.array([0.0, 0.0, (s.bare + s.height) / 2])
    c, w = np.cos(_TURN), np.sin(_TURN)
    turn = np.array([[c, -w, 0.0], [w, c, 0.0], [0.0, 0.0, 1.0]])
    # Leaves keep their size: each is moved as a whole.
    heart = leaves.mean(axis=1, keepdims=True)
    inner = (heart - middle) @ turn.T * _INNER + middle + (leaves - heart) @ turn.T * 1.25
    pieces.add(inner, deep)
    return pieces.mesh()
