"""What is painted on roads, and the covers in them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lookabout.world.build.quads import Quads
from lookabout.world.residential.ground import Ground
from lookabout.world.residential.streets import HALF_ROAD, Street, network_of
from lookabout.world.scene import Mesh

Floats = NDArray[np.float64]
_LIFT = 0.012
"""Over the road, metres."""
_BAR = 0.45
_PIECES = 6


def mark_roads(seed: int, ground: Ground, box: tuple[float, float, float, float]) -> Mesh | None:
    """Stop lines where rows meet columns, and manhole covers, inside ``box``."""
    quads = Quads()
    for k, street in enumerate(network_of(seed).streets):
        rng = np.random.default_rng([seed, 0x3A2C, k])
        for s in np.arange(float(rng.uniform(18, 40)), street.length - 10, 58.0).tolist():
            x, y = street.at(s, float(rng.uniform(-1.6, 1.6)))
            if box[0] < x < box[2] and box[1] < y < box[3]:
                _cover(quads, ground, x, y)
        for crossing in street.crossings if street.row else ():
            for way in (1.0, -1.0):
                s = crossing - way * (HALF_ROAD + 3.6)
                if 0 < s < street.length:
                    _bar(quads, ground, street, s, way, box)
    return quads.mesh()


def _bar(
    quads: Quads, ground: Ground, street: Street, s: float, way: float,
    box: tuple[float, float, float, float],
) -> None:  # fmt: skip
    left = -way * np.linspace(0.12, HALF_ROAD - 0.5, _PIECES + 1)
    if way > 0:
        left = left[::-1]
    low, high = (street.along(np.full(len(left), s + d), left) for d in (-_BAR / 2, _BAR / 2))
    x, y = low[0].tolist()
    if not (box[0] < x < box[2] and box[1] < y < box[3]):
        return
    rings = np.stack([low[:-1], high[:-1], high[1:], low[1:]], 1)
    z = ground.height(*rings.reshape(-1, 2).T).reshape(-1, 4, 1) + _LIFT
    faces = np.concatenate([rings, z], axis=2)
    e, f = faces[:, 1, :2] - faces[:, 0, :2], faces[:, 2, :2] - faces[:, 0, :2]
    down = (e[:, 0] * f[:, 1] - e[:, 1] * f[:, 0]) < 0
    faces[down] = faces[down][:, ::-1]
    quads.many(faces, "residential/paint_white")


def _cover(quads: Quads, ground: Ground, x: float, y: float) -> None:
    turn = np.linspace(0, 2 * np.pi, 17)[:-1]
    px, py = x + 0.33 * np.cos(turn), y + 0.33 * np.sin(turn)
    rim = np.column_stack([px, py, ground.height(px, py) + _LIFT]).tolist()
    for k in range(1, len(rim) - 1):
        quads.triangle("residential/manhole", rim[0], rim[k], rim[k + 1])
