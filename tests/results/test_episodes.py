import pytest

from lookabout.results.episodes import action_words, facts


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ({"kind": "move", "by": [5.0, -3.25, -0.0]}, "move (5, −3.25, 0)"),
        ({"kind": "claim"}, "claim"),
        ({"kind": "unparsable", "why": "no tag"}, "unparsable, why: no tag"),
        ({"by": float("nan")}, "? nan"),
        ({}, "?"),
    ],
)
def test_actions(action: dict[str, object], words: str) -> None:
    assert action_words(action) == words


def test_facts() -> None:
    verdict = {
        "success": True,
        "in_view": False,
        "distance_m": 7.4926,
        "dx": -0.001,
        "end_position": [1.0, 2.5, -3.0],
        "why": None,
        "more": {"a": 1, "b": "x"},
        "deep": {"a": {"b": 1}},
    }
    assert list(facts(verdict)) == [
        ("in view", "no"),
        ("distance", "7.49 m"),
        ("dx", "0 m"),
        ("end position", "(1, 2.5, −3) m"),
        ("why", "–"),
        ("more", "a: 1, b: x"),
        ("deep", '{"a": {"b": 1}}'),
    ]


def test_long_values_are_cut() -> None:
    words = action_words({"kind": "x" * 1000})
    assert words == "x" * 300 + "… (700 more characters)"
