"""An American city of 4 × 4 km from a seed: plan, streets, buildings, planting, traffic."""

from lookabout.world.city.world import City

WORLD = City()
"""What the registry hands out under the name ``city``."""

__all__ = ["WORLD", "City"]
