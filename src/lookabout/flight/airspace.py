"""Several quadrotors among solid things, on a clock of fixed steps.

A body is a sphere that slides along what it meets. Nothing is looked up while it cannot have
come near: a known gap is good until the body and the obstacle together could have closed it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple, Protocol

from lookabout.flight.quadrotor import Quadrotor, Vector

STEPS_A_SECOND = 200
STEP_S = 1 / STEPS_A_SECOND
_BOUNCE = 0.15
"""Share of the closing speed that comes back..."""
_BOUNCE_FROM = 0.4
"""...of closing speeds above this, m/s."""
_FRICTION = 0.3
_STRIDE = 0.4
"""Longest way of a body, and of an obstacle, between two looks, in radii: so none gets to the other
side of a surface..."""
_MOST_LOOKS = 16
"""...unless an obstacle is faster than 384 m/s: those are no traffic."""
_PUSH = 0.25
"""Farthest push at once, in radii: so a mover cannot push it through a wall."""
_ROUNDS = 8
"""Pushes in a step: corners have up to three sides, and a mover may press it into one."""
_SLACK = 1e-6
"""Metres that a body may reach into something, for rounding."""
_APART_S = 1.0
"""A touch is a new one if there was none of the same thing for so long: longer than a bounce."""


class Near(NamedTuple):
    """What an obstacle has nearest to a place."""

    distance: float
    """Metres; where there is no ``label``, only so much is known to be free."""
    point: Vector
    label: str | None
    velocity: Vector
    """Of the obstacle at that point, m/s."""


class Obstacle(Protocol):
    """Something solid that may move."""

    @property
    def speed(self) -> float:
        """No point of it is ever faster, m/s."""
        ...

    def nearest(self, position: Vector, time_s: float) -> Near:
        """Its nearest point at a time; exact where it is nearer than two metres."""
        ...


@dataclass(frozen=True)
class Touch:
    """A body began to touch something."""

    time_s: float
    body: str
    label: str
    """What: an obstacle's label or another body's name."""


class _Gap(NamedTuple):
    """Known to be free around a place at a time."""

    position: Vector
    time_s: float
    size: float
    """Between the surfaces, metres; negative where they overlap."""


class Airspace:
    """Bodies in flight. Nothing in it is random, and steps are all alike."""

    def __init__(
        self, bodies: Mapping[str, Quadrotor], fixed: Obstacle, moving: Sequence[Obstacle] = ()
    ) -> None:
        """
        :param fixed: everything that stands; ``moving`` what does not.
        """
        self.bodies = dict(bodies)
        # What stands comes last: it has the last word.
        self._obstacles = [*moving, fixed]
        self._gaps: dict[tuple[str, int], _Gap] = {}
        self._last: dict[tuple[str, str], float] = {}
        """When a body last touched something."""
        self._steps = 0
        self._fastest = max((obstacle.speed for obstacle in self._obstacles), default=0.0)

    @property
    def steps(self) -> int:
        """Done so far."""
        return self._steps

    def forget(self) -> None:
        """Something was put elsewhere: known gaps are no longer known."""
        self._gaps.clear()

    def step(self) -> list[Touch]:
        """One step of all bodies; what began to be touched in it."""
        begin, self._steps = self._steps * STEP_S, self._steps + 1
        touched: dict[tuple[str, str], None] = {}
        looks = 1
        for body in self.bodies.values():
            start = body.state.position
            body.step(STEP_S)
            body.state.position = start
            stride, reach = (
                _STRIDE * body.airframe.radius,
                STEP_S * math.hypot(*body.state.velocity),
            )
            most = math.ceil(min(self._fastest * STEP_S / stride, _MOST_LOOKS))
            looks = max(looks, most, math.ceil(reach / stride))
        part = STEP_S / looks
        for look in range(looks):
            now = begin + (look + 1) * part
            for name, body in self.bodies.items():
                start, velocity = body.state.position, body.state.velocity
                body.state.position = _moved(start, velocity, part)
                self._clear(name, start, now, touched)
            for _ in range(_ROUNDS):
                if not self._part(now, touched):
                    break
        now = self._steps * STEP_S
        return [Touch(now, *pair) for pair in touched if self._is_new(pair, now)]

    # -- solid things ----------------------------------------------------------------

    def _clear(
        self, name: str, start: Vector, now: float, touched: dict[tuple[str, str], None]
    ) -> None:
        """Push a body out of whatever it reaches into, having come from ``start``."""
        body, fixed = self.bodies[name], len(self._obstacles) - 1
        farthest = _PUSH * body.airframe.radius
        for _ in range(_ROUNDS):
            deepest, what = -_SLACK, None
            for index in range(len(self._obstacles)):
                if not self._is_clear(name, index, now):
                    gap, near = self._gap(name, index, body.state.position, now)
                    if near.label is not None and gap < deepest:
                        deepest, what = gap, near
            if what is None:
                return
            assert what.label is not None
            touched[name, what.label] = None
            self._deflect(body, what, min(-deepest, farthest))
        gap = self._gap(name, fixed, body.state.position, now)[0]
        if gap < -_SLACK and gap < self._gap(name, fixed, start, now)[0] - _SLACK:
            # Wedged: it stays where it was, and what moves goes through it.
            body.touched(start, (0.0, 0.0, 0.0), (0.0, 0.0, 1.0))

    def _is_clear(self, name: str, index: int, now: float) -> bool:
        """Whether a known gap cannot have been used up yet."""
        known = self._gaps.get((name, index))
        if known is None:
            return False
        used = self._obstacles[index].speed * (now - known.time_s)
        return used + math.dist(self.bodies[name].state.position, known.position) < known.size

    def _gap(self, name: str, index: int, position: Vector, now: float) -> tuple[float, Near]:
        near = self._obstacles[index].nearest(position, now)
        gap = near.distance - self.bodies[name].airframe.radius
        self._gaps[name, index] = _Gap(position, now, gap)
        return gap, near

    def _deflect(self, body: Quadrotor, near: Near, push: float) -> None:
        normal = _direction(near.point, body.state.position)
        velocity = _rebound(body.state.velocity, near.velocity, normal)
        body.touched(_moved(body.state.position, normal, push), velocity, normal)

    # -- one another -----------------------------------------------------------------

    def _part(self, now: float, touched: dict[tuple[str, str], None]) -> bool:
        """Push apart bodies that reach into one another, both alike; whether there were any."""
        met = False
        for (one, a), (other, b) in combinations(self.bodies.items(), 2):
            here, there = a.state.position, b.state.position
            reach = a.airframe.radius + b.airframe.radius
            deep = reach - math.dist(here, there)
            if deep <= _SLACK:
                continue
            met = True
            touched[one, other] = touched[other, one] = None
            normal = _direction(there, here)
            back = (-normal[0], -normal[1], -normal[2])
            share = b.airframe.mass / (a.airframe.mass + b.airframe.mass)
            fast, slow = a.state.velocity, b.state.velocity
            # Each rebounds from the middle that both would have after a soft blow.
            both = _between(slow, fast, 1.0 - share)
            push = min(deep, _PUSH * reach / 2)
            a.touched(_moved(here, normal, push * share), _rebound(fast, both, normal), normal)
            b.touched(_moved(there, back, push * (1 - share)), _rebound(slow, both, back), back)
            self._clear(one, here, now, touched)
            self._clear(other, there, now, touched)
        return met

    def _is_new(self, pair: tuple[str, str], now: float) -> bool:
        last = self._last.get(pair)
        self._last[pair] = now
        return last is None or now - last > _APART_S


def _rebound(velocity: Vector, surface: Vector, normal: Vector) -> Vector:
    """Of a body that meets a surface: a little bounce, some friction, no energy won."""
    x, y, z = (v - s for v, s in zip(velocity, surface, strict=True))
    a, b, c = normal
    closing = -(x * a + y * b + z * c)
    if closing <= 0.0:
        return velocity
    along = (x + closing * a, y + closing * b, z + closing * c)
    slide = math.hypot(*along)
    back = _BOUNCE * closing if closing > _BOUNCE_FROM else 0.0
    kept = max(0.0, 1.0 - _FRICTION * (closing + back) / slide) if slide > 0.0 else 0.0
    i, j, k = surface
    p, q, r = along
    return i + kept * p + back * a, j + kept * q + back * b, k + kept * r + back * c


def _moved(start: Vector, way: Vector, share: float) -> Vector:
    return start[0] + share * way[0], start[1] + share * way[1], start[2] + share * way[2]


def _between(a: Vector, b: Vector, share: float) -> Vector:
    return _moved(a, (b[0] - a[0], b[1] - a[1], b[2] - a[2]), share)


def _direction(start: Vector, end: Vector) -> Vector:
    """Of unit length; up where both are the same."""
    length = math.dist(start, end)
    if length == 0.0:
        return 0.0, 0.0, 1.0
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length, (end[2] - start[2]) / length
