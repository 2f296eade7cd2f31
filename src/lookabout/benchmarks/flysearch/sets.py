"""The sets and their limits (paper tables S1 and S2; sun and forest from the same tables)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from lookabout.benchmarks.flysearch.targets import (
    CITY,
    CITY_ANOMALIES,
    FOREST,
    FOREST_ANOMALIES,
    TargetClass,
)
from lookabout.errors import UsageError


@dataclass(frozen=True)
class SetRules:
    """What governs a set's scenarios and episodes. Heights over the ground, metres."""

    name: str
    summary: str
    world: str
    """Kind of world, as registered."""
    size: int
    """Scenarios in the standard set."""
    heights: tuple[int, int]
    """Start height h, whole metres, both ends included."""
    offset: float
    """Start offset per axis, as a share of h."""
    steps: int
    """Replies that count; the last can only end the episode."""
    altitude_cap: float
    area: float | None
    """Half-side of the search square around the start; None: h."""
    view_rule: bool
    """Moves must stay within the view last shown."""
    line_of_sight: bool
    """The target's centre is not hidden from the start; else it only has free sky above."""
    sun_elevation: tuple[float, float]
    """Degrees over the horizon; drawn evenly."""
    sun_azimuth: tuple[float, float]
    """Degrees clockwise from north; drawn evenly."""
    classes: tuple[TargetClass, ...]
    """Of targets, drawn evenly."""
    params: tuple[tuple[str, float, float], ...] = ()
    """Settings of the world, each drawn evenly from its range."""
    picture: bool = False
    """The agent is also shown what the target looks like from above."""
    max_refusals: int | None = 5
    """The consecutive refusal that ends the episode; None: none does."""

    @property
    def words(self) -> frozenset[str]:
        """All that agents may be told to find."""
        return frozenset(words for item in self.classes for _, words in item.kinds)

    def half_side(self, start_height: float) -> float:
        """Half-side of the search square."""
        return start_height if self.area is None else self.area


FS1_CITY = SetRules(
    name="fs1-city",
    summary="find a described thing in the city; in view of the start, 10 steps",
    world="city",
    size=200,
    heights=(30, 100),
    offset=0.5,
    steps=10,
    altitude_cap=120.0,
    area=200.0,
    view_rule=True,
    line_of_sight=True,
    sun_elevation=(45.0, 45.0),
    sun_azimuth=(110.0, 110.0),
    classes=CITY,
)

FS1_FOREST = replace(
    FS1_CITY,
    name="fs1-forest",
    summary="find a described thing in the forest; in view of the start, 10 steps",
    world="forest",
    sun_elevation=(10.0, 90.0),
    sun_azimuth=(0.0, 360.0),
    classes=FOREST,
    params=(("tree_density", 0.0, 0.3), ("rock_density", 0.0, 0.1)),
)

ANOMALY1_CITY = replace(
    FS1_CITY,
    name="anomaly1-city",
    summary="find what is out of place in the city; in view of the start, 10 steps",
    size=100,
    classes=CITY_ANOMALIES,
)

ANOMALY1_FOREST = replace(
    FS1_FOREST,
    name="anomaly1-forest",
    summary="find what is out of place in the forest; in view of the start, 10 steps",
    size=100,
    classes=FOREST_ANOMALIES,
)

FS2 = SetRules(
    name="fs2",
    summary="find a described and pictured thing in the city, perhaps out of sight; 20 steps",
    world="city",
    size=200,
    heights=(100, 125),
    offset=0.95,
    steps=20,
    altitude_cap=300.0,
    area=None,
    view_rule=False,
    line_of_sight=False,
    sun_elevation=(10.0, 90.0),
    sun_azimuth=(0.0, 360.0),
    classes=CITY,
    picture=True,
)

SETS = {rules.name: rules for rules in (FS1_CITY, FS1_FOREST, ANOMALY1_CITY, ANOMALY1_FOREST, FS2)}


COMBINED = {
    "fs1": (FS1_CITY.name, FS1_FOREST.name),
    "anomaly1": (ANOMALY1_CITY.name, ANOMALY1_FOREST.name),
}
"""Sets that are made of others, whose scenarios take turns."""


def get_rules(name: str) -> SetRules:
    """:raises UsageError: if FlySearch has no set of that name."""
    try:
        return SETS[name]
    except KeyError:
        known = ", ".join(SETS)
        raise UsageError(f"FlySearch has no set {name!r}; known: {known}") from None
