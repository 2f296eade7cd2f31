"""Blocks without much building: parks, schools, the river, traffic islands."""

from __future__ import annotations

import math

import numpy as np

from lookabout.world.build.polygon import (
    Point,
    Polygon,
    area,
    bounds,
    centroid,
    contains,
    edges,
    inset,
    longest_edge,
)
from lookabout.world.city.bodies import street_building
from lookabout.world.city.lots import entrance, parking
from lookabout.world.city.plan import KERB_Z, LOT_Z, RIVER_BANK, RIVER_Z, Block, water_of
from lookabout.world.city.sketch import OVER_Z, PAINT_Z, Frame, Sketch, Slab, between, pick
from lookabout.world.city.styles import street_facade


def island(rng: np.random.Generator, block: Block, sketch: Sketch) -> None:
    """What is left between streets that meet at a slant."""
    inner = inset(block.kerb, 1.6)
    if not inner or area(inner) < 8:
        return
    sketch.surfaces.append((inner, LOT_Z, pick(rng, ("grass", "grass", "paving_red"))))
    for _ in range(int(area(inner) / 60) + 1):
        x, y = _inside(rng, inner)
        sketch.trees.append((x, y, LOT_Z, "plaza"))


def park(rng: np.random.Generator, block: Block, sketch: Sketch) -> None:
    """Lawns, winding paths, groves, a pond or a pitch, a playground."""
    whole = block.at(0.0)
    sketch.surfaces.append((whole, LOT_Z, pick(rng, ("grass", "grass_lush", "grass"))))
    if area(whole) < 900:
        for _ in range(int(area(whole) / 90)):
            x, y = _inside(rng, whole)
            sketch.trees.append((x, y, LOT_Z, "park"))
        return
    cx, cy = centroid(whole)
    taken: list[tuple[float, float, float]] = []  # circles without trees
    u = longest_edge(whole)
    frame = Frame.around(whole, u)
    draw = float(rng.random())
    small = min(frame.length, frame.depth)
    reach = 8.0
    if draw < 0.3 and small > 50:
        reach = small * between(rng, 0.17, 0.24)
        _pond(rng, sketch, (cx, cy), u, reach)
        taken.append((cx, cy, reach * 1.45))
    elif draw < 0.55 and small > 70:
        reach = 34.0
        _ballfield(rng, sketch, frame, (cx, cy))
        taken.append((cx, cy, 38.0))
    elif draw < 0.75 and small > 70:
        reach = 28.0
        _courts(rng, sketch, frame, (cx, cy))
        taken.append((cx, cy, 32.0))
    else:
        ring = _circle((cx, cy), 9.0, 20)
        sketch.surfaces.append((ring, OVER_Z + 0.016, "paving"))
        rim = _circle((cx, cy), 2.2, 16)
        sketch.slabs.append(Slab(rim, LOT_Z, LOT_Z + 0.9, "wall_low"))
        sketch.footprints.append(rim)
        taken.append((cx, cy, 11.0))
        for t in np.linspace(0, 360, 6, endpoint=False).tolist():
            c, s = math.cos(math.radians(t)), math.sin(math.radians(t))
            sketch.spot("park", cx + 6 * c, cy + 6 * s, LOT_Z, t)
    for a, b in edges(whole):
        if math.dist(a, b) > 30:
            t = between(rng, 0.3, 0.7)
            gate = (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]))
            share = reach / max(reach, math.dist(gate, (cx, cy)))
            end = (cx + share * (gate[0] - cx), cy + share * (gate[1] - cy))
            if math.dist(gate, end) > 8:
                _path(rng, sketch, gate, end, whole)
    if rng.random() < 0.5:
        px, py = _inside(rng, inset(whole, 16) or whole)
        if math.dist((px, py), (cx, cy)) > 45:
            _playground(rng, sketch, (px, py))
            taken.append((px, py, 11.0))
    count = int(area(whole) / between(rng, 95, 190))
    grove = [_inside(rng, whole) for _ in range(5)]
    for _ in range(count):
        if rng.random() < 0.6:
            gx, gy = pick(rng, grove)
            x, y = gx + float(rng.normal(0, 15)), gy + float(rng.normal(0, 15))
        else:
            x, y = _inside(rng, whole)
        if not contains(whole, x, y, 2.0) or any(
            math.dist((x, y), (a, b)) < r for a, b, r in taken
        ):
            continue
        if not _near_strip(sketch, x, y):
            sketch.trees.append((x, y, LOT_Z, "park"))
    for _ in range(int(area(whole) / 220)):
        x, y = _inside(rng, inset(whole, 4) or whole)
        open_air = all(math.dist((x, y), (t[0], t[1])) > 4.5 for t in sketch.trees)
        if open_air and all(math.dist((x, y), (a, b)) > r for a, b, r in taken):
            sketch.spot("park", x, y, LOT_Z, float(rng.integers(0, 360)))


def _inside(rng: np.random.Generator, polygon: Polygon) -> Point:
    x0, y0, x1, y1 = bounds(polygon)
    for _ in range(20):
        x, y = between(rng, x0, x1), between(rng, y0, y1)
        if contains(polygon, x, y, 0.8):
            return x, y
    return centroid(polygon)


def _near_strip(sketch: Sketch, x: float, y: float) -> bool:
    for (ax, ay), (bx, by) in sketch.walks:
        length = math.hypot(bx - ax, by - ay)
        if length < 0.1:
            continue
        t = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length**2
        t = max(0.0, min(1.0, t))
        if math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay)) < 2.1:
            return True
    return False


def _circle(centre: Point, radius: float, count: int) -> Polygon:
    angles = np.linspace(0, 2 * np.pi, count, endpoint=False).tolist()
    return [(centre[0] + radius * math.cos(t), centre[1] + radius * math.sin(t)) for t in angles]


def _path(
    rng: np.random.Generator, sketch: Sketch, start: Point, end: Point, whole: Polygon
) -> None:
    """A winding path as one ribbon of quads."""
    steps = max(6, int(math.dist(start, end) / 4))
    bend, waves = between(rng, -9, 9), between(rng, 0.5, 1.2)
    t = np.linspace(0, 1, steps)
    a, b = np.array(start), np.array(end)
    normal = np.array([-(b - a)[1], (b - a)[0]]) / max(math.dist(start, end), 1e-6)
    wave = np.sin(np.pi * t) * np.sin(2 * np.pi * waves * t) * bend
    line = a + t[:, None] * (b - a) + wave[:, None] * normal
    step = np.gradient(line, axis=0)
    side = np.stack([-step[:, 1], step[:, 0]], 1)
    side /= np.maximum(np.linalg.norm(side, axis=1), 1e-9)[:, None]
    left, right = line + 1.3 * side, line - 1.3 * side
    plan = np.stack([right[:-1], right[1:], left[1:], left[:-1]], 1)
    quads = np.concatenate([plan, np.full((*plan.shape[:2], 1), OVER_Z)], 2)
    sketch.painted.append((quads, "path"))
    for k in range(0, steps - 1, 2):
        p, q = line[k], line[min(k + 2, steps - 1)]
        sketch.walks.append(((float(p[0]), float(p[1])), (float(q[0]), float(q[1]))))
    yaw = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
    for k in range(3, steps - 2, 4):
        x, y = (line[k] + 2.2 * side[k]).tolist()
        if contains(whole, x, y, 1.0) and rng.random() < 0.5:
            sketch.furniture.append((pick(rng, ("bench", "lamp", "bin")), x, y, LOT_Z, yaw - 90.0))
        sketch.spot("park", float(line[k, 0]), float(line[k, 1]), LOT_Z, yaw)


def _pond(rng: np.random.Generator, sketch: Sketch, centre: Point, u: Point, radius: float) -> None:
    """A pond, ``radius`` across its shorter way, longer along ``u``."""
    angles = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    wave = 1 + 0.05 * np.sin(2 * angles + between(rng, 0, 6)) + 0.02 * np.sin(3 * angles)
    local = Frame(centre, u, 0, 0)

    def shore(grow: float) -> Polygon:
        r = (radius * wave * grow).tolist()
        return local.ring(
            [
                (1.3 * k * math.cos(t), k * math.sin(t))
                for t, k in zip(angles.tolist(), r, strict=True)
            ]
        )

    sketch.surfaces += [
        (shore(1.07), OVER_Z + 0.016, "gravel"),
        (shore(1.0), OVER_Z + 0.034, "pond"),
    ]
    sketch.footprints.append(shore(1.07))


def _ballfield(rng: np.random.Generator, sketch: Sketch, frame: Frame, centre: Point) -> None:
    """A baseball diamond, its corner at home plate."""
    turn = math.radians(frame.yaw + 90.0 * int(rng.integers(0, 4)))
    reach = min(30.0, min(frame.length, frame.depth) * 0.32)
    hx = centre[0] - reach * 0.9 * math.cos(turn + math.pi / 4)
    hy = centre[1] - reach * 0.9 * math.sin(turn + math.pi / 4)

    def fan(radius: float) -> Polygon:
        angles = turn + np.linspace(0, np.pi / 2, 14)
        return [(hx, hy)] + [
            (hx + radius * math.cos(t), hy + radius * math.sin(t)) for t in angles.tolist()
        ]

    sketch.surfaces.append((fan(reach * 1.9), OVER_Z + 0.012, "turf"))
    sketch.surfaces.append((fan(reach), OVER_Z + 0.024, "clay"))
    c, s = math.cos(turn), math.sin(turn)
    size = reach * 0.62
    infield = [(3.0, 3.0), (size, 3.0), (size, size), (3.0, size)]
    ring = [(hx + a * c - b * s, hy + a * s + b * c) for a, b in infield]
    sketch.surfaces.append((ring, OVER_Z + 0.04, "turf"))
    mound = (hx + size * 0.5 * (c - s), hy + size * 0.5 * (s + c))
    sketch.surfaces.append((_circle(mound, 2.4, 16), OVER_Z + 0.06, "clay"))
    sketch.surfaces.append((_circle((hx, hy), 3.4, 16), OVER_Z + 0.06, "clay"))


def _courts(rng: np.random.Generator, sketch: Sketch, frame: Frame, centre: Point) -> None:
    """Two or three tennis courts behind a wire fence."""
    count = int(rng.integers(2, 4))
    u = frame.u
    base, inner = pick(
        rng, (("court_green", "court_blue"), ("court_red", "court_green"), ("court_green",) * 2)
    )
    area_frame = Frame(centre, u, 0, 0)
    half = count * 9.0
    outline = area_frame.box(-half, -18, half, 18)
    sketch.surfaces.append((outline, OVER_Z, base))
    for a, b in edges(outline):
        sketch.fences.append((a, b, LOT_Z, 3.0, 0.06, "fence_metal"))
    for k in range(count):
        x = -half + 9 + 18 * k
        sketch.surfaces.append(
            (area_frame.box(x - 5.5, -11.9, x + 5.5, 11.9), OVER_Z + 0.02, inner)
        )
        lines = [(-5.5, -11.9, -5.5, 11.9), (5.5, -11.9, 5.5, 11.9), (-5.5, -11.9, 5.5, -11.9),
                 (-5.5, 11.9, 5.5, 11.9), (-4.1, -11.9, -4.1, 11.9), (4.1, -11.9, 4.1, 11.9),
                 (-4.1, -6.4, 4.1, -6.4), (-4.1, 6.4, 4.1, 6.4), (0, -6.4, 0, 6.4)]  # fmt: skip
        for a0, b0, a1, b1 in lines:
            sketch.strips.append(
                (area_frame.at(x + a0, b0), area_frame.at(x + a1, b1), 0.1, PAINT_Z, "mark_white")
            )
        net = (area_frame.at(x - 6, 0), area_frame.at(x + 6, 0))
        sketch.fences.append((*net, LOT_Z, 1.0, 0.05, "metal_dark"))


def _playground(rng: np.random.Generator, sketch: Sketch, centre: Point) -> None:
    sketch.surfaces.append((_circle(centre, 9.0, 24), OVER_Z + 0.016, pick(rng, ("sand", "mulch"))))
    cx, cy = centre
    names = ("play_tower", "swings", "play_tower", "swings")
    for k, name in enumerate(names[: int(rng.integers(2, 5))]):
        a = 1.6 * k + between(rng, -0.2, 0.2)
        x, y = cx + 4.6 * math.cos(a), cy + 4.6 * math.sin(a)
        sketch.props.append((name, x, y, LOT_Z, math.degrees(a) + between(rng, 60, 120), 1.0))


def school(rng: np.random.Generator, block: Block, sketch: Sketch) -> None:
    """A low building, a running track around a pitch or a yard, a car park."""
    whole = block.at(0.0)
    u = longest_edge(whole)
    frame = Frame.in_polygon(inset(whole, 4), u)
    if frame is None or frame.depth < 40:
        park(rng, block, sketch)
        return
    sketch.surfaces.append((whole, LOT_Z, "grass"))
    L, D = frame.length, frame.depth
    split_at = L * between(rng, 0.38, 0.48)
    body = frame.sub(0, D * 0.32, split_at - 8, D)
    street_building(
        rng, sketch, body, street_facade(rng), int(between(rng, 1, 3.5)), shapes=("L", "U", "U")
    )
    parking(rng, sketch, frame.box(0, 0, split_at - 8, D * 0.28), u, z=OVER_Z)
    # The way in: across the edge nearest to the car park.
    x, y = frame.at(split_at / 2, 0.0)
    a, b = min(
        (edge for edge in edges(whole) if math.dist(*edge) > 20),
        key=lambda e: (
            abs((x - e[0][0]) * (e[1][1] - e[0][1]) - (y - e[0][1]) * (e[1][0] - e[0][0]))
            / math.dist(*e)
        ),
    )
    share = ((x - a[0]) * (b[0] - a[0]) + (y - a[1]) * (b[1] - a[1])) / math.dist(a, b) ** 2
    entrance(sketch, block, a, b, share, 7.0, 4.8)
    field = frame.sub(split_at, 2, L, D - 2)
    if min(field.length, field.depth) > 34:
        _track(sketch, field)
    for _ in range(8):
        x, y = frame.at(between(rng, 0, split_at), between(rng, 0.29, 0.32) * D)
        sketch.trees.append((x, y, LOT_Z, "park"))


def _track(sketch: Sketch, field: Frame) -> None:
    """A running track with a football pitch inside."""
    if field.length < field.depth:
        field = Frame(
            field.at(field.length, 0), (-field.u[1], field.u[0]), field.depth, field.length
        )
    L = field.length
    D = min(field.depth, 0.62 * L)
    field = field.sub(0, (field.depth - D) / 2, L, (field.depth + D) / 2)

    def oval(back: float) -> Polygon:
        r = D / 2 - back
        right = np.linspace(-np.pi / 2, np.pi / 2, 14)
        a, b = L - D / 2, D / 2
        ends = [(a + r * math.cos(t), b + r * math.sin(t)) for t in right.tolist()]
        ends += [(L - a - r * math.cos(t), b - r * math.sin(t)) for t in right.tolist()]
        return field.ring(ends)

    sketch.surfaces.append((oval(0.0), OVER_Z, "track"))
    sketch.surfaces.append((oval(6.0), OVER_Z + 0.02, "turf"))
    for back in (0.3, 1.5, 2.7, 3.9, 5.1, 6.0):
        for p, q in edges(oval(back)):
            sketch.strips.append((p, q, 0.07, OVER_Z + 0.02, "mark_white"))
    a0, a1 = D / 2 - 2, L - D / 2 + 2
    for a in np.linspace(a0, a1, 7).tolist():
        sketch.strips.append(
            (field.at(a, 9), field.at(a, D - 9), 0.12, OVER_Z + 0.04, "mark_white")
        )
    for b in (9.0, D - 9.0):
        sketch.strips.append((field.at(a0, b), field.at(a1, b), 0.12, OVER_Z + 0.04, "mark_white"))


def river(rng: np.random.Generator, block: Block, sketch: Sketch) -> None:
    """Promenades with trees on both banks; the water itself is laid with the ground."""
    water = water_of(block)
    if not water:
        return
    for a, b in edges(water):
        length = math.dist(a, b)
        if length < 12:
            continue
        mx, my = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
        for k, side in enumerate(block.sides):
            (px, py), (nx, ny) = side.point, side.normal
            if side.road is None:
                continue
            bank = RIVER_BANK if k in (1, 3) else side.road.walk
            if abs((mx - px) * nx + (my - py) * ny - side.road.half - bank) > 0.1:
                continue
            back = (-0.15 * nx, -0.15 * ny)
            ends = ((a[0] + back[0], a[1] + back[1]), (b[0] + back[0], b[1] + back[1]))
            sketch.fences.append((*ends, KERB_Z, 1.1, 0.08, "fence_metal"))
            if k not in (1, 3):
                continue
            for s in np.arange(7, length - 6, 9.0).tolist():
                x = a[0] + s / length * (b[0] - a[0]) - 2.2 * nx
                y = a[1] + s / length * (b[1] - a[1]) - 2.2 * ny
                if rng.random() < 0.7:
                    sketch.trees.append((x, y, KERB_Z, "street"))
                yaw = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
                sketch.spot("sidewalk", x - 2 * nx, y - 2 * ny, KERB_Z, yaw)
            _boats(rng, sketch, a, b, (nx, ny))


def _boats(rng: np.random.Generator, sketch: Sketch, a: Point, b: Point, inward: Point) -> None:
    """Moored along a bank, and now and then a barge further out."""
    length = math.dist(a, b)
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    yaw = math.degrees(math.atan2(uy, ux))
    s = between(rng, 8, 30)
    while s < length - 22:
        name = pick(rng, ("motor_boat", "motor_boat", "cabin_boat", "barge"))
        half, out = (18.0, 6.0) if name == "barge" else (5.0, 2.4)
        if s + 2 * half > length - 4:
            break
        if rng.random() < 0.45:
            x = a[0] + (s + half) * ux + out * inward[0]
            y = a[1] + (s + half) * uy + out * inward[1]
            turn = yaw + (180.0 if rng.random() < 0.5 else 0.0) + between(rng, -1, 1)
            sketch.props.append((name, x, y, RIVER_Z - 0.3, turn, between(rng, 0.9, 1.1)))
        s += 2 * half + between(rng, 2, 16)
