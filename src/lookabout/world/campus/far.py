"""Woods and hills around the campus, so that no picture has an edge."""

from __future__ import annotations

import numpy as np

from lookabout.world.build import Stock, matrices
from lookabout.world.campus.land import EDGE, HALF_SIDE, Land
from lookabout.world.campus.planner import plan_of
from lookabout.world.scene import Mesh
from lookabout.world.vegetation.street import street_tree
from lookabout.world.vegetation.town import tree_hull

_SPECIES = ("oak", "maple", "elm", "spruce", "linden")
_RINGS = ((HALF_SIDE + 5, 5.5), (HALF_SIDE + 12, 6.0), (HALF_SIDE + 21, 7.0), (EDGE - 6, 7.5),
          (EDGE + 12, 8.0), (EDGE + 32, 9.5), (EDGE + 60, 11.0))  # fmt: skip
"""Half sides of squares of trees around the map, and the trees' spacing on them, metres."""

_HILLS = ((400.0, -1.0), (460.0, 9.0), (700.0, 26.0), (1000.0, 40.0), (1500.0, 70.0),
          (2200.0, 40.0))  # fmt: skip
"""Radius and mean height of the hills' rings, metres."""
_AROUND = 120


def far_trees(seed: int, stock: Stock) -> None:
    """Belts of trees beyond the map's edge; farther ones are larger."""
    rng = np.random.default_rng([seed, 0xFA2])
    land: Land = plan_of(seed).land
    rows: dict[tuple[str, int], list[tuple[float, ...]]] = {}
    for half, pitch in _RINGS:
        line = np.arange(-half, half, pitch)
        for side in range(4):
            for s in line.tolist():
                a, b = s + rng.uniform(-2, 2), half + rng.uniform(-2.5, 2.5)
                x, y = ((a, b), (-b, a), (-a, -b), (b, -a))[side]
                name = _SPECIES[int(rng.integers(len(_SPECIES)))]
                scale = rng.uniform(0.8, 1.2) * (1 + max(0.0, half - EDGE) / 110)
                z = land.at(x, y) if half < EDGE else 0.0
                row = (x, y, z, rng.uniform(0, 360), scale)
                rows.setdefault((name, int(rng.integers(3))), []).append(row)
    for (name, variant), found in rows.items():
        stock.put(
            f"campus/tree/{name}/{variant}", street_tree(name, variant),
            matrices(*np.array(found).T),
            "tree",
            collider=(f"campus/tree/{name}/hull", tree_hull(name)),
        )  # fmt: skip


def hills(seed: int) -> Mesh:
    """Wooded hills from the plain's rim to the horizon."""
    rng = np.random.default_rng([seed, 0x4111])
    turn = np.linspace(0, 2 * np.pi, _AROUND + 1)[:-1]
    rings = []
    for radius, height in _HILLS:
        wave = sum(
            rng.uniform(0.3, 1.0) / n * np.sin(n * turn + rng.uniform(0, 6))
            for n in (2, 3, 5, 8, 13)
        )
        z = height * (1.0 + 0.45 * np.asarray(wave))
        far = radius * (1 + 0.05 * np.sin(3 * turn + rng.uniform(0, 6)))
        rings.append(np.column_stack([far * np.cos(turn), far * np.sin(turn), z]))
    grid = np.array(rings)
    k = np.arange(_AROUND)
    quads = [
        np.stack([i * _AROUND + k, (i + 1) * _AROUND + k, (i + 1) * _AROUND + (k + 1) % _AROUND,
                  i * _AROUND + (k + 1) % _AROUND], 1)
        for i in range(len(_HILLS) - 1)
    ]  # fmt: skip
    corners = np.concatenate(quads)
    triangles = np.concatenate([corners[:, [0, 1, 2]], corners[:, [0, 2, 3]]])
    return Mesh(grid.reshape(-1, 3), triangles.astype(np.int32), ("campus.far_wood",), smooth=True)
