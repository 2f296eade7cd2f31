"""Benches, bins, lamps, planters, boards, racks: what stands along the walks of a campus.

Fronts face +x; everything stands on z = 0.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from lookabout.world.assets.lettering import lettering
from lookabout.world.assets.model import Model, placed, repainted
from lookabout.world.assets.solids import (
    Piece,
    ball,
    box,
    cylinder,
    joined,
    lathe,
    limb,
    loft,
    plate,
    prism,
    ring,
    rounded_box,
    sheet,
    tube,
)
from lookabout.world.assets.street import mesh as street_mesh
from lookabout.world.assets.street_tall import bicycle as build_bicycle
from lookabout.world.scene import Mesh


def bench_slatted(paint: str, frame: str) -> Mesh:
    """Seat and back of slats on a cast frame with arms."""
    swap = {"asset.wood.raw": paint, "asset.metal.black": frame}
    return repainted(street_mesh("bench", 0), swap)


def bench_backless(paint: str) -> Mesh:
    """A long seat of boards without a back."""
    return repainted(street_mesh("bench", 2), {"asset.wood.dark": paint})


def bench_stone(stone: str) -> Mesh:
    """A slab on two feet."""
    return repainted(street_mesh("bench", 1), {"asset.stone.concrete": stone})


def bench_curved(paint: str) -> Mesh:
    """A seat and back of steel bars along an arc, open to the front."""
    model = Model()
    turn = np.radians(np.linspace(-42, 42, 13))
    radius = 1.75

    def arc(r: float, z: float, thick: float) -> None:
        points = [[radius - r * np.cos(t), r * np.sin(t), z] for t in turn]
        model.add(limb(points, [thick] * len(points), 6), paint, sharp=60)

    for k in range(6):
        arc(1.28 + 0.075 * k, 0.45 - 0.006 * k, 0.024)
    for k in range(4):
        arc(1.70 + 0.03 * k, 0.56 + 0.11 * k, 0.022)
    for t in turn[::4]:
        c, s = np.cos(t), np.sin(t)
        foot, rear = (radius - 1.36 * c, 1.36 * s), (radius - 1.66 * c, 1.66 * s)
        top = (radius - 1.80 * c, 1.80 * s)
        model.add(tube([*foot, 0], [*foot, 0.44], 0.03), "asset.metal.dark")
        model.add(tube([*rear, 0], [*rear, 0.45], 0.03), "asset.metal.dark")
        model.add(tube([*rear, 0.43], [*top, 0.93], 0.025), "asset.metal.dark")
        model.add(tube([*foot, 0.42], [*rear, 0.42], 0.025), "asset.metal.dark")
    return model.mesh()


def bin_round(paint: str) -> Mesh:
    """A drum of steel slats that leans out towards its rim."""
    model = Model()
    model.add(cylinder(0.235, 0.80, 20, 0.27).moved(z=0.04), "asset.car.seam")
    for a in np.linspace(0, 360, 18, endpoint=False):
        slat = box(0.018, 0.066, 0.82, 0, 0, 0).turned(pitch=2.5)
        model.add(slat.moved(0.245, 0, 0.03).turned(yaw=float(a)), paint)
    for radius, z in ((0.262, 0.08), (0.29, 0.80)):
        model.add(ring(radius, 0.02, 24, 6).moved(z=z), paint)
    model.add(ring(0.285, 0.035, 24, 8).moved(z=0.85), "asset.metal.black")
    return model.mesh()


def bin_domed(paint: str) -> Mesh:
    """A drum under a dome with a mouth."""
    return repainted(street_mesh("bin", 1), {"asset.plastic.grey": paint})


def bin_square(paint: str) -> Mesh:
    """A clad post with a mouth on two sides and an ashtray on top."""
    model = Model()
    model.add(rounded_box(0.46, 0.46, 0.92, 0.05, edge=0.02).moved(z=0.06), paint)
    model.add(box(0.40, 0.40, 0.06, 0, 0, 0), "asset.metal.dark")
    model.add(rounded_box(0.54, 0.54, 0.05, 0.05, edge=0.02).moved(z=1.04), "asset.metal.dark")
    for x in (-0.16, 0.16):
        model.add(box(0.03, 0.40, 0.06, x, 0, 0.98), "asset.metal.dark")
    for x in (-0.232, 0.226):
        model.add(box(0.006, 0.30, 0.16, x, 0, 0.74), "asset.car.seam")
    model.add(cylinder(0.07, 0.012, 14).moved(z=1.09), "asset.metal.galvanised")
    return model.mesh()


_SORTS = {
    "blue": ("asset.plastic.blue", "PAPER"),
    "yellow": ("asset.metal.yellow", "CANS"),
    "green": ("asset.plastic.green", "GLASS"),
    "red": ("asset.metal.red", "WASTE"),
}


def recycling(colours: tuple[str, ...], body: str, roofed: bool) -> Mesh:
    """A row of bins, a colour and a word for each sort."""
    model = Model()
    wide = 0.62
    length = wide * len(colours)
    for k, name in enumerate(colours):
        paint, word = _SORTS[name]
        y = (k - (len(colours) - 1) / 2) * wide
        model.add(rounded_box(0.60, wide - 0.05, 1.02, 0.04).moved(0, y, 0.05), body)
        model.add(box(0.02, wide - 0.12, 0.34, 0.295, y, 0.66), paint)
        model.add(rounded_box(0.62, wide - 0.04, 0.10, 0.04).moved(0, y, 1.06), paint)
        model.add(cylinder(0.11, 0.02, 18).turned(pitch=90).moved(0.298, y, 0.83), "asset.car.seam")
        text = lettering(word, 0.085, wide - 0.15)
        model.add(text.moved(0.312, y, 0.54), "asset.paper.white", sharp=60)
    model.add(box(0.56, length - 0.06, 0.06, 0, 0, 0), "asset.metal.dark")
    if roofed:
        for y in (-length / 2 - 0.03, length / 2 + 0.03):
            model.add(box(0.08, 0.06, 2.05, -0.28, y, 0), "asset.metal.dark")
        roof = box(0.95, length + 0.3, 0.06, 0, 0, 0).turned(pitch=-6)
        model.add(roof.moved(0.08, 0, 2.05), "asset.metal.dark")
        model.add(box(0.03, length, 0.42, -0.28, 0, 1.55), body)
    return model.mesh()


def lamp_globe(paint: str, globes: int) -> Mesh:
    """A post with one globe, or two on an arm."""
    model = Model()
    foot = [(0.15, 0), (0.15, 0.22), (0.10, 0.34), (0.065, 0.5), (0.05, 3.5)]
    model.add(lathe(foot, 14), paint)
    places = [0.0] if globes == 1 else [-0.42, 0.42]
    if globes == 2:
        arm = [[0, -0.42, 3.52], [0, -0.25, 3.42], [0, 0, 3.38], [0, 0.25, 3.42], [0, 0.42, 3.52]]
        model.add(limb(arm, [0.03] * 5, 8), paint)
    for y in places:
        model.add(lathe([(0.05, 3.45), (0.13, 3.56), (0.15, 3.62), (0.06, 3.64)], 14).moved(y=y),
                  paint)  # fmt: skip
        model.add(ball(0.21, 0.21, 0.21, 16, 9).moved(0, y, 3.82), "asset.lamp.glass", sharp=60)
    return model.mesh()


def lamp_lantern(paint: str) -> Mesh:
    """A post with a four-sided lantern under a little roof."""
    model = Model()
    foot = [(0.17, 0), (0.17, 0.12), (0.12, 0.2), (0.11, 0.75), (0.07, 0.85), (0.05, 3.3),
            (0.09, 3.34), (0.05, 3.4)]  # fmt: skip
    model.add(lathe(foot, 14), paint)
    model.add(box(0.05, 0.6, 0.05, 0, 0, 2.95), paint)
    model.add(prism(0.22, 0.22, 0.46, 1.75, 1.75).moved(z=3.42), "asset.lamp.glass")
    for a in range(4):
        bar = tube([0.11, 0.11, 3.40], [0.195, 0.195, 3.90], 0.016, sides=5).turned(yaw=90 * a)
        model.add(bar, paint)
    model.add(prism(0.50, 0.50, 0.24, 0.2, 0.2).moved(z=3.88), paint)
    model.add(ball(0.05, 0.05, 0.07, 8, 5).moved(z=4.16), paint)
    return model.mesh()


def lamp_modern(paint: str) -> Mesh:
    """A tapered mast with a flat head to one side."""
    model = Model()
    model.add(lathe([(0.11, 0), (0.11, 0.02), (0.075, 0.03), (0.045, 4.5)], 12), paint)
    model.add(box(0.62, 0.24, 0.07, 0.24, 0, 4.48), paint)
    model.add(box(0.46, 0.18, 0.012, 0.29, 0, 4.466), "asset.lamp.glass")
    return model.mesh()


def bollard_lamp(paint: str) -> Mesh:
    """A waist-high post with a lit ring."""
    model = Model()
    model.add(cylinder(0.085, 0.78, 16), paint)
    model.add(cylinder(0.072, 0.14, 16).moved(z=0.78), "asset.lamp.glass")
    model.add(lathe([(0.10, 0.92), (0.10, 0.97), (0.02, 1.0)], 16), paint)
    return model.mesh()


def planter(shape: str, bloom: str) -> Mesh:
    """A tub, box or bowl full of leaves and flowers of one colour."""
    model = Model()
    rng = np.random.default_rng([0x9A7, len(shape), len(bloom)])
    if shape == "box":
        model.add(prism(0.95, 1.7, 0.62, 1.0, 1.0), "asset.wood.raw")
        for z in (0.04, 0.30, 0.54):
            model.add(box(1.0, 1.75, 0.05, 0, 0, z), "asset.wood.dark")
        half, top = (0.40, 0.78), 0.60
        model.add(box(0.88, 1.62, 0.02, 0, 0, 0.61), "asset.earth.soil")
    elif shape == "bowl":
        rim = [(0.34, 0), (0.38, 0.06), (0.56, 0.40), (0.72, 0.56), (0.74, 0.64), (0.66, 0.64),
               (0.64, 0.56)]  # fmt: skip
        model.add(lathe(rim, 28), "asset.stone.concrete")
        half, top = (0.46, 0.46), 0.58
        model.add(cylinder(0.65, 0.03, 24).moved(z=0.55), "asset.earth.soil")
    else:
        rim = [(0.44, 0), (0.60, 0.02), (0.62, 0.80), (0.56, 0.80), (0.55, 0.72)]
        model.add(lathe(rim, 24), "asset.metal.corroded")
        half, top = (0.40, 0.40), 0.74
        model.add(cylinder(0.56, 0.03, 20).moved(z=0.71), "asset.earth.soil")
    area = 4 * half[0] * half[1]

    def strewn(count: int, piece: Callable[[], Piece], over: float, spread: float) -> Piece:
        pieces = []
        for _ in range(count):
            x, y = rng.uniform(-half[0], half[0]), rng.uniform(-half[1], half[1])
            rise = 0.18 * (1 - (x / half[0]) ** 2 / 2 - (y / half[1]) ** 2 / 2)
            z = top + rise * rng.uniform(over, 1) + spread * rng.uniform(0.4, 1)
            pieces.append(piece().moved(x, y, z))
        return joined(pieces)

    leaf, petals = ball(0.11, 0.09, 0.10, 6, 4), ball(0.045, 0.045, 0.025, 6, 3)
    for share, name in ((48, "asset.plant.leaf"), (24, "asset.plant.dark")):
        lump = strewn(int(share * area), lambda: leaf.turned(yaw=rng.uniform(0, 180)), 0.3, 0.0)
        model.add(lump, name, sharp=50)
    tilted = strewn(int(95 * area), lambda: petals.turned(roll=rng.uniform(-30, 30)), 1.0, 0.16)
    model.add(tilted, bloom, sharp=60)
    return model.mesh()


def notice_board(frame: str, panel: str, roofed: bool) -> Mesh:
    """Sheets of paper on a board between two posts."""
    model = Model()
    rng = np.random.default_rng([0xB0A, len(frame), len(panel)])
    for y in (-0.86, 0.86):
        model.add(box(0.10, 0.10, 2.05, 0, y, 0), frame)
    model.add(box(0.07, 1.64, 1.12, 0, 0, 0.82), frame)
    for x in (-0.045, 0.045):
        model.add(box(0.012, 1.52, 1.0, x, 0, 0.88), panel)
    for side in (-1, 1):
        for row in range(2):
            y = -0.66
            while y < 0.52:
                wide, high = rng.uniform(0.16, 0.30), rng.uniform(0.24, 0.40)
                if rng.random() < 0.85:
                    paper = ("asset.paper.white", "asset.paper.white", "asset.reflective.yellow",
                             "asset.plant.pink", "asset.cloth.sky", "asset.metal.red",
                             "asset.plastic.blue")[int(rng.integers(7))]  # fmt: skip
                    sheet = box(0.004, wide, high, 0, 0, -high / 2)
                    sheet = sheet.turned(roll=rng.uniform(-3, 3))
                    z = 1.62 - 0.46 * row
                    model.add(sheet.moved(side * 0.054, y + wide / 2, z), paper)
                y += wide + rng.uniform(0.03, 0.1)
    if roofed:
        for side in (-1, 1):
            roof = box(0.46, 2.1, 0.04, 0, 0, 0).turned(pitch=side * 24)
            model.add(roof.moved(side * 0.19, 0, 2.07), "asset.wood.dark")
    else:
        model.add(box(0.16, 1.9, 0.08, 0, 0, 2.02), frame)
    return model.mesh()


def info_pillar(paint: str) -> Mesh:
    """A round advertising column with posters and a cap."""
    model = Model()
    model.add(lathe([(0.78, 0), (0.78, 0.16), (0.68, 0.24), (0.66, 0.30)], 32), paint)
    model.add(cylinder(0.64, 2.35, 32).moved(z=0.28), "asset.paper.white")
    model.add(
        lathe([(0.66, 2.6), (0.80, 2.68), (0.82, 2.78), (0.66, 2.86), (0.40, 3.15), (0.1, 3.3),
               (0.06, 3.5)], 32),
        paint,
    )  # fmt: skip
    model.add(ball(0.1, 0.1, 0.1, 10, 6).moved(z=3.55), paint)
    colours = ("asset.metal.red", "asset.plastic.blue", "asset.reflective.yellow",
               "asset.plastic.orange", "asset.cloth.teal", "asset.plant.pink",
               "asset.plastic.green", "asset.cloth.purple")  # fmt: skip
    for k in range(6):
        a = np.radians(60 * k)
        turn = np.linspace(a - 0.44, a + 0.44, 8)
        for z0, z1, name in ((0.55, 1.75, colours[k]), (1.86, 2.45, colours[(k + 3) % 8])):
            rows = [[[0.648 * np.cos(t), 0.648 * np.sin(t), z] for t in turn] for z in (z0, z1)]
            model.add(sheet(rows), name, sharp=80)
    return model.mesh()


def picnic_table(wood: str, shade: str) -> Mesh:
    """A table with two benches in one frame; a parasol over it if ``shade`` names its cloth."""
    model = Model()
    for k in range(6):
        model.add(box(0.13, 1.9, 0.04, -0.36 + 0.145 * k, 0, 0.72), wood)
    for side in (-1, 1):
        for k in range(2):
            model.add(box(0.13, 1.9, 0.04, side * (0.68 + 0.145 * k), 0, 0.43), wood)
    for y in (-0.68, 0.68):
        model.add(box(1.7, 0.09, 0.05, 0, y, 0.38), wood)
        model.add(box(0.85, 0.09, 0.05, 0, y, 0.67), wood)
        for side in (-1, 1):
            model.add(tube([side * 0.62, y, 0.0], [side * 0.26, y, 0.7], 0.045, sides=4), wood)
    if shade:
        model.add(tube([0, 0, 0], [0, 0, 2.62], 0.028, sides=8), "asset.wood.raw")
        model.add(cylinder(0.28, 0.07, 16).moved(z=0), "asset.stone.grey")
        ring_low = [[1.45 * np.cos(t), 1.45 * np.sin(t), 2.12] for t in
                    np.radians(np.arange(0, 360, 45))]  # fmt: skip
        high = [[0.03 * np.cos(t), 0.03 * np.sin(t), 2.66] for t in
                np.radians(np.arange(0, 360, 45))]  # fmt: skip
        hem = [[1.45 * np.cos(t), 1.45 * np.sin(t), 1.97] for t in
               np.radians(np.arange(0, 360, 45))]  # fmt: skip
        model.add(loft([hem, ring_low, high], cap_start=False), shade, sharp=20)
        inner = [[p[0] * 0.985, p[1] * 0.985, p[2] - 0.02] for p in ring_low]
        model.add(loft([[[0, 0, 2.6]] * 8, inner][::1], cap_start=False, cap_end=False), shade)
    return model.mesh()


def rack(bicycles: tuple[str, ...], hoops: int) -> Mesh:
    """Steel hoops in a row on two rails; ``bicycles``: paints of those that stand there."""
    model = Model()
    pitch = 0.9
    for k in range(hoops):
        y = (k - (hoops - 1) / 2) * pitch
        arch = [[-0.38, y, 0.0], [-0.38, y, 0.62]]
        arch += [[0.38 * np.cos(t), y, 0.62 + 0.2 * np.sin(t)] for t in
                 np.radians(np.linspace(170, 10, 9))]  # fmt: skip
        arch += [[0.38, y, 0.62], [0.38, y, 0.0]]
        model.add(limb(arch, [0.026] * len(arch), 8), "asset.metal.galvanised", sharp=60)
    for x in (-0.38, 0.38):
        model.add(box(0.06, hoops * pitch, 0.025, x, 0, 0), "asset.metal.galvanised")
    for k, paint in enumerate(bicycles):
        y = (k - (hoops - 1) / 2) * pitch + 0.20
        model.add_model(_bicycle(paint, k), placed(0.02, y, 0, 180.0 * (k % 2)))
    return model.mesh()


def _bicycle(paint: str, number: int) -> Model:
    model = Model()
    build_bicycle(model, paint, step=number % 3 == 1, basket=number % 3 == 1, drop=number % 4 == 2)
    return model


def bicycle(paint: str, number: int) -> Mesh:
    """One bicycle on its stand."""
    return _bicycle(paint, number).mesh()


def signpost(paint: str, words: tuple[str, ...]) -> Mesh:
    """Fingers with words that point various ways."""
    model = Model()
    model.add(tube([0, 0, 0], [0, 0, 2.75], 0.045, sides=10), paint)
    model.add(ball(0.07, 0.07, 0.07, 10, 6).moved(z=2.78), paint)
    for k, word in enumerate(words):
        z = 2.5 - 0.2 * k
        arm = Model()
        shape = [[0.05, -0.075], [0.88, -0.075], [1.0, 0.0], [0.88, 0.075], [0.05, 0.075]]
        finger = plate(shape, 0.03, 0.0)
        arm.add(finger.turned(roll=90).moved(0, 0.015, 0), paint)
        for side in (-1, 1):
            text = lettering(word, 0.085, 0.72).turned(yaw=90 * side)
            arm.add(text.moved(0.45, side * 0.019, 0), "asset.paper.white", sharp=60)
        model.add_model(arm, placed(0, 0, z, 97.0 * k + 20))
    return model.mesh()
