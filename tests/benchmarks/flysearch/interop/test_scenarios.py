"""Scenarios as published folders, both ways."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lookabout.benchmarks.flysearch import generate
from lookabout.benchmarks.flysearch.generate import Draws, rule_problems
from lookabout.benchmarks.flysearch.interop import scenarios
from lookabout.benchmarks.flysearch.interop.folders import export_scenarios, import_scenarios
from lookabout.benchmarks.flysearch.interop.params import Params, parse_params
from lookabout.benchmarks.flysearch.interop.scenarios import elsewhere, published_params
from lookabout.benchmarks.flysearch.sets import SETS, SetRules, get_rules
from lookabout.errors import LookaboutError, UsageError
from lookabout.runs.scenarios import read_checked
from lookabout.sim.registry import make_simulator
from lookabout.sim.scenario import Scenario, read_scenario
from lookabout.world.registry import Placement
from tests.benchmarks.flysearch.interop.folders import DATA, change_params
from tests.worlds import FlatWorld, flysearch_scenario

SPOTS = tuple(
    Placement(kind, 100.0 * i, -50.0 * i, 0.25 * i, 30.0 * i)
    for i in range(1, 9)
    for kind in (
        "lot",
        "kerb",
        "lane",
        "road_edge",
        "plaza",
        "park",
        "bay",
        "ground",
        "edge",
        "wood",
    )
)


@pytest.fixture
def flat(monkeypatch: pytest.MonkeyPatch) -> FlatWorld:
    """Places on flat, empty ground, without building a city."""

    def spots(rules: SetRules, target_class: Any, map_seed: int = 1) -> tuple[Placement, ...]:
        return tuple(spot for spot in SPOTS if spot.kind in target_class.spots)

    monkeypatch.setattr(generate, "_spots", spots)
    monkeypatch.setattr(generate, "_problems_nearby", lambda *_: [])
    return FlatWorld()


def published(name: str) -> Params:
    return parse_params((DATA / "scenarios" / name / "scenario_params.json").read_bytes())


@pytest.mark.parametrize("name", ["0", "1", "2", "3"])
def test_what_carries_over(flat: FlatWorld, name: str) -> None:
    params = published(name)
    made = elsewhere(params, "elsewhere", flat)
    rules = get_rules(made.set)
    assert rule_problems(rules, made) == []
    assert made.seed == made.world.dressing_seed == params.seed
    x, y, z = params.relative_start
    assert made.task["start_offset"] == [x, -y]  # Y down the picture becomes north
    assert made.task["start_height"] == z
    if not params.target.anomaly:
        assert made.task["target_class"] == params.target.target_class
        assert made.world.objects[0].kind == params.target.kind
    start, target = made.vehicles[0].position, made.world.objects[0].position
    assert (start[0] - target[0], start[1] - target[1]) == (x, -y)


def test_sun_and_densities(flat: FlatWorld) -> None:
    forest = elsewhere(published("1"), "a", flat).world
    assert forest.params == {"tree_density": 0.2, "rock_density": 0.05}
    assert (forest.sun.elevation_deg, forest.sun.azimuth_deg) == (35.5, 110.0)
    fs2 = elsewhere(published("2"), "b", flat).world
    assert (fs2.sun.elevation_deg, fs2.sun.azimuth_deg) == (40.0, 280.0)
    city = elsewhere(published("0"), "c", flat).world
    assert (city.sun.elevation_deg, city.sun.azimuth_deg) == (45.0, 110.0)  # the set's


def test_an_unusual_share_of_dead_trees_is_kept(flat: FlatWorld, tmp_path: Path) -> None:
    values = json.loads((DATA / "scenarios/1/scenario_params.json").read_text())
    values |= {"forest_live_trees_density": "0.15", "forest_dead_trees_density": "0.05"}
    made = elsewhere(parse_params(json.dumps(values).encode()), "a", flat)
    assert made.world.params == {"tree_density": 0.2, "rock_density": 0.05, "dead_share": 0.25}
    again = published_params(made)
    assert float(again["forest_live_trees_density"]) == pytest.approx(0.15)
    assert float(again["forest_dead_trees_density"]) == pytest.approx(0.05)


def test_the_same_parameters_give_the_same_place(flat: FlatWorld) -> None:
    assert elsewhere(published("0"), "a", flat) == elsewhere(published("0"), "a", flat)


def test_anomalies_are_drawn_unless_an_export_names_them(flat: FlatWorld) -> None:
    values = json.loads((DATA / "scenarios/3/scenario_params.json").read_text())
    kinds = set()
    for seed in range(40):
        data = json.dumps({**values, "seed": str(seed)}).encode()
        kinds.add(elsewhere(parse_params(data), "a", flat).world.objects[0].kind)
    assert kinds == {kind for item in SETS["anomaly1-city"].classes for kind, _ in item.kinds}
    data = json.dumps({**values, "object_id": "giraffe"}).encode()
    assert elsewhere(parse_params(data), "a", flat).task["target_class"] == "giraffe"


@pytest.mark.parametrize(
    ("name", "changes", "words"),
    [
        ("0", {"drone_rel_coords": "(31, 0, 60)"}, "the start (31.0, 0.0, 60.0) is not one of"),
        ("0", {"drone_rel_coords": "(0, 0, 101)"}, "30–100 m high"),
        ("0", {"drone_rel_coords": "(0.5, 0, 60)"}, "not in whole metres"),
        ("2", {"drone_rel_coords": "(0, 0, 60)"}, "100–125 m high"),
        ("1", {"sun_y": "-5"}, "sun_y -5 is not a sun 10–90° high"),
        ("1", {"sun_y": None}, "sun_y or sun_z is missing"),
        ("1", {"forest_stones": None}, "a density of trees or rocks is missing"),
        ("1", {"forest_live_trees_density": "0.5"}, "tree_density 0.52 is not in 0–0.3"),
    ],
)
def test_what_the_set_does_not_have_is_left_out(
    flat: FlatWorld, tmp_path: Path, name: str, changes: dict[str, str | None], words: str
) -> None:
    folder = tmp_path / "source" / "0"
    folder.mkdir(parents=True)
    (folder / "scenario_params.json").write_bytes(
        (DATA / "scenarios" / name / "scenario_params.json").read_bytes()
    )
    change_params(folder, changes)
    with pytest.raises(UsageError, match="no scenario can be made") as raised:
        import_scenarios(tmp_path / "source", tmp_path / "out", flat)
    assert words in str(raised.value)
    assert not (tmp_path / "out").exists()


def test_folders_of_scenarios(flat: FlatWorld, tmp_path: Path) -> None:
    for name in ("newer", "scenarios"):  # folders of episodes hold scenarios, too
        entries = import_scenarios(DATA / name, tmp_path / name, flat)
        made = sorted((tmp_path / name).iterdir())
        assert [path.name for path in made] == [f"{k:04d}.json" for k in range(len(made))]
        assert all(entry.state == "done" for entry in entries)
    first = read_scenario(tmp_path / "scenarios" / "0000.json")
    assert first.id == "fs1-city-elsewhere-0000"


def test_our_scenarios_go_and_their_parameters_come_back(flat: FlatWorld, tmp_path: Path) -> None:
    made = []
    for rules in SETS.values():
        for seed in range(6):
            made.append(generate.make_scenario(rules, seed, f"{rules.name}-{seed}", flat))
    entries = export_scenarios(made, tmp_path / "out")
    assert [(e.folder, e.episode) for e in entries] == [(s.id, i) for i, s in enumerate(made)]
    for index, scenario in enumerate(made):
        data = (tmp_path / "out" / str(index) / "scenario_params.json").read_bytes()
        assert all(isinstance(value, str) for value in json.loads(data).values())
        params = parse_params(data)
        assert params.set_name == scenario.set
        again = elsewhere(params, scenario.id, flat)
        assert again.seed == scenario.seed
        assert again.world.objects[0].kind == scenario.world.objects[0].kind
        for key in ("target_class", "description", "start_height", "start_offset"):
            assert again.task[key] == scenario.task[key], key
        assert again.world.sun.elevation_deg == scenario.world.sun.elevation_deg
        assert again.world.sun.azimuth_deg == pytest.approx(scenario.world.sun.azimuth_deg)
        assert again.world.params == pytest.approx(dict(scenario.world.params))
        x, y, z = scenario.world.objects[0].position
        assert params.object_coords == pytest.approx((100 * x, -100 * y, 100 * z))
        assert params.object_rot is not None
        yaw = scenario.world.objects[0].yaw_deg
        assert (params.object_rot[1] + yaw) % 360 == pytest.approx(0, abs=1e-9)


def test_worlds_that_the_published_system_lacks(tmp_path: Path) -> None:
    scenario = flysearch_scenario()
    for kind, params, words in (
        ("studio", {}, "has no studio"),
        ("forest", {}, "no tree_density"),
    ):
        world = scenario.world.model_copy(update={"kind": kind, "params": params})
        with pytest.raises(UsageError, match=words):
            export_scenarios([scenario.model_copy(update={"world": world})], tmp_path / "out")
        assert not (tmp_path / "out").exists()


def test_a_map_without_a_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def none(*_: Any) -> Scenario:
        raise LookaboutError("no place satisfies it")

    monkeypatch.setattr(scenarios, "find_place", none)
    with pytest.raises(UsageError, match="no place satisfies it"):
        import_scenarios(DATA / "scenarios", tmp_path / "out", FlatWorld())


def test_draws_with_an_offset_keep_it(flat: FlatWorld) -> None:
    rules = SETS["fs1-city"]
    item = rules.classes[0]
    kind, words = item.kinds[0]
    sun = generate.SunSpec()
    draws = Draws(item, kind, words, 40, sun, {}, (0, 0))
    made = generate.find_place(rules, draws, 1, "a", np.random.default_rng(1), flat)
    assert made.task["start_offset"] == [0.0, 0.0]


@pytest.mark.slow
def test_real_places(tmp_path: Path) -> None:
    simulator = make_simulator("embedded", quality="draft", device="cpu")
    try:
        entries = import_scenarios(DATA / "scenarios", tmp_path / "out", simulator)
    finally:
        simulator.close()
    assert [e.state for e in entries] == ["done"] * 4
    for path in sorted((tmp_path / "out").iterdir()):
        made = read_checked(path)  # as 'lookabout run --scenarios' does
        assert rule_problems(get_rules(made.set), made) == []
