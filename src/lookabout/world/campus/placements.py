"""Where things can stand."""

from __future__ import annotations

from functools import lru_cache

from lookabout.world.registry import Placement


@lru_cache(maxsize=4)
def placements_of(seed: int) -> tuple[Placement, ...]:
    """All spots of the map with this seed."""
    return ()
