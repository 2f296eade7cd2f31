"""The paper's tables for any runs: success by cell, navigation, commanding (tables 3, 4, 5), and
what decides them: coming near, declaring, both (figure 7)."""

from __future__ import annotations

from collections.abc import Sequence

from lookabout.benchmarks.dronecats import tables_published as paper
from lookabout.benchmarks.dronecats.scoring import FleetScore, Score
from lookabout.benchmarks.dronecats.tables_lines import (
    COMMANDING,
    ONE_DRONE,
    OUTCOMES,
    SOURCE,
    THIS,
    WHO,
    Line,
    Outcome,
    cells_of,
    percent,
    rate,
)
from lookabout.results.clusters import pooled_ratio
from lookabout.results.statistics import Mean, Share
from lookabout.results.tables import Cell, Column, Quoted, Table

_CELL = Column("cell", "Cell", "label")
_EPISODES = Column("episodes", "Episodes", "count")
_PERCENT = "Percent ± standard error √(p(1−p)/n) over episodes."


def succeeded(score: Score) -> bool:
    """SR."""
    return score.success


def reached(score: Score) -> bool:
    """OSR."""
    return score.oracle_success


def declared(score: Score) -> bool:
    """At least once, rightly or wrongly."""
    return score.claimed


def success_table(lines: Sequence[Line], notes: Sequence[str], *, published: bool) -> Table:
    """Table 3: one row an agent; success rate and oracle success rate of each cell."""
    shown = [cell for cell in cells_of(lines) if cell != COMMANDING]
    columns = (
        *WHO,
        *([SOURCE] if published else []),
        _EPISODES,
        *(
            Column(f"{cell}_{key}".replace("-", "_"), f"{cell.capitalize()} {key.upper()}, %",
                   "average")
            for cell in shown
            for key in ("sr", "osr")
        ),
        Column("average", "Average of the four SR, %", "average"),
    )  # fmt: skip
    rows: list[tuple[Cell, ...]] = []
    for line in lines:
        own = {cell: line.pick(cell) for cell in shown}
        if any(own.values()):
            values: list[Cell] = [
                percent(rate(group, holds))
                for group in own.values()
                for holds in (succeeded, reached)
            ]
            count = sum(map(len, own.values()))
            rows.append((*line.cells, *_this(published), count, *values, average_of_cells(line)))
    told = [
        f"{_PERCENT} SR: a declaration within δ of the target while it was in sight. OSR: came "
        "within δ, declared or not. Average: of the four cells, all weighing the same.",
        *notes,
    ]
    if published:
        for agent in paper.agents("success", cells=ONE_DRONE if shown else ()):
            values = [_quoted(agent, cell, key) for cell in shown for key in ("success", "reached")]
            rows.append((*_who(agent), None, *values, _quoted(agent, "one-drone", "success")))
        told.append(paper.CAUTION)
    return Table("dronecats-success", "Success by cell", columns, tuple(rows), tuple(told))


def average_of_cells(line: Line) -> Mean | None:
    """Of the four cells with one drone, percent; None unless all were flown."""
    shares = [rate(line.pick(cell), succeeded) for cell in ONE_DRONE]
    values = [found.percent for found in shares if found.percent is not None]
    errors = [100 * (found.standard_error or 0.0) for found in shares]
    if len(values) < len(ONE_DRONE):
        return None
    spread = sum(error**2 for error in errors) ** 0.5 / len(values)
    return Mean(sum(values) / len(values), spread, sum(found.n for found in shares))


def map_table(lines: Sequence[Line], notes: Sequence[str]) -> Table:
    """Success by cell and map."""
    columns = (_CELL, Column("map", "Map", "label"), *WHO, _EPISODES,
               Column("success", "Success", "rate"))  # fmt: skip
    rows: list[tuple[Cell, ...]] = []
    for cell in cells_of(lines):
        for place in sorted({o.map for line in lines for o in line.pick(cell)}):
            for line in lines:
                own = line.pick(cell, place)
                if own:
                    rows.append((cell, place, *line.cells, len(own), rate(own, succeeded)))
    return Table("dronecats-maps", "Success by cell and map", columns, tuple(rows), tuple(notes))


def declaration_table(lines: Sequence[Line], notes: Sequence[str], *, published: bool) -> Table:
    """Figure 7: how often an episode came near, declared, did both."""
    columns = (
        _CELL,
        *WHO,
        *([SOURCE] if published else []),
        Column("reached", "Reached", "score"),
        Column("declared", "Declared", "score"),
        Column("both", "Both", "score"),
    )
    rows: list[tuple[Cell, ...]] = []
    for cell in cells_of(lines):
        for line in lines:
            own = line.pick(cell)
            if own:
                rates = (rate(own, holds) for holds in (reached, declared, succeeded))
                rows.append((cell, *line.cells, *_this(published), *rates))
        for agent in declaration_agents(cell) if published else ():
            rows.append((cell, *_who(agent), *declaration_numbers(agent, cell)))
    told = [
        "Reached: came within δ of the target. Declared: at least once, anywhere. Both: declared "
        "within δ while the target was in sight, which is success. Commanding: any of the "
        "drones. Percent ± standard error; in brackets Wilson's 95 % interval and n.",
        *notes,
        *([paper.CAUTION] if published else []),
    ]
    title = "Reached, declared, both"
    return Table("dronecats-declarations", title, columns, tuple(rows), tuple(told))


def declaration_agents(cell: str) -> list[str]:
    """Of the paper, those of whom it tells any of the three."""
    return paper.agents("reached", "declared", cells=(cell,))


def declaration_numbers(agent: str, cell: str) -> list[Quoted | None]:
    """Reached, declared and both of the paper."""
    return [_quoted(agent, cell, key) for key in ("reached", "declared", "success")]


def navigation_table(lines: Sequence[Line], notes: Sequence[str], *, published: bool) -> Table:
    """Table 4: how near, and how far from it they declared."""
    columns = (
        _CELL,
        *WHO,
        *([SOURCE] if published else []),
        _EPISODES,
        Column("navigation_error", "NE, m", "average", digits=2),
        Column("declared_ratio", "Declared / start distance", "average", digits=2),
        Column("declaration_rate", "Declaration rate, %", "average"),
        Column("declarations", "Declarations", "average", digits=2),
        Column("minimum", "Least distance, m", "average", digits=2),
        Column("minimum_box", "To the box, m", "average", digits=2),
        Column("approach_ratio", "Approach ratio", "average", digits=2),
    )
    rows: list[tuple[Cell, ...]] = []
    for cell in cells_of(lines):
        for line in lines:
            own = [outcome.score for outcome in line.pick(cell)]
            if own:
                ratios = [s.declared_ratio for s in own if s.declared_ratio is not None]
                values: tuple[Cell, ...] = (
                    Mean.of(s.navigation_error_m for s in own),
                    Mean.of(ratios),
                    percent(rate(line.pick(cell), declared)),
                    Mean.of(float(s.declarations) for s in own),
                    Mean.of(s.minimum_distance_m for s in own),
                    Mean.of(s.minimum_box_distance_m for s in own),
                    Mean.of(s.approach_ratio for s in own),
                )
                rows.append((cell, *line.cells, *_this(published), len(own), *values))
        told_of = ("declared_ratio", "declared", "approach_ratio")
        for agent in paper.agents(*told_of, cells=(cell,)) if published else ():
            ratio, share, approach = (_quoted(agent, cell, key) for key in told_of)
            values = (None, ratio, share, None, None, None, approach)
            rows.append((cell, *_who(agent), None, *values))
    told = [
        "Means over episodes ± s/√n. NE: distance at the first declaration that qualifies, else at "
        "the end. Declared / start: of the first declaration, over the episodes that have one. "
        "Least distance to the target's centre, and to its box, which tells reaching a large "
        "thing from reaching its middle. Approach ratio: share of the start distance closed at "
        "best. Commanding: of the nearest drone; the ratio is that of the drone that declared.",
        *notes,
    ]
    if published:
        told.append(f"{paper.CAUTION} Its frontier models declare at 0.20 to 0.39 of the start.")
    return Table("dronecats-navigation", "Navigation", columns, tuple(rows), tuple(told))


def commanding_table(lines: Sequence[Line], notes: Sequence[str], *, published: bool) -> Table:
    """Table 5: several drones under one context, beside approaching with one."""
    columns = (
        *WHO,
        *([SOURCE] if published else []),
        _EPISODES,
        Column("approaching", "Approaching, one drone, SR %", "average"),
        Column("success", "Commanding SR %", "average"),
        Column("reached", "Reached, %", "average"),
        Column("declared", "Declared, %", "average"),
        Column("team_steps", "Team steps", "average"),
        Column("copying", "Coordinates copied, %", "average"),
    )
    rows: list[tuple[Cell, ...]] = []
    for line in lines:
        own = line.pick(COMMANDING)
        if own:
            fleets = fleets_of(own)
            values = (
                percent(rate(line.pick("approaching"), succeeded)),
                *(percent(rate(own, holds)) for holds in (succeeded, reached, declared)),
                Mean.of(float(fleet.team_steps) for fleet in fleets),
                copying(fleets),
            )
            rows.append((*line.cells, *_this(published), len(own), *values))
    shown = bool(rows)
    keys = ("success", "reached", "declared", "team_steps", "copying")
    for agent in paper.agents(*keys, cells=(COMMANDING,)) if published and shown else ():
        first = _quoted(agent, "approaching", "success")
        values_of = (_quoted(agent, COMMANDING, key) for key in keys)
        rows.append((*_who(agent), None, first, *values_of))
    told = [
        f"{_PERCENT} Reached and declared: any of the drones. Team steps: replies, each a command "
        "for every drone; mean ± s/√n. Coordinates copied: of the steps on which every drone was "
        "commanded go, those with one and the same point for all; ± standard error, episodes as "
        "clusters.",
        *notes,
        *([paper.CAUTION] if published else []),
    ]
    title = "Commanding and approaching"
    return Table("dronecats-commanding", title, columns, tuple(rows), tuple(told))


def fleets_of(outcomes: Sequence[Outcome]) -> list[FleetScore]:
    """Of commanding episodes."""
    return [o.score for o in outcomes if isinstance(o.score, FleetScore)]


def copying(fleets: Sequence[FleetScore]) -> Mean | None:
    """Coordinate copying rate, percent (paper §5.3)."""
    return pooled_ratio(
        [100.0 * fleet.copies for fleet in fleets], [float(fleet.all_go) for fleet in fleets]
    )


def drone_outcomes(outcomes: Sequence[Outcome]) -> list[Share]:
    """How many of all drones of commanding episodes came to each end, in order of OUTCOMES."""
    ends = [str(end) for fleet in fleets_of(outcomes) for end in fleet.outcomes.values()]
    return [Share(ends.count(name), len(ends)) for name in OUTCOMES]


def _quoted(agent: str, cell: str, measure: str) -> Quoted | None:
    found = paper.number(agent, cell, measure)
    return None if found is None else Quoted(found.value, None, found.n)


def _who(agent: str) -> tuple[str, ...]:
    """A published row's cells for WHO and SOURCE."""
    return f"{agent} {paper.MARK}", "", "", "published"


def _this(published: bool) -> list[str]:
    return [THIS] if published else []
