"""Aeroplanes standing on the ground, light ones and airliners."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial

import numpy as np

from lookabout.world.assets.kind import Kind
from lookabout.world.assets.model import Assembly, Asset, Model
from lookabout.world.assets.solids import (
    Piece,
    ball,
    box,
    circle,
    cylinder,
    disc_wheel,
    lathe,
    loft,
    rounded_box,
    tube,
)
from lookabout.world.scene import Mesh

GLASS = "asset.car.glass"
DARK = "asset.metal.dark"


def kinds() -> list[Kind]:
    """All aeroplanes."""
    return [
        Kind(name, words, len(_BUILDS[name]), partial(_asset, name, label))
        for name, words, label in (
            ("small_aeroplane", "a small aeroplane", "aeroplane"),
            ("airliner", "an airliner", "aeroplane"),
        )
    ]


def _asset(name: str, label: str, variant: int) -> Asset:
    made = Assembly(name)
    made.place(f"asset.aircraft.{name}.{variant}", _mesh(name, variant), label=label)
    return made.finish()


@cache
def _mesh(name: str, variant: int) -> Mesh:
    model = Model()
    _BUILDS[name][variant](model)
    return model.mesh()


def fuselage(stations: Sequence[tuple[float, float, float, float]], sides: int = 18) -> Piece:
    """A body through ellipses (x, middle z, half width, half height), tail first."""
    rings = []
    for x, z, half, high in stations:
        a = circle(1.0, sides)
        rings.append(np.column_stack([np.full(sides, x), a[:, 0] * half, z + a[:, 1] * high]))
    return loft(rings)


def wing(
    root_x: float,
    chord: float,
    span: float,
    tip_chord: float,
    sweep: float,
    z: float,
    dihedral: float = 0.0,
    thick: float = 0.12,
    root_y: float = 0.0,
) -> Piece:
    """
    The left wing: from ``root_y`` out to ``span``; ``root_x`` is its leading edge's root and
    ``sweep`` how far the tip's leading edge lies behind it.
    """
    t = np.linspace(0, 1, 9)
    upper = 0.6 * np.sqrt(t) * (1 - t) * 2.2
    profile = np.concatenate(
        [np.column_stack([t, upper]), np.column_stack([t, -0.35 * upper])[-2:0:-1]]
    )
    rings = []
    for share in (0.0, 0.35, 0.7, 0.96, 1.0):
        c = chord + (tip_chord - chord) * share
        rim = 0.35 if share == 1.0 else 1.0
        y = root_y + (span - root_y) * share
        x = root_x - sweep * share - profile[:, 0] * c
        rings.append(
            np.column_stack(
                [x, np.full(len(x), y), z + dihedral * share + profile[:, 1] * thick * c * rim]
            )
        )
    return loft(rings[::-1])


def fin(x: float, chord: float, high: float, tip_chord: float, sweep: float, z: float) -> Piece:
    """An upright tail surface."""
    flat = wing(x, chord, high, tip_chord, sweep, 0.0, thick=0.10)
    return flat.turned(roll=90).moved(z=z)


def gear(model: Model, x: float, y: float, z: float, radius: float, wide: float = 0.14) -> None:
    """A wheel on a strut, with its twin on the other side unless y is 0."""
    add = model.add_both if y else model.add
    add(disc_wheel(radius, wide, 16).moved(x, y, radius), "asset.car.tyre")
    add(disc_wheel(radius * 0.5, wide + 0.02, 10).moved(x, y, radius), "asset.car.steel")
    add(tube([x, y, radius], [x, y * 0.8, z], 0.05 + radius * 0.12), "asset.car.steel")


def _propeller(model: Model, x: float, z: float, radius: float, y: float = 0.0) -> None:
    model.add(
        lathe([(0.16, 0), (0.13, 0.14), (0.02, 0.26)], 12).turned(pitch=90).moved(x, y, z),
        "asset.car.chrome",
    )
    for angle in (20.0, 200.0):
        blade = rounded_box(0.05, radius, 0.13, 0.02, edge=0.01).moved(0, radius / 2, -0.065)
        model.add(blade.turned(roll=angle).moved(x + 0.05, y, z), DARK)


def _high_wing(model: Model, paint: str, trim: str) -> None:
    """A four-seat high-wing aeroplane with struts."""
    body = [
        (-4.4, 1.6, 0.08, 0.12),
        (-3.0, 1.5, 0.26, 0.3),
        (-1.2, 1.4, 0.52, 0.6),
        (0.4, 1.4, 0.58, 0.66),
        (1.5, 1.25, 0.54, 0.48),
        (2.4, 1.2, 0.44, 0.40),
        (2.75, 1.2, 0.25, 0.25),
    ]
    model.add(fuselage(body), paint, sharp=50)
    model.add(
        fuselage(
            [
                (-0.9, 1.62, 0.53, 0.36),
                (0.2, 1.68, 0.56, 0.40),
                (0.95, 1.6, 0.50, 0.34),
                (1.35, 1.4, 0.3, 0.2),
            ]
        ),
        GLASS,
        sharp=50,
    )
    model.add_both(wing(0.95, 1.5, 5.5, 1.15, 0.15, 2.05, 0.12), paint)
    model.add(box(1.4, 1.1, 0.12, 0.2, 0, 2.02), paint)
    model.add_both(wing(0.7, 0.25, 5.5, 0.2, 0.12, 2.09, 0.12, root_y=4.3), trim)
    model.add_both(tube([0.5, 0.5, 1.05], [0.4, 2.6, 2.05], 0.04), paint)
    model.add_both(wing(-3.6, 0.95, 1.75, 0.7, 0.25, 1.6), paint)
    model.add(fin(-3.3, 1.2, 1.45, 0.7, 0.75, 1.65), trim)
    model.add_both(box(4.6, 0.02, 0.14, -0.6, 0.55, 1.3), trim)
    gear(model, 0.2, 1.15, 1.0, 0.22)
    gear(model, 2.2, 0, 1.0, 0.2)
    _propeller(model, 2.75, 1.2, 0.95)


def _low_wing(model: Model, paint: str, trim: str) -> None:
    """A sporty low-wing aeroplane with a bubble canopy."""
    body = [
        (-3.9, 1.25, 0.07, 0.1),
        (-2.6, 1.15, 0.25, 0.28),
        (-0.8, 1.05, 0.48, 0.45),
        (0.8, 1.05, 0.52, 0.48),
        (2.0, 1.05, 0.46, 0.40),
        (2.6, 1.05, 0.24, 0.24),
    ]
    model.add(fuselage(body), paint, sharp=50)
    model.add(ball(1.15, 0.42, 0.48, 16, 8).moved(0.0, 0, 1.4), GLASS, sharp=60)
    model.add_both(wing(1.1, 1.6, 4.6, 1.0, 0.35, 0.78, 0.35), paint)
    model.add_both(wing(0.8, 0.6, 4.6, 0.45, 0.2, 1.12, 0.06, root_y=3.9), trim)
    model.add_both(wing(-3.0, 0.9, 1.6, 0.6, 0.3, 1.3), paint)
    model.add(fin(-2.9, 1.2, 1.25, 0.6, 0.8, 1.3), trim)
    model.add(box(2.4, 0.3, 0.02, 1.1, 0, 1.50), trim)
    gear(model, 0.6, 1.5, 0.85, 0.22)
    gear(model, 2.1, 0, 0.8, 0.2)
    _propeller(model, 2.6, 1.05, 0.92)


def _biplane(model: Model, paint: str, trim: str) -> None:
    """Two pairs of wings, wires, open cockpits, tail low."""
    body = [
        (-3.6, 0.75, 0.06, 0.12),
        (-2.4, 0.95, 0.25, 0.3),
        (-0.5, 1.25, 0.42, 0.46),
        (1.2, 1.4, 0.46, 0.5),
        (1.9, 1.45, 0.52, 0.52),
        (2.2, 1.46, 0.4, 0.4),
    ]
    model.add(fuselage(body), trim, sharp=50)
    for z, x in ((1.05, 0.9), (2.45, 1.3)):
        model.add_both(wing(x, 1.35, 4.3, 1.25, 0.05, z, 0.1), paint)
        for y in (2.6, 2.95):
            model.add_both(
                wing(x - 0.02, 1.34, y + 0.2, 1.33, 0.0, z + 0.075, 0.0, 0.1, root_y=y), trim
            )
    for x in (0.75, 0.0):
        model.add_both(tube([x, 3.1, 1.15], [x + 0.35, 3.1, 2.5], 0.035, sides=6), DARK)
        model.add_both(tube([x, 0.35, 1.6], [x + 0.35, 0.5, 2.45], 0.03, sides=6), DARK)
    for x in (0.1, -0.9):
        model.add(ball(0.34, 0.28, 0.1, 10, 4).moved(x, 0, 1.6 + 0.16 * x), "asset.car.seat")
        model.add(box(0.03, 0.4, 0.22, x + 0.36, 0, 1.65 + 0.16 * x), GLASS)
    model.add_both(wing(-2.7, 0.9, 1.5, 0.7, 0.15, 0.95), paint)
    model.add(fin(-2.7, 1.0, 1.1, 0.6, 0.5, 0.95), paint)
    gear(model, 1.1, 0.85, 1.0, 0.33)
    model.add(disc_wheel(0.1, 0.06, 10).moved(-3.4, 0, 0.1), "asset.car.tyre")
    model.add(tube([-3.4, 0, 0.1], [-3.3, 0, 0.75], 0.03), DARK)
    _propeller(model, 2.2, 1.46, 1.1)


def _twin(model: Model, paint: str, trim: str) -> None:
    """Two engines on a low wing."""
    body = [
        (-5.2, 1.55, 0.07, 0.12),
        (-3.4, 1.45, 0.36, 0.42),
        (-1.0, 1.3, 0.62, 0.66),
        (1.4, 1.3, 0.62, 0.64),
        (2.8, 1.2, 0.46, 0.46),
        (3.9, 1.05, 0.1, 0.1),
    ]
    model.add(fuselage(body), paint, sharp=50)
    model.add(
        fuselage([(0.7, 1.62, 0.5, 0.3), (1.3, 1.66, 0.52, 0.34), (2.1, 1.45, 0.42, 0.26)]),
        GLASS,
        sharp=50,
    )
    for x in (-0.1, -0.8, -1.5):
        model.add_both(box(0.42, 0.03, 0.28, x, 0.615, 1.38), GLASS)
    model.add_both(wing(1.1, 1.9, 6.2, 1.0, 0.5, 0.95, 0.45), paint)
    for side in (-1, 1):
        nacelle = fuselage(
            [
                (-0.9, 1.1, 0.12, 0.12),
                (0.3, 1.15, 0.38, 0.34),
                (1.7, 1.15, 0.36, 0.32),
                (2.1, 1.15, 0.2, 0.2),
            ],
            14,
        ).moved(y=side * 1.9)
        model.add(nacelle, trim, sharp=50)
        _propeller(model, 2.1, 1.15, 0.95, side * 1.9)
    model.add_both(wing(-4.2, 1.1, 2.2, 0.8, 0.35, 1.65), paint)
    model.add(fin(-3.7, 1.6, 1.7, 0.8, 1.0, 1.6), trim)
    gear(model, 0.3, 1.9, 1.0, 0.28)
    gear(model, 3.0, 0, 1.0, 0.24)


def _airliner(
    model: Model,
    length: float,
    radius: float,
    span: float,
    sweep: float,
    engines: str,
    t_tail: bool,
    trim: str,
    propellers: bool = False,
) -> None:
    """A passenger aircraft; ``engines``: ``wing2``, ``wing4`` or ``tail``."""
    white = "asset.metal.white"
    half = length / 2
    z = radius + (1.9 if engines != "tail" else 1.4)
    body = [
        (-half, z + 0.75 * radius, 0.1, 0.14),
        (-half + 0.16 * length, z + 0.28 * radius, 0.55 * radius, 0.7 * radius),
        (-half + 0.32 * length, z, radius, radius),
        (half - 0.17 * length, z, radius, radius),
        (half - 0.07 * length, z - 0.06 * radius, 0.82 * radius, 0.86 * radius),
        (half - 0.02 * length, z - 0.2 * radius, 0.45 * radius, 0.5 * radius),
        (half, z - 0.28 * radius, 0.08, 0.08),
    ]
    model.add(fuselage(body, 26), white, sharp=50)
    nose = half - 0.065 * length
    model.add(
        fuselage(
            [
                (nose - 0.3, z + 0.62 * radius, 0.5 * radius, 0.14 * radius),
                (nose + 0.5, z + 0.42 * radius, 0.5 * radius, 0.18 * radius),
                (nose + 0.9, z + 0.2 * radius, 0.35 * radius, 0.1 * radius),
            ],
            14,
        ),
        GLASS,
        sharp=50,
    )
    for x in np.arange(-half + 0.3 * length, half - 0.14 * length, 0.9):
        model.add_both(box(0.32, 0.04, 0.42, x, radius - 0.015, z + 0.18), GLASS)
    model.add_both(box(length * 0.55, 0.03, 0.2, 0, radius - 0.02, z - 0.25), trim)
    chord = 0.17 * length if not propellers else 0.12 * length
    root = 0.12 * length
    wing_z = z - 0.6 * radius if not propellers else z + 0.75 * radius
    model.add_both(
        wing(
            root,
            chord,
            span / 2,
            0.26 * chord if sweep > 1 else 0.5 * chord,
            sweep,
            wing_z,
            0.05 * span / 2,
            0.11,
        ),
        "asset.metal.galvanised",
    )
    spots = {"wing2": [0.17], "wing4": [0.15, 0.29], "tail": []}[engines]
    for share in spots:
        y = share * span
        x = root - sweep * share * 2 + 1.0
        if propellers:
            pod = fuselage(
                [(-2.4, wing_z, 0.15, 0.2), (0.0, wing_z, 0.55, 0.6), (1.2, wing_z, 0.45, 0.5)], 14
            )
            model.add_both(pod.moved(x, y, 0), white, sharp=50)
            for side in (-1, 1):
                _propeller(model, x + 1.2, wing_z, 1.9, side * y)
            continue
        _jet(model, x, y, wing_z - 0.35 * radius - 0.45, 0.06 * length, 0.5 * radius, trim)
        model.add_both(box(1.8, 0.2, 0.7, x - 1.0, y, wing_z - 0.6), white)
    if engines == "tail":
        _jet(
            model,
            -half + 0.30 * length,
            radius * 1.5,
            z + 0.35 * radius,
            0.11 * length,
            0.42 * radius,
            trim,
        )
        model.add_both(
            box(1.4, radius, 0.2, -half + 0.26 * length, radius, z + 0.3 * radius), white
        )
    tail = -half + 0.17 * length
    high = 0.155 * length
    model.add(fin(tail, 0.15 * length, high, 0.06 * length, 0.11 * length, z + 0.5 * radius), trim)
    flat_z = z + 0.5 * radius + high * 0.97 if t_tail else z + 0.45 * radius
    flat_x = tail - (0.10 * length if t_tail else 0.03 * length)
    model.add_both(
        wing(flat_x, 0.10 * length, 0.19 * span, 0.045 * length, 0.075 * length, flat_z, 0.2),
        "asset.metal.galvanised",
    )
    gear(model, -0.01 * length, radius * 1.5, wing_z, 0.5, 0.7)
    gear(model, half - 0.12 * length, 0, z - 0.8 * radius, 0.38, 0.5)


def _jet(
    model: Model, x: float, y: float, z: float, length: float, radius: float, trim: str
) -> None:
    shell = [
        (x - length * 0.9, z, 0.5 * radius, 0.5 * radius),
        (x - length * 0.4, z, 0.95 * radius, 0.95 * radius),
        (x, z, radius, radius),
        (x + 0.25 * length, z, 0.86 * radius, 0.86 * radius),
    ]
    model.add_both(fuselage(shell, 18).moved(y=y), trim, sharp=50)
    fan = cylinder(0.74 * radius, 0.03, 16).turned(pitch=90).moved(x + 0.25 * length, y, z)
    model.add_both(fan, DARK)


_BUILDS: dict[str, tuple[Callable[[Model], None], ...]] = {
    "small_aeroplane": (
        partial(_high_wing, paint="asset.metal.white", trim="asset.metal.red"),
        partial(_low_wing, paint="asset.metal.white", trim="asset.metal.blue"),
        partial(_biplane, paint="asset.metal.yellow", trim="asset.metal.blue"),
        partial(_twin, paint="asset.metal.white", trim="asset.metal.green"),
    ),
    "airliner": (
        partial(
            _airliner,
            length=37.6,
            radius=1.97,
            span=34.1,
            sweep=7.0,
            engines="wing2",
            t_tail=False,
            trim="asset.metal.blue",
        ),
        partial(
            _airliner,
            length=33.0,
            radius=1.45,
            span=24.0,
            sweep=4.6,
            engines="tail",
            t_tail=True,
            trim="asset.metal.red",
        ),
        partial(
            _airliner,
            length=47.0,
            radius=2.5,
            span=44.0,
            sweep=11.0,
            engines="wing4",
            t_tail=False,
            trim="asset.metal.green",
        ),
        partial(
            _airliner,
            length=27.0,
            radius=1.4,
            span=27.0,
            sweep=0.4,
            engines="wing2",
            t_tail=True,
            trim="asset.plastic.orange",
            propellers=True,
        ),
    ),
}
