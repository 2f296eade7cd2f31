"""Bodies among walls, movers and one another: nothing is passed through, no energy is won."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lookabout.flight.airspace import STEP_S, Airspace, Near, Touch
from lookabout.flight.quadrotor import Quadrotor, State, Vector
from lookabout.geometry import Cloud

RADIUS = 0.3
FAR = 50.0


def square(axis: int, at: float) -> list[list[list[float]]]:
    """Two triangles: a wall of 100 m across an axis."""
    u, v = [k for k in range(3) if k != axis]
    corners = []
    for a, b in ((-FAR, -FAR), (FAR, -FAR), (FAR, FAR), (-FAR, FAR)):
        point = [0.0, 0.0, 0.0]
        point[axis], point[u], point[v] = at, a, b
        corners.append(point)
    return [[corners[0], corners[1], corners[2]], [corners[0], corners[2], corners[3]]]


@dataclass
class Walls:
    """Triangles that may move along x."""

    triangles: list[list[list[float]]]
    label: str = "wall"
    speed: float = 0.0
    cloud: Cloud = field(init=False)

    def __post_init__(self) -> None:
        self.cloud = Cloud(np.array(self.triangles).reshape(-1, 3, 3))

    def nearest(self, position: Vector, time_s: float) -> Near:
        shift = self.speed * time_s
        local = (position[0] - shift, position[1], position[2])
        distance, (x, y, z), index = self.cloud.nearest(local, 2.0)
        name = self.label if index >= 0 else None
        return Near(distance, (x + shift, y, z), name, (self.speed, 0.0, 0.0))


NOTHING = Walls([])


def body(position: Vector, velocity: Vector = (0.0, 0.0, 0.0)) -> Quadrotor:
    return Quadrotor(state=State(position=position, velocity=velocity))


def fly(space: Airspace, seconds: float) -> list[Touch]:
    return [touch for _ in range(round(seconds / STEP_S)) for touch in space.step()]


def energy(drone: Quadrotor) -> float:
    """Of its motion and height, joules."""
    state, mass = drone.state, drone.airframe.mass
    return mass * (0.5 * math.hypot(*state.velocity) ** 2 + 9.81 * state.position[2])


@settings(max_examples=40, deadline=None)
@given(
    st.floats(0.5, 400.0),
    st.tuples(st.floats(-1, 1), st.floats(-1, 1)),
    st.floats(0.31, 20.0),
)
def test_no_speed_carries_it_through_a_wall(
    speed: float, across: tuple[float, float], gap: float
) -> None:
    drone = body((-gap, 0.0, 0.0), (speed, across[0] * speed, across[1] * speed))
    drone.fly((3.0, 0.0, 0.0))
    space = Airspace({"a": drone}, Walls(square(0, 0.0)))
    for _ in range(200):
        space.step()
        assert drone.state.position[0] <= -RADIUS + 1e-5


@settings(max_examples=25, deadline=None)
@given(
    st.lists(
        st.tuples(st.floats(-20, 20), st.floats(-20, 20), st.floats(-20, 20)),
        min_size=1,
        max_size=4,
    )
)
def test_it_stays_in_a_box(velocities: list[Vector]) -> None:
    """Six walls 1.2 m from the middle: edges and corners are met, too."""
    room = Walls([t for axis in range(3) for side in (-1.2, 1.2) for t in square(axis, side)])
    drone = body((0.0, 0.0, 0.0))
    space = Airspace({"a": drone}, room)
    for velocity in velocities:
        drone.state.velocity = velocity
        drone.fly((velocity[0] / 5, velocity[1] / 5, velocity[2] / 5))
        for _ in range(100):
            space.step()
            assert max(map(abs, drone.state.position)) <= 1.2 - RADIUS + 1e-5


@settings(max_examples=40, deadline=None)
@given(st.tuples(st.floats(-30, 30), st.floats(-30, 30), st.floats(-30, 30)))
def test_a_blow_wins_no_energy(velocity: Vector) -> None:
    """Against the same flight without a wall, whatever rotors and air do meanwhile."""
    start = (-0.45, 0.0, 0.0)
    drone, free = body(start, velocity), body(start, velocity)
    space, empty = Airspace({"a": drone}, Walls(square(0, 0.0))), Airspace({"a": free}, NOTHING)
    for _ in range(20):
        empty.step()
        if space.step():
            assert energy(drone) <= energy(free) + 1e-6
            break


def test_a_blow_leaves_a_little_bounce_and_some_friction() -> None:
    """3 m/s come back as 15 % of it; 0.3 of the impulse is taken from 4 m/s along the wall."""
    drone = body((-RADIUS - 1e-9, 0.0, 0.0), (3.0, 4.0, 0.0))
    Airspace({"a": drone}, Walls(square(0, 0.0))).step()
    x, y, z = drone.state.velocity
    assert x == pytest.approx(-0.45, abs=0.01)
    assert y == pytest.approx(4.0 - 0.3 * 3.45, abs=0.03)
    assert abs(z) < 0.01


@pytest.mark.parametrize("speed", [0.3, 3.0, 60.0, 300.0])
def test_a_moving_wall_pushes_it_along(speed: float) -> None:
    drone = body((1.0, 0.0, 0.0))
    space = Airspace({"a": drone}, NOTHING, [Walls(square(0, 0.0), "lorry", speed)])
    touches = fly(space, 1.0 / speed + 1.0)
    assert touches[0].label == "lorry"
    assert touches[0].time_s == pytest.approx(0.7 / speed, abs=0.02)
    assert drone.state.position[0] >= speed * space.steps * STEP_S + RADIUS - 1e-4


def test_between_a_mover_and_a_wall_the_wall_wins() -> None:
    drone = body((-1.0, 0.0, 0.0))
    press = Walls(square(0, -3.0), "press", 0.5)
    space = Airspace({"a": drone}, Walls(square(0, 0.0)), [press])
    for _ in range(2400):  # the press moves on through the wall
        space.step()
        assert drone.state.position[0] <= -RADIUS + 1e-5
    drone.fly((-2.0, 0.0, 0.0))
    fly(space, 2.0)
    assert drone.state.position[0] < -2.0


def test_one_that_starts_inside_something_comes_out() -> None:
    drone = body((-0.1, 0.0, 0.0))
    space = Airspace({"a": drone}, Walls(square(0, 0.0)))
    assert [touch.label for touch in fly(space, 0.1)] == ["wall"]
    assert drone.state.position[0] == pytest.approx(-RADIUS, abs=0.05)
    drone.fly((-2.0, 0.0, 0.0))
    fly(space, 2.0)
    assert drone.state.position[0] < -2.5


def test_a_crack_that_is_too_narrow_lets_none_in() -> None:
    """Two walls that meet in an acute edge: it stops where it no longer fits."""
    wedge = Walls(
        [
            [[-9, 2, -9], [0, 0, 9], [-9, 2, 9]],
            [[-9, 2, -9], [0, 0, -9], [0, 0, 9]],
            [[-9, -2, -9], [0, 0, 9], [-9, -2, 9]],
            [[-9, -2, -9], [0, 0, -9], [0, 0, 9]],
        ]
    )
    drone = body((-4.0, 0.1, 0.0))
    drone.fly((3.0, 0.0, 0.0))
    space = Airspace({"a": drone}, wedge)
    fits = -RADIUS / math.sin(math.atan2(2, 9))
    for _ in range(1000):
        space.step()
        assert drone.state.position[0] <= fits + 0.01
    assert drone.state.position[0] == pytest.approx(fits, abs=0.05)
    drone.fly((-3.0, 0.0, 0.0))
    fly(space, 2.0)
    assert drone.state.position[0] < -4.0


@pytest.mark.parametrize("speed", [1.0, 20.0, 200.0])
def test_two_that_meet_are_treated_alike(speed: float) -> None:
    a, b = body((-2.0, 0.0, 0.0), (speed, 0.0, 0.0)), body((2.0, 0.0, 0.0), (-speed, 0.0, 0.0))
    a.fly((1.0, 0.0, 0.0))
    b.fly((-1.0, 0.0, 0.0))
    space = Airspace({"a": a, "b": b}, NOTHING)
    touches = []
    for _ in range(600):
        touches += space.step()
        assert a.state.position[0] == pytest.approx(-b.state.position[0], rel=1e-9)
        assert math.dist(a.state.position, b.state.position) >= 2 * RADIUS - 0.02
        assert a.state.position[0] < 0
    assert [(t.body, t.label) for t in touches[:2]] == [("a", "b"), ("b", "a")]
    assert touches[0].time_s == touches[1].time_s


def test_one_that_is_run_into_takes_half_the_speed() -> None:
    a, b = body((-0.6001, 0.0, 0.0), (2.0, 0.0, 0.0)), body((0.0, 0.0, 0.0))
    Airspace({"a": a, "b": b}, NOTHING).step()
    # Closing at 2 m/s: each leaves the common 1 m/s at 15 % of 1 m/s.
    assert a.state.velocity[0] == pytest.approx(0.85, abs=0.02)
    assert b.state.velocity[0] == pytest.approx(1.15, abs=0.02)


def test_a_row_pressed_against_a_wall_stays_before_it() -> None:
    row = {name: body((-1.0 - k, 0.0, 0.0)) for k, name in enumerate("abcd")}
    for drone in row.values():
        drone.fly((3.0, 0.0, 0.0))
    space = Airspace(row, Walls(square(0, 0.0)))
    for _ in range(1000):
        space.step()
        assert all(drone.state.position[0] <= -RADIUS + 1e-5 for drone in row.values())
    for one, other in pairwise(row.values()):
        gap = math.dist(one.state.position, other.state.position)
        assert gap >= 2 * RADIUS - 0.02


def test_a_touch_is_told_when_it_begins_and_again_after_a_second_apart() -> None:
    drone = body((-1.0, 0.0, 0.0))
    space = Airspace({"a": drone}, Walls(square(0, 0.0)))
    drone.fly((2.0, 0.0, 0.0))
    first = fly(space, 4.0)
    drone.fly((-2.0, 0.0, 0.0))
    assert fly(space, 2.0) == []
    drone.fly((2.0, 0.0, 0.0))
    again = fly(space, 4.0)
    assert [(t.body, t.label) for t in first + again] == [("a", "wall")] * 2
    assert 0.0 < first[0].time_s < 2.0
    assert again[0].time_s > 6.0


def test_far_from_everything_it_flies_as_if_alone() -> None:
    alone, among = body((0.0, 0.0, 9.0)), body((0.0, 0.0, 9.0))
    space = Airspace({"a": among, "b": body((5.0, 5.0, 9.0))}, Walls(square(2, 0.0)))
    for drone in (alone, among):
        drone.fly((2.0, -1.0, 0.5))
    for _ in range(400):
        alone.step(STEP_S)
        space.step()
    assert among.state == alone.state
