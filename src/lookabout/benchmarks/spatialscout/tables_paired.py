"""Every two runs on the scenes that both have mapped, by the scores: success is rare here."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import combinations

from lookabout.benchmarks.spatialscout.tables_lines import Line, Outcome
from lookabout.results.clusters import pooled_difference
from lookabout.results.statistics import MeanDifference, holm
from lookabout.results.tables import HOLM, Cell, Column, Table, differ, pairs_of

OMISSION_COST_M = 5.0
TITLE = "Paired comparison of maps"
_TESTED = ("iou", "loss")
Pair = tuple[Outcome, Outcome]


def paired_table(lines: Sequence[Line]) -> Table:
    """
    Differences of pooled mean IoU, of coverage and of full-scene loss, paired by scene.

    What a run flew several times of a scene is paired in order of the episodes and added up
    first, so that each scene is one sample.
    """
    columns = (
        Column("first_run", "First run"),
        Column("first", "First agent"),
        Column("first_effort", "Effort"),
        Column("first_settings", "Changed settings"),
        Column("second_run", "Second run"),
        Column("second", "Second agent"),
        Column("second_effort", "Effort"),
        Column("second_settings", "Changed settings"),
        Column("scenes", "Shared scenes", "count"),
        Column("iou", "Mean IoU, points", "change", digits=2),
        Column("iou_p", "p (IoU)", "p"),
        Column("iou_p_holm", "p adjusted (IoU)", "p"),
        Column("coverage", "Coverage, points", "change", digits=2),
        Column("loss", f"Loss, m, at λ = {OMISSION_COST_M:g} m", "change", digits=3),
        Column("loss_p", "p (loss)", "p"),
        Column("loss_p_holm", "p adjusted (loss)", "p"),
    )
    found = []
    notes = []
    for one, two in combinations(lines, 2):
        scenes, odd = _scenes(one, two)
        if not scenes:
            if one.run.record.set == two.run.record.set:
                notes.append(f"{one.run.name} and {two.run.name} share no judged scene.")
            continue
        found.append((one, two, len(scenes), _differences(scenes)))
        if odd:
            notes.append(
                f"{one.run.name} and {two.run.name}: {odd} pairs looked different (other scene, "
                "look or engine); read the differences with care."
            )
    tested = {key: _p_values([gaps[key] for *_, gaps in found]) for key in _TESTED}
    rows: list[tuple[Cell, ...]] = []
    for k, (one, two, count, gaps) in enumerate(found):
        rows.append(
            (
                *one.cells,
                *two.cells,
                count,
                gaps["iou"],
                *tested["iou"][k],
                gaps["coverage"],
                gaps["loss"],
                *tested["loss"][k],
            )
        )
    if rows:
        notes.insert(
            0,
            "The first less the second, on scenes that both have judged: mean IoU and coverage "
            "pooled over all targets, loss as the mean over scenes (less is better); ± standard "
            "error over scenes, intervals and p by Student's t, unknown of a single scene. p "
            + HOLM,
        )
    return Table("spatialscout-paired", TITLE, columns, tuple(rows), tuple(notes))


def _scenes(one: Line, two: Line) -> tuple[list[list[Pair]], int]:
    """Pairs of usable verdicts by scene, and how many of them looked different."""
    mine = {id(outcome.attempt): outcome for outcome in one.outcomes}
    theirs = {id(outcome.attempt): outcome for outcome in two.outcomes}
    scenes: dict[str, list[Pair]] = {}
    odd = 0
    for a, b in pairs_of(one.run, two.run):
        first, second = mine.get(id(a)), theirs.get(id(b))
        # Of one scene the targets are the same, unless a record is damaged.
        if first and second and first.targets == second.targets:
            scenes.setdefault(a.scenario_key, []).append((first, second))
            odd += differ(a, b)
    return list(scenes.values()), odd


def _differences(scenes: Sequence[Sequence[Pair]]) -> dict[str, MeanDifference | None]:
    def sums(side: int, value: Callable[[Outcome], float]) -> list[float]:
        return [math.fsum(value(pair[side]) for pair in own) for own in scenes]

    def gap(value: Callable[[Outcome], float], wholes: Sequence[float]) -> MeanDifference | None:
        return pooled_difference(sums(0, value), sums(1, value), wholes, limit=100.0)

    targets = sums(0, lambda o: o.targets)

    def loss(side: int) -> list[float]:
        totals = sums(side, lambda o: o.loss_m(OMISSION_COST_M))
        return [total / len(own) for total, own in zip(totals, scenes, strict=True)]

    return {
        "iou": gap(lambda o: 100 * o.iou_sum, targets),
        "coverage": gap(lambda o: 100.0 * o.submitted, targets),
        "loss": pooled_difference(loss(0), loss(1), [1.0] * len(scenes)),
    }


def _p_values(
    gaps: Sequence[MeanDifference | None],
) -> list[tuple[float | None, float | None]]:
    """(p, p adjusted) of each; unknown ones are no tests and count for none."""
    plain = [None if gap is None else gap.p_value() for gap in gaps]
    adjusted = iter(holm([p for p in plain if p is not None]))
    return [(p, None if p is None else next(adjusted)) for p in plain]
