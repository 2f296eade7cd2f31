import numpy as np
import pytest
from pydantic import ValidationError

from lookabout.world.routes import pose_at
from lookabout.world.spec import ObjectSpec, RouteSpec, Waypoint, WorldSpec

ROUTE = RouteSpec(
    object="car",
    waypoints=(
        Waypoint(time_s=1, position=(0, 0, 0), yaw_deg=350),
        Waypoint(time_s=3, position=(4, 0, 1), yaw_deg=10),
        Waypoint(time_s=4, position=(4, 2, 1), yaw_deg=10),
    ),
)


@pytest.mark.parametrize(
    ("time_s", "position", "yaw"),
    [
        (0, (0, 0, 0), -10),
        (1, (0, 0, 0), -10),
        (2, (2, 0, 0.5), 0),  # the shorter turn, through north of east
        (3, (4, 0, 1), 10),
        (3.5, (4, 1, 1), 10),
        (99, (4, 2, 1), 10),
    ],
)
def test_straight_lines_and_shorter_turns(
    time_s: float, position: tuple[float, float, float], yaw: float
) -> None:
    pose = pose_at(ROUTE, time_s)
    np.testing.assert_allclose(pose[:3, 3], position, atol=1e-12)
    assert np.degrees(np.arctan2(pose[1, 0], pose[0, 0])) == pytest.approx(yaw)


def test_a_thing_on_a_slope_lifts_its_front() -> None:
    route = RouteSpec(
        object="car",
        waypoints=(
            Waypoint(time_s=0, position=(0, 0, 0), yaw_deg=90),
            Waypoint(time_s=2, position=(0, 4, 0), yaw_deg=90, pitch_deg=20),
        ),
    )
    pose = pose_at(route, 1)
    ten = np.radians(10)
    # Forward is north and up, left stays level, up leans back.
    np.testing.assert_allclose(pose[:3, 0], [0, np.cos(ten), np.sin(ten)], atol=1e-12)
    np.testing.assert_allclose(pose[:3, 1], [-1, 0, 0], atol=1e-12)
    np.testing.assert_allclose(pose[:3, 2], [0, -np.sin(ten), np.cos(ten)], atol=1e-12)


def test_times_must_increase() -> None:
    point = Waypoint(time_s=1, position=(0, 0, 0))
    with pytest.raises(ValidationError, match="must increase"):
        RouteSpec(object="car", waypoints=(point, point))


def test_routes_and_objects_must_fit() -> None:
    car = ObjectSpec(name="car", kind="car", seed=0, position=(0, 0, 0))
    WorldSpec(kind="city", seed=0, objects=(car,), routes=(ROUTE,))
    for objects, routes in (((), (ROUTE,)), ((car,), (ROUTE, ROUTE)), ((car, car), ())):
        with pytest.raises(ValidationError, match="object"):
            WorldSpec(kind="city", seed=0, objects=objects, routes=routes)
