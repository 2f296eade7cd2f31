"""Road works: a fenced strip of road with holes, heaps, machines, signs and people at work."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np

from lookabout.world.assets import site_things, street
from lookabout.world.assets.figure import Pose, figure
from lookabout.world.assets.kind import Kind
from lookabout.world.assets.model import Assembly, Asset, Model, placed
from lookabout.world.assets.people import STANDING, WALKING, look_of, settled
from lookabout.world.assets.solids import (
    Floats,
    box,
    cylinder,
    mound,
    ring,
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


def _put(made: Assembly, name: str, *places: Floats) -> None:
    made.place(
        f"asset.site.{name}", site_things.mesh(name), np.array(places), label="construction site"
    )


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
                    box(0.185, 0.185, 0.07, 0.35 + 0.2 * i, -1.2 + 0.2 * j, 0.02),
                    site_things.paving(3 * i + j),
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


_SITES: tuple[Site, ...] = (_site_trench, _site_surface, _site_pit, _site_paving, _site_depot)
