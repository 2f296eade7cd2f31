"""Table 6: how far several flights of one agent on the same scenarios differ (paper §5.4)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import stdev

from lookabout.benchmarks.dronecats import tables_published as paper
from lookabout.benchmarks.dronecats.tables_lines import (
    ONE_DRONE,
    SOURCE,
    THIS,
    WHO,
    Line,
    Outcome,
    cells_of,
)
from lookabout.results.tables import Cell, Column, Table


def repeats_table(lines: Sequence[Line], notes: Sequence[str], *, published: bool) -> Table:
    """The spread of successes over flights beside that of n binomial trials."""
    columns = (
        *WHO,
        *([SOURCE] if published else []),
        Column("cell", "Cell", "label"),
        Column("flights", "Flights", "count"),
        Column("episodes", "Episodes each", "count"),
        Column("successes", "Successes"),
        Column("mean", "Mean", "mean"),
        Column("spread", "S.d.", "mean", digits=2),
        Column("expected", "Binomial s.d.", "mean", digits=2),
        Column("mean_percent", "Mean, %", "mean"),
        Column("spread_percent", "S.d., points", "mean"),
        Column("expected_percent", "Binomial, points", "mean"),
    )
    source = [THIS] if published else []
    rows: list[tuple[Cell, ...]] = []
    for group in _groups(lines):
        who = (*group[0].cells[:2], group[0].conditions)
        whole: list[list[list[Outcome]]] = []
        for cell in cells_of(group):
            flights = _flights([line.pick(cell) for line in group])
            if len(flights) > 1:
                rows.append((*who, *source, cell, *_spread([flights])))
                if cell in ONE_DRONE:
                    whole.append(flights)
        if len(whole) > 1 and len({len(flights) for flights in whole}) == 1:
            rows.append((*who, *source, "one drone", *_spread(whole)))
    told = [
        "Flights: runs of one agent under the same conditions; only scenarios that all of them "
        "have judged count, each once. S.d.: over flights, with n − 1. Binomial: √(n p (1 − p)) "
        "at the mean rate p of the flights; over all cells with one drone the root of the summed "
        "squares. A spread far above it is more than the chance of single episodes.",
        *notes,
    ]
    if published and rows:
        agent = "Gemini 3.7 Flash"
        n = 80
        keys = ("total_mean", "total_sd", "", "mean_percent", "sd_percent")
        found = [paper.number(agent, "one-drone", key) for key in keys]
        values = [None if one is None else one.value for one in found]
        quoted = (f"{agent} {paper.MARK}", "", "", "published", "one drone", 3, n, "")
        rows.append((*quoted, *values, None))
        told.append(
            f"{paper.CAUTION} Its cells varied by 1.7 to 2.5 successes, beside 1.7 to 2.2 expected."
        )
    return Table("dronecats-repeats", "Repeats", columns, tuple(rows), tuple(told))


def _groups(lines: Sequence[Line]) -> list[list[Line]]:
    """Lines that differ in their run alone, several each."""
    groups: dict[tuple[str, ...], list[Line]] = {}
    for line in lines:
        groups.setdefault((line.agent, line.settings, line.conditions), []).append(line)
    return [group for group in groups.values() if len(group) > 1]


def _flights(groups: Sequence[Sequence[Outcome]]) -> list[list[Outcome]]:
    """
    Of runs' episodes of a cell, those on scenarios that all runs share, in the same order; runs
    without any episode of the cell are no flights.
    """
    flown = [{o.attempt.scenario_key: o for o in reversed(group)} for group in groups if group]
    if len(flown) < 2:
        return []
    shared = [key for key in flown[0] if all(key in other for other in flown[1:])]
    return [[own[key] for key in shared] for own in flown] if shared else []


def _spread(cells: Sequence[Sequence[Sequence[Outcome]]]) -> tuple[Cell, ...]:
    """
    Of one or more cells, each a list of flights, as many in every cell.

    The binomial variance adds up over cells, since their rates differ.
    """
    counts = [[sum(o.score.success for o in flight) for flight in flights] for flights in cells]
    totals = [sum(own) for own in zip(*counts, strict=True)]
    sizes = [len(flights[0]) for flights in cells]
    n = sum(sizes)
    mean, spread = sum(totals) / len(totals), stdev(totals)
    variance = 0.0
    for own, size in zip(counts, sizes, strict=True):
        p = sum(own) / len(own) / size
        variance += size * p * (1 - p)
    expected = math.sqrt(variance)
    percents = [100 * value / n for value in (mean, spread, expected)]
    return len(totals), n, ", ".join(map(str, totals)), mean, spread, expected, *percents
