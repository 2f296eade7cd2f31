"""A commander that orders in words, sub-agents that fly."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookabout.benchmarks.base import play
from lookabout.benchmarks.dronecats import scoring
from lookabout.benchmarks.dronecats.actions import Unreadable
from lookabout.benchmarks.dronecats.hierarchy import HierarchyEpisode
from lookabout.benchmarks.dronecats.log import StepLog, read_log
from lookabout.benchmarks.dronecats.orders import LONGEST_ORDER, read_orders
from lookabout.benchmarks.dronecats.settings import Settings
from lookabout.exchange import Observation, Reply
from tests.benchmarks.dronecats.field import FINISHED, THINK, Field, go, rotate, say, start
from tests.worlds import Notebook, Reciter

TWO = Settings(hierarchy=True)


def began(**options: object) -> tuple[HierarchyEpisode, Field]:
    episode, world = start(TWO.model_copy(update=options), drones=2)
    assert isinstance(episode, HierarchyEpisode)
    return episode, world


def orders(*texts: str | None) -> str:
    return json.dumps(texts)


def test_the_commander_is_asked_first_then_each_drone_alone() -> None:
    episode, world = began()
    shown, step = say(episode, orders("fly left", "fly right"))
    assert len(shown.images) == 2
    assert "go to the cyan SUV" in shown.text
    assert "Drone 2: has no order yet." in shown.text
    assert (shown.fresh, world.time_s, step.outcome) == (True, 0.0, "asked")
    first, _ = say(episode, go(depth=1))
    assert len(first.images) == 1
    assert "Your task: fly left" in first.text
    assert "cyan SUV" not in first.text
    second, step = say(episode, rotate(90))
    assert "Your task: fly right" in second.text
    assert world.time_s == 1.0
    np.testing.assert_allclose(world.at["drone-1"], [1, 0, 1.5], atol=1e-9)
    assert world.yaw["drone-2"] == pytest.approx(-90)
    assert world.observations == 2  # one picture of each drone, however often it is shown
    log = StepLog.model_validate(step.detail)
    assert [command.drone for command in log.commands] == ["drone-1", "drone-2"]
    assert log.agents == (
        {"agent": "drone-2", "kind": "rotate", "yaw": 90.0, "order": "fly right"},
    )


def test_sub_agents_think_at_once_the_commander_before_them() -> None:
    episode, world = began()
    say(episode, orders("a", "b"), latency_s=2.0)
    say(episode, THINK, latency_s=0.5)
    _, step = say(episode, THINK, latency_s=3.0)
    assert step.detail["latency_s"] == pytest.approx(5.0)
    assert world.time_s == pytest.approx(6.0)
    shown, _ = say(episode, THINK, latency_s=1.0)  # the commander is not due
    assert len(shown.images) == 1
    assert shown.thinking is True
    _, step = say(episode, THINK, latency_s=0.25)
    assert step.detail["latency_s"] == pytest.approx(1.0)


def test_a_pinned_clock_counts_the_commander_and_the_pilots_once_each() -> None:
    episode, world = began(clock="pinned", latency_s=0.5)
    for reply in (orders("a", "b"), go(), go(), go(), go()):
        say(episode, reply)
    assert world.time_s == pytest.approx(2 + 3 * 0.5)


def test_a_report_brings_the_commander_back_and_the_drone_waits() -> None:
    episode, world = began()
    say(episode, orders("a", "b"))
    say(episode, FINISHED)
    _, step = say(episode, go(depth=1))
    (said,) = StepLog.model_validate(step.detail).declarations
    assert said.drone == "drone-1"
    shown, _ = say(episode, orders(None, None))
    assert 'Drone 1: has reported its order "a" as fulfilled, and waits.' in shown.text
    assert 'Drone 2: is flying by the order "b".' in shown.text
    shown, step = say(episode, go(depth=1))  # drone 1 is not asked
    assert "Your task: b" in shown.text
    log = StepLog.model_validate(step.detail)
    assert [command.drone for command in log.commands] == ["drone-2"]
    assert world.at["drone-1"][0] == 0
    shown, _ = say(episode, go(depth=1))
    assert len(shown.images) == 1  # not due again: nobody has reported since


def test_how_often_the_commander_is_asked() -> None:
    episode, _ = began(orders_every=2)
    roles = []

    def answer(observation: Observation) -> str:
        roles.append(observation.facts["role"])
        return orders("a", None) if roles[-1] == "commander" else go()

    for _ in range(7):
        episode.answer(Reply(answer(episode.observe())))
    assert roles == ["commander", "pilot", "pilot", "commander", "pilot", "pilot", "commander"]


def test_a_commander_that_makes_no_sense_costs_time_and_ends() -> None:
    book = Notebook()
    episode, _ = began(seconds=5.0)
    assert play(episode, Reciter("What?"), book) == "time_spent"
    log = read_log(book.steps)
    assert len(book.steps) == 5
    assert log.commands == []
    assert log.steps[0].agents[0]["problem"] == "no_object"


def test_the_verdict_is_as_without_a_hierarchy() -> None:
    book = Notebook()
    episode, world = began(seconds=9.0)

    def answer(observation: Observation) -> str:
        if observation.facts["role"] == "commander":
            return orders("go to the car ahead", "stay")
        if observation.facts["instruction"] == "stay":
            return rotate(0)
        return FINISHED if world.at["drone-1"][0] > 15.5 else go()

    play(episode, Reciter(answer), book)
    log = read_log(book.steps)
    score = scoring.verdict(log, 5.0, ["drone-1", "drone-2"])
    assert score["success"]
    assert (score["drones_converted"], score["drones_declared"]) == (1, 1)
    assert score["team_steps"] == 9


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ('["a", "b"]', ("a", "b")),
        ('Orders:\n```json\n["go [north]", null]\n```', ("go [north]", None)),
        ('["  a \\n b ", ""]', ("a b", None)),
        ("[null, null]", (None, None)),
        ('["a"]', "wrong_count"),
        ('["a", "b"] ["c", "d"]', "several_objects"),
        ("north, please", "no_object"),
        ('[{"drone": 1}, 2]', "no_object"),
        ("[[[[" * 5000, "no_object"),
    ],
)
def test_orders(text: str, read: object) -> None:
    found = read_orders(text, 2)
    assert (found.problem if isinstance(found, Unreadable) else found) == read


def test_orders_have_a_length() -> None:
    found = read_orders(json.dumps(["x" * 5000, None]), 2)
    assert isinstance(found, tuple)
    assert len(found[0] or "") == LONGEST_ORDER


def test_half_a_surrogate_pair_in_an_order_can_be_kept_and_sent() -> None:
    assert read_orders('["go \\ud800 on", null]', 2) == ("go ? on", None)


@given(st.text(alphabet='[]",null ab\\{}', max_size=60))
def test_no_reply_of_a_commander_breaks_anything(text: str) -> None:
    found = read_orders(text, 2)
    assert isinstance(found, Unreadable) or len(found) == 2
