"""What a run is asked to do. Plain data: it travels to the worker processes."""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Literal

import lookabout
from lookabout.agents.registry import AgentSpec, get_agent
from lookabout.benchmarks.base import Benchmark
from lookabout.errors import LookaboutError, UsageError
from lookabout.exchange import Agent
from lookabout.records import MAX_NAME, AgentInfo, RunRecord, scenario_hash
from lookabout.runs.writer import utc_now
from lookabout.sim.scenario import Scenario

_LIBRARIES = ("numpy", "pydantic", "trimesh", "embreex", "inspect_ai", "openai", "anthropic")


@dataclass(frozen=True)
class AgentChoice:
    """Which agent flies."""

    name: str
    """As in :func:`lookabout.agents.registry.get_agent`: a scripted agent, or PROVIDER/MODEL."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The agent's own."""

    def make(self, benchmark: Benchmark) -> Agent:
        """:raises UsageError: for an unknown name or provider, or a missing key."""
        return self._spec(benchmark).make(**self.options)

    def info(self, benchmark: Benchmark) -> AgentInfo:
        """
        For the record. Makes the agent once, so that a wrong choice shows before a run.

        :raises UsageError: as :meth:`make`.
        """
        spec = self._spec(benchmark)
        where = f"agent {self.name}"
        try:
            agent = spec.make(**self.options)
            name, privileged = agent.name, agent.privileged
            settings = json.loads(json.dumps(getattr(agent, "settings", {})))
            agent.close()
        except LookaboutError:
            raise
        except (Exception, SystemExit) as error:
            problem = f"cannot be made: {type(error).__name__}: {error}"
            raise UsageError(problem, where=where) from error
        if not isinstance(name, str) or not name.isprintable() or not 0 < len(name) <= MAX_NAME:
            raise UsageError(f"its name must be printable text, got {name!r}", where=where)
        if bool(privileged) != spec.privileged:
            raise UsageError(
                f"says privileged={privileged!r}, its AgentSpec {spec.privileged!r}", where=where
            )
        return AgentInfo(name=name, kind=spec.kind, privileged=spec.privileged, settings=settings)

    def _spec(self, benchmark: Benchmark) -> AgentSpec:
        return get_agent(self.name, benchmark.baselines, benchmark=benchmark.name)


@dataclass(frozen=True)
class EngineChoice:
    """Which simulator."""

    name: str = "embedded"
    quality: str = "standard"
    device: str = "cpu"
    threads: int | None = None
    """CPU threads of one simulator; decides about speed only. None: all."""

    def as_record(self) -> dict[str, str]:
        """For ``run.json``."""
        return {"name": self.name, "quality": self.quality, "device": self.device}


@dataclass(frozen=True)
class RunPlan:
    """A run: which scenarios, who flies, where the records go."""

    benchmark: str
    set: str
    agent: AgentChoice
    engine: EngineChoice
    scenarios: tuple[Scenario, ...]
    seed: int
    out: Path
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Of the benchmark, complete."""
    workers: int = 1
    source: Literal["standard", "seed", "files"] = "seed"
    """Where the scenarios come from: the set's committed ones, the run's seed, or files."""
    max_attempts: int = 3
    """At one episode in this run, when an agent's program, a service or the simulator fails."""

    def record(self, agent: AgentInfo) -> RunRecord:
        """``run.json``."""
        return RunRecord(
            benchmark=self.benchmark,
            set=self.set,
            agent=agent,
            seed=self.seed,
            episodes=len(self.scenarios),
            settings=dict(self.settings),
            versions=versions(),
            engine=self.engine.as_record(),
            scenarios=[scenario_hash(s.model_dump(mode="json")) for s in self.scenarios],
            source=self.source,
            started=utc_now(),
        )


def versions() -> dict[str, str]:
    """Of this package, Python and the libraries that can change numbers."""
    found = {"lookabout": lookabout.__version__, "python": platform.python_version()}
    for name in _LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found
