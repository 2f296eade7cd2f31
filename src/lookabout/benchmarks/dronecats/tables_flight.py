"""How the target was kept in sight, how flights and replies went, what thinking was good for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from lookabout.benchmarks.dronecats import tables_published as paper
from lookabout.benchmarks.dronecats.diagnostics import KINDS, courses_of
from lookabout.benchmarks.dronecats.tables_lines import (
    COMMANDING,
    SOURCE,
    THIS,
    WHO,
    Line,
    Outcome,
    cells_of,
    percent,
)
from lookabout.benchmarks.dronecats.think import (
    BROKEN_M,
    MATCH_M,
    STALLED_M,
    WINDOW,
    Thinking,
    thinking,
)
from lookabout.results.clusters import pooled_ratio
from lookabout.results.statistics import Mean, Share
from lookabout.results.tables import Cell, Column, Quoted, Table

_CELL = Column("cell", "Cell", "label")
_EPISODES = Column("episodes", "Episodes", "count")


def sight_table(lines: Sequence[Line], notes: Sequence[str]) -> Table:
    """Where the target is out of sight or moves: found when, kept how long, lost how long."""
    columns = (
        _CELL,
        *WHO,
        _EPISODES,
        Column("acquired", "Ever in sight, %", "average"),
        Column("first", "First acquisition, s", "average"),
        Column("dwell", "Dwell, s", "average"),
        Column("loss", "Longest loss, s", "average"),
    )
    rows: list[tuple[Cell, ...]] = []
    for cell in cells_of(lines):
        for line in lines if cell not in (COMMANDING, "approaching") else ():
            own = [outcome.score for outcome in line.pick(cell)]
            if own:
                times = [s.first_acquisition_s for s in own if s.first_acquisition_s is not None]
                rows.append(
                    (
                        cell,
                        *line.cells,
                        len(own),
                        percent(Share(len(times), len(own))),
                        Mean.of(times),
                        Mean.of(s.dwell_s for s in own),
                        Mean.of(s.longest_loss_s for s in own if s.first_acquisition_s is not None),
                    )
                )
    told = (
        "Means over episodes ± s/√n. First acquisition: when the target was first in sight; that "
        "and the longest loss after it are over the episodes in which it ever was. Dwell: time "
        "within δ with the target in sight. None of these is in the verdict.",
        *notes,
    )
    return Table("dronecats-sight", "Keeping the target in sight", columns, tuple(rows), told)


def rate_table(lines: Sequence[Line], notes: Sequence[str]) -> Table:
    """The control rate that was served, and what replies cost (paper §5.4)."""
    parts = (("mean", "mean"), ("median", "median"), ("95", "95 %"), ("max", "greatest"))
    columns = (
        _CELL,
        *WHO,
        _EPISODES,
        Column("steps", "Steps", "average"),
        Column("flown_s", "Time flown, s", "average"),
        Column("rate_hz", "Control rate, Hz", "average", digits=3),
        *(Column(f"latency_{key}_s", f"Latency, s: {title}", "mean", digits=2)
          for key, title in parts),
    )  # fmt: skip
    rows: list[tuple[Cell, ...]] = []
    for cell, line, own in _groups(lines):
        latencies = sorted(v for o in own for v in o.attempt.diagnostics["latency_s_by_step"])
        steps, times = _values(own, "steps"), _values(own, "flown_s")
        rows.append(
            (
                cell,
                *line.cells,
                len(own),
                Mean.of(steps),
                Mean.of(times),
                pooled_ratio(steps, times),
                sum(latencies) / len(latencies),
                *(_quantile(latencies, share) for share in (0.5, 0.95, 1.0)),
            )
        )
    told = (
        "Control rate as served: steps over simulated time, pooled, ± standard error over "
        "episodes. Latency: what the replies of a step cost the world on the row's clock.",
        *notes,
    )
    return Table("dronecats-rate", "Control rate as served", columns, tuple(rows), told)


def flight_table(lines: Sequence[Line], notes: Sequence[str]) -> Table:
    """How far was flown, and what was touched on the way."""
    columns = (
        _CELL,
        *WHO,
        _EPISODES,
        Column("path_m", "Way flown, m", "average"),
        Column("contacts", "Contacts", "average", digits=2),
        Column("touched", "Episodes with contact", "rate"),
    )
    rows: list[tuple[Cell, ...]] = []
    for cell, line, own in _groups(lines):
        contacts = _values(own, "contacts")
        rows.append(
            (
                cell,
                *line.cells,
                len(own),
                Mean.of(_values(own, "path_m")),
                Mean.of(contacts),
                Share(sum(count > 0 for count in contacts), len(own)),
            )
        )
    told = ("Means over episodes ± s/√n; of several drones the sum.", *notes)
    return Table("dronecats-flight", "Ways and contacts", columns, tuple(rows), told)


def replies_table(lines: Sequence[Line], notes: Sequence[str]) -> Table:
    """Which actions were chosen, and which replies could not be read, by kind."""
    told_of = [_kinds(_diagnosed(line)) for line in lines]
    kinds = sorted({kind for own in told_of for kind in own})
    columns = (
        *WHO,
        Column("steps", "Steps", "count"),
        Column("commands", "Commands", "count"),
        *(Column(kind, kind.capitalize(), "share") for kind in KINDS),
        Column("unreadable_steps", "Not read", "rate"),
        *(Column(f"because_{kind}", kind.replace("_", " "), "count") for kind in kinds),
    )
    rows: list[tuple[Cell, ...]] = []
    for line, found in zip(lines, told_of, strict=True):
        own = _diagnosed(line)
        if own:
            counts = [int(sum(_values(own, kind))) for kind in KINDS]
            steps = int(sum(_values(own, "steps")))
            bad = Share(int(sum(_values(own, "unreadable_steps"))), steps)
            shares = [Share(count, sum(counts)) for count in counts]
            each = [found[kind] for kind in kinds]
            rows.append((*line.cells, steps, sum(counts), *shares, bad, *each))
    told = (
        "Shares of all commands, one a drone and step. Not read: steps with at least one command "
        "that is no action, which holds the drone where it is; behind it by kind, a step once for "
        "each of its kinds.",
        *notes,
    )
    return Table("dronecats-replies", "Actions and replies", columns, tuple(rows), told)


def think_table(lines: Sequence[Line], notes: Sequence[str], *, published: bool) -> Table:
    """Section 5.6; no row for agents that never think."""
    columns = (
        *WHO,
        *([SOURCE] if published else []),
        Column("thinks", "Thinks", "count"),
        Column("thinks_per_episode", "Per episode", "average", digits=2),
        Column("gain", "Closing gained, m/step", "average", digits=3),
        Column("gain_n", "Of thinks", "count"),
        Column("stall_think", "Stall broken: think", "score"),
        Column("stall_other", "Stall broken: other", "score"),
        Column("again_think", "In sight again: think", "score"),
        Column("again_other", "In sight again: other", "score"),
        Column("prose", "Lifted replies with prose", "score"),
    )
    rows: list[tuple[Cell, ...]] = []
    for line in lines:
        own = _diagnosed(line)
        thinks = _values(own, "think")
        if any(thinks):
            found = line_thinking(line)
            prose = Share(
                int(sum(_values(own, "thinking_prose"))),
                int(sum(_values(own, "thinking_replies"))),
            )
            gain = found.gain
            rows.append(
                (
                    *line.cells,
                    *([THIS] if published else []),
                    int(sum(thinks)),
                    Mean.of(thinks),
                    gain,
                    gain.n if gain else 0,
                    found.stall_think,
                    found.stall_other,
                    found.again_think,
                    found.again_other,
                    prose,
                )
            )
    told = [
        f"Observed within runs, no experiment. Closing gained: mean closing rate in the {WINDOW} "
        f"steps after a think, less that after other steps that closed as fast in the {WINDOW} "
        f"steps before (to within {MATCH_M:g} m/step); ± s/√n over thinks. Stall: at most "
        f"{STALLED_M:g} m/step either way over {WINDOW} steps; broken: at least {BROKEN_M:g} "
        f"m/step over the next {WINDOW}. In sight again: within {WINDOW} steps, of steps with the "
        "target lost. Lifted replies: those for which the limit on thinking was lifted.",
        *notes,
    ]
    if published and rows:
        keys = ("stall_think", "stall_other", "again_think", "again_other", "prose")
        thinks_told, gain_told = _told("thinks"), _told("gain")
        shares = [_told_share(key) for key in keys]
        if thinks_told and gain_told:
            gained = Quoted(gain_told.value)
            who = (f"{gain_told.agent} {paper.MARK}", "", "", "published")
            rows.append((*who, int(thinks_told.value), None, gained, gain_told.n, *shares))
        told.append(f"{paper.CAUTION} Its windows and limits are not told.")
    return Table("dronecats-thinking", "Thinking", columns, tuple(rows), tuple(told))


def line_thinking(line: Line) -> Thinking:
    """Of all episodes of a line, all cells together."""
    return thinking(
        [
            course
            for outcome in _diagnosed(line)
            for course in courses_of(outcome.attempt.diagnostics)
        ]
    )


def _told(measure: str) -> paper.Number | None:
    return paper.number("all models", "one-drone", measure)


def _told_share(measure: str) -> Share | Quoted | None:
    """The paper gives counts for some, percent for others."""
    found = _told(measure)
    if found is None:
        return None
    return Share(int(found.value), found.n) if found.n else Quoted(found.value)


def _diagnosed(line: Line, cell: str | None = None) -> list[Outcome]:
    """Episodes whose record tells how they went."""
    own = line.outcomes if cell is None else line.pick(cell)
    return [outcome for outcome in own if "steps" in outcome.attempt.diagnostics]


def _groups(lines: Sequence[Line]) -> Iterator[tuple[str, Line, list[Outcome]]]:
    for cell in cells_of(lines):
        for line in lines:
            own = _diagnosed(line, cell)
            if own:
                yield cell, line, own


def _values(outcomes: Sequence[Outcome], key: str) -> list[float]:
    return [float(outcome.attempt.diagnostics[key]) for outcome in outcomes]


def _kinds(outcomes: Sequence[Outcome]) -> Counter[str]:
    found: Counter[str] = Counter()
    for outcome in outcomes:
        told: Any = outcome.attempt.diagnostics.get("unreadable_kinds") or ""
        for word in told.split():
            kind, _, count = word.partition(":")
            found[kind] += int(count)
    return found


def _quantile(ordered: Sequence[float], share: float) -> float:
    """The least value up to which at least that share lies."""
    return ordered[max(0, -int(-len(ordered) * share // 1) - 1)]
