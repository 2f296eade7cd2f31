from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lookabout.datasets import grpo
from lookabout.datasets.grpo import GrpoPlan
from lookabout.datasets.store import DatasetFolder, write_flight
from lookabout.errors import UsageError
from tests.datasets.stand_ins import Meadow

PLAN = GrpoPlan(Path(), scenarios=1, seed=1)


@pytest.fixture(scope="module")
def flight() -> Any:
    return grpo.film(PLAN, 0, Meadow())


@pytest.fixture
def folder(tmp_path: Path, flight: Any) -> DatasetFolder:
    """With one scenario."""
    made = DatasetFolder(tmp_path / "set")
    with made.open(PLAN.record()):
        write_flight(made.path, *flight)
    return made


def test_what_was_written_is_read(folder: DatasetFolder, flight: Any) -> None:
    assert folder.flight(0) == flight[0]
    assert folder.flight(1) is None
    record = folder.finish(PLAN.record(), lambda: None)
    assert folder.record() == record
    assert (record.samples, record.complete, record.look) == (10, True, "builtin")


def test_a_scenario_is_never_written_twice(folder: DatasetFolder, flight: Any) -> None:
    with pytest.raises(OSError, match="not empty"):
        write_flight(folder.path, *flight)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda at: (at / "flight.json").write_text("{"), "flight.json"),
        (lambda at: (at / "flight.json").write_text('{"index": 0}'), "Field required"),
        (lambda at: (at / "flight.json").unlink(), "No such file"),
        (lambda at: next(at.glob("*.png")).unlink(), r"picture \d\d.png is missing"),
    ],
)
def test_damage_is_named(folder: DatasetFolder, change: Any, words: str) -> None:
    change(folder.path / "scenarios" / "00000")
    with pytest.raises(UsageError, match=f"(?s)00000: is damaged.*{words}.*Delete"):
        folder.flight(0)


def test_pictures_outside_the_folder_are_no_pictures(folder: DatasetFolder, flight: Any) -> None:
    outside = flight[0].model_copy(update={"pictures": {"../../dataset.json": "0" * 64}})
    path = folder.path / "scenarios" / "00000" / "flight.json"
    path.write_text(outside.model_dump_json())
    with pytest.raises(UsageError, match="is missing"):
        folder.flight(0)


def test_the_same_scenario_twice_is_refused(folder: DatasetFolder, flight: Any) -> None:
    data, files = flight
    write_flight(folder.path, data.model_copy(update={"index": 1}), files)
    with pytest.raises(UsageError, match="00001: is the same scenario as another"):
        folder.finish(PLAN.record().model_copy(update={"scenarios": 2}), lambda: None)
    assert not list(folder.path.glob(".*.part"))


def test_looks_are_not_mixed(folder: DatasetFolder, flight: Any) -> None:
    data, files = flight
    other = {**data.scenario, "seed": 2}
    changed = data.model_copy(update={"index": 1, "look": "full", "scenario": other})
    write_flight(folder.path, changed, files)
    with pytest.raises(UsageError, match="another look, 'full'"):
        folder.finish(PLAN.record().model_copy(update={"scenarios": 2}), lambda: None)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seed": 2}, "seed = 1, not 2"),
        ({"picture_format": "jpeg 90"}, "picture_format = 'png', not 'jpeg 90'"),
        ({"versions": {"lookabout": "9"}}, "version"),
        ({"engine": {"name": "embedded", "quality": "high"}}, "engine"),
    ],
)
def test_another_data_set_is_not_mixed_in(folder: DatasetFolder, change: Any, words: str) -> None:
    before = (folder.path / "dataset.json").read_text()
    other = PLAN.record().model_copy(update=change)
    with pytest.raises(UsageError, match=f"holds a data set with {words}"), folder.open(other):
        pass
    assert (folder.path / "dataset.json").read_text() == before


def test_other_folders_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").touch()
    with (
        pytest.raises(UsageError, match="holds other files"),
        DatasetFolder(tmp_path).open(PLAN.record()),
    ):
        pass
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]
    (tmp_path / "file").touch()
    with (
        pytest.raises(UsageError, match="cannot be written"),
        DatasetFolder(tmp_path / "file" / "set").open(PLAN.record()),
    ):
        pass


def test_two_calls_at_once_are_refused(folder: DatasetFolder) -> None:
    again = DatasetFolder(folder.path)
    with (
        folder.open(PLAN.record()),
        pytest.raises(UsageError, match="another process"),
        again.open(PLAN.record()),
    ):
        pass


def test_files_of_others_among_the_scenarios_stay(folder: DatasetFolder, flight: Any) -> None:
    (folder.path / "scenarios" / ".DS_Store").touch()
    (folder.path / "scenarios" / ".cache").mkdir()
    (folder.path / "scenarios" / ".00007-ab3_x9zz").mkdir()
    with folder.open(PLAN.record()):
        found = sorted(path.name for path in (folder.path / "scenarios").iterdir())
        assert found == [".DS_Store", ".cache", "00000"]
        assert folder.flight(0) == flight[0]
