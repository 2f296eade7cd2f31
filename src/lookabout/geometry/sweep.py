"""A sphere moved along a segment against triangles: where does it first touch?"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
_NONE = np.inf


def sweep_sphere(
    start: ArrayLike, displacement: ArrayLike, radius: float, triangles: ArrayLike
) -> tuple[float, int]:
    """
    First contact of a sphere that moves in a straight line.

    Exact: the centre is a ray against each triangle grown by the radius (two offset faces,
    three edge cylinders, three corner balls). A triangle that the sphere already overlaps
    at the start stops it at once if the motion goes deeper, and is ignored if it leads away.

    :param start: centre, (3,), metres.
    :param displacement: the whole motion, (3,), metres.
    :param radius: metres, > 0.
    :param triangles: corners, (N, 3, 3), metres; winding does not matter.
    :returns: the share of the displacement covered at first contact, in [0, 1], and the index
        of the triangle touched; ``(inf, -1)`` if nothing is touched.
    """
    origin = np.asarray(start, dtype=float)
    motion = np.asarray(displacement, dtype=float)
    corners = np.asarray(triangles, dtype=float).reshape(-1, 3, 3)
    length = float(np.linalg.norm(motion))
    if len(corners) == 0 or length == 0.0:
        return _NONE, -1
    nearby = _near_path(origin, motion, radius, corners)
    if len(nearby) == 0:
        return _NONE, -1
    local = corners[nearby] - origin
    times: Array = np.minimum.reduce(
        [_face_times(local, motion, radius)]
        + [_edge_times(local[:, i], local[:, (i + 1) % 3], motion, radius) for i in range(3)]
        + [_corner_times(local[:, i], motion, radius) for i in range(3)]
    )
    nearest = closest_on_triangles(np.zeros(3), local)
    gap = np.linalg.norm(nearest, axis=1)
    inside = gap < radius
    deeper = nearest @ motion > 1e-12 * length * np.maximum(gap, 1e-12)
    times = np.where(inside, np.where(deeper, 0.0, _NONE), times)
    best = int(np.argmin(times))
    if not times[best] <= 1.0:
        return _NONE, -1
    return float(times[best]), int(nearby[best])


def closest_on_triangles(point: ArrayLike, triangles: ArrayLike) -> Array:
    """The point of each triangle (N, 3, 3) closest to ``point`` (3,), as (N, 3)."""
    p = np.asarray(point, dtype=float)
    t = np.asarray(triangles, dtype=float).reshape(-1, 3, 3)
    a, b, c = t[:, 0], t[:, 1], t[:, 2]
    normal = np.cross(b - a, c - a)
    area = np.einsum("ij,ij->i", normal, normal)
    safe = np.where(area > 0, area, 1.0)
    height = np.einsum("ij,ij->i", p - a, normal) / safe
    foot = p - height[:, None] * normal
    inside = area > 0
    for start, end in ((a, b), (b, c), (c, a)):
        side = np.einsum("ij,ij->i", np.cross(end - start, foot - start), normal)
        inside &= side >= 0
    best: Array = foot.copy()
    distance = np.where(inside, np.linalg.norm(foot - p, axis=1), np.inf)
    for start, end in ((a, b), (b, c), (c, a)):
        edge = end - start
        squared = np.einsum("ij,ij->i", edge, edge)
        along = np.einsum("ij,ij->i", p - start, edge) / np.where(squared > 0, squared, 1.0)
        candidate = start + np.clip(along, 0.0, 1.0)[:, None] * edge
        d = np.linalg.norm(candidate - p, axis=1)
        closer = d < distance
        best[closer], distance[closer] = candidate[closer], d[closer]
    return best


def _near_path(origin: Array, motion: Array, radius: float, corners: Array) -> NDArray[np.intp]:
    """Triangles whose bounding box, grown by the radius, the segment crosses (slab test)."""
    low = corners.min(axis=1) - radius - origin
    high = corners.max(axis=1) + radius - origin
    enter, leave = np.zeros(len(corners)), np.ones(len(corners))
    miss = np.zeros(len(corners), dtype=bool)
    for axis in range(3):
        if motion[axis] == 0.0:
            miss |= (low[:, axis] > 0) | (high[:, axis] < 0)
            continue
        with np.errstate(over="ignore"):  # a motion next to none: infinity is right
            t0, t1 = low[:, axis] / motion[axis], high[:, axis] / motion[axis]
        enter = np.maximum(enter, np.minimum(t0, t1))
        leave = np.minimum(leave, np.maximum(t0, t1))
    return np.flatnonzero(~miss & (enter <= leave + 1e-9))


def _face_times(local: Array, motion: Array, radius: float) -> Array:
    a, b, c = local[:, 0], local[:, 1], local[:, 2]
    normal = np.cross(b - a, c - a)
    size = np.linalg.norm(normal, axis=1)
    unit = normal / np.where(size > 0, size, 1.0)[:, None]
    height = -np.einsum("ij,ij->i", a, unit)  # of the centre above the plane
    side = np.where(height >= 0, 1.0, -1.0)
    speed = unit @ motion
    closing = -side * speed
    t = (np.abs(height) - radius) / np.where(closing > 0, closing, 1.0)
    touch = t[:, None] * motion - (side * radius)[:, None] * unit
    ok = (size > 0) & (closing > 0) & (t >= 0)
    touch = np.where(ok[:, None], touch, 0.0)
    for start, end in ((a, b), (b, c), (c, a)):
        ok &= np.einsum("ij,ij->i", np.cross(end - start, touch - start), unit) >= 0
    return np.where(ok, t, _NONE)


def _edge_times(start: Array, end: Array, motion: Array, radius: float) -> Array:
    edge = end - start
    squared = np.einsum("ij,ij->i", edge, edge)
    safe = np.where(squared > 0, squared, 1.0)
    # Both seen along the edge: a ray against a circle in the plane across it.
    across_motion = motion - (edge @ motion / safe)[:, None] * edge
    across_start = -start + (np.einsum("ij,ij->i", start, edge) / safe)[:, None] * edge
    t = _first_root(across_start, across_motion, radius)
    along = np.einsum("ij,ij->i", _at(t, motion) - start, edge) / safe
    return np.where((squared > 0) & (along >= 0) & (along <= 1), t, _NONE)


def _corner_times(corner: Array, motion: Array, radius: float) -> Array:
    return _first_root(-corner, np.broadcast_to(motion, corner.shape), radius)


def _at(t: Array, motion: Array) -> Array:
    """Points reached at times ``t`` (N,), zero where the time is not finite."""
    return np.where(np.isfinite(t), t, 0.0)[:, None] * motion


def _first_root(offset: Array, motion: Array, radius: float) -> Array:
    """First t >= 0 with |offset + t motion| = radius, coming from outside."""
    a = np.einsum("ij,ij->i", motion, motion)
    b = np.einsum("ij,ij->i", offset, motion)
    c = np.einsum("ij,ij->i", offset, offset) - radius**2
    disc = b * b - a * c
    ok = (a > 1e-18) & (disc >= 0) & (b < 0) & (c >= 0)
    root = np.sqrt(np.where(ok, disc, 0.0))
    # The stable form: c / (-b + root) keeps precision where root is close to -b.
    return np.where(ok, c / np.where(ok, -b + root, 1.0), _NONE)
