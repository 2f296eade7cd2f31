import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookabout.geometry import Camera, Pose

finite = st.floats(-500, 500)
angles = st.floats(-360, 360)


def test_nadir_has_exact_axes() -> None:
    pose = Pose.nadir((1.0, 2.0, 30.0))
    np.testing.assert_array_equal(pose.rotation[:, 0], [0, 0, -1])  # forward: down
    np.testing.assert_array_equal(pose.rotation[:, 1], [-1, 0, 0])  # left: west
    np.testing.assert_array_equal(pose.rotation[:, 2], [0, 1, 0])  # up in the picture: north


def test_nadir_view_at_ninety_degrees_covers_twice_the_height() -> None:
    camera, pose = Camera(500, 500, 90.0), Pose.nadir((0.0, 0.0, 40.0))
    corners = [(40.0, 40.0, 0.0), (-40.0, -40.0, 0.0)]
    pixels, depth = camera.project(pose.to_body(corners))
    np.testing.assert_allclose(pixels, [[499.5, -0.5], [-0.5, 499.5]], atol=1e-9)
    np.testing.assert_allclose(depth, 40.0)
    assert camera.sees(pixels + np.array([[-1e-6, 1e-6], [1e-6, -1e-6]])).all()
    assert not camera.sees([[499.6, 10.0], [10.0, -0.6], [np.nan, np.nan]]).any()


def test_yaw_is_counter_clockwise_from_east() -> None:
    assert Pose.at((0, 0, 0), yaw_deg=90).rotation[:, 0].tolist() == [0, 1, 0]
    assert Pose.at((0, 0, 0), pitch_deg=90).rotation[:, 0].tolist() == [0, 0, 1]


def test_what_is_behind_has_no_pixel() -> None:
    pixels, depth = Camera(10, 10, 60).project([[-1.0, 0.0, 0.0]])
    assert np.isnan(pixels).all()
    assert depth[0] == -1


@given(st.tuples(finite, finite, finite), angles, angles, st.lists(finite, min_size=3, max_size=3))
def test_body_and_world_round_trip(
    position: tuple[float, float, float], yaw: float, pitch: float, point: list[float]
) -> None:
    pose = Pose.at(position, yaw_deg=yaw, pitch_deg=pitch)
    np.testing.assert_allclose(pose.to_body(pose.to_world([point])), [point], atol=1e-6)


@given(st.floats(20, 150), st.floats(0, 319), st.floats(0, 239), st.floats(0.1, 100))
def test_pixel_ray_and_projection_round_trip(fov: float, u: float, v: float, depth: float) -> None:
    camera = Camera(320, 240, fov)
    pixels, depths = camera.project(camera.rays([[u, v]]) * depth)
    np.testing.assert_allclose(pixels, [[u, v]], atol=1e-6)
    np.testing.assert_allclose(depths, [depth])


@pytest.mark.parametrize("bad", [(0, 5, 90), (5, 5, 0), (5, 5, 180)])
def test_impossible_cameras_are_refused(bad: tuple[int, int, float]) -> None:
    with pytest.raises(ValueError, match="positive size"):
        Camera(*bad)


def test_a_pose_needs_a_rotation() -> None:
    with pytest.raises(ValueError, match="orthonormal"):
        Pose(np.zeros(3), np.eye(3) * 2)
    with pytest.raises(ValueError, match="right-handed"):
        Pose(np.zeros(3), np.diag([1.0, 1.0, -1.0]))
