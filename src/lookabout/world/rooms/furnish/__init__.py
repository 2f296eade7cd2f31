"""Which things a room of a kind has, and where they stand."""

from __future__ import annotations

from collections.abc import Callable

from lookabout.world.rooms.furnish.bathing import bathroom
from lookabout.world.rooms.furnish.common import Extra
from lookabout.world.rooms.furnish.cooking import kitchen
from lookabout.world.rooms.furnish.living import dining_room, living_room
from lookabout.world.rooms.furnish.passing import hall
from lookabout.world.rooms.furnish.sleeping import bedroom, child_room
from lookabout.world.rooms.furnish.working import study
from lookabout.world.rooms.site import Site

FURNISH: dict[str, Callable[[Site], list[Extra]]] = {
    "living_room": living_room,
    "dining_room": dining_room,
    "kitchen": kitchen,
    "bedroom": bedroom,
    "child_room": child_room,
    "bathroom": bathroom,
    "study": study,
    "hall": hall,
}
"""By kind of room: puts in what it cannot do without, and returns what else it can have."""
