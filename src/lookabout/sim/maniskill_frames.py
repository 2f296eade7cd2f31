"""Poses, cameras and pictures of SAPIEN in this package's conventions, and back.

SAPIEN's world is right-handed with z up, and its cameras look along x with y to the left and z
up: the same axes as here, so poses differ in form only (quaternions, scalar first). Two things
do differ. Its pixel centres lie at halves, so the principal point that belongs to the same
picture is half a pixel larger. And positions in its pictures are in OpenGL's camera axes: x to
the right, y up, z backward.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lookabout.geometry import Camera, Pose

Floats = NDArray[np.float64]
HALF_PIXEL = 0.5
"""What SAPIEN's pixel coordinates of a point are larger by, in both directions."""


def quaternion_of(rotation: ArrayLike) -> Floats:
    """(w, x, y, z), w >= 0, of a rotation matrix (3, 3)."""
    from scipy.spatial.transform import Rotation

    x, y, z, w = Rotation.from_matrix(np.asarray(rotation, float)).as_quat(canonical=True)
    return np.array([w, x, y, z])


def rotation_of(quaternion: ArrayLike) -> Floats:
    """Rotation matrix (3, 3) of (w, x, y, z), of any length but 0."""
    from scipy.spatial.transform import Rotation

    w, x, y, z = np.asarray(quaternion, float)
    matrix: Floats = Rotation.from_quat([x, y, z, w]).as_matrix()
    return matrix


def matrix_of(position: ArrayLike, quaternion: ArrayLike) -> Floats:
    """(4, 4), own axes to the world's, of what SAPIEN calls a pose."""
    matrix = np.eye(4)
    matrix[:3, :3] = rotation_of(quaternion)
    matrix[:3, 3] = np.asarray(position, float)
    return matrix


def to_sapien(pose: Pose) -> tuple[Floats, Floats]:
    """Position (3,) and quaternion (w, x, y, z) of a body or a camera."""
    return pose.position, quaternion_of(pose.rotation)


def from_sapien(position: ArrayLike, quaternion: ArrayLike) -> Pose:
    """The pose that :func:`to_sapien` takes apart."""
    return Pose(np.asarray(position, float), rotation_of(quaternion))


def intrinsics_of(camera: Camera) -> Floats:
    """SAPIEN's matrix (3, 3) of the camera that takes the same picture."""
    cx, cy = camera.principal_point
    return np.array(
        [
            [camera.focal, 0.0, cx + HALF_PIXEL],
            [0.0, camera.focal, cy + HALF_PIXEL],
            [0.0, 0.0, 1.0],
        ]
    )


def extrinsics_of(pose: Pose) -> Floats:
    """(3, 4), world axes to OpenCV's camera axes: x to the right, y down, z forward."""
    forward, left, up = pose.rotation.T
    turn = np.stack([-left, -up, forward])
    return np.column_stack([turn, -turn @ pose.position])


def depth_of(positions: NDArray[Any], hit: NDArray[np.bool_]) -> NDArray[np.float32]:
    """
    Depth (H, W) along the optical axis, infinity where nothing is.

    :param positions: (H, W, 3 or more), metres, in OpenGL's camera axes.
    :param hit: (H, W), where something is.
    """
    return np.where(hit, -positions[..., 2], np.inf).astype(np.float32)
