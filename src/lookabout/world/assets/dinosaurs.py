"""Dinosaurs, of the size of a house and of a car."""

from __future__ import annotations

from functools import partial

import numpy as np

from lookabout.world.assets.flesh import Bone, both_sides, chain
from lookabout.world.assets.hides import Animal, Bend, Hide, Point, asset, point
from lookabout.world.assets.kind import Kind
from lookabout.world.assets.solids import Piece, ball, lathe, plate, tube


def kinds() -> list[Kind]:
    """Large and medium dinosaurs."""
    return [
        Kind(name, words, len(builds), partial(asset, name, "dinosaur", builds))
        for name, words, builds in (
            ("dinosaur/large", "a large dinosaur", _LARGE),
            ("dinosaur/medium", "a dinosaur", _MEDIUM),
        )
    ]


def _theropod(length: float, hide: Hide, mouth: bool, stride: float, turn: float) -> Animal:
    """
    A two-legged hunter, level from snout to tail; Tyrannosaurus at 12 metres.

    :param stride: by how much its feet are apart along x, as a share of a common step.
    :param turn: degrees by which the head looks to the left; the tail swings the other way.
    """
    s = length / 12.0
    hip_z = 3.1 * s
    spine: list[Point] = [
        (-7.0 * s, 0.3 * s, hip_z + 0.3 * s),
        (-5.0 * s, 0.15 * s, hip_z + 0.2 * s),
        (-2.6 * s, 0, hip_z),
        (0, 0, hip_z),
        (1.6 * s, 0, hip_z + 0.15 * s),
        (2.6 * s, 0, hip_z + 0.8 * s),
        (3.2 * s, 0, hip_z + 1.35 * s),
    ]
    bones = chain(
        spine, [0.07 * s, 0.28 * s, 0.62 * s, 0.95 * s, 0.86 * s, 0.50 * s, 0.40 * s], 0.82
    )
    head, snout = (3.5 * s, 0.0, hip_z + 1.5 * s), (4.7 * s, 0.0, hip_z + 1.28 * s)
    bones += chain([head, snout], [0.56 * s, 0.28 * s], 0.78)
    brow = [(3.55 * s, 0.36 * s, hip_z + 1.82 * s), (4.05 * s, 0.26 * s, hip_z + 1.66 * s)]
    bones += both_sides(chain(brow, [0.15 * s, 0.09 * s]))
    jaw = (4.45 * s, 0.0, hip_z + (0.75 if mouth else 1.0) * s)
    bones += chain([(3.5 * s, 0.0, hip_z + 1.15 * s), jaw], [0.28 * s, 0.14 * s], 0.75)
    for side, x in ((1, 0.75 * stride), (-1, -0.6 * stride)):
        hip = (-0.1 * s, side * 0.70 * s, hip_z - 0.15 * s)
        knee = ((0.65 + x * 0.6) * s, side * 0.98 * s, 1.75 * s)
        ankle = ((-0.35 + x) * s, side * 0.98 * s, 0.75 * s)
        foot = ((0.05 + x) * s, side * 1.0 * s, 0.14 * s)
        bones += chain([hip, knee, ankle, foot], [0.74 * s, 0.42 * s, 0.2 * s, 0.17 * s])
        for spread in (-0.28, 0.0, 0.28):
            toe = ((0.75 + x) * s, side * 1.0 * s + spread * s, 0.09 * s)
            bones += chain([foot, toe], [0.14 * s, 0.08 * s])
    arm = [
        (1.9 * s, 0.62 * s, hip_z - 0.2 * s),
        (2.2 * s, 0.98 * s, hip_z - 0.6 * s),
        (2.75 * s, 0.85 * s, hip_z - 0.55 * s),
    ]
    bones += both_sides(chain(arm, [0.19 * s, 0.12 * s, 0.08 * s]))
    details: list[tuple[Piece, str]] = []
    for side in (-1, 1):
        eye = ball(0.08 * s, 0.05 * s, 0.08 * s, 8, 5).moved(
            3.72 * s, side * 0.36 * s, hip_z + 1.72 * s
        )
        details.append((eye, "asset.metal.yellow"))
        for x in np.linspace(3.9, 4.75, 6):
            tooth = lathe([(0.05 * s, 0.0), (0.002, 0.16 * s)], 6).turned(roll=180)
            details.append(
                (tooth.moved(x * s, side * 0.2 * s, hip_z + 1.08 * s), "asset.hide.bone")
            )
    bends = (Bend(-1.2 * s, -4.5 * s, 1.3 * turn), Bend(1.6 * s, 1.5 * s, turn))
    return Animal(bones, hide, details, 0.09 * s, bends)


def _sauropod(length: float, hide: Hide, neck_up: float, turn: float) -> Animal:
    """A long-necked plant eater; Diplodocus at 20 metres."""
    s = length / 20.0
    z = 3.6 * s
    a = np.radians(neck_up)
    neck = [
        (
            3.0 * s + 6.6 * s * t * np.cos(a * t),
            0.5 * s * t**2,
            z + 0.5 * s + 6.6 * s * t * np.sin(a * t),
        )
        for t in np.linspace(0, 1, 6)
    ]
    neck = [point(np.array(p)) for p in neck]
    tail: list[Point] = [
        (-2.6 * s, 0, z),
        (-5.0 * s, 0.2 * s, z - 0.8 * s),
        (-7.5 * s, 0.8 * s, z - 1.9 * s),
        (-10.4 * s, 1.9 * s, z - 2.9 * s),
    ]
    bones = [Bone((2.2 * s, 0, z + 0.2 * s), (-1.6 * s, 0, z + 0.1 * s), 1.3 * s, 1.35 * s, 0.85)]
    bones += chain(neck, [0.9 * s, 0.6 * s, 0.46 * s, 0.38 * s, 0.31 * s, 0.27 * s], 0.9)
    end = neck[-1]
    bones += chain([end, (end[0] + 0.85 * s, end[1], end[2] - 0.28 * s)], [0.32 * s, 0.22 * s])
    bones += chain(tail, [1.0 * s, 0.55 * s, 0.26 * s, 0.07 * s])
    for x, shift in ((2.0, 0.5), (-1.6, -0.5)):
        for side in (-1, 1):
            step = shift * side
            bones += chain(
                [
                    (x * s, side * 0.85 * s, z - 0.4 * s),
                    ((x + step) * s, side * 1.1 * s, 1.7 * s),
                    ((x + 1.8 * step) * s, side * 1.15 * s, 0.3 * s),
                ],
                [0.72 * s, 0.46 * s, 0.42 * s],
            )
    details: list[tuple[Piece, str]] = []
    for side in (-1, 1):
        eye = ball(0.08 * s, 0.05 * s, 0.08 * s, 6, 4)
        details.append(
            (
                eye.moved(end[0] + 0.3 * s, end[1] + side * 0.27 * s, end[2] + 0.05 * s),
                "asset.plastic.black",
            )
        )
    bends = (Bend(-2.6 * s, -6.0 * s, -turn), Bend(3.0 * s, 5.5 * s, -0.8 * turn))
    return Animal(bones, hide, details, 0.13 * s, bends)


def _ceratopsian(length: float, hide: Hide, turn: float) -> Animal:
    """Three horns and a frill; Triceratops at 8 metres."""
    s = length / 8.0
    z = 1.75 * s
    spine: list[Point] = [
        (-3.7 * s, 0.2 * s, 0.9 * s),
        (-2.4 * s, 0, 1.5 * s),
        (-1.2 * s, 0, z + 0.2 * s),
        (0.3 * s, 0, z + 0.25 * s),
        (1.5 * s, 0, z),
    ]
    bones = chain(spine, [0.08 * s, 0.4 * s, 0.85 * s, 0.98 * s, 0.72 * s], 0.95)
    bones += chain(
        [(1.9 * s, 0, z), (2.9 * s, 0, z - 0.35 * s), (3.5 * s, 0, z - 0.7 * s)],
        [0.6 * s, 0.42 * s, 0.17 * s],
        0.85,
    )
    for x in (1.1, -1.4):
        for side in (-1, 1):
            step = 0.25 * side * (1 if x > 0 else -1)
            bones += chain(
                [
                    (x * s, side * 0.62 * s, z - 0.2 * s),
                    ((x + step) * s, side * 0.95 * s, 0.85 * s),
                    ((x + step) * s, side * 0.98 * s, 0.2 * s),
                ],
                [0.45 * s, 0.3 * s, 0.26 * s],
            )
    angles = np.radians(np.linspace(-100, 100, 15))
    rim = np.column_stack([1.15 * s * np.sin(angles), 1.15 * s * np.cos(angles)])
    frill = plate(np.column_stack([-rim[:, 1], rim[:, 0]])[::-1], 0.12 * s).turned(pitch=38)
    frill = frill.moved(2.05 * s, 0, z + 0.45 * s)
    details: list[tuple[Piece, str]] = [(frill, hide.back)]
    for t in angles[1:-1:2]:
        knob = ball(0.12 * s, 0.12 * s, 0.1 * s, 6, 4)
        spot = np.array([-1.15 * s * np.cos(t), 1.15 * s * np.sin(t), 0.06 * s])
        turned = Piece(spot[None], np.zeros((0, 3), np.int32)).turned(pitch=38).vertices[0]
        details.append(
            (knob.moved(*(turned + np.array([2.05 * s, 0, z + 0.45 * s]))), "asset.hide.bone")
        )
    for side in (-1, 1):
        details.append(
            (
                tube(
                    [2.55 * s, side * 0.28 * s, z + 0.05 * s],
                    [3.6 * s, side * 0.42 * s, z + 0.75 * s],
                    0.13 * s,
                    0.015 * s,
                    10,
                ),
                "asset.hide.bone",
            )
        )
        eye = ball(0.07 * s, 0.05 * s, 0.07 * s, 6, 4)
        details.append((eye.moved(2.75 * s, side * 0.40 * s, z - 0.22 * s), "asset.plastic.black"))
    details.append(
        (
            tube([3.3 * s, 0, z - 0.45 * s], [3.65 * s, 0, z - 0.05 * s], 0.1 * s, 0.015 * s, 10),
            "asset.hide.bone",
        )
    )
    bends = (Bend(-1.5 * s, -1.8 * s, turn), Bend(1.2 * s, 0.9 * s, 0.6 * turn))
    return Animal(bones, hide, details, 0.075 * s, bends)


def _stegosaur(length: float, hide: Hide, turn: float) -> Animal:
    """A row of plates along an arched back, spikes on the tail; Stegosaurus at 8 metres."""
    s = length / 8.0
    spine: list[Point] = [
        (-4.0 * s, 0.3 * s, 1.35 * s),
        (-2.6 * s, 0.1 * s, 1.6 * s),
        (-1.2 * s, 0, 2.1 * s),
        (0.2 * s, 0, 2.1 * s),
        (1.6 * s, 0, 1.5 * s),
        (2.6 * s, 0, 1.05 * s),
        (3.3 * s, 0, 0.95 * s),
    ]
    radii = [0.08 * s, 0.32 * s, 0.78 * s, 0.86 * s, 0.6 * s, 0.27 * s, 0.17 * s]
    bones = chain(spine, radii, 0.85)
    for x, high, wide in ((1.35, 0.95, 0.3), (-1.3, 1.5, 0.42)):
        for side in (-1, 1):
            step = 0.22 * side * (1 if x > 0 else -1)
            bones += chain(
                [
                    (x * s, side * 0.5 * s, high * s),
                    ((x + step) * s, side * 0.86 * s, 0.75 * s),
                    ((x + step) * s, side * 0.9 * s, 0.18 * s),
                ],
                [wide * s, 0.25 * s, 0.21 * s],
            )
    details: list[tuple[Piece, str]] = []
    line = np.array(spine)
    for k, t in enumerate(np.linspace(0.6, 5.2, 15)):
        i = min(int(t), 5)
        at = line[i] + (line[i + 1] - line[i]) * (t - i)
        girth = radii[i] + (radii[i + 1] - radii[i]) * (t - i)
        big = (0.30 + 0.48 * np.exp(-((t - 2.4) ** 2) / 2.2)) * s
        kite = np.array([[0.5, 0], [0.25, 0.75], [0, 1.25], [-0.3, 0.7], [-0.5, 0]]) * big
        flat = plate(kite, 0.07 * s).turned(roll=90).moved(y=0.035 * s)
        lean = 14.0 if k % 2 else -14.0
        details.append(
            (
                flat.turned(roll=lean).moved(
                    at[0], 0.12 * s * (-1 if k % 2 else 1), at[2] + girth * 0.86
                ),
                "asset.hide.plate",
            )
        )
    for x in (-3.5, -3.85):
        for side in (-1, 1):
            details.append(
                (
                    tube(
                        [x * s, 0.25 * s, 1.5 * s],
                        [(x - 0.4) * s, 0.25 * s + side * 0.55 * s, 1.95 * s],
                        0.07 * s,
                        0.01 * s,
                    ),
                    "asset.hide.bone",
                )
            )
    bends = (Bend(-1.4 * s, -2.2 * s, turn), Bend(1.3 * s, 1.6 * s, 0.7 * turn))
    return Animal(bones, hide, details, 0.07 * s, bends)


_GREEN = Hide("asset.hide.green", "asset.hide.moss", "asset.hide.pale", "stripes", 0.9)
_BROWN = Hide("asset.hide.umber", "asset.hide.bark", "asset.hide.pale", "stripes", 0.6)
_GREY = Hide("asset.hide.grey", "asset.hide.slate", "asset.hide.pale", "stripes", 1.5)
_RUST = Hide("asset.hide.rust", "asset.hide.umber", "asset.hide.pale", "stripes", 0.5)
_SANDY = Hide("asset.hide.pale", "asset.hide.green", "asset.hide.pale", "stripes", 0.7)
"""Stands out on asphalt, where green of the same brightness is lost from 20 m."""
_LARGE = (
    partial(_theropod, 12.0, _BROWN, True, 1.5, 24.0),
    partial(_sauropod, 18.0, _GREY, 38.0, 40.0),
    partial(_ceratopsian, 8.5, _GREEN, 22.0),
    partial(_stegosaur, 8.5, _RUST, -30.0),
)
_MEDIUM = (
    partial(_theropod, 5.5, _SANDY, False, 1.6, -30.0),
    partial(_ceratopsian, 5.0, _RUST, -24.0),
    partial(_stegosaur, 5.2, _SANDY, 28.0),
    partial(_theropod, 4.4, _RUST, True, 1.1, 38.0),
    partial(_sauropod, 7.5, _BROWN, 55.0, -45.0),
)
