"""Things that stand in worlds: vehicles, people, fires, heaps, street furniture.

``make(kind, seed)`` gives the pieces of a scene description for one thing, in its own axes.
With Sweet Home 3D's furniture libraries installed, some of its models stand beside the built-in
ones; ``LOOKABOUT_LOOK=builtin`` leaves them out.
"""

from lookabout.world.assets.look import current_look, use_look
from lookabout.world.assets.model import Asset
from lookabout.world.assets.packed import Credit
from lookabout.world.assets.table import (
    credits,
    describe,
    kinds,
    make,
    make_variant,
    put,
    variants,
)

__all__ = [
    "Asset",
    "Credit",
    "credits",
    "current_look",
    "describe",
    "kinds",
    "make",
    "make_variant",
    "put",
    "use_look",
    "variants",
]
