"""Mistakes of the user: a clear message that names what is wrong, exit code 2, no traceback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lookabout.cli import main
from tests.worlds import flysearch_scenario

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


def flat(text: str) -> str:
    return " ".join(text.replace("│", " ").split())


def refused(result: tuple[int, str, str], *words: str) -> None:
    code, _, errors = result
    assert code == 2, errors
    for word in words:
        assert word in flat(errors), errors


@pytest.fixture
def scenario() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(flysearch_scenario().model_dump_json())
    return data


def test_unknown_names(lookabout: Command, tmp_path: Path) -> None:
    out = tmp_path / "run"
    refused(lookabout("run", "flysearch/fs9", "--agent", "random", "--out", out), "fs9", "fs1-city")
    refused(lookabout("run", "os:path/x", "--agent", "random", "--out", out), "is no benchmark")
    for option, value in (("--temperature", "inf"), ("--base-url", "ftp://x")):
        refused(
            lookabout(
                *("run", "flysearch/fs1-city", "--model", "openai/gpt-4o"),
                *(option, value, "--out", out),
            ),
            option,
        )
    refused(lookabout("run", "flysaerch/x", "--agent", "random", "--out", out), "flysaerch")
    refused(
        lookabout("run", "flysearch/fs1-city", "--agent", "nobody", "--out", out),
        "there is no agent 'nobody'",
        "oracle",
    )
    for path, known in (
        ("spatialscout/rooms", ["origin", "uniform-ball", "noisy-oracle-16px"]),
        ("dronecats/suite", ["hover", "forward", "saliency", "oracle"]),
    ):
        told = f"there is no agent 'random' for {path.partition('/')[0]}; known: "
        refused(lookabout("run", path, "--agent", "random", "--out", out), told, *known)
    refused(lookabout("run", "flysearch/fs1-city", "--out", out), "--agent NAME or --model")
    refused(
        lookabout("run", "flysearch/fs1-city", "--model", "gpt-4o", "--out", out), "PROVIDER/NAME"
    )
    refused(
        lookabout("run", "flysearch/fs1-city", "--agent", "openai/gpt-4o", "--out", out), "--model"
    )
    assert not out.exists()


def test_a_missing_key_is_named_before_anything_else(
    lookabout: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    out = tmp_path / "run"
    refused(
        lookabout("run", "flysearch/fs1-city", "--model", "openai/gpt-4o", "--out", out),
        "OPENAI_API_KEY",
    )
    assert not out.exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--episodes", "0"], ["--episodes", "greater than or equal to 1"]),
        (["--episodes", "many"], ["--episodes", "valid integer"]),
        (["--seed", "-1"], ["--seed"]),
        (["--workers", "0"], ["--workers"]),
        (["--temperature", "-1"], ["--temperature"]),
        (["--model-arg", "streaming"], ["--model-arg", "NAME=VALUE"]),
        (["--model-arg", "streaming=true"], ["only a --model takes --model-arg"]),
        (
            ["--temperature", "1", "--timeout", "5"],
            ["only a --model takes --temperature, --timeout"],
        ),
        (["--episodes", "2"], ["s.json", "holds 1 scenario, fewer than --episodes 2"]),
        (["--device", "optix"], ["Cycles finds no optix device"]),
        (["--colour", "red"], ["--colour"]),
        (["--claim-rule", "loud"], ["--claim-rule", "'strict' or 'anywhere'", "'loud'"]),
        (["--steps", "0"], ["--steps", "greater than or equal to 1"]),
        (["--steps", "many"], ["--steps", "valid integer", "'many'"]),
        (["--tempo", "5"], ["--tempo"]),
        (["--named-anomaly"], ["--named-anomaly", "fs1-city has no anomalies"]),
        (["--prompts", "nowhere"], ["nowhere", "no folder of templates"]),
        (["--quality", "superb"], ["superb", "standard"]),
        (["--device", "abacus"], ["abacus", "cuda"]),
        (["--engine", "nowhere"], ["there is no engine 'nowhere'"]),
        (["--engine", "os:getcwd"], ["engine os:getcwd", "cannot be made: TypeError"]),
        (["--engine", "builtins:dict"], ["engine builtins:dict", "is no simulator"]),
    ],
)
def test_options(
    lookabout: Command, tmp_path: Path, arguments: list[str], words: list[str]
) -> None:
    (tmp_path / "s.json").write_text(flysearch_scenario().model_dump_json())
    start = ["run", "flysearch/fs1-city", "--agent", "random", "--scenarios", tmp_path / "s.json"]
    refused(lookabout(*start, "--out", tmp_path / "run", *arguments), *words)
    assert not (tmp_path / "run").exists()


def test_more_than_the_standard_set_has(lookabout: Command, tmp_path: Path) -> None:
    start = ["run", "flysearch/fs1-city", "--agent", "random", "--out", tmp_path / "run"]
    refused(
        lookabout(*start, "--episodes", "201"),
        "flysearch/fs1-city",
        "200 scenarios, fewer than 201",
        "--seed",
    )


def _without(data: dict[str, Any], *path: Any) -> None:
    for key in path[:-1]:
        data = data[key]
    del data[path[-1]]


def _with(data: dict[str, Any], value: Any, *path: Any) -> None:
    for key in path[:-1]:
        data = data[key]
    data[path[-1]] = value


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda d: _without(d, "world"), ["field world", "required"]),
        (lambda d: _without(d, "world", "seed"), ["field world.seed", "required"]),
        (lambda d: _with(d, "7", "seed"), ["field seed", "integer", "'7'"]),
        (lambda d: _with(d, 10**4000, "seed"), ["field seed"]),
        (lambda d: _with(d, -1, "seed"), ["field seed", "greater than or equal to 0"]),
        (lambda d: _with(d, True, "world", "seed"), ["field world.seed"]),
        (lambda d: _with(d, 1e300, "world", "radius"), ["field world.radius", "5000"]),
        (lambda d: _with(d, [0, 0], "vehicles", 0, "position"), ["field vehicles.0.position"]),
        (lambda d: _with(d, [], "vehicles"), ["field vehicles", "at least 1"]),
        (lambda d: _with(d, "../../etc/passwd", "id"), ["field id", "pattern"]),
        (lambda d: _with(d, "/etc/passwd", "world", "kind"), ["field world.kind", "pattern"]),
        (lambda d: _with(d, "os:system", "world", "kind"), ["field world.kind", "pattern"]),
        (lambda d: _with(d, "a/../b", "set"), ["field set", "pattern"]),
        (lambda d: _with(d, 5, "extra"), ["field extra", "not permitted"]),
        (lambda d: _with(d, "tracking", "benchmark"), ["there is no benchmark 'tracking'"]),
        (lambda d: _with(d, "fs9", "set"), ["no set 'fs9'"]),
        (lambda d: _with(d, "lookabout-scenario-9", "format"), ["field format"]),
        (lambda d: _without(d, "task", "description"), ["field task", "description", "required"]),
        (lambda d: _with(d, "x" * 501, "task", "description"), ["field task", "500"]),
        (lambda d: _with(d, "x", "vehicles", 0, "name"), ["field vehicles", "'drone'"]),
        (lambda d: _with(d, "x", "world", "objects", 0, "name"), ["'target'"]),
        (lambda d: _with(d, [0, 0, 121], "vehicles", 0, "position"), ["at most 120 m"]),
        (lambda d: _with(d, [0, 0, 0], "vehicles", 0, "position"), ["above the ground"]),
        (
            lambda d: _with(d, [{"object": "ghost", "waypoints": []}], "world", "routes"),
            ["field world.routes.0.waypoints"],
        ),
    ],
)
def test_broken_scenarios(
    lookabout: Command,
    tmp_path: Path,
    scenario: dict[str, Any],
    spoil: Callable[[dict[str, Any]], None],
    words: list[str],
) -> None:
    spoil(scenario)
    path = tmp_path / "broken.json"
    sys.set_int_max_str_digits(0)
    try:
        path.write_text(json.dumps(scenario))
    finally:
        sys.set_int_max_str_digits(4300)
    refused(lookabout("scenarios", "show", path), "broken.json", *words)
    refused(lookabout("look", path, "--out", tmp_path / "view.png"), "broken.json", *words)
    assert not (tmp_path / "view.png").exists()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", ["not valid JSON"]),
        (b"{", ["not valid JSON"]),
        (b"[]", ["whole file"]),
        (b"\xff\xfe\x00", ["not UTF-8"]),
        (b'{"seed": NaN}', ["NaN is not a number"]),
        (b'{"seed": -Infinity}', ["-Infinity is not a number"]),
        (b"[" * 100_000, ["not valid JSON"]),
        (b'{"seed": ' + b"9" * 1_000_000 + b"}", ["not valid JSON"]),
        (b'{"world": {"radius": 1e999}}', ["field world.radius"]),
        (b" " * 10_000_001, ["larger than a scenario can be"]),
    ],
    ids=["empty", "open", "list", "binary", "nan", "infinity", "deep", "long", "huge", "big"],
)
def test_files_that_are_no_scenarios(
    lookabout: Command, tmp_path: Path, content: bytes, words: list[str]
) -> None:
    path = tmp_path / "broken.json"
    path.write_bytes(content)
    refused(lookabout("scenarios", "show", path), "broken.json", *words)


def test_special_files_are_not_read(lookabout: Command, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    for path in (tmp_path / "pipe.json", Path("/dev/zero"), Path("/dev/full")):
        refused(lookabout("scenarios", "show", path), str(path), "not a regular file")


def test_keys_given_twice(lookabout: Command, tmp_path: Path, scenario: dict[str, Any]) -> None:
    text = json.dumps(scenario).replace('"seed": 7', '"seed": 7, "seed": 8', 1)
    (tmp_path / "twice.json").write_text(text)
    refused(lookabout("scenarios", "show", tmp_path / "twice.json"), "'seed' is given twice")
    many = ",".join(f'"{key}":0' for key in range(300_000))
    (tmp_path / "many.json").write_text(f'{{{many},"299999":1}}')
    refused(lookabout("scenarios", "show", tmp_path / "many.json"), "'299999' is given twice")


def test_what_a_terminal_would_obey_is_not_printed(
    lookabout: Command, tmp_path: Path, scenario: dict[str, Any]
) -> None:
    scenario["task"]["description"] = "\x1b[2J\x1b[31ma fire\x07"
    (tmp_path / "steering.json").write_text(json.dumps(scenario))
    code, out, _ = lookabout("scenarios", "show", tmp_path / "steering.json")
    assert code == 0
    assert "a fire" in out
    assert "\x1b" not in out
    assert "\x07" not in out


def test_nan_inside_the_free_parts(
    lookabout: Command, tmp_path: Path, scenario: dict[str, Any]
) -> None:
    scenario["task"]["start_height"] = float("nan")
    (tmp_path / "nan.json").write_text(json.dumps(scenario))
    refused(lookabout("scenarios", "show", tmp_path / "nan.json"), "nan.json", "NaN")


def test_files_that_are_not_there(lookabout: Command, tmp_path: Path) -> None:
    refused(lookabout("scenarios", "show", tmp_path / "no.json"), "no.json", "No such file")
    refused(lookabout("scenarios", "show", tmp_path), "holds no scenario files")
    refused(lookabout("scenarios", "check", tmp_path), "holds no scenario files")
    refused(lookabout("report", tmp_path / "no"), "no folder")
    refused(lookabout("report", tmp_path), "is no run")


def test_scenes_of_another_look_than_asked_for(
    lookabout: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOOKABOUT_LOOK", "builtin")
    out = tmp_path / "run"
    for words in (
        ("run", "spatialscout/rooms", "--agent", "origin"),
        ("scenarios", "make", "spatialscout/rooms", "--seed", 1),
    ):
        refused(lookabout(*words, "--out", out), "LOOKABOUT_LOOK", "spatialscout/rooms-builtin")
        assert not out.exists()


def test_folders_that_cannot_be_written(lookabout: Command, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "s.json").write_text(flysearch_scenario().model_dump_json())
    refused(
        lookabout(
            *("run", "flysearch/fs1-city", "--agent", "random"),
            *("--scenarios", tmp_path / "s.json", "--out", tmp_path / "file" / "run"),
        ),
        "cannot be written",
        "file/run",
    )
    refused(
        lookabout("scenarios", "make", "flysearch/fs1-city", "--out", tmp_path / "file" / "s"),
        "cannot be made",
    )
    for taken in (tmp_path, tmp_path / "file"):
        refused(
            lookabout("scenarios", "make", "flysearch/fs1-city", "--out", taken), "exists already"
        )
    refused(
        lookabout("look", tmp_path / "s.json", "--out", tmp_path / "file" / "v.png"),
        "cannot be written",
    )


def test_help_and_version(lookabout: Command) -> None:
    code, out, _ = lookabout("--version")
    assert code == 0
    assert out.startswith("lookabout 0.")
    for command in ([], ["run"], ["report"], ["look"], ["scenarios", "make"]):
        code, out, _ = lookabout(*command, "--help")
        assert code == 0
        assert "Usage" in out
    _, out, _ = lookabout("run", "--help")
    assert "Examples" in out


def test_help_tells_defaults_and_whose_they_are(
    lookabout: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    _, out, _ = lookabout("run", "--help")
    text = flat(out)
    # A setting of one benchmark, a flag, one that several have, one without a default.
    for words in (
        "--calls INTEGER Replies that an agent has (B). [default: 100]",
        "[default: --no-hierarchy]",
        "[dronecats: 85; spatialscout: 82]",
        "[dronecats; flysearch; spatialscout]",
        "One of: measured, pinned, realtime. [default: measured]",
        "retries included, seconds. [default: 1800; one request: 300 (spatialscout 180)]",
        "for one reply. [default: 8 (spatialscout 2)]",
        "[default: the provider's (dronecats 0.4)]",
    ):
        assert words in text, words
    for panel in ("dronecats", "flysearch", "spatialscout", "several benchmarks"):
        assert f"Settings of {panel} " in text
    # In 'look', which asks no model, the settings are the same.
    _, out, _ = lookabout("look", "--help")
    assert "[dronecats: 85; spatialscout: 82]" in flat(out)


def test_help_on_a_set_tells_of_its_benchmarks_settings(
    lookabout: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    file = tmp_path / "s.json"
    file.write_text(flysearch_scenario().model_dump_json())
    for words, own, other in (
        (("run", "spatialscout/rooms"), "--delivered-size", "--clock"),
        (("look", "spatialscout/rooms/3"), "[default: 82]", "--latency-s"),
        (("look", file), "--grid", "--delivered-size"),
    ):
        _, out, _ = lookabout(*words, "--help")
        assert own in out
        assert other not in out
        assert out.count("Settings of ") == 2  # the panel, and where the others are told
    # It is still told whose a setting is.
    refused(
        lookabout("look", file, "--clock", "pinned", "--out", tmp_path / "v.png"),
        "--clock: is no setting of flysearch",
    )


def test_output_of_ascii_only(tmp_path: Path) -> None:
    """As in containers without a locale: signs are replaced, and a full disk is told."""
    command = [sys.executable, "-m", "lookabout.cli", "list"]
    plain = {**os.environ, "PYTHONIOENCODING": "ascii"}
    told = subprocess.run(command, env=plain, capture_output=True, text=True, check=True)
    assert "oracle ?" in told.stdout
    assert not told.stderr
    with Path("/dev/full").open("w") as full:
        failed = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert failed.returncode == 1
    assert failed.stderr.strip() == b"error: no space is left on the device: output"


def test_an_end_by_signal_leaves_nothing_half_made(
    lookabout: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killing:
        def model_dump_json(self, **_: object) -> str:
            assert [path.name[:6] for path in tmp_path.iterdir()] == [".made-"]
            signal.raise_signal(signal.SIGTERM)
            return "{}"

    monkeypatch.setattr("lookabout.runs.scenarios.first_standard", lambda *_: [Killing()])
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        made = lookabout(
            *("scenarios", "make", "flysearch/fs1-city", "--count", 1, "--out", tmp_path / "made")
        )
    finally:
        signal.signal(signal.SIGTERM, before)
    assert made[0] == 130
    assert not list(tmp_path.iterdir())
