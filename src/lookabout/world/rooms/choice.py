"""Which things of a flat are asked for."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lookabout.world.scene import Scene


def select(scene: Scene, origin: Sequence[float], count: int) -> list[str]:
    """
    Names of the ``count`` things nearest to a camera, the nearest first.

    Known categories would come first; here every thing has one. Distances are those of the
    middles of world boxes, taken to the tenth of a millimetre; names break ties. What carries a
    nearer thing counts as near as that and comes before it, so that nothing is left hanging in
    the air when the others are hidden. A scene with fewer things gives all of them.
    (SpatialScout, section 2.2.)
    """
    eye = np.asarray(origin, float)
    things = {t.name: t for t in scene.objects if t.kind.startswith("rooms/")}
    away = {name: round(float(np.linalg.norm(scene.box(name).centre - eye)), 4) for name in things}
    depth = dict.fromkeys(things, 0)
    for name, near in list(away.items()):
        carrier = things[name].carrier
        while carrier in things:
            away[carrier] = min(away[carrier], near)
            depth[name] += 1
            carrier = things[carrier].carrier
    ranked = sorted(things, key=lambda name: (away[name], depth[name], name))
    return ranked[:count]
