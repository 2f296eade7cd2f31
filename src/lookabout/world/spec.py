"""The part of a scenario that says what world to build. Plain data, checked on reading."""

from __future__ import annotations

import itertools
import operator
import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

Metres = Annotated[float, Field(ge=-1e5, le=1e5, allow_inf_nan=False)]
Point = tuple[Metres, Metres, Metres]
Degrees = Annotated[float, Field(ge=-720, le=720, allow_inf_nan=False)]
Name = Annotated[
    str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]*([./][A-Za-z0-9_-]+)*$", max_length=80)
]
"""Letters and digits with single dots and slashes between: never a path out of a folder."""

INSCRIPTION_LENGTH = 12
"""Characters of an inscription, at most."""
_INSCRIPTION = re.compile("([A-Z0-9-]+( [A-Z0-9-]+)*)?")


def _inscription(text: str) -> str:
    if len(text) > INSCRIPTION_LENGTH or not _INSCRIPTION.fullmatch(text):
        raise ValueError(
            f"expected at most {INSCRIPTION_LENGTH} characters of A-Z, 0-9, hyphen, and single "
            "spaces between them"
        )
    return text


Inscription = Annotated[
    str,
    AfterValidator(_inscription),
    Field(
        json_schema_extra={
            "pattern": f"^{_INSCRIPTION.pattern}$",
            "maxLength": INSCRIPTION_LENGTH,
        },
        exclude_if=operator.not_,
    ),
]
"""Capitals, digits, hyphens and single spaces; an empty one is left out of what is written."""

_MOST_WAYPOINTS = 10_000
"""In all: a record holds its whole scenario and must stay readable."""


class SpecModel(BaseModel):
    """Strict and frozen: unknown keys and wrong types are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class SunSpec(SpecModel):
    """Where the sun stands."""

    elevation_deg: Annotated[float, Field(gt=0, le=90)] = 45.0
    """Over the horizon."""
    azimuth_deg: Annotated[float, Field(ge=0, le=360)] = 110.0
    """Clockwise from north."""


class ObjectSpec(SpecModel):
    """A thing put into the world."""

    name: Name
    kind: Name
    """Class and type, e.g. ``vehicle/red_pickup``, ``fire``."""
    seed: Annotated[int, Field(ge=0, le=2**63 - 1)]
    """Picks the variant."""
    position: Point
    """World frame, metres; z is the ground it stands on."""
    yaw_deg: Degrees = 0.0
    inscription: Inscription = ""
    """Text that it bears, where its kind has a place for one: a licence plate, a sign."""


class Waypoint(SpecModel):
    """Where a mover is at a time; straight lines in between."""

    time_s: Annotated[float, Field(ge=0, le=1e6)]
    position: Point
    yaw_deg: Degrees = 0.0
    pitch_deg: Annotated[float, Field(ge=-90, le=90)] = 0.0
    """Of a thing on a slope: positive where its front is higher."""


class RouteSpec(SpecModel):
    """How a named object moves; before the first and after the last waypoint it stands."""

    object: Name
    waypoints: Annotated[tuple[Waypoint, ...], Field(min_length=1, max_length=10_000)]

    @model_validator(mode="after")
    def _times_increase(self) -> RouteSpec:
        times = [point.time_s for point in self.waypoints]
        if any(b <= a for a, b in itertools.pairwise(times)):
            raise ValueError("the times of a route's waypoints must increase")
        return self


class WorldSpec(SpecModel):
    """Which world, and what of it is built."""

    kind: Name
    """A registered world, e.g. ``city``."""
    seed: Annotated[int, Field(ge=0, le=2**63 - 1)]
    """The map: the same seed is always the same city."""
    centre: tuple[Metres, Metres] = (0.0, 0.0)
    """Only what lies near here is built."""
    radius: Annotated[float, Field(gt=0, le=5000)] = 350.0
    """Half-side of the square that is built, metres."""
    surroundings: bool = True
    """Stand-ins for what lies beyond, so that pictures have no edge."""
    dressing_seed: Annotated[int, Field(ge=0, le=2**63 - 1)] = 0
    """Parked cars, people and other distractors."""
    exclude: Annotated[tuple[Name, ...], Field(max_length=1000)] = ()
    """Kinds that no distractor may be, so that the target's description stays unique."""
    sun: SunSpec = SunSpec()
    look: Literal["auto", "builtin", "full"] = "auto"
    """``full`` needs the asset packs, ``builtin`` leaves them out, ``auto`` uses what is there."""
    objects: Annotated[tuple[ObjectSpec, ...], Field(max_length=1000)] = ()
    routes: Annotated[tuple[RouteSpec, ...], Field(max_length=1000)] = ()
    hidden: Annotated[tuple[Name, ...], Field(max_length=1000)] = ()
    """Names of the world's own objects that are left out, where it has such (``rooms``)."""
    params: dict[str, Any] = Field(default_factory=dict)
    """Settings of that kind of world, e.g. a forest's tree density."""

    @model_validator(mode="after")
    def _routes_are_of_a_sane_length(self) -> WorldSpec:
        if sum(len(route.waypoints) for route in self.routes) > _MOST_WAYPOINTS:
            raise ValueError(f"the routes have more than {_MOST_WAYPOINTS} waypoints in all")
        return self

    @model_validator(mode="after")
    def _names_are_unique_and_known(self) -> WorldSpec:
        names = [item.name for item in self.objects]
        if len(set(names)) != len(names):
            raise ValueError("two objects have the same name")
        moved = [route.object for route in self.routes]
        if len(set(moved)) != len(moved) or not set(moved) <= set(names):
            raise ValueError("each route must name one object of the world, each object once")
        return self
