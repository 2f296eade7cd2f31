"""Pieces that many forms share."""

from __future__ import annotations

from collections.abc import Callable

from lookabout.world.assets.model import Model
from lookabout.world.assets.solids import Piece, box, cylinder, prism, rounded_box
from lookabout.world.rooms.model import Furnishing
from lookabout.world.scene import Mesh


def form(
    category: str, name: str, build: Callable[..., None], *details: object, style: str = ""
) -> Furnishing:
    """A built-in model whose surface ``build(model, *details)`` puts together when needed."""

    def make() -> Mesh:
        model = Model()
        build(model, *details)
        return model.mesh()

    return Furnishing(category, f"rooms/{category}/{name}", make, style)


def solid(model: Model, piece: Piece, material: str) -> None:
    """A form of a single piece."""
    model.add(piece, material)


def slab(x0: float, x1: float, y0: float, y1: float, z0: float, z1: float) -> Piece:
    """An upright box between bounds."""
    return box(x1 - x0, y1 - y0, z1 - z0, (x0 + x1) / 2, (y0 + y1) / 2, z0)


def soft(length: float, width: float, height: float, x: float, y: float, z: float) -> Piece:
    """A cushion-like block with its middle at (x, y), its underside at z."""
    edge = min(length, width, height) * 0.42
    return rounded_box(length, width, height, edge, edge=min(edge, height * 0.45)).moved(x, y, z)


def legs(
    model: Model,
    length: float,
    width: float,
    height: float,
    thick: float,
    material: str,
    *,
    inset: float = 0.03,
    round_: bool = False,
    taper: float = 1.0,
) -> None:
    """Four legs under a top of ``length`` by ``width``."""
    for x in (-1, 1):
        for y in (-1, 1):
            at = (x * (length / 2 - inset - thick / 2), y * (width / 2 - inset - thick / 2))
            if round_:
                piece = cylinder(thick / 2 * taper, height, 12, thick / 2)
            else:
                # Standing on the narrow end.
                piece = prism(thick * taper, thick * taper, height, 1 / taper, 1 / taper)
            model.add(piece.moved(*at), material)
