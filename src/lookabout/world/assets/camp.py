"""Camps in the forest: tents, a fire ring, chairs, gear."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

import numpy as np

from lookabout.world.assets.fire import flame
from lookabout.world.assets.kind import Kind
from lookabout.world.assets.model import Assembly, Asset, Model, placed
from lookabout.world.assets.people import seated
from lookabout.world.assets.solids import (
    Piece,
    ball,
    box,
    circle,
    cylinder,
    disc_wheel,
    grid_triangles,
    limb,
    loft,
    lumpy,
    rounded_box,
    sheet,
    tube,
)
from lookabout.world.scene import Mesh


def kinds() -> list[Kind]:
    """Campsites."""
    return [Kind("campsite", "a campsite", len(_CAMPS), _campsite)]


def _dome(model: Model, cloth: str, size: float) -> None:
    """A dome tent on crossing poles, its door open to +x, with a porch sheet."""
    levels = np.linspace(0, 1, 8)
    rings = []
    for t in levels[:-1]:
        r = size * np.sqrt(1 - t**1.7)
        square = circle(1.0, 24)
        c, s = square[:, 0], square[:, 1]
        bulge = 1 / np.maximum(np.abs(c), np.abs(s)) ** 0.45
        rings.append(
            np.column_stack(
                [c * r * bulge, s * r * bulge * 0.9, np.full(24, 0.02 + 0.92 * size * t)]
            )
        )
    model.add(loft(rings), cloth, sharp=50)
    for yaw in (45.0, 135.0):
        a = np.linspace(-1, 1, 13)
        hoop = np.column_stack(
            [
                a * size * 1.18 * np.sqrt(1.0001 - 0.0 * a),
                0 * a,
                0.06 + 0.92 * size * (1 - np.abs(a) ** 2.6),
            ]
        )
        pole = limb(hoop, [0.018] * 13, 6).turned(yaw=yaw)
        model.add(pole, "asset.metal.dark", sharp=60)
    door = np.array(
        [
            [size * 0.97, -0.42 * size, 0.03],
            [size * 0.97, 0.42 * size, 0.03],
            [size * 0.68, 0.16 * size, 0.68 * size],
            [size * 0.68, -0.16 * size, 0.68 * size],
        ]
    )
    door[:, 0] += 0.05
    model.add(Piece(door, np.array([[0, 1, 2], [0, 2, 3]], np.int32)), "asset.tent.inner")
    model.add(box(0.9 * size, 1.1 * size, 0.015, size * 1.35, 0, 0), "asset.tent.grey")
    _guys(model, [(size * 1.5, size * 1.2), (-size * 1.5, size * 1.2)], size * 0.6, 0.55)


def _ridge(model: Model, cloth: str, length: float, width: float, height: float) -> None:
    """A ridge tent with a sagging roof and two poles."""
    x = np.linspace(length / 2, -length / 2, 7)
    sag = 0.10 * (1 - (2 * x / length) ** 2)
    for side in (-1, 1):
        ridge = np.column_stack([x, 0 * x, height - sag])
        middle = np.column_stack([x, side * (width * 0.27) + 0 * x, height * 0.47 - 0.5 * sag])
        foot = np.column_stack([x, side * width / 2 + 0 * x, 0.03 + 0 * x])
        grid = np.stack([ridge, middle, foot])
        roof = sheet(grid if side > 0 else grid[::-1])
        model.add(roof, cloth, sharp=60)
        model.add(Piece(roof.vertices - [0, 0, 0.01], roof.triangles[:, ::-1]), cloth, sharp=60)
    for end in (-1, 1):
        wall = np.array(
            [
                [end * length / 2 * 0.98, -width / 2, 0.02],
                [end * length / 2 * 0.98, width / 2, 0.02],
                [end * length / 2 * 0.98, 0, height - 0.02],
            ]
        )
        name = "asset.tent.inner" if end > 0 else cloth
        faces = np.array([[0, 1, 2]] if end > 0 else [[0, 2, 1]], np.int32)
        model.add(Piece(wall, faces), name)
        model.add(
            tube(
                [end * (length / 2 + 0.02), 0, 0],
                [end * (length / 2 + 0.02), 0, height + 0.06],
                0.025,
            ),
            "asset.wood.raw",
        )
        model.add(
            tube(
                [end * length / 2, 0, height], [end * (length / 2 + 1.0), 0, 0.02], 0.008, sides=4
            ),
            "asset.paper.white",
        )
    _guys(
        model, [(length * 0.35, width * 0.85), (-length * 0.35, width * 0.85)], width * 0.48, 0.06
    )


def _tunnel(model: Model, cloth: str, length: float, width: float) -> None:
    """A tunnel tent of three hoops."""
    rings = []
    for x, k in (
        (length / 2, 0.35),
        (length * 0.36, 0.9),
        (0.05, 1.0),
        (-length * 0.36, 0.82),
        (-length / 2, 0.3),
    ):
        a = np.radians(np.linspace(0, 180, 13))
        rings.append(
            np.column_stack(
                [
                    np.full(13, x),
                    width / 2 * k**0.5 * np.cos(a),
                    0.02 + 0.62 * width * k * np.sin(a),
                ]
            )
        )
    model.add(loft(rings[::-1]), cloth, sharp=60)
    for x, k in ((length * 0.36, 0.9), (0.05, 1.0), (-length * 0.36, 0.82)):
        a = np.radians(np.linspace(0, 180, 13))
        hoop = np.column_stack(
            [
                np.full(13, x),
                (width / 2 * k**0.5 + 0.02) * np.cos(a),
                0.03 + (0.62 * width * k + 0.02) * np.sin(a),
            ]
        )
        model.add(limb(hoop, [0.02] * 13, 6), "asset.tent.grey", sharp=60)
    _guys(model, [(length * 0.4, width * 0.85), (-length * 0.4, width * 0.85)], width * 0.45, 0.4)


def _tarp(model: Model, cloth: str, length: float, width: float) -> None:
    """A sheet on four poles over the eating place."""
    x, y = np.meshgrid(
        np.linspace(-length / 2, length / 2, 7), np.linspace(-width / 2, width / 2, 7)
    )
    z = 1.95 - 0.28 * np.abs(y / width * 2) ** 1.3 + 0.10 * (x / length * 2) ** 2
    top = sheet(np.stack([x, y, z], -1))
    model.add(top, cloth, sharp=60)
    model.add(Piece(top.vertices - [0, 0, 0.01], top.triangles[:, ::-1]), cloth, sharp=60)
    for sx in (-1, 1):
        for sy in (-1, 1):
            corner = np.array([sx * length / 2, sy * width / 2, 1.76])
            model.add(
                tube([corner[0], corner[1], 0], corner + np.array([0, 0, 0.05]), 0.025),
                "asset.wood.raw",
            )
            peg = [corner[0] * 1.3, corner[1] * 1.3, 0.02]
            model.add(tube(corner, peg, 0.008, sides=4), "asset.paper.white")


def _guys(model: Model, pegs: list[tuple[float, float]], y: float, z: float) -> None:
    """Guy lines from the cloth to pegs on both sides."""
    for px, py in pegs:
        model.add_both(tube([px * 0.72, y, z], [px, py, 0.02], 0.007, sides=4), "asset.paper.white")
        model.add_both(cylinder(0.015, 0.08, 5).moved(px, py), "asset.metal.dark")


def _fire_ring(model: Model, rng: np.random.Generator, alight: bool) -> None:
    """Stones around ash and logs."""
    for a in np.linspace(0, 2 * np.pi, 12, endpoint=False):
        stone = lumpy(ball(0.15, 0.12, 0.11, 8, 5), 0.03, rng, 7.0)
        model.add(
            stone.moved(0.55 * np.cos(a), 0.55 * np.sin(a), 0.10), "asset.stone.grey", sharp=50
        )
    model.add(cylinder(0.5, 0.02, 18), "asset.fire.ash")
    for k in range(5):
        log = tube([-0.38, 0, 0.07], [0.38, 0, 0.1], 0.05, 0.045, 8).turned(yaw=72.0 * k / 2)
        model.add(log.moved(z=0.02 + 0.03 * k), "asset.fire.char", sharp=60)
    for _ in range(8):
        x, y = rng.normal(0, 0.16, 2)
        model.add(ball(0.05, 0.05, 0.04, 6, 3).moved(x, y, 0.12), "asset.fire.glow")
    if alight:
        for k in range(4):
            x, y = rng.normal(0, 0.12, 2)
            model.add(
                flame(0.35 + 0.12 * k, 0.13, rng).moved(x, y, 0.12), "asset.fire.core", sharp=180
            )


def _chair(model: Model, cloth: str) -> None:
    """A folding chair facing +x."""
    seat = np.array(
        [
            [[-0.22, y, 0.44 - 0.06 * (1 - (y / 0.25) ** 2)] for y in np.linspace(-0.25, 0.25, 5)],
            [[0.22, y, 0.46 - 0.06 * (1 - (y / 0.25) ** 2)] for y in np.linspace(-0.25, 0.25, 5)],
        ]
    )
    back = np.array(
        [
            [[-0.22, y, 0.45] for y in np.linspace(-0.25, 0.25, 5)],
            [[-0.36, y, 0.88] for y in np.linspace(-0.25, 0.25, 5)],
        ]
    )
    faces = grid_triangles(2, 5)
    for grid in (seat, back):
        flat = grid.reshape(-1, 3)
        model.add(Piece(flat, faces), cloth, sharp=60)
        model.add(Piece(flat - [0, 0, 0.008], faces[:, ::-1]), cloth, sharp=60)
    for y in (-0.27, 0.27):
        model.add(tube([0.22, y, 0.46], [-0.24, y, 0.02], 0.014, sides=6), "asset.metal.dark")
        model.add(tube([-0.36, y, 0.9], [0.26, y, 0.02], 0.014, sides=6), "asset.metal.dark")
        model.add(box(0.42, 0.06, 0.03, -0.02, y, 0.64), "asset.plastic.black")


def _gear(model: Model, rng: np.random.Generator) -> None:
    """Cool box, packs, sleeping mat, kettle, wood pile."""
    model.add(rounded_box(0.55, 0.34, 0.34, 0.05, edge=0.03).moved(0, 0), "asset.plastic.blue")
    model.add(
        rounded_box(0.57, 0.36, 0.08, 0.05, edge=0.03).moved(0, 0, 0.33), "asset.plastic.white"
    )
    for k, name in enumerate(("asset.tent.red", "asset.tent.green")):
        pack = lumpy(rounded_box(0.32, 0.36, 0.6, 0.12), 0.03, rng, 5.0)
        model.add(pack.moved(0.55 + 0.4 * k, 0.25 * k, 0.01), name, sharp=50)
    model.add(box(1.85, 0.6, 0.03, 0.2, -0.85, 0), "asset.tent.blue")
    model.add(disc_wheel(0.13, 0.6, 14).moved(-0.75, 0.1, 0.13), "asset.tent.sand")
    for k in range(8):
        log = disc_wheel(0.07, 0.7, 9).moved(
            -0.4 + 0.15 * (k % 4) + 0.07 * (k // 4), 0.85, 0.07 + 0.12 * (k // 4)
        )
        model.add(log, "asset.tree.bark")
    model.add(cylinder(0.1, 0.16, 12, 0.08).moved(0.35, 0.55), "asset.metal.dark")


def _table(model: Model) -> None:
    model.add(box(1.2, 0.7, 0.04, 0, 0, 0.68), "asset.wood.ply")
    for x in (-0.5, 0.5):
        model.add_both(
            tube([x, 0.28, 0.69], [x * 1.05, 0.32, 0], 0.02, sides=6), "asset.metal.galvanised"
        )
    for x, y, name in (
        (-0.3, 0.1, "asset.plastic.white"),
        (0.1, -0.15, "asset.metal.red"),
        (0.35, 0.12, "asset.plastic.green"),
    ):
        model.add(cylinder(0.07, 0.12, 10).moved(x, y, 0.72), name)


Tent = Callable[[Model], None]
_CAMPS: tuple[tuple[tuple[Tent, float, float, float], ...], ...] = (
    (
        (partial(_dome, cloth="asset.tent.orange", size=1.15), -2.6, 0.9, -15.0),
        (partial(_dome, cloth="asset.tent.blue", size=0.95), 0.4, 3.0, -95.0),
    ),
    (
        (
            partial(_ridge, cloth="asset.tent.green", length=2.4, width=1.9, height=1.35),
            -2.9,
            0.2,
            0.0,
        ),
        (partial(_tarp, cloth="asset.tent.sand", length=3.0, width=2.6), 2.9, 0.6, 10.0),
    ),
    (
        (partial(_tunnel, cloth="asset.tent.red", length=4.2, width=2.3), -3.4, -0.4, 12.0),
        (
            partial(_ridge, cloth="asset.tent.sand", length=2.2, width=1.7, height=1.2),
            0.6,
            -3.2,
            95.0,
        ),
        (partial(_dome, cloth="asset.tent.green", size=0.9), 0.2, 3.1, -80.0),
    ),
    (
        (partial(_dome, cloth="asset.tent.sand", size=1.5), -3.1, 0.3, 0.0),
        (partial(_tarp, cloth="asset.tent.blue", length=3.2, width=2.4), 0.9, 3.1, 80.0),
    ),
)


def _campsite(variant: int) -> Asset:
    """One to three tents around a fire, chairs, gear, and now and then somebody."""
    made = Assembly("campsite")
    made.place(f"asset.camp.{variant}", _camp_mesh(variant), label="tent")
    if variant % 2 == 0:
        made.place(
            f"asset.person.camper.{variant}",
            seated(variant + 30, 1),
            placed(-0.25, -1.5, 0, 80)[None],
            label="person",
        )
    return made.finish()


@cache
def _camp_mesh(variant: int) -> Mesh:
    rng = np.random.default_rng([60, variant])
    model = Model()
    for tent, x, y, yaw in _CAMPS[variant]:
        part = Model()
        tent(part)
        model.add_model(part, placed(x, y, 0, yaw))
    ring = Model()
    _fire_ring(ring, rng, alight=variant % 2 == 1)
    model.add_model(ring, placed(0.2, 0, 0))
    cloths = ("asset.tent.blue", "asset.tent.green", "asset.tent.red", "asset.tent.sand")
    for k, (x, y) in enumerate(((1.6, 0.4), (1.1, -1.2), (-0.7, 1.3))[: 2 + variant % 2]):
        chair = Model()
        _chair(chair, cloths[(k + variant) % 4])
        yaw = float(np.degrees(np.arctan2(-y, 0.2 - x)) + rng.normal(0, 10))
        model.add_model(chair, placed(x, y, 0, yaw))
    gear = Model()
    _gear(gear, rng)
    model.add_model(gear, placed(2.7, -2.7, 0, float(rng.uniform(0, 60))))
    table = Model()
    _table(table)
    model.add_model(table, placed(*((2.9, 0.6) if variant == 1 else (2.9, 1.6)), 0, 15))
    return model.mesh()
