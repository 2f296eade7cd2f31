"""The task frame, pixels and rays (paper §2.1, equations 1 and 2, appendix B.1)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lookabout.geometry import Camera, Pose

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class TaskFrame:
    """
    Right-handed metres: the origin is where the camera starts, x its first forward direction,
    y its left, z its up.

    A camera that starts pitched tilts this frame: its z is then not vertical.
    """

    start: Pose
    """Of the camera, world frame."""

    def to_task(self, points: ArrayLike) -> Floats:
        """Points (N, 3) of the world in the task frame."""
        return self.start.to_body(np.asarray(points, float).reshape(-1, 3))

    def to_world(self, points: ArrayLike) -> Floats:
        """Points (N, 3) of the task frame in the world."""
        return self.start.to_world(np.asarray(points, float).reshape(-1, 3))

    def pose(self, world: Pose) -> Pose:
        """A camera's pose in the task frame."""
        return Pose(self.to_task(world.position)[0], self.start.rotation.T @ world.rotation)


def delivered(camera: Camera, width: int, height: int) -> Camera:
    """
    The camera whose pixels are those of a picture that was resized for delivery: rays through
    them are those through u = (u_d + ½) W / W_d − ½ of the rendered one (equation 2).

    :raises ValueError: if that would need pixels that are not square.
    """
    if camera.width * height != camera.height * width:
        raise ValueError("a delivered picture keeps the proportions of the rendered one")
    return Camera(width, height, camera.fov_deg)
