"""Statistics of thinking, on courses worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from lookabout.benchmarks.dronecats.think import Course, courses, thinking
from lookabout.results.statistics import Share
from tests.benchmarks.dronecats.made_logs import GO, HOLD, TURN, log, sample, step


def course(closing: list[float], thinks: list[int] = [], sight: str = "") -> Course:  # noqa: B006
    """:param sight: ``x`` where the target is seen; by default always."""
    return Course(
        closing=tuple(closing),
        sight=tuple(c == "x" for c in sight) if sight else (True,) * len(closing),
        thinks=tuple(k in thinks for k in range(len(closing))),
    )


def test_a_course_from_logs() -> None:
    flown = log(
        step({"drone": GO}, [sample(0, 20), sample(0.5, 19), sample(1, 18)]),
        step({"drone": HOLD}, [sample(1.5, 18), sample(2, 18.5)], visible=False),
        step({"drone": TURN}, []),  # shorter than the trace's period
        step({"drone": GO}, [sample(2.5, 16)]),
    )
    assert courses(flown) == [course([2, -0.5, 0, 2.5], [1], "x.xx")]


def test_courses_of_a_fleet_whose_replies_come_in_parts() -> None:
    flown = log(
        step({}, []),  # the commander's reply
        step({"a": GO}, []),  # a pilot's
        step({"b": GO}, [sample(0, 20, drone="a"), sample(0, 9, drone="b")]),
        step({"a": HOLD}, [sample(1, 17, drone="a"), sample(1, 8, drone="b")]),  # b waits
        step({"a": GO, "b": HOLD}, [sample(2, 16, drone="a"), sample(2, 8.5, drone="b")]),
    )
    assert courses(flown) == [course([0, 3, 1], [1]), course([1, -0.5], [1])]


def test_a_drone_without_a_trace() -> None:
    with pytest.raises(ValueError, match="drone"):
        courses(log(step({"drone": GO}, [])))


def test_gain_is_set_against_steps_that_closed_as_fast() -> None:
    # The only step with three others on both sides is the fourth.
    think = course([1, 1, 1, 0, 2, 2, 2], [3])  # 1 before, 2 after
    alike = course([1, 1, 1, 0, 1, 1, 1])  # 1 before, 1 after
    nearly = course([1.1, 1.1, 1.1, 0, 1.5, 1.5, 1.5])  # within 0.1 before, 1.5 after
    other = course([2, 2, 2, 0, 9, 9, 9])  # 2 before: no partner
    gain = thinking([think, alike, nearly, other]).gain
    assert gain is not None
    assert (gain.value, gain.n) == (pytest.approx(2 - 1.25), 1)
    assert thinking([think, other]).gain is None
    second = course([2, 2, 2, 0, 1, 1, 1], [3])  # against other: 1 − 9
    gain = thinking([think, alike, nearly, other, second]).gain
    assert gain is not None
    assert (gain.value, gain.n) == (pytest.approx((0.75 - 8) / 2), 2)


def test_steps_without_a_whole_window_count_for_nothing() -> None:
    found = thinking([course([0, 0, 0, 0, 1, 1], [3]), course([0, 0, 0, 1, 1, 1], [2])])
    assert found.gain is None
    assert found.stall_think == found.stall_other == Share(0, 0)


@pytest.mark.parametrize(
    ("before", "after", "stalled", "broken"),
    [
        ([0.1, 0.1, 0.1], [0.5, 0.5, 0.5], True, True),  # exactly at both limits
        ([0.3, -0.3, 0.0], [1.5, 0.0, 0.0], True, True),  # means count
        ([-0.1, -0.1, -0.1], [0.4, 0.5, 0.5], True, False),
        ([0.11, 0.11, 0.11], [0.5, 0.5, 0.5], False, False),
        ([-0.2, -0.2, -0.2], [0.5, 0.5, 0.5], False, False),  # receding is no stall
    ],
)
def test_stalls(before: list[float], after: list[float], stalled: bool, broken: bool) -> None:
    for thinks in ([3], []):
        found = thinking([course([*before, 0, *after], thinks)])
        mine, other = found.stall_think, found.stall_other
        if not thinks:
            mine, other = other, mine
        assert mine == Share(int(broken), int(stalled))
        assert other == Share(0, 0)


def test_in_sight_again_after_it_was_lost() -> None:
    #                    0123456789
    seen = course([0] * 10, [2, 5], "xx...x...x")
    # Lost at 2, 3, 4 (seen again at 5), and at 6: seen again at 9. The others lack a window.
    found = thinking([seen])
    assert found.again_think == Share(1, 1)
    assert found.again_other == Share(3, 3)
    late = course([0] * 7, [1], "x....x.")  # lost at 1: 2, 3, 4 unseen; at 2 and 3: seen at 5
    found = thinking([late])
    assert (found.again_think, found.again_other) == (Share(0, 1), Share(2, 2))


def test_what_was_never_in_sight_cannot_be_again() -> None:
    found = thinking([course([0] * 6, [1], "..x...")])
    assert found.again_think == found.again_other == Share(0, 0)


def test_against_a_plain_count() -> None:
    rng = np.random.default_rng(5)
    flown = []
    for _ in range(40):
        n = int(rng.integers(0, 30))
        flown.append(
            Course(
                tuple(rng.choice([0.0, 0.05, 0.2, 0.5, 1.0, -0.5], n).tolist()),
                tuple((rng.random(n) < 0.4).tolist()),
                tuple((rng.random(n) < 0.2).tolist()),
            )
        )
    gains, stalls, again = [], {True: [0, 0], False: [0, 0]}, {True: [0, 0], False: [0, 0]}
    moments = [
        (
            c.thinks[k],
            float(np.mean(c.closing[k - 3 : k])),
            float(np.mean(c.closing[k + 1 : k + 4])),
        )
        for c in flown
        for k in range(3, len(c.closing) - 3)
    ]
    for think, before, after in moments:
        if abs(before) <= 0.1 + 1e-6:
            stalls[think][1] += 1
            stalls[think][0] += after >= 0.5 - 1e-6
        others = [b for t, a, b in moments if not t and abs(a - before) <= 0.1 + 1e-6]
        if think and others:
            gains.append(after - np.mean(others))
    for c in flown:
        for k in range(len(c.sight) - 3):
            if not c.sight[k] and any(c.sight[:k]):
                again[c.thinks[k]][1] += 1
                again[c.thinks[k]][0] += any(c.sight[k + 1 : k + 4])
    found = thinking(flown)
    assert found.gain is not None
    assert (found.gain.value, found.gain.n) == (pytest.approx(np.mean(gains)), len(gains))
    assert (found.again_think, found.again_other) == (Share(*again[True]), Share(*again[False]))
    assert (found.stall_think, found.stall_other) == (Share(*stalls[True]), Share(*stalls[False]))
