"""What the target looks like from above, on neutral ground (paper §3.1, FS-2)."""

from __future__ import annotations

import numpy as np

from lookabout.benchmarks.flysearch.generate import TARGET
from lookabout.exchange import Image
from lookabout.geometry import Camera, Pose
from lookabout.sim.protocol import Simulator
from lookabout.sim.scenario import Scenario
from lookabout.world.spec import SunSpec, WorldSpec

_CAMERA = Camera(500, 500, 60.0)
_MARGIN = 1.25


def portrait(scenario: Scenario, simulator: Simulator) -> Image:
    """
    A picture of the scenario's target by itself.

    The simulator is reset for it, and afterwards reset with the scenario again.
    """
    target = next(item for item in scenario.world.objects if item.name == TARGET)
    alone = target.model_copy(update={"position": (0.0, 0.0, 0.0), "yaw_deg": 0.0})
    stage = WorldSpec(
        kind="studio",
        seed=0,
        radius=100.0,
        sun=SunSpec(elevation_deg=55.0, azimuth_deg=135.0),
        look=scenario.world.look,
        objects=(alone,),
    )
    simulator.reset(scenario.model_copy(update={"world": stage}))
    box, top = simulator.truth.box(TARGET), simulator.truth.top(TARGET)
    width = float(max(box.size[:2])) * _MARGIN
    height = top + width / 2 / np.tan(np.radians(_CAMERA.fov_deg / 2))
    frame = simulator.observe(_CAMERA, Pose.nadir((box.centre[0], box.centre[1], height)))
    simulator.reset(scenario)
    return Image(frame.rgb)
