"""Licence plates."""

from __future__ import annotations

import numpy as np

from lookabout.world.assets.car_shapes import CarShape
from lookabout.world.assets.lettering import lettering
from lookabout.world.assets.model import Model, placed
from lookabout.world.assets.solids import Floats, cylinder, outline, plate
from lookabout.world.scene import Mesh

WIDTH, HEIGHT = 0.52, 0.152
"""Metres. As wide as in Europe: on 0.305 m, as in America, seven characters of this height are
so narrow that nobody reads them from outside an episode's radius of success."""
DIGITS = 0.10
"""Height of the characters, metres (paper, appendix A)."""
LONGEST = 7
"""Characters, spaces included."""
_ROOM = 0.49
_THICK = 0.006
_LIFT = 0.0012


def licence_plate(text: str) -> Mesh:
    """A plate in the plane x = 0, seen from +x, its middle at the origin."""
    model = Model()
    for inset, depth, name in (
        (0.0, _THICK, "asset.plate.rim"),
        (0.004, _THICK + _LIFT, "asset.plate.face"),
    ):
        # Laid out flat, as seen from above with its top towards -x, then put up.
        shape = outline(HEIGHT - 2 * inset, WIDTH - 2 * inset, 0.014 - inset, 3, 0.0)[:, :2]
        model.add(plate(shape, depth).turned(pitch=90), name)
    for y in (-0.17, 0.17):
        for z in (-0.064, 0.064):
            bolt = cylinder(0.005, 0.003, 8).turned(pitch=90)
            model.add(bolt.moved(_THICK + _LIFT, y, z), "asset.car.steel")
    ink = lettering(text, DIGITS, _ROOM).moved(x=_THICK + 2 * _LIFT)
    model.add(ink, "asset.plate.ink")
    return model.mesh()


def plate_places(shape: CarShape, *, push_bar: bool = False) -> Floats:
    """(2, 4, 4): from a plate's axes to those of a car, at its nose and its tail."""
    end = shape.length / 2
    front = end + (0.13 if push_bar else 0.035)
    middle = shape.clearance + 0.22 + 0.055
    tail = max(shape.tail_z - 0.305, shape.clearance + 0.33)
    if "spare" in shape.extras:
        tail = 0.515  # below the wheel
    return np.array([
        placed(front, 0.0, middle + (0.06 if push_bar else 0.0)),
        placed(-end - 0.022, 0.0, tail, 180.0),
    ])  # fmt: skip
