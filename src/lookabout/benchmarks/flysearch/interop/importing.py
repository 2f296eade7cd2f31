"""Published folders of episodes as a run folder of ours."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import ValidationError

import lookabout
from lookabout.benchmarks.flysearch.benchmark import FlySearch
from lookabout.benchmarks.flysearch.interop.files import (
    MAX_PICTURE,
    BadFileError,
    as_png,
    printable_name,
    read,
)
from lookabout.benchmarks.flysearch.interop.folders import (
    Entry,
    Progress,
    list_folders,
    reasons,
)
from lookabout.benchmarks.flysearch.interop.log import Log, read_log
from lookabout.benchmarks.flysearch.interop.records import Frame, rebuild
from lookabout.benchmarks.flysearch.sets import COMBINED
from lookabout.errors import UsageError
from lookabout.folders import new_folder
from lookabout.records import AgentInfo, EpisodeRecord, RunRecord, scenario_hash
from lookabout.sim.scenario import Scenario, describe

REPORT = "import.json"
"""Where a run folder keeps what was imported, what was incomplete and what was left out."""
T = TypeVar("T")


@dataclass(frozen=True)
class Report:
    """What an import did."""

    source: str
    out: str
    set: str
    agent: str
    entries: tuple[Entry, ...]


def import_run(
    source: Path, out: Path, agent: str = "", progress: Progress | None = None
) -> Report:
    """
    Read every episode that can be read, and write them as a run.

    :param out: new folder; nothing is left of it when the import fails.
    :param agent: who flew, as shown in tables; else what the files say, else the name of the
        folder.
    :raises UsageError: if nothing can be imported, the episodes belong to different sets or
        agents, or ``out`` cannot be written.
    """
    names, skipped = list_folders(source)
    with new_folder(out) as folder:
        writer = _Writer(folder)
        for done, name in enumerate(names):
            try:
                writer.add(read_log(source / name))
            except BadFileError as error:
                skipped.append(Entry(printable_name(name), "skipped", notes=(str(error),)))
            if progress:
                progress(done + 1, len(names))
        if not writer.entries:
            raise UsageError(f"no episode can be imported: {reasons(skipped)}", where=str(source))
        run = writer.finish(agent, source)
        report = Report(
            source=str(source),
            out=str(out),
            set=run.set,
            agent=run.agent.name,
            entries=(*writer.entries, *skipped),
        )
        (folder / REPORT).write_text(json.dumps(asdict(report), indent=1) + "\n")
    return report


@dataclass(frozen=True)
class _Pending:
    """An episode whose steps are written, and whose record waits for the run's set and agent."""

    record: EpisodeRecord
    set: str
    agent: AgentInfo | None
    agent_name: str
    player: str


class _Writer:
    """A run folder in the making. Keeps no steps: a folder may hold very many episodes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._now = datetime.now(UTC).isoformat(timespec="seconds")
        self._versions = {"lookabout": lookabout.__version__}
        self._pending: list[_Pending] = []
        self.entries: list[Entry] = []

    def add(self, log: Log) -> None:
        """:raises BadFileError: if the log makes no episode."""
        index = len(self._pending)
        try:
            made = rebuild(log, f"imported-{index:04d}")
        except ValidationError as error:
            raise BadFileError(f"makes no scenario: {describe(error)}") from None
        attempt = self._attempt(index)
        (attempt / "frames").mkdir(parents=True)
        kept = {f.name: _keep_frame(f, log.folder, attempt) for f in made.frames}
        lost = {name for name, (there, _) in kept.items() if not there}
        wrongs = Counter(wrong for _, wrong in kept.values() if wrong)
        notes = [
            *made.notes,
            *(f"{wrong} ({n}×)" if n > 1 else wrong for wrong, n in wrongs.items()),
        ]
        with (attempt / "steps.jsonl").open("w", encoding="utf-8") as lines:
            for step in made.steps:
                shown = [part for part in step.shown if part.get("image") not in lost]
                lines.write(step.model_copy(update={"shown": shown}).model_dump_json() + "\n")
        record = made.record(
            set=made.scenario.set,
            episode=index,
            attempt=1,
            agent=made.agent or AgentInfo(name="", kind="model"),
            seed=0,
            versions=self._versions,
            started=self._now,
            finished=self._now if made.ending else None,
        )
        self._pending.append(
            _Pending(record, made.scenario.set, made.agent, made.agent_name, made.player)
        )
        self.entries.append(
            Entry(
                folder=printable_name(log.folder.name),
                state="incomplete" if notes else "done",
                episode=index,
                judged=record.judged,
                notes=tuple(notes),
            )
        )

    def finish(self, agent_name: str, source: Path) -> RunRecord:
        """:raises UsageError: if the episodes are of different sets or agents."""
        records = [pending.record for pending in self._pending]
        run = RunRecord(
            benchmark=FlySearch.name,
            set=self._set(source),
            agent=self._agent(agent_name, source),
            seed=0,
            episodes=len(records),
            settings=_common([record.settings for record in records]),
            versions=self._versions,
            engine=_common([record.engine for record in records]),
            scenarios=[scenario_hash(record.scenario) for record in records],
            source="files",
            started=self._now,
        )
        (self._folder / "scenarios").mkdir()
        for index, record in enumerate(records):
            whole = record.model_copy(update={"set": run.set, "agent": run.agent})
            scenario = Scenario.model_validate(record.scenario)
            for path, content in (
                (self._folder / "scenarios" / f"{index:04d}.json", scenario),
                (self._attempt(index) / "episode.json", whole),
            ):
                path.write_text(content.model_dump_json(indent=1), encoding="utf-8")
        (self._folder / "run.json").write_text(run.model_dump_json(indent=1), encoding="utf-8")
        return run

    def _attempt(self, index: int) -> Path:
        return self._folder / "episodes" / f"{index:04d}" / "attempt-1"

    def _agent(self, name: str, source: Path) -> AgentInfo:
        told = [made.agent for made in self._pending]
        privileged = any(agent.privileged for agent in told if agent is not None)
        players = {made.player for made in self._pending}
        kind: Literal["model", "human"] = "human" if any(players) else "model"
        if name:
            return AgentInfo(name=name, kind=kind, privileged=privileged)
        if told[0] is not None and all(agent == told[0] for agent in told):
            return told[0]
        if any(players):
            nickname = next(iter(players)) if len(players) == 1 else ""
            return AgentInfo(name=f"human/{nickname}" if nickname else "human", kind=kind)
        names = {made.agent.name if made.agent else made.agent_name for made in self._pending}
        if len(names) > 1:
            raise UsageError(
                f"holds episodes of several agents: {', '.join(sorted(names))}",
                where=str(source),
                hint="--agent NAME takes them all for one agent's.",
            )
        folder = printable_name(source.resolve().name)
        return AgentInfo(name=names.pop() or folder, kind=kind, privileged=privileged)

    def _set(self, source: Path) -> str:
        counts = Counter(made.set for made in self._pending)
        if len(counts) == 1:
            return next(iter(counts))
        for name, parts in COMBINED.items():
            if set(counts) <= set(parts):
                return name
        found = ", ".join(f"{name} ({n})" for name, n in sorted(counts.items()))
        raise UsageError(
            f"holds episodes of sets that are not scored together: {found}",
            where=str(source),
            hint="Import them from a folder each.",
        )


def _keep_frame(frame: Frame, source: Path, attempt: Path) -> tuple[bool, str]:
    """
    Write a picture where a step says it lies: the file, or else the conversation's copy.

    :returns: whether there is one now, and what was wrong.
    """
    wrong = ""
    try:
        data = read(source, frame.file, MAX_PICTURE) if frame.file else None
        if data is not None:
            (attempt / frame.name).write_bytes(as_png(data, str(frame.file)))
            return True, ""
    except BadFileError as error:
        wrong = str(error)
    data = frame.picture.decode()
    if data is None:
        return False, wrong or "a picture is missing"
    try:
        (attempt / frame.name).write_bytes(as_png(data, "a picture of the conversation"))
    except BadFileError as error:
        return False, wrong or str(error)
    return True, wrong


def _common(dictionaries: Sequence[Mapping[str, T]]) -> dict[str, T]:
    """What all of them say alike."""
    first = dictionaries[0]
    return {
        key: value
        for key, value in first.items()
        if all(key in other and other[key] == value for other in dictionaries)
    }
