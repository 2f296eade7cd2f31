"""Replies as actions: the rules of the spec, and text that tries to break them."""

import math
import re

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from lookabout.benchmarks.flysearch.parser import (
    MAX_METRES,
    Claim,
    Form,
    Move,
    Unparsable,
    parse_reply,
    says_found,
)


@pytest.mark.parametrize(
    ("text", "by"),
    [
        ("<Reasoning>a car</Reasoning>\n<Action>(5, 0, -30)</Action>", (5, 0, -30)),
        ("<action>(5,0,-30)</action>", (5, 0, -30)),
        ("<ACTION> ( 1.5 , -.25 , +3. ) </ACTION>", (1.5, -0.25, 3)),
        ("<Action>10, 20, -5</Action>", (10, 20, -5)),
        ("<Action>[1, 2, 3]</Action>", (1, 2, 3)),
        ("<Action>(1e1, 2E0, -3e-1)</Action>", (10, 2, -0.3)),
        ("< action >\n(\n1,\n2,\n3)\n</ action >", (1, 2, 3)),
        ("<Action>(\u221210, \u20135, 0)</Action>", (-10, -5, 0)),
        ("I FOUND it: <Action>(0, 0, -3)</Action>", (0, 0, -3)),
        ("<Action>(1, 2, 3)</Action><Action>FOUND</Action>", (1, 2, 3)),
        ("<Action>(1000000, 0, 0)</Action>", (1e6, 0, 0)),
    ],
)
def test_moves(text: str, by: tuple[float, float, float]) -> None:
    assert parse_reply(text) == Move(by)


@pytest.mark.parametrize(
    ("action", "by"),
    [
        ("(NORTH, 12)", (0, 12, 0)),
        ("(south, 1.5)", (0, -1.5, 0)),
        ("East 7", (7, 0, 0)),
        ("[ west ,\n 3 ]", (-3, 0, 0)),
        ("(up, 0)", (0, 0, 0)),
        ("down,1e1", (0, 0, -10)),
    ],
)
def test_compass_moves(action: str, by: tuple[float, float, float]) -> None:
    text = f"<Reasoning>on</Reasoning><Action>{action}</Action>"
    assert parse_reply(text, "compass") == Move(by)
    assert isinstance(parse_reply(text), Unparsable)


@pytest.mark.parametrize(
    "action",
    [
        "(5, 0, -30)",
        "(NORTH, -12)",
        "(NORTH)",
        "12",
        "(UPWARDS, 5)",
        "(NORTH, 5, 3)",
        "(NORTH, 5), (EAST, 3)",
        "(NORTH, 1e30)",
        "(NORTH, nan)",
        "NORTH5",
        "(NORTH, ५)",
    ],
)
def test_what_is_no_compass_move(action: str) -> None:
    assert isinstance(parse_reply(f"<Action>{action}</Action>", "compass"), Unparsable)


@pytest.mark.parametrize("form", ["coordinates", "compass"])
def test_claims_are_the_same_in_every_form(form: Form) -> None:
    assert parse_reply("<Action>FOUND</Action>", form) == Claim()
    assert parse_reply("I FOUND it", form) == Claim()


@pytest.mark.parametrize(
    "text",
    [
        "<Action>FOUND</Action>",
        "<action> found\n</action>",
        "<Action>Found</Action><Action>(1, 2, 3)</Action>",
        "FOUND",
        "I am above the car. FOUND!",
    ],
)
def test_claims(text: str) -> None:
    assert parse_reply(text) == Claim()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I found it",
        "NOTFOUND",
        "FOUNDATION",
        "<Action></Action>",
        "<Action>FOUND it</Action>",
        "<Action>(1, 2)</Action>",
        "<Action>(1, 2, 3, 4)</Action>",
        "<Action>(nan, 0, 0)</Action>",
        "<Action>(inf, 0, 0)</Action>",
        "<Action>(1e309, 0, 0)</Action>",
        "<Action>(1e999, 0, 0)</Action>",
        "<Action>(1000000.1, 0, 0)</Action>",
        "<Action>(one, two, three)</Action>",
        "<Action>(1 2 3)</Action>",
        "<Action>(1,, 3)</Action>",
        "<Action>hover</Action><Action>FOUND</Action>",
        "<Action><Action>(1, 2, 3)</Action>",
        "(5, 0, -30)",
        "<Action>FOUND",  # cut off: there is a tag, and it says nothing yet
        "It was NOT FOUND, so I go on. <Action>(3, 4, -5)",
        "<Action>(5, 0, -30)",
        "</Action>(5, 0, -30)<Action>",
        "<Action>(٣, 0, 0)</Action>",
    ],
)
def test_everything_else_is_unparsable(text: str) -> None:
    assert isinstance(parse_reply(text), Unparsable)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I found it", True),
        ("Found.", True),
        ("<Action>FOUND</Action>", True),
        ("the foundation", False),
        ("unfounded", False),
        ("", False),
    ],
)
def test_the_published_scorer_takes_the_word_anywhere(text: str, expected: bool) -> None:
    assert says_found(text) is expected


_TAGS = ["<Action>", "</Action>", "<action>", "<", ">", "(", ")", ",", "FOUND", "found"]
_NUMBERS = ["1", "-2.5", "1e5", "1e400", "nan", ".", "-", " ", "\n", "\0", "\u2212", "٣"]
_PIECES = st.sampled_from([*_TAGS, *_NUMBERS])


@settings(max_examples=1500, deadline=None)
@given(st.one_of(st.text(max_size=200), st.lists(_PIECES, max_size=12).map("".join)))
@example("<Action>" * 3)
def test_no_text_crashes_it_and_every_move_is_finite(text: str) -> None:
    action = parse_reply(text)
    if isinstance(action, Move):
        assert len(action.by) == 3
        assert all(math.isfinite(v) and abs(v) <= MAX_METRES for v in action.by)
        assert re.search("<\\s*action", text, re.IGNORECASE)
    elif isinstance(action, Claim):
        assert "found" in text.casefold()
    else:
        assert action.why


@given(st.tuples(*[st.floats(-MAX_METRES, MAX_METRES)] * 3))
def test_what_an_agent_prints_is_read_back(by: tuple[float, float, float]) -> None:
    assert parse_reply(f"<Action>({by[0]}, {by[1]}, {by[2]})</Action>") == Move(by)


@pytest.mark.parametrize(
    "text",
    [
        "<Action>" * 200_000,
        "<Action>(" + "1" * 1_000_000 + ", 0, 0)</Action>",
        "<Action>(" + "1," * 500_000 + ")</Action>",
        "<" + " " * 1_000_000 + "action>",
        "<Action>" + " " * 1_000_000 + "</Action>",
        "<Action>(1,2,3)" + " " * 1_000_000 + "x</Action>",
        "< " * 500_000,
    ],
    ids=["open tags", "long number", "many numbers", "wide tag", "blank", "blank tail", "angles"],
)
def test_huge_replies_are_read_in_linear_time(text: str) -> None:
    # A quadratic reader would need hours for these: the test would not end.
    assert isinstance(parse_reply(text), Unparsable)


@pytest.mark.slow
def test_a_million_random_replies_never_crash_it() -> None:
    rng = np.random.default_rng(1)
    pieces = np.array([*_TAGS, *_NUMBERS, "\ud800", "\U0001f681", "<ACTION>(1,2,3)</ACTION>"])
    kinds = dict.fromkeys((Move, Claim, Unparsable), 0)
    for _ in range(1000):
        picks = rng.integers(0, len(pieces), size=(1000, 9))
        for row in pieces[picks]:
            kinds[type(parse_reply("".join(row)))] += 1
    assert sum(kinds.values()) == 1_000_000
    assert all(kinds.values())  # each way out was taken
