"""The report on one or more runs: a page, tables for programs, a summary for people."""

from __future__ import annotations

import csv
import json
import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from lookabout.errors import UsageError
from lookabout.results.formats import (
    file_stem,
    safe_cell,
    to_csv,
    to_data,
    to_latex,
    to_markdown,
)
from lookabout.results.load import Attempt, Episode, Progress, Run, load_runs
from lookabout.results.page import write_page
from lookabout.results.plan import make_plan
from lookabout.results.plotting import Drawn, draw
from lookabout.results.prices import Price, priced
from lookabout.results.reporting import Lookup, Section, main_scores
from lookabout.results.scores import Scores, brief_tables
from lookabout.results.tables import Table, all_tables

PUBLISHED = "‡"
"""Marks in every table what others published."""
_MADE = re.compile(r"(tables/[a-z0-9_-]{1,80}\.(csv|md|tex)|figures/[a-z0-9_-]{1,80}\.(png|svg))")
"""Files that a report may remove because an earlier one made them."""


@dataclass(frozen=True)
class ReportFiles:
    """What :func:`write_report` wrote."""

    page: Path
    """``report.html``: everything, in one file that needs no network."""
    summary_csv: Path
    """The summary table, a row a run."""
    episodes_csv: Path
    """A row an episode."""
    summary_json: Path
    """Every table, the runs, and the problems."""
    summary_markdown: Path
    """Every table."""
    more: tuple[Path, ...]
    """``tables/KEY.csv``, ``.md`` and ``.tex`` of each table, ``figures/KEY.png`` and ``.svg``
    of each figure."""
    summary: Table
    """What ``summary_csv`` holds."""
    brief: tuple[Table, ...]
    """The summary for a terminal: a table a benchmark, with what matters most."""


def write_report(
    run_dirs: Sequence[Path],
    out: Path,
    progress: Progress | None = None,
    reporting: Lookup | None = None,
    *,
    published: bool = False,
    prices: Mapping[str, Price] | None = None,
) -> ReportFiles:
    """
    Read run folders and write the report into a folder, replacing an earlier one file by file.

    :param run_dirs: run folders, in the order in which tables list them.
    :param out: folder to write to; made if it does not exist.
    :param progress: called with (done, total), first while runs are read, then for the page.
    :param reporting: what benchmarks add; nothing by default.
    :param published: put published numbers beside the runs'.
    :param prices: by model, for costs that the provider did not report.
    :raises UsageError: if a folder is no run, nothing can be written, or nothing is published.
    """
    runs = load_runs(run_dirs, progress, reporting)
    if prices is not None:
        runs = priced(runs, prices)
    scores = main_scores(runs, reporting)
    sections = _sections(runs, reporting, scores, published=published)
    tables = [section.table for section in sections]
    plan = make_plan(runs)
    drawn = {s.table.key: draw(s.figure) for s in sections if s.figure is not None}
    made = _contents(tables, drawn)
    files = ReportFiles(
        page=out / "report.html",
        summary_csv=out / "summary.csv",
        episodes_csv=out / "episodes.csv",
        summary_json=out / "summary.json",
        summary_markdown=out / "summary.md",
        more=tuple(out / name for name in made),
        summary=tables[0],
        brief=tuple(_brief(tables, scores, runs, published=published)),
    )
    try:
        for folder in (out, *{path.parent for path in files.more}):
            folder.mkdir(parents=True, exist_ok=True)
        real = Path(os.path.realpath(out))
        _remove_old(files.summary_json, made)
        _replace(files.summary_csv, lambda path: _write_text(path, to_csv(tables[0])))
        _replace(files.episodes_csv, lambda path: _write_episodes(path, runs))
        summary = _summary_json(runs, tables, list(made))
        _replace(files.summary_json, lambda path: _write_text(path, summary))
        markdown = "\n".join(to_markdown(table) for table in tables)
        _replace(files.summary_markdown, lambda path: _write_text(path, markdown))
        for name, content in made.items():
            _replace(out / name, partial(_write_bytes, content=content))
        _replace(
            files.page,
            lambda path: write_page(
                path, runs, sections, scores, drawn, plan, real, progress, reporting
            ),
        )
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror}", where=str(out)) from error
    return files


def _sections(
    runs: Sequence[Run],
    reporting: Lookup | None,
    scores: Mapping[str, Scores],
    *,
    published: bool,
) -> list[Section]:
    """The summary, what benchmarks add about their runs, the other general tables."""
    names = list(dict.fromkeys(run.record.benchmark for run in runs))
    parts = {name: reporting(name) if reporting else None for name in names}
    if published and not any(part and part.has_published for part in parts.values()):
        raise UsageError(f"no published numbers are known for {', '.join(names)}")
    added: list[Section] = []
    for name, part in parts.items():
        if part is not None:
            own = [run for run in runs if run.record.benchmark == name]
            added += part.sections(own, published=published and part.has_published)
    grouped = [run for run in runs if parts[run.record.benchmark] is None]
    summary, *others = map(Section, all_tables(runs, grouped=grouped, scores=scores))
    return [summary, *added, *others]


def _brief(
    tables: Sequence[Table], scores: Mapping[str, Scores], runs: Sequence[Run], *, published: bool
) -> list[Table]:
    """For the terminal; where published numbers stand is told in the last one's notes."""
    brief = brief_tables(tables[0], scores, runs)
    if published and brief:
        names = [table.title for table in tables if _has_published(table)]
        where = f"in the report's tables {', '.join(names)}" if names else "in no table: none fit"
        note = f"Published numbers ({PUBLISHED}) stand {where}."
        brief[-1] = replace(brief[-1], notes=(*brief[-1].notes, note))
    return brief


def _has_published(table: Table) -> bool:
    cells = [cell for row in table.rows for cell in row if isinstance(cell, str)]
    return any(PUBLISHED in text for text in (*cells, *(c.title for c in table.columns)))


def _contents(tables: Sequence[Table], drawn: Mapping[str, Drawn]) -> dict[str, bytes]:
    """Every table and figure as files, by name within the report's folder."""
    made: dict[str, bytes] = {}
    for table in tables:
        stem = file_stem(table.key)
        for ending, write in (("csv", to_csv), ("md", to_markdown), ("tex", to_latex)):
            made[f"tables/{stem}.{ending}"] = write(table).encode("utf-8", "backslashreplace")
        if table.key in drawn:
            made[f"figures/{stem}.png"] = drawn[table.key].png
            made[f"figures/{stem}.svg"] = drawn[table.key].svg
    return made


def _remove_old(summary: Path, made: Mapping[str, bytes]) -> None:
    """Remove tables and figures of an earlier report on other runs, and nothing else."""
    try:
        listed = json.loads(summary.read_bytes())["files"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return
    for name in listed if isinstance(listed, list) else []:
        if isinstance(name, str) and _MADE.fullmatch(name) and name not in made:
            (summary.parent / name).unlink(missing_ok=True)


def _replace(path: Path, write: Callable[[Path], None]) -> None:
    """Write beside the file and put it in place whole; leave nothing behind on failure."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        write(beside)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def _write_text(path: Path, text: str) -> None:
    with path.open("w", encoding="utf-8", errors="backslashreplace", newline="") as file:
        file.write(text)


def _write_bytes(path: Path, content: bytes) -> None:
    path.write_bytes(content)


def _summary_json(runs: Sequence[Run], tables: Sequence[Table], names: list[str]) -> str:
    data = {
        "format": "lookabout-report-1",
        "runs": [
            {
                "name": run.name,
                **run.record.model_dump(mode="json"),
                "interrupted_attempts": run.interrupted,
                "problems": [{"where": p.where, "what": p.what} for p in run.problems],
            }
            for run in runs
        ],
        "tables": [to_data(table) for table in tables],
        "files": names,
    }
    return json.dumps(_finite(data), indent=2, allow_nan=False) + "\n"


def _write_episodes(path: Path, runs: Sequence[Run]) -> None:
    attempts = [attempt for run in runs for attempt in run.attempts]
    labels = sorted({key for a in attempts for key in a.labels})
    # Success and claim have columns of their own.
    verdicts = sorted({key for a in attempts for key in a.verdict} - {"success", "claimed"})
    diagnostics = list(dict.fromkeys(key for a in attempts for key in a.diagnostics))
    with path.open("w", encoding="utf-8", errors="backslashreplace", newline="") as file:
        writer: csv.DictWriter[str] | None = None
        for run in runs:
            for episode in run.episodes:
                row = _episode_row(run, episode, labels, verdicts, diagnostics)
                if writer is None:
                    names = {key: safe_cell(key) for key in row}
                    writer = csv.DictWriter(file, list(row), lineterminator="\r\n")
                    writer.writerow(names)
                writer.writerow({key: safe_cell(value) for key, value in row.items()})


def _episode_row(
    run: Run,
    episode: Episode,
    labels: Sequence[str],
    verdicts: Sequence[str],
    diagnostics: Sequence[str],
) -> dict[str, Any]:
    attempt = episode.counted
    verdict = {f"verdict_{key}": _scalar(attempt.verdict.get(key)) for key in verdicts}
    diagnosed = {f"diagnostic_{key}": _scalar(attempt.diagnostics.get(key)) for key in diagnostics}
    return {
        "run": run.name,
        "benchmark": run.record.benchmark,
        "set": run.record.set,
        "agent": run.record.agent.name,
        "privileged": run.record.agent.privileged,
        "settings": attempt.variant,
        "episode": episode.index,
        "scenario": attempt.scenario_id,
        "attempts": len(episode.attempts),
        "failed_attempts": sum(not a.judged for a in episode.attempts),
        "counted_attempt": attempt.number,
        "judged": attempt.judged,
        "ending": attempt.ending,
        "success": attempt.success if attempt.judged else None,
        "claimed": attempt.claimed,
        "replies": attempt.replies,
        **{f"label_{key}": attempt.labels.get(key) for key in labels},
        **verdict,
        **diagnosed,
        **_effort(attempt),
        "look": attempt.look,
        "scene_fingerprint": attempt.scene_fingerprint,
        "error": attempt.error,
    }


def _effort(attempt: Attempt) -> dict[str, Any]:
    usage = attempt.usage
    return {
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "reasoning_tokens": usage.reasoning_tokens,
        "cached_tokens": usage.cached_tokens,
        "cost_usd": usage.cost_usd,
        "wall_s": attempt.wall_s,
    }


def _scalar(value: Any) -> Any:
    """A value for a cell: what is no scalar as JSON."""
    plain = value is None or isinstance(value, str | int | float)
    return value if plain else json.dumps(value)


def _finite(value: Any) -> Any:
    """The same data with None for numbers that JSON does not know."""
    if isinstance(value, float):
        return value if value - value == 0 else None
    if isinstance(value, list):
        return [_finite(item) for item in value]
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    return value
