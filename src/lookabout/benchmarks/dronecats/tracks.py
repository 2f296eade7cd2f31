"""Where an episode's drones flew and what stood there, for the report's drawing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lookabout.benchmarks.dronecats.log import Log, read_log
from lookabout.benchmarks.dronecats.verdict import RADIUS_M
from lookabout.records import EpisodeRecord, StepRecord
from lookabout.results.drawing import Point
from lookabout.results.tracks import Tracks

_MOST = 64


def tracks(
    record: EpisodeRecord, steps: Sequence[StepRecord], radius: float | None = None
) -> Tracks | None:
    """
    None if the record does not tell, damaged or hostile as it may be.

    :param radius: to draw about the target; by default δ of the episode's settings.
    """
    try:
        radius = float(record.settings.get("delta", RADIUS_M)) if radius is None else radius
        log = read_log(steps)
        places = {name: tuple(p for _, p in _places(log, name)) for name in log.drones[:_MOST]}
        moved = list(_route(record.scenario, str(record.truth.get("target"))))
        # The record's truth is of the start.
        end = max((item.time_s for step in log.steps for item in step.trace), default=0.0)
        trail = _until(moved, end)
        candidates = record.truth.get("candidates") or {}
        others = [
            _point(centre) for name, centre in candidates.items() if name != record.truth["target"]
        ]
        contacts = [
            _nearest(list(_places(log, hit.drone)), hit.time_s)
            for step in log.steps
            for hit in step.contacts
        ]
        return Tracks(
            paths=tuple(places.items()),
            declarations=tuple(c.position for step in log.steps for c in step.declarations),
            contacts=tuple(place for place in contacts if place is not None),
            target=trail[-1] if trail else _point(record.truth["target_centre"]),
            target_path=tuple(trail),
            others=tuple(others[:_MOST]),
            radius=radius,
        )
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return None


def _places(log: Log, drone: str) -> Iterator[tuple[float, Point]]:
    for step in log.steps:
        for item in step.trace:
            if item.drone == drone:
                yield item.time_s, item.position


def _route(scenario: Mapping[str, Any], name: str) -> Iterator[tuple[float, Point]]:
    for route in scenario.get("world", {}).get("routes", []):
        if route["object"] == name:
            for waypoint in route["waypoints"]:
                yield float(waypoint["time_s"]), _point(waypoint["position"])


def _until(route: Sequence[tuple[float, Point]], end_s: float) -> list[Point]:
    """The way along a route up to a time; straight between its waypoints."""
    found: list[Point] = []
    for k, (time_s, place) in enumerate(route):
        if time_s > end_s and k:
            before_s, before = route[k - 1]
            part = (end_s - before_s) / (time_s - before_s)
            x, y, z = (a + part * (b - a) for a, b in zip(before, place, strict=True))
            found.append((x, y, z))
            break
        found.append(place)
        if time_s >= end_s:
            break
    return found


def _nearest(places: Sequence[tuple[float, Point]], time_s: float) -> Point | None:
    """Where a drone was nearest to that time."""
    return min(places, key=lambda item: abs(item[0] - time_s), default=(0.0, None))[1]


def _point(value: Any) -> Point:
    x, y, z = map(float, value)
    return x, y, z
