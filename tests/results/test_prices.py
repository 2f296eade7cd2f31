"""Costs from tokens."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from lookabout.errors import UsageError
from lookabout.records import AgentInfo, Usage
from lookabout.results.load import load_run
from lookabout.results.prices import Price, priced, read_prices
from lookabout.results.tables import summary_table
from tests.results.folders import Fake, write_run


def written(folder: Path, text: str) -> Path:
    path = folder / "prices.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_of_prices(tmp_path: Path) -> None:
    path = written(tmp_path, "model,input,output,cached\na/one,2.5,10,0.25\na/two,0,0,\n")
    assert read_prices(path) == {"a/one": Price(2.5, 10, 0.25), "a/two": Price(0, 0, 0)}


def test_cached_input_has_its_own_price() -> None:
    """1 M fresh at 2, 3 M cached at 0.5, 2 M written at 10."""
    usage = Usage(input_tokens=4_000_000, cached_tokens=3_000_000, output_tokens=2_000_000)
    assert Price(2, 10, 0.5).of(usage) == pytest.approx(2 + 1.5 + 20)
    # More cached than read cannot be; it is not paid for twice.
    assert Price(2, 10, 0.5).of(Usage(input_tokens=1_000_000, cached_tokens=9_000_000)) == 0.5


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "has the columns nothing"),
        ("model,input\na,1\n", "has the columns model, input"),
        ("model,input,output,more\na,1,2,3\n", "has the columns"),
        ("model,input,output\na,1,free\n", "column output: expected US.*'free'"),
        ("model,input,output\na,-1,1\n", "column input"),
        ("model,input,output\na,nan,1\n", "column input"),
        ("model,input,output\na,1\n", "column output"),
        ("model,input,output\na,1,2,3\n", "is no such row"),
        ("model,input,output\n,1,2\n", "is no such row"),
        ("model,input,output\na,1,2\na,1,3\n", "stands twice"),
        ('model,input,output\n"a,1,2\n', "is no CSV|column"),
    ],
)
def test_bad_files_are_refused_by_place(tmp_path: Path, text: str, problem: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(UsageError, match=problem) as caught:
        read_prices(path)
    assert caught.value.where.startswith(str(path))


def test_no_file_and_no_text(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        read_prices(tmp_path / "none.csv")
    path = tmp_path / "prices.csv"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UsageError, match="UTF-8"):
        read_prices(path)


def test_a_file_without_an_end() -> None:
    with pytest.raises(UsageError, match="larger than 1,000,000 bytes"):
        read_prices(Path("/dev/zero"))


def test_costs_are_filled_in_where_none_was_reported(tmp_path: Path) -> None:
    told = load_run(write_run(tmp_path / "told", Fake(episodes=2, cost=0.5)))
    silent = load_run(write_run(tmp_path / "silent", Fake(episodes=2, cost=None)))
    free = load_run(
        write_run(tmp_path / "free", Fake(2, AgentInfo(name="descend", kind="scripted"), cost=None))
    )
    runs = priced([told, silent, free], {"acme/pilot-1": Price(1000, 0, 1000)})
    assert [a.usage.cost_usd for a in runs[0].attempts] == [0.5, 0.5]
    assert runs[0].prices == ""
    for attempt in runs[1].attempts:
        assert attempt.usage.cost_usd == pytest.approx(attempt.usage.input_tokens / 1000)
    assert runs[1].prices == "1000 / 0"
    assert runs[2] == replace(free, unpriced=True)
    notes = " ".join(summary_table(runs).notes)
    assert "silent: where no cost was reported it is computed" in notes
    assert "told: where" not in notes
    assert "free: no price is given for the model descend" in notes
    assert "told: no price" not in notes
    assert not priced([told], {})[0].unpriced  # it lacks no cost
    assert replace(silent) == silent  # what was loaded is as it was
