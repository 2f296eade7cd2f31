"""A scene as pixels, depth and ids; ray queries. Knows no task."""

from lookabout.render.client import Rendered, Renderer

__all__ = ["Rendered", "Renderer"]
