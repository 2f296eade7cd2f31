"""One kind of asset, as the table of kinds holds it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lookabout.world.assets.model import Asset


@dataclass(frozen=True)
class Kind:
    """A kind of thing that can be made."""

    name: str
    """E.g. ``vehicle/red_pickup``."""
    words: str
    """How a prompt names it, with its article."""
    variants: int
    build: Callable[[int], Asset]
    """From a variant's number in [0, variants)."""
