"""What is built in: radiators, light switches."""

from __future__ import annotations

from collections.abc import Iterator

from lookabout.world.assets.model import Model
from lookabout.world.assets.solids import cylinder, rounded_box, tube
from lookabout.world.rooms.forms.parts import form, slab, solid
from lookabout.world.rooms.model import Furnishing


def forms() -> Iterator[Furnishing]:
    """All of them."""
    for height in (0.36, 0.56):
        for width in (0.6, 0.9, 1.2):
            name = f"{width * 100:.0f}-{height * 100:.0f}"
            yield form("radiator", name, _radiator, width, height)
    yield form(
        "light_switch", "white", solid, rounded_box(0.012, 0.082, 0.082, 0.003), "rooms.glaze.white"
    )


def _radiator(m: Model, width: float, height: float) -> None:
    """A ribbed panel on two brackets, with a valve; its back is at x = 0."""
    foot, half = 0.10, width / 2
    m.add(slab(0.035, 0.075, -half, half, foot, foot + height), "rooms.glaze.white")
    ribs = int(width / 0.05)
    for k in range(ribs):
        y = -half + (k + 0.5) * width / ribs
        m.add(slab(0.075, 0.083, y - 0.014, y + 0.014, foot + 0.02, foot + height - 0.02),
              "rooms.glaze.white")  # fmt: skip
    m.add(slab(0.03, 0.085, -half - 0.003, half + 0.003, foot + height - 0.006, foot + height),
          "rooms.glaze.white")  # fmt: skip
    for y in (-0.7 * half, 0.7 * half):
        m.add(slab(0.0, 0.035, y - 0.015, y + 0.015, foot + 0.05, foot + height - 0.05),
              "rooms.glaze.white")  # fmt: skip
    m.add(tube((0.055, half, foot + 0.04), (0.055, half + 0.05, foot + 0.04), 0.009), "rooms.steel")
    m.add(tube((0.055, half + 0.05, 0.0), (0.055, half + 0.05, foot + 0.05), 0.009), "rooms.steel")
    m.add(cylinder(0.02, 0.05, 16).moved(0.055, half + 0.05, foot + 0.03), "rooms.glaze.white")
