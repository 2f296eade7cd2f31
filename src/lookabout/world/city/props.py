"""Small things of one shape that stand in many places."""

from __future__ import annotations

from functools import cache

import numpy as np

from lookabout.world.build.quads import Quads
from lookabout.world.city import roof_things, site_things, yard_things
from lookabout.world.scene import Mesh

_NAMED = {**yard_things.MAKERS, **site_things.MAKERS}
_HEADROOM = 8.0
"""Higher than any object of a scenario that stands on the ground, but for the largest."""


def label(name: str) -> str:
    """What a person would say was hit; what stands on a roof is part of the building."""
    return _NAMED[name][0] if name in _NAMED else "building"


@cache
def prop(name: str) -> Mesh:
    """The mesh of a thing, origin at its foot, x along its length."""
    quads = Quads()
    if name in _NAMED:
        _NAMED[name][1](quads)
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


@cache
def low_reach(name: str) -> tuple[float, float]:
    """How far a thing reaches along and across, where nothing tall can stand under it."""
    vertices = prop(name).vertices
    low = np.abs(vertices[vertices[:, 2] < _HEADROOM, :2])
    return float(low[:, 0].max()), float(low[:, 1].max())
