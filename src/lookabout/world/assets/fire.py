"""Fires: a burning car or heap, with flames, embers, soot and a drifting column of smoke."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from lookabout.world.assets import rubbish, trash
from lookabout.world.assets.car_shapes import HATCHBACKS, SEDANS, SUVS, VANS, CarShape
from lookabout.world.assets.cars import car_body, car_collider
from lookabout.world.assets.kind import Kind
from lookabout.world.assets.model import Assembly, Asset, Model, placed, repainted
from lookabout.world.assets.paints import material
from lookabout.world.assets.solids import (
    Piece,
    ball,
    circle,
    loft,
    lumpy,
    tube,
)
from lookabout.world.scene import Mesh

TOP = 3.0
"""Height that counts as a fire's highest point, metres: smoke has none."""
FLAME, CORE = "asset.fire.flame", "asset.fire.core"
SCORCH = "asset.fire.burnt_ground"


@dataclass(frozen=True)
class Seat:
    """Where flames stand on what burns."""

    x: float
    y: float
    z: float
    """Metres."""
    radius: float
    height: float


_CARS: tuple[CarShape, ...] = (SEDANS[0], SUVS[0], HATCHBACKS[1], VANS[3])
_HEAPS = (
    trash.Recipe(
        (2.8, 2.3, 0.5),
        "asset.fire.char",
        (
            (rubbish.pallet, 3),
            (rubbish.tyre, 8),
            (rubbish.plank, 10),
            (rubbish.carton, 5),
            (rubbish.bag, 12),
            (rubbish.barrel, 1),
        ),
    ),
    trash.Recipe(
        (3.2, 2.0, 0.45),
        "asset.fire.char",
        (
            (rubbish.sofa, 1),
            (rubbish.mattress, 1),
            (rubbish.tyre, 14),
            (rubbish.plank, 8),
            (rubbish.bag, 8),
            (rubbish.metal_sheet, 2),
        ),
    ),
)
_BURNT = {
    "asset.car.glass": "asset.fire.scorch",
    "asset.car.trim": "asset.fire.char",
    "asset.car.tyre": "asset.fire.char",
    "asset.car.rim": "asset.fire.burnt",
    "asset.car.lamp": "asset.fire.char",
    "asset.car.tail": "asset.fire.char",
    "asset.car.plate": "asset.fire.char",
    "asset.car.steel": "asset.fire.burnt",
    "asset.car.seam": "asset.fire.char",
    "asset.plastic.grey": "asset.fire.char",
    "asset.cloth.tarp": "asset.fire.char",
}


def kinds() -> list[Kind]:
    """Fires in towns and in forests."""
    return [
        Kind("fire", "a fire", len(_CARS) + len(_HEAPS), _fire),
        Kind("forest_fire", "a forest fire", 4, _forest_fire),
    ]


def _fire(variant: int) -> Asset:
    made = Assembly("fire")
    if variant < len(_CARS):
        shape = _CARS[variant]
        swap = {**_BURNT, "asset.paint.white": "asset.fire.burnt"}
        made.place(
            f"asset.fire.car.{variant}",
            repainted(car_body(shape), swap),
            label="burning car",
            collider=(f"asset.fire.car.{variant}.collider", car_collider(shape)),
        )
        seats = _car_seats(shape)
        reach = (shape.length * 0.62, shape.width * 0.95)
    else:
        number = variant - len(_CARS)
        mesh = _heap_mesh(number)
        made.place(f"asset.fire.heap.{number}", mesh, label="burning trash")
        seats = _heap_seats(number)
        reach = (2.2, 1.9)
    blaze(made, f"asset.fire.{variant}", seats, reach, variant)
    return made.finish(top=TOP)


def _forest_fire(variant: int) -> Asset:
    """Undergrowth, logs and trunks burning over some ten metres, with a great deal of smoke."""
    rng = np.random.default_rng([35, variant])
    reach = ((5.0, 4.0), (6.5, 3.2), (4.2, 4.2), (7.0, 4.5))[variant]
    model = Model()
    seats = []
    for _ in range(9 + 2 * variant):
        x, y = rng.uniform(-0.8, 0.8, 2) * reach
        length, thick = float(rng.uniform(1.2, 4.0)), float(rng.uniform(0.10, 0.24))
        yaw = float(rng.uniform(0, 360))
        log = tube([-length / 2, 0, thick], [length / 2, 0, thick * 1.1], thick, thick * 0.7, 9)
        model.add(log.turned(yaw=yaw).moved(x, y, 0.0), "asset.tree.charred", sharp=60)
        seats.append(Seat(x, y, thick, float(rng.uniform(0.5, 0.9)), float(rng.uniform(1.0, 2.4))))
    for _ in range(6 + variant):
        x, y = rng.uniform(-0.85, 0.85, 2) * reach
        tall, thick = float(rng.uniform(1.2, 6.5)), float(rng.uniform(0.12, 0.26))
        lean = rng.normal(0, 0.10, 2) * tall
        top = np.array([x + lean[0], y + lean[1], tall])
        model.add(tube([x, y, 0.02], top, thick, thick * 0.45, 9), "asset.tree.charred", sharp=60)
        for share in rng.uniform(0.35, 0.95, 4):
            foot = np.array([x, y, 0.0]) + (top - [x, y, 0.0]) * share
            out = rng.normal(0, 0.5, 3) * [1, 1, 0.3] + [0, 0, 0.35]
            model.add(tube(foot, foot + out, 0.05, 0.015, 6), "asset.tree.charred", sharp=60)
        seats.append(Seat(x, y, 0.1, float(rng.uniform(0.5, 0.8)), float(rng.uniform(1.4, 2.6))))
    for _ in range(14):
        x, y = rng.uniform(-0.9, 0.9, 2) * reach
        seats.append(Seat(x, y, 0.02, float(rng.uniform(0.35, 0.9)), float(rng.uniform(0.5, 1.5))))
    made = Assembly("forest_fire")
    made.place(f"asset.fire.forest.{variant}", model.mesh(), label="burning tree")
    blaze(made, f"asset.fire.forest.{variant}", seats, reach, 100 + variant, forest=True)
    return made.finish(top=TOP)


def blaze(
    made: Assembly,
    name: str,
    seats: list[Seat],
    reach: tuple[float, float],
    seed: int,
    *,
    forest: bool = False,
) -> None:
    """Add flames on seats, soot and embers within ``reach`` of the origin, and smoke."""
    rng = np.random.default_rng([31, seed])
    burnt = Model()
    # One sheet, off the ground: where it is clear, a face that lies in the ground would hide it.
    rim = circle(1.2, 32, 0.02) * [*reach, 1.0]
    fan = np.array([[0, k, k + 1] for k in range(1, 31)], dtype=np.int32)
    burnt.add(Piece(rim, fan), SCORCH)
    made.place(f"{name}.burnt", burnt.mesh(), label="fire")
    soot = Model()
    _soot(soot, reach, rng)
    made.place(f"{name}.soot", soot.mesh(), label="fire")
    flames = Model()
    for seat in seats:
        _tongues(flames, seat, rng)
    made.place(f"{name}.flames", flames.mesh(), label="fire", solid=False)
    kind = "haze" if forest else "smoke"
    lee = placed(0.35 * reach[0]) if forest else placed()
    made.place(f"asset.fire.plume.{kind}", _plume(kind), lee[None], label="smoke", solid=False)


def _car_seats(shape: CarShape) -> list[Seat]:
    """Flames out of the bonnet, the windows, the roof's edge and the boot."""
    half, wide = shape.length / 2, shape.width / 2
    bonnet = half - shape.cowl_s * 0.5
    cabin = half - (shape.cowl_s + shape.header_s) / 2
    rear = half - (shape.rear_s + shape.back_s) / 2
    middle = half - (shape.header_s + shape.rear_s) / 2
    low, high = shape.cowl_z - 0.08, shape.height - 0.25
    return [
        Seat(bonnet, 0.2, low, 0.7, 1.8),
        Seat(bonnet + 0.35, -0.4, low, 0.5, 1.1),
        Seat(cabin, 0.0, low + 0.05, 0.7, 1.6),
        Seat(middle, wide * 0.88, low, 0.35, 1.4),
        Seat(middle - 0.4, -wide * 0.9, low, 0.35, 1.2),
        Seat(middle - 0.1, 0.1, high, 0.65, 1.3),
        Seat(rear, 0.0, low + 0.1, 0.6, 1.5),
        Seat(half - shape.overhang, wide * 0.95, 0.1, 0.25, 0.8),
    ]


@cache
def _heap_mesh(number: int) -> Mesh:
    """A heap with most of it blackened."""
    model = Model()
    heap = trash.fill(model, _HEAPS[number], np.random.default_rng([32, number]))
    embers = np.random.default_rng([33, number])
    for _ in range(26):
        lump = lumpy(ball(0.10, 0.08, 0.06, 6, 3), 0.02, embers, 9.0)
        x, y = embers.normal(0, 0.6, 2)
        model.add(lump.moved(x, y, heap.height_at(x, y) + 0.03), "asset.fire.glow")
    mesh = model.mesh()
    keep = ("asset.fire.glow", "asset.fire.char")
    swap = {
        name: name if name in keep else "asset.fire.burnt" if "metal" in name else "asset.fire.char"
        for name in mesh.materials
    }
    return repainted(mesh, swap)


def _heap_seats(number: int) -> list[Seat]:
    vertices = _heap_mesh(number).vertices
    rng = np.random.default_rng([34, number])
    seats = []
    for k in range(9):
        x, y = rng.normal(0, 0.55, 2) if k else (0.0, 0.0)
        near = np.linalg.norm(vertices[:, :2] - [x, y], axis=1) < 0.35
        z = float(vertices[near, 2].mean()) if near.any() else 0.0
        seats.append(Seat(x, y, z, float(rng.uniform(0.3, 0.6)), float(rng.uniform(0.9, 1.9))))
    return seats


def _tongues(model: Model, seat: Seat, rng: np.random.Generator) -> None:
    """A bundle of flame tongues over one seat, brighter ones inside."""
    for k in range(7):
        angle = rng.uniform(0, 2 * np.pi)
        away = seat.radius * (0.0 if k == 0 else rng.uniform(0.35, 0.95))
        share = 1.0 if k == 0 else rng.uniform(0.4, 0.8)
        tongue = flame(seat.height * share, seat.radius * (0.75 if k == 0 else 0.45), rng)
        x, y = seat.x + away * np.cos(angle), seat.y + away * np.sin(angle)
        model.add(tongue.moved(x, y, seat.z), FLAME if k else CORE, sharp=180)


def flame(height: float, radius: float, rng: np.random.Generator) -> Piece:
    """One tongue on z = 0: a drop that twists and narrows to a tip."""
    rings = []
    phase, sway = rng.uniform(0, 2 * np.pi), rng.uniform(0.10, 0.24) * height
    turn = np.linspace(0, 2 * np.pi, 9, endpoint=False)
    for t in np.linspace(0, 1, 8):
        r = radius * (0.75 + 0.9 * t) * (1 - t) ** 0.8 + 0.012
        wave = 1 + 0.22 * np.sin(3 * turn + phase + 4 * t)
        x = r * wave * np.cos(turn) + sway * t**1.5 * np.cos(phase + 2.5 * t)
        y = r * wave * np.sin(turn) + sway * t**1.5 * np.sin(phase + 2.5 * t)
        rings.append(np.column_stack([x, y, np.full(9, height * t)]))
    return loft(rings)


def _soot(model: Model, reach: tuple[float, float], rng: np.random.Generator) -> None:
    """Ash and bits that glow on the burnt ground."""
    for _ in range(34):
        angle, far = rng.uniform(0, 2 * np.pi), rng.uniform(0.45, 1.1)
        size = float(rng.uniform(0.03, 0.13))
        lump = ball(size, size * 0.7, size * 0.4, 6, 3)
        glowing = rng.random() < 0.3
        model.add(
            lump.moved(reach[0] * far * np.cos(angle), reach[1] * far * np.sin(angle), 0.02),
            "asset.fire.glow"
            if glowing
            else str(rng.choice(["asset.fire.char", "asset.fire.ash"])),
        )


@cache
def _plume(kind: str) -> Mesh:
    """The hull of a column of smoke; its shader fills it."""
    sizes = dict(material(f"asset.fire.{kind}").params)
    rings = []
    for t in np.linspace(0.0, 1.0, 10):
        reach = 1.2 * (sizes["base"] + 0.12 * sizes["height"] * t**0.9)
        middle = np.array([sizes["drift"] * t**1.3, 0.0, 0.0])
        rings.append(circle(reach, 16, sizes["height"] * t) + middle)
    model = Model()
    model.add(loft(rings), f"asset.fire.{kind}", sharp=180)
    return model.mesh()
