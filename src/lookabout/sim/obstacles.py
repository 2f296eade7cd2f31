"""The solid things of a scene as what flying bodies meet."""

from __future__ import annotations

import math
from collections.abc import Collection
from itertools import pairwise

import numpy as np

from lookabout.flight.airspace import STEP_S, Near
from lookabout.flight.quadrotor import Vector
from lookabout.geometry import Cloud
from lookabout.render.rays import RayWorld
from lookabout.world.routes import place_at
from lookabout.world.spec import RouteSpec

WITHIN = 2.0
"""Metres around a body in which nearest points are found."""
_CUBE = 5.0
"""Half-side of the cube whose triangles are kept at hand, metres."""
_STILL: Vector = (0.0, 0.0, 0.0)


class Standing:
    """Everything in a scene that does not move."""

    speed = 0.0

    def __init__(self, rays: RayWorld, without: Collection[str], bodies: int) -> None:
        """
        :param without: names of the objects that move.
        :param bodies: how many there are to meet it.
        """
        self._rays, self._without, self._most = rays, without, 2 * bodies
        self._cubes: list[_Cube] = []

    def nearest(self, position: Vector, time_s: float) -> Near:
        """See :class:`lookabout.flight.airspace.Obstacle`."""
        cube = next((c for c in self._cubes if c.room(position) >= WITHIN), None)
        if cube is None:
            cube = _Cube(position, self._rays, self._without)
            self._cubes = [cube, *self._cubes[: self._most - 1]]
        distance, point, index = cube.cloud.nearest(position, WITHIN)
        return Near(distance, point, cube.labels[index] if index >= 0 else None, _STILL)

    def forget(self) -> None:
        """Something was put elsewhere."""
        self._cubes = []


class _Cube:
    """Triangles of a neighbourhood."""

    def __init__(self, centre: Vector, rays: RayWorld, without: Collection[str]) -> None:
        self._centre = centre
        middle = np.array(centre)
        corners, labels = rays.triangles_near(middle - _CUBE, middle + _CUBE, without=without)
        self.cloud, self.labels = Cloud(corners), labels.tolist()

    def room(self, position: Vector) -> float:
        """Metres from a place to the cube's nearest side; negative outside."""
        return _CUBE - max(abs(p - c) for p, c in zip(position, self._centre, strict=True))


class Moving:
    """An object on its route."""

    def __init__(self, rays: RayWorld, route: RouteSpec) -> None:
        self._route, self._name = route, route.object
        corners = rays.triangles_of(route.object)
        self._cloud = Cloud(corners)
        points = corners.reshape(-1, 3) if len(corners) else np.zeros((1, 3))
        middle = (points.min(axis=0) + points.max(axis=0)) / 2
        self._middle: Vector = (float(middle[0]), float(middle[1]), float(middle[2]))
        self._reach = float(np.sqrt(((points - middle) ** 2).sum(axis=1).max()))
        # Turns are about the object's own origin, which its farthest point circles.
        self.speed = _fastest(route, float(np.sqrt((points**2).sum(axis=1).max())))
        self._at = (math.nan, _Frame(_STILL, 0.0, 0.0))

    def nearest(self, position: Vector, time_s: float) -> Near:
        """See :class:`lookabout.flight.airspace.Obstacle`."""
        frame = self._frame(time_s)
        local = frame.inward(position)
        gap = math.dist(local, self._middle) - self._reach
        if gap >= WITHIN:
            return Near(gap, position, None, _STILL)
        distance, point, index = self._cloud.nearest(local, WITHIN)
        if index < 0:
            return Near(distance, position, None, _STILL)
        now, before = frame.outward(point), self._made(time_s - STEP_S).outward(point)
        velocity = tuple((a - b) / STEP_S for a, b in zip(now, before, strict=True))
        return Near(distance, now, self._name, (velocity[0], velocity[1], velocity[2]))

    def _frame(self, time_s: float) -> _Frame:
        if self._at[0] != time_s:
            self._at = time_s, self._made(time_s)
        return self._at[1]

    def _made(self, time_s: float) -> _Frame:
        return _Frame(*place_at(self._route, time_s))


class _Frame:
    """A mover's axes in the world's."""

    def __init__(self, origin: Vector, yaw_deg: float, pitch_deg: float) -> None:
        yaw, pitch = math.radians(yaw_deg), math.radians(pitch_deg)
        c, s, cp, sp = math.cos(yaw), math.sin(yaw), math.cos(pitch), math.sin(pitch)
        self._origin = origin
        self._forward = (c * cp, s * cp, sp)
        self._left = (-s, c, 0.0)
        self._up = (-c * sp, -s * sp, cp)

    def inward(self, p: Vector) -> Vector:
        x, y, z = (a - b for a, b in zip(p, self._origin, strict=True))
        (a, b, c), (d, e, _), (g, h, i) = self._forward, self._left, self._up
        return a * x + b * y + c * z, d * x + e * y, g * x + h * y + i * z

    def outward(self, p: Vector) -> Vector:
        x, y, z = self._origin
        (a, b, c), (d, e, _), (g, h, i) = self._forward, self._left, self._up
        u, v, w = p
        return x + a * u + d * v + g * w, y + b * u + e * v + h * w, z + c * u + i * w


def _fastest(route: RouteSpec, arm: float) -> float:
    """Highest speed of any point of an object on its route, m/s."""
    top = 0.0
    for a, b in pairwise(route.waypoints):
        turn = abs(math.remainder(math.radians(b.yaw_deg - a.yaw_deg), math.tau))
        turn += abs(math.radians(b.pitch_deg - a.pitch_deg))
        way = math.dist(a.position, b.position) + turn * arm
        top = max(top, way / (b.time_s - a.time_s))
    return top
