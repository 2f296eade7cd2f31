"""The outline of a car body: its section at any station, and patches that follow it."""

from __future__ import annotations

import numpy as np

from lookabout.world.assets.car_shapes import CarShape
from lookabout.world.assets.solids import Floats, Piece, sheet

HALF = 9
"""Points of a section from the sill (0) over belt (4), roof rail (5, 6) to the middle (8)."""


def axles(shape: CarShape) -> tuple[float, float]:
    """``s`` of the front and the rear axle."""
    return shape.overhang, shape.overhang + shape.wheelbase


def section(shape: CarShape, s: float) -> Floats:
    """(17, 3): the body's section at ``s``, from the left sill over the roof to the right one."""
    L, H = shape.length, shape.height
    cowl, header, rear, back = shape.cowl_s, shape.header_s, shape.rear_s, shape.back_s
    front_belt, belt = shape.nose_z - 0.06, shape.cowl_z - 0.03
    knots = [0, 0.05, 0.25, 0.6 * cowl, cowl, header, (header + rear) / 2, rear, back, L - 0.08, L]
    crest = _interpolated(
        s,
        knots,
        [
            shape.nose_z - 0.10,
            shape.nose_z,
            0.72 * shape.nose_z + 0.28 * shape.cowl_z,
            0.3 * shape.nose_z + 0.7 * shape.cowl_z,
            shape.cowl_z,
            H - 0.035,
            H,
            H - 0.045,
            shape.back_z,
            shape.tail_z,
            shape.tail_z - 0.06,
        ],
    )
    belt_z = _interpolated(
        s,
        [0, 0.25, cowl, header, back, L],
        [
            front_belt - 0.06,
            front_belt,
            belt,
            belt + 0.02,
            shape.back_z - 0.03,
            shape.tail_z - 0.06,
        ],
    )
    rail = _interpolated(
        s,
        [0, cowl, header, rear, back, L],
        [0.84, 0.88, shape.roof, shape.roof * 0.97, 0.86, 0.86],
    )
    half = shape.width / 2 * plan(shape, s)
    low: float = shape.clearance + 0.06 * max(0.0, 1 - min(s, L - s) / 0.12)
    for axle in axles(shape):
        reach = (shape.wheel + 0.05) ** 2 - (s - axle) ** 2
        if reach > 0:
            low = max(low, shape.wheel + float(np.sqrt(reach)))
    in_bed = shape.bed_floor and s > back + 0.015
    if in_bed:
        crest = belt_z = shape.back_z
    drop = crest - belt_z
    y = half * np.array([0.94, 0.985, 1.0, 0.99, 0.955, rail, rail - 0.07, rail * 0.55, 0.0])
    z = np.array(
        [
            low,
            shape.clearance + 0.16,
            0.45 * belt_z + 0.18,
            belt_z - 0.09,
            belt_z,
            belt_z + 0.72 * drop,
            belt_z + 0.86 * drop,
            belt_z + 0.96 * drop,
            crest,
        ],
    )
    z[:5] = np.minimum(np.maximum(z[:5], low + 0.012 * np.arange(5)), belt_z + 0.012 * np.arange(5))
    if in_bed:
        inside = back + 0.045 < s < L - 0.095
        y[4:] = half * np.array([0.985, 0.96, 0.90, 0.5, 0.0])
        z[4:] = shape.back_z
        if inside:
            z[6:] = shape.bed_floor
    elif shape.open_top and header < s < rear:
        y[5:] = half * np.array([0.90, 0.86, 0.45, 0.0])
        z[5:] = [belt_z + 0.01, belt_z - 0.02, 0.42, 0.46]
    elif shape.open_top and (cowl < s <= header or rear <= s < back):
        y[5:] = half * np.array([0.90, 0.86, 0.45, 0.0])
        z[5:] = belt_z + 0.02
    x = L / 2 - s
    left = np.column_stack([np.full(HALF, x), y, z])
    return np.vstack([left, (left * [1, -1, 1])[-2::-1]])


def _interpolated(s: float, at: list[float], values: list[float]) -> float:
    return float(np.interp(s, at, values))


def plan(shape: CarShape, s: float) -> float:
    """Share of the half width at ``s``: round corners in plan, a slight waist."""
    nose = max(0.0, 1 - s / 0.9)
    tail = max(0.0, 1 - (shape.length - s) / 0.7)
    corner = 0.09 * max(0.0, 1 - min(s, shape.length - s) / 0.16) ** 2
    return float(1 - shape.nose_taper * nose**2.2 - shape.tail_taper * tail**2.2 - corner)


def top_at(shape: CarShape, s: float, y: Floats) -> Floats:
    """Height of the body's top at station ``s`` for offsets ``y`` from the middle."""
    ring = section(shape, s)[4:13]
    order = np.argsort(ring[:, 1])
    return np.asarray(np.interp(y, ring[order, 1], ring[order, 2]), dtype=float)


def on_skin(
    shape: CarShape, s0: float, s1: float, y0: float, y1: float, lift: float = 0.006
) -> Piece:
    """A patch that follows the body's top between two stations and two offsets."""
    y = np.linspace(y0, y1, 5)
    rows = [
        np.column_stack([np.full(5, shape.length / 2 - s), y, top_at(shape, s, y) + lift])
        for s in map(float, np.linspace(s0, s1, 9))
    ]
    return sheet(np.array(rows))
