"""Output folders: never another's, one process at a time, killed writers leave nothing in them."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from lookabout.errors import UsageError

_LOCK = ".lock"
_PART = re.compile(r"\..+\.[0-9]+\.part")
"""A file under construction, as :func:`part_of` names it."""
_HIDDEN = re.compile(r"\.(attempt-[0-9]+|[0-9]+)-[a-z0-9_]{8}")
"""A folder under construction: an attempt of a run, a scenario of a data set, a prepared scene."""


def part_of(path: Path) -> Path:
    """Where a file is written before it takes the place of ``path``."""
    return path.with_name(f".{path.name}.{os.getpid()}.part")


def write_atomically(path: Path, text: str) -> None:
    """Whole or not at all, even if the process is killed."""
    part = part_of(path)
    try:
        with part.open("w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def held(path: Path, manifest: str, *, busy: str) -> Iterator[None]:
    """
    A folder that is created if need be, locked, and freed of what killed writers left.

    :param manifest: file that tells the folder from another's, as a glob pattern; without it
        there may be nothing but what a writer leaves that is killed before its manifest is in
        place.
    :param busy: what to say if another process has the folder.
    :raises UsageError: if it cannot be written, holds other files, or is in use.
    """
    try:
        if path.exists() and not any(path.glob(manifest)) and not _is_free(path):
            raise UsageError(
                f"the output folder holds other files and no {manifest}; choose a new folder",
                where=str(path),
            )
        path.mkdir(parents=True, exist_ok=True)
        lock = FileLock(path / _LOCK, thread_local=False)
        lock.acquire(timeout=0)
    except Timeout:
        raise UsageError(busy, where=str(path)) from None
    except OSError as error:
        raise _unwritable(path, error) from None
    try:
        try:
            _clear(path)
        except OSError as error:
            raise _unwritable(path, error) from None
        yield
    finally:
        lock.release()


def _is_free(path: Path) -> bool:
    return all(
        entry.name == _LOCK
        or _PART.fullmatch(entry.name)
        or _HIDDEN.fullmatch(entry.name)
        or (entry.name == "scenarios" and entry.is_dir() and not any(entry.iterdir()))
        for entry in path.iterdir()
    )


def _clear(path: Path) -> None:
    """Whoever holds the lock is the only writer: what is under construction is a dead one's."""
    for at, folders, files in os.walk(path):
        for name in files:
            if _PART.fullmatch(name):
                (Path(at) / name).unlink(missing_ok=True)
        for name in [name for name in folders if _HIDDEN.fullmatch(name)]:
            folders.remove(name)
            if not (Path(at) / name).is_symlink():
                shutil.rmtree(Path(at) / name)
        if "frames" in folders:  # many files, and none of them is written in parts
            folders.remove("frames")


def _unwritable(path: Path, error: OSError) -> UsageError:
    return UsageError(f"the output folder cannot be written: {error.strerror}", where=str(path))
