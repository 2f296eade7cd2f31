"""Runs that are killed or interrupted in the middle, and gone on with."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from lookabout.results.formats import to_data
from lookabout.results.load import load_run
from lookabout.results.tables import all_tables
from tests.worlds import flysearch_scenario

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
EPISODES = 6


@pytest.fixture
def scenarios(tmp_path: Path) -> Path:
    folder = tmp_path / "scenarios"
    folder.mkdir()
    for index in range(EPISODES):
        text = flysearch_scenario(name=f"test-{index}").model_dump_json()
        (folder / f"{index:04d}.json").write_text(text)
    return folder


@pytest.fixture
def started() -> Iterator[list[subprocess.Popen[str]]]:
    """Processes that must not outlive a test."""
    processes: list[subprocess.Popen[str]] = []
    yield processes
    for process in processes:
        process.kill()
        process.wait()


def command(scenarios: Path, out: Path, agent: str = "SLOW") -> list[str]:
    return [
        *(sys.executable, "-m", "lookabout.cli", "run", "flysearch/fs1-city"),
        *("--agent", f"tests.runs.stand_ins:{agent}", "--engine", "tests.runs.stand_ins:flat"),
        *("--scenarios", str(scenarios), "--out", str(out), "--workers", "2"),
    ]


def start(arguments: list[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        arguments,
        cwd=ROOT,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


def wait_for(condition: Any, what: str) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline, f"waited in vain for {what}"
        time.sleep(0.02)


def finished(out: Path) -> dict[Path, bytes]:
    """Records of finished attempts, by file."""
    found = {}
    for path in out.glob("episodes/*/attempt-*/episode.json"):
        content = path.read_bytes()
        if b'"ending":"claimed"' in content.replace(b" ", b""):
            found[path] = content
    return found


def tables(out: Path) -> list[Any]:
    return [to_data(table) for table in all_tables([load_run(out, name="run")])]


def gone(children: list[psutil.Process]) -> bool:
    return not any(c.is_running() and c.status() != psutil.STATUS_ZOMBIE for c in children)


def test_killed_in_the_middle_and_gone_on_with(
    tmp_path: Path, scenarios: Path, started: list[subprocess.Popen[str]]
) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    subprocess.run(command(scenarios, whole), cwd=ROOT, check=True, capture_output=True)
    for kills in range(1, 3):
        process = start(command(scenarios, broken))
        started.append(process)
        # At least one episode more than before is finished, and another is under way.
        wait_for(lambda n=kills: len(finished(broken)) >= n, "a finished episode")
        wait_for(
            lambda: len(list(broken.glob("episodes/*/attempt-*"))) > len(finished(broken)),
            "an unfinished attempt",
        )
        children = psutil.Process(process.pid).children(recursive=True)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        wait_for(lambda kids=children: gone(kids), "the workers' end")
    kept = finished(broken)
    attempts = set(broken.glob("episodes/*/attempt-*"))
    assert len(kept) < EPISODES
    assert len(attempts) > len(kept)
    last = subprocess.run(
        command(scenarios, broken), cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert last.returncode == 0, last.stderr
    for path, content in kept.items():
        assert path.read_bytes() == content
    assert attempts < set(broken.glob("episodes/*/attempt-*"))
    assert len(finished(broken)) == EPISODES
    assert tables(broken) == tables(whole)


def test_ctrl_c_ends_everything_and_says_how_to_go_on(
    tmp_path: Path, scenarios: Path, started: list[subprocess.Popen[str]]
) -> None:
    out = tmp_path / "run"
    process = start(command(scenarios, out))
    started.append(process)
    wait_for(lambda: len(finished(out)) >= 1, "a finished episode")
    children = psutil.Process(process.pid).children(recursive=True)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the whole group
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "run the same command again to go on" in errors
    assert "Traceback" not in errors
    wait_for(lambda: gone(children), "the end of all processes")
    before = finished(out)
    last = subprocess.run(
        command(scenarios, out), cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert last.returncode == 0, last.stderr
    assert before.items() <= finished(out).items()
    assert len(finished(out)) == EPISODES


def test_ctrl_c_while_the_workers_start(
    tmp_path: Path, scenarios: Path, started: list[subprocess.Popen[str]]
) -> None:
    process = start(command(scenarios, tmp_path / "run"))
    started.append(process)
    wait_for(lambda: (tmp_path / "run" / "episodes").exists(), "the first attempt")
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in errors
