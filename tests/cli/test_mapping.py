"""``map``, ``scenarios prepare``, ``report --prices``: what is refused, and what is made."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from filelock import FileLock
from PIL import Image

from lookabout.sim import registry
from tests.benchmarks.spatialscout.flat import scenario
from tests.benchmarks.spatialscout.made_runs import Made, shaken, write_run
from tests.benchmarks.spatialscout.test_map_picture import Movable
from tests.cli.test_bad_input import Command, lookabout, refused  # noqa: F401, the fixture
from tests.results import folders


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return write_run(tmp_path / "run", Made(flown_by=shaken(6.0, 0.3)))


def test_a_map_is_drawn(
    lookabout: Command,  # noqa: F811
    run: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(registry, "make_simulator", lambda *_, **__: Movable())
    out = tmp_path / "map.png"
    code, told, _ = lookabout("map", run, "--episode", 1, "--out", out, "--json")
    assert code == 0
    data = json.loads(told)
    assert len(data["omitted"]) + len(data["errors_m"]) == 5
    with Image.open(out) as image:
        assert image.format == "PNG"
        assert image.width > 2000
    assert lookabout("map", run, "--episode", 1, "--out", tmp_path / "map.jpg")[0] == 0
    with Image.open(tmp_path / "map.jpg") as image:
        assert image.format == "JPEG"


def test_maps_that_cannot_be(lookabout: Command, run: Path, tmp_path: Path) -> None:  # noqa: F811
    out = tmp_path / "map.png"
    refused(lookabout("map", tmp_path / "none", "--out", out), "none", "is no folder")
    refused(lookabout("map", run, "--episode", 7, "--out", out), "no judged episode 7", "0 to 1")
    refused(lookabout("map", run, "--out", tmp_path / "no" / "x.png"), "cannot be written")
    other = folders.write_run(tmp_path / "fly", folders.Fake(episodes=1))
    refused(lookabout("map", other, "--out", out), "is a run of flysearch")
    path = run / "episodes/0000/attempt-1/episode.json"
    record = json.loads(path.read_text())
    record["truth"]["axes"] = [[1, 0, 0]] * 3
    path.write_text(json.dumps(record))
    refused(lookabout("map", run, "--out", out), "episode.json", "damaged")
    record["scenario"]["vehicles"] = 3
    path.write_text(json.dumps(record))
    refused(lookabout("map", run, "--out", out), "field vehicles")
    assert not out.exists()


def test_preparations_that_cannot_be(lookabout: Command, tmp_path: Path) -> None:  # noqa: F811
    out = tmp_path / "prepared"
    prepare = ("scenarios", "prepare")
    refused(lookabout(*prepare, "flysearch/fs2", "--out", out), "only scenes of spatialscout")
    refused(lookabout(*prepare, "spatialscout/caves", "--out", out), "rooms")
    files = tmp_path / "files"
    files.mkdir()
    (files / "a.json").write_text(scenario().model_dump_json())
    (out / "0000").mkdir(parents=True)
    (out / "0000" / "mine.txt").write_text("x")
    again = (*prepare, "spatialscout/rooms", "--scenarios", files, "--out", out)
    refused(lookabout(*again), "holds other files")
    assert (out / "0000" / "mine.txt").exists()
    run = folders.write_run(tmp_path / "fly", folders.Fake(episodes=1))
    refused(lookabout(*again[:-1], run), "holds other files")
    (out / "0001").mkdir()
    (out / "0001" / "manifest.json").write_text("{}")
    with FileLock(out / ".lock"):
        refused(lookabout(*again), "another process is preparing scenes")


@pytest.mark.slow
def test_preparations_after_others(lookabout: Command, tmp_path: Path) -> None:  # noqa: F811
    """What killed ones leave is cleared, what is another's stays, scenes of before are told."""
    out = tmp_path / "prepared"
    for name in (".0000-a1b2c3d4", ".0000-mine", "0001"):
        (out / name).mkdir(parents=True)
        (out / name / "manifest.json").write_text("{}")
    words = ("spatialscout/rooms-builtin", "--count", 1, "--quality", "draft", "--out", out)
    code, told, _ = lookabout("scenarios", "prepare", *words)
    assert code == 0
    assert "1 made, 0 kept; beside 1 scene of earlier calls" in told
    assert {path.name for path in out.iterdir()} == {".lock", ".0000-mine", "0000", "0001"}


def test_prices_that_cannot_be(lookabout: Command, run: Path, tmp_path: Path) -> None:  # noqa: F811
    path = tmp_path / "prices.csv"
    refused(lookabout("report", run, "--prices", path), "prices.csv", "cannot be read")
    path.write_text("model,input,output\nacme/mapper-1,2,dear\n")
    refused(lookabout("report", run, "--prices", path), "prices.csv:2", "column output", "dear")
    assert not (run / "report.html").exists()


def test_prices_make_costs(lookabout: Command, run: Path, tmp_path: Path) -> None:  # noqa: F811
    path = tmp_path / "prices.csv"
    path.write_text("model,input,output\nacme/mapper-1,10,100\n")
    code, told, _ = lookabout("report", run, "--prices", path, "--json")
    assert code == 0
    summary = json.loads(told)["tables"][0]
    # Two episodes of 50,000 tokens read and 2,000 written.
    assert summary["rows"][0]["cost_usd"] == pytest.approx(2 * (0.5 + 0.2))
