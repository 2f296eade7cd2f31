"""A North American residential neighbourhood."""

from lookabout.world.residential.world import Residential

WORLD = Residential()

__all__ = ["WORLD"]
