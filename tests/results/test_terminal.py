import io

import pytest
from rich.console import Console

from lookabout.results.formats import to_rich
from lookabout.results.statistics import Share
from lookabout.results.tables import Column, Table


def printed(table: Table, width: int) -> str:
    buffer = io.StringIO()
    Console(file=buffer, width=width, force_terminal=True, color_system=None).print(to_rich(table))
    return buffer.getvalue()


def table(*agents: str) -> Table:
    columns = (
        Column("agent", "Agent"),
        Column("success", "Success", "rate"),
        Column("failed", "Failed attempts", "counts", ("agent", "service", "simulator")),
        Column("planned", "Planned", "count"),
    )
    rows = tuple((agent, Share(158, 400), (0, 1, 2), 400) for agent in agents)
    return Table("t", "Summary", columns, rows, ("A note with <b> and [red].",))


def test_wide() -> None:
    lines = printed(table("oracle †", "[red]x[/red]"), 120).splitlines()
    assert [line for line in lines if "39.5 ± 2.4" in line] == [lines[4], lines[5]]
    assert "oracle †" in lines[4]
    assert "[red]x[/red]" in lines[5]
    assert "Failed attempts (agent / service / simulator)" in lines[2]
    assert lines[-1].rstrip() == "A note with <b> and [red]."


@pytest.mark.parametrize("width", [60, 80])
def test_narrow_tables_are_turned_and_lose_nothing(width: int) -> None:
    agents = [f"acme/model-number-{i}" for i in range(5)]
    text = printed(table(*agents), width)
    assert max(map(len, text.splitlines())) <= width
    for agent in agents:
        assert text.count(agent) == 1
    assert text.count("39.5 ± 2.4") == 5
    assert text.count("34.8–44.4") == 5
    assert "…" not in text


def test_titles_break_in_two_at_most() -> None:
    columns = tuple(Column(f"c{k}", "IoU > 0.5, %", "count") for k in range(7))
    table = Table("t", "T", columns, (tuple(range(10**8, 10**8 + 7)),))
    wide = printed(table, 110).splitlines()
    assert "IoU > 0.5, %" in wide[2]
    broken = printed(Table("t", "T", columns, ((1,) * 7,)), 70).splitlines()
    assert [line.split() for line in broken[2:4]] == [["IoU", ">"] * 7, ["0.5,", "%"] * 7]
    # On three lines they would fit: a line for each column reads better.
    turned = printed(Table("t", "T", columns, ((1,) * 7,)), 45).splitlines()
    assert [line.split()[:4] for line in turned[2:9]] == [["IoU", ">", "0.5,", "%"]] * 7


def test_names_steer_no_terminal() -> None:
    for width in (40, 120):
        text = printed(table("a\x1b[31mb\u202ec"), width)
        assert "\x1b" not in text.replace("\x1b[1m", "").replace("\x1b[0m", "")
        assert "\u202e" not in text


def test_no_rows() -> None:
    assert "(no rows)" in printed(table(), 80)
