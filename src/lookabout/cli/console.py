"""Tables, JSON and progress bars on the terminal."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import typer

if TYPE_CHECKING:
    from rich.progress import Progress

    from lookabout.results.tables import Table as ResultTable

_NARROW = 110
"""Columns of a terminal, below which descriptions give way to the numbers beside them."""


def print_json(data: Any) -> None:
    """For scripts."""
    typer.echo(json.dumps(data, indent=1))


def print_table(
    title: str,
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    right: Sequence[int] = (),
    light: bool = False,
) -> None:
    """
    Cells are text, not markup.

    :param right: columns that are aligned right.
    :param light: without frame, for many columns.
    """
    from rich import box
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    shape: dict[str, Any] = {}
    if light:
        shape = {
            "box": box.SIMPLE_HEAD,
            "show_edge": False,
            "pad_edge": False,
            "padding": (0, 1, 0, 0),
        }
    table = Table(
        title=escape(printable(title)),
        title_justify="left",
        show_header=any(columns),
        **shape,
    )
    for number, column in enumerate(columns):
        justify: Literal["left", "right"] = "right" if number in right else "left"
        table.add_column(escape(printable(column)), overflow="fold", justify=justify)
    for row in rows:
        table.add_row(*(escape(printable(cell)) for cell in row))
    Console().print(table)


def counted(number: int, what: str, several: str = "") -> str:
    """``1 scenario``, ``2 scenarios``; ``several`` is a plural of another form."""
    return f"{number} {what if number == 1 else several or what + 's'}"


@contextmanager
def progress() -> Iterator[Progress]:
    """
    A bar with the time left, on the error stream so that output stays clean.

    A task's field ``note`` stands beside its description; of that a narrow terminal shows less.
    """
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        SpinnerColumn,
        Task,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )
    from rich.table import Column
    from rich.text import Text

    class NoteColumn(TextColumn):
        def render(self, task: Task) -> Text:
            return Text(task.fields.get("note", ""))

    console = Console(stderr=True)
    narrow = console.width < _NARROW
    shortened = Column(ratio=1, no_wrap=True, overflow="ellipsis") if narrow else None
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False, table_column=shortened),
        NoteColumn(""),
        BarColumn(bar_width=10 if narrow else 40),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    # In a log file a bar is noise; what is printed above it still appears.
    with Progress(
        *columns, console=console, transient=True, expand=narrow, disable=not console.is_terminal
    ) as bar:
        yield bar


def print_summary(folder: Path) -> None:
    """What matters most of a run."""
    from lookabout.benchmarks.registry import find_reporting
    from lookabout.results.load import load_run
    from lookabout.results.reporting import main_scores
    from lookabout.results.scores import brief_tables
    from lookabout.results.tables import summary_table

    runs = [load_run(folder, reporting=find_reporting)]
    scores = main_scores(runs, find_reporting)
    print_results(brief_tables(summary_table(runs, scores), scores, runs))


def print_results(tables: Sequence[ResultTable]) -> None:
    """Tables of results, however narrow the terminal."""
    from rich.console import Console

    from lookabout.results.formats import to_rich

    console = Console()
    for number, table in enumerate(tables):
        if number:
            console.print()
        console.print(to_rich(table))


def printable(text: str) -> str:
    """
    Text of a service, a model or a file without what a terminal would obey.

    Line breaks and tabs stay.
    """
    return "".join(
        c if c.isprintable() or c in "\n\t" else "\N{REPLACEMENT CHARACTER}" for c in text
    )
