"""Standard scenarios: data committed with a benchmark, that numbers are published on.

``data/SET.jsonl`` in the benchmark's folder holds one scenario a line. ``make sets`` draws them
anew; they are replaced only with a new version of the set, since numbers on other scenarios
cannot be compared.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from lookabout.errors import LookaboutError
from lookabout.sim.scenario import Scenario, parse_scenario


@cache
def read_standard(package: str, set_name: str) -> tuple[Scenario, ...]:
    """
    :param package: of the benchmark.
    :raises LookaboutError: if the package was built without them.
    """
    name = f"{set_name}.jsonl"
    try:
        text = (files(package) / "data" / name).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise LookaboutError(f"the package lacks its standard scenarios, {name}") from None
    lines = text.splitlines()
    return tuple(parse_scenario(line, where=f"{name}:{i}") for i, line in enumerate(lines, 1))
