"""Scenarios against table S1, over many seeds, in the real city (no pictures)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from lookabout.benchmarks.flysearch import BENCHMARK, generate
from lookabout.benchmarks.flysearch.generate import Task
from lookabout.benchmarks.flysearch.sets import FS1_CITY, get_rules
from lookabout.benchmarks.flysearch.targets import VEHICLES
from lookabout.sim.embedded import EmbeddedSimulator
from lookabout.sim.scenario import Scenario
from lookabout.world.spec import SunSpec
from tests.worlds import flysearch_scenario

COUNT = 40


@pytest.fixture(scope="module")
def simulator() -> Iterator[EmbeddedSimulator]:
    simulator = EmbeddedSimulator(quality="draft")
    yield simulator
    simulator.close()


@pytest.fixture(scope="module")
def made(simulator: EmbeddedSimulator) -> list[Scenario]:
    return [BENCHMARK.scenario("fs1-city", 11, index, simulator) for index in range(COUNT)]


def task(scenario: Scenario) -> Task:
    return Task.model_validate(scenario.task)


@pytest.mark.slow
def test_values_lie_in_the_ranges_of_table_s1(made: list[Scenario]) -> None:
    for scenario in made:
        BENCHMARK.check(scenario, where="made")
        t = task(scenario)
        assert 0 <= scenario.seed <= 1_000_000_000
        assert t.start_height in range(30, 101)
        dx, dy = t.start_offset
        assert dx == int(dx)
        assert dy == int(dy)
        assert max(abs(dx), abs(dy)) <= 0.5 * t.start_height
        sun = scenario.world.sun
        assert (sun.elevation_deg, sun.azimuth_deg) == (45.0, 110.0)
        (target,) = scenario.world.objects
        x, y, z = scenario.vehicles[0].position
        np.testing.assert_allclose(
            (x - target.position[0], y - target.position[1], z - target.position[2]),
            (dx, dy, t.start_height),
        )
        (drawn,) = [c for c in FS1_CITY.classes if c.name == t.target_class]
        assert (target.kind, t.description) in drawn.kinds
        assert max(abs(x), abs(y)) <= 2000.0
        assert target.kind in scenario.world.exclude
        # Everything that the agent can ever see is built.
        assert scenario.world.radius >= 200.0 + 120.0


@pytest.mark.slow
def test_all_classes_and_heights_come_up(made: list[Scenario]) -> None:
    classes = Counter(task(scenario).target_class for scenario in made)
    assert set(classes) == {target.name for target in FS1_CITY.classes}
    assert max(classes.values()) < COUNT / 2
    heights = [task(scenario).start_height for scenario in made]
    assert min(heights) < 45
    assert max(heights) > 85
    places = {scenario.world.objects[0].position for scenario in made}
    assert len(places) == COUNT


@pytest.mark.slow
def test_the_centre_is_in_line_of_sight_and_the_start_is_free(
    made: list[Scenario], simulator: EmbeddedSimulator
) -> None:
    for scenario in made[:4]:
        simulator.reset(scenario)  # the whole world, not the piece that was searched
        assert BENCHMARK.problems(scenario, simulator) == []
        start = simulator.pose("drone").position
        centre = simulator.truth.box("target").centre
        reach = start[2] - task(scenario).ground_z
        assert np.abs(centre - start)[:2].max() <= reach


@pytest.mark.slow
def test_a_scenario_depends_on_seed_and_index_alone(
    made: list[Scenario], simulator: EmbeddedSimulator
) -> None:
    for index in (17, 3):
        again = BENCHMARK.scenario("fs1-city", 11, index, simulator)
        assert again == made[index]
    fresh = EmbeddedSimulator(quality="draft")
    assert BENCHMARK.scenario("fs1-city", 11, 5, fresh) == made[5]
    fresh.close()
    assert BENCHMARK.scenario("fs1-city", 12, 5, simulator) != made[5]
    seed = made[9].seed
    assert generate.make_scenario(FS1_CITY, seed, made[9].id, simulator) == made[9]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["fs1-forest", "anomaly1-city", "anomaly1-forest", "fs2"])
def test_scenarios_of_every_set_keep_its_rules(name: str, simulator: EmbeddedSimulator) -> None:
    for index in range(6):
        scenario = BENCHMARK.scenario(name, 21, index, simulator)
        BENCHMARK.check(scenario, where="made")
        if index == 0:
            simulator.reset(scenario)
            assert BENCHMARK.problems(scenario, simulator) == []
        assert generate.rule_problems(get_rules(name), scenario) == []


@pytest.mark.slow
def test_the_labels_of_episodes(made: list[Scenario]) -> None:
    labels = BENCHMARK.labels(made[0])
    low, high = (int(part) for part in labels["start_height"].split("–"))
    assert low <= task(made[0]).start_height <= high == low + 10
    assert labels["environment"] == "city"


def whole_scenario() -> Scenario:
    """One that builds all that can be seen around its start."""
    scenario = flysearch_scenario()
    around = {"centre": scenario.vehicles[0].position[:2], "radius": 350.0}
    return scenario.model_copy(update={"world": scenario.world.model_copy(update=around)})


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        ({"start_height": 90.0}, "not at start_height 90"),
        ({"start_height": 20.0}, "start_height 20 is not in 30–100"),
        ({"start_offset": (1.0, 1.0)}, "not start_offset 1"),
        ({"description": "a crowd of people"}, "described as 'a crowd of people'"),
        ({"target_class": "fire"}, "no class 'fire' with a vehicle/red_pickup"),
        ({"ground_z": -70.0}, "ground_z -70 is not where the target stands"),
    ],
)
def test_scenarios_that_contradict_themselves_are_told(
    spoil: dict[str, object], words: str
) -> None:
    good = whole_scenario()
    assert generate.rule_problems(FS1_CITY, good) == []
    bad = good.model_copy(update={"task": {**good.task, **spoil}})
    assert any(words in problem for problem in generate.rule_problems(FS1_CITY, bad))


def test_a_target_out_of_reach_or_in_another_light_is_told() -> None:
    good = whole_scenario()
    thing = good.world.objects[0].model_copy(update={"position": (200.0, 0.0, 0.0)})
    far = good.world.model_copy(update={"objects": (thing,)})
    problems = generate.rule_problems(FS1_CITY, good.model_copy(update={"world": far}))
    assert any("-195 m from the target along x" in problem for problem in problems)
    dusk = good.world.model_copy(update={"sun": SunSpec(elevation_deg=5)})
    problems = generate.rule_problems(FS1_CITY, good.model_copy(update={"world": dusk}))
    assert problems == ["elevation_deg 5 is not in 45–45"]
    small = good.world.model_copy(update={"radius": 0.001, "kind": "studio"})
    problems = generate.rule_problems(FS1_CITY, good.model_copy(update={"world": small}))
    assert len(problems) == 2
    assert "shows less than the agent can see, 320 m" in problems[0]
    assert problems[1] == "the world is not 'city'"


def test_vehicles_come_in_eleven_pairs() -> None:
    assert len(VEHICLES) == 11
    kinds = Counter(kind.rpartition("/")[2].partition("_")[2] for kind in VEHICLES)
    assert kinds == {"car": 1, "sports_car": 4, "pickup": 4, "truck": 2}
