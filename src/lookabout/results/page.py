"""The report's page: one HTML file that needs nothing else, written piece by piece."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lookabout.results.episodes import EpisodeView, EpisodeViews
from lookabout.results.facts import named, value_words
from lookabout.results.formats import Text, file_stem, for_people, label_words
from lookabout.results.load import Progress, Run
from lookabout.results.notes import agent_name
from lookabout.results.plan import Plan
from lookabout.results.plotting import Drawn
from lookabout.results.reporting import Lookup, Section
from lookabout.results.scores import Scores, leading
from lookabout.results.statistics import Mean, Share
from lookabout.results.tables import Cell, Difference, Table, natural
from lookabout.results.telling import TellsEpisodes

MOST_CARDS = 6
"""Runs described at the page's head; more are folded away."""
MOST_PROBLEMS = 200
"""Problems listed in the page; the others are counted."""
_MOST_CHOICES = 60
_SOURCES = {"standard": "the standard ones", "seed": "drawn by seed {}", "files": "own files"}
"""Of scenarios, in words."""
_MOST_ROWS, _MOST_COLUMNS = 24, 10
"""Of a table as it is usually set; larger ones scroll in their frame, or are set narrower."""


@dataclass(frozen=True)
class TableView:
    """A table with a bar for each row that has a rate."""

    key: str
    title: str
    text: Text
    bars: tuple[Bar | None, ...]
    measure: str
    """What the bars show."""
    notes: tuple[str, ...]
    stem: str
    """Of the table's files."""
    picture: FigureView | None

    @property
    def tall(self) -> bool:
        """It scrolls in its frame."""
        return len(self.text.rows) > _MOST_ROWS

    @property
    def dense(self) -> bool:
        """It is set narrower."""
        return len(self.text.titles) > _MOST_COLUMNS


@dataclass(frozen=True)
class FigureView:
    """A figure within the page."""

    uri: str
    caption: str
    width: int
    """As shown at most, pixels."""
    height: int


@dataclass(frozen=True)
class Bar:
    """A value and its interval on an axis, in percent of the axis' length."""

    value: float
    low: float
    high: float
    signed: bool
    """The axis runs from −100 to 100 points, not from 0 to 100 %."""


@dataclass(frozen=True)
class Chart:
    """The leading score of a benchmark's runs."""

    lines: tuple[tuple[str, str, Bar | None], ...]
    """(agent, what else tells the run apart, value)."""
    caption: str


@dataclass(frozen=True)
class Filter:
    """A choice by which episodes are filtered."""

    key: str
    title: str
    options: tuple[tuple[str, str], ...]
    """(value, shown)."""


def write_page(
    path: Path,
    runs: Sequence[Run],
    sections: Sequence[Section],
    scores: Mapping[str, Scores],
    drawn: Mapping[str, Drawn],
    plan: Plan,
    out: Path,
    progress: Progress | None,
    reporting: Lookup | None = None,
) -> None:
    """
    Write the page to ``path``.

    :param sections: the summary first.
    :param scores: main scores, by benchmark.
    :param drawn: the sections' figures, by their table's key.
    :param out: real path of the folder that the page will lie in, for links.
    :param progress: called after each episode.
    :param reporting: what benchmarks add.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=PackageLoader("lookabout.results"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    sources = Path(__file__).parent / "templates"
    style = (sources / "report.css").read_text(encoding="utf-8")
    script = (sources / "report.js").read_text(encoding="utf-8")
    views = EpisodeViews(runs, plan, out, reporting)
    shared, views_of_runs = _run_views(runs)
    stream = environment.get_template("report.html.j2").generate(
        style=Markup(style),
        script=Markup(script),
        style_hash=_hash(style),
        script_hash=_hash(script),
        shared=shared,
        runs=views_of_runs,
        charts=_charts(runs, sections[0].table, scores),
        tables=[_table_view(section, drawn, runs) for section in sections],
        filters=_filters(runs),
        plan=plan,
        episodes=_counted(views, plan.episodes, progress),
        # Called late in the page: the episodes before it find problems too.
        problems=lambda: _problems(runs, views),
        world_places=not all(
            isinstance(reporting(run.record.benchmark) if reporting else None, TellsEpisodes)
            for run in runs
        ),
        most_cards=MOST_CARDS,
        most_problems=MOST_PROBLEMS,
    )
    # Names of files need not be valid text.
    with path.open("w", encoding="utf-8", errors="backslashreplace") as file:
        for piece in stream:
            file.write(piece)


def _counted(views: EpisodeViews, total: int, progress: Progress | None) -> Iterator[EpisodeView]:
    for done, view in enumerate(views):
        yield view
        if progress:
            progress(done + 1, total)


def _problems(runs: Sequence[Run], views: EpisodeViews) -> list[tuple[str, str, str]]:
    found = [(run.name, p.where, p.what) for run in runs for p in run.problems]
    known = set(found)
    late = [(run.name, p.where, p.what) for run, p in views.problems]
    return found + [problem for problem in late if problem not in known]


@dataclass(frozen=True)
class RunView:
    """What was run; of several runs only what tells this one from the others."""

    title: str
    agent: str
    extra: str
    """What else tells the run apart where the agent alone does not."""
    facts: tuple[tuple[str, str], ...]


def _run_views(runs: Sequence[Run]) -> tuple[list[tuple[str, str]], list[RunView]]:
    """Facts that all runs share, and each run with the others; a single run shares all."""
    facts = [_facts(run) for run in runs]
    shared = {key for key, value in facts[0].items() if all(f[key] == value for f in facts)}
    views = [
        RunView(
            title=run.name,
            agent=agent_name(run),
            extra=_extra(run, runs),
            facts=tuple((key, v) for key, v in own.items() if v and key not in shared | {"Run"}),
        )
        for run, own in zip(runs, facts, strict=True)
    ]
    return [(key, value) for key, value in facts[0].items() if value and key in shared], views


def _facts(run: Run) -> dict[str, str]:
    record = run.record
    looks = sorted({attempt.look for attempt in run.attempts if attempt.look})
    return {
        "Run": run.name,
        "Benchmark": f"{record.benchmark}, set {record.set}",
        "Agent": f"{agent_name(run)} ({record.agent.kind})",
        "Agent's settings": _settings(record.agent.settings, "unset"),
        "Settings": _settings(record.settings),
        "Scenarios": _SOURCES.get(record.source, "").format(record.seed),
        "Episodes": f"{len(run.judged)} judged of {record.episodes} planned"
        + f", of the set's {run.set_size}" * run.part_of_set,
        "Interrupted attempts": str(run.interrupted or ""),
        "Started": record.started.replace("T", " ").replace("+00:00", " UTC"),
        "Look": ", ".join(looks),
        "Engine": _settings(record.engine),
        "Versions": ", ".join(f"{name} {version}" for name, version in record.versions.items()),
    }


def _settings(settings: Mapping[str, Any], unset: str = "") -> str:
    """:param unset: what stands for no value; '' leaves such settings out."""
    words = []
    for key, value in settings.items():
        name, unit = named(key)
        if value not in (None, {}, []):
            words.append(f"{name}: {value_words(value, unit=unit)}")
        elif unset:
            words.append(f"{name}: {unset}")
    return ", ".join(words)


def _extra(run: Run, runs: Sequence[Run]) -> str:
    """
    Settings that are not the set's own; the set where sets differ; the run's name where all that
    is not enough.
    """
    parts = [run.variant] if run.variant else []
    if len({(r.record.benchmark, r.record.set) for r in runs}) > 1:
        several = len({r.record.benchmark for r in runs}) > 1
        parts.append(f"{run.record.benchmark} {run.record.set}" if several else run.record.set)
    same = [
        r
        for r in runs
        if (agent_name(r), r.variant, r.record.benchmark, r.record.set)
        == (agent_name(run), run.variant, run.record.benchmark, run.record.set)
    ]
    if len(same) > 1:
        parts.append(run.name)
    return ", ".join(parts)


def _table_view(section: Section, drawn: Mapping[str, Drawn], runs: Sequence[Run]) -> TableView:
    table = section.table
    names = [agent_name(run) for run in runs]
    if len(runs) == 1:
        leave_out: tuple[str, ...] = ("run", "agent")
    elif len(set(names)) == len(names):
        leave_out = ("run", "first_run", "second_run")
    else:
        leave_out = ()
    if table.key == "summary":
        leave_out = tuple(key for key in leave_out if key != "agent")
        if len({run.record.benchmark for run in runs}) == 1:
            leave_out += ("benchmark",)
            if len({run.record.set for run in runs}) == 1:
                leave_out += ("set",)
    if len(runs) == 1:
        # Rows of others, such as published ones, need their names.
        leave_out = tuple(key for key in leave_out if not _names_several(table, key))
    text = for_people(table, leave_out=leave_out)
    picture = None
    if section.figure is not None:
        made = drawn[table.key]
        data = base64.b64encode(made.svg).decode("ascii")
        # Drawn at 160 pixels an inch; a browser's inch has 96, and 8-point type is small there.
        width, height = (round(side * 0.8) for side in (made.width, made.height))
        uri = f"data:image/svg+xml;base64,{data}"
        picture = FigureView(uri, section.figure.caption, width, height)
    return TableView(
        key=table.key,
        title=table.title,
        text=text,
        bars=tuple(map(_bar, text.shares)),
        measure=next((c.title for c in table.columns if c.kind in ("rate", "difference")), ""),
        notes=table.notes,
        stem=file_stem(table.key),
        picture=picture,
    )


def _names_several(table: Table, key: str) -> bool:
    """Whether a column holds several names."""
    keys = [column.key for column in table.columns]
    return key in keys and len({row[keys.index(key)] for row in table.rows} - {None, ""}) > 1


def _charts(runs: Sequence[Run], summary: Table, scores: Mapping[str, Scores]) -> list[Chart]:
    """One a benchmark: its leading score, or success where that is no percentage."""
    keys = [column.key for column in summary.columns]
    made = []
    scores_of = leading(summary, scores)
    for name, column in scores_of.items():
        percent = column.kind in ("rate", "share") or column.title.endswith(", %")
        at = keys.index(column.key if percent else "success")
        rows = [
            (agent_name(run), _extra(run, runs), row[at])
            for run, row in zip(runs, summary.rows, strict=True)
            if run.record.benchmark == name
        ]
        title = summary.columns[at].title.removesuffix(", %")
        mean = summary.columns[at].kind == "average"
        spread = "± standard error" if mean else "with Wilson's 95 % interval"
        whose = f"{name}: " if len(scores_of) > 1 else ""
        made.append(
            Chart(
                tuple((agent, extra, _score_bar(cell)) for agent, extra, cell in rows),
                f"{whose}{title}, percent, {spread}.",
            )
        )
    return made


def _score_bar(cell: Cell) -> Bar | None:
    if isinstance(cell, Mean):
        error = cell.error or 0.0
        ends = (max(cell.value - error, 0.0), min(cell.value + error, 100.0))
        return Bar(cell.value, *ends, signed=False)
    return _bar(cell) if isinstance(cell, Share | Difference) else None


def _bar(cell: Share | Difference | None) -> Bar | None:
    if isinstance(cell, Share) and cell.percent is not None:
        interval = cell.wilson()
        return Bar(cell.percent, 100 * interval.low, 100 * interval.high, signed=False)
    if isinstance(cell, Difference) and cell.value is not None:
        ends = (cell.value, cell.interval.low, cell.interval.high)
        value, low, high = (50 + 50 * end for end in ends)
        return Bar(value, low, high, signed=True)
    return None


def _filters(runs: Sequence[Run]) -> list[Filter]:
    """Run, outcome, ending, and each label with few values; none with a single choice."""
    extras = [_extra(run, runs) for run in runs]
    shown = [
        f"{agent_name(run)} ({extra})" if extra else agent_name(run)
        for run, extra in zip(runs, extras, strict=True)
    ]
    attempts = [episode.counted for run in runs for episode in run.episodes]
    found = [
        Filter("run", "Agent", tuple((str(i), name) for i, name in enumerate(shown))),
        Filter(
            "outcome",
            "Outcome",
            (("success", "Success"), ("failure", "No success"), ("unresolved", "Unresolved")),
        ),
        _filter("ending", "Ending", {attempt.ending for attempt in attempts}),
    ]
    for key in sorted({key for attempt in attempts for key in attempt.labels}):
        values = {a.labels[key] for a in attempts if key in a.labels}
        found.append(_filter(f"label {key}", key.replace("_", " ").capitalize(), values))
    return [f for f in found if 1 < len(f.options) <= _MOST_CHOICES]


def _filter(key: str, title: str, values: set[str]) -> Filter:
    return Filter(
        key, title, tuple((value, label_words(value)) for value in sorted(values, key=natural))
    )


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return base64.b64encode(digest).decode("ascii")
