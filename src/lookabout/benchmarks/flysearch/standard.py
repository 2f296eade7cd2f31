"""The standard scenarios: committed data that numbers are published on.

``data/SET.jsonl`` holds one scenario a line, drawn from the seeds below and the worlds of the
version that published them. ``make sets`` draws them anew; they are replaced only with a new
version of the set, since numbers on other scenarios cannot be compared.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from lookabout.errors import LookaboutError
from lookabout.sim.scenario import Scenario, parse_scenario

SEEDS = {
    "fs1-city": 20251,
    "fs1-forest": 20252,
    "anomaly1-city": 20253,
    "anomaly1-forest": 20254,
    "fs2": 20255,
}
"""From which each set was drawn: ``lookabout scenarios make flysearch/SET --seed SEED``."""


@cache
def standard_scenarios(set_name: str) -> tuple[Scenario, ...]:
    """
    The standard scenarios of a set that is not made of others.

    :raises LookaboutError: if the package was built without them.
    """
    name = f"{set_name}.jsonl"
    try:
        text = (files(__package__) / "data" / name).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise LookaboutError(f"the package lacks its standard scenarios, {name}") from None
    lines = text.splitlines()
    return tuple(parse_scenario(line, where=f"{name}:{i}") for i, line in enumerate(lines, 1))
