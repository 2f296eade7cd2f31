"""Beds and what lies on them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lookabout.world.assets.model import Model
from lookabout.world.assets.solids import Piece, loft, outline
from lookabout.world.rooms.forms.parts import form, legs, slab, soft, solid
from lookabout.world.rooms.model import Furnishing


def forms() -> Iterator[Furnishing]:
    """All beds, pillows, cushions, blankets."""
    for wood, cloth in (("oak", "sky"), ("walnut", "oat"), ("birch", "slate"), ("oak", "rose")):
        yield form("bed", f"double-{wood}-{cloth}", _bed, 1.6, wood, cloth)
        yield form("single_bed", f"{wood}-{cloth}", _bed, 0.95, wood, cloth)
    for cloth in ("white", "sky", "oat"):
        yield form("pillow", cloth, solid, _cushion(0.42, 0.64, 0.13), f"rooms.cloth.{cloth}")
    for cloth in ("mustard", "teal", "rust", "rose", "navy", "white", "moss"):
        yield form(
            "cushion",
            cloth,
            solid,
            _cushion(0.42, 0.42, 0.14).turned(pitch=-106).moved(z=0.20),
            f"rooms.cloth.{cloth}",
        )
    for cloth in ("wine", "moss", "grey"):
        yield form("blanket", cloth, _folded, cloth)


def _bed(m: Model, width: float, wood: str, cloth: str) -> None:
    paint, length = f"rooms.wood.{wood}", 2.06
    legs(m, length, width + 0.06, 0.16, 0.06, paint, inset=0.02)
    m.add(
        slab(-length / 2 + 0.05, length / 2, -width / 2 - 0.03, width / 2 + 0.03, 0.14, 0.30), paint
    )
    m.add(
        slab(-length / 2, -length / 2 + 0.05, -width / 2 - 0.05, width / 2 + 0.05, 0.0, 0.98), paint
    )
    m.add(soft(length - 0.09, width, 0.22, 0.02, 0, 0.28), "rooms.bedding")
    cover = length * 0.66
    m.add(
        soft(cover, width + 0.07, 0.155, length / 2 - cover / 2 + 0.02, 0, 0.375),
        f"rooms.cloth.{cloth}",
    )
    m.add(soft(0.26, width + 0.085, 0.16, length / 2 - cover + 0.10, 0, 0.38), "rooms.bedding")


def _cushion(length: float, width: float, height: float) -> Piece:
    """Plump in the middle, thin at the seam."""
    rings = []
    for t in np.linspace(-1, 1, 9):
        side = float(np.cos(t * np.pi / 2) ** 0.35)
        z = height / 2 * (1 + float(np.sin(t * np.pi / 2)))
        rings.append(
            outline(
                length * (0.45 + 0.55 * side),
                width * (0.45 + 0.55 * side),
                0.06 * side + 0.01,
                4,
                z,
            )
        )
    return loft(rings)


def _folded(m: Model, cloth: str) -> None:
    for k in range(3):
        m.add(
            soft(0.30 - 0.01 * k, 0.40 - 0.01 * k, 0.035, 0.004 * k, 0, 0.033 * k),
            f"rooms.cloth.{cloth}",
        )
