"""A set that a study offers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from lookabout.benchmarks.base import Benchmark, SetInfo
from lookabout.errors import UsageError
from lookabout.records import scenario_hash
from lookabout.sim.scenario import Scenario
from lookabout.web.task import title


@dataclass(frozen=True)
class Offer:
    """A set that people can choose. :raises UsageError: if it holds a scenario twice."""

    benchmark: Benchmark
    info: SetInfo
    scenarios: tuple[Scenario, ...]
    source: Literal["standard", "seed", "files"]
    """Where they come from; see :class:`lookabout.records.RunRecord`."""
    seed: int
    hashes: tuple[str, ...] = field(init=False)
    """Of the scenarios, in order."""

    def __post_init__(self) -> None:
        hashes = tuple(scenario_hash(s.model_dump(mode="json")) for s in self.scenarios)
        if len(set(hashes)) < len(hashes):
            raise UsageError("holds the same scenario twice", where=self.path)
        object.__setattr__(self, "hashes", hashes)

    @property
    def path(self) -> str:
        """``benchmark/set``."""
        return f"{self.benchmark.name}/{self.info.name}"

    @property
    def title(self) -> str:
        """As people read it."""
        return title(self.info)
