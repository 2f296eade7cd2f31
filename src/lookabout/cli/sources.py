"""Scenarios as arguments: a file, or a standard one as ``BENCHMARK/SET/NUMBER``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lookabout.errors import UsageError

if TYPE_CHECKING:
    from lookabout.sim.scenario import Scenario


def read_source(path: Path) -> Scenario:
    """
    The scenario of a file, or the standard one of that number, from 0.

    :raises UsageError: if there is none, or for a whole set.
    """
    from lookabout.runs.scenarios import read_checked

    if not names_a_set(path):
        return read_checked(path)
    name, number, scenarios = standard_source(path)
    if number is None:
        raise UsageError(
            f"is a set: take one of its scenarios, {name}/0 to {name}/{len(scenarios) - 1}",
            where=str(path),
            hint=f"'lookabout scenarios make {name} --out DIR' writes them as files.",
        )
    return scenarios[number]


def names_a_set(path: Path) -> bool:
    """Whether it begins with a benchmark's name, and is no file or folder."""
    from lookabout.benchmarks.registry import BENCHMARKS

    parts = path.parts
    known = len(parts) > 1 and parts[0] in BENCHMARKS.names()
    return known and path.suffix != ".json" and not path.exists()


def standard_source(path: Path) -> tuple[str, int | None, Sequence[Scenario]]:
    """
    A set's name, the number that was given behind it, the set's standard scenarios.

    :raises UsageError: for what is no set, and a number that it has not.
    """
    from lookabout.benchmarks.registry import get_set

    *_, last = path.parts
    number = int(last) if len(path.parts) == 3 and last.isdecimal() and len(last) < 9 else None
    name = str(path.parent if number is not None else path)
    benchmark, info = get_set(name)
    scenarios = benchmark.standard(info.name)
    if number is not None and number >= len(scenarios):
        raise UsageError(
            f"there is no such scenario: {name} has 0 to {len(scenarios) - 1}", where=str(path)
        )
    return name, number, scenarios
