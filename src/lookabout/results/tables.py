"""Tables as plain data. How they are written is :mod:`lookabout.results.formats`."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from lookabout.records import FAILURE_ENDINGS
from lookabout.results.load import Attempt, Run
from lookabout.results.notes import agent_name, summary_notes, told
from lookabout.results.statistics import Interval, Mean, MeanDifference, Paired, Share, holm

if TYPE_CHECKING:
    from lookabout.results.scores import Scores

Kind = Literal[
    "text",
    "label",
    "count",
    "mean",
    "average",
    "usd",
    "counts",
    "share",
    "part",
    "rate",
    "score",
    "difference",
    "change",
    "p",
]
"""How a column's cells are to be understood.

``text``: str. ``label``: str, a name made for programs. ``count``: int. ``mean``: float.
``average``: a :class:`Mean`, or a :class:`Quoted` as printed. ``usd``: float. ``counts``:
several int, one for each of the column's ``parts``. ``share``: a :class:`Share`,
shown as a percentage. ``part``: the same, with its counts. ``rate``: a :class:`Share`, shown with
its standard error and interval. ``score``: the same in one narrow column, or a :class:`Quoted`.
``difference``: a :class:`Difference`. ``change``: a :class:`MeanDifference` in the column's own
unit, shown with its standard error and interval. ``p``: a p-value.
"""


@dataclass(frozen=True)
class Difference:
    """A difference of two success rates, in [−1, 1]; ``value`` is None if n is 0."""

    value: float | None
    interval: Interval


@dataclass(frozen=True)
class Quoted:
    """A number that somebody else published, as printed."""

    percent: float
    """In ``average`` columns in the column's own unit."""
    error: float | None = None
    """Standard error, points."""
    n: int | None = None
    """Episodes, where the source gives them."""


Cell = (
    str | int | float | tuple[int, ...] | Share | Mean | MeanDifference | Quoted | Difference | None
)


@dataclass(frozen=True)
class Column:
    """What a column holds."""

    key: str
    """For CSV and JSON, unique in its table."""
    title: str
    """For people."""
    kind: Kind = "text"
    parts: tuple[str, ...] = ()
    """Of a ``counts`` column: what each number counts."""
    digits: int = 1
    """Behind the point, of ``mean``, ``average`` and ``change`` as shown to people."""


@dataclass(frozen=True)
class Table:
    """A table as plain data."""

    key: str
    """For file names and links, e.g. ``by-class``; unique in a report."""
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    """One cell a column; None where nothing is known."""
    notes: tuple[str, ...] = ()
    """To be shown below: footnotes and warnings."""


SETTINGS = Column("settings", "Changed settings")
"""In what a run's settings differ from its set's defaults, in words."""
_WHO = (Column("run", "Run"), Column("agent", "Agent"), SETTINGS)
_SUCCESS = Column("success", "Success", "rate")
_CLAIMED = Column("claimed", "Claimed", "share")
_ERRORS = tuple(ending.removesuffix("_error") for ending in FAILURE_ENDINGS)


HOLM = (
    "adjusted: after Holm, so that the chance of any false finding among all the rows stays what "
    "p says of one."
)
"""What an adjusted p is, for notes."""
_NO_SCORES: Mapping[str, Scores] = MappingProxyType({})


def summary_table(runs: Sequence[Run], scores: Mapping[str, Scores] = _NO_SCORES) -> Table:
    """
    One row a run: success with error and interval, effort, cost, failures.

    :param scores: of benchmarks that add columns, by name.
    """
    added = [column for own in scores.values() for column in own.columns]
    waiting = {name: iter(own.rows) for name, own in scores.items()}
    columns = (
        Column("run", "Run"),
        Column("benchmark", "Benchmark"),
        Column("set", "Set"),
        Column("agent", "Agent"),
        SETTINGS,
        Column("judged", "Judged", "count"),
        Column("planned", "Planned", "count"),
        _SUCCESS,
        *added,
        _CLAIMED,
        Column("moves", "Moves", "mean"),
        Column("replies", "Replies", "mean"),
        Column("tokens", "Total tokens", "counts", ("input", "output")),
        Column("cost_usd", "Total cost", "usd"),
        Column("failed_attempts", "Failed attempts", "counts", _ERRORS),
        Column("unresolved", "Unresolved", "count"),
        Column("look", "Look"),
    )
    rows = []
    for run in runs:
        name = run.record.benchmark
        own = next(waiting[name]) if name in scores else ()
        known = dict(zip(scores[name].columns, own, strict=True)) if own else {}
        before, after = _summary_row(run)
        rows.append((*before, *(known.get(column) for column in added), *after))
    table = Table("summary", "Summary", columns, tuple(rows))
    return replace(table, notes=notes_on([table], runs, scores))


def notes_on(
    tables: Sequence[Table], runs: Sequence[Run], scores: Mapping[str, Scores]
) -> tuple[str, ...]:
    """
    What must be known of runs and their scores to read tables of them.

    :param tables: of which some columns may hold nothing, and are not spoken of.
    """
    shown = {
        name
        for table in tables
        for k, column in enumerate(table.columns)
        if any(row[k] not in (None, "") for row in table.rows)
        for name in (column.key, column.kind)
    }
    notes = [note for own in scores.values() for note in own.notes]
    return told((*notes, *summary_notes(runs)), shown)


def group_table(runs: Sequence[Run], label: str) -> Table:
    """
    Success by the values of a label, one row a value and run.

    :param label: a key of the records' ``labels``, e.g. ``class`` or ``start_height``.
    """

    def value_of(attempt: Attempt) -> str:
        return attempt.labels.get(label, "(none)")

    name = label.replace("_", " ")
    columns = (
        Column(label, name.capitalize(), "label"),
        *_WHO,
        Column("judged", "Judged", "count"),
        _SUCCESS,
        _CLAIMED,
        Column("replies", "Replies", "mean"),
    )
    rows = []
    for value, run, group in _grouped(runs, value_of):
        effort = mean(a.replies for a in group)
        rows.append((value, *_who(run), len(group), success(group), claimed(group), effort))
    return Table(f"by-{label}", f"By {name}", columns, tuple(rows))


def ending_table(runs: Sequence[Run]) -> Table:
    """How the judged episodes ended, one row an ending and run."""
    columns = (
        Column("ending", "Ending", "label"),
        *_WHO,
        Column("episodes", "Episodes", "share"),
        Column("judged", "Judged", "count"),
        _SUCCESS,
    )
    rows = []
    for ending, run, group in _grouped(runs, lambda attempt: attempt.ending):
        share = Share(len(group), len(run.judged))
        rows.append((ending, *_who(run), share, len(group), success(group)))
    return Table("by-ending", "By ending", columns, tuple(rows))


def claim_table(runs: Sequence[Run]) -> Table:
    """Claims against the truth, one row a run; empty if no verdict speaks of claims."""
    columns = (
        *_WHO,
        Column("right_claim", "Claimed, rightly", "share"),
        Column("wrong_claim", "Claimed, wrongly", "share"),
        Column("missed_claim", "At the target, never claimed", "share"),
        Column("no_claim", "Elsewhere, never claimed", "share"),
        Column("precision", "Claims that were right", "rate"),
    )
    rows = []
    for run in runs:
        known = [a for a in run.judged if a.claimed is not None]
        if not known:
            continue
        claims = [a for a in known if a.claimed]
        right = sum(a.success for a in claims)
        missed = sum(a.located is True and not a.claimed for a in known)
        unclaimed = len(known) - len(claims)
        says = all(a.located is not None for a in known)
        rows.append(
            (
                *_who(run),
                Share(right, len(known)),
                Share(len(claims) - right, len(known)),
                Share(missed, len(known)) if says else None,
                Share(unclaimed - missed, len(known)) if says else None,
                Share(right, len(claims)),
            )
        )
    knows = any(row[5] is not None for row in rows)
    notes = ["Shares of the judged episodes."] if rows else []
    notes += ["At the target: a claim there would have been right."] if knows else []
    return Table("claims", "Claims", columns, tuple(rows), tuple(notes))


def labels(runs: Sequence[Run]) -> list[str]:
    """The label keys worth a table: those with more than one value, by name."""
    values: dict[str, set[str]] = {}
    for run in runs:
        for attempt in run.judged:
            for key, value in attempt.labels.items():
                values.setdefault(key, set()).add(value)
    return sorted(key for key, found in values.items() if len(found) > 1)


def comparison_table(runs: Sequence[Run], scores: Mapping[str, Scores] = _NO_SCORES) -> Table:
    """
    Every two runs of one benchmark, by success on the scenarios that both have judged.

    Exact McNemar test, with p-values also adjusted for the number of comparisons (Holm);
    difference of success rates with Newcombe's interval for paired proportions. A scenario
    that a run holds several times is paired in order of the episodes, and is one sample.

    :param scores: of benchmarks that compare runs by others, by name; a note says where.
    """
    columns = (
        Column("first_run", "First run"),
        Column("first", "First agent"),
        Column("first_settings", "Changed settings"),
        Column("second_run", "Second run"),
        Column("second", "Second agent"),
        Column("second_settings", "Changed settings"),
        Column("shared", "Shared scenarios", "count"),
        Column("outcomes", "Outcomes", "counts", ("both", "only first", "only second", "neither")),
        Column("difference", "Difference", "difference"),
        Column("p", "p", "p"),
        Column("p_holm", "p adjusted", "p"),
    )
    found = []
    notes = []
    for a, b in combinations(runs, 2):
        if a.record.benchmark != b.record.benchmark:
            continue
        # By scenario, not by name of the set: a set may be a part of another.
        pairs = pairs_of(a, b)
        if not pairs:
            if a.record.set == b.record.set:
                notes.append(f"{a.name} and {b.name} share no judged scenario.")
            continue
        repeated = len(pairs) - len({one.scenario_key for one, _ in pairs})
        if repeated:
            notes.append(
                f"{a.name} and {b.name}: {repeated} of {len(pairs)} pairs repeat a scenario; each "
                "scenario is one sample (p by the exact sign test over scenarios)."
            )
        odd = sum(differ(one, two) for one, two in pairs)
        if odd:
            notes.append(
                f"{a.name} and {b.name}: {odd} of {len(pairs)} shared scenarios looked different "
                "(other scene, look or engine); read the difference with care."
            )
        outcomes = [(one.scenario_key, one.success, two.success) for one, two in pairs]
        found.append((a, b, Paired.of(outcomes)))
    p_values = [paired.p_value() for _, _, paired in found]
    rows = []
    for (a, b, paired), p, adjusted in zip(found, p_values, holm(p_values), strict=True):
        counts = (paired.both, paired.only_first, paired.only_second, paired.neither)
        difference = Difference(paired.difference, paired.interval())
        rows.append((*_who(a), *_who(b), paired.n, counts, difference, p, adjusted))
    if rows:
        notes.append(
            "Difference: success of the first less that of the second, in points, with "
            "Newcombe's 95 % interval for paired proportions. p: exact McNemar test; " + HOLM
        )
    compared = dict.fromkeys(a.record.benchmark for a, _, _ in found)
    notes += [scores[name].compared for name in compared if name in scores]
    notes = [note for note in notes if note]
    return Table("comparison", "Paired comparison of success", columns, tuple(rows), tuple(notes))


def all_tables(
    runs: Sequence[Run],
    *,
    grouped: Sequence[Run] | None = None,
    scores: Mapping[str, Scores] = _NO_SCORES,
) -> list[Table]:
    """
    The summary, then every other table that has rows or warnings.

    :param grouped: runs for the tables by label; all by default.
    :param scores: for the summary.
    """
    grouped = runs if grouped is None else grouped
    tables = [
        summary_table(runs, scores),
        comparison_table(runs, scores),
        *(group_table(grouped, label) for label in labels(grouped)),
        ending_table(runs),
        claim_table(runs),
    ]
    return [table for table in tables if table.rows or table.notes]


def _who(run: Run) -> tuple[str, str, str]:
    return run.name, agent_name(run), run.variant


def _summary_row(run: Run) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    """Cells before and after a benchmark's own."""
    attempts, judged = run.attempts, run.judged
    costs = [a.usage.cost_usd for a in attempts if a.usage.cost_usd is not None]
    moves = [a.moves for a in judged if a.moves is not None]
    before = (
        run.name,
        run.record.benchmark,
        run.record.set,
        agent_name(run),
        run.variant,
        len(judged),
        run.record.episodes,
        success(judged),
    )
    after = (
        claimed(judged),
        mean(moves) if len(moves) == len(judged) else None,
        mean(a.replies for a in judged),
        (
            sum(a.usage.input_tokens for a in attempts),
            sum(a.usage.output_tokens for a in attempts),
        ),
        math.fsum(costs) if costs else None,
        tuple(sum(a.ending == ending for a in attempts) for ending in FAILURE_ENDINGS),
        run.unresolved,
        ", ".join(sorted({a.look for a in judged if a.look})),
    )
    return before, after


def _grouped(
    runs: Sequence[Run], key: Callable[[Attempt], str]
) -> Iterable[tuple[str, Run, list[Attempt]]]:
    """Judged attempts by a key, in natural order of its values, then in order of runs."""
    groups: dict[str, dict[int, list[Attempt]]] = {}
    for i, run in enumerate(runs):
        for attempt in run.judged:
            groups.setdefault(key(attempt), {}).setdefault(i, []).append(attempt)
    for value in sorted(groups, key=natural):
        for i in sorted(groups[value]):
            yield value, runs[i], groups[value][i]


def natural(text: str) -> tuple[list[tuple[int, int, str]], str]:
    """Key for sorting: numbers within text by size, so that 30–40 comes before 100–110."""
    parts = re.findall(r"([0-9]{1,18})|([^0-9]+)", text)
    return [(0, int(n), "") if n else (1, 0, t.casefold()) for n, t in parts], text


def success(attempts: Sequence[Attempt]) -> Share:
    """Judged attempts that succeeded; those on one scenario are no independent samples."""
    return Share.of((a.scenario_key, a.success) for a in attempts)


def claimed(attempts: Sequence[Attempt]) -> Share | None:
    """Claims, right or wrong; None if no verdict speaks of claims."""
    known = [a.claimed for a in attempts if a.claimed is not None]
    return Share(sum(known), len(known)) if known else None


def mean(values: Iterable[int]) -> float | None:
    """None of nothing."""
    known = list(values)
    return sum(known) / len(known) if known else None


def pairs_of(a: Run, b: Run) -> list[tuple[Attempt, Attempt]]:
    """Judged attempts of two runs at the same scenarios, those at one in order of the episodes."""
    waiting: dict[str, list[Attempt]] = {}
    for attempt in b.judged:
        waiting.setdefault(attempt.scenario_key, []).append(attempt)
    pairs = []
    for attempt in a.judged:
        partners = waiting.get(attempt.scenario_key)
        if partners:
            pairs.append((attempt, partners.pop(0)))
    return pairs


def differ(one: Attempt, two: Attempt) -> bool:
    """Whether the two were shown different pictures."""
    prints = (one.scene_fingerprint, two.scene_fingerprint)
    scene = one.look != two.look or (all(prints) and prints[0] != prints[1])
    return scene or one.engine != two.engine
