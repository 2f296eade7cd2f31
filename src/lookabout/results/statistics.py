"""Statistics of success: shares with errors and intervals; means; paired comparisons.

Every function is closed form or exact; nothing is drawn at random.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

LEVEL = 0.95
"""Confidence of every interval in tables and charts."""


@dataclass(frozen=True)
class Interval:
    """A confidence interval, both ends in the unit of what it is about."""

    low: float
    high: float


@dataclass(frozen=True)
class Share:
    """``count`` of ``n``. With n = 0 nothing is known: no value, and intervals span all."""

    count: int
    n: int
    worth: float | None = None
    """How many independent samples the ``n`` are worth, by which errors and intervals go; None:
    all ``n``."""

    @classmethod
    def of(cls, outcomes: Iterable[tuple[str, bool]]) -> Share:
        """
        From (scenario, outcome) pairs, one an episode.

        Episodes on one scenario are no independent samples of scenarios, so the variance of
        the share is the linearised one over scenarios (Cochran 1977, chapter 6), and the
        episodes are worth as many samples as would have that variance (Korn and Graubard 1998):
        no more than there are episodes, and no fewer than if each scenario's were all alike,
        n²/Σmᵢ² (Kish 1965), which is also the answer where nothing varies.
        """
        groups: dict[str, list[bool]] = {}
        for scenario, outcome in outcomes:
            groups.setdefault(scenario, []).append(outcome)
        wins = [sum(group) for group in groups.values()]
        sizes = [len(group) for group in groups.values()]
        count, n = sum(wins), sum(sizes)
        p = count / n if n else 0.0
        return cls(count, n, _worth(wins, sizes, p * (1 - p)))

    @property
    def samples(self) -> float:
        """``worth``, or all."""
        return self.n if self.worth is None else self.worth

    def __post_init__(self) -> None:
        if not 0 <= self.count <= self.n:
            raise ValueError(f"no share: {self.count} of {self.n}")

    @property
    def value(self) -> float | None:
        """The share, in [0, 1]."""
        return self.count / self.n if self.n else None

    @property
    def percent(self) -> float | None:
        """The share in percent; divided last, so that 165 of 400 is exactly 41.25."""
        return 100 * self.count / self.n if self.n else None

    @property
    def standard_error(self) -> float | None:
        """√(p(1−p)/n), as the FlySearch paper prints it (table 2); 0 at p = 0 and p = 1."""
        if not self.n:
            return None
        p = self.count / self.n
        return math.sqrt(p * (1 - p) / self.samples)

    def wilson(self, level: float = LEVEL) -> Interval:
        """Wilson's score interval (Wilson 1927), without continuity correction."""
        if not self.n:
            return Interval(0.0, 1.0)
        z, n, p = _z(level), self.samples, self.count / self.n
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        # At the ends the formula gives exactly 0 or 1, but for rounding.
        low = 0.0 if self.count == 0 else max(0.0, middle - half)
        high = 1.0 if self.count == self.n else min(1.0, middle + half)
        return Interval(low, high)

    def exact(self, level: float = LEVEL) -> Interval:
        """The exact binomial interval (Clopper and Pearson 1934)."""
        if not self.n:
            return Interval(0.0, 1.0)
        from scipy.special import betaincinv

        tail, n = (1 - level) / 2, self.samples
        k = self.count * n / self.n
        low = float(betaincinv(k, n - k + 1, tail)) if self.count else 0.0
        high = float(betaincinv(k + 1, n - k, 1 - tail)) if self.count < self.n else 1.0
        return Interval(low, high)


@dataclass(frozen=True)
class Mean:
    """A mean of ``n`` values with its standard error s/√n; unknown below two values."""

    value: float
    error: float | None
    n: int

    @classmethod
    def of(cls, values: Iterable[float]) -> Mean | None:
        """None of nothing."""
        known = list(values)
        n = len(known)
        if not n:
            return None
        value = math.fsum(known) / n
        if n == 1:
            return cls(value, None, n)
        variance = math.fsum((v - value) ** 2 for v in known) / (n - 1)
        return cls(value, math.sqrt(variance / n), n)


@dataclass(frozen=True)
class Paired:
    """Two runs on the same scenarios, counted by which of them succeeded."""

    both: int
    only_first: int
    only_second: int
    neither: int
    leads: tuple[int, ...] | None = None
    """Where scenarios were flown several times: of each, how often the first alone succeeded
    less how often the second alone did. None: once each."""
    worth: float | None = None
    """How many independent pairs the ``n`` are worth, by which the interval goes; None: all."""

    @classmethod
    def of(cls, outcomes: Iterable[tuple[str, bool, bool]]) -> Paired:
        """
        From (scenario, first succeeded, second succeeded), one for each pair of episodes.

        Pairs on one scenario are no independent samples; what they are worth is told from the
        variance of the difference over scenarios, as :meth:`Share.of` tells it of a share.
        """
        scenarios: dict[str, list[tuple[bool, bool]]] = {}
        for scenario, *pair in outcomes:
            scenarios.setdefault(scenario, []).append((pair[0], pair[1]))
        pairs = [pair for own in scenarios.values() for pair in own]
        counts = (
            sum(a and b for a, b in pairs),
            sum(a and not b for a, b in pairs),
            sum(b and not a for a, b in pairs),
            sum(not a and not b for a, b in pairs),
        )
        n = len(pairs)
        if len(scenarios) == n:
            return cls(*counts)
        sizes = [len(own) for own in scenarios.values()]
        leads = [sum(a - b for a, b in own) for own in scenarios.values()]
        alone = (counts[1] + counts[2]) / n - (sum(leads) / n) ** 2
        return cls(*counts, tuple(leads), _worth(leads, sizes, alone) or float(n))

    @property
    def n(self) -> int:
        """Pairs: scenarios, unless some were flown several times."""
        return self.both + self.only_first + self.only_second + self.neither

    @property
    def first(self) -> Share:
        """Successes of the first run on the shared scenarios."""
        return Share(self.both + self.only_first, self.n, self.worth)

    @property
    def second(self) -> Share:
        """Successes of the second run on the shared scenarios."""
        return Share(self.both + self.only_second, self.n, self.worth)

    @property
    def difference(self) -> float | None:
        """Success rate of the first less that of the second, in [−1, 1]."""
        return (self.only_first - self.only_second) / self.n if self.n else None

    def p_value(self) -> float:
        """
        Two-sided exact McNemar test: twice the smaller binomial tail of the scenarios on
        which the runs disagree, at most 1.

        Where scenarios were flown several times, the exact sign test on what each scenario adds
        up to: either run may have got either's outcomes of a scenario, all of them at once. With
        one pair a scenario that is McNemar's.
        """
        if self.leads is not None:
            return _sign_test(self.leads)
        disagreements = self.only_first + self.only_second
        if not disagreements:
            return 1.0
        from scipy.special import bdtr

        smaller = min(self.only_first, self.only_second)
        return min(1.0, 2 * float(bdtr(smaller, disagreements, 0.5)))

    def interval(self, level: float = LEVEL) -> Interval:
        """
        Interval of the difference: Newcombe's hybrid score method with corrected φ
        (method 10 of Newcombe 1998, *Statistics in Medicine* 17:2635).
        """
        if not self.n:
            return Interval(-1.0, 1.0)
        p1, p2 = self.first.count / self.n, self.second.count / self.n
        w1, w2 = self.first.wilson(level), self.second.wilson(level)
        phi = self._phi()
        down1, up1 = p1 - w1.low, w1.high - p1
        down2, up2 = p2 - w2.low, w2.high - p2
        below = math.sqrt(max(0.0, down1**2 - 2 * phi * down1 * up2 + up2**2))
        above = math.sqrt(max(0.0, up1**2 - 2 * phi * up1 * down2 + down2**2))
        return Interval(max(-1.0, p1 - p2 - below), min(1.0, p1 - p2 + above))

    def _phi(self) -> float:
        margins = self.first.count * self.second.count
        margins *= (self.n - self.first.count) * (self.n - self.second.count)
        if not margins:
            return 0.0
        numerator = float(self.both * self.neither - self.only_first * self.only_second)
        if numerator > 0:
            # The correction is for the size of the sample: n²/2n.
            numerator = max(numerator - self.n**2 / (2 * self.first.samples), 0.0)
        return numerator / math.sqrt(margins)


@dataclass(frozen=True)
class MeanDifference:
    """A difference of two means or ratios, paired by ``n`` independent samples."""

    value: float
    error: float | None
    """Standard error; unknown below two samples."""
    n: int
    limit: float = math.inf
    """No difference can be greater, either way."""

    def interval(self, level: float = LEVEL) -> Interval | None:
        """By Student's t with n − 1 degrees of freedom, within the limit; None where the error is
        unknown."""
        if self.error is None:
            return None
        from scipy.special import stdtrit

        half = float(stdtrit(self.n - 1, (1 + level) / 2)) * self.error
        return Interval(max(self.value - half, -self.limit), min(self.value + half, self.limit))

    def p_value(self) -> float | None:
        """
        Two-sided t-test; None where the error is unknown.

        Without any error it is 1 of no difference, and 0 of one that all samples agree on.
        """
        if self.error is None:
            return None
        if not self.error:
            return 0.0 if self.value else 1.0
        from scipy.special import stdtr

        return min(1.0, 2 * float(stdtr(self.n - 1, -abs(self.value) / self.error)))


def holm(p_values: Sequence[float]) -> list[float]:
    """The p-values adjusted for their number (Holm 1979), in the order given."""
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    adjusted = [0.0] * len(p_values)
    running = 0.0
    for rank, i in enumerate(order):
        running = max(running, min(1.0, (len(p_values) - rank) * p_values[i]))
        adjusted[i] = running
    return adjusted


def _worth(sums: Sequence[int], sizes: Sequence[int], alone: float) -> float | None:
    """
    How many independent samples those of clusters are worth, by the linearised variance of their
    mean over clusters; None: all of them.

    :param sums: of each cluster's samples.
    :param sizes: how many samples each has.
    :param alone: variance of one sample.
    """
    n, drawn = sum(sizes), len(sizes)
    if drawn == n:
        return None
    least, mean = n * n / sum(m * m for m in sizes), sum(sums) / n
    if drawn == 1 or alone <= 0:
        return least
    spread = math.fsum((s - mean * m) ** 2 for s, m in zip(sums, sizes, strict=True))
    if not spread:
        return None
    variance = drawn / (drawn - 1) * spread / n**2
    return min(max(alone / variance, least), n)


def _sign_test(leads: Sequence[int]) -> float:
    """Share of all choices of signs with which the leads add up to as much as they do, or more,
    either way (Fisher's randomisation test)."""
    import numpy as np

    total = abs(sum(leads))
    reach = sum(map(abs, leads))
    chances = np.zeros(2 * reach + 1)  # of each sum from −reach
    chances[reach] = 1.0
    for lead in filter(None, map(abs, leads)):
        # No sum so far goes beyond what has been rolled through, so nothing wraps round.
        chances = (np.roll(chances, lead) + np.roll(chances, -lead)) / 2
    return min(1.0, float(chances[: reach - total + 1].sum() + chances[reach + total :].sum()))


def _z(level: float) -> float:
    return NormalDist().inv_cdf((1 + level) / 2)
