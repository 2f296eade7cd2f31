"""Tables in a terminal, however narrow. Needs Rich only when printed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from lookabout.results.formats import Text, for_people, plain
from lookabout.results.tables import Table

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions
    from rich.table import Table as RichTable
    from rich.text import Text as RichText

_GAP = 2
"""Blank columns between cells."""
_MOST_TITLE = 30
"""Of a title in a turned table, characters; longer ones wrap."""


class TerminalTable:
    """
    A table for ``rich.console.Console.print``.

    Where its columns do not fit side by side it is turned: a line a column, the rows side by
    side, as many as fit.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        text = for_people(table)
        self._text = Text(
            titles=tuple(map(plain, text.titles)),
            numeric=text.numeric,
            rows=tuple(tuple(map(plain, row)) for row in text.rows),
            shares=text.shares,
        )

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[object]:
        text = self._text
        yield _text(plain(self._table.title), bold=True)
        yield _text("")
        lines = [text.titles, *text.rows]
        widths = [max(map(_width, column)) for column in zip(*lines, strict=True)]
        if not text.rows:
            yield _text("(no rows)")
        elif sum(widths) + _GAP * len(widths) <= options.max_width:
            yield _grid(lines, text.numeric)
        else:
            yield from self._turned(options.max_width)
        if self._table.notes:
            yield _text("")
        for note in self._table.notes:
            yield _text(plain(note))

    def _turned(self, room: int) -> Iterator[object]:
        titles = self._text.titles
        rest = list(self._text.rows)
        left = min(max(map(_width, titles)), _MOST_TITLE) + _GAP
        while rest:
            kept = 1
            used = left + _GAP + max(map(_width, rest[0]))
            while kept < len(rest):
                used += _GAP + max(map(_width, rest[kept]))
                if used > room:
                    break
                kept += 1
            yield _grid(list(zip(titles, *rest[:kept], strict=True)), None)
            rest = rest[kept:]
            if rest:
                yield _text("")


def _grid(lines: Sequence[Sequence[str]], numeric: Sequence[bool] | None) -> RichTable:
    """
    Lines of cells, aligned. With ``numeric`` the first line is the header; without it the
    first column is, and every other holds one row of the table.
    """
    from rich import box
    from rich.table import Table as RichTable

    grid = RichTable(
        box=box.SIMPLE_HEAD if numeric else box.SIMPLE,
        show_header=numeric is not None,
        padding=(0, _GAP, 0, 0),
        pad_edge=False,
        show_edge=False,
    )
    if numeric:
        for title, right in zip(lines[0], numeric, strict=True):
            grid.add_column(_text(title), justify="right" if right else "left")
        lines = lines[1:]
    else:
        grid.add_column(max_width=_MOST_TITLE)
    for line in lines:
        grid.add_row(*map(_text, line))
    return grid


def _text(words: str, *, bold: bool = False) -> RichText:
    # Never a plain string: Rich would read its own markup in a model's name.
    from rich.text import Text as RichText

    return RichText(words, style="bold" if bold else "")


def _width(words: str) -> int:
    from rich.cells import cell_len

    return cell_len(words)
