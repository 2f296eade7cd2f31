"""Bare forms on a concrete plain: nothing to tell apart but what a scenario puts there.

``WORLD`` is registered as ``blocks``.
"""

from lookabout.world.blocks.world import WORLD

__all__ = ["WORLD"]
