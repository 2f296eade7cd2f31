"""The drones of an episode in their world: what they see, how they fly, the trace they leave."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from lookabout.benchmarks.dronecats.actions import SCALE, Action, Go, Rotate, Unreadable
from lookabout.benchmarks.dronecats.lifting import Limits, displacement, velocity, yaw_rate_deg
from lookabout.benchmarks.dronecats.log import TRACE_S, LoggedContact, LoggedSample
from lookabout.flight.gimbal import level
from lookabout.geometry import Camera, Pose
from lookabout.sim.protocol import Fly, Hover, Simulator

Floats = NDArray[np.float64]
_CLOSE_M = 15.0
"""Nearer than this to a target's box, rays through the picture are asked, too: of the points
spread over a large target's surface none need lie in a view of a small part of it."""
_RAYS = 33, 25
"""Through the picture: columns and rows."""
_SAME_S = 1e-6


@dataclass(frozen=True, eq=False)
class View:
    """What a drone saw, and how it then stood to the target."""

    pixels: NDArray[np.uint8]
    pose: Pose
    """Of the camera."""
    sample: LoggedSample
    towards: Floats
    """(3,), metres, from the camera to the target's centre, world axes."""


@dataclass
class Drones:
    """Flies them. The simulator has been reset with the scenario."""

    simulator: Simulator
    names: tuple[str, ...]
    target: str
    camera: Camera
    limits: Limits
    end_s: float
    """When the episode ends, on the simulator's clock."""
    now_s: float = 0.0
    """Kept here to the last bit, so that samples lie on whole half seconds."""
    trace: list[LoggedSample] = field(default_factory=list)
    """Since it was last taken; so the contacts."""
    contacts: list[LoggedContact] = field(default_factory=list)
    render_s: float = 0.0
    """Wall time of the last views."""
    _last: dict[str, LoggedSample] = field(default_factory=dict)
    """By drone, as it stood when it was last looked at."""

    def __post_init__(self) -> None:
        self._sample()

    @property
    def over(self) -> bool:
        """The time is up."""
        return self.now_s >= self.end_s - _SAME_S

    def views(self) -> dict[str, View]:
        """What each drone's camera sees now."""
        began = time.perf_counter()
        found = {}
        for name in self.names:
            pose = level(self.simulator.pose(name))
            pixels = self.simulator.observe(self.camera, pose).rgb
            centre = self.simulator.truth.box(self.target).centre
            found[name] = View(pixels, pose, self._stand(name), centre - pose.position)
        self.render_s = time.perf_counter() - began
        return found

    def hold(self, seconds: float) -> None:
        """Hover, as long as there is time."""
        self._steer({})
        self._let_pass(seconds)

    def fly(self, commands: Mapping[str, Action | Unreadable], views: Mapping[str, View]) -> None:
        """
        One control step: each command as its view showed the world; who has none, or one that
        does not move, hovers. All hover afterwards.
        """
        orders: dict[str, Fly | Hover] = {}
        for name, command in commands.items():
            if isinstance(command, Go):
                way = velocity(displacement(command, self.camera), self.limits)
                x, y, z = (views[name].pose.rotation @ way).tolist()
                orders[name] = Fly((x, y, z))
            elif isinstance(command, Rotate):
                orders[name] = Hover(yaw_rate_deg(command, self.limits))
        self._steer(orders)
        self._let_pass(self.limits.step_s)
        self._steer({})

    def taken(self) -> tuple[tuple[LoggedSample, ...], tuple[LoggedContact, ...]]:
        """Trace and contacts since the last time."""
        taken = tuple(self.trace), tuple(self.contacts)
        self.trace, self.contacts = [], []
        return taken

    def _steer(self, orders: Mapping[str, Fly | Hover]) -> None:
        for name in self.names:
            self.simulator.steer(name, orders.get(name, Hover()))

    def _let_pass(self, seconds: float) -> None:
        """Advance the world, and stop at every half second of its clock to look at it."""
        until = min(self.now_s + seconds, self.end_s)
        while self.now_s < until - _SAME_S:
            tick = math.floor(self.now_s / TRACE_S + _SAME_S) + 1
            after = min(until, tick * TRACE_S)
            self.contacts += [
                LoggedContact(time_s=touch.time_s, drone=touch.vehicle, label=touch.label)
                for touch in self.simulator.advance(after - self.now_s)
            ]
            self.now_s = after
            if after == tick * TRACE_S or self.over:
                self._sample()

    def _sample(self) -> None:
        self.trace += [self._stand(name) for name in self.names]

    def _stand(self, name: str) -> LoggedSample:
        known = self._last.get(name)
        if known is None or known.time_s != self.now_s:
            known = self._last[name] = self._measured(name, level(self.simulator.pose(name)))
        return known

    def _measured(self, name: str, pose: Pose) -> LoggedSample:
        box = self.simulator.truth.box(self.target)
        x, y, z = pose.position.tolist()
        forward = pose.rotation[:, 0]
        return LoggedSample(
            time_s=self.now_s,
            drone=name,
            position=(x, y, z),
            yaw_deg=math.degrees(math.atan2(forward[1], forward[0])),
            distance_m=float(np.linalg.norm(box.centre - pose.position)),
            box_distance_m=box.distance(pose.position),
            visible=self._sees(pose, box.distance(pose.position)),
        )

    def _sees(self, pose: Pose, distance: float) -> bool:
        """
        Whether any of the target is in the picture and hidden by nothing.

        By fixed rays, to points all over its surface; close by also through the picture.
        """
        if self.simulator.visible(self.camera, pose, self.target) > 0:
            return True
        if distance > _CLOSE_M:
            return False
        ways = _fan(self.camera) @ pose.rotation.T
        hits = self.simulator.raycast(np.broadcast_to(pose.position, ways.shape), ways)
        return self.target in hits.label


def off_deg(go: Go, view: View, camera: Camera) -> float:
    """Between the ray of an image point and the direction of the target's centre."""
    distance = float(np.linalg.norm(view.towards))
    if distance == 0:
        return 0.0
    ray = displacement(Go(go.x, go.y, 1.0), camera)
    cosine = float(view.pose.rotation @ ray @ view.towards) / distance
    return math.degrees(math.acos(max(-1.0, min(1.0, cosine))))


def _fan(camera: Camera) -> Floats:
    """Unit rays, body axes, evenly through the picture, its edges included."""
    columns, rows = _RAYS
    points = [
        (x, y) for y in np.linspace(0.0, SCALE, rows) for x in np.linspace(0.0, SCALE, columns)
    ]
    return np.stack([displacement(Go(float(x), float(y), 1.0), camera) for x, y in points])
