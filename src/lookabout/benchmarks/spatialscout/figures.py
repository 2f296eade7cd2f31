"""Tables with figures: scores and tool calls along the way, cost (figures 6 and 7)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from lookabout.benchmarks.spatialscout import tables_published as paper
from lookabout.benchmarks.spatialscout.diagnostics import NAMES, STAGES
from lookabout.benchmarks.spatialscout.settings import Settings
from lookabout.benchmarks.spatialscout.tables_lines import SOURCE, THIS, WHO, Line, Outcome
from lookabout.results.clusters import pooled_ratio
from lookabout.results.figures import (
    Curve,
    CurveFigure,
    CurvePanel,
    MixFigure,
    MixPanel,
    Spot,
    SpotFigure,
)
from lookabout.results.reporting import Section
from lookabout.results.statistics import Mean, Share
from lookabout.results.tables import Cell, Column, Table

_POINTS = (1, 2, 5, 10, 20, 30, 40, 50, 60, 80, 100)
"""Replies and pictures at which the table gives scores, up to the most that any episode used; the
curves have all."""
_UNITS = (("reply", "replies", "calls"), ("image", "pictures", "images"))
"""(of series, in words, of settings)."""
_MEASURES = (("iou", 100.0), ("coverage", 100.0), ("error_m", 100.0))
_AXES = {"iou": "Mean IoU, %", "coverage": "Coverage, %", "error_m": "Mean error, cm"}


def progress_section(lines: Sequence[Line]) -> Section:
    """The score of the map as it stood after so many replies, and so many pictures."""
    columns = (
        Column("unit", "After"),
        Column("used", "Number", "count"),
        *WHO,
        Column("scenes", "Scenes", "count"),
        Column("iou", "Mean IoU, %", "average", digits=2),
        Column("coverage", "Coverage, %", "average", digits=2),
        Column("error_cm", "Mean error, cm", "average"),
    )
    rows: list[tuple[Cell, ...]] = []
    for unit, words, setting in _UNITS:
        most = max((_most_used(line, unit, setting) for line in lines), default=0)
        told = [line for line in lines if line.series(f"iou_by_{unit}")]
        # The end of each: what the run that went furthest used, or what this one might have.
        ends = [min(most, _budget(line, setting)) for line in told]
        for used in sorted({*(point for point in _POINTS if point < most), *ends}):
            for line, end in zip(told, ends, strict=True):
                if used == end or (used in _POINTS and used < end):
                    means = [_at(line, name, unit, used, scale) for name, scale in _MEASURES]
                    count = len(line.series(f"iou_by_{unit}"))
                    rows.append((words, used, *line.cells, count, *means))
    notes = (
        "Replayed from the record: the last accepted map that far, each scene weighing the same, ± "
        "s/√n. An episode that has ended keeps its final map. Before the first submission IoU and "
        "coverage are 0; the error is the mean over scenes with any estimate so far, so it can "
        "grow as maps do. The last number is the most that any episode used.",
    )
    title = "Scores along the way"
    table = Table("spatialscout-progress", title, columns, tuple(rows), notes)
    if not rows:
        return Section(table)
    panels = tuple(
        tuple(
            CurvePanel(
                x_axis=f"{words.capitalize()} used",
                y_axis=_AXES[name],
                curves=tuple(
                    Curve(line.name, points)
                    for line in lines
                    if (points := _curve(line, name, unit, setting, scale))
                ),
                top=None if name == "error_m" else 100.0 if name == "coverage" else None,
            )
            for unit, words, setting in _UNITS
        )
        for name, scale in _MEASURES
    )
    caption = (
        "The map as it stood after so many replies and so many pictures: mean over scenes of IoU "
        "and coverage over all targets, and of the mean error over what was submitted."
    )
    return Section(table, CurveFigure(panels, caption))


def tools_section(lines: Sequence[Line]) -> Section:
    """Figure 6: which tools are called in which part of an episode."""
    columns = (
        *WHO,
        Column("stage", "Part of the episode"),
        Column("calls", "Tool calls", "count"),
        *(Column(name, name.capitalize(), "share") for name in NAMES),
    )
    stages = [f"{100 * k // STAGES}–{100 * (k + 1) // STAGES} %" for k in range(STAGES)]
    rows: list[tuple[Cell, ...]] = []
    panels = []
    for line in lines:
        counts = [_sums(line.series(f"{name}_by_stage")) for name in NAMES]
        totals = [sum(own) for own in zip(*counts, strict=True)]
        if not sum(totals):
            continue
        for k, stage in enumerate(stages):
            shares = [Share(own[k], totals[k]) for own in counts]
            rows.append((*line.cells, stage, totals[k], *shares))
        panels.append(
            MixPanel(
                line.name,
                tuple(
                    tuple(
                        n / total if total else None for n, total in zip(own, totals, strict=True)
                    )
                    for own in counts
                ),
            )
        )
    notes = (
        f"Each episode's replies are cut into {STAGES} equal parts; calls are pooled over "
        "episodes. Observation: capture_image. Movement: set_camera_position, move_camera, "
        "rotate_camera. Mapping: triangulate_observations, submit_positions. Other: questions "
        "about inventory, pose and intrinsics, finishing, and tools that do not exist. Rejected "
        "calls count.",
    )
    table = Table("spatialscout-tools", "Tool calls along the way", columns, tuple(rows), notes)
    if not panels:
        return Section(table)
    figure = MixFigure(
        parts=tuple(name.capitalize() for name in NAMES),
        stages=tuple(str(k + 1) for k in range(STAGES)),
        panels=tuple(panels),
        caption="Which tools are called in which tenth of an episode's replies, pooled over "
        "episodes.",
        x_axis="Tenth of the episode's replies",
        axis="Share of tool calls, %",
    )
    return Section(table, figure)


def cost_section(lines: Sequence[Line], *, published: bool) -> Section:
    """Figure 7: mean IoU of all targets against the cost of a task, and who is on the front."""
    columns = (
        *WHO,
        *((SOURCE,) if published else ()),
        Column("scenes", "Scenes", "count"),
        Column("cost_usd", "Cost per task, US$", "average", digits=2),
        Column("iou", "Mean IoU, %", "average", digits=2),
        Column("front", "On the front"),
    )
    notes = [
        "Cost per task: mean over judged episodes. On the front: no other run of this report maps "
        "better without costing more, or as well for less."
    ]
    known: list[tuple[Line, Mean, Mean]] = []
    for line in lines:
        costs = [outcome.attempt.usage.cost_usd for outcome in line.outcomes]
        told = [cost for cost in costs if cost is not None]
        cost = Mean.of(told) if len(told) == len(costs) else None
        iou = mean_iou(line.outcomes)
        if cost is not None and iou is not None:
            known.append((line, cost, iou))
            if not cost.value > 0:
                notes.append(f"{line.run.name} cost nothing: no logarithmic axis shows it.")
        elif line.run.record.agent.kind == "model":
            notes.append(f"{line.run.name} is left out: its cost is not known.")
    front = pareto([(cost.value, iou.value) for _, cost, iou in known])
    rows: list[tuple[Cell, ...]] = [
        (
            *line.cells,
            *([THIS] if published else []),
            len(line.outcomes),
            cost,
            iou,
            "yes" if k in front else "no",
        )
        for k, (line, cost, iou) in enumerate(known)
    ]
    spots = [
        Spot(line.name, cost.value, iou.value, iou.error)
        for line, cost, iou in known
        if cost.value > 0
    ]
    drawn = len(spots)
    for row in paper.rows("overlap") if published and known else ():
        price = paper.costs().get((row["model"], row["effort"]))
        if price is not None:
            name, iou_all = f"{row['model']} {paper.MARK}", float(row["all_iou"])
            value = Mean(iou_all, None, 80)
            cells = ("", name, row["effort"], "", "published", 80, Mean(price, None, 80), value)
            rows.append((*cells, None))
            spots.append(Spot(name, price, iou_all, hollow=True))
    if published and known:
        notes.append(paper.CAUTION)
    table = Table("spatialscout-cost", "Score and cost", columns, tuple(rows), tuple(notes))
    if not drawn:
        return Section(table)
    ranked = sorted((cost.value, k) for k, (_, cost, _) in enumerate(known) if k in front)
    names = [known[k][0].name for cost, k in ranked if cost > 0]
    figure = SpotFigure(
        spots=tuple(spots),
        front=tuple(names),
        caption="Mean IoU over all targets against the mean cost of a task"
        + ("; the dashed line joins the runs that no other betters." if len(names) > 1 else "."),
        x_axis="Cost per task, US$ (logarithmic)",
        y_axis="Mean IoU, %",
        note=paper.CAUTION if published and len(spots) > drawn else "",
    )
    return Section(table, figure)


def mean_iou(outcomes: Sequence[Outcome]) -> Mean | None:
    """Over all targets of all scenes, percent."""
    found = pooled_ratio([o.iou_sum for o in outcomes], [float(o.targets) for o in outcomes])
    if found is None:
        return None
    return Mean(100 * found.value, None if found.error is None else 100 * found.error, found.n)


def pareto(points: Sequence[tuple[float, float]]) -> set[int]:
    """Indices of (cost, score) that no other point betters: cheaper and no worse, or better and
    no dearer."""
    return {
        i
        for i, (cost, value) in enumerate(points)
        if not any(c <= cost and v >= value and (c < cost or v > value) for c, v in points)
    }


def _budget(line: Line, setting: str) -> int:
    """Replies or pictures that an episode of the run may use."""
    found = line.run.record.settings.get(setting)
    return found if type(found) is int and found > 0 else int(getattr(Settings(), setting))


def _most_used(line: Line, unit: str, setting: str) -> int:
    """Replies or pictures, by any episode of the run that tells it."""
    longest = max((len(own) for own in line.series(f"iou_by_{unit}")), default=0)
    return min(longest, _budget(line, setting))


def _values(line: Line, name: str, unit: str, used: int) -> list[float]:
    """Of each episode that tells it, after ``used`` of a unit."""
    series: list[tuple[Any, ...]] = line.series(f"{name}_by_{unit}")
    standing = [own[min(used, len(own)) - 1] for own in series if own]
    return [value for value in standing if value is not None]


def _at(line: Line, name: str, unit: str, used: int, scale: float) -> Mean | None:
    return Mean.of(scale * value for value in _values(line, name, unit, used))


def _curve(
    line: Line, name: str, unit: str, setting: str, scale: float
) -> tuple[tuple[float, float], ...]:
    points = []
    for used in range(1, _most_used(line, unit, setting) + 1):
        values = _values(line, name, unit, used)
        if values:
            points.append((float(used), scale * math.fsum(values) / len(values)))
    return tuple(points)


def _sums(series: Sequence[Sequence[int]]) -> list[int]:
    return [sum(own[k] for own in series) for k in range(STAGES)]
