"""What the platform costs besides rendering: start of the command, controller, memory.

Run with ``make bench``. Prints medians; needs nothing but the package itself.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import psutil

sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests' flat world

import numpy as np
from PIL import Image
from tests import worlds

from lookabout.benchmarks.flysearch import BENCHMARK
from lookabout.benchmarks.flysearch.settings import Settings
from lookabout.exchange import Briefing, Observation, Reply
from lookabout.records import AgentInfo, EpisodeRecord, RunRecord
from lookabout.runs.attempt import new_record, play_attempt
from lookabout.runs.store import RunFolder

REPEATS = 20
LATENCY_S = 0.1
PICTURE = Path(__file__).parents[1] / "docs" / "pictures" / "first-look.png"
"""A real view: flat colours would make storing frames look cheaper than it is."""


class Hoverer:
    """Answers at once and never claims: ten replies an episode."""

    name = "hoverer"
    privileged = False

    def begin(self, briefing: Briefing) -> None:
        pass

    def reply(self, observation: Observation) -> Reply:
        return Reply(worlds.move(0, 0, 0))

    def close(self) -> None:
        pass


def cold_start() -> float:
    """Seconds of ``lookabout --help``."""
    times = []
    for _ in range(5):
        began = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "lookabout.cli", "--help"], check=True, capture_output=True
        )
        times.append(time.perf_counter() - began)
    return statistics.median(times)


class Stub(worlds.FlatWorld):
    """A renderer in another process, as far as this one can tell: it answers after a while."""

    def observe(self, *args: Any, **kwargs: Any) -> Any:
        time.sleep(LATENCY_S)
        return super().observe(*args, **kwargs)


def controller_step() -> float:
    """Milliseconds per step that are neither renderer nor agent."""
    worlds.PICTURE = np.asarray(Image.open(PICTURE).convert("RGB"))
    run = RunRecord(
        benchmark="flysearch",
        set="fs1-city",
        agent=AgentInfo(name="hoverer", kind="scripted"),
        seed=0,
        episodes=REPEATS,
        started="",
    )
    scenario = worlds.flysearch_scenario()
    per_step = []
    with tempfile.TemporaryDirectory() as out:
        for index in range(REPEATS):

            def record(attempt: int, index: int = index) -> EpisodeRecord:
                return new_record(
                    scenario=scenario, benchmark=BENCHMARK, run=run, episode=index, attempt=attempt
                )

            first, folder = RunFolder(Path(out)).new_attempt(index, record)
            done, _ = play_attempt(
                benchmark=BENCHMARK,
                scenario=scenario,
                simulator=Stub,
                agent=Hoverer,
                settings=Settings(),
                record=first,
                folder=folder,
            )
            per_step.append((done.wall_s / done.steps - LATENCY_S) * 1e3)
    return statistics.median(per_step)


def memory() -> dict[str, float]:
    """Peak resident megabytes of one worker and of its renderer in a real episode."""
    peaks: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as out:
        command = [sys.executable, "-m", "lookabout.cli", "run", "flysearch/fs1-city"]
        command += ["--agent", "descend", "--episodes", "2", "--json", "--out", f"{out}/run"]
        process = psutil.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while process.poll() is None:
            for child in process.children(recursive=True):
                try:
                    line = " ".join(child.cmdline())
                    rss = child.memory_info().rss / 1e6
                except psutil.Error:
                    continue
                if "render.worker" in line:
                    peaks["renderer"] = max(peaks.get("renderer", 0.0), rss)
                elif "spawn_main" in line:
                    peaks["worker"] = max(peaks.get("worker", 0.0), rss)
            time.sleep(0.05)
    return peaks


def main() -> None:
    found = {
        "cold start of lookabout --help, s (aim 0.5)": cold_start(),
        "controller per step, stub renderer, ms (aim 5)": controller_step(),
        **{f"peak memory of the {who}, MB": mb for who, mb in memory().items()},
    }
    for name, value in found.items():
        print(f"{name:55} {value:10.3f}")
    if "--json" in sys.argv:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
