"""Pooled numbers and their errors, by hand and against what they must equal."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import ttest_rel

from lookabout.results.clusters import (
    pooled_difference,
    pooled_median,
    pooled_ratio,
    pooled_rms,
)
from lookabout.results.statistics import Interval, Mean, MeanDifference


def test_a_ratio_by_hand() -> None:
    """1 of 2 and 3 of 4: R = 2/3, residuals ∓1/3, √(2 · 2/9) / 6 = 1/9."""
    found = pooled_ratio([1.0, 3.0], [2.0, 4.0])
    assert found == Mean(pytest.approx(2 / 3), pytest.approx(1 / 9), 2)


def test_too_few_clusters() -> None:
    assert pooled_ratio([], []) is None
    assert pooled_ratio([0.0], [0.0]) is None
    assert pooled_ratio([1.0], [4.0]) == Mean(0.25, None, 1)
    with pytest.raises(ValueError, match="1 parts of 2"):
        pooled_ratio([1.0], [1.0, 2.0])


@given(st.lists(st.floats(0, 10), min_size=2, max_size=20), st.floats(0.5, 50))
def test_of_equal_clusters_it_is_the_mean_with_its_error(parts: list[float], whole: float) -> None:
    found = pooled_ratio(parts, [whole] * len(parts))
    plain = Mean.of(part / whole for part in parts)
    assert found is not None
    assert plain is not None
    assert found.value == pytest.approx(plain.value)
    assert found.error == pytest.approx(plain.error, abs=1e-9)


def test_its_error_is_near_the_bootstraps() -> None:
    rng = np.random.default_rng(1)
    wholes = rng.integers(35, 41, 80).astype(float)
    parts = wholes * rng.beta(3, 4, 80)
    found = pooled_ratio(parts.tolist(), wholes.tolist())
    assert found is not None
    draws = rng.integers(0, 80, (4000, 80))
    spread = (parts[draws].sum(axis=1) / wholes[draws].sum(axis=1)).std()
    assert found.error == pytest.approx(spread, rel=0.05)


def test_a_difference_by_hand() -> None:
    """Gaps 3 of 2 and 1 of 2: 1 ± √(2 · (1 + 1)) / 4 = ½; t = 2 with one degree of freedom, of
    which Student's distribution is Cauchy's: p = 1 − 2/π · arctan 2, and 97.5 % lie below
    tan(0.475 π)."""
    found = pooled_difference([4.0, 1.5], [1.0, 0.5], [2.0, 2.0])
    assert found == MeanDifference(pytest.approx(1.0), pytest.approx(0.5), 2)
    assert found.p_value() == pytest.approx(1 - 2 / math.pi * math.atan(2))
    half = 0.5 * math.tan(0.475 * math.pi)
    assert found.interval() == Interval(pytest.approx(1 - half), pytest.approx(1 + half))


def test_no_difference_is_certain_and_one_cluster_is_not() -> None:
    same = pooled_difference([0.3, 0.1 + 0.2], [0.3, 0.3], [1.0, 2.0])  # but for rounding
    assert same == MeanDifference(0.0, 0.0, 2)
    assert (same.p_value(), same.interval()) == (1.0, Interval(0.0, 0.0))
    always = pooled_difference([1.0, 1.0], [0.0, 0.0], [1.0, 1.0])
    assert always == MeanDifference(1.0, 0.0, 2)
    assert (always.p_value(), always.interval()) == (0.0, Interval(1.0, 1.0))
    alone = pooled_difference([1.0], [0.0], [4.0])
    assert alone == MeanDifference(0.25, None, 1)
    assert (alone.p_value(), alone.interval()) == (None, None)
    assert pooled_difference([], [], []) is None


@given(
    st.lists(st.tuples(st.floats(0, 30), st.floats(0, 30)), min_size=2, max_size=20),
    st.floats(1, 50),
)
def test_of_equal_clusters_it_is_the_paired_t_test(
    pairs: list[tuple[float, float]], whole: float
) -> None:
    first, second = np.array(pairs).T
    if np.ptp(first - second) < 1e-3:
        return  # scipy's own numbers are rounding alone
    found = pooled_difference(first.tolist(), second.tolist(), [whole] * len(pairs))
    theirs = ttest_rel(first / whole, second / whole)
    assert found is not None
    span, ends = found.interval(), theirs.confidence_interval()
    assert span is not None
    assert found.p_value() == pytest.approx(theirs.pvalue, abs=1e-9)
    assert (span.low, span.high) == pytest.approx((ends.low, ends.high), abs=1e-6)


def test_root_mean_square_by_hand() -> None:
    """3, 4 | 5: squares 25 of 2, 25 of 1; R = 50/3; residuals ∓25/3."""
    found = pooled_rms([[3.0, 4.0], [5.0]])
    root = math.sqrt(50 / 3)
    error = math.sqrt(2 * 2 * (25 / 3) ** 2) / 3
    assert found == Mean(pytest.approx(root), pytest.approx(error / (2 * root)), 2)
    assert pooled_rms([[0.0], [0.0]]) == Mean(0.0, 0.0, 2)
    assert pooled_rms([[2.0, 2.0]]) == Mean(2.0, None, 1)
    assert pooled_rms([[], []]) is None


def test_a_median() -> None:
    assert pooled_median([]) is None
    assert pooled_median([[1.0, 9.0, 2.0]]) == Mean(2.0, None, 1)
    assert pooled_median([[1.0, 2.0], [3.0, 4.0]]).value == 2.5  # type: ignore[union-attr]
    # Both halves lie the same way in each cluster: the share is sure, so is the median.
    assert pooled_median([[1.0, 5.0, 9.0], [1.0, 5.0, 9.0]]) == Mean(5.0, 0.0, 2)


def test_a_medians_error_is_near_the_bootstraps() -> None:
    rng = np.random.default_rng(2)
    clusters = [rng.lognormal(rng.normal(0, 0.5), 1.0, 40) for _ in range(80)]
    found = pooled_median([own.tolist() for own in clusters])
    assert found is not None
    medians = [
        np.median(np.concatenate([clusters[k] for k in rng.integers(0, 80, 80)]))
        for _ in range(1000)
    ]
    assert found.error == pytest.approx(np.std(medians), rel=0.15)
