import pytest

from lookabout.results.episodes import action_words
from lookabout.results.facts import Fact, facts, named, value_words


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
        ("deep", "a: (b: 1)"),
    ]


def test_facts_as_a_benchmark_tells_them() -> None:
    known = {
        "version": Fact(""),
        "error_m": Fact("mean error", " cm", 100),
        "factors": Fact("factors", words={"early_stop": "stopped early"}),
        "errors_m": Fact("errors", " cm", 100),
    }
    values = {
        "version": "1",
        "error_m": 0.0246,
        "factors": "early_stop new_one",
        "errors_m": [0.01] * 25,
        "hits": 3,
    }
    assert list(facts(values, known)) == [
        ("mean error", "2.46 cm"),
        ("factors", "stopped early, new_one"),
        ("errors", f"({', '.join(['1'] * 20)}, … 25 in all) cm"),
        ("hits", "3"),
    ]
    assert list(facts({"factors": "", "error_m": None}, known)) == [
        ("factors", "–"),
        ("mean error", "–"),
    ]


@pytest.mark.parametrize(
    ("key", "name", "unit"),
    [
        ("navigation_error_m", "navigation error", " m"),
        ("yaw_rate_deg", "yaw rate", "°"),
        ("area_seen_percent", "area seen", " %"),
        ("dx", "dx", " m"),
        ("items", "items", ""),
    ],
)
def test_names_end_in_units(key: str, name: str, unit: str) -> None:
    assert named(key) == (name, unit)


def test_depth_is_bounded() -> None:
    deep: object = 1
    for _ in range(500):
        deep = {"a": [deep]}
    assert value_words(deep) == "a: ((a: ((a: …))))"


def test_long_values_are_cut() -> None:
    words = action_words({"kind": "x" * 1000})
    assert words == "x" * 300 + "… (700 more characters)"
