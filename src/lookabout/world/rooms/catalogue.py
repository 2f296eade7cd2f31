"""The 80 flats that SpatialScout is played in, as data: ``catalogue.json``."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Annotated

from pydantic import Field

from lookabout.errors import UsageError
from lookabout.world.assets.look import pack_folder
from lookabout.world.rooms.starts import Start
from lookabout.world.spec import SpecModel, SunSpec, WorldSpec

COUNT = 80


class CatalogueEntry(SpecModel):
    """One flat and where its camera begins."""

    seed: Annotated[int, Field(ge=0)]
    params: dict[str, int | float | str]
    sun: SunSpec
    position: tuple[float, float, float]
    """World axes, metres."""
    yaw_deg: float
    pitch_deg: float
    targets: Annotated[int, Field(ge=1)]


class _Catalogue(SpecModel):
    full: tuple[CatalogueEntry, ...]
    builtin: tuple[CatalogueEntry, ...]


def catalogue_entry(index: int, look: str = "auto") -> tuple[WorldSpec, Start, int]:
    """
    A flat of the catalogue: its spec, hiding nothing; the start; how many targets it has.

    The flats differ with the look, for so do the models: with the asset pack there are other
    80 than without.

    :param index: from 0.
    :param look: ``auto``, ``full`` or ``builtin``.
    :raises UsageError: for a number out of range, or if a missing pack is asked for.
    """
    if not 0 <= index < COUNT:
        raise UsageError(f"the catalogue has {COUNT} flats, from 0; there is no number {index}")
    full = look == "full" or (look == "auto" and pack_folder() is not None)
    book = _catalogue()
    entry = (book.full if full else book.builtin)[index]
    spec = WorldSpec(
        kind="rooms", seed=entry.seed, radius=15.0, params=dict(entry.params), sun=entry.sun,
        look="full" if full else "builtin",
    )  # fmt: skip
    return spec, (entry.position, entry.yaw_deg, entry.pitch_deg), entry.targets


@cache
def _catalogue() -> _Catalogue:
    text = files("lookabout.world.rooms").joinpath("catalogue.json").read_text(encoding="utf-8")
    return _Catalogue.model_validate(json.loads(text))
