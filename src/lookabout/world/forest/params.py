"""What a scenario may set in a forest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from lookabout.errors import UsageError


@dataclass(frozen=True)
class ForestParams:
    """``world.params`` of a forest, checked.

    Densities are counts on 10 m² of land, averaged over glades and thickets alike; streams,
    paths and the room around a scenario's objects stay free. So 0.1 is 100 trees a hectare.
    """

    tree_density: float = 0.1
    """Grown trees, live and dead, on 10 m²; 0.3 is dense without being closed. 0 to 0.3."""
    dead_share: float = 0.1
    """Of the grown trees, those without leaves. 0 to 1."""
    rock_density: float = 0.03
    """Rocks of half a metre and more on 10 m²; most lie in groups. 0 to 0.1."""
    wind_time_s: float = 0.0
    """Seconds: when in the wind's course the trees are held still. 0 to 1,000,000."""


_HIGHEST = {"tree_density": 0.3, "dead_share": 1.0, "rock_density": 0.1, "wind_time_s": 1e6}


def read_params(params: Mapping[str, Any]) -> ForestParams:
    """:raises UsageError: for a name that does not exist or a value out of range."""
    names = [field.name for field in fields(ForestParams)]
    for name in params:
        if name not in names:
            raise UsageError(
                f"a forest has no such setting; there are {', '.join(names)}",
                where=f"world.params.{name}",
            )
    values: dict[str, float] = {}
    for name, value in params.items():
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not 0 <= value <= _HIGHEST[name]:
            raise UsageError(
                f"expected a number from 0 to {_HIGHEST[name]:g}, got {value!r}",
                where=f"world.params.{name}",
            )
        values[name] = float(value)
    return ForestParams(**values)
