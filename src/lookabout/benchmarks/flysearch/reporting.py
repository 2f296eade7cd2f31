"""FlySearch's part in a report; see :class:`lookabout.results.reporting.Reporting`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lookabout.benchmarks.flysearch import diagnostics, tables_figures, tables_lines
from lookabout.benchmarks.flysearch.tables import (
    ablation_table,
    class_table,
    height_table,
    kind_table,
    success_table,
    unclaimed_table,
)
from lookabout.benchmarks.flysearch.tables_exploration import (
    exploration_class_table,
    exploration_table,
)
from lookabout.records import EpisodeRecord, StepRecord
from lookabout.results.load import Run
from lookabout.results.reporting import Section


class FlySearchReporting:
    """The paper's tables and figures, and diagnostics of how agents explored."""

    has_published = True

    def variant(self, set_name: str, settings: Mapping[str, Any]) -> str:
        return tables_lines.variant(set_name, settings)

    def diagnose(
        self, record: EpisodeRecord, steps: Sequence[StepRecord]
    ) -> Mapping[str, diagnostics.Value]:
        return diagnostics.diagnose(record, steps)

    def sections(self, runs: Sequence[Run], *, published: bool) -> Sequence[Section]:
        lines = tables_lines.make_lines(runs)
        found = [
            Section(
                success_table(lines, published=published),
                tables_figures.success_figure(lines, published=published),
            ),
            Section(ablation_table(lines, published=published)),
            Section(class_table(lines), tables_figures.class_figure(lines)),
            Section(kind_table(lines)),
            Section(height_table(lines), tables_figures.height_figure(lines)),
            Section(unclaimed_table(lines), tables_figures.unclaimed_figure(lines)),
            Section(exploration_table(lines)),
            Section(exploration_class_table(lines)),
        ]
        return [section for section in found if section.table.rows]


REPORTING = FlySearchReporting()
