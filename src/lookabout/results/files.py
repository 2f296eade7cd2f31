"""Reading files of a run folder that may be damaged, absurd or hostile."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

T = TypeVar("T", bound=BaseModel)

MEGABYTE = 1_000_000
MAX_RECORD_BYTES = 10 * MEGABYTE
"""Of ``run.json`` and ``episode.json``."""


class UnusableError(Exception):
    """Raised, and always caught in this package, when a file cannot be used; says why."""


def checked(path: Path, root: Path, limit: int) -> Path:
    """
    The real path of a plain file that may be opened.

    :param root: real path of the folder that the file must not lie outside of.
    :param limit: largest size, bytes.
    :raises UnusableError: if it is missing, outside, no plain file, or larger.
    """
    try:
        real = Path(os.path.realpath(path, strict=True))
        info = real.stat()
    except FileNotFoundError:
        raise UnusableError("is missing") from None
    except (OSError, ValueError) as error:
        raise UnusableError(f"cannot be read: {_why(error)}") from None
    if not real.is_relative_to(root):
        raise UnusableError("lies outside the run folder")
    if not stat.S_ISREG(info.st_mode):
        raise UnusableError("is not a plain file")
    if info.st_size > limit:
        raise UnusableError(f"is absurdly large ({info.st_size} bytes; at most {limit})")
    return real


def read_bytes(path: Path, root: Path, limit: int) -> bytes:
    """The content of a file; parameters and errors as :func:`checked`."""
    real = checked(path, root, limit)
    try:
        return real.read_bytes()
    except OSError as error:
        raise UnusableError(f"cannot be read: {_why(error)}") from None


def parse(model: type[T], data: bytes) -> T:
    """
    A record from JSON.

    Characters that no file can hold (lone halves of surrogate pairs, which models do
    produce) become U+FFFD, so that whatever is loaded can be written again.

    :raises UnusableError: if it is empty, no JSON, or not such a record.
    """
    try:
        # Sound records in one go; whatever is odd is looked at more closely below.
        return model.model_validate_json(data)
    except ValidationError:
        pass
    if not data.strip():
        raise UnusableError("is empty")
    try:
        value = json.loads(data.decode("utf-8"))
        if b"\\ud" in data or b"\\uD" in data:
            value = _storable(value)
        return model.model_validate(value)
    except UnicodeDecodeError:
        raise UnusableError("is not UTF-8 text") from None
    except RecursionError:
        raise UnusableError("is nested too deeply") from None
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        field = ".".join(str(part) for part in first["loc"]) or "(whole)"
        raise UnusableError(f"is no valid record: field {field}: {first['msg']}") from None
    except ValueError as error:
        raise UnusableError(f"is damaged, no valid JSON: {error}") from None


def _storable(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [_storable(item) for item in value]
    if isinstance(value, dict):
        return {_storable(key): _storable(item) for key, item in value.items()}
    return value


def _why(error: OSError | ValueError) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)
