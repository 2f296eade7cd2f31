"""Scenarios: plain data that say what world to build, where the agent starts, what to do."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import Field, ValidationError, model_validator

from lookabout.errors import UsageError
from lookabout.world.spec import Degrees, Name, Point, SpecModel, WorldSpec

MAX_SCENARIO_BYTES = 10_000_000
T = TypeVar("T", bound=SpecModel)


class VehicleSpec(SpecModel):
    """Something that flies."""

    name: Name
    position: Point
    """World frame, metres."""
    yaw_deg: Degrees = 90.0
    flight: Literal["free", "quadrotor"] = "free"
    """``free`` goes where it is moved, at once; a ``quadrotor`` has a body, which flies and
    is seen."""


class Scenario(SpecModel):
    """One episode's world, start and task."""

    format: Literal["lookabout-scenario-1"] = "lookabout-scenario-1"
    id: Name
    benchmark: Name
    """Whose task it is, e.g. ``flysearch``."""
    set: Name
    """E.g. ``fs1-city``."""
    seed: Annotated[int, Field(ge=0, le=2**63 - 1)]
    """From which this scenario was drawn."""
    world: WorldSpec
    vehicles: Annotated[tuple[VehicleSpec, ...], Field(min_length=1, max_length=64)]
    task: dict[str, Any]
    """The benchmark's own part, checked by the benchmark."""

    @model_validator(mode="after")
    def _names_are_unique(self) -> Scenario:
        names = [item.name for item in self.vehicles]
        names += [item.name for item in self.world.objects]
        if len(set(names)) != len(names):
            raise ValueError("two vehicles, or a vehicle and an object, have the same name")
        return self


def parse_scenario(text: str, *, where: str) -> Scenario:
    """
    A scenario from JSON text.

    :param where: named in errors, e.g. the file's path.
    :raises UsageError: naming the field and what was expected.
    """
    try:
        data = json.loads(
            text, parse_constant=_refuse_constant, object_pairs_hook=_refuse_duplicates
        )
    except ValueError as error:
        raise UsageError(f"not valid JSON: {error}", where=where) from None
    except RecursionError:
        raise UsageError("not valid JSON: nested too deeply", where=where) from None
    return check(Scenario, data, where=where)


def check(model: type[T], data: object, *, where: str) -> T:
    """
    Data from JSON as a ``model``, types taken strictly: "5" is no number.

    :raises UsageError: naming the wrong fields and what was expected.
    """
    try:
        return model.model_validate_json(json.dumps(data), strict=True)
    except ValidationError as error:
        raise UsageError(describe(error), where=where) from None


def describe(error: ValidationError) -> str:
    """All problems of a failed validation, each with its field, at most eight."""
    lines = []
    for item in error.errors()[:8]:
        field = ".".join(str(part) for part in item["loc"]) or "(whole file)"
        given = "" if item["type"] == "missing" else f" (got {_short(item.get('input'))})"
        lines.append(f"field {field}: {item['msg']}{given}")
    return "; ".join(lines)


def _short(value: object) -> str:
    try:
        text = repr(value)
    except ValueError:  # an integer with more digits than Python prints
        return "a huge number"
    return text if len(text) <= 60 else text[:57] + "..."


def read_scenario(path: Path) -> Scenario:
    """:raises UsageError: if the file is missing, too large, or not a scenario."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise UsageError("cannot be read: not a regular file", where=str(path))
        if status.st_size > MAX_SCENARIO_BYTES:
            raise UsageError(
                f"larger than a scenario can be ({status.st_size} bytes; "
                f"at most {MAX_SCENARIO_BYTES})",
                where=str(path),
            )
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise UsageError("not UTF-8 text", where=str(path)) from None
    except OSError as error:
        raise UsageError(f"cannot be read: {error.strerror}", where=str(path)) from None
    return parse_scenario(text, where=str(path))


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number that JSON knows")


def _refuse_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise ValueError(f"the key {name!r} is given twice")
            seen.add(name)
    return found
