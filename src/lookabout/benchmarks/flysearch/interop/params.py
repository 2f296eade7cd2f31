"""``scenario_params.json``: what the published system writes of a scenario, all as strings."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from lookabout.benchmarks.base import storable
from lookabout.benchmarks.flysearch.interop.files import (
    BadFileError,
    parse_json,
    parse_number,
    parse_triple,
    shown,
)
from lookabout.benchmarks.flysearch.interop.names import (
    Target,
    environments_of,
    find_target,
    is_fire,
)

FILE = "scenario_params.json"
MAX_SEED = 2**63 - 1
MAX_CM = 1e7
_MAX_M = 1e4
_MAX_DESCRIPTION = 500
_MOST_KEYS = 100
_LONGEST_VALUE = 2000
_SEED = re.compile(r"[0-9]{1,19}")
FS2 = "FS2"
T = TypeVar("T")


@dataclass(frozen=True)
class Params:
    """A published scenario, as far as its file says."""

    environment: str
    """``city`` or ``forest``."""
    object_type: str
    target: Target
    seed: int
    relative_start: tuple[float, float, float]
    """Of the drone from the object, metres, Y down the picture."""
    object_coords: tuple[float, float, float] | None = None
    """Centimetres, as in Unreal."""
    object_rot: tuple[float, float, float] | None = None
    """Pitch, yaw, roll, degrees, as in Unreal."""
    description: str = ""
    """What the agent was told to find."""
    object_id: str = ""
    light: tuple[float, float] | None = None
    """``sun_y`` and ``sun_z``."""
    live_trees: float | None = None
    dead_trees: float | None = None
    rocks: float | None = None
    fs2: bool = False
    """Says that it is of FS-2, or has a sun in a city, which only FS-2 has."""
    raw: Mapping[str, str] = field(default_factory=dict)
    """Everything, as it stands in the file."""

    @property
    def is_fire(self) -> bool:
        """Whether the published scorer takes the target for a fire."""
        return is_fire(self.object_type)

    @property
    def set_name(self) -> str:
        """Of our sets, the one that it belongs to."""
        if self.target.anomaly:
            return f"anomaly1-{self.environment}"
        return "fs2" if self.fs2 else f"fs1-{self.environment}"


def parse_params(data: bytes) -> Params:
    """
    The content of ``scenario_params.json``.

    :raises BadFileError: if it is damaged, or lacks what makes a scenario: the environment, the
        type of the object, the relative start, the seed.
    """
    values = _strings(parse_json(data, FILE))

    def wanted(key: str) -> str:
        if key not in values:
            raise BadFileError(f"{FILE} has no {key}")
        return values[key]

    def triple(key: str, most: float) -> tuple[float, float, float] | None:
        return _named(key, lambda: parse_triple(values[key], most)) if key in values else None

    def number(key: str, most: float) -> float | None:
        return _named(key, lambda: parse_number(values[key], most)) if key in values else None

    object_type = wanted("object_type")
    environment = _environment(values, object_type)
    target = find_target(environment, object_type)
    if target is None:
        raise BadFileError(f"{FILE}: object_type {shown(object_type)} is unknown")
    sun_y, sun_z = number("sun_y", 360), number("sun_z", 720)
    start = _named("drone_rel_coords", lambda: parse_triple(wanted("drone_rel_coords"), _MAX_M))
    light = None if sun_y is None or sun_z is None else (sun_y, sun_z)
    return Params(
        environment=environment,
        object_type=object_type,
        target=target,
        seed=_named("seed", lambda: _seed(wanted("seed"))),
        relative_start=start,
        object_coords=triple("object_coords", MAX_CM),
        object_rot=triple("object_rot", 720),
        description=values.get("passed_object_name", "").strip()[:_MAX_DESCRIPTION],
        object_id=values.get("object_id", ""),
        light=light,
        live_trees=number("forest_live_trees_density", 1),
        dead_trees=number("forest_dead_trees_density", 1),
        rocks=number("forest_stones", 1),
        fs2=values.get("difficulty") == FS2 or (environment == "city" and light is not None),
        raw=values,
    )


def write_params(values: Mapping[str, str]) -> str:
    """The text of ``scenario_params.json``."""
    return json.dumps(dict(values), indent=4)


def _strings(data: Any) -> dict[str, str]:
    """Values as strings, which they are in published files; bare numbers and lists pass too."""
    if not isinstance(data, dict):
        raise BadFileError(f"{FILE} is no object of names and values")
    if len(data) > _MOST_KEYS:
        raise BadFileError(f"{FILE} has {len(data)} values")
    found = {}
    for key, value in data.items():
        text = storable(value if isinstance(value, str) else json.dumps(value))
        if len(text) > _LONGEST_VALUE:
            raise BadFileError(f"{FILE}: {shown(key)} is absurdly long")
        found[storable(key)] = text
    return found


def _environment(values: Mapping[str, str], object_type: str) -> str:
    if "regenerate_city" in values:
        return "city"
    if "regenerate_forest" in values or "forest_live_trees_density" in values:
        return "forest"
    possible = environments_of(object_type)
    if len(possible) != 1:
        raise BadFileError(f"{FILE} says neither regenerate_city nor regenerate_forest")
    return possible[0]


def _seed(text: str) -> int:
    if not _SEED.fullmatch(text.strip()) or int(text) > MAX_SEED:
        raise BadFileError(f"{shown(text)} is no whole number from 0 to {MAX_SEED}")
    return int(text)


def _named(key: str, parse: Callable[[], T]) -> T:
    try:
        return parse()
    except BadFileError as error:
        text = str(error)
        raise BadFileError(text if text.startswith(FILE) else f"{FILE}: {key} {text}") from None
