import csv
import io
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookabout.results.formats import (
    file_stem,
    for_people,
    plain,
    safe_cell,
    to_csv,
    to_data,
    to_json,
    to_latex,
    to_markdown,
)
from lookabout.results.statistics import Interval, Mean, Share
from lookabout.results.tables import Column, Difference, Quoted, Table

NASTY = "<script>|\n[red]$x_1$\x1b[31m\u202e{&}%"
TABLE = Table(
    "t",
    "Title & more",
    (
        Column("agent", "Agent"),
        Column("n", "Judged", "count"),
        Column("success", "Success", "rate"),
        Column("claimed", "Claimed", "share"),
        Column("errors", "Errors", "counts", ("agent", "only first")),
        Column("gap", "Difference", "difference"),
        Column("p", "p", "p"),
        Column("cost", "Cost", "usd"),
        Column("nothing", "Nothing", "mean"),
    ),
    (
        (
            NASTY,
            1234,
            Share(158, 400),
            Share(1, 3),
            (1, 0),
            Difference(-0.125, Interval(-0.2, 0.0)),
            0.0004,
            0.0123,
            None,
        ),
        (
            "=2+2",
            0,
            Share(0, 0),
            None,
            (0, 2000),
            Difference(None, Interval(-1, 1)),
            0.5,
            None,
            None,
        ),
    ),
    ("A note with <b>.",),
)


def test_text() -> None:
    text = for_people(TABLE)
    assert text.titles == (
        "Agent",
        "Judged",
        "Success %",
        "95 % interval",
        "Claimed %",
        "Errors (agent / only first)",
        "Difference",
        "95 % interval",
        "p",
        "Cost (US$)",
    )
    assert text.rows[0][1:] == (
        "1,234",
        "39.5 ± 2.4",
        "34.8–44.4",
        "33.3",
        "1 / 0",
        "−12.5",
        "−20.0 to 0.0",
        "< 0.001",
        "0.0123",
    )
    assert text.rows[1][2:] == ("–", "–", "–", "0 / 2,000", "–", "–", "0.500", "–")
    assert text.shares == (Share(158, 400), Share(0, 0))
    assert for_people(TABLE, leave_out=["agent"]).titles[0] == "Judged"


def test_csv_holds_unrounded_numbers_and_no_formulas() -> None:
    rows = list(csv.DictReader(io.StringIO(to_csv(TABLE))))
    assert float(rows[0]["success_percent"]) == 39.5
    assert float(rows[0]["success_se"]) == pytest.approx(2.4442, abs=1e-4)
    assert float(rows[0]["success_exact_low"]) < float(rows[0]["success_low"])
    assert rows[0]["errors_only_first"] == "0"
    assert float(rows[0]["gap_points"]) == -12.5
    assert rows[0]["nothing"] == ""
    assert rows[1]["agent"] == "'=2+2"
    assert rows[1]["success_percent"] == ""


@pytest.mark.parametrize(
    ("value", "safe"),
    [
        ("=1", "'=1"),
        ("+x", "'+x"),
        ("@x", "'@x"),
        ("\t=1", "'=1"),
        ("-1.5", "-1.5"),
        ("-inf", "'-inf"),
        ("a=1", "a=1"),
        (-1.5, -1.5),
        (None, None),
    ],
)
def test_safe_cell(value: object, safe: object) -> None:
    assert safe_cell(value) == safe


def test_json() -> None:
    data = json.loads(to_json(TABLE))
    assert data["rows"][0]["agent"] == NASTY
    assert data["rows"][0]["success_count"] == 158
    assert data["rows"][1]["success_percent"] is None
    assert data["notes"] == ["A note with <b>."]


def test_markdown() -> None:
    text = to_markdown(TABLE)
    assert "<" not in text
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert len(rows) == 4
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {11}
    assert "- A note with &lt;b&gt;." in text


def test_latex() -> None:
    text = to_latex(TABLE)
    assert "\\begin{tabular}{lrrrrrrrrr}" in text
    assert r"39.5 $\pm$ 2.4" in text
    assert r"\textless{}script\textgreater{}" in text
    assert r"\$x\_1\$" in text
    body = [line for line in text.splitlines() if line.endswith(r"\\")]
    assert {len(re.findall(r"(?<!\\)&", line)) for line in body} == {9}


SHORT = Table(
    "s",
    "Short",
    (Column("rate", "Rate", "score"), Column("way", "Flown, m", "average")),
    (
        (Share(158, 400), Mean(12.34, 0.56, 9)),
        (Quoted(39.5, 2.4), Mean(3.0, None, 1)),
        (Quoted(34.5, None, 51), Quoted(1.5, None, 20)),
        (None, None),
    ),
)


def test_scores_quotations_and_means() -> None:
    text = for_people(SHORT)
    assert text.titles == ("Rate %", "Flown, m")
    assert text.rows == (
        ("39.5 ± 2.4 (34.8–44.4, n = 400)", "12.3 ± 0.6"),
        ("39.5 ± 2.4", "3.0"),
        ("34.5 (n = 51)", "1.5"),
        ("–", "–"),
    )
    assert text.shares == (None,) * 4
    first, second, third, fourth = csv.DictReader(io.StringIO(to_csv(SHORT)))
    assert (first["rate_count"], first["rate_n"], first["way_n"]) == ("158", "400", "9")
    assert (second["rate_percent"], second["rate_se"]) == ("39.5", "2.4")
    assert second["rate_count"] == second["rate_low"] == second["way_se"] == ""
    assert (third["rate_percent"], third["rate_se"], third["rate_n"]) == ("34.5", "", "51")
    assert (third["way_mean"], third["way_se"], third["way_n"]) == ("1.5", "", "20")
    assert set(fourth.values()) == {""}


def test_files_of_tables_have_plain_names() -> None:
    assert file_stem("flysearch-by-class") == "flysearch-by-class"
    odd = [file_stem(key) for key in ("by-../../x", "by-A", "by-a b", "by-a/b", "by-" + "é" * 300)]
    assert all(re.fullmatch(r"[a-z0-9_-]{1,69}", stem) for stem in odd)
    assert len(set(odd)) == len(odd)


@given(st.text())
def test_any_text_in_any_format(text: str) -> None:
    table = Table("t", text, (Column("a", text),), ((text,), ("x",)), (text,))
    rows = [row for row in to_markdown(table).splitlines() if row.startswith("| ")]
    assert len(rows) == 3
    assert len(list(csv.reader(io.StringIO(to_csv(table))))) == 3
    assert json.loads(to_json(table))["title"] == text
    assert to_latex(table).count("\n") == 10
    assert plain(text) == plain(plain(text))


def test_names_made_for_programs_are_words_for_people_only() -> None:
    rows = (("small_aeroplane", "some_agent"),)
    table = Table("l", "L", (Column("class", "Class", "label"), Column("who", "Who")), rows)
    text = for_people(table)
    assert text.rows == (("small aeroplane", "some_agent"),)
    assert text.numeric == (False, False)
    assert "small aeroplane" in to_markdown(table)
    assert "small aeroplane" in to_latex(table)
    assert to_data(table)["rows"] == [{"class": "small_aeroplane", "who": "some_agent"}]
