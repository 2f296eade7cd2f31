"""Worlds by name.

A world is a module-level object with two methods: ``build`` makes the scene of a spec, and
``placements`` lists where things of a class can stand. Other packages add worlds through the
entry-point group ``lookabout.worlds``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from lookabout.registry import Registry
from lookabout.world.scene import Scene
from lookabout.world.spec import WorldSpec


@dataclass(frozen=True)
class Placement:
    """A spot on which a thing can stand."""

    kind: str
    """``bay``, ``kerb``, ``lane``, ``road_edge``, ``plaza``, ``sidewalk``, ``lot``…"""
    x: float
    y: float
    z: float
    """World frame, metres; z is the ground there."""
    yaw_deg: float
    """Along the street."""


@dataclass(frozen=True, eq=False)
class Path:
    """A way along which a thing can move, one way, without touching anything solid."""

    kind: str
    """``path``, ``lawn``, ``lane``…"""
    points: NDArray[np.float64]
    """(N, 3), world frame, metres, at most 2 m apart; z is the ground there."""


class World(Protocol):
    """A kind of world."""

    name: str
    summary: str
    """One line for ``lookabout list``."""
    half_side: float
    """Of the square map around the origin, metres; infinity for a world without an edge."""

    def build(self, spec: WorldSpec) -> Scene:
        """The scene around the spec's centre, with its objects.

        :raises UsageError: when the spec asks for what this world does not have.
        """
        ...

    def placements(self, seed: int) -> Sequence[Placement]:
        """All spots of the map with this seed, in a fixed order."""
        ...

    def ground_height(self, seed: int, x: float, y: float) -> float:
        """World z of the ground, under anything that stands on it."""
        ...


WORLDS = Registry(
    "world",
    "lookabout.worlds",
    {
        "blocks": "lookabout.world.blocks:WORLD",
        "campus": "lookabout.world.campus:WORLD",
        "city": "lookabout.world.city:WORLD",
        "forest": "lookabout.world.forest:WORLD",
        "residential": "lookabout.world.residential:WORLD",
        "rooms": "lookabout.world.rooms:WORLD",
        "studio": "lookabout.world.studio:WORLD",
    },
)


def get_world(name: str) -> World:
    """:raises UsageError: if no world has that name."""
    world: World = WORLDS.get(name)
    return world
