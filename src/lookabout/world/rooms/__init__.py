"""Furnished rooms and flats."""

from lookabout.world.rooms.catalogue import COUNT, catalogue_entry
from lookabout.world.rooms.choice import select
from lookabout.world.rooms.library import credits
from lookabout.world.rooms.starts import Start, start_poses
from lookabout.world.rooms.world import Rooms

WORLD = Rooms()
"""What the registry hands out under the name ``rooms``."""

__all__ = [
    "COUNT",
    "WORLD",
    "Rooms",
    "Start",
    "catalogue_entry",
    "credits",
    "select",
    "start_poses",
]
