"""The sets' limits against the paper's tables S1 and S2, and what differs in their episodes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from lookabout.benchmarks.base import play
from lookabout.benchmarks.flysearch import BENCHMARK
from lookabout.benchmarks.flysearch.episode import Episode
from lookabout.benchmarks.flysearch.generate import Task
from lookabout.benchmarks.flysearch.sets import SETS, get_rules
from lookabout.benchmarks.flysearch.settings import Settings
from lookabout.benchmarks.flysearch.targets import ANOMALY, alike
from lookabout.exchange import Image, Text
from lookabout.world import assets
from lookabout.world.registry import get_world
from tests.worlds import FOUND, FlatWorld, Notebook, Reciter, flysearch_scenario, move


@pytest.mark.parametrize(
    ("name", "size", "heights", "offset", "steps", "cap", "area", "view_rule", "sight"),
    [
        ("fs1-city", 200, (30, 100), 0.5, 10, 120, 200, True, True),
        ("fs1-forest", 200, (30, 100), 0.5, 10, 120, 200, True, True),
        ("anomaly1-city", 100, (30, 100), 0.5, 10, 120, 200, True, True),
        ("anomaly1-forest", 100, (30, 100), 0.5, 10, 120, 200, True, True),
        ("fs2", 200, (100, 125), 0.95, 20, 300, None, False, False),
    ],
)
def test_tables_s1_and_s2(
    name: str,
    size: int,
    heights: tuple[int, int],
    offset: float,
    steps: int,
    cap: float,
    area: float | None,
    view_rule: bool,
    sight: bool,
) -> None:
    rules = get_rules(name)
    assert (rules.size, rules.heights, rules.offset) == (size, heights, offset)
    assert (rules.steps, rules.altitude_cap, rules.area) == (steps, cap, area)
    assert (rules.view_rule, rules.line_of_sight) == (view_rule, sight)
    assert rules.max_refusals == 5
    assert rules.half_side(110.0) == (110.0 if area is None else area)


def test_suns() -> None:
    for name in ("fs1-city", "anomaly1-city"):
        assert get_rules(name).sun_elevation == (45, 45)
        assert get_rules(name).sun_azimuth == (110, 110)
    for name in ("fs2", "fs1-forest", "anomaly1-forest"):
        assert get_rules(name).sun_elevation == (10, 90)
        assert get_rules(name).sun_azimuth == (0, 360)


def test_forests_vary_in_trees_and_rocks() -> None:
    for name in ("fs1-forest", "anomaly1-forest"):
        assert get_rules(name).params == (("tree_density", 0, 0.3), ("rock_density", 0, 0.1))
    assert get_rules("fs1-city").params == ()


def test_only_fs2_shows_a_picture() -> None:
    assert {name for name, rules in SETS.items() if rules.picture} == {"fs2"}


@pytest.mark.parametrize("name", SETS)
def test_every_class_can_be_made_and_placed(name: str) -> None:
    rules = get_rules(name)
    spots = {spot.kind for spot in get_world(rules.world).placements(1)}
    for target in rules.classes:
        assert set(target.spots) <= spots
        assert target.kinds
        for kind, words in target.kinds:
            assert kind in assets.kinds()
            assert words.startswith(("a ", "an ", "the "))


@pytest.mark.parametrize(
    ("name", "classes"),
    [
        ("fs1-city", {"construction", "crowd", "trash", "fire", "vehicle"}),
        ("fs2", {"construction", "crowd", "trash", "fire", "vehicle"}),
        ("fs1-forest", {"campsite", "trash", "person", "fire", "building"}),
        (
            "anomaly1-forest",
            {"ufo", "small_aeroplane", "helicopter", "dinosaur", "airliner"},
        ),
        (
            "anomaly1-city",
            {"ufo", "small_aeroplane", "helicopter", "dinosaur", "tank", "giraffe"},
        ),
    ],
)
def test_classes_are_the_papers(name: str, classes: set[str]) -> None:
    assert {target.name for target in get_rules(name).classes} == classes


def test_anomalies_are_not_named() -> None:
    for target in (*get_rules("anomaly1-city").classes, *get_rules("anomaly1-forest").classes):
        assert {words for _, words in target.kinds} == {ANOMALY}
        assert target.name not in ANOMALY


def fs2_episode(world: FlatWorld) -> Episode:
    scenario = flysearch_scenario(start=(60.0, -50.0, 110.0))
    world.reset(scenario)
    picture = Image(np.zeros((500, 500, 3), np.uint8))
    task = Task.model_validate(scenario.task)
    return Episode(get_rules("fs2"), task, task.description, Settings(), world, picture)


def test_fs2_shows_prompt_then_target_then_view() -> None:
    agent, notebook = Reciter(move(0, 0, -1), FOUND), Notebook()
    play(fs2_episode(FlatWorld()), agent, notebook)
    first, second = agent.seen
    assert [type(part) for part in first.parts] == [Text, Text, Image, Text, Image]
    prompt, annotation = first.parts[:2]
    assert isinstance(prompt, Text)
    assert isinstance(annotation, Text)
    assert "at most 19 moves" in prompt.text
    assert "exceed 300 metres" in prompt.text
    assert "220 x 220" in prompt.text
    assert "outside the picture" in prompt.text
    assert "NOT what your camera sees" in annotation.text
    assert [type(part) for part in second.parts] == [Text, Image]
    shown = [kind for part in notebook.steps[0].shown for kind in part]
    assert shown == ["text", "text", "image", "text", "image"]


def test_fs2_allows_flights_beyond_the_view_and_not_beyond_the_area() -> None:
    world, notebook = FlatWorld(), Notebook()
    down, far, too_far = move(0, 0, -100), move(-100, 0, 0), move(-11, 0, 0)
    ending = play(fs2_episode(world), Reciter(down, far, too_far, FOUND), notebook)
    assert ending == "claimed"
    assert [step.outcome for step in notebook.steps] == ["moved", "moved", "refused", "ended"]
    assert notebook.steps[2].detail["refusal"] == "area"


def test_fs2_has_twenty_steps() -> None:
    notebook = Notebook()
    assert play(fs2_episode(FlatWorld()), Reciter(move(0, 0, 0)), notebook) == "steps_spent"
    assert len(notebook.steps) == 20


def test_rules_are_data() -> None:
    short = replace(get_rules("fs1-city"), steps=5)
    scenario = flysearch_scenario()
    world, notebook = FlatWorld(), Notebook()
    world.reset(scenario)
    task = Task.model_validate(scenario.task)
    play(
        Episode(short, task, task.description, Settings(), world),
        Reciter(move(0, 0, 0)),
        notebook,
    )
    assert len(notebook.steps) == 5
    assert BENCHMARK.sets[0].name == "fs1-city"


@pytest.mark.parametrize(
    ("kind", "kinds"),
    [
        ("fire", {"fire"}),
        ("vehicle/police_car", {"vehicle/police_car"}),
        ("vehicle/blue_sports_car", {"vehicle/blue_sports_car"}),
        (
            "vehicle/white_truck",
            {f"vehicle/{c}_{b}" for c in ("white", "silver") for b in ("truck", "pickup")},
        ),
        (
            "vehicle/green_pickup",
            {"vehicle/green_pickup", "vehicle/green_truck"},
        ),
    ],
)
def test_nothing_that_could_be_taken_for_the_target_is_about(kind: str, kinds: set[str]) -> None:
    assert set(alike(kind)) == kinds
