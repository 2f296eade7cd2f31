"""A benchmark's main scores: columns of the summary, and what a terminal shows of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from lookabout.results.load import Run
from lookabout.results.notes import Note
from lookabout.results.tables import Cell, Column, Table, notes_on

USUAL = ("success", "claimed", "moves", "replies")
"""What a terminal shows of a benchmark that does not say."""
_CONSTANT = ("benchmark", "set", "look")
"""Columns that stand in the title where all rows agree."""


@dataclass(frozen=True)
class Scores:
    """What a benchmark adds to the summary of its runs."""

    columns: tuple[Column, ...]
    """Their keys start with the benchmark's name."""
    rows: tuple[tuple[Cell, ...], ...]
    """One a run, in the order of the runs; a cell a column."""
    shown: tuple[str, ...]
    """Keys of these columns, and of the summary's own, that matter most: what a terminal shows,
    the leading score first."""
    notes: tuple[str | Note, ...] = ()
    """What the scores mean, for below the summary."""
    compared: str = ""
    """Where runs are compared by these scores, for below the paired comparison of success."""


def brief_tables(summary: Table, scores: Mapping[str, Scores], runs: Sequence[Run]) -> list[Table]:
    """
    The summary for a terminal: a table a benchmark, with what matters most.

    Of rates only the leading one keeps error and interval. What all rows share is in the
    title; failures and costs show where there are any. The last table has the notes, on what is
    shown.

    :param summary: of :func:`lookabout.results.tables.summary_table`.
    :param scores: by benchmark, where it says which those are.
    :param runs: those of the summary.
    """
    keys = [column.key for column in summary.columns]
    groups: dict[str, list[dict[str, Cell]]] = {}
    for row in summary.rows:
        cells = dict(zip(keys, row, strict=True))
        groups.setdefault(str(cells["benchmark"]), []).append(cells)
    columns = {column.key: column for column in summary.columns}
    made = []
    for name, rows in groups.items():
        shown = scores[name].shown if name in scores else USUAL
        kept = [
            columns[key]
            if columns[key].kind != "rate" or key == shown[0]
            else replace(columns[key], kind="share")
            for key in _keys(rows, shown)
        ]
        cells_of = tuple(tuple(row[column.key] for column in kept) for row in rows)
        made.append(
            Table(
                f"{name}-brief",
                _title(name, rows, [run for run in runs if run.record.benchmark == name]),
                tuple(kept),
                cells_of,
            )
        )
    if made:
        made[-1] = replace(made[-1], notes=notes_on(made, runs, scores))
    return made


def leading(summary: Table, scores: Mapping[str, Scores]) -> dict[str, Column]:
    """The column of each benchmark's leading score, by name."""
    columns = {column.key: column for column in summary.columns}
    at = list(columns).index("benchmark")
    names = dict.fromkeys(str(row[at]) for row in summary.rows)
    return {name: columns[scores[name].shown[0] if name in scores else USUAL[0]] for name in names}


def _keys(rows: Sequence[Mapping[str, Cell]], shown: Sequence[str]) -> list[str]:
    """Of the columns that say something about these rows."""

    def differ(key: str) -> bool:
        return len({row[key] for row in rows}) > 1

    who = [("set",) * differ("set"), ("agent",), ("settings",)]
    named = [key for keys in who for key in keys]
    if len({tuple(row[key] for key in named) for row in rows}) < len(rows):
        named.insert(0, "run")
    short = any(row["judged"] != row["planned"] for row in rows)
    counts = ["judged"] if short or differ("judged") else []
    failed = any(any(row["failed_attempts"] or ()) for row in rows)  # type: ignore[arg-type]
    return [
        *named,
        *counts,
        *(["planned"] if short else []),
        *shown,
        *(["cost_usd"] if any(row["cost_usd"] is not None for row in rows) else []),
        *(["failed_attempts"] if failed else []),
        *(["unresolved"] if any(row["unresolved"] for row in rows) else []),
        *(["look"] if differ("look") else []),
    ]


def _title(benchmark: str, rows: Sequence[Mapping[str, Cell]], runs: Sequence[Run]) -> str:
    same = {key: rows[0][key] for key in _CONSTANT if len({row[key] for row in rows}) == 1}
    title = "/".join(filter(None, (benchmark, str(same.get("set") or ""))))
    words = [title, f"look {same['look']}" if same.get("look") else ""]
    counts = {row[key] for row in rows for key in ("judged", "planned")}
    if len(counts) == 1:
        count = counts.pop()
        sizes = {run.set_size if run.part_of_set else None for run in runs}
        size = sizes.pop() if len(sizes) == 1 else None
        whole = f" of the set's {size}" if size else ""
        many = "s" * (count != 1 or bool(size))
        words.append(f"{count}{whole} episode{many}{' each' * (len(rows) > 1)}")
    return ", ".join(filter(None, words))
