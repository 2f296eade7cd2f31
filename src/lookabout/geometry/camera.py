"""Poses and pinhole cameras.

A camera looks along its body x axis, with y to the left and z up in the picture.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Pose:
    """Position and attitude of a body in the world frame."""

    position: Array
    """(3,), metres."""
    rotation: Array
    """(3, 3); its columns are the body's forward, left and up in world axes."""

    def __post_init__(self) -> None:
        position = np.asarray(self.position, dtype=float)
        rotation = np.asarray(self.rotation, dtype=float)
        if position.shape != (3,) or rotation.shape != (3, 3):
            raise ValueError("a pose needs a position (3,) and a rotation (3, 3)")
        if not np.allclose(rotation @ rotation.T, np.eye(3), atol=1e-6) or (
            np.linalg.det(rotation) < 0
        ):
            raise ValueError("the rotation of a pose must be orthonormal and right-handed")
        object.__setattr__(self, "position", position)
        object.__setattr__(self, "rotation", rotation)

    @classmethod
    def at(cls, position: ArrayLike, *, yaw_deg: float = 0.0, pitch_deg: float = 0.0) -> Pose:
        """
        A pose from yaw (counter-clockwise from east) and pitch (positive upward), degrees.

        At pitch -90 the picture's top points along the yaw.
        """
        yaw, pitch = np.radians(yaw_deg), np.radians(pitch_deg)
        # Rounded so that right angles give exact axes, free of 6e-17.
        cy, sy, cp, sp = np.round([np.cos(yaw), np.sin(yaw), np.cos(pitch), np.sin(pitch)], 15)
        forward = np.array([cy * cp, sy * cp, sp])
        left = np.array([-sy, cy, 0.0])
        return cls(
            np.asarray(position, float), np.stack([forward, left, np.cross(forward, left)], 1)
        )

    @classmethod
    def nadir(cls, position: ArrayLike) -> Pose:
        """Looking straight down, the picture's right to the east and its top to the north."""
        return cls.at(position, yaw_deg=90.0, pitch_deg=-90.0)

    def to_world(self, points: ArrayLike) -> Array:
        """Points (N, 3) in body axes to world axes."""
        return np.asarray(points, float) @ self.rotation.T + self.position

    def to_body(self, points: ArrayLike) -> Array:
        """Points (N, 3) in world axes to body axes."""
        return (np.asarray(points, float) - self.position) @ self.rotation


@dataclass(frozen=True)
class Camera:
    """A pinhole camera without distortion; square pixels, centres at integers."""

    width: int
    """Pixels."""
    height: int
    """Pixels."""
    fov_deg: float
    """Horizontal field of view, from the outer edge of the first column to that of the last."""

    def __post_init__(self) -> None:
        if self.width < 1 or self.height < 1 or not 0 < self.fov_deg < 180:
            raise ValueError("a camera needs a positive size and 0 < fov < 180 degrees")

    @property
    def focal(self) -> float:
        """Focal length in pixels."""
        return self.width / 2 / float(np.tan(np.radians(self.fov_deg) / 2))

    @property
    def principal_point(self) -> tuple[float, float]:
        """(cx, cy); the middle of the picture, so half a pixel off W/2."""
        return self.width / 2 - 0.5, self.height / 2 - 0.5

    def rays(self, pixels: ArrayLike) -> Array:
        """Directions (N, 3) in body axes, forward component 1, for pixels (N, 2) as (u, v)."""
        uv = np.asarray(pixels, dtype=float).reshape(-1, 2)
        cx, cy = self.principal_point
        return np.stack(
            [np.ones(len(uv)), -(uv[:, 0] - cx) / self.focal, -(uv[:, 1] - cy) / self.focal], 1
        )

    def project(self, points: ArrayLike) -> tuple[Array, Array]:
        """
        Pixels (N, 2) and depths (N,) of points (N, 3) given in body axes.

        Depth is along the optical axis; pixels of points with depth <= 0 are NaN.
        """
        p = np.asarray(points, dtype=float).reshape(-1, 3)
        depth = p[:, 0]
        cx, cy = self.principal_point
        safe = np.where(depth > 0, depth, np.nan)
        pixels = np.stack(
            [cx - self.focal * p[:, 1] / safe, cy - self.focal * p[:, 2] / safe], axis=1
        )
        return pixels, depth

    def sees(self, pixels: ArrayLike) -> NDArray[np.bool_]:
        """Which pixels (N, 2) lie in the picture, its outer edge included; NaN does not."""
        uv = np.asarray(pixels, dtype=float).reshape(-1, 2)
        with np.errstate(invalid="ignore"):
            return np.asarray(
                (uv[:, 0] >= -0.5)
                & (uv[:, 0] <= self.width - 0.5)
                & (uv[:, 1] >= -0.5)
                & (uv[:, 1] <= self.height - 0.5)
            )
