"""Bars on terminals of all widths."""

from __future__ import annotations

import re

import pytest

from lookabout.cli.console import counted, progress
from lookabout.cli.running import _leads_with_success


@pytest.mark.parametrize("width", [80, 200])
def test_numbers_are_whole_on_a_narrow_terminal(
    width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    name = "spatialscout/rooms-builtin · openai-api/local/[some] qwen3-vl-32b-instruct"
    with progress() as bar:
        task = bar.add_task(name, total=80, note="replies 12+100+3+…")
        bar.advance(task, 17)
        bar.refresh()
    told = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", capsys.readouterr().err)
    line = next(line for line in re.split(r"[\r\n]", told) if "17/80" in line)
    assert len(line) <= width
    assert re.search(r"replies 12\+100\+3\+… \S* 17/80 0:00:00 left \S+\s*$", line)
    assert (name in line) is (width > 110)
    assert "spatialscout/rooms" in line


def test_a_bar_needs_no_note(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    with progress() as bar:
        assert list(bar.track(range(2), description="making")) == [0, 1]
    assert "making" in capsys.readouterr().err


def test_success_is_counted_where_it_leads() -> None:
    assert _leads_with_success("flysearch")
    assert _leads_with_success("dronecats")
    assert not _leads_with_success("spatialscout")


def test_counts_in_words() -> None:
    assert [counted(n, "scenario") for n in (0, 1, 2)] == [
        "0 scenarios",
        "1 scenario",
        "2 scenarios",
    ]
    assert counted(2, "success", "successes") == "2 successes"
    assert counted(1, "success", "successes") == "1 success"
