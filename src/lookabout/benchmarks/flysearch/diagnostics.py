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
    path = flight_path(steps)
    known = bool(path) and all(map(_usable, path))
    found: dict[str, Value] = dict.fromkeys(
        ("area_seen_percent", "area_recognisable_percent", "revisited_percent")
    )
    if known and start and ground is not None:
        found |= _areas(record, steps, start, ground)
    centre = _point(record.truth.get("target_centre"))
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
    across = [_clipped(view.x, view.half, area.x, area.half) for view in views]
    up = [_clipped(view.y, view.half, area.y, area.half) for view in views]
    ys = sorted({end for span in up for end in span})
    row = {y: i for i, y in enumerate(ys)}
    # A view's rows in a column of the grid, one bit a row.
    columns = [(1 << row[high]) - (1 << row[low]) for low, high in up]
    widths: dict[tuple[int, int], float] = {}
    for left, right in pairwise(sorted({end for span in across for end in span})):
        seen = revisited = before = 0
        for (low, high), rows in zip(across, columns, strict=True):
            now = rows if low <= left and right <= high else 0
            revisited |= seen & now & ~before
            seen |= now
            before = now
        widths[seen, revisited] = widths.get((seen, revisited), 0.0) + right - left
    return Coverage(
        seen=math.fsum(_height(seen, ys) * width for (seen, _), width in widths.items()),
        revisited=math.fsum(_height(again, ys) * width for (_, again), width in widths.items()),
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
    if len(path) == 1:
        return math.dist(path[0], target)
    return min(_distance(start, end, target) for start, end in pairwise(path))


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


def _clipped(middle: float, half: float, around: float, reach: float) -> tuple[float, float]:
    """Both ends of a span within around ± reach; equal if it lies outside."""
    low, high = around - reach, around + reach
    return min(max(middle - half, low), high), max(min(middle + half, high), low)


def _height(rows: int, ys: Sequence[float]) -> float:
    """Of rows, one bit each, between ascending edges: run by run of bits."""
    total = 0.0
    while rows:
        low = (rows & -rows).bit_length() - 1
        ones = rows >> low
        high = low + (~ones & (ones + 1)).bit_length() - 1
        total += ys[high] - ys[low]
        rows = rows >> high << high
    return total


def _distance(start: Point, end: Point, target: Point) -> float:
    """From a point to the nearest place of a segment, which may be a point itself."""
    ax, ay, az = (s - t for s, t in zip(start, target, strict=True))
    bx, by, bz = (e - s for s, e in zip(start, end, strict=True))
    square = bx * bx + by * by + bz * bz
    at = -(ax * bx + ay * by + az * bz) / square if square > 0 else 0.0
    at = min(max(at, 0.0), 1.0)
    return math.hypot(ax + at * bx, ay + at * by, az + at * bz)


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
    """Not so for a number that is none, since no comparison with it holds."""
    x, y, z = place
    return abs(x) < _FAR_M and abs(y) < _FAR_M and abs(z) < _FAR_M
