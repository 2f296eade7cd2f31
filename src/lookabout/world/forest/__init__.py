"""A sparse mixed forest of 4 × 4 km from a seed: land, rocks, trees, undergrowth, spots."""

from lookabout.world.forest.world import Forest

WORLD = Forest()
"""What the registry hands out under the name ``forest``."""

__all__ = ["WORLD", "Forest"]
