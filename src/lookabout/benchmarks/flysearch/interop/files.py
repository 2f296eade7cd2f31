"""Files of folders that anybody may have written: links, bombs and rubbish included."""

from __future__ import annotations

import io
import json
import os
import re
import stat
import warnings
from pathlib import Path
from typing import Any

from lookabout.benchmarks.base import storable

MEGABYTE = 1_000_000
MAX_TEXT = MEGABYTE // 10
MAX_JSON = MEGABYTE
MAX_CONVERSATION = 100 * MEGABYTE
"""It holds all pictures, as text."""
MAX_PICTURE = 20 * MEGABYTE
MAX_PIXELS = 16_000_000
_MOST_ENTRIES = 200_000


class BadFileError(Exception):
    """Raised, and always caught in this package, for what cannot be used; says why."""


def entries(folder: Path) -> list[str]:
    """
    Names in a folder, sorted.

    :raises BadFileError: if it cannot be listed.
    """
    try:
        names = sorted(path.name for path in folder.iterdir())
    except OSError as error:
        raise BadFileError(f"cannot be listed: {error.strerror}") from None
    if len(names) > _MOST_ENTRIES:
        raise BadFileError(f"holds {len(names)} files")
    return names


def read(folder: Path, name: str, limit: int) -> bytes | None:
    """
    The content of a plain file in a folder; None if there is none.

    Links are not followed: they could lead anywhere.

    :param name: relative to the folder.
    :raises BadFileError: naming the file, if it is no plain file, too large or unreadable.
    """
    if not (folder / name).parent.resolve().is_relative_to(folder.resolve()):
        raise BadFileError(f"{name} lies outside its folder")
    try:
        handle = os.open(folder / name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except FileNotFoundError:
        return None
    except OSError as error:
        link = (folder / name).is_symlink()
        why = "is a link" if link else f"cannot be read: {error.strerror}"
        raise BadFileError(f"{name} {why}") from None
    with os.fdopen(handle, "rb") as file:
        info = os.fstat(handle)
        if not stat.S_ISREG(info.st_mode):
            raise BadFileError(f"{name} is no plain file")
        if info.st_size > limit:
            raise BadFileError(f"{name} is too large ({info.st_size} bytes; at most {limit})")
        try:
            return file.read(limit)
        except OSError as error:
            raise BadFileError(f"{name} cannot be read: {error.strerror}") from None


def read_text(folder: Path, name: str) -> str | None:
    """A short text file; parameters and errors as :func:`read`."""
    data = read(folder, name, MAX_TEXT)
    return None if data is None else decoded(data, name)


def decoded(data: bytes, name: str) -> str:
    """:raises BadFileError: if it is no UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadFileError(f"{name} is not UTF-8 text") from None


def parse_json(data: bytes, name: str) -> Any:
    """:raises BadFileError: if it is no JSON."""
    try:
        return json.loads(decoded(data, name), parse_constant=_refuse)
    except RecursionError:
        raise BadFileError(f"{name} is nested too deeply") from None
    except ValueError as error:
        raise BadFileError(f"{name} is damaged, no valid JSON: {error}") from None


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not a number that JSON knows")


def as_png(data: bytes, name: str) -> bytes:
    """
    A picture as PNG; one that is PNG stays as it is.

    :raises BadFileError: if it is no whole picture of sane size.
    """
    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # sizes are refused below, by our own limit
            with Image.open(io.BytesIO(data), formats=("PNG", "JPEG", "WEBP")) as opened:
                if opened.width * opened.height > MAX_PIXELS:
                    raise BadFileError(
                        f"{name} is absurdly large ({opened.width} × {opened.height} pixels)"
                    )
                opened.load()
                if opened.format == "PNG":
                    return data
                buffer = io.BytesIO()
                opened.convert("RGB").save(buffer, format="PNG", compress_level=1)
                return buffer.getvalue()
    except BadFileError:
        raise
    # Pillow raises errors of many kinds on damaged files, SyntaxError among them.
    except Exception as error:
        raise BadFileError(f"{name} is no readable picture ({type(error).__name__})") from None


def as_jpeg(data: bytes) -> bytes:
    """A sound picture as JPEG, small enough to stand in a conversation."""
    from PIL import Image

    buffer = io.BytesIO()
    with Image.open(io.BytesIO(data)) as opened:
        opened.convert("RGB").save(buffer, format="JPEG", quality=90)
    return buffer.getvalue()


_NUMPY = re.compile(r"\bnp\.\w+\(([^()]*)\)")
_NUMBER = re.compile(r"[-+]?(\d{1,20}(\.\d{0,20})?|\.\d{1,20})([eE][-+]?\d{1,3})?", re.ASCII)


def parse_number(text: str, most: float) -> float:
    """
    :param most: largest absolute value that can be meant.
    :raises BadFileError: if it is no such number.
    """
    text = text.strip()
    if not _NUMBER.fullmatch(text):
        raise BadFileError(f"{shown(text)} is no number")
    value = float(text)
    if not abs(value) <= most:
        raise BadFileError(f"{shown(text)} is out of range")
    return value


def parse_triple(text: str, most: float) -> tuple[float, float, float]:
    """
    Three numbers in round or square brackets, ``(1, 2.5, -3)``.

    :param most: as for :func:`parse_number`.
    :raises BadFileError: if they are none.
    """
    inner = _NUMPY.sub(r"\1", text).strip()
    if inner[:1] + inner[-1:] in ("()", "[]"):
        inner = inner[1:-1]
    parts = inner.split(",")
    if len(parts) != 3:
        raise BadFileError(f"{shown(text)} is not three numbers")
    x, y, z = (parse_number(part, most) for part in parts)
    return x, y, z


def shown(text: str) -> str:
    """A text of a file as it may stand in a message."""
    return repr(storable(text if len(text) <= 60 else text[:57] + "…"))


def printable_name(name: str) -> str:
    """A file's name as text; bytes that are no UTF-8 are shown as such."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
