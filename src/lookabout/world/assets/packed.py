"""Which models of the asset pack stand beside the built-in ones, and how they are dressed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from lookabout.world.assets import pack
from lookabout.world.assets.model import Assembly, Asset, slabs
from lookabout.world.assets.obj import ObjMaterial
from lookabout.world.assets.paints import CAR_GLASS, COLOUR_NAMES, register_pack_material
from lookabout.world.assets.solids import Floats, Ints
from lookabout.world.scene import Material, Mesh


@dataclass(frozen=True)
class Credit:
    """Whose work is used."""

    asset: str
    """Key in the pack's catalogue; names of models are not unique."""
    model: str
    creator: str
    license: str
    library: str


@dataclass(frozen=True)
class Packed:
    """A model of the pack that serves as a variant."""

    key: str
    """In the pack's catalogue."""
    label: str
    body: tuple[str, ...] = ()
    """Its materials that take the kind's colour."""
    slabs: tuple[float, ...] = ()
    """Heights, as shares of its own, between which one box each serves as its collider."""


_CAR = (0.12, 0.55, 1.0)
_PERSON = (0.02, 0.5, 0.82, 1.0)
_STANDING = tuple(
    Packed(f"Reallusion/{name}", "person", slabs=_PERSON)
    for name in (
        "female01",
        "female02",
        "female03",
        "male01",
        "male02",
        "male03",
        "holdingMale01",
        "holdingFemale01",
        "holdingFemale02",
        "holdingFemale03",
        "boyStanding",
        "girlStanding",
    )
)
_COLOURED: dict[str, tuple[Packed, ...]] = {
    "suv": (Packed("Scopia/suv", "car", ("firstcolor",), _CAR),),
    "van": (Packed("Scopia/van", "car", ("firstcolor",), _CAR),),
    "hatchback": (
        Packed("Scopia/smart-car", "car", ("first-color", "second-color"), _CAR),
        Packed("Scopia/seat_leon", "car", ("chapa_roja",), _CAR),
        Packed("Scopia/renault-scenic", "car", ("color-beige-green",), _CAR),
    ),
    "sports_car": (
        Packed("Scopia/chevrolet", "car", ("firstcolor",), _CAR),
        Packed("Scopia/peugeot-308", "car", ("color-exterior",), _CAR),
    ),
    "bus": (
        Packed("Scopia/bus", "bus", ("firstcolor",), (0.08, 1.0)),
        Packed("Scopia/cityBus", "bus", ("whiteBase", "accentColor"), (0.08, 1.0)),
    ),
}
_PLAIN: dict[str, tuple[Packed, ...]] = {
    "person": _STANDING,
    "person/standing": _STANDING,
    "person/lying": (
        Packed("Reallusion/lyingDownMale01", "person"),
        Packed("Reallusion/lyingDownMale02", "person"),
        Packed("Reallusion/lyingDownFemale01", "person"),
    ),
    "person/sitting": (Packed("Reallusion/girlSittingGround", "person"),),
    "bench": (
        Packed("KatorLegaz/concrete-bench", "bench"),
        Packed("KatorLegaz/painted-bench", "bench"),
        Packed("BlendSwap-CC-0/bench", "bench"),
        Packed("Scopia/wood_bank", "bench"),
    ),
    "bin": (Packed("KatorLegaz/park-trashcan", "bin"),),
    "bicycle": (Packed("Scopia/bicycle", "bicycle"),),
}


def extras(kind: str) -> tuple[Packed, ...]:
    """Models that serve as further variants of a kind, after the built-in ones."""
    if kind in _PLAIN:
        return _PLAIN[kind]
    colour, _, name = kind.removeprefix("vehicle/").partition("_")
    if kind.startswith("vehicle/") and colour in COLOUR_NAMES:
        return _COLOURED.get(name, ())
    return ()


def build(kind: str, packed: Packed, place: Path) -> Asset:
    """
    A kind's variant from the pack.

    :raises UsageError: if the pack is broken, naming the library and the model.
    """
    colour = kind.removeprefix("vehicle/").partition("_")[0] if packed.body else ""
    made = Assembly(kind, look="full")
    name = f"pack.{packed.key}"
    mesh = packed_mesh(packed, place, colour)
    collider = (f"{name}.collider", _collider(packed, place)) if packed.slabs else None
    made.place(f"{name}.{colour}" if colour else name, mesh, label=packed.label, collider=collider)
    return made.finish()


def credits(place: Path) -> list[Credit]:
    """Models that are used from the pack in a folder, with their makers and licences."""
    known = pack.catalogue(place)
    used = [item for items in (*_PLAIN.values(), *_COLOURED.values()) for item in items]
    return [
        credit(key, known[key]) for key in dict.fromkeys(item.key for item in used) if key in known
    ]


def credit(key: str, entry: pack.CatalogueEntry) -> Credit:
    """The maker of a model, as its library names them."""
    return Credit(key, entry.name, entry.creator, entry.license, entry.library)


@cache
def packed_mesh(packed: Packed, place: Path, colour: str = "") -> Mesh:
    """A model's surface; the same arrays for every colour."""
    model = _loaded(packed.key, place)
    names = []
    for name in model.shape.materials:
        if name in packed.body and colour:
            names.append(f"asset.paint.{colour}")
            continue
        ours = f"pack.{packed.key}.{name}"
        given = model.materials.get(name, ObjMaterial())
        register_pack_material(ours, _material(name, given, model.pictures.get(name, "")))
        names.append(ours)
    kept = _one_sided(model.vertices, model.shape.triangles)
    return Mesh(
        vertices=model.vertices,
        triangles=model.shape.triangles[kept],
        materials=tuple(names),
        material_index=model.shape.material_index[kept],
        uv=None if model.shape.uv is None else model.shape.uv[kept],
        smooth=packed.label == "person",
    )


def _one_sided(vertices: Floats, triangles: Ints) -> Ints:
    """
    Indices of triangles without those that lie on others, as when both sides are modelled.

    Of the two sides the one that encloses a positive volume is kept.
    """
    _, place = np.unique(np.round(vertices, 5), axis=0, return_inverse=True)
    corners = np.sort(place.reshape(-1)[triangles], axis=1)
    _, first = np.unique(corners, axis=0, return_index=True)
    _, last = np.unique(corners[::-1], axis=0, return_index=True)
    choice = [np.sort(first), np.sort(len(triangles) - 1 - last)]

    def volume(index: Ints) -> float:
        a, b, c = np.moveaxis(vertices[triangles[index]], 1, 0)
        return float(np.einsum("ij,ij->", a, np.cross(b, c)))

    return np.asarray(max(choice, key=volume), dtype=np.int32)


@cache
def _loaded(key: str, place: Path) -> pack.PackModel:
    return pack.load(place, key)


@cache
def _collider(packed: Packed, place: Path) -> Mesh:
    return slabs(_loaded(packed.key, place).vertices, packed.slabs)


def _material(name: str, given: ObjMaterial, picture: str) -> Material:
    """What comes nearest to a material of the pack, by its name and measures."""
    word = name.lower()
    roughness = float(np.clip(np.sqrt(2 / (given.shininess + 2)), 0.15, 0.9))
    if picture:
        return Material("plain", roughness=max(roughness, 0.5), texture=picture)
    if "mirror" in word or "chrome" in word or "alumin" in word:
        return Material("metal", (0.75, 0.76, 0.78), 0.15, 1.0)
    if "glass" in word or "cristal" in word or given.opacity < 0.7:
        return CAR_GLASS
    if "tire" in word or "rubber" in word or "neumatic" in word:
        return Material("rubber", (0.045, 0.045, 0.047), 0.85)
    return Material("plain", given.diffuse, max(roughness, 0.3))
