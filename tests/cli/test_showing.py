"""``lookabout scenarios show``: a scenario for people, a folder as a list, both for scripts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lookabout.benchmarks.base import DescribesScenarios
from lookabout.benchmarks.registry import BENCHMARKS, get_benchmark
from lookabout.errors import UsageError
from lookabout.sim.protocol import Simulator
from tests.benchmarks.spatialscout.flat import BoxWorld
from tests.benchmarks.spatialscout.flat import scenario as flat
from tests.cli.test_bad_input import Command, lookabout, refused  # noqa: F401
from tests.cli.test_bad_input import flat as flatten

FIRST = {"flysearch": "fs2", "dronecats": "tracking", "spatialscout": "rooms"}


def nothing() -> Simulator:
    raise UsageError("there is no world here")


def write(folder: Path, benchmark: str, set_name: str, count: int = 1) -> list[Path]:
    folder.mkdir(exist_ok=True)
    paths = []
    for k, scenario in enumerate(get_benchmark(benchmark).standard(set_name)[:count]):
        paths.append(folder / f"{benchmark}-{k}.json")
        paths[-1].write_text(scenario.model_dump_json())
    return paths


@pytest.mark.parametrize(
    ("benchmark", "set_name", "words"),
    [
        ("flysearch", "fs2", ["find a fire", "121 m over the ground", "fire", "114.9"]),
        (
            "dronecats",
            "commanding",
            ["go to the black van", "candidate-4", "CP349", "yes", "Start of drone-4", "quadrotor"],
        ),
    ],
)
def test_a_scenario_in_words(
    lookabout: Command,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    benchmark: str,
    set_name: str,
    words: list[str],
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    (path,) = write(tmp_path, benchmark, set_name)
    code, out, _ = lookabout("scenarios", "show", path)
    assert code == 0
    for word in (f"{benchmark}/{set_name}", "World", "Sun", *words):
        assert word in flatten(out), word
    # Plain data of Python is no language for people.
    assert "{'" not in out
    assert "['" not in out
    assert "True" not in out
    code, out, _ = lookabout("scenarios", "show", path, "--json")
    assert json.loads(out) == json.loads(path.read_text())


def test_a_folder_is_a_list(
    lookabout: Command,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    folder = tmp_path / "mixed"
    for benchmark, set_name in FIRST.items():
        write(folder, benchmark, set_name, 2)
    code, out, _ = lookabout("scenarios", "show", folder)
    assert code == 0
    lines = [line for line in out.splitlines() if ".json" in line]
    assert len(lines) == 6
    assert "flysearch-0.json fs2-20255-0000 flysearch/fs2 " in flatten(lines[2]) + " "
    assert out.rstrip().endswith("6 scenarios")
    _, out, _ = lookabout("scenarios", "show", folder, "--json")
    listed = json.loads(out)
    assert [item["file"] for item in listed] == sorted(map(str, folder.iterdir()))
    assert listed[4]["labels"] == {"targets": "35", "rooms": "1"}
    (folder / "x.json").write_text("{}")
    refused(lookabout("scenarios", "show", folder), "x.json", "field")


def test_one_scenario_is_no_scenarios(
    lookabout: Command,  # noqa: F811
    tmp_path: Path,
) -> None:
    write(tmp_path / "one", "flysearch", "fs2")
    _, out, _ = lookabout("scenarios", "show", tmp_path / "one")
    assert out.rstrip().endswith("\n1 scenario")


def test_bad_input(lookabout: Command, tmp_path: Path) -> None:  # noqa: F811
    (path,) = write(tmp_path, "spatialscout", "rooms")
    refused(lookabout("scenarios", "show", path, "--engine", "nowhere"), "no engine 'nowhere'")
    (tmp_path / "empty").mkdir()
    refused(lookabout("scenarios", "show", tmp_path / "empty"), "holds no scenario files")
    refused(lookabout("scenarios", "show", tmp_path / "no"), "no", "No such file")


@pytest.mark.parametrize("name", BENCHMARKS.names())
def test_all_targets_of_standard_scenarios_are_told(name: str) -> None:
    benchmark = get_benchmark(name)
    assert isinstance(benchmark, DescribesScenarios)
    for scenario in benchmark.standard(FIRST[name])[:20]:
        told = benchmark.describe(scenario, nothing)
        assert told.targets.rows
        assert all(len(row) == len(told.targets.columns) for row in told.targets.rows)
        assert dict(told.facts)["Task"]


def test_places_of_spatialscout_are_the_worlds() -> None:
    world = BoxWorld()
    scenario = flat()
    world.reset(scenario)
    benchmark = get_benchmark("spatialscout")
    assert isinstance(benchmark, DescribesScenarios)
    table = benchmark.describe(scenario, lambda: world).targets
    keys = [column.key for column in table.columns]
    truth = benchmark.truth(scenario, world)["targets"]
    for row, target in zip(table.rows, truth, strict=True):
        cells = dict(zip(keys, row, strict=True))
        assert [cells[axis] for axis in "xyz"] == target["centre"]
        assert cells["distance"] == pytest.approx(sum(v * v for v in target["centre"]) ** 0.5)
        assert cells["side"] == max(target["sides"])
    # Without the world the targets are still told, and the note says what is missing.
    alone = benchmark.describe(scenario, nothing).targets
    assert [row[0] for row in alone.rows] == [row[0] for row in table.rows]
    assert "there is no world here" in alone.notes[-1]


def test_a_sets_standard_scenarios(
    lookabout: Command,  # noqa: F811
) -> None:
    _, out, _ = lookabout("scenarios", "show", "flysearch/fs1", "--json")
    told = json.loads(out)
    assert len(told) == 400
    assert told[3]["scenario"] == "flysearch/fs1/3"
    _, out, _ = lookabout("scenarios", "show", told[3]["scenario"], "--json")
    assert json.loads(out)["id"] == told[3]["id"]
    _, out, _ = lookabout("scenarios", "show", "spatialscout/rooms")
    assert out.rstrip().endswith("80 scenarios")


@pytest.mark.parametrize("command", [("scenarios", "show"), ("look",)])
def test_numbers_and_sets_that_are_not_there(
    lookabout: Command,  # noqa: F811
    command: tuple[str, ...],
) -> None:
    refused(lookabout(*command, "spatialscout/rooms/80"), "spatialscout/rooms has 0 to 79")
    refused(lookabout(*command, "spatialscout/room/3"), "no set", "spatialscout/rooms-builtin")
    refused(lookabout(*command, "spatialscout/rooms/-1"), "no set")
    refused(lookabout(*command, "spatialscout/maniskill/3"), "no standard scenarios")
    refused(lookabout(*command, "spatialscout/0001.json"), "No such file")


def test_a_whole_set_cannot_be_looked_at(
    lookabout: Command,  # noqa: F811
) -> None:
    refused(
        lookabout("look", "spatialscout/rooms"),
        "spatialscout/rooms/0 to spatialscout/rooms/79",
        "lookabout scenarios make spatialscout/rooms",
    )


def test_a_folder_goes_before_a_set_of_its_name(
    lookabout: Command,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("flysearch").mkdir()
    write(Path("flysearch/fs2"), "flysearch", "fs2")
    _, out, _ = lookabout("scenarios", "show", "flysearch/fs2", "--json")
    assert [item["file"] for item in json.loads(out)] == ["flysearch/fs2/flysearch-0.json"]
