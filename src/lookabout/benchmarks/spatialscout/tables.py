"""The paper's tables for any runs: overlap, errors and losses, factors, grounding (tables 3 to 5,
appendix B.2), and how episodes ended and what they took (appendix A)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from lookabout.benchmarks.spatialscout import tables_published as paper
from lookabout.benchmarks.spatialscout.factors import FAILURE, SUCCESS
from lookabout.benchmarks.spatialscout.scoring import OMISSION_COSTS_M, THRESHOLDS
from lookabout.benchmarks.spatialscout.tables_lines import (
    SOURCE,
    THIS,
    WHO,
    Line,
    Outcome,
    broken_notes,
    pooled_coverage,
)
from lookabout.benchmarks.spatialscout.verdict import GOOD_COVERAGE, GOOD_ERROR_M
from lookabout.records import FAILURE_ENDINGS
from lookabout.results.clusters import pooled_median, pooled_ratio, pooled_rms
from lookabout.results.formats import plain
from lookabout.results.statistics import Mean, Share
from lookabout.results.tables import Cell, Column, Table

ENDINGS = ("finished", "no_tool_calls", "calls_spent")
_POOLED = (
    "Pooled over all objects of all scenes; ± is the standard error over scenes (of a ratio of "
    "sums, scenes as clusters), since objects of one scene are no independent samples."
)


def overlap_table(lines: Sequence[Line], *, published: bool) -> Table:
    """Table 3: object-micro overlap, of all targets and of those submitted, in percent."""
    measures = ["Mean IoU", *(f"> {100 * threshold:g} %" for threshold in THRESHOLDS)]
    keys = ["iou", *(f"over_{round(100 * threshold)}" for threshold in THRESHOLDS)]
    columns = (
        *WHO,
        *((SOURCE,) if published else ()),
        Column("scenes", "Scenes", "count"),
        Column("targets", "Targets", "count"),
        Column("submitted", "Submitted", "count"),
        Column("coverage", "Coverage, %", "average", digits=2),
        *(
            Column(f"{part}_{key}", f"{title}: {measure}{', %' if key == 'iou' else ''}",
                   "average", digits=2)
            for part, title in (("all", "All"), ("submitted", "Submitted"))
            for key, measure in zip(keys, measures, strict=True)
        ),
    )  # fmt: skip
    rows: list[tuple[Cell, ...]] = []
    for line in lines:
        own = line.outcomes
        n, m = sum(o.targets for o in own), sum(o.submitted for o in own)
        parts = [[o.iou_sum for o in own]]
        parts += [[float(o.hits[k]) for o in own] for k in range(len(THRESHOLDS))]
        cells = [
            _percent(pooled_ratio(part, whole))
            for whole in ([float(o.targets) for o in own], [float(o.submitted) for o in own])
            for part in parts
        ]
        source = [THIS] if published else []
        rows.append((*line.cells, *source, len(own), n, m, pooled_coverage(own), *cells))
    notes = [
        _POOLED,
        "All: omitted targets count as 0, so each value is coverage times that of the submitted "
        "targets. Hits are those of a one-to-one assignment of their own at each threshold; "
        "mean IoU is that of the assignment with the least total distance.",
        *_scene_notes(lines),
        *broken_notes(lines),
    ]
    if published:
        for row in paper.rows("overlap"):
            values = [
                Mean(float(row[f"{part}_{key.removeprefix('over_')}"]), None, 80)
                for part in ("all", "submitted")
                for key in keys
            ]
            who = (f"{row['model']} {paper.MARK}", row["effort"], "", "published")
            rows.append(("", *who, 80, 3140, None, None, *values))
        notes.append(paper.CAUTION)
    return Table("spatialscout-overlap", "Overlap", columns, tuple(rows), tuple(notes))


def error_table(lines: Sequence[Line], *, published: bool) -> Table:
    """Centre errors of submitted targets, and full-scene losses (section 3.2, appendix B.2)."""
    columns = (
        *WHO,
        *((SOURCE,) if published else ()),
        Column("scenes", "Scenes", "count"),
        Column("mean_error_cm", "Mean error, cm", "average"),
        Column("median_error_cm", "Median error, cm", "average"),
        Column("rms_error_cm", "RMS error, cm", "average"),
        *(
            Column(f"loss_{cost:g}m", f"Loss, m, at λ = {cost:g} m", "average", digits=3)
            for cost in OMISSION_COSTS_M
        ),
        Column("success", "Success", "rate"),
    )
    rows: list[tuple[Cell, ...]] = []
    for line in lines:
        own = line.outcomes
        errors = [[100 * error for error in outcome.errors_m] for outcome in own]
        mean = pooled_ratio([math.fsum(e) for e in errors], [float(len(e)) for e in errors])
        losses = [Mean.of(o.loss_m(cost) for o in own) for cost in OMISSION_COSTS_M]
        rows.append(
            (
                *line.cells,
                *([THIS] if published else []),
                len(own),
                mean,
                pooled_median(errors),
                pooled_rms(errors),
                *losses,
                Share.of((o.attempt.scenario_key, o.attempt.success) for o in own),
            )
        )
    notes = [
        "Errors: distances of submitted estimates from the targets they are matched to, pooled "
        "over objects, ± standard error over scenes (the median's after Woodruff: "
        "from the interval of the share of errors up to the median, read off as errors).",
        "Loss: (sum of distances + λ · omitted targets) / targets of a scene; mean over scenes ± "
        "s/√n.",
        f"Success, as the paper's case studies have it: coverage of at least {GOOD_COVERAGE:.0%} "
        f"and a mean error of at most {100 * GOOD_ERROR_M:g} cm.",
    ]
    if published:
        for row in paper.rows("losses"):
            loss = Mean(float(row["loss_m"]), None, 80)  # nothing is omitted
            who = (f"{row['model']} {paper.MARK}", "", "", "published")
            rows.append(("", *who, 80, None, None, None, *[loss] * len(OMISSION_COSTS_M), None))
        notes.append(paper.CAUTION)
    return Table("spatialscout-errors", "Errors and losses", columns, tuple(rows), tuple(notes))


def factor_table(lines: Sequence[Line], *, published: bool) -> Table:
    """Table 4: what successes and failures have in common, by rules; a column a run."""
    columns = (
        Column("outcome", "Of"),
        Column("factor", "Factor"),
        *(
            Column(f"run{k}_{plain(line.run.name)}", line.name, "part")
            for k, line in enumerate(lines, 1)
        ),
        *((Column("published", f"Four models, xhigh {paper.MARK}", "part"),) if published else ()),
    )
    counts = {row["factor"]: int(row["count"]) for row in paper.rows("factors")}
    totals = {True: paper.SUCCESSES, False: paper.TRAJECTORIES - paper.SUCCESSES}
    rows: list[tuple[Cell, ...]] = []
    for success, names in ((True, SUCCESS), (False, FAILURE)):
        known = [_labels(line, success=success) for line in lines]
        for name, words in names.items():
            shares = [Share(sum(name in labels for labels in own), len(own)) for own in known]
            if published:
                shares.append(Share(counts[name], totals[success]))
            rows.append(("successes" if success else "failures", words, *shares))
    notes = [
        "How many of an agent's successes, or of its failures, have each factor. An episode may "
        "have several, or none. They are told by rules from the trace; the paper's were given by "
        "reading."
    ]
    if published:
        notes.append(
            f"{paper.CAUTION} Of {paper.TRAJECTORIES} episodes {paper.SUCCESSES} were successes."
        )
    shown = any(line.series("factors") for line in lines) or published
    key, title = "spatialscout-factors", "Factors of success and failure"
    return Table(key, title, columns, tuple(rows) if shown else (), tuple(notes))


def _labels(line: Line, *, success: bool) -> list[list[str]]:
    """Factors of each episode that ended so and tells them."""
    return [
        str(o.attempt.diagnostics["factors"]).split()
        for o in line.outcomes
        if o.attempt.success is success and "factors" in o.attempt.diagnostics
    ]


def grounding_table(lines: Sequence[Line], *, published: bool) -> Table:
    """Table 5: how far maps rest on triangulation."""
    columns = (
        *WHO,
        *((SOURCE,) if published else ()),
        Column("scenes", "Scenes", "count"),
        Column("supported", "Estimates with triangulation, %", "average", digits=2),
        Column("warned", "Triangulations with warnings, %", "average", digits=2),
        Column("triangulations", "Triangulations", "average"),
        Column("images", "Pictures", "average", digits=2),
        Column("median_error_cm", "Median error, cm", "average", digits=2),
    )
    rows: list[tuple[Cell, ...]] = []
    for line in lines:
        own = line.outcomes
        rows.append(
            (
                *line.cells,
                *([THIS] if published else []),
                len(own),
                _percent(_told(own, "supported", lambda o: float(o.submitted))),
                _percent(
                    _told(own, "triangulations_warned", lambda o: _count(o, "triangulations"))
                ),
                Mean.of(line.series("triangulations")),
                Mean.of(line.series("images")),
                pooled_median([[100 * e for e in o.errors_m] for o in own]),
            )
        )
    notes = [
        "An estimate has triangulation if it lies within 10 cm of a point that the episode "
        "triangulated before entering it. Shares are pooled, ± standard error over scenes. "
        "Pictures include the first one, which every episode is given."
    ]
    if published:
        for row in paper.rows("grounding"):
            values = [
                Mean(float(row[key]), None, 80)
                for key in ("supported_percent", "warned_percent", "images", "median_error_cm")
            ]
            who = (f"{row['model']} {paper.MARK}", row["effort"], "", "published")
            rows.append(("", *who, 80, *values[:2], None, *values[2:]))
        notes.append(paper.CAUTION)
    return Table("spatialscout-grounding", "Grounding", columns, tuple(rows), tuple(notes))


def effort_table(lines: Sequence[Line]) -> Table:
    """What an episode took, on average."""
    columns = (
        *WHO,
        Column("scenes", "Scenes", "count"),
        Column("replies", "Replies", "average"),
        Column("retries", "Requests repeated", "average"),
        Column("images", "Pictures", "average"),
        Column("tool_calls", "Tool calls", "average"),
        Column("rejected", "Rejected", "average"),
        Column("input_tokens", "Input tokens", "average", digits=0),
        Column("output_tokens", "Output tokens", "average", digits=0),
        Column("cost_usd", "Cost, US$", "average", digits=2),
        Column("wall_s", "Wall time, s", "average", digits=0),
    )
    rows = []
    notes = [
        "Means over judged episodes ± s/√n. Requests repeated: beyond one a reply, after "
        "failures of network or service. Rejected: tool calls that were not carried out."
    ]
    for line in lines:
        own = [outcome.attempt for outcome in line.outcomes]
        tokens = any(a.usage.input_tokens or a.usage.output_tokens for a in own)
        costs = [a.usage.cost_usd for a in own if a.usage.cost_usd is not None]
        rows.append(
            (
                *line.cells,
                len(own),
                Mean.of(a.replies for a in own),
                Mean.of(line.series("retries")),
                Mean.of(line.series("images")),
                Mean.of(line.series("tool_calls")),
                Mean.of(line.series("rejected_calls")),
                Mean.of(a.usage.input_tokens for a in own) if tokens else None,
                Mean.of(a.usage.output_tokens for a in own) if tokens else None,
                Mean.of(costs) if len(costs) == len(own) else None,
                Mean.of(a.wall_s for a in own),
            )
        )
        if tokens and len(costs) < len(own):
            notes.append(
                f"{line.run.name}: {len(own) - len(costs)} of {len(own)} episodes have no cost, so "
                "none is given; 'lookabout report --prices FILE' computes it from tokens."
            )
    return Table("spatialscout-effort", "Effort", columns, tuple(rows), tuple(notes))


def completion_table(lines: Sequence[Line]) -> Table:
    """How attempts ended: completed by which ending, or failed (appendix A)."""
    columns = (
        *WHO,
        Column("planned", "Scenes planned", "count"),
        Column("attempts", "Attempts", "count"),
        *(Column(name, name.replace("_", " ").capitalize(), "share") for name in ENDINGS),
        *(
            Column(name, f"{name.removesuffix('_error').capitalize()} failed", "rate")
            for name in FAILURE_ENDINGS
        ),
        Column("unresolved", "Scenes without verdict", "count"),
    )
    rows = []
    for line in lines:
        attempts, judged = line.run.attempts, line.run.judged
        ends = Counter(a.ending for a in attempts)
        own = Counter(a.ending for a in judged)
        rows.append(
            (
                *line.cells,
                line.run.record.episodes,
                len(attempts),
                *(Share(own[name], len(judged)) for name in ENDINGS),
                *(Share(ends[name], len(attempts)) for name in FAILURE_ENDINGS),
                line.run.unresolved,
            )
        )
    notes = (
        "Endings: shares of the judged episodes. Failures of the agent's program, the model's "
        "service and the simulator: shares of all finished attempts; they are in no score, and "
        "are followed by new attempts.",
    )
    return Table("spatialscout-completion", "Completion", columns, tuple(rows), notes)


def _percent(value: Mean | None) -> Mean | None:
    if value is None:
        return None
    return Mean(100 * value.value, None if value.error is None else 100 * value.error, value.n)


def _told(outcomes: Iterable[Outcome], key: str, whole: Callable[[Outcome], float]) -> Mean | None:
    """A pooled share of a diagnostic, over the episodes that tell it."""
    known = [o for o in outcomes if isinstance(o.attempt.diagnostics.get(key), int)]
    return pooled_ratio([_count(o, key) for o in known], [whole(o) for o in known])


def _count(outcome: Outcome, key: str) -> float:
    return float(outcome.attempt.diagnostics.get(key) or 0)


def _scene_notes(lines: Sequence[Line]) -> list[str]:
    """Where rows are not of the same scenes, or of some scene more than once."""
    scenes = [[o.attempt.scenario_key for o in line.outcomes] for line in lines]
    notes = [
        f"{line.run.name}: {len(own)} episodes of {len(set(own))} scenes; errors take them for "
        "scenes of their own."
        for line, own in zip(lines, scenes, strict=True)
        if len(set(own)) < len(own)
    ]
    together = set[str]().union(*map(set, scenes))
    shared = set(together).intersection(*map(set, scenes))
    if len(shared) < len(together):
        notes.append(
            f"The rows are of different scenes: {len(shared)} of {len(together)} are in all of "
            "them. Compare only what was measured on the same."
        )
    return notes
