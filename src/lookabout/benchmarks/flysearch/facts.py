"""How the report's page tells an episode's verdict."""

from __future__ import annotations

from collections.abc import Mapping

from lookabout.results.facts import Fact

FACTS: Mapping[str, Fact] = {
    "in_view": Fact("target in view"),
    "height_above_top": Fact("height above the target's top", " m"),
    "dx": Fact("target to the east", " m"),
    "dy": Fact("target to the north", " m"),
    "distance_m": Fact("distance to the target", " m"),
}
