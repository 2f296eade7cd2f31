"""What grown animals share: hides, poses, and the way from bones to a coloured mesh."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from lookabout.world.assets.flesh import Bone, skin
from lookabout.world.assets.model import Assembly, Asset, Model, merged
from lookabout.world.assets.solids import Floats, Piece
from lookabout.world.scene import Mesh

Point = tuple[float, float, float]


@dataclass(frozen=True)
class Hide:
    """Names of the materials of an animal and how they are spread."""

    main: str
    back: str
    belly: str
    pattern: str
    """``patches``, ``stripes`` or ``plain``."""
    size: float = 0.34
    """Of patches or stripes, metres."""


@dataclass(frozen=True)
class Bend:
    """A turn of the body to the left, along x."""

    x: float
    """Where it begins, metres."""
    length: float
    """Metres over which it goes on; negative where it turns what lies behind ``x``."""
    degrees: float


@dataclass(frozen=True)
class Animal:
    """What an animal is grown from, looking along +x."""

    bones: list[Bone]
    hide: Hide
    details: list[tuple[Piece, str]]
    """Horns, eyes and the like, and their materials."""
    cell: float
    """Metres between samples of the skin."""
    bends: tuple[Bend, ...] = ()


def asset(kind: str, label: str, builds: Sequence[Callable[[], Animal]], variant: int) -> Asset:
    """One of a kind's animals, standing."""
    made = Assembly(kind)
    made.place(f"asset.animal.{kind}.{variant}", _mesh(builds[variant]()), label=label)
    return made.finish()


def _mesh(animal: Animal) -> Mesh:
    body = skin(animal.bones, animal.cell, 0.9 * animal.cell)
    drop = -float(body.vertices[:, 2].min())
    mesh = _coloured(body.moved(z=drop), animal.hide)
    model = Model()
    for piece, name in animal.details:
        model.add(piece.moved(z=drop), name, sharp=50)
    whole = merged(mesh, model.mesh())
    return Mesh(
        vertices=bent(whole.vertices, animal.bends),
        triangles=whole.triangles,
        materials=whole.materials,
        material_index=whole.material_index,
        smooth=True,
    )


def bent(points: Floats, bends: Sequence[Bend]) -> Floats:
    """Points (N, 3) turned with the body's axis, which follows an arc and goes on straight."""
    for bend in bends:
        way = np.sign(bend.length)
        along = np.maximum((points[:, 0] - bend.x) * way, 0.0)
        on_arc = np.minimum(along, abs(bend.length))
        curve = np.radians(bend.degrees) / abs(bend.length)
        angle, beyond = curve * on_arc, along - on_arc
        x = bend.x + way * (np.sin(angle) / curve + beyond * np.cos(angle))
        y = (1 - np.cos(angle)) / curve + beyond * np.sin(angle)
        turned = np.column_stack(
            [
                x - way * np.sin(angle) * points[:, 1],
                y + np.cos(angle) * points[:, 1],
                points[:, 2],
            ]
        )
        points = np.where((along > 0)[:, None], turned, points)
    return points


def _coloured(body: Piece, hide: Hide) -> Mesh:
    """Each triangle in one of the hide's materials by where it lies."""
    corners = body.vertices[body.triangles]
    middle = corners.mean(axis=1)
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    up = normal[:, 2] / np.maximum(np.linalg.norm(normal, axis=1), 1e-12)
    index = np.zeros(len(middle), dtype=np.int32)
    if hide.pattern == "patches":
        index[_veins(middle, hide.size) < 0.16 * hide.size] = 2
        index[middle[:, 2] < 0.19 * middle[:, 2].max()] = 2
    elif hide.pattern == "stripes":
        wave = np.sin(middle[:, 0] / hide.size * 2 * np.pi + 1.2 * np.sin(3.1 * middle[:, 1]))
        index[(wave > 0.25) & (up > -0.1)] = 1
    else:
        index[up > 0.72] = 1
    index[up < -0.45] = 2
    return Mesh(
        vertices=body.vertices,
        triangles=body.triangles,
        materials=(hide.main, hide.back, hide.belly),
        material_index=index,
        smooth=True,
    )


def _veins(points: Floats, size: float) -> Floats:
    """Distance to the border between the cells of scattered seeds, as on a giraffe's hide."""
    from scipy.spatial import cKDTree

    rng = np.random.default_rng(50)
    low, high = points.min(axis=0) - size, points.max(axis=0) + size
    counts = np.ceil((high - low) / size).astype(int)
    grid = np.stack(np.meshgrid(*[np.arange(n) for n in counts], indexing="ij"), -1).reshape(-1, 3)
    seeds = low + (grid + rng.uniform(0.1, 0.9, grid.shape)) * size
    near, _ = cKDTree(seeds).query(points, k=2)
    return np.asarray(near[:, 1] - near[:, 0], dtype=float)


def point(values: Floats) -> Point:
    """A bone's end from an array."""
    return (float(values[0]), float(values[1]), float(values[2]))
