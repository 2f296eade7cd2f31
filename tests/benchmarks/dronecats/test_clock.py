"""How much time a reply costs in the world."""

from __future__ import annotations

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


@pytest.mark.parametrize("latency", [-0.1, float("nan"), float("inf"), 1e12, True, "soon"])
def test_latencies_that_cannot_be(latency: object) -> None:
    with pytest.raises(AgentError, match="latency_s"):
        latency_of(Reply("", latency_s=latency))  # type: ignore[arg-type]
