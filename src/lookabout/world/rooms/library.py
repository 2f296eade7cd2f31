"""All models by category, for one look."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import numpy as np

from lookabout.world.assets.look import pack_folder
from lookabout.world.assets.packed import Credit
from lookabout.world.rooms import packed
from lookabout.world.rooms.forms import (
    bath,
    beds,
    china,
    decor,
    devices,
    fittings,
    household,
    kitchen,
    seats,
    small,
    storage,
    tables,
)
from lookabout.world.rooms.model import Furnishing
from lookabout.world.rooms.voxels import Voxels

_BUILT_IN = (
    seats, tables, storage, beds, kitchen, bath, china, devices, small, household, decor,
    fittings,
)  # fmt: skip


class Library:
    """Models to choose from."""

    def __init__(self, models: Sequence[Furnishing], look: str) -> None:
        self.look = look
        self._by_category: dict[str, list[Furnishing]] = {}
        for model in models:
            self._by_category.setdefault(model.category, []).append(model)

    def of(self, category: str) -> list[Furnishing]:
        """All models of a category, in a fixed order. :raises KeyError: if there is none."""
        return self._by_category[category]

    def has(self, category: str) -> bool:
        """Whether there is any model of a category in this look."""
        return category in self._by_category

    def pick(
        self,
        category: str,
        rng: np.random.Generator,
        fits: Callable[[Furnishing], bool] = lambda model: True,
    ) -> Furnishing | None:
        """One by chance of those that fit; None if none does."""
        chosen = [model for model in self._by_category.get(category, ()) if fits(model)]
        return chosen[int(rng.integers(len(chosen)))] if chosen else None

    def style(self, category: str, rng: np.random.Generator) -> str:
        """That of some model of a category."""
        return str(rng.choice(sorted({model.style for model in self.of(category)})))

    def styled(self, category: str, style: str, rng: np.random.Generator) -> Furnishing | None:
        """A model of that style, or any if there is none."""
        return self.pick(category, rng, lambda m: m.style == style) or self.pick(category, rng)

    def open(self, model: Furnishing) -> bool:
        """Whether a bookcase has boards to put things on, free of things of its own."""
        return not model.name.endswith(("full-bookcase", "BlendSwap-CC-0/bookcase"))

    def voxels(self, model: Furnishing) -> Voxels:
        """Cells of a model; shared, so read-only."""
        return _voxels(model)


@cache
def _voxels(model: Furnishing) -> Voxels:
    return Voxels(model.mesh)


def library() -> Library:
    """
    The models that are used now: those of the pack too, where it is installed and wanted.

    :raises UsageError: if the environment asks for a missing pack.
    """
    return _library(pack_folder())


@cache
def _library(place: Path | None) -> Library:
    built_in = [model for source in _BUILT_IN for model in source.forms()]
    if place is None:
        return Library(built_in, "builtin")
    of_pack = list(packed.models(place))
    covered = {model.category for model in of_pack} - packed.COMPLETE
    kept = [model for model in built_in if model.category not in covered]
    return Library([*of_pack, *kept], "full")


def credits() -> list[Credit]:
    """Models of the pack that furnish rooms, with makers and licences; none without the pack."""
    place = pack_folder()
    return packed.credits(place) if place else []
