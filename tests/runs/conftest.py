from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest

from lookabout.benchmarks.flysearch.settings import Settings
from lookabout.runs.plan import AgentChoice, EngineChoice, RunPlan
from tests.runs.stand_ins import SWITCHES
from tests.worlds import flysearch_scenario

Plan = Callable[..., RunPlan]


@pytest.fixture
def switch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Make something fail once; see ``stand_ins``."""
    folder = tmp_path / "switches"
    folder.mkdir()
    monkeypatch.setenv(SWITCHES, str(folder))
    return lambda name: (folder / name).touch()


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    """A plan over flat worlds."""
    numbers = itertools.count()

    def make(
        agent: str = "STEADY",
        *,
        episodes: int = 3,
        out: Path | None = None,
        workers: int = 1,
        seed: int = 0,
        max_attempts: int = 3,
        **settings: str,
    ) -> RunPlan:
        return RunPlan(
            benchmark="flysearch",
            set="fs1-city",
            agent=AgentChoice(f"tests.runs.stand_ins:{agent}"),
            engine=EngineChoice("tests.runs.stand_ins:flat"),
            scenarios=tuple(flysearch_scenario(name=f"test-{i}") for i in range(episodes)),
            seed=seed,
            out=out or tmp_path / f"run-{next(numbers)}",
            settings=Settings(**settings).model_dump(mode="json"),
            workers=workers,
            max_attempts=max_attempts,
        )

    return make
