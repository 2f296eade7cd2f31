"""What the published system calls targets, and what we call them."""

from __future__ import annotations

from dataclasses import dataclass

from lookabout.benchmarks.flysearch.targets import VEHICLES

IMPORTED = "imported"
"""First part of the world's kind in imported scenarios, e.g. ``imported/city``."""
ENVIRONMENTS = ("city", "forest")
_PREFIX = "ObjectType."
ANOMALY = "ANOMALY"
"""All that the published system tells of an anomaly's type; which it was is not in its files."""


@dataclass(frozen=True)
class Target:
    """A target as our sets know it."""

    target_class: str
    kind: str
    anomaly: bool = False


def _vehicle_type(kind: str) -> str:
    """``vehicle/red_sports_car`` as ``RED_SPORT_CAR``, ``vehicle/red_pickup`` as
    ``RED_PICKUP_TRUCK``."""
    name = kind.removeprefix("vehicle/").replace("sports_car", "sport_car")
    return (f"{name}_truck" if name.endswith("pickup") else name).upper()


_CURRENT = {
    "city": {
        **{_vehicle_type(kind): Target("vehicle", kind) for kind in VEHICLES},
        "ROAD_CONSTRUCTION_SITE": Target("construction", "construction"),
        "CROWD": Target("crowd", "crowd"),
        "LARGE_TRASH_PILE": Target("trash", "trash"),
        "FIRE": Target("fire", "fire"),
    },
    "forest": {
        "CAMPSITE": Target("campsite", "campsite"),
        "TRASH_PILE": Target("trash", "trash/forest"),
        "PERSON": Target("person", "person/hiker"),
        "FOREST_FIRE": Target("fire", "forest_fire"),
        "BUILDING": Target("building", "abandoned_building"),
    },
}
_OLDER = {
    "city": {
        "CONSTRUCTION_WORKS": Target("construction", "construction"),
        "TRASH": Target("trash", "trash"),
        "FIRE_CAR": Target("fire", "fire"),
    },
    "forest": {
        "CAMPING": Target("campsite", "campsite"),
        "TRASH": Target("trash", "trash/forest"),
        "FIRE": Target("fire", "forest_fire"),
        "UFO": Target("ufo", "ufo", anomaly=True),
        "PLANE": Target("small_aeroplane", "small_aeroplane", anomaly=True),
        "HELICOPTER": Target("helicopter", "helicopter", anomaly=True),
    },
}


def find_target(environment: str, object_type: str) -> Target | None:
    """
    The target of a published type, current or older; None for one that nobody knows.

    :param object_type: e.g. ``ObjectType.RED_SPORT_CAR``; the prefix may be missing.
    """
    name = object_type.strip().removeprefix(_PREFIX).upper()
    if name == ANOMALY:
        return Target("anomaly", "anomaly", anomaly=True)
    return _CURRENT[environment].get(name) or _OLDER[environment].get(name)


def environments_of(object_type: str) -> tuple[str, ...]:
    """In which environments a type occurs."""
    name = object_type.strip().removeprefix(_PREFIX).upper()
    return tuple(
        environment
        for environment in ENVIRONMENTS
        if name in _CURRENT[environment] or name in _OLDER[environment]
    )


def published_type(environment: str, kind: str) -> str:
    """``ObjectType.…`` of one of our kinds; every kind that is no usual target is an anomaly."""
    for name, target in _CURRENT[environment].items():
        if target.kind == kind:
            return f"{_PREFIX}{name}"
    return f"{_PREFIX}{ANOMALY}"


def is_fire(object_type: str) -> bool:
    """Whether the published scorer takes a target for a fire."""
    return "fire" in object_type.lower()
