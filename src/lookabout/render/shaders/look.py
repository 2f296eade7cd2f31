"""What every shader's builder is given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from lookabout.render.nodes import Socket

PARAMETERS = frozenset(
    {"seed", "scale", "joint", "uv", "lane", "mow", "dry", "wear", "moss", "density"}
    | {"base", "height", "drift"}
)
"""Names that ``Material.params`` may use; told in ``render/materials.py``."""


@dataclass(frozen=True)
class Look:
    """A material's description, its colour ready for use in nodes."""

    color: Socket
    """Linear light: a colour, or the output of a picture."""
    alpha: Socket | None
    """The picture's, if it has one."""
    roughness: float
    metallic: float
    emission: float
    params: Mapping[str, float]

    def get(self, name: str, default: float) -> float:
        """A parameter."""
        return self.params.get(name, default)
