"""DroneCATS as the platform asks for it."""

from __future__ import annotations

from typing import Any

import pytest

from lookabout.benchmarks.base import Episode as AnyEpisode
from lookabout.benchmarks.base import defaults_for
from lookabout.benchmarks.dronecats import BENCHMARK, generate
from lookabout.benchmarks.dronecats.hierarchy import HierarchyEpisode
from lookabout.benchmarks.dronecats.settings import Settings
from lookabout.benchmarks.registry import get_benchmark, get_set
from lookabout.errors import UsageError
from lookabout.exchange import Reply
from lookabout.records import AgentInfo, EpisodeRecord, StepRecord
from lookabout.sim.scenario import Scenario
from tests.benchmarks.dronecats.field import FINISHED, Field, go, scenario


def test_it_is_registered() -> None:
    assert get_benchmark("dronecats") is BENCHMARK
    sizes = {info.name: info.size for info in BENCHMARK.sets}
    assert sizes == {
        "approaching": 20, "searching": 20, "tracking": 20, "search-and-track": 20,
        "commanding": 20, "one-drone": 80, "suite": 100,
    }  # fmt: skip
    suite = get_set("dronecats/suite")[1]
    assert all(suite.holds(name) for name in sizes if name not in ("one-drone", "suite"))


def test_cells_take_turns_in_sets_of_several(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[Any, ...]] = []
    monkeypatch.setattr(generate, "scenario", lambda *asked: drawn.append(asked[:3]))
    for index in range(6):
        BENCHMARK.scenario("suite", 9, index, Field())
    BENCHMARK.scenario("tracking", 9, 4, Field())
    assert drawn == [
        ("approaching", 9, 0), ("searching", 9, 0), ("tracking", 9, 0),
        ("search-and-track", 9, 0), ("commanding", 9, 0), ("approaching", 9, 1),
        ("tracking", 9, 4),
    ]  # fmt: skip


def test_good_scenarios_pass() -> None:
    BENCHMARK.check(scenario(), where="x")
    BENCHMARK.check(scenario(4), where="x")


def changed(base: Scenario, **changes: Any) -> Scenario:
    return base.model_copy(update=changes)


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        (changed(scenario(), set="tracking"), "task.cell"),
        (changed(scenario(), task={}), "cell"),
        (changed(scenario(), vehicles=scenario(2).vehicles), "one drone"),
        (changed(scenario(2), vehicles=scenario(1).vehicles), "2 to 16 drones"),
        (
            changed(
                scenario(),
                vehicles=(scenario().vehicles[0].model_copy(update={"flight": "free"}),),
            ),
            "vehicles.0.flight",
        ),
        (
            changed(scenario(), task=scenario().task | {"target": "drone"}),
            "task.target: 'drone' is a drone",
        ),
        (
            changed(scenario(2), task=scenario(2).task | {"candidates": ["target", "drone-2"]}),
            "task.candidates.1: 'drone-2' is a drone",
        ),
        (changed(scenario(), task=scenario().task | {"visible": "yes"}), "task: field visible"),
        (changed(scenario(), task=scenario().task | {"distance_m": "20"}), "distance_m"),
    ],
)
def test_bad_scenarios_are_refused(broken: Scenario, told: str) -> None:
    with pytest.raises(UsageError) as caught:
        BENCHMARK.check(broken, where="s.json")
    assert told in str(caught.value)
    assert "s.json" in str(caught.value)


def test_labels_and_truth() -> None:
    flown, world = scenario(2), Field()
    world.reset(flown)
    assert BENCHMARK.labels(flown) == {"cell": "commanding", "map": "residential"}
    truth = BENCHMARK.truth(flown, world)
    assert truth["target_centre"] == [20.0, 0.0, 1.0]
    assert truth["candidates"] == {"target": [20.0, 0.0, 1.0]}
    assert truth["starts"] == {"drone-1": [0.0, 0.0, 1.5], "drone-2": [0.0, 2.0, 1.5]}


@pytest.mark.parametrize(
    ("task", "told"),
    [
        ({"target": "nobody"}, "field task.target: the world has no object 'nobody'"),
        ({"candidates": ["target", "no-one"]}, "field task.candidates.1: the world has no object"),
    ],
)
def test_what_the_world_lacks_is_told(task: dict[str, Any], told: str) -> None:
    flown, world = scenario(), Field()
    lacking = changed(flown, task=flown.task | task)
    world.reset(lacking)
    with pytest.raises(UsageError, match=told):
        BENCHMARK.truth(lacking, world)
    with pytest.raises(UsageError, match=told):
        BENCHMARK.episode(lacking, world, Settings())


def test_what_is_not_known_of_a_model_is_left_as_it_is() -> None:
    assert defaults_for(get_benchmark("flysearch"), "google/gemini-3.7-flash").settings == {}
    both = defaults_for(BENCHMARK, "google/gemini-3.7-flash")
    assert both.settings == {"family": "gemini"}
    assert both.chat_options["temperature"] == 0.4
    assert both.chat_options["top_k"] == 40


def fly(settings: Settings, *replies: str) -> tuple[AnyEpisode, list[StepRecord], EpisodeRecord]:
    flown, world = scenario(), Field()
    world.reset(flown)
    episode = BENCHMARK.episode(flown, world, settings)
    steps = []
    for index, reply in enumerate(replies):
        episode.observe()
        step = episode.answer(Reply(reply))
        steps.append(
            StepRecord(
                index=index, turn=step.turn, time_s=step.time_s, position=step.position, shown=[],
                reply=reply, action=dict(step.action), outcome=step.outcome,
                detail=dict(step.detail),
            )
        )  # fmt: skip
    record = EpisodeRecord(
        benchmark="dronecats", set="approaching", episode=0, attempt=1,
        scenario=flown.model_dump(mode="json"), agent=AgentInfo(name="x", kind="scripted"),
        settings=settings.model_dump(mode="json"), seed=0, started="2026-01-01T00:00:00Z",
    )  # fmt: skip
    return episode, steps, record


def test_the_verdict_is_of_the_record_alone() -> None:
    """15 m nearer: 5.02 m before the centre. In by δ = 5.1 m, out by 5."""
    replies = [*[go(depth=3)] * 5, FINISHED]
    for delta, success in ((5.0, False), (5.1, True)):
        _, steps, record = fly(Settings(delta=delta), *replies)
        again = [StepRecord.model_validate_json(step.model_dump_json()) for step in steps]
        verdict = BENCHMARK.verdict(record, again)
        assert verdict["success"] is success
        assert verdict["navigation_error_m"] == pytest.approx(5.0249, abs=1e-3)


def test_a_hierarchy_is_flown_where_it_is_asked_for() -> None:
    flown, world = scenario(4), Field()
    world.reset(flown)
    made = BENCHMARK.episode(flown, world, Settings(hierarchy=True))
    assert isinstance(made, HierarchyEpisode)
