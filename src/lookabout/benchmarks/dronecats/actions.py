"""The four actions, how a reply is read, and how they are told back (paper §3.1, appendix A)."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

PointOrder = Literal["xy", "yx"]
SCALE = 1000.0
"""Image points run from 0 to this on both axes."""
MAX_DEPTH_M = 1000.0
MAX_YAW_DEG = 360.0
MAX_CHARACTERS = 200_000
_MOST_ATTEMPTS = 2000
HISTORY = 5
"""Actions that the agent is told back."""
FIRST_STEP = "(none yet: this is the first step)"
UNTOLD = "(not told)"


@dataclass(frozen=True)
class Go:
    """Fly towards an image point."""

    x: float
    """0 at the left edge of the picture, 1000 at its right."""
    y: float
    """0 at the top, 1000 at the bottom."""
    depth: float
    """Metres ahead along the point's ray."""


@dataclass(frozen=True)
class Rotate:
    """Turn on the spot."""

    yaw: float
    """Degrees, to the right (clockwise from above) where positive."""


@dataclass(frozen=True)
class Think:
    """Hold; the next call may think longer."""


@dataclass(frozen=True)
class Finished:
    """Hold; a claim to have arrived, which ends nothing."""


Action = Go | Rotate | Think | Finished
Problem = Literal[
    "no_object", "several_objects", "broken_json", "unknown_action", "missing_field", "bad_field",
    "out_of_range", "wrong_count",
]  # fmt: skip


@dataclass(frozen=True)
class Unreadable:
    """No action could be read; the drone holds."""

    problem: Problem
    """Counted in reports."""
    why: str


def read_reply(text: str, order: PointOrder) -> Action | Unreadable:
    """
    The one action in a reply.

    Exactly one JSON object counts, alone, in a code fence, in an array of its own, or with prose
    around it. What it means is read strictly: known action, all fields, finite numbers in range.
    """
    found = _values(text)
    if isinstance(found, Unreadable):
        return found
    objects = [item for value in found for item in (value if isinstance(value, list) else [value])]
    if len(objects) != 1:
        problem: Problem = "several_objects" if objects else "no_object"
        return Unreadable(problem, f"{len(objects)} JSON objects, expected one")
    return read_action(objects[0], order)


def read_commands(
    text: str, count: int, order: PointOrder
) -> tuple[Action | Unreadable, ...] | Unreadable:
    """
    The commands of a reply for several drones: one JSON array with an object each, in order.

    A command that cannot be read is unreadable by itself: the other drones still fly.
    """
    found = _values(text)
    if isinstance(found, Unreadable):
        return found
    arrays = [value for value in found if isinstance(value, list)]
    if len(arrays) == 1 and len(found) == 1:
        listed = arrays[0]
    elif not arrays:
        listed = found  # objects one after another, without the brackets
    else:
        return Unreadable("several_objects", f"{len(found)} JSON values, expected one array")
    if len(listed) != count:
        return Unreadable("wrong_count", f"{len(listed)} commands for {count} drones")
    return tuple(read_action(item, order) for item in listed)


def read_action(value: Any, order: PointOrder) -> Action | Unreadable:
    """An action from JSON."""
    if not isinstance(value, Mapping):
        return Unreadable("bad_field", f"expected an object, got {type(value).__name__}")
    name = value.get("action")
    if not isinstance(name, str):
        return Unreadable("missing_field", "no action")
    match name.strip().casefold():
        case "go":
            return _go(value, order)
        case "rotate":
            yaw = _number(value, "yaw", -MAX_YAW_DEG, MAX_YAW_DEG)
            return yaw if isinstance(yaw, Unreadable) else Rotate(yaw)
        case "think":
            return Think()
        case "finished":
            return Finished()
    return Unreadable("unknown_action", f"no action {name[:40]!r}")


def _go(value: Mapping[str, Any], order: PointOrder) -> Action | Unreadable:
    point = value.get("point")
    if point is None:
        return Unreadable("missing_field", "no point")
    if not isinstance(point, list) or len(point) != 2:
        return Unreadable("bad_field", "the point must be a list of two numbers")
    first, second = (_number({"point": item}, "point", 0.0, SCALE) for item in point)
    depth = _number(value, "depth", 0.0, MAX_DEPTH_M)
    for part in (first, second, depth):
        if isinstance(part, Unreadable):
            return part
    assert isinstance(first, float)
    assert isinstance(second, float)
    assert isinstance(depth, float)
    x, y = (first, second) if order == "xy" else (second, first)
    return Go(x, y, depth)


def _number(value: Mapping[str, Any], key: str, low: float, high: float) -> float | Unreadable:
    if key not in value:
        return Unreadable("missing_field", f"no {key}")
    number = value[key]
    if isinstance(number, bool) or not isinstance(number, int | float):
        return Unreadable("bad_field", f"{key} must be a number")
    if not low <= number <= high:  # NaN is not
        return Unreadable("out_of_range", f"{key} must be from {low:g} to {high:g}")
    return float(number)


def _values(text: str) -> list[Any] | Unreadable:
    """The outermost JSON objects and arrays of objects in a text, prose between them left out."""
    decoder = json.JSONDecoder()
    found: list[Any] = []
    at = attempts = 0
    text = text[:MAX_CHARACTERS]
    while attempts < _MOST_ATTEMPTS:
        starts = [i for i in (text.find("{", at), text.find("[", at)) if i >= 0]
        if not starts:
            break
        at = min(starts)
        attempts += 1
        try:
            value, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            at += 1
            continue
        if isinstance(value, dict) or any(isinstance(item, dict) for item in value):
            found.append(value)
            at = end
        else:
            at += 1  # brackets in prose, such as a list of numbers
    if found:
        return found
    if "{" in text:
        return Unreadable("broken_json", "no JSON object could be read")
    return Unreadable("no_object", "no JSON object")


def line(action: Action) -> str:
    """An action in the compact form of the history."""
    if isinstance(action, Go):
        return f"GO x={action.x:.0f} y={action.y:.0f} depth={action.depth:g}m"
    if isinstance(action, Rotate):
        return f"ROTATE angle={action.yaw:g}deg"
    return "THINK" if isinstance(action, Think) else "FINISHED"


def history(actions: Sequence[Action], length: int = HISTORY) -> str:
    """The last ``length`` actions, oldest first, numbered from 1, the newest tagged."""
    if length == 0:
        return UNTOLD
    last = actions[-length:]
    if not last:
        return FIRST_STEP
    lines = [f"{number}. {line(action)}" for number, action in enumerate(last, 1)]
    lines[-1] += "  <- most recent"
    return "\n".join(lines)


def written(action: Action, order: PointOrder) -> dict[str, Any]:
    """The JSON object that an agent writes for an action."""
    if isinstance(action, Go):
        point = [action.x, action.y] if order == "xy" else [action.y, action.x]
        return {"action": "go", "point": point, "depth": action.depth}
    if isinstance(action, Rotate):
        return {"action": "rotate", "yaw": action.yaw}
    return {"action": "think" if isinstance(action, Think) else "finished"}


def schema(drones: int = 1) -> dict[str, Any]:
    """JSON Schema of a reply: one object, or an array of one a drone where there are several."""
    point = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
    fields: dict[str, dict[str, Any]] = {
        "go": {"point": point, "depth": {"type": "number"}},
        "rotate": {"yaw": {"type": "number"}},
        "think": {},
        "finished": {},
    }
    action = {
        "anyOf": [
            {
                "type": "object",
                "properties": {"action": {"type": "string", "enum": [name]}, **own},
                "required": ["action", *own],
                "additionalProperties": False,
            }
            for name, own in fields.items()
        ]
    }
    if drones == 1:
        return action
    return {"type": "array", "items": action, "minItems": drones, "maxItems": drones}


def record_of(action: Action | Unreadable) -> dict[str, Any]:
    """For a step's record."""
    if isinstance(action, Unreadable):
        return {"kind": "unreadable", "problem": action.problem, "why": action.why}
    kind = type(action).__name__.lower()
    return {"kind": kind, **{key: _finite(value) for key, value in vars(action).items()}}


def action_of(record: Mapping[str, Any]) -> Action | Unreadable:
    """The action that :func:`record_of` wrote. :raises ValueError: for anything else."""
    match record.get("kind"):
        case "go":
            return Go(*(_recorded(record, key) for key in ("x", "y", "depth")))
        case "rotate":
            return Rotate(_recorded(record, "yaw"))
        case "think":
            return Think()
        case "finished":
            return Finished()
        case "unreadable" if record.get("problem") in get_args(Problem):
            return Unreadable(record["problem"], str(record.get("why", "")))
    raise ValueError(f"no action of DroneCATS: {record!r:.80}")


def _recorded(record: Mapping[str, Any], key: str) -> float:
    number = record.get(key)
    if isinstance(number, bool) or not isinstance(number, int | float) or not abs(number) < 1e9:
        raise ValueError(f"no action of DroneCATS: {key} is {number!r:.80}")
    return float(number)


def _finite(value: float) -> float:
    assert math.isfinite(value)
    return value
