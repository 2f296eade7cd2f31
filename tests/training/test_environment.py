"""The environment over flat worlds; with real ones in test_environment_real."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

import lookabout.training.gym  # noqa: F401, registers the environment
from lookabout.benchmarks.flysearch import BENCHMARK
from lookabout.errors import UsageError
from lookabout.exchange import Image
from tests.worlds import FOUND, PICTURE, flysearch_scenario, move

ID = "lookabout/FlySearch-v0"
FLAT = "tests.runs.stand_ins:flat"
# The target of flat worlds is 1.8 m high and stands at the origin.


def make(**options: Any) -> gymnasium.Env[Any, Any]:
    return gymnasium.make(ID, **{"set": "fs1-city", "engine": FLAT, **options})


def start(env: gymnasium.Env[Any, Any], **scenario: Any) -> tuple[Any, dict[str, Any]]:
    return env.reset(options={"scenario": flysearch_scenario(**scenario)})


@pytest.fixture
def env() -> Iterator[gymnasium.Env[Any, Any]]:
    made = make()
    yield made
    made.close()


def act(x: float = 0, y: float = 0, z: float = 0, claim: float = -1) -> np.ndarray:
    return np.array([x, y, z, claim], np.float32)


@pytest.mark.filterwarnings("error::UserWarning", "ignore:.*symmetric and normalized:UserWarning")
@pytest.mark.parametrize("action", ["move", "text"])
def test_gymnasiums_own_checks_pass(action: str) -> None:
    made = make(set="fs1-forest", action=action, render_mode="rgb_array")
    check_env(made.unwrapped)
    made.close()


def test_it_is_found_by_the_module_in_its_name() -> None:
    made = gymnasium.make(f"lookabout.training.gym:{ID}", engine=FLAT)
    assert made.unwrapped.spec is not None
    assert made.unwrapped.spec.id == ID
    made.close()


def test_an_episode_that_succeeds(env: gymnasium.Env[Any, Any]) -> None:
    seen, info = start(env)  # at (5, -4, 40)
    assert seen["altitude"].tolist() == [40.0]
    assert seen["offset"].tolist() == [0.0, 0.0, 0.0]
    assert (seen["replies_left"], seen["refused"], seen["collided"]) == (10, 0, 0)
    assert seen["image"].shape == (500, 500, 3)
    assert (info["outcome"], info["ending"], info["is_success"]) == ("started", None, False)
    assert info["description"] == "a red pickup truck"

    seen, reward, terminated, truncated, info = env.step(act(-5, 4, -30))
    assert (reward, terminated, truncated) == (0.0, False, False)
    assert seen["offset"].tolist() == [-5.0, 4.0, -30.0]
    assert seen["replies_left"] == 9
    assert info["outcome"] == "moved"

    seen, reward, terminated, truncated, info = env.step(act(claim=1))
    assert (reward, terminated, truncated) == (1.0, True, False)
    assert (info["is_success"], info["ending"], info["outcome"]) == (True, "claimed", "ended")
    assert seen["replies_left"] == 0
    with pytest.raises(ResetNeeded):
        env.unwrapped.step(act())


def test_a_claim_from_too_high_ends_without_success(env: gymnasium.Env[Any, Any]) -> None:
    start(env)
    _, reward, terminated, _, info = env.step(act(claim=0.1))
    assert (reward, terminated, info["is_success"]) == (0.0, True, False)


def test_refused_moves_cost_no_reply_and_five_end_it(env: gymnasium.Env[Any, Any]) -> None:
    start(env)
    for code, by in ((1, act(z=81)), (3, act(x=41)), (3, act(y=-41))):
        seen, _, terminated, _, info = env.step(by)
        assert (seen["refused"], seen["replies_left"], terminated) == (code, 10, False)
        assert [part["type"] for part in info["shown"]] == ["text"]
    for x in (1, 40, 40, 40, 40):
        seen, *_ = env.step(act(x=x))
    assert (seen["refused"], seen["replies_left"]) == (0, 5)
    assert env.step(act(x=40))[0]["refused"] == 2  # 201 m from the start
    env.step(act(x=0))
    for _ in range(4):
        assert not env.step(act(x=90))[2]
    _, _, terminated, truncated, info = env.step(act(x=90))
    assert (terminated, truncated, info["ending"]) == (True, False, "refusals_spent")


def test_the_last_reply_can_only_claim() -> None:
    made = make(steps=2)
    start(made)
    assert not made.step(act(z=-1))[2]
    _, _, terminated, truncated, info = made.step(act(z=-1))
    assert (terminated, truncated, info["ending"]) == (True, False, "steps_spent")
    made.close()


def test_a_stopped_move_is_told(env: gymnasium.Env[Any, Any]) -> None:
    start(env)
    seen, *_, info = env.step(act(z=-60))
    assert (seen["collided"], info["outcome"]) == (1, "collided")
    assert 0.4 < seen["altitude"][0] < 0.6
    assert env.step(act(z=1))[0]["collided"] == 0


def test_texts_are_the_benchmarks() -> None:
    made = make(action="text")
    _, info = start(made)
    world = made.unwrapped._simulator  # type: ignore[attr-defined]
    scenario = flysearch_scenario()
    world.reset(scenario)
    wanted = BENCHMARK.episode(scenario, world, BENCHMARK.settings_model()).observe()
    assert len(info["shown"]) == len(wanted.parts)
    for part, expected in zip(info["shown"], wanted.parts, strict=True):
        if isinstance(expected, Image):
            assert (part["image"] == expected.pixels).all()
        else:
            assert part == {"type": "text", "text": expected.text}
    assert not made.step(move(-5, 4, -30))[2]
    assert made.step(FOUND)[4]["is_success"]
    start(made)
    _, _, terminated, _, info = made.step("let me think\ud800")
    assert (terminated, info["ending"]) == (True, "unparsable")
    made.close()


def test_without_a_grid_the_picture_is_bare() -> None:
    made = make(grid=False)
    assert (start(made)[0]["image"] == PICTURE).all()
    made.close()


def test_the_papers_reward() -> None:
    made = make(action="text", reward="progress")
    start(made, start=(0.0, 0.0, 40.9))  # 40 m over the target's centre at 0.9 m
    assert made.step(move(0, 0, -10))[1] == pytest.approx(0.25 + 1 / 100)
    assert made.step("<Action>(0, 0, 10)</Action>")[1] == 0.0
    made.close()


def test_what_a_seed_draws_is_always_the_same_and_never_published() -> None:
    ids = []
    for _ in range(2):
        made = make(set="fs1-forest")
        for seed in (5, None):
            made.reset(seed=seed)
            ids.append(made.unwrapped._scenario.model_dump_json())  # type: ignore[attr-defined]
        made.close()
    assert ids[:2] == ids[2:]
    assert ids[0] != ids[1]


def test_nothing_shown_tells_where_the_target_is(env: gymnasium.Env[Any, Any]) -> None:
    seen, info = start(env)
    told = {*seen, *info}
    assert told.isdisjoint({"target", "truth", "target_centre", "distance"})


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"action": "joystick"}, "action: there is no action 'joystick'"),
        ({"reward": "money"}, "reward: there is no reward 'money'"),
        ({"set": "fs9"}, "there is no set 'fs9'"),
        ({"steps": 0}, "field steps: Input should be greater"),
        ({"engine": "steam"}, "there is no engine 'steam'"),
        ({"threads": 0}, "threads: expected a whole number from 1"),
        ({"threads": 2.0}, "threads: expected a whole number"),
        ({"threads": "2"}, "threads: expected a whole number"),
        ({"threads": True}, "threads: expected a whole number"),
        ({"threads": 10**5000}, "threads: expected a whole number"),
    ],
)
def test_wrong_arguments(options: dict[str, Any], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        make(**options)


def test_wrong_options_and_actions(env: gymnasium.Env[Any, Any], tmp_path: Any) -> None:
    bare = env.unwrapped
    with pytest.raises(UsageError, match="no option 'level'"):
        bare.reset(options={"level": 3})
    with pytest.raises(UsageError, match="cannot be read"):
        bare.reset(options={"scenario": str(tmp_path / "none.json")})
    with pytest.raises(UsageError, match="field world"):
        bare.reset(options={"scenario": {"id": "x"}})
    other = flysearch_scenario().model_copy(update={"set": "fs2"})
    with pytest.raises(UsageError, match="belongs to flysearch/fs2"):
        bare.reset(options={"scenario": other})


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "wrong",
    [
        act()[:3],
        np.full(4, np.nan),
        np.array([1, 2, 3, np.longdouble("1e4000")]),
        np.array([1 + 2j, 0, 0, 0]),
        np.array([1, 2, 3, None], object),
        "abc",
        None,
        {},
        [1 + 2j, 0, 0, 0],
        [[1], [2, 3]],
        ["1", "2", "3", "-1"],
        10**400,
        10**5000,
        [10**400, 0, 0, 0],
    ],
    ids=range(14),
)
def test_a_rejected_action_changes_nothing(env: gymnasium.Env[Any, Any], wrong: Any) -> None:
    start(env)
    bare = env.unwrapped
    assert bare.step(act(z=-10))[0]["replies_left"] == 9
    with pytest.raises(UsageError, match="action: expected four finite numbers"):
        bare.step(wrong)
    seen, *_, info = bare.step(act(-5, 4, -20))
    assert (seen["replies_left"], info["outcome"]) == (8, "moved")
    assert seen["offset"].tolist() == [-5.0, 4.0, -30.0]
    assert bare.step(act(claim=1))[1] == 1.0


def test_a_rejected_text_changes_nothing() -> None:
    made = make(action="text").unwrapped
    start(made)
    for wrong in (act(), b"<Action>FOUND</Action>", None):
        with pytest.raises(UsageError, match="action: expected a str"):
            made.step(wrong)
    assert made.step(move(-5, 4, -30))[0]["replies_left"] == 9
    made.close()


@pytest.mark.slow
def test_two_environments_side_by_side() -> None:
    both = gymnasium.make_vec(
        ID, num_envs=2, vectorization_mode="async", set="fs1-forest", engine=FLAT,
        vector_kwargs={"context": "spawn"},
    )  # fmt: skip
    try:
        seen, _ = both.reset(seed=3)
        assert seen["image"].shape == (2, 500, 500, 3)
        seen, rewards, terminated, *_ = both.step(np.stack([act(z=-5), act(claim=1)]))
        assert seen["replies_left"].tolist() == [9, 0]
        assert terminated.tolist() == [False, True]
        assert rewards.shape == (2,)
    finally:
        both.close()
