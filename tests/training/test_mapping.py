"""The SpatialScout environment over boxes in free space."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from hypothesis import given
from hypothesis import strategies as st

import lookabout.training.gym  # noqa: F401, registers the environment
from lookabout.errors import UsageError
from lookabout.training.mapping import SpatialScoutEnv, read_action
from tests.benchmarks.spatialscout.flat import BOXES, BoxWorld, scenario, start

ID = "lookabout/SpatialScout-v0"


def boxes(**_: Any) -> BoxWorld:
    return BoxWorld()


def make(**options: Any) -> gymnasium.Env[Any, Any]:
    return gymnasium.make(ID, **{"engine": "tests.training.test_mapping:boxes", **options})


@pytest.fixture(autouse=True)
def _scenes(monkeypatch: pytest.MonkeyPatch) -> None:
    def drawn(self: SpatialScoutEnv) -> Any:
        return scenario(yaw_deg=float(self.np_random.integers(360)))

    monkeypatch.setattr(SpatialScoutEnv, "_drawn", drawn)


@pytest.fixture
def env() -> Iterator[gymnasium.Env[Any, Any]]:
    made = make()
    yield made
    made.close()


def begin(env: gymnasium.Env[Any, Any]) -> tuple[Any, dict[str, Any]]:
    return env.reset(options={"scenario": scenario()})


def act(*calls: tuple[str, dict[str, Any]]) -> str:
    return json.dumps([{"name": name, "arguments": arguments} for name, arguments in calls])


def submission(*names: str, off: float = 0.0) -> tuple[str, dict[str, Any]]:
    centres = {t["identifier"]: t["centre"] for t in start()[2]["targets"]}
    return "submit_positions", {
        "positions": [
            {"identifier": n, "x": centres[n][0], "y": centres[n][1], "z": centres[n][2] + off}
            for n in names
        ]
    }


@pytest.mark.filterwarnings("error::UserWarning", "ignore:.*symmetric and normalized:UserWarning")
def test_gymnasiums_own_checks_pass() -> None:
    made = make(render_mode="rgb_array", delivered_size=64)
    check_env(made.unwrapped)
    made.close()


def test_the_start(env: gymnasium.Env[Any, Any]) -> None:
    seen, info = begin(env)
    assert seen["image"].shape == (512, 512, 3)
    assert [entity["identifier"] for entity in json.loads(seen["inventory"])] == list(BOXES)
    assert (seen["results"], seen["calls_left"], seen["images_left"]) == ("[]", 100, 99)
    assert [part["type"] for part in info["shown"]] == ["text", "text", "image"]
    assert len(info["tools"]) == 10
    assert (info["is_success"], info["ending"], info["scenario"]) == (False, None, "boxes")
    assert env.observation_space.contains(seen)


def test_rewards_add_up_to_the_score(env: gymnasium.Env[Any, Any]) -> None:
    begin(env)
    rewards = []
    for action in (
        act(("capture_image", {}), submission("lamp_1")),
        act(submission("table_1", "mug_1")),
        act(submission("table_1", off=0.25)),  # 0.75 m high: (0.75 − 0.25) / (0.75 + 0.25)
        act(("submit_positions", {"positions": []})),
        act(submission(*BOXES)),
    ):
        seen, reward, terminated, truncated, info = env.step(action)
        assert (terminated, truncated, info["is_success"]) == (False, False, False)
        assert env.observation_space.contains(seen)
        rewards.append(reward)
    assert rewards == pytest.approx([0.2, 0.4, -0.1, 0.0, 0.5])
    _, reward, terminated, _, info = env.step(act(("finish_mapping", {})))
    assert (reward, terminated, info["ending"], info["is_success"]) == (0, True, "finished", True)
    assert sum(rewards) == pytest.approx(1.0)
    with pytest.raises(ResetNeeded):
        env.unwrapped.step(act())


def test_pictures_and_results_are_shown(env: gymnasium.Env[Any, Any]) -> None:
    begin(env)
    seen, *_, info = env.step(
        act(("rotate_camera", {"yaw_deg": 30}), ("capture_image", {}), ("capture_image", {}))
    )
    results = json.loads(seen["results"])
    assert [result.get("frame_id") for result in results] == [None, "frame_001", "frame_002"]
    kinds = [part["type"] for part in info["shown"]]
    assert kinds == ["tool"] * 3 + ["text", "image"] * 2
    assert (seen["calls_left"], seen["images_left"]) == (99, 97)


@pytest.mark.parametrize("action", ["", " \n", "[]"])
def test_no_calls_end_an_episode(env: gymnasium.Env[Any, Any], action: str) -> None:
    begin(env)
    _, reward, terminated, _, info = env.step(action)
    assert (reward, terminated, info["ending"]) == (0, True, "no_tool_calls")


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("I look around", "the action is no JSON list of calls"),
        ("{}", "the action is no JSON list of calls"),
        ("[" * 50_000, "the action is no JSON list of calls"),
        ('[{"name": 3}, 1]', "of the action is no call with a name"),
        ('[{"name": "fly"}]', "there is no tool 'fly'"),
        ('[{"name": "rotate_camera", "arguments": 3}]', "the arguments are no JSON object"),
    ],
)
def test_what_cannot_be_read_costs_a_reply(
    env: gymnasium.Env[Any, Any], action: str, words: str
) -> None:
    begin(env)
    seen, reward, terminated, _, info = env.step(action)
    assert (reward, terminated, info["ending"]) == (0, False, None)
    assert all(words in result["error"] for result in json.loads(seen["results"]))
    assert seen["calls_left"] == 99


NESTED = st.recursive(
    st.none() | st.integers() | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["name", "arguments"]), inner, max_size=2)
    ),
)


@given(st.text(max_size=60) | NESTED.map(json.dumps))
def test_any_text_is_read(text: str) -> None:
    for call in read_action(text):
        assert isinstance(call.name, str)
        assert isinstance(call.arguments, dict)


def test_the_budget_ends_it() -> None:
    made = make(calls=2, images=1)
    begin(made)
    seen, _, terminated, *_ = made.step(act(("capture_image", {})))
    assert (terminated, seen["images_left"]) == (False, 0)
    assert "used up" in seen["results"]
    _, _, terminated, truncated, info = made.step(act(("list_entities", {})))
    assert (terminated, truncated, info["ending"]) == (True, False, "calls_spent")
    made.close()


def test_seeds_give_the_same_episodes(env: gymnasium.Env[Any, Any]) -> None:
    first = env.reset(seed=5)[0]
    assert np.array_equal(env.reset(seed=5)[0]["image"], first["image"])


def test_wrong_use_is_told(env: gymnasium.Env[Any, Any]) -> None:
    with pytest.raises(UsageError, match="no set"):
        SpatialScoutEnv(set="caves")
    with pytest.raises(UsageError, match="calls"):
        SpatialScoutEnv(calls=0)
    with pytest.raises(UsageError, match="no option"):
        env.reset(options={"scene": 1})
    with pytest.raises(UsageError, match="belongs to spatialscout/rooms"):
        SpatialScoutEnv(set="rooms-builtin", engine="tests.training.test_mapping:boxes").reset(
            options={"scenario": scenario()}
        )
    with pytest.raises(UsageError, match="threads: expected a whole number"):
        make(threads=0)
    before, _ = begin(env)
    for wrong in (3, None, [], b"[]"):
        with pytest.raises(UsageError, match="expected a str"):
            env.unwrapped.step(wrong)
    seen, *_ = env.unwrapped.step(act(("rotate_camera", {"yaw_deg": 30})))
    assert seen["calls_left"] == before["calls_left"] - 1
