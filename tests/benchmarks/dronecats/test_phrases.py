"""Words that single out one of several near-duplicates."""

from __future__ import annotations

from dataclasses import dataclass, field

from lookabout.benchmarks.dronecats.phrases import phrases


@dataclass(frozen=True)
class Thing:
    name: str
    words: str
    x: float
    y: float = 0.0
    z: float = 0.0
    features: tuple[tuple[str, str], ...] = ()
    size: tuple[float, float, float] = field(default=(2.0, 1.0, 1.5))


def said(*things: Thing) -> dict[str, str]:
    return {phrase.name: phrase.words for phrase in phrases(things)}


def test_a_thing_alone_of_its_name_needs_no_more() -> None:
    assert said(Thing("f", "fountain", 0), Thing("b", "bench", 3)) == {
        "f": "the fountain",
        "b": "the bench",
    }


def test_the_fewest_features_that_nobody_shares_are_named() -> None:
    red = ("colour", "red")
    steel, wood = ("material", "steel"), ("material", "wooden")
    found = said(
        Thing("1", "rack", 0, features=(red, steel)),
        Thing("2", "rack", 5, features=(red, wood)),
        Thing("3", "rack", 10, features=(("colour", "blue"), steel)),
    )
    assert found == {
        "1": "the red steel rack",
        "2": "the wooden rack",
        "3": "the blue rack",
    }


def test_figures_stand_behind_the_noun_with_their_article() -> None:
    found = said(
        Thing("1", "statue", 0, features=(("figure", "owl"), ("material", "bronze"))),
        Thing("2", "statue", 5, features=(("figure", "horse"), ("material", "bronze"))),
    )
    assert found == {"1": "the statue of an owl", "2": "the statue of a horse"}


def test_twins_are_told_by_a_landmark_that_one_stands_clearly_nearest_to() -> None:
    found = said(
        Thing("1", "bench", 0),
        Thing("2", "bench", 30),
        Thing("f", "fountain", 6),
    )
    # Bench 1 is 6 m from the fountain, bench 2 is 24 m: 4 times as far, but too far for a landmark.
    assert found == {"1": "the bench nearest to the fountain", "f": "the fountain"}


def test_twins_at_like_distances_from_the_landmark_have_no_name() -> None:
    # 6 m and 9 m: only 1.5 times as far.
    assert said(Thing("1", "bench", 0), Thing("2", "bench", 15), Thing("f", "fountain", 6)) == {
        "f": "the fountain"
    }


def test_twins_out_of_sight_do_not_count() -> None:
    assert said(Thing("1", "bench", 0), Thing("2", "bench", 71)) == {
        "1": "the bench",
        "2": "the bench",
    }


def test_twins_just_in_sight_do() -> None:
    assert said(Thing("1", "bench", 0), Thing("2", "bench", 70)) == {}


def test_small_things_are_landmarks_and_no_targets() -> None:
    found = said(
        Thing("1", "bench", 0),
        Thing("2", "bench", 40),
        Thing("bin", "bin", 3, features=(("colour", "red"),), size=(0.5, 0.5, 1.0)),
    )
    assert found == {"1": "the bench nearest to the bin"}
