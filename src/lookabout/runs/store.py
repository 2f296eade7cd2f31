"""Run folders on disk: created once, locked while in use, never overwritten."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

from pydantic import ValidationError

from lookabout.errors import UsageError
from lookabout.records import EpisodeRecord, RunRecord, flaw
from lookabout.runs.folders import held, write_atomically
from lookabout.sim.scenario import Scenario, describe, read_scenario

_SERVICE_SETTINGS = {"base_url", "timeout_s", "attempt_timeout_s", "max_retries", "backoff_s"}
"""How a service is reached may change when a run is taken up; what it is asked may not."""
_ATTEMPT = re.compile(r"attempt-([1-9][0-9]*)")


def write_episode(folder: Path, record: EpisodeRecord) -> None:
    """``episode.json`` of an attempt."""
    write_atomically(folder / "episode.json", record.model_dump_json(indent=1))


class RunFolder:
    """``run.json``, ``scenarios/NNNN.json`` and ``episodes/NNNN/attempt-K/``."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @contextmanager
    def open(self, record: RunRecord, scenarios: Sequence[Scenario]) -> Iterator[None]:
        """
        Create the folder, or take up an earlier run of the same settings; locked meanwhile.

        A run may be taken up with more episodes than before; everything else must be equal.

        :raises UsageError: if the folder cannot be written, belongs to another run, holds
            other files, or another process is running in it.
        """
        with held(self.path, "run.json", busy="another lookabout run is working in this folder"):
            self._take_up(record, scenarios)
            yield

    def _take_up(self, record: RunRecord, scenarios: Sequence[Scenario]) -> None:
        try:
            if (self.path / "run.json").exists():
                earlier = self.record()
                _require_same(earlier, record, self.path / "run.json")
                if record.episodes > earlier.episodes:
                    grown = earlier.model_copy(
                        update={"episodes": record.episodes, "scenarios": record.scenarios}
                    )
                    write_atomically(self.path / "run.json", grown.model_dump_json(indent=1))
            else:
                write_atomically(self.path / "run.json", record.model_dump_json(indent=1))
            (self.path / "scenarios").mkdir(exist_ok=True)
            for index, scenario in enumerate(scenarios):
                self._keep_scenario(index, scenario)
        except OSError as error:
            raise UsageError(
                f"the output folder cannot be written: {error.strerror}", where=str(self.path)
            ) from None

    def _keep_scenario(self, index: int, scenario: Scenario) -> None:
        path = self.scenario(index)
        if not path.exists():
            write_atomically(path, scenario.model_dump_json(indent=1))
        elif read_scenario(path).model_dump_json() != scenario.model_dump_json():
            raise UsageError("differs from the scenario that this run would use", where=str(path))

    def scenario(self, index: int) -> Path:
        """File of an episode's scenario."""
        return self.path / "scenarios" / f"{index:04d}.json"

    def record(self) -> RunRecord:
        """:raises UsageError: if ``run.json`` is not readable."""
        path = self.path / "run.json"
        try:
            return RunRecord.model_validate_json(path.read_bytes())
        except OSError as error:
            raise UsageError(f"cannot be read: {error.strerror}", where=str(path)) from None
        except ValidationError as error:
            raise UsageError(describe(error), where=str(path)) from None

    def episode(self, index: int) -> Path:
        """
        Folder of an episode's attempts.

        :raises UsageError: if a link leads out of the run folder: nothing is written there.
        """
        path = self.path / "episodes" / f"{index:04d}"
        if not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(self.path)):
            raise UsageError("is a link that leads out of the run folder", where=str(path))
        return path

    def attempts(self, index: int) -> dict[int, EpisodeRecord | None]:
        """Records of an episode's attempts by number, in order; None where unreadable."""
        found: dict[int, EpisodeRecord | None] = {}
        folder = self.episode(index)
        if folder.is_dir():
            for entry in folder.iterdir():
                match = _ATTEMPT.fullmatch(entry.name)
                if match:
                    found[int(match[1])] = read_episode(entry)
        return dict(sorted(found.items()))

    def new_attempt(
        self, index: int, record_of: Callable[[int], EpisodeRecord]
    ) -> tuple[EpisodeRecord, Path]:
        """
        The next attempt: its folder appears at once with ``episode.json`` and ``frames/``.

        :param record_of: the record as known before the start, from the attempt's number.
        """
        number = max(self.attempts(index), default=0) + 1
        record = record_of(number)
        parent = self.episode(index)
        parent.mkdir(parents=True, exist_ok=True)
        hidden = Path(mkdtemp(prefix=f".attempt-{number}-", dir=parent))
        (hidden / "frames").mkdir()
        write_episode(hidden, record)
        hidden.chmod(0o755)
        return record, hidden.rename(parent / f"attempt-{number}")

    def finished(self, index: int, run: RunRecord) -> bool:
        """True if an attempt of the episode has a verdict that counts."""
        return any(
            record is not None
            and record.judged
            and flaw(record, run, index, number) is None
            and (self.episode(index) / f"attempt-{number}" / "steps.jsonl").is_file()
            for number, record in self.attempts(index).items()
        )


def read_episode(folder: Path) -> EpisodeRecord | None:
    """``episode.json`` of an attempt; None if it is missing or damaged."""
    try:
        return EpisodeRecord.model_validate_json((folder / "episode.json").read_bytes())
    except (OSError, ValidationError):
        return None


def replies(folder: Path) -> int:
    """How many replies an attempt's record holds so far."""
    try:
        with (folder / "steps.jsonl").open("rb") as lines:
            return sum(1 for _ in lines)
    except OSError:  # not yet there
        return 0


def _require_same(earlier: RunRecord, now: RunRecord, where: Path) -> None:
    """Everything that decides about numbers must be as it was."""
    pairs: dict[str, tuple[object, object]] = {
        "benchmark": (earlier.benchmark, now.benchmark),
        "set": (earlier.set, now.set),
        "seed": (earlier.seed, now.seed),
        "agent": (earlier.agent.name, now.agent.name),
        "source of scenarios": (earlier.source, now.source),
        "version": (earlier.versions.get("lookabout"), now.versions.get("lookabout")),
    }
    for kind, before, after in (
        ("settings", earlier.settings, now.settings),
        ("agent.settings", earlier.agent.settings, now.agent.settings),
        ("engine", earlier.engine, now.engine),
    ):
        for key in sorted({*before, *after} - _SERVICE_SETTINGS):
            pairs[f"{kind}.{key}"] = (before.get(key), after.get(key))
    for index, (before_hash, after_hash) in enumerate(
        zip(earlier.scenarios, now.scenarios, strict=False)
    ):
        pairs[f"scenario {index} (SHA-256)"] = (before_hash[:12], after_hash[:12])
    for name, (before_value, after_value) in pairs.items():
        # Compared as JSON, since that is what the file can hold.
        if json.dumps(before_value) != json.dumps(after_value):
            raise UsageError(
                f"this folder holds a run with {name} = {before_value!r}, not {after_value!r}",
                where=str(where),
                hint="Use the same options to go on with it, or another --out for a new run.",
            )
