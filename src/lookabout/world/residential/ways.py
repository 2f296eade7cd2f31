"""Placements, and the paths of movers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lookabout.world.registry import Path, Placement
from lookabout.world.residential.cars import drive_spots, kerb_spots
from lookabout.world.residential.ground import Ground
from lookabout.world.residential.layout import beds
from lookabout.world.residential.lot import Lot
from lookabout.world.residential.lots import plots_of
from lookabout.world.residential.streets import HALF_ROAD, LANE, VERGE, WALK, Street, network_of

Floats = NDArray[np.float64]
HALF_SIDE = 200.0
_EDGE = 190.0
"""Nothing is placed beyond, metres from the middle of the map."""
PATH_LENGTH = 125.0
"""Of every path, metres."""
_STEP = 1.5


def _inside(xy: Floats, margin: float = 0.0) -> NDArray[np.bool_]:
    return np.asarray((np.abs(xy) < _EDGE - margin).all(axis=1))


@lru_cache(maxsize=4)
def placements_of(seed: int) -> tuple[Placement, ...]:
    """All spots of a map."""
    rows: list[tuple[str, float, float, float]] = []
    kerb = kerb_spots(seed)
    rows += [("kerb", x, y, yaw) for x, y, yaw, _ in kerb[_inside(kerb[:, :2])].tolist()]
    network = network_of(seed)
    for street in network.streets:
        for side in (1.0, -1.0):
            s = np.arange(6.0, street.length - 5.0, 9.0)
            for crossing in street.crossings:
                s = s[np.abs(s - crossing) > HALF_ROAD + 4]
            u = street.heading(s) * -side
            yaw = np.degrees(np.arctan2(u[:, 1], u[:, 0]))
            for kind, left in (("lane", LANE), ("sidewalk", HALF_ROAD + (VERGE + WALK) / 2)):
                at = street.along(s, side * left)
                keep = _inside(at)
                rows += [
                    (kind, x, y, t)
                    for (x, y), t in zip(at[keep].tolist(), yaw[keep].tolist(), strict=True)
                ]
    for lot, _ in plots_of(seed).near(-_EDGE, -_EDGE, _EDGE, _EDGE):
        spots = [("drive", *spot) for spot in drive_spots(lot)]
        spots += [("lawn", *lot.point(a, b), lot.yaw) for a, b in _lawn(lot)]
        rows += [row for row in spots if max(abs(row[1]), abs(row[2])) < _EDGE]
    x, y = np.array([row[1:3] for row in rows]).T
    z = Ground(seed).height(x, y)
    return tuple(
        Placement(kind, px, py, pz, yaw)
        for (kind, px, py, yaw), pz in zip(rows, z.tolist(), strict=True)
    )


def _lawn(lot: Lot) -> Iterator[tuple[float, float]]:
    """Open spots before the house: (a, b)."""
    home, half = lot.home, lot.width / 2
    solid = [home.main, home.garage, home.drive, home.walk, home.porch, *beds(lot)]
    for a in (-half + 2.6, -half / 3, half / 3, half - 2.6):
        b = 0.5 * home.porch[1] + 0.3
        if all(a < r[0] - 2.7 or a > r[2] + 2.7 or b < r[1] - 1.3 or b > r[3] + 1.3 for r in solid):
            yield a, b


@lru_cache(maxsize=4)
def paths_of(seed: int) -> tuple[Path, ...]:
    """One-way lanes along the streets, and ways out of drives into them."""
    network, ground = network_of(seed), Ground(seed)
    lines: list[Floats] = []
    for street in network.streets:
        for way in (1.0, -1.0):
            for start in np.arange(16.0, street.length - PATH_LENGTH - 16.0, 60.0).tolist():
                lines.append(_lane(street, start, way, PATH_LENGTH))
    for lot, _ in plots_of(seed).near(-_EDGE, -_EDGE, _EDGE, _EDGE):
        line = _out_of_drive(seed, lot)
        if line is not None:
            lines.append(line)
    kept = [line for line in lines if _inside(line).all()]
    z = ground.height(*np.concatenate(kept).T)
    ends = np.cumsum([len(line) for line in kept])[:-1]
    return tuple(
        Path("lane", np.column_stack([line, heights]))
        for line, heights in zip(kept, np.split(z, ends), strict=True)
    )


def _lane(street: Street, start: float, way: float, length: float) -> Floats:
    """Points (N, 2) of a lane; ``start``: station of the end with the lower station."""
    s = np.linspace(start, start + length, int(length / _STEP) + 1)
    if way < 0:
        s = s[::-1]
    return street.along(s, -way * LANE)


def _out_of_drive(seed: int, lot: Lot) -> Floats | None:
    """Straight down the drive and in a bend into the nearer lane."""
    network = network_of(seed)
    home = lot.home
    a = (home.drive[0] + home.drive[2]) / 2
    spot = drive_spots(lot)[0]
    a, b0 = (v.item() for v in lot.local(np.array([spot[0]]), np.array([spot[1]])))
    if (home.attached and home.cars == 1) or not home.attached:
        a = (home.drive[0] + home.drive[2]) / 2
    mouth = lot.point(a, -WALK - HALF_ROAD)
    _, owner, along = network.survey(np.array([mouth[0]]), np.array([mouth[1]]))
    street = network.streets[int(owner[0])]
    u = street.heading(along)[0]
    way = 1.0 if u @ np.array([lot.ux, lot.uy]) > 0 else -1.0
    # One keeps to the right: out of a drive on the right side one turns right. u of a lot on the
    # left runs along the street; there one crosses over to the far lane or turns right, against it.
    way = -way if lot.index % 2 else way
    left = street.along(along, 0.0)[0]
    side = np.sign((np.array([lot.x, lot.y]) - left) @ np.array([-u[1], u[0]]))
    bend = 6.5
    first = float(along[0]) + way * bend
    rest = PATH_LENGTH - (b0 + WALK + HALF_ROAD)
    last = first + way * rest
    if not min(first, last) > 14.0 or not max(first, last) < street.length - 14.0:
        return None
    lane = street.along(np.linspace(first, last, int(rest / _STEP) + 1), -way * LANE)
    # From the drive's end to the lane: a quadratic curve along both tangents.
    start = np.array(lot.point(a, -0.4))
    corner = street.along(np.array([float(along[0])]), -way * LANE)[0]
    t = np.linspace(0, 1, 14)[:, None]
    curve = (1 - t) ** 2 * start + 2 * t * (1 - t) * corner + t**2 * lane[0]
    count = int((b0 + 0.4) / _STEP) + 2
    drive = np.array([lot.point(a, b) for b in np.linspace(b0, -0.4, count).tolist()])
    line = np.concatenate([drive[:-1], curve, lane[1:]])
    kerb, _, _ = network.survey(line[:, 0], line[:, 1])
    bad = (side == 0) or bool((kerb[len(drive) + 6 :] > -1.0).any())
    return None if bad else line
