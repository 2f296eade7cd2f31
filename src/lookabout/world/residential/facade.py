"""Walls with openings: windows with casings, sashes and sills, doors, garage doors."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lookabout.world.build.quads import Quads

Point3 = tuple[float, float, float]
_REVEAL = 0.09
"""How deep panes lie behind the wall, metres."""


@dataclass(frozen=True)
class Opening:
    """A rectangular hole in a wall; s to the right seen from outside, z over the house's ground."""

    s0: float
    s1: float
    z0: float
    z1: float
    kind: str = "window"
    """``window``, ``picture``, ``door``, ``garage``, ``glass_door``, ``vent``."""
    bars: tuple[int, int] = (1, 1)
    """Panes across and up in each sash."""
    shutters: bool = False


@dataclass(frozen=True)
class Paint:
    """Materials of a house."""

    wall: str
    front: str
    """Of the street side."""
    base: str
    """Of the foundation."""
    trim: str
    frame: str
    """Of sashes."""
    roof: str
    door: str
    shutter: str
    garage: str
    gable: str
    """Of gable ends."""


class Wall:
    """One upright wall, in its own axes: s along it, z up, d out of it."""

    def __init__(
        self, quads: Quads, x: float, y: float, ux: float, uy: float, length: float
    ) -> None:
        """:param x: with ``y`` its left end, seen from outside; (ux, uy) points to its right."""
        self.quads, self.length = quads, length
        self._x, self._y, self._ux, self._uy = x, y, ux, uy

    def at(self, s: float, z: float, d: float = 0.0) -> Point3:
        """A point of the house's axes."""
        return self._x + s * self._ux + d * self._uy, self._y + s * self._uy - d * self._ux, z

    def face(self, name: str, s0: float, s1: float, z0: float, z1: float, d: float = 0.0) -> None:
        """An upright rectangle that faces out."""
        self.quads.quad(
            name, self.at(s0, z0, d), self.at(s1, z0, d), self.at(s1, z1, d), self.at(s0, z1, d)
        )

    def bar(
        self, name: str, s0: float, s1: float, z0: float, z1: float, d0: float, d1: float
    ) -> None:
        """A box on the wall, from ``d0`` to ``d1`` before it; no back."""
        at, quad = self.at, self.quads.quad
        self.face(name, s0, s1, z0, z1, d1)
        quad(name, at(s0, z1, d1), at(s1, z1, d1), at(s1, z1, d0), at(s0, z1, d0))
        quad(name, at(s0, z0, d0), at(s1, z0, d0), at(s1, z0, d1), at(s0, z0, d1))
        quad(name, at(s0, z0, d0), at(s0, z0, d1), at(s0, z1, d1), at(s0, z1, d0))
        quad(name, at(s1, z0, d1), at(s1, z0, d0), at(s1, z1, d0), at(s1, z1, d1))

    def build(
        self,
        name: str,
        z0: float,
        top: Callable[[float], float] | float,
        openings: Sequence[Opening],
        paint: Paint,
        breaks: Sequence[float] = (),
    ) -> None:
        """
        The wall around its openings, and what fills them.

        :param top: z of its upper edge; a function of s, straight between ``breaks``.
        """
        upper = top if callable(top) else lambda s: top
        edges = {0.0, self.length, *breaks}
        for hole in openings:
            edges |= {hole.s0, hole.s1}
        line = sorted(e for e in edges if 0.0 <= e <= self.length)
        for s0, s1 in itertools.pairwise(line):
            if s1 - s0 < 1e-6:
                continue
            holes = sorted((h.z0, h.z1) for h in openings if h.s0 < s1 - 1e-6 and h.s1 > s0 + 1e-6)
            low = z0
            for start, end in holes:
                if start > low + 1e-6:
                    self.face(name, s0, s1, low, start)
                low = end
            self.quads.quad(
                name, self.at(s0, low), self.at(s1, low), self.at(s1, upper(s1)),
                self.at(s0, upper(s0)),
            )  # fmt: skip
        for hole in openings:
            self._fill(hole, paint)

    def _fill(self, hole: Opening, paint: Paint) -> None:
        s0, s1, z0, z1 = hole.s0, hole.s1, hole.z0, hole.z1
        deep = 0.16 if hole.kind == "garage" else _REVEAL
        at, quad, trim = self.at, self.quads.quad, paint.trim
        for a, b in (((s0, z0), (s0, z1)), ((s1, z1), (s1, z0)), ((s0, z1), (s1, z1)),
                     ((s1, z0), (s0, z0))):  # fmt: skip
            quad(trim, at(*a), at(*b), at(*b, -deep), at(*a, -deep))
        wide = 0.1
        for left, right in ((s0 - wide, s0), (s1, s1 + wide)):
            self.bar(trim, left, right, z0, z1, 0.0, 0.03)
        self.bar(trim, s0 - wide - 0.03, s1 + wide + 0.03, z1, z1 + 0.13, 0.0, 0.045)
        if hole.kind in ("window", "picture"):
            self.bar(trim, s0 - wide - 0.04, s1 + wide + 0.04, z0 - 0.06, z0, 0.0, 0.08)
            self._sashes(hole, paint)
            if hole.shutters:
                for left in (s0 - wide - 0.44, s1 + wide + 0.04):
                    self._shutter(left, left + 0.4, z0, z1 + 0.05, paint.shutter)
        elif hole.kind == "door":
            self._door(hole, paint)
        elif hole.kind == "garage":
            self._garage(hole, paint)
        elif hole.kind == "glass_door":
            self.face("pane", s0, s1, z0, z1, -deep)
            middle = (s0 + s1) / 2
            for left, right in ((s0, s0 + 0.07), (middle - 0.05, middle + 0.05), (s1 - 0.07, s1)):
                self.bar(paint.frame, left, right, z0, z1, -deep, -deep + 0.05)
            for low in (z0, z1 - 0.07):
                self.bar(paint.frame, s0, s1, low, low + 0.07, -deep, -deep + 0.05)
        else:
            self.face(trim, s0, s1, z0, z1, -deep)
            count = max(2, round((z1 - z0) / 0.09))
            for k in range(count):
                z = z0 + (k + 0.3) * (z1 - z0) / count
                self.bar(trim, s0, s1, z, z + 0.04, -deep, -0.02)

    def _sashes(self, hole: Opening, paint: Paint) -> None:
        """Panes in frames; tall ones as two sashes, the lower one behind the upper."""
        s0, s1, z0, z1 = hole.s0, hole.s1, hole.z0, hole.z1
        frame, edge, d = paint.frame, 0.05, -_REVEAL
        self.face("pane", s0, s1, z0, z1, d)
        for left, right in ((s0, s0 + edge), (s1 - edge, s1)):
            self.bar(frame, left, right, z0, z1, d, d + 0.045)
        for low in (z0, z1 - edge):
            self.bar(frame, s0, s1, low, low + edge, d, d + 0.045)
        parts = [(z0, z1)]
        if hole.kind == "window":
            middle = (z0 + z1) / 2
            self.bar(frame, s0, s1, middle - 0.028, middle + 0.028, d, d + 0.055)
            parts = [(z0, middle), (middle, z1)]
        across, up = hole.bars
        for low, high in parts:
            for k in range(1, across):
                s = s0 + (s1 - s0) * k / across
                half = 0.035 if hole.kind == "picture" else 0.011
                self.bar(frame, s - half, s + half, low, high, d, d + 0.025)
            for k in range(1, up):
                z = low + (high - low) * k / up
                self.bar(frame, s0, s1, z - 0.011, z + 0.011, d, d + 0.025)

    def _shutter(self, s0: float, s1: float, z0: float, z1: float, name: str) -> None:
        self.bar(name, s0, s1, z0, z1, 0.0, 0.025)
        for left, right in ((s0, s0 + 0.055), (s1 - 0.055, s1)):
            self.bar(name, left, right, z0, z1, 0.025, 0.045)
        for low in (z0, (z0 + z1) / 2 - 0.03, z1 - 0.06):
            self.bar(name, s0 + 0.055, s1 - 0.055, low, low + 0.06, 0.025, 0.045)

    def _door(self, hole: Opening, paint: Paint) -> None:
        """A panelled leaf with a light over it, a handle and a threshold."""
        s0, s1, z0, z1 = hole.s0, hole.s1, hole.z0, hole.z1
        d, name = -_REVEAL, paint.door
        self.face(name, s0, s1, z0, z1, d)
        wide = s1 - s0
        for k in (0, 1):
            left = s0 + 0.12 + k * (wide / 2 - 0.04)
            right = left + wide / 2 - 0.2
            for low, high in ((z0 + 0.18, z0 + 0.72), (z0 + 0.86, z0 + 1.42)):
                self.bar(name, left, right, low, high, d, d + 0.018)
            self.face("pane", left, right, z0 + 1.56, z1 - 0.14, d + 0.004)
        self.bar("knob", s1 - 0.11, s1 - 0.06, z0 + 0.96, z0 + 1.06, d, d + 0.07)
        self.bar("concrete", s0 - 0.04, s1 + 0.04, z0 - 0.04, z0 + 0.015, d, 0.08)

    def _garage(self, hole: Opening, paint: Paint) -> None:
        """Four sections of panels, the upper with panes."""
        s0, s1, z0, z1 = hole.s0, hole.s1, hole.z0, hole.z1
        d, name = -0.16, paint.garage
        self.face(name, s0, s1, z0, z1, d)
        columns = max(4, 2 * round((s1 - s0) / 1.3))
        wide, high = (s1 - s0) / columns, (z1 - z0) / 4
        for row in range(4):
            low = z0 + row * high
            self.bar("seal", s0, s1, low - 0.006, low + 0.006, d, d + 0.004)
            for k in range(columns):
                left = s0 + k * wide
                box = (left + 0.07, left + wide - 0.07, low + 0.09, low + high - 0.09)
                if row == 3:
                    self.bar(name, box[0] - 0.02, box[1] + 0.02, box[2] - 0.02, box[3] + 0.02,
                             d, d + 0.012)  # fmt: skip
                    self.face("pane", *box, d + 0.014)
                else:
                    self.bar(name, *box, d, d + 0.016)
        middle = (s0 + s1) / 2
        self.bar("seal", middle - 0.09, middle + 0.09, z0 + 0.5, z0 + 0.53, d, d + 0.05)
        self.bar("seal", s0, s1, z0 - 0.01, z0 + 0.03, d, d + 0.02)

    def lantern(self, s: float, z: float) -> None:
        """A lamp beside a door."""
        self.bar("seal", s - 0.05, s + 0.05, z, z + 0.16, 0.0, 0.03)
        self.bar("lantern", s - 0.06, s + 0.06, z - 0.06, z + 0.12, 0.06, 0.18)
        self.bar("seal", s - 0.08, s + 0.08, z + 0.12, z + 0.15, 0.04, 0.2)
        self.bar("seal", s - 0.07, s + 0.07, z - 0.08, z - 0.06, 0.05, 0.19)
