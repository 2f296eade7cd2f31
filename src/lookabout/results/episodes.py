"""One episode as the report's page shows it."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from lookabout.records import StepRecord
from lookabout.results.drawing import (
    LAYOUT_CAPTION,
    Flight,
    Point,
    altitude_profile,
    flight_caption,
    flight_map,
    layout_map,
)
from lookabout.results.facts import MOST_WORDS, Fact, facts, short, value_words
from lookabout.results.files import UnusableError
from lookabout.results.formats import for_people, label_words
from lookabout.results.load import Attempt, Episode, Problem, Run, read_record, read_steps
from lookabout.results.notes import agent_name
from lookabout.results.pictures import Picture, Size, encode
from lookabout.results.plan import PICTURE_BUDGET, Plan
from lookabout.results.reporting import DrawsLayout, HasFacts, Lookup, Reporting
from lookabout.results.tables import Table
from lookabout.results.telling import CallWords, StepWords, TellsEpisodes, call_words
from lookabout.results.tracks import TRACKS_CAPTION, Tracks, track_map

if TYPE_CHECKING:
    from markupsafe import Markup

_NADIR_90 = ("flysearch",)
"""Benchmarks whose camera looks straight down with a field of view of 90°."""


@dataclass(frozen=True)
class Shot:
    """A picture of a step."""

    href: str
    """The frame on disk, relative to the report."""
    alt: str
    picture: Picture | None
    """None if the page does not carry it."""
    name: str = ""
    """As replies call it; '' if it has none."""


@dataclass(frozen=True)
class StepView:
    """A reply and what it answered."""

    number: int
    """From 1."""
    place: str
    altitude: str
    """'' where it says nothing."""
    shots: tuple[Shot, ...]
    shown: str
    reply: str
    reasoning: str
    action: str
    outcome: str
    trouble: str
    """Why it was refused, or what was hit; '' if nothing was."""
    calls: tuple[CallWords, ...] = ()


@dataclass(frozen=True)
class EpisodeView:
    """An episode, with steps and drawings where the page carries them."""

    id: str
    """For links."""
    number: int
    run: str
    agent: str
    outcome: str
    """``success``, ``failure`` or ``unresolved``."""
    ending: str
    title: str
    """Labels or leading scores in a few words."""
    labels: Mapping[str, str]
    filters: str
    """For the page's script: what the episode can be filtered by, JSON."""
    replies: int
    folder: str
    """Link to the attempt's folder."""
    facts: tuple[tuple[str, str], ...]
    """The verdict, as (name, value)."""
    earlier: tuple[str, ...]
    """Other attempts, in a few words each."""
    error: str
    task: str = ""
    diagnosed: tuple[tuple[str, str], ...] = ()
    """The benchmark's diagnostics, as (name, value)."""
    map: Markup | None = None
    profile: Markup | None = None
    steps: tuple[StepView, ...] = field(default=())
    has_steps: bool = False
    map_caption: str = ""
    note: str = ""
    """What must be known to read the steps."""
    table: Table | None = None
    """The outcome, part by part."""
    rows: tuple[tuple[str, ...], ...] = ()
    """Of the table, as text."""


class EpisodeViews:
    """Makes the views of all episodes, one after another, and collects problems on the way."""

    def __init__(
        self, runs: Sequence[Run], plan: Plan, out: Path, reporting: Lookup | None = None
    ) -> None:
        """
        :param out: real path of the folder in which the report will lie.
        :param reporting: what benchmarks add.
        """
        self._reporting = reporting
        self._runs = runs
        self._plan = plan
        self._out = out
        self._spent = 0
        self.problems: list[tuple[Run, Problem]] = []

    def __iter__(self) -> Iterator[EpisodeView]:
        for number, run in enumerate(self._runs):
            for episode in run.episodes:
                yield self._view(number, run, episode)

    def _view(self, number: int, run: Run, episode: Episode) -> EpisodeView:
        attempt = episode.counted
        key = (number, episode.index)
        outcome = "unresolved"
        if attempt.judged:
            outcome = "success" if attempt.success else "failure"
        filters = {
            **{f"label {name}": value for name, value in attempt.labels.items()},
            "run": str(number),
            "outcome": outcome,
            "ending": attempt.ending,
        }
        more: dict[str, Any] = {}
        if key in self._plan.with_steps:
            more = self._details(run, attempt, pictures=key in self._plan.with_pictures)
        return EpisodeView(
            id=f"run{number + 1}-episode{episode.index}",
            number=episode.index,
            run=run.name,
            agent=agent_name(run),
            outcome=outcome,
            ending=label_words(attempt.ending),
            title=self._headline(run, attempt),
            labels=attempt.labels,
            filters=json.dumps(filters),
            replies=attempt.replies,
            folder=self._href(attempt.folder) + "/",
            facts=tuple(self._facts(run, attempt.verdict, attempt.labels)),
            earlier=tuple(
                short(f"attempt {other.number}: {other.ending}: {other.error or ''}", MOST_WORDS)
                for other in episode.attempts
                if other is not attempt
            ),
            error=short(attempt.error or ""),
            **more,
        )

    def _part(self, run: Run) -> Reporting | None:
        return self._reporting(run.record.benchmark) if self._reporting else None

    def _headline(self, run: Run, attempt: Attempt) -> str:
        part = self._part(run)
        return part.headline(attempt) if isinstance(part, TellsEpisodes) else _title(attempt.labels)

    def _details(self, run: Run, attempt: Attempt, *, pictures: bool) -> dict[str, Any]:
        steps, problems = read_steps(run, attempt)
        self.problems += [(run, problem) for problem in problems]
        layout, telling = None, None
        try:
            record = read_record(run, attempt)
            scenario: Mapping[str, Any] = record.scenario
            part = self._part(run)
            if isinstance(part, TellsEpisodes):
                telling = part.tell(record, steps)
            if isinstance(part, DrawsLayout) and attempt.judged:
                layout = part.layout(record, steps)
        except UnusableError as error:
            where = str((attempt.folder / "episode.json").relative_to(run.folder))
            self.problems.append((run, Problem(where, str(error))))
            scenario = {}
        ground = _ground(scenario)
        heights = [_altitude(step, ground) for step in steps]
        flight = _flight(run.record.benchmark, scenario, attempt.verdict, steps, ground)
        table = telling.table if telling else None
        size = self._plan.size if pictures else None
        start = flight.path[0] if flight.path else None
        # Series are for programs.
        told = {k: v for k, v in attempt.diagnostics.items() if not isinstance(v, tuple)}
        shown, caption = flight_map(flight), flight_caption(flight)
        if isinstance(layout, Tracks):
            shown, caption = track_map(layout), TRACKS_CAPTION
        elif layout is not None:
            shown, caption = layout_map(layout, start), LAYOUT_CAPTION
        return {
            "task": short(str(_task(scenario))),
            "diagnosed": tuple(self._facts(run, told, {**attempt.labels, **attempt.verdict})),
            "map": shown,
            "map_caption": caption,
            "profile": None if telling else altitude_profile(heights),
            "steps": tuple(
                self._step(run, attempt, step, words, size)
                for step, words in zip(
                    steps, telling.steps if telling else map(_words, steps, heights), strict=True
                )
            ),
            "has_steps": True,
            "note": telling.note if telling else "",
            "table": table,
            "rows": for_people(table).rows if table else (),
        }

    def _facts(
        self, run: Run, values: Mapping[str, Any], before: Mapping[str, Any]
    ) -> Iterator[tuple[str, str]]:
        """Values in words, but for those that have been told: as labels, say."""
        part = self._part(run)
        known: Mapping[str, Fact] = part.facts if isinstance(part, HasFacts) else {}
        new = {k: v for k, v in values.items() if str(v) != str(before.get(k))}
        return facts(new, known)

    def _step(
        self, run: Run, attempt: Attempt, step: StepRecord, words: StepWords, size: Size | None
    ) -> StepView:
        images = [part["image"] for part in step.shown if "image" in part]
        shots = tuple(
            self._shot(run, attempt, image, f"reply {step.index + 1}, at {words.place}", name, size)
            for image, name in zip_longest(images, words.shots[: len(images)], fillvalue="")
        )
        calls = words.calls
        return StepView(
            number=step.index + 1,
            place=words.place,
            altitude=words.altitude,
            shots=shots,
            shown=short("\n\n".join(part["text"] for part in step.shown if "text" in part)),
            reply=short(step.reply),
            reasoning=short(step.reasoning),
            action=_count(len(calls), "tool call") if calls else action_words(step.action),
            outcome=step.outcome,
            trouble="; ".join(
                f"{name}: {value_words(step.detail[name])}"
                for name in ("refusal", "hit")
                if step.detail.get(name)
            ),
            calls=calls,
        )

    def _shot(
        self, run: Run, attempt: Attempt, file: str, place: str, name: str, size: Size | None
    ) -> Shot:
        path = attempt.folder / file
        picture = None
        # The plan's estimate may be wrong; the page must stay openable even so.
        if size is not None and self._spent < 1.5 * PICTURE_BUDGET:
            try:
                picture = encode(path, run.folder, size)
                self._spent += len(picture.data)
            except UnusableError as error:
                where = f"{attempt.folder.relative_to(run.folder)}/{file}"
                self.problems.append((run, Problem(where, str(error))))
        inside = Path(os.path.normpath(path)).is_relative_to(run.folder)
        # A picture with a name was taken before the reply that it is shown with, somewhere else.
        alt = f"Picture {name}" if name else f"View at {place}"
        return Shot(self._href(path if inside else attempt.folder), alt, picture, name)

    def _href(self, path: Path) -> str:
        return quote(os.fsencode(os.path.relpath(path, self._out)))


def action_words(action: Mapping[str, Any]) -> str:
    """A parsed action in a few words, e.g. ``move (5, −3, −20)``."""
    words = str(action.get("kind", "?"))
    for name, value in action.items():
        if name == "by":
            words += f" {value_words(value)}"
        elif name != "kind":
            words += f", {name}: {value_words(value)}"
    return short(words, MOST_WORDS)


def _words(step: StepRecord, height: float) -> StepWords:
    """A reply as its record has it."""
    place = f"({', '.join(_metres(v) for v in step.position)})"
    listed = step.detail.get("calls")
    calls = map(call_words, listed if isinstance(listed, list) else ())
    told = tuple(call for call in calls if call is not None)
    return StepWords(place, (), told, altitude=f"{_metres(height)} m")


def _title(labels: Mapping[str, str]) -> str:
    """Labels in a few words; a number is told with its name, a value that several have once."""
    words = [
        label_words(f"{name} {value}" if value[:1].isdecimal() else value)
        for name, value in labels.items()
    ]
    return " · ".join(dict.fromkeys(filter(None, words))) or "episode"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def _flight(
    benchmark: str,
    scenario: Mapping[str, Any],
    verdict: Mapping[str, Any],
    steps: Sequence[StepRecord],
    ground: float,
) -> Flight:
    start = _point(_at(scenario, "vehicles", 0, "position"))
    end = _point(verdict.get("end_position"))
    path: list[Point] = [start] if start else []
    collisions = []
    for step in steps:
        path.append(step.position)
        flown = step.detail.get("path")
        points = [_point(p) for p in flown] if isinstance(flown, list) else []
        path += [p for p in points if p is not None]
        if step.outcome == "collided":
            collisions.append(path[-1])
    if end:
        path.append(end)
    target = _point(verdict.get("target_centre")) or _point(
        _at(scenario, "world", "objects", 0, "position")
    )
    sees = path and benchmark in _NADIR_90
    return Flight(
        path=tuple(path),
        observed=tuple(step.position for step in steps),
        collisions=tuple(collisions),
        target=target,
        view_half=path[-1][2] - ground if sees else None,
    )


def _task(scenario: Mapping[str, Any]) -> Any:
    """What was to be found, in words; benchmarks name it in one of two ways."""
    return _at(scenario, "task", "description") or _at(scenario, "task", "instruction") or ""


def _ground(scenario: Mapping[str, Any]) -> float:
    """World z from which heights are measured: of the task, else of the target; else 0."""
    task = _at(scenario, "task", "ground_z")
    if isinstance(task, int | float) and math.isfinite(task):
        return float(task)
    position = _point(_at(scenario, "world", "objects", 0, "position"))
    return position[2] if position and math.isfinite(position[2]) else 0.0


def _altitude(step: StepRecord, ground: float) -> float:
    value = step.detail.get("altitude")
    known = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if known else step.position[2] - ground  # type: ignore[arg-type]


def _at(data: Any, *keys: str | int) -> Any:
    """What lies at a path of keys in plain data; None if anything on the way is missing."""
    for key in keys:
        try:
            data = data[key]
        except (KeyError, IndexError, TypeError):
            return None
    return data


def _metres(value: float) -> str:
    # Adding zero turns −0.0 into 0.0.
    return f"{round(value, 1) + 0.0:.1f}".replace("-", "−")


def _point(value: Any) -> Point | None:
    try:
        x, y, z = (float(v) for v in value)
    except (TypeError, ValueError, OverflowError):
        return None
    return x, y, z
