"""Helicopters standing on the ground."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

import numpy as np

from lookabout.world.assets.aircraft import DARK, GLASS, Wing, fin, fuselage, gear
from lookabout.world.assets.kind import Kind
from lookabout.world.assets.model import Assembly, Asset, Model
from lookabout.world.assets.solids import (
    Floats,
    ball,
    box,
    circle,
    cylinder,
    disc_wheel,
    loft,
    rounded_box,
    tube,
)
from lookabout.world.scene import Mesh


def kinds() -> list[Kind]:
    """All helicopters."""
    return [Kind("helicopter", "a helicopter", len(_BUILDS), _helicopter_asset)]


def _helicopter_asset(variant: int) -> Asset:
    made = Assembly("helicopter")
    made.place(f"asset.aircraft.helicopter.{variant}", _mesh(variant), label="helicopter")
    return made.finish()


@cache
def _mesh(variant: int) -> Mesh:
    model = Model()
    _BUILDS[variant](model)
    return model.mesh()


def _rotor(model: Model, x: float, z: float, radius: float, blades: int, y: float = 0.0) -> None:
    model.add(cylinder(0.12, 0.35, 12).moved(x, y, z - 0.25), DARK)
    model.add(cylinder(0.28, 0.12, 14).moved(x, y, z), DARK)
    for k in range(blades):
        angle = 17.0 + 360.0 / blades * k
        blade = box(radius, 0.32, 0.04, radius / 2, 0, 0.03)
        tip = box(0.4, 0.32, 0.042, radius - 0.2, 0, 0.03)
        model.add(blade.turned(yaw=angle).moved(x, y, z), "asset.metal.black")
        model.add(tip.turned(yaw=angle).moved(x, y, z), "asset.metal.yellow")


def _skids(model: Model, front: float, back: float, y: float, z: float) -> None:
    nose = [[front, y, 0.06], [front + 0.35, y, 0.16]]
    model.add_both(tube([back, y, 0.06], nose[0], 0.05), DARK)
    model.add_both(tube(nose[0], nose[1], 0.05), DARK)
    for x in (front - 0.35, back + 0.45):
        model.add_both(tube([x, y, 0.06], [x, y * 0.45, z], 0.045), DARK)


def _helicopter(
    model: Model, paint: str, trim: str, size: float, blades: int, fenestron: bool, bubble: bool
) -> None:
    """One main rotor, a tail rotor, skids."""
    s = size
    body = [
        (-1.9 * s, 1.55 * s, 0.3 * s, 0.36 * s),
        (-0.9 * s, 1.4 * s, 0.72 * s, 0.75 * s),
        (0.5 * s, 1.3 * s, 0.8 * s, 0.8 * s),
        (1.5 * s, 1.2 * s, 0.68 * s, 0.62 * s),
        (2.2 * s, 1.05 * s, 0.3 * s, 0.3 * s),
    ]
    model.add(fuselage(body), paint, sharp=50)
    if bubble:
        model.add(
            ball(1.15 * s, 0.84 * s, 0.82 * s, 16, 9).moved(1.1 * s, 0, 1.35 * s), GLASS, sharp=60
        )
    else:
        model.add(
            fuselage(
                [
                    (0.55 * s, 1.68 * s, 0.7 * s, 0.42 * s),
                    (1.2 * s, 1.58 * s, 0.66 * s, 0.42 * s),
                    (1.95 * s, 1.25 * s, 0.4 * s, 0.26 * s),
                ]
            ),
            GLASS,
            sharp=50,
        )
        model.add_both(box(0.9 * s, 0.04, 0.55 * s, -0.25 * s, 0.78 * s, 1.25 * s), GLASS)
    model.add(
        fuselage(
            [
                (-1.3 * s, 2.1 * s, 0.25 * s, 0.2 * s),
                (-0.4 * s, 2.15 * s, 0.5 * s, 0.32 * s),
                (0.6 * s, 2.1 * s, 0.42 * s, 0.25 * s),
                (0.9 * s, 2.05 * s, 0.1 * s, 0.1 * s),
            ]
        ),
        trim,
        sharp=50,
    )
    boom = fuselage(
        [(-6.2 * s, 1.85 * s, 0.1 * s, 0.13 * s), (-1.6 * s, 1.6 * s, 0.3 * s, 0.34 * s)], 12
    )
    model.add(boom, paint, sharp=50)
    model.add(fin(-5.6 * s, 0.9 * s, 1.1 * s, 0.5 * s, 0.6 * s, 1.75 * s), trim)
    model.add_both(Wing(-4.7 * s, 0.45 * s, 1.2 * s, 0.35 * s, 0.1 * s, 1.8 * s).solid(), trim)
    if fenestron:
        duct = disc_wheel(0.62 * s, 0.22 * s, 22).moved(-6.1 * s, 0, 1.95 * s)
        model.add(duct, paint)
        model.add(disc_wheel(0.48 * s, 0.24 * s, 18).moved(-6.1 * s, 0, 1.95 * s), DARK)
    else:
        for angle in (30.0, 120.0):
            blade = box(1.9 * s, 0.03, 0.14 * s, 0, 0, -0.07 * s).turned(pitch=angle)
            model.add(blade.moved(-6.1 * s, 0.2 * s, 1.95 * s), "asset.metal.black")
        model.add(disc_wheel(0.1 * s, 0.25, 10).moved(-6.1 * s, 0.1 * s, 1.95 * s), DARK)
    _skids(model, 1.6 * s, -1.4 * s, 1.05 * s, 0.8 * s)
    _rotor(model, -0.1 * s, 2.62 * s, 5.2 * s, blades)


def _tandem(model: Model) -> None:
    """A transport helicopter with a rotor at each end."""
    olive = "asset.army.dark"
    body = [
        (-6.5, 2.0, 0.9, 0.9),
        (-5.5, 1.9, 1.2, 1.25),
        (4.5, 1.9, 1.2, 1.25),
        (6.0, 1.7, 1.05, 1.0),
        (7.0, 1.4, 0.4, 0.4),
    ]
    model.add(fuselage(body, 20), olive, sharp=50)
    model.add(
        fuselage([(5.0, 2.2, 0.95, 0.7), (6.1, 2.0, 0.85, 0.55), (6.8, 1.6, 0.5, 0.3)]),
        GLASS,
        sharp=50,
    )
    for x, z, high in ((-5.0, 2.7, 2.2), (4.6, 2.7, 1.1)):
        pylon = loft([_ellipse(x, 0, 1.7, 0.85, z), _ellipse(x - 0.1, 0, 1.1, 0.45, z + high)])
        model.add(pylon, olive, sharp=50)
        _rotor(model, x - 0.1, z + high + 0.25, 7.2, 3)
    model.add_both(
        fuselage([(-6.3, 3.2, 0.3, 0.3), (-5.0, 3.2, 0.5, 0.5), (-4.0, 3.2, 0.35, 0.35)], 14).moved(
            y=1.2
        ),
        DARK,
        sharp=50,
    )
    model.add_both(rounded_box(8.5, 0.6, 0.8, 0.3).moved(-0.5, 1.25, 0.75), olive)
    for x in np.linspace(-3.5, 3.5, 6):
        model.add_both(disc_wheel(0.26, 0.06, 14).moved(x, 1.2, 2.3), GLASS)
    gear(model, -4.5, 1.35, 1.2, 0.4, 0.3)
    gear(model, 4.0, 1.3, 1.2, 0.38, 0.3)


def _ellipse(x: float, y: float, rx: float, ry: float, z: float) -> Floats:
    ring = circle(1.0, 16, z)
    return np.asarray(ring * [rx, ry, 1.0] + [x, y, 0.0], dtype=float)


_BUILDS: tuple[Callable[[Model], None], ...] = (
    partial(
        _helicopter,
        paint="asset.metal.red",
        trim="asset.metal.white",
        size=1.0,
        blades=4,
        fenestron=True,
        bubble=False,
    ),
    partial(
        _helicopter,
        paint="asset.metal.blue",
        trim="asset.metal.yellow",
        size=0.82,
        blades=2,
        fenestron=False,
        bubble=True,
    ),
    partial(
        _helicopter,
        paint="asset.army.dark",
        trim="asset.metal.black",
        size=1.3,
        blades=4,
        fenestron=False,
        bubble=False,
    ),
    _tandem,
)
