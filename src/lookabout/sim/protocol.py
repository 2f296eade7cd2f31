"""The one seam between tasks and engines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from lookabout.geometry import Box, Camera, Pose
from lookabout.sim.scenario import Scenario

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Frame:
    """What a camera saw."""

    rgb: NDArray[np.uint8]
    """(H, W, 3)"""
    camera: Camera
    pose: Pose
    """Of the camera, world frame."""
    time_s: float
    """On the simulator's clock."""
    depth: NDArray[np.float32] | None = None
    """(H, W), metres along the optical axis; infinity where nothing is."""
    ids: NDArray[np.int32] | None = None
    """(H, W); see :meth:`Simulator.object_ids`; 0 for everything without a name."""


@dataclass(frozen=True)
class MoveBy:
    """Fly straight by a displacement in world axes, metres, keeping the attitude."""

    displacement: tuple[float, float, float]


@dataclass(frozen=True)
class Fly:
    """Fly at a velocity, world axes, metres a second, keeping the heading."""

    velocity: tuple[float, float, float]


@dataclass(frozen=True)
class Hover:
    """Stop, and hold the place; turn at a rate, degrees a second, counter-clockwise from above."""

    yaw_rate_deg: float = 0.0


@dataclass(frozen=True)
class Contact:
    """A flying body began to touch something solid."""

    time_s: float
    vehicle: str
    label: str
    """What it touched: an object's name, a static thing's label, or another vehicle's name."""


@dataclass(frozen=True, eq=False)
class Motion:
    """What came of a command."""

    path: Floats
    """(N, 3) positions passed through, first and last included, world frame."""
    stopped_by: str | None
    """Label of what was hit; None if the command was carried out whole."""


@dataclass(frozen=True)
class Hits:
    """First things along rays."""

    distance: Floats
    """(N,), metres; infinity where nothing is hit."""
    label: tuple[str, ...]
    """What was hit: an object's name, a static thing's label, or ''."""


class Truth(Protocol):
    """What only verdicts and privileged agents may know."""

    def box(self, name: str) -> Box:
        """World box of an object now."""
        ...

    def top(self, name: str) -> float:
        """World z of an object's highest point that counts for a verdict."""
        ...

    def position(self, name: str) -> Floats:
        """Origin of an object now, (3,)."""
        ...


class Simulator(Protocol):
    """A live world. Vehicles are named; several may fly. Time is the simulator's own."""

    @property
    def engine(self) -> Mapping[str, str]:
        """Name and versions of the engine, for the record."""
        ...

    @property
    def look(self) -> str:
        """Which assets the present scene was made from."""
        ...

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the present scene's canonical description."""
        ...

    @property
    def time_s(self) -> float:
        """Now, seconds since reset."""
        ...

    @property
    def truth(self) -> Truth:
        """Privileged."""
        ...

    def reset(self, scenario: Scenario) -> Mapping[str, Pose]:
        """
        Build the scenario's world at time 0 and return the pose of each vehicle.

        :raises UsageError: when the scenario asks for what does not exist.
        :raises SimulatorError: when the engine fails.
        """
        ...

    def pose(self, vehicle: str) -> Pose:
        """Where a vehicle is now; a quadrotor's body tilts."""
        ...

    def observe(
        self, camera: Camera, pose: Pose, *, depth: bool = False, ids: bool = False
    ) -> Frame:
        """
        Render the world as it is now; a quadrotor does not show in pictures from inside it.

        :raises SimulatorError: when the engine fails.
        """
        ...

    def object_ids(self) -> Mapping[str, int]:
        """The number that each named object has in a frame's ``ids``, from 1."""
        ...

    def move(self, vehicle: str, command: MoveBy) -> Motion:
        """
        Carry out a command at once, without letting time pass.

        :raises UsageError: for a quadrotor, which is steered.
        """
        ...

    def steer(self, vehicle: str, command: Fly | Hover) -> None:
        """
        What a quadrotor is to do from now on; it begins to when time passes.

        :raises UsageError: for a vehicle that is none, or a command beyond 100 m/s or 720 °/s.
        """
        ...

    def shift(self, name: str, by: tuple[float, float, float]) -> None:
        """
        Put an object somewhere else, by a displacement in world axes, metres; it keeps its
        attitude. For pictures of what somebody thinks, never within an episode.
        """
        ...

    def advance(self, dt_s: float) -> tuple[Contact, ...]:
        """
        Let time pass: movers go on along their routes, quadrotors fly.

        A second is the same in one call or in many. Quadrotors fly in fixed steps, and stand
        where the last whole step left them.

        :returns: what quadrotors began to touch, in order of time.
        """
        ...

    def raycast(
        self, origins: Floats, directions: Floats, max_distance: float = float("inf")
    ) -> Hits:
        """
        First solid thing along each ray; origins and directions (N, 3), metres. A ray that
        starts inside a quadrotor does not meet it.
        """
        ...

    def visible(self, camera: Camera, pose: Pose, target: str) -> float:
        """
        Share of an object, in [0, 1], that the camera sees: points spread evenly over its
        surface facing the camera, inside the picture and hidden by nothing solid. A quadrotor
        hides nothing from a camera inside it.
        """
        ...

    def close(self) -> None:
        """End the engine's process."""
        ...
