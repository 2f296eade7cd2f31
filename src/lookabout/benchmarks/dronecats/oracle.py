"""Finding the way to the target by the truth: what the privileged agent flies by."""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lookabout.benchmarks.dronecats.actions import SCALE, Action, Finished, Go, Rotate
from lookabout.flight.gimbal import level
from lookabout.geometry import Box, Camera, Pose
from lookabout.sim.protocol import Hits

Floats = NDArray[np.float64]
Cell = tuple[int, int, int]
_CLAIM_M = 4.5
"""So near to the centre it claims, if it sees the target; the way ends a little nearer."""
_NEAR_M = 3.8
_SURFACE_M = 1.2
"""It stays so far from the target's box."""
_STEP_M = 3.0
_LEVEL_M, _HEIGHT_M = 2.0, 1.0
"""Steps of the lattice in which a way is sought: gentle enough that each can be pointed at."""
_TUBE_M = 0.5
"""Around the drone, where nothing may be."""
_MOST_CELLS = 4000
_TARGET_MOVED_M = 2.0
_PASSED_M = 0.9
_AHEAD = 4
"""Points of the way of which the earlier ones may be cut off."""
_AIM_DEG = 35.0
"""It turns before it flies to what lies farther to the side."""
_MOVES = [(i, j, k) for i in (-1, 0, 1) for j in (-1, 0, 1) for k in (-1, 0, 1) if (i, j) != (0, 0)]


class Navigator:
    """Brings one drone to the target."""

    def __init__(self, truth: Mapping[str, Any]) -> None:
        """:param truth: of the briefing."""
        self._target: str = truth["target"]
        self._pose: Callable[[str], Pose] = truth["pose"]
        self._box: Callable[[str], Box] = truth["box"]
        self._visible: Callable[[Camera, Pose, str], float] = truth["visible"]
        self._raycast: Callable[[Floats, Floats, float], Hits] = truth["raycast"]
        centre = np.array(truth["target_centre"])
        starts: Mapping[str, Any] = truth["starts"]
        self.chosen = min(
            starts, key=lambda name: float(np.linalg.norm(np.array(starts[name]) - centre))
        )
        """The drone that starts nearest to the target."""
        self._way: list[Floats] = []
        self._planned_for = np.full(3, np.inf)

    def decide(self, camera: Camera) -> Action:
        """What the drone does next."""
        pose = level(self._pose(self.chosen))
        box = self._box(self._target)
        distance = float(np.linalg.norm(box.centre - pose.position))
        if distance <= _CLAIM_M:
            if self._visible(camera, pose, self._target) > 0:
                return Finished()
            turn = _sideways_deg(pose, box.centre)
            if abs(turn) > 10.0:
                return _turned(turn)
        return self._go(camera, pose, self._next(pose.position, box))

    def _go(self, camera: Camera, pose: Pose, to: Floats) -> Action:
        turn = _sideways_deg(pose, to)
        if abs(turn) > min(_AIM_DEG, 0.4 * camera.fov_deg):
            return _turned(turn)
        pixel = camera.project(pose.to_body(to.reshape(1, 3)))[0][0]
        x = (pixel[0] + 0.5) / camera.width * SCALE
        y = (pixel[1] + 0.5) / camera.height * SCALE
        distance = float(np.linalg.norm(to - pose.position))
        return Go(
            round(float(np.clip(x, 0.0, SCALE)), 2),
            round(float(np.clip(y, 0.0, SCALE)), 2),
            round(min(distance, _STEP_M), 3),
        )

    # -- the way ---------------------------------------------------------------------

    def _next(self, here: Floats, box: Box) -> Floats:
        """The point to fly to from here."""
        stop = _before(box, here)
        if self._free(here, stop[None])[0]:
            self._way = []
            return stop
        moved = float(np.linalg.norm(box.centre - self._planned_for))
        while self._way and np.linalg.norm(self._way[0] - here) < _PASSED_M:
            self._way.pop(0)
        if not self._way or moved > _TARGET_MOVED_M or not self._free(here, self._way[:1])[0]:
            self._way, self._planned_for = self._search(here, box), box.centre
        if not self._way:
            return stop  # no way was found: straight on
        ahead = np.flatnonzero(self._free(here, self._way[:_AHEAD]))
        if len(ahead):
            self._way = self._way[int(ahead[-1]) :]  # straight to the farthest that can be
        return self._way[0]

    def _search(self, start: Floats, box: Box) -> list[Floats]:
        """The shortest way on a lattice (A*) to the target's vicinity; empty if there is none."""
        scale = np.array([_LEVEL_M, _LEVEL_M, _HEIGHT_M])
        offsets = np.array(_MOVES) * scale
        lengths = np.linalg.norm(offsets, axis=1).tolist()
        came: dict[Cell, Cell | None] = {(0, 0, 0): None}
        cost: dict[Cell, float] = {(0, 0, 0): 0.0}
        order = itertools.count()
        queue: list[tuple[float, int, Cell]] = [(0.0, next(order), (0, 0, 0))]
        done: set[Cell] = set()
        while queue and len(done) < _MOST_CELLS:
            cell = heapq.heappop(queue)[2]
            if cell in done:
                continue
            done.add(cell)
            place = start + np.array(cell) * scale
            if self._arrived(place, box):
                return _traced(came, cell, start, scale)
            ends = place + offsets
            free = self._free(place, ends) & np.array([box.distance(e) >= _SURFACE_M for e in ends])
            for index in np.flatnonzero(free).tolist():
                i, j, k = _MOVES[index]
                to = cell[0] + i, cell[1] + j, cell[2] + k
                reached = cost[cell] + lengths[index]
                if reached < cost.get(to, math.inf):
                    cost[to], came[to] = reached, cell
                    left = float(np.linalg.norm(ends[index] - box.centre)) - _CLAIM_M
                    heapq.heappush(queue, (reached + max(0.0, left), next(order), to))
        return []

    def _arrived(self, place: Floats, box: Box) -> bool:
        """Near enough to claim, with nothing between."""
        way = box.centre - place
        distance = float(np.linalg.norm(way))
        if distance > _CLAIM_M:
            return False
        return self._raycast(place[None], way[None], distance).label[0] in ("", self._target)

    def _free(self, start: Floats, ends: Any) -> NDArray[np.bool_]:
        """Whether the straight ways from a place to (N, 3) are free, as five rays each see it."""
        ends = np.asarray(ends, dtype=float).reshape(-1, 3)
        ways = ends - start
        lengths = np.maximum(np.linalg.norm(ways, axis=1), 1e-6)
        forward = ways / lengths[:, None]
        side = np.cross(forward, [0.0, 0.0, 1.0])
        side /= np.maximum(np.linalg.norm(side, axis=1), 1e-6)[:, None]
        up = np.cross(side, forward)
        around = np.stack([0 * side, side, -side, up, -up], axis=1) * _TUBE_M
        origins = (start + around).reshape(-1, 3)
        directions = np.repeat(
            np.where(lengths[:, None] > 1e-5, forward, [1.0, 0.0, 0.0]), 5, axis=0
        )
        hits = self._raycast(origins, directions, float(lengths.max()) + _TUBE_M)
        reach = hits.distance.reshape(-1, 5).min(axis=1)
        free: NDArray[np.bool_] = reach > lengths + _TUBE_M - 1e-9
        return free


def _before(box: Box, here: Floats) -> Floats:
    """On the straight way to the target's centre, where it is near but not touched."""
    way = box.centre - here
    distance = float(np.linalg.norm(way))
    back = way / max(distance, 1e-9)
    place: Floats = box.centre - min(_NEAR_M, distance) * back
    for _ in range(20):
        if box.distance(place) >= _SURFACE_M or np.linalg.norm(box.centre - place) > _CLAIM_M:
            break
        place = place - 0.1 * back
    return place


def _traced(
    came: Mapping[Cell, Cell | None], cell: Cell, start: Floats, scale: Floats
) -> list[Floats]:
    """The places of a way, without its start."""
    way: list[Floats] = []
    at: Cell | None = cell
    while at is not None and came[at] is not None:
        way.append(start + np.array(at) * scale)
        at = came[at]
    return way[::-1]


def _sideways_deg(pose: Pose, point: Floats) -> float:
    """How far to the right a point lies of where a level pose looks, degrees."""
    forward, left, _ = pose.to_body(point.reshape(1, 3))[0]
    return math.degrees(math.atan2(-left, forward))


def _turned(degrees: float) -> Rotate:
    return Rotate(round(float(np.clip(degrees, -90.0, 90.0)), 2))
