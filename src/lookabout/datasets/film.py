"""A flight's pictures, taken once and shown again as often as wanted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

from lookabout.benchmarks.flysearch.episode import CAMERA, Episode
from lookabout.benchmarks.flysearch.generate import Task
from lookabout.benchmarks.flysearch.reward import Point
from lookabout.benchmarks.flysearch.sets import get_rules
from lookabout.benchmarks.flysearch.settings import Settings
from lookabout.exchange import Observation, Reply
from lookabout.geometry import Camera, Pose
from lookabout.sim.protocol import Frame, Motion, MoveBy, Simulator
from lookabout.sim.scenario import Scenario


@dataclass(frozen=True)
class Turn:
    """What was shown, and what was answered."""

    observation: Observation
    reply: str | None
    """None for the last one, which is the model's to answer."""


def take(
    simulator: Simulator, places: Mapping[int, Point], camera: Camera = CAMERA
) -> dict[int, NDArray[np.uint8]]:
    """The picture at each place, (H, W, 3), straight down. :raises SimulatorError: on failure."""
    return {i: simulator.observe(camera, Pose.nadir(at)).rgb for i, at in places.items()}


def replay(
    scenario: Scenario,
    path: Sequence[Point],
    pictures: Sequence[NDArray[np.uint8]],
    settings: Settings,
) -> list[Turn]:
    """
    The conversation of an episode that flies a path, by the benchmark's own loop.

    :param path: whole metres apart, allowed by the loop.
    :param pictures: one for each place of the path.
    """
    episode = Episode(
        rules=settings.rules(get_rules(scenario.set)),
        task=Task.model_validate(scenario.task),
        description=Task.model_validate(scenario.task).description,
        settings=settings,
        simulator=cast(Simulator, _Film(path, pictures)),  # all of one that the loop asks
    )
    turns = []
    for here, there in zip(path, [*path[1:], None], strict=True):
        observation = episode.observe()
        reply = None if there is None else move_reply(here, there)
        turns.append(Turn(observation, reply))
        if reply is not None:
            step = episode.answer(Reply(reply))
            if step.outcome != "moved":
                raise AssertionError(f"a move of a drawn path was {step.outcome}: {reply}")
    return turns


def move_reply(here: Point, there: Point) -> str:
    """A reply that flies from one place to another, whole metres apart, and says so."""
    x, y, z = (round(b - a) for a, b in zip(here, there, strict=True))
    legs = [
        f"{abs(value)} m {names[value > 0]}"
        for value, names in ((x, ("west", "east")), (y, ("south", "north")), (z, ("down", "up")))
        if value
    ]
    words = legs[0] if len(legs) == 1 else f"{', '.join(legs[:-1])} and {legs[-1]}"
    return (
        f"<Reasoning>I move {words}, on my way to the target.</Reasoning>\n"
        f"<Action>({x}, {y}, {z})</Action>"
    )


class _Film:
    """What the loop asks of a simulator, answered from pictures in the order of a path."""

    time_s = 0.0

    def __init__(self, path: Sequence[Point], pictures: Sequence[NDArray[np.uint8]]) -> None:
        self._path = path
        self._pictures = pictures
        self._at = 0

    def pose(self, vehicle: str) -> Pose:
        return Pose.at(self._path[self._at])

    def observe(self, camera: Camera, pose: Pose) -> Frame:
        return Frame(self._pictures[self._at], camera, pose, self.time_s)

    def visible(self, camera: Camera, pose: Pose, target: str) -> float:
        return 0.0  # for a record that nobody writes

    def move(self, vehicle: str, command: MoveBy) -> Motion:
        here, self._at = self._path[self._at], self._at + 1
        return Motion(np.array([here, self._path[self._at]]), None)
