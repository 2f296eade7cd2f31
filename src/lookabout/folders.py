"""A folder that appears whole."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lookabout.errors import UsageError


@contextmanager
def new_folder(out: Path) -> Iterator[Path]:
    """
    A folder to fill, which takes the name ``out`` when all has gone well; else nothing is left
    but, of a process killed outright, a hidden ``.NAME-…`` beside it, which nothing reads.

    :raises UsageError: if ``out`` exists and is not an empty folder, or cannot be made.
    """
    try:
        if out.is_symlink() or (out.exists() and (not out.is_dir() or any(out.iterdir()))):
            raise UsageError("exists already; choose a new folder", where=str(out))
        out.parent.mkdir(parents=True, exist_ok=True)
        hidden = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=out.parent))
    except OSError as error:
        raise UsageError(f"cannot be made: {error.strerror}", where=str(out)) from None
    try:
        yield hidden
        hidden.chmod(0o755)
        hidden.replace(out)
    except OSError as error:  # a full disk, say
        raise UsageError(f"cannot be written: {error.strerror or error}", where=str(out)) from None
    finally:
        shutil.rmtree(hidden, ignore_errors=True)
