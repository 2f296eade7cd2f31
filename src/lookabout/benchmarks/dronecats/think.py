"""What thinking was good for, told from the logs of one agent's episodes (paper §5.6).

Observation within runs, no ablation: steps that think are set beside steps that do not. The
paper does not give its windows and limits; these are ours.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from lookabout.benchmarks.dronecats.actions import Think, action_of
from lookabout.benchmarks.dronecats.log import Log
from lookabout.results.statistics import Mean, Share

WINDOW = 3
"""Steps before and after the step in question."""
MATCH_M = 0.1
"""Metres a step: steps that closed as fast before, to within this, are alike."""
STALLED_M = 0.1
"""Metres a step: who closed or lost no more than this, on average before, has stalled."""
BROKEN_M = 0.5
"""Metres a step: who closes at least this, on average afterwards, has broken the stall."""


@dataclass(frozen=True)
class Course:
    """How one drone fared, command by command; three series of one length."""

    closing: tuple[float, ...]
    """Metres by which it came nearer to the target until its next command."""
    sight: tuple[bool, ...]
    """The target was in sight at the observation."""
    thinks: tuple[bool, ...]
    """The command was ``think``."""


@dataclass(frozen=True)
class Thinking:
    """Of one agent."""

    gain: Mean | None
    """Metres a step: mean closing rate in the steps after a think, less that after the other
    steps that had closed as fast before; over the thinks that have such partners."""
    stall_think: Share
    """Stalls that broke after a think."""
    stall_other: Share
    """Stalls that broke after another step."""
    again_think: Share
    """Thinks with the target lost, after which it was soon in sight again."""
    again_other: Share


def courses(log: Log) -> list[Course]:
    """One a drone, in the drones' order. :raises ValueError: for a drone without a trace."""
    return [_course(log, name) for name in log.drones]


def _course(log: Log, name: str) -> Course:
    """
    The distance at an observation is that of the last sample before it. A step without a
    command for the drone belongs to its command before.
    """
    samples = [[item.distance_m for item in step.trace if item.drone == name] for step in log.steps]
    here = next((distance for own in samples for distance in own), None)
    if here is None:
        raise ValueError(f"the trace has no sample of {name}")
    distances, sight, thinks = [here], [], []
    for step, own in zip(log.steps, samples, strict=True):
        here = own[-1] if own else here
        for command in step.commands:
            if command.drone == name:
                distances.append(here)
                sight.append(command.visible)
                thinks.append(isinstance(action_of(command.action), Think))
        distances[-1] = here
    return Course(
        closing=tuple(before - after for before, after in pairwise(distances)),
        sight=tuple(sight),
        thinks=tuple(thinks),
    )


def thinking(flown: Sequence[Course]) -> Thinking:
    """
    Compare thinks with other steps. Only steps with a whole window on both sides count (for
    sight: after them), so that the ends of episodes weigh nothing.
    """
    moments = [moment for course in flown for moment in _moments(course)]
    stalls = [moment for moment in moments if abs(moment.before) <= STALLED_M]
    lost = [found for course in flown for found in _lost(course)]
    return Thinking(
        gain=Mean.of(_gains(moments)),
        stall_think=_share([m.after >= BROKEN_M for m in stalls if m.think]),
        stall_other=_share([m.after >= BROKEN_M for m in stalls if not m.think]),
        again_think=_share([again for think, again in lost if think]),
        again_other=_share([again for think, again in lost if not think]),
    )


@dataclass(frozen=True)
class _Moment:
    think: bool
    before: float
    """Mean closing rate of the steps before."""
    after: float
    """And of those after."""


def _moments(course: Course) -> Iterator[_Moment]:
    for k in range(WINDOW, len(course.closing) - WINDOW):
        # Rounded, so that a tenth of a metre a step is one.
        before = round(sum(course.closing[k - WINDOW : k]) / WINDOW, 9)
        after = round(sum(course.closing[k + 1 : k + 1 + WINDOW]) / WINDOW, 9)
        yield _Moment(course.thinks[k], before, after)


def _gains(moments: Sequence[_Moment]) -> Iterator[float]:
    others = sorted((m.before, m.after) for m in moments if not m.think)
    rates = [before for before, _ in others]
    sums = [0.0, *accumulate(after for _, after in others)]
    for moment in moments:
        if moment.think:
            low = bisect_left(rates, round(moment.before - MATCH_M, 9))
            high = bisect_right(rates, round(moment.before + MATCH_M, 9))
            if high > low:
                yield moment.after - (sums[high] - sums[low]) / (high - low)


def _lost(course: Course) -> Iterator[tuple[bool, bool]]:
    """Steps with the target out of sight that had been in sight: (think, soon in sight again)."""
    seen = False
    for k in range(len(course.sight) - WINDOW):
        seen = seen or course.sight[k]
        if seen and not course.sight[k]:
            yield course.thinks[k], any(course.sight[k + 1 : k + 1 + WINDOW])


def _share(found: Sequence[bool]) -> Share:
    return Share(sum(found), len(found))
