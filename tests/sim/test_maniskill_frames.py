"""SAPIEN's poses, cameras and depths in our conventions, and back."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lookabout.geometry import Camera, Pose
from lookabout.sim.maniskill_frames import (
    depth_of,
    extrinsics_of,
    from_sapien,
    intrinsics_of,
    matrix_of,
    quaternion_of,
    rotation_of,
    to_sapien,
)

angles = st.floats(-180, 180)
metres = st.floats(-20, 20)


@settings(deadline=None)  # SciPy is imported when first used
@given(metres, metres, metres, angles, st.floats(-90, 90))
def test_poses_go_round(x: float, y: float, z: float, yaw: float, pitch: float) -> None:
    pose = Pose.at((x, y, z), yaw_deg=yaw, pitch_deg=pitch)
    back = from_sapien(*to_sapien(pose))
    np.testing.assert_array_equal(back.position, pose.position)
    np.testing.assert_allclose(back.rotation, pose.rotation, atol=1e-9)


@settings(deadline=None)  # SciPy is imported when first used
@given(angles, st.floats(-90, 90))
def test_quaternions_go_round_up_to_their_sign(yaw: float, pitch: float) -> None:
    quaternion = quaternion_of(Pose.at((0, 0, 0), yaw_deg=yaw, pitch_deg=pitch).rotation)
    assert np.linalg.norm(quaternion) == pytest.approx(1.0)
    assert quaternion[0] >= 0
    np.testing.assert_allclose(rotation_of(-2 * quaternion), rotation_of(quaternion), atol=1e-12)


@pytest.mark.parametrize(
    ("yaw", "pitch", "quaternion"),
    [
        (0, 0, (1, 0, 0, 0)),
        (90, 0, (np.sqrt(0.5), 0, 0, np.sqrt(0.5))),  # about z, counter-clockwise
        (0, 90, (np.sqrt(0.5), 0, -np.sqrt(0.5), 0)),  # x to z is a negative turn about y
    ],
)
def test_quaternions_by_hand(yaw: float, pitch: float, quaternion: tuple[float, ...]) -> None:
    pose = Pose.at((0, 0, 0), yaw_deg=yaw, pitch_deg=pitch)
    np.testing.assert_allclose(quaternion_of(pose.rotation), quaternion, atol=1e-12)


def test_a_matrix_carries_points_as_its_pose_does() -> None:
    pose = Pose.at((1, -2, 3), yaw_deg=30, pitch_deg=-20)
    points = np.array([[1.0, 2, 3], [-1, 0.5, 0]])
    matrix = matrix_of(*to_sapien(pose))
    np.testing.assert_allclose(
        points @ matrix[:3, :3].T + matrix[:3, 3], pose.to_world(points), atol=1e-12
    )


@settings(deadline=None)  # SciPy is imported when first used
@given(metres, metres, st.floats(0.1, 20), angles, st.sampled_from([(512, 512), (64, 48)]))
def test_their_matrices_project_half_a_pixel_beyond_ours(
    left: float, up: float, ahead: float, yaw: float, size: tuple[int, int]
) -> None:
    camera = Camera(*size, 70.0)
    pose = Pose.at((1, 2, 3), yaw_deg=yaw, pitch_deg=-15)
    ours = camera.project([(ahead, left, up)])[0][0]
    world = np.append(pose.to_world([(ahead, left, up)])[0], 1.0)
    u, v, w = intrinsics_of(camera) @ extrinsics_of(pose) @ world
    np.testing.assert_allclose([u / w, v / w], ours + 0.5, rtol=1e-9, atol=1e-6)


def test_the_principal_point_is_half_the_picture() -> None:
    np.testing.assert_allclose(
        intrinsics_of(Camera(512, 512, 90.0)), [[256, 0, 256], [0, 256, 256], [0, 0, 1]]
    )


def test_depth_is_against_their_z_and_infinite_where_nothing_is() -> None:
    positions = np.array([[[0.3, 0.1, -2.5], [0, 0, 0]]])
    depth = depth_of(positions, np.array([[True, False]]))
    assert depth.dtype == np.float32
    np.testing.assert_array_equal(depth, np.array([[2.5, np.inf]], np.float32))
