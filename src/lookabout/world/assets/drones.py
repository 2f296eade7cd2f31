"""Small camera drones with four rotors, in several colours."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from lookabout.world.assets.kind import Kind
from lookabout.world.assets.model import Assembly, Asset, Model
from lookabout.world.assets.solids import (
    Piece,
    ball,
    box,
    cylinder,
    disc_wheel,
    loft,
    outline,
    plate,
    rounded_box,
    tube,
)
from lookabout.world.scene import Mesh

_ARM = 0.13
"""From the middle to each rotor's axis along x, and along y, metres: as the flight model has it."""
_BLADE = 0.108
"""Radius of a rotor: with the arm it stays in the sphere that flies."""
_ROTOR_Z = 0.155
_HULL_Z = 0.08
"""Underside of the hull over what it stands on."""
_DARK = "asset.plastic.black"
_LENS = "asset.car.glass"


@dataclass(frozen=True)
class _Look:
    paint: str
    arms: str
    turn: float
    """Of the first rotor, degrees."""
    skids: bool
    """Stands on two rails, else on four feet."""


_LOOKS = (
    _Look("asset.gloss.white", "asset.plastic.grey", 20.0, False),
    _Look("asset.gloss.red", _DARK, 65.0, True),
    _Look("asset.gloss.yellow", _DARK, 110.0, False),
    _Look("asset.gloss.blue", "asset.plastic.white", 155.0, True),
    _Look("asset.gloss.green", _DARK, 35.0, False),
    _Look("asset.gloss.purple", "asset.plastic.grey", 80.0, True),
)


def kinds() -> list[Kind]:
    """All drones."""
    return [Kind("drone/quadrotor", "a drone with four rotors", len(_LOOKS), _quadrotor)]


def _quadrotor(variant: int) -> Asset:
    made = Assembly("drone/quadrotor")
    made.place(f"asset.drone.quadrotor.{variant}", _mesh(variant), label="drone")
    return made.finish()


@cache
def _mesh(variant: int) -> Mesh:
    look, model = _LOOKS[variant], Model()
    _hull(model, look)
    _camera(model)
    for index, (x, y) in enumerate(((1, 1), (1, -1), (-1, -1), (-1, 1))):
        # Opposite rotors stand alike, so that the middle of all is the middle of the rotors.
        _arm(model, look, x * _ARM, y * _ARM, look.turn + 47.0 * (index % 2))
    if look.skids:
        _skids(model)
    return model.mesh()


def _hull(model: Model, look: _Look) -> None:
    rings = [
        (-0.115, 0.055, 0.046, 0.022),
        (-0.085, 0.084, 0.064, 0.026),
        (0.0, 0.092, 0.070, 0.028),
        (0.075, 0.080, 0.062, 0.026),
        (0.118, 0.050, 0.040, 0.018),
    ]
    model.add(_shell(rings, _HULL_Z + 0.032), look.paint, sharp=50)
    model.add(rounded_box(0.125, 0.060, 0.018, 0.012).moved(-0.02, 0, _HULL_Z + 0.060), look.arms)
    model.add(box(0.10, 0.094, 0.004, -0.01, 0, _HULL_Z + 0.030), _DARK)
    for y in (-0.019, 0.019):
        model.add(ball(0.008, 0.010, 0.009, 10, 5).moved(0.112, y, _HULL_Z + 0.040), _LENS)
    model.add(cylinder(0.006, 0.004, 10).moved(-0.06, 0, _HULL_Z + 0.077), "asset.car.amber")


def _shell(rings: list[tuple[float, float, float, float]], z: float) -> Piece:
    """A skin along x through rounded rectangles: (x, width, height, radius) each."""
    turned = []
    for x, width, height, radius in rings:
        flat = outline(width, height, radius, 4, 0.0)
        # The outline's x goes to the left and its y upward.
        turned.append(np.column_stack([np.full(len(flat), x), flat[:, 0], flat[:, 1] + z]))
    return loft(turned)


def _camera(model: Model) -> None:
    """A camera in a fork under the nose."""
    z = _HULL_Z - 0.010
    model.add(cylinder(0.020, 0.022, 14).moved(0.085, 0, z), _DARK)
    model.add_both(box(0.024, 0.006, 0.036, 0.092, 0.027, z - 0.026), "asset.plastic.grey")
    model.add(box(0.024, 0.060, 0.008, 0.088, 0, z + 0.002), "asset.plastic.grey")
    model.add(rounded_box(0.040, 0.048, 0.036, 0.010).moved(0.098, 0, z - 0.034), _DARK)
    model.add(disc_wheel(0.014, 0.012, 16).turned(yaw=90).moved(0.120, 0, z - 0.016), _DARK)
    model.add(disc_wheel(0.010, 0.014, 16).turned(yaw=90).moved(0.121, 0, z - 0.016), _LENS)


def _arm(model: Model, look: _Look, x: float, y: float, turn: float) -> None:
    root = [0.45 * x, 0.25 * y, _HULL_Z + 0.034]
    model.add(tube(root, [x, y, _ROTOR_Z - 0.032], 0.014, 0.009, 10), look.arms)
    model.add(cylinder(0.017, 0.030, 16).moved(x, y, _ROTOR_Z - 0.040), look.paint)
    model.add(cylinder(0.015, 0.012, 16).moved(x, y, _ROTOR_Z - 0.010), _DARK)
    model.add(cylinder(0.006, 0.018, 10).moved(x, y, _ROTOR_Z - 0.002), "asset.car.steel")
    # Red lamps in front and yellow spots behind tell where it looks.
    lamp = "asset.lamp.red" if x > 0 else "asset.reflective.yellow"
    model.add(ball(0.007, 0.007, 0.005, 8, 4).moved(x, y, _ROTOR_Z - 0.041), lamp)
    # Neighbours turn against one another, and their blades are shaped so.
    way = 1.0 if x * y > 0 else -1.0
    for half in (0.0, 180.0):
        model.add(_blade(way).turned(yaw=turn + half).moved(x, y, _ROTOR_Z), _DARK)
        tip = box(0.020, 0.012, 0.0032, _BLADE - 0.011, 0, -0.0016)
        model.add(tip.turned(yaw=turn + half).moved(x, y, _ROTOR_Z), "asset.plastic.orange")
    if not look.skids:
        model.add(tube([x, y, 0.004], [x, y, _ROTOR_Z - 0.03], 0.006, 0.008, 8), look.arms)
        model.add(ball(0.009, 0.009, 0.005, 8, 4).moved(x, y, 0.005), _DARK)


def _blade(way: float) -> Piece:
    """Along x, widest at a third of its length."""
    stations = [(0.002, 0.010), (0.038, 0.022), (0.078, 0.017), (_BLADE, 0.008)]
    front = [(x, way * 0.4 * chord) for x, chord in stations]
    back = [(x, way * -0.6 * chord) for x, chord in reversed(stations)]
    ring = [*back[::-1], *front[::-1]] if way > 0 else [*front, *back]
    return plate(ring, 0.0026, -0.0013)


def _skids(model: Model) -> None:
    for x in (-0.06, 0.06):
        leg = tube([x, 0.085, 0.008], [0.7 * x, 0.036, _HULL_Z + 0.012], 0.006, 0.007, 8)
        model.add_both(leg, _DARK)
    model.add_both(tube([-0.115, 0.085, 0.008], [0.105, 0.085, 0.008], 0.007, sides=10), _DARK)
