"""Numbers pooled over objects whose scenes are what was drawn: errors are those over scenes.

Objects of one scene share views, light and the agent's mistakes, so they are no independent
samples. Every function is closed form; nothing is drawn at random.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from statistics import NormalDist, median

from lookabout.results.statistics import LEVEL, Mean, MeanDifference

_SAME = 1e-9


def pooled_ratio(parts: Sequence[float], wholes: Sequence[float]) -> Mean | None:
    """
    Σ parts / Σ wholes, one of each a cluster.

    The standard error is the linearised one of a ratio of two sums over clusters,
    √(n/(n−1) · Σ(pᵢ − R wᵢ)²) / Σ wᵢ (Cochran 1977, *Sampling Techniques*, chapter 6); unknown
    below two clusters.

    :returns: None if the wholes are nothing.
    """
    if len(parts) != len(wholes):
        raise ValueError(f"{len(parts)} parts of {len(wholes)} wholes")
    total = math.fsum(wholes)
    n = len(wholes)
    if not total > 0:
        return None
    ratio = math.fsum(parts) / total
    if n == 1:
        return Mean(ratio, None, n)
    spread = math.fsum((p - ratio * w) ** 2 for p, w in zip(parts, wholes, strict=True))
    return Mean(ratio, math.sqrt(n / (n - 1) * spread) / total, n)


def pooled_difference(
    first: Sequence[float],
    second: Sequence[float],
    wholes: Sequence[float],
    limit: float = math.inf,
) -> MeanDifference | None:
    """
    Σ (first − second) / Σ wholes, one of each a cluster, errors as of :func:`pooled_ratio`.

    :param limit: no difference can be greater.
    :returns: None if the wholes are nothing.
    """
    gaps = [a - b for a, b in zip(first, second, strict=True)]
    # What differs by rounding alone is the same.
    gaps = [gap if abs(gap) > _SAME else 0.0 for gap in gaps]
    found = pooled_ratio(gaps, wholes)
    return None if found is None else MeanDifference(found.value, found.error, found.n, limit)


def pooled_rms(clusters: Sequence[Sequence[float]]) -> Mean | None:
    """Root mean square of all values; the error of the mean square by :func:`pooled_ratio`."""
    squares = [math.fsum(value * value for value in own) for own in clusters]
    mean = pooled_ratio(squares, [len(own) for own in clusters])
    if mean is None:
        return None
    root = math.sqrt(mean.value)
    if mean.error is None:
        return Mean(root, None, mean.n)
    return Mean(root, mean.error / (2 * root) if root else 0.0, mean.n)


def pooled_median(clusters: Sequence[Sequence[float]]) -> Mean | None:
    """
    Median of all values.

    Its error is half the length of Woodruff's interval over the normal quantile: the interval
    of the share of values up to the median, read off as values (Woodruff 1952, *JASA* 47:635).
    """
    ordered = sorted(value for own in clusters for value in own)
    if not ordered:
        return None
    middle = median(ordered)
    below = [bisect_right(sorted(own), middle) for own in clusters]
    share = pooled_ratio(below, [len(own) for own in clusters])
    if share is None or share.error is None:
        return Mean(middle, None, len(clusters))
    z = NormalDist().inv_cdf((1 + LEVEL) / 2)
    ends = (_quantile(ordered, 0.5 - z * share.error), _quantile(ordered, 0.5 + z * share.error))
    return Mean(middle, (ends[1] - ends[0]) / (2 * z), len(clusters))


def _quantile(ordered: Sequence[float], share: float) -> float:
    """The least value up to which at least that share lies; the ends beyond 0 and 1."""
    index = math.ceil(share * len(ordered)) - 1
    return ordered[min(max(index, 0), len(ordered) - 1)]
