"""Which assets are used: those of the pack as well, or only the built-in ones."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from lookabout.errors import UsageError
from lookabout.world.assets import pack
from lookabout.world.assets.pins import require_known

VARIABLE = "LOOKABOUT_LOOK"
"""``builtin`` leaves the pack out, ``full`` insists on it; unset: used if installed."""
_wanted: ContextVar[str] = ContextVar("look", default="")


@contextmanager
def use_look(wanted: str) -> Iterator[None]:
    """
    Use this look inside the block, whatever the environment says.

    :param wanted: ``builtin``, ``full``, or ``auto`` for what the environment says.
    :raises UsageError: for ``full`` where the environment leaves the pack out.
    """
    require_look(wanted)
    token = _wanted.set("" if wanted == "auto" else wanted)
    try:
        yield
    finally:
        _wanted.reset(token)


def require_look(wanted: str) -> None:
    """:raises UsageError: if ``wanted`` is ``full`` and the environment leaves the pack out."""
    if wanted == "full" and os.environ.get(VARIABLE) == "builtin":
        raise UsageError(
            "is builtin, but these scenes are made of the asset pack's models",
            where=VARIABLE,
            hint="Unset it, or take scenes of built-in models, such as those of "
            "spatialscout/rooms-builtin.",
        )


def pack_folder() -> Path | None:
    """
    Folder of the pack's libraries, or None to use the built-in forms only.

    :raises UsageError: if the environment asks for what is not there, or another version of
        the pack is.
    """
    wanted = _wanted.get() or os.environ.get(VARIABLE, "")
    if wanted not in ("", "full", "builtin"):
        raise UsageError(f"must be full or builtin, got {wanted!r}", where=VARIABLE)
    if wanted == "builtin":
        return None
    place = pack.folder()
    if place is None and wanted == "full":
        raise UsageError(
            "the asset pack is not installed",
            where=VARIABLE,
            hint=f"Install the package sweethome3d-furniture, or name its folder in "
            f"{pack.VARIABLE}.",
        )
    if place is not None:
        require_known(place)
    return place


def current_look() -> str:
    """
    ``full`` where models of the pack may be used, else ``builtin``.

    :raises UsageError: as :func:`pack_folder`.
    """
    return "builtin" if pack_folder() is None else "full"
