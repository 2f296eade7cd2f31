"""The hundred committed episodes: every acceptance rule, over all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from lookabout.benchmarks.dronecats import BENCHMARK
from lookabout.benchmarks.dronecats.checks import off_axes_deg, problems
from lookabout.benchmarks.dronecats.generate import scenario
from lookabout.benchmarks.dronecats.inscriptions import PROBES
from lookabout.benchmarks.dronecats.sets import MAPS, ONE_DRONE
from lookabout.benchmarks.dronecats.standard import SEEDS
from lookabout.benchmarks.dronecats.task import Task, task_of
from lookabout.benchmarks.registry import get_set
from lookabout.records import scenario_hash
from lookabout.sim.protocol import Simulator
from lookabout.sim.registry import make_simulator

CELLS = list(SEEDS)


def tasks(cell: str) -> list[Task]:
    return [task_of(item) for item in BENCHMARK.standard(cell)]


@pytest.fixture(scope="module")
def simulator() -> Iterator[Simulator]:
    made = make_simulator("embedded", quality="draft", device="cpu")
    yield made
    made.close()


@pytest.mark.parametrize(("name", "size"), [*((cell, 20) for cell in CELLS), ("one-drone", 80),
                                            ("suite", 100)])  # fmt: skip
def test_sizes_are_the_papers(name: str, size: int) -> None:
    scenarios = BENCHMARK.standard(name)
    assert len(scenarios) == size == get_set(f"dronecats/{name}")[1].size
    assert len({scenario_hash(item.model_dump(mode="json")) for item in scenarios}) == size
    for item in scenarios:
        BENCHMARK.check(item, where=item.id)


@pytest.mark.parametrize("cell", CELLS)
def test_ten_of_each_map_and_ids_tell_the_seed(cell: str) -> None:
    assert Counter(task.map for task in tasks(cell)) == dict.fromkeys(MAPS[cell], 10)  # type: ignore[index]
    for index, item in enumerate(BENCHMARK.standard(cell)):
        assert item.id == f"{cell}-{SEEDS[cell]}-{index:04d}"  # type: ignore[index]
        assert item.set == task_of(item).cell == cell


def test_records_tell_what_the_paper_asks() -> None:
    for cell in ONE_DRONE:
        for task in tasks(cell):
            assert 0.004 <= task.occupancy <= 0.12
            assert task.visible == (cell in ("approaching", "tracking"))
            if task.map == "residential":
                assert task.distance_m == pytest.approx(16.0, abs=0.05)
            else:
                assert 12.0 <= task.distance_m <= 48.0
                assert off_axes_deg(task.bearing_deg) >= 15.0 - 0.1


def test_targets_are_many() -> None:
    """Episodes of a cell do not all ask for the same thing."""
    for cell in ONE_DRONE:
        assert len({task.instruction for task in tasks(cell)}) >= 14


def test_movers_keep_the_papers_speeds() -> None:
    for cell in ("tracking", "search-and-track"):
        for item in BENCHMARK.standard(cell):
            [route] = item.world.routes
            points = np.array([point.position for point in route.waypoints])
            times = np.array([point.time_s for point in route.waypoints])
            length = np.linalg.norm(np.diff(points, axis=0), axis=1).sum()
            speed = {"residential": 0.3, "campus": 0.15}[task_of(item).map]
            assert length / times[-1] == pytest.approx(speed, rel=1e-3)
            assert length > 300 * speed
            start = np.array(item.vehicles[0].position)
            # Nobody succeeds by waiting: the target never comes within 5 m of the start.
            assert np.linalg.norm(points - start, axis=1).min() > 5.0


def test_look_alikes_differ_in_their_inscription_alone() -> None:
    for item in BENCHMARK.standard("commanding"):
        task = task_of(item)
        things = {thing.name: thing for thing in item.world.objects}
        chosen = [things[name] for name in task.candidates]
        assert len(chosen) == 4
        assert len({(thing.kind, thing.seed) for thing in chosen}) == 1
        texts = [thing.inscription for thing in chosen]
        assert len(set(texts)) == 4
        assert not set(texts) & set(PROBES)
        assert [t for t in texts if t in task.instruction] == [things[task.target].inscription]
    places = Counter(task.candidates.index(task.target) for task in tasks("commanding"))
    assert max(places.values()) <= 12  # the target is told by no place in the list


@pytest.mark.slow
@pytest.mark.parametrize("cell", CELLS)
def test_every_episode_keeps_every_rule(cell: str, simulator: Simulator) -> None:
    for item in BENCHMARK.standard(cell):
        simulator.reset(item)
        assert problems(item, simulator) == [], item.id


@pytest.mark.slow
@pytest.mark.parametrize("cell", CELLS)
def test_the_seeds_draw_what_is_committed(cell: str, simulator: Simulator) -> None:
    committed = BENCHMARK.standard(cell)
    for index in (0, 1):
        drawn = scenario(cell, SEEDS[cell], index, simulator)  # type: ignore[arg-type, index]
        assert drawn == committed[index]
