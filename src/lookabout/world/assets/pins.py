"""Which versions of the asset packs are known, by hash, so that one look is one set of shapes."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lookabout.errors import UsageError
from lookabout.world.assets import pack

PACKAGE = "sweethome3d-furniture"
VERSION = "1.8"
LIBRARIES = {
    "BlendSwap-CC-0.sh3f": "7ef093fe70cedbb160bdb532d86a84580459635e34130c16777f549eba1993dc",
    "BlendSwap-CC-BY.sh3f": "29ae78937b4d5dbe93db74067817a984fa411f017b007fd666bc40368bdb0c83",
    "KatorLegaz.sh3f": "f512443b5d3a6903497573095f971f44334b3165ab32182133051fa9487764a6",
    "Reallusion.sh3f": "dd553207876ccec6372dde7aaea6b2dcf2d631997fcdb8a9856a639e0db9aa9b",
    "Scopia.sh3f": "b4505451b1e8ab339c101c0afddfef4e1a07b95aa8c821c61ec41487afd43850",
}
"""SHA-256 of each library of Sweet Home 3D's furniture, version 1.8, as Debian packages it."""


@dataclass(frozen=True)
class PackState:
    """What is found of a pack."""

    package: str
    """Debian's package."""
    version: str
    """The one that is known here."""
    folder: Path | None
    """None if it is not installed."""
    libraries: dict[str, str]
    """By file name: ``as known``, ``another version`` or ``missing``."""

    @property
    def usable(self) -> bool:
        """Installed, every library as known."""
        return all(state == "as known" for state in self.libraries.values())


@cache
def state_of(folder: Path | None) -> PackState:
    """What is found in a folder; reads the libraries once in a process (some 0.3 s)."""
    found = {}
    for name, known in LIBRARIES.items():
        path = folder / name if folder else None
        if path is None or not path.is_file():
            found[name] = "missing"
            continue
        with path.open("rb") as stream:
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
        found[name] = "as known" if digest == known else "another version"
    return PackState(PACKAGE, VERSION, folder, found)


def require_known(folder: Path) -> None:
    """:raises UsageError: if a library is missing or of another version than the known one."""
    state = state_of(folder)
    wrong = [f"{name}: {what}" for name, what in state.libraries.items() if what != "as known"]
    if wrong:
        raise UsageError(
            f"the asset pack is not version {VERSION} of {PACKAGE}: {', '.join(wrong)}",
            where=str(folder),
            hint=f"Install that version, or set LOOKABOUT_LOOK=builtin to do without "
            f"(or {pack.VARIABLE} to the folder of another copy).",
        )
