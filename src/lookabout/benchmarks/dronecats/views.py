"""What a start sees, asked with rays: nothing is rendered."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lookabout.benchmarks.dronecats.rules import CAMERA, PATH_RADIUS_M, PATH_SHORT_M
from lookabout.geometry import Pose
from lookabout.sim.protocol import Simulator

Floats = NDArray[np.float64]
_STRIDE = 4
"""Pixels between the rays that measure how much of a picture a thing covers."""
_BODY_M = 0.35
"""Rays begin this far out: the drone's own body is no obstacle."""
_RING = 8


def facing_deg(position: Floats, point: Floats) -> float:
    """Yaw from a position to a point, degrees in (-180, 180]."""
    east, north = (point - position)[:2]
    return float(np.degrees(np.arctan2(north, east)))


def occupancy(simulator: Simulator, pose: Pose, name: str) -> float:
    """Share of a picture that an object covers."""
    u, v = np.meshgrid(
        np.arange(_STRIDE / 2 - 0.5, CAMERA.width, _STRIDE),
        np.arange(_STRIDE / 2 - 0.5, CAMERA.height, _STRIDE),
    )
    pixels = np.stack([u.ravel(), v.ravel()], axis=1)
    corners, depth = CAMERA.project(pose.to_body(simulator.truth.box(name).corners))
    near = pixels
    if (depth > 0).all():  # else the box reaches behind the camera and has no outline
        within = (pixels >= corners.min(axis=0)) & (pixels <= corners.max(axis=0))
        near = pixels[within.all(axis=1)]
    if len(near) == 0:
        return 0.0
    ways = CAMERA.rays(near) @ pose.rotation.T
    unit = ways / np.linalg.norm(ways, axis=1)[:, None]
    hits = simulator.raycast(pose.position + _BODY_M * unit, unit)
    return sum(label == name for label in hits.label) / len(pixels)


def blocked_by(simulator: Simulator, start: Floats, name: str) -> str | None:
    """
    What stands in the straight way from a start towards an object's centre, as far as
    ``PATH_SHORT_M`` before its box; None if the way is free.
    """
    box = simulator.truth.box(name)
    way = box.centre - start
    reach = box.distance(start) - PATH_SHORT_M
    if reach <= _BODY_M:
        return None
    forward = way / np.linalg.norm(way)
    side = np.cross(forward, [0.0, 0.0, 1.0])
    side /= np.linalg.norm(side)
    up = np.cross(side, forward)
    angles = np.linspace(0.0, 2 * np.pi, _RING, endpoint=False)
    ring = np.cos(angles)[:, None] * side + np.sin(angles)[:, None] * up
    origins = np.vstack(
        [start[None], start + PATH_RADIUS_M * ring, start + PATH_RADIUS_M / 2 * ring]
    )
    hits = simulator.raycast(
        origins + _BODY_M * forward, np.tile(forward, (len(origins), 1)), reach - _BODY_M
    )
    met = [label for label in hits.label if label and label != name]
    return met[0] if met else None


def nearest_solid(simulator: Simulator, position: Floats, radius: float) -> str | None:
    """Something solid nearer to a position than ``radius``, as far as 62 rays find it."""
    steps = np.arange(31) + 0.5
    slope = np.arccos(1 - 2 * steps / 31)
    turn = np.pi * (1 + 5**0.5) * steps
    ways = np.stack([np.cos(turn) * np.sin(slope), np.sin(turn) * np.sin(slope), np.cos(slope)], 1)
    ways = np.vstack([ways, -ways])
    hits = simulator.raycast(position + _BODY_M * ways, ways, radius - _BODY_M)
    return next((label for label in hits.label if label), None)
