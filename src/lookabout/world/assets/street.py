"""Street furniture."""

from __future__ import annotations

from functools import cache, partial

import numpy as np

from lookabout.world.assets.kind import Kind
from lookabout.world.assets.model import Assembly, Asset, Model
from lookabout.world.assets.solids import (
    ball,
    box,
    cylinder,
    disc_wheel,
    lathe,
    limb,
    loft,
    prism,
    ring,
    rounded_box,
    tube,
)
from lookabout.world.assets.street_tall import TALL, Build, slats
from lookabout.world.scene import Mesh


def kinds() -> list[Kind]:
    """All pieces of street furniture."""
    return [
        Kind(name, words, len(builds), partial(_asset, name, label))
        for name, (words, label, builds) in _PIECES.items()
    ]


def _asset(name: str, label: str, variant: int) -> Asset:
    made = Assembly(name)
    made.place(f"asset.street.{name}.{variant}", mesh(name, variant), label=label)
    return made.finish(centred=name not in ("lamp", "signal"))


@cache
def mesh(name: str, variant: int) -> Mesh:
    """One piece, standing on z = 0 with its front to +x."""
    model = Model()
    _PIECES[name][2][variant](model)
    return model.mesh()


def _bench_slatted(model: Model) -> None:
    slats(model, 5, -0.22, 0.24, 0.43, 1.8, "asset.wood.raw")
    for k in range(3):
        slat = box(0.035, 1.8, 0.10, 0, 0, 0).turned(pitch=-12)
        model.add(slat.moved(-0.27 - 0.025 * k, 0, 0.54 + 0.13 * k), "asset.wood.raw")
    for y in (-0.72, 0.72):
        model.add(box(0.5, 0.05, 0.05, -0.02, y, 0.38), "asset.metal.black")
        model.add(box(0.05, 0.05, 0.40, 0.18, y, 0.0), "asset.metal.black")
        model.add(box(0.05, 0.05, 0.45, -0.22, y, 0.0), "asset.metal.black")
        model.add(tube([-0.24, y, 0.4], [-0.34, y, 0.95], 0.025, sides=6), "asset.metal.black")
        model.add(
            limb([[0.2, y, 0.42], [0.2, y, 0.62], [-0.28, y, 0.64]], [0.022] * 3, 6),
            "asset.metal.black",
        )


def _bench_slab(model: Model) -> None:
    model.add(rounded_box(0.55, 2.2, 0.14, 0.04).moved(z=0.36), "asset.stone.concrete")
    for y in (-0.75, 0.75):
        model.add(prism(0.42, 0.24, 0.36, 1.15, 1.0).moved(y=y), "asset.stone.concrete")


def _bench_long(model: Model) -> None:
    slats(model, 7, -0.3, 0.3, 0.44, 2.6, "asset.wood.dark")
    for y in (-1.0, 0.0, 1.0):
        model.add(box(0.56, 0.08, 0.06, 0, y, 0.38), "asset.metal.galvanised")
        for x in (-0.2, 0.2):
            model.add(box(0.06, 0.08, 0.38, x, y, 0), "asset.metal.galvanised")


def _bench_double(model: Model) -> None:
    """Seats on both sides of one back."""
    for side in (-1, 1):
        for k in range(4):
            x = side * (0.12 + 0.12 * k)
            model.add(box(0.095, 1.7, 0.04, x, 0, 0.43), "asset.wood.old")
    for z in (0.56, 0.70, 0.84):
        model.add(box(0.05, 1.7, 0.10, 0, 0, z), "asset.wood.old")
    for y in (-0.7, 0.7):
        model.add(box(1.0, 0.06, 0.06, 0, y, 0.37), "asset.metal.green")
        model.add(box(0.06, 0.06, 0.95, 0, y, 0), "asset.metal.green")
        for x in (-0.4, 0.4):
            model.add(box(0.06, 0.06, 0.38, x, y, 0), "asset.metal.green")


def _bin_round(model: Model) -> None:
    model.add(cylinder(0.25, 0.82, 18, 0.29), "asset.metal.green")
    model.add(ring(0.27, 0.035, 20, 6).moved(z=0.84), "asset.metal.black")
    model.add(cylinder(0.23, 0.01, 16).moved(z=0.825), "asset.car.seam")
    for a in np.linspace(0, 2 * np.pi, 14, endpoint=False):
        model.add(
            box(0.02, 0.05, 0.7, 0.275, 0, 0.06).turned(yaw=float(np.degrees(a))),
            "asset.metal.green",
        )


def _bin_domed(model: Model) -> None:
    model.add(cylinder(0.24, 0.78, 18), "asset.plastic.grey")
    model.add(
        lathe([(0.26, 0.78), (0.26, 0.84), (0.2, 0.98), (0.1, 1.06), (0.02, 1.08)], 18),
        "asset.metal.black",
        sharp=50,
    )
    model.add(box(0.06, 0.26, 0.13, 0.21, 0, 0.84), "asset.car.seam")


def _bin_wheeled(model: Model) -> None:
    model.add(prism(0.44, 0.42, 0.92, 1.25, 1.25), "asset.plastic.blue")
    model.add(rounded_box(0.62, 0.58, 0.09, 0.06).moved(0.02, 0, 0.92), "asset.plastic.blue")
    model.add(tube([-0.33, -0.2, 0.93], [-0.33, 0.2, 0.93], 0.02, sides=6), "asset.plastic.black")
    for y in (-0.22, 0.22):
        model.add(disc_wheel(0.1, 0.05, 12).moved(-0.22, y, 0.1), "asset.car.tyre")


def _bin_pair(model: Model) -> None:
    for y, name in ((-0.29, "asset.plastic.green"), (0.29, "asset.metal.black")):
        model.add(rounded_box(0.5, 0.5, 0.95, 0.04).moved(y=y), name)
        model.add(box(0.30, 0.30, 0.02, 0, y, 0.945), "asset.car.seam")
        model.add(box(0.02, 0.3, 0.2, 0.25, y, 0.62), "asset.paper.white")


def _hydrant(model: Model, paint: str, cap: str, height: float, girth: float) -> None:
    body = [(0.19, 0.0), (0.19, 0.05), (0.13, 0.07), (0.12, 0.62), (0.16, 0.64), (0.16, 0.69)]
    dome = [(0.15, 0.69), (0.13, 0.77), (0.07, 0.83), (0.035, 0.84), (0.035, 0.88)]
    model.add(lathe([(r * girth, z * height / 0.88) for r, z in body], 14), paint)
    model.add(lathe([(r * girth, z * height / 0.88) for r, z in dome], 14), cap)
    z = 0.5 * height / 0.88
    model.add_both(cylinder(0.065, 0.09, 10).turned(roll=-90).moved(0, 0.12 * girth, z), cap)
    model.add(cylinder(0.085, 0.11, 12).turned(pitch=90).moved(0.11 * girth, 0, z - 0.04), cap)
    for a in range(0, 360, 60):
        model.add(cylinder(0.018, 0.03, 6).moved(0.165 * girth, 0, 0.04).turned(yaw=a), cap)


def _mailbox_twin(model: Model) -> None:
    """Two narrow boxes on one post."""
    model.add(box(0.1, 0.1, 0.75, 0, 0, 0), "asset.metal.dark")
    for y in (-0.2, 0.2):
        model.add(rounded_box(0.34, 0.36, 0.62, 0.06).moved(y=y, z=0.72), "asset.metal.yellow")
        model.add(box(0.02, 0.24, 0.05, 0.165, y, 1.18), "asset.car.seam")
        model.add(box(0.01, 0.2, 0.16, 0.17, y, 0.86), "asset.paper.white")


def _mailbox_drop(model: Model, paint: str) -> None:
    """A street box with a rounded top on four feet."""
    arch = [[0.25, z] for z in (0.15, 0.95)]
    for a in np.linspace(0, 180, 9)[1:-1]:
        arch.append([0.25 * np.cos(np.radians(a)), 0.95 + 0.25 * np.sin(np.radians(a))])
    arch += [[-0.25, 0.95], [-0.25, 0.15]]
    profile = np.array(arch)
    rings = [
        np.column_stack([profile[:, 0], np.full(len(profile), y), profile[:, 1]])
        for y in (0.28, -0.28)
    ]
    model.add(loft(rings), paint)
    for x in (-0.2, 0.2):
        for y in (-0.22, 0.22):
            model.add(box(0.06, 0.06, 0.16, x, y, 0), "asset.metal.black")
    model.add(box(0.03, 0.4, 0.16, 0.235, 0, 0.95), "asset.metal.dark")
    model.add(box(0.01, 0.26, 0.2, 0.255, 0, 0.55), "asset.paper.white")


def _mailbox_pillar(model: Model) -> None:
    model.add(
        lathe(
            [
                (0.24, 0),
                (0.24, 0.12),
                (0.21, 0.16),
                (0.21, 1.35),
                (0.26, 1.4),
                (0.26, 1.46),
                (0.14, 1.58),
                (0.02, 1.6),
            ],
            20,
        ),
        "asset.metal.red",
    )
    model.add(box(0.04, 0.24, 0.04, 0.2, 0, 1.18), "asset.car.seam")


def _mailbox_cluster(model: Model) -> None:
    model.add(box(0.45, 0.8, 1.2, 0, 0, 0.35), "asset.metal.galvanised")
    model.add(box(0.2, 0.2, 0.35, 0, 0, 0), "asset.metal.dark")
    model.add(rounded_box(0.5, 0.85, 0.06, 0.03).moved(z=1.55), "asset.metal.dark")
    for row in range(4):
        for column in range(3):
            model.add(
                box(0.02, 0.22, 0.24, 0.225, (column - 1) * 0.26, 0.43 + row * 0.28),
                "asset.metal.white",
            )


def _plants(model: Model, seed: int, length: float, width: float, z: float, count: int) -> None:
    """Leaves and flowers as lumps within a rectangle."""
    rng = np.random.default_rng([23, seed])
    colours = [
        "asset.plant.leaf",
        "asset.plant.dark",
        "asset.plant.leaf",
        "asset.plant.red",
        "asset.plant.yellow",
        "asset.plant.pink",
    ]
    for k in range(count):
        size = rng.uniform(0.10, 0.2)
        leafy = k < count * 0.6
        lump = ball(size, size, size * (1.1 if leafy else 0.5), 7, 4)
        x = rng.uniform(-length / 2, length / 2)
        y = rng.uniform(-width / 2, width / 2)
        name = colours[int(rng.integers(3))] if leafy else colours[3 + int(rng.integers(3))]
        model.add(
            lump.moved(x, y, z + (0.05 if leafy else 0.16) * rng.uniform(0.5, 1.2)), name, sharp=50
        )


def _planter_box(model: Model) -> None:
    model.add(box(0.7, 1.6, 0.5, 0, 0, 0), "asset.stone.concrete")
    model.add(box(0.6, 1.5, 0.02, 0, 0, 0.49), "asset.earth.soil")
    _plants(model, 1, 0.5, 1.3, 0.52, 34)


def _planter_round(model: Model) -> None:
    model.add(
        lathe([(0.4, 0), (0.62, 0.45), (0.66, 0.5), (0.58, 0.5), (0.56, 0.44)], 20),
        "asset.stone.grey",
    )
    model.add(cylinder(0.57, 0.03, 18).moved(z=0.43), "asset.earth.soil")
    _plants(model, 2, 0.8, 0.8, 0.48, 30)


def _planter_barrel(model: Model) -> None:
    model.add(
        lathe([(0.36, 0), (0.42, 0.25), (0.4, 0.46), (0.35, 0.46), (0.35, 0.4)], 16),
        "asset.wood.dark",
    )
    for z in (0.08, 0.36):
        model.add(ring(0.41, 0.018, 18, 5).moved(z=z), "asset.metal.dark")
    model.add(cylinder(0.36, 0.03, 16).moved(z=0.39), "asset.earth.soil")
    _plants(model, 3, 0.5, 0.5, 0.44, 20)


def _planter_trough(model: Model) -> None:
    model.add(rounded_box(0.5, 2.2, 0.62, 0.08, edge=0.03), "asset.metal.corroded")
    model.add(box(0.4, 2.1, 0.02, 0, 0, 0.61), "asset.earth.soil")
    rng = np.random.default_rng(24)
    for y in np.linspace(-0.9, 0.9, 8):
        shrub = ball(0.24, 0.2, rng.uniform(0.2, 0.34), 8, 5)
        model.add(shrub.moved(rng.uniform(-0.04, 0.04), y, 0.76), "asset.plant.dark", sharp=50)


def _skip(model: Model, paint: str, lids: str, length: float, width: float, height: float) -> None:
    """A refuse container with two lids, sleeves and castors."""
    body = prism(length * 0.86, width * 0.92, height - 0.14, 1.0 / 0.86, 1.0 / 0.92)
    model.add(body.moved(z=0.14), paint)
    model.add(box(length + 0.06, width + 0.08, 0.08, 0, 0, height - 0.06), paint)
    for y in (-width / 4, width / 4):
        lid = rounded_box(length, width / 2 - 0.03, 0.09, 0.05)
        model.add(lid.turned(pitch=4).moved(0, y, height + 0.03), lids)
    for y in np.linspace(-width * 0.4, width * 0.4, 5):
        model.add(box(0.05, 0.06, height * 0.55, length * 0.46, y, height * 0.3), paint)
    for side in (-1, 1):
        model.add(box(length * 0.6, 0.12, 0.14, 0, side * width * 0.5, height * 0.55), paint)
        for x in (-length * 0.33, length * 0.33):
            wheel = disc_wheel(0.09, 0.06, 10).moved(x, side * width * 0.36, 0.09)
            model.add(wheel, "asset.car.tyre")


def _cone(model: Model, height: float, base: float, bands: int) -> None:
    model.add(rounded_box(base, base, 0.035, 0.04, edge=0.01), "asset.plastic.black")
    radius = base * 0.36
    levels = np.linspace(0.03, height, 2 * bands + 2)
    for k in range(len(levels) - 1):
        z0, z1 = levels[k], levels[k + 1]
        r0 = radius + (0.028 - radius) * (z0 / height)
        r1 = radius + (0.028 - radius) * (z1 / height)
        name = "asset.plastic.orange" if k % 2 == 0 else "asset.reflective.white"
        model.add(cylinder(r0, z1 - z0, 14, r1).moved(z=z0), name, sharp=50)


def _drum(model: Model) -> None:
    model.add(cylinder(0.32, 0.08, 18), "asset.plastic.black")
    levels = np.linspace(0.08, 0.96, 6)
    for k in range(5):
        name = "asset.plastic.orange" if k % 2 == 0 else "asset.reflective.white"
        band = cylinder(0.28 - 0.012 * k, levels[k + 1] - levels[k], 18, 0.268 - 0.012 * k)
        model.add(band.moved(z=levels[k]), name, sharp=50)
    model.add(box(0.05, 0.2, 0.1, 0, 0, 0.95), "asset.plastic.orange")


_PIECES: dict[str, tuple[str, str, tuple[Build, ...]]] = {
    **TALL,
    "bench": ("a bench", "bench", (_bench_slatted, _bench_slab, _bench_long, _bench_double)),
    "bin": ("a litter bin", "bin", (_bin_round, _bin_domed, _bin_wheeled, _bin_pair)),
    "hydrant": (
        "a fire hydrant",
        "hydrant",
        (
            lambda m: _hydrant(m, "asset.metal.red", "asset.metal.red", 0.88, 1.0),
            lambda m: _hydrant(m, "asset.metal.yellow", "asset.metal.blue", 0.78, 1.1),
            lambda m: _hydrant(m, "asset.metal.red", "asset.metal.white", 0.98, 0.9),
            lambda m: _hydrant(m, "asset.metal.yellow", "asset.metal.yellow", 0.7, 1.2),
        ),
    ),
    "mailbox": (
        "a mailbox",
        "mailbox",
        (
            lambda m: _mailbox_drop(m, "asset.metal.blue"),
            _mailbox_pillar,
            _mailbox_cluster,
            _mailbox_twin,
        ),
    ),
    "planter": (
        "a planter",
        "planter",
        (_planter_box, _planter_round, _planter_barrel, _planter_trough),
    ),
    "dumpster": (
        "a dumpster",
        "dumpster",
        (
            lambda m: _skip(m, "asset.metal.green", "asset.plastic.black", 1.3, 1.8, 1.2),
            lambda m: _skip(m, "asset.metal.blue", "asset.plastic.blue", 1.6, 2.1, 1.5),
            lambda m: _skip(m, "asset.plastic.grey", "asset.plastic.green", 1.0, 1.35, 1.15),
            lambda m: _skip(m, "asset.metal.corroded", "asset.plastic.black", 1.5, 2.4, 1.3),
        ),
    ),
    "cone": (
        "a traffic cone",
        "traffic cone",
        (
            lambda m: _cone(m, 0.72, 0.4, 2),
            lambda m: _cone(m, 0.5, 0.3, 1),
            lambda m: _cone(m, 1.0, 0.42, 2),
            _drum,
        ),
    ),
}
