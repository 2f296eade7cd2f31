"""The committed scenes: the catalogue's flats, with as many targets as the paper's."""

from __future__ import annotations

from collections import Counter

import pytest

from lookabout.benchmarks.spatialscout import BENCHMARK
from lookabout.benchmarks.spatialscout.generate import SETS, standard
from lookabout.benchmarks.spatialscout.task import Task
from lookabout.sim.registry import make_simulator
from lookabout.world.assets.look import pack_folder


@pytest.mark.parametrize("name", SETS)
def test_eighty_scenes_with_as_many_targets_as_the_papers(name: str) -> None:
    scenes = BENCHMARK.standard(name)
    counts = Counter(len(Task.model_validate(scene.task).entities) for scene in scenes)
    assert counts == {35: 12, 40: 68}
    assert len({scene.world.model_dump_json() for scene in scenes}) == 80
    for scene in scenes:
        BENCHMARK.check(scene, where=scene.id)
        assert scene.world.look == SETS[name].look


@pytest.mark.slow
@pytest.mark.parametrize("name", SETS)
def test_they_are_the_catalogues(name: str) -> None:
    if SETS[name].look == "full" and pack_folder() is None:
        pytest.skip("the asset pack is not installed")
    world = make_simulator("embedded", quality="draft", device="cpu")
    for index in (0, 41, 79):
        scene = BENCHMARK.standard(name)[index]
        assert scene == standard(SETS[name], index)
        world.reset(scene)
        assert BENCHMARK.problems(scene, world) == []
        assert 1.5 < BENCHMARK.truth(scene, world)["radius"] < 9.5
