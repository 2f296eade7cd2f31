"""A neutral stage: things on grey ground under an even sky, for pictures of what they look like."""

from lookabout.world.studio.world import Studio

WORLD = Studio()
"""What the registry hands out under the name ``studio``."""

__all__ = ["WORLD", "Studio"]
