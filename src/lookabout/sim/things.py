"""What a simulator can tell of a scene that is its own, so that targets can be chosen from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from lookabout.world.spec import WorldSpec


@dataclass(frozen=True)
class Thing:
    """Something that an engine's own scene holds."""

    name: str
    """The object's, in the simulator."""
    category: str
    """In plain words; empty if the scene does not say."""
    model: str
    """What things that look alike share."""


@runtime_checkable
class Furnished(Protocol):
    """A simulator whose scenes are its own, with things from which targets can be chosen."""

    def source(self) -> str:
        """The engine's name of the present scene."""
        ...

    def things(self) -> Sequence[Thing]:
        """Everything of the present scene that can be drawn and is not hidden."""
        ...

    def listed(self, world: WorldSpec) -> int:
        """How many things a scene's own description lists, read without loading the scene."""
        ...
