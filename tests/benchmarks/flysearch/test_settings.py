"""The ablations and variants of a run, each seen from the agent's side."""

from typing import Any

import numpy as np
import pytest
from pydantic import ValidationError

from lookabout.benchmarks.base import play
from lookabout.benchmarks.flysearch import BENCHMARK
from lookabout.benchmarks.flysearch.settings import Settings
from lookabout.errors import UsageError
from lookabout.sim.scenario import Scenario
from tests.worlds import FOUND, PICTURE, FlatWorld, Notebook, Reciter, flysearch_scenario, move

SCENARIO = flysearch_scenario()


def fly(
    *replies: str, scenario: Scenario = SCENARIO, **settings: Any
) -> tuple[str, Notebook, str, FlatWorld]:
    """Ending, record, the first text, the world."""
    world = FlatWorld()
    world.reset(scenario)
    agent, notebook = Reciter(*replies), Notebook()
    episode = BENCHMARK.episode(scenario, world, Settings(**settings))
    ending = play(episode, agent, notebook)
    return ending, notebook, agent.seen[0].text, world


@pytest.mark.parametrize("steps", [1, 5, 20])
def test_steps(steps: int) -> None:
    ending, notebook, text, _ = fly(move(0, 0, 0), steps=steps)
    assert ending == "steps_spent"
    assert len(notebook.steps) == steps
    assert f"at most {steps - 1} moves" in text


def test_without_a_setting_the_set_rules() -> None:
    _, notebook, text, _ = fly(move(0, 0, 0))
    assert len(notebook.steps) == 10
    assert "at most 9 moves" in text


def test_compass_actions() -> None:
    replies = [f"<Action>({leg})</Action>" for leg in ("WEST, 5", "NORTH, 4", "DOWN, 32")]
    ending, notebook, text, world = fly(*replies, FOUND, actions="compass")
    assert ending == "claimed"
    np.testing.assert_allclose(world.pose("drone").position, [0, 0, 8])
    assert notebook.steps[0].action == {"kind": "move", "by": [-5, 0, 0]}
    assert "NORTH, SOUTH, EAST, WEST, UP and DOWN" in text
    assert "(x, y, z)" not in text
    assert fly(move(1, 0, 0), actions="compass")[0] == "unparsable"


def test_the_grid_can_be_left_out() -> None:
    _, notebook, text, _ = fly(FOUND, grid=False)
    assert np.array_equal(notebook.frames[0].pixels, PICTURE)
    assert "grid" not in text
    _, drawn, told, _ = fly(FOUND)
    assert not np.array_equal(drawn.frames[0].pixels, PICTURE)
    assert "A grid of dots" in told


def anomaly() -> Scenario:
    task = {**SCENARIO.task, "target_class": "giraffe"}
    task["description"] = "the object that is out of place here"
    return SCENARIO.model_copy(update={"set": "anomaly1-city", "task": task})


def test_anomalies_can_be_named() -> None:
    assert "giraffe" not in fly(FOUND, scenario=anomaly())[2]
    assert "Find a giraffe." in fly(FOUND, scenario=anomaly(), named_anomaly=True)[2]


def test_every_anomaly_has_a_name() -> None:
    for item in BENCHMARK.standard("anomaly1"):
        episode = BENCHMARK.episode(item, settled(item), Settings(named_anomaly=True))
        assert episode.description != item.task["description"]


def settled(scenario: Scenario) -> FlatWorld:
    world = FlatWorld()
    world.reset(scenario)
    return world


def test_names_are_for_anomaly_sets_only() -> None:
    BENCHMARK.check_settings("anomaly1", Settings(named_anomaly=True))
    BENCHMARK.check_settings("anomaly1-forest", Settings(named_anomaly=True))
    BENCHMARK.check_settings("fs1", Settings())
    for name in ("fs1", "fs1-city", "fs2"):
        with pytest.raises(UsageError, match="no anomalies"):
            BENCHMARK.check_settings(name, Settings(named_anomaly=True))


def test_people_may_try_on_and_look_elsewhere() -> None:
    beyond_view, beyond_area = move(100, 0, 0), move(300, 0, 0)
    ending, notebook, text, _ = fly(*[beyond_area] * 20, beyond_view, FOUND, player="human")
    assert ending == "claimed"
    assert [s.outcome for s in notebook.steps] == ["refused"] * 20 + ["moved", "ended"]
    assert notebook.steps[-1].turn == 2
    assert "<Action>" not in text
    assert "MOVE" in text
    assert "in a row" not in text
    assert "outside the picture that you were last shown" not in text


def test_own_texts_are_shown_and_recorded() -> None:
    settings = Settings(prompts={"altitude": "h={altitude}", "start": "Go to {target}!\n{limits}"})
    world = settled(SCENARIO)
    agent = Reciter(FOUND)
    play(BENCHMARK.episode(SCENARIO, world, settings), agent, Notebook())
    assert agent.seen[0].text.startswith("Go to a red pickup truck!\nYou can make at most 9 moves")
    assert agent.seen[0].text.endswith("\nh=40")
    assert Settings.model_validate(settings.model_dump(mode="json")) == settings


@pytest.mark.parametrize(
    "wrong",
    [
        {"steps": 0},
        {"steps": 1001},
        {"actions": "polar"},
        {"player": "dog"},
        {"prompts": {"start": "no target"}},
        {"prompts": {"stort": "{target}"}},
        {"speed": 3},
    ],
)
def test_what_is_no_setting(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Settings(**wrong)


def test_how_much_of_the_target_was_seen_is_recorded_and_never_shown() -> None:
    class Half(FlatWorld):
        def visible(self, *_: Any) -> float:
            return 0.5

    world = Half()
    world.reset(SCENARIO)
    agent, notebook = Reciter(move(300, 0, 0), move(0, 0, 1), FOUND), Notebook()
    play(BENCHMARK.episode(SCENARIO, world, Settings()), agent, notebook)
    seen = [step.detail.get("target_visible") for step in notebook.steps]
    assert seen == [0.5, None, 0.5]  # a refused reply is followed by no new picture
    assert all("visible" not in observation.facts for observation in agent.seen)
