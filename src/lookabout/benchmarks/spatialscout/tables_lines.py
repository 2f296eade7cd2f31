"""The rows of SpatialScout's tables: a run each, its episodes' verdicts checked."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lookabout.benchmarks.spatialscout.scoring import METRIC_VERSION, THRESHOLDS
from lookabout.benchmarks.spatialscout.settings import Settings
from lookabout.results.clusters import pooled_ratio
from lookabout.results.load import Attempt, Run
from lookabout.results.notes import agent_name
from lookabout.results.statistics import Mean
from lookabout.results.tables import SETTINGS, Cell, Column

WHO = (
    Column("run", "Run"),
    Column("agent", "Agent"),
    Column("effort", "Effort"),
    SETTINGS,
)
"""Effort: of reasoning, as it was asked for."""
SOURCE = Column("source", "Source")
THIS = "this report"
HIT_KEYS = tuple(f"hits_{round(100 * threshold)}" for threshold in THRESHOLDS)
_WORDS = {
    "calls": "{} replies",
    "images": "{} pictures",
    "delivered_size": "pictures of {} pixels",
    "jpeg_quality": "JPEG quality {}",
}


@dataclass(frozen=True)
class Outcome:
    """A verdict whose numbers are whole and agree with each other."""

    attempt: Attempt
    targets: int
    """N"""
    submitted: int
    """M"""
    iou_sum: float
    """Q"""
    hits: tuple[int, ...]
    """H_τ, in order of THRESHOLDS."""
    errors_m: tuple[float, ...]
    """M of them."""

    def loss_m(self, omission_cost_m: float) -> float:
        """(Σ distances + λ (N − M)) / N"""
        missing = self.targets - self.submitted
        return (math.fsum(self.errors_m) + omission_cost_m * missing) / self.targets


@dataclass(frozen=True)
class Line:
    """One row: a run."""

    run: Run
    name: str
    """For figures, unlike any other of the report."""
    outcomes: tuple[Outcome, ...]
    broken: int
    """Judged episodes whose verdict cannot be used."""

    @property
    def cells(self) -> tuple[Cell, ...]:
        """For the columns WHO."""
        return self.run.name, agent_name(self.run), effort(self.run), self.run.variant

    def series(self, key: str) -> list[Any]:
        """A diagnostic of each episode that tells it."""
        found = [outcome.attempt.diagnostics.get(key) for outcome in self.outcomes]
        return [value for value in found if value is not None]


def make_lines(runs: Sequence[Run]) -> list[Line]:
    """In the order of the runs."""
    names = _names(runs)
    lines = []
    for run, name in zip(runs, names, strict=True):
        found = [read_outcome(attempt) for attempt in run.judged]
        kept = tuple(outcome for outcome in found if outcome is not None)
        lines.append(Line(run, name, kept, len(found) - len(kept)))
    return lines


def pooled_coverage(outcomes: Sequence[Outcome]) -> Mean | None:
    """Share of all targets that are mapped, percent."""
    parts = [100.0 * o.submitted for o in outcomes]
    return pooled_ratio(parts, [float(o.targets) for o in outcomes])


def effort(run: Run) -> str:
    """Of reasoning; '' if the agent was asked for none."""
    value = run.record.agent.settings.get("reasoning_effort")
    return value if isinstance(value, str) else ""


def read_outcome(attempt: Attempt) -> Outcome | None:
    """A verdict's numbers; None if they are missing, cannot be, or of another metric version."""
    verdict = attempt.verdict
    n, m = verdict.get("targets"), verdict.get("submitted")
    hits = [verdict.get(key) for key in HIT_KEYS]
    iou_sum, errors = verdict.get("iou_sum"), verdict.get("errors_m")
    if verdict.get("metric_version") != METRIC_VERSION:
        return None
    if type(n) is not int or type(m) is not int or not 0 <= m <= n or n < 1:
        return None
    counts = [hit for hit in hits if type(hit) is int]
    # Strict thresholds rise, so hits fall.
    if len(counts) < len(hits) or not m >= counts[0] >= counts[1] >= counts[2] >= 0:
        return None
    if not isinstance(errors, list) or len(errors) != m:
        return None
    # Each overlap is at most 1, and there are no more than hits above 0.
    if not _number(iou_sum, counts[0]) or not all(_number(error, 1e6) for error in errors):
        return None
    return Outcome(
        attempt, n, m, float(verdict["iou_sum"]), tuple(counts), tuple(map(float, errors))
    )


def broken_notes(lines: Sequence[Line]) -> list[str]:
    """What was left out."""
    return [
        f"{line.run.name}: left out: {line.broken} judged episodes whose verdicts lack numbers, "
        f"contradict themselves, or are not of metric version {METRIC_VERSION}."
        for line in lines
        if line.broken
    ]


def variant(settings: Mapping[str, Any]) -> str:
    """
    In what settings differ from the defaults, in words; '' if in nothing.

    Settings that a record lacks are defaults; such that this version does not know are named
    as they are.
    """
    defaults = Settings().model_dump(mode="json")
    words = []
    for key in sorted(settings):
        value = json.dumps(settings[key], sort_keys=True, ensure_ascii=False)
        if key in defaults and value == json.dumps(defaults[key]):
            continue
        if key == "prompts":
            words.append(f"own prompts {hashlib.sha256(value.encode()).hexdigest()[:8]}")
        elif key in _WORDS:
            words.append(_WORDS[key].format(value))
        else:
            words.append(f"{key} {value}")
    return ", ".join(words)


def _number(value: Any, most: float) -> bool:
    known = isinstance(value, int | float) and not isinstance(value, bool)
    return known and 0 <= value <= most * (1 + 1e-9)


def _names(runs: Sequence[Run]) -> list[str]:
    """Agents, with effort, settings or the run's name as far as they are needed."""
    plain = [agent_name(run) for run in runs]
    fuller = [
        f"{name} ({extra})"
        if (extra := ", ".join(filter(None, (effort(run), run.variant))))
        else name
        for name, run in zip(plain, runs, strict=True)
    ]
    return [
        f"{name} (run {run.name})" if fuller.count(name) > 1 else name
        for name, run in zip(fuller, runs, strict=True)
    ]
