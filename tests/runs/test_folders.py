"""Output folders: whose they are, and what killed writers leave in them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from lookabout.errors import UsageError
from lookabout.runs.folders import held, part_of, write_atomically
from tests.worlds import flysearch_scenario

ROOT = Path(__file__).parents[2]


def take(path: Path) -> None:
    with held(path, "m.json", busy="in use"):
        pass


def names(path: Path) -> list[str]:
    return sorted(entry.name for entry in path.iterdir() if entry.name != ".lock")


def test_a_failed_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.json"
    write_atomically(path, "old")

    def refuse(_: int) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(OSError, match="disk full"):
        write_atomically(path, "new")
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.json"]
    assert path.read_text() == "old"


def test_what_killed_writers_leave_is_removed(tmp_path: Path) -> None:
    (tmp_path / ".m.json.4711.part").touch()
    (tmp_path / "scenarios").mkdir()
    take(tmp_path)
    assert names(tmp_path) == ["scenarios"]
    write_atomically(tmp_path / "m.json", "{}")
    for name in (".attempt-12-ab3_x9zz", "attempt-1"):
        (tmp_path / "episodes" / "0000" / name / "frames").mkdir(parents=True)
    (tmp_path / "episodes" / "0000" / "attempt-1" / ".episode.json.4711.part").touch()
    (tmp_path / "scenarios" / ".00004-ab3_x9zz").mkdir()
    (tmp_path / "scenarios" / ".00004-ab3_x9zz" / "flight.json").touch()
    part_of(tmp_path / "scenarios" / "0001.json").touch()
    take(tmp_path)
    assert names(tmp_path) == ["episodes", "m.json", "scenarios"]
    assert names(tmp_path / "episodes" / "0000") == ["attempt-1"]
    assert names(tmp_path / "episodes" / "0000" / "attempt-1") == ["frames"]
    assert names(tmp_path / "scenarios") == []


def test_what_others_have_left_stays(tmp_path: Path) -> None:
    write_atomically(tmp_path / "m.json", "{}")
    (tmp_path / "else").mkdir()
    (tmp_path / "else" / ".m.json.1.part").touch()
    (tmp_path / "run").mkdir()
    write_atomically(tmp_path / "run" / "m.json", "{}")
    (tmp_path / "run" / "scenarios").symlink_to(tmp_path / "else")
    (tmp_path / "run" / ".00001-aaaaaaaa").symlink_to(tmp_path / "else")
    for name in (".DS_Store", ".film.part", ".m.json.x.part"):
        (tmp_path / "run" / name).touch()
    (tmp_path / "run" / ".git").mkdir()
    before = names(tmp_path / "run")
    take(tmp_path / "run")
    assert names(tmp_path / "run") == before
    assert names(tmp_path / "else") == [".m.json.1.part"]


@pytest.mark.parametrize("name", [".DS_Store", ".film.part", "scenarios/0000.json", "people/a"])
def test_other_files_without_a_manifest_are_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).touch()
    before = names(tmp_path)
    with pytest.raises(UsageError, match=r"holds other files and no m\.json"):
        take(tmp_path)
    assert names(tmp_path) == before
    assert not (tmp_path / ".lock").exists()


@pytest.mark.slow
@pytest.mark.parametrize("manifest", ["run.json", "dataset.json"])
def test_killed_before_the_manifest_is_in_place(tmp_path: Path, manifest: str) -> None:
    out = tmp_path / "out"
    (tmp_path / "scenarios").mkdir()
    text = flysearch_scenario().model_dump_json()
    (tmp_path / "scenarios" / "0.json").write_text(text)
    words = {
        "run.json": [
            *("run", "flysearch/fs1-city", "--engine", "tests.runs.stand_ins:flat"),
            *("--agent", "tests.runs.stand_ins:SLOW", "--scenarios", str(tmp_path / "scenarios")),
        ],
        "dataset.json": [
            *("datasets", "flysearch-grpo", "--engine", "tests.datasets.stand_ins:meadow"),
            *("--scenarios", "1", "--seed", "5"),
        ],
    }[manifest]
    words += ["--out", str(out), "--workers", "1"]
    for _ in range(2):
        killed = subprocess.run(
            [sys.executable, "-m", "tests.killed", manifest, *words],
            cwd=ROOT,
            capture_output=True,
            text=True,
        )
        assert killed.returncode == -signal.SIGKILL, killed.stderr
        assert not (out / manifest).exists()
        assert len(list(out.glob(".*.part"))) == 1
    done = subprocess.run(
        [sys.executable, "-m", "lookabout.cli", *words], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert (out / manifest).exists()
    assert not list(out.glob(".*.part"))
