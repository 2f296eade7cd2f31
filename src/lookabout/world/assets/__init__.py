"""Things that stand in worlds: vehicles, people, fires, heaps, street furniture.

``make(kind, seed)`` gives the pieces of a scene description for one thing, in its own axes.
"""

from lookabout.world.assets.model import Asset
from lookabout.world.assets.table import describe, kinds, make, make_variant, variants

__all__ = ["Asset", "describe", "kinds", "make", "make_variant", "variants"]
