"""Heaps of waste, in towns and in forests."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial

import numpy as np

from lookabout.world.assets import rubbish
from lookabout.world.assets.heap import Heap
from lookabout.world.assets.kind import Kind
from lookabout.world.assets.model import Assembly, Asset, Model
from lookabout.world.scene import Mesh


@dataclass(frozen=True)
class Recipe:
    """What a heap is made of."""

    size: tuple[float, float, float]
    """Length, width and height of the mound below, metres."""
    base: str
    things: tuple[tuple[rubbish.Make, int], ...]
    """In the order in which they are thrown on."""


_CITY = (
    Recipe(
        (3.4, 2.6, 0.45),
        "asset.fire.ash",
        (
            (rubbish.mattress, 1),
            (rubbish.appliance, 1),
            (rubbish.pallet, 1),
            (rubbish.bag, 16),
            (rubbish.tyre, 5),
            (rubbish.barrel, 2),
            (rubbish.metal_sheet, 2),
            (rubbish.carton, 6),
            (rubbish.plank, 4),
            (rubbish.bag, 16),
            (rubbish.bucket, 4),
            (rubbish.bottle, 14),
            (rubbish.scrap, 22),
        ),
    ),
    Recipe(
        (3.8, 2.4, 0.4),
        "asset.earth.soil",
        (
            (rubbish.sofa, 1),
            (rubbish.barrel, 5),
            (rubbish.tyre, 12),
            (rubbish.metal_sheet, 5),
            (rubbish.bag, 12),
            (rubbish.plank, 7),
            (rubbish.carton, 3),
            (rubbish.bag, 6),
            (rubbish.bucket, 3),
            (rubbish.scrap, 16),
            (rubbish.bottle, 8),
        ),
    ),
    Recipe(
        (2.8, 2.8, 0.5),
        "asset.paper.brown",
        (
            (rubbish.pallet, 2),
            (rubbish.carton, 18),
            (rubbish.bag, 22),
            (rubbish.mattress, 1),
            (rubbish.barrel, 1),
            (rubbish.tyre, 2),
            (rubbish.metal_sheet, 1),
            (rubbish.plank, 3),
            (rubbish.bottle, 18),
            (rubbish.scrap, 34),
        ),
    ),
    Recipe(
        (4.2, 2.2, 0.35),
        "asset.earth.gravel",
        (
            (rubbish.appliance, 3),
            (rubbish.pallet, 2),
            (rubbish.plank, 12),
            (rubbish.barrel, 3),
            (rubbish.metal_sheet, 6),
            (rubbish.bag, 14),
            (rubbish.tyre, 6),
            (rubbish.pipe, 4),
            (rubbish.carton, 4),
            (rubbish.bucket, 5),
            (rubbish.scrap, 14),
        ),
    ),
    Recipe(
        (3.2, 3.0, 0.5),
        "asset.fire.ash",
        (
            (rubbish.bag, 42),
            (rubbish.carton, 7),
            (rubbish.tyre, 3),
            (rubbish.barrel, 2),
            (rubbish.metal_sheet, 2),
            (rubbish.plank, 2),
            (rubbish.bucket, 4),
            (rubbish.bottle, 16),
            (rubbish.scrap, 26),
        ),
    ),
)
_FOREST = (
    Recipe(
        (2.6, 2.2, 0.35),
        "asset.earth.soil",
        (
            (rubbish.barrel, 6),
            (rubbish.tyre, 14),
            (rubbish.metal_sheet, 4),
            (rubbish.engine, 1),
            (rubbish.pipe, 6),
            (rubbish.car_door, 2),
            (rubbish.bucket, 4),
            (rubbish.bottle, 8),
        ),
    ),
    Recipe(
        (3.0, 2.0, 0.3),
        "asset.metal.corroded",
        (
            (rubbish.appliance, 3),
            (rubbish.metal_sheet, 8),
            (rubbish.car_door, 4),
            (rubbish.pipe, 9),
            (rubbish.tyre, 6),
            (rubbish.barrel, 2),
            (rubbish.bag, 4),
        ),
    ),
    Recipe(
        (2.4, 2.4, 0.4),
        "asset.earth.soil",
        ((rubbish.tyre, 26), (rubbish.barrel, 2), (rubbish.plank, 5), (rubbish.scrap, 8)),
    ),
    Recipe(
        (3.2, 2.2, 0.3),
        "asset.earth.wet",
        (
            (rubbish.sofa, 1),
            (rubbish.toilet, 2),
            (rubbish.mattress, 1),
            (rubbish.barrel, 4),
            (rubbish.plank, 10),
            (rubbish.tyre, 6),
            (rubbish.bag, 8),
            (rubbish.bottle, 14),
            (rubbish.engine, 1),
            (rubbish.scrap, 10),
        ),
    ),
)


def kinds() -> list[Kind]:
    """Both sorts of heap."""
    return [
        Kind("trash", "a large trash pile", len(_CITY), partial(_asset, "trash", "city")),
        Kind(
            "trash/forest", "a trash pile", len(_FOREST), partial(_asset, "trash/forest", "forest")
        ),
    ]


def fill(model: Model, recipe: Recipe, rng: np.random.Generator) -> Heap:
    """Pile a recipe up around the origin of ``model``."""
    heap = Heap(model, rng)
    length, width, height = recipe.size
    heap.base(length, width, height, recipe.base)
    for make, count in recipe.things:
        loose = make in (rubbish.scrap, rubbish.bottle)
        reach = 0.36 if loose else 0.24
        for _ in range(count):
            heap.drop(make(rng), (length * reach, width * reach), tries=3 if loose else 8)
    return heap


@cache
def _made(place: str, variant: int) -> tuple[Mesh, Mesh]:
    """A heap and its collider."""
    recipes = _CITY if place == "city" else _FOREST
    model = Model()
    heap = fill(model, recipes[variant], np.random.default_rng([30, len(place), variant]))
    return model.mesh(), heap.collider()


def _asset(kind: str, place: str, variant: int) -> Asset:
    mesh, collider = _made(place, variant)
    name = f"asset.trash.{place}.{variant}"
    made = Assembly(kind)
    made.place(name, mesh, label="trash pile", collider=(f"{name}.collider", collider))
    return made.finish()
