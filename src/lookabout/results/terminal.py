"""Tables in a terminal, however narrow. Needs Rich only when printed."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal

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
_MOST_LINES = 2
"""Of a title above a column; a table that would need more is turned."""


class TerminalTable:
    """
    A table for ``rich.console.Console.print``.

    Titles are broken in two where the columns would not fit side by side. Where that is not enough
    the table is turned: a line a column, the rows side by side, as many as fit.
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
        shape = self._shape(options.max_width)
        if not text.rows:
            yield _text("(no rows)")
        elif shape:
            titles = [_wrapped(t, width) for t, width in zip(text.titles, shape, strict=True)]
            yield _grid([titles, *text.rows], text.numeric, shape)
        else:
            yield from self._turned(options.max_width)
        if self._table.notes:
            yield _text("")
        for note in self._table.notes:
            yield _text(plain(note))

    def _shape(self, room: int) -> list[int] | None:
        """
        Widths with which the columns stand side by side, titles on two lines where there is
        need; None if that is not enough.
        """
        text = self._text
        room -= _GAP * (len(text.titles) - 1)
        cells = [[_width(row[k]) for row in text.rows] for k in range(len(text.titles))]
        whole = [max([_width(t), *own]) for t, own in zip(text.titles, cells, strict=True)]
        if sum(whole) <= room:
            return whole
        broken = map(_least_width, text.titles)
        least = [max([width, *own]) for width, own in zip(broken, cells, strict=True)]
        return least if sum(least) <= room else None

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
            yield _grid(list(zip(titles, *rest[:kept], strict=True)))
            rest = rest[kept:]
            if rest:
                yield _text("")


def _grid(
    lines: Sequence[Sequence[str]],
    numeric: Sequence[bool] | None = None,
    widths: Sequence[int] = (),
) -> RichTable:
    """
    Lines of cells, aligned. With ``numeric`` and ``widths`` the first line is the header;
    without them the first column is, and every other holds one row of the table.
    """
    from rich import box
    from rich.table import Table as RichTable

    grid = RichTable(
        box=box.SIMPLE_HEAD if numeric else box.SIMPLE,
        show_header=numeric is not None,
        padding=(0, _GAP - 1, 0, 0),  # and a divider, which is blank
        pad_edge=False,
        show_edge=False,
    )
    if numeric:
        for title, right, width in zip(lines[0], numeric, widths, strict=True):
            justify: Literal["left", "right"] = "right" if right else "left"
            grid.add_column(_text(title), justify=justify, vertical="bottom", width=width)
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


def _least_width(title: str) -> int:
    """With which a title takes few enough lines, no word broken."""
    width = max(map(_width, title.split()), default=0)
    while _wrapped(title, max(width, 1)).count("\n") >= _MOST_LINES:
        width += 1
    return width


def _wrapped(title: str, width: int) -> str:
    return "\n".join(textwrap.wrap(title, width, break_long_words=False, break_on_hyphens=False))


def _width(words: str) -> int:
    from rich.cells import cell_len

    return cell_len(words)
