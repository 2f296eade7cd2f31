"""Everything after the record: statistics, tables, exports, the HTML report.

Reads run folders (:mod:`lookabout.records`) and nothing else.
"""

from lookabout.results.load import Attempt, Episode, Problem, Run, load_run, load_runs
from lookabout.results.report import ReportFiles, write_report
from lookabout.results.schema import schemas
from lookabout.results.statistics import Interval, Paired, Share, holm
from lookabout.results.tables import (
    Column,
    Difference,
    Table,
    all_tables,
    claim_table,
    comparison_table,
    ending_table,
    group_table,
    labels,
    summary_table,
)

__all__ = [
    "Attempt",
    "Column",
    "Difference",
    "Episode",
    "Interval",
    "Paired",
    "Problem",
    "ReportFiles",
    "Run",
    "Share",
    "Table",
    "all_tables",
    "claim_table",
    "comparison_table",
    "ending_table",
    "group_table",
    "holm",
    "labels",
    "load_run",
    "load_runs",
    "schemas",
    "summary_table",
    "write_report",
]
