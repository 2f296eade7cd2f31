"""Closed surfaces that assets are put together from: boxes, tubes, lofts, lumps. Pure NumPy.

A :class:`Piece` is bare triangles; what it is made of is said when it is added to a model.
All lengths in metres, angles in degrees, z up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Piece:
    """Triangles, counter-clockwise from outside."""

    vertices: Floats
    """(V, 3)"""
    triangles: Ints
    """(T, 3)"""

    def moved(self, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Piece:
        """Shifted by metres."""
        return Piece(self.vertices + np.array([x, y, z]), self.triangles)

    def turned(self, yaw: float = 0.0, pitch: float = 0.0, roll: float = 0.0) -> Piece:
        """Rolled about x, pitched about y (positive lowers the front), then yawed about z."""
        return Piece(self.vertices @ rotation(yaw, pitch, roll).T, self.triangles)

    def scaled(self, x: float, y: float, z: float) -> Piece:
        """Stretched along the axes by positive factors."""
        return Piece(self.vertices * np.array([x, y, z]), self.triangles)

    def mirrored(self) -> Piece:
        """Its image in the plane y = 0."""
        return Piece(self.vertices * np.array([1.0, -1.0, 1.0]), self.triangles[:, ::-1])

    def transformed(self, matrix: Floats) -> Piece:
        """Under a (4, 4) that does not mirror."""
        return Piece(self.vertices @ matrix[:3, :3].T + matrix[:3, 3], self.triangles)


def rotation(yaw: float = 0.0, pitch: float = 0.0, roll: float = 0.0) -> Floats:
    """(3, 3): roll about x, then pitch about y, then yaw about z, degrees."""
    a, b, c = np.radians([yaw, pitch, roll])
    rz = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])
    ry = np.array([[np.cos(b), 0, np.sin(b)], [0, 1, 0], [-np.sin(b), 0, np.cos(b)]])
    rx = np.array([[1, 0, 0], [0, np.cos(c), -np.sin(c)], [0, np.sin(c), np.cos(c)]])
    return np.asarray(rz @ ry @ rx, dtype=float)


def joined(pieces: Sequence[Piece]) -> Piece:
    """All pieces as one, nothing welded."""
    offsets = np.cumsum([0, *(len(piece.vertices) for piece in pieces)])
    return Piece(
        np.vstack([piece.vertices for piece in pieces]),
        np.vstack(
            [piece.triangles + offset for piece, offset in zip(pieces, offsets, strict=False)]
        ).astype(np.int32),
    )


def grid_triangles(rows: int, columns: int, closed: bool = False) -> Ints:
    """
    Two triangles for each cell of a (rows, columns) vertex grid.

    Outside is where column × row directions point, that is: with columns to the east and
    rows to the north, up. ``closed`` joins the last column to the first.
    """
    i = np.arange(rows - 1)[:, None]
    j = np.arange(columns if closed else columns - 1)[None, :]
    k = (j + 1) % columns
    a, b, c, d = i * columns + j, i * columns + k, (i + 1) * columns + k, (i + 1) * columns + j
    first = np.stack([a, b, c], -1).reshape(-1, 3)
    second = np.stack([a, c, d], -1).reshape(-1, 3)
    return np.asarray(np.stack([first, second], 1).reshape(-1, 3), dtype=np.int32)


def sheet(points: ArrayLike) -> Piece:
    """An open surface through a grid of points (N, M, 3); see :func:`grid_triangles`."""
    grid = np.asarray(points, dtype=float)
    return Piece(grid.reshape(-1, 3), grid_triangles(grid.shape[0], grid.shape[1]))


def loft(rings: ArrayLike, cap_start: bool = True, cap_end: bool = True) -> Piece:
    """
    A skin over rings of points (S, P, 3), closed around, with flat fans as caps.

    Seen against the direction of the rings' order, each ring runs counter-clockwise.
    """
    grid = np.asarray(rings, dtype=float)
    count, around = grid.shape[:2]
    vertices = [grid.reshape(-1, 3)]
    triangles = [grid_triangles(count, around, closed=True)]
    index = np.arange(around)
    following = np.roll(index, -1)
    for wanted, ring, flip in ((cap_start, 0, True), (cap_end, count - 1, False)):
        if not wanted:
            continue
        middle = sum(len(part) for part in vertices)
        vertices.append(grid[ring].mean(axis=0)[None])
        fan = np.stack([np.full(around, middle), ring * around + index, ring * around + following])
        triangles.append((fan[[0, 2, 1]] if flip else fan).T)
    return Piece(np.vstack(vertices), np.vstack(triangles).astype(np.int32))


def box(
    length: float, width: float, height: float, x: float = 0.0, y: float = 0.0, z: float = 0.0
) -> Piece:
    """Sides along the axes; (x, y) is the middle, z the underside."""
    return prism(length, width, height, 1.0, 1.0).moved(x, y, z)


def prism(
    length: float,
    width: float,
    height: float,
    top_length: float = 1.0,
    top_width: float = 1.0,
    lean: float = 0.0,
) -> Piece:
    """A box on z = 0 whose top is scaled by the two factors and shifted forward by ``lean``."""
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [length / 2, width / 2]
    low = np.column_stack([corners, np.zeros(4)])
    high = np.column_stack([corners * [top_length, top_width] + [lean, 0], np.full(4, height)])
    quads = [[0, 3, 2, 1], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]]
    triangles = [[q[0], q[1], q[2]] for q in quads] + [[q[0], q[2], q[3]] for q in quads]
    return Piece(np.vstack([low, high]), np.array(triangles, dtype=np.int32))


def rounded_box(
    length: float,
    width: float,
    height: float,
    radius: float,
    *,
    edge: float | None = None,
    steps: int = 3,
) -> Piece:
    """
    A box on z = 0 with upright edges of ``radius`` and its top rim rounded by ``edge``.

    ``edge`` defaults to the radius; both are kept below half of the sides.
    """
    radius = min(radius, 0.499 * min(length, width))
    rim = min(radius if edge is None else edge, 0.95 * height, radius)
    turn = np.radians(np.linspace(0, 90, steps + 1))
    levels = [(0.0, 0.0)] + [(rim * (1 - np.cos(t)), height - rim + rim * np.sin(t)) for t in turn]
    rings = [outline(length - 2 * a, width - 2 * a, radius - a, steps, z) for a, z in levels]
    return loft(rings)


def outline(
    length: float, width: float, radius: float, steps: int, z: float, x: float = 0.0
) -> Floats:
    """(4 (steps + 1), 3): a rounded rectangle around (x, 0, z), counter-clockwise from above."""
    radius = max(radius, 1e-4)
    angles = np.radians(np.linspace(0, 90, steps + 1))
    points = []
    for quarter, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        a = angles + quarter * np.pi / 2
        cx, cy = sx * (length / 2 - radius), sy * (width / 2 - radius)
        points.append(np.column_stack([x + cx + radius * np.cos(a), cy + radius * np.sin(a)]))
    flat = np.vstack(points)
    return np.column_stack([flat, np.full(len(flat), z)])


def circle(radius: float, sides: int, z: float = 0.0) -> Floats:
    """(sides, 3), counter-clockwise from above."""
    a = np.linspace(0, 2 * np.pi, sides, endpoint=False)
    return np.column_stack([radius * np.cos(a), radius * np.sin(a), np.full(sides, z)])


def lathe(profile: Sequence[tuple[float, float]], sides: int = 16) -> Piece:
    """A body of revolution about z from (radius, z) pairs, bottom to top."""
    return loft([circle(max(r, 1e-4), sides, z) for r, z in profile])


def cylinder(radius: float, height: float, sides: int = 16, top: float | None = None) -> Piece:
    """Upright on z = 0; ``top`` is the upper radius if it differs."""
    return lathe([(radius, 0.0), (radius if top is None else top, height)], sides)


def disc_wheel(radius: float, width: float, sides: int = 20) -> Piece:
    """A cylinder lying along y, centred on the origin: a wheel, a pipe, a roll."""
    return cylinder(radius, width, sides).moved(z=-width / 2).turned(roll=90)


def tube(
    start: ArrayLike, end: ArrayLike, radius: float, end_radius: float | None = None, sides: int = 8
) -> Piece:
    """A round bar between two points."""
    a, b = np.asarray(start, float), np.asarray(end, float)
    last = radius if end_radius is None else end_radius
    u, v = _across(b - a)
    turn = np.linspace(0, 2 * np.pi, sides, endpoint=False)
    ring = np.cos(turn)[:, None] * u + np.sin(turn)[:, None] * v
    return loft([a + radius * ring, b + last * ring])


def limb(points: ArrayLike, radii: ArrayLike, sides: int = 8) -> Piece:
    """A round skin along a bent line (N, 3) with a radius at each point and domed ends."""
    line = np.asarray(points, dtype=float)
    rings = []
    directions = np.gradient(line, axis=0)
    directions /= np.maximum(np.linalg.norm(directions, axis=1, keepdims=True), 1e-9)
    u, v = _across(directions[0])
    turn = np.linspace(0, 2 * np.pi, sides, endpoint=False)
    count = len(line)
    for i, (point, direction, radius) in enumerate(
        zip(line, directions, np.asarray(radii, float), strict=True)
    ):
        v = np.cross(direction, u)
        v /= np.linalg.norm(v)
        u = np.cross(v, direction)
        ring = np.cos(turn)[:, None] * u + np.sin(turn)[:, None] * v
        if i == 0:
            rings.append(point - direction * radius * 0.8 + ring * radius * 0.45)
        rings.append(point + ring * radius)
        if i == count - 1:
            rings.append(point + direction * radius * 0.8 + ring * radius * 0.45)
    return loft(rings)


def _across(direction: Floats) -> tuple[Floats, Floats]:
    """Two unit vectors that complete ``direction`` to a right-handed frame (u, v, direction)."""
    d = direction / max(float(np.linalg.norm(direction)), 1e-12)
    helper = np.array([0.0, 0.0, 1.0]) if abs(d[2]) < 0.9 else np.array([1.0, 0.0, 0.0])
    u = np.cross(helper, d)
    u /= np.linalg.norm(u)
    return u, np.cross(d, u)


def ball(rx: float, ry: float, rz: float, sides: int = 12, rings: int = 7) -> Piece:
    """An ellipsoid centred on the origin."""
    lat = np.linspace(-np.pi / 2, np.pi / 2, rings + 2)
    unit = [circle(max(float(np.cos(t)), 1e-3), sides, float(np.sin(t))) for t in lat]
    return loft(np.array(unit) * [rx, ry, rz], cap_start=False, cap_end=False)


def ring(radius: float, thickness: float, sides: int = 20, around: int = 8) -> Piece:
    """A torus lying flat, centred on the origin: a tyre, a hoop."""
    a = np.linspace(0, 2 * np.pi, sides, endpoint=False)[:, None]
    b = np.linspace(0, 2 * np.pi, around, endpoint=False)[None, :]
    r = radius + thickness * np.cos(b)
    grid = np.stack([r * np.cos(a), r * np.sin(a), thickness * np.sin(b) + 0 * a], -1)
    closed = np.concatenate([grid, grid[:1]])
    triangles = grid_triangles(sides + 1, around, closed=True) % (sides * around)
    return Piece(closed[:-1].reshape(-1, 3), triangles[:, ::-1].astype(np.int32))


def plate(outline_xy: ArrayLike, thickness: float, z: float = 0.0) -> Piece:
    """A convex polygon (P, 2), counter-clockwise, as a slab from z upward."""
    flat = np.asarray(outline_xy, dtype=float)
    low = np.column_stack([flat, np.full(len(flat), z)])
    return loft([low, low + np.array([0, 0, thickness])])


def lumpy(piece: Piece, amount: float, rng: np.random.Generator, scale: float = 3.0) -> Piece:
    """Vertices pushed along smooth noise of ``scale`` waves a metre, at most ``amount``."""
    waves = rng.normal(size=(6, 3)) * scale
    phases = rng.uniform(0, 2 * np.pi, 6)
    shift = np.sin(piece.vertices @ waves.T + phases) @ (rng.normal(size=(6, 3)) / 3)
    shift = np.clip(shift, -1, 1) * amount
    return Piece(piece.vertices + shift, piece.triangles)


def mound(
    length: float, width: float, height: float, rng: np.random.Generator, cells: int = 14
) -> Piece:
    """A heap of loose stuff on z = 0: steep near the rim, uneven on top, closed below."""
    t = np.linspace(0, 1, max(cells // 2, 4))
    turn = np.linspace(0, 2 * np.pi, cells * 2, endpoint=False)
    uneven = (
        1
        + 0.13 * np.sin(turn * 2 + rng.uniform(0, 6))
        + 0.08 * np.sin(turn * 5 + rng.uniform(0, 6))
    )
    rings = []
    for s in t[:-1]:
        radius = (1 - s) * uneven
        z = height * (1 - (1 - s) ** 2) ** 0.8
        rough = 1 + 0.12 * np.sin(turn * 3 + 9 * s + rng.uniform(0, 6))
        rings.append(
            np.column_stack(
                [
                    radius * np.cos(turn) * length / 2,
                    radius * np.sin(turn) * width / 2,
                    np.full(len(turn), z) * (rough if s > 0 else 1),
                ]
            )
        )
    return loft(rings)


def hardened(piece: Piece, angle: float) -> Piece:
    """The same surface with vertices doubled where faces meet at more than ``angle``."""
    corners = piece.triangles.reshape(-1)
    points = piece.vertices[piece.triangles]
    normals = np.cross(points[:, 1] - points[:, 0], points[:, 2] - points[:, 0])
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    normal = np.repeat(normals, 3, axis=0)
    limit = np.cos(np.radians(angle))
    cluster = np.full(len(corners), -1, dtype=np.int64)
    open_ = np.arange(len(corners))
    # Each round takes, at every vertex, the faces that bend little from the first one left.
    for level in range(8):
        if len(open_) == 0:
            break
        _, first, back = np.unique(corners[open_], return_index=True, return_inverse=True)
        leader = normal[open_[first]][back]
        take = np.einsum("ij,ij->i", leader, normal[open_]) >= limit
        take[first] = True
        if level == 7:
            take[:] = True
        cluster[open_[take]] = level
        open_ = open_[~take]
    keys, where = np.unique(corners * 8 + cluster, return_inverse=True)
    return Piece(piece.vertices[keys // 8], where.reshape(-1, 3).astype(np.int32))
