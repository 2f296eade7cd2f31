"""What a campus has a few of: kiosks, pavilions, shelters, a fountain, a clock tower, flags.

Fronts face +x; everything stands on z = 0.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from lookabout.world.assets.lettering import lettering
from lookabout.world.assets.model import Model, placed
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
    sheet,
    tube,
)
from lookabout.world.assets.street_tall import bicycle
from lookabout.world.scene import Mesh

_STONE, _DARK, _WOOD = "asset.stone.concrete", "asset.metal.dark", "asset.wood.raw"


def kiosk(paint: str, word: str) -> Mesh:
    """A hut with a hatch, a counter, an awning and a word over it."""
    model = Model()
    model.add(box(2.5, 3.2, 0.12, 0, 0, 0), _STONE)
    model.add(box(2.2, 2.9, 2.55, 0, 0, 0.12), paint)
    model.add(box(0.04, 2.1, 1.05, 1.09, 0, 1.15), "asset.car.seam")
    model.add(box(0.46, 2.3, 0.06, 1.25, 0, 1.08), _WOOD)
    for y in (-1.1, 1.1):
        model.add(box(0.03, 0.06, 1.1, 1.115, y, 1.12), "asset.paper.white")
    for k in range(8):
        y0 = -1.2 + 0.3 * k
        name = "asset.paper.white" if k % 2 else paint
        top, low = [1.10, 2.42], [2.05, 2.08]
        rows = [[[low[0], y0, low[1]], [low[0], y0 + 0.3, low[1]]],
                [[top[0], y0, top[1]], [top[0], y0 + 0.3, top[1]]]]  # fmt: skip
        model.add(sheet(rows), name, sharp=80)
        model.add(box(0.01, 0.3, 0.16, low[0], y0 + 0.15, low[1] - 0.16), name)
    model.add(box(2.7, 3.4, 0.10, 0, 0, 2.67), _DARK)
    model.add(box(0.10, 2.3, 0.50, 1.2, 0, 2.77), "asset.paper.white")
    model.add(lettering(word, 0.32, 2.0).moved(1.256, 0, 3.02), "asset.car.seam", sharp=60)
    for y in (-1.455, 1.455):
        model.add(box(1.1, 0.03, 0.9, 0, y, 1.25), "asset.glass.clear")
        model.add(box(1.2, 0.02, 1.0, 0, y, 1.2), "asset.paper.white")
    model.add(box(0.03, 0.85, 2.05, -1.105, 0.7, 0.12), "asset.paper.white")
    model.add(box(0.05, 0.03, 0.14, -1.13, 0.42, 1.05), _DARK)
    return model.mesh()


def gazebo(roof: str, posts: str) -> Mesh:
    """An eight-sided pavilion with a railing, open in front."""
    model = Model()
    turn = np.radians(np.arange(22.5, 360, 45))
    radius = 2.6

    def eight(r: float, z: float) -> list[list[float]]:
        return [[r * np.cos(t), r * np.sin(t), z] for t in turn]

    model.add(loft([eight(3.0, 0), eight(3.0, 0.16)]), _STONE, sharp=20)
    for x, y, _ in eight(radius, 0):
        model.add(cylinder(0.09, 2.55, 12).moved(x, y, 0.16), posts)
        model.add(box(0.26, 0.26, 0.10, x, y, 0.16), posts)
    model.add(loft([eight(2.74, 2.62), eight(2.74, 2.84), eight(2.48, 2.84), eight(2.48, 2.62)],
                   False, False), posts, sharp=20)  # fmt: skip
    model.add(
        loft([eight(2.5, 2.72), eight(3.15, 2.72), eight(3.15, 2.80), eight(0.5, 4.05)]),
        roof,
        sharp=20,
    )
    model.add(loft([eight(0.42, 4.0), eight(0.42, 4.35), eight(0.6, 4.37), eight(0.05, 4.9)]),
              roof, sharp=20)  # fmt: skip
    model.add(ball(0.1, 0.1, 0.14, 10, 6).moved(z=5.0), "asset.metal.galvanised")
    corners = eight(radius, 0)
    for k in range(8):
        if k == 7:  # from -22.5° to 22.5°, the front
            continue
        a, b = np.array(corners[k]), np.array(corners[(k + 1) % 8])
        for z in (0.35, 1.02):
            model.add(tube([*a[:2], z], [*b[:2], z], 0.035, sides=6), posts)
        for t in np.linspace(0.1, 0.9, 9):
            p = a + t * (b - a)
            model.add(tube([*p[:2], 0.35], [*p[:2], 1.02], 0.016, sides=5), posts)
        middle = (a + b) / 2 * 0.86
        yaw = float(np.degrees(np.arctan2(middle[1], middle[0])))
        seat = Model()
        seat.add(box(0.42, 1.45, 0.05, 0, 0, 0.44), _WOOD)
        for y in (-0.6, 0.6):
            seat.add(box(0.3, 0.06, 0.28, 0, y, 0.16), _WOOD)
        model.add_model(seat, placed(float(middle[0]), float(middle[1]), 0, yaw))
    return model.mesh()


def shelter(frame: str, roof: str, bicycles: tuple[str, ...]) -> Mesh:
    """A roof on posts over a row of hoops and bicycles, closed behind by glass."""
    model = Model()
    length = 5.4
    for y in (-length / 2, 0.0, length / 2):
        model.add(box(0.10, 0.10, 2.35, -1.05, y, 0), frame)
        arm = tube([-1.05, y, 2.30], [1.15, y, 2.52], 0.05, sides=6)
        model.add(arm, frame)
    turn = np.linspace(0, 1, 9)
    for dz, flip in ((0.0, False), (-0.03, True)):
        rows = [[[-1.3 + 2.6 * t, y, 2.38 + 0.22 * np.sin(np.pi * (0.1 + 0.75 * t)) + dz]
                 for t in turn] for y in (-length / 2 - 0.2, length / 2 + 0.2)]  # fmt: skip
        model.add(sheet(rows[::-1] if flip else rows), roof, sharp=80)
    model.add(box(0.02, length, 1.7, -1.05, 0, 0.45), "asset.glass.clear")
    count = 6
    for k in range(count):
        y = (k - (count - 1) / 2) * 0.86
        hoop = [[-0.55, y, 0], [-0.55, y, 0.72], [-0.45, y, 0.8], [0.15, y, 0.8], [0.25, y, 0.72],
                [0.25, y, 0]]  # fmt: skip
        model.add(limb(hoop, [0.024] * 6, 8), "asset.metal.galvanised", sharp=60)
    for k, paint in enumerate(bicycles):
        one = Model()
        bicycle(one, paint, step=k % 3 == 1, basket=k % 3 == 1, drop=k % 4 == 2)
        y = (k - (count - 1) / 2) * 0.86 + 0.2
        model.add_model(one, placed(-0.1, y, 0, 180.0 * (k % 2)))
    return model.mesh()


def fountain(tiers: int) -> Mesh:
    """A round basin with bowls over it and water that falls."""
    model = Model()
    basin = [(4.0, 0), (4.0, 0.12), (3.85, 0.16), (3.8, 0.46), (3.98, 0.50), (3.98, 0.60),
             (3.45, 0.60), (3.42, 0.34)]  # fmt: skip
    model.add(lathe(basin, 48), _STONE, sharp=40)
    model.add(cylinder(3.43, 0.02, 48).moved(z=0.44), "asset.water.basin")
    model.add(lathe([(0.75, 0.3), (0.62, 0.6), (0.34, 0.8), (0.28, 1.4), (0.5, 1.55)], 24), _STONE)
    bowl = [(0.3, 1.45), (1.2, 1.72), (1.5, 1.92), (1.52, 2.02), (1.40, 2.02), (1.38, 1.94)]
    model.add(lathe(bowl, 36), _STONE, sharp=40)
    model.add(cylinder(1.39, 0.02, 36).moved(z=1.965), "asset.water.basin")
    if tiers > 1:
        model.add(lathe([(0.28, 1.9), (0.17, 2.2), (0.15, 2.7), (0.28, 2.8)], 18), _STONE)
        small = [(0.2, 2.72), (0.62, 2.88), (0.72, 3.0), (0.72, 3.06), (0.64, 3.06), (0.62, 3.0)]
        model.add(lathe(small, 28), _STONE, sharp=40)
        model.add(cylinder(0.63, 0.02, 28).moved(z=3.02), "asset.water.basin")
        model.add(lathe([(0.12, 3.0), (0.08, 3.3), (0.16, 3.4), (0.1, 3.6), (0.02, 3.72)], 14),
                  _STONE)  # fmt: skip
    else:
        model.add(ball(0.34, 0.34, 0.34, 18, 10).moved(z=2.3), _STONE, sharp=60)
    return model.mesh()


def fountain_water(tiers: int) -> Mesh:
    """The falling water, which one can see and fly through."""
    model = Model()
    rng = np.random.default_rng(0xF0)
    falls = [(1.5, 2.0, 0.46, 26)] + ([(0.7, 3.04, 1.98, 16)] if tiers > 1 else [])
    for radius, top, low, count in falls:
        for k in range(count):
            a = 2 * np.pi * (k + rng.uniform(-0.3, 0.3)) / count
            out = rng.uniform(0.18, 0.34)
            points = [[(radius + out * t) * np.cos(a), (radius + out * t) * np.sin(a),
                       top - (top - low) * t * t] for t in (0.0, 0.35, 0.7, 1.0)]  # fmt: skip
            for p, q in pairwise(points):
                model.add(tube(p, q, 0.013, 0.018, 5), "asset.water.fall", sharp=80)
    return model.mesh()


def clock_tower(wall: str, trim: str, roof: str) -> Mesh:
    """A square tower of 21 m with a clock on each side and a belfry."""
    model = Model()
    model.add(box(6.2, 6.2, 0.9, 0, 0, 0), trim)
    model.add(box(5.6, 5.6, 13.2, 0, 0, 0.9), wall)
    for x in (-2.6, 2.6):
        for y in (-2.6, 2.6):
            model.add(box(0.9, 0.9, 13.2, x, y, 0.9), wall)
    for z in (5.0, 9.6, 14.1):
        model.add(box(6.5, 6.5, 0.35, 0, 0, z), trim)
    for k in range(4):
        side = Model()
        if k == 0:
            side.add(box(0.25, 1.9, 2.9, 2.82, 0, 0.0), trim)
            side.add(box(0.06, 1.3, 2.2, 2.95, 0, 0.35), "asset.wood.dark")
            side.add(box(0.7, 2.2, 0.18, 3.1, 0, 0), trim)
            side.add(box(0.4, 1.7, 0.17, 3.0, 0, 0.18), trim)
        for z in (6.0, 10.4) if k else (3.3, 6.0, 10.4):
            side.add(box(0.10, 0.95, 1.9, 2.80, 0, z), trim)
            side.add(box(0.04, 0.62, 1.55, 2.85, 0, z + 0.16), "asset.glass.clear")
        face = cylinder(1.25, 0.12, 32).turned(pitch=90).moved(2.8, 0, 12.2)
        side.add(ring(1.28, 0.10, 32, 8).turned(pitch=90).moved(2.9, 0, 12.2), trim)
        side.add(face, "asset.paper.white", sharp=40)
        for hour in range(12):
            mark = box(0.02, 0.07, 0.24, 0, 0, 0.92).turned(roll=30.0 * hour)
            side.add(mark.moved(2.93, 0, 12.2), "asset.car.seam")
        for long, wide, turn in ((0.66, 0.11, -58.0), (1.02, 0.08, -132.0)):
            hand = box(0.02, wide, long, 0, 0, -0.1).turned(roll=turn)
            side.add(hand.moved(2.95, 0, 12.2), "asset.car.seam")
        side.add(box(0.12, 2.3, 2.4, 2.45, 0, 14.6), "asset.car.seam")
        for y in (-0.78, 0, 0.78):
            side.add(box(0.2, 0.14, 2.4, 2.52, y, 14.6), trim)
        model.add_model(side, placed(yaw=90.0 * k))
    model.add(box(4.9, 4.9, 2.8, 0, 0, 14.45), wall)
    model.add(box(6.1, 6.1, 0.3, 0, 0, 17.25), trim)
    model.add(prism(6.0, 6.0, 3.8, 0.03, 0.03).moved(z=17.55), roof)
    model.add(tube([0, 0, 21.2], [0, 0, 22.2], 0.05), "asset.metal.galvanised")
    model.add(ball(0.16, 0.16, 0.16, 10, 6).moved(z=22.2), "asset.metal.yellow")
    return model.mesh()


def flagpole(bands: tuple[str, str, str], upright: bool) -> Mesh:
    """A white pole on a round foot with a flag of three bands."""
    model = Model()
    model.add(lathe([(0.55, 0), (0.55, 0.18), (0.45, 0.22), (0.16, 0.24), (0.12, 0.4)], 20), _STONE)
    model.add(tube([0, 0, 0.2], [0, 0, 8.6], 0.065, 0.035, 10), "asset.metal.white")
    model.add(ball(0.09, 0.09, 0.09, 10, 6).moved(z=8.65), "asset.metal.yellow")
    length, height, steps = 2.3, 1.45, 14
    for k, name in enumerate(bands):
        if upright:
            span, rise = (k / 3, (k + 1) / 3), (0.0, 1.0)
        else:
            span, rise = (0.0, 1.0), (1 - (k + 1) / 3, 1 - k / 3)
        grid = []
        for v in rise:
            row = []
            for t in np.linspace(*span, steps):
                wave = 0.16 * t * np.sin(7.5 * t + 0.8 * v)
                row.append([0.05 + length * t, wave, 8.4 - height + height * v - 0.28 * t * t])
            grid.append(row)
        piece = sheet(grid)
        model.add(piece, name, sharp=80)
        model.add(sheet(np.array(grid)[::-1]).moved(y=0.006), name, sharp=80)
    return model.mesh()


def sculpture(form: str, paint: str) -> Mesh:
    """A large abstract work on a slab: ``ring``, ``cube``, ``arch``, ``sphere``, ``spiral``."""
    model = Model()
    model.add(box(2.6, 2.6, 0.22, 0, 0, 0), _STONE)
    if form == "ring":
        model.add(ring(1.35, 0.24, 44, 12).turned(pitch=90, yaw=20).moved(z=1.78), paint)
    elif form == "cube":
        for dx in (-0.85, 0.85):
            for dy in (-0.85, 0.85):
                model.add(box(0.22, 0.22, 1.50, dx, dy, 0.71), paint)
            for z in (0.5, 2.2):
                model.add(box(0.22, 1.92, 0.22, dx, 0, z), paint)
                model.add(box(1.48, 0.22, 0.22, 0, dx, z), paint)
        model.add(box(0.7, 0.7, 0.35, 0, 0, 0.2), _STONE)
    elif form == "arch":
        for scale, yaw in ((1.0, 0.0), (0.72, 55.0), (0.48, 110.0)):
            t = np.radians(np.linspace(0, 180, 21))
            points = np.stack([0 * t, 1.15 * np.cos(t), 0.15 + 2.9 * scale * np.sin(t)], 1)
            bow = limb(points * [1, scale * 0.4 + 0.6, 1], [0.15] * len(t), 10)
            model.add(bow.turned(yaw=yaw), paint, sharp=60)
    elif form == "sphere":
        model.add(cylinder(0.5, 0.35, 24, 0.35).moved(z=0.22), _STONE)
        model.add(ball(1.15, 1.15, 1.15, 32, 18).moved(z=1.68), paint, sharp=60)
    else:
        t = np.linspace(0, 1, 40)
        a = 5.2 * np.pi * t
        points = np.stack([(0.95 - 0.7 * t) * np.cos(a), (0.95 - 0.7 * t) * np.sin(a),
                           0.3 + 3.2 * t], 1)  # fmt: skip
        model.add(limb(points, np.linspace(0.17, 0.05, 40).tolist(), 10), paint, sharp=60)
    return model.mesh()


def book_cart(paint: str) -> Mesh:
    """A stall on two spoked wheels with books under a striped roof."""
    model = Model()
    model.add(box(1.0, 1.9, 0.5, 0, 0, 0.62), paint)
    model.add(box(0.9, 1.8, 0.02, 0, 0, 1.11), "asset.wood.dark")
    rng = np.random.default_rng(0xB00C)
    names = ("asset.metal.red", "asset.plastic.blue", "asset.paper.brown", "asset.plastic.green",
             "asset.metal.yellow", "asset.paper.white", "asset.metal.black")  # fmt: skip
    for x in (-0.28, 0.08, 0.36):
        y = -0.84
        while y < 0.78:
            wide = float(rng.uniform(0.03, 0.07))
            book = box(0.17, wide, float(rng.uniform(0.18, 0.27)), x, y + wide / 2, 1.12)
            model.add(book, names[int(rng.integers(7))])
            y += wide + 0.004
    for side in (-1, 1):
        wheel = ring(0.40, 0.03, 26, 6).turned(roll=90).moved(0.1, side * 1.02, 0.43)
        model.add(wheel, _DARK)
        model.add(disc_wheel(0.05, 0.12, 10).moved(0.1, side * 1.0, 0.43), _DARK)
        for a in np.linspace(0, np.pi, 5, endpoint=False):
            d = 0.4 * np.array([np.cos(a), 0, np.sin(a)])
            hub = np.array([0.1, side * 1.02, 0.43])
            model.add(tube(hub - d, hub + d, 0.012, sides=5), _DARK)
        model.add(box(0.05, 0.05, 0.65, -0.42, side * 0.8, 0), _DARK)
        for x in (-0.45, 0.45):
            model.add(box(0.05, 0.05, 1.2, x, side * 0.9, 1.1), _DARK)
    for k in range(6):
        y0 = -1.2 + 0.4 * k
        name = paint if k % 2 else "asset.paper.white"
        for side in (-1, 1):
            rows = [[[side * 0.75, y0, 2.12], [side * 0.75, y0 + 0.4, 2.12]],
                    [[0, y0, 2.45], [0, y0 + 0.4, 2.45]]]  # fmt: skip
            model.add(sheet(rows if side > 0 else rows[::-1]), name, sharp=30)
            edge = rounded_box(0.012, 0.4, 0.16, 0.004).moved(side * 0.75, y0 + 0.2, 1.97)
            model.add(edge, name)
    return model.mesh()
