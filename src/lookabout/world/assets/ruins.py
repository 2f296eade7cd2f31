"""Buildings that were given up: walls that crumble, roofs that fell in."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np

from lookabout.world.assets.kind import Kind
from lookabout.world.assets.model import Assembly, Asset, Model
from lookabout.world.assets.solids import (
    Piece,
    box,
    loft,
    mound,
    prism,
    tube,
)
from lookabout.world.scene import Mesh


def kinds() -> list[Kind]:
    """Abandoned buildings."""
    return [Kind("abandoned_building", "an abandoned building", len(_RUINS), _ruin)]


def _wall(
    model: Model,
    a: tuple[float, float],
    b: tuple[float, float],
    height: float,
    name: str,
    rng: np.random.Generator,
    broken: float,
    windows: int = 0,
    thick: float = 0.28,
) -> None:
    """
    A wall from a to b in columns whose tops have crumbled.

    :param broken: how far tops may fall, as a share of the height.
    :param windows: openings spread along it.
    """
    p, q = np.array(a), np.array(b)
    length = float(np.linalg.norm(q - p))
    yaw = float(np.degrees(np.arctan2(q[1] - p[1], q[0] - p[0])))
    count = max(int(length / 0.45), 3)
    step = length / count
    wave = np.cumsum(rng.normal(0, 0.35, count))
    wave = (wave - wave.min()) / max(float(np.ptp(wave)), 1e-6)
    tops = height * (1 - broken * wave * rng.uniform(0.75, 1.0, count))
    holes = {int((k + 0.5) * count / windows) + d for k in range(windows) for d in (0, 1)}
    for k in range(count):
        x = (k + 0.5) * step
        pieces = [(0.0, float(tops[k]))]
        if k in holes and tops[k] > 2.2:
            pieces = [(0.0, 0.9), (2.05, float(tops[k]))]
        for low, high in pieces:
            part = box(step * 1.01, thick, high - low, x, 0, low).turned(yaw=yaw)
            model.add(part.moved(p[0], p[1]), name)


def _rubble(
    model: Model,
    rng: np.random.Generator,
    spread: tuple[float, float],
    count: int,
    names: tuple[str, ...],
) -> None:
    """Bricks, slabs and boards lying about."""
    for _ in range(count):
        x, y = rng.uniform(-0.5, 0.5, 2) * spread
        size = rng.uniform(0.12, 0.55, 3) * [1.0, 0.8, 0.35]
        piece = box(*size).turned(yaw=float(rng.uniform(0, 360)), pitch=float(rng.normal(0, 8)))
        lift = -float(piece.vertices[:, 2].min())
        model.add(piece.moved(x, y, lift), names[int(rng.integers(len(names)))])


def _cabin(model: Model, rng: np.random.Generator) -> None:
    """A timber house, half of its tiled roof fallen in."""
    length, width, height = 8.0, 6.0, 2.7
    model.add(box(length, width, 0.12, 0, 0, 0), "asset.wood.old")
    corners = [
        (length / 2, -width / 2),
        (length / 2, width / 2),
        (-length / 2, width / 2),
        (-length / 2, -width / 2),
    ]
    for k in range(4):
        a, b = corners[k], corners[(k + 1) % 4]
        _wall(model, a, b, height, "asset.wood.old", rng, 0.12, windows=2, thick=0.18)
    ridge = height + 2.0
    for x in np.linspace(-length / 2, length / 2, 11):
        for side in (-1, 1):
            model.add(
                tube([x, side * (width / 2 + 0.4), height - 0.15], [x, 0, ridge], 0.06, sides=6),
                "asset.wood.dark",
            )
    model.add(
        tube([-length / 2, 0, ridge], [length / 2, 0, ridge], 0.08, sides=6), "asset.wood.dark"
    )
    for side, spans in ((1, ((-4.3, -0.4), (2.2, 4.3))), (-1, ((-4.3, 1.4),))):
        for x0, x1 in spans:
            _roof(model, x0, x1, side, width, height, ridge, "asset.ruin.tiles")
    for x in (1.0, 2.0):
        slab = box(1.8, 2.0, 0.06).turned(pitch=12, roll=20, yaw=float(rng.uniform(0, 90)))
        model.add(slab.moved(x, 0.6, -float(slab.vertices[:, 2].min())), "asset.ruin.tiles")
    _rubble(model, rng, (9.5, 8.0), 60, ("asset.wood.old", "asset.ruin.tiles", "asset.wood.dark"))
    model.add(box(0.8, 0.8, 4.9, -2.4, 0.9, 0), "asset.ruin.brick")


def _roof(
    model: Model, x0: float, x1: float, side: int, width: float, low: float, high: float, name: str
) -> None:
    """A plane of roof between two places along the ridge."""
    eaves = width / 2 + 0.45
    top = np.array([[x0, 0.0, high + 0.08], [x1, 0.0, high + 0.08]])
    foot = np.array([[x0, side * eaves, low - 0.2], [x1, side * eaves, low - 0.2]])
    ring = np.array([foot[0], foot[1], top[1], top[0]])
    if side > 0:
        ring = ring[::-1]
    model.add(loft([ring, ring + np.array([0, 0, 0.12])]), name)


def _barn(model: Model, rng: np.random.Generator) -> None:
    """A long shed of rusty sheets, holes in its roof."""
    length, width, height, ridge = 14.0, 7.0, 3.0, 4.6
    model.add(box(length, width, 0.06, 0, 0, 0), "asset.ruin.floor")
    for side in (-1, 1):
        a, b = (-length / 2, side * width / 2), (length / 2, side * width / 2)
        _wall(model, a, b, height, "asset.metal.corroded", rng, 0.25, windows=3, thick=0.1)
    _wall(
        model,
        (-length / 2, -width / 2),
        (-length / 2, width / 2),
        3.6,
        "asset.wood.old",
        rng,
        0.2,
        thick=0.15,
    )
    for x in np.linspace(-length / 2, length / 2, 9):
        for side in (-1, 1):
            model.add(box(0.16, 0.16, height, x, side * (width / 2 - 0.1), 0), "asset.wood.dark")
            model.add(
                tube([x, side * width / 2, height - 0.05], [x, 0, ridge], 0.07, sides=6),
                "asset.wood.dark",
            )
        model.add(
            tube([x, -width / 2, height - 0.05], [x, width / 2, height - 0.05], 0.06, sides=6),
            "asset.wood.dark",
        )
    step = 1.0
    for k in range(14):
        for side in (-1, 1):
            if rng.random() < 0.3:
                continue
            x = -length / 2 + k * step
            name = ("asset.metal.rust", "asset.metal.corroded", "asset.metal.galvanised")[
                int(rng.integers(3))
            ]
            _roof(model, x, x + step * 0.98, side, width, height, ridge, name)
    _rubble(model, rng, (14.0, 8.5), 50, ("asset.metal.rust", "asset.wood.old"))


def _block(model: Model, rng: np.random.Generator) -> None:
    """A flat-roofed concrete building, a corner of it collapsed."""
    length, width, height = 10.0, 8.0, 3.4
    model.add(box(length + 0.6, width + 0.6, 0.1, 0, 0, 0), "asset.ruin.floor")
    sides = (
        ((5, -4), (5, 4), 0.75),
        ((5, 4), (-5, 4), 0.1),
        ((-5, 4), (-5, -4), 0.05),
        ((-5, -4), (5, -4), 0.4),
    )
    for a, b, broken in sides:
        _wall(model, a, b, height, "asset.ruin.plaster", rng, broken, windows=3, thick=0.3)
    _wall(model, (-0.5, -4), (-0.5, 4), height, "asset.ruin.plaster", rng, 0.15, thick=0.2)
    _wall(model, (-0.5, 0.5), (5, 0.5), height, "asset.ruin.plaster", rng, 0.6, thick=0.2)
    model.add(box(5.0, 8.4, 0.28, -2.8, 0, height), "asset.ruin.tar")
    model.add(box(2.4, 3.6, 0.28, 0.8, 2.2, height), "asset.ruin.tar")
    fallen = box(3.4, 3.4, 0.25).turned(roll=-16, pitch=24)
    model.add(fallen.moved(2.9, -1.6, 1.2), "asset.ruin.tar")
    for x, y in ((-3.5, 2.0), (-1.8, -2.2)):
        patch = mound(2.2, 1.6, 0.14, rng, 14)
        model.add(patch.moved(x, y, height + 0.27), "asset.ruin.moss", sharp=60)
    for k in range(10):
        x = -0.3 + 0.55 * k
        model.add(
            tube(
                [min(x, 4.5), -3.9, height * 0.6],
                [min(x, 4.5) + 0.2, -3.3, height * 0.75],
                0.012,
                sides=4,
            ),
            "asset.metal.rust",
        )
    model.add(mound(3.6, 3.4, 0.9, rng, 16).moved(3.2, -2.4), "asset.ruin.stone", sharp=40)
    _rubble(
        model, rng, (12.0, 10.0), 70, ("asset.ruin.stone", "asset.ruin.plaster", "asset.ruin.brick")
    )


def _chapel(model: Model, rng: np.random.Generator) -> None:
    """Roofless brick walls with gables, overgrown inside."""
    length, width, height = 11.0, 6.5, 4.4
    model.add(box(length, width, 0.08, 0, 0, 0), "asset.ruin.floor")
    for side in (-1, 1):
        _wall(
            model,
            (-length / 2, side * width / 2),
            (length / 2, side * width / 2),
            height,
            "asset.ruin.brick",
            rng,
            0.45,
            windows=4,
            thick=0.5,
        )
    for end in (-1, 1):
        x = end * length / 2
        _wall(
            model, (x, -width / 2), (x, width / 2), height, "asset.ruin.brick", rng, 0.08, thick=0.5
        )
        steps = 7
        for k in range(steps):
            wide = width * (1 - (k + 0.5) / steps)
            model.add(box(0.5, wide, 0.36, x, 0, height * 0.93 + 0.35 * k), "asset.ruin.brick")
    for x in np.linspace(-3.5, 3.5, 4):
        for side in (-1, 1):
            model.add(
                prism(0.7, 0.8, height * 0.75, 0.8, 0.5).moved(x, side * (width / 2 + 0.4)),
                "asset.ruin.brick",
            )
    outlines = np.random.default_rng(25)
    for _ in range(7):
        patch = mound(rng.uniform(1.0, 2.6), rng.uniform(0.8, 2.0), rng.uniform(0.2, 0.5), rng, 12)
        patch = _lobed(patch, outlines).moved(*(rng.uniform(-0.4, 0.4, 2) * [length, width]))
        model.add(patch, "asset.ruin.moss", sharp=60)
    for k in range(5):
        beam = tube([-2.0, -1.5, 0.15], [1.8, 1.2, 0.9 + 0.2 * k], 0.11, sides=6)
        model.add(beam.turned(yaw=31.0 * k).moved(0.6 * k - 1.2, 0), "asset.wood.dark", sharp=60)
    _rubble(model, rng, (13.0, 9.0), 60, ("asset.ruin.brick", "asset.ruin.stone"))


def _lobed(heap: Piece, rng: np.random.Generator) -> Piece:
    """A heap around the origin with bays in its outline."""
    x, y, z = heap.vertices.T
    turn, share = np.arctan2(y, x), np.full(len(x), 0.8)
    for count, deep in ((2, 0.16), (3, 0.18), (5, 0.16), (8, 0.09)):
        share += deep * np.sin(count * turn + rng.uniform(0, 2 * np.pi))
    return Piece(np.column_stack([x * share, y * share, z]), heap.triangles)


_RUINS: tuple[Callable[[Model, np.random.Generator], None], ...] = (_cabin, _barn, _block, _chapel)


@cache
def _ruin_mesh(variant: int) -> Mesh:
    model = Model()
    _RUINS[variant](model, np.random.default_rng([61, variant]))
    return model.mesh()


def _ruin(variant: int) -> Asset:
    made = Assembly("abandoned_building")
    made.place(f"asset.ruin.{variant}", _ruin_mesh(variant), label="building")
    return made.finish()
