"""Step responses, physics without a controller, and what the controller may never do."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lookabout.flight.quadrotor import GRAVITY, Airframe, Quadrotor, State, Vector, move

DT = 0.005


def fly(drone: Quadrotor, seconds: float) -> list[State]:
    """Every state over a time, the first excluded."""
    found = []
    for _ in range(round(seconds / DT)):
        drone.step(DT)
        state = drone.state
        found.append(
            State(state.position, state.velocity, state.attitude, state.rates, state.thrusts)
        )
    return found


def speed(velocity: Vector) -> float:
    return math.hypot(*velocity)


def test_it_hovers_without_drift() -> None:
    states = fly(Quadrotor(), 60.0)
    assert max(math.hypot(*s.position) for s in states) < 1e-6


@pytest.mark.parametrize(
    "wanted",
    [(3.0, 0.0, 0.0), (0.0, -3.0, 0.0), (2.1, 2.1, 0.0), (0.0, 0.0, 2.0), (0.0, 0.0, -2.0)],
)
def test_a_step_of_velocity(wanted: Vector) -> None:
    """Nine tenths within a second, at most 10 % too fast, within 2 % after three seconds."""
    drone = Quadrotor()
    drone.fly(wanted)
    states = fly(drone, 6.0)
    size = speed(wanted)
    along = [sum(v * w for v, w in zip(s.velocity, wanted, strict=True)) / size for s in states]
    rise = next(k for k, v in enumerate(along) if v >= 0.9 * size) * DT
    assert 0.1 < rise <= 1.0
    assert max(along) <= 1.1 * size
    assert all(abs(v - size) <= 0.02 * size for v in along[round(3.0 / DT) :])
    across = [
        math.sqrt(max(0.0, speed(s.velocity) ** 2 - v * v))
        for s, v in zip(states, along, strict=True)
    ]
    assert max(across) < 0.25


def test_told_to_hold_it_comes_to_rest_and_stays() -> None:
    drone = Quadrotor()
    drone.fly((3.0, 0.0, 0.0))
    fly(drone, 3.0)
    drone.hold()
    fly(drone, 1.5)
    place = drone.setpoint.hold
    assert place is not None
    away = [math.dist(s.position, place) for s in fly(drone, 8.0)]
    assert max(away) < 0.05
    assert max(away[round(3.0 / DT) :]) < 0.02
    drone.hold(0.5)
    assert drone.setpoint.hold == place


@pytest.mark.parametrize("rate_deg", [90.0, -90.0, 30.0])
def test_a_turn(rate_deg: float) -> None:
    drone = Quadrotor()
    drone.hold(math.radians(rate_deg))
    states = fly(drone, 1.0)
    drone.hold()
    states += fly(drone, 2.0)
    assert math.degrees(drone.state.yaw) == pytest.approx(rate_deg, abs=0.5)
    assert max(math.hypot(*s.position) for s in states) < 0.05


def test_headings_run_through_the_back() -> None:
    drone = Quadrotor()
    drone.hold(math.radians(90))
    states = fly(drone, 5.0)
    drone.hold()
    states += fly(drone, 2.0)
    assert math.degrees(drone.state.yaw) == pytest.approx(90, abs=0.5)  # 450°
    jumps = [abs(b.yaw - a.yaw) for a, b in pairwise(states)]
    assert sum(jump > math.pi for jump in jumps) == 1


def test_falling_without_rotors_and_air() -> None:
    """v = g t, z = −½ g t²: semi-implicit steps are off by ½ g t dt."""
    body = Airframe(drag=0.0, drag_square=0.0)
    state = State()
    for _ in range(400):
        move(state, body, (0.0, 0.0, 0.0, 0.0), DT)
    assert state.velocity == pytest.approx((0, 0, -GRAVITY * 2))
    assert state.position[2] == pytest.approx(-0.5 * GRAVITY * 4, abs=0.5 * GRAVITY * 2 * DT + 1e-9)


def test_falling_reaches_the_speed_at_which_air_carries_the_weight() -> None:
    body, state = Airframe(), State()
    for _ in range(10_000):
        move(state, body, (0.0, 0.0, 0.0, 0.0), DT)
    fall = -state.velocity[2]
    assert body.drag * fall + body.drag_square * fall**2 == pytest.approx(body.mass * GRAVITY)


def test_spinning_freely_keeps_its_momentum_and_loses_energy() -> None:
    """Without air, angular momentum in the world stays; air can only take energy."""
    body = Airframe(spin_drag=0.0, drag=0.0, drag_square=0.0)
    state = State(rates=(0.3, -0.2, 0.5))
    start = energy(state, body)
    for _ in range(2000):
        move(state, body, (0.0, 0.0, 0.0, 0.0), 0.001)
    assert energy(state, body) == pytest.approx(start, rel=1e-3)
    damped, kept = State(rates=(0.3, -0.2, 0.5)), Airframe()
    last = energy(damped, kept)
    for _ in range(2000):
        move(damped, kept, (0.0, 0.0, 0.0, 0.0), DT)
        assert energy(damped, kept) <= last
        last = energy(damped, kept)


def energy(state: State, body: Airframe) -> float:
    """Of rotation, joules."""
    return 0.5 * sum(i * w * w for i, w in zip(body.inertia, state.rates, strict=True))


@pytest.mark.parametrize(
    ("thrusts", "axis", "sign"),
    [
        ((3.0, 1.0, 1.0, 3.0), 0, 1),  # left up: rolls to the right
        ((1.0, 1.0, 3.0, 3.0), 1, 1),  # rear up: pitches nose down
        ((3.0, 1.0, 3.0, 1.0), 2, 1),
    ],
)
def test_rotors_turn_it_the_right_way(
    thrusts: tuple[float, float, float, float], axis: int, sign: int
) -> None:
    body, state = Airframe(), State(thrusts=thrusts)
    move(state, body, thrusts, DT)
    assert sign * state.rates[axis] > 0
    assert [w for k, w in enumerate(state.rates) if k != axis] == pytest.approx([0, 0])


def test_rotors_lag() -> None:
    body, state = Airframe(), State()
    for _ in range(8):
        move(state, body, (5.0, 5.0, 5.0, 5.0), DT)
    assert state.thrusts[0] == pytest.approx(5 * (1 - math.exp(-1)))


component = st.floats(-4, 4)


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.tuples(component, component, component, st.floats(-2, 2)), min_size=1, max_size=4)
)
def test_whatever_is_asked_for_it_stays_upright_and_sane(
    orders: list[tuple[float, float, float, float]],
) -> None:
    drone = Quadrotor()
    for vx, vy, vz, turn in orders:
        if abs(turn) > 1:
            drone.hold(turn)
        else:
            drone.fly((vx, vy, vz))
        for state in fly(drone, 1.0):
            _, x, y, _ = state.attitude
            assert 1 - 2 * (x * x + y * y) > 0.5  # tilted by less than 60°
            assert speed(state.velocity) < 9
            assert math.hypot(*state.attitude) == pytest.approx(1)
            assert all(0 <= t <= drone.airframe.most_thrust for t in state.thrusts)


def test_after_a_touch_it_flies_on() -> None:
    drone = Quadrotor()
    drone.fly((3.0, 0.0, 0.0))
    fly(drone, 2.0)
    drone.touched((1.0, 2.0, 3.0), (0.0, 0.0, 0.0), (-1.0, 0.0, 0.0))
    assert (drone.state.position, drone.state.velocity) == ((1, 2, 3), (0, 0, 0))
    fly(drone, 1.0)
    assert drone.state.position[0] > 1.5


def test_the_same_orders_give_the_same_flight() -> None:
    ends = []
    for _ in range(2):
        drone = Quadrotor()
        drone.fly((1.0, 2.0, -0.5))
        fly(drone, 1.0)
        drone.hold(1.0)
        ends.append(fly(drone, 1.0)[-1])
    assert ends[0] == ends[1]
