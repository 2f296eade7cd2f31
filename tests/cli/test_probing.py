"""``probe inscriptions``: pictures, the table, what is refused."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from lookabout.benchmarks.dronecats import reading
from lookabout.sim import registry
from tests.benchmarks.dronecats.test_reading import Unseen
from tests.cli.test_bad_input import Command, flat, lookabout, refused  # noqa: F401, the fixture

WAY = ("probe", "inscriptions", "--kinds", "sign", "--distances", "4,8")


@pytest.fixture(autouse=True)
def unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "make_simulator", lambda *_, **__: Unseen())


def test_without_a_recogniser_there_are_pictures_and_a_note(
    lookabout: Command,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reading, "find_spec", lambda name: None)
    out = tmp_path / "probe"
    code, told, _ = lookabout(*WAY, "--out", out)
    assert code == 0
    assert "nobody has read the pictures" in flat(told)
    assert "lookabout[ocr]" in told
    rows = list(csv.DictReader((out / "inscriptions.csv").open()))
    assert len(rows) == len(list(out.glob("*.jpg"))) == 3 * 2 * 3
    assert all((out / row["picture"]).is_file() for row in rows)
    assert {row["read"] for row in rows} == {row["exact"] for row in rows} == {""}
    assert {row["letters_px"] for row in rows} == {"10.88", "5.44"}


def test_what_was_read_is_in_the_table(
    lookabout: Command,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        reading, "recogniser", lambda: lambda probe: probe.text if probe.distance_m < 6 else "X"
    )
    code, told, _ = lookabout(*WAY, "--out", tmp_path)
    assert code == 0
    assert "sign: most read exactly up to 4 m" in told
    assert "9 of 9" in told
    rows = list(csv.DictReader((tmp_path / "inscriptions.csv").open()))
    assert [row["exact"] for row in rows if row["distance_m"] == "4.0"] == ["True"] * 9
    assert [row["exact"] for row in rows if row["distance_m"] == "8.0"] == ["False"] * 9
    code, told, _ = lookabout(*WAY, "--out", tmp_path, "--json")
    data = json.loads(told)
    assert data["limits_m"] == {"sign": 4.0}
    assert len(data["pictures"]) == 18


def test_mistakes(lookabout: Command, tmp_path: Path) -> None:  # noqa: F811
    out = tmp_path / "out"
    way = ("probe", "inscriptions", "--out", out)
    refused(lookabout(*way, "--distances", "4,x"), "--distances", "numbers with commas", "4,x")
    refused(lookabout(*way, "--distances", "1"), "--distances", "from 2 to 22")
    refused(lookabout(*way, "--distances", ""), "--distances", "at least one")
    refused(lookabout(*way, "--kinds", "poster"), "--kinds", "plate, sign", "poster")
    assert not out.exists()
    file = tmp_path / "file"
    file.write_text("")
    refused(lookabout("probe", "inscriptions", "--out", file), str(file), "cannot be made")
