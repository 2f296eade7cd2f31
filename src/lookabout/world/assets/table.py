"""All kinds by name, and the one way to make them."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

import numpy as np

from lookabout.errors import UsageError
from lookabout.world.assets import (
    aeroplanes,
    airliners,
    camp,
    construction,
    crawlers,
    dinosaurs,
    drones,
    fire,
    giraffes,
    helicopters,
    packed,
    people,
    ruins,
    signs,
    strange,
    street,
    trash,
    vehicles,
)
from lookabout.world.assets.kind import Kind
from lookabout.world.assets.look import pack_folder
from lookabout.world.assets.model import Asset
from lookabout.world.scene import SceneObject, pose_matrix
from lookabout.world.spec import ObjectSpec

_SOURCES = (
    vehicles,
    people,
    fire,
    trash,
    construction,
    street,
    aeroplanes,
    airliners,
    helicopters,
    drones,
    giraffes,
    dinosaurs,
    strange,
    camp,
    ruins,
    signs,
    crawlers,
)


@cache
def _table() -> dict[str, Kind]:
    return {kind.name: kind for source in _SOURCES for kind in source.kinds()}


def _find(kind: str) -> Kind:
    try:
        return _table()[kind]
    except KeyError:
        raise UsageError(
            f"there is no kind of thing {kind!r}; known: {', '.join(kinds())}", where="kind"
        ) from None


def kinds() -> list[str]:
    """Names of all kinds, sorted."""
    return sorted(_table())


def variants(kind: str) -> int:
    """
    How many variants a kind has with the assets that are used now.

    :raises UsageError: for an unknown kind, or if the environment asks for a missing pack.
    """
    found = _find(kind)
    return found.variants + (len(packed.extras(kind)) if pack_folder() else 0)


def describe(kind: str) -> str:
    """How a prompt names a kind, with its article. :raises UsageError: for an unknown kind."""
    return _find(kind).words


def make(kind: str, seed: int, inscription: str = "") -> Asset:
    """
    The variant of a kind that a seed picks; always the same one with the same assets.

    Results are cached and shared: treat them as read-only.

    :param inscription: text that it bears. Only built-in forms have a place for one, so the
        seed then picks among them alone.
    :raises UsageError: for an unknown kind, naming the known ones, or a broken pack; for an
        inscription that the kind has no place for.
    """
    if inscription:
        return _inscribed(kind, seed, inscription)
    return make_variant(kind, int(np.random.default_rng(seed).integers(variants(kind))))


def make_variant(kind: str, variant: int) -> Asset:
    """
    One variant of a kind by its number.

    :raises UsageError: for an unknown kind, a number outside [0, variants(kind)), or a broken
        pack.
    """
    count = variants(kind)
    if not 0 <= variant < count:
        raise UsageError(
            f"{kind} has {count} variants, from 0; there is no number {variant}", where="variant"
        )
    return _made(kind, variant, pack_folder())


def put(thing: ObjectSpec) -> tuple[SceneObject, Asset]:
    """
    A thing of a scenario in its place, and the asset that it is made of.

    :raises UsageError: as :func:`make`.
    """
    asset = make(thing.kind, thing.seed, thing.inscription)
    top = None if asset.top is None else thing.position[2] + asset.top
    pose = pose_matrix(thing.position, thing.yaw_deg)
    return SceneObject(thing.name, thing.kind, asset.parts, pose, top), asset


def credits() -> list[packed.Credit]:
    """Models of the pack that are used now, with makers and licences; none without the pack."""
    place = pack_folder()
    return packed.credits(place) if place else []


@cache
def _made(kind: str, variant: int, place: Path | None) -> Asset:
    found = _find(kind)
    if variant < found.variants:
        return found.build(variant)
    assert place is not None
    return packed.build(kind, packed.extras(kind)[variant - found.variants], place)


@lru_cache(maxsize=256)
def _inscribed(kind: str, seed: int, text: str) -> Asset:
    found = _find(kind)
    if found.inscribe is None:
        raise UsageError(f"{found.words} bears no inscription", where="inscription")
    if len(text) > found.inscription_length:
        raise UsageError(
            f"on {found.words} there is room for {found.inscription_length} characters, "
            f"got {text!r}",
            where="inscription",
        )
    return found.inscribe(int(np.random.default_rng(seed).integers(found.variants)), text)
