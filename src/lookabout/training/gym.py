"""
Registers ``lookabout/FlySearch-v0``, ``lookabout/SpatialScout-v0`` and ``lookabout/DroneCATS-v0``
with Gymnasium when it is imported.

``gymnasium.make("lookabout.training.gym:lookabout/FlySearch-v0")`` imports it by itself.
"""

from __future__ import annotations

from lookabout.errors import MissingExtraError

try:
    from gymnasium import register
except ImportError:
    raise MissingExtraError(
        "the environment needs the library 'gymnasium'",
        hint="pip install 'lookabout[gym]', or '.[gym]' in the checkout",
    ) from None

register(id="lookabout/FlySearch-v0", entry_point="lookabout.training.environment:FlySearchEnv")
register(id="lookabout/SpatialScout-v0", entry_point="lookabout.training.mapping:SpatialScoutEnv")
register(id="lookabout/DroneCATS-v0", entry_point="lookabout.training.commanding:DroneCatsEnv")
