"""How an episode went: numbers and series for reports, from its record alone.

Nothing here depends on the radius of success; what does is in the verdict.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from lookabout.benchmarks.dronecats.actions import Unreadable
from lookabout.benchmarks.dronecats.log import Log, read_log
from lookabout.benchmarks.dronecats.modes import path_length
from lookabout.benchmarks.dronecats.think import Course, courses
from lookabout.records import EpisodeRecord, StepRecord
from lookabout.results.reporting import Diagnostic

KINDS = ("go", "rotate", "think", "finished", "unreadable")
"""Of commands."""
_JSON = re.compile(r"[\[{].*[\]}]", re.DOTALL)
_FENCE = re.compile(r"```[a-zA-Z]*")


def diagnose(record: EpisodeRecord, steps: Sequence[StepRecord]) -> Mapping[str, Diagnostic]:
    """
    See :meth:`lookabout.results.reporting.Reporting.diagnose`; nothing for a damaged record.

    Series of several drones stand one after another, None between them.
    """
    try:
        log = read_log(steps)
        return {**_flight(log), **_replies(log, steps), **_course(log)}
    except (ArithmeticError, LookupError, TypeError, ValueError):
        return {}


def _flight(log: Log) -> dict[str, Diagnostic]:
    places: dict[str, list[tuple[float, float, float]]] = {}
    times = []
    for step in log.steps:
        for item in step.trace:
            places.setdefault(item.drone, []).append(item.position)
            times.append(item.time_s)
    return {
        "path_m": sum(path_length(own) for own in places.values()),
        "flown_s": max(times) - min(times),
        "contacts": sum(len(step.contacts) for step in log.steps),
    }


def _replies(log: Log, steps: Sequence[StepRecord]) -> dict[str, Diagnostic]:
    commands = log.commands
    kinds = Counter(type(command).__name__.lower() for step in commands for command in step)
    problems = [
        {command.problem for command in step if isinstance(command, Unreadable)}
        for step in commands
    ]
    each = Counter(problem for found in problems for problem in found)
    lifted = [step.reply for own, step in zip(log.steps, steps, strict=True) if own.thinking]
    return {
        **{kind: kinds[kind] for kind in KINDS},
        "steps": len(commands),
        "unreadable_steps": sum(map(bool, problems)),
        "unreadable_kinds": " ".join(f"{name}:{each[name]}" for name in sorted(each)) or None,
        "thinking_replies": len(lifted),
        "thinking_prose": sum(map(has_prose, lifted)),
        # A reply that is only a part of a step costs nothing of its own.
        "latency_s_by_step": tuple(
            step.latency_s for step in log.steps if step.commands or step.trace
        ),
    }


def has_prose(reply: str) -> bool:
    """Whether a reply says anything beside its JSON."""
    return any(char.isalpha() for char in _FENCE.sub("", _JSON.sub("", reply)))


def _course(log: Log) -> dict[str, Diagnostic]:
    flown = courses(log)
    return {
        "closing_m_by_command": _joined([own.closing for own in flown]),
        "sight_by_command": _joined([[int(value) for value in own.sight] for own in flown]),
        "think_by_command": _joined([[int(value) for value in own.thinks] for own in flown]),
    }


def courses_of(diagnostics: Mapping[str, Diagnostic]) -> list[Course]:
    """The courses that :func:`diagnose` wrote; none if it wrote none."""
    names = ("closing_m_by_command", "sight_by_command", "think_by_command")
    series = [diagnostics.get(name) for name in names]
    closing, sight, thinks = (_parts(own) if isinstance(own, tuple) else [] for own in series)
    return [
        Course(tuple(a), tuple(map(bool, b)), tuple(map(bool, c)))
        for a, b, c in zip(closing, sight, thinks, strict=True)
    ]


def _joined(series: Sequence[Sequence[float]]) -> tuple[float | None, ...]:
    found: list[float | None] = []
    for number, own in enumerate(series):
        found += [None, *own] if number else own
    return tuple(found)


def _parts(series: Sequence[float | None]) -> list[list[float]]:
    parts: list[list[float]] = [[]]
    for value in series:
        if value is None:
            parts.append([])
        else:
            parts[-1].append(value)
    return parts
