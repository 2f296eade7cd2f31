"""What stands on road works: barriers, signs, stacks of material, cabins and tools."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np

from lookabout.world.assets import machines
from lookabout.world.assets.letters import letters
from lookabout.world.assets.model import Model
from lookabout.world.assets.rubbish import pallet
from lookabout.world.assets.solids import (
    box,
    cylinder,
    disc_wheel,
    plate,
    prism,
    rounded_box,
    tube,
)
from lookabout.world.scene import Mesh


@cache
def mesh(name: str) -> Mesh:
    """A thing's surface by its name."""
    model = Model()
    _BUILDS[name](model)
    return model.mesh()


def _barrier(model: Model) -> None:
    """A striped board on two feet, two metres along x."""
    for z, tall in ((0.62, 0.3), (0.22, 0.16)):
        for k in range(8):
            name = "asset.reflective.red" if k % 2 == 0 else "asset.reflective.white"
            model.add(box(0.25, 0.035, tall, -0.875 + 0.25 * k, 0, z), name)
    for x in (-0.8, 0.8):
        model.add(box(0.05, 0.05, 0.95, x, 0, 0.04), "asset.metal.dark")
        model.add(rounded_box(0.24, 0.62, 0.08, 0.05, edge=0.02).moved(x), "asset.car.tyre")
        model.add(cylinder(0.07, 0.16, 10).moved(x, 0, 0.98), "asset.car.amber")


def _wall(model: Model) -> None:
    """A water-filled barrier of red or white plastic is told apart by who places it."""
    model.add(rounded_box(1.5, 0.5, 0.3, 0.1, edge=0.06), "asset.plastic.orange")
    model.add(rounded_box(1.48, 0.26, 0.5, 0.08, edge=0.06).moved(z=0.28), "asset.plastic.orange")


def _wall_white(model: Model) -> None:
    model.add(rounded_box(1.5, 0.5, 0.3, 0.1, edge=0.06), "asset.plastic.white")
    model.add(rounded_box(1.48, 0.26, 0.5, 0.08, edge=0.06).moved(z=0.28), "asset.plastic.white")


def _fence(model: Model) -> None:
    """A mesh panel on concrete feet, two and a half metres along x."""
    for x in (-1.22, 1.22):
        model.add(tube([x, 0, 0.05], [x, 0, 1.9], 0.025, sides=6), "asset.metal.galvanised")
        model.add(rounded_box(0.24, 0.65, 0.14, 0.05).moved(x), "asset.stone.concrete")
    for z in (0.2, 0.75, 1.3, 1.9):
        model.add(tube([-1.22, 0, z], [1.22, 0, z], 0.018, sides=6), "asset.metal.galvanised")
    for x in np.linspace(-1.1, 1.1, 12):
        model.add(tube([x, 0, 0.2], [x, 0, 1.9], 0.006, sides=4), "asset.metal.galvanised")


def _sign(model: Model) -> None:
    """An orange diamond with black letters, leaning back on its stand, facing +x."""
    half = 0.62
    diamond = np.array([[half, 0], [0, half], [-half, 0], [0, -half]])
    board = plate(diamond, 0.02).turned(pitch=70).moved(0.0, 0, 1.05)
    edge = plate(diamond * 1.07, 0.015).turned(pitch=70).moved(-0.012, 0, 1.045)
    model.add(edge, "asset.plastic.black")
    model.add(board, "asset.reflective.orange")
    text = letters("ROAD", 0.2, lambda flat: np.zeros(len(flat))).moved(x=0.13)
    more = letters("WORK", 0.2, lambda flat: np.zeros(len(flat))).moved(x=-0.13)
    for line in (text, more):
        lying = line.turned(yaw=180).moved(z=0.026)
        model.add(lying.turned(pitch=70).moved(0, 0, 1.05), "asset.plastic.black")
    for side in (-1, 1):
        model.add(tube([-0.02, 0, 0.45], [0.3, side * 0.45, 0.02], 0.025), "asset.metal.dark")
        model.add(tube([-0.02, 0, 0.45], [-0.45, side * 0.45, 0.02], 0.025), "asset.metal.dark")
    model.add(tube([0.0, 0, 0.4], [-0.02, 0, 1.5], 0.025), "asset.metal.dark")


def _arrow_board(model: Model) -> None:
    """A trailer with a lit arrow, leaning back."""
    model.add(box(1.6, 0.9, 0.12, 0, 0, 0.35), "asset.metal.yellow")
    model.add(rounded_box(0.6, 0.7, 0.35, 0.06).moved(0, 0, 0.45), "asset.metal.yellow")
    for side in (-1, 1):
        wheel = cylinder(0.28, 0.16, 16).turned(roll=90).moved(0, side * 0.55 + 0.08, 0.28)
        model.add(wheel, "asset.car.tyre")
        model.add(tube([-0.5, side * 0.4, 0.4], [-0.55, side * 0.4, 1.7], 0.04), "asset.metal.dark")
    board = box(1.1, 2.0, 0.06).turned(pitch=65).moved(-0.45, 0, 1.75)
    model.add(board, "asset.plastic.black")
    spots = [(0.0, float(y)) for y in np.linspace(-0.7, 0.7, 6)]
    spots += [(s * d, 0.75 - d) for s in (-1, 1) for d in (0.2, 0.4)]
    for x, y in spots:
        lamp = cylinder(0.07, 0.03, 10).moved(x, y, 0.055).turned(pitch=65).moved(-0.45, 0, 1.75)
        model.add(lamp, "asset.lamp.arrow")
    model.add(tube([0.8, 0, 0.4], [1.5, 0, 0.12], 0.04), "asset.metal.dark")


def paving(number: int) -> str:
    """Every fifth paving stone is grey."""
    return "asset.stone.grey" if number % 5 == 0 else "asset.stone.brick"


def _bricks(model: Model) -> None:
    """A pallet of paving stones, one corner used up."""
    for piece, name in pallet(np.random.default_rng(1)):
        model.add(piece, name)
    for layer in range(4):
        for i in range(5):
            for j in range(4):
                if layer == 3 and i > 2 and j > 1:
                    continue
                stone = box(
                    0.2, 0.17, 0.13, -0.44 + 0.22 * i, -0.29 + 0.19 * j, 0.14 + 0.135 * layer
                )
                model.add(stone, paving(i + j + layer))


def _sacks(model: Model) -> None:
    """Cement on a pallet."""
    for piece, name in pallet(np.random.default_rng(2)):
        model.add(piece, name)
    for layer in range(4):
        for k in range(4):
            sack = rounded_box(0.58, 0.38, 0.14, 0.07, edge=0.06)
            x, y = (k % 2 - 0.5) * 0.58, (k // 2 - 0.5) * 0.4
            turned = sack.turned(yaw=4.0 * ((layer + k) % 3 - 1))
            model.add(turned.moved(x, y, 0.14 + 0.125 * layer), "asset.paper.white")


def _pipes(model: Model) -> None:
    """A stack of drain pipes between posts, four metres along x."""
    for row, count in enumerate((5, 4, 3)):
        for k in range(count):
            y, z = (k - (count - 1) / 2) * 0.26, 0.19 + row * 0.225
            model.add(tube([-1.5, y, z], [1.5, y, z], 0.128, sides=14), "asset.plastic.orange")
            for x in (-1.502, 1.502):
                bore = cylinder(0.10, 0.006, 12).turned(pitch=90).moved(x - 0.003, y, z)
                model.add(bore, "asset.car.seam")
    for x in (-1.0, 1.0):
        model.add(box(0.1, 1.5, 0.07, x, 0, 0), "asset.wood.raw")
        for side in (-1, 1):
            model.add(box(0.07, 0.07, 0.6, x, side * 0.70, 0.05), "asset.wood.raw")


def _toilet(model: Model) -> None:
    model.add(rounded_box(1.1, 1.1, 2.1, 0.08, edge=0.05), "asset.plastic.blue")
    model.add(rounded_box(1.16, 1.16, 0.16, 0.1).moved(z=2.06), "asset.plastic.white")
    model.add(box(0.03, 0.8, 1.85, 0.55, 0, 0.12), "asset.plastic.grey")
    model.add(cylinder(0.06, 0.35, 10).moved(-0.4, 0.35, 2.1), "asset.plastic.white")


def _container(model: Model) -> None:
    """A tool store: a short steel container."""
    model.add(box(3.0, 2.2, 2.2, 0, 0, 0.1), "asset.metal.blue")
    for x in np.linspace(-1.4, 1.4, 15):
        model.add(box(0.09, 2.24, 2.1, x, 0, 0.15), "asset.metal.blue")
        model.add(box(0.09, 2.1, 0.03, x, 0, 2.29), "asset.metal.blue")
    for x in (-1.4, 1.4):
        model.add(box(0.2, 2.2, 0.1, x, 0, 0), "asset.metal.dark")


def _barrow(model: Model) -> None:
    model.add(prism(0.6, 0.45, 0.28, 1.4, 1.35, 0.06).moved(0, 0, 0.32), "asset.metal.green")
    model.add(rounded_box(0.7, 0.5, 0.1, 0.1).moved(0.05, 0, 0.55), "asset.earth.sand")
    model.add(disc_wheel(0.18, 0.09, 14).moved(0.52, 0, 0.18), "asset.car.tyre")
    for side in (-1, 1):
        model.add(
            tube([0.52, side * 0.08, 0.2], [-0.9, side * 0.3, 0.62], 0.02), "asset.metal.dark"
        )
        model.add(
            tube([-0.25, side * 0.2, 0.36], [-0.3, side * 0.24, 0.0], 0.02), "asset.metal.dark"
        )


def _reel(model: Model) -> None:
    """A cable drum on its side."""
    for z in (0.0, 0.62):
        model.add(cylinder(0.75, 0.08, 22).moved(z=z), "asset.wood.raw")
    model.add(cylinder(0.5, 0.56, 20).moved(z=0.07), "asset.plastic.black")
    model.add(cylinder(0.09, 0.02, 10).moved(z=0.69), "asset.car.seam")


_BUILDS: dict[str, Callable[[Model], None]] = {
    "barrier": _barrier,
    "wall": _wall,
    "wall_white": _wall_white,
    "fence": _fence,
    "sign": _sign,
    "arrow": _arrow_board,
    "bricks": _bricks,
    "sacks": _sacks,
    "pipes": _pipes,
    "toilet": _toilet,
    "container": _container,
    "barrow": _barrow,
    "reel": _reel,
    "excavator": lambda model: machines.excavator(model, 0.0),
    "roller": machines.roller,
    "loader": machines.loader,
    "dumper": machines.dumper,
    "compressor": machines.compressor,
    "mixer": machines.mixer,
}
