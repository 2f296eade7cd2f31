"""Flying saucers and tanks."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

import numpy as np

from lookabout.world.assets.kind import Kind
from lookabout.world.assets.machines import crawler_track
from lookabout.world.assets.model import Assembly, Asset, Model, collider_boxes, placed
from lookabout.world.assets.solids import (
    Floats,
    ball,
    box,
    cylinder,
    lathe,
    loft,
    prism,
    ring,
    rounded_box,
    tube,
)
from lookabout.world.scene import Mesh

STEEL = "asset.ufo.skin"
LIGHT = "asset.ufo.light"


def kinds() -> list[Kind]:
    """Both kinds."""
    return [
        Kind("ufo", "a UFO", len(_BUILDS["ufo"]), partial(_asset, "ufo", "UFO")),
        Kind("tank", "a tank", len(_BUILDS["tank"]), partial(_asset, "tank", "tank")),
    ]


def _asset(name: str, label: str, variant: int) -> Asset:
    made = Assembly(name)
    mesh = _mesh(name, variant)
    hidden = (f"asset.tank.{variant}.collider", _tank_collider(variant))
    collider = hidden if name == "tank" else None
    made.place(f"asset.{name}.{variant}", mesh, label=label, collider=collider)
    return made.finish()


@cache
def _mesh(name: str, variant: int) -> Mesh:
    model = Model()
    _BUILDS[name][variant](model)
    return model.mesh()


def _legs(model: Model, reach: float, high: float, count: int = 3) -> None:
    for k in range(count):
        leg = Model()
        leg.add(tube([reach * 0.6, 0, high], [reach, 0, 0.1], 0.1, 0.08), "asset.metal.dark")
        leg.add(cylinder(0.4, 0.12, 14, 0.25).moved(reach), "asset.metal.dark")
        model.add_model(leg, placed(yaw=360 / count * k + 15))


def _lights(model: Model, radius: float, z: float, count: int, size: float) -> None:
    for a in np.linspace(0, 2 * np.pi, count, endpoint=False):
        lamp = ball(size, size, size * 0.6, 10, 5)
        model.add(lamp.moved(radius * np.cos(a), radius * np.sin(a), z), LIGHT)


def _saucer(model: Model) -> None:
    """The classic: a disc with a glass dome."""
    disc = [
        (0.8, 1.0),
        (2.2, 1.1),
        (4.4, 1.55),
        (4.6, 1.7),
        (4.4, 1.85),
        (2.4, 2.35),
        (1.9, 2.45),
        (1.85, 2.6),
    ]
    model.add(lathe(disc, 48), STEEL)
    model.add(ball(1.75, 1.75, 1.35, 28, 10).moved(z=2.5), "asset.ufo.dome", sharp=60)
    for k in range(16):
        rib = box(2.0, 0.05, 0.03, 3.3, 0, 2.13).turned(yaw=22.5 * k)
        model.add(rib, "asset.metal.dark")
    _lights(model, 4.0, 1.95, 16, 0.16)
    _lights(model, 2.6, 1.16, 8, 0.2)
    _legs(model, 3.0, 1.2)


def _double(model: Model) -> None:
    """Two stacked bowls with a ring of lights between."""
    model.add(lathe([(0.6, 0.9), (2.6, 1.2), (3.6, 1.75), (3.6, 1.95)], 44), STEEL, sharp=30)
    model.add(lathe([(3.3, 1.95), (3.3, 2.2)], 44), "asset.metal.dark")
    model.add(
        lathe([(3.6, 2.2), (3.5, 2.4), (2.4, 2.95), (1.2, 3.25), (0.9, 3.8), (0.05, 4.0)], 44),
        STEEL,
        sharp=30,
    )
    _lights(model, 3.42, 2.07, 24, 0.13)
    model.add(ring(1.9, 0.09, 36, 8).moved(z=3.06), LIGHT)
    model.add(tube([0, 0, 3.95], [0, 0, 5.0], 0.04), "asset.metal.dark")
    model.add(ball(0.12, 0.12, 0.12, 8, 5).moved(z=5.05), LIGHT)
    _legs(model, 2.4, 1.1, 4)


def _wheel(model: Model) -> None:
    """A great ring around a core, joined by spokes."""
    model.add(ring(4.2, 0.7, 48, 14).scaled(1, 1, 0.75).moved(z=1.9), STEEL, sharp=60)
    model.add(ball(1.7, 1.7, 1.2, 28, 12).moved(z=1.9), "asset.ufo.core", sharp=60)
    for k in range(5):
        spoke = rounded_box(2.6, 0.6, 0.4, 0.15).moved(2.5, 0, 1.7)
        model.add(spoke.turned(yaw=72 * k), STEEL)
    _lights(model, 4.2, 2.43, 20, 0.17)
    model.add(ring(1.0, 0.08, 28, 8).moved(z=2.92), LIGHT)
    _legs(model, 4.0, 1.4, 5)


def _delta(model: Model) -> None:
    """A dark triangle with a light at each corner."""
    corners = np.array([[4.8, 0], [-3.4, 4.2], [-3.4, -4.2]])

    def level(share: float, z: float) -> Floats:
        points = []
        for k in range(3):
            a, b = corners[k], corners[(k + 1) % 3]
            points += [a + (b - a) * t for t in (0.05, 0.35, 0.65, 0.95)]
        flat = np.array(points) * share
        return np.column_stack([flat, np.full(len(flat), z)])

    hull = loft(
        [level(0.7, 0.9), level(1.0, 1.3), level(1.0, 1.5), level(0.55, 2.1), level(0.3, 2.2)]
    )
    model.add(hull, "asset.ufo.dark")
    for corner in corners * 0.78:
        model.add(ball(0.4, 0.4, 0.14, 14, 5).moved(corner[0], corner[1], 1.8), LIGHT)
    model.add(ball(0.9, 0.9, 0.5, 18, 8).moved(-0.3, 0, 2.15), "asset.ufo.core", sharp=60)
    for a, b in zip(corners, np.roll(corners, 1, axis=0), strict=True):
        model.add(tube([*(a * 0.98), 1.4], [*(b * 0.98), 1.4], 0.07), LIGHT)
    _legs(model, 2.2, 1.0)


def _tank(
    model: Model,
    paint: str,
    patch: str,
    length: float,
    width: float,
    turret: str,
    gun: float,
    wheels: int,
) -> None:
    """``turret``: ``wedge``, ``round``, ``box`` or ``small``; ``gun`` is its length in metres."""
    dark = "asset.metal.dark"
    track = 0.62
    for side in (-1, 1):
        y = side * (width / 2 - track / 2)
        crawler_track(model, y, length * 0.94, track, 0.95, wheels)
        fender = box(length * 0.92, track + 0.1, 0.06, 0, y, 1.02)
        model.add(fender, paint)
        for x in np.linspace(-length * 0.33, length * 0.25, 4):
            model.add(
                rounded_box(0.7, 0.42, 0.28, 0.04).moved(x, y, 1.08), (paint, patch)[int(x > 0)]
            )
    hull = width - 2 * track
    model.add(prism(length * 0.9, hull, 0.7, 0.96, 1.0).moved(z=0.42), paint)
    model.add(
        prism(length * 0.86, hull + 0.3, 0.38, 0.74, 0.94, -length * 0.04).moved(-0.1, 0, 1.0),
        paint,
    )
    model.add(box(1.5, hull * 0.9, 0.05, -length * 0.33, 0, 1.36), dark)
    for x in np.linspace(-length * 0.42, -length * 0.24, 8):
        model.add(box(0.06, hull * 0.86, 0.04, x, 0, 1.40), paint)
    for side in (-1, 1):
        model.add(box(1.0, 0.5, 0.02, length * 0.22, side * hull * 0.25, 1.33), patch)
    x, z = length * 0.02, 1.36
    if turret == "wedge":
        plan = np.array(
            [
                [1.9, 0.5],
                [0.9, 1.35],
                [-1.7, 1.3],
                [-2.0, 0.9],
                [-2.0, -0.9],
                [-1.7, -1.3],
                [0.9, -1.35],
                [1.9, -0.5],
            ]
        )
        rings = [
            np.column_stack([plan * k + [0, 0], np.full(8, h)])
            for k, h in ((0.95, 0.0), (1.0, 0.3), (0.86, 0.72))
        ]
        model.add(loft(rings).moved(x, 0, z), paint)
        model.add(box(0.9, 2.3, 0.4, x - 2.1, 0, z + 0.2), patch)
        roof = z + 0.72
    elif turret == "round":
        model.add(
            lathe([(1.25, 0), (1.3, 0.25), (1.05, 0.6), (0.5, 0.82), (0.05, 0.86)], 26)
            .scaled(1.15, 1, 1)
            .moved(x, 0, z),
            paint,
            sharp=60,
        )
        roof = z + 0.72
    elif turret == "box":
        model.add(prism(2.9, 2.2, 0.8, 0.82, 0.86).moved(x - 0.2, 0, z), paint)
        model.add(box(0.8, 2.0, 0.5, x - 1.9, 0, z + 0.15), patch)
        roof = z + 0.8
    else:
        model.add(rounded_box(1.5, 1.35, 0.55, 0.25).moved(x, 0.2, z), paint)
        roof = z + 0.55
    face = 1.3 if turret != "small" else 0.85
    barrel = 0.5 if turret != "small" else 0.42
    bore = 0.10 if turret != "small" else 0.05
    model.add(rounded_box(0.7, 0.6, 0.42, 0.12).moved(x + face, 0, z + 0.18), paint)
    model.add(
        tube(
            [x + face - 0.1, 0, z + barrel - 0.08],
            [x + face - 0.1 + gun, 0, z + barrel],
            bore,
            bore * 0.8,
            12,
        ),
        paint,
    )
    model.add(
        tube(
            [x + face - 0.1 + gun * 0.5, 0, z + barrel - 0.05],
            [x + face + 0.2 + gun * 0.58, 0, z + barrel - 0.03],
            bore * 1.6,
            sides=12,
        ),
        paint,
    )
    model.add(
        tube(
            [x + face - 0.2 + gun, 0, z + barrel],
            [x + face + 0.1 + gun, 0, z + barrel],
            bore * 1.35,
            sides=12,
        ),
        dark,
    )
    for side, at in ((1, -0.3), (-1, -0.5)):
        model.add(cylinder(0.36, 0.12, 18).moved(x + at, side * 0.5, roof - 0.06), patch)
        model.add(ring(0.34, 0.04, 18, 6).moved(x + at, side * 0.5, roof + 0.07), dark)
    model.add(tube([x - 0.2, -0.6, roof + 0.2], [x + 0.9, -0.6, roof + 0.24], 0.03), dark)
    for y in (-0.8, 0.8):
        model.add(tube([x - 1.2, y, 1.3], [x - 1.35, y, roof + 1.6], 0.012, sides=5), dark)


@cache
def _tank_collider(variant: int) -> Mesh:
    """Boxes for tracks, hull, turret and gun."""
    length, width, gun = ((7.6, 3.6, 5.0), (6.4, 3.2, 3.6), (7.0, 3.4, 4.4), (6.4, 3.1, 2.4))[
        variant
    ]
    return collider_boxes(
        (
            (-0.46 * length, 0.46 * length, -0.48 * width, 0.48 * width, 0.05, 1.02),
            (-0.42 * length, 0.36 * length, -0.3 * width, 0.3 * width, 1.0, 1.35),
            (-0.65, 0.75, -0.5, 0.7, 1.35, 1.9),
            (0.7, 1.0 + gun, -0.07, 0.07, 1.72, 1.88),
        )
    )


_BUILDS: dict[str, tuple[Callable[[Model], None], ...]] = {
    "ufo": (_saucer, _double, _wheel, _delta),
    "tank": (
        partial(
            _tank,
            paint="asset.army.olive",
            patch="asset.army.dark",
            length=7.6,
            width=3.6,
            turret="wedge",
            gun=5.0,
            wheels=7,
        ),
        partial(
            _tank,
            paint="asset.army.sand",
            patch="asset.army.brown",
            length=6.4,
            width=3.2,
            turret="round",
            gun=3.6,
            wheels=5,
        ),
        partial(
            _tank,
            paint="asset.army.dark",
            patch="asset.army.olive",
            length=7.0,
            width=3.4,
            turret="box",
            gun=4.4,
            wheels=6,
        ),
        partial(
            _tank,
            paint="asset.army.olive",
            patch="asset.army.sand",
            length=6.4,
            width=3.1,
            turret="small",
            gun=2.4,
            wheels=6,
        ),
    ),
}
