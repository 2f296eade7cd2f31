"""The loop against a flat world: budgets, refusals, collisions, messages, ends."""

from typing import Any

import numpy as np
import pytest

from lookabout.benchmarks.base import play as drive
from lookabout.benchmarks.flysearch import BENCHMARK
from lookabout.benchmarks.flysearch.settings import Settings
from lookabout.errors import AgentError, ServiceError
from lookabout.exchange import Image, Text
from tests.worlds import FOUND, FlatWorld, Notebook, Reciter, flysearch_scenario, move

SCENARIO = flysearch_scenario()


def play(
    *replies: Any, world: FlatWorld | None = None, **settings: Any
) -> tuple[str, Notebook, Reciter, FlatWorld]:
    world = world or FlatWorld()
    world.reset(SCENARIO)
    notebook, agent = Notebook(), Reciter(*replies)
    ending = drive(BENCHMARK.episode(SCENARIO, world, Settings(**settings)), agent, notebook)
    return ending, notebook, agent, world


def test_a_claim_ends_it() -> None:
    ending, notebook, agent, world = play(move(-5, 4, -32), FOUND)
    assert ending == "claimed"
    assert [(s.index, s.turn, s.outcome) for s in notebook.steps] == [
        (0, 1, "moved"),
        (1, 2, "ended"),
    ]
    np.testing.assert_allclose(world.pose("drone").position, [0, 0, 8])
    assert notebook.steps[1].position == pytest.approx((0, 0, 8))
    assert notebook.steps[1].detail["altitude"] == pytest.approx(8)
    assert len(agent.seen) == 2


def test_nine_moves_then_the_tenth_reply_can_only_end_it() -> None:
    ending, notebook, _, world = play(move(1, 0, 0))
    assert ending == "steps_spent"
    assert [s.outcome for s in notebook.steps] == ["moved"] * 9 + ["ended"]
    assert notebook.steps[-1].turn == 10
    np.testing.assert_allclose(world.pose("drone").position, [14, -4, 40])
    assert len(notebook.frames) == 10


def test_a_claim_on_the_tenth_reply_counts() -> None:
    ending, notebook, _, _ = play(*[move(0, 0, 0)] * 9, FOUND)
    assert ending == "claimed"
    assert notebook.steps[-1].turn == 10


def test_an_unparsable_reply_ends_it() -> None:
    ending, notebook, _, _ = play(move(0, 0, -1), "I would rather not.")
    assert ending == "unparsable"
    assert notebook.steps[-1].action["kind"] == "unparsable"


def test_refusals_are_text_only_and_cost_no_step() -> None:
    ending, notebook, agent, _ = play(move(0, 0, 500), move(0, 0, 0), FOUND)
    assert ending == "claimed"
    assert [(s.turn, s.outcome) for s in notebook.steps] == [
        (1, "refused"),
        (1, "moved"),
        (2, "ended"),
    ]
    refusal = agent.seen[1]
    assert [type(part) for part in refusal.parts] == [Text]
    assert "120 metres" in refusal.text
    assert "40 metres" in refusal.text
    assert len(notebook.frames) == 2
    assert notebook.steps[0].detail["refusal"] == "altitude"


@pytest.mark.parametrize(
    ("by", "reason", "words"),
    [
        ((0, 0, 81), "altitude", "above 120 metres"),
        ((41, 0, 0), "view", "outside the picture"),
        ((0, 300, 0), "area", "search area"),
    ],
)
def test_each_refusal_says_why(by: tuple[float, float, float], reason: str, words: str) -> None:
    _, notebook, agent, world = play(move(*by), FOUND)
    assert notebook.steps[0].detail["refusal"] == reason
    assert words in agent.seen[1].text
    np.testing.assert_allclose(world.pose("drone").position, [5, -4, 40])


def test_the_fifth_refusal_in_a_row_ends_it() -> None:
    ending, notebook, _, _ = play(move(0, 0, 500))
    assert ending == "refusals_spent"
    assert len(notebook.steps) == 5


def test_a_move_that_is_made_starts_the_count_anew() -> None:
    bad, good = move(0, 0, 500), move(0, 0, 0)
    ending, notebook, _, _ = play(*[bad] * 4, good, *[bad] * 4, good, FOUND)
    assert ending == "claimed"
    assert [s.outcome for s in notebook.steps].count("refused") == 8


def test_refused_on_the_last_step_is_still_the_end() -> None:
    ending, notebook, _, _ = play(*[move(0, 0, 0)] * 9, move(0, 0, 500))
    assert ending == "steps_spent"
    assert len(notebook.steps) == 10


def test_a_collision_stops_the_move_costs_a_step_and_is_told_next_turn() -> None:
    ending, notebook, agent, world = play(move(0, 0, -500), FOUND)
    assert ending == "claimed"
    first = notebook.steps[0]
    assert first.outcome == "collided"
    assert first.detail["hit"] == "ground"
    height = world.pose("drone").position[2]
    assert 0.5 <= height < 0.502
    assert "obstacle" in agent.seen[1].text
    assert agent.seen[1].facts["collided"] is True
    assert notebook.steps[1].turn == 2


def test_the_notice_is_shown_once() -> None:
    _, _, agent, _ = play(move(0, 0, -500), move(0, 0, 5), FOUND)
    assert "obstacle" in agent.seen[1].text
    assert "obstacle" not in agent.seen[2].text


def test_a_wall_in_between_stops_a_level_move() -> None:
    walls = np.array([[[15.0, -50, 0], [15.0, 50, 0], [15.0, 0, 200]]])
    _, notebook, _, world = play(move(30, 0, 0), FOUND, world=FlatWorld(walls=walls))
    assert notebook.steps[0].detail["hit"] == "wall"
    assert world.pose("drone").position[0] == pytest.approx(14.5, abs=0.01)


def test_first_turn_is_prompt_then_altitude_then_picture() -> None:
    _, notebook, agent, _ = play(FOUND)
    prompt, altitude, picture = agent.seen[0].parts
    assert isinstance(prompt, Text)
    assert isinstance(altitude, Text)
    assert isinstance(picture, Image)
    assert "a red pickup truck" in prompt.text
    assert "at most 9 moves" in prompt.text
    assert "exceed 120 metres" in prompt.text
    assert "400 x 400" in prompt.text
    assert "{" not in prompt.text
    assert altitude.text == "<Altitude>You are 40 metres above the ground.</Altitude>"
    assert picture.pixels.shape == (500, 500, 3)
    assert notebook.steps[0].shown == [
        {"text": prompt.text},
        {"text": altitude.text},
        {"image": "frames/000.png"},
    ]


def test_what_a_refusal_says_is_within_the_limit() -> None:
    # 39.996 m high: told as 39.99, so a move of what is told is never refused.
    told = play(move(0, 0, -0.004), move(39.999, 0, 0), FOUND)[2].seen[2].text
    assert "reaches 39.99 metres" in told
    ending, notebook, _, _ = play(move(0, 0, -0.004), move(39.99, 0, 0), FOUND)
    assert [step.outcome for step in notebook.steps] == ["moved", "moved", "ended"]
    assert ending == "claimed"


def test_the_prompt_tells_every_rule_that_ends_an_episode() -> None:
    prompt = play(FOUND)[2].seen[0].text
    for words in (
        "at most 9 moves",
        "without a readable action ends the search",
        "Five refused moves in a row end the search",
        "AT MOST 10 metres above its highest point",
        "centre of the target is in your picture",
        "first <Action>",
        "outside the picture",
    ):
        assert words in prompt


def test_later_turns_do_not_repeat_the_prompt() -> None:
    _, _, agent, _ = play(move(0, 0, -0.25), FOUND)
    altitude, picture = agent.seen[1].parts
    assert isinstance(picture, Image)
    assert altitude == Text("<Altitude>You are 39.75 metres above the ground.</Altitude>")


def test_image_before_altitude_on_request() -> None:
    _, _, agent, _ = play(move(0, 0, -1), FOUND, message_order="image-altitude")
    assert [type(p) for p in agent.seen[0].parts] == [Text, Image, Text]
    assert [type(p) for p in agent.seen[1].parts] == [Image, Text]


def test_the_picture_is_taken_from_the_drone_looking_down() -> None:
    _, _, _, world = play(move(-5, 4, -30), FOUND)
    camera, pose = world.looks[1]
    assert (camera.width, camera.height, camera.fov_deg) == (500, 500, 90.0)
    np.testing.assert_allclose(pose.position, [0, 0, 10])
    np.testing.assert_array_equal(pose.rotation[:, 0], [0, 0, -1])


def test_an_agent_that_raises_is_an_agent_error() -> None:
    with pytest.raises(AgentError, match="ZeroDivisionError: oops"):
        play(ZeroDivisionError("oops"))
    with pytest.raises(ServiceError, match="busy"):
        play(ServiceError("busy"))


def test_half_a_surrogate_pair_in_a_reply_can_be_recorded() -> None:
    ending, notebook, _, _ = play("\ud83d <Action>FOUND</Action>")
    assert ending == "claimed"
    assert notebook.steps[0].model_dump_json()
