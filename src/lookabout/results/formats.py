"""Tables written: for people (terminal, Markdown, LaTeX) and for programs (CSV, JSON).

HTML is written by the report's templates, from :func:`for_people`.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lookabout.results.statistics import Mean, MeanDifference, Share
from lookabout.results.tables import Cell, Column, Difference, Quoted, Table

if TYPE_CHECKING:
    from lookabout.results.terminal import TerminalTable

NOTHING = "–"
"""Stands where nothing is known."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]+")


@dataclass(frozen=True)
class Text:
    """A table as text, one string a cell."""

    titles: tuple[str, ...]
    numeric: tuple[bool, ...]
    """Whether a column holds numbers, to be aligned right."""
    rows: tuple[tuple[str, ...], ...]
    shares: tuple[Share | Difference | None, ...]
    """For charts: each row's first rate or difference."""


def for_people(table: Table, *, leave_out: Sequence[str] = ()) -> Text:
    """
    The table as text: rounded, rates split in two columns, columns without values left out.

    :param leave_out: keys of columns that say nothing here, e.g. the run where there is one.
    """
    kept = [
        i
        for i, column in enumerate(table.columns)
        if column.key not in leave_out and any(row[i] not in (None, "") for row in table.rows)
    ]
    columns = [table.columns[i] for i in kept]
    titles = [title for column in columns for title in _titles(column)]
    numeric = [column.kind not in ("text", "label") for column in columns for _ in _titles(column)]
    rows = [
        tuple(text for i, c in zip(kept, columns, strict=True) for text in _words(row[i], c))
        for row in table.rows
    ]
    shares = [_first_share(row, table.columns) for row in table.rows]
    return Text(tuple(titles), tuple(numeric), tuple(rows), tuple(shares))


def plain(text: str) -> str:
    """One line of text without characters that steer a terminal or a text's direction."""
    return _CONTROL.sub(" ", text).strip()


def label_words(name: str) -> str:
    """A name made for programs in plain words, e.g. ``small aeroplane``."""
    return name.replace("_", " ")


def file_stem(key: str) -> str:
    """The name of a table's files: its key, of which labels of records may be a part."""
    stem = re.sub(r"[^a-z0-9_-]+", "-", key.lower())[:60]
    if stem == key:
        return stem
    return f"{stem}-{hashlib.sha256(key.encode('utf-8', 'replace')).hexdigest()[:8]}"


def to_rich(table: Table) -> TerminalTable:
    """For the terminal; print it with a ``rich.console.Console``."""
    from lookabout.results.terminal import TerminalTable

    return TerminalTable(table)


def to_markdown(table: Table) -> str:
    """GitHub-flavoured Markdown: a heading, the table, its notes as a list."""
    text = for_people(table)
    lines = [f"## {_markdown(table.title)}", ""]
    lines.append(_markdown_row(text.titles))
    lines.append("|" + "|".join("---:" if n else "---" for n in text.numeric) + "|")
    lines += [_markdown_row(row) for row in text.rows]
    if table.notes:
        lines += ["", *(f"- {_markdown(note)}" for note in table.notes)]
    return "\n".join(lines) + "\n"


def to_latex(table: Table) -> str:
    """A ``tabular`` with booktabs rules; notes as comments."""
    text = for_people(table)
    spec = "".join("r" if n else "l" for n in text.numeric)
    lines = [f"% {plain(table.title)}", f"\\begin{{tabular}}{{{spec}}}", "\\toprule"]
    lines.append(" & ".join(_latex(title) for title in text.titles) + r" \\")
    lines.append("\\midrule")
    lines += [" & ".join(_latex(cell) for cell in row) + r" \\" for row in text.rows]
    lines += ["\\bottomrule", "\\end{tabular}"]
    lines += [f"% {plain(note)}" for note in table.notes]
    return "\n".join(lines) + "\n"


def to_csv(table: Table) -> str:
    """Unrounded numbers, rates spread over several columns; UTF-8, RFC 4180."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\r\n")
    writer.writerow([name for column in table.columns for name in _names(column)])
    for row in table.rows:
        cells = zip(row, table.columns, strict=True)
        writer.writerow([safe_cell(v) for cell, column in cells for v in _values(cell, column)])
    return buffer.getvalue()


def safe_cell(value: object) -> object:
    """
    A value for CSV. Text that a spreadsheet would run as a formula gets an apostrophe before
    it; characters that steer terminals become spaces.
    """
    if not isinstance(value, str):
        return value
    value = plain(value)
    return f"'{value}" if value[:1] in ("=", "+", "-", "@") and not _is_number(value) else value


def to_data(table: Table) -> dict[str, Any]:
    """The table for JSON: unrounded numbers, rows as objects with the keys of the CSV."""
    names = [name for column in table.columns for name in _names(column)]
    rows = []
    for row in table.rows:
        cells = zip(row, table.columns, strict=True)
        values = [value for cell, column in cells for value in _values(cell, column)]
        rows.append(dict(zip(names, values, strict=True)))
    return {"key": table.key, "title": table.title, "rows": rows, "notes": list(table.notes)}


def to_json(table: Table) -> str:
    """:func:`to_data` as text."""
    return json.dumps(to_data(table), indent=2, allow_nan=False) + "\n"


def _titles(column: Column) -> list[str]:
    if column.kind == "rate":
        return [f"{column.title} %", "95 % interval"]
    if column.kind in ("difference", "change"):
        return [column.title, "95 % interval"]
    if column.kind in ("share", "score"):
        return [f"{column.title} %"]
    if column.kind == "counts":
        return [f"{column.title} ({' / '.join(column.parts)})"]
    return [column.title + (" (US$)" if column.kind == "usd" else "")]


def _words(cell: Cell, column: Column) -> list[str]:
    """A cell for people: as many strings as the column has titles."""
    empty = [NOTHING] * len(_titles(column))
    if isinstance(cell, Share):
        percent, error = cell.percent, cell.standard_error
        if percent is None or error is None:
            return empty
        if column.kind == "share":
            return [f"{percent:.1f}"]
        if column.kind == "part":
            return [f"{percent:.1f} % ({cell.count} of {cell.n})"]
        interval = cell.wilson()
        span = f"{100 * interval.low:.1f}–{100 * interval.high:.1f}"
        short = f"{percent:.1f} ± {100 * error:.1f}"
        score = f"{short} ({span}, n = {cell.n})"
        return [score] if column.kind == "score" else [short, span]
    if isinstance(cell, Quoted | Mean):
        value = cell.percent if isinstance(cell, Quoted) else cell.value
        digits = column.digits
        text = f"{value:.{digits}f}"
        if cell.error is not None:
            text += f" ± {cell.error:.{digits}f}"
        if isinstance(cell, Quoted) and cell.n is not None and column.kind != "average":
            text += f" (n = {cell.n})"
        return [text]
    if isinstance(cell, Difference):
        if cell.value is None:
            return empty
        low, high = 100 * cell.interval.low, 100 * cell.interval.high
        return [_signed(100 * cell.value), f"{_signed(low)} to {_signed(high)}"]
    if isinstance(cell, MeanDifference):
        return _change_words(cell, column.digits)
    if isinstance(cell, tuple):
        return [" / ".join(f"{count:,}" for count in cell)]
    if cell is None or cell == "":
        return empty
    if column.kind == "p":
        return ["< 0.001" if float(cell) < 0.001 else f"{float(cell):.3f}"]
    if column.kind == "usd":
        return [f"{float(cell):,.2f}" if float(cell) >= 0.1 else f"{float(cell):.4f}"]
    if column.kind == "mean":
        return [f"{float(cell):.{column.digits}f}"]
    if column.kind == "label":
        return [label_words(str(cell))]
    return [f"{cell:,}" if isinstance(cell, int) else str(cell)]


def _names(column: Column) -> list[str]:
    key = column.key
    if column.kind == "average":
        return [f"{key}_{end}" for end in ("mean", "se", "n")]
    if column.kind in ("rate", "score"):
        ends = ("count", "n", "percent", "se", "low", "high", "exact_low", "exact_high")
        return [f"{key}_{end}" for end in ends]
    if column.kind in ("share", "part"):
        return [f"{key}_{end}" for end in ("count", "n", "percent")]
    if column.kind == "change":
        return [f"{key}_{end}" for end in ("mean", "se", "n", "low", "high")]
    if column.kind == "difference":
        return [f"{key}_{end}" for end in ("points", "low", "high")]
    if column.kind == "counts":
        return [f"{key}_{part.replace(' ', '_')}" for part in column.parts]
    return [key]


def _values(cell: Cell, column: Column) -> list[str | int | float | None]:
    """A cell for programs: as many values as the column has names; shares in percent."""
    if cell is None:
        return [None] * len(_names(column))
    if isinstance(cell, Share):
        counts: list[str | int | float | None] = [cell.count, cell.n, cell.percent]
        if column.kind in ("share", "part"):
            return counts
        error, wilson, exact = cell.standard_error, cell.wilson(), cell.exact()
        ends = [100 * end for end in (wilson.low, wilson.high, exact.low, exact.high)]
        return [*counts, None if error is None else 100 * error, *ends]
    if isinstance(cell, Quoted):
        if column.kind == "average":
            return [cell.percent, cell.error, cell.n]
        return [None, cell.n, cell.percent, cell.error, *[None] * 4]
    if isinstance(cell, Mean):
        return [cell.value, cell.error, cell.n]
    if isinstance(cell, MeanDifference):
        reach = cell.interval()
        both = (reach.low, reach.high) if reach else (None, None)
        return [cell.value, cell.error, cell.n, *both]
    if isinstance(cell, Difference):
        value = None if cell.value is None else 100 * cell.value
        return [value, 100 * cell.interval.low, 100 * cell.interval.high]
    return list(cell) if isinstance(cell, tuple) else [cell]


def _first_share(row: Sequence[Cell], columns: Sequence[Column]) -> Share | Difference | None:
    for cell, column in zip(row, columns, strict=True):
        if column.kind == "rate" and isinstance(cell, Share):
            return cell
        if isinstance(cell, Difference):
            return cell
    return None


def _change_words(cell: MeanDifference, digits: int) -> list[str]:
    value, ends = _signed(cell.value, digits), cell.interval()
    if cell.error is None or ends is None:
        return [value, NOTHING]
    span = f"{_signed(ends.low, digits)} to {_signed(ends.high, digits)}"
    return [f"{value} ± {cell.error:.{digits}f}", span]


def _signed(value: float, digits: int = 1) -> str:
    # A true minus, as everywhere in print; −0.0 is no number to show.
    text = f"{abs(value):.{digits}f}"
    return ("−" if value < 0 else "+") + text if float(text) else text


def _is_number(text: str) -> bool:
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


def _markdown(text: str) -> str:
    # < and & too: Markdown passes HTML through.
    text = plain(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"([\\`*_\[\]|#~!$])", r"\\\1", text)


def _markdown_row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(_markdown(cell) for cell in cells) + " |"


_LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "±": r"$\pm$",
    "−": r"$-$",
    "–": r"\textendash{}",
    "†": r"\dag{}",
    "‡": r"\ddag{}",
    "√": r"$\surd$",
    "δ": r"$\delta$",
    "°": r"$^\circ$",
    "·": r"$\cdot$",
    "…": r"\dots{}",
    "|": r"\textbar{}",
    "`": r"\textasciigrave{}",
    # After a line's end a bracket would be read as an option of it.
    "[": "{[}",
    "]": "{]}",
    **{char: f"\\{char}" for char in "&%$#_"},
}


def _latex(text: str) -> str:
    # Two hyphens in a name are no dash.
    return "".join(_LATEX.get(char, char) for char in plain(text)).replace("--", "-{}-")
