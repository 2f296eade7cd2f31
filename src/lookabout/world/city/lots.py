"""Cutting blocks into lots, and laying out parking."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from lookabout.world.build.polygon import (
    Point,
    Polygon,
    area,
    centroid,
    clip,
    edges,
    extent,
    inset,
    longest_edge,
    split,
)
from lookabout.world.build.quads import strips
from lookabout.world.city.plan import LOT_Z, Block, Side
from lookabout.world.city.sketch import OVER_Z, Frame, Sketch, Slab, between

BAY_WIDTH = 2.75
BAY_LENGTH = 5.4
_AISLE = 6.8


@dataclass(frozen=True, eq=False)
class Lot:
    """A piece of a block that faces a street."""

    polygon: Polygon
    frame: Frame
    """Along the street (u), b from the street to the back."""
    corner: bool
    """Faces a second street."""


def cut(rng: np.random.Generator, polygon: Polygon, target: float) -> list[Polygon]:
    """Cut across the longer way again and again until pieces are near ``target`` m²."""
    size = area(polygon)
    if size < target * 1.5 or size < 120.0:
        return [polygon]
    u = longest_edge(polygon)
    v = (-u[1], u[0])
    a0, a1 = extent(polygon, u)
    b0, b1 = extent(polygon, v)
    if b1 - b0 > a1 - a0:
        u, v, a0, a1 = v, (-u[0], -u[1]), b0, b1
    place = a0 + (a1 - a0) * between(rng, 0.38, 0.62)
    left, right = split(polygon, (place * u[0], place * u[1]), v)
    if not left or not right:
        return [polygon]
    return cut(rng, left, target) + cut(rng, right, target)


def strips_of_lots(
    rng: np.random.Generator, block: Block, low: float, high: float, alley: float
) -> tuple[list[Lot], Polygon]:
    """
    Lots of ``low`` to ``high`` metres along both long sides of a block, with an alley between.

    :returns: the lots, and the alley's polygon (empty for a block too thin for two rows).
    """
    whole = block.at(0.0)
    if area(whole) < 200:
        return [], []
    u = longest_edge(whole)
    v = (-u[1], u[0])
    b0, b1 = extent(whole, v)
    cx, cy = centroid(whole)
    if b1 - b0 < 34:
        rows, lane = [(whole, (-v[0], -v[1]))], []
    else:
        half = alley / 2
        upper = clip(whole, (cx + half * v[0], cy + half * v[1]), v)
        lower = clip(whole, (cx - half * v[0], cy - half * v[1]), (-v[0], -v[1]))
        lane = clip(clip(whole, (cx + half * v[0], cy + half * v[1]), (-v[0], -v[1])),
                    (cx - half * v[0], cy - half * v[1]), v)  # fmt: skip
        rows = [(upper, v), (lower, (-v[0], -v[1]))]
    lots = []
    for row, out in rows:
        if not row:
            continue
        # u along the row so that b runs from the street inwards.
        along = (-out[1], out[0])
        a0, a1 = extent(row, along)
        inner0, inner1 = _even_ends(row, along)
        width = between(rng, low, high)
        count = max(1, round((inner1 - inner0) / width))
        cuts = np.linspace(inner0, inner1, count + 1)
        cuts[1:-1] += rng.uniform(-0.12, 0.12, count - 1) * (inner1 - inner0) / count
        places = [a0 - 1, *cuts[1:-1].tolist(), a1 + 1]
        for k in range(count):
            piece = clip(row, (places[k] * along[0], places[k] * along[1]), along)
            far = (places[k + 1] * along[0], places[k + 1] * along[1])
            piece = clip(piece, far, (-along[0], -along[1])) if piece else piece
            if area(piece) < 40:
                continue
            frame = Frame.in_polygon(piece, along)
            if frame is not None:
                lots.append(Lot(piece, frame, k in (0, count - 1)))
    return lots, lane


def _even_ends(row: Polygon, along: Point) -> tuple[float, float]:
    """Extent of a row halfway up, so that slanted ends are shared evenly."""
    across = (-along[1], along[0])
    b0, b1 = extent(row, across)
    middle = (b0 + b1) / 2
    low, high = math.inf, -math.inf
    for (x0, y0), (x1, y1) in edges(row):
        h0, h1 = x0 * across[0] + y0 * across[1] - middle, x1 * across[0] + y1 * across[1] - middle
        if (h0 < 0) != (h1 < 0):
            t = h0 / (h0 - h1)
            a = (x0 + t * (x1 - x0)) * along[0] + (y0 + t * (y1 - y0)) * along[1]
            low, high = min(low, a), max(high, a)
    return (low, high) if low < high else extent(row, along)


def front_of(block: Block, polygon: Polygon) -> Side | None:
    """The side of the street that a lot's longest street edge faces."""
    best, found = 0.0, None
    for a, b in edges(polygon):
        side = block.street_side(a, b)
        length = math.dist(a, b)
        if side is not None and length > best:
            best, found = length, side
    return found


def parking(
    rng: np.random.Generator,
    sketch: Sketch,
    polygon: Polygon,
    u: Point,
    *,
    z: float = LOT_Z,
    islands: bool = True,
    spots: bool = True,
    surface: str = "asphalt_lot",
) -> None:
    """Fill a convex polygon with rows of bays along ``u``, with aisles, islands and trees."""
    if area(polygon) < 60:
        return
    sketch.surfaces.append((polygon, z, surface))
    inner = inset(polygon, 0.7)
    if not inner:
        return
    frame = Frame.around(inner, u)
    rows = _rows(frame.depth)
    ux, uy = u
    planes = np.array([[-(y1 - y0), x1 - x0, 0.0] for (x0, y0), (x1, y1) in edges(inner)])
    planes[:, :2] /= np.maximum(np.hypot(planes[:, 0], planes[:, 1]), 1e-9)[:, None]
    planes[:, 2] = [
        n[0] * p[0] + n[1] * p[1] for n, p in zip(planes[:, :2].tolist(), inner, strict=True)
    ]
    count = int(frame.length // BAY_WIDTH)
    start = (frame.length - count * BAY_WIDTH) / 2
    origin = np.array(frame.origin)
    axis, across = np.array([ux, uy]), np.array([-uy, ux])
    open_bays = []
    for b, turn in rows:
        a = start + (np.arange(count) + 0.5) * BAY_WIDTH
        middle = origin + a[:, None] * axis + (b + BAY_LENGTH / 2) * across
        corners = np.stack(
            [
                middle + i * BAY_WIDTH / 2 * axis + j * BAY_LENGTH / 2 * across
                for i in (-1, 1)
                for j in (-1, 1)
            ],
            1,
        )
        inside = (corners @ planes[:, :2].T >= planes[:, 2] - 1e-6).all(axis=(1, 2))
        shift = int(rng.integers(0, 12))
        green = (np.arange(count) + shift) % 13 == 0 if islands else np.zeros(count, bool)
        for x, y in middle[inside & green].tolist():
            _island(rng, sketch, Frame((x, y), u, 0, 0), z)
        keep = inside & ~green
        open_bays += [(x, y, turn) for x, y in middle[keep].tolist()]
        # Lines at both ends of each bay; shared ones only once.
        line = np.zeros(count + 1, bool)
        line[:-1] |= keep
        line[1:] |= keep
        e = (start + np.arange(count + 1) * BAY_WIDTH)[line]
        foot = origin + e[:, None] * axis + (b + 0.1) * across
        marks = strips(foot, foot + (BAY_LENGTH - 0.2) * across, 0.1, z + 0.025)
        sketch.painted.append((marks, "mark_white"))
    yaw = math.degrees(math.atan2(uy, ux))
    for x, y, turn in open_bays:
        bay = (x, y, z, (yaw + turn) % 360.0)
        if spots:
            sketch.bays.append(bay)
        else:
            sketch.drives.append(bay)
    if spots:
        for b, _ in rows[::2]:
            for a in np.arange(start + 6, frame.length - 6, 14.0).tolist():
                x, y = frame.at(a, b + BAY_LENGTH + _AISLE / 2)
                if all(n0 * x + n1 * y >= d + 3.5 for n0, n1, d in planes.tolist()):
                    sketch.spot("lot", x, y, z, yaw)


def _rows(depth: float) -> list[tuple[float, float]]:
    """Where rows of bays begin across a lot, and which way their cars face, degrees from u."""
    module = 2 * BAY_LENGTH + _AISLE
    if depth < BAY_LENGTH + 3.2:
        return []
    if depth < module:
        return [(0.0, 90.0)]
    count = int(depth // module)
    rest = (depth - count * module) / 2
    out = []
    for k in range(count):
        low = rest + k * module
        out += [(low, -90.0), (low + BAY_LENGTH + _AISLE, 90.0)]
    return out


def _island(rng: np.random.Generator, sketch: Sketch, at: Frame, z: float) -> None:
    """A planted bay between parked cars."""
    a, b = BAY_WIDTH / 2 - 0.2, BAY_LENGTH / 2 - 0.2
    ring = at.ring(
        [
            (-a + 0.5, -b),
            (a - 0.5, -b),
            (a, -b + 0.6),
            (a, b - 0.6),
            (a - 0.5, b),
            (-a + 0.5, b),
            (-a, b - 0.6),
            (-a, -b + 0.6),
        ]
    )
    bed = at.ring([(-a + 0.2, -b + 0.6), (a - 0.2, -b + 0.6), (a - 0.2, b - 0.6),
                   (-a + 0.2, b - 0.6)])  # fmt: skip
    planted = (bed, z + 0.15, "mulch" if rng.random() < 0.5 else "grass")
    sketch.slabs.append(Slab(ring, z, z + 0.13, "kerb", (planted,)))
    x, y = at.at(0.0, between(rng, -0.8, 0.8))
    if rng.random() < 0.7:
        sketch.trees.append((x, y, z + 0.15, "lot"))
    else:
        sketch.furniture.append(("lamp", x, y, z + 0.15, at.yaw + 90.0))


def entrance(
    sketch: Sketch, block: Block, a: Point, b: Point, share: float, width: float, reach: float
) -> None:
    """
    A paved way from the kerb across the sidewalk, if the edge a–b lies on a street.

    :param share: where along the edge, in [0, 1].
    :param reach: how far it goes behind the edge, metres.
    """
    side = block.street_side(a, b)
    length = math.dist(a, b)
    if side is None or side.road is None or length < width + 2:
        return
    u = ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
    s = min(length - width / 2 - 1, max(width / 2 + 1, share * length))
    frame = Frame((a[0] + s * u[0], a[1] + s * u[1]), u, 0.0, 0.0)
    walk = side.road.walk
    ring = frame.box(-width / 2, -walk + 0.2, width / 2, reach)
    sketch.surfaces.append((ring, LOT_Z + 0.1, "alley"))
    x, y = frame.at(0.0, -walk)
    sketch.gates.append((x, y, width / 2))
    (ox, oy), (ux, uy) = frame.origin, u

    def blocks_way(bay: tuple[float, float, float, float]) -> bool:
        dx, dy = bay[0] - ox, bay[1] - oy
        return abs(dx * ux + dy * uy) < width / 2 + 0.5 and 0.0 < dy * ux - dx * uy < 9.0

    sketch.bays = [bay for bay in sketch.bays if not blocks_way(bay)]


def entrances(rng: np.random.Generator, sketch: Sketch, block: Block, reach: float) -> None:
    """One way in from each street, two along long sides."""
    for a, b in edges(block.at(0.0)):
        length = math.dist(a, b)
        if length < 30 or rng.random() < 0.2:
            continue
        shares = (0.25, 0.75) if length > 110 else (0.5,)
        for share in shares:
            entrance(sketch, block, a, b, share + between(rng, -0.1, 0.1), 7.2, reach)


def plant_margins(
    rng: np.random.Generator, sketch: Sketch, whole: Polygon, back: float, spacing: float
) -> None:
    """Trees and bushes in the green strip around a lot, but not in its entrances."""
    for a, b in edges(inset(whole, back)):
        length = math.dist(a, b)
        for s in np.arange(2.0, length - 1.0, spacing).tolist():
            x, y = a[0] + s / length * (b[0] - a[0]), a[1] + s / length * (b[1] - a[1])
            if any(math.hypot(x - p, y - q) < half + 7.0 for p, q, half in sketch.gates):
                continue
            draw = float(rng.random())
            if draw < 0.75:
                sketch.trees.append((x, y, LOT_Z, "lot" if draw < 0.3 else "shrub"))


def alley_mouths(sketch: Sketch, block: Block, lane: Polygon) -> None:
    """Where an alley meets the streets at its ends."""
    for a, b in edges(lane):
        length = math.dist(a, b)
        side = block.street_side(a, b, reach=2.0) if 3.0 < length < 12.0 else None
        if side is None or side.road is None:
            continue
        (nx, ny), walk = side.normal, side.road.walk
        back = walk - 0.2
        low = (a[0] - back * nx, a[1] - back * ny), (b[0] - back * nx, b[1] - back * ny)
        sketch.surfaces.append(([low[0], low[1], b, a], OVER_Z + 0.001, "alley"))
        mx, my = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
        sketch.gates.append((mx - walk * nx, my - walk * ny, length / 2))
