"""What of a block makes room for a scenario's objects: fences, hedges, raised beds and kerbs."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from lookabout.world.build import Keepout, LateMesh
from lookabout.world.build.quads import Quads, boxes
from lookabout.world.city.plan import LOT_Z, Block
from lookabout.world.city.sketch import Sketch
from lookabout.world.scene import Mesh

Floats = NDArray[np.float64]
Names = NDArray[np.str_]
DRESSING = ("bed", "fence", "fence_hull", "hedge")
_WIRE = "fence_metal"
_POST_PITCH = 2.4
_HEDGE_WIDTH = 0.62


def dressing(sketch: Sketch, block: Block, keepout: Keepout | None) -> dict[str, LateMesh]:
    """
    Meshes by their names in ``DRESSING``; absent where there is nothing.

    :param keepout: nothing is in its rectangles; None: there are none.
    """
    bed, hedge = Quads(), Quads()
    for slab in sketch.slabs:
        if keepout is None or keepout.clear_of_polygon(slab.ring):
            bed.block(slab.ring, slab.low, slab.high, slab.side)
            for polygon, z, material in slab.beds:
                bed.flat(polygon, z, material)
    _hedges(sketch, block, keepout, hedge)
    made = zip(DRESSING, (bed.mesh(), *_fences(sketch, keepout), hedge.mesh()), strict=True)
    return {name: mesh for name, mesh in made if mesh is not None}


def _left(
    lines: Floats, half_width: Floats, keepout: Keepout | None
) -> tuple[Floats, NDArray[np.intp]]:
    if keepout is None:
        return lines, np.arange(len(lines))
    return keepout.cut(lines, half_width)


def _fences(sketch: Sketch, keepout: Keepout | None) -> tuple[LateMesh | None, Mesh | None]:
    """Walls of boards, and wire between posts; and both as plain walls."""
    if not sketch.fences:
        return None, None
    rows = np.array([(*a, *b, foot, high, thick) for a, b, foot, high, thick, _ in sketch.fences])
    lines, which = _left(rows[:, :4], rows[:, 6] / 2, keepout)
    foot, high, thick = rows[which, 4:].T
    step = lines[:, 2:] - lines[:, :2]
    length = np.hypot(step[:, 0], step[:, 1])
    long = length > 0.02
    lines, step, length, foot, high, thick = (
        column[long] for column in (lines, step, length, foot, high, thick)
    )
    names: Names = np.array([fence[5] for fence in sketch.fences])[which][long]
    if len(lines) == 0:
        return None, None
    along, middle = step / length[:, None], (lines[:, :2] + lines[:, 2:]) / 2
    walls = boxes(middle, along, length, thick, foot, foot + high)
    hull = Quads()
    hull.many(walls, "hull")
    return cache(lambda: _fence_drawn(lines, foot, high, walls, names)), hull.whole()


def _fence_drawn(lines: Floats, foot: Floats, high: Floats, walls: Floats, names: Names) -> Mesh:
    """
    :param lines: (N, 4); ``walls``: (5 N, 4, 3), the same as plain walls; the others (N,).
    """
    quads = Quads()
    step = lines[:, 2:] - lines[:, :2]
    length = np.hypot(step[:, 0], step[:, 1])
    along, middle = step / length[:, None], (lines[:, :2] + lines[:, 2:]) / 2
    for name in sorted(set(names.tolist())):
        if name != _WIRE:
            quads.many(walls.reshape(len(names), 5, 4, 3)[names == name].reshape(-1, 4, 3), name)
    wire = names == _WIRE
    thin = np.full(int(wire.sum()), 0.045)
    for share in (0.04, 0.52, 0.98):  # rails
        z = foot[wire] + share * high[wire]
        rails = boxes(middle[wire], along[wire], length[wire], thin, z - 0.03, z + 0.03)
        quads.many(rails, _WIRE)
    for k in np.flatnonzero(wire).tolist():
        count = max(2, 1 + round(float(length[k]) / _POST_PITCH))
        posts = lines[k, :2] + np.linspace(0, 1, count)[:, None] * step[k]
        each = np.ones(count)
        quads.many(
            boxes(
                posts, np.tile(along[k], (count, 1)), 0.07 * each, 0.07 * each,
                foot[k] * each, (foot[k] + high[k]) * each,
            ),
            _WIRE,
        )  # fmt: skip
    return quads.whole()


def _hedges(sketch: Sketch, block: Block, keepout: Keepout | None, quads: Quads) -> None:
    """Clipped hedges: a body under a ragged coat of leaf cards."""
    if not sketch.hedges:
        return
    rows = np.array([(*a, *b, height) for a, b, height in sketch.hedges])
    lines, which = _left(rows[:, :4], np.full(len(rows), _HEDGE_WIDTH / 2), keepout)
    for (ax, ay, bx, by), height in zip(lines.tolist(), rows[which, 4].tolist(), strict=True):
        length = float(np.hypot(bx - ax, by - ay))
        if length < 0.8:
            continue
        # From its place alone, so that hedges elsewhere stay as they are.
        rng = np.random.default_rng([0x4ED6E, *block.index, int(abs(ax) * 100), int(abs(ay) * 100)])
        _hedge(rng, np.array([ax, ay]), np.array([bx, by]), length, height, quads)


def _hedge(
    rng: np.random.Generator, a: Floats, b: Floats, length: float, height: float, quads: Quads
) -> None:
    u, one = (b - a) / length, np.ones(1)
    n = np.array([-u[1], u[0]])
    top = LOT_Z + height * 0.93
    body = boxes(
        (a + b)[None] / 2, u[None], one * length, one * _HEDGE_WIDTH, one * LOT_Z, one * top
    )
    quads.many(body, "hedge")
    count = int(length * 9)
    along, across = rng.uniform(0, length, (count, 1)), rng.uniform(-0.36, 0.36, (count, 1))
    z = LOT_Z + height * rng.uniform(0.86, 1.05, count)
    at = np.column_stack([a + along * u + across * n, z])
    size = rng.uniform(0.10, 0.2, (count, 1))
    p = rng.normal(size=(count, 3)) * [1, 1, 0.5]
    p /= np.linalg.norm(p, axis=1)[:, None]
    q = np.cross(p, rng.normal(size=(count, 3)))
    q /= np.maximum(np.linalg.norm(q, axis=1), 1e-6)[:, None]
    cards = np.stack([at - p * size, at + q * size, at + p * size, at - q * size], 1)
    quads.many(cards, "hedge")
