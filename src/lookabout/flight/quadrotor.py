"""A quadrotor: a rigid body on four rotors, under a velocity → attitude → rate → rotor cascade.

Plain floats throughout: the state is a dozen numbers, for which arrays would cost ten times the
arithmetic. World axes x east, y north, z up; body axes x forward, y left, z up.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]
"""(w, x, y, z), body axes to world axes, of length 1."""
GRAVITY = 9.81


@dataclass(frozen=True)
class Airframe:
    """What flies. A camera drone of one kilogram and a half."""

    mass: float = 1.5
    """Kilograms."""
    inertia: Vector = (0.015, 0.015, 0.027)
    """About the body axes, kg m²."""
    arm: float = 0.13
    """From the middle to each rotor's axis along x, and along y, metres."""
    yaw_per_thrust: float = 0.016
    """Torque about z for each newton of a rotor's thrust, metres."""
    most_thrust: float = 8.5
    """Of one rotor, newtons: 2.3 times what hovering takes."""
    motor_lag_s: float = 0.04
    """Time constant of a rotor's thrust."""
    drag: float = 0.12
    """Of slow air, newtons for each metre a second."""
    drag_square: float = 0.035
    """Of fast air, newtons for each (metre a second) squared."""
    spin_drag: float = 0.003
    """Newton metres for each radian a second."""
    radius: float = 0.3
    """Of the sphere around it, rotors included, metres."""


@dataclass(frozen=True)
class Gains:
    """Of the controller's stages, outermost first."""

    position: float = 1.4
    """1/s"""
    velocity: float = 2.6
    """1/s"""
    velocity_integral: float = 0.4
    """1/s²"""
    integral_within: float = 0.3
    """Difference of speeds below which the integral works, m/s."""
    attitude: float = 9.0
    """1/s"""
    rate: float = 22.0
    """1/s"""
    heading: float = 3.0
    """1/s"""
    spin_up: float = 6.0
    """How fast the turn rate that is gone for may change, rad/s²: 0.26 s to 90°/s. The rotors can
    do a little more, so that it is followed, and a turn that ends does not swing past."""
    steepest: float = 0.5
    """Push along the ground over push upward: a tilt of 27°."""
    most_integral: float = 2.0
    """m/s²"""
    hold_speed: float = 2.0
    """Fastest return to a held position, m/s."""
    hold_from: float = 0.1
    """Speed below which a body that was told to hold has a place to hold, m/s."""


@dataclass
class State:
    """Where it is and how it moves."""

    position: Vector = (0.0, 0.0, 0.0)
    velocity: Vector = (0.0, 0.0, 0.0)
    """World axes, m/s."""
    attitude: Quaternion = (1.0, 0.0, 0.0, 0.0)
    rates: Vector = (0.0, 0.0, 0.0)
    """About the body axes, rad/s."""
    thrusts: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    """Of the rotors, newtons: front left, front right, rear right, rear left."""

    @property
    def yaw(self) -> float:
        """Counter-clockwise from east, radians."""
        w, x, y, z = self.attitude
        return math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))


@dataclass
class Setpoint:
    """What the controller is asked for: a velocity, or a place to hold; and a turn."""

    velocity: Vector | None = None
    """World axes, m/s; None holds the place."""
    hold: Vector | None = None
    """The place, where no velocity is asked for; None until the body has come to rest."""
    yaw_rate: float = 0.0
    """Rad/s."""


@dataclass
class Quadrotor:
    """A quadrotor in flight; starts hovering."""

    airframe: Airframe = field(default_factory=Airframe)
    gains: Gains = field(default_factory=Gains)
    state: State = field(default_factory=State)
    setpoint: Setpoint = field(default_factory=Setpoint)

    def __post_init__(self) -> None:
        hover = self.airframe.mass * GRAVITY / 4
        self.state.thrusts = (hover, hover, hover, hover)
        self.setpoint.hold = self.state.position
        self._heading = self.state.yaw
        self._turning = 0.0
        """The turn rate gone for now, rad/s."""
        self._integral: Vector = (0.0, 0.0, 0.0)

    def fly(self, velocity: Vector) -> None:
        """Ask for a velocity, world axes, m/s; the heading stays."""
        self.setpoint = Setpoint(velocity=velocity)

    def hold(self, yaw_rate: float = 0.0) -> None:
        """
        Ask to stop, and to stay where it comes to rest, turning at ``yaw_rate`` rad/s.

        It stops as it started, so that 2 m/s asked for over one second lead 2 m on.
        """
        if self.setpoint.velocity is not None:
            self.setpoint = Setpoint()
        self.setpoint.yaw_rate = yaw_rate

    def touched(self, position: Vector, velocity: Vector, normal: Vector) -> None:
        """
        Something solid is in the way.

        :param position: where it leaves the body; ``velocity`` the speed that it leaves it.
        :param normal: unit length, away from the solid. What the controller has stored of a
            push into it is spent.
        """
        self.state.position, self.state.velocity = position, velocity
        i, j, k = self._integral
        a, b, c = normal
        into = min(0.0, i * a + j * b + k * c)
        self._integral = (i - into * a, j - into * b, k - into * c)

    def step(self, dt: float) -> None:
        """One step of controller and physics, ``dt`` seconds; 5 ms is fine, 20 ms too long."""
        move(self.state, self.airframe, self._rotors(dt), dt)

    # -- the cascade -----------------------------------------------------------------

    def _rotors(self, dt: float) -> tuple[float, float, float, float]:
        """Wanted thrust of each rotor, newtons."""
        body, gains = self.airframe, self.gains
        push = self._push(dt)
        most = gains.spin_up * dt
        spin = max(-most, min(most, self.setpoint.yaw_rate - self._turning))
        self._heading = _wrapped(self._heading + (self._turning + spin / 2) * dt)
        self._turning += spin
        attitude = self.state.attitude
        up = _rotate(attitude, (0.0, 0.0, 1.0))
        # Thrust acts along the body's own up: only that part of the push is had now.
        thrust = body.mass * max(0.0, push[0] * up[0] + push[1] * up[1] + push[2] * up[2])
        wanted = _rotate(_inverse(attitude), _unit(push))
        # The shortest turn that brings up to where it is wanted, about body axes.
        tilt = math.acos(max(-1.0, min(1.0, wanted[2])))
        sine = math.hypot(wanted[0], wanted[1])
        axis = (-wanted[1] / sine, wanted[0] / sine) if sine > 1e-9 else (0.0, 0.0)
        turn = _wrapped(self._heading - self.state.yaw)
        rates = (
            gains.attitude * tilt * axis[0],
            gains.attitude * tilt * axis[1],
            gains.heading * turn + self._turning,
        )
        p, q, r = self.state.rates
        i, j, k = body.inertia
        return _mixed(
            body,
            thrust,
            i * gains.rate * (rates[0] - p),
            j * gains.rate * (rates[1] - q),
            k * (gains.rate * (rates[2] - r) + spin / dt),
        )

    def _wanted(self) -> Vector:
        """The velocity to go for now."""
        gains, setpoint, (x, y, z) = self.gains, self.setpoint, self.state.position
        if setpoint.velocity is not None:
            return setpoint.velocity
        if setpoint.hold is None:
            if _length(self.state.velocity) > gains.hold_from:
                return 0.0, 0.0, 0.0
            setpoint.hold = self.state.position
        i, j, k = setpoint.hold
        back = (gains.position * (i - x), gains.position * (j - y), gains.position * (k - z))
        return _capped(back, gains.hold_speed)

    def _push(self, dt: float) -> Vector:
        """Wanted acceleration plus gravity's counterpart, world axes, m/s²; always upward."""
        gains, state = self.gains, self.state
        wanted = self._wanted()
        off = (
            wanted[0] - state.velocity[0],
            wanted[1] - state.velocity[1],
            wanted[2] - state.velocity[2],
        )
        # Far from the wanted speed the integral would only store an overshoot.
        near = _length(off) < gains.integral_within
        gain = gains.velocity_integral * dt if near else 0.0
        self._integral = _capped(
            (
                self._integral[0] + gain * off[0],
                self._integral[1] + gain * off[1],
                self._integral[2] + gain * off[2],
            ),
            gains.most_integral,
        )
        # What the air takes at the wanted speed is known; the integral is left with the rest.
        air = resistance(self.airframe, wanted)
        ax = gains.velocity * off[0] + self._integral[0] + air * wanted[0]
        ay = gains.velocity * off[1] + self._integral[1] + air * wanted[1]
        az = gains.velocity * off[2] + self._integral[2] + air * wanted[2]
        up = max(az + GRAVITY, 0.3 * GRAVITY)
        level, most = math.hypot(ax, ay), gains.steepest * up
        if level > most:
            ax, ay = ax * most / level, ay * most / level
        return ax, ay, up


def move(
    state: State, body: Airframe, wanted: tuple[float, float, float, float], dt: float
) -> None:
    """
    The rigid body's motion over ``dt`` seconds (semi-implicit Euler).

    :param wanted: thrusts that the rotors go towards, newtons.
    """
    share = 1.0 - math.exp(-dt / body.motor_lag_s)
    a, b, c, d = (
        now + share * (goal - now) for now, goal in zip(state.thrusts, wanted, strict=True)
    )
    state.thrusts = (a, b, c, d)
    vx, vy, vz = state.velocity
    air = resistance(body, state.velocity)
    ux, uy, uz = _rotate(state.attitude, (0.0, 0.0, (a + b + c + d) / body.mass))
    vx += dt * (ux - air * vx)
    vy += dt * (uy - air * vy)
    vz += dt * (uz - air * vz - GRAVITY)
    state.velocity = (vx, vy, vz)
    x, y, z = state.position
    state.position = (x + dt * vx, y + dt * vy, z + dt * vz)
    p, q, r = state.rates
    i, j, k = body.inertia
    roll = body.arm * (a + d - b - c) - body.spin_drag * p
    pitch = body.arm * (c + d - a - b) - body.spin_drag * q
    yaw = body.yaw_per_thrust * (a + c - b - d) - body.spin_drag * r
    p += dt * (roll - (k - j) * q * r) / i
    q += dt * (pitch - (i - k) * p * r) / j
    r += dt * (yaw - (j - i) * p * q) / k
    state.rates = (p, q, r)
    state.attitude = _turned(state.attitude, (p, q, r), dt)


def resistance(body: Airframe, velocity: Vector) -> float:
    """Deceleration by the air for each metre a second of speed, 1/s."""
    return (body.drag + body.drag_square * _length(velocity)) / body.mass


def _mixed(
    body: Airframe, thrust: float, roll: float, pitch: float, yaw: float
) -> tuple[float, float, float, float]:
    """
    Rotor thrusts that give a thrust and torques: attitude before height, height before heading.
    """
    level, r, p = thrust / 4, roll / (4 * body.arm), pitch / (4 * body.arm)
    y = yaw / (4 * body.yaw_per_thrust)
    room = body.most_thrust / 2
    tilt = abs(r) + abs(p)
    if tilt > room:
        r, p = r * room / tilt, p * room / tilt
        tilt = room
    level = min(max(level, tilt), body.most_thrust - tilt)
    spare = min(level - tilt, body.most_thrust - tilt - level)
    y = min(max(y, -spare), spare)
    return level + r - p + y, level - r - p - y, level - r + p + y, level + r + p - y


def _rotate(q: Quaternion, v: Vector) -> Vector:
    w, x, y, z = q
    a, b, c = v
    tx, ty, tz = 2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)
    return (
        a + w * tx + y * tz - z * ty,
        b + w * ty + z * tx - x * tz,
        c + w * tz + x * ty - y * tx,
    )


def _inverse(q: Quaternion) -> Quaternion:
    return q[0], -q[1], -q[2], -q[3]


def _turned(q: Quaternion, rates: Vector, dt: float) -> Quaternion:
    """A body turned at rates about its own axes, exactly for constant rates."""
    p, r, s = rates
    speed = math.sqrt(p * p + r * r + s * s)
    half = speed * dt / 2
    share = math.sin(half) / speed if speed > 1e-12 else dt / 2
    a, b, c, d = math.cos(half), p * share, r * share, s * share
    w, x, y, z = q
    turned = (
        w * a - x * b - y * c - z * d,
        w * b + x * a + y * d - z * c,
        w * c - x * d + y * a + z * b,
        w * d + x * c - y * b + z * a,
    )
    length = math.sqrt(sum(v * v for v in turned))
    w, x, y, z = (v / length for v in turned)
    return w, x, y, z


def _length(v: Vector) -> float:
    return math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])


def _unit(v: Vector) -> Vector:
    length = _length(v)
    return v[0] / length, v[1] / length, v[2] / length


def _capped(v: Vector, most: float) -> Vector:
    length = _length(v)
    if length <= most:
        return v
    return v[0] * most / length, v[1] * most / length, v[2] * most / length


def _wrapped(angle: float) -> float:
    """In [−π, π)."""
    return (angle + math.pi) % (2 * math.pi) - math.pi
