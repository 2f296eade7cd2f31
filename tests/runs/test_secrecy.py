"""Truth reaches privileged agents alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lookabout.benchmarks.flysearch import BENCHMARK
from lookabout.benchmarks.flysearch.settings import Settings
from lookabout.benchmarks.registry import BENCHMARKS, get_benchmark
from lookabout.geometry import Box
from lookabout.records import AgentInfo, RunRecord
from lookabout.runs.attempt import agent_seed, new_record, play_attempt
from lookabout.runs.store import RunFolder
from lookabout.sim.scenario import Scenario
from tests.worlds import FOUND, FlatWorld, Reciter, everything_in, flysearch_scenario, move

# Numbers that nothing else in an episode is likely to be.
TARGET = Box((-2.531, -1.173, 0.0), (2.531, 1.173, 1.877))


def play(agent: Reciter, folder: Path, *, privileged: bool = False) -> dict[str, Any]:
    scenario = flysearch_scenario()
    run = RunRecord(
        benchmark="flysearch",
        set="fs1-city",
        agent=AgentInfo(name=agent.name, kind="scripted", privileged=privileged),
        seed=3,
        episodes=1,
        started="",
    )
    first, path = RunFolder(folder).new_attempt(
        0,
        lambda attempt: new_record(
            scenario=scenario, benchmark=BENCHMARK, run=run, episode=0, attempt=attempt
        ),
    )
    record, failure = play_attempt(
        benchmark=BENCHMARK,
        scenario=scenario,
        simulator=lambda: FlatWorld(TARGET),
        agent=lambda: agent,
        settings=Settings(),
        record=first,
        folder=path,
    )
    assert failure is None
    return record.truth


def test_an_agent_without_privilege_is_shown_no_truth(tmp_path: Path) -> None:
    agent = Reciter(move(0, 0, 500), move(0, 0, -500), FOUND)
    truth = play(agent, tmp_path)
    secrets = {*np.ravel(list(truth.values())[:2]).tolist(), truth["target_top"]} - {0.0}
    assert len(secrets) >= 4
    (briefing,) = agent.briefings
    assert briefing.truth is None
    given = everything_in([agent.seen, agent.briefings])
    assert len(given) > 20
    assert not any(isinstance(item, Scenario | FlatWorld | Box) for item in given)
    numbers = {item for item in given if isinstance(item, float)}
    assert not numbers & secrets
    texts = " ".join(item for item in given if isinstance(item, str))
    for secret in secrets:
        assert f"{abs(secret):.3f}" not in texts
    assert "red_pickup" not in texts  # the kind; the description alone is shown


def test_a_privileged_agent_is_briefed(tmp_path: Path) -> None:
    agent = Reciter(FOUND)
    truth = play(agent, tmp_path, privileged=True)
    (briefing,) = agent.briefings
    assert briefing.truth is not None
    assert briefing.truth["target_centre"] == truth["target_centre"]
    assert briefing.truth["pose"]("drone").position.tolist() == [5.0, -4.0, 40.0]
    assert briefing.seed == agent_seed(3, 0)


def test_an_agent_that_turns_privileged_after_the_start_gets_nothing(tmp_path: Path) -> None:
    agent = Reciter(FOUND)
    agent.privileged = True  # not what run.json says of it
    play(agent, tmp_path, privileged=False)
    assert agent.briefings[0].truth is None


@pytest.mark.parametrize("name", BENCHMARKS.names())
def test_only_oracles_are_privileged(name: str) -> None:
    for spec in get_benchmark(name).baselines.values():
        assert spec.privileged is ("oracle" in spec.name)
        assert spec.make().privileged is spec.privileged
