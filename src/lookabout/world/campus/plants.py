"""Hedges, flower beds, tufts of grass: what is made up of many leaves."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from lookabout.world.build.quads import Quads, boxes
from lookabout.world.scene import Mesh
from lookabout.world.vegetation.limbs import Pieces

Floats = NDArray[np.float64]
HEDGE_WIDTH = 0.7
PIECE = 1.0
"""Length of a piece of hedge, metres."""
HEDGES, TUFTS = 3, 4
"""Variants."""


def _cards(
    rng: np.random.Generator, at: Floats, size: Floats, lean: Floats, narrow: float = 0.6
) -> Floats:
    """Leaves (2 N, 3, 3) at points (N, 3), across the directions ``lean`` (N, 3)."""
    normal = lean + rng.normal(scale=0.5, size=at.shape)
    normal /= np.linalg.norm(normal, axis=1)[:, None]
    side = np.cross(normal, rng.normal(size=at.shape))
    side /= np.maximum(np.linalg.norm(side, axis=1), 1e-6)[:, None]
    fore = np.cross(normal, side)
    long, wide = size[:, None] / 2, size[:, None] / 2 * narrow
    tip, tail = at + fore * long, at - fore * long
    left, right = at + side * wide, at - side * wide
    return np.concatenate([np.stack([tail, right, tip], 1), np.stack([tail, tip, left], 1)])


@cache
def hedge(variant: int) -> Mesh:
    """A metre of clipped hedge along x, 1 m high."""
    rng = np.random.default_rng([0x4ED, variant])
    pieces = Pieces()
    half = HEDGE_WIDTH / 2
    inside = boxes(
        np.zeros((1, 2)), np.array([[1.0, 0.0]]), np.array([PIECE + 0.02]),
        np.array([HEDGE_WIDTH - 0.16]), np.array([0.0]), np.array([0.93]),
    )  # fmt: skip
    pieces.add(np.concatenate([inside[:, [0, 1, 2]], inside[:, [0, 2, 3]]]), "campus.hedge_deep")
    points, leans = [], []
    for normal, count in (
        ((0, 1, 0), 560), ((0, -1, 0), 560), ((0, 0, 1), 460), ((1, 0, 0), 240), ((-1, 0, 0), 240),
    ):  # fmt: skip
        n = np.array(normal, float)
        # Somewhere in the body, then out to its face.
        at = rng.uniform([-0.53 * PIECE, -half, 0.02], [0.53 * PIECE, half, 1.0], (count, 3))
        face = np.array([0.53 * PIECE, half, 1.0])
        at = np.where(n != 0, n * face, at)
        at += n * rng.normal(-0.05, 0.03, (count, 1))
        points.append(at)
        leans.append(np.broadcast_to(n, at.shape))
    at, lean = np.concatenate(points), np.concatenate(leans)
    leaves = _cards(rng, at, rng.uniform(0.09, 0.19, len(at)), lean, 0.8)
    pieces.add(leaves, "campus.hedge")
    return pieces.mesh()


@cache
def hedge_hull() -> Mesh:
    """A hedge's body."""
    quads = Quads()
    one = np.array([PIECE])
    quads.many(
        boxes(np.zeros((1, 2)), np.array([[1.0, 0.0]]), one, np.array([HEDGE_WIDTH]),
              np.array([-0.05]), np.array([0.98])),
        "campus.hull",
    )  # fmt: skip
    return quads.whole()


@cache
def flowers(bloom: str, variant: int) -> Mesh:
    """A clump of about 0.5 m across: leaves, and flowers of one colour over them."""
    rng = np.random.default_rng([0xF10, len(bloom), variant])
    pieces = Pieces()
    count = 110
    reach = 0.30 * np.sqrt(rng.random(count))
    turn = rng.uniform(0, 2 * np.pi, count)
    at = np.column_stack(
        [reach * np.cos(turn), reach * np.sin(turn), rng.uniform(0.02, 0.2, count)]
    )
    pieces.add(_cards(rng, at, rng.uniform(0.07, 0.14, count), np.array([[0, 0, 0.6]])),
               "campus.leaf")  # fmt: skip
    count = 46
    reach = 0.30 * np.sqrt(rng.random(count))
    turn = rng.uniform(0, 2 * np.pi, count)
    at = np.column_stack(
        [reach * np.cos(turn), reach * np.sin(turn), rng.uniform(0.20, 0.32, count)]
    )
    for _ in range(2):
        petals = _cards(rng, at, rng.uniform(0.045, 0.075, count), np.array([[0, 0, 0.9]]), 1.0)
        pieces.add(petals, f"campus.flower_{bloom}")
    return pieces.mesh()


@cache
def tuft(variant: int) -> Mesh:
    """A clump of longer grass, about 0.4 m across, where a mower does not reach."""
    rng = np.random.default_rng([0x7F7, variant])
    count = 50
    reach = 0.2 * np.sqrt(rng.random(count))
    turn, way = rng.uniform(0, 2 * np.pi, (2, count))
    foot = np.column_stack([reach * np.cos(turn), reach * np.sin(turn), np.full(count, -0.015)])
    high = rng.uniform(0.03, 0.08, count)
    fore = np.column_stack([np.cos(way), np.sin(way), np.zeros(count)])
    # Bent over, so that light falls on them as on the ground.
    bend = high[:, None] * rng.uniform(1.8, 3.2, (count, 1))
    tip = foot + bend * fore + high[:, None] * [0.0, 0.0, 1.0]
    side = 0.008 * np.column_stack([-fore[:, 1], fore[:, 0], fore[:, 2]])
    blades = np.stack([foot - side, foot + side, tip], 1)
    pieces = Pieces()
    pieces.add(blades[::2], "campus.blades")
    pieces.add(blades[1::2], "campus.blades_deep")
    return pieces.mesh()
