"""Road works: a fenced strip of road with holes, heaps, machines, signs and people at work."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np

from lookabout.world.assets import machines, street
from lookabout.world.assets.figure import Pose, figure
from lookabout.world.assets.kind import Kind
from lookabout.world.assets.letters import letters
from lookabout.world.assets.model import Assembly, Asset, Model, placed
from lookabout.world.assets.people import STANDING, WALKING, look_of, settled
from lookabout.world.assets.rubbish import pallet
from lookabout.world.assets.solids import (
    Floats,
    box,
    cylinder,
    disc_wheel,
    mound,
    plate,
    prism,
    ring,
    rounded_box,
    tube,
)
from lookabout.world.scene import Mesh

LENGTH, WIDTH = 11.0, 3.4
"""Along and across the street, metres."""
Site = Callable[[Assembly, np.random.Generator], None]


def kinds() -> list[Kind]:
    """Road works."""
    return [Kind("construction", "road construction works", len(_SITES), _construction)]


def _construction(variant: int) -> Asset:
    made = Assembly("construction")
    rng = np.random.default_rng([40, variant])
    _SITES[variant](made, rng)
    return made.finish()


@cache
def _single(name: str) -> Mesh:
    """Meshes that sites share, by name."""
    model = Model()
    _SHARED[name](model)
    return model.mesh()


def _put(made: Assembly, name: str, *places: Floats) -> None:
    made.place(f"asset.site.{name}", _single(name), np.array(places), label="construction site")


def _own(made: Assembly, name: str, model: Model) -> None:
    """Ground works of one site only."""
    made.place(f"asset.site.{name}", model.mesh(), label="construction site")


def _furniture(made: Assembly, kind: str, variant: int, *places: Floats) -> None:
    made.place(
        f"asset.street.{kind}.{variant}",
        street.mesh(kind, variant),
        np.array(places),
        label="traffic cone",
    )


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


def _stone(number: int) -> str:
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
                model.add(stone, _stone(i + j + layer))


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


_WORKER_POSES = (
    Pose(lean=34, nod=10, shoulder=(62, 48), elbow=(24, 30), hip=(14, -6), knee=(12, 4)),
    *STANDING[:2],
    WALKING[2],
)


@cache
def worker(number: int) -> Mesh:
    """Someone in a helmet and high-visibility clothes."""
    bright = number % 2 == 0
    look = replace(
        look_of(number + 90),
        top="hivis" if bright else "safety",
        bottom="navy" if bright else "safety",
        legs="trousers",
        hair_style="helmet",
        accent=("mustard", "white", "royal")[number % 3],
        bag="",
        phone=False,
    )
    return settled(figure(look, _WORKER_POSES[number % len(_WORKER_POSES)]))


def _workers(made: Assembly, *places: tuple[int, float, float, float]) -> None:
    for number, x, y, yaw in places:
        made.place(
            f"asset.person.worker.{number}",
            worker(number),
            placed(x, y, 0.0, yaw)[None],
            label="person",
        )


def _heap(
    model: Model,
    x: float,
    y: float,
    size: tuple[float, float, float],
    earth: str,
    rng: np.random.Generator,
) -> None:
    model.add(mound(*size, rng, 20).moved(x, y, -0.01), earth, sharp=60)


def _trench(
    model: Model,
    x: float,
    y: float,
    length: float,
    width: float,
    rng: np.random.Generator,
    yaw: float = 0.0,
) -> None:
    """
    A trench: wet bottom, broken asphalt rim, banks of dug earth on both sides.

    Nothing can lie below the road here, so the pit is as dark as a shaded one would be.
    """
    part = Model()
    part.add(box(length, width, 0.012, 0, 0, 0), "asset.earth.pit")
    for side in (-1, 1):
        part.add(
            box(length + 0.1, 0.10, 0.07, 0, side * (width / 2 + 0.03), 0), "asset.earth.asphalt"
        )
        for k in np.linspace(-length / 2 + 0.5, length / 2 - 0.5, max(3, int(length / 0.75))):
            bank = mound(
                rng.uniform(0.8, 1.3), rng.uniform(0.4, 0.55), rng.uniform(0.18, 0.4), rng, 9
            )
            part.add(bank.moved(k, side * (width / 2 + 0.26)), "asset.earth.wet", sharp=60)
    pipe_y = width * 0.12
    part.add(
        tube([-length / 2, pipe_y, 0.08], [length / 2, pipe_y, 0.08], 0.09, sides=12),
        "asset.plastic.orange",
    )
    for k in np.linspace(-length / 2 + 0.4, length / 2 - 0.4, 4):
        part.add(box(0.06, width, 0.06, k, 0, 0.05), "asset.wood.raw")
    model.add_model(part, placed(x, y, 0.0, yaw))


def _edge(
    made: Assembly,
    name: str,
    step: float,
    sides: tuple[int, ...],
    *,
    ends: bool,
    rng: np.random.Generator,
) -> None:
    """Barriers along the long sides, and across the ends, each a little askew."""
    places = []
    count = int((LENGTH - 0.6) / step)
    for side in sides:
        for k in range(count):
            x = (k - (count - 1) / 2) * step
            places.append(placed(x, side * (WIDTH / 2 - 0.15), 0, float(rng.normal(0, 3))))
    if ends:
        for x in (-LENGTH / 2 + 0.2, LENGTH / 2 - 0.2):
            places.append(placed(x, 0, 0, 90 + float(rng.normal(0, 4))))
    _put(made, name, *places)


def _cones(made: Assembly, variant: int, side: int, rng: np.random.Generator) -> None:
    """A row of cones along one side and a taper at one end."""
    places = []
    for x in np.linspace(-LENGTH / 2, LENGTH / 2, 9):
        places.append(placed(x, side * (WIDTH / 2 + rng.normal(0, 0.05)), 0, rng.uniform(0, 90)))
    for k in range(1, 4):
        places.append(placed(LENGTH / 2 + 0.7 * k * 0.6, side * (WIDTH / 2 - 0.75 * k), 0, 0))
    _furniture(made, "cone", variant, *places)


def _site_trench(made: Assembly, rng: np.random.Generator) -> None:
    """Drains: a long trench with an excavator."""
    ground = Model()
    _trench(ground, 1.6, 0.15, 5.6, 0.9, rng)
    _heap(ground, -4.4, -0.7, (1.9, 1.6, 0.9), "asset.earth.soil", rng)
    _own(made, "ground.0", ground)
    _put(made, "excavator", placed(-2.4, 0.15, 0, 0))
    _edge(made, "barrier", 2.15, (-1, 1), ends=True, rng=rng)
    _put(made, "sign", placed(LENGTH / 2 + 0.9, 0.6, 0, 0), placed(-LENGTH / 2 - 0.9, -0.6, 0, 180))
    _furniture(made, "cone", 0, *(placed(LENGTH / 2 + 0.5, y, 0, 20 * y) for y in (-1.2, -0.4)))
    _workers(made, (0, 2.4, 1.1, -90), (1, -4.9, 0.9, 0), (2, 4.4, -1.0, 120))


def _site_surface(made: Assembly, rng: np.random.Generator) -> None:
    """Resurfacing: milled road, fresh asphalt, a roller."""
    ground = Model()
    ground.add(box(5.0, 2.8, 0.012, -2.6, 0, 0), "asset.earth.gravel")
    ground.add(box(4.6, 2.8, 0.035, 2.4, 0, 0), "asset.earth.fresh")
    _heap(ground, -4.1, 0.3, (1.8, 1.7, 0.7), "asset.earth.fresh", rng)
    _own(made, "ground.1", ground)
    _put(made, "roller", placed(1.6, 0.2, 0, 3))
    _put(made, "barrow", placed(-2.5, -0.8, 0, 30))
    _cones(made, 0, 1, rng)
    _cones(made, 2, -1, rng)
    _put(made, "arrow", placed(-LENGTH / 2 - 0.8, 0, 0, 0))
    _put(made, "barrier", placed(LENGTH / 2 - 0.2, 0.2, 0, 92))
    _workers(made, (4, -2.9, 0.6, 180), (3, -1.2, 0.2, 10), (5, 3.9, -1.0, 160))


def _site_pit(made: Assembly, rng: np.random.Generator) -> None:
    """A square pit at a manhole, steel plates, compressor, sand."""
    ground = Model()
    _trench(ground, 1.0, 0.2, 2.0, 1.5, rng)
    ground.add(ring(0.45, 0.06, 20, 6).moved(2.9, 0.6, 0.05), "asset.stone.grey")
    ground.add(cylinder(0.4, 0.03, 20).moved(2.9, 0.6, 0.01), "asset.earth.pit")
    ground.add(cylinder(0.4, 0.04, 20).moved(3.7, -0.5, 0.0), "asset.metal.dark")
    for k in range(3):
        slab = box(1.9, 1.2, 0.035, 0, 0, 0.036 * k).turned(yaw=5.0 * k - 3)
        ground.add(slab.moved(-1.6, -0.7), "asset.metal.rust")
    _heap(ground, -3.2, 0.6, (2.0, 1.5, 0.75), "asset.earth.sand", rng)
    _own(made, "ground.2", ground)
    _put(made, "compressor", placed(-4.5, -0.75, 0, 90))
    _put(made, "pipes", placed(3.7, 0.0, 0, 90, 0.82))
    _edge(made, "wall", 3.2, (-1, 1), ends=False, rng=rng)
    walls = []
    for k in range(3):
        for side in (-1, 1):
            walls.append(placed((k - 1) * 3.2 + 1.6 - 0.02, side * (WIDTH / 2 - 0.15), 0, 0))
    _put(made, "wall_white", *walls)
    _put(made, "barrier", placed(LENGTH / 2 - 0.1, 0, 0, 90), placed(-LENGTH / 2 + 0.1, 0, 0, 90))
    _put(made, "sign", placed(LENGTH / 2 + 0.8, -0.4, 0, 0))
    _workers(made, (0, 1.0, 1.3, -90), (6, -0.4, 0.2, 20))


def _site_paving(made: Assembly, rng: np.random.Generator) -> None:
    """Pavement works: sand bed, stones laid and in stacks, a loader, a mixer."""
    ground = Model()
    ground.add(box(4.4, 1.9, 0.04, 2.4, -0.4, 0), "asset.earth.sand")
    for i in range(11):
        for j in range(9):
            if i < 7 - (j % 3):
                ground.add(
                    box(0.185, 0.185, 0.07, 0.35 + 0.2 * i, -1.2 + 0.2 * j, 0.02), _stone(3 * i + j)
                )
    _heap(ground, -4.4, 0.8, (1.7, 1.4, 0.6), "asset.earth.gravel", rng)
    _own(made, "ground.3", ground)
    _put(made, "bricks", placed(4.7, 0.7, 0, 5), placed(3.3, 0.95, 0, -8))
    _put(made, "sacks", placed(-4.6, -0.9, 0, 12))
    _put(made, "mixer", placed(-3.2, -0.9, 0, 140))
    _put(made, "loader", placed(-1.6, 0.35, 0, 8))
    _put(made, "barrow", placed(0.9, 1.0, 0, -20))
    _edge(made, "fence", 2.55, (-1,), ends=False, rng=rng)
    _cones(made, 3, 1, rng)
    _put(made, "barrier", placed(LENGTH / 2 - 0.1, 0, 0, 90), placed(-LENGTH / 2 + 0.1, 0, 0, 90))
    _workers(made, (4, 1.9, -0.3, 20), (2, 2.7, 0.95, 200), (7, -3.4, 0.4, 0))


def _site_depot(made: Assembly, rng: np.random.Generator) -> None:
    """A works yard beside the road: store, toilet, cable drums, digger, dumper."""
    ground = Model()
    _trench(ground, 3.0, -0.3, 3.4, 0.7, rng, yaw=4)
    _heap(ground, 4.2, 0.95, (1.7, 1.1, 0.6), "asset.earth.wet", rng)
    _own(made, "ground.4", ground)
    _put(made, "container", placed(-3.9, 0.2, 0, 0))
    _put(made, "toilet", placed(-1.7, 0.9, 0, 0))
    _put(made, "reel", placed(-1.5, -0.7, 0, 0), placed(-0.1, 1.0, 0, 0, 0.75))
    _put(made, "dumper", placed(1.0, 0.55, 0, 178))
    _edge(made, "fence", 2.55, (-1, 1), ends=True, rng=rng)
    _put(made, "sign", placed(LENGTH / 2 + 0.9, 0.5, 0, 0))
    _furniture(made, "cone", 3, *(placed(LENGTH / 2 + 0.4, y, 0, 0) for y in (-1.4, -0.7, 1.4)))
    _workers(made, (0, 3.2, 0.5, -90), (9, 0.6, -0.9, 60))


_SHARED: dict[str, Callable[[Model], None]] = {
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
_SITES: tuple[Site, ...] = (_site_trench, _site_surface, _site_pit, _site_paving, _site_depot)
