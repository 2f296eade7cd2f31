"""What stands where: forms in cells of 20 m, lanes between, some clearings.

The lanes along the cells' borders are free of everything, which makes them paths.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lookabout.world.blocks.forms import COLOURS, FORMS
from lookabout.world.blocks.land import HALF_SIDE, height, lattice
from lookabout.world.registry import Path, Placement

Floats = NDArray[np.float64]
CELL = 20.0
LANE = 2.2
"""Half-width of the lanes along the cells' borders, metres."""
_CLEARINGS, _CLEARING = 5, 25.0
"""How many, and their radius, metres."""
_APART = 54.0
"""Least distance between the middles of clearings, metres."""
_GAP = 1.3
"""Between forms, metres."""
_SPOTS, _ROOM = 4.0, 2.4
"""Metres between placements, and from a placement to a form."""
_STEP = 2.0
"""Between the points of a path, metres."""


@lru_cache(maxsize=4)
def clearings(seed: int) -> Floats:
    """(C, 2): middles of the open places, metres."""
    rng = np.random.default_rng([seed, 0xB10C, 2])
    found: list[Floats] = []
    while len(found) < _CLEARINGS:
        # A place may leave no room for the last: then all begins anew.
        found = []
        for _ in range(400):
            spot = rng.uniform(-88.0, 88.0, 2)
            if all(np.hypot(*(spot - other)) > _APART for other in found):
                found.append(spot)
                if len(found) == _CLEARINGS:
                    break
    return np.array(found)


@lru_cache(maxsize=4)
def layout(seed: int) -> Floats:
    """
    (N, 6): x, y, yaw in degrees, index of the form, index of the colour, and z of the ground.

    No two forms touch, and none reaches into a lane or a clearing.
    """
    rng = np.random.default_rng([seed, 0xB10C, 3])
    shares = np.cumsum([form.share for form in FORMS])
    open_places = clearings(seed)
    rows: list[list[float]] = []
    edge = CELL / 2 - LANE
    for middle in _cells():
        taken: list[tuple[float, float, float]] = []
        # Colours go together within a cell.
        colours = rng.choice(len(COLOURS), 2, replace=False)
        tries = int(rng.choice([0, 8, 16, 30, 60], p=[0.08, 0.17, 0.25, 0.30, 0.20]))
        for _ in range(tries):
            k = int(np.searchsorted(shares / shares[-1], rng.random()))
            form = FORMS[min(k, len(FORMS) - 1)]
            square = rng.random() < 0.7
            yaw = float(rng.integers(4) * 90) if square else float(rng.uniform(0, 360))
            reach = float(np.hypot(form.length, form.width)) / 2
            x, y = rng.uniform(-edge, edge, 2)
            colour = float(colours[int(rng.random() < 0.3)])
            c, s = abs(np.cos(np.radians(yaw))), abs(np.sin(np.radians(yaw)))
            half = (
                form.length / 2 * c + form.width / 2 * s,
                form.length / 2 * s + form.width / 2 * c,
            )
            if abs(x) + half[0] > edge or abs(y) + half[1] > edge:
                continue
            if any(np.hypot(x - a, y - b) < reach + r + _GAP for a, b, r in taken):
                continue
            place = middle + np.array([x, y])
            if (np.hypot(*(open_places - place).T) < _CLEARING + reach).any():
                continue
            taken.append((x, y, reach))
            rows.append([*place, yaw, float(FORMS.index(form)), colour])
    table = np.array(rows)
    return np.column_stack([table, height(lattice(seed), table[:, 0], table[:, 1])])


def _cells() -> Floats:
    """(144, 2): middles of the cells."""
    side = np.arange(-HALF_SIDE + CELL / 2, HALF_SIDE, CELL)
    gx, gy = np.meshgrid(side, side)
    return np.column_stack([gx.ravel(), gy.ravel()])


@lru_cache(maxsize=4)
def placements_of(seed: int) -> tuple[Placement, ...]:
    """Spots of kind ``ground`` all over the map, 4 m apart and 2.4 m from the nearest form."""
    rng = np.random.default_rng([seed, 0xB10C, 4])
    side = np.arange(-HALF_SIDE + 8.0, HALF_SIDE - 7.9, _SPOTS)
    gx, gy = np.meshgrid(side, side)
    xy = np.column_stack([gx.ravel(), gy.ravel()])
    xy += rng.uniform(-0.8, 0.8, xy.shape)
    yaw = rng.uniform(0, 360, len(xy))
    table = layout(seed)
    sizes = np.array([[form.length, form.width] for form in FORMS])[table[:, 3].astype(int)]
    angle = np.radians(table[:, 2])
    d = xy[:, None, :] - table[None, :, :2]
    along = np.abs(d[..., 0] * np.cos(angle) + d[..., 1] * np.sin(angle)) - sizes[:, 0] / 2
    across = np.abs(d[..., 1] * np.cos(angle) - d[..., 0] * np.sin(angle)) - sizes[:, 1] / 2
    away = np.hypot(np.maximum(along, 0), np.maximum(across, 0)).min(axis=1)
    free = away > _ROOM
    z = height(lattice(seed), xy[:, 0], xy[:, 1])
    return tuple(Placement("ground", *row) for row in np.column_stack([xy, z, yaw])[free].tolist())


@lru_cache(maxsize=4)
def paths_of(seed: int) -> tuple[Path, ...]:
    """The lanes, each in both directions, 208 m long, kind ``ground``."""
    along = np.arange(-HALF_SIDE + 16.0, HALF_SIDE - 15.9, _STEP)
    found = []
    for at in np.arange(-HALF_SIDE + CELL, HALF_SIDE - CELL / 2, CELL):
        still = np.full(len(along), at)
        for x, y in ((along, still), (still, along)):
            points = np.column_stack([x, y, height(lattice(seed), x, y)])
            found += [Path("ground", points), Path("ground", points[::-1].copy())]
    return tuple(found)
