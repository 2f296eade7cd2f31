"""Flights to a target, and the short trajectories made from them (paper, appendix D).

What the paper leaves open is decided here:

- The line leads from the start to the target's highest point, above its centre. Its thirty
  points are evenly spaced, both ends included.
- A place is a point a whole number of metres from the start along each axis, drawn evenly from
  those within 10 m of the line's point on each axis, so that moves are written in whole metres.
- Places are where a drone can have come: with free sky above, over the ground and below the cap.
- A trajectory keeps 1 to N places, N one for each ten metres of the line, at most ten; how many
  and which is drawn evenly, and any may be dropped, the start as well.
- It is cut at an even draw. What is kept must be a flight that the loop allows: no move is
  refused or blocked, none is zero, and no two samples of a scenario show the same.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from lookabout.benchmarks.flysearch.reward import Point
from lookabout.benchmarks.flysearch.rules import Place, refusal
from lookabout.benchmarks.flysearch.sets import SetRules
from lookabout.flight.autopilot import CLEARANCE_M
from lookabout.sim.protocol import Simulator

Floats = NDArray[np.float64]

STEPS = 30
OFFSET_M = 10
TRAJECTORIES = 10
MOST_KEPT = 10
METRES_PER_STEP = 10.0
LOWEST_M = 3.0
"""Over the ground; lower pictures show nothing but blades of grass."""
_TRIES = 30
"""At a place."""
_SAMPLE_TRIES = 2000
_RAYS = 8
"""Around a flight, at the drone's clearance."""


@dataclass(frozen=True)
class Airspace:
    """Where a flight may lead: the set's limits, and what stands in the way."""

    rules: SetRules
    ground_z: float
    simulator: Simulator
    """Reset with the scenario; only its rays are asked."""

    def reachable(self, points: Floats) -> NDArray[np.bool_]:
        """Which of the points (N, 3) have free sky above."""
        above = points.copy()
        above[:, 2] = self.ground_z + self.rules.altitude_cap + CLEARANCE_M
        return self.clear(points, above)

    def clear(self, starts: Floats, ends: Floats) -> NDArray[np.bool_]:
        """Along which of the segments, both ends (N, 3), nothing solid comes near."""
        along = ends - starts
        length = np.linalg.norm(along, axis=1)
        unit = np.divide(along, length[:, None], where=length[:, None] > 0, out=_ups(len(along)))
        side = np.cross(unit, np.where(np.abs(unit[:, 2:]) > 0.9, [1.0, 0, 0], [0, 0, 1.0]))
        side /= np.linalg.norm(side, axis=1)[:, None]
        angles = np.linspace(0, 2 * math.pi, _RAYS, endpoint=False)
        ring = np.cos(angles)[:, None, None] * side + np.sin(angles)[:, None, None] * np.cross(
            unit, side
        )
        origins = starts + CLEARANCE_M * np.concatenate([np.zeros((1, *unit.shape)), ring])
        reach = length + CLEARANCE_M
        hits = self.simulator.raycast(
            origins.reshape(-1, 3), np.tile(unit, (_RAYS + 1, 1)), float(reach.max(initial=0.0))
        )
        free: NDArray[np.bool_] = (hits.distance.reshape(_RAYS + 1, -1) > reach).all(axis=0)
        return free

    def allows(self, path: list[Point]) -> bool:
        """Whether the loop would refuse no move of a path that begins an episode."""
        places = [Place(x, y, z - self.ground_z) for x, y, z in path]
        return all(
            b != a
            and refusal(self.rules, places[0], a, (b.x - a.x, b.y - a.y, b.altitude - a.altitude))
            is None
            for a, b in pairwise(places)
        )


def line(start: Point, target_centre: Point, target_top: float) -> Floats:
    """Evenly spaced points (30, 3) from the start to the top of the target, over its centre."""
    return np.linspace(start, (target_centre[0], target_centre[1], target_top), STEPS)


def draw_places(
    points: Floats, start: Point, air: Airspace, rng: np.random.Generator
) -> list[Point]:
    """
    A place near each point of a line, where there is one, in the line's order.

    :returns: at most as many as points; x, y, z in metres, world frame.
    """
    origin = np.array(start)
    low = np.ceil(points - OFFSET_M - origin - 1e-9)
    high = np.floor(points + OFFSET_M - origin + 1e-9)
    bottom = math.ceil(air.ground_z + LOWEST_M - origin[2] - 1e-9)
    top = math.floor(air.ground_z + air.rules.altitude_cap - origin[2] + 1e-9)
    low[:, 2] = np.clip(low[:, 2], bottom, top)
    high[:, 2] = np.clip(high[:, 2], bottom, top)
    found: dict[int, Point] = {}
    left: NDArray[np.intp] = np.arange(len(points))
    for _ in range(_TRIES):
        drawn = rng.integers(low[left], high[left], endpoint=True) + origin
        free = air.reachable(drawn)
        for index, place in zip(left[free].tolist(), drawn[free].tolist(), strict=True):
            found[index] = (round(place[0], 6), round(place[1], 6), round(place[2], 6))
        left = left[~free]
        if not len(left):
            break
    return [found[index] for index in sorted(found)]


def most_steps(points: Floats) -> int:
    """How many places a trajectory along a line may keep."""
    length = float(np.linalg.norm(points[-1] - points[0]))
    return min(max(round(length / METRES_PER_STEP), 1), MOST_KEPT)


def draw_samples(
    places: list[Point], most: int, air: Airspace, rng: np.random.Generator
) -> list[tuple[int, ...]] | None:
    """
    Ten trajectories along the places, cut: what each sample shows, as indices in order.

    :param most: places that a trajectory may keep.
    :returns: None where the places allow too few.
    """
    firsts, seconds = np.triu_indices(len(places), 1)
    array = np.array(places).reshape(-1, 3)
    joined = np.zeros((len(places), len(places)), dtype=bool)
    if len(firsts):
        joined[firsts, seconds] = air.clear(array[firsts], array[seconds])
    found: list[tuple[int, ...]] = []
    for _ in range(_SAMPLE_TRIES):
        kept = int(rng.integers(1, min(most, len(places)), endpoint=True)) if places else 0
        if not kept:
            break
        chosen = np.sort(rng.choice(len(places), kept, replace=False))
        shown = tuple(chosen[: int(rng.integers(1, kept, endpoint=True))].tolist())
        flown = all(joined[a, b] for a, b in pairwise(shown))
        if flown and shown not in found and air.allows([places[i] for i in shown]):
            found.append(shown)
        if len(found) == TRAJECTORIES:
            return found
    return None


def _ups(count: int) -> Floats:
    return np.tile([0.0, 0.0, 1.0], (count, 1))
