"""SpatialScout in a scene of ManiSkill's: drawn from a seed, and mapped through the tools."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from lookabout.benchmarks.base import play
from lookabout.benchmarks.registry import get_set
from lookabout.benchmarks.spatialscout import BENCHMARK, catalogue
from lookabout.benchmarks.spatialscout.baselines import OracleAgent
from lookabout.benchmarks.spatialscout.generate import LEAST_SEEN
from lookabout.benchmarks.spatialscout.settings import Settings
from lookabout.benchmarks.spatialscout.task import Task, start_pose
from lookabout.benchmarks.spatialscout.verdict import final_map, judge
from lookabout.exchange import Briefing
from lookabout.geometry import Camera
from lookabout.sim.maniskill import ManiSkillSimulator
from lookabout.sim.maniskill_scenes import SOURCES
from lookabout.sim.scenario import Scenario, VehicleSpec
from lookabout.world.spec import WorldSpec
from tests.sim import maniskill_assets as assets
from tests.worlds import Notebook

pytestmark = pytest.mark.slow
SEED = 3


@pytest.fixture(scope="module")
def simulator(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ManiSkillSimulator]:
    assets.install(tmp_path_factory)
    made = ManiSkillSimulator()
    yield made
    made.close()


@pytest.fixture
def drawn(simulator: ManiSkillSimulator, monkeypatch: pytest.MonkeyPatch) -> Scenario:
    """The first scene of a catalogue that has only the one that is installed."""
    monkeypatch.setattr(catalogue, "SCENES", {"iTHOR": (1, 1)})
    return BENCHMARK.scenario("maniskill", SEED, 0, simulator)


def test_a_scene_is_what_the_set_promises(drawn: Scenario, simulator: ManiSkillSimulator) -> None:
    BENCHMARK.check(drawn, where="drawn")
    assert drawn.world.params == {"builder": "iTHOR", "config": 0, "source": assets.ITHOR_SCENE}
    simulator.reset(drawn)
    assert BENCHMARK.problems(drawn, simulator) == []
    assert BENCHMARK.labels(drawn) == {"targets": "35", "scenes": "iTHOR"}
    task = Task.model_validate(drawn.task)
    assert len(task.entities) == 35
    assert len(drawn.world.hidden) == len(assets.PLACED) - 35
    # Of the one thing without a known category nothing is asked, however near it lies.
    assert "thing_1" in drawn.world.hidden
    start = start_pose(drawn, task)
    lens = Camera(512, 512, 90.0)
    seen = [simulator.visible(lens, start, entity.identifier) for entity in task.entities]
    assert sum(share > 0.05 for share in seen) >= LEAST_SEEN
    half = np.array([*assets.ROOM[:2], 2 * assets.ROOM[2]]) / 2
    assert (np.abs(start.position) < half - catalogue.CLEAR_M + 0.01).all()
    assert 1.2 < start.position[2] < 1.75


def test_a_seed_gives_the_same_scene(drawn: Scenario, simulator: ManiSkillSimulator) -> None:
    assert BENCHMARK.scenario("maniskill", SEED, 0, simulator) == drawn
    assert BENCHMARK.scenario("maniskill", SEED + 1, 0, simulator) != drawn


def test_a_scene_without_40_things_has_35_targets(
    simulator: ManiSkillSimulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogue, "SCENES", {"ProcTHOR": (1, 1)})
    monkeypatch.setattr(catalogue, "target_count", lambda index: len(assets.PLACED) + 1)
    made = BENCHMARK.scenario("maniskill", SEED, 0, simulator)
    assert len(made.task["entities"]) == 35


@pytest.mark.parametrize("builder", SOURCES)
def test_the_oracle_maps_it_through_the_tools(simulator: ManiSkillSimulator, builder: str) -> None:
    """Truth, views planned with rays, pixels and triangulation are all of one frame."""
    params = {"builder": builder, "config": 0}
    body = VehicleSpec(name="camera", position=(-1.5, 0.0, 1.5), yaw_deg=10.0)
    plain = Scenario(
        id="room",
        benchmark="spatialscout",
        set="maniskill",
        seed=0,
        world=WorldSpec(kind="maniskill", seed=0, params=params),
        vehicles=(body,),
        task={},
    )
    simulator.reset(plain)
    things = [thing for thing in simulator.things() if not thing.name.startswith("vase")]
    task = Task(pitch_deg=-15.0, entities=catalogue.entities(things))
    hidden = {thing.name for thing in simulator.things()} - {thing.name for thing in things}
    drawn = plain.model_copy(
        update={
            "world": plain.world.model_copy(update={"hidden": tuple(sorted(hidden))}),
            "task": task.model_dump(mode="json"),
        }
    )
    simulator.reset(drawn)
    truth = BENCHMARK.truth(drawn, simulator)
    episode = BENCHMARK.episode(drawn, simulator, Settings())
    agent, notebook = OracleAgent(), Notebook()
    agent.begin(Briefing(0, {**truth, "pose": simulator.pose, "visible": simulator.visible}))
    assert play(episode, agent, notebook) == "finished"
    verdict = judge(truth, final_map(notebook.steps))
    assert len(things) == (3 if builder == "ReplicaCAD" else 7)
    assert verdict["coverage"] == 1
    assert verdict["median_error_m"] < 0.001
    assert verdict["mean_iou"] > 0.9


def test_the_set_is_known() -> None:
    benchmark, info = get_set("spatialscout/maniskill")
    assert benchmark is BENCHMARK
    assert info.size == 80
    assert info.own_world
