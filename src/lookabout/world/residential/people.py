"""People on the sidewalks, who follow ``dressing_seed``."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lookabout.world import assets
from lookabout.world.build import Keepout, Stock, matrices
from lookabout.world.build.exclusion import is_excluded
from lookabout.world.residential.ground import Ground
from lookabout.world.residential.streets import HALF_ROAD, VERGE, WALK, network_of

_PITCH, _SHARE = 14.0, 0.045
"""Between places on a sidewalk, metres; the share of them where somebody walks."""
_KIND = "person/walking"


def walk(
    seed: int, dressing_seed: int, exclude: Sequence[str], ground: Ground,
    box: tuple[float, float, float, float], keepout: Keepout, stock: Stock,
) -> None:  # fmt: skip
    """Walkers inside ``box`` (x0, y0, x1, y1), one way or the other."""
    if is_excluded(_KIND, exclude):
        return
    count = assets.variants(_KIND)
    for k, street in enumerate(network_of(seed).streets):
        rng = np.random.default_rng([dressing_seed, seed, 0x3E, k])
        s = np.arange(12.0, street.length - 12.0, _PITCH)
        draws = rng.random((len(s), 4))
        side = np.where(draws[:, 3] < 0.5, 1.0, -1.0)
        at = street.along(s, side * (HALF_ROAD + (VERGE + WALK) / 2 + 0.5 * (draws[:, 1] - 0.5)))
        u = street.heading(s) * np.where(draws[:, 2] < 0.5, 1.0, -1.0)[:, None]
        there = (draws[:, 0] < _SHARE) & (at > box[:2]).all(axis=1) & (at < box[2:]).all(axis=1)
        kerb, _, _ = network_of(seed).survey(*at[there].T) if there.any() else ((), (), ())
        for (x, y), (ux, uy), draw, away in zip(
            at[there].tolist(), u[there].tolist(), draws[there].tolist(), kerb, strict=True
        ):
            free = keepout.clear_of_circles(np.array([[x, y]]), 0.5)[0]
            if not free or not VERGE < away < WALK:  # some spots lie on a street that crosses
                continue
            asset = assets.make_variant(_KIND, int(draw[0] / _SHARE * count))
            yaw = np.degrees(np.arctan2(uy, ux))
            one = [np.array([v]) for v in (x, y, ground.at(x, y), float(yaw))]
            stock.put_asset(asset, matrices(*one))
