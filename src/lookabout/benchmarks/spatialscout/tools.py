"""The ten tools: what they take, checked strictly, and how they are described (paper table 2)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from lookabout.benchmarks.templates import packaged
from lookabout.exchange import Tool, ToolCall

LONGEST_MOVE_M = 1.0
LARGEST_TURN_DEG = 180.0
MOST_CALLS = 500
"""Of one reply that are carried out: all pictures, each after several moves. A model that repeats
itself may ask for thousands, whose results no service and no record would hold."""
MOST_OBSERVATIONS = 64
MOST_POSITIONS = 1000
Number = Annotated[float, Field(allow_inf_nan=False, ge=-1e6, le=1e6)]


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
    if model is None:
        raise BadCallError(f"there is no tool {call.name[:60]!r}; tools: {', '.join(ARGUMENTS)}")
    if call.problem:
        raise BadCallError("the arguments are no JSON object, or one too long or nested too deep")
    try:
        # Numbers may come as integers; anything else must be of its type.
        return model.model_validate(dict(call.arguments))
    except ValidationError as error:
        problems = "; ".join(
            f"{'.'.join(map(str, item['loc'])) or 'arguments'}: {item['msg']}"
            for item in error.errors()[:5]
        )
        raise BadCallError(problems) from None


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
