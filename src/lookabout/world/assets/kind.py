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
    inscribe: Callable[[int, str], Asset] | None = None
    """The same with a text on it; None for a kind that has no place for one."""
    inscription_length: int = 0
    """Characters that the place for the text holds, at most."""

    @classmethod
    def inscribed(
        cls,
        name: str,
        words: str,
        variants: int,
        inscribe: Callable[[int, str], Asset],
        length: int,
    ) -> Kind:
        """A kind with a place for a text of at most ``length`` characters."""
        return cls(name, words, variants, lambda k: inscribe(k, ""), inscribe, length)
