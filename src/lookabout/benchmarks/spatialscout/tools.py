"""The ten tools: what they take, checked strictly, and how they are described (paper table 2)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from lookabout.benchmarks.templates import packaged
from lookabout.exchange import Tool, ToolCall

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

LONGEST_MOVE_M = 1.0
LARGEST_TURN_DEG = 180.0
MOST_CALLS = 500
"""Of one reply that are carried out: all pictures, each after several moves. A model that repeats
itself may ask for thousands, whose results no service and no record would hold."""
MOST_OBSERVATIONS = 64
MOST_POSITIONS = 1000
LARGEST_NUMBER = 1e6
Number = Annotated[float, Field(allow_inf_nan=False, ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]
_MOST_PROBLEMS = 5
"""Of one call that are told."""
_EXPECTED = {
    "missing": "is missing",
    "float_type": "expected a number",
    "finite_number": "expected a finite number",
    "string_type": "expected a text",
    "list_type": "expected a list",
}
"""Words for what pydantic finds wrong, by its names."""


class Arguments(BaseModel):
    """Strict: unknown names, missing names, text for numbers and infinities are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Nothing(Arguments):
    """No arguments."""


class SetPosition(Arguments):
    """``set_camera_position``"""

    x: Annotated[Number, Field(description="metres, task frame")]
    y: Annotated[Number, Field(description="metres, task frame")]
    z: Annotated[Number, Field(description="metres, task frame")]


class Move(Arguments):
    """``move_camera``"""

    forward: Annotated[Number, Field(description="metres along the horizontal view direction")] = (
        0.0
    )
    right: Annotated[Number, Field(description="metres to the horizontal right")] = 0.0
    up: Annotated[Number, Field(description="metres vertically upward in the world")] = 0.0


class Rotate(Arguments):
    """``rotate_camera``"""

    yaw_deg: Annotated[
        Number, Field(description="degrees, counter-clockwise seen from above: to the left")
    ] = 0.0
    pitch_deg: Annotated[Number, Field(description="degrees, upward")] = 0.0


class Observed(Arguments):
    """A pixel in a frame."""

    frame_id: Annotated[str, Field(max_length=40, description="of a captured frame")]
    u: Annotated[Number, Field(description="column in the picture as you received it")]
    v: Annotated[Number, Field(description="row in the picture as you received it")]


class Triangulate(Arguments):
    """``triangulate_observations``"""

    observations: Annotated[
        list[Observed],
        Field(
            min_length=2,
            max_length=MOST_OBSERVATIONS,
            description="the same point of the scene in two or more frames",
        ),
    ]


class Position(Arguments):
    """An estimate."""

    identifier: Annotated[str, Field(max_length=200, description="of an entity in the inventory")]
    x: Annotated[float, Field(description="metres, task frame")]
    y: Annotated[float, Field(description="metres, task frame")]
    z: Annotated[float, Field(description="metres, task frame")]


class Submit(Arguments):
    """``submit_positions``"""

    positions: Annotated[
        list[Position],
        Field(
            max_length=MOST_POSITIONS,
            description="centres of entities; an empty list only returns the map",
        ),
    ]


ARGUMENTS: Mapping[str, type[Arguments]] = {
    "list_entities": Nothing,
    "get_camera_pose": Nothing,
    "get_camera_intrinsics": Nothing,
    "set_camera_position": SetPosition,
    "move_camera": Move,
    "rotate_camera": Rotate,
    "capture_image": Nothing,
    "triangulate_observations": Triangulate,
    "submit_positions": Submit,
    "finish_mapping": Nothing,
}
"""Every tool, and what it takes."""


class BadCallError(ValueError):
    """A call that no tool can carry out; the text tells the agent why."""


def read_call(call: ToolCall) -> Arguments:
    """
    The arguments of a call.

    :raises BadCallError: for an unknown tool or arguments that do not fit its schema.
    """
    model = ARGUMENTS.get(call.name)
    if call.problem and not call.name:  # what was read is no call of any tool
        raise BadCallError(call.problem[:200])
    if model is None:
        raise BadCallError(f"there is no tool {call.name[:60]!r}; tools: {', '.join(ARGUMENTS)}")
    if call.problem:
        raise BadCallError("the arguments are no JSON object, or one too long or nested too deep")
    try:
        # Numbers may come as integers; anything else must be of its type.
        return model.model_validate(dict(call.arguments))
    except ValidationError as error:
        found = error.errors(include_url=False, include_input=False)
        told = [_problem(model, item) for item in found[:_MOST_PROBLEMS]]
        more = [f"and {len(found) - len(told)} more"] * (len(found) > len(told))
        raise BadCallError("; ".join([*told, *more])) from None


def _problem(model: type[Arguments], item: ErrorDetails) -> str:
    """What is wrong with one argument, and what was expected, for the agent."""
    where = ".".join(str(part)[:60] for part in item["loc"])
    kind, limits = item["type"], item.get("ctx", {})
    # Entries of a list have arguments of their own.
    inner = len(item["loc"]) > 1
    owner = get_args(model.model_fields[str(item["loc"][0])].annotation)[0] if inner else model
    if kind == "extra_forbidden":
        known = ", ".join(owner.model_fields)
        words = f"there is no such argument; known: {known or 'none'}"
    elif kind == "model_type":
        words = f"expected an object with {', '.join(owner.model_fields)}"
    elif kind == "too_short":
        words = f"expected at least {limits['min_length']} entries, got {limits['actual_length']}"
    elif kind == "too_long":
        words = f"expected at most {limits['max_length']} entries, got {limits['actual_length']}"
    elif kind == "string_too_long":
        words = f"expected at most {limits['max_length']} characters"
    elif kind in ("less_than_equal", "greater_than_equal"):
        words = f"expected a number within ±{LARGEST_NUMBER:g}"
    else:
        words = _EXPECTED.get(kind, item["msg"])
    return f"{where}: {words}"


@cache
def schema(name: str) -> dict[str, Any]:
    """JSON Schema of a tool's arguments, without references, as every service takes it."""
    whole = ARGUMENTS[name].model_json_schema()
    plain: dict[str, Any] = _plain(whole, whole.get("$defs", {}))
    return plain


def tools(texts: Mapping[str, str]) -> tuple[Tool, ...]:
    """
    All ten.

    :param texts: descriptions in place of the package's, by ``tool_NAME``.
    """
    return tuple(
        Tool(name, texts.get(f"tool_{name}") or packaged(__package__, f"tool_{name}"), schema(name))
        for name in ARGUMENTS
    )


def _plain(part: Any, definitions: Mapping[str, Any]) -> Any:
    """References resolved, titles and the models' own descriptions left out."""
    if isinstance(part, list):
        return [_plain(item, definitions) for item in part]
    if not isinstance(part, dict):
        return part
    if "$ref" in part:
        part = definitions[part["$ref"].rsplit("/", 1)[1]]
    left_out = {"title", "$defs"} | ({"description"} if "properties" in part else set())
    plain = {key: _plain(value, definitions) for key, value in part.items() if key not in left_out}
    if plain.get("type") == "object":
        plain.setdefault("properties", {})
        plain.setdefault("required", [])
    return plain
