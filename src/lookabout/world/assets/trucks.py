"""Trucks and buses: cabs, bodies of several trades, roofs that tell them apart from above."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import numpy as np

from lookabout.world.assets.cars import BODY, GLASS, TRIM, add_wheel
from lookabout.world.assets.model import Model, collider_boxes
from lookabout.world.assets.solids import (
    Floats,
    box,
    circle,
    cylinder,
    loft,
    mound,
    outline,
    rounded_box,
    tube,
)
from lookabout.world.scene import Mesh

Boxes = Sequence[tuple[float, float, float, float, float, float]]


@cache
def truck(variant: int) -> tuple[Mesh, Mesh]:
    """The mesh and the collider of a truck, nose towards +x, painted :data:`BODY`."""
    return _finish(TRUCKS[variant])


@cache
def bus(variant: int) -> tuple[Mesh, Mesh]:
    """The mesh and the collider of a bus, nose towards +x, painted :data:`BODY`."""
    return _finish(BUSES[variant])


def _finish(build: Callable[[Model], Boxes]) -> tuple[Mesh, Mesh]:
    model = Model()
    boxes = build(model)
    return model.mesh(), collider_boxes(boxes)


def _cab(
    model: Model, front: float, length: float, width: float, height: float, slope: float
) -> None:
    """A forward-control cab from bumper to roof; the windscreen leans back by ``slope``."""

    def level(z: float, grow: float = 0.0) -> Floats:
        back = max(0.0, (z - 1.45) / (height - 1.45)) * slope
        return outline(
            length - back + grow, width + grow, 0.16, 4, z, front - length / 2 - back / 2
        )

    rim = [level(z) for z in (0.45, 0.6, 1.45, height - 0.16, height - 0.05)]
    top = level(height)
    top[:, 0] = (top[:, 0] - top[:, 0].mean()) * 0.9 + top[:, 0].mean()
    top[:, 1] *= 0.92
    model.add(loft([*rim, top]), BODY, sharp=40)
    model.add(
        loft([level(1.52, 0.02), level(height - 0.34, 0.02)], cap_start=False, cap_end=False),
        GLASS,
    )
    for side in (-1, 1):
        x = front - length * 0.62
        model.add(box(0.34, 0.03, height - 1.95, x, side * (width / 2 + 0.008), 1.5), BODY)
        model.add(box(0.10, 0.12, 0.42, front - 0.28, side * (width / 2 + 0.16), 1.75), TRIM)
        model.add(
            tube(
                [front - 0.3, side * width * 0.48, 2.1],
                [front - 0.28, side * (width / 2 + 0.16), 2.1],
                0.025,
            ),
            TRIM,
        )
        lamp = rounded_box(0.08, 0.4, 0.2, 0.05)
        model.add(lamp.moved(front + 0.0, side * width * 0.36, 0.72), "asset.car.lamp")
    model.add(rounded_box(0.24, width, 0.32, 0.1).moved(front - 0.06, 0, 0.38), TRIM)
    model.add(box(0.03, width * 0.5, 0.34, front, 0, 0.98), TRIM)
    for y in np.linspace(-0.8, 0.8, 5):
        model.add(box(0.08, 0.1, 0.05, front - slope - 0.10, y, height - 0.03), "asset.car.amber")


def _chassis(model: Model, rear: float, front: float, axles: Sequence[float], width: float) -> None:
    """Frame, wheels, mudguards, tanks and the rear bar."""
    for side in (-1, 1):
        model.add(box(front - rear, 0.12, 0.28, (front + rear) / 2, side * 0.42, 0.55), TRIM)
    for number, x in enumerate(axles):
        wide = 0.30 if number == 0 else 0.52
        add_wheel(model, x, width / 2 - wide / 2 - 0.02, 0.48, wide)
        model.add(tube([x, -0.9, 0.48], [x, 0.9, 0.48], 0.08), TRIM)
    tank = cylinder(0.27, 0.9, 14).turned(pitch=90).moved(axles[0] - 1.45, 0.80, 0.62)
    model.add(tank, "asset.car.chrome")
    model.add(box(0.8, 0.4, 0.45, axles[0] - 1.15, -0.68, 0.45), TRIM)
    model.add(box(0.10, width * 0.94, 0.12, rear + 0.05, 0, 0.5), TRIM)
    for side in (-1, 1):
        model.add(box(0.05, 0.35, 0.12, rear - 0.01, side * width * 0.36, 0.62), "asset.car.tail")
    model.add(box(0.02, 0.5, 0.12, rear - 0.01, 0, 0.62), "asset.car.plate")


def _van_body(
    model: Model, rear: float, front: float, width: float, low: float, high: float, ribs: int
) -> None:
    """A goods box with a rim around the roof, roof bows and rear doors."""
    length, middle = front - rear, (front + rear) / 2
    model.add(rounded_box(length, width, high - low, 0.05, edge=0.04).moved(middle, 0, low), BODY)
    for side in (-1, 1):
        model.add(
            box(length, 0.06, 0.06, middle, side * (width / 2 - 0.03), high - 0.04),
            "asset.car.steel",
        )
        model.add(box(length, 0.03, 0.10, middle, side * width / 2, low + 0.02), "asset.car.steel")
    for x in (rear + 0.03, front - 0.03):
        model.add(box(0.06, width, 0.06, x, 0, high - 0.04), "asset.car.steel")
    for x in np.linspace(rear + 0.4, front - 0.4, ribs):
        model.add(box(0.035, width - 0.14, 0.015, x, 0, high - 0.003), BODY)
    model.add(box(0.02, 0.03, high - low - 0.2, rear - 0.008, 0, low + 0.1), TRIM)
    for y in (-0.5, 0.5):
        model.add(
            tube([rear - 0.03, y, low + 0.15], [rear - 0.03, y, high - 0.2], 0.02, sides=6),
            "asset.car.chrome",
        )


def _box_truck(model: Model) -> Boxes:
    _cab(model, 3.7, 1.75, 2.25, 2.55, 0.34)
    _chassis(model, -3.7, 3.2, (2.55, -2.2), 2.25)
    _van_body(model, -3.7, 1.75, 2.35, 0.95, 3.15, 9)
    fairing = loft([outline(0.9, 1.9, 0.2, 3, 2.5, 2.45), outline(0.35, 1.7, 0.15, 3, 3.05, 2.15)])
    model.add(fairing, BODY)
    return (
        (1.98, 3.3, -1.05, 1.05, 0.4, 2.48),
        (-3.67, 1.72, -1.14, 1.14, 0.5, 3.1),
    )


def _moving_truck(model: Model) -> Boxes:
    """A bonneted cab before a box whose nose reaches over the cab."""
    width = 2.1
    hood = loft(
        [
            outline(1.5 - k, width * w, 0.25, 4, z, 3.45 - k / 2 + 0.1)
            for z, w, k in (
                (0.5, 0.9, 0.0),
                (1.05, 0.92, 0.0),
                (1.32, 0.84, 0.12),
                (1.38, 0.7, 0.3),
            )
        ]
    )
    model.add(hood, BODY, sharp=40)
    model.add(box(0.06, 1.1, 0.5, 4.29, 0, 0.75), TRIM)
    model.add(rounded_box(0.25, 2.15, 0.26, 0.1).moved(4.25, 0, 0.45), "asset.car.chrome")
    for side in (-1, 1):
        model.add(
            rounded_box(0.1, 0.3, 0.24, 0.05).moved(4.24, side * 0.76, 0.82), "asset.car.lamp"
        )
        model.add(box(0.12, 0.16, 0.34, 2.7, side * 1.22, 1.55), TRIM)
        model.add(tube([2.7, side * 1.0, 1.6], [2.7, side * 1.2, 1.7], 0.025), TRIM)

    def level(z: float, front: float, grow: float = 0.0) -> Floats:
        length = front - 1.35
        return outline(length + grow, width + grow, 0.14, 4, z, 1.35 + length / 2)

    model.add(
        loft([level(0.5, 2.95), level(1.38, 2.95), level(2.15, 2.35), level(2.24, 2.2)]), BODY
    )
    band = [level(1.42, 2.93, 0.02), level(2.02, 2.46, 0.02)]
    model.add(loft(band, cap_start=False, cap_end=False), GLASS)
    _chassis(model, -4.0, 4.1, (3.3, -2.4), 2.2)
    _van_body(model, -4.0, 1.45, 2.4, 0.85, 3.2, 10)
    nose = loft([outline(1.0, 2.38, 0.05, 3, 2.3, 1.9), outline(1.1, 2.38, 0.05, 3, 3.15, 1.95)])
    model.add(nose, BODY)
    return (
        (2.0, 4.2, -0.9, 0.9, 0.4, 1.3),
        (1.4, 2.4, -1.0, 1.0, 0.4, 2.3),
        (-3.97, 2.3, -1.15, 1.15, 2.35, 3.1),
        (-3.97, 1.4, -1.15, 1.15, 0.5, 3.1),
    )


def _tipper(model: Model) -> Boxes:
    _cab(model, 3.6, 1.8, 2.3, 2.75, 0.28)
    _chassis(model, -3.5, 3.2, (2.4, -1.2, -2.45), 2.35)
    low, high, rear, front = 1.1, 2.25, -3.55, 1.55
    length, middle = front - rear, (front + rear) / 2
    for side in (-1, 1):
        model.add(box(length, 0.07, high - low, middle, side * 1.14, low), BODY)
        model.add(box(length, 0.13, 0.10, middle, side * 1.15, high - 0.04), BODY)
        for x in np.linspace(rear + 0.2, front - 0.2, 7):
            model.add(box(0.09, 0.10, high - low, x, side * 1.2, low), BODY)
    model.add(box(length, 2.3, 0.1, middle, 0, low), "asset.metal.dark")
    model.add(box(0.08, 2.3, high - low + 0.25, front, 0, low), BODY)
    model.add(box(0.9, 2.2, 0.06, front + 0.42, 0, high + 0.68), BODY)
    for side in (-1, 1):
        model.add(box(0.9, 0.06, 0.5, front + 0.42, side * 1.07, high + 0.22), BODY)
    model.add(box(0.07, 2.2, high - low, rear, 0, low), BODY)
    heap = mound(length - 0.35, 2.1, 0.75, np.random.default_rng(11), 16)
    model.add(heap.moved(middle, 0, low + 0.6), "asset.earth.gravel", sharp=60)
    model.add(box(length - 0.15, 2.2, 0.5, middle, 0, low + 0.12), "asset.earth.gravel")
    return (
        (1.85, 3.25, -1.08, 1.08, 0.4, 2.7),
        (rear, front, -1.1, 1.1, 0.5, 1.7),
        (rear, front, 1.12, 1.17, 0.9, 2.2),
        (rear, front, -1.17, -1.12, 0.9, 2.2),
        (front - 0.03, front + 0.03, -1.1, 1.1, 0.9, 2.45),
    )


def _tanker(model: Model) -> Boxes:
    _cab(model, 3.9, 1.75, 2.3, 2.7, 0.3)
    _chassis(model, -3.9, 3.4, (2.75, -1.5, -2.75), 2.35)
    axis_z, front, rear = 1.85, 1.85, -3.85
    rings = []
    for x, r in (
        (rear, 0.55),
        (rear + 0.1, 0.92),
        (rear + 0.3, 1.02),
        (front - 0.3, 1.02),
        (front - 0.1, 0.92),
        (front, 0.55),
    ):
        a = circle(1.0, 24)
        rings.append(np.column_stack([np.full(24, x), a[:, 0] * 1.12 * r, axis_z + a[:, 1] * r]))
    model.add(loft(rings), BODY)
    for x in np.linspace(rear + 0.9, front - 0.9, 4):
        model.add(cylinder(0.28, 0.10, 16).moved(x, 0, axis_z + 1.0), "asset.car.steel")
        model.add(cylinder(0.22, 0.05, 16).moved(x, 0, axis_z + 1.1), "asset.car.chrome")
    model.add(
        box(front - rear - 0.6, 0.42, 0.03, (front + rear) / 2, 0.52, axis_z + 0.93),
        "asset.car.steel",
    )
    for side in (-1, 1):
        model.add(
            tube(
                [rear + 0.4, side * 0.55, axis_z + 1.12],
                [front - 0.4, side * 0.55, axis_z + 1.12],
                0.025,
                sides=6,
            ),
            "asset.car.chrome",
        )
        for x in np.linspace(rear + 0.5, front - 0.5, 5):
            model.add(
                tube(
                    [x, side * 0.55, axis_z + 0.85], [x, side * 0.55, axis_z + 1.12], 0.02, sides=6
                ),
                "asset.car.chrome",
            )
        model.add(box(front - rear - 0.5, 0.08, 0.3, (front + rear) / 2, side * 0.95, 0.75), TRIM)
    model.add(
        tube([rear - 0.02, 0.5, 0.6], [rear - 0.02, 0.5, axis_z + 0.9], 0.025, sides=6),
        "asset.car.chrome",
    )
    return (
        (2.15, 3.5, -1.08, 1.08, 0.4, 2.65),
        (rear + 0.1, front - 0.1, -0.78, 0.78, 1.15, 2.5),
        (rear + 0.1, front - 0.1, -1.0, 1.0, 1.45, 2.2),
        (rear, 2.2, -0.45, 0.45, 0.5, 1.2),
    )


def _bus_shell(model: Model, length: float, width: float, height: float, belt: float) -> None:
    """Body, window band, doors, lights and wheels of a bus."""
    half = length / 2
    rim = [(0.32, 0.0), (height - 0.22, 0.0), (height - 0.08, 0.06), (height, 0.22)]
    model.add(
        loft([outline(length - 2 * a, width - 2 * a, 0.28 - a, 4, z) for z, a in rim]),
        BODY,
        sharp=40,
    )
    band = [outline(length + 0.02, width + 0.02, 0.28, 4, z) for z in (belt, height - 0.42)]
    model.add(loft(band, cap_start=False, cap_end=False), GLASS)
    for side in (-1, 1):
        for x in np.linspace(-half + 1.5, half - 1.8, max(4, int(length / 1.6))):
            model.add(
                box(0.09, 0.02, height - 0.42 - belt, x, side * (width / 2 + 0.012), belt), TRIM
            )
        model.add(box(length - 0.5, 0.02, 0.14, 0, side * (width / 2 + 0.005), 0.36), TRIM)
        model.add(
            rounded_box(0.06, 0.36, 0.2, 0.05).moved(half, side * width * 0.37, 0.62),
            "asset.car.lamp",
        )
        model.add(box(0.05, 0.24, 0.5, -half, side * width * 0.4, 0.8), "asset.car.tail")
        model.add(box(0.1, 0.14, 0.42, half + 0.12, side * (width / 2 + 0.06), belt + 0.75), TRIM)
        model.add(
            tube(
                [half - 0.2, side * (width / 2 - 0.05), height - 0.35],
                [half + 0.12, side * (width / 2 + 0.06), height - 0.5],
                0.025,
            ),
            TRIM,
        )
    for x in (half - 1.3, -0.3):
        model.add(box(1.15, 0.02, height - 0.9, x, -width / 2 - 0.012, 0.4), GLASS)
    model.add(box(0.04, width * 0.7, 0.24, half + 0.0, 0, height - 0.42), TRIM)
    model.add(box(0.02, width * 0.6, 0.17, half + 0.02, 0, height - 0.38), "asset.car.amber")
    for x in (half - 2.75, -half + 2.9):
        add_wheel(model, x, width / 2 - 0.15, 0.48, 0.28)
    model.add(box(length - 1.0, width - 0.9, 0.3, 0, 0, 0.25), "asset.car.under")


def _roof_unit(model: Model, x: float, length: float, width: float, z: float) -> None:
    model.add(rounded_box(length, width, 0.26, 0.12).moved(x, 0, z - 0.02), "asset.plastic.white")
    for k in np.linspace(-length * 0.3, length * 0.3, 2):
        model.add(cylinder(0.26, 0.03, 18).moved(x + k, 0, z + 0.23), "asset.plastic.black")


def _hatch(model: Model, x: float, z: float) -> None:
    model.add(rounded_box(0.75, 0.75, 0.09, 0.08).moved(x, 0, z - 0.01), "asset.plastic.grey")


def _city_bus(model: Model) -> Boxes:
    _bus_shell(model, 11.8, 2.5, 2.95, 1.0)
    _roof_unit(model, -3.3, 2.2, 1.7, 2.95)
    model.add(rounded_box(2.6, 1.9, 0.22, 0.15).moved(3.2, 0, 2.93), BODY)
    _hatch(model, 0.4, 2.95)
    return ((-5.85, 5.85, -1.2, 1.2, 0.25, 2.85),)


def _coach(model: Model) -> Boxes:
    _bus_shell(model, 12.2, 2.52, 3.5, 1.6)
    _roof_unit(model, -1.0, 3.0, 1.8, 3.5)
    for x in (3.6, -4.2):
        _hatch(model, x, 3.5)
    return ((-6.05, 6.05, -1.2, 1.2, 0.25, 3.4),)


def _minibus(model: Model) -> Boxes:
    _bus_shell(model, 7.6, 2.3, 2.75, 1.1)
    _roof_unit(model, -1.2, 1.6, 1.4, 2.75)
    _hatch(model, 1.6, 2.75)
    return ((-3.75, 3.75, -1.1, 1.1, 0.25, 2.65),)


def _midi_bus(model: Model) -> Boxes:
    """A city bus with gas bottles in a long roof box."""
    _bus_shell(model, 9.6, 2.45, 2.9, 1.0)
    model.add(rounded_box(4.2, 1.9, 0.42, 0.2).moved(1.2, 0, 2.87), BODY)
    for x in np.linspace(-0.6, 3.0, 6):
        model.add(box(0.05, 1.5, 0.02, x, 0, 3.285), TRIM)
    _roof_unit(model, -3.0, 1.6, 1.5, 2.9)
    return ((-4.75, 4.75, -1.18, 1.18, 0.25, 2.8),)


TRUCKS: tuple[Callable[[Model], Boxes], ...] = (_box_truck, _moving_truck, _tipper, _tanker)
BUSES: tuple[Callable[[Model], Boxes], ...] = (_city_bus, _coach, _minibus, _midi_bus)
