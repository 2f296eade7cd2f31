from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.web.stand_ins import SWITCHES
from tests.worlds import flysearch_scenario

ARGUMENTS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run")


@dataclass
class Served:
    """A study in a server process of its own."""

    process: subprocess.Popen[str]
    url: str
    out: Path
    switches: Path

    def switch(self, name: str, on: bool = True) -> None:
        """See ``stand_ins``."""
        path = self.switches / name
        if on:
            path.touch()
        else:
            path.unlink()

    def stop(self, how: int = signal.SIGINT) -> int:
        """End the server; returns its exit code."""
        self.process.send_signal(how)
        return self.process.wait(30)

    def runs(self, nickname: str) -> list[dict[str, Any]]:
        """``episode.json`` of a person's attempts, in order."""
        folder = self.out / "flysearch-fs1-city" / nickname / "episodes"
        paths = sorted(folder.glob("*/attempt-*/episode.json"))
        return [json.loads(path.read_text()) for path in paths]

    def steps(self, nickname: str, count: int, attempt: int = 1) -> list[dict[str, Any]]:
        """``steps.jsonl`` of an attempt at a person's first search, once it has that many."""
        run = self.out / "flysearch-fs1-city" / nickname
        path = run / "episodes" / "0000" / f"attempt-{attempt}" / "steps.jsonl"
        wait_for(lambda: len(path.read_text().splitlines()) >= count)
        return [json.loads(line) for line in path.read_text().splitlines()]


@dataclass
class Serving:
    """Starts studies, and ends them with the test."""

    folder: Path
    started: list[subprocess.Popen[str]] = field(default_factory=list)

    def __call__(
        self,
        *options: str,
        out: str = "study",
        scenarios: int = 4,
        start: float = 40.0,
        killed: str = "",
    ) -> Served:
        """:param killed: the file whose writing kills the server."""
        switches, files = self.folder / "switches", self.folder / f"scenarios-{scenarios}"
        switches.mkdir(exist_ok=True)
        files.mkdir(exist_ok=True)
        for index in range(scenarios):
            made = flysearch_scenario(name=f"secret-{index}", start=(5.0 + index, -4.0, start))
            (files / f"{index}.json").write_text(made.model_dump_json())
        module = ["tests.killed", killed] if killed else ["lookabout.cli"]
        command = [sys.executable, "-m", *module, "study", "flysearch/fs1-city"]
        command += ["--engine", "tests.web.stand_ins:checkered", "--scenarios", str(files)]
        command += ["--out", str(self.folder / out), *options]
        if "--port" not in options:
            command += ["--port", "0"]
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=(self.folder / "errors.log").open("a"),
            text=True,
            env={**os.environ, SWITCHES: str(switches), "PYTHONUNBUFFERED": "1"},
        )
        self.started.append(process)
        assert process.stdout is not None
        for line in process.stdout:
            match = re.search(r"http://[\w.:\[\]]+", line)
            if match:
                return Served(process, match[0], self.folder / out, switches)
        raise AssertionError((self.folder / "errors.log").read_text())

    def end(self) -> None:
        """Kill whatever still runs."""
        for process in self.started:
            if process.poll() is None:
                process.kill()
            process.wait()
            assert process.stdout is not None
            process.stdout.close()


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serving]:
    """Studies of a test's own."""
    serving = Serving(tmp_path)
    yield serving
    serving.end()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A study that several tests use, each with its own nicknames."""
    serving = Serving(tmp_path_factory.mktemp("shared"))
    served = serving("--workers", "6")
    yield served
    assert served.stop() == 130
    serving.end()
    # Whatever was tried, nothing has broken inside.
    assert "Traceback" not in (serving.folder / "errors.log").read_text()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("no chromium on this machine (Debian: apt-get install chromium)")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield browser
        browser.close()


@pytest.fixture
def new_page(browser: Any) -> Iterator[Callable[..., Any]]:
    """A page in a browser of its own: nothing is shared but the server."""
    contexts: list[Any] = []

    def make(**options: Any) -> Any:
        context = browser.new_context(**options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        return page

    yield make
    for context in contexts:
        context.close()


def join(page: Any, url: str, nickname: str) -> None:
    """Take part, up to the first picture."""
    page.goto(url)
    page.fill("#nickname", nickname)
    page.click("button:text-is('Start')")
    page.wait_for_selector("#x:enabled")


def fly(page: Any, x: str, y: str, z: str) -> None:
    """Fill in a move and send it."""
    for name, value in (("x", x), ("y", y), ("z", z)):
        page.fill(f"#{name}", value)
    page.click("button:text-is('MOVE')")


def wait_for(condition: Callable[[], bool], timeout_s: float = 20.0) -> None:
    """Until it holds."""
    ends = time.monotonic() + timeout_s
    while not condition():
        assert time.monotonic() < ends, "waited in vain"
        time.sleep(0.05)
