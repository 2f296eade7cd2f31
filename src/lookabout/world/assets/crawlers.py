"""Machines that creep along the walks of a campus: robots, mowers, carts, sweepers."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

import numpy as np

from lookabout.world.assets.kind import Kind
from lookabout.world.assets.model import Assembly, Asset, Model, repainted
from lookabout.world.assets.solids import (
    ball,
    box,
    cylinder,
    disc_wheel,
    limb,
    loft,
    prism,
    ring,
    rounded_box,
    tube,
)
from lookabout.world.scene import Mesh

_BODY = "asset.gloss.white"
"""The material that a livery takes the place of."""
_COLOURS = ("white", "black", "blue", "red", "green", "yellow", "orange")
_BLACK, _DARK, _TYRE = "asset.plastic.black", "asset.metal.dark", "asset.car.tyre"


def kinds() -> list[Kind]:
    """Each machine in each livery."""
    return [
        Kind(f"campus/{name}_{colour}", f"a {colour} {words}" if colour != "orange"
             else f"an orange {words}", len(builds), partial(_asset, name, words, colour))
        for name, (words, builds, colours) in _MACHINES.items()
        for colour in colours
    ]  # fmt: skip


def _asset(name: str, words: str, colour: str, variant: int) -> Asset:
    made = Assembly(f"campus/{name}_{colour}")
    painted = repainted(_mesh(name, variant), {_BODY: f"asset.gloss.{colour}"})
    made.place(f"asset.crawler.{name}.{variant}.{colour}", painted, label=words)
    return made.finish()


@cache
def _mesh(name: str, variant: int) -> Mesh:
    model = Model()
    _MACHINES[name][1][variant](model)
    return model.mesh()


def _wheels(
    model: Model, places: tuple[float, ...], side: float, radius: float, width: float
) -> None:
    for x in places:
        for y in (-side, side):
            model.add(disc_wheel(radius, width, 20).moved(x, y, radius), _TYRE)
            hub = disc_wheel(radius * 0.55, width + 0.02, 14)
            model.add(hub.moved(x, y, radius), "asset.car.rim")


def _robot_pod(model: Model) -> None:
    """A cargo pod on four wheels, as high as a person's chest."""
    _wheels(model, (-0.68, 0.68), 0.48, 0.24, 0.14)
    model.add(rounded_box(1.9, 0.98, 0.20, 0.16, edge=0.05).moved(z=0.26), _BLACK)
    model.add(rounded_box(2.05, 1.06, 1.12, 0.24, edge=0.16).moved(z=0.44), _BODY)
    model.add(rounded_box(0.06, 0.78, 0.42, 0.02).moved(1.01, 0, 0.98), "asset.car.glass")
    for y in (-0.27, 0.27):
        eye = cylinder(0.075, 0.03, 18).turned(pitch=90)
        model.add(eye.moved(1.02, y, 0.70), "asset.car.lamp")
    model.add(box(0.02, 0.5, 0.05, 1.025, 0, 0.56), "asset.car.lamp")
    for side in (-1, 1):
        for x in (-0.42, 0.42):
            model.add(rounded_box(0.78, 0.02, 0.72, 0.008).moved(x, side * 0.527, 0.66), _DARK)
            model.add(rounded_box(0.74, 0.03, 0.68, 0.008).moved(x, side * 0.527, 0.68), _BODY)
            model.add(box(0.16, 0.03, 0.03, x + 0.2, side * 0.54, 1.0), _DARK)
    for y in (-0.4, 0.4):
        model.add(box(0.02, 0.14, 0.08, -1.02, y, 0.62), "asset.car.tail")
    model.add(cylinder(0.10, 0.12, 18).moved(0.55, 0, 1.55), _BLACK)
    _flag(model, -0.85, 0.4, 1.5, 0.75)


def _robot_box(model: Model) -> None:
    """Six wheels under a chest with a domed lid."""
    _wheels(model, (-0.58, 0.0, 0.58), 0.46, 0.20, 0.13)
    model.add(rounded_box(1.5, 0.8, 0.20, 0.14, edge=0.05).moved(z=0.24), _BLACK)
    model.add(prism(1.45, 0.92, 0.62, 1.12, 1.05).moved(z=0.42), _BODY)
    lid = loft(
        [
            [[0.81 * c * np.cos(t), 0.48 * c * np.sin(t), z] for t in _ROUND]
            for c, z in ((1.0, 1.04), (1.0, 1.14), (0.86, 1.27), (0.5, 1.34))
        ]
    )
    model.add(lid, _BLACK, sharp=50)
    model.add(box(0.03, 0.62, 0.16, 0.79, 0, 0.76), "asset.car.glass")
    for y in (-0.34, 0.34):
        model.add(ball(0.05, 0.06, 0.06, 10, 6).moved(0.77, y, 0.6), "asset.car.lamp")
        model.add(box(0.02, 0.12, 0.06, -0.8, y, 0.66), "asset.car.tail")
    _flag(model, -0.62, -0.3, 1.2, 0.85)


_ROUND = np.linspace(0, 2 * np.pi, 20, endpoint=False)


def _flag(model: Model, x: float, y: float, z: float, height: float) -> None:
    """A whip with a pennant."""
    model.add(tube([x, y, z - 0.1], [x, y, z + height], 0.012, 0.006, 6), _BLACK)
    shape = [[x, y, z + height], [x, y, z + height - 0.2], [x - 0.3, y, z + height - 0.1]]
    model.add(loft([shape, [[p[0], p[1] + 0.01, p[2]] for p in shape]]), "asset.reflective.orange")


def _mower_low(model: Model) -> None:
    """A flat robot on four wheels under a shell."""
    _wheels(model, (-0.5, 0.5), 0.5, 0.22, 0.16)
    model.add(rounded_box(1.35, 0.95, 0.16, 0.2, edge=0.05).moved(z=0.14), _BLACK)
    model.add(rounded_box(1.5, 0.8, 0.34, 0.3, edge=0.16).moved(z=0.28), _BODY)
    model.add(rounded_box(0.62, 0.5, 0.10, 0.15, edge=0.06).moved(-0.1, 0, 0.60), _DARK)
    model.add(cylinder(0.09, 0.05, 16).moved(0.4, 0, 0.61), "asset.plastic.orange")
    for y in (-0.25, 0.25):
        model.add(ball(0.04, 0.06, 0.04, 8, 5).moved(0.72, y, 0.46), "asset.car.lamp")


def _mower_tracks(model: Model) -> None:
    """A tracked slope mower with a deck in front."""
    for side in (-1, 1):
        track = rounded_box(1.35, 0.24, 0.42, 0.2, edge=0.02).turned(roll=0)
        model.add(track.moved(-0.1, side * 0.46, 0.0), _TYRE)
        for x in (-0.5, -0.1, 0.3):
            model.add(disc_wheel(0.14, 0.26, 14).moved(x, side * 0.46, 0.2), "asset.car.steel")
    model.add(rounded_box(1.15, 0.66, 0.42, 0.12, edge=0.08).moved(-0.12, 0, 0.36), _BODY)
    model.add(rounded_box(0.6, 1.25, 0.26, 0.12, edge=0.08).moved(0.82, 0, 0.1), _BODY)
    model.add(box(0.5, 1.1, 0.06, 0.82, 0, 0.08), _BLACK)
    for x in (-0.5, -0.36, -0.22):
        model.add(box(0.05, 0.5, 0.02, x, 0, 0.78), _BLACK)
    arch = [[-0.45, -0.32, 0.6], [-0.45, -0.32, 1.05], [-0.45, 0.32, 1.05], [-0.45, 0.32, 0.6]]
    model.add(limb(arch, [0.028] * 4, 8), _DARK)
    model.add(cylinder(0.07, 0.1, 14).moved(-0.45, 0, 1.08), "asset.plastic.orange")


def _cab(model: Model, x0: float, x1: float, wide: float, low: float, high: float) -> None:
    """Posts, a roof and a windscreen."""
    half = wide / 2 - 0.05
    for y in (-half, half):
        model.add(tube([x1, y, low], [x1 - 0.22, y, high], 0.028, sides=6), _DARK)
        model.add(tube([x0, y, low], [x0, y, high], 0.028, sides=6), _DARK)
    roof = rounded_box(x1 - x0 + 0.2, wide + 0.1, 0.08, 0.06)
    model.add(roof.moved((x0 + x1) / 2 - 0.05, 0, high), _BODY)
    pane = box(0.012, 2 * half - 0.06, high - low - 0.12, 0, 0, 0).turned(pitch=-11.5)
    model.add(pane.moved(x1 - 0.015, 0, low + 0.06), "asset.glass.clear")


def _seats(model: Model, x: float, z: float, wide: float) -> None:
    model.add(rounded_box(0.45, wide, 0.14, 0.05).moved(x, 0, z), "asset.car.trim")
    back = rounded_box(0.10, wide, 0.46, 0.04).turned(pitch=-10)
    model.add(back.moved(x - 0.24, 0, z + 0.12), "asset.car.trim")
    wheel = ring(0.17, 0.016, 20, 6).turned(pitch=-58)
    model.add(wheel.moved(x + 0.5, wide / 4, z + 0.42), _BLACK)
    model.add(tube([x + 0.5, wide / 4, z + 0.42], [x + 0.68, wide / 4, z + 0.1], 0.02), _BLACK)


def _cart_open(model: Model) -> None:
    """A gardener's electric cart: a cab in front, a bed with cuttings and tools behind."""
    _wheels(model, (-0.92, 0.92), 0.54, 0.27, 0.20)
    model.add(box(2.7, 0.9, 0.10, 0, 0, 0.30), _BLACK)
    model.add(prism(0.75, 1.22, 0.52, 0.62, 0.94, -0.1).moved(1.02, 0, 0.40), _BODY)
    model.add(box(0.95, 1.2, 0.06, 0.35, 0, 0.40), _DARK)
    model.add(rounded_box(0.50, 1.16, 0.34, 0.05).moved(0.12, 0, 0.42), _BODY)
    _seats(model, 0.16, 0.76, 1.05)
    _cab(model, -0.14, 1.12, 1.2, 0.86, 1.86)
    for y in (-0.42, 0.42):
        lamp = cylinder(0.08, 0.04, 16).turned(pitch=90)
        model.add(lamp.moved(1.36, y, 0.62), "asset.car.lamp")
    model.add(box(1.3, 1.28, 0.06, -0.86, 0, 0.60), _DARK)
    for y in (-0.62, 0.62):
        model.add(box(1.3, 0.05, 0.36, -0.86, y, 0.62), _BODY)
    for x in (-1.49, -0.23):
        model.add(box(0.05, 1.28, 0.36, x, 0, 0.62), _BODY)
    rng = np.random.default_rng(0xCA27)
    for _ in range(46):
        x, y = rng.uniform(-1.4, -0.35), rng.uniform(-0.52, 0.52)
        leaf = ball(0.16, 0.13, 0.11, 7, 4).turned(yaw=rng.uniform(0, 180))
        name = ("asset.plant.leaf", "asset.plant.dark", "asset.wood.old")[int(rng.integers(3))]
        rise = 0.30 * (1 - (y / 0.62) ** 2)
        model.add(leaf.moved(x, y, 0.72 + rise * rng.uniform(0.3, 1)), name, sharp=60)
    for y in (-0.3, -0.2):
        model.add(tube([-1.2, y, 0.9], [-0.4, y + 0.1, 1.75], 0.018), "asset.wood.raw")
    rake = box(0.05, 0.4, 0.05, 0, 0, 0)
    model.add(rake.moved(-0.38, -0.12, 1.74), "asset.metal.galvanised")


def _cart_box(model: Model) -> None:
    """The same cart with a closed box behind, and watering cans on the roof rail."""
    _wheels(model, (-0.92, 0.92), 0.54, 0.27, 0.20)
    model.add(box(2.7, 0.9, 0.10, 0, 0, 0.30), _BLACK)
    model.add(rounded_box(0.72, 1.22, 0.56, 0.16, edge=0.12).moved(1.02, 0, 0.38), _BODY)
    model.add(box(0.95, 1.2, 0.06, 0.35, 0, 0.40), _DARK)
    model.add(rounded_box(0.50, 1.16, 0.34, 0.05).moved(0.12, 0, 0.42), _BODY)
    _seats(model, 0.16, 0.76, 1.05)
    _cab(model, -0.14, 1.12, 1.2, 0.9, 1.90)
    for y in (-0.4, 0.4):
        model.add(box(0.03, 0.22, 0.12, 1.37, y, 0.62), "asset.car.lamp")
        model.add(box(0.02, 0.10, 0.22, -1.53, y * 1.3, 0.66), "asset.car.tail")
    model.add(rounded_box(1.28, 1.26, 1.08, 0.05, edge=0.03).moved(-0.86, 0, 0.60), _BODY)
    for side in (-1, 1):
        for x in (-1.15, -0.56):
            panel = rounded_box(0.5, 0.02, 0.8, 0.005).moved(x, side * 0.632, 0.74)
            model.add(panel, "asset.plastic.grey")
    for x in (-1.2, -0.55):
        model.add(cylinder(0.14, 0.26, 14).moved(x, 0.2, 1.68), "asset.plastic.green")
    model.add(box(0.9, 0.12, 0.10, -0.86, -0.3, 1.68), "asset.wood.raw")


def _sweeper_cab(model: Model) -> None:
    """A compact street sweeper with a glazed cab, two brushes and a hopper."""
    _wheels(model, (-0.78, 0.62), 0.47, 0.25, 0.18)
    model.add(box(2.2, 0.86, 0.16, -0.1, 0, 0.26), _BLACK)
    model.add(rounded_box(1.12, 1.12, 1.14, 0.14, edge=0.10).moved(-0.68, 0, 0.44), _BODY)
    model.add(rounded_box(0.98, 1.10, 0.52, 0.12, edge=0.03).moved(0.42, 0, 0.40), _BODY)
    model.add(prism(0.92, 1.04, 0.88, 0.74, 0.90, -0.05).moved(0.42, 0, 0.92), "asset.car.glass")
    model.add(rounded_box(0.82, 1.0, 0.10, 0.10).moved(0.36, 0, 1.79), _BODY)
    model.add(cylinder(0.07, 0.12, 14).moved(0.2, 0.3, 1.89), "asset.lamp.arrow")
    for x, y in ((0.86, 0.43), (0.86, -0.43), (0.0, 0.5), (0.0, -0.5)):
        model.add(tube([x, y, 0.9], [0.40 + (x - 0.42) * 0.76, y * 0.92, 1.8], 0.035, sides=6),
                  _BODY)  # fmt: skip
    for y in (-0.48, 0.48):
        model.add(tube([0.75, y * 0.6, 0.4], [1.12, y, 0.2], 0.035, sides=6), _DARK)
        model.add(cylinder(0.36, 0.16, 22, 0.20).moved(1.12, y, 0.02), "asset.plastic.blue")
        model.add(cylinder(0.14, 0.10, 16).moved(1.12, y, 0.18), _DARK)
        model.add(box(0.02, 0.2, 0.10, 0.92, y * 0.75, 0.66), "asset.car.lamp")
        model.add(box(0.02, 0.10, 0.24, -1.245, y, 0.72), "asset.car.tail")
    for z in (0.86, 0.96, 1.06, 1.16):
        model.add(box(0.02, 0.7, 0.035, -1.245, 0, z), _BLACK)
    hose = [[-0.1, 0.0, 0.25], [0.1, -0.3, 0.35], [-0.05, -0.59, 0.8], [-0.5, -0.59, 1.35],
            [-0.8, -0.3, 1.62]]  # fmt: skip
    model.add(limb(hose, [0.09] * 5, 10), _BLACK)


def _sweeper_ride(model: Model) -> None:
    """A ride-on sweeper: an open seat under a roof, a drum of bristles in front."""
    _wheels(model, (-0.7,), 0.46, 0.25, 0.18)
    _wheels(model, (0.55,), 0.12, 0.22, 0.2)
    model.add(rounded_box(1.9, 1.0, 0.30, 0.12, edge=0.05).moved(-0.1, 0, 0.28), _BODY)
    model.add(rounded_box(0.85, 1.04, 0.62, 0.12, edge=0.10).moved(-0.66, 0, 0.56), _BODY)
    model.add(rounded_box(0.26, 0.9, 0.60, 0.08, edge=0.05).moved(0.72, 0, 0.50), _BODY)
    _seats(model, -0.02, 0.72, 0.56)
    for y in (-0.46, 0.46):
        for x, top in ((0.72, 0.6), (-0.92, -0.9)):
            model.add(tube([x, y, 1.0], [top, y, 1.95], 0.028, sides=6), _DARK)
    model.add(rounded_box(1.75, 1.12, 0.09, 0.1).moved(-0.15, 0, 1.95), _BODY)
    model.add(cylinder(0.07, 0.12, 14).moved(-0.7, 0.3, 2.04), "asset.lamp.arrow")
    drum = cylinder(0.26, 1.2, 22).turned(roll=90).moved(1.02, 0.6, 0.27)
    model.add(drum, "asset.plastic.orange")
    model.add(rounded_box(0.55, 1.28, 0.10, 0.05).moved(0.98, 0, 0.52), _BODY)
    for y in (-0.3, 0.3):
        model.add(box(0.02, 0.18, 0.10, 0.86, y, 0.86), "asset.car.lamp")


_MACHINES: dict[str, tuple[str, tuple[Callable[[Model], None], ...], tuple[str, ...]]] = {
    "delivery_robot": ("delivery robot", (_robot_pod, _robot_box), _COLOURS),
    "mower": ("robot mower", (_mower_low, _mower_tracks), ("green", "orange", "red", "yellow")),
    "garden_cart": (
        "garden cart", (_cart_open, _cart_box), ("green", "orange", "red", "white", "blue"),
    ),
    "sweeper": (
        "sweeping machine", (_sweeper_cab, _sweeper_ride),
        ("yellow", "blue", "orange", "white", "green"),
    ),
}  # fmt: skip
"""What a prompt calls it, its shapes, its liveries."""
