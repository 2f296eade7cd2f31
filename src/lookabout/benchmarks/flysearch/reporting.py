"""FlySearch's part in a report; see :class:`lookabout.results.reporting.Reporting`.

Everything is imported when it is used: who flies an episode needs no tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lookabout.benchmarks.flysearch.diagnostics import Value
    from lookabout.records import EpisodeRecord, StepRecord
    from lookabout.results.facts import Fact
    from lookabout.results.load import Run
    from lookabout.results.reporting import Section


class FlySearchReporting:
    """The paper's tables and figures, and diagnostics of how agents explored."""

    has_published = True

    def variant(self, set_name: str, settings: Mapping[str, Any]) -> str:
        from lookabout.benchmarks.flysearch.tables_lines import variant

        return variant(set_name, settings)

    def diagnose(self, record: EpisodeRecord, steps: Sequence[StepRecord]) -> Mapping[str, Value]:
        from lookabout.benchmarks.flysearch.diagnostics import diagnose

        return diagnose(record, steps)

    def set_size(self, set_name: str) -> int | None:
        """See :class:`lookabout.results.reporting.KnowsSets`."""
        from lookabout.benchmarks.flysearch.benchmark import FlySearch

        return next((info.size for info in FlySearch.sets if info.name == set_name), None)

    @property
    def facts(self) -> Mapping[str, Fact]:
        """See :class:`lookabout.results.reporting.HasFacts`."""
        from lookabout.benchmarks.flysearch.facts import FACTS

        return FACTS

    def sections(self, runs: Sequence[Run], *, published: bool) -> Sequence[Section]:
        from lookabout.benchmarks.flysearch import tables, tables_exploration, tables_figures
        from lookabout.benchmarks.flysearch.tables_lines import make_lines
        from lookabout.results.reporting import Section

        lines = make_lines(runs)
        found = [
            Section(
                tables.success_table(lines, published=published),
                tables_figures.success_figure(lines, published=published),
            ),
            Section(tables.ablation_table(lines, published=published)),
            Section(tables.class_table(lines), tables_figures.class_figure(lines)),
            Section(tables.kind_table(lines)),
            Section(tables.height_table(lines), tables_figures.height_figure(lines)),
            Section(tables.unclaimed_table(lines), tables_figures.unclaimed_figure(lines)),
            Section(tables_exploration.exploration_table(lines)),
            Section(tables_exploration.exploration_class_table(lines)),
        ]
        return [section for section in found if section.table.rows]


REPORTING = FlySearchReporting()
