"""What every shader's builder is given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from lookabout.render.nodes import Graph, Socket

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


_BOUNCED = 0.22
"""Of the open daylight: what lies on the ground or stands on it sends on as much on the whole."""


def finish_matt(g: Graph, look: Look, surface: Socket) -> None:
    """Make a matt surface the output; its light on others is taken as settled."""
    g.finish(surface=g.settled_light(surface, look.color, _BOUNCED))
