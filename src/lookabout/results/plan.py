"""Which episodes of a report carry their steps, which their pictures, and how large.

A page with every word and picture of 10,000 episodes opens in no browser. Episodes are
therefore put in an order, failures before successes four to one, each evenly spread over
the run, and carry what budgets allow. Nothing is drawn at random.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from lookabout.results.files import MEGABYTE, UnusableError
from lookabout.results.load import Attempt, Run, read_steps
from lookabout.results.pictures import SIZES, Size, encode

TEXT_BUDGET = 24 * MEGABYTE
"""Of ``steps.jsonl`` files whose words go into the page, bytes, elements included."""
STEP_BYTES = 2000
"""What a step's elements cost a browser on top of its words, as bytes of words."""
PICTURE_BUDGET = 24 * MEGABYTE
"""Of pictures in the page, bytes before they become text."""
_SAMPLE = 8

Key = tuple[int, int]
"""An episode of a report: (index of its run, index in the run)."""


@dataclass(frozen=True)
class Plan:
    """What a report's page carries."""

    episodes: int
    """All that are listed."""
    with_steps: frozenset[Key]
    with_pictures: frozenset[Key]
    """A part of those with steps."""
    has_pictures: bool
    """Whether there are any; judged by a sample."""
    size: Size


def make_plan(runs: Sequence[Run]) -> Plan:
    """Decide for runs as they were loaded; reads the pictures of a few episodes."""
    attempts = {(r, e.index): e.counted for r, run in enumerate(runs) for e in run.episodes}
    order = _order(attempts)
    with_steps = _within(order, [_text_bytes(attempts[key]) for key in order], TEXT_BUDGET)
    sample = [(runs[key[0]], attempts[key]) for key in with_steps[:_SAMPLE]]
    means, frames_per_reply = _measure(sample)
    size, with_pictures = SIZES[0], with_steps
    if frames_per_reply:
        for size in SIZES:
            mean = means[size] * frames_per_reply
            costs = [mean * attempts[key].replies for key in with_steps]
            with_pictures = _within(with_steps, costs, PICTURE_BUDGET)
            if len(with_pictures) == len(with_steps):
                break
    return Plan(
        episodes=len(order),
        with_steps=frozenset(with_steps),
        with_pictures=frozenset(with_pictures),
        has_pictures=frames_per_reply > 0,
        size=size,
    )


def frames_of(run: Run, attempt: Attempt) -> list[Path]:
    """The pictures that an attempt's steps name; they may not exist."""
    steps, _ = read_steps(run, attempt)
    return [attempt.folder / part["image"] for s in steps for part in s.shown if "image" in part]


def _order(attempts: Mapping[Key, Attempt]) -> list[Key]:
    failures: list[Key] = []
    successes: list[Key] = []
    # By episode before run, so that a scenario is chosen for all agents together.
    for key in sorted(attempts, key=lambda key: (_spread(key[1]), key[0])):
        (successes if attempts[key].success else failures).append(key)
    order: list[Key] = []
    for i in range(max(-(-len(failures) // 4), len(successes))):
        order += [*failures[4 * i : 4 * i + 4], *successes[i : i + 1]]
    return order


def _spread(index: int) -> float:
    """Van der Corput's sequence: indices sorted by it are spread evenly, however few are kept."""
    value, unit = 0.0, 0.5
    while index:
        value += unit * (index & 1)
        index, unit = index >> 1, unit / 2
    return value


def _within(order: Sequence[Key], costs: Sequence[float], budget: float) -> list[Key]:
    kept = []
    for key, cost in zip(order, costs, strict=True):
        budget -= cost
        if budget < 0:
            break
        kept.append(key)
    return kept


def _text_bytes(attempt: Attempt) -> int:
    try:
        size = (attempt.folder / "steps.jsonl").stat().st_size
    except OSError:
        return 0
    return size + STEP_BYTES * attempt.replies


def _measure(sample: Sequence[tuple[Run, Attempt]]) -> tuple[dict[Size, float], float]:
    """Mean bytes of a picture at each size, and pictures a reply, over a few episodes."""
    totals = dict.fromkeys(SIZES, 0)
    encoded = frames = replies = 0
    for run, attempt in sample:
        paths = frames_of(run, attempt)
        frames += len(paths)
        replies += attempt.replies
        for path in paths[len(paths) // 2 :][:1]:
            try:
                pictures = {size: encode(path, run.folder, size) for size in SIZES}
            except UnusableError:
                continue
            encoded += 1
            for size, picture in pictures.items():
                totals[size] += len(picture.data)
    if not encoded or not replies:
        return {}, 0.0
    return {size: total / encoded for size, total in totals.items()}, frames / replies
