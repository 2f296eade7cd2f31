"""An engine for data sets without a renderer; worker processes import it by name."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from typing import Any

import numpy as np

from lookabout.errors import SimulatorError
from lookabout.geometry import Box, Camera, Pose
from lookabout.sim.protocol import Frame
from lookabout.sim.scenario import Scenario
from tests.runs.stand_ins import switched
from tests.worlds import FlatWorld

PAUSE = "LOOKABOUT_TEST_PAUSE_S"
"""Environment variable: how long a picture takes."""


class Meadow(FlatWorld):
    """Flat land with the target where the scenario has it; a picture's colour is its place."""

    def reset(self, scenario: Scenario) -> Mapping[str, Pose]:
        x, y, z = scenario.world.objects[0].position
        self.target = Box((x - 2, y - 1, z), (x + 2, y + 1, z + 2))
        return super().reset(scenario)

    def observe(
        self, camera: Camera, pose: Pose, *, depth: bool = False, ids: bool = False
    ) -> Frame:
        time.sleep(float(os.environ.get(PAUSE, "0")))
        if switched("break"):
            raise SimulatorError("no picture today")
        colour = np.abs(pose.position).astype(int) % 256
        pixels = np.full((camera.height, camera.width, 3), colour, np.uint8)
        return Frame(pixels, camera, pose, self.time_s)


def meadow(**_: Any) -> Meadow:
    return Meadow()
