"""Kitchen units and machines."""

from __future__ import annotations

from collections.abc import Iterator

from lookabout.world.assets.model import Model
from lookabout.world.assets.solids import cylinder, disc_wheel, lathe, rounded_box, tube
from lookabout.world.rooms.forms.parts import form, slab
from lookabout.world.rooms.model import Furnishing

_TOP = 0.90
_HALF = 0.30


def forms() -> Iterator[Furnishing]:
    """All that stands or hangs in a kitchen's row."""
    for glaze in ("white", "grey", "green"):
        paint = f"rooms.glaze.{glaze}"
        yield form("kitchen_cabinet", glaze, _base, paint, style=glaze)
        yield form("sink", glaze, _sink, paint, style=glaze)
        yield form("stove", glaze, _stove, style=glaze)
        yield form("wall_cabinet", glaze, _wall, paint, style=glaze)
    yield form("dishwasher", "steel", _dishwasher)
    yield form("washing_machine", "white", _washer)
    yield form("fridge", "white", _fridge, "rooms.glaze.white")
    yield form("fridge", "steel", _fridge, "rooms.steel")
    yield form("range_hood", "steel", _hood)
    yield form("microwave", "black", _microwave)
    yield form("toaster", "steel", _toaster, "rooms.steel")
    yield form("toaster", "red", _toaster, "rooms.glaze.red")
    yield form("kettle", "steel", _kettle)
    yield form("coffee_machine", "black", _coffee_machine)


def _base(m: Model, paint: str) -> None:
    m.add(slab(-_HALF, 0.28, -0.30, 0.30, 0.10, _TOP - 0.035), paint)
    m.add(slab(-_HALF, 0.24, -0.30, 0.30, 0.0, 0.10), "rooms.iron")
    m.add(slab(0.28, 0.298, -0.297, 0.297, 0.105, 0.70), paint)
    m.add(slab(0.28, 0.298, -0.297, 0.297, 0.707, _TOP - 0.04), paint)
    for z in (0.66, 0.78):
        m.add(slab(0.298, 0.318, -0.07, 0.07, z, z + 0.012), "rooms.steel")
    m.add(slab(-_HALF, 0.315, -0.30, 0.30, _TOP - 0.035, _TOP), "rooms.marble")


def _sink(m: Model, paint: str) -> None:
    m.add(slab(-_HALF, 0.28, -0.30, 0.30, 0.10, 0.70), paint)
    m.add(slab(-_HALF, 0.24, -0.30, 0.30, 0.0, 0.10), "rooms.iron")
    for y0, y1 in ((-0.297, -0.002), (0.002, 0.297)):
        m.add(slab(0.28, 0.298, y0, y1, 0.105, _TOP - 0.04), paint)
        edge = y1 - 0.04 if y0 < -0.1 else y0 + 0.04
        m.add(slab(0.298, 0.318, edge - 0.006, edge + 0.006, 0.62, 0.78), "rooms.steel")
    for x0, x1, y0, y1 in (
        (-_HALF, -0.19, -0.30, 0.30),
        (0.20, 0.315, -0.30, 0.30),
        (-0.19, 0.20, -0.30, -0.24),
        (-0.19, 0.20, 0.24, 0.30),
    ):
        m.add(slab(x0, x1, y0, y1, _TOP - 0.035, _TOP), "rooms.marble")
    m.add(slab(-0.19, 0.20, -0.24, 0.24, 0.72, 0.73), "rooms.steel")
    for x0, x1, y0, y1 in (
        (-0.19, -0.18, -0.24, 0.24),
        (0.19, 0.20, -0.24, 0.24),
        (-0.19, 0.20, -0.24, -0.23),
        (-0.19, 0.20, 0.23, 0.24),
    ):
        m.add(slab(x0, x1, y0, y1, 0.73, _TOP - 0.002), "rooms.steel")
    m.add(cylinder(0.022, 0.26, 12).moved(-0.24, 0, _TOP), "rooms.chrome")
    m.add(tube((-0.24, 0, _TOP + 0.25), (-0.04, 0, _TOP + 0.21), 0.012), "rooms.chrome")


def _stove(m: Model) -> None:
    m.add(slab(-_HALF, 0.28, -0.30, 0.30, 0.06, _TOP - 0.015), "rooms.steel")
    m.add(slab(-_HALF, 0.24, -0.29, 0.29, 0.0, 0.06), "rooms.iron")
    m.add(slab(-_HALF, 0.30, -0.30, 0.30, _TOP - 0.015, _TOP), "rooms.screen")
    for x in (-0.14, 0.14):
        for y in (-0.14, 0.14):
            radius = 0.09 if x * y > 0 else 0.075
            m.add(cylinder(radius, 0.003, 24).moved(x, y, _TOP), "rooms.iron")
    m.add(slab(0.28, 0.30, -0.28, 0.28, 0.22, 0.68), "rooms.screen")
    m.add(tube((0.33, -0.25, 0.71), (0.33, 0.25, 0.71), 0.012), "rooms.chrome")
    for y in (-0.24, -0.12, 0.0, 0.12, 0.24):
        m.add(disc_wheel(0.022, 0.03, 16).turned(yaw=90).moved(0.30, y, 0.81), "rooms.iron")


def _wall(m: Model, paint: str) -> None:
    m.add(slab(-0.16, 0.15, -0.30, 0.30, 0.0, 0.70), paint)
    for y0, y1 in ((-0.297, -0.002), (0.002, 0.297)):
        m.add(slab(0.15, 0.168, y0, y1, 0.003, 0.697), paint)
        edge = y1 - 0.04 if y0 < -0.1 else y0 + 0.04
        m.add(slab(0.168, 0.188, edge - 0.006, edge + 0.006, 0.05, 0.20), "rooms.steel")


def _dishwasher(m: Model) -> None:
    m.add(slab(-_HALF, 0.28, -0.30, 0.30, 0.08, _TOP - 0.035), "rooms.steel")
    m.add(slab(-_HALF, 0.24, -0.29, 0.29, 0.0, 0.08), "rooms.iron")
    m.add(slab(0.28, 0.298, -0.297, 0.297, 0.09, 0.74), "rooms.steel")
    m.add(slab(0.28, 0.298, -0.297, 0.297, 0.75, _TOP - 0.04), "rooms.iron")
    m.add(tube((0.325, -0.24, 0.70), (0.325, 0.24, 0.70), 0.01), "rooms.chrome")
    m.add(slab(-_HALF, 0.315, -0.30, 0.30, _TOP - 0.035, _TOP), "rooms.marble")


def _washer(m: Model) -> None:
    m.add(rounded_box(0.58, 0.60, 0.85, 0.015, edge=0.01), "rooms.glaze.white")
    m.add(disc_wheel(0.19, 0.03, 32).turned(yaw=90).moved(0.295, 0, 0.42), "rooms.chrome")
    m.add(disc_wheel(0.14, 0.05, 32).turned(yaw=90).moved(0.30, 0, 0.42), "rooms.screen")
    m.add(slab(0.288, 0.295, -0.28, -0.08, 0.75, 0.82), "rooms.glaze.grey")
    m.add(disc_wheel(0.03, 0.03, 16).turned(yaw=90).moved(0.30, 0.18, 0.785), "rooms.chrome")


def _fridge(m: Model, paint: str) -> None:
    m.add(slab(-0.32, 0.28, -0.30, 0.30, 0.03, 1.75), paint)
    m.add(slab(-0.30, 0.26, -0.28, 0.28, 0.0, 0.03), "rooms.iron")
    for z0, z1 in ((0.04, 0.62), (0.63, 1.74)):
        m.add(slab(0.285, 0.33, -0.298, 0.298, z0, z1), paint)
    for z0, z1 in ((0.40, 0.60), (0.66, 0.95)):
        m.add(tube((0.36, 0.25, z0), (0.36, 0.25, z1), 0.011), "rooms.chrome")


def _hood(m: Model) -> None:
    m.add(slab(-0.22, 0.26, -0.30, 0.30, 0.0, 0.08), "rooms.steel")
    m.add(slab(-0.22, 0.02, -0.13, 0.13, 0.08, 0.55), "rooms.steel")
    m.add(slab(0.26, 0.263, -0.10, 0.10, 0.02, 0.06), "rooms.screen")


def _microwave(m: Model) -> None:
    m.add(rounded_box(0.36, 0.48, 0.28, 0.01, edge=0.008), "rooms.glaze.grey")
    m.add(slab(0.178, 0.188, -0.23, 0.12, 0.025, 0.255), "rooms.screen")
    m.add(slab(0.178, 0.186, 0.13, 0.23, 0.025, 0.255), "rooms.iron")


def _toaster(m: Model, paint: str) -> None:
    m.add(rounded_box(0.17, 0.30, 0.19, 0.05, edge=0.03), paint)
    for x in (-0.03, 0.03):
        m.add(slab(x - 0.012, x + 0.012, -0.11, 0.11, 0.185, 0.1925), "rooms.iron")
    m.add(slab(-0.02, 0.02, 0.15, 0.165, 0.10, 0.12), "rooms.iron")


def _kettle(m: Model) -> None:
    m.add(
        lathe(
            [
                (0.085, 0.0),
                (0.085, 0.02),
                (0.08, 0.10),
                (0.06, 0.20),
                (0.05, 0.22),
                (0.012, 0.225),
                (0.012, 0.245),
            ],
            28,
        ),
        "rooms.steel",
    )
    m.add(tube((-0.055, 0, 0.20), (-0.12, 0, 0.18), 0.012), "rooms.iron")
    m.add(tube((-0.12, 0, 0.185), (-0.11, 0, 0.05), 0.012), "rooms.iron")
    m.add(tube((0.06, 0, 0.14), (0.11, 0, 0.20), 0.018, 0.011), "rooms.steel")


def _coffee_machine(m: Model) -> None:
    m.add(slab(-0.16, 0.16, -0.12, 0.12, 0.0, 0.04), "rooms.iron")
    m.add(slab(-0.16, -0.02, -0.12, 0.12, 0.04, 0.32), "rooms.iron")
    m.add(rounded_box(0.30, 0.24, 0.10, 0.03, edge=0.01).moved(z=0.24), "rooms.iron")
    m.add(cylinder(0.06, 0.12, 24, 0.07).moved(0.07, 0, 0.045), "rooms.glass")
    m.add(slab(-0.01, 0.155, -0.06, 0.06, 0.34, 0.345), "rooms.steel")
