"""``lookabout study``: mistakes are said at once, and Ctrl-C leaves nothing behind."""

from __future__ import annotations

import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from lookabout.cli import main
from lookabout.web.server import listen
from tests.web.conftest import Serving, wait_for
from tests.worlds import flysearch_scenario

Command = Callable[..., tuple[int, str]]


@pytest.fixture
def study(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Command:
    """The command in this process, as far as its refusal; returns exit code and errors."""

    def call(*arguments: object) -> tuple[int, str]:
        words = ["lookabout", "study", *map(str, arguments)]
        if "--out" not in words:
            words += ["--out", str(tmp_path / "out")]
        monkeypatch.setattr(sys, "argv", words)
        before = signal.getsignal(signal.SIGTERM)
        try:
            with pytest.raises(SystemExit) as ended:
                main()
        finally:
            signal.signal(signal.SIGTERM, before)
        errors = " ".join(capsys.readouterr().err.replace("│", " ").split())
        assert "Traceback" not in errors
        assert not (tmp_path / "out").exists()
        return int(ended.value.code or 0), errors

    return call


def test_unknown_names(study: Command) -> None:
    code, errors = study("flysearch/fs9", "--port", 0)
    assert code == 2
    assert "fs9" in errors
    code, errors = study("flysearch/fs2", "--engine", "unreal", "--port", 0)
    assert code == 2
    assert "there is no engine 'unreal'" in errors
    code, errors = study("flysearch/fs2", "--quality", "lovely", "--port", 0)
    assert code == 2
    assert "lovely" in errors
    code, errors = study("flysearch/fs2", "--host", "no.such.host.invalid", "--port", 0)
    assert code == 2
    assert "no such address" in errors


@pytest.mark.parametrize(
    "options", [("--workers", "0"), ("--idle", "-1"), ("--port", "70000"), ("--episodes", "0")]
)
def test_numbers_out_of_range(study: Command, options: tuple[str, str]) -> None:
    code, errors = study("flysearch/fs2", *options)
    assert code == 2
    assert options[0] in errors


def test_more_episodes_than_there_are(study: Command) -> None:
    code, errors = study("flysearch/fs2", "--episodes", 201, "--port", 0)
    assert code == 2
    assert "200 scenarios, fewer than 201" in errors


def test_a_port_in_use(study: Command) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        code, errors = study("flysearch/fs2", "--port", taken.getsockname()[1])
    assert code == 2
    assert "--port: cannot listen on 127.0.0.1" in errors
    assert "Address already in use" in errors


def test_scenario_files(study: Command, tmp_path: Path) -> None:
    file = tmp_path / "one.json"
    file.write_text(flysearch_scenario().model_dump_json())
    code, errors = study("flysearch/fs2", "--scenarios", file, "--port", 0)
    assert code == 2
    assert "belongs to flysearch/fs1-city" in errors
    sets = ("flysearch/fs1-city", "flysearch/fs2")
    code, errors = study(*sets, "--scenarios", file, "--port", 0)
    assert code == 2
    assert "--scenarios: files are for one SET" in errors
    code, errors = study("flysearch/fs1-city", "--scenarios", file, "--episodes", 2, "--port", 0)
    assert code == 2
    assert "holds 1 scenario, fewer than --episodes 2" in errors


def test_a_folder_that_is_a_file(study: Command, tmp_path: Path) -> None:
    file = tmp_path / "one.json"
    file.write_text(flysearch_scenario().model_dump_json())
    options = ("--scenarios", file, "--engine", "tests.runs.stand_ins:flat", "--port", 0)
    code, errors = study("flysearch/fs1-city", *options, "--out", file / "study")
    assert code == 2
    assert "cannot be" in errors


def test_the_extra_is_named(study: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "lookabout.web.server")
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    code, errors = study("flysearch/fs2")
    assert code == 2
    assert "pip install 'lookabout[web]'" in errors


def test_any_free_port() -> None:
    with listen("127.0.0.1", 0) as listener:
        assert listener.getsockname()[1] > 0


@pytest.mark.slow
def test_with_the_real_renderer(serve: Serving) -> None:
    """Ctrl-C in the middle of a search ends the renderer, too."""
    import httpx

    from tests.web.test_http import Client

    files = serve.folder / "real"
    files.mkdir()
    scenario = flysearch_scenario(start=(0.0, 0.0, 30.0))
    small = scenario.world.model_copy(update={"kind": "studio", "radius": 20.0})
    (files / "0.json").write_text(scenario.model_copy(update={"world": small}).model_dump_json())
    options = ("--engine", "embedded", "--quality", "draft", "--scenarios", str(files))
    study = serve(*options, out="real-study")
    client = Client(study, "renee")
    children = psutil.Process(study.process.pid).children(recursive=True)
    assert any("lookabout.render.worker" in " ".join(child.cmdline()) for child in children)
    answer: httpx.Response = client.http.get("/pictures/{key}/0".format(**client.turn()))
    assert answer.content.startswith(b"\x89PNG")
    assert client.post("/act", do="move", x="0", y="0", z="-23", **client.turn()).status_code == 303
    wait_for(lambda: "8</b> of 9" in client.http.get("/").text)
    assert client.post("/act", do="found", **client.turn()).status_code == 303
    wait_for(lambda: "✓ Found" in client.http.get("/").text)
    assert study.stop() == 130
    wait_for(lambda: not any(child.is_running() for child in children))
    [episode] = study.runs("renee")
    assert episode["ending"] == "claimed"
    assert episode["verdict"]["success"] is True
    assert episode["look"] in ("builtin", "full")
    assert episode["engine"]["name"] == "embedded"


@pytest.mark.slow
def test_killed_before_the_studys_file_is_in_place(serve: Serving) -> None:
    with pytest.raises(AssertionError):
        serve(killed="study.json")
    assert serve.started[-1].wait(30) == -signal.SIGKILL
    assert list((serve.folder / "study").glob(".study.json.*.part"))
    study = serve()
    assert not list(study.out.glob(".*.part"))
    assert study.stop() == 130


@pytest.mark.slow
def test_killed_before_a_participants_run_is_in_place(serve: Serving) -> None:
    import httpx

    from tests.web.test_http import Client

    study = serve(killed="run.json")
    http = httpx.Client(base_url=study.url, timeout=20)
    token = Client.field(http.get("/").text, "token")
    start = {"token": token, "nickname": "ruth", "set": "flysearch/fs1-city"}
    with suppress(httpx.HTTPError):
        http.post("/start", data=start)
    assert study.process.wait(30) == -signal.SIGKILL
    run = study.out / "flysearch-fs1-city" / "ruth"
    assert list(run.glob(".run.json.*.part"))
    assert not (run / "run.json").exists()
    study = serve("--port", study.url.rpartition(":")[2])
    http.post("/next", data={"token": token, "begun": "0", "set": "flysearch/fs1-city"})
    wait_for(lambda: 'id="x"' in http.get("/").text)
    assert (run / "run.json").exists()
    assert not list(run.glob(".*.part"))
    assert study.stop() == 130
