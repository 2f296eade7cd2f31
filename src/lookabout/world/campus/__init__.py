"""
A university campus of 400 × 400 m.

Every bench, bin, lamp, statue… of the map is an object with a name of its own, and most of them
have near-duplicates.
"""

from lookabout.world.campus.world import Campus

WORLD = Campus()

__all__ = ["WORLD"]
