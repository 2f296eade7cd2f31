"""``lookabout import`` and ``lookabout export`` as a user calls them."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from lookabout.cli import main
from tests.benchmarks.spatialscout.flat import scenario as flat_scenario
from tests.worlds import flysearch_scenario

DATA = Path(__file__).parents[1] / "benchmarks/flysearch/interop/data"
Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def lookabout(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Run the command in this process; returns exit code, output, errors."""

    def call(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["lookabout", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        output = capsys.readouterr()
        assert "Traceback" not in output.err
        return int(ended.value.code or 0), output.out, output.err

    return call


def test_import_report_export_import(lookabout: Command, tmp_path: Path) -> None:
    run = tmp_path / "run"
    code, out, _ = lookabout(
        "import", "flysearch", DATA / "newer", "--out", run, "--agent", "acme/pilot"
    )
    assert code == 0
    assert "5 whole, 0 incomplete, 0 left out; 5 can be judged" in out
    code, out, _ = lookabout("report", run, "--json")
    assert code == 0
    assert "acme/pilot" in out
    assert "unreal" in out
    code, out, _ = lookabout("export", "flysearch", run, tmp_path / "published", "--json")
    assert code == 0
    report = json.loads(out)
    assert [e["state"] for e in report["entries"]] == ["done"] * 5
    code, out, _ = lookabout(
        "import", "flysearch", tmp_path / "published", "--out", tmp_path / "again", "--json"
    )
    assert code == 0
    report = json.loads(out)
    assert (report["agent"], report["set"]) == ("acme/pilot", "fs1-city")
    verdicts = [
        [
            json.loads((folder / f"episodes/000{k}/attempt-1/episode.json").read_text())["verdict"]
            for k in range(5)
        ]
        for folder in (run, tmp_path / "again")
    ]
    assert verdicts[0] == verdicts[1]


def test_what_is_left_out_is_listed(lookabout: Command, tmp_path: Path) -> None:
    source = tmp_path / "source"
    shutil.copytree(DATA / "newer", source)
    (source / "1" / "object_bbox.txt").unlink()
    (source / "0" / "object_bbox.txt").unlink()
    (source / "2" / "scenario_params.json").write_text("{")
    (source / "a\x1b[2Jb").mkdir()
    code, out, _ = lookabout("import", "flysearch", source, "--out", tmp_path / "run")
    assert code == 0
    flat = " ".join(out.split())
    assert "2 whole, 2 incomplete, 2 left out; 3 can be judged" in flat  # a fire needs no box
    assert "Incomplete or left out" in flat
    assert "\x1b" not in out
    kept = json.loads((tmp_path / "run/import.json").read_text())
    assert {e["folder"]: e["state"] for e in kept["entries"]} == {
        "0": "incomplete",
        "1": "incomplete",
        "2": "skipped",
        "3": "done",
        "4": "done",
        "a\x1b[2Jb": "skipped",
    }


def test_imported_scenarios_are_not_flown(lookabout: Command, tmp_path: Path) -> None:
    lookabout("import", "flysearch", DATA / "newer", "--out", tmp_path / "run")
    code, _, errors = lookabout(
        *("run", "flysearch/fs1-city", "--scenarios", tmp_path / "run/scenarios"),
        *("--agent", "random", "--out", tmp_path / "no"),
    )
    assert code == 2
    assert "0000.json: was imported from another simulator" in " ".join(errors.split())
    assert not (tmp_path / "no").exists()


def test_scenarios_go_out(lookabout: Command, tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own/0000.json").write_text(flysearch_scenario().model_dump_json())
    code, out, _ = lookabout("export", "flysearch", tmp_path / "own", tmp_path / "out")
    assert code == 0
    assert "1 whole" in out
    params = json.loads((tmp_path / "out/0/scenario_params.json").read_text())
    assert params["object_type"] == "ObjectType.RED_PICKUP_TRUCK"
    (tmp_path / "own/0001.json").write_text(flat_scenario().model_dump_json())
    code, _, errors = lookabout("export", "flysearch", tmp_path / "own", tmp_path / "mixed")
    assert code == 2
    assert "own: holds scenarios of spatialscout" in errors
    assert not (tmp_path / "mixed").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["import", "airsim", "DATA", "--out", "new"], ["there is no format 'airsim'"]),
        (["import", "flysearch", "nowhere", "--out", "new"], ["nowhere", "is no folder"]),
        (["import", "flysearch", "empty", "--out", "new"], ["holds no numbered folders"]),
        (["import", "flysearch", "DATA", "--out", "taken"], ["taken", "exists already"]),
        (["import", "flysearch", "DATA", "--out", "file/new"], ["cannot be made"]),
        (["import", "flysearch", "DATA", "--out", "new", "--agent", "\x1b"], ["--agent"]),
        (
            ["import", "flysearch", "DATA", "--out", "new", "--scenarios", "--agent", "x"],
            ["--agent", "only records have an agent"],
        ),
        (["import", "flysearch", "DATA"], ["--out"]),
        (["export", "flysearch", "nowhere", "new"], ["nowhere", "no such file or folder"]),
        (["export", "flysearch", "empty", "new"], ["holds no scenario files"]),
        (["export", "flysearch", "file", "new"], ["not valid JSON"]),
        (["export", "airsim", "empty", "new"], ["there is no format 'airsim'"]),
    ],
)
def test_mistakes(
    lookabout: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    words: list[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken/mine").write_text("mine")
    (tmp_path / "file").write_text("")
    before = sorted(tmp_path.rglob("*"))
    code, _, errors = lookabout(*(str(DATA / "newer") if a == "DATA" else a for a in arguments))
    assert code == 2, errors
    flat = " ".join(errors.replace("│", " ").split())
    for word in words:
        assert word in flat
    assert sorted(tmp_path.rglob("*")) == before
