"""What is bolted on to car bodies: rails, racks, wings, scoops, cargo, seats, light bars."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from lookabout.world.assets.car_section import on_skin, section
from lookabout.world.assets.car_shapes import CarShape
from lookabout.world.assets.model import Model
from lookabout.world.assets.solids import (
    Piece,
    box,
    cylinder,
    disc_wheel,
    grid_triangles,
    limb,
    ring,
    rounded_box,
    tube,
)

BODY = "asset.paint.white"
TRIM = "asset.car.trim"


def fit(model: Model, shape: CarShape) -> None:
    """Add all fittings that a shape names."""
    if shape.open_top:
        _cockpit(model, shape)
    for name in shape.extras:
        _FITTINGS[name](model, shape)


def _x(shape: CarShape, s: float) -> float:
    return shape.length / 2 - s


def _aerial(model: Model, shape: CarShape) -> None:
    x = _x(shape, shape.rear_s - 0.2)
    model.add(rounded_box(0.16, 0.05, 0.07, 0.02).moved(x, 0, shape.height - 0.05), TRIM)


def _sunroof(model: Model, shape: CarShape) -> None:
    half = shape.width * shape.roof * 0.28
    patch = on_skin(shape, shape.header_s + 0.15, shape.header_s + 0.75, -half, half)
    model.add(patch, "asset.car.glass", sharp=60)


def _glass_roof(model: Model, shape: CarShape) -> None:
    half = shape.width * shape.roof * 0.30
    patch = on_skin(shape, shape.header_s + 0.12, shape.rear_s - 0.12, -half, half, 0.016)
    model.add(patch, "asset.car.glass", sharp=60)


def _rails(model: Model, shape: CarShape) -> None:
    y = shape.width * shape.roof * 0.46
    z = shape.height - 0.02
    a, b = _x(shape, shape.header_s + 0.15), _x(shape, shape.rear_s - 0.05)
    points = [[a, y, z - 0.07], [a - 0.12, y, z + 0.03], [b + 0.12, y, z + 0.02], [b, y, z - 0.09]]
    model.add_both(limb(points, [0.02] * 4, 6), "asset.car.steel")


def _rack(model: Model, shape: CarShape) -> None:
    a, b = _x(shape, shape.header_s + 0.2), _x(shape, shape.rear_s - 0.2)
    y, z = shape.width * shape.roof * 0.44, shape.height + 0.06
    for side in (-1, 1):
        model.add(tube([a, side * y, z], [b, side * y, z], 0.018, sides=6), TRIM)
        for x in (a, b):
            model.add(tube([x, side * y, z], [x, side * y, z - 0.16], 0.018, sides=6), TRIM)
    for x in np.linspace(a, b, 6):
        model.add(tube([x, -y, z], [x, y, z], 0.016, sides=6), TRIM)
    cases = ((0.75, 0.5, 0.26, 0.25), (0.5, 0.4, 0.2, -0.28))
    for (length, width, height, y0), name in zip(
        cases, ("asset.plastic.grey", "asset.cloth.tarp"), strict=True
    ):
        piece = rounded_box(length, width, height, 0.06)
        model.add(piece.moved((a + b) / 2 + y0, y0, z + 0.01), name)


def _ladder(model: Model, shape: CarShape) -> None:
    a, b = _x(shape, shape.header_s + 0.5), _x(shape, shape.rear_s - 0.3)
    z = shape.height + 0.07
    for y in (-0.62, 0.62):
        for x in np.linspace(a, b, 3):
            model.add(tube([x, y, z], [x, y, z - 0.14], 0.018, sides=6), "asset.car.steel")
    for x in np.linspace(a, b, 3):
        model.add(tube([x, -0.68, z], [x, 0.68, z], 0.02, sides=6), "asset.car.steel")
    for y in (0.12, 0.48):
        model.add(box(a - b + 0.4, 0.05, 0.05, (a + b) / 2, y, z + 0.02), "asset.car.chrome")
    for x in np.linspace(a + 0.1, b - 0.1, 10):
        model.add(box(0.035, 0.36, 0.035, x, 0.30, z + 0.027), "asset.car.chrome")
    model.add(
        disc_wheel(0.09, 2.2, 12).turned(yaw=90).moved((a + b) / 2, -0.42, z + 0.10),
        "asset.plastic.grey",
    )


def _vent(model: Model, shape: CarShape) -> None:
    model.add(
        cylinder(0.2, 0.14, 16, 0.16).moved(_x(shape, 3.6), 0, shape.height - 0.03),
        "asset.car.steel",
    )
    model.add(
        rounded_box(0.9, 0.7, 0.16, 0.08).moved(_x(shape, 4.7), 0, shape.height - 0.03),
        "asset.plastic.white",
    )


def _spare(model: Model, shape: CarShape) -> None:
    x = -shape.length / 2 - 0.09
    model.add(ring(0.25, 0.10).turned(pitch=90).moved(x, 0.1, 0.95), "asset.car.tyre")
    hub = cylinder(0.2, 0.16, 14).turned(pitch=90).moved(x - 0.08, 0.1, 0.95)
    model.add(hub, "asset.car.steel")


def _ducktail(model: Model, shape: CarShape) -> None:
    half = shape.width / 2 * 0.74
    patch = box(0.22, 2 * half, 0.07, -shape.length / 2 + 0.16, 0, shape.tail_z - 0.01)
    model.add(patch.turned(pitch=0), BODY)


def _wing(model: Model, shape: CarShape) -> None:
    x, z = -shape.length / 2 + 0.18, shape.tail_z + 0.24
    half = shape.width / 2 * 0.86
    blade = rounded_box(0.30, 2 * half, 0.035, 0.015).turned(pitch=6).moved(x, 0, z)
    model.add(blade, "asset.car.seam")
    model.add_both(box(0.28, 0.02, 0.14, x, half, z - 0.05), "asset.car.seam")
    model.add_both(box(0.14, 0.03, 0.32, x + 0.02, half * 0.55, z - 0.30), "asset.car.seam")


def _stripes(model: Model, shape: CarShape) -> None:
    """Racing stripes, dark on any paint but black; their paint is chosen with the body's."""
    spans = [(0.16, shape.cowl_s - 0.08)]
    if shape.open_top:
        spans.append((shape.back_s + 0.1, shape.length - 0.12))
    else:
        spans += [
            (shape.header_s + 0.02, shape.rear_s - 0.02),
            (shape.back_s + 0.02, shape.length - 0.12),
        ]
    for s0, s1 in spans:
        for y in (-0.26, 0.08):
            model.add(on_skin(shape, s0, s1, y, y + 0.18), "asset.gloss.black", sharp=60)


def _hood_vents(model: Model, shape: CarShape) -> None:
    for y in (-0.42, 0.24):
        s = 0.62 * shape.cowl_s
        model.add(on_skin(shape, s, s + 0.32, y, y + 0.18), "asset.car.seam", sharp=60)


def _hood_scoop(model: Model, shape: CarShape) -> None:
    s = 0.55 * shape.cowl_s
    z = float(section(shape, s)[8, 2])
    scoop = rounded_box(0.7, 0.5, 0.10, 0.05).moved(_x(shape, s + 0.2), 0, z - 0.01)
    model.add(scoop, BODY)
    model.add(box(0.02, 0.40, 0.05, _x(shape, s - 0.15), 0, z + 0.02), "asset.car.seam")


def _engine_louvres(model: Model, shape: CarShape) -> None:
    for s in np.linspace(shape.rear_s + 0.35, shape.back_s - 0.05, 6):
        rib = on_skin(shape, s, s + 0.10, -0.46, 0.46, 0.012)
        model.add(rib, BODY, sharp=60)


def _side_intakes(model: Model, shape: CarShape) -> None:
    x = _x(shape, shape.rear_s + 0.45)
    scoop = rounded_box(0.55, 0.08, 0.22, 0.03).moved(x, shape.width / 2 - 0.05, 0.55)
    model.add_both(scoop, "asset.car.seam")


def _cargo(model: Model, shape: CarShape) -> None:
    """Builder's load: boards, a crate, sacks."""
    z = shape.bed_floor
    middle = _x(shape, (shape.back_s + shape.length) / 2)
    for i, y in enumerate((-0.55, -0.37, -0.19)):
        model.add(box(1.9 - 0.1 * i, 0.15, 0.05, middle - 0.05, y, z), "asset.wood.raw")
        model.add(box(1.8, 0.14, 0.05, middle, y + 0.02, z + 0.05), "asset.wood.raw")
    model.add(box(0.7, 0.5, 0.42, middle + 0.55, 0.35, z), "asset.wood.old")
    for k in range(3):
        sack = rounded_box(0.55, 0.36, 0.16, 0.08).turned(yaw=12 * k - 8)
        model.add(sack.moved(middle - 0.5, 0.36, z + 0.14 * k), "asset.paper.white")


def _roll_bar(model: Model, shape: CarShape) -> None:
    x, y, z = _x(shape, shape.back_s + 0.2), shape.width / 2 - 0.16, shape.back_z
    hoop = [
        [x, y, z - 0.1],
        [x, y * 0.96, z + 0.35],
        [x, y * 0.8, z + 0.52],
        [x, -y * 0.8, z + 0.52],
        [x, -y * 0.96, z + 0.35],
        [x, -y, z - 0.1],
    ]
    model.add(limb(hoop, [0.04] * 6, 8), TRIM)
    model.add_both(tube([x, y * 0.9, z + 0.4], [x - 0.7, y, z - 0.05], 0.035), TRIM)


def _light_bar(model: Model, shape: CarShape) -> None:
    x, z = _x(shape, shape.header_s + 0.12), shape.height
    model.add(rounded_box(0.10, 1.1, 0.09, 0.03).moved(x, 0, z), TRIM)
    for y in np.linspace(-0.45, 0.45, 6):
        model.add(box(0.03, 0.12, 0.06, x + 0.05, y, z + 0.015), "asset.car.lamp")


def _toolbox(model: Model, shape: CarShape) -> None:
    x = _x(shape, shape.back_s + 0.36)
    lid = rounded_box(0.5, shape.width - 0.2, 0.3, 0.03, edge=0.02)
    model.add(lid.moved(x, 0, shape.back_z - 0.22), "asset.metal.galvanised")
    model.add(box(1.0, 0.7, 0.32, x - 1.0, 0.25, shape.bed_floor), "asset.plastic.black")


def _cover(model: Model, shape: CarShape) -> None:
    a, b = _x(shape, shape.back_s + 0.06), -shape.length / 2 + 0.10
    lid = rounded_box(a - b, shape.width * 0.93, 0.06, 0.05, edge=0.03)
    model.add(lid.moved((a + b) / 2, 0, shape.back_z - 0.03), "asset.car.canvas")


def _cockpit(model: Model, shape: CarShape) -> None:
    """Windscreen, seats, wheel and dashboard of an open car."""
    a, b = _x(shape, shape.cowl_s), _x(shape, shape.header_s)
    w0, w1 = shape.width * 0.40, shape.width * 0.34
    z0, z1 = shape.cowl_z, shape.height
    pane = np.array([[[b, -w1, z1], [b, w1, z1]], [[a, -w0, z0], [a, w0, z0]]])
    flat = pane.reshape(-1, 3)
    faces = grid_triangles(2, 2)
    model.add(Piece(flat, faces[:, ::-1]), "asset.car.glass")
    model.add(Piece(flat - [0.01, 0, 0.01], faces), "asset.car.glass")
    frame = [[a, w0, z0], [b, w1, z1], [b, -w1, z1], [a, -w0, z0]]
    for p, q in pairwise(frame):
        model.add(tube(p, q, 0.028, sides=6), BODY)
    model.add(rounded_box(0.34, shape.width * 0.74, 0.22, 0.08).moved(b + 0.12, 0, z0 - 0.2), TRIM)
    for side in (-1, 1):
        y, x = side * shape.width * 0.2, b - 0.55
        model.add(rounded_box(0.5, 0.5, 0.26, 0.1).moved(x, y, 0.42), "asset.car.seat_light")
        back = rounded_box(0.16, 0.48, 0.52, 0.08).turned(pitch=-14)
        model.add(back.moved(x - 0.26, y, 0.48), "asset.car.seat_light")
        head = rounded_box(0.10, 0.26, 0.18, 0.05)
        model.add(head.moved(x - 0.40, y, 0.96), "asset.car.seat_light")
    steer = ring(0.17, 0.02, 16, 6).turned(pitch=-65)
    model.add(steer.moved(b - 0.14, shape.width * 0.2, z0 + 0.02), "asset.car.seam")
    soft = rounded_box(0.42, shape.width * 0.70, 0.10, 0.05)
    model.add(
        soft.moved(_x(shape, shape.rear_s + 0.12), 0, shape.back_z - 0.06), "asset.car.canvas"
    )


_FITTINGS: dict[str, Callable[[Model, CarShape], None]] = {
    "aerial": _aerial,
    "sunroof": _sunroof,
    "glass_roof": _glass_roof,
    "rails": _rails,
    "rack": _rack,
    "ladder": _ladder,
    "vent": _vent,
    "spare": _spare,
    "ducktail": _ducktail,
    "wing": _wing,
    "stripes": _stripes,
    "hood_vents": _hood_vents,
    "hood_scoop": _hood_scoop,
    "engine_louvres": _engine_louvres,
    "side_intakes": _side_intakes,
    "cargo": _cargo,
    "roll_bar": _roll_bar,
    "light_bar": _light_bar,
    "toolbox": _toolbox,
    "cover": _cover,
}
