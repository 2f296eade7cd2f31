"""Which things a room of a kind has, and where they stand."""

from __future__ import annotations

from collections.abc import Callable

from lookabout.world.rooms.furnish import bathing, cooking, living, passing, sleeping, working
from lookabout.world.rooms.furnish.common import Extra
from lookabout.world.rooms.site import Site

FURNISH: dict[str, Callable[[Site], list[Extra]]] = {
    "living_room": living.living_room,
    "dining_room": living.dining_room,
    "kitchen": cooking.kitchen,
    "bedroom": sleeping.bedroom,
    "child_room": sleeping.child_room,
    "bathroom": bathing.bathroom,
    "study": working.study,
    "hall": passing.hall,
}
"""By kind of room: puts in what it cannot do without, and returns what else it can have."""
