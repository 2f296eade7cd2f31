"""Which things of a flat are asked for."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lookabout.world.scene import Scene


def select(scene: Scene, origin: Sequence[float], count: int) -> list[str]:
    """
    Names of the ``count`` things nearest to a camera, the nearest first.

    Known categories would come first; here every thing has one. Distances are those of the
    middles of world boxes, taken to the tenth of a millimetre; names break ties. A scene with
    fewer things gives all of them. (SpatialScout, section 2.2.)
    """
    eye = np.asarray(origin, float)
    ranked = sorted(
        (round(float(np.linalg.norm(scene.box(thing.name).centre - eye)), 4), thing.name)
        for thing in scene.objects
        if thing.kind.startswith("rooms/")
    )
    return [name for _, name in ranked[:count]]
