"""The forms: boxes, walls, towers, cylinders, cones, ramps, steps, domes, gates."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from lookabout.world.assets.model import Model, repainted
from lookabout.world.assets.solids import Piece, joined, lathe, loft, rounded_box
from lookabout.world.scene import Material, Mesh

DEPTH = 0.6
"""Metres that every form goes on below its ground, so that none floats on a slope."""
COLOURS: dict[str, tuple[float, float, float]] = {
    "chalk": (0.80, 0.79, 0.75),
    "stone": (0.58, 0.58, 0.57),
    "slate": (0.40, 0.44, 0.48),
    "sand": (0.76, 0.66, 0.49),
    "clay": (0.66, 0.36, 0.25),
    "sage": (0.43, 0.53, 0.45),
    "sky": (0.50, 0.62, 0.72),
}
_CAST = ("chalk", "stone", "slate")
"""Colours of bare concrete; the others are painted."""
_BEVEL = 0.05


@dataclass(frozen=True)
class Form:
    """One shape and size, its front to +x."""

    name: str
    length: float
    """Along x, metres."""
    width: float
    """Along y, metres."""
    build: Callable[[], Piece]
    """Standing on z = 0, which becomes the ground, and going on below it."""
    share: float
    """How often it is drawn, against the others."""


def _box(length: float, width: float, height: float) -> Callable[[], Piece]:
    return lambda: rounded_box(length, width, height + DEPTH, _BEVEL, edge=_BEVEL, steps=2).moved(
        z=-DEPTH
    )


def _cylinder(radius: float, height: float) -> Callable[[], Piece]:
    rim = [
        (radius - _BEVEL * (1 - np.sin(t)), height - _BEVEL * (1 - np.cos(t)))
        for t in np.radians([90, 60, 30, 0])
    ]
    return lambda: lathe([(radius, -DEPTH), *rim], 48)


def _cone(radius: float, height: float) -> Callable[[], Piece]:
    flare = 1 + DEPTH / height
    return lambda: lathe([(radius * flare, -DEPTH), (0.04, height * 0.992), (0.0, height)], 48)


def _dome(radius: float) -> Callable[[], Piece]:
    turn = np.radians(np.linspace(0, 90, 13))
    arc = [(radius * float(np.cos(t)), radius * float(np.sin(t))) for t in turn]
    return lambda: lathe([(radius, -DEPTH), *arc], 48)


def _ramp(length: float, width: float, height: float) -> Callable[[], Piece]:
    """Rising towards +x, with a level top over its last fifth."""
    side = np.array(
        [
            [-length / 2, -DEPTH],
            [length / 2, -DEPTH],
            [length / 2, height],
            [length * 0.3, height],
            [-length / 2, 0.02],
        ]
    )

    def build() -> Piece:
        left, right = (
            np.column_stack([side[:, 0], np.full(5, y), side[:, 1]])
            for y in (width / 2, -width / 2)
        )
        return loft([left, right])

    return build


def _steps(length: float, rise: float, count: int) -> Callable[[], Piece]:
    """A stepped pyramid."""

    def build() -> Piece:
        layers = []
        for k in range(count):
            side = length * (1 - k / (count + 0.4))
            low = -DEPTH if k == 0 else k * rise - 0.1
            tall = (k + 1) * rise - low
            layers.append(rounded_box(side, side, tall, 0.03, edge=0.03, steps=1).moved(z=low))
        return joined(layers)

    return build


def _gate(span: float, height: float) -> Callable[[], Piece]:
    """Two posts and a beam, spanning y."""

    def build() -> Piece:
        post = _box(0.9, 0.9, height)().moved(y=(span - 0.9) / 2)
        beam = rounded_box(0.9, span + 0.6, 0.8, _BEVEL, edge=_BEVEL, steps=2)
        return joined([post, post.mirrored(), beam.moved(z=height - 0.02)])

    return build


FORMS = (
    Form("cube_1", 1.0, 1.0, _box(1.0, 1.0, 1.0), 1.4),
    Form("cube_2", 2.0, 2.0, _box(2.0, 2.0, 2.0), 3.0),
    Form("cube_3", 3.0, 3.0, _box(3.0, 3.0, 3.0), 2.5),
    Form("cube_5", 4.8, 4.8, _box(4.8, 4.8, 4.8), 2.2),
    Form("slab", 6.0, 2.2, _box(6.0, 2.2, 1.2), 1.5),
    Form("bar", 10.0, 3.0, _box(10.0, 3.0, 3.4), 2.0),
    Form("hall", 12.0, 8.0, _box(12.0, 8.0, 5.5), 1.6),
    Form("wall", 0.6, 8.0, _box(0.6, 8.0, 3.0), 1.5),
    Form("low_wall", 0.5, 5.0, _box(0.5, 5.0, 1.1), 1.0),
    Form("pillar", 1.4, 1.4, _box(1.4, 1.4, 6.0), 1.2),
    Form("tower_9", 4.0, 4.0, _box(4.0, 4.0, 9.0), 0.9),
    Form("tower_14", 5.0, 5.0, _box(5.0, 5.0, 14.0), 0.9),
    Form("drum", 3.0, 3.0, _cylinder(1.5, 1.8), 1.6),
    Form("post", 1.0, 1.0, _cylinder(0.5, 2.6), 1.4),
    Form("silo", 4.4, 4.4, _cylinder(2.2, 7.5), 1.0),
    Form("cone_2", 2.55, 2.55, _cone(1.0, 2.2), 1.6),
    Form("cone_5", 5.33, 5.33, _cone(2.4, 5.5), 1.2),
    Form("dome", 5.0, 5.0, _dome(2.5), 0.8),
    Form("ramp_6", 6.0, 3.0, _ramp(6.0, 3.0, 1.5), 1.4),
    Form("ramp_10", 10.0, 4.0, _ramp(10.0, 4.0, 2.8), 0.9),
    Form("steps", 7.0, 7.0, _steps(7.0, 0.75, 4), 0.8),
    Form("gate", 0.9, 5.6, _gate(5.0, 3.6), 0.9),
)


@cache
def form_mesh(form: Form, colour: str) -> Mesh:
    """A form in a colour; the same arrays for every colour."""
    return repainted(_bare(form), {"blocks/chalk": f"blocks/{colour}"})


@cache
def _bare(form: Form) -> Mesh:
    model = Model()
    model.add(form.build(), "blocks/chalk", sharp=32)
    return model.mesh()


def materials() -> dict[str, Material]:
    """Of the forms and of the ground, by name."""
    found = {
        f"blocks/{name}": Material("concrete" if name in _CAST else "wall_paint", colour, 0.8)
        for name, colour in COLOURS.items()
    }
    found["blocks/ground"] = Material(
        "concrete", (0.47, 0.47, 0.465), 0.9, params=(("joint", 4.0),)
    )
    return found
