"""The DroneCATS environment over a flat field in which drones obey at once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

import lookabout.training.gym  # noqa: F401, registers the environment
from lookabout.errors import UsageError
from lookabout.training.commanding import DroneCatsEnv
from tests.benchmarks.dronecats.field import FINISHED, Field, go, scenario

ID = "lookabout/DroneCATS-v0"
AHEAD = {"kind": 0, "point": [500.0, 500.0], "depth": [3.0], "yaw": [0.0]}
DONE = {**AHEAD, "kind": 3}


def field(**_: Any) -> Field:
    return Field()


def make(**options: Any) -> gymnasium.Env[Any, Any]:
    small = {"width": 64, "height": 48}
    engine = {"engine": "tests.training.test_commanding:field"}
    return gymnasium.make(ID, **{**small, **engine, **options})


@pytest.fixture(autouse=True)
def _episodes(monkeypatch: pytest.MonkeyPatch) -> None:
    def drawn(self: DroneCatsEnv) -> Any:
        return scenario(self._drones, yaw_deg=float(self.np_random.integers(-20, 20)))

    monkeypatch.setattr(DroneCatsEnv, "_drawn", drawn)


@pytest.fixture
def env() -> Iterator[gymnasium.Env[Any, Any]]:
    made = make(reward="progress")
    yield made
    made.close()


@pytest.mark.parametrize("options", [{}, {"action": "text"}, {"set": "commanding"}])
def test_gymnasium_finds_nothing_to_object_to(options: dict[str, Any]) -> None:
    made = make(seconds=5.0, **options)
    check_env(made.unwrapped, skip_render_check=True)
    made.close()


def test_flying_there_and_declaring_earns_all_there_is(env: gymnasium.Env[Any, Any]) -> None:
    first, info = env.reset(options={"scenario": scenario()})
    assert first["instruction"] == "go to the cyan SUV"
    assert first["time_left"] == pytest.approx([300.0])
    assert info["shown"][0]["type"] == "text"
    assert [part["type"] for part in info["shown"]] == ["text", "image"]
    # The target's centre is 20 m ahead and half a metre lower; a step flies 3 m.
    start = np.hypot(20.0, 0.5)
    for steps in range(1, 6):
        seen, earned, terminated, truncated, _ = env.step(AHEAD)
        assert earned == pytest.approx((np.hypot(23.0 - 3 * steps, 0.5)
                                        - np.hypot(20.0 - 3 * steps, 0.5)) / start)  # fmt: skip
        assert not terminated
        assert not truncated
    assert seen["time_left"] == pytest.approx([295.0])
    # 5.02 m away: a declaration does not count. 2.06 m away: it does.
    _, earned, terminated, _, info = env.step(DONE)
    assert (earned, terminated, info["is_success"]) == (0.0, False, False)
    env.step(AHEAD)
    _, earned, terminated, truncated, info = env.step(DONE)
    assert (earned, terminated, truncated) == (1.0, True, False)
    assert info["is_success"] is True
    assert info["ending"] == "succeeded"
    with pytest.raises(ResetNeeded):
        env.step(DONE)


def test_the_time_ends_an_episode_without_reward() -> None:
    made = make(seconds=3.0)
    made.reset(options={"scenario": scenario()})
    rewards = []
    for turn in range(3):
        _, earned, terminated, truncated, info = made.step({**AHEAD, "kind": 1, "yaw": [90.0]})
        rewards.append(earned)
        assert terminated == (turn == 2)
        assert not truncated
    assert rewards == [0.0, 0.0, 0.0]
    assert info["ending"] == "time_spent"
    made.close()


def test_a_reply_costs_what_was_pinned() -> None:
    made = make(latency_s=2.0)
    made.reset(options={"scenario": scenario()})
    seen = made.step(AHEAD)[0]
    assert seen["time_left"] == pytest.approx([297.0])
    made.close()


def test_four_drones_take_four_commands() -> None:
    made = make(set="commanding", reward="progress")
    first, _ = made.reset(options={"scenario": scenario(4)})
    assert first["image"].shape == (4, 48, 64, 3)
    _, earned, *_ = made.step((AHEAD, DONE, DONE, DONE))
    # Only the first flew: it was the nearest, and is 3 m nearer.
    assert earned == pytest.approx(1 - np.hypot(17.0, 0.5) / np.hypot(20.0, 0.5))
    with pytest.raises(UsageError, match="expected 4 commands"):
        made.step((AHEAD,) * 3)
    with pytest.raises(UsageError, match=r"has 2 drones"):
        made.reset(options={"scenario": scenario(2)})
    made.close()


def test_text_is_read_as_in_the_benchmark() -> None:
    made = make(action="text")
    made.reset(options={"scenario": scenario()})
    for _ in range(6):
        made.step(f"I see it. {go()}")
    _, earned, terminated, *_ = made.step(FINISHED)
    assert (earned, terminated) == (1.0, True)
    made.reset(options={"scenario": scenario()})
    _, earned, terminated, *_ = made.step("{broken")
    assert (earned, terminated) == (0.0, False)
    made.close()


@pytest.mark.parametrize(
    ("action", "where"),
    [
        (None, "action"),
        ({}, "action.kind"),
        ({**AHEAD, "kind": 4}, "action.kind"),
        ({**AHEAD, "kind": float("nan")}, "action.kind"),
        ({**AHEAD, "point": [1.0]}, "action.point"),
        ({**AHEAD, "point": ["a", "b"]}, "action.point"),
        ({**AHEAD, "depth": [float("inf")]}, "action.depth"),
        ({"kind": 1, "yaw": None}, "action.yaw"),
    ],
)
def test_a_wrong_action_is_told_and_costs_nothing(
    env: gymnasium.Env[Any, Any], action: Any, where: str
) -> None:
    env.reset(options={"scenario": scenario()})
    with pytest.raises(UsageError) as told:
        env.unwrapped.step(action)
    assert told.value.where == where
    seen = env.step(AHEAD)[0]
    assert seen["time_left"] == pytest.approx([299.0])


@pytest.mark.parametrize(
    "options",
    [
        {"set": "everything"},
        {"set": "suite"},
        {"action": "voice"},
        {"reward": "gold"},
        {"render_mode": "human"},
        {"latency_s": -1.0},
        {"seconds": 0.0},
    ],
)
def test_wrong_arguments_are_told(options: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        DroneCatsEnv(engine="tests.training.test_commanding:field", **options)


def test_a_scenario_of_another_cell_is_refused(env: gymnasium.Env[Any, Any]) -> None:
    with pytest.raises(UsageError, match="belongs to dronecats/searching"):
        env.reset(options={"scenario": scenario(cell="searching")})
    given = json.loads(scenario().model_dump_json())
    given["vehicles"][0]["flight"] = "free"
    with pytest.raises(UsageError, match="must be 'quadrotor'"):
        env.reset(options={"scenario": given})


def test_a_scenario_without_its_target_is_refused(env: gymnasium.Env[Any, Any]) -> None:
    lacking = scenario().model_copy(update={"task": scenario().task | {"target": "nobody"}})
    with pytest.raises(UsageError, match="the world has no object 'nobody'"):
        env.reset(options={"scenario": lacking})
    with pytest.raises(ResetNeeded):
        env.step(AHEAD)
