"""Boulders, slabs and ledges: bodies cut by many planes, roughened."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from lookabout.world.scene import Material, Mesh

Floats = NDArray[np.float64]
SHAPES = ("boulder", "block", "slab", "ledge")
VARIANTS = 4
"""Of each shape."""
_STONE = ((0.44, 0.43, 0.405), (0.42, 0.41, 0.38), (0.44, 0.405, 0.355), (0.46, 0.445, 0.41))
_MOSS = (0.15, 0.45, 0.65, 0.25)
"""Colour and mossiness of each variant."""
_CELLS, _FEW = 24, 5
"""Cells along each edge of the cube that a body starts from: to look at, and for rays."""


def materials() -> dict[str, Material]:
    """Stone and what grows on it."""
    out = {
        f"forest/rock/{variant}": Material("rock", _STONE[variant], 0.95, params=(("moss", moss),))
        for variant, moss in enumerate(_MOSS)
    }
    return {
        **out,
        "forest/rock/pale": Material("rock", (0.48, 0.455, 0.41), 0.95),
        "forest/moss": Material("grass", (0.255, 0.27, 0.15), 1.0, params=(("dry", 0.1),)),
        "forest/cut": Material("bark", (0.52, 0.43, 0.31), 0.9),
    }


@cache
def rock(shape: str, variant: int) -> Mesh:
    """
    A rock some 2 m across around the origin, which lies at the height of the ground.

    About a third of it is under the ground.
    """
    points, triangles = _body(shape, variant, _CELLS)
    return Mesh(points, triangles, (f"forest/rock/{variant}",), smooth=True)


@cache
def reaches() -> Floats:
    """How far from its middle each shape's variants come, seen from above: (shapes, variants)."""
    return np.array(
        [[np.hypot(*_body(s, v, _FEW)[0][:, :2].T).max() for v in range(VARIANTS)] for s in SHAPES]
    )


@cache
def rock_hull(shape: str, variant: int) -> Mesh:
    """The same in few triangles, for rays and flights."""
    points, triangles = _body(shape, variant, _FEW)
    return Mesh(points, triangles, ("forest/collider",))


def _body(shape: str, variant: int, cells: int) -> tuple[Floats, NDArray[np.int32]]:
    """Vertices and triangles; the same body at any number of cells."""
    rng = np.random.default_rng([0x50C, SHAPES.index(shape), variant])
    way, triangles = _cube_sphere(cells)
    # Where a ray from the middle leaves the half-spaces: a body with faces, as rocks break.
    count = {"boulder": 26, "block": 11, "slab": 12, "ledge": 13}[shape]
    planes = rng.normal(size=(count, 3))
    planes /= np.linalg.norm(planes, axis=1, keepdims=True)
    if shape in ("block", "ledge", "slab"):
        planes[0] = [rng.uniform(-0.12, 0.12), rng.uniform(-0.12, 0.12), 1.0]
        planes[1] = [0, 0, -1]
    away = rng.uniform(0.72, 1.05, count)
    facing = way @ planes.T
    reach = np.where(facing > 0.05, away / np.maximum(facing, 0.05), 9.0)
    sharp = {"boulder": 16.0, "block": 32.0, "slab": 26.0, "ledge": 34.0}[shape]
    reach = np.column_stack([reach, np.full(len(way), 1.22)])
    reach = -np.log(np.exp(-sharp * np.minimum(reach, 3.0)).sum(axis=1)) / sharp
    rough = 0.085 * _waves(way, rng, 3.0, 10)
    rough -= 0.075 * np.abs(_waves(way, rng, 6.5, 14))  # creases
    rough += 0.03 * _waves(way, rng, 15.0, 20)
    points = way * (reach + rough)[:, None]
    stretch = {"boulder": (1.15, 0.9, 0.75), "block": (1.1, 0.85, 0.85),
               "slab": (1.4, 1.05, 0.38), "ledge": (1.7, 0.75, 0.7)}[shape]  # fmt: skip
    points = points * np.array(stretch) * rng.uniform(0.9, 1.1, 3)
    if shape == "ledge":  # layers that weather back
        layer = np.sin(points[:, 2] * 11.0 + 0.8 * np.sin(2 * points[:, 0]) + variant)
        points[:, :2] *= (1 + 0.055 * np.tanh(3 * layer))[:, None]
    low, high = points[:, 2].min(), points[:, 2].max()
    points[:, 2] -= low + (0.22 if shape == "slab" else 0.33) * (high - low)
    return points, triangles


def _waves(points: Floats, rng: np.random.Generator, scale: float, count: int) -> Floats:
    """Smooth chance (N,) in space, some ±1."""
    ways = rng.normal(size=(count, 3)) * scale
    phase = rng.uniform(0, 2 * np.pi, count)
    return np.asarray(np.sin(points @ ways.T + phase).sum(axis=1) / np.sqrt(count / 2) * 0.7)


@cache
def _cube_sphere(cells: int) -> tuple[Floats, NDArray[np.int32]]:
    """Unit vectors (V, 3) and triangles, counter-clockwise from outside."""
    t = np.tan(np.linspace(-np.pi / 4, np.pi / 4, cells + 1))
    u, v = (a.ravel() for a in np.meshgrid(t, t))
    row = cells + 1
    i = (np.arange(cells)[:, None] * row + np.arange(cells)[None, :]).ravel()
    face = np.concatenate([np.stack([i, i + 1, i + row + 1], 1),
                           np.stack([i, i + row + 1, i + row], 1)])  # fmt: skip
    points: list[Floats] = []
    triangles: list[NDArray[np.int32]] = []
    for axis in range(3):
        for sign in (1.0, -1.0):
            side = np.empty((row * row, 3))
            side[:, axis] = sign
            side[:, (axis + 1) % 3], side[:, (axis + 2) % 3] = u, v
            triangles.append((face if sign > 0 else face[:, ::-1]) + len(points) * row * row)
            points.append(side)
    loose = np.concatenate(points)
    _, first, index = np.unique(np.round(loose, 6), axis=0, return_index=True, return_inverse=True)
    welded = loose[first]
    welded /= np.linalg.norm(welded, axis=1, keepdims=True)
    corners = index.ravel()[np.concatenate(triangles)]
    return welded, corners.astype(np.int32)
