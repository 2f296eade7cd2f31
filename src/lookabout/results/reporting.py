"""What a benchmark may add to reports on its runs: the names of settings, diagnostics of single
episodes, tables and figures of its own.

A benchmark offers it as an attribute ``reporting``; whoever makes a report passes it on, since
this package knows no benchmark.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from lookabout.records import EpisodeRecord, StepRecord
from lookabout.results.drawing import Layout
from lookabout.results.figures import Figure
from lookabout.results.load import Run
from lookabout.results.tables import Table

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
class DrawsLayout(Protocol):
    """A :class:`Reporting` whose episodes have things from above to show, drawn with the path."""

    def layout(self, record: EpisodeRecord, steps: Sequence[StepRecord]) -> Layout | None:
        """Of a judged episode; None if the record does not tell, damaged or hostile as it may
        be."""
        ...


Lookup = Callable[[str], Reporting | None]
"""A benchmark's reporting by its name; None if it has none, or there is no such benchmark."""
