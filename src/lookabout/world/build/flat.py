"""Level ground under things that stand on uneven land."""

from __future__ import annotations

from dataclasses import dataclass

from lookabout.world import assets
from lookabout.world.spec import ObjectSpec


@dataclass(frozen=True)
class Flat:
    """A level place for an object: a turned rectangle, and the world z of its ground."""

    x: float
    y: float
    z: float
    yaw_deg: float
    length: float
    width: float

    @classmethod
    def under(cls, thing: ObjectSpec) -> Flat:
        """
        As large as the thing's footprint.

        :raises UsageError: for an object of an unknown kind.
        """
        length, width = assets.make(thing.kind, thing.seed, thing.inscription).footprint
        return cls(*thing.position, thing.yaw_deg, length, width)
