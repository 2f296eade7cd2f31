"""What aircraft are made of: bodies, wings, fins, wheels and propellers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lookabout.world.assets.model import Model
from lookabout.world.assets.solids import (
    Floats,
    Piece,
    circle,
    disc_wheel,
    lathe,
    loft,
    rounded_box,
    sheet,
    tube,
)

GLASS = "asset.car.glass"
DARK = "asset.metal.dark"
SEAM = "asset.car.seam"
GAP = "asset.plastic.grey"


def fuselage(stations: Sequence[tuple[float, float, float, float]], sides: int = 18) -> Piece:
    """A body through ellipses (x, middle z, half width, half height), tail first."""
    rings = []
    for x, z, half, high in stations:
        a = circle(1.0, sides)
        rings.append(np.column_stack([np.full(sides, x), a[:, 0] * half, z + a[:, 1] * high]))
    return loft(rings)


@dataclass(frozen=True)
class Wing:
    """The left wing, or half of a tailplane; metres."""

    root_x: float
    """Leading edge at the root."""
    chord: float
    span: float
    """Where the tip is, along y."""
    tip_chord: float
    sweep: float
    """How far the tip's leading edge lies behind the root's."""
    z: float
    dihedral: float = 0.0
    """How far the tip lies above the root."""
    thick: float = 0.12
    """Share of the chord."""
    root_y: float = 0.0

    def solid(self) -> Piece:
        """The whole of it."""
        t = np.linspace(0, 1, 9)
        upper = self._rise(t)
        profile = np.concatenate(
            [np.column_stack([t, upper]), np.column_stack([t, -0.35 * upper])[-2:0:-1]]
        )
        rings = []
        for share in (0.0, 0.35, 0.7, 0.96, 1.0):
            rim = 0.35 if share == 1.0 else 1.0
            rings.append(self._at(np.full(len(profile), share), profile[:, 0], profile[:, 1] * rim))
        return loft(rings[::-1])

    def panel(
        self, inner: float, outer: float, front: float, back: float, lift: float = 0.012
    ) -> Piece:
        """
        A sheet ``lift`` metres above the upper side.

        :param inner: and ``outer``: shares of the span.
        :param front: and ``back``: shares of the chord.
        """
        t = np.linspace(front, back, 6)
        rows = []
        for share in np.linspace(inner, outer, 5):
            row = self._at(np.full(len(t), share), t, self._rise(t))
            row[:, 2] += lift
            rows.append(row)
        return sheet(np.array(rows[::-1]))

    @staticmethod
    def _rise(t: Floats) -> Floats:
        """The upper side's height at shares of the chord, for a thickness of 1."""
        return np.asarray(0.6 * np.sqrt(t) * (1 - t) * 2.2, dtype=float)

    def _at(self, share: Floats, t: Floats, rise: Floats) -> Floats:
        c = self.chord + (self.tip_chord - self.chord) * share
        return np.column_stack(
            [
                self.root_x - self.sweep * share - t * c,
                self.root_y + (self.span - self.root_y) * share,
                self.z + self.dihedral * share + rise * self.thick * c,
            ]
        )


def hinges(model: Model, wing: Wing, share: float = 0.55) -> None:
    """The gaps around flap and aileron, the one inside ``share`` of the span, the other outside."""
    for inner, outer in ((0.12, share - 0.01), (share + 0.01, 0.95)):
        model.add_both(wing.panel(inner, outer, 0.735, 0.755), GAP)
        for edge in (inner, outer):
            model.add_both(wing.panel(edge - 0.003, edge + 0.003, 0.74, 0.985), GAP)


def fin(x: float, chord: float, high: float, tip_chord: float, sweep: float, z: float) -> Piece:
    """An upright tail surface."""
    flat = Wing(x, chord, high, tip_chord, sweep, 0.0, thick=0.10)
    return flat.solid().turned(roll=90).moved(z=z)


def gear(model: Model, x: float, y: float, z: float, radius: float, wide: float = 0.14) -> None:
    """A wheel on a strut, with its twin on the other side unless y is 0."""
    add = model.add_both if y else model.add
    add(disc_wheel(radius, wide, 16).moved(x, y, radius), "asset.car.tyre")
    add(disc_wheel(radius * 0.5, wide + 0.02, 10).moved(x, y, radius), "asset.car.steel")
    add(tube([x, y, radius], [x, y * 0.8, z], 0.05 + radius * 0.12), "asset.car.steel")


def propeller(model: Model, x: float, z: float, radius: float, y: float = 0.0) -> None:
    """A hub and two blades in the plane x, of ``radius`` metres."""
    model.add(
        lathe([(0.16, 0), (0.13, 0.14), (0.02, 0.26)], 12).turned(pitch=90).moved(x, y, z),
        "asset.car.chrome",
    )
    for angle in (20.0, 200.0):
        blade = rounded_box(0.05, radius, 0.13, 0.02, edge=0.01).moved(0, radius / 2, -0.065)
        model.add(blade.turned(roll=angle).moved(x + 0.05, y, z), DARK)
