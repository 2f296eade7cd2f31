"""A scene as pixels, depth and ids; ray queries. Knows no task."""

from lookabout.render.client import Rendered, Renderer
from lookabout.render.rays import RayWorld

__all__ = ["RayWorld", "Rendered", "Renderer"]
