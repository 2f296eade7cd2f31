"""The numbers that the documentation gives of how it flies, and where its energy comes from."""

from __future__ import annotations

import math

import pytest

from lookabout.flight.quadrotor import GRAVITY, Airframe, Quadrotor, State, Vector, move

DT = 0.005


def fly(drone: Quadrotor, seconds: float) -> list[State]:
    found = []
    for _ in range(round(seconds / DT)):
        drone.step(DT)
        s = drone.state
        found.append(State(s.position, s.velocity, s.attitude, s.rates, s.thrusts))
    return found


@pytest.mark.parametrize(
    ("asked", "axis", "rise_s", "settled_s"),
    [
        ((3.0, 0.0, 0.0), 0, 0.83, 1.15),
        ((1.0, 0.0, 0.0), 0, 0.69, 0.98),
        ((0.0, 0.0, 2.0), 2, 0.79, 1.25),
        ((0.0, 0.0, -2.0), 2, 0.79, 1.25),
    ],
)
def test_speeds(asked: Vector, axis: int, rise_s: float, settled_s: float) -> None:
    drone = Quadrotor()
    drone.fly(asked)
    share = [s.velocity[axis] / asked[axis] for s in fly(drone, 5.0)]
    assert next(k for k, v in enumerate(share, 1) if v >= 0.9) * DT == pytest.approx(
        rise_s, abs=0.01
    )
    last = max(k for k, v in enumerate(share, 1) if abs(v - 1) > 0.02)
    assert (last + 1) * DT == pytest.approx(settled_s, abs=0.01)
    assert max(share) < 1.01
    assert abs(sum(share[-200:]) / 200 - 1) < 0.01


@pytest.mark.parametrize("rate_deg", [90.0, -90.0, 45.0, 10.0])
def test_a_turn_ends_a_quarter_of_a_second_later_where_it_should(rate_deg: float) -> None:
    drone = Quadrotor()
    drone.hold(math.radians(rate_deg))
    fly(drone, 1.0)
    drone.hold()
    beyond = [
        (math.degrees(s.yaw) - rate_deg) * math.copysign(1, rate_deg) for s in fly(drone, 2.0)
    ]
    assert max(beyond) < 0.7
    assert all(abs(off) < 0.7 for off in beyond[round(0.25 / DT) :])
    assert abs(beyond[-1]) < 0.05


@pytest.mark.parametrize(
    ("velocity", "off_m"),
    [
        ((3.0, 0.0, 0.0), 0.12),
        ((1.0, 0.0, 0.0), 0.03),
        ((0.0, 0.0, 2.0), 0.03),
        ((2.0, 1.0, -0.5), 0.12),
    ],
)
def test_a_second_of_flight_and_a_stop_lead_as_far_as_was_asked(
    velocity: Vector, off_m: float
) -> None:
    """It loses at the start what it wins by braking; it is there one second after the stop."""
    drone = Quadrotor()
    drone.fly(velocity)
    fly(drone, 1.0)
    drone.hold()
    assert all(math.dist(s.position, velocity) < off_m for s in fly(drone, 6.0)[round(1 / DT) :])


@pytest.mark.parametrize(("speed", "beyond"), [(3.0, 1.35), (1.0, 0.37)])
def test_told_to_hold_in_flight(speed: float, beyond: float) -> None:
    drone = Quadrotor()
    drone.fly((speed, 0.0, 0.0))
    place = fly(drone, 4.0)[-1].position[0]
    drone.hold()
    away = [s.position[0] - place for s in fly(drone, 6.0)]
    assert max(away) == pytest.approx(beyond, abs=0.01)
    assert all(abs(x - away[-1]) < 0.05 for x in away[round(1.2 / DT) :])


def test_hovering_for_a_minute_after_a_flight_stays_within_a_centimetre() -> None:
    drone = Quadrotor()
    drone.fly((1.0, -2.0, 0.5))
    fly(drone, 3.0)
    drone.hold()
    fly(drone, 15.0)
    place = drone.setpoint.hold
    assert place is not None
    assert max(math.dist(s.position, place) for s in fly(drone, 60.0)) < 0.01


def work(state: State, body: Airframe) -> float:
    """What rotors bring at a state, watts: thrust along the flow of each, and torque."""
    w, x, y, z = state.attitude
    up = (2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y))
    climb = sum(u * v for u, v in zip(up, state.velocity, strict=True))
    p, q, r = state.rates
    a, b, c, d = state.thrusts
    roll, pitch = body.arm * (a + d - b - c), body.arm * (c + d - a - b)
    yaw = body.yaw_per_thrust * (a + c - b - d)
    return (a + b + c + d) * climb + roll * p + pitch * q + yaw * r


def energy(state: State, body: Airframe) -> float:
    """Of motion, rotation and height, joules."""
    moving = 0.5 * body.mass * math.hypot(*state.velocity) ** 2
    turning = 0.5 * sum(i * w * w for i, w in zip(body.inertia, state.rates, strict=True))
    return moving + turning + body.mass * GRAVITY * state.position[2]


@pytest.mark.parametrize(
    "orders", [((3, 0, 2), (-3, 1, -2)), ((0, 0, 2), (0, 0, -2)), ((2, 2, 0),)]
)
def test_no_energy_comes_from_nowhere(orders: tuple[Vector, ...]) -> None:
    """Energy grows by the rotors' work less the air's share, which is never negative."""
    drone = Quadrotor()
    start, done = energy(drone.state, drone.airframe), 0.0
    dt, power = 0.0005, work(drone.state, drone.airframe)
    for order in orders:
        drone.fly(order)
        for _ in range(4000):
            drone.step(dt)
            before, power = power, work(drone.state, drone.airframe)
            done += dt * (before + power) / 2
            assert energy(drone.state, drone.airframe) - start <= done + 0.02
    assert energy(drone.state, drone.airframe) - start < done  # air has taken some


def test_without_air_energy_is_the_rotors_work() -> None:
    body = Airframe(drag=0.0, drag_square=0.0, spin_drag=0.0)
    drone = Quadrotor(airframe=body)
    start, done = energy(drone.state, body), 0.0
    drone.fly((3.0, 1.0, 2.0))
    dt, power = 0.0005, work(drone.state, body)
    for _ in range(4000):
        drone.step(dt)
        before, power = power, work(drone.state, body)
        done += dt * (before + power) / 2
    assert energy(drone.state, body) - start == pytest.approx(done, rel=2e-3)
    assert done > 50


def test_at_full_thrust_it_keeps_upright_and_climbs_no_faster_than_it_can() -> None:
    drone, body = Quadrotor(), Airframe()
    drone.fly((100.0, 0.0, 100.0))
    most = 4 * body.most_thrust / body.mass - GRAVITY
    states = fly(drone, 6.0)
    for k, state in enumerate(states, 1):
        assert all(0.0 <= t <= body.most_thrust for t in state.thrusts)
        assert state.velocity[2] <= most * k * DT
        _, x, y, _ = state.attitude
        assert math.degrees(math.acos(1 - 2 * (x * x + y * y))) < 45
    assert sum(states[-1].thrusts) == pytest.approx(4 * body.most_thrust, rel=0.01)
    drone.hold()
    drone.hold(1.5)  # turning must not cost the height
    later = fly(drone, 30.0)
    place = drone.setpoint.hold
    assert place is not None
    assert math.dist(later[-1].position, place) < 0.05


def test_rotors_reach_two_thirds_of_what_is_asked_after_the_lag() -> None:
    body, state = Airframe(), State()
    for _ in range(round(body.motor_lag_s / DT)):
        move(state, body, (4.0, 0.0, 0.0, 0.0), DT)
    assert state.thrusts[0] == pytest.approx(4 * (1 - math.exp(-1)))
