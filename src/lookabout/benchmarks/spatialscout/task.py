"""SpatialScout's part of a scenario, and what the verdict needs of the world (paper §2.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import numpy as np
from pydantic import Field, model_validator

from lookabout.benchmarks.spatialscout.frame import TaskFrame
from lookabout.benchmarks.spatialscout.scoring import Reference
from lookabout.geometry import Box, Pose
from lookabout.sim.protocol import Simulator
from lookabout.sim.scenario import Scenario
from lookabout.world.spec import Name, SpecModel

CAMERA = "camera"
Label = Annotated[str, Field(min_length=1, max_length=80, pattern=r"^[ -~]+$")]


class Entity(SpecModel):
    """A target, as the inventory lists it."""

    identifier: Name
    """Also the name of the object in the scene."""
    category: Label
    group: Label
    """Equivalence group: which targets look alike."""


class Task(SpecModel):
    """What is to be mapped, and from where."""

    pitch_deg: Annotated[float, Field(ge=-85, le=85)]
    """Of the camera at the start; position and yaw are the vehicle's."""
    entities: Annotated[tuple[Entity, ...], Field(min_length=1, max_length=1000)]

    @model_validator(mode="after")
    def _check(self) -> Task:
        names = [entity.identifier for entity in self.entities]
        if len(set(names)) < len(names):
            raise ValueError("two entities have the same identifier")
        return self


def start_pose(scenario: Scenario, task: Task) -> Pose:
    """Of the camera, world frame."""
    vehicle = scenario.vehicles[0]
    return Pose.at(vehicle.position, yaw_deg=vehicle.yaw_deg, pitch_deg=task.pitch_deg)


def truth_of(task: Task, start: Pose, simulator: Simulator) -> dict[str, Any]:
    """References and radius, plain JSON. Privileged."""
    frame = TaskFrame(start)
    targets = []
    for entity in task.entities:
        box = simulator.truth.box(entity.identifier)
        targets.append(
            {
                **entity.model_dump(),
                "centre": frame.to_task(box.centre)[0].tolist(),
                "sides": _sides(box),
                "world_low": list(box.low),
                "world_high": list(box.high),
            }
        )
    radius = max(float(np.linalg.norm(target["centre"])) for target in targets)
    return {
        "origin": start.position.tolist(),
        "axes": start.rotation.tolist(),
        "radius": radius,
        "targets": targets,
    }


def references(truth: Mapping[str, Any]) -> list[Reference]:
    """What :func:`truth_of` recorded, for scoring."""
    return [
        Reference(
            identifier=target["identifier"],
            group=target["group"],
            centre=_three(target["centre"]),
            sides=_three(target["sides"]),
        )
        for target in truth["targets"]
    ]


def _sides(box: Box) -> list[float]:
    return [high - low for low, high in zip(box.low, box.high, strict=True)]


def _three(values: Sequence[float]) -> tuple[float, float, float]:
    x, y, z = values
    return float(x), float(y), float(z)
