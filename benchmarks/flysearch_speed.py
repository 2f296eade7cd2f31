"""
How fast FlySearch runs: how much of an episode is rendering, what a second worker brings, how
many samples of the fine-tuning data set come in a minute.

    python benchmarks/flysearch_speed.py [--episodes 8] [--scenarios 3] [--json]

Episodes are standard ones of fs1-city with ten replies of an agent that answers at once. Ratios
hold on a machine that does nothing else meanwhile; the load before each part is printed.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import tempfile
import time
from pathlib import Path

from lookabout.agents.registry import AgentSpec
from lookabout.benchmarks.flysearch import BENCHMARK
from lookabout.benchmarks.flysearch.settings import Settings
from lookabout.datasets.grpo import FULL_SIZE, GrpoPlan, make
from lookabout.exchange import Briefing, Observation, Reply
from lookabout.records import StepRecord
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


def fly(out: Path, episodes: int, workers: int, threads: int) -> float:
    """Seconds of a run, start of the processes included."""
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
    return time.perf_counter() - began


def rendering(out: Path) -> dict[str, float]:
    """Median shares of an episode's time, from a run's records."""
    folder = RunFolder(out)
    whole, loop = [], []
    for index in range(folder.record().episodes):
        record = folder.attempts(index)[1]
        assert record is not None
        lines = (folder.episode(index) / "attempt-1" / "steps.jsonl").read_text().splitlines()
        steps = [StepRecord.model_validate_json(line) for line in lines]
        drawn = sum(step.render_s for step in steps)
        rest = sum(step.agent_s + step.simulator_s for step in steps)
        if index:  # the first waits for Blender to start
            whole.append(drawn / record.wall_s)
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
    parser.add_argument("--episodes", type=int, default=8)
    parser.add_argument("--scenarios", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    # Worker processes find the agent by its module.
    os.environ["PYTHONPATH"] = os.pathsep.join(
        [str(Path(__file__).parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    )
    cores = os.cpu_count() or 1
    found: dict[str, float] = {"load before": os.getloadavg()[0]}
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        one = fly(out / "one", options.episodes, workers=1, threads=1)
        found |= rendering(out / "one")
        found["load before the workers"] = os.getloadavg()[0]
        two = fly(out / "two", options.episodes, workers=2, threads=1)
        wide = fly(out / "wide", options.episodes, workers=1, threads=2)
        found |= {
            "seconds an episode, 1 worker of 1 thread": one / options.episodes,
            "2 workers of 1 thread against that (aim 1.7)": one / two,
            "1 worker of 2 threads against that": one / wide,
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
