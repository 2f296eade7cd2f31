"""A model of a thing in a room: its category, size and surface."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from lookabout.world.scene import Mesh


@dataclass(frozen=True, eq=False)
class Furnishing:
    """
    A model, in its own axes: x to its front, y left, z up, metres.

    It stands on z = 0 around the origin. What hangs on a wall has its back at the smallest x,
    what hangs from a ceiling its top at the largest z.
    """

    category: str
    """Plain English, e.g. ``dining_table``."""
    name: str
    """Unique among all models; also the name of its mesh."""
    make: Callable[[], Mesh]
    style: str = ""
    """What fits together has the same, e.g. the units of a kitchen."""
    size: tuple[float, float, float] | None = None
    """Along x, y and z of what is centred on z, if that is known without its surface."""

    @cached_property
    def mesh(self) -> Mesh:
        """Its surface."""
        return self.make()

    @cached_property
    def low(self) -> tuple[float, float, float]:
        """Smallest x, y, z."""
        if self.size is not None:
            return -self.size[0] / 2, -self.size[1] / 2, 0.0
        x, y, z = self.mesh.vertices.min(axis=0).tolist()
        return x, y, z

    @cached_property
    def high(self) -> tuple[float, float, float]:
        """Largest x, y, z."""
        if self.size is not None:
            return self.size[0] / 2, self.size[1] / 2, self.size[2]
        x, y, z = self.mesh.vertices.max(axis=0).tolist()
        return x, y, z

    @property
    def depth(self) -> float:
        """Along x."""
        return self.high[0] - self.low[0]

    @property
    def width(self) -> float:
        """Along y."""
        return self.high[1] - self.low[1]

    @property
    def height(self) -> float:
        """Along z."""
        return self.high[2] - self.low[2]

    @property
    def triangles(self) -> int:
        """How many its surface has."""
        return len(self.mesh.triangles)
