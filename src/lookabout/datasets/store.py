"""A data set's folder: a folder for each scenario, written whole or not at all."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Literal

from pydantic import Field, ValidationError

from lookabout.datasets.rows import ROWS, FlightData
from lookabout.errors import UsageError
from lookabout.records import RecordModel
from lookabout.runs.folders import held, part_of, write_atomically
from lookabout.sim.scenario import describe

RECORD = "dataset.json"
CHECKSUMS = "pictures.sha256"
_FLIGHT = "flight.json"
_SAME = ("kind", "seed", "set", "map_seed", "settings", "picture_format", "engine")


class DatasetRecord(RecordModel):
    """``dataset.json``: how a data set was made, and, once it is complete, what is in it."""

    format: Literal["lookabout-dataset-1"] = "lookabout-dataset-1"
    kind: str
    seed: int
    set: str
    """Whose rules the scenarios follow."""
    map_seed: int
    """Of the world: another than the sets'."""
    settings: dict[str, Any]
    """Of the benchmark, as the conversations show them."""
    picture_format: str
    engine: dict[str, str]
    """As asked for: name, quality, device."""
    versions: dict[str, str]
    scenarios: int
    complete: bool = False
    """False while it is made or made larger; then the rest is missing or of an earlier size."""
    renderer: dict[str, str] = Field(default_factory=dict)
    look: str = ""
    samples: int = 0
    pictures: int = 0
    located: int = 0
    """Samples in which a claim would succeed."""
    turns: dict[str, int] = Field(default_factory=dict)
    """Samples by how many pictures they show."""
    classes: dict[str, int] = Field(default_factory=dict)
    """Samples by class of the target."""
    files: dict[str, str] = Field(default_factory=dict)
    """SHA-256 of the files of rows and of the list of all pictures' checksums."""


class DatasetFolder:
    """``dataset.json``, ``scenarios/NNNNN/``, and at the end the files of rows."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @contextmanager
    def open(self, record: DatasetRecord) -> Iterator[None]:
        """
        Create the folder, or take up an earlier call of the same settings; locked meanwhile.

        The number of scenarios may differ from the earlier call's.

        :raises UsageError: if the folder cannot be written, holds something else, or another
            process is working in it.
        """
        with held(self.path, RECORD, busy="another process is making this data set"):
            if (self.path / RECORD).exists():
                _require_same(self.record(), record, self.path / RECORD)
            try:
                self.write(record)
                (self.path / "scenarios").mkdir(exist_ok=True)
            except OSError as error:
                raise UsageError(
                    f"the output folder cannot be written: {error.strerror}", where=str(self.path)
                ) from None
            yield

    def record(self) -> DatasetRecord:
        """:raises UsageError: if ``dataset.json`` is not readable."""
        path = self.path / RECORD
        try:
            return DatasetRecord.model_validate_json(path.read_bytes())
        except OSError as error:
            raise UsageError(f"cannot be read: {error.strerror}", where=str(path)) from None
        except ValidationError as error:
            raise UsageError(describe(error), where=str(path)) from None

    def write(self, record: DatasetRecord) -> None:
        """Replace ``dataset.json``."""
        write_atomically(self.path / RECORD, record.model_dump_json(indent=1))

    def flight(self, index: int) -> FlightData | None:
        """
        A finished scenario; None if there is none yet.

        :raises UsageError: if it is damaged.
        """
        folder = self.path / _name(index)
        if not folder.exists():
            return None
        try:
            flight = FlightData.model_validate_json((folder / _FLIGHT).read_bytes())
            problem = "" if flight.index == index else f"is of scenario {flight.index}"
            for name in flight.pictures:
                if Path(name).name != name or not (folder / name).is_file():
                    problem = f"the picture {name} is missing"
        except OSError as error:
            problem = f"{_FLIGHT} cannot be read: {error.strerror}"
        except ValidationError as error:
            problem = f"{_FLIGHT}: {describe(error)}"
        if problem:
            raise UsageError(
                f"is damaged: {problem}",
                where=str(folder),
                hint="Delete this folder and run the same command again.",
            )
        return flight

    def finish(self, record: DatasetRecord, progress: Callable[[], None]) -> DatasetRecord:
        """
        Write the files of rows from the finished scenarios, and what they hold.

        :param progress: called after every scenario.
        :raises UsageError: if a scenario is missing, damaged, or made twice.
        """
        digests = {name: hashlib.sha256() for name in (*ROWS, CHECKSUMS)}
        parts = {name: part_of(self.path / name) for name in digests}
        counts = _Counts()
        streams = {name: path.open("w", encoding="utf-8") for name, path in parts.items()}
        try:

            def put(name: str, line: str) -> None:
                streams[name].write(f"{line}\n")
                digests[name].update(f"{line}\n".encode())

            for index in range(record.scenarios):
                flight = self.flight(index)
                if flight is None:
                    raise UsageError("is missing", where=str(self.path / _name(index)))
                counts.add(flight)
                for file, digest in sorted(flight.pictures.items()):
                    put(CHECKSUMS, f"{digest}  {_name(index)}/{file}")
                for number in range(len(flight.samples)):
                    for name, row in ROWS.items():
                        made = row(flight, number, _name(index))
                        put(name, json.dumps(made, ensure_ascii=False))
                progress()
            for stream in streams.values():
                stream.flush()
                os.fsync(stream.fileno())
            for name, part in parts.items():
                part.replace(self.path / name)
        finally:
            for name, stream in streams.items():
                stream.close()
                parts[name].unlink(missing_ok=True)
        done = record.model_copy(
            update={
                "complete": True,
                **counts.fields(),
                "files": {name: digest.hexdigest() for name, digest in digests.items()},
            }
        )
        self.write(done)
        return done


class _Counts:
    """What goes into ``dataset.json`` of all flights."""

    def __init__(self) -> None:
        self._seeds: set[int] = set()
        self._looks: set[str] = set()
        self._renderer: dict[str, str] = {}
        self._pictures = 0
        self._rows: list[dict[str, Any]] = []

    def add(self, flight: FlightData) -> None:
        seed, where = flight.scenario["seed"], _name(flight.index)
        self._looks.add(flight.look)
        if seed in self._seeds:
            raise UsageError("is the same scenario as another", where=where)
        if len(self._looks) > 1:
            raise UsageError(f"has another look, {flight.look!r}, than those before", where=where)
        self._seeds.add(seed)
        self._renderer = flight.engine
        self._pictures += len(flight.pictures)
        kept = ("located", "turn", "target_class")
        for number in range(len(flight.samples)):
            columns = flight.columns(number)
            self._rows.append({key: columns[key] for key in kept})

    def fields(self) -> dict[str, Any]:
        return {
            "renderer": self._renderer,
            "look": next(iter(self._looks), ""),
            "samples": len(self._rows),
            "pictures": self._pictures,
            "located": sum(row["located"] for row in self._rows),
            "turns": _tally(row["turn"] for row in self._rows),
            "classes": _tally(row["target_class"] for row in self._rows),
        }


def write_flight(folder: Path, flight: FlightData, pictures: dict[str, bytes]) -> None:
    """
    A finished scenario: its folder appears at once with everything in it.

    :param folder: of the data set.
    """
    target = folder / _name(flight.index)
    hidden = Path(mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    files = {**pictures, _FLIGHT: flight.model_dump_json().encode()}
    for name, data in files.items():
        with (hidden / name).open("xb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
    hidden.chmod(0o755)
    hidden.rename(target)


def _name(index: int) -> str:
    return f"scenarios/{index:05d}"


def _tally(values: Iterable[Any]) -> dict[str, int]:
    found: dict[Any, int] = {}
    for value in values:
        found[value] = found.get(value, 0) + 1
    return {str(value): found[value] for value in sorted(found)}


def _require_same(earlier: DatasetRecord, now: DatasetRecord, where: Path) -> None:
    pairs = {name: (getattr(earlier, name), getattr(now, name)) for name in _SAME}
    pairs["version"] = (earlier.versions.get("lookabout"), now.versions.get("lookabout"))
    for name, (before, after) in pairs.items():
        if json.dumps(before, sort_keys=True) != json.dumps(after, sort_keys=True):
            raise UsageError(
                f"this folder holds a data set with {name} = {before!r}, not {after!r}",
                where=str(where),
                hint="Use the same options to go on with it, or another --out for a new one.",
            )
