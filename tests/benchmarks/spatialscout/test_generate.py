"""Scenes from seeds: the same every time, as many targets as promised, none of the rest shown."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from lookabout.benchmarks.registry import get_set
from lookabout.benchmarks.spatialscout import BENCHMARK
from lookabout.benchmarks.spatialscout.generate import (
    LEAST_SEEN,
    LONGEST_RADIUS_M,
    grouped_share,
    target_count,
)
from lookabout.benchmarks.spatialscout.settings import Settings
from lookabout.benchmarks.spatialscout.task import Task
from lookabout.sim.registry import make_simulator
from lookabout.sim.scenario import Scenario


def test_twelve_of_eighty_have_fewer_targets() -> None:
    assert Counter(target_count(index) for index in range(80)) == {35: 12, 40: 68}


@pytest.fixture(scope="module")
def drawn() -> Scenario:
    world = make_simulator("embedded", quality="draft", device="cpu")
    return BENCHMARK.scenario("rooms-builtin", 5, 0, world)


@pytest.mark.slow
def test_a_scene_is_what_the_set_promises(drawn: Scenario) -> None:
    world = make_simulator("embedded", quality="draft", device="cpu")
    task = Task.model_validate(drawn.task)
    BENCHMARK.check(drawn, where="drawn")
    world.reset(drawn)
    assert BENCHMARK.problems(drawn, world) == []
    assert len(task.entities) == target_count(0) == len(world.object_ids())
    truth = BENCHMARK.truth(drawn, world)
    centres = [np.add(t["world_low"], t["world_high"]) / 2 for t in truth["targets"]]
    start = np.array(drawn.vehicles[0].position)
    radii = [float(np.linalg.norm(c - start)) for c in centres]
    assert truth["radius"] == pytest.approx(max(radii))
    assert truth["radius"] <= LONGEST_RADIUS_M
    episode = BENCHMARK.episode(drawn, world, Settings())
    assert f"{truth['radius']:.3f}" in episode._briefing()
    assert 0.2 < grouped_share(task.entities) < 0.75
    # Nothing tells models of a category apart, so they are alike for the score.
    assert all(entity.group == entity.category for entity in task.entities)
    assert drawn.world.look == "builtin"
    seen = [
        world.visible(camera, episode.start, entity.identifier)
        for entity in task.entities
        for camera in [episode._camera]
    ]
    assert sum(share > 0 for share in seen) >= LEAST_SEEN
    outside = drawn.vehicles[0].model_copy(update={"position": (15.0, 15.0, 15.0)})
    blind = drawn.model_copy(update={"vehicles": (outside,)})
    world.reset(blind)
    (problem,) = BENCHMARK.problems(blind, world)
    assert problem.endswith("in view of the start, fewer than 8")


@pytest.mark.slow
def test_the_nearest_things_are_the_targets(drawn: Scenario) -> None:
    """Nothing that is hidden lies nearer to the start than any target."""
    world = make_simulator("embedded", quality="draft", device="cpu")
    everything = drawn.world.model_copy(update={"hidden": ()})
    world.reset(drawn.model_copy(update={"world": everything}))
    start = np.array(drawn.vehicles[0].position)

    def away(name: str) -> float:
        return float(np.linalg.norm(world.truth.box(name).centre - start))

    targets = [entity["identifier"] for entity in drawn.task["entities"]]
    assert drawn.world.hidden
    assert max(map(away, targets)) <= min(map(away, drawn.world.hidden)) + 1e-3


@pytest.mark.slow
def test_a_seed_gives_the_same_scene(drawn: Scenario) -> None:
    world = make_simulator("embedded", quality="draft", device="cpu")
    assert BENCHMARK.scenario("rooms-builtin", 5, 0, world) == drawn


def test_the_sets_are_known() -> None:
    for name in ("rooms", "rooms-builtin"):
        benchmark, info = get_set(f"spatialscout/{name}")
        assert benchmark is BENCHMARK
        assert info.size == 80
