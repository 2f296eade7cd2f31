"""How an episode explored, as a pure function of its record.

The paper's verdict says whether the target was found; these numbers say how it was looked for.
A view is the square on the ground that the camera frames: side twice the altitude, around the
drone, sides along the axes, on flat ground; what hides behind a house or a tree counts as in
view. Each turn gives one view: a refused reply repeats its turn and shows nothing new.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lookabout.benchmarks.flysearch.sets import get_rules
from lookabout.errors import UsageError
from lookabout.records import EpisodeRecord, StepRecord

Value = str | int | float | bool | None

FRAME_PIXELS = 500
"""Of a frame's side."""
RECOGNITION_PIXELS = 8
"""Over the target's smaller horizontal extent: Johnson's criterion for recognition, four line
pairs over an object's least dimension (J. Johnson, Analysis of image forming systems, 1958)."""
SAME_DIRECTION_DEG = 15.0
"""Two moves at most this far apart, as commanded, go in the same direction."""
MAX_VIEWS = 1000
"""Areas of more views than this are not worked out."""
_FAR_M = 1e7

Point = tuple[float, float, float]


@dataclass(frozen=True)
class Square:
    """A square on the ground with sides along the axes. World frame, metres."""

    x: float
    y: float
    half: float


@dataclass(frozen=True)
class Coverage:
    """Areas within a bounding square, square metres."""

    seen: float
    """In at least one view."""
    revisited: float
    """Of that: came into view, went out of view, and came into view again."""


def diagnose(record: EpisodeRecord, steps: Sequence[StepRecord]) -> dict[str, Value]:
    """
    The diagnostics of an episode; None where the record does not tell.

    ``area_seen_percent``: share of the search area that was ever in view.
    ``area_recognisable_percent``: share that was in view from low enough to tell the target's
    class, see :func:`recognition_altitude`. ``revisited_percent``: share of the area seen that
    came into view again after it had been out of view for at least one turn.
    ``distance_flown_m``: length of the path. ``closest_approach_m``: least distance between
    the path and the target's centre. ``target_ever_visible`` and ``first_visible_step``:
    whether, and in which step from 1, a picture first showed any part of the target; None in
    records without ``detail.target_visible``. ``collisions``: moves that ended at an obstacle.
    ``collisions_repeated``: collisions after which the agent's next reply was a move in the
    same direction (:data:`SAME_DIRECTION_DEG`), carried out or refused.
    """
    task = record.scenario.get("task")
    ground = _number(task.get("ground_z")) if isinstance(task, Mapping) else None
    start = _point(record.truth.get("start")) or _start(record.scenario)
    places = [step.position for step in steps]
    found: dict[str, Value] = dict.fromkeys(
        ("area_seen_percent", "area_recognisable_percent", "revisited_percent")
    )
    if start and ground is not None and places and all(map(_usable, places)):
        found |= _areas(record, steps, start, ground)
    path = flight_path(steps)
    centre = _point(record.truth.get("target_centre"))
    known = bool(path) and all(map(_usable, path))
    visible, first = _first_visible(steps)
    hits = [i for i, step in enumerate(steps) if step.outcome == "collided"]
    return found | {
        "distance_flown_m": path_length(path) if known else None,
        "closest_approach_m": closest_approach(path, centre) if known and centre else None,
        "target_ever_visible": visible,
        "first_visible_step": first,
        "collisions": len(hits),
        "collisions_repeated": sum(_repeats(steps, i) for i in hits),
    }


def recognition_altitude(extent: float) -> float:
    """
    Greatest altitude from which an object's class can be told, metres.

    :param extent: its smaller horizontal extent, metres. At altitude a the frame shows 2a
        metres on 500 pixels.
    """
    return extent * FRAME_PIXELS / (2 * RECOGNITION_PIXELS)


def coverage(views: Sequence[Square], area: Square) -> Coverage:
    """
    What views, in order of time, saw of an area. Exact: on the grid of all the squares' edges
    every cell is inside or outside of each view.
    """
    if not views:
        return Coverage(0.0, 0.0)
    low_x, high_x = _clipped([(v.x, v.half) for v in views], area.x, area.half)
    low_y, high_y = _clipped([(v.y, v.half) for v in views], area.y, area.half)
    xs, ys = np.unique([*low_x, *high_x]), np.unique([*low_y, *high_y])
    columns = zip(xs.searchsorted(low_x), xs.searchsorted(high_x), strict=True)
    rows = zip(ys.searchsorted(low_y), ys.searchsorted(high_y), strict=True)
    entered = np.zeros((max(len(ys) - 1, 0), max(len(xs) - 1, 0)), np.int16)
    before: tuple[int, int, int, int] | None = None
    for (x0, x1), (y0, y1) in zip(columns, rows, strict=True):
        entered[y0:y1, x0:x1] += 1
        if before:
            # Still in view: not entered anew.
            px0, px1, py0, py1 = before
            entered[max(y0, py0) : min(y1, py1), max(x0, px0) : min(x1, px1)] -= 1
        before = (x0, x1, y0, y1)
    across, up = np.diff(xs), np.diff(ys)
    return Coverage(
        seen=float(up @ (entered > 0) @ across), revisited=float(up @ (entered > 1) @ across)
    )


def flight_path(steps: Sequence[StepRecord]) -> list[Point]:
    """Every place of the drone that the record knows, in order."""
    path: list[Point] = []
    for step in steps:
        path.append(step.position)
        flown = step.detail.get("path")
        if isinstance(flown, list):
            path += [point for point in map(_point, flown) if point]
    return path


def path_length(path: Sequence[Point]) -> float:
    """Along straight lines from point to point, metres."""
    return math.fsum(math.dist(a, b) for a, b in pairwise(path))


def closest_approach(path: Sequence[Point], target: Point) -> float:
    """Least distance between a point and any place on a path of at least one point, metres."""
    points: NDArray[np.float64] = np.array(path, float) - np.array(target, float)
    if len(points) == 1:
        return float(np.linalg.norm(points[0]))
    start, along = points[:-1], np.diff(points, axis=0)
    squares = (along**2).sum(axis=1)
    # Where on each segment, from 0 to 1, the nearest point lies; a segment may be a point.
    at = -(start * along).sum(axis=1) / np.where(squares > 0, squares, 1.0)
    nearest = start + np.clip(at, 0.0, 1.0)[:, None] * along
    return float(np.sqrt((nearest**2).sum(axis=1)).min())


def same_direction(one: Sequence[float], other: Sequence[float]) -> bool:
    """Whether two displacements point the same way; no displacement points nowhere."""
    lengths = math.hypot(*one) * math.hypot(*other)
    if not lengths or not math.isfinite(lengths):
        return False
    cosine = math.fsum(a * b for a, b in zip(one, other, strict=True)) / lengths
    return cosine >= math.cos(math.radians(SAME_DIRECTION_DEG)) - 1e-12


def _areas(
    record: EpisodeRecord, steps: Sequence[StepRecord], start: Point, ground: float
) -> dict[str, Value]:
    try:
        rules = get_rules(str(record.scenario.get("set")))
    except UsageError:
        return {}
    views = _views(steps, ground)
    area = Square(start[0], start[1], rules.half_side(start[2] - ground))
    if area.half <= 0 or len(views) > MAX_VIEWS:
        return {}
    whole = (2 * area.half) ** 2
    all_views = coverage(views, area)
    found: dict[str, Value] = {
        "area_seen_percent": 100 * all_views.seen / whole,
        "revisited_percent": 100 * all_views.revisited / all_views.seen if all_views.seen else None,
    }
    extent = _extent(record.truth)
    if extent is not None:
        limit = recognition_altitude(extent)
        low = coverage([view for view in views if view.half <= limit], area)
        found["area_recognisable_percent"] = 100 * low.seen / whole
    return found


def _views(steps: Sequence[StepRecord], ground: float) -> list[Square]:
    """The first reply of each turn answers a new picture."""
    views = []
    turn = None
    for step in steps:
        if step.turn != turn:
            x, y, z = step.position
            views.append(Square(x, y, max(z - ground, 0.0)))
        turn = step.turn
    return views


def _clipped(
    spans: Sequence[tuple[float, float]], middle: float, half: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Both ends of each (middle, half-length) within another span; equal where outside."""
    array: NDArray[np.float64] = np.array(spans, float)
    low = np.clip(array[:, 0] - array[:, 1], middle - half, middle + half)
    high = np.clip(array[:, 0] + array[:, 1], middle - half, middle + half)
    return low, high


def _extent(truth: Mapping[str, Any]) -> float | None:
    """The smaller horizontal side of the target's box."""
    low, high = _point(truth.get("target_low")), _point(truth.get("target_high"))
    if low is None or high is None:
        return None
    return min(high[0] - low[0], high[1] - low[1])


def _first_visible(steps: Sequence[StepRecord]) -> tuple[bool | None, int | None]:
    """(ever visible, step); (None, None) if a picture before it has no entry."""
    turn = None
    for step in steps:
        if step.turn != turn:
            share = _number(step.detail.get("target_visible"))
            if share is None:
                return None, None
            if share > 0:
                return True, step.turn
        turn = step.turn
    return (False, None) if steps else (None, None)


def _repeats(steps: Sequence[StepRecord], hit: int) -> bool:
    """Whether the reply after a collision is a move in the direction of the collision."""
    if hit + 1 >= len(steps):
        return False
    one, other = (_displacement(steps[i].action) for i in (hit, hit + 1))
    return one is not None and other is not None and same_direction(one, other)


def _displacement(action: Mapping[str, Any]) -> Point | None:
    return _point(action.get("by")) if action.get("kind") == "move" else None


def _start(scenario: Mapping[str, Any]) -> Point | None:
    vehicles = scenario.get("vehicles")
    first = vehicles[0] if isinstance(vehicles, list) and vehicles else None
    return _point(first.get("position")) if isinstance(first, Mapping) else None


def _number(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if abs(value) < _FAR_M else None


def _point(value: Any) -> Point | None:
    """Three numbers of a size that a flight can have, or None."""
    if not isinstance(value, list | tuple) or len(value) != 3:
        return None
    x, y, z = map(_number, value)
    return (x, y, z) if x is not None and y is not None and z is not None else None


def _usable(place: Point) -> bool:
    return _point(place) is not None
