import numpy as np
import pytest

from lookabout.benchmarks.flysearch.grid import displacement, draw_grid
from lookabout.geometry import Camera, Pose


@pytest.mark.parametrize(
    ("i", "j", "altitude", "expected"),
    [
        (3, 3, 48.0, (0, 0)),
        (1, 1, 48.0, (-32, 32)),
        (5, 5, 48.0, (32, -32)),
        (4, 3, 48.0, (16, 0)),
        (3, 2, 48.0, (0, 16)),
        (5, 1, 10.0, (7, 7)),  # 6.67 rounds up
        (4, 2, 10.0, (3, 3)),  # 3.33 rounds down
        (5, 3, 0.5, (0, 0)),
    ],
)
def test_labels(i: int, j: int, altitude: float, expected: tuple[int, int]) -> None:
    assert displacement(i, j, altitude) == expected


def test_flying_to_a_label_centres_its_dot() -> None:
    # The point on the ground under dot (i, j), by the camera model itself.
    camera, pose = Camera(500, 500, 90.0), Pose.nadir((0.0, 0.0, 60.0))
    for i in range(1, 6):
        for j in range(1, 6):
            pixel = (i * 500 / 6 - 0.5, j * 500 / 6 - 0.5)
            ground = pose.to_world(camera.rays([pixel]) * 60.0)[0]
            assert ground[2] == pytest.approx(0.0)
            np.testing.assert_allclose(ground[:2], displacement(i, j, 60.0), atol=1e-9)


@pytest.mark.parametrize(("ground", "ink"), [(30, 255), (220, 0)])
def test_dots_contrast_with_the_ground(ground: int, ink: int) -> None:
    plain = np.full((500, 500, 3), ground, np.uint8)
    drawn = draw_grid(plain, 48.0)
    for i in range(1, 6):
        for j in range(1, 6):
            u, v = round(i * 500 / 6 - 0.5), round(j * 500 / 6 - 0.5)
            assert drawn[v, u].tolist() == [ink] * 3
    assert set(np.unique(plain)) == {ground}  # the picture given is left alone
    changed = (drawn != plain).any(axis=2).mean()
    assert 0.01 < changed < 0.1  # dots and labels, no more


def test_each_dot_chooses_by_its_own_surroundings() -> None:
    halves = np.zeros((500, 500, 3), np.uint8)
    halves[:, 250:] = 255
    drawn = draw_grid(halves, 30.0)
    assert drawn[83, 83].tolist() == [255] * 3
    assert drawn[83, 416].tolist() == [0] * 3


def test_on_the_ground_every_label_is_zero() -> None:
    assert draw_grid(np.zeros((500, 500, 3), np.uint8), 0.0).shape == (500, 500, 3)
