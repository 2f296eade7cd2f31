"""Building machines: excavator, roller, wheel loader, dumper, compressor, mixer."""

from __future__ import annotations

import numpy as np

from lookabout.world.assets.cars import add_wheel
from lookabout.world.assets.model import Model, placed
from lookabout.world.assets.solids import (
    ball,
    box,
    cylinder,
    disc_wheel,
    lathe,
    loft,
    outline,
    prism,
    ring,
    rounded_box,
    tube,
)

PAINT = "asset.metal.yellow"
DARK = "asset.metal.dark"
GLASS = "asset.car.glass"


def _cab(model: Model, x: float, y: float, z: float, length: float, width: float) -> None:
    """A glazed cab with a painted roof."""
    model.add(rounded_box(length, width, 1.5, 0.1, edge=0.05).moved(x, y, z), GLASS)
    model.add(rounded_box(length + 0.08, width + 0.08, 0.12, 0.12).moved(x, y, z + 1.46), PAINT)
    for sx in (-1, 1):
        for sy in (-1, 1):
            model.add(
                box(0.08, 0.08, 1.48, x + sx * (length / 2 - 0.03), y + sy * (width / 2 - 0.03), z),
                DARK,
            )
    model.add(box(length * 0.98, width * 1.01, 0.5, x, y, z - 0.02), PAINT)


def crawler_track(
    model: Model, y: float, length: float, width: float, height: float, rollers: int = 5
) -> None:
    """A crawler track with its shoes and rollers."""
    r = height / 2
    a = np.linspace(-90, 90, 9)
    front = [[length / 2 - r + r * np.cos(np.radians(t)), r + r * np.sin(np.radians(t))] for t in a]
    back = [[-length / 2 + r - r * np.cos(np.radians(t)), r - r * np.sin(np.radians(t))] for t in a]
    profile = np.array(front + back)
    rings = [
        np.column_stack([profile[:, 0], np.full(len(profile), y + s * width / 2), profile[:, 1]])
        for s in (1, -1)
    ]
    model.add(loft(rings), "asset.car.tyre")
    for x in np.linspace(-length / 2 + r, length / 2 - r, int(length / 0.17)):
        model.add(box(0.06, width * 1.02, 0.03, x, y, height - 0.01), DARK)
    for x in np.linspace(-length / 2 + r, length / 2 - r, rollers):
        model.add(disc_wheel(r * 0.62, width * 1.04, 12).moved(x, y, r * 0.95), DARK)


def excavator(model: Model, swing: float = 20.0, size: float = 1.0) -> None:
    """A tracked excavator at the origin, its arm ahead, turned by ``swing`` degrees."""
    body = Model()
    for y in (-0.86, 0.86):
        crawler_track(body, y, 2.7, 0.42, 0.62)
    body.add(box(1.3, 1.4, 0.35, 0, 0, 0.3), DARK)
    body.add(cylinder(0.55, 0.16, 20).moved(z=0.62), DARK)
    upper = Model()
    upper.add(rounded_box(2.2, 1.9, 0.62, 0.25, edge=0.1).moved(-0.35, 0, 0.78), PAINT)
    counter = loft([outline(0.6, 1.9, 0.28, 4, z, -1.32) for z in (0.72, 1.5)])
    upper.add(counter, DARK)
    upper.add(rounded_box(0.9, 0.8, 0.25, 0.08).moved(-0.8, -0.35, 1.38), PAINT)
    for x in np.linspace(-1.1, -0.5, 6):
        upper.add(box(0.04, 0.6, 0.02, x, -0.35, 1.63), DARK)
    upper.add(cylinder(0.05, 0.4, 10).moved(-0.95, 0.1, 1.38), DARK)
    _cab(upper, 0.22, 0.52, 0.82, 1.1, 0.86)
    arm = (([0.55, -0.1, 1.15], [2.05, -0.1, 2.7]), ([2.05, -0.1, 2.7], [3.1, -0.1, 2.25]))
    for a, b in arm:
        _beam(upper, a, b, 0.24, 0.34)
    _beam(upper, [3.05, -0.1, 2.35], [3.35, -0.1, 0.85], 0.2, 0.26)
    for a, b in (
        ([0.8, -0.1, 0.95], [1.7, -0.1, 2.15]),
        ([2.1, -0.1, 3.0], [3.0, -0.1, 2.65]),
        ([3.25, -0.1, 2.0], [3.5, -0.1, 1.15]),
    ):
        upper.add(tube(a, b, 0.055), "asset.car.chrome")
    bucket = prism(0.62, 0.7, 0.5, 0.65, 1.0, -0.1).turned(pitch=35)
    upper.add(bucket.moved(3.28, -0.1, 0.42), DARK)
    for y in np.linspace(-0.38, 0.18, 5):
        upper.add(
            prism(0.14, 0.07, 0.07, 0.4, 0.7).turned(pitch=70).moved(2.98, y, 0.38),
            "asset.car.steel",
        )
    _add(body, upper, yaw=swing)
    _add(model, body, scale=size)


def _beam(model: Model, a: list[float], b: list[float], width: float, depth: float) -> None:
    """A box beam between two points in a plane of constant y."""
    p, q = np.array(a), np.array(b)
    pitch = float(np.degrees(np.arctan2(-(q[2] - p[2]), q[0] - p[0])))
    length = float(np.linalg.norm(q - p))
    beam = rounded_box(length + depth * 0.6, width, depth, 0.06, edge=0.03).moved(z=-depth / 2)
    middle = (p + q) / 2
    model.add(beam.turned(pitch=pitch).moved(*middle), PAINT)


def _add(
    model: Model, part: Model, x: float = 0.0, y: float = 0.0, yaw: float = 0.0, scale: float = 1.0
) -> None:
    model.add_model(part, placed(x, y, 0.0, yaw, scale))


def roller(model: Model) -> None:
    """A tandem roller under a sun roof."""
    for x in (-0.95, 0.95):
        model.add(disc_wheel(0.48, 1.3, 26).moved(x, 0, 0.48), "asset.car.steel")
        model.add(rounded_box(0.7, 1.42, 0.16, 0.1).moved(x, 0, 0.92), PAINT)
        for side in (-1, 1):
            model.add(box(0.3, 0.06, 0.55, x, side * 0.69, 0.45), PAINT)
    model.add(rounded_box(1.0, 1.0, 0.75, 0.12).moved(-0.35, 0, 0.5), PAINT)
    model.add(rounded_box(0.8, 0.9, 0.35, 0.1).moved(0.72, 0, 0.86), PAINT)
    model.add(rounded_box(0.45, 0.45, 0.3, 0.08).moved(-0.15, 0, 1.2), "asset.car.seat")
    model.add(rounded_box(0.12, 0.42, 0.4, 0.05).moved(-0.38, 0, 1.4), "asset.car.seat")
    model.add(ring(0.17, 0.02, 14, 6).turned(pitch=-50).moved(0.25, 0, 1.55), DARK)
    for x in (-0.7, 0.45):
        for side in (-1, 1):
            model.add(box(0.06, 0.06, 1.4, x, side * 0.52, 1.0), DARK)
    model.add(rounded_box(1.5, 1.3, 0.09, 0.12, edge=0.03).moved(-0.12, 0, 2.35), PAINT)
    model.add(cylinder(0.07, 0.12, 10).moved(-0.5, 0.4, 2.43), "asset.car.amber")


def loader(model: Model) -> None:
    """A small wheel loader, bucket down in front."""
    for x in (-0.95, 0.85):
        add_wheel(model, x, 0.78, 0.52, 0.42)
    model.add(rounded_box(1.7, 1.1, 0.8, 0.15).moved(-0.95, 0, 0.6), PAINT)
    model.add(box(0.3, 1.3, 0.5, -1.75, 0, 0.5), DARK)
    model.add(box(1.4, 0.7, 0.45, 0.6, 0, 0.55), DARK)
    _cab(model, 0.02, 0, 0.95, 1.0, 1.05)
    for side in (-1, 1):
        a, b = [0.55, side * 0.4, 1.3], [2.05, side * 0.4, 0.4]
        _beam(model, a, b, 0.12, 0.22)
        model.add(disc_wheel(0.18, 0.04, 12).moved(-0.95, side * 0.02, 1.42), DARK)
    model.add(box(0.06, 1.9, 0.75, 2.1, 0, 0.1), PAINT)
    model.add(box(0.75, 1.9, 0.06, 2.45, 0, 0.08), PAINT)
    for side in (-1, 1):
        model.add(prism(0.75, 0.05, 0.7, 0.35, 1.0, -0.22).moved(2.45, side * 0.93, 0.1), PAINT)
    model.add(cylinder(0.05, 0.5, 10).moved(-1.2, 0.3, 1.38), DARK)


def dumper(model: Model) -> None:
    """A site dumper with a skip full of earth."""
    for x in (-0.9, 0.75):
        add_wheel(model, x, 0.68, 0.44, 0.36)
    model.add(box(2.4, 0.7, 0.3, -0.1, 0, 0.5), DARK)
    model.add(rounded_box(0.8, 1.1, 0.5, 0.1).moved(-1.1, 0, 0.72), PAINT)
    model.add(rounded_box(0.4, 0.45, 0.25, 0.06).moved(-0.55, 0, 0.95), "asset.car.seat")
    for side in (-1, 1):
        model.add(tube([-0.75, side * 0.45, 0.9], [-0.7, side * 0.45, 2.0], 0.04), DARK)
    model.add(tube([-0.7, -0.45, 2.0], [-0.7, 0.45, 2.0], 0.04), DARK)
    skip = prism(1.1, 1.0, 0.7, 1.35, 1.35, 0.12)
    model.add(skip.moved(0.7, 0, 0.75), PAINT)
    heap = lathe([(0.66, 1.43), (0.4, 1.62), (0.02, 1.72)], 14).scaled(1.05, 0.95, 1.0)
    model.add(heap.moved(0.82, 0, 0), "asset.earth.soil", sharp=60)


def compressor(model: Model) -> None:
    """A towed compressor with its drawbar down."""
    add_wheel(model, -0.1, 0.62, 0.3, 0.2)
    model.add(rounded_box(1.7, 1.1, 0.85, 0.18, edge=0.12).moved(0, 0, 0.4), PAINT)
    for x in np.linspace(-0.5, 0.1, 6):
        model.add(box(0.03, 0.7, 0.02, x, 0, 1.24), DARK)
    model.add(tube([0.8, 0, 0.5], [1.6, 0, 0.12], 0.04), DARK)
    model.add(disc_wheel(0.12, 0.08, 10).moved(1.35, 0.1, 0.12), "asset.car.tyre")
    model.add(cylinder(0.05, 0.2, 8).moved(0.55, -0.3, 1.22), DARK)


def mixer(model: Model) -> None:
    """A drum mixer on two wheels."""
    add_wheel(model, -0.25, 0.32, 0.2, 0.1)
    drum = lathe([(0.16, 0), (0.36, 0.22), (0.38, 0.5), (0.2, 0.82), (0.22, 0.84)], 16)
    model.add(drum.turned(pitch=48).moved(-0.1, 0, 0.55), "asset.metal.red", sharp=50)
    model.add(ball(0.16, 0.16, 0.05, 10, 4).turned(pitch=48).moved(0.53, 0, 1.11), DARK)
    for side in (-1, 1):
        model.add(tube([-0.25, side * 0.3, 0.2], [0.05, side * 0.35, 0.95], 0.025), DARK)
        model.add(tube([0.05, side * 0.35, 0.95], [0.4, side * 0.28, 0.02], 0.025), DARK)
    model.add(rounded_box(0.35, 0.3, 0.3, 0.05).moved(-0.35, 0, 0.45), "asset.metal.red")
