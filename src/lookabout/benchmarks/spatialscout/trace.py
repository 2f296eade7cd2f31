"""An episode's tool calls, read back from its record; damaged lines are left out."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lookabout.records import StepRecord

Point = tuple[float, float, float]


@dataclass(frozen=True)
class Call:
    """A tool call and what it gave."""

    index: int
    """Of the episode's calls, from 0."""
    reply: int
    """Of the episode, from 1: model calls used so far."""
    name: str
    result: Mapping[str, Any]

    @property
    def succeeded(self) -> bool:
        """It was carried out."""
        return "error" not in self.result


@dataclass(frozen=True)
class Triangulation:
    """A point that the agent had computed."""

    call: int
    """Index of the call."""
    point: Point
    residual_m: float
    warned: bool


@dataclass(frozen=True)
class MapState:
    """The map after a submission, empty batches included."""

    call: int
    """Index of the call."""
    reply: int
    images: int
    """Pictures taken so far, the first included."""
    estimates: Mapping[str, Point]


def calls(steps: Sequence[StepRecord]) -> Iterator[Call]:
    """All of them, in order."""
    index = 0
    for step in steps:
        listed = step.detail.get("calls")
        for item in listed if isinstance(listed, list) else ():
            if isinstance(item, dict) and isinstance(item.get("result"), dict):
                yield Call(index, step.turn, str(item.get("name")), item["result"])
                index += 1


def triangulations(steps: Sequence[StepRecord]) -> list[Triangulation]:
    """Those that gave a point."""
    found = []
    for call in calls(steps):
        point = _point(call.result.get("point"))
        residual = call.result.get("rms_ray_distance_m")
        if call.name == "triangulate_observations" and point and isinstance(residual, int | float):
            warned = bool(call.result.get("warnings"))
            found.append(Triangulation(call.index, point, float(residual), warned))
    return found


def map_states(steps: Sequence[StepRecord]) -> list[MapState]:
    """After each successful submission; pictures are counted by their captures."""
    images, found = 1, []
    for call in calls(steps):
        if call.name == "capture_image" and call.succeeded:
            images += 1
        listed = call.result.get("map")
        if call.name == "submit_positions" and isinstance(listed, dict):
            estimates = {name: _point(value) for name, value in listed.items()}
            known = {name: point for name, point in estimates.items() if point}
            found.append(MapState(call.index, call.reply, images, known))
    return found


def images_used(steps: Sequence[StepRecord]) -> int:
    """The first included."""
    return 1 + sum(call.name == "capture_image" and call.succeeded for call in calls(steps))


def _point(value: Any) -> Point | None:
    if not isinstance(value, list | tuple) or len(value) != 3:
        return None
    if not all(isinstance(v, int | float) and math.isfinite(v) for v in value):
        return None
    return float(value[0]), float(value[1]), float(value[2])
