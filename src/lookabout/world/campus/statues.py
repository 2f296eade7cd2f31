"""Statues on plinths: people, a horse, a lion, an owl, a bust, an obelisk."""

from __future__ import annotations

from functools import cache

import numpy as np

from lookabout.world.assets.figure import Look, Pose, figure
from lookabout.world.assets.flesh import Bone, both_sides, chain, skin
from lookabout.world.assets.model import Model
from lookabout.world.assets.solids import (
    Floats,
    Piece,
    ball,
    box,
    cylinder,
    lathe,
    limb,
    loft,
    prism,
    rounded_box,
)
from lookabout.world.scene import Mesh

_SCALE = 1.35
"""Statues of people are larger than life."""
_LOOK = Look(
    height=1.78, girth=1.12, shoulders=1.0, skin="tan", hair="dark", hair_style="short",
    top="grey", bottom="grey", sleeves="long", legs="coat", accent="grey",
)  # fmt: skip
_POSES = {
    "speaker": Pose(
        hip=(6, -8), knee=(2, 6), shoulder=(14, 170), lift=(12, 12), elbow=(70, 8), nod=-8
    ),
    "thinker": Pose(
        hip=(88, 84), knee=(92, 88), spread=(8, 6), lean=26, shoulder=(46, 40), elbow=(84, 128),
        lift=(2, 2), fold=26, nod=26,
    ),
    "reader": Pose(
        hip=(88, 88), knee=(86, 86), spread=(6, 6), lean=2, shoulder=(34, 34), elbow=(70, 70),
        lift=(4, 4), fold=22, nod=22,
    ),
    "walker": Pose(
        hip=(26, -20), knee=(6, 22), shoulder=(-24, 24), elbow=(16, 34), lean=5
    ),
}  # fmt: skip
_STONE = "asset.stone.concrete"


def statue(what: str, metal: str, stone: str) -> Mesh:
    """
    :param what: a figure of :data:`FIGURES`.
    :param metal: material of the figure; ``stone``: of its plinth.
    """
    model = Model()
    build, plinth = FIGURES[what]
    top = _plinth(model, plinth, stone)
    for piece in build():
        model.add(piece.moved(z=top - 0.02), metal, sharp=50)
    return model.mesh()


def _plinth(model: Model, shape: str, stone: str) -> float:
    """A base, and the height of its top."""
    if shape == "long":
        model.add(box(3.3, 1.9, 0.22, 0, 0, 0), _STONE)
        model.add(prism(2.8, 1.4, 1.35, 0.94, 0.9).moved(z=0.22), stone)
        model.add(rounded_box(2.85, 1.45, 0.16, 0.03, edge=0.02).moved(z=1.57), stone)
        model.add(box(0.02, 0.62, 0.42, 1.36, 0, 0.75).turned(pitch=-3), "asset.metal.galvanised")
        return 1.73
    if shape == "round":
        model.add(lathe([(0.95, 0), (0.95, 0.2), (0.7, 0.24), (0.62, 0.34), (0.56, 1.2),
                         (0.66, 1.28), (0.66, 1.4), (0.02, 1.42)], 28), stone)  # fmt: skip
        return 1.41
    if shape == "low":
        model.add(box(2.0, 1.7, 0.30, 0, 0, 0), stone)
        model.add(box(1.6, 1.3, 0.30, 0, 0, 0.3), stone)
        return 0.6
    if shape == "column":
        model.add(box(0.9, 0.9, 0.25, 0, 0, 0), stone)
        model.add(prism(0.62, 0.62, 1.15, 0.85, 0.85).moved(z=0.25), stone)
        model.add(rounded_box(0.66, 0.66, 0.10, 0.03, edge=0.02).moved(z=1.4), stone)
        return 1.5
    model.add(box(1.7, 1.7, 0.22, 0, 0, 0), _STONE)
    model.add(prism(1.25, 1.25, 1.35, 0.92, 0.92).moved(z=0.22), stone)
    model.add(rounded_box(1.32, 1.32, 0.15, 0.03, edge=0.02).moved(z=1.57), stone)
    model.add(box(0.02, 0.5, 0.34, 0.60, 0, 0.8).turned(pitch=-2), "asset.metal.galvanised")
    return 1.72


@cache
def _person(pose: str) -> tuple[Piece, ...]:
    made = figure(_LOOK, _POSES[pose]).mesh()
    vertices = made.vertices * _SCALE
    low, high = vertices.min(axis=0), vertices.max(axis=0)
    vertices = vertices - [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2]]
    pieces = [Piece(vertices, made.triangles)]
    if pose in ("thinker", "reader"):
        # The seat below the thighs.
        seat = 0.44 * 1.78 * _SCALE * 0.56
        pieces.append(rounded_box(0.62, 0.72, seat, 0.06).moved(-0.24, 0, 0))
    if pose == "reader":
        book = box(0.24, 0.34, 0.03, 0, 0, 0).turned(pitch=28)
        pieces.append(book.moved(0.26, 0, 0.62 * _SCALE))
    return tuple(pieces)


def _horse() -> list[Piece]:
    body_z = 1.28
    bones = [
        Bone((0.42, 0, body_z + 0.02), (-0.48, 0, body_z + 0.03), 0.30, 0.31, 0.86),
        Bone((0.55, 0, body_z + 0.02), (0.30, 0, body_z - 0.02), 0.27, 0.30, 0.85),
        Bone((-0.62, 0, body_z + 0.08), (-0.40, 0, body_z), 0.27, 0.30, 0.9),
    ]
    bones += chain(
        [(0.62, 0, body_z + 0.12), (0.90, 0, body_z + 0.52), (1.02, 0, body_z + 0.82)],
        [0.25, 0.17, 0.13], 0.7,
    )  # fmt: skip
    bones += chain(
        [(1.00, 0, body_z + 0.84), (1.22, 0, body_z + 0.66), (1.40, 0, body_z + 0.44)],
        [0.14, 0.115, 0.075], 0.75,
    )  # fmt: skip
    legs = (
        ([(0.56, 0.17, 1.15), (0.62, 0.17, 0.66), (0.58, 0.17, 0.20), (0.64, 0.17, 0.05)]),
        ([(0.60, -0.17, 1.15), (0.98, -0.17, 0.86), (0.86, -0.17, 0.46), (0.78, -0.17, 0.34)]),
        ([(-0.62, 0.18, 1.15), (-0.50, 0.18, 0.72), (-0.74, 0.18, 0.42), (-0.66, 0.18, 0.05)]),
        ([(-0.66, -0.18, 1.15), (-0.68, -0.18, 0.72), (-0.94, -0.18, 0.44), (-0.90, -0.18, 0.05)]),
    )
    for points in legs:
        bones += chain(points, [0.17, 0.085, 0.055, 0.07])
    bones += chain([(-0.86, 0, 1.45), (-1.04, 0, 1.25), (-1.08, 0, 0.72)], [0.07, 0.09, 0.03], 0.8)
    pieces = [skin(bones, 0.05, 0.045)]
    mane: Floats = np.array(
        [[0.62, 0, body_z + 0.42], [0.78, 0, body_z + 0.72], [0.94, 0, body_z + 0.98]]
    )
    pieces.append(limb(mane, [0.06, 0.075, 0.05], 8))
    for side in (-1, 1):
        pieces.append(ball(0.03, 0.03, 0.085, 6, 4).moved(1.0, side * 0.07, body_z + 1.02))
    return pieces


def _lion() -> list[Piece]:
    bones = [
        Bone((-0.45, 0, 0.42), (0.25, 0, 0.52), 0.26, 0.27, 0.9),
        Bone((0.25, 0, 0.55), (0.55, 0, 0.72), 0.29, 0.26, 0.95),
        Bone((0.55, 0, 0.92), (0.72, 0, 0.92), 0.20, 0.17),
        Bone((0.78, 0, 0.86), (0.90, 0, 0.84), 0.12, 0.10),
        Bone((0.46, 0, 0.80), (0.44, 0, 0.98), 0.30, 0.22),
    ]
    bones += both_sides(
        [
            *chain([(0.42, 0.20, 0.5), (0.50, 0.22, 0.14), (0.98, 0.22, 0.09)], [0.16, 0.12, 0.10]),
            *chain(
                [
                    (-0.45, 0.22, 0.38),
                    (-0.12, 0.32, 0.36),
                    (-0.36, 0.34, 0.10),
                    (-0.02, 0.34, 0.08),
                ],
                [0.2, 0.16, 0.1, 0.09],
            ),
            Bone((0.56, 0.15, 1.08), (0.55, 0.17, 1.13), 0.06, 0.05),
        ]
    )
    bones += chain(
        [(-0.66, 0, 0.3), (-0.95, 0.1, 0.12), (-0.8, 0.42, 0.08), (-0.45, 0.52, 0.09)],
        [0.07, 0.05, 0.05, 0.08],
    )
    return [skin(bones, 0.045, 0.05).scaled(1.25, 1.25, 1.25)]


def _owl() -> list[Piece]:
    pieces = [
        ball(0.34, 0.36, 0.55, 18, 12).moved(z=0.62),
        ball(0.28, 0.32, 0.26, 16, 10).moved(0.04, 0, 1.16),
        limb([[-0.22, 0, 0.35], [-0.42, 0, 0.02]], [0.16, 0.08], 8),
    ]
    for side in (-1, 1):
        wing = ball(0.30, 0.10, 0.46, 12, 8).turned(pitch=12)
        pieces.append(wing.moved(-0.06, side * 0.33, 0.62))
        pieces.append(
            limb(np.array([[0.02, side * 0.20, 1.32], [-0.02, side * 0.30, 1.52]]), [0.09, 0.02], 6)
        )
        disc = cylinder(0.13, 0.05, 16).turned(pitch=82)
        pieces.append(disc.moved(0.26, side * 0.135, 1.20))
        pieces.append(ball(0.05, 0.05, 0.05, 8, 6).moved(0.32, side * 0.12, 1.20))
        pieces.append(
            limb(np.array([[0.12, side * 0.14, 0.14], [0.24, side * 0.15, 0.03]]), [0.09, 0.07], 6)
        )
    pieces.append(limb([[0.30, 0, 1.13], [0.40, 0, 1.04]], [0.05, 0.012], 6))
    pieces.append(rounded_box(0.7, 0.6, 0.09, 0.1).moved(0, 0, 0))
    return pieces


def _bust() -> list[Piece]:
    chest = [(0.115, 0.17), (0.15, 0.27), (0.16, 0.33), (0.14, 0.36), (0.10, 0.24), (0.075, 0.09)]
    levels = (0.12, 0.16, 0.26, 0.36, 0.43, 0.48)
    turn = np.linspace(0, 2 * np.pi, 22, endpoint=False)
    rings = [
        [[0.02 + deep * np.cos(t), wide * np.sin(t), z] for t in turn]
        for (deep, wide), z in zip(chest, levels, strict=True)
    ]
    return [
        loft(rings),
        lathe([(0.15, 0), (0.15, 0.05), (0.09, 0.08), (0.10, 0.14)], 18),
        limb([[0.0, 0, 0.42], [0.02, 0, 0.60]], [0.085, 0.075], 12),
        ball(0.125, 0.098, 0.155, 16, 10).moved(0.035, 0, 0.71),
        ball(0.132, 0.108, 0.13, 16, 10).moved(-0.01, 0, 0.755),
        limb([[0.15, 0, 0.74], [0.185, 0, 0.69]], [0.018, 0.026], 6),
        limb([[0.13, 0, 0.61], [0.145, 0, 0.62]], [0.04, 0.03], 6),
    ]


def _obelisk() -> list[Piece]:
    return [
        prism(0.9, 0.9, 3.6, 0.68, 0.68),
        prism(0.62, 0.62, 0.45, 0.02, 0.02).moved(z=3.6),
    ]


def _globe() -> list[Piece]:
    def hoop(tilt: float, radius: float) -> Piece:
        t = np.linspace(0, 2 * np.pi, 37)
        points: Floats = np.stack([radius * np.cos(t), radius * np.sin(t), 0 * t], 1)
        return limb(points, [0.035] * len(t), 8).turned(roll=tilt)

    pieces = [hoop(a, 0.8).turned(pitch=p).moved(z=0.95)
              for a, p in ((0, 0), (90, 0), (90, 60), (30, 20), (0, 66))]  # fmt: skip
    pieces.append(ball(0.30, 0.30, 0.30, 16, 10).moved(z=0.95))
    pieces.append(limb([[0.0, 0.0, 0.0], [0.0, 0.0, 1.9]], [0.05, 0.03], 8))
    return pieces


FIGURES = {
    "horse": (_horse, "long"),
    "lion": (_lion, "long"),
    "owl": (_owl, "column"),
    "speaker": (lambda: list(_person("speaker")), "square"),
    "thinker": (lambda: list(_person("thinker")), "low"),
    "reader": (lambda: list(_person("reader")), "low"),
    "walker": (lambda: list(_person("walker")), "square"),
    "bust": (_bust, "column"),
    "obelisk": (_obelisk, "low"),
    "globe": (_globe, "round"),
}
"""What a statue can show: its pieces, standing on z = 0, and its plinth."""
