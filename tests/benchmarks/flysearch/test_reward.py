"""Every branch of the paper's listing 1, by hand-worked values."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookabout.benchmarks.flysearch.reward import Reward, State, count_tokens, reasoning_of, reward

HIGH = State(position=(0, 0, 51), target_centre=(0, 0, 1), target_top=2, ground_z=0)
"""50 m straight above the centre, 49 m over the top."""
LOW = State(position=(0, 0, 11), target_centre=(0, 0, 1), target_top=2, ground_z=0)
"""10 m above the centre, 9 m over the top: a claim would succeed."""


def reply(action: str, words: int = 0) -> str:
    return f"<Reasoning>{'on ' * words}</Reasoning><Action>{action}</Action>"


def test_what_cannot_be_read_earns_nothing_however_well_reasoned() -> None:
    for text in ("", "hm", reply("up", 300), reply("(1, 2)", 300), reply("(1, 2, nan)", 300)):
        assert reward(text, LOW) == Reward(False, 0.0, 0.0)


@pytest.mark.parametrize(
    ("words", "earned"), [(0, 0.0), (1, 0.01), (50, 0.5), (99, 0.99), (100, 1.0), (5000, 1.0)]
)
def test_reasoning_is_paid_by_its_length_up_to_a_hundred_tokens(words: int, earned: float) -> None:
    assert reward(reply("FOUND", words), HIGH).reasoning == pytest.approx(earned)
    assert reward(reply("(0, 0, 5)", words), HIGH).reasoning == pytest.approx(earned)


def test_a_claim_earns_one_where_it_would_succeed() -> None:
    assert reward(reply("FOUND"), LOW) == Reward(True, 0.0, 1.0)
    assert reward(reply("FOUND", 50), LOW).total == pytest.approx(1.5)
    assert reward(reply("FOUND"), HIGH) == Reward(True, 0.0, 0.0)


@pytest.mark.parametrize(
    ("position", "located"),
    [
        ((0, 0, 12), True),  # 10 m over the top
        ((0, 0, 12.001), False),
        ((8, 0, 8), True),  # the centre on the edge of the view
        ((8.001, 0, 8), False),
        ((0, -8.001, 8), False),
        ((0, 0, 0.5), True),  # below the top
    ],
)
def test_located_is_the_benchmarks_success(position: Any, located: bool) -> None:
    state = State(position, (0, 0, 1), 2, 0)
    assert state.located is located
    assert reward(reply("FOUND"), state).action == float(located)


@pytest.mark.parametrize(
    ("action", "earned"),
    [
        ("(0, 0, -25)", 0.5),  # half of the way
        ("(0, 0, -50)", 1.0),  # to the centre
        ("(0, 0, -75)", 0.5),  # through it and 25 m beyond
        ("(0, 0, 0)", 0.0),
        ("(0, 0, 20)", 0.0),  # away: clipped
        ("(0, 0, -200)", 0.0),  # far beyond: clipped
        ("(30, 0, -10)", 0.0),  # from 50 to 50: sqrt(900 + 1600)
        ("(30, 0, -50)", 0.4),  # from 50 to 30
    ],
)
def test_a_move_earns_the_share_of_the_distance_it_saves(action: str, earned: float) -> None:
    found = reward(reply(action, 20), HIGH)
    assert found.action == pytest.approx(earned)
    assert found.total == pytest.approx(0.2 + earned)


def test_where_a_claim_would_succeed_moves_earn_less_the_lower_they_start() -> None:
    # Half of the way from 9 m over the top: sqrt(9 / 10) of a half.
    assert reward(reply("(0, 0, -5)"), LOW).action == pytest.approx(0.5 * math.sqrt(0.9))
    lower = State((0, 0, 4.5), (0, 0, 1), 2, 0)  # 2.5 m over the top
    assert reward(reply("(0, 0, -3.5)"), lower).action == pytest.approx(0.5)
    below = State((1, 0, 1.5), (0, 0, 1), 2, 0)
    assert below.height_above_target == -0.5
    assert reward(reply("(-1, 0, -0.5)"), below).action == 0.0


def test_at_the_centre_itself_no_move_comes_nearer() -> None:
    at = State((0, 0, 1), (0, 0, 1), 2, 0)
    assert reward(reply("(0, 0, 0)"), at).action == 0.0
    assert reward(reply("FOUND"), at).action == 1.0


def test_reasoning_is_what_stands_in_its_tag() -> None:
    assert reasoning_of("<Reasoning>a b</Reasoning><Action>FOUND</Action>") == "a b"
    assert reasoning_of("< reasoning >a</ REASONING >") == "a"
    assert reasoning_of("no tag <Action>FOUND</Action>") == ""
    assert reasoning_of("<Reasoning>open <Action>FOUND</Action> and on") == "open "
    assert reasoning_of("<Reasoning>cut off") == "cut off"
    assert reasoning_of("<Reasoning>a</Reasoning><Reasoning>b</Reasoning>") == "a"
    padded = "x " * 200 + "<Action>FOUND</Action>"
    assert reward(padded, LOW).reasoning == 0.0  # words outside the tag are not paid


def test_tokens_are_words_and_marks_unless_a_tokenizer_counts() -> None:
    assert count_tokens("I fly 12 m east, then down.") == 9
    assert count_tokens("  \n ") == 0
    assert reward(reply("FOUND", 3), LOW, tokens=len).reasoning == pytest.approx(0.09)


def test_compass_moves() -> None:
    assert reward(reply("(down, 25)"), HIGH, actions="compass").action == pytest.approx(0.5)
    assert not reward(reply("(0, 0, -25)"), HIGH, actions="compass").parsable


coordinates = st.floats(-1e5, 1e5)
points = st.tuples(coordinates, coordinates, coordinates)
pieces = st.sampled_from(
    ["<Reasoning>", "</Reasoning>", "<Action>", "</Action>", "FOUND", "(1, 2, -3)", "<", " ", "é"]
)


@given(
    st.one_of(st.text(), st.lists(pieces).map("".join)),
    st.builds(State, points, points, coordinates, coordinates),
)
def test_no_text_breaks_it_and_no_reward_leaves_its_bounds(text: str, state: State) -> None:
    found = reward(text, state)
    assert 0.0 <= found.reasoning <= 1.0
    assert 0.0 <= found.action <= 1.0
    assert found.total == found.reasoning + found.action
    if not found.parsable:
        assert found.total == 0.0


@given(points, points)
def test_a_straight_move_to_the_target_earns_everything(position: Any, centre: Any) -> None:
    state = State(position, centre, centre[2] - 1e9, 0)  # far over the top: not located
    by = tuple(c - p for p, c in zip(position, centre, strict=True))
    if math.dist(position, centre) > 1:
        text = "<Action>({:.6f}, {:.6f}, {:.6f})</Action>".format(*by)
        assert reward(text, state).action == pytest.approx(1.0, abs=1e-5)
