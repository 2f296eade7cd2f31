"""Room for the things that a scenario puts into a world."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lookabout.world import assets
from lookabout.world.spec import ObjectSpec

Floats = NDArray[np.float64]
MARGIN = 0.3
"""Metres kept free around an object."""


class Keepout:
    """Turned rectangles that nothing else may touch."""

    def __init__(self, rectangles: Sequence[tuple[float, float, float, float, float]]) -> None:
        """:param rectangles: (x, y, yaw in degrees, length, width) of each, without margin."""
        self._boxes = np.asarray(rectangles, float).reshape(-1, 5)

    @classmethod
    def around(cls, objects: Sequence[ObjectSpec]) -> Keepout:
        """Room for objects of a spec."""
        return cls(
            [
                (*thing.position[:2], thing.yaw_deg, *assets.make(thing.kind, thing.seed).footprint)
                for thing in objects
            ]
        )

    def clear_of_circles(self, xy: Floats, radius: Floats | float) -> NDArray[np.bool_]:
        """Which discs (N, 2) with ``radius`` touch no rectangle."""
        free = np.ones(len(xy), bool)
        for x, y, yaw, length, width in self._boxes.tolist():
            c, s = np.cos(np.radians(yaw)), np.sin(np.radians(yaw))
            d = xy - [x, y]
            a = np.abs(d[:, 0] * c + d[:, 1] * s) - length / 2 - MARGIN
            b = np.abs(-d[:, 0] * s + d[:, 1] * c) - width / 2 - MARGIN
            free &= np.hypot(np.maximum(a, 0), np.maximum(b, 0)) > radius
        return free

    def clear_of_boxes(
        self, xy: Floats, yaw_deg: Floats, length: Floats, width: Floats
    ) -> NDArray[np.bool_]:
        """Which rectangles, (N,) each, touch none of ours (separating axes)."""
        free = np.ones(len(xy), bool)
        angle = np.radians(yaw_deg)
        u = np.stack([np.cos(angle), np.sin(angle)], 1)
        v = np.stack([-u[:, 1], u[:, 0]], 1)
        for x, y, yaw, long, wide in self._boxes.tolist():
            p = np.array([np.cos(np.radians(yaw)), np.sin(np.radians(yaw))])
            q = np.array([-p[1], p[0]])
            half_l, half_w = long / 2 + MARGIN, wide / 2 + MARGIN
            d = xy - [x, y]
            apart = np.zeros(len(xy), bool)
            for axis, half in ((p, half_l), (q, half_w)):
                other = np.abs(u @ axis) * length / 2 + np.abs(v @ axis) * width / 2
                apart |= np.abs(d @ axis) > half + other
            for along, half in ((u, length / 2), (v, width / 2)):
                ours = np.abs(along @ p) * half_l + np.abs(along @ q) * half_w
                apart |= np.abs(np.einsum("ij,ij->i", d, along)) > half + ours
            free &= apart
        return free
