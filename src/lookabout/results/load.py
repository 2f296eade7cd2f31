"""A run folder in memory: what was planned, every finished attempt, and every problem.

Reading never crashes on damaged files; each is named in :attr:`Run.problems` and left
out of every number. Scenarios and steps are large and needed by few readers, so they are
read on demand: :func:`read_record`, :func:`read_steps`.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lookabout.errors import UsageError
from lookabout.records import (
    FAILURE_ENDINGS,
    MAX_COUNT,
    EpisodeRecord,
    RunRecord,
    StepRecord,
    Usage,
    flaw,
    scenario_hash,
)
from lookabout.results.files import (
    MAX_RECORD_BYTES,
    MEGABYTE,
    UnusableError,
    checked,
    parse,
    read_bytes,
)

if TYPE_CHECKING:
    from lookabout.results.reporting import Lookup

Progress = Callable[[int, int], None]
"""Called with (done, total)."""

MAX_STEPS_BYTES = 512 * MEGABYTE
MAX_LINE_BYTES = 8 * MEGABYTE
MAX_STEPS = 100_000
_ATTEMPT = re.compile(r"attempt-([1-9][0-9]{0,5})\Z")


@dataclass(frozen=True)
class Problem:
    """Something in a run folder that could not be used as it should."""

    where: str
    """Path within the run folder."""
    what: str
    """What is wrong with it."""


@dataclass(frozen=True)
class Attempt:
    """A finished attempt at an episode, without its scenario and steps."""

    folder: Path
    number: int
    """From 1."""
    ending: str
    error: str | None
    verdict: Mapping[str, Any]
    """Holds at least ``success`` if the attempt was judged; empty after a failure."""
    labels: Mapping[str, str]
    scenario_id: str
    scenario_key: str
    """SHA-256 of the canonical scenario: equal for two runs on the same scenario."""
    scene_fingerprint: str
    look: str
    settings: Mapping[str, Any]
    versions: Mapping[str, str]
    engine: Mapping[str, str]
    replies: int
    usage: Usage
    wall_s: float
    variant: str = ""
    """In what its settings differ from the set's defaults, in words."""
    diagnostics: Mapping[str, Any] = field(default_factory=dict)
    """The benchmark's numbers about a judged attempt."""

    @property
    def judged(self) -> bool:
        """Ended with a verdict."""
        return self.ending not in FAILURE_ENDINGS

    @property
    def success(self) -> bool:
        """The verdict; False for a failure."""
        return self.verdict.get("success") is True

    @property
    def claimed(self) -> bool | None:
        """Whether the agent claimed to be done; None if the verdict does not say."""
        value = self.verdict.get("claimed")
        return value if isinstance(value, bool) else None

    @property
    def located(self) -> bool | None:
        """
        Whether the agent ended where a claim would have been right; None if the verdict does
        not say. FlySearch says it in two parts: in view, and low enough.
        """
        parts = [self.verdict.get("in_view"), self.verdict.get("low_enough")]
        if all(isinstance(part, bool) for part in parts):
            return all(parts)
        return None

    @property
    def moves(self) -> int | None:
        """Moves flown; None if the verdict does not say."""
        value = self.verdict.get("moves")
        if not isinstance(value, int) or isinstance(value, bool):
            return None
        return value if 0 <= value <= MAX_COUNT else None


@dataclass(frozen=True)
class Episode:
    """All finished attempts at one episode, in order; at least one."""

    index: int
    """From 0."""
    attempts: tuple[Attempt, ...]

    @property
    def counted(self) -> Attempt:
        """The last judged attempt, else the last one."""
        return next((a for a in reversed(self.attempts) if a.judged), self.attempts[-1])


@dataclass(frozen=True)
class Run:
    """A run folder."""

    folder: Path
    """Real path."""
    name: str
    """As shown in tables; unique among the runs loaded together."""
    record: RunRecord
    episodes: tuple[Episode, ...]
    """Those with a finished attempt, by index."""
    interrupted: int
    """Attempts without an ending: never finished, or running now; in no number."""
    problems: tuple[Problem, ...]
    variant: str = ""
    """In what its settings differ from the set's defaults, in words."""
    prices: str = ""
    """US$ per million input / output tokens from which costs were computed that the provider did
    not report; '' if none were."""
    unpriced: bool = False
    """Prices were given, and its model, which lacks a cost, is not among them."""
    set_size: int | None = None
    """Scenarios of the standard set that it flies, wholly or in part; None if it flies others, or
    that is not known."""

    @property
    def part_of_set(self) -> bool:
        """It was to fly only a part of its standard set."""
        return self.set_size is not None and self.record.episodes < self.set_size

    @property
    def judged(self) -> tuple[Attempt, ...]:
        """The attempts that make the numbers, by episode."""
        counted = (episode.counted for episode in self.episodes)
        return tuple(attempt for attempt in counted if attempt.judged)

    @property
    def attempts(self) -> tuple[Attempt, ...]:
        """Every finished attempt, superseded and failed ones included."""
        return tuple(attempt for episode in self.episodes for attempt in episode.attempts)

    @property
    def unresolved(self) -> int:
        """Episodes that were tried, and of which every finished attempt failed."""
        return len(self.episodes) - len(self.judged)


def load_runs(
    folders: Sequence[Path], progress: Progress | None = None, reporting: Lookup | None = None
) -> list[Run]:
    """
    Several run folders, in the order given, with names that tell them apart.

    :param progress: as for :func:`load_run`; so ``reporting``.
    :raises UsageError: if there is none, one is given twice, or one is no run.
    """
    if not folders:
        raise UsageError("no run folder given")
    real = [Path(os.path.realpath(folder)) for folder in folders]
    for i, folder in enumerate(real):
        if folder in real[:i]:
            raise UsageError("given twice", where=str(folders[i]))
    names = _names(real)
    return [
        load_run(folder, name=name, progress=progress, reporting=reporting)
        for folder, name in zip(real, names, strict=True)
    ]


def load_run(
    folder: Path,
    *,
    name: str | None = None,
    progress: Progress | None = None,
    reporting: Lookup | None = None,
) -> Run:
    """
    Read a run folder.

    :param name: as shown in tables; the folder's own name by default.
    :param progress: called while episodes are read.
    :param reporting: names settings and diagnoses episodes, where the benchmark does that.
    :raises UsageError: if the folder is no run: missing, or without a valid ``run.json``.
    """
    root = Path(os.path.realpath(folder))
    if not root.is_dir():
        raise UsageError("is no folder", where=str(folder), hint="Give the folder of a run.")
    try:
        record = parse(RunRecord, read_bytes(root / "run.json", root, MAX_RECORD_BYTES))
    except UnusableError as error:
        raise UsageError(
            f"is no run: run.json {error}",
            where=str(folder),
            hint="A run folder holds run.json and episodes/.",
        ) from None
    if record.episodes < 0:
        raise UsageError("is no run: run.json plans less than no episodes", where=str(folder))
    return _Loader(root, record, progress, reporting).load(name or root.name)


def read_record(run: Run, attempt: Attempt) -> EpisodeRecord:
    """
    The whole record of an attempt, scenario included.

    :raises UnusableError: if the file has become unusable since the run was loaded.
    """
    path = attempt.folder / "episode.json"
    return parse(EpisodeRecord, read_bytes(path, run.folder, MAX_RECORD_BYTES))


def read_steps(run: Run, attempt: Attempt) -> tuple[list[StepRecord], list[Problem]]:
    """The steps of an attempt, as far as they can be read, and what was wrong."""
    return _read_steps(attempt.folder / "steps.jsonl", run.folder, attempt.replies)


def _read_steps(path: Path, root: Path, replies: int) -> tuple[list[StepRecord], list[Problem]]:
    where = str(path.relative_to(root))
    steps: list[StepRecord] = []
    problems: list[Problem] = []
    try:
        file = checked(path, root, MAX_STEPS_BYTES).open("rb")
    except (UnusableError, OSError) as error:
        return [], [Problem(where, str(error))]
    with file:
        for number in range(1, MAX_STEPS + 1):
            line = file.readline(MAX_LINE_BYTES)
            if not line:
                break
            if not line.endswith(b"\n"):
                what = "is absurdly long" if len(line) == MAX_LINE_BYTES else "is cut off"
                problems.append(Problem(where, f"line {number} {what}; read up to there"))
                break
            try:
                steps.append(parse(StepRecord, line))
            except UnusableError as error:
                problems.append(Problem(where, f"line {number} {error}"))
        else:
            problems.append(Problem(where, f"has more than {MAX_STEPS} lines; read up to there"))
    if not problems and len(steps) != replies:
        what = f"has {len(steps)} lines; episode.json says {replies}"
        problems.append(Problem(where, what))
    return steps, problems


class _Loader:
    """Reads one run folder; collects problems as it goes."""

    def __init__(
        self,
        root: Path,
        record: RunRecord,
        progress: Progress | None,
        reporting: Lookup | None,
    ) -> None:
        self._root = root
        self._record = record
        self._progress = progress
        from lookabout.results.reporting import JudgesAgain, KnowsSets

        self._reporting = reporting(record.benchmark) if reporting else None
        again = self._reporting
        self._judge = again.judge if isinstance(again, JudgesAgain) else None
        self._set_size = None
        if isinstance(again, KnowsSets) and record.source == "standard":
            self._set_size = again.set_size(record.set)
        self._variants: dict[int, str] = {}
        self._problems: list[Problem] = []
        self._interrupted = 0
        self._shared: dict[str, Any] = {}

    def load(self, name: str) -> Run:
        episodes: list[Episode] = []
        folders = self._episode_folders()
        for done, (index, folder) in enumerate(folders):
            attempts = [self._attempt(index, *item) for item in self._attempt_folders(folder)]
            finished = tuple(attempt for attempt in attempts if attempt is not None)
            if finished:
                episodes.append(Episode(index, finished))
            if self._progress and (done % 100 == 99 or done + 1 == len(folders)):
                self._progress(done + 1, len(folders))
        return Run(
            folder=self._root,
            name=name,
            record=self._record,
            episodes=tuple(episodes),
            interrupted=self._interrupted,
            problems=tuple(self._problems),
            variant=self._variant(self._record.settings),
            set_size=self._set_size,
        )

    def _episode_folders(self) -> list[tuple[int, Path]]:
        found = []
        for path in self._folders(self._root / "episodes", required=False):
            index = int(path.name) if re.fullmatch(r"[0-9]{4,9}", path.name) else -1
            if f"{index:04d}" != path.name:
                self._problem(path, "is not named like an episode (0000, 0001, …)")
            elif index >= self._record.episodes:
                self._problem(path, f"run.json plans only {self._record.episodes} episodes")
            else:
                found.append((index, path))
        return sorted(found)

    def _attempt_folders(self, episode: Path) -> list[tuple[int, Path]]:
        found = []
        for path in self._folders(episode, required=True):
            match = _ATTEMPT.match(path.name)
            if match:
                found.append((int(match[1]), path))
            else:
                self._problem(path, "is not named like an attempt (attempt-1, attempt-2, …)")
        return sorted(found)

    def _folders(self, parent: Path, *, required: bool) -> Iterable[Path]:
        """Entries of a folder that are folders of the run themselves, by name."""
        try:
            paths = sorted(parent.iterdir())
        except OSError as error:
            if required or not isinstance(error, FileNotFoundError):
                self._problem(parent, f"cannot be read: {error.strerror}")
            return
        for path in paths:
            if path.name.startswith("."):
                continue
            if not path.is_dir():
                self._problem(path, "is no folder")
            elif path.is_symlink() and not Path(os.path.realpath(path)).is_relative_to(self._root):
                self._problem(path, "is a link that leads outside the run folder")
            else:
                yield path

    def _attempt(self, index: int, number: int, folder: Path) -> Attempt | None:
        path = folder / "episode.json"
        try:
            record = parse(EpisodeRecord, read_bytes(path, self._root, MAX_RECORD_BYTES))
            ending = record.ending
            if ending is None:
                self._interrupted += 1
                return None
            wrong = flaw(record, self._record, index, number)
            if wrong:
                raise UnusableError(wrong)
            steps = self._steps(record, folder)
            record = self._judged_again(record, steps)
        except UnusableError as error:
            self._problem(path, str(error))
            return None
        settings = self._share(record.settings)
        return Attempt(
            folder=folder,
            number=number,
            ending=ending,
            error=record.error,
            verdict=(record.verdict or {}) if record.judged else {},
            labels=self._share(record.labels),
            scenario_id=str(record.scenario.get("id", "")),
            scenario_key=scenario_hash(record.scenario),
            scene_fingerprint=record.scene_fingerprint,
            look=record.look,
            settings=settings,
            versions=self._share(record.versions),
            engine=self._share(record.engine),
            replies=record.steps,
            usage=record.usage,
            wall_s=record.wall_s,
            variant=self._variant(settings),
            diagnostics=self._diagnostics(record, steps),
        )

    def _variant(self, settings: dict[str, Any]) -> str:
        if self._reporting is None:
            return ""
        # Thousands of episodes share an object of settings.
        if id(settings) not in self._variants:
            name = self._reporting.variant(self._record.set, settings)
            self._variants[id(settings)] = name
        return self._variants[id(settings)]

    def _steps(self, record: EpisodeRecord, folder: Path) -> list[StepRecord]:
        """As far as they can be read; none where nobody needs them."""
        if self._reporting is None or not record.judged:
            return []
        steps, problems = _read_steps(folder / "steps.jsonl", self._root, record.steps)
        if problems and self._judge is not None:
            raise UnusableError(f"cannot be judged again: {problems[0].where} {problems[0].what}")
        self._problems += problems
        return steps

    def _judged_again(self, record: EpisodeRecord, steps: Sequence[StepRecord]) -> EpisodeRecord:
        if self._judge is None or not record.judged:
            return record
        verdict = self._judge(record, steps)
        if verdict is None:
            raise UnusableError("cannot be judged again: its steps lack what a verdict needs")
        return record.model_copy(update={"verdict": dict(verdict)})

    def _diagnostics(self, record: EpisodeRecord, steps: Sequence[StepRecord]) -> Mapping[str, Any]:
        if self._reporting is None or not record.judged:
            return {}
        return self._reporting.diagnose(record, steps)

    def _share(self, value: dict[str, Any]) -> Any:
        """One object for all equal values: thousands of episodes repeat their settings."""
        return self._shared.setdefault(json.dumps(value, sort_keys=True), value)

    def _problem(self, path: Path, what: str) -> None:
        self._problems.append(Problem(str(path.relative_to(self._root)), what))


def _names(folders: Sequence[Path]) -> list[str]:
    """The last parts of each path, as many as it takes to tell all apart."""
    for depth in range(1, 50):
        names = ["/".join(folder.parts[-depth:]) for folder in folders]
        if len(set(names)) == len(names):
            return names
    return [str(folder) for folder in folders]
