"""The committed scenes: the catalogue's flats, with the make-up of the paper's (section 2.2)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from lookabout.benchmarks.spatialscout import BENCHMARK
from lookabout.benchmarks.spatialscout.generate import (
    LEAST_SEEN,
    LONGEST_RADIUS_M,
    SETS,
    grouped_share,
    standard,
)
from lookabout.benchmarks.spatialscout.task import Task
from lookabout.sim.registry import make_simulator
from lookabout.world.assets.look import pack_folder
from lookabout.world.registry import get_world
from lookabout.world.rooms.starts import CLEAR, Sight


@pytest.mark.parametrize("name", SETS)
def test_eighty_scenes_with_as_many_targets_as_the_papers(name: str) -> None:
    scenes = BENCHMARK.standard(name)
    counts = Counter(len(Task.model_validate(scene.task).entities) for scene in scenes)
    assert counts == {35: 12, 40: 68}
    assert len({scene.world.model_dump_json() for scene in scenes}) == 80
    assert {scene.world.params["rooms"] for scene in scenes} == set(range(1, 9))
    for scene in scenes:
        BENCHMARK.check(scene, where=scene.id)
        assert scene.world.look == SETS[name].look


@pytest.mark.parametrize("name", SETS)
def test_as_many_targets_repeat_as_in_the_paper(name: str) -> None:
    """1,489 of the paper's 3,140 (or of the 3,410 that it prints) are in groups of several."""
    listed = [Task.model_validate(scene.task).entities for scene in BENCHMARK.standard(name)]
    repeated = sum(grouped_share(entities) * len(entities) for entities in listed)
    assert 0.43 <= repeated / 3140 <= 0.47
    assert all(entity.group == entity.category for entities in listed for entity in entities)
    shares = [grouped_share(entities) for entities in listed]
    assert min(shares) > 0.2
    assert max(shares) < 0.75


@pytest.mark.slow
@pytest.mark.parametrize("name", SETS)
def test_they_are_what_the_catalogue_makes(name: str) -> None:
    """Every scene: the committed one, its radius, what its start sees, that it stands free."""
    if SETS[name].look == "full" and pack_folder() is None:
        pytest.skip("the asset pack is not installed")
    radii = []
    for index, scene in enumerate(BENCHMARK.standard(name)):
        assert scene == standard(SETS[name], index)
        built = get_world("rooms").build(scene.world)
        vehicle, task = scene.vehicles[0], Task.model_validate(scene.task)
        names = {entity.identifier for entity in task.entities}
        assert {thing.name for thing in built.objects} == names
        away = [built.box(name).centre - np.array(vehicle.position) for name in names]
        radii.append(max(float(np.linalg.norm(step)) for step in away))
        sight = Sight(built)
        assert sight.gap(vehicle.position) >= CLEAR
        seen = sight.seen((vehicle.position, vehicle.yaw_deg, task.pitch_deg))
        assert len(seen) >= LEAST_SEEN, scene.id
    assert 1.9 < min(radii) < 3.0
    assert 8.5 < max(radii) <= LONGEST_RADIUS_M


@pytest.mark.slow
@pytest.mark.parametrize("name", SETS)
def test_they_can_be_played(name: str) -> None:
    if SETS[name].look == "full" and pack_folder() is None:
        pytest.skip("the asset pack is not installed")
    world = make_simulator("embedded", quality="draft", device="cpu")
    for index in (0, 79):
        scene = BENCHMARK.standard(name)[index]
        world.reset(scene)
        assert BENCHMARK.problems(scene, world) == []
        assert 1.5 < BENCHMARK.truth(scene, world)["radius"] < 9.5
