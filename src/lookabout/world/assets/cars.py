"""Car bodies: one skin lofted from measures, with glass, lights, wheels and fittings."""

from __future__ import annotations

from functools import cache

import numpy as np

from lookabout.world.assets.car_fittings import fit
from lookabout.world.assets.car_section import axles, on_skin, plan, section
from lookabout.world.assets.car_shapes import CarShape
from lookabout.world.assets.model import Model
from lookabout.world.assets.solids import (
    Floats,
    Piece,
    box,
    disc_wheel,
    grid_triangles,
    rounded_box,
)
from lookabout.world.scene import Mesh

BODY = "asset.paint.white"
"""What the body is made of before it is painted."""
GLASS = "asset.car.glass"
TRIM = "asset.car.trim"


@cache
def car_body(shape: CarShape, plates: bool = True) -> Mesh:
    """
    The whole car, standing on its wheels, nose towards +x, painted :data:`BODY`.

    :param plates: whether it has blank number plates.
    """
    model = Model()
    stations = _stations(shape)
    rings = np.array([section(shape, s) for s in stations])
    _skin(model, shape, stations, rings)
    _underbody(model, shape)
    _wheels(model, shape)
    _ends(model, shape, plates)
    _mirrors(model, shape)
    _seams(model, shape)
    fit(model, shape)
    return model.mesh()


@cache
def car_collider(shape: CarShape) -> Mesh:
    """A coarse skin just inside the body, for rays and collisions."""
    inner = [0.03, shape.cowl_s, shape.header_s, shape.rear_s, shape.back_s, shape.length - 0.03]
    if shape.bed_floor:
        inner = [0.03, shape.cowl_s, shape.header_s, shape.rear_s, shape.back_s - 0.02]
    stations = sorted({min(s, shape.length - 0.03) for s in inner})
    sections = np.array([section(shape, s) for s in stations])[:, [0, 2, 4, 5, 8, 11, 12, 14, 16]]
    sections[:, :, 1] *= 0.985
    sections[:, [0, -1], 2] = 0.12
    sections[:, 1:-1, 2] -= 0.01
    model = Model()
    model.add(_closed(sections), "asset.collider", sharp=180)
    if shape.bed_floor:
        x0, x1 = -shape.length / 2 + 0.03, shape.length / 2 - shape.back_s
        w = shape.width * 0.97
        middle, span = (x0 + x1) / 2, x1 - x0
        model.add(box(span, w, shape.bed_floor - 0.14, middle, 0, 0.12), "asset.collider")
        for side in (-1, 1):
            model.add(
                box(span, 0.06, shape.back_z - 0.14, middle, side * (w / 2 - 0.04), 0.12),
                "asset.collider",
            )
        model.add(box(0.06, w, shape.tail_z - 0.14, x0 + 0.04, 0, 0.12), "asset.collider")
    return model.mesh()


def _closed(sections: Floats) -> Piece:
    """A closed skin over sections given from front to back."""
    rows = sections[::-1]
    count, around = rows.shape[:2]
    triangles = [grid_triangles(count, around, closed=True)]
    for row, flip in ((0, True), (count - 1, False)):
        fan = [[row * around, row * around + k, row * around + k + 1] for k in range(1, around - 1)]
        triangles.append(np.array(fan, np.int32)[:, :: -1 if flip else 1])
    return Piece(rows.reshape(-1, 3), np.vstack(triangles).astype(np.int32))


def _stations(shape: CarShape) -> list[float]:
    """Where sections are taken, front to back: ends, edges of glass, pillars, wheel arches."""
    L = shape.length
    keys = [0.0, 0.05, 0.14, 0.34, L - 0.30, L - 0.14, L - 0.05, L]
    keys += [shape.cowl_s - 0.07, shape.cowl_s, shape.header_s, shape.rear_s, shape.back_s]
    keys.append((shape.header_s + shape.rear_s) / 2)
    if shape.bed_floor:
        keys = [k for k in keys if not L - 0.13 > k > shape.back_s + 0.01]
        keys += [shape.back_s + 0.03, shape.back_s + 0.06, L - 0.11, L - 0.08]
    for pillar in shape.pillars:
        keys += [pillar - 0.05, pillar + 0.05]
    if shape.window_end < L:
        keys.append(shape.window_end)
    kept = sorted(set(keys))
    arch = shape.wheel + 0.05
    for axle in axles(shape):
        turns = np.cos(np.linspace(0, np.pi, 9)) * arch
        kept += [s for s in axle + turns if min(abs(s - k) for k in kept) > 0.035]
        kept += [axle - arch - 0.015, axle + arch + 0.015]
    kept += list(np.linspace(0.5, shape.cowl_s - 0.2, 3))
    result: list[float] = []
    for s in sorted(kept):
        if not result or s - result[-1] > 0.012:
            result.append(float(s))
    return result


def _skin(model: Model, shape: CarShape, stations: list[float], rings: Floats) -> None:
    """The lofted body, each cell in what it is made of."""
    rows = rings[::-1]
    s = np.array(stations[::-1])
    count, around = rows.shape[:2]
    triangles = grid_triangles(count, around, closed=True).reshape(count - 1, around, 2, 3)
    groups: dict[str, list[Floats]] = {}
    for i in range(count - 1):
        middle = (s[i] + s[i + 1]) / 2
        for j in range(around):
            name = _cell(shape, middle, min(j, around - 2 - j), j == around - 1)
            groups.setdefault(name, []).append(triangles[i, j])
    for row, flip in ((0, True), (count - 1, False)):
        fan = [[row * around, row * around + k, row * around + k + 1] for k in range(1, around - 1)]
        groups[BODY].append(np.array(fan)[:, :: -1 if flip else 1])
    points = rows.reshape(-1, 3)
    for name, cells in groups.items():
        flat = np.vstack(cells)
        used, back = np.unique(flat, return_inverse=True)
        model.add(Piece(points[used], back.reshape(-1, 3).astype(np.int32)), name, sharp=28)


def _cell(shape: CarShape, s: float, j: int, bottom: bool) -> str:
    """What the body's cell at ``s`` between section points j and j + 1 is made of."""
    L = shape.length
    if bottom:
        return "asset.car.under"
    if shape.bed_floor and s > shape.back_s + 0.03:
        return "asset.car.bedliner" if j >= 5 and s < L - 0.08 else BODY
    if j == 0 and shape.clearance > 0.2:
        return TRIM
    if j in (3, 4) and 0.05 < s < 0.34:
        return "asset.car.lamp"
    if j == 3 and L - 0.30 < s < L - 0.05:
        return "asset.car.tail"
    if shape.cowl_s - 0.07 < s < shape.cowl_s and j >= 5:
        return TRIM
    if shape.open_top:
        return "asset.car.seat" if j >= 6 and shape.header_s - 0.02 < s < shape.rear_s else BODY
    if j >= 6 and shape.cowl_s < s < shape.header_s:
        return GLASS
    if j >= 6 and shape.rear_s < s < shape.back_s:
        return BODY if shape.window_end < L else GLASS
    if j == 4 and shape.cowl_s < s < min(shape.back_s, shape.window_end):
        if any(abs(s - pillar) < 0.05 for pillar in shape.pillars):
            return TRIM
        far = shape.back_s - shape.rear_s > 0.5 and s > shape.rear_s + 0.1
        return BODY if far else GLASS
    return BODY


def _underbody(model: Model, shape: CarShape) -> None:
    L = shape.length
    model.add(
        box(L - 0.4, shape.width - 0.62, 0.36, 0, 0, shape.clearance), "asset.car.under", sharp=30
    )


def _wheels(model: Model, shape: CarShape) -> None:
    for axle in axles(shape):
        wide = 0.21 if shape.height < 1.6 else 0.24
        y = shape.width / 2 * plan(shape, axle) - wide / 2 - 0.01
        add_wheel(model, shape.length / 2 - axle, y, shape.wheel, wide)


def add_wheel(model: Model, x: float, y: float, radius: float, width: float) -> None:
    """A pair of wheels, tyres with a rim, at ±y, standing on the ground."""
    tyre = disc_wheel(radius, width, 22).moved(x, y, radius)
    model.add_both(tyre, "asset.car.tyre")
    model.add_both(
        disc_wheel(radius * 0.66, 0.03, 18).moved(x, y + width / 2, radius), "asset.car.rim"
    )
    model.add_both(
        disc_wheel(radius * 0.22, 0.04, 10).moved(x, y + width / 2 + 0.005, radius), TRIM
    )


def _ends(model: Model, shape: CarShape, plates: bool) -> None:
    """Grille, bumpers, lights and number plates at both ends."""
    L, W = shape.length, shape.width
    wide = W * (1 - shape.nose_taper)
    front = L / 2
    model.add(box(0.05, wide * 0.56, 0.20, front - 0.005, 0, shape.nose_z - 0.33), TRIM)
    model.add(box(0.06, wide * 0.80, 0.09, front + 0.0, 0, shape.clearance + 0.08), TRIM)
    if plates:
        blank = box(0.02, 0.50, 0.11, front + 0.035, 0, shape.clearance + 0.22)
        model.add(blank, "asset.car.plate")
    for side in (-1, 1):
        lamp = rounded_box(0.10, 0.30, 0.13, 0.03)
        model.add(
            lamp.moved(front - 0.035, side * wide * 0.37, shape.nose_z - 0.22), "asset.car.lamp"
        )
    tail = W * (1 - shape.tail_taper)
    for side in (-1, 1):
        lamp = rounded_box(0.08, 0.26 if not shape.bed_floor else 0.14, 0.16, 0.03)
        model.add(
            lamp.moved(-front + 0.015, side * tail * 0.385, shape.tail_z - 0.26), "asset.car.tail"
        )
    model.add(box(0.05, tail * 0.80, 0.12, -front, 0, shape.clearance + 0.10), TRIM)
    if plates:
        blank = box(0.02, 0.50, 0.11, -front - 0.02, 0, shape.tail_z - 0.36)
        model.add(blank, "asset.car.plate")
    if shape.bed_floor:
        model.add(
            rounded_box(0.16, W * 0.94, 0.16, 0.05).moved(-front - 0.02, 0, 0.46),
            "asset.car.chrome",
        )


def _mirrors(model: Model, shape: CarShape) -> None:
    x = shape.length / 2 - shape.cowl_s - 0.34
    z = shape.cowl_z + 0.0
    y = shape.width / 2 * 0.98
    shell = rounded_box(0.12, 0.19, 0.13, 0.04).moved(x, y + 0.06, z)
    model.add_both(shell, BODY)
    model.add_both(box(0.05, 0.12, 0.04, x + 0.02, y - 0.03, z + 0.03), TRIM)


def _seams(model: Model, shape: CarShape) -> None:
    """The gaps around bonnet and boot, as dark lines on the skin."""
    wide = shape.width * 0.37
    lines = [(0.30, shape.cowl_s - 0.07, wide)]
    if shape.length - shape.back_s > 0.4 and not shape.bed_floor:
        lines.append((shape.back_s + 0.02, shape.length - 0.10, wide))
    for s0, s1, y in lines:
        for side in (-1, 1):
            low, high = sorted((side * y, side * (y + 0.018)))
            model.add(on_skin(shape, s0, s1, low, high, 0.005), "asset.car.seam", sharp=60)
        edge = s0 if s0 == 0.30 else s1 - 0.02
        model.add(on_skin(shape, edge, edge + 0.02, -y, y, 0.005), "asset.car.seam", sharp=60)
