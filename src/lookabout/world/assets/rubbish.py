"""Single pieces of waste, as pieces with materials around their own origin."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from lookabout.world.assets.solids import (
    Piece,
    ball,
    box,
    cylinder,
    disc_wheel,
    lumpy,
    prism,
    ring,
    rotation,
    rounded_box,
    sheet,
    tube,
)

Parts = list[tuple[Piece, str]]
Make = Callable[[np.random.Generator], Parts]


def bag(rng: np.random.Generator) -> Parts:
    """A tied refuse sack."""
    size = float(rng.uniform(0.26, 0.44))
    body = ball(size, size * rng.uniform(0.75, 1.0), size * rng.uniform(0.55, 0.8), 12, 8)
    body = lumpy(body, 0.07, rng, 5.0)
    names = [
        "asset.plastic.black",
        "asset.plastic.black",
        "asset.plastic.black",
        "asset.plastic.white",
        "asset.plastic.grey",
        "asset.plastic.blue",
        "asset.plastic.clear",
    ]
    name = names[int(rng.integers(len(names)))]
    knot = cylinder(0.05, 0.16, 6, 0.09).moved(z=float(body.vertices[:, 2].max()) - 0.05)
    turn = rotation(pitch=float(rng.uniform(-70, 70)), roll=float(rng.uniform(-70, 70)))
    return [(Piece(p.vertices @ turn.T, p.triangles), name) for p in (body, knot)]


def tyre(rng: np.random.Generator) -> Parts:
    """A car or van tyre."""
    radius = float(rng.uniform(0.2, 0.3))
    return [(ring(radius, 0.095, 20, 8).scaled(1, 1, 1.05), "asset.car.tyre")]


def barrel(rng: np.random.Generator) -> Parts:
    """An oil drum, upright or on its side."""
    name = str(
        rng.choice(
            [
                "asset.metal.rust",
                "asset.metal.blue",
                "asset.metal.corroded",
                "asset.metal.red",
                "asset.metal.yellow",
            ]
        )
    )
    parts = [
        (cylinder(0.285, 0.86, 18), name),
        (cylinder(0.25, 0.01, 16).moved(z=0.856), "asset.metal.dark"),
    ]
    parts += [(ring(0.285, 0.016, 18, 5).moved(z=z), name) for z in (0.02, 0.29, 0.57, 0.85)]
    if rng.random() < 0.7:
        return [(p.moved(z=-0.43).turned(pitch=90), n) for p, n in parts]
    return parts


def metal_sheet(rng: np.random.Generator) -> Parts:
    """A bent corrugated sheet."""
    length, width = float(rng.uniform(0.9, 1.9)), float(rng.uniform(0.6, 0.95))
    x = np.linspace(-length / 2, length / 2, 9)
    y = np.linspace(-width / 2, width / 2, 25)
    gx, gy = np.meshgrid(x, y, indexing="xy")
    bend = rng.uniform(-0.10, 0.16) * (gx / length * 2) ** 2 + rng.uniform(-0.1, 0.1) * gx * gy
    z = bend + 0.018 * np.sin(gy * 2 * np.pi / 0.13)
    upper = np.stack([gx, gy, z], -1)
    lower = np.stack([gx, gy, z - 0.004], -1)[::-1]
    name = str(rng.choice(["asset.metal.galvanised", "asset.metal.rust", "asset.metal.corroded"]))
    return [(sheet(upper), name), (sheet(lower), name)]


def carton(rng: np.random.Generator) -> Parts:
    """A cardboard box, shut, or open with flaps."""
    length, width = float(rng.uniform(0.35, 0.8)), float(rng.uniform(0.3, 0.55))
    height = float(rng.uniform(0.2, 0.5))
    name = "asset.paper.brown"
    if rng.random() < 0.5:
        tape = box(length * 1.002, 0.06, 0.004, 0, 0, height)
        return [(box(length, width, height), name), (tape, "asset.paper.white")]
    parts = [(box(length, width, 0.02), name)]
    for s in (-1, 1):
        parts.append((box(0.015, width, height, s * length / 2, 0, 0), name))
        parts.append((box(length, 0.015, height, 0, s * width / 2, 0), name))
        flap = box(length * 0.4, width, 0.012).moved(x=length * 0.2)
        flap = flap.turned(pitch=float(rng.uniform(-30, 50)))
        flap = flap.moved(length / 2, 0, height - 0.01)
        parts.append((flap if s > 0 else flap.turned(yaw=180), name))
    return parts


def plank(rng: np.random.Generator) -> Parts:
    """One to three boards nailed together."""
    name = str(rng.choice(["asset.wood.raw", "asset.wood.old", "asset.wood.dark"]))
    length = float(rng.uniform(0.9, 2.2))
    parts = [(box(length, 0.14, 0.035), name)]
    if rng.random() < 0.4:
        parts.append((box(length * 0.9, 0.14, 0.035, 0.05, 0.2, 0), name))
        for x in (-0.3, 0.3):
            parts.append((box(0.1, 0.4, 0.03, x * length, 0.1, 0.035), name))
    return parts


def pallet(rng: np.random.Generator) -> Parts:
    """A goods pallet."""
    name = "asset.wood.old"
    parts = [(box(1.2, 0.11, 0.022, 0, y, 0.12), name) for y in np.linspace(-0.35, 0.35, 5)]
    parts += [(box(0.1, 0.8, 0.02, x, 0, 0.1), name) for x in (-0.54, 0, 0.54)]
    parts += [
        (box(0.1, 0.1, 0.08, x, y, 0.02), name) for x in (-0.54, 0, 0.54) for y in (-0.34, 0, 0.34)
    ]
    parts += [(box(1.2, 0.1, 0.02, 0, y, 0), name) for y in (-0.34, 0, 0.34)]
    return parts


def mattress(rng: np.random.Generator) -> Parts:
    """A stained mattress."""
    pad = rounded_box(1.9, float(rng.uniform(0.85, 1.3)), 0.19, 0.07)
    return [(lumpy(pad, 0.03, rng, 2.0), "asset.cloth.mattress")]


def appliance(rng: np.random.Generator) -> Parts:
    """A fridge, or a washing machine with its door."""
    name = str(rng.choice(["asset.metal.white", "asset.metal.white", "asset.metal.galvanised"]))
    if rng.random() < 0.5:
        height = float(rng.uniform(0.9, 1.5))
        parts = [
            (rounded_box(0.6, 0.58, height, 0.03, edge=0.02), name),
            (box(0.05, 0.56, height * 0.96, 0.325, 0, 0.02), name),
            (box(0.03, 0.03, 0.3, 0.36, 0.22, height * 0.5), "asset.metal.dark"),
        ]
        return [(p.moved(z=-height / 2).turned(pitch=90), n) for p, n in parts]
    door = cylinder(0.19, 0.03, 16).turned(pitch=90).moved(0.29, 0, 0.42)
    return [
        (box(0.58, 0.6, 0.85), name),
        (door, "asset.metal.dark"),
        (box(0.02, 0.5, 0.1, 0.29, 0, 0.7), "asset.plastic.grey"),
    ]


def sofa(rng: np.random.Generator) -> Parts:
    """A worn two-seater."""
    name = "asset.cloth.sofa"
    parts = [(rounded_box(0.8, 1.5, 0.36, 0.07), name)]
    parts.append((rounded_box(0.22, 1.5, 0.75, 0.08).moved(-0.32, 0, 0), name))
    parts += [(rounded_box(0.8, 0.2, 0.58, 0.08).moved(0, s * 0.72, 0), name) for s in (-1, 1)]
    parts += [
        (rounded_box(0.55, 0.58, 0.16, 0.07).moved(0.1, s * 0.31, 0.32), name) for s in (-1, 1)
    ]
    return parts


def bucket(rng: np.random.Generator) -> Parts:
    """A bucket or paint tin, often on its side."""
    name = str(
        rng.choice(
            [
                "asset.plastic.blue",
                "asset.plastic.white",
                "asset.plastic.orange",
                "asset.plastic.green",
                "asset.metal.red",
            ]
        )
    )
    parts = [
        (cylinder(0.12, 0.3, 12, 0.16), name),
        (cylinder(0.14, 0.01, 12).moved(z=0.295), "asset.car.seam"),
    ]
    if rng.random() < 0.6:
        return [(p.turned(pitch=90), n) for p, n in parts]
    return parts


def bottle(rng: np.random.Generator) -> Parts:
    """A plastic bottle or a can."""
    if rng.random() < 0.5:
        can = disc_wheel(0.035, 0.13, 10)
        return [
            (can, str(rng.choice(["asset.metal.red", "asset.car.chrome", "asset.metal.green"])))
        ]
    body = tube([-0.12, 0, 0], [0.12, 0, 0], 0.05, sides=8)
    neck = tube([0.12, 0, 0], [0.2, 0, 0], 0.04, 0.016, sides=8)
    name = str(rng.choice(["asset.plastic.clear", "asset.plastic.green", "asset.plastic.blue"]))
    return [(body, name), (neck, name)]


def scrap(rng: np.random.Generator) -> Parts:
    """Paper or plastic film lying crumpled."""
    n = 5
    x, y = np.meshgrid(np.linspace(-0.5, 0.5, n), np.linspace(-0.5, 0.5, n))
    size = rng.uniform(0.15, 0.55, 2)
    z = 0.02 + np.abs(rng.normal(0, 0.022, x.shape))
    upper = np.stack([x * size[0], y * size[1], z], -1)
    lower = (upper - [0, 0, 0.003])[::-1]
    name = str(
        rng.choice(
            [
                "asset.paper.white",
                "asset.paper.brown",
                "asset.plastic.clear",
                "asset.plastic.blue",
                "asset.paper.white",
            ]
        )
    )
    return [(sheet(upper), name), (sheet(lower), name)]


def pipe(rng: np.random.Generator) -> Parts:
    """A length of pipe or an angle iron."""
    length = float(rng.uniform(0.8, 2.0))
    name = str(rng.choice(["asset.metal.rust", "asset.metal.galvanised", "asset.plastic.orange"]))
    bar = tube([-length / 2, 0, 0], [length / 2, 0, 0], float(rng.uniform(0.025, 0.06)), sides=10)
    return [(bar, name)]


def car_door(rng: np.random.Generator) -> Parts:
    """A car door or bonnet torn off."""
    name = str(
        rng.choice(
            ["asset.metal.rust", "asset.paint.blue", "asset.paint.grey", "asset.metal.corroded"]
        )
    )
    panel = rounded_box(1.05, 0.72, 0.09, 0.12, edge=0.04)
    frame = [
        (tube(a, b, 0.022, sides=6), name)
        for a, b in (
            ([-0.45, 0.34, 0.05], [-0.25, 0.74, 0.05]),
            ([-0.25, 0.74, 0.05], [0.3, 0.74, 0.05]),
            ([0.3, 0.74, 0.05], [0.48, 0.34, 0.05]),
        )
    ]
    return [(panel, name), *frame]


def toilet(rng: np.random.Generator) -> Parts:
    """A broken toilet bowl."""
    bowl = cylinder(0.11, 0.36, 12, 0.19)
    tank = prism(0.18, 0.36, 0.34).moved(-0.22, 0, 0.34)
    name = "asset.plastic.white"
    rim = ring(0.16, 0.03, 16, 6).moved(z=0.37)
    return [(p.turned(roll=80), name) for p in (bowl, tank, rim)]


def engine(rng: np.random.Generator) -> Parts:
    """A rusty engine block."""
    parts: Parts = [(box(0.55, 0.38, 0.36), "asset.metal.corroded")]
    parts += [
        (cylinder(0.07, 0.12, 10).moved(x, 0, 0.35), "asset.metal.rust") for x in (-0.18, 0, 0.18)
    ]
    parts.append(
        (disc_wheel(0.14, 0.06, 14).turned(yaw=90).moved(0.3, 0, 0.16), "asset.metal.dark")
    )
    return parts
