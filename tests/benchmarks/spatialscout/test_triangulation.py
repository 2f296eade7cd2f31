"""Points from rays: exact where the rays meet, honest where they do not."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from lookabout.benchmarks.spatialscout.frame import TaskFrame, delivered
from lookabout.benchmarks.spatialscout.triangulation import (
    Estimate,
    ParallelRaysError,
    View,
    triangulate,
)
from lookabout.geometry import Camera, Pose

CAMERA = Camera(512, 512, 90.0)


def look(at: tuple[float, float, float], place: tuple[float, float, float]) -> Pose:
    """A camera at ``place`` that looks at ``at``."""
    way = np.subtract(at, place)
    yaw = np.degrees(np.arctan2(way[1], way[0]))
    pitch = np.degrees(np.arctan2(way[2], np.hypot(way[0], way[1])))
    return Pose.at(place, yaw_deg=float(yaw), pitch_deg=float(pitch))


def view(pose: Pose, point: tuple[float, float, float], off: float = 0.0) -> View:
    u, v = CAMERA.project(pose.to_body([point]))[0][0].tolist()
    return View(pose, CAMERA, (u + off, v))


def seen(point: tuple[float, float, float], *places: tuple[float, float, float]) -> list[View]:
    return [view(look((point[0] + 0.2, point[1], point[2]), place), point) for place in places]


def test_two_rays_that_meet() -> None:
    point = (2.0, 0.5, -0.3)
    found = triangulate(seen(point, (0, 0, 0), (1, -1, 0)), radius=5.0)
    np.testing.assert_allclose(found.point, point, atol=1e-9)
    assert found.rms_ray_distance_m == pytest.approx(0, abs=1e-9)
    assert found.reprojection_errors_px == pytest.approx((0, 0), abs=1e-6)
    assert found.warnings == ()


def test_two_rays_that_pass_each_other() -> None:
    """One along x through the origin, one along y at height 1: the middle is at (2, 0, 0.5)."""
    along_x = View(Pose.at((0, 0, 0)), CAMERA, CAMERA.principal_point)
    along_y = View(Pose.at((2, -2, 1), yaw_deg=90), CAMERA, CAMERA.principal_point)
    found = triangulate([along_x, along_y], radius=5.0)
    np.testing.assert_allclose(found.point, (2, 0, 0.5), atol=1e-12)
    assert found.rms_ray_distance_m == pytest.approx(0.5)
    assert found.largest_angle_deg == pytest.approx(90)
    # Half a metre off at a range of 2 and at one of 2: f / 4 pixels, f = 256.
    assert found.reprojection_errors_px == pytest.approx((64, 64))
    assert [w for w in found.warnings if "miss one another by 0.500 m" in w]
    assert [w for w in found.warnings if "64.0 pixels off" in w]


place = st.tuples(st.floats(-3, 3), st.floats(-3, 3), st.floats(-1, 1))


@settings(max_examples=40, deadline=None)
@given(
    st.lists(place, min_size=2, max_size=4), st.lists(st.floats(-20, 20), min_size=4, max_size=4)
)
def test_it_is_the_least_squares_point(
    places: list[tuple[float, float, float]], offs: list[float]
) -> None:
    point = (6.0, 0.0, 0.0)
    views = [view(look(point, p), point, off) for p, off in zip(places, offs, strict=False)]
    rays = [v.pose.rotation @ v.camera.rays([v.pixel])[0] for v in views]

    def cost(p: np.ndarray) -> float:
        total = 0.0
        for v, ray in zip(views, rays, strict=True):
            way = p - v.pose.position
            unit = ray / np.linalg.norm(ray)
            total += float(np.sum((way - (way @ unit) * unit) ** 2))
        return total

    try:
        found = triangulate(views, radius=9.0)
    except ParallelRaysError:
        return
    best = minimize(cost, np.array(found.point), method="Nelder-Mead", options={"xatol": 1e-10})
    assert cost(np.array(found.point)) <= best.fun + 1e-9
    assert found.rms_ray_distance_m == pytest.approx(
        (cost(np.array(found.point)) / len(views)) ** 0.5
    )


def test_parallel_rays_are_refused() -> None:
    pose = Pose.at((0, 0, 0))
    pair = [View(pose, CAMERA, (200.0, 300.0)), View(Pose.at((0, 1, 0)), CAMERA, (200.0, 300.0))]
    with pytest.raises(ParallelRaysError):
        triangulate(pair, radius=5.0)
    with pytest.raises(ParallelRaysError):
        triangulate([pair[0], pair[0]], radius=5.0)
    with pytest.raises(ValueError, match="two views"):
        triangulate(pair[:1], radius=5.0)


def warned(found: Estimate, words: str) -> bool:
    return any(words in warning for warning in found.warnings)


def test_every_warning() -> None:
    point = (3.0, 0.0, 0.0)
    narrow = triangulate(seen(point, (0, 0, 0), (0, 0.2, 0)), radius=5.0)
    assert warned(narrow, "nearly parallel (largest angle 3.8°)")
    assert not warned(triangulate(seen(point, (0, 0, 0), (0, 0.3, 0)), radius=5.0), "parallel")
    close = triangulate(seen((0.3, 0.0, 0.0), (0, 0, 0), (0, 0.04, 0)), radius=5.0)
    assert warned(close, "only 0.040 m apart")
    far = triangulate(seen(point, (0, 0, 0), (0, 1, 0)), radius=2.4)
    assert warned(far, "outside the target region")
    assert not warned(triangulate(seen(point, (0, 0, 0), (0, 1, 0)), radius=2.6), "outside")


def passing(height: float, away: float) -> Estimate:
    """Rays along x and, ``height`` above it, along y, ``away`` metres before both cameras."""
    along_x = View(Pose.at((0, 0, 0)), CAMERA, CAMERA.principal_point)
    along_y = View(Pose.at((away, -away, height), yaw_deg=90), CAMERA, CAMERA.principal_point)
    return triangulate([along_x, along_y], radius=9.0)


@pytest.mark.parametrize(("angle", "told"), [(4.98, True), (5.02, False)])
def test_the_least_angle(angle: float, told: bool) -> None:
    half = 3.0 * np.tan(np.radians(angle / 2))
    found = triangulate(seen((3.0, 0.0, 0.0), (0, -half, 0), (0, half, 0)), radius=5.0)
    assert found.largest_angle_deg == pytest.approx(angle)
    assert warned(found, "nearly parallel") is told


@pytest.mark.parametrize("way", [(0.0, 1.0, 0.0), (-0.6, 0.48, 0.64)])
@pytest.mark.parametrize(("baseline", "told"), [(0.0499, True), (0.0501, False)])
def test_the_least_baseline(baseline: float, told: bool, way: tuple[float, ...]) -> None:
    x, y, z = (np.array(way) * baseline).tolist()
    found = triangulate(seen((0.3, 0.0, 0.0), (0, 0, 0), (x, y, z)), radius=5.0)
    assert warned(found, "apart") is told


@pytest.mark.parametrize(
    ("height", "away", "told"),
    [(0.0599, 1.0, False), (0.0601, 1.0, True), (0.1199, 3.0, False), (0.1201, 3.0, True)],
)
def test_the_largest_residual(height: float, away: float, told: bool) -> None:
    """Half the height: 3 cm near by, from 1.5 m on 2 % of the range."""
    found = passing(height, away)
    assert found.rms_ray_distance_m == pytest.approx(height / 2)
    assert warned(found, "miss one another") is told


@pytest.mark.parametrize(("height", "told"), [(0.0156, False), (0.0157, True)])
def test_the_largest_reprojection_error(height: float, told: bool) -> None:
    """256 px × half the height / 1 m: 2 px at 15.6 mm."""
    found = passing(height, 1.0)
    assert found.reprojection_errors_px == pytest.approx((128 * height,) * 2)
    assert warned(found, "pixels off") is told


@pytest.mark.parametrize(("radius", "told"), [(2.49, True), (2.51, False)])
def test_half_a_metre_beyond_the_region_is_still_taken(radius: float, told: bool) -> None:
    found = triangulate(seen((3.0, 0.0, 0.0), (0, 0, 0), (0, 1, 0)), radius=radius)
    assert warned(found, "outside the target region") is told


def test_the_largest_angle_of_three_counts() -> None:
    """Two views 2° apart and a third at a right angle to the first."""
    near = (3 - 3 * np.cos(np.radians(2)), -3 * np.sin(np.radians(2)), 0.0)
    found = triangulate(seen((3.0, 0.0, 0.0), (0, 0, 0), near, (3, 3, 0)), radius=5.0)
    assert found.largest_angle_deg == pytest.approx(90)
    assert not warned(found, "parallel")


def test_the_range_is_the_mean_one() -> None:
    """From 1 m and 7 m on average 4 m: up to 8 cm are no warning."""
    for height, told in ((0.159, False), (0.161, True)):
        along_x = View(Pose.at((0, 0, 0)), CAMERA, CAMERA.principal_point)
        along_y = View(Pose.at((1, -7, height), yaw_deg=90), CAMERA, CAMERA.principal_point)
        found = triangulate([along_x, along_y], radius=9.0)
        assert found.rms_ray_distance_m == pytest.approx(height / 2)
        assert warned(found, "miss one another") is told


def test_rays_that_face_each_other_are_nearly_parallel() -> None:
    """As lines they are, however far the cameras are apart."""
    pair = [
        View(Pose.at((0, 0, 0)), CAMERA, (255.5, 255.5)),
        View(Pose.at((4, 0, 0), yaw_deg=180), CAMERA, (258.0, 255.5)),
    ]
    found = triangulate(pair, radius=9.0)
    assert found.largest_angle_deg == pytest.approx(np.degrees(np.arctan(2.5 / 256)))
    assert warned(found, "nearly parallel")


def test_a_point_behind_a_camera() -> None:
    ahead = View(Pose.at((0, 0, 0)), CAMERA, CAMERA.principal_point)
    away = View(Pose.at((2, 1, 0), yaw_deg=90), CAMERA, CAMERA.principal_point)
    found = triangulate([ahead, away], radius=5.0)
    np.testing.assert_allclose(found.point, (2, 0, 0), atol=1e-12)
    assert warned(found, "behind the camera of observation 2")
    assert found.reprojection_errors_px == (pytest.approx(0), None)


def test_a_point_close_to_a_camera_is_not_behind_it() -> None:
    ahead = View(Pose.at((0, 0, 0)), CAMERA, CAMERA.principal_point)
    for aside, behind in ((-0.3, False), (0.3, True)):
        other = View(Pose.at((2, aside, 0), yaw_deg=90), CAMERA, CAMERA.principal_point)
        found = triangulate([ahead, other], radius=5.0)
        np.testing.assert_allclose(found.point, (2, 0, 0), atol=1e-12)
        assert warned(found, "behind the camera of observation 2") is behind


def test_one_view_that_reprojects_badly_is_told() -> None:
    """2 cm off each: 5 px from 1 m, half a pixel from 10 m."""
    near = View(Pose.at((0, 0, 0)), CAMERA, CAMERA.principal_point)
    far = View(Pose.at((1, -10, 0.04), yaw_deg=90), CAMERA, CAMERA.principal_point)
    for views in ([near, far], [far, near]):
        found = triangulate(views, radius=5.0)
        assert sorted(found.reprojection_errors_px) == pytest.approx([0.512, 5.12])
        assert [w for w in found.warnings if "5.1 pixels off" in w] == list(found.warnings)


def test_a_pixel_outside_its_picture() -> None:
    pose = Pose.at((0, 0, 0))
    views = [View(pose, CAMERA, (511.5, 255.5)), View(Pose.at((0, -1, 0)), CAMERA, (255.5, 255.5))]
    assert not warned(triangulate(views, radius=9.0), "lies outside its picture")
    views[0] = View(pose, CAMERA, (511.6, 255.5))
    assert warned(triangulate(views, radius=9.0), "observation 1 lies outside its picture")


def test_the_residual_cannot_stand_in_for_the_angle() -> None:
    """The spec's table: 1 px of noise, f = 256, 3 m: a short baseline is far worse."""
    rng = np.random.default_rng(0)
    errors, residuals = [], []
    for baseline in (0.1, 1.0):
        found = []
        for _ in range(200):
            point = (3.0, 0.0, 0.0)
            views = []
            for y in (-baseline / 2, baseline / 2):
                pose = Pose.at((0, y, 0))
                u, v = CAMERA.project(pose.to_body([point]))[0][0] + rng.normal(0, 1, 2)
                views.append(View(pose, CAMERA, (float(u), float(v))))
            found.append(triangulate(views, radius=9.0))
        errors.append(np.median([np.linalg.norm(np.subtract(f.point, point)) for f in found]))
        residuals.append(np.median([f.rms_ray_distance_m for f in found]))
    assert errors[0] == pytest.approx(0.34, rel=0.25)
    assert errors[1] == pytest.approx(0.04, rel=0.25)
    assert all(0.002 < residual < 0.01 for residual in residuals)


@pytest.mark.parametrize("size", [128, 256, 512, 1000])
def test_delivered_pixels(size: int) -> None:
    """Equation 2: a delivered pixel's ray is that of u = (u_d + ½) W / W_d − ½."""
    small = delivered(CAMERA, size, size)
    for u, v in ((-0.5, -0.5), (0.0, 7.25), (size - 0.5, size / 3)):
        rendered = [(u + 0.5) * 512 / size - 0.5, (v + 0.5) * 512 / size - 0.5]
        np.testing.assert_allclose(small.rays([(u, v)]), CAMERA.rays([rendered]), atol=1e-12)
    with pytest.raises(ValueError, match="proportions"):
        delivered(CAMERA, size, size + 1)


def test_the_task_frame() -> None:
    """A camera at (1, 2, 1.5) that looks north, pitched up by 30°."""
    frame = TaskFrame(Pose.at((1, 2, 1.5), yaw_deg=90, pitch_deg=30))
    ahead = (1, 2 + np.cos(np.pi / 6), 1.5 + np.sin(np.pi / 6))
    np.testing.assert_allclose(frame.to_task([ahead]), [[1, 0, 0]], atol=1e-12)
    np.testing.assert_allclose(frame.to_task([[0, 2, 1.5]]), [[0, 1, 0]], atol=1e-12)
    above = (1, 2 - 0.5, 1.5 + np.cos(np.pi / 6))
    np.testing.assert_allclose(frame.to_task([above]), [[0, 0, 1]], atol=1e-12)
    points = np.array([[0.3, -4.0, 2.0], [5.0, 5.0, 0.0]])
    np.testing.assert_allclose(frame.to_world(frame.to_task(points)), points, atol=1e-12)
    at_start = frame.pose(frame.start)
    np.testing.assert_allclose(at_start.position, 0, atol=1e-12)
    np.testing.assert_allclose(at_start.rotation, np.eye(3), atol=1e-12)
