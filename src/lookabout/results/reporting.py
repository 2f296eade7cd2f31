"""What a benchmark may add to reports on its runs: the names of settings, diagnostics of single
episodes, tables and figures of its own.

A benchmark offers it as an attribute ``reporting``; whoever makes a report passes it on, since
this package knows no benchmark.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from lookabout.errors import UsageError
from lookabout.records import EpisodeRecord, StepRecord
from lookabout.results.drawing import Layout
from lookabout.results.facts import Fact
from lookabout.results.figures import Figure
from lookabout.results.load import Run
from lookabout.results.scores import Scores
from lookabout.results.tables import Table
from lookabout.results.tracks import Tracks

Diagnostic = str | int | float | bool | tuple[int | float | None, ...] | None
"""A value, or a series of numbers over the course of an episode."""


@dataclass(frozen=True)
class Section:
    """A table, and the figure that shows it."""

    table: Table
    """Its key starts with the benchmark's name, so that no two tables of a report share one."""
    figure: Figure | None = None


class Reporting(Protocol):
    """A benchmark's part in a report. Pure functions of records."""

    has_published: bool
    """Whether ``sections`` knows published numbers."""

    def variant(self, set_name: str, settings: Mapping[str, Any]) -> str:
        """
        In what recorded settings differ from the set's defaults, in a few words; '' if they
        do not. Settings that differ in effect differ in words: results with different words
        are never pooled.
        """
        ...

    def diagnose(
        self, record: EpisodeRecord, steps: Sequence[StepRecord]
    ) -> Mapping[str, Diagnostic]:
        """
        Numbers that describe a judged episode, for ``episodes.csv`` and
        :attr:`lookabout.results.load.Attempt.diagnostics`. The record may be damaged or
        hostile: what it does not tell is None, never an error. Series of numbers are written
        as JSON, and left out of the page.
        """
        ...

    def sections(self, runs: Sequence[Run], *, published: bool) -> Sequence[Section]:
        """
        Tables and figures of this benchmark's runs, in the order in which they are shown.
        They take the place of the general tables by label.

        :param published: put published numbers beside the runs', marked as such.
        """
        ...


@runtime_checkable
class HasScores(Protocol):
    """A :class:`Reporting` of a benchmark whose main scores are others than the success rate."""

    def scores(self, runs: Sequence[Run]) -> Scores:
        """Of this benchmark's runs, for the summary."""
        ...


@runtime_checkable
class HasFacts(Protocol):
    """A :class:`Reporting` that says how the page tells an episode's verdict and diagnostics."""

    @property
    def facts(self) -> Mapping[str, Fact]:
        """By key; the others are told by their names."""
        ...


@runtime_checkable
class KnowsSets(Protocol):
    """A :class:`Reporting` that knows how many scenarios there are to a set."""

    def set_size(self, set_name: str) -> int | None:
        """Of the standard set; None of a name that it does not know."""
        ...


@runtime_checkable
class DrawsLayout(Protocol):
    """A :class:`Reporting` whose episodes show more from above than a path."""

    def layout(self, record: EpisodeRecord, steps: Sequence[StepRecord]) -> Layout | Tracks | None:
        """Of a judged episode; None if the record does not tell, damaged or hostile as it may
        be."""
        ...


@runtime_checkable
class JudgesAgain(Protocol):
    """A :class:`Reporting` whose verdicts take the place of those in the records."""

    def judge(self, record: EpisodeRecord, steps: Sequence[StepRecord]) -> Mapping[str, Any] | None:
        """The verdict anew; None if the record does not tell."""
        ...


@runtime_checkable
class HasRadius(Protocol):
    """A :class:`Reporting` of a benchmark whose success is being near enough, which can be
    judged from records with another radius."""

    def within(self, radius_m: float) -> Reporting:
        """The same with another radius of success; it judges again where that differs."""
        ...


Lookup = Callable[[str], Reporting | None]
"""A benchmark's reporting by its name; None if it has none, or there is no such benchmark."""


def main_scores(runs: Sequence[Run], reporting: Lookup | None) -> dict[str, Scores]:
    """Of each benchmark that has such, by name, in the order of the runs."""
    found: dict[str, Scores] = {}
    for name in dict.fromkeys(run.record.benchmark for run in runs):
        part = reporting(name) if reporting else None
        if isinstance(part, HasScores):
            found[name] = part.scores([run for run in runs if run.record.benchmark == name])
    return found


def within(reporting: Lookup, radius_m: float) -> Lookup:
    """
    The same lookup, every benchmark judged again with another radius of success.

    :raises UsageError: for no radius; when asked, for a benchmark that has none.
    """
    if not (math.isfinite(radius_m) and radius_m > 0):
        raise UsageError(f"a radius is a length above 0 metres, got {radius_m:g}", where="--delta")

    def find(name: str) -> Reporting:
        part = reporting(name)
        if not isinstance(part, HasRadius):
            raise UsageError(
                f"a run of {name} has no radius of success that could be changed", where="--delta"
            )
        return part.within(radius_m)

    return find
