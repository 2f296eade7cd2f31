"""SpatialScout's part in a report; see :class:`lookabout.results.reporting.Reporting`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lookabout.benchmarks.spatialscout import (
    diagnostics,
    figures,
    tables,
    tables_lines,
    tables_paired,
    tables_scores,
    telling,
)
from lookabout.benchmarks.spatialscout.facts import FACTS
from lookabout.benchmarks.spatialscout.generate import SETS
from lookabout.benchmarks.spatialscout.map_picture import mapped
from lookabout.errors import UsageError
from lookabout.records import EpisodeRecord, StepRecord
from lookabout.results.drawing import Layout
from lookabout.results.load import Attempt, Run
from lookabout.results.reporting import Diagnostic, Section
from lookabout.results.scores import Scores
from lookabout.results.telling import Telling


class SpatialScoutReporting:
    """The paper's tables and figures, and how scores grew along the way."""

    has_published = True
    facts = FACTS

    def variant(self, set_name: str, settings: Mapping[str, Any]) -> str:
        return tables_lines.variant(settings)

    def diagnose(
        self, record: EpisodeRecord, steps: Sequence[StepRecord]
    ) -> Mapping[str, Diagnostic]:
        return diagnostics.diagnose(record, steps)

    def set_size(self, set_name: str) -> int | None:
        """See :class:`lookabout.results.reporting.KnowsSets`."""
        rules = SETS.get(set_name)
        return rules.size if rules else None

    def scores(self, runs: Sequence[Run]) -> Scores:
        """See :class:`lookabout.results.reporting.HasScores`."""
        return tables_scores.scores(tables_lines.make_lines(runs))

    def headline(self, attempt: Attempt) -> str:
        """See :class:`lookabout.results.telling.TellsEpisodes`."""
        return telling.headline(attempt)

    def tell(self, record: EpisodeRecord, steps: Sequence[StepRecord]) -> Telling:
        """See :class:`lookabout.results.telling.TellsEpisodes`."""
        return telling.tell(record, steps)

    def layout(self, record: EpisodeRecord, steps: Sequence[StepRecord]) -> Layout | None:
        try:
            found = mapped(record, steps)
        except UsageError:
            return None
        boxes = [
            (*box.low[:2], *box.high[:2], n in found.estimates) for n, box in found.boxes.items()
        ]
        boxes.sort(key=lambda box: (box[0] - box[2]) * (box[3] - box[1]))  # large ones below
        links = [
            (*found.boxes[name].centre[:2], *point[:2].tolist())
            for name, point in found.estimates.items()
        ]
        return Layout(tuple(boxes), tuple(links))

    def sections(self, runs: Sequence[Run], *, published: bool) -> Sequence[Section]:
        lines = tables_lines.make_lines(runs)
        found = [
            Section(tables.overlap_table(lines, published=published)),
            Section(tables.error_table(lines, published=published)),
            figures.progress_section(lines),
            Section(tables.factor_table(lines, published=published)),
            Section(tables.grounding_table(lines, published=published)),
            figures.tools_section(lines),
            figures.cost_section(lines, published=published),
            Section(tables.effort_table(lines)),
            Section(tables.completion_table(lines)),
            Section(tables_paired.paired_table(lines)),
        ]
        return [section for section in found if section.table.rows]


REPORTING = SpatialScoutReporting()
