"""What stands on roofs: machinery, stairs, skylights, tanks."""

from __future__ import annotations

from collections.abc import Callable

from lookabout.world.build.quads import Quads
from lookabout.world.city.shapes import box, circle, drum, fan


def _unit(q: Quads, length: float, width: float, height: float, fans: int, skin: str) -> None:
    box(q, 0, 0, length * 0.94, width * 0.9, 0, 0.25, "metal_dark")
    box(q, 0, 0, length, width, 0.25, height, skin)
    box(q, -length * 0.2, width / 2, length * 0.3, 0.08, 0.4, height - 0.25, "metal_dark")
    for k in range(fans):
        x = length / 2 - width * 0.45 - k * width * 0.85
        fan(q, x, 0, width * 0.36, height)
    if length > 3.5:
        box(q, -length * 0.32, 0, length * 0.22, width * 0.8, height, height + 0.35, skin)


def _rtu_small(q: Quads) -> None:
    _unit(q, 2.2, 1.5, 1.25, 1, "unit_beige")


def _rtu_grey(q: Quads) -> None:
    _unit(q, 3.0, 1.9, 1.5, 1, "metal_light")


def _rtu_large(q: Quads) -> None:
    _unit(q, 6.2, 2.4, 2.1, 3, "metal_light")


def _condensers(q: Quads) -> None:
    for k in range(4):
        x = 1.35 * (k - 1.5)
        box(q, x, 0, 0.95, 0.95, 0.0, 0.95, "metal_mid" if k % 2 else "unit_beige")
        fan(q, x, 0, 0.38, 0.95)


def _cooling_tower(q: Quads) -> None:
    box(q, 0, 0, 5.0, 3.6, 0.5, 3.4, "metal_mid", "metal_light")
    box(q, 0, 0, 4.6, 3.2, 0, 0.5, "metal_dark")
    for x in (-1.25, 1.25):
        drum(q, x, 0, 1.05, 3.4, 3.9, "metal_light", "metal_dark")
        drum(q, x, 0, 0.3, 3.9, 3.95, "metal_mid")


def _vent(q: Quads) -> None:
    drum(q, 0, 0, 0.16, 0, 0.8, "metal_light", count=8)
    drum(q, 0, 0, 0.26, 0.8, 1.0, "metal_mid", count=8)


def _vents(q: Quads) -> None:
    for x, y, r, h in ((0, 0, 0.22, 0.7), (1.4, 0.5, 0.15, 1.0), (0.6, 1.5, 0.3, 0.5)):
        drum(q, x, y, r, 0, h, "metal_light", "metal_dark", 8)


def _skylight(q: Quads) -> None:
    box(q, 0, 0, 2.4, 1.6, 0, 0.3, "coping_light")
    a, b, z0, z1 = 1.1, 0.7, 0.3, 0.75
    q.quad("skylight", (-a, -b, z0), (a, -b, z0), (a, 0, z1), (-a, 0, z1))
    q.quad("skylight", (a, b, z0), (-a, b, z0), (-a, 0, z1), (a, 0, z1))
    q.triangle("coping_light", (a, -b, z0), (a, b, z0), (a, 0, z1))
    q.triangle("coping_light", (-a, b, z0), (-a, -b, z0), (-a, 0, z1))


def _skylights(q: Quads) -> None:
    for k in range(4):
        box(q, 2.2 * (k - 1.5), 0, 1.3, 1.3, 0, 0.28, "coping_light", "skylight")


def _hatch(q: Quads) -> None:
    box(q, 0, 0, 1.1, 1.1, 0, 0.45, "metal_light")


def _bulkhead(q: Quads) -> None:
    box(q, 0, 0, 3.6, 2.8, 0, 2.7, "plaster_grey", "roof_grey")
    box(q, 1.82, 0.4, 0.06, 1.0, 0, 2.1, "metal_dark")


def _bulkhead_brick(q: Quads) -> None:
    box(q, 0, 0, 4.2, 3.0, 0, 2.9, "brick_brown", "roof_dark")
    box(q, 2.12, -0.3, 0.06, 1.0, 0, 2.1, "metal_dark")
    box(q, -1.2, 0, 0.9, 0.9, 2.9, 3.5, "metal_light")


def _penthouse(q: Quads) -> None:
    box(q, 0, 0, 9.0, 6.5, 0, 4.2, "panel_grey", "roof_grey")
    for k in range(9):
        box(q, -4.0 + k, -3.28, 0.7, 0.08, 1.0, 3.4, "metal_dark")
    fan(q, 2.6, 1.4, 1.1, 4.2)
    fan(q, 2.6, -1.4, 1.1, 4.2)
    box(q, -2.2, 0, 2.4, 3.4, 4.2, 5.2, "metal_light")


def _water_tank(q: Quads) -> None:
    for x in (-1.1, 1.1):
        for y in (-1.1, 1.1):
            box(q, x, y, 0.18, 0.18, 0, 2.6, "metal_dark")
    box(q, 0, 0, 3.2, 3.2, 2.5, 2.7, "timber")
    drum(q, 0, 0, 1.55, 2.7, 5.6, "timber", count=18)
    ring = circle(0, 0, 1.75, 18)
    for i in range(18):
        q.triangle("metal_dark", (*ring[i - 1], 5.55), (*ring[i], 5.55), (0, 0, 6.5))


def _solar(q: Quads) -> None:
    for k in range(5):
        for row in range(2):
            x, y = 1.08 * (k - 2), 1.9 * (row - 0.5)
            a, b = 0.5, 0.8
            q.quad("solar", (x - a, y - b, 0.2), (x + a, y - b, 0.2), (x + a, y + b, 0.55),
                   (x - a, y + b, 0.55))  # fmt: skip
            q.quad("metal_light", (x + a, y + b, 0.55), (x + a, y + b, 0.0), (x - a, y + b, 0.0),
                   (x - a, y + b, 0.55))  # fmt: skip
            q.quad("metal_light", (x - a, y - b, 0.0), (x + a, y - b, 0.0), (x + a, y - b, 0.2),
                   (x - a, y - b, 0.2))  # fmt: skip


def _mast(q: Quads) -> None:
    box(q, 0, 0, 0.8, 0.8, 0, 0.3, "metal_mid")
    drum(q, 0, 0, 0.12, 0.3, 7.5, "metal_light", count=6)
    for z in (3.0, 4.6, 6.2):
        box(q, 0, 0, 1.6 - z * 0.15, 0.08, z, z + 0.08, "metal_light")


def _duct(q: Quads) -> None:
    box(q, 0, 0, 7.0, 0.8, 0.35, 1.05, "metal_light")
    box(q, 3.1, 1.6, 0.8, 2.6, 0.35, 1.05, "metal_light")
    for x in (-3.0, -1.0, 1.0, 3.0):
        box(q, x, 0, 0.15, 0.6, 0, 0.35, "metal_dark")


def _terrace(q: Quads) -> None:
    """A roof terrace: deck, planters, seats."""
    box(q, 0, 0, 6.0, 4.0, 0, 0.12, "deck")
    for x in (-2.6, 2.6):
        box(q, x, 1.6, 0.5, 0.6, 0.12, 0.6, "wall_low", "hedge")
    box(q, 0, 1.6, 2.4, 0.6, 0.12, 0.5, "timber")
    drum(q, 0, -0.4, 0.6, 0.12, 0.8, "coping_light", count=10)


MAKERS: dict[str, Callable[[Quads], None]] = {
    "rtu_small": _rtu_small,
    "rtu_grey": _rtu_grey,
    "rtu_large": _rtu_large,
    "condensers": _condensers,
    "cooling_tower": _cooling_tower,
    "vent": _vent,
    "vents": _vents,
    "skylight": _skylight,
    "skylights": _skylights,
    "hatch": _hatch,
    "bulkhead": _bulkhead,
    "bulkhead_brick": _bulkhead_brick,
    "penthouse": _penthouse,
    "water_tank": _water_tank,
    "solar": _solar,
    "mast": _mast,
    "duct": _duct,
    "terrace": _terrace,
}
