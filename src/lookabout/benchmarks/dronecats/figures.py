"""Figures 7, 8 and 13, and the tables that two of them show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from lookabout.benchmarks.dronecats import tables_published as paper
from lookabout.benchmarks.dronecats.modes import MODES
from lookabout.benchmarks.dronecats.tables import (
    declaration_agents,
    declaration_numbers,
    declaration_table,
    declared,
    drone_outcomes,
    reached,
    succeeded,
)
from lookabout.benchmarks.dronecats.tables_lines import (
    COMMANDING,
    OUTCOMES,
    WHO,
    Line,
    Outcome,
    cells_of,
    rate,
)
from lookabout.results.figures import (
    Band,
    BarFigure,
    BreakdownFigure,
    BreakdownPanel,
    BreakdownRow,
    Panel,
    Value,
)
from lookabout.results.reporting import Section
from lookabout.results.statistics import Share
from lookabout.results.tables import Cell, Column, Table

_ENDS = {
    "converted": "Declared within δ in sight",
    "declared elsewhere": "Declared elsewhere",
    "reached": "Came within δ, silent",
    "far": "Far and silent",
}
"""In order of OUTCOMES."""


def declaration_section(lines: Sequence[Line], notes: Sequence[str], *, published: bool) -> Section:
    """Figure 7: reached, declared, both."""
    table = declaration_table(lines, notes, published=published)
    bands = []
    for cell in cells_of(lines):
        flown = [line for line in lines if line.pick(cell)]
        quoted = declaration_agents(cell) if published else []
        values: list[list[Value]] = [
            [rate(line.pick(cell), holds) for line in flown]
            for holds in (reached, declared, succeeded)
        ]
        for agent in quoted:
            for own, number in zip(values, declaration_numbers(agent, cell), strict=True):
                own.append(number)
        names = (*(line.name for line in flown), *(f"{agent} {paper.MARK}" for agent in quoted))
        panels = tuple(
            Panel(title, tuple(own))
            for title, own in zip(("Reached", "Declared", "Both"), values, strict=True)
        )
        bands.append(Band(cell.capitalize(), names, panels))
    if not bands:
        return Section(table)
    caption = (
        "How often an episode came within δ of the target, declared at all, and declared within δ "
        "with the target in sight, which is success; with Wilson's 95 % intervals."
    )
    note = paper.CAUTION if published else ""
    return Section(table, BarFigure(tuple(bands), caption, note, "Episodes, %"))


def fleet_section(lines: Sequence[Line], notes: Sequence[str]) -> Section:
    """Figure 8: what became of each drone, and whether the episode was won."""
    columns = (
        *WHO,
        Column("episodes", "Episodes", "count"),
        Column("drones", "Drones", "count"),
        *(Column(name.replace(" ", "_"), _ENDS[name], "share") for name in OUTCOMES),
        Column("won", "Episodes won", "rate"),
    )
    rows: list[tuple[Cell, ...]] = []
    bars = []
    for line in lines:
        own = line.pick(COMMANDING)
        if own:
            ends, won = drone_outcomes(own), rate(own, succeeded)
            rows.append((*line.cells, len(own), ends[0].n, *ends, won))
            bars.append(BreakdownRow(line.name, tuple(ends), won))
    told = (
        "Shares of all drones. One drone that converts wins its episode, whatever the others do.",
        *notes,
    )
    table = Table("dronecats-fleet", "What became of each drone", columns, tuple(rows), told)
    if not bars:
        return Section(table)
    figure = BreakdownFigure(
        parts=tuple(_ENDS[name] for name in OUTCOMES),
        panels=(BreakdownPanel("Commanding", tuple(bars)),),
        caption="What became of each drone of the fleets, and in how many episodes one of them "
        "won.",
        axis="Drones, %; episodes, %",
        mark="Episodes won",
    )
    return Section(table, figure)


def failure_section(lines: Sequence[Line], notes: Sequence[str]) -> Section:
    """Figure 13: failure modes by agent, of one drone and of fleets."""
    columns = (
        Column("drones", "Drones"),
        *WHO,
        Column("episodes", "Episodes", "count"),
        Column("failed", "Failed", "count"),
        *(Column(mode, _words(mode), "share") for mode in MODES),
    )
    rows: list[tuple[Cell, ...]] = []
    panels = []
    for title, several in (("one", False), ("several", True)):
        bars = []
        for line in lines:
            own = [o for o in line.outcomes if (o.cell == COMMANDING) is several]
            if own:
                shares = failure_modes(own)
                rows.append((title, *line.cells, len(own), shares[0].n, *shares))
                bars.append(BreakdownRow(line.name, tuple(shares)))
        if bars:
            heading = "Several drones" if several else "One drone"
            panels.append(BreakdownPanel(heading, tuple(bars)))
    told = (
        "Shares of the failed episodes; told by rules from the logs, each episode by the first "
        "that holds: "
        + "; ".join(f"{_words(mode).lower()}: {meaning}" for mode, meaning in MODES.items())
        + ".",
        *notes,
    )
    table = Table("dronecats-failures", "Failure modes", columns, tuple(rows), told)
    if not any(part.n for panel in panels for row in panel.rows for part in row.parts):
        return Section(table)
    figure = BreakdownFigure(
        parts=tuple(map(_words, MODES)),
        panels=tuple(panels),
        caption="Why episodes failed, by rules on their logs; n: failed episodes.",
        axis="Failed episodes, %",
    )
    return Section(table, figure)


def failure_modes(outcomes: Sequence[Outcome]) -> list[Share]:
    """Of the failed episodes, in order of MODES."""
    found = Counter(o.score.mode for o in outcomes if not o.score.success)
    return [Share(found[mode], found.total()) for mode in MODES]


def _words(mode: str) -> str:
    return mode.replace("_", " ").capitalize()
