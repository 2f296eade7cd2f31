"""Rays, sweeps and lines of sight on the same scene description that is rendered."""

from __future__ import annotations

from collections.abc import Container
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lookabout.errors import UsageError
from lookabout.geometry import Box, Camera, Pose, affine_inverse, sweep_sphere
from lookabout.geometry.ray import ray_triangles
from lookabout.render.embree import Tracer
from lookabout.render.solids import Floats, Ints, Shape, Solids
from lookabout.render.surface import box_triangles, spread
from lookabout.world.scene import Scene, SceneObject

Objects = NDArray[np.object_]
_CELL = 64.0
"""Metres. Static things are indexed by squares of this size, when rays first reach them."""
_WORTH_AN_INDEX = 200.0
"""Metres of ray, in all, from which on an index of the cells they cross pays."""
_GAP = 2e-3
"""Metres. A hit this close before a point of a surface is the surface itself..."""
_RELATIVE_GAP = 5e-5
"""...and so much more for each metre that it is away, for Embree's single precision."""


class RayWorld:
    """
    A scene for geometric questions.

    Only solid things count, by their colliders where they have them. Labels are names of
    objects, and for static things their label (or, without one, the name of their mesh).
    """

    def __init__(self, scene: Scene) -> None:
        """:raises UsageError: when the scene names a mesh that does not exist."""
        shapes: dict[str, Shape] = {}
        self._static = Solids.of(scene.meshes, scene.static, shapes)
        self._cells = _cells(self._static)
        self._objects = {t.name: _Thing(scene, t, shapes) for t in scene.objects}

    def set_pose(self, name: str, matrix: ArrayLike) -> None:
        """
        Put an object somewhere else; costs next to nothing.

        :param matrix: (4, 4), object axes to world axes.
        :raises UsageError: when there is no object of that name.
        """
        self._object(name).place(np.asarray(matrix, dtype=float).reshape(4, 4))

    def cast(
        self,
        origins: ArrayLike,
        directions: ArrayLike,
        limit: float = np.inf,
        *,
        without: Container[str] = (),
    ) -> tuple[Floats, list[str]]:
        """
        First solid thing along each ray.

        :param origins: (N, 3), metres, world frame.
        :param directions: (N, 3), of any length but 0.
        :param limit: metres; what lies farther is not hit. A short ray costs less, since only
            what it can reach is indexed.
        :param without: names of objects that are not there for these rays.
        :returns: distances (N,) in metres, infinity where nothing is hit; labels, N of them, ''
            where nothing is hit.
        :raises ValueError: for a direction without length.
        """
        start = np.asarray(origins, dtype=float).reshape(-1, 3)
        way = np.asarray(directions, dtype=float).reshape(-1, 3)
        length = np.linalg.norm(way, axis=1)
        if not (length > 0).all():
            raise ValueError("a ray needs a direction")
        way = way / length[:, None]
        distance = np.full(len(start), float(limit))
        labels = np.full(len(start), None, dtype=object)
        if len(start) * limit <= _WORTH_AN_INDEX:
            self._search(start, way, distance, labels, without)
        else:
            self._trace(start, way, distance, labels, without)
        missed = labels == None  # noqa: E711, elementwise
        distance[missed], labels[missed] = np.inf, ""
        return distance, labels.tolist()

    def _trace(
        self,
        start: Floats,
        way: Floats,
        distance: Floats,
        labels: Objects,
        without: Container[str],
    ) -> None:
        """Lower ``distance`` to that of first hits, by Embree."""
        for cell in self._reached(start, way, distance):
            found, triangle = cell.tracer.cast(start, way, distance)
            hit = triangle >= 0
            distance[hit], labels[hit] = found[hit], cell.labels(triangle[hit])
        for name, thing in self._objects.items():
            if name in without:
                continue
            found = thing.cast(start, way, distance)
            hit = found < distance
            distance[hit], labels[hit] = found[hit], name

    def _search(
        self,
        start: Floats,
        way: Floats,
        distance: Floats,
        labels: Objects,
        without: Container[str],
    ) -> None:
        """The same by trying every triangle nearby: sooner done for little than an index."""
        if len(start) == 0:
            return
        ends = start + way * distance[:, None]
        low = np.minimum(start, ends).min(axis=0) - _GAP
        high = np.maximum(start, ends).max(axis=0) + _GAP
        corners, names = self.triangles_near(low, high, without=without)
        for k in range(len(start) if len(corners) else 0):
            found = ray_triangles(start[k], way[k], corners)
            first = int(np.argmin(found))
            if found[first] < distance[k]:
                distance[k], labels[k] = found[first], names[first]

    def triangles_near(
        self, low: Floats, high: Floats, *, without: Container[str] = ()
    ) -> tuple[Floats, Objects]:
        """
        Corners (N, 3, 3) of all solid triangles that may reach into a box, and their labels (N,).

        :param low: corner of the box, (3,), world frame; ``high`` the opposite one.
        :param without: names of objects that are left out.
        """
        static, owner = self._static.triangles_near(low, high)
        named = np.array([*self._static.labels, ""], dtype=object)
        corners, labels = [static], [named[self._static.label[owner]]]
        for name, thing in self._objects.items():
            if name in without:
                continue
            found, _ = thing.solids.triangles_near(low, high)
            if len(found):
                corners.append(found)
                labels.append(np.full(len(found), name, dtype=object))
        return np.concatenate(corners), np.concatenate(labels)

    def triangles_of(self, name: str) -> Floats:
        """
        Corners (N, 3, 3) of an object's solid triangles, in its own axes.

        :raises UsageError: when there is no object of that name.
        """
        return self._object(name).triangles()

    def sweep(
        self, start: ArrayLike, displacement: ArrayLike, radius: float
    ) -> tuple[float, str | None]:
        """
        Move a sphere in a straight line until it touches something solid.

        :param start: centre, (3,), metres, world frame.
        :param displacement: (3,), metres.
        :param radius: metres, > 0.
        :returns: share of the displacement covered, in [0, 1], and what was touched, or None.
            A sphere that starts inside a surface is stopped at once only if it goes deeper.
        """
        origin = np.asarray(start, dtype=float).reshape(3)
        motion = np.asarray(displacement, dtype=float).reshape(3)
        low = np.minimum(origin, origin + motion) - radius
        high = np.maximum(origin, origin + motion) + radius
        corners, labels = self.triangles_near(low, high)
        share, index = sweep_sphere(origin, motion, radius, corners)
        return min(share, 1.0), None if index < 0 else labels[index]

    def visible_fraction(
        self, camera: Camera, pose: Pose, name: str, *, without: Container[str] = ()
    ) -> float:
        """
        Share of an object that a camera sees.

        Points lie on the object's surface (its solid parts as rays know them; the box of its
        parts where none is solid), the same ones at every call, evenly by area. Of those on
        triangles that face the camera's position, the value is the share that lies inside the
        picture, in front of the camera, with nothing solid on the line of sight: neither other
        things nor the object itself. It is 0 when no point faces the camera.

        :param pose: of the camera, world frame.
        :param without: names of objects that hide nothing.
        :raises UsageError: when there is no object of that name.
        """
        points, normals = self._object(name).surface()
        towards = pose.position - points
        facing = points[np.einsum("ij,ij->i", normals, towards) > 0]
        if len(facing) == 0:
            return 0.0
        pixels, _ = camera.project(pose.to_body(facing))
        inside = facing[camera.sees(pixels)]
        return int(self._seen(pose.position, inside, without).sum()) / len(facing)

    def _seen(self, eye: Floats, points: Floats, without: Container[str]) -> NDArray[np.bool_]:
        """Which points (N, 3) nothing solid hides from ``eye`` (3,)."""
        if len(points) == 0:
            return np.zeros(0, dtype=bool)
        way = points - eye
        distance = np.linalg.norm(way, axis=1)
        way /= np.maximum(distance, 1e-12)[:, None]
        limit = distance - _GAP - _RELATIVE_GAP * distance
        seen: NDArray[np.bool_] = limit > 0
        start = np.broadcast_to(eye, points.shape)
        for cell in self._reached(start, way, limit):
            seen &= cell.tracer.cast(start, way, np.where(seen, limit, 0.0))[1] < 0
        for name, thing in self._objects.items():
            if name not in without:
                seen &= np.isinf(thing.cast(start, way, np.where(seen, limit, 0.0)))
        return seen

    def _reached(self, start: Floats, way: Floats, limit: Floats) -> list[_Cell]:
        """Cells that rays may reach, the nearest first; whole bundles at a time, so not exact."""
        if not self._cells or len(start) == 0:
            return []
        low, high = self._bounds
        ends = start + way * np.where(way == 0.0, 0.0, limit[:, None])
        first = np.minimum(start, ends).min(axis=0)
        last = np.maximum(start, ends).max(axis=0)
        middle = start.mean(axis=0)
        near = np.flatnonzero(((low <= last) & (high >= first)).all(axis=1))
        gap = np.linalg.norm(middle - np.clip(middle, low[near], high[near]), axis=1)
        return [self._cells[i] for i in near[np.argsort(gap, kind="stable")]]

    @cached_property
    def _bounds(self) -> tuple[Floats, Floats]:
        tracers = [cell.tracer for cell in self._cells]
        return np.stack([t.low for t in tracers]), np.stack([t.high for t in tracers])

    def _object(self, name: str) -> _Thing:
        try:
            return self._objects[name]
        except KeyError:
            raise UsageError(f"the scene has no object {name!r}") from None


class _Cell:
    """Static instances that lie together."""

    def __init__(self, solids: Solids, chosen: Ints) -> None:
        self._solids, self._chosen = solids, chosen
        low, high = solids.boxes
        self.tracer = Tracer(low[chosen].min(axis=0), high[chosen].max(axis=0), self._triangles)
        self._owner: Ints = np.empty(0, dtype=np.intp)

    def _triangles(self) -> Floats:
        corners, self._owner = self._solids.triangles(self._chosen)
        return corners

    def labels(self, triangles: Ints) -> list[str]:
        """Of triangles that the tracer hit."""
        return [self._solids.labels[i] for i in self._solids.label[self._owner[triangles]]]


def _cells(solids: Solids) -> list[_Cell]:
    """Instances by the square that their middle lies in; those too big for it each alone."""
    if len(solids) == 0:
        return []
    low, high = solids.boxes
    big = (high - low)[:, :2].max(axis=1) > 1.5 * _CELL
    square = np.floor((low + high)[:, :2] / 2 / _CELL).astype(np.int64)
    small = np.flatnonzero(~big)
    _, group = np.unique(square[small], axis=0, return_inverse=True)
    order = np.argsort(group.ravel(), kind="stable")
    bounds = np.flatnonzero(np.diff(group.ravel()[order])) + 1
    groups = np.split(small[order], bounds) if len(small) else []
    return [_Cell(solids, np.array([i])) for i in np.flatnonzero(big)] + [
        _Cell(solids, chosen) for chosen in groups
    ]


class _Thing:
    """A scene object: fixed in its own axes, movable in the world."""

    def __init__(self, scene: Scene, thing: SceneObject, shapes: dict[str, Shape]) -> None:
        self._solids = Solids.of(scene.meshes, thing.parts, shapes)
        self._parts, self._meshes = thing.parts, scene.meshes
        low, high = self._solids.boxes
        self._tracer = (
            Tracer(low.min(axis=0), high.max(axis=0), self.triangles) if len(low) else None
        )
        self.place(thing.pose)

    def place(self, pose: Floats) -> None:
        """Move to ``pose`` (4, 4)."""
        self._pose, self._back = pose, affine_inverse(pose)
        self.solids = self._solids.moved(pose)

    def cast(self, start: Floats, way: Floats, limit: Floats) -> Floats:
        """Distances (N,) of first hits nearer than ``limit``, infinity for none."""
        if self._tracer is None:
            return np.full(len(start), np.inf)
        # Directions keep their lengths in the object's axes, so distances need no conversion.
        local = start @ self._back[:3, :3].T + self._back[:3, 3]
        return self._tracer.cast(local, way @ self._back[:3, :3].T, limit)[0]

    def surface(self) -> tuple[Floats, Floats]:
        """Points (N, 3) and outward normals (N, 3), of any length, in world axes."""
        points, normals = self._surface
        linear = self._pose[:3, :3]
        turned = normals @ np.linalg.inv(linear)
        return points @ linear.T + self._pose[:3, 3], turned

    @cached_property
    def _surface(self) -> tuple[Floats, Floats]:
        if len(self._solids):
            return spread(self.triangles())
        return spread(box_triangles(self._box()))

    def triangles(self) -> Floats:
        """Corners (N, 3, 3) of the solid parts, in the object's own axes."""
        return self._solids.triangles(np.arange(len(self._solids)))[0]

    def _box(self) -> Box:
        """Around all parts, in the object's own axes."""
        points = [
            self._meshes[part.mesh].vertices @ t[:3, :3].T + t[:3, 3]
            for part in self._parts
            for t in part.transforms
        ]
        return Box.of_points(np.vstack(points))
