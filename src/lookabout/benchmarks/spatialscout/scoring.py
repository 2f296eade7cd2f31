"""The score of a map (paper §3.2, appendix B.2): a pure function of references and estimates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
METRIC_VERSION = "1"
SMALLEST_SIDE_M = 0.01
THRESHOLDS = (0.0, 0.5, 0.9)
"""Of the intersection over union; a hit is strictly above."""
OMISSION_COSTS_M = (1.0, 2.0, 5.0, 10.0)


@dataclass(frozen=True)
class Reference:
    """A target as it is."""

    identifier: str
    group: str
    """Targets of a group are told apart by nothing but their places."""
    centre: tuple[float, float, float]
    """Of its world-axis box, in the task frame, metres."""
    sides: tuple[float, float, float]
    """Of that box along the world axes, metres."""


@dataclass(frozen=True)
class Score:
    """What a map is worth."""

    targets: int
    """N"""
    submitted: int
    """M"""
    iou_sum: float
    """Q: over the distance assignment."""
    hits: Mapping[float, int]
    """H_τ: over an assignment of its own for each threshold."""
    distances: tuple[float, ...]
    """Of matched estimates, metres, in order of the references."""
    matches: Mapping[str, str]
    """Reference identifier → identifier of the estimate, by the distance assignment."""
    ious: Mapping[str, float]
    """By reference identifier, of the distance assignment."""

    @property
    def matched_estimates(self) -> tuple[str, ...]:
        """Identifiers of the estimates, in the order of ``distances``."""
        return tuple(self.matches.values())

    @property
    def coverage(self) -> float:
        """C = M / N"""
        return self.submitted / self.targets

    @property
    def mean_iou_all(self) -> float:
        """Omissions count as 0."""
        return self.iou_sum / self.targets

    def loss(self, omission_cost_m: float) -> float:
        """(Σ distances + λ (N − M)) / N, metres."""
        missing = self.targets - self.submitted
        return (sum(self.distances) + omission_cost_m * missing) / self.targets


def score(
    references: Sequence[Reference],
    estimates: Mapping[str, Sequence[float]],
    axes: Floats,
) -> Score:
    """
    Match estimates to targets within each group and measure.

    :param references: at least one; identifiers unique.
    :param estimates: by identifier of a reference: centre in the task frame, metres.
    :param axes: (3, 3), R₀: columns are the task frame's axes in world axes.
    :raises ValueError: for an estimate of an identifier that no reference has.
    """
    by_id = {reference.identifier: reference for reference in references}
    unknown = sorted(set(estimates) - set(by_id))
    if unknown or len(by_id) < len(references) or not references:
        raise ValueError(f"estimates do not fit the references: {unknown[:5]}")
    hits = dict.fromkeys(THRESHOLDS, 0)
    matches: dict[str, str] = {}
    ious: dict[str, float] = {}
    distances: dict[str, float] = {}
    for group in sorted({reference.group for reference in references}):
        targets = _ordered([r for r in references if r.group == group])
        names, points = _ordered_estimates(
            {r.identifier: estimates[r.identifier] for r in targets if r.identifier in estimates}
        )
        if not names:
            continue
        distance, iou = _tables(targets, points, axes)
        rows, columns = _assign(distance)
        for row, column in zip(rows, columns, strict=True):
            name = targets[column].identifier
            matches[name] = names[row]
            ious[name] = float(iou[row, column])
            distances[name] = float(distance[row, column])
        for threshold in THRESHOLDS:
            hits[threshold] += most_hits(iou, threshold)
    order = [r.identifier for r in references if r.identifier in distances]
    return Score(
        targets=len(references),
        submitted=len(estimates),
        iou_sum=float(sum(ious[name] for name in order)),
        hits=hits,
        distances=tuple(distances[name] for name in order),
        matches={name: matches[name] for name in order},
        ious={name: ious[name] for name in order},
    )


def overlap(sides: Floats, errors: Floats) -> Floats:
    """
    Intersection over union of boxes with the same boxes moved.

    :param sides: (..., 3), metres; floored at SMALLEST_SIDE_M about the centre.
    :param errors: (..., 3) along the same axes.
    :returns: (...), in [0, 1].
    """
    sides = np.maximum(sides, SMALLEST_SIDE_M)
    common = np.maximum(0.0, sides - np.abs(errors)).prod(axis=-1)
    whole = sides.prod(axis=-1)
    result: Floats = common / (2.0 * whole - common)
    return result


def most_hits(iou: Floats, threshold: float) -> int:
    """
    Hits of the one-to-one assignment with the most of them, then the greatest total overlap.

    :param iou: (estimates, targets).
    """
    above = iou > threshold
    # A hit outweighs all overlaps together, each of which is at most 1.
    weight = above * (min(iou.shape) + 1.0) + iou
    rows, columns = _assign(-weight)
    return int(above[rows, columns].sum())


def _tables(targets: Sequence[Reference], points: Floats, axes: Floats) -> tuple[Floats, Floats]:
    """(distances, overlaps), each (estimates, targets)."""
    centres = np.array([target.centre for target in targets])
    sides = np.array([target.sides for target in targets])
    errors = (points[:, None] - centres[None]) @ axes.T
    return np.linalg.norm(errors, axis=2), overlap(sides[None], errors)


def _ordered(targets: Sequence[Reference]) -> list[Reference]:
    return sorted(targets, key=lambda r: (r.centre, r.sides, r.identifier))


def _ordered_estimates(estimates: Mapping[str, Sequence[float]]) -> tuple[list[str], Floats]:
    """Sorted by place, so that exchanging identifiers within a group changes nothing."""
    order = sorted(estimates, key=lambda name: (*(float(v) for v in estimates[name]), name))
    points = np.array([estimates[name] for name in order], float).reshape(-1, 3)
    return order, points


def _assign(cost: Floats) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment(cost)
    return rows, columns
