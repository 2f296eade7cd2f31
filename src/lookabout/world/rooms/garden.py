"""What is seen through the windows: lawn, hedges, trees, houses across the way."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from lookabout.world.assets.model import Model
from lookabout.world.assets.solids import Piece, ball, joined, lumpy, prism, tube
from lookabout.world.rooms.forms.parts import slab
from lookabout.world.scene import Mesh

GROUND = -0.45
"""World z of the lawn: the floor lies three steps over it."""
_HEDGE = 16.5
"""Metres from the origin: beyond where a camera can go."""
_STREET = 27.0
_REACH = 90.0
Put = Callable[[Piece, str, float], None]
"""Adds a piece of a material; edges sharper than so many degrees stay edges."""
_EDGE = 35.0
_FRONTS = ("rooms.front.cream", "rooms.front.brick", "rooms.front.grey", "rooms.front.white")


def garden(rng: np.random.Generator) -> Mesh:
    """All of it, in world axes."""
    model = Model()
    model.add(slab(-_REACH, _REACH, -_REACH, _REACH, GROUND - 0.1, GROUND), "rooms.lawn")
    for quarter in range(4):
        _side(model, rng, 90.0 * quarter)
    return model.mesh()


def _side(model: Model, rng: np.random.Generator, yaw: float) -> None:
    """What lies east, turned by a multiple of 90 degrees."""

    def put(piece: Piece, material: str, sharp: float) -> None:
        model.add(piece.turned(yaw=yaw), material, sharp=sharp)

    height = float(rng.uniform(1.0, 1.7))
    steps = np.linspace(-_HEDGE, _HEDGE, 12)
    hedge = joined(
        [
            slab(_HEDGE, _HEDGE + 0.9, float(a), float(b), GROUND, GROUND + height)
            for a, b in pairwise(steps)
        ]
    )
    put(lumpy(hedge, 0.12, rng, 2.0), "rooms.hedge", _EDGE)
    for _ in range(3):
        y, x = float(rng.uniform(-15, 15)), float(rng.uniform(_HEDGE + 2, _STREET - 4))
        _tree(put, rng, x, y)
    y = -32.0
    while y < 32.0:
        width = float(rng.uniform(8.0, 13.0))
        _facade(put, rng, _STREET + float(rng.uniform(0, 3)), y + width / 2, width)
        y += width + float(rng.uniform(1.5, 5.0))


def _tree(put: Put, rng: np.random.Generator, x: float, y: float) -> None:
    top = float(rng.uniform(4.5, 7.5))
    put(tube((x, y, GROUND), (x, y, top * 0.6), 0.16, 0.09), "rooms.bark", _EDGE)
    for _ in range(7):
        at = rng.normal(0, 0.9, 3) * [1.0, 1.0, 0.7]
        size = float(rng.uniform(0.9, 1.5))
        lump = lumpy(ball(size, size, size * 0.85, 14, 9), 0.22, rng, 1.6)
        put(lump.moved(x + at[0], y + at[1], top * 0.75 + at[2]), "rooms.crown", 180.0)


def _facade(put: Put, rng: np.random.Generator, x: float, y: float, width: float) -> None:
    """A house that looks west."""
    floors = int(rng.integers(1, 4))
    height, depth = 2.9 * floors + 0.5, 9.0
    front = str(rng.choice(_FRONTS))
    put(slab(x, x + depth, y - width / 2, y + width / 2, GROUND, GROUND + height), front, _EDGE)
    roof = prism(depth + 0.8, width + 0.6, 2.6, 0.05, 1.0)
    put(roof.moved(x + depth / 2, y, GROUND + height), "rooms.tiles", _EDGE)
    count = max(int(width / 2.6), 2)
    for floor in range(floors):
        z = GROUND + 1.0 + 2.9 * floor
        for k in range(count):
            at = y - width / 2 + width * (k + 0.5) / count
            put(slab(x - 0.06, x, at - 0.62, at + 0.62, z - 0.06, z + 1.46), "rooms.trim", _EDGE)
            put(slab(x - 0.07, x - 0.05, at - 0.54, at - 0.03, z, z + 1.38), "rooms.dark", _EDGE)
            put(slab(x - 0.07, x - 0.05, at + 0.03, at + 0.54, z, z + 1.38), "rooms.dark", _EDGE)
