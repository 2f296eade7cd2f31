"""``lookabout datasets``: what is refused before anything is made."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from lookabout.cli import main

Command = Callable[..., tuple[int, str]]


@pytest.fixture
def grpo(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Run the command in this process; returns exit code and errors."""

    def call(*arguments: object) -> tuple[int, str]:
        words = ["lookabout", "datasets", "flysearch-grpo", *map(str, arguments)]
        monkeypatch.setattr(sys, "argv", words)
        with pytest.raises(SystemExit) as ended:
            main()
        errors = capsys.readouterr().err
        assert "Traceback" not in errors
        return int(ended.value.code or 0), " ".join(errors.split())

    return call


def test_wrong_options_make_no_folder(grpo: Command, tmp_path: Path) -> None:
    out = tmp_path / "set"
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "altitude.txt").write_text("{height}")
    (tmp_path / "media").mkdir()
    (tmp_path / "media" / "altitude.txt").write_text("<image>{altitude}")
    for options, words in (
        (("--scenarios", 0), "'--scenarios'"),
        (("--seed", -1), "'--seed'"),
        (("--jpeg-quality", 96), "'--jpeg-quality'"),
        (("--message-order", "image"), "'--message-order'"),
        (("--engine", "steam"), "there is no engine 'steam'"),
        (("--quality", "ultra"), "no render quality 'ultra'"),
        (("--prompts", tmp_path / "none"), "is no folder of templates"),
        (("--prompts", tmp_path / "texts"), "--prompts: template altitude: {height} cannot"),
        (("--prompts", tmp_path / "media"), "template altitude: holds <image>"),
    ):
        code, errors = grpo(*options, "--out", out)
        assert code == 2, errors
        assert words in errors
        assert not out.exists()


def test_a_folder_of_something_else_is_left_alone(grpo: Command, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").touch()
    code, errors = grpo("--out", tmp_path)
    assert code == 2
    assert "holds other files and no dataset.json" in errors
    (tmp_path / "dataset.json").write_text('{"kind": 3}')
    code, errors = grpo("--out", tmp_path)
    assert code == 2
    assert "dataset.json: field kind" in errors
