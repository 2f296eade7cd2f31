"""Room for the things that a scenario puts into a world."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from lookabout.world import assets
from lookabout.world.routes import Place, place_at
from lookabout.world.spec import ObjectSpec, RouteSpec, WorldSpec

Floats = NDArray[np.float64]
MARGIN = 0.3
"""Metres kept free around an object."""
_PACE = 0.5


def _along(route: RouteSpec) -> Iterator[Place]:
    """Where a mover is on its way, at most ``_PACE`` apart."""
    for a, b in pairwise(route.waypoints):
        steps = max(1, math.ceil(math.dist(a.position, b.position) / _PACE))
        for k in range(steps + 1):
            yield place_at(route, a.time_s + (b.time_s - a.time_s) * k / steps)


class Keepout:
    """Turned rectangles that nothing else may touch."""

    def __init__(self, rectangles: Sequence[tuple[float, float, float, float, float]]) -> None:
        """:param rectangles: (x, y, yaw in degrees, length, width) of each, without margin."""
        self._boxes = np.asarray(rectangles, float).reshape(-1, 5)
        # Around each with its margin: x, y, radius.
        self._discs = [
            (x, y, math.hypot(length, width) / 2 + MARGIN)
            for x, y, _, length, width in self._boxes.tolist()
        ]

    @classmethod
    def around(cls, objects: Sequence[ObjectSpec]) -> Keepout:
        """Room for objects of a spec."""
        return cls(
            [
                (*thing.position[:2], thing.yaw_deg, *asset.footprint)
                for thing in objects
                for asset in [assets.make(thing.kind, thing.seed, thing.inscription)]
            ]
        )

    @classmethod
    def of(cls, spec: WorldSpec) -> Keepout:
        """Room for the objects of a spec, and along the routes of those that move."""
        objects = {thing.name: thing for thing in spec.objects}
        return cls.around(
            [
                *spec.objects,
                *(
                    objects[route.object].model_copy(
                        update={"position": at.position, "yaw_deg": at.yaw_deg}
                    )
                    for route in spec.routes
                    for at in _along(route)
                ),
            ]
        )

    def reaches(self, low: Sequence[float], high: Sequence[float]) -> bool:
        """Whether any rectangle may touch the upright box from ``low`` to ``high`` (x, y)."""
        return any(
            x + half > low[0] and x - half < high[0] and y + half > low[1] and y - half < high[1]
            for x, y, half in self._discs
        )

    def _corners(self, margin: float) -> Iterator[tuple[Floats, Floats]]:
        """Each rectangle, grown by a margin: its axes (2, 2) as rows, and corners (4, 2)."""
        for x, y, yaw, length, width in self._boxes.tolist():
            c, s = np.cos(np.radians(yaw)), np.sin(np.radians(yaw))
            axes = np.array([[c, s], [-s, c]])
            half = np.array([length / 2 + margin, width / 2 + margin])
            signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
            yield axes, np.array([x, y]) + (signs * half) @ axes

    def clear_of_polygon(self, ring: Sequence[tuple[float, float]]) -> bool:
        """Whether a convex polygon touches no rectangle (separating axes)."""
        xs, ys = [x for x, _ in ring], [y for _, y in ring]
        if not self.reaches((min(xs), min(ys)), (max(xs), max(ys))):
            return True
        shape = np.asarray(ring, float)
        step = np.roll(shape, -1, axis=0) - shape
        own = np.column_stack([-step[:, 1], step[:, 0]])
        for axes, corners in self._corners(MARGIN):
            ways = np.concatenate([axes, own])
            a, b = shape @ ways.T, corners @ ways.T
            if not ((a.min(0) > b.max(0)) | (b.min(0) > a.max(0))).any():
                return False
        return True

    def cut(self, lines: Floats, half_width: Floats) -> tuple[Floats, NDArray[np.intp]]:
        """
        What is left of bars that rectangles are cut out of.

        :param lines: (N, 4), from x, y to x, y.
        :param half_width: (N,)
        :returns: the pieces (M, 4), and which bar each is of (M,).
        """
        which = np.arange(len(lines))
        for x, y, yaw, length, width in self._boxes.tolist():
            c, s = np.cos(np.radians(yaw)), np.sin(np.radians(yaw))
            start, step = lines[:, :2] - [x, y], lines[:, 2:] - lines[:, :2]
            enter, leave = np.zeros(len(lines)), np.ones(len(lines))
            for way, long in (((c, s), length), ((-s, c), width)):
                place, speed = start @ np.array(way), step @ np.array(way)
                half = long / 2 + MARGIN + half_width[which]
                with np.errstate(divide="ignore", invalid="ignore"):
                    t0, t1 = (-half - place) / speed, (half - place) / speed
                still = np.abs(speed) < 1e-12
                t0 = np.where(still, np.where(np.abs(place) < half, -np.inf, np.inf), t0)
                t1 = np.where(still, np.inf, t1)
                enter = np.maximum(enter, np.minimum(t0, t1))
                leave = np.minimum(leave, np.maximum(t0, t1))
            hit = enter < leave
            first, second = lines[hit], lines[hit]
            first[:, 2:] = first[:, :2] + enter[hit, None] * step[hit]
            second[:, :2] = second[:, :2] + leave[hit, None] * step[hit]
            lines = np.concatenate([lines[~hit], first, second])
            which = np.concatenate([which[~hit], which[hit], which[hit]])
        return lines, which

    def clear_of_circles(self, xy: Floats, radius: Floats | float) -> NDArray[np.bool_]:
        """Which discs (N, 2) with ``radius`` touch no rectangle."""
        free = np.ones(len(xy), bool)
        for x, y, yaw, length, width in self._boxes.tolist():
            c, s = np.cos(np.radians(yaw)), np.sin(np.radians(yaw))
            d = xy - [x, y]
            a = np.abs(d[:, 0] * c + d[:, 1] * s) - length / 2 - MARGIN
            b = np.abs(-d[:, 0] * s + d[:, 1] * c) - width / 2 - MARGIN
            free &= np.hypot(np.maximum(a, 0), np.maximum(b, 0)) > radius
        return free

    def clear_of_boxes(
        self, xy: Floats, yaw_deg: Floats, length: Floats, width: Floats
    ) -> NDArray[np.bool_]:
        """Which rectangles, (N,) each, touch none of ours (separating axes)."""
        free = np.ones(len(xy), bool)
        angle = np.radians(yaw_deg)
        u = np.stack([np.cos(angle), np.sin(angle)], 1)
        v = np.stack([-u[:, 1], u[:, 0]], 1)
        for x, y, yaw, long, wide in self._boxes.tolist():
            p = np.array([np.cos(np.radians(yaw)), np.sin(np.radians(yaw))])
            q = np.array([-p[1], p[0]])
            half_l, half_w = long / 2 + MARGIN, wide / 2 + MARGIN
            d = xy - [x, y]
            apart = np.zeros(len(xy), bool)
            for axis, half in ((p, half_l), (q, half_w)):
                other = np.abs(u @ axis) * length / 2 + np.abs(v @ axis) * width / 2
                apart |= np.abs(d @ axis) > half + other
            for along, half in ((u, length / 2), (v, width / 2)):
                ours = np.abs(along @ p) * half_l + np.abs(along @ q) * half_w
                apart |= np.abs(np.einsum("ij,ij->i", d, along)) > half + ours
            free &= apart
        return free
