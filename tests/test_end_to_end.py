"""The main job as a user runs it: the real city, the real renderer, the real command."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import psutil
import pytest
from PIL import Image

from lookabout.records import EpisodeRecord

pytestmark = pytest.mark.slow


def lookabout(*arguments: object) -> str:
    """Run the command; returns what it printed."""
    done = subprocess.run(
        [sys.executable, "-m", "lookabout.cli", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def scenarios(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("set") / "scenarios"
    lookabout("scenarios", "make", "flysearch/fs1-city", "--seed", 4, "--count", 2, "--out", folder)
    return folder


@pytest.fixture(scope="module")
def run(scenarios: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs") / "oracle"
    lookabout(
        *("run", "flysearch/fs1-city", "--scenarios", scenarios, "--agent", "oracle"),
        *("--quality", "draft", "--out", folder),
    )
    return folder


def episodes(run: Path) -> list[tuple[Path, EpisodeRecord]]:
    paths = sorted(run.glob("episodes/*/attempt-*/episode.json"))
    return [(p.parent, EpisodeRecord.model_validate_json(p.read_text())) for p in paths]


def test_scenarios_are_in_order_and_made_again_from_their_seed(
    scenarios: Path, tmp_path: Path
) -> None:
    assert "2 of 2 scenarios in order" in lookabout("scenarios", "check", scenarios)
    again = tmp_path / "again"
    lookabout("scenarios", "make", "flysearch/fs1-city", "--seed", 4, "--count", 2, "--out", again)
    for path in scenarios.iterdir():
        assert (again / path.name).read_bytes() == path.read_bytes()
    shown = json.loads(lookabout("scenarios", "show", scenarios / "0000.json", "--json"))
    assert shown == json.loads((scenarios / "0000.json").read_text())


def test_the_oracle_solves_them(run: Path) -> None:
    found = episodes(run)
    assert len(found) == 2
    for folder, record in found:
        assert record.ending == "claimed"
        assert record.verdict
        assert record.verdict["success"] is True
        assert record.agent.privileged
        assert record.look in ("full", "builtin")
        assert len(record.scene_fingerprint) == 64
        assert "quality" in record.engine
        frames = sorted((folder / "frames").iterdir())
        assert len(frames) == record.steps
        for frame in frames:
            pixels = np.asarray(Image.open(frame))
            assert pixels.shape == (500, 500, 3)
            assert 25 < pixels.mean() < 220  # neither black nor blown out
            assert pixels.std() > 15


def test_look_shows_what_the_run_showed_first(run: Path, scenarios: Path, tmp_path: Path) -> None:
    view = tmp_path / "view.png"
    text = lookabout("look", scenarios / "0000.json", "--quality", "draft", "--out", view)
    folder, record = episodes(run)[0]
    first = json.loads((folder / "steps.jsonl").read_text().splitlines()[0])
    told = [part["text"] for part in first["shown"] if "text" in part]
    assert text.strip() == "\n".join(told).strip()
    # The same seed and settings on the same machine: the same pixels, grid and all.
    shown = np.asarray(Image.open(folder / "frames" / "000.png"))
    np.testing.assert_array_equal(np.asarray(Image.open(view)), shown)
    assert record.scenario["id"] == json.loads((scenarios / "0000.json").read_text())["id"]


def test_the_report(run: Path, tmp_path: Path) -> None:
    out = tmp_path / "report"
    printed = lookabout("report", run, "--out", out)
    assert "oracle" in printed
    assert "100.0" in printed
    page = (out / "report.html").read_text(encoding="utf-8")
    assert page.count("data:image/") >= 4
    with (out / "episodes.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 2
    summary = json.loads(lookabout("report", run, "--out", out, "--json"))
    assert summary


def test_a_killed_renderer_costs_an_attempt_not_the_run(scenarios: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    killed: list[int] = []

    def kill_renderer() -> None:
        # Once, as soon as the first frame of the first episode is there.
        deadline = time.monotonic() + 200
        while not killed and time.monotonic() < deadline:
            if list(folder.glob("episodes/0000/attempt-1/steps.jsonl")):
                for process in psutil.Process().children(recursive=True):
                    if "lookabout.render.worker" in " ".join(process.cmdline()):
                        process.kill()
                        killed.append(process.pid)
                        return
            time.sleep(0.02)

    killer = threading.Thread(target=kill_renderer)
    killer.start()
    lookabout(
        *("run", "flysearch/fs1-city", "--scenarios", scenarios, "--agent", "descend"),
        *("--quality", "draft", "--episodes", 1, "--out", folder),
    )
    killer.join()
    assert killed
    endings = [record.ending for _, record in episodes(folder)]
    assert endings[0] == "simulator_error"
    assert endings[-1] not in (None, "simulator_error")


def test_list_names_everything() -> None:
    text = lookabout("list")
    for name in ("flysearch/fs1-city", "spatialscout/rooms", "oracle †", "saliency", "embedded"):
        assert name in text
    data = json.loads(lookabout("list", "--json"))
    assert {agent["name"] for agent in data["agents"]} >= {"random", "descend", "oracle"}
    settings = {item["name"]: set(item["settings"]) for item in data["benchmarks"]}
    assert {"claim_rule", "steps"} <= settings["flysearch"]
    help_text = lookabout("run", "--help")
    assert "--claim-rule" in help_text
    assert "--jpeg-quality" in help_text
