"""SpatialScout's main scores, for the summary of any report (paper §3.2)."""

from __future__ import annotations

from collections.abc import Sequence

from lookabout.benchmarks.spatialscout.figures import mean_iou
from lookabout.benchmarks.spatialscout.tables_lines import Line, broken_notes, pooled_coverage
from lookabout.benchmarks.spatialscout.tables_paired import TITLE
from lookabout.benchmarks.spatialscout.verdict import GOOD_COVERAGE, GOOD_ERROR_M
from lookabout.results.clusters import pooled_median, pooled_ratio
from lookabout.results.notes import Note
from lookabout.results.scores import Scores
from lookabout.results.statistics import Mean
from lookabout.results.tables import Cell, Column

_COLUMNS = (
    Column("spatialscout_iou", "Mean IoU, %", "average"),
    Column("spatialscout_over_50", "IoU > 0.5, %", "average"),
    Column("spatialscout_coverage", "Coverage, %", "average"),
    Column("spatialscout_median_error_cm", "Median error, cm", "average"),
    Column("spatialscout_images", "Pictures", "mean"),
)


def scores(lines: Sequence[Line]) -> Scores:
    """Of all targets: overlap, and how many are mapped; error of those; what it took."""
    return Scores(
        columns=_COLUMNS,
        rows=tuple(map(_row, lines)),
        shown=(*(column.key for column in _COLUMNS), "replies", "success"),
        notes=(
            Note(
                "IoU and coverage: pooled over the targets of all scenes, omitted ones counting "
                "as 0; ± standard error over scenes.",
                ("spatialscout_iou",),
            ),
            Note("Median error: of the submitted targets.", ("spatialscout_median_error_cm",)),
            Note("Pictures and replies: means over episodes.", ("spatialscout_images",)),
            f"Success: coverage of at least {100 * GOOD_COVERAGE:g} % with a mean error of at most "
            f"{100 * GOOD_ERROR_M:g} cm.",
            *broken_notes(lines),
        ),
        compared="SpatialScout: few agents ever succeed, so success tells few of them apart; "
        f"'{TITLE}' compares them by overlap, coverage and loss.",
    )


def _row(line: Line) -> tuple[Cell, ...]:
    own = line.outcomes
    over = pooled_ratio([100.0 * o.hits[1] for o in own], [float(o.targets) for o in own])
    images = Mean.of(line.series("images"))
    return (
        mean_iou(own),
        over,
        pooled_coverage(own),
        pooled_median([[100 * error for error in o.errors_m] for o in own]),
        images.value if images else None,
    )
