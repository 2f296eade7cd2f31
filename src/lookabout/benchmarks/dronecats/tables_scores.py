"""DroneCATS' main scores, for the summary of any report (paper §4.3)."""

from __future__ import annotations

from collections.abc import Sequence

from lookabout.benchmarks.dronecats.tables import reached
from lookabout.benchmarks.dronecats.tables_lines import rate, read_outcome
from lookabout.results.load import Run
from lookabout.results.scores import Scores
from lookabout.results.statistics import Mean
from lookabout.results.tables import Cell, Column

_COLUMNS = (
    Column("dronecats_oracle_success", "Oracle success", "rate"),
    Column("dronecats_navigation_error_m", "Navigation error, m", "average", digits=2),
)


def scores(runs: Sequence[Run], radius: float | None = None) -> Scores:
    """
    Over all cells of a run.

    :param radius: with which everything was judged again; None: nothing was.
    """
    return Scores(
        columns=_COLUMNS,
        rows=tuple(_row(run, radius) for run in runs),
        shown=("success", *(column.key for column in _COLUMNS), "claimed", "replies"),
        notes=(
            "Oracle success: came within δ of the target, declared or not. Navigation error: "
            "distance at the first declaration that qualifies, else at the end; mean ± s/√n. "
            "Claimed: declared at all.",
        ),
    )


def _row(run: Run, radius: float | None) -> tuple[Cell, ...]:
    found = [read_outcome(attempt, radius) for attempt in run.judged]
    own = [outcome for outcome in found if outcome is not None]
    return rate(own, reached), Mean.of(o.score.navigation_error_m for o in own)
