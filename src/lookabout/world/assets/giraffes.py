"""Giraffes."""

from __future__ import annotations

from functools import partial

import numpy as np

from lookabout.world.assets.flesh import Bone, chain
from lookabout.world.assets.hides import Animal, Hide, asset, point
from lookabout.world.assets.kind import Kind
from lookabout.world.assets.solids import Piece, ball, tube


def kinds() -> list[Kind]:
    """Giraffes."""
    builds = (
        partial(_giraffe, 5.2, 62.0, 0.0, 0.12, False),
        partial(_giraffe, 4.6, 38.0, 30.0, 0.30, True),
        partial(_giraffe, 4.9, 75.0, -25.0, 0.0, False),
        partial(_giraffe, 4.2, 12.0, 18.0, 0.22, True),
    )
    made = partial(asset, "giraffe", "giraffe", builds)
    return [Kind("giraffe", "a giraffe", len(builds), made)]


def _giraffe(height: float, neck: float, bend: float, stride: float, dark: bool) -> Animal:
    """``neck``: degrees over the horizon; ``bend``: of the head to a side; ``stride`` in metres."""
    s = height / 5.0
    leg, body_z = 1.85 * s, 2.25 * s
    bones = [
        Bone((0.62 * s, 0, body_z + 0.22 * s), (-0.55 * s, 0, body_z), 0.46 * s, 0.40 * s, 0.82),
        Bone(
            (0.75 * s, 0, body_z + 0.35 * s),
            (0.2 * s, 0, body_z - 0.05 * s),
            0.36 * s,
            0.42 * s,
            0.8,
        ),
    ]
    a = np.radians(neck)
    base = np.array([0.85 * s, 0, body_z + 0.5 * s])
    top = base + 2.0 * s * np.array([np.cos(a), np.sin(np.radians(bend)) * 0.5, np.sin(a)])
    middle = (base + top) / 2 + np.array([-0.1 * s, 0, 0.05 * s])
    bones += chain([point(base), point(middle), point(top)], [0.30 * s, 0.19 * s, 0.145 * s], 0.8)
    nose = top + np.array([0.52 * s, 0.12 * np.sin(np.radians(bend)), -0.20 * s])
    bones += chain([point(top), point(nose)], [0.17 * s, 0.085 * s], 0.8)
    for sign, x, shift in ((1, 0.68, stride), (1, -0.62, -stride * 0.6)):
        for side in (-1, 1):
            step = shift * side * sign
            hip = (x * s, side * 0.22 * s, body_z - 0.1 * s)
            knee = ((x + 0.5 * step) * s, side * 0.21 * s, leg * 0.55)
            foot = ((x + step) * s, side * 0.2 * s, 0.06 * s)
            bones += chain([hip, knee, foot], [0.19 * s, 0.095 * s, 0.075 * s])
    tail = [
        (-0.95 * s, 0.0, body_z + 0.05 * s),
        (-1.12 * s, 0.02, body_z - 0.5 * s),
        (-1.1 * s, 0.03, body_z - 0.95 * s),
    ]
    bones += chain(tail, [0.06 * s, 0.04 * s, 0.07 * s])
    details: list[tuple[Piece, str]] = []
    for side in (-1, 1):
        ear = ball(0.05 * s, 0.15 * s, 0.07 * s, 8, 5).moved(
            *(top + np.array([-0.04, side * 0.22 * s, 0.08]))
        )
        details.append((ear, "asset.hide.sand"))
        horn_foot = top + np.array([0.0, side * 0.06 * s, 0.12 * s])
        horn_top = horn_foot + np.array([-0.05 * s, 0, 0.18 * s])
        details.append((tube(horn_foot, horn_top, 0.03 * s, 0.04 * s), "asset.hide.brown"))
        eye = ball(0.035 * s, 0.02 * s, 0.03 * s, 6, 4)
        details.append(
            (eye.moved(*(top + np.array([0.14 * s, side * 0.14 * s, 0.02]))), "asset.plastic.black")
        )
    mane = [
        tube(
            base + (top - base) * t + np.array([-0.17 * s, 0, 0.14 * s]) * (1.15 - 0.5 * t),
            base
            + (top - base) * (t + 0.13)
            + np.array([-0.17 * s, 0, 0.14 * s]) * (1.15 - 0.5 * (t + 0.13)),
            0.05 * s,
        )
        for t in np.linspace(0.05, 0.85, 7)
    ]
    details += [(piece, "asset.hide.brown") for piece in mane]
    hide = Hide(
        "asset.hide.brown" if dark else "asset.hide.tawny",
        "asset.hide.tawny",
        "asset.hide.sand",
        "patches",
        0.36 * s,
    )
    return Animal(bones, hide, details, 0.05 * s)
