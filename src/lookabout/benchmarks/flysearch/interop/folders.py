"""Folders of numbered folders: what lies in them, and scenarios and runs written as such."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from lookabout.benchmarks.flysearch.interop.exporting import export_episode
from lookabout.benchmarks.flysearch.interop.files import (
    MAX_JSON,
    BadFileError,
    entries,
    printable_name,
    read,
)
from lookabout.benchmarks.flysearch.interop.log import folder_key
from lookabout.benchmarks.flysearch.interop.params import FILE, parse_params, write_params
from lookabout.benchmarks.flysearch.interop.scenarios import elsewhere, published_params
from lookabout.errors import LookaboutError, UsageError
from lookabout.folders import new_folder
from lookabout.records import EpisodeRecord, StepRecord
from lookabout.sim.protocol import Simulator
from lookabout.sim.scenario import Scenario

Progress = Callable[[int, int], None]
"""Called with (done, total)."""


@dataclass(frozen=True)
class Entry:
    """What became of one thing in the folder that was read."""

    folder: str
    """Its name there."""
    state: Literal["done", "incomplete", "skipped"]
    """``incomplete``: done, but something was missing."""
    episode: int | None = None
    """Index in what was written."""
    judged: bool = False
    """It has a verdict."""
    notes: tuple[str, ...] = ()


def list_folders(source: Path) -> tuple[list[str], list[Entry]]:
    """
    Names of folders that are numbered like the published ones, in order, and what else is there.

    :raises UsageError: if ``source`` is no folder, or holds none.
    """
    if not source.is_dir():
        raise UsageError("is no folder", where=str(source))
    try:
        names = entries(source)
    except BadFileError as error:
        raise UsageError(str(error), where=str(source)) from None
    keys = {name: key for name in names if (key := folder_key(name))}
    if not keys:
        raise UsageError(
            "holds no numbered folders (0, 1, … or 0_r0, 1_r0, …)",
            where=str(source),
            hint="Give the folder in which they lie.",
        )
    others = [
        Entry(printable_name(name), "skipped", notes=("is not named like an episode",))
        for name in names
        if name not in keys
    ]
    return sorted(keys, key=lambda name: (keys[name], name)), others


def import_scenarios(
    source: Path, out: Path, simulator: Simulator, progress: Progress | None = None
) -> list[Entry]:
    """
    Scenario files with the parameters of published ones, at other places (see ``scenarios``).

    :param out: new folder, for ``NNNN.json``; nothing is left of it when this fails.
    :raises UsageError: if there is nothing to make, or ``out`` cannot be written.
    """
    names, skipped = list_folders(source)
    made: list[Entry] = []
    with new_folder(out) as folder:
        for done, name in enumerate(names):
            index = len(made)
            try:
                data = None if (source / name).is_symlink() else read(source / name, FILE, MAX_JSON)
                if data is None:
                    raise BadFileError(f"{FILE} is missing")
                params = parse_params(data)
                number, repeat = folder_key(name) or (0, 0)
                label = f"{params.set_name}-elsewhere-{number:04d}" + f"-{repeat}" * bool(repeat)
                scenario = elsewhere(params, label, simulator)
            except (BadFileError, LookaboutError) as error:
                skipped.append(Entry(printable_name(name), "skipped", notes=(str(error),)))
            else:
                path = folder / f"{index:04d}.json"
                path.write_text(scenario.model_dump_json(indent=1), encoding="utf-8")
                made.append(Entry(printable_name(name), "done", index))
            if progress:
                progress(done + 1, len(names))
        if not made:
            raise UsageError(f"no scenario can be made: {reasons(skipped)}", where=str(source))
    return [*made, *skipped]


def export_scenarios(scenarios: Sequence[Scenario], out: Path) -> list[Entry]:
    """
    ``I/scenario_params.json`` of each.

    :raises UsageError: if there is nothing to write, or ``out`` exists or cannot be written.
    """
    found: list[Entry] = []
    with new_folder(out) as folder:
        for index, scenario in enumerate(scenarios):
            try:
                text = write_params(published_params(scenario))
            except BadFileError as error:
                found.append(Entry(scenario.id, "skipped", notes=(str(error),)))
                continue
            (folder / str(index)).mkdir()
            (folder / str(index) / FILE).write_text(text, encoding="utf-8")
            found.append(Entry(scenario.id, "done", index))
        if all(entry.state == "skipped" for entry in found):
            raise UsageError(f"no scenario can be written: {reasons(found)}", where=str(out))
    return found


@dataclass(frozen=True)
class Attempt:
    """A judged attempt of a run, to be written."""

    record: EpisodeRecord
    steps: Sequence[StepRecord]
    folder: Path
    problems: tuple[str, ...] = ()
    """What of its record could not be read."""


def export_run(attempts: Iterable[Attempt], out: Path) -> list[Entry]:
    """
    A folder for each attempt, named by its episode's index.

    :param out: new folder; nothing is left of it when this fails.
    :raises UsageError: if there is nothing to write, or ``out`` cannot be written.
    """
    found: list[Entry] = []
    with new_folder(out) as folder:
        for attempt in attempts:
            index = attempt.record.episode
            target = folder / str(index)
            target.mkdir()
            try:
                notes = export_episode(attempt.record, attempt.steps, attempt.folder, target)
            except BadFileError as error:
                target.rmdir()
                found.append(Entry(f"{index:04d}", "skipped", notes=(str(error),)))
                continue
            notes = [*attempt.problems, *notes]
            state: Literal["done", "incomplete"] = "incomplete" if notes else "done"
            found.append(Entry(f"{index:04d}", state, index, judged=True, notes=tuple(notes)))
        if all(entry.state == "skipped" for entry in found):
            raise UsageError(f"no episode can be written: {reasons(found)}", where=str(out))
    return found


def reasons(skipped: Sequence[Entry]) -> str:
    """The most frequent ones, in words."""
    counts = Counter(note for entry in skipped for note in entry.notes)
    return "; ".join(f"{note} ({n})" for note, n in counts.most_common(3)) or "there is none"
