"""Where cars stand and drive, and those that are about: what follows ``dressing_seed``."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lookabout.world import assets
from lookabout.world.build import Keepout, Stock
from lookabout.world.build.exclusion import is_excluded
from lookabout.world.residential.ground import Ground
from lookabout.world.residential.lot import Lot
from lookabout.world.residential.lots import plots_of
from lookabout.world.residential.streets import HALF_ROAD, KERB_CAR, WALK, network_of

Floats = NDArray[np.float64]
_COLOURS = {
    "white": 0.24, "black": 0.19, "grey": 0.18, "silver": 0.15, "blue": 0.09, "red": 0.08,
    "brown": 0.02, "beige": 0.03, "green": 0.03,
}  # fmt: skip
_TYPES = {"sedan": 0.30, "suv": 0.36, "hatchback": 0.11, "pickup": 0.13, "van": 0.07}
_PALETTE = 40
_BAY = 6.6
"""Between the middles of cars along a kerb, metres."""
_DRIVES, _KERBS = 0.46, 0.2
"""Shares of places with a car."""


def drive_spots(lot: Lot) -> list[tuple[float, float, float]]:
    """(x, y, yaw) of cars in the drive, facing the garage."""
    home = lot.home
    middle = (home.drive[0] + home.drive[2]) / 2
    b = home.drive[3] - 3.2 if home.attached else home.main[1] - 1.5
    across = (-1.38, 1.38) if home.drive[2] - home.drive[0] > 4.6 else (0.0,)
    return [(*lot.point(middle + a, b), lot.yaw + 90.0) for a in across]


@lru_cache(maxsize=4)
def kerb_spots(seed: int) -> Floats:
    """(N, 4): x, y, yaw, street of places for cars along kerbs, in the direction of driving."""
    network = network_of(seed)
    mouths = np.array(
        [
            lot.point((lot.home.drive[0] + lot.home.drive[2]) / 2, -WALK)
            for lot in plots_of(seed).lots
        ]
    )
    wide = np.array([(lot.home.drive[2] - lot.home.drive[0]) / 2 for lot in plots_of(seed).lots])
    rows = []
    for k, street in enumerate(network.streets):
        ends = [s for s in (0.0, street.length) if street.bulbs[int(s > 0)]]
        keep = [(c, HALF_ROAD + 9.0) for c in street.crossings] + [(e, 15.0) for e in ends]
        for side in (1.0, -1.0):
            s = np.arange(9.0, street.length - 9.0, _BAY)
            free = np.ones(len(s), bool)
            for place, room in keep:
                free &= np.abs(s - place) > room
            s = s[free]
            at, kerb = street.along(s, side * KERB_CAR), street.along(s, side * HALF_ROAD)
            u = street.heading(s) * -side
            step = mouths[None] - kerb[:, None]
            along = np.abs(np.einsum("nkj,nj->nk", step, u))
            across = np.abs(step[..., 0] * u[:, None, 1] - step[..., 1] * u[:, None, 0])
            clear = ((along > wide + 3.2) | (across > 3.0)).all(axis=1)
            yaw = np.degrees(np.arctan2(u[:, 1], u[:, 0]))
            rows.append(np.column_stack([at, yaw, np.full(len(s), k)])[clear])
    return np.concatenate(rows)


def standing(x: Floats, y: Floats, yaw_deg: Floats, ground: Ground, length: float) -> Floats:
    """(N, 4, 4) of things on wheels, pitched and rolled with the ground."""
    angle = np.radians(yaw_deg)
    fx, fy = np.cos(angle), np.sin(angle)
    reach, side = length * 0.31, 0.8
    front = ground.height(x + reach * fx, y + reach * fy)
    back = ground.height(x - reach * fx, y - reach * fy)
    left = ground.height(x - side * fy, y + side * fx)
    right = ground.height(x + side * fy, y - side * fx)
    forward = np.column_stack([fx, fy, (front - back) / (2 * reach)])
    leftward = np.column_stack([-fy, fx, (left - right) / (2 * side)])
    forward /= np.linalg.norm(forward, axis=1, keepdims=True)
    up = np.cross(forward, leftward)
    up /= np.linalg.norm(up, axis=1, keepdims=True)
    out = np.zeros((len(x), 4, 4))
    out[:, :3, 0], out[:, :3, 1], out[:, :3, 2] = forward, np.cross(up, forward), up
    out[:, :3, 3] = np.column_stack([x, y, (front + back + left + right) / 4])
    out[:, 3, 3] = 1.0
    return out


def park(
    seed: int, dressing_seed: int, exclude: Sequence[str], ground: Ground,
    box: tuple[float, float, float, float], keepout: Keepout, stock: Stock,
) -> None:  # fmt: skip
    """Cars in drives and along kerbs inside ``box`` (x0, y0, x1, y1)."""
    kinds = _palette(seed, dressing_seed)
    rows = []
    for lot, _ in plots_of(seed).near(*box):
        rng = np.random.default_rng([dressing_seed, seed, 0xD21, lot.index])
        for x, y, yaw in drive_spots(lot):
            draw = rng.random(4)
            turned = yaw + (180.0 if draw[0] < 0.2 else 0.0) + 2.0 * (draw[3] - 0.5)
            if draw[1] < _DRIVES:
                rows.append((x, y, turned, draw[2]))
    spots = kerb_spots(seed)
    rng = np.random.default_rng([dressing_seed, seed, 0x4E2B])
    draws = rng.random((len(spots), 3))
    taken = (draws[:, 0] < _KERBS) & _inside(spots, box)
    kerb = spots[taken]
    shift = (draws[taken, 2] - 0.5) * 0.5
    angle = np.radians(kerb[:, 2])
    moved = kerb[:, :2] + shift[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
    rows += np.column_stack([moved, kerb[:, 2], draws[taken, 1]]).tolist()
    if not rows:
        return
    table = np.array(rows)
    table = table[_inside(table, box)]
    which = (table[:, 3] * len(kinds)).astype(int)
    for k in np.unique(which).tolist():
        name, variant = kinds[k]
        if is_excluded(name, exclude):
            continue
        asset = assets.make_variant(name, variant)
        x, y, yaw, _ = table[which == k].T
        long, wide = (np.full(len(x), size) for size in asset.footprint)
        free = keepout.clear_of_boxes(np.column_stack([x, y]), yaw, long, wide)
        stock.put_asset(asset, standing(x[free], y[free], yaw[free], ground, asset.footprint[0]))


def _inside(rows: Floats, box: tuple[float, float, float, float]) -> NDArray[np.bool_]:
    x0, y0, x1, y1 = box
    found: NDArray[np.bool_] = (
        (rows[:, 0] > x0) & (rows[:, 0] < x1) & (rows[:, 1] > y0) & (rows[:, 1] < y1)
    )
    return found


def _palette(seed: int, dressing_seed: int) -> list[tuple[str, int]]:
    """Variants of cars that are about."""
    rng = np.random.default_rng([dressing_seed, seed, 0xCA5])
    known = frozenset(assets.kinds())
    weights = {
        f"vehicle/{colour}_{kind}": a * b
        for colour, a in _COLOURS.items()
        for kind, b in _TYPES.items()
    }
    names = [name for name in weights if name in known]
    total = np.cumsum([weights[name] for name in names])
    picks = np.searchsorted(total / total[-1], rng.random(_PALETTE) * 0.999999).tolist()
    return [
        (names[pick], int(share * assets.variants(names[pick])))
        for pick, share in zip(picks, rng.random(_PALETTE).tolist(), strict=True)
    ]
