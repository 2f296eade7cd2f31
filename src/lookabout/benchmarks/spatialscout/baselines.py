"""Scripted agents: what no picture achieves, and what the truth achieves through the tools."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lookabout.agents.registry import AgentSpec
from lookabout.benchmarks.spatialscout.frame import delivered
from lookabout.exchange import Briefing, Observation, Reply, ToolCall
from lookabout.geometry import Camera, Pose, half_turn

Floats = NDArray[np.float64]
CAMERA = Camera(512, 512, 90.0)


def calling(*calls: tuple[str, Mapping[str, Any]]) -> Reply:
    """A reply that calls tools in order."""
    return Reply(
        "",
        tool_calls=tuple(
            ToolCall(f"call_{index}", name, arguments)
            for index, (name, arguments) in enumerate(calls)
        ),
    )


def results(observation: Observation) -> list[dict[str, Any]]:
    """What the calls of the last reply gave."""
    return [json.loads(text) for text in observation.facts["results"]]


def entries(estimates: Mapping[str, Sequence[float]]) -> dict[str, Any]:
    """Arguments of ``submit_positions``."""
    return {
        "positions": [
            {"identifier": name, "x": float(p[0]), "y": float(p[1]), "z": float(p[2])}
            for name, p in estimates.items()
        ]
    }


class Blind(ABC):
    """Submits something for every entity of the inventory without a look (appendix B.2)."""

    privileged = False
    name: str

    def begin(self, briefing: Briefing) -> None:
        """Start an episode."""
        self._asked = False

    def reply(self, observation: Observation) -> Reply:
        """Ask for the inventory, then submit and finish."""
        if not self._asked:
            self._asked = True
            return calling(("list_entities", {}))
        names = [entity["identifier"] for entity in results(observation)[0]["entities"]]
        guesses = self.guess(names, observation.facts["radius"])
        return calling(("submit_positions", entries(guesses)), ("finish_mapping", {}))

    @abstractmethod
    def guess(self, names: Sequence[str], radius: float) -> dict[str, Sequence[float]]:
        """A place for each entity, task frame."""

    def close(self) -> None:  # noqa: B027
        """Nothing to release."""


class OriginAgent(Blind):
    """Everything at the origin."""

    name = "origin"

    def guess(self, names: Sequence[str], radius: float) -> dict[str, Sequence[float]]:
        return dict.fromkeys(names, (0.0, 0.0, 0.0))


class UniformBallAgent(Blind):
    """Evenly in the ball of the target region; seed 0 in every scene, as the paper."""

    name = "uniform-ball"

    def guess(self, names: Sequence[str], radius: float) -> dict[str, Sequence[float]]:
        rng = np.random.default_rng(0)
        found = {}
        for name in names:
            direction = rng.normal(size=3)
            direction /= np.linalg.norm(direction)
            found[name] = (direction * radius * rng.uniform() ** (1 / 3)).tolist()
        return found


@dataclass
class _Sight:
    """A planned picture of a target."""

    target: Mapping[str, Any]
    pose: Pose
    """World frame."""
    frame_id: str = ""


@dataclass
class _Survey:
    """How far an oracle is."""

    waiting: list[Mapping[str, Any]]
    """Targets that have not been looked at."""
    yaw_deg: float
    pitch_deg: float
    sights: list[_Sight] = field(default_factory=list)
    """Of the last reply's pictures."""
    measured: list[str] = field(default_factory=list)
    """Targets that the last reply triangulated, after the pictures."""


_GRIDS: tuple[tuple[tuple[tuple[float, float], ...], tuple[float, ...], float], ...] = (
    (((0.5, 1.2), (0.9, 2.0)), (-20.0, -50.0, 10.0), 30.0),
    (((0.25, 0.7), (0.4, 1.0)), (-60.0, -35.0, -5.0), 15.0),
)
"""Places that an oracle tries around a target, the nearer ones where the others will not do, such
as for what lies in a shelf: distances (least, in sizes of the target), pitches, steps of yaw."""


class OracleAgent:
    """
    Knows where everything is, and still goes the tools' way: looks at each target from two
    places that it plans, picks its pixels, triangulates, submits.

    Its pixel is where the target's centre projects, with noise if any; it takes only views
    in which part of the target is seen.
    """

    privileged = True
    _VIEWS = 2
    _LEAST_SEEN = 0.15
    """Share of the target that must be visible for a view to be taken."""
    _ANGLE_DEG = 25.0
    """Least angle between two views of a target."""

    def __init__(self, noise_px: float = 0.0, missed: float = 0.0, name: str = "oracle") -> None:
        """
        :param noise_px: standard deviation of each pixel coordinate.
        :param missed: chance that a target is overlooked in a view.
        """
        self.name = name
        self.settings = {"noise_px": noise_px, "missed": missed}
        self._noise_px = noise_px
        self._missed = missed

    def begin(self, briefing: Briefing) -> None:
        """Start an episode."""
        if briefing.truth is None:
            raise ValueError("the oracle needs the truth")
        truth = briefing.truth
        self._rng = np.random.default_rng(briefing.seed)
        self._start = Pose(np.array(truth["origin"]), np.array(truth["axes"]))
        self._visible: Callable[[Camera, Pose, str], float] = truth["visible"]
        forward = self._start.rotation[:, 0]
        # The nearest targets first: if pictures run out, what is far is missing.
        nearest = sorted(truth["targets"], key=lambda t: float(np.linalg.norm(t["centre"])))
        self._survey = _Survey(
            waiting=list(nearest),
            yaw_deg=float(np.degrees(np.arctan2(forward[1], forward[0]))),
            pitch_deg=float(np.degrees(np.arcsin(np.clip(forward[2], -1, 1)))),
        )

    def reply(self, observation: Observation) -> Reply:
        """Submit what was measured, measure what was seen, look at the next targets."""
        facts, survey = observation.facts, self._survey
        gave = results(observation)
        calls: list[tuple[str, Mapping[str, Any]]] = []
        found = self._points(gave)
        if found:
            calls.append(("submit_positions", entries(found)))
        calls += self._measure(gave)
        images: int = facts["images_left"]
        looks: list[_Sight] = []
        budget = -(-2 * len(survey.waiting) // max(1, facts["calls_left"] - 3))
        while survey.waiting and images >= self._VIEWS and len(looks) < max(self._VIEWS, budget):
            target = survey.waiting.pop(0)
            sights = self._plan(target)
            images -= len(sights)
            looks += sights
        if images < self._VIEWS:
            survey.waiting = []
        for sight in looks:
            calls += self._aim(sight.pose)
        survey.sights = looks
        if not calls:
            calls = [("finish_mapping", {})]
        return calling(*calls)

    def close(self) -> None:
        """Nothing to release."""

    def _points(self, gave: Sequence[Mapping[str, Any]]) -> dict[str, Sequence[float]]:
        """Of the last reply's triangulations, in the order in which they were asked for."""
        measured, self._survey.measured = self._survey.measured, []
        asked = [result for result in gave if "rms_ray_distance_m" in result or "error" in result]
        return {
            name: result["point"]
            for name, result in zip(measured, asked, strict=False)
            if "point" in result
        }

    def _measure(self, gave: Sequence[Mapping[str, Any]]) -> list[tuple[str, Mapping[str, Any]]]:
        """Triangulations of the targets whose pictures were just taken."""
        frames = [result for result in gave if "frame_id" in result]
        seen: dict[str, list[dict[str, Any]]] = {}
        for sight, frame in zip(self._survey.sights, frames, strict=False):
            size = frame["intrinsics"]
            pixel = self._pixel(sight, delivered(CAMERA, size["width"], size["height"]))
            if pixel is not None:
                entry = {"frame_id": frame["frame_id"], "u": float(pixel[0]), "v": float(pixel[1])}
                seen.setdefault(sight.target["identifier"], []).append(entry)
        enough = {name: pixels for name, pixels in seen.items() if len(pixels) >= 2}
        self._survey.measured = list(enough)
        return [
            ("triangulate_observations", {"observations": pixels}) for pixels in enough.values()
        ]

    def _pixel(self, sight: _Sight, camera: Camera) -> Floats | None:
        """As delivered, like all that the tools take."""
        if self._rng.random() < self._missed:
            return None
        centre = _centre(sight.target)
        pixel = camera.project(sight.pose.to_body(centre))[0][0]
        noisy: Floats = pixel + self._rng.normal(0.0, self._noise_px, 2)
        return noisy

    def _plan(self, target: Mapping[str, Any]) -> list[_Sight]:
        """The best views of a target among places around it: much of it seen, well apart."""
        offers: list[tuple[float, Pose]] = []
        for grid in _GRIDS:
            offers += self._offers(target, *grid)
            offers.sort(key=lambda offer: -offer[0])
            taken: list[Pose] = []
            for seen, pose in offers:
                if len(taken) == self._VIEWS or seen < self._LEAST_SEEN:
                    break
                apart = [float(pose.rotation[:, 0] @ other.rotation[:, 0]) for other in taken]
                if all(abs(value) < np.cos(np.radians(self._ANGLE_DEG)) for value in apart):
                    taken.append(pose)
            if len(taken) == self._VIEWS:
                return [_Sight(target, pose) for pose in taken]
        return []

    def _offers(
        self,
        target: Mapping[str, Any],
        distances: Sequence[tuple[float, float]],
        pitches_deg: Sequence[float],
        step_deg: float,
    ) -> list[tuple[float, Pose]]:
        """(share of the target that is seen, pose) at places around it."""
        low, high = np.array(target["world_low"]), np.array(target["world_high"])
        centre, size = (low + high) / 2, float(np.linalg.norm(high - low))
        offers = []
        for least, sizes in distances:
            for pitch in pitches_deg:
                for yaw in np.arange(0.0, 360.0, step_deg):
                    pose = Pose.at(centre, yaw_deg=float(yaw), pitch_deg=pitch)
                    place = centre - max(least, sizes * size) * pose.rotation[:, 0]
                    pose = Pose(np.round(place, 6), pose.rotation)
                    if np.abs(pose.position).max() > 15.0 or pose.position[2] < 0.05:
                        continue
                    offers.append((self._visible(CAMERA, pose, target["identifier"]), pose))
        return offers

    def _aim(self, pose: Pose) -> list[tuple[str, Mapping[str, Any]]]:
        """Calls that bring the camera to a pose and take a picture."""
        survey, forward = self._survey, pose.rotation[:, 0]
        yaw = float(np.degrees(np.arctan2(forward[1], forward[0])))
        pitch = float(np.degrees(np.arcsin(np.clip(forward[2], -1, 1))))
        turn = half_turn(yaw - survey.yaw_deg)
        rise = pitch - survey.pitch_deg
        survey.yaw_deg, survey.pitch_deg = yaw, pitch
        x, y, z = self._start.to_body(pose.position).tolist()
        return [
            ("set_camera_position", {"x": x, "y": y, "z": z}),
            ("rotate_camera", {"yaw_deg": turn, "pitch_deg": rise}),
            ("capture_image", {}),
        ]


def _centre(target: Mapping[str, Any]) -> Floats:
    middle: Floats = (np.array(target["world_low"]) + np.array(target["world_high"])) / 2
    return middle.reshape(1, 3)


def _noisy(noise_px: float, missed: float) -> AgentSpec:
    name = f"noisy-oracle-{noise_px:g}px"
    return AgentSpec(
        name=name,
        kind="scripted",
        privileged=True,
        summary=f"the oracle with pixels {noise_px:g} px off, {missed:.0%} of views missed",
        make=partial(OracleAgent, noise_px, missed, name),
    )


BASELINES = {
    spec.name: spec
    for spec in (
        AgentSpec("origin", "scripted", False, "everything at the origin", OriginAgent),
        AgentSpec(
            "uniform-ball", "scripted", False, "places by chance in the region", UniformBallAgent
        ),
        AgentSpec(
            "oracle",
            "scripted",
            True,
            "sees the truth, uses the tools: an upper bound",
            OracleAgent,
        ),
        *(_noisy(noise_px, 0.1) for noise_px in (1.0, 2.0, 4.0, 8.0, 16.0)),
    )
}
