"""Small things of one shape that stand in many places."""

from __future__ import annotations

from functools import cache

import numpy as np

from lookabout.world.city import roof_things, yard_things
from lookabout.world.city.quads import Quads
from lookabout.world.scene import Mesh


def label(name: str) -> str:
    """What a person would say was hit; what stands on a roof is part of the building."""
    return yard_things.MAKERS[name][0] if name in yard_things.MAKERS else "building"


@cache
def prop(name: str) -> Mesh:
    """The mesh of a thing, origin at its foot, x along its length."""
    quads = Quads()
    if name in yard_things.MAKERS:
        yard_things.MAKERS[name][1](quads)
    else:
        roof_things.MAKERS[name](quads)
    mesh = quads.mesh()
    assert mesh is not None
    return mesh


@cache
def reach(name: str) -> float:
    """Radius of the circle around a thing's plan."""
    vertices = prop(name).vertices
    return float(np.hypot(vertices[:, 0], vertices[:, 1]).max())
