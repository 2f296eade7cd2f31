"""An engine for tests of the study; the server's process imports it by name."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import numpy as np

from lookabout.sim.protocol import Frame
from tests.worlds import FlatWorld

SWITCHES = "LOOKABOUT_TEST_SWITCHES"
"""Environment variable: a folder of files that change what the engine does while they exist."""


def switched(name: str) -> bool:
    folder = os.environ.get(SWITCHES)
    return folder is not None and (Path(folder) / name).exists()


class Checkered(FlatWorld):
    """A flat world whose pictures show where the drone is: a chequered floor, a red target.

    ``slow`` makes each picture take a second, ``break`` makes it fail, ``other`` builds another
    world.
    """

    def __init__(self, **_: Any) -> None:
        super().__init__()
        self.pids = Path(os.environ[SWITCHES]) / "engines" if SWITCHES in os.environ else None
        self._note("opened")

    @property
    def fingerprint(self) -> str:  # type: ignore[override]
        return ("e" if switched("other") else "f") * 64

    def observe(self, camera: Any, pose: Any, **_: Any) -> Frame:
        time.sleep(1.0 if switched("slow") else 0.05)
        if switched("break"):
            raise RuntimeError("no picture today")
        x, y, z = pose.position
        half = z * np.tan(np.radians(camera.fov_deg / 2))
        across = np.linspace(-half, half, camera.width)
        east, north = x + across[None, :], y - across[:, None]
        light = (np.floor(east / 5) + np.floor(north / 5)) % 2 * 40 + 120
        rgb = np.repeat(light[..., None], 3, axis=2)
        rgb[(abs(east) < 2.5) & (abs(north) < 1.0)] = (200, 30, 30)
        return Frame(rgb.astype(np.uint8), camera, pose, self.time_s)

    def close(self) -> None:
        self._note("closed")

    def _note(self, what: str) -> None:
        if self.pids is not None:
            with self.pids.open("a") as stream:
                stream.write(f"{what}\n")


def checkered(**options: Any) -> Checkered:
    return Checkered(**options)
