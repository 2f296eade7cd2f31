import math
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from lookabout.results.clusters import pooled_ratio
from lookabout.results.statistics import Interval, Mean, Paired, Share, holm

counts = st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
cells = st.tuples(*[st.integers(0, 60)] * 4).filter(any)


@pytest.mark.parametrize(
    ("count", "n", "printed"),
    # Rates and errors of the FlySearch paper's tables 2 and 3, whose n it states.
    [
        (158, 400, "39.5 ± 2.4"),
        (165, 400, "41.2 ± 2.5"),
        (168, 400, "42.0 ± 2.5"),
        (67, 200, "33.5 ± 3.3"),
        (91, 200, "45.5 ± 3.5"),
        (104, 200, "52.0 ± 3.5"),
        (61, 200, "30.5 ± 3.3"),
        (3, 200, "1.5 ± 0.9"),
        (5, 200, "2.5 ± 1.1"),
        (74, 111, "66.7 ± 4.5"),
        (0, 400, "0.0 ± 0.0"),
    ],
)
def test_standard_error_as_the_paper_prints_it(count: int, n: int, printed: str) -> None:
    share = Share(count, n)
    assert share.percent is not None
    assert share.standard_error is not None
    assert f"{share.percent:.1f} ± {100 * share.standard_error:.1f}" == printed


def test_standard_error_by_hand() -> None:
    assert Share(1, 4).standard_error == pytest.approx(math.sqrt(3 / 64))
    assert Share(4, 4).standard_error == 0


def test_wilson_by_hand() -> None:
    # Newcombe 1998 (two-sided intervals for the single proportion, table I): 81 of 263,
    # 15 of 148, 0 of 20, 1 of 29.
    for count, n, low, high in [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ]:
        interval = Share(count, n).wilson()
        assert interval.low == pytest.approx(low, abs=5e-5)
        assert interval.high == pytest.approx(high, abs=5e-5)


def test_exact_interval_from_the_same_table() -> None:
    interval = Share(81, 263).exact()
    assert (interval.low, interval.high) == pytest.approx((0.2527, 0.3676), abs=5e-5)
    assert Share(0, 20).exact().low == 0
    assert Share(20, 20).exact().high == 1


@given(counts, st.sampled_from([0.8, 0.95, 0.99]))
def test_intervals_agree_with_scipy(pair: tuple[int, int], level: float) -> None:
    share = Share(*pair)
    test = stats.binomtest(*pair)
    for ours, method in [(share.wilson(level), "wilson"), (share.exact(level), "exact")]:
        theirs = test.proportion_ci(level, method=method)
        assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=1e-9)


@given(counts)
def test_intervals_hold_the_share_and_mirror(pair: tuple[int, int]) -> None:
    count, n = pair
    share, mirror = Share(count, n), Share(n - count, n)
    assert share.value is not None
    for ours, theirs in [(share.wilson(), mirror.wilson()), (share.exact(), mirror.exact())]:
        assert 0 <= ours.low <= share.value <= ours.high <= 1
        assert ours.low == pytest.approx(1 - theirs.high, abs=1e-9)


def test_repetitions_of_a_scenario_by_hand() -> None:
    """Four scenarios flown twice: 2, 1, 0 and 0 successes, 3 of 8 in all."""
    flown = [("a", True), ("b", True), ("c", False), ("d", False)]
    share = Share.of([*flown, ("a", True), ("b", False), ("c", False), ("d", False)])
    assert (share.count, share.n) == (3, 8)
    # Deviations from 2 p = 0.75: 1.25, 0.25, −0.75, −0.75; their squares sum to 2.75.
    # Variance 4/3 · 2.75 / 8² = 0.057292; p(1 − p) = 0.234375.
    assert share.standard_error == pytest.approx(math.sqrt(0.057292), abs=1e-5)
    assert share.worth == pytest.approx(0.234375 / 0.057292, abs=1e-3)  # 4.09 of 8
    mean = pooled_ratio([2, 1, 0, 0], [2, 2, 2, 2])
    assert mean is not None
    assert share.standard_error == pytest.approx(mean.error)


def test_repetitions_that_add_nothing_narrow_nothing() -> None:
    once = [("a", True), ("b", True), ("c", False)]
    share, plain = Share.of(once * 5), Share.of(once)
    assert plain == Share(2, 3)
    assert (share.count, share.n) == (10, 15)
    assert share.standard_error == pytest.approx(plain.standard_error)
    for ours, theirs in ((share.wilson(), plain.wilson()), (share.exact(), plain.exact())):
        assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high))


@pytest.mark.parametrize("success", [True, False])
def test_where_nothing_varies_scenarios_count_not_repetitions(success: bool) -> None:
    share = Share.of([("a", success)] * 3 + [("b", success), ("c", success)])
    assert share.worth == pytest.approx(25 / 11)
    assert share.standard_error == 0
    assert share.wilson() == Share(3 * success, 3, 25 / 11).wilson()
    alone = Share.of([("a", success)] * 9)
    assert alone.worth == 1
    assert Share.of([("a", True), ("a", False)]).worth == 1


def test_repetitions_that_disagree_are_worth_no_more_than_all() -> None:
    share = Share.of([("a", True), ("a", False), ("b", True), ("b", False)])
    assert share.samples == share.n == 4
    assert Share.of([]) == Share(0, 0)


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.booleans()), min_size=1, max_size=30))
def test_repetitions_never_narrow_an_interval_below_independent_ones(
    outcomes: list[tuple[str, bool]],
) -> None:
    share = Share.of(outcomes)
    plain = Share(share.count, share.n)
    assert 1 <= share.samples <= share.n
    for ours, theirs in ((share.wilson(), plain.wilson()), (share.exact(), plain.exact())):
        assert ours.low <= theirs.low + 1e-9
        assert ours.high >= theirs.high - 1e-9


def test_nothing_is_known_of_nothing() -> None:
    share = Share(0, 0)
    assert share.value is share.percent is share.standard_error is None
    assert share.wilson() == share.exact() == Interval(0, 1)


@pytest.mark.parametrize(("count", "n"), [(-1, 3), (4, 3), (0, -1)])
def test_impossible_shares_are_refused(count: int, n: int) -> None:
    with pytest.raises(ValueError, match="no share"):
        Share(count, n)


def test_paired_counts() -> None:
    outcomes = [(True, True), (True, False), (True, False), (False, True)]
    paired = Paired.of((str(i), *pair) for i, pair in enumerate(outcomes))
    assert paired == Paired(both=1, only_first=2, only_second=1, neither=0)
    assert paired.n == 4
    assert paired.first == Share(3, 4)
    assert paired.second == Share(2, 4)
    assert paired.difference == 0.25


def test_mcnemar_by_hand() -> None:
    # 1 against 7: twice (C(8,0) + C(8,1)) / 2^8.
    assert Paired(1, 1, 7, 12).p_value() == pytest.approx(2 * 9 / 256)
    assert Paired(5, 0, 0, 5).p_value() == 1
    assert Paired(0, 3, 3, 0).p_value() == 1
    assert Paired(0, 0, 10, 0).p_value() == pytest.approx(2 / 1024)
    assert Paired(0, 0, 0, 0).p_value() == 1


@given(cells)
def test_mcnemar_agrees_with_scipy(four: tuple[int, int, int, int]) -> None:
    paired = Paired(*four)
    if paired.only_first + paired.only_second:
        theirs = stats.binomtest(paired.only_first, paired.only_first + paired.only_second)
        assert paired.p_value() == pytest.approx(theirs.pvalue)


def test_newcombe_published_example() -> None:
    # Airway responsiveness before and after treatment (1, 1, 7, 12), as worked by
    # Fagerland, Lydersen and Laake 2014.
    interval = Paired(1, 1, 7, 12).interval()
    assert interval.low == pytest.approx(-0.507, abs=5e-4)
    assert interval.high == pytest.approx(-0.026, abs=5e-4)


@given(cells)
def test_newcombe_holds_the_difference_and_mirrors(four: tuple[int, int, int, int]) -> None:
    both, first, second, neither = four
    paired, mirror = Paired(*four), Paired(both, second, first, neither)
    assert paired.difference is not None
    ours, theirs = paired.interval(), mirror.interval()
    assert -1 <= ours.low <= paired.difference + 1e-12
    assert paired.difference - 1e-12 <= ours.high <= 1
    assert (ours.low, ours.high) == pytest.approx((-theirs.high, -theirs.low), abs=1e-9)


def test_newcombe_covers_as_it_should() -> None:
    # All tables of 25 pairs, weighed by their chance under a known truth.
    chances = {"both": 0.3, "first": 0.25, "second": 0.1, "neither": 0.35}
    n, truth, covered = 25, 0.15, 0.0
    for a in range(n + 1):
        for b in range(n + 1 - a):
            for c in range(n + 1 - a - b):
                d = n - a - b - c
                interval = Paired(a, b, c, d).interval()
                if interval.low <= truth <= interval.high:
                    covered += stats.multinomial.pmf([a, b, c, d], n, list(chances.values()))
    assert 0.93 < covered < 0.985


flown = st.lists(st.tuples(st.sampled_from("abcdef"), st.booleans(), st.booleans()), min_size=1)


@given(flown)
def test_repeats_go_by_all_choices_of_signs(outcomes: list[tuple[str, bool, bool]]) -> None:
    leads: dict[str, int] = {}
    for scenario, first, second in outcomes:
        leads[scenario] = leads.get(scenario, 0) + first - second
    total = abs(sum(leads.values()))
    sums = [
        sum(sign * lead for sign, lead in zip(signs, leads.values(), strict=True))
        for signs in product((-1, 1), repeat=len(leads))
    ]
    expected = sum(abs(s) >= total for s in sums) / len(sums)
    assert Paired.of(outcomes).p_value() == pytest.approx(expected)


@given(
    st.lists(st.tuples(st.booleans(), st.booleans()), min_size=2, max_size=20), st.integers(2, 4)
)
def test_the_same_pairs_again_add_nothing(pairs: list[tuple[bool, bool]], times: int) -> None:
    once = Paired.of((str(i), *pair) for i, pair in enumerate(pairs))
    again = Paired.of((str(i), *pair) for i, pair in enumerate(pairs) for _ in range(times))
    assert again.n == times * once.n
    assert again.difference == once.difference
    assert again.p_value() == pytest.approx(once.p_value())
    ours, theirs = again.interval(), once.interval()
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high))


def test_what_repeated_pairs_are_worth_by_hand() -> None:
    # Three scenarios flown twice: leads 2, 1, 0 of 6 pairs, mean 1/2. Variance of one pair
    # 3/6 - 1/4 = 1/4; over scenarios 3/2 ((2 - 1)² + 0 + (0 - 1)²) / 36 = 1/12; worth 3.
    flown = [("a", True, False)] * 2 + [("b", True, False), ("b", True, True)]
    paired = Paired.of(flown + [("c", False, False)] * 2)
    assert paired == Paired(1, 3, 0, 2, leads=(2, 1, 0), worth=pytest.approx(3.0))
    # The signs of 2 and 1: only ++ and -- add up to 3 either way.
    assert paired.p_value() == pytest.approx(0.5)
    # One scenario is one sample, and outcomes that cancel within scenarios are all of worth.
    assert Paired.of([("a", True, False)] * 5).worth == pytest.approx(1.0)
    crossed = [(s, *pair) for s in "ab" for pair in ((True, False), (False, True))]
    assert Paired.of(crossed).worth == 4.0
    assert Paired.of(crossed).p_value() == 1.0


def test_mean_by_hand() -> None:
    # Deviations -2, 0, 2: variance 8 / 2, error √(4 / 3).
    assert Mean.of([1, 3, 5]) == Mean(3.0, math.sqrt(4 / 3), 3)
    assert Mean.of([7]) == Mean(7.0, None, 1)
    assert Mean.of([]) is None


@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=30))
def test_mean_agrees_with_scipy(values: list[float]) -> None:
    mean = Mean.of(values)
    assert mean is not None
    assert mean.value == pytest.approx(sum(values) / len(values), abs=1e-6)
    assert mean.error == pytest.approx(float(stats.sem(values)), rel=1e-6, abs=1e-6)


def test_no_pairs() -> None:
    assert Paired(0, 0, 0, 0).interval() == Interval(-1, 1)
    assert Paired(0, 0, 0, 0).difference is None


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.5, 0.9]) == pytest.approx([1.0, 1.0])
    assert holm([]) == []
