"""DroneCATS' part in a report; see :class:`lookabout.results.reporting.Reporting`.

Everything is imported when it is used: who flies an episode needs no tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lookabout.records import EpisodeRecord, StepRecord
    from lookabout.results.facts import Fact
    from lookabout.results.load import Run
    from lookabout.results.reporting import Diagnostic, Section
    from lookabout.results.scores import Scores
    from lookabout.results.tracks import Tracks


class DroneCatsReporting:
    """The paper's tables 3 to 6, figures 7, 8 and 13, and what lies behind them."""

    has_published = True
    _radius: float | None = None
    """With which everything is judged again; None: the records' verdicts stand."""

    def within(self, radius_m: float) -> DroneCatsReporting:
        """See :class:`lookabout.results.reporting.HasRadius`."""
        return _Again(radius_m)

    def variant(self, set_name: str, settings: Mapping[str, Any]) -> str:
        from lookabout.benchmarks.dronecats.tables_lines import variant

        return variant(settings, self._radius)

    def diagnose(
        self, record: EpisodeRecord, steps: Sequence[StepRecord]
    ) -> Mapping[str, Diagnostic]:
        from lookabout.benchmarks.dronecats.diagnostics import diagnose

        return diagnose(record, steps)

    def set_size(self, set_name: str) -> int | None:
        """See :class:`lookabout.results.reporting.KnowsSets`."""
        from lookabout.benchmarks.dronecats.benchmark import DroneCats

        return next((info.size for info in DroneCats.sets if info.name == set_name), None)

    def scores(self, runs: Sequence[Run]) -> Scores:
        """See :class:`lookabout.results.reporting.HasScores`."""
        from lookabout.benchmarks.dronecats.tables_scores import scores

        return scores(runs, self._radius)

    def layout(self, record: EpisodeRecord, steps: Sequence[StepRecord]) -> Tracks | None:
        from lookabout.benchmarks.dronecats.tracks import tracks

        return tracks(record, steps, self._radius)

    @property
    def facts(self) -> Mapping[str, Fact]:
        """See :class:`lookabout.results.reporting.HasFacts`."""
        from lookabout.benchmarks.dronecats.facts import FACTS

        return FACTS

    def sections(self, runs: Sequence[Run], *, published: bool) -> Sequence[Section]:
        from lookabout.benchmarks.dronecats import (
            figures,
            tables,
            tables_flight,
            tables_lines,
            tables_repeats,
        )
        from lookabout.results.reporting import Section

        lines = tables_lines.make_lines(runs, self._radius)
        notes = tables_lines.line_notes(lines, self._radius)
        found = [
            Section(tables.success_table(lines, notes, published=published)),
            Section(tables.map_table(lines, notes)),
            figures.declaration_section(lines, notes, published=published),
            Section(tables.navigation_table(lines, notes, published=published)),
            Section(tables_flight.sight_table(lines, notes)),
            Section(tables.commanding_table(lines, notes, published=published)),
            figures.fleet_section(lines, notes),
            Section(tables_repeats.repeats_table(lines, notes, published=published)),
            figures.failure_section(lines, notes),
            Section(tables_flight.think_table(lines, notes, published=published)),
            Section(tables_flight.rate_table(lines, notes)),
            Section(tables_flight.flight_table(lines, notes)),
            Section(tables_flight.replies_table(lines, notes)),
        ]
        return [section for section in found if section.table.rows]


class _Again(DroneCatsReporting):
    """See :class:`lookabout.results.reporting.JudgesAgain`."""

    def __init__(self, radius_m: float) -> None:
        self._radius: float = radius_m

    def judge(self, record: EpisodeRecord, steps: Sequence[StepRecord]) -> dict[str, Any] | None:
        from lookabout.benchmarks.dronecats.log import read_log
        from lookabout.benchmarks.dronecats.scoring import verdict

        try:
            names = [str(vehicle["name"]) for vehicle in record.scenario["vehicles"]]
            return verdict(read_log(steps), self._radius, names)
        except (ArithmeticError, LookupError, TypeError, ValueError):
            return None
