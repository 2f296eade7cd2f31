"""Wavefront OBJ and MTL text, as far as furniture packs use them. Strict about what is wrong."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from lookabout.world.assets.solids import Floats, Ints

MAX_TRIANGLES = 60_000


class ObjError(ValueError):
    """Raised for text that is not what it should be; the message names the line."""


@dataclass(frozen=True, eq=False)
class ObjModel:
    """Triangles by material."""

    vertices: Floats
    """(V, 3), the file's axes and unit."""
    triangles: Ints
    """(T, 3)"""
    uv: NDArray[np.float32] | None
    """(T, 3, 2) float32; None if no face has texture coordinates."""
    materials: tuple[str, ...]
    material_index: Ints
    """(T,)"""
    libraries: tuple[str, ...]
    """Names after ``mtllib``."""


@dataclass
class ObjMaterial:
    """What an MTL file says of one material."""

    diffuse: tuple[float, float, float] = (0.8, 0.8, 0.8)
    shininess: float = 10.0
    opacity: float = 1.0
    picture: str = ""
    """File name after ``map_Kd``."""


@dataclass
class _Faces:
    corners: list[int] = field(default_factory=list)
    coordinates: list[int] = field(default_factory=list)
    materials: list[int] = field(default_factory=list)


def parse_obj(text: str) -> ObjModel:
    """
    The surfaces of an OBJ text; lines, points and free-form surfaces are left out.

    Polygons become fans. A face without texture coordinates gets zeros where others have some.

    :raises ObjError: for a malformed line, an index out of range, no face at all, or more than
        :data:`MAX_TRIANGLES` triangles.
    """
    vertices: list[list[float]] = []
    textures: list[list[float]] = []
    names: dict[str, int] = {}
    libraries: list[str] = []
    faces = _Faces()
    current = -1
    for number, line in enumerate(text.splitlines(), 1):
        key, _, rest = line.strip().partition(" ")
        try:
            if key == "v":
                vertices.append([float(value) for value in rest.split()[:3]])
                if len(vertices[-1]) != 3:
                    raise ValueError("a vertex needs three numbers")
            elif key == "vt":
                textures.append([float(value) for value in (*rest.split()[:2], "0")[:2]])
            elif key == "f":
                if current < 0:
                    current = names.setdefault("", len(names))
                _face(faces, rest.split(), len(vertices), len(textures), current)
                if len(faces.materials) > MAX_TRIANGLES:
                    raise ValueError(f"more than {MAX_TRIANGLES} triangles")
            elif key == "usemtl":
                current = names.setdefault(rest.strip(), len(names))
            elif key == "mtllib":
                libraries.append(rest.strip())
        except ValueError as error:
            raise ObjError(f"line {number}: {error}") from None
    if not faces.materials:
        raise ObjError("there is no face in it")
    points = np.array(vertices, dtype=np.float64)
    if not np.isfinite(points).all():
        raise ObjError("a vertex is not finite")
    index = np.array(faces.coordinates, dtype=np.int64)
    uv = None
    if textures and (index >= 0).any():
        flat = np.nan_to_num(np.array(textures, dtype=np.float64))
        uv = np.where(index[:, None] >= 0, flat[np.maximum(index, 0)], 0.0)
        uv = uv.reshape(-1, 3, 2).astype(np.float32)
    return ObjModel(
        vertices=points,
        triangles=np.array(faces.corners, dtype=np.int32).reshape(-1, 3),
        uv=uv,
        materials=tuple(names),
        material_index=np.array(faces.materials, dtype=np.int32),
        libraries=tuple(libraries),
    )


def _face(faces: _Faces, words: list[str], points: int, textures: int, material: int) -> None:
    """Add a polygon as a fan. :raises ValueError: for a bad corner."""
    if len(words) < 3:
        raise ValueError("a face needs three corners")
    corners, coordinates = [], []
    for word in words:
        parts = word.split("/")
        corners.append(_index(parts[0], points, "vertex"))
        has = len(parts) > 1 and parts[1] != ""
        coordinates.append(_index(parts[1], textures, "texture coordinate") if has else -1)
    for k in range(1, len(words) - 1):
        faces.corners += (corners[0], corners[k], corners[k + 1])
        faces.coordinates += (coordinates[0], coordinates[k], coordinates[k + 1])
        faces.materials.append(material)


def _index(word: str, count: int, what: str) -> int:
    value = int(word)
    index = value - 1 if value > 0 else count + value
    if value == 0 or not 0 <= index < count:
        raise ValueError(f"there is no {what} {value}")
    return index


def parse_mtl(text: str) -> dict[str, ObjMaterial]:
    """
    Materials by name; keys that do not matter here are skipped.

    :raises ObjError: for a malformed line, or one before the first ``newmtl``.
    """
    found: dict[str, ObjMaterial] = {}
    current: ObjMaterial | None = None
    for number, line in enumerate(text.splitlines(), 1):
        key, _, rest = line.strip().partition(" ")
        rest = rest.strip()
        if key == "newmtl":
            current = found.setdefault(rest, ObjMaterial())
            continue
        if key not in ("Kd", "Ns", "d", "Tr", "map_Kd"):
            continue
        if current is None:
            raise ObjError(f"line {number}: {key} before any newmtl")
        try:
            if key == "Kd":
                r, g, b = (min(max(float(value), 0.0), 1.0) for value in rest.split()[:3])
                current.diffuse = (r, g, b)
            elif key == "Ns":
                current.shininess = max(float(rest.split()[0]), 0.0)
            elif key == "d":
                current.opacity = min(max(float(rest.split()[-1]), 0.0), 1.0)
            elif key == "map_Kd":
                current.picture = rest.split()[-1] if rest.startswith("-") else rest
        except (ValueError, IndexError):
            raise ObjError(f"line {number}: {key} needs numbers, got {rest[:40]!r}") from None
    return found
