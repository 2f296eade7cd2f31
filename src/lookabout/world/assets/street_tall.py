"""Street lamps, traffic lights, bus stops and bicycles."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from lookabout.world.assets.model import Model, placed
from lookabout.world.assets.solids import (
    ball,
    box,
    cylinder,
    disc_wheel,
    lathe,
    limb,
    prism,
    ring,
    rounded_box,
    tube,
)

Build = Callable[[Model], None]


def slats(
    model: Model,
    count: int,
    x0: float,
    x1: float,
    z: float,
    width: float,
    wood: str,
    thick: float = 0.04,
) -> None:
    """Boards side by side from x0 to x1."""
    step = (x1 - x0) / count
    for k in range(count):
        x = x0 + (k + 0.5) * step
        model.add(box(step * 0.78, width, thick, x, 0, z), wood)


def _pole(model: Model, height: float, radius: float, name: str) -> None:
    model.add(
        lathe(
            [
                (radius * 1.9, 0),
                (radius * 1.9, 0.25),
                (radius * 1.2, 0.35),
                (radius * 0.75, height),
            ],
            12,
        ),
        name,
    )


def _lamp_cobra(model: Model) -> None:
    _pole(model, 8.4, 0.10, "asset.metal.galvanised")
    arm = [[0, 0, 8.3], [0.3, 0, 8.75], [1.0, 0, 8.95], [2.0, 0, 9.0]]
    model.add(limb(arm, [0.07, 0.06, 0.05, 0.045], 8), "asset.metal.galvanised")
    model.add(rounded_box(0.75, 0.30, 0.16, 0.1).moved(2.2, 0, 8.93), "asset.plastic.grey")
    model.add(box(0.5, 0.22, 0.02, 2.2, 0, 8.92), "asset.lamp.glass")


def _lamp_double(model: Model) -> None:
    _pole(model, 9.0, 0.11, "asset.metal.dark")
    for side in (-1, 1):
        model.add(
            limb([[0, 0, 8.9], [side * 0.6, 0, 9.2], [side * 1.7, 0, 9.25]], [0.06, 0.05, 0.04], 8),
            "asset.metal.dark",
        )
        model.add(rounded_box(0.8, 0.34, 0.10, 0.1).moved(side * 1.9, 0, 9.2), "asset.metal.dark")
        model.add(box(0.6, 0.24, 0.02, side * 1.9, 0, 9.19), "asset.lamp.glass")


def _lamp_globe(model: Model) -> None:
    _pole(model, 3.6, 0.07, "asset.metal.black")
    model.add(lathe([(0.12, 3.55), (0.16, 3.62), (0.08, 3.66)], 12), "asset.metal.black")
    model.add(ball(0.22, 0.22, 0.22, 14, 8).moved(z=3.86), "asset.lamp.glass", sharp=60)
    model.add(cylinder(0.07, 0.06, 10, 0.02).moved(z=4.06), "asset.metal.black")


def _lamp_lantern(model: Model) -> None:
    _pole(model, 4.2, 0.08, "asset.metal.black")
    model.add(box(0.9, 0.05, 0.05, 0, 0, 4.0), "asset.metal.black")
    for x in (-0.42, 0.42):
        model.add(prism(0.2, 0.2, 0.42, 1.6, 1.6).moved(x, 0, 4.05), "asset.lamp.glass")
        model.add(prism(0.38, 0.38, 0.16, 0.3, 0.3).moved(x, 0, 4.47), "asset.metal.black")


def _lamp_disc(model: Model) -> None:
    _pole(model, 5.2, 0.075, "asset.metal.galvanised")
    model.add(
        lathe([(0.06, 5.1), (0.12, 5.2), (0.42, 5.3), (0.44, 5.34), (0.1, 5.44)], 20),
        "asset.metal.galvanised",
        sharp=50,
    )


def _head(model: Model, x: float, y: float, z: float, shell: str) -> None:
    """A three-lamp head facing +x."""
    model.add(rounded_box(0.22, 0.34, 1.02, 0.05).moved(x, y, z), shell)
    model.add(box(0.03, 0.52, 1.22, x - 0.08, y, z - 0.1), "asset.plastic.black")
    lit = ("asset.lamp.green", "asset.lamp.amber", "asset.lamp.red")
    for k, name in enumerate(lit):
        lens = cylinder(0.105, 0.02, 14).turned(pitch=90)
        model.add(lens.moved(x + 0.105, y, z + 0.19 + 0.32 * k), name)
        visor = box(0.16, 0.26, 0.02, x + 0.18, y, z + 0.31 + 0.32 * k)
        model.add(visor, "asset.plastic.black")


def _signal_mast(model: Model, reach: float, shell: str, pole: str) -> None:
    _pole(model, 6.2, 0.12, pole)
    model.add(tube([0, 0, 5.8], [0, -reach, 6.2], 0.085, 0.055, 10), pole)
    for y in (-reach + 0.3, -reach * 0.5):
        _head(model, 0.16, y, 5.35, shell)
    _head(model, 0.2, 0, 2.7, shell)
    model.add(box(0.02, 0.9, 0.25, 0.1, -reach * 0.75, 6.25), "asset.metal.green")


def _signal_pair(model: Model) -> None:
    """A post with a head for each of two streets."""
    _pole(model, 3.7, 0.085, "asset.metal.galvanised")
    _head(model, 0.16, 0, 2.55, "asset.metal.yellow")
    turned = Model()
    _head(turned, 0.16, 0, 2.45, "asset.metal.yellow")
    model.add_model(turned, placed(yaw=90))
    model.add(box(0.3, 0.45, 1.3, -0.05, -0.75, 0), "asset.metal.galvanised")


def _signal_post(model: Model, shell: str, pole: str) -> None:
    _pole(model, 3.4, 0.075, pole)
    _head(model, 0.14, 0, 2.35, shell)
    model.add(box(0.16, 0.3, 0.3, 0.02, 0.24, 2.3), shell)
    model.add(box(0.08, 0.10, 0.16, 0.09, 0, 1.05), "asset.metal.yellow")


def _bus_stop(model: Model, length: float, depth: float, roof: str, sides: int) -> None:
    for y in (-length / 2 + 0.1, length / 2 - 0.1):
        for x in (-depth / 2 + 0.08, depth / 2 - 0.15):
            model.add(box(0.08, 0.08, 2.4, x, y, 0), "asset.metal.dark")
    model.add(rounded_box(depth, length, 0.10, 0.06).moved(0.05, 0, 2.4), roof)
    for y in np.linspace(-length / 2 + 0.6, length / 2 - 0.6, 3):
        model.add(box(depth * 0.9, 0.04, 0.03, 0.05, y, 2.49), "asset.metal.dark")
    model.add(box(0.02, length - 0.3, 1.9, -depth / 2 + 0.08, 0, 0.35), "asset.glass.clear")
    for y in (-length / 2 + 0.1, length / 2 - 0.1)[:sides]:
        model.add(box(depth - 0.3, 0.02, 1.9, 0, y, 0.35), "asset.glass.clear")
    slats(model, 4, -depth / 2 + 0.2, -depth / 2 + 0.6, 0.44, length * 0.6, "asset.wood.raw")
    for y in (-length * 0.22, length * 0.22):
        model.add(box(0.3, 0.06, 0.44, -depth / 2 + 0.4, y, 0), "asset.metal.dark")
    model.add(box(0.14, 1.25, 2.0, depth / 2 - 0.1, -length / 2 - 0.75, 0.0), "asset.metal.dark")
    model.add(box(0.15, 1.1, 1.6, depth / 2 - 0.1, -length / 2 - 0.75, 0.3), "asset.paper.white")


def bicycle(model: Model, paint: str, step: bool, basket: bool, drop: bool) -> None:
    """``step``: a low frame; ``drop``: bent handlebars."""
    r = 0.34
    for x in (-0.52, 0.52):
        wheel = ring(r - 0.018, 0.018, 24, 6).turned(roll=90).moved(x, 0, r)
        model.add(wheel, "asset.car.tyre")
        model.add(disc_wheel(0.03, 0.08, 8).moved(x, 0, r), "asset.car.steel")
        for a in np.linspace(0, np.pi, 5, endpoint=False):
            d = (r - 0.03) * np.array([np.cos(a), 0, np.sin(a)])
            model.add(
                tube(np.array([x, 0, r]) - d, np.array([x, 0, r]) + d, 0.004, sides=4),
                "asset.car.steel",
            )
    crank, seat, head = [-0.08, 0, 0.30], [-0.24, 0, 0.86], [0.36, 0, 0.84]
    low_head = [0.39, 0, 0.68]
    bars = [
        (crank, seat),
        (crank, low_head),
        ([-0.52, 0, r], crank),
        ([-0.52, 0, r], seat),
        (low_head, [0.52, 0, r]),
        (low_head, [0.34, 0, 0.98]),
    ]
    bars.append((low_head, [-0.14, 0, 0.5]) if step else (head, [-0.22, 0, 0.8]))
    for a, b in bars:
        model.add(tube(a, b, 0.02, sides=8), paint)
    model.add(rounded_box(0.27, 0.16, 0.07, 0.06).moved(-0.26, 0, 0.90), "asset.plastic.black")
    bar_z = 0.98
    if drop:
        handle = [
            [0.46, 0.21, bar_z - 0.12],
            [0.48, 0.21, bar_z],
            [0.34, 0.2, bar_z],
            [0.34, -0.2, bar_z],
            [0.48, -0.21, bar_z],
            [0.46, -0.21, bar_z - 0.12],
        ]
        model.add(limb(handle, [0.015] * 6, 6), "asset.plastic.black")
    else:
        handle = [
            [0.22, 0.29, bar_z],
            [0.34, 0.2, bar_z + 0.02],
            [0.34, -0.2, bar_z + 0.02],
            [0.22, -0.29, bar_z],
        ]
        model.add(limb(handle, [0.015] * 4, 6), "asset.plastic.black")
    for y, dz in ((0.1, -0.1), (-0.1, 0.1)):
        model.add(box(0.1, 0.09, 0.02, -0.08 + dz, y * 1.5, 0.3 + dz * 1.2), "asset.plastic.black")
    model.add(disc_wheel(0.09, 0.02, 14).moved(-0.08, 0.05, 0.3), "asset.car.steel")
    if basket:
        model.add(prism(0.26, 0.32, 0.22, 1.25, 1.2).moved(0.52, 0, 0.78), "asset.wood.raw")
    stand = tube([-0.2, 0.0, 0.3], [-0.24, 0.17, 0.0], 0.012, sides=5)
    model.add(stand, "asset.car.steel")


TALL: dict[str, tuple[str, str, tuple[Build, ...]]] = {
    "lamp": (
        "a street lamp",
        "lamp post",
        (_lamp_cobra, _lamp_double, _lamp_globe, _lamp_lantern, _lamp_disc),
    ),
    "signal": (
        "a traffic light",
        "traffic light",
        (
            lambda m: _signal_mast(m, 5.0, "asset.metal.yellow", "asset.metal.galvanised"),
            lambda m: _signal_post(m, "asset.metal.black", "asset.metal.black"),
            lambda m: _signal_mast(m, 3.4, "asset.metal.black", "asset.metal.dark"),
            _signal_pair,
        ),
    ),
    "bus_stop": (
        "a bus stop",
        "bus stop",
        (
            lambda m: _bus_stop(m, 4.0, 1.5, "asset.glass.clear", 2),
            lambda m: _bus_stop(m, 3.2, 1.4, "asset.metal.dark", 1),
            lambda m: _bus_stop(m, 5.2, 1.7, "asset.metal.galvanised", 2),
            lambda m: _bus_stop(m, 2.6, 1.6, "asset.metal.green", 0),
        ),
    ),
    "bicycle": (
        "a bicycle",
        "bicycle",
        (
            lambda m: bicycle(m, "asset.paint.red", False, False, True),
            lambda m: bicycle(m, "asset.paint.black", True, True, False),
            lambda m: bicycle(m, "asset.paint.blue", False, False, False),
            lambda m: bicycle(m, "asset.paint.green", True, False, True),
        ),
    ),
}
