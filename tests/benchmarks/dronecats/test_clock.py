"""How much time a reply costs in the world."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from lookabout.benchmarks.dronecats.clock import Clock, latency_of
from lookabout.benchmarks.dronecats.settings import Settings
from lookabout.errors import AgentError
from lookabout.exchange import Reply
from tests.benchmarks.dronecats.field import PICTURE, Field, go, say, start


class Wall:
    """A wall clock that moves when it is told to, or slept on."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


def test_measured_charges_what_the_reply_says() -> None:
    episode, world = start()
    say(episode, go(), latency_s=1.7)
    assert world.time_s == pytest.approx(2.7)


def test_pinned_charges_the_same_whatever_the_reply_says() -> None:
    episode, world = start(Settings(clock="pinned", latency_s=0.5))
    for latency in (0.0, 9.0, 100.0):
        say(episode, go(), latency_s=latency)
    assert world.time_s == pytest.approx(4.5)


def test_realtime_keeps_up_with_the_wall() -> None:
    """3 s of rendering and 2 s of thinking are charged; a step takes its second on the wall."""
    wall, settings = Wall(), Settings(clock="realtime")
    clock = Clock("realtime", wall=wall, sleep=wall.sleep)
    world = Field()
    episode, _ = start(settings, world, clock=clock)
    wall.now += 60  # building the first frame is before the start
    episode.observe()
    wall.now += 2.0
    step = episode.answer(Reply(go()))
    assert step.detail["latency_s"] == pytest.approx(2.0)
    assert world.time_s == pytest.approx(3.0)
    assert wall.slept == [pytest.approx(1.0)]

    def slow(*_: object) -> NDArray[np.uint8]:
        wall.now += 3.0
        return PICTURE

    world.picture = slow
    episode.observe()
    wall.now += 2.0
    step = episode.answer(Reply(go()))
    assert step.detail["latency_s"] == pytest.approx(5.0)
    assert world.time_s == pytest.approx(wall.now - 1060.0)


@pytest.mark.parametrize("latency", [-0.1, float("nan"), float("inf"), True, "soon"])
def test_latencies_that_cannot_be(latency: object) -> None:
    with pytest.raises(AgentError, match="latency_s"):
        latency_of(Reply("", latency_s=latency))  # type: ignore[arg-type]


_FLIGHT = """
import hashlib, json, time
from lookabout.exchange import Reply
from lookabout.benchmarks.dronecats.settings import Settings
from tests.benchmarks.dronecats.field import Field, go, rotate, start
episode, world = start(Settings(clock="pinned", latency_s=0.37), Field(drift=(0.3, 0.1, 0)))
steps = []
for k in range(40):
    began = time.perf_counter()
    episode.observe()
    sum(range(20000))  # an agent that computes
    took = time.perf_counter() - began
    step = episode.answer(Reply(go(400 + k, 500, 2) if k % 3 else rotate(7), latency_s=took))
    steps.append([step.time_s, step.position, step.action, step.detail])
print(hashlib.sha256(json.dumps(steps).encode()).hexdigest())
"""


@pytest.mark.slow
def test_a_pinned_flight_is_the_same_beside_a_busy_process() -> None:
    def fly() -> str:
        done = subprocess.run(
            [sys.executable, "-c", _FLIGHT],
            capture_output=True, text=True, check=True, cwd=Path(__file__).parents[3],
        )  # fmt: skip
        return done.stdout

    quiet = fly()
    busy = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"])
        for _ in range(min(4, os.cpu_count() or 1))
    ]
    try:
        loaded = fly()
    finally:
        for each in busy:
            each.kill()
            each.wait()
    assert quiet == loaded
