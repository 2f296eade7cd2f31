"""Light aeroplanes standing on the ground."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from lookabout.world.assets.aircraft import (
    DARK,
    GLASS,
    Wing,
    fin,
    fuselage,
    gear,
    hinges,
    propeller,
)
from lookabout.world.assets.kind import Kind
from lookabout.world.assets.model import Assembly, Asset, Model
from lookabout.world.assets.solids import ball, box, disc_wheel, tube
from lookabout.world.scene import Mesh


def kinds() -> list[Kind]:
    """Light aeroplanes."""
    return [Kind("small_aeroplane", "a small aeroplane", len(_BUILDS), _aeroplane)]


def _aeroplane(variant: int) -> Asset:
    made = Assembly("small_aeroplane")
    made.place(f"asset.aircraft.small_aeroplane.{variant}", _mesh(variant), label="aeroplane")
    return made.finish()


@cache
def _mesh(variant: int) -> Mesh:
    model = Model()
    _BUILDS[variant](model)
    return model.mesh()


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
    main = Wing(0.95, 1.5, 5.5, 1.15, 0.15, 2.05, 0.12)
    model.add_both(main.solid(), paint)
    hinges(model, main)
    model.add(box(1.4, 1.1, 0.12, 0.2, 0, 2.02), paint)
    model.add_both(Wing(0.7, 0.25, 5.5, 0.2, 0.12, 2.09, 0.12, root_y=4.3).solid(), trim)
    model.add_both(tube([0.5, 0.5, 1.05], [0.4, 2.6, 2.05], 0.04), paint)
    model.add_both(Wing(-3.6, 0.95, 1.75, 0.7, 0.25, 1.6).solid(), paint)
    model.add(fin(-3.3, 1.2, 1.45, 0.7, 0.75, 1.65), trim)
    model.add_both(box(4.6, 0.02, 0.14, -0.6, 0.55, 1.3), trim)
    gear(model, 0.2, 1.15, 1.0, 0.22)
    gear(model, 2.2, 0, 1.0, 0.2)
    propeller(model, 2.75, 1.2, 0.95)


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
    main = Wing(1.1, 1.6, 4.6, 1.0, 0.35, 0.78, 0.35)
    model.add_both(main.solid(), paint)
    hinges(model, main)
    model.add_both(Wing(0.8, 0.6, 4.6, 0.45, 0.2, 1.12, 0.06, root_y=3.9).solid(), trim)
    model.add_both(Wing(-3.0, 0.9, 1.6, 0.6, 0.3, 1.3).solid(), paint)
    model.add(fin(-2.9, 1.2, 1.25, 0.6, 0.8, 1.3), trim)
    model.add(box(2.4, 0.3, 0.02, 1.1, 0, 1.50), trim)
    gear(model, 0.6, 1.5, 0.85, 0.22)
    gear(model, 2.1, 0, 0.8, 0.2)
    propeller(model, 2.6, 1.05, 0.92)


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
        model.add_both(Wing(x, 1.35, 4.3, 1.25, 0.05, z, 0.1).solid(), paint)
        for y in (2.6, 2.95):
            model.add_both(
                Wing(x - 0.02, 1.34, y + 0.2, 1.33, 0.0, z + 0.075, 0.0, 0.1, root_y=y).solid(),
                trim,
            )
    for x in (0.75, 0.0):
        model.add_both(tube([x, 3.1, 1.15], [x + 0.35, 3.1, 2.5], 0.035, sides=6), DARK)
        model.add_both(tube([x, 0.35, 1.6], [x + 0.35, 0.5, 2.45], 0.03, sides=6), DARK)
    for x in (0.1, -0.9):
        model.add(ball(0.34, 0.28, 0.1, 10, 4).moved(x, 0, 1.6 + 0.16 * x), "asset.car.seat")
        model.add(box(0.03, 0.4, 0.22, x + 0.36, 0, 1.65 + 0.16 * x), GLASS)
    model.add_both(Wing(-2.7, 0.9, 1.5, 0.7, 0.15, 0.95).solid(), paint)
    model.add(fin(-2.7, 1.0, 1.1, 0.6, 0.5, 0.95), paint)
    gear(model, 1.1, 0.85, 1.0, 0.33)
    model.add(disc_wheel(0.1, 0.06, 10).moved(-3.4, 0, 0.1), "asset.car.tyre")
    model.add(tube([-3.4, 0, 0.1], [-3.3, 0, 0.75], 0.03), DARK)
    propeller(model, 2.2, 1.46, 1.1)


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
    main = Wing(1.1, 1.9, 6.2, 1.0, 0.5, 0.95, 0.45)
    model.add_both(main.solid(), paint)
    hinges(model, main)
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
        propeller(model, 2.1, 1.15, 0.95, side * 1.9)
    model.add_both(Wing(-4.2, 1.1, 2.2, 0.8, 0.35, 1.65).solid(), paint)
    model.add(fin(-3.7, 1.6, 1.7, 0.8, 1.0, 1.6), trim)
    gear(model, 0.3, 1.9, 1.0, 0.28)
    gear(model, 3.0, 0, 1.0, 0.24)


_BUILDS: tuple[Callable[[Model], None], ...] = (
    partial(_high_wing, paint="asset.metal.white", trim="asset.metal.red"),
    partial(_low_wing, paint="asset.metal.white", trim="asset.metal.blue"),
    partial(_biplane, paint="asset.metal.yellow", trim="asset.metal.blue"),
    partial(_twin, paint="asset.metal.white", trim="asset.metal.green"),
)
