"""A task's measured fields: distance, bearing, occupancy, whether the target is in sight."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lookabout.benchmarks.dronecats import rules
from lookabout.benchmarks.dronecats.task import Task
from lookabout.benchmarks.dronecats.views import facing_deg, occupancy
from lookabout.geometry import Pose
from lookabout.sim.protocol import Simulator
from lookabout.sim.scenario import VehicleSpec


def measured(task: Task, vehicles: Sequence[VehicleSpec], simulator: Simulator) -> Task:
    """
    The task with its measured fields as the world has them.

    :param vehicles: the drones; several are measured from their middle.
    :param simulator: has been reset with the task's world.
    """
    middle = np.mean([vehicle.position for vehicle in vehicles], axis=0)
    centre = simulator.truth.box(task.target).centre
    bearing = facing_deg(middle, centre)
    faced = Pose.at(middle, yaw_deg=bearing)
    seen = [
        simulator.visible(
            rules.CAMERA, Pose.at(vehicle.position, yaw_deg=vehicle.yaw_deg), task.target
        )
        for vehicle in vehicles
    ]
    return task.model_copy(
        update={
            "distance_m": round(float(np.linalg.norm(centre - middle)), 3),
            "bearing_deg": round(bearing, 3),
            "occupancy": round(occupancy(simulator, faced, task.target), 6),
            "visible": any(share > 0 for share in seen),
        }
    )
