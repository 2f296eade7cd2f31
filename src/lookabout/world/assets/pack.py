"""
The optional asset pack: Sweet Home 3D's furniture libraries (Debian ``sweethome3d-furniture``).

Libraries are zip files that anyone can make, so nothing in them is trusted: only named entries
are read, with limits on size, paths stay inside the model's folder, pictures must be pictures.
Models are read in place and never copied; only their pictures are put into the user's cache.
"""

from __future__ import annotations

import hashlib
import os
import posixpath
import re
import tempfile
import zipfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from lookabout.errors import UsageError
from lookabout.world.assets.obj import ObjError, ObjMaterial, ObjModel, parse_mtl, parse_obj
from lookabout.world.assets.solids import Floats

FOLDER = Path("/usr/share/sweethome3d/furniture")
VARIABLE = "LOOKABOUT_SWEETHOME3D"
"""Names another folder with ``*.sh3f`` libraries."""
_CATALOGUE = "PluginFurnitureCatalog.properties"
_MAX_TEXT = 12_000_000
_MAX_PICTURE = 6_000_000
_MAX_MODELS = 5_000
_MEND = "Reinstall the package sweethome3d-furniture, or set LOOKABOUT_LOOK=builtin."
_PICTURES = {b"\x89PNG\r\n\x1a\n": ".png", b"\xff\xd8\xff": ".jpg"}


@dataclass(frozen=True)
class CatalogueEntry:
    """A model that a library lists."""

    library: str
    """File name of the library."""
    path: str
    """Entry of the OBJ file in the zip."""
    name: str
    category: str
    size: tuple[float, float, float]
    """Width, depth and height, metres."""
    rotation: tuple[float, ...]
    """Row by row, to be applied to the model's own axes (x right, y up, z to the front)."""
    creator: str
    license: str


@dataclass(frozen=True, eq=False)
class PackModel:
    """A model in asset axes: x forward, y left, z up, standing on z = 0, metres."""

    entry: CatalogueEntry
    shape: ObjModel
    vertices: Floats
    """(V, 3)"""
    materials: dict[str, ObjMaterial]
    pictures: dict[str, str]
    """Absolute path of the picture of each material that has one."""


def folder() -> Path | None:
    """
    Where the libraries are; None if the pack is not installed.

    :raises UsageError: if the environment names a folder without libraries.
    """
    named = os.environ.get(VARIABLE)
    place = Path(named) if named else FOLDER
    if _has_libraries(place):
        return place
    if named:
        raise UsageError(f"no *.sh3f library in {named}", where=VARIABLE)
    return None


@cache
def _has_libraries(place: Path) -> bool:
    """Asked for every single asset, so looked up once in a process."""
    return place.is_dir() and any(place.glob("*.sh3f"))


@cache
def catalogue(place: Path) -> dict[str, CatalogueEntry]:
    """
    All models of the libraries in a folder, by ``<library without suffix>/<model's file stem>``.

    :raises UsageError: naming the library and what is wrong in it.
    """
    found: dict[str, CatalogueEntry] = {}
    for library in sorted(place.glob("*.sh3f")):
        with _opened(library) as archive:
            text = _read(archive, library, _CATALOGUE, _MAX_TEXT).decode("latin-1")
        for entry in _entries(library, _properties(text)):
            found[f"{library.stem}/{posixpath.splitext(posixpath.basename(entry.path))[0]}"] = entry
    return found


def load(place: Path, key: str) -> PackModel:
    """
    A model by its key in the catalogue.

    :raises UsageError: if there is none, or naming the library, the model and what is wrong.
    """
    entry = catalogue(place).get(key)
    if entry is None:
        raise UsageError(f"the pack has no model {key}", where=str(place), hint=_MEND)
    library = place / entry.library
    where = f"{library}: {entry.path}"
    materials: dict[str, ObjMaterial] = {}
    pictures: dict[str, str] = {}
    with _opened(library) as archive:
        try:
            shape = parse_obj(_text(archive, library, entry.path))
            for name in shape.libraries:
                materials |= parse_mtl(_text(archive, library, _beside(entry.path, name, where)))
        except ObjError as error:
            raise UsageError(str(error), where=where, hint=_MEND) from None
        for name in shape.materials:
            picture = materials.get(name, ObjMaterial()).picture
            if picture:
                content = _read(archive, library, _beside(entry.path, picture, where), _MAX_PICTURE)
                pictures[name] = str(_cached_picture(content, f"{where}: {picture}"))
    return PackModel(entry, shape, _placed(entry, shape.vertices), materials, pictures)


def _placed(entry: CatalogueEntry, vertices: Floats) -> Floats:
    """From the model's axes to asset axes, at the size that the catalogue gives."""
    turned = vertices @ np.array(entry.rotation).reshape(3, 3).T
    ours = turned[:, [2, 0, 1]]
    low, high = ours.min(axis=0), ours.max(axis=0)
    width, depth, height = entry.size
    scale = np.array([depth, width, height]) / np.maximum(high - low, 1e-9)
    middle = (low + high) / 2
    return np.asarray((ours - [middle[0], middle[1], low[2]]) * scale, dtype=float)


def _opened(library: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(library)
    except (OSError, zipfile.BadZipFile) as error:
        raise UsageError(
            f"not a readable library: {error}", where=str(library), hint=_MEND
        ) from None


def _read(archive: zipfile.ZipFile, library: Path, name: str, limit: int) -> bytes:
    """An entry's content; what its header says of its size is not believed."""
    where = f"{library}: {name}"
    try:
        with archive.open(name) as stream:
            content = stream.read(limit + 1)
    except KeyError:
        raise UsageError("missing in the library", where=where, hint=_MEND) from None
    except (zipfile.BadZipFile, OSError, RuntimeError, NotImplementedError, EOFError) as error:
        raise UsageError(f"cannot be read: {error}", where=where, hint=_MEND) from None
    if len(content) > limit:
        raise UsageError(f"larger than {limit} bytes", where=where, hint=_MEND)
    return content


def _text(archive: zipfile.ZipFile, library: Path, name: str) -> str:
    return _read(archive, library, name, _MAX_TEXT).decode("utf-8", errors="replace")


def _beside(path: str, name: str, where: str) -> str:
    """An entry named from a model's file, which must lie in the model's folder or below."""
    base = posixpath.dirname(path)
    full = posixpath.normpath(posixpath.join(base, name.replace("\\", "/")))
    if not full.startswith(base + "/"):
        raise UsageError(f"names a file outside its folder: {name[:80]!r}", where=where, hint=_MEND)
    return full


def _properties(text: str) -> dict[int, dict[str, str]]:
    """``key#number=value`` lines of a Java properties text, by number."""
    found: dict[int, dict[str, str]] = {0: {}}
    for line in text.splitlines():
        match = re.match(r"\s*(\w+)(?:#(\d{1,6}))?\s*[=:]\s*(.*)", line)
        if match:
            value = re.sub(r"\\u([0-9a-fA-F]{4})", lambda m: chr(int(m[1], 16)), match[3])
            found.setdefault(int(match[2] or 0), {})[match[1]] = value.strip()
    return found


def _entries(library: Path, properties: dict[int, dict[str, str]]) -> list[CatalogueEntry]:
    numbers = sorted(number for number in properties if number)
    if len(numbers) > _MAX_MODELS:
        raise UsageError(f"lists more than {_MAX_MODELS} models", where=str(library), hint=_MEND)
    entries = []
    for number in numbers:
        values = properties[number]
        where = f"{library}: {_CATALOGUE}: model {number}"
        try:
            path = values["model"].lstrip("/")
            size = [float(values[key]) / 100 for key in ("width", "depth", "height")]
            turn = [float(v) for v in values.get("modelRotation", "1 0 0 0 1 0 0 0 1").split()]
        except (KeyError, ValueError) as error:
            raise UsageError(
                f"a value is missing or no number: {error}", where=where, hint=_MEND
            ) from None
        if len(turn) != 9 or not all(0 < side < 100 for side in size):
            raise UsageError("its size or rotation makes no sense", where=where, hint=_MEND)
        if ".." in path.split("/") or "\\" in path or "\0" in path:
            raise UsageError(
                f"a path that leaves the library: {path[:80]!r}", where=where, hint=_MEND
            )
        entries.append(
            CatalogueEntry(
                library=library.name,
                path=path,
                name=values.get("name", ""),
                category=values.get("category", ""),
                size=(size[0], size[1], size[2]),
                rotation=tuple(turn),
                creator=values.get("creator", ""),
                license=values.get("license", properties[0].get("license", "")).strip(),
            )
        )
    return entries


def _cached_picture(content: bytes, where: str) -> Path:
    """Where a picture lies in the user's cache, written there whole if it was not yet."""
    suffix = next((s for magic, s in _PICTURES.items() if content.startswith(magic)), None)
    if suffix is None:
        raise UsageError("neither a PNG nor a JPEG picture", where=where, hint=_MEND)
    base = os.environ.get("XDG_CACHE_HOME")
    place = Path(base if base and Path(base).is_absolute() else "~/.cache") / "lookabout/pictures"
    try:
        place = place.expanduser()
        path = place / (hashlib.sha256(content).hexdigest()[:32] + suffix)
        if not (path.is_file() and path.stat().st_size == len(content)):
            place.mkdir(parents=True, exist_ok=True)
            _write_whole(path, content)
    except (OSError, RuntimeError) as error:  # RuntimeError: there is no home
        raise UsageError(
            f"pictures of models cannot be kept here: {getattr(error, 'strerror', error)}",
            where=str(place),
            hint="Name a folder that can be written in XDG_CACHE_HOME, or leave the models out "
            "with LOOKABOUT_LOOK=builtin.",
        ) from None
    return path


def _write_whole(path: Path, content: bytes) -> None:
    handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=path.suffix)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
        Path(temporary).replace(path)
    except OSError:
        Path(temporary).unlink(missing_ok=True)
        raise
