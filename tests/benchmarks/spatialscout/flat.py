"""A scene without pictures: boxes in free space, seen from everywhere."""

from __future__ import annotations

from typing import Any

import numpy as np

from lookabout.benchmarks.base import play
from lookabout.benchmarks.spatialscout.episode import Episode
from lookabout.benchmarks.spatialscout.settings import Settings
from lookabout.benchmarks.spatialscout.task import Task, start_pose, truth_of
from lookabout.exchange import Agent, Briefing
from lookabout.geometry import Box, Camera, Pose
from lookabout.sim.scenario import Scenario, VehicleSpec
from lookabout.world.spec import WorldSpec
from tests.worlds import FlatWorld, Notebook

BOXES = {
    "chair_1": Box((1.5, 0.5, 0.0), (2.0, 1.0, 0.9)),
    "chair_2": Box((1.5, -1.0, 0.0), (2.0, -0.5, 0.9)),
    "table_1": Box((2.2, -0.6, 0.0), (3.4, 0.6, 0.75)),
    "mug_1": Box((2.5, 0.1, 0.75), (2.58, 0.18, 0.85)),
    "lamp_1": Box((-1.2, 1.8, 0.0), (-0.8, 2.2, 1.6)),
}


class BoxWorld(FlatWorld):
    """The boxes above; pictures are grey with a mark in the top left corner."""

    def __init__(self, fail_at: int | None = None) -> None:
        super().__init__(fail_at=fail_at)

    def observe(self, camera: Camera, pose: Pose, **options: Any) -> Any:
        frame = super().observe(camera, pose, **options)
        rgb = np.full((camera.height, camera.width, 3), 90, np.uint8)
        rgb[:20, :20] = 250
        return type(frame)(rgb, camera, pose, 0.0)

    def object_ids(self) -> dict[str, int]:
        return {name: index for index, name in enumerate(BOXES, 1)}

    def box(self, name: str) -> Box:
        return BOXES[name]


def scenario(pitch_deg: float = 0.0, yaw_deg: float = 0.0) -> Scenario:
    """A camera at eye height in the origin."""
    return Scenario(
        id="boxes",
        benchmark="spatialscout",
        set="rooms",
        seed=0,
        world=WorldSpec(kind="studio", seed=0, radius=15.0),
        vehicles=(VehicleSpec(name="camera", position=(0, 0, 1.5), yaw_deg=yaw_deg),),
        task={
            "pitch_deg": pitch_deg,
            "entities": [
                {
                    "identifier": name,
                    "category": name.rsplit("_", 1)[0],
                    "group": "chair" if name.startswith("chair") else name,
                }
                for name in BOXES
            ],
        },
    )


def start(
    settings: Settings | None = None, world: BoxWorld | None = None, **pose: float
) -> tuple[Episode, BoxWorld, dict[str, Any]]:
    """An episode before its first observation, its world, the truth."""
    where = scenario(**pose)
    world = world or BoxWorld()
    world.reset(where)
    task = Task.model_validate(where.task)
    first = start_pose(where, task)
    truth = truth_of(task, first, world)
    yaw = where.vehicles[0].yaw_deg
    episode = Episode(
        task, settings or Settings(), world, first, yaw, task.pitch_deg, truth["radius"]
    )
    return episode, world, truth


def fly(
    agent: Agent, seed: int = 0, settings: Settings | None = None, **pose: float
) -> tuple[str, Notebook, dict[str, Any]]:
    """A whole episode: ending, record, truth."""
    episode, world, truth = start(settings, **pose)
    notebook = Notebook()
    given = {**truth, "pose": world.pose, "visible": world.visible}
    agent.begin(Briefing(seed, given if agent.privileged else None))
    return play(episode, agent, notebook), notebook, truth
