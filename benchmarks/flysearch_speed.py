"""
How fast FlySearch runs: how much of an episode is rendering, what a second worker brings, how
many samples of the fine-tuning data set come in a minute.

    python benchmarks/flysearch_speed.py [--episodes 6] [--scenarios 2] [--json]

Episodes are standard ones of fs1-city with ten replies of an agent that answers at once.
Workers are compared in their steady state, by the times of the same episodes in each run, each
worker's first left out: it starts Blender and plans the city. With the start of the processes
a short run gains less, so that is printed as well. Ratios hold on a machine that does nothing
else meanwhile; the load before each part is printed. About four minutes on two cores.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from lookabout.agents.registry import AgentSpec
from lookabout.benchmarks.flysearch import BENCHMARK
from lookabout.benchmarks.flysearch.settings import Settings
from lookabout.datasets.grpo import FULL_SIZE, GrpoPlan, make
from lookabout.exchange import Briefing, Observation, Reply
from lookabout.records import EpisodeRecord, StepRecord
from lookabout.runs.plan import AgentChoice, EngineChoice, RunPlan
from lookabout.runs.runner import run
from lookabout.runs.store import RunFolder

SET = "fs1-city"
ENGINE = "embedded"


class Stepper:
    """Answers at once: nine small moves, so that every picture is a new one, and no claim."""

    name = "stepper"
    privileged = False

    def begin(self, briefing: Briefing) -> None:
        self.turn = 0

    def reply(self, observation: Observation) -> Reply:
        self.turn += 1
        side = 3 if self.turn % 2 else -3
        return Reply(f"<Reasoning>on</Reasoning><Action>({side}, 1, 0)</Action>")

    def close(self) -> None:
        pass


STEPPER = AgentSpec("stepper", "scripted", False, "answers at once", Stepper)


@dataclass(frozen=True)
class Flown:
    """What a run took."""

    seconds: float
    """Of the whole run, start of the processes included."""
    episodes: list[float]
    """Seconds of each, in the order of the set."""


def fly(out: Path, episodes: int, workers: int, threads: int) -> Flown:
    """A run of the first ``episodes``; ``threads`` are those of each worker's renderer."""
    plan = RunPlan(
        benchmark="flysearch",
        set=SET,
        agent=AgentChoice("flysearch_speed:STEPPER"),
        engine=EngineChoice(ENGINE, threads=threads),
        scenarios=tuple(BENCHMARK.standard(SET)[:episodes]),
        seed=0,
        out=out,
        settings=Settings().model_dump(mode="json"),
        workers=workers,
        source="standard",
    )
    began = time.perf_counter()
    run(plan)
    seconds = time.perf_counter() - began
    return Flown(seconds, [record(out, index).wall_s for index in range(episodes)])


def record(out: Path, index: int) -> EpisodeRecord:
    """Of an episode's first attempt."""
    found = RunFolder(out).attempts(index)[1]
    assert found is not None
    return found


def gain(one: Flown, many: Flown, workers: int) -> float:
    """How many times the episodes of ``one`` come from ``workers`` in the same time."""
    steady = slice(workers, min(len(one.episodes), len(many.episodes)))
    return workers * sum(one.episodes[steady]) / sum(many.episodes[steady])


def rendering(out: Path, episodes: int) -> dict[str, float]:
    """Median shares of an episode's time, from a run's records; the first waits for Blender."""
    whole, loop = [], []
    for index in range(1, episodes):
        lines = RunFolder(out).episode(index) / "attempt-1" / "steps.jsonl"
        steps = [StepRecord.model_validate_json(line) for line in lines.read_text().splitlines()]
        drawn = sum(step.render_s for step in steps)
        rest = sum(step.agent_s + step.simulator_s for step in steps)
        whole.append(drawn / record(out, index).wall_s)
        loop.append(drawn / (drawn + rest))
    return {
        "rendering's share of a whole episode, world's building included": statistics.median(whole),
        "rendering's share of its turns": statistics.median(loop),
    }


def samples_a_minute(out: Path, scenarios: int, threads: int) -> float:
    """Of the fine-tuning data set, by one process that is warm."""
    ends = []
    plan = GrpoPlan(out, scenarios=scenarios + 1, engine=EngineChoice(ENGINE, threads=threads))
    make(plan, lambda filmed: ends.append(time.perf_counter()), lambda kept: None)
    return 10 * scenarios / (ends[-1] - ends[0]) * 60


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    parser.add_argument("--episodes", type=int, default=6)
    parser.add_argument("--scenarios", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if options.episodes < 4:
        parser.error("--episodes: at least 4, two for each worker")
    # Worker processes find the agent by its module.
    os.environ["PYTHONPATH"] = os.pathsep.join(
        [str(Path(__file__).parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    )
    cores = os.cpu_count() or 1
    found: dict[str, float] = {"load before": os.getloadavg()[0]}
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        one = fly(out / "one", options.episodes, workers=1, threads=1)
        found |= rendering(out / "one", options.episodes)
        found["load before the workers"] = os.getloadavg()[0]
        two = fly(out / "two", options.episodes, workers=2, threads=1)
        wide = fly(out / "wide", options.episodes // 2, workers=1, threads=2)
        found |= {
            "seconds an episode, 1 worker of 1 thread": statistics.mean(one.episodes[1:]),
            "2 workers of 1 thread against that (aim 1.7)": gain(one, two, workers=2),
            "the same, start of the processes included": one.seconds / two.seconds,
            "1 worker of 2 threads against 1 of 1 thread": gain(one, wide, workers=1),
        }
        found["load before the data set"] = os.getloadavg()[0]
        rate = samples_a_minute(out / "set", options.scenarios, cores)
        found["samples a minute, 1 worker of all threads"] = rate
        found["hours for the whole data set at that rate"] = 10 * FULL_SIZE / rate / 60
    for name, value in found.items():
        print(f"{name:68} {value:10.2f}")
    if options.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
