"""Bodies grown from bones: round cones blended into one skin, meshed by surface nets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lookabout.world.assets.solids import Floats, Piece


@dataclass(frozen=True)
class Bone:
    """A round cone from one point to another, metres."""

    start: tuple[float, float, float]
    end: tuple[float, float, float]
    radius: float
    end_radius: float
    squash: float = 1.0
    """Factor on its width along y."""


def chain(
    points: Sequence[tuple[float, float, float]], radii: Sequence[float], squash: float = 1.0
) -> list[Bone]:
    """Bones along a line of points."""
    return [
        Bone(a, b, ra, rb, squash)
        for a, b, ra, rb in zip(points[:-1], points[1:], radii[:-1], radii[1:], strict=True)
    ]


def both_sides(bones: Sequence[Bone]) -> list[Bone]:
    """Bones and their mirror images in y = 0."""
    mirrored = [
        Bone(
            (b.start[0], -b.start[1], b.start[2]),
            (b.end[0], -b.end[1], b.end[2]),
            b.radius,
            b.end_radius,
            b.squash,
        )
        for b in bones
    ]
    return [*bones, *mirrored]


def skin(bones: Sequence[Bone], cell: float, blend: float) -> Piece:
    """
    One smooth surface around all bones.

    :param cell: metres between samples of the field.
    :param blend: metres over which neighbours melt into each other.
    """
    margin = 3 * blend + 2 * cell
    ends = np.array([[b.start, b.end] for b in bones])
    reach = np.array([max(b.radius, b.end_radius) for b in bones]) + margin
    low = (ends.min(axis=1) - reach[:, None]).min(axis=0)
    high = (ends.max(axis=1) + reach[:, None]).max(axis=0)
    shape = np.ceil((high - low) / cell).astype(int) + 1
    weight = np.zeros(shape)
    for bone, far in zip(bones, reach, strict=True):
        a, b = np.array(bone.start), np.array(bone.end)
        first = np.maximum(np.floor((np.minimum(a, b) - far - low) / cell).astype(int), 0)
        last = np.minimum(np.ceil((np.maximum(a, b) + far - low) / cell).astype(int) + 1, shape)
        axes = [low[k] + cell * np.arange(first[k], last[k]) for k in range(3)]
        window = tuple(slice(first[k], last[k]) for k in range(3))
        weight[window] += np.exp(-_distance(axes, bone) / blend)
    field = -blend * np.log(np.maximum(weight, 1e-12))
    return surface_net(field, low, cell)


def _distance(axes: list[Floats], bone: Bone) -> Floats:
    """Signed distance to a bone on a grid, negative inside; inexact where it is squashed."""
    a, b = np.array(bone.start), np.array(bone.end)
    x, y, z = (axis.reshape([-1 if k == i else 1 for k in range(3)]) for i, axis in enumerate(axes))
    d = b - a
    length = max(float(d @ d), 1e-12)
    t = np.clip(((x - a[0]) * d[0] + (y - a[1]) * d[1] + (z - a[2]) * d[2]) / length, 0, 1)
    across = (y - a[1] - t * d[1]) / bone.squash
    gap = np.sqrt((x - a[0] - t * d[0]) ** 2 + across**2 + (z - a[2] - t * d[2]) ** 2)
    return np.asarray(gap - (bone.radius + t * (bone.end_radius - bone.radius)), dtype=float)


def surface_net(field: Floats, origin: Floats, cell: float) -> Piece:
    """
    The surface where a field (X, Y, Z) is zero, negative inside.

    One vertex in each cell that the surface passes, at the mean of its edges' crossings; one
    quad around each grid edge that it crosses (Gibson 1998). The field's rim must be positive.
    """
    inside = field < 0
    cells = np.array(field.shape) - 1
    total = np.zeros((*cells, 3))
    count = np.zeros(cells)
    corner = [(i, j, k) for i in (0, 1) for j in (0, 1) for k in (0, 1)]

    def part(array: Floats, offset: tuple[int, int, int]) -> Floats:
        return array[tuple(slice(o, o + n) for o, n in zip(offset, cells, strict=True))]

    for a in corner:
        for axis in range(3):
            if a[axis]:
                continue
            b = (a[0] + (axis == 0), a[1] + (axis == 1), a[2] + (axis == 2))
            fa, fb = part(field, a), part(field, b)
            crossed = (fa < 0) != (fb < 0)
            t = np.where(crossed, fa / np.where(crossed, fa - fb, 1.0), 0.0)
            for k in range(3):
                total[..., k] += crossed * (a[k] + (t if k == axis else 0.0))
            count += crossed
    used = count > 0
    index = np.full(cells, -1, dtype=np.int64)
    index[used] = np.arange(int(used.sum()))
    place = np.argwhere(used)
    vertices = origin + cell * (place + total[used] / count[used][:, None])
    quads = []
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        front = np.take(inside, range(inside.shape[axis] - 1), axis)
        back = np.take(inside, range(1, inside.shape[axis]), axis)
        where = np.argwhere(front != back)
        ok = (where[:, u] > 0) & (where[:, v] > 0)
        ok &= (where[:, u] < cells[u]) & (where[:, v] < cells[v])
        where = where[ok]
        around = []
        for du, dv in ((-1, -1), (0, -1), (0, 0), (-1, 0)):
            shifted = where.copy()
            shifted[:, u] += du
            shifted[:, v] += dv
            around.append(index[tuple(shifted.T)])
        quad = np.stack(around, axis=1)
        leaves = front[tuple(where.T)]
        quads.append(np.where(leaves[:, None], quad, quad[:, ::-1]))
    faces = np.vstack(quads)
    triangles = np.vstack([faces[:, [0, 1, 2]], faces[:, [0, 2, 3]]])
    return Piece(vertices, triangles.astype(np.int32))
