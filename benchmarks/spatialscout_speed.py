"""
How fast SpatialScout runs: frames of its standard scenes beside frames of a city, preparation of
scenes, a map of a thousand objects scored.

    python benchmarks/spatialscout_speed.py [--frames 8] [--scenes 3] [--quality standard] [--json]

Aims, on two idle cores: a frame of 512 × 512 within 0.8 s, a thousand objects scored within 1 s.
Seconds hold on a machine that does nothing else meanwhile, and the load before each part is
printed; the ratio of indoors to city, measured in turns, holds on a busy one too.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from lookabout.benchmarks.spatialscout import BENCHMARK
from lookabout.benchmarks.spatialscout.episode import CAMERA
from lookabout.benchmarks.spatialscout.preparation import prepare
from lookabout.benchmarks.spatialscout.scoring import Reference, score
from lookabout.geometry import Pose
from lookabout.render.client import Renderer
from lookabout.sim.embedded import EmbeddedSimulator
from lookabout.sim.scenario import Scenario
from lookabout.world.assets.look import pack_folder
from lookabout.world.registry import get_world
from lookabout.world.scene import Scene
from lookabout.world.spec import WorldSpec

PRIVATE_SEED = 1


def scenes(count: int) -> list[Scenario]:
    """Standard scenes from a single room to the largest flat, of the asset pack where it is."""
    standard = BENCHMARK.standard("rooms" if pack_folder() else "rooms-builtin")
    return [standard[round(k)] for k in np.linspace(0, len(standard) - 1, count)]


def drawing(simulator: EmbeddedSimulator) -> float:
    """Seconds to draw a private scene."""
    began = time.perf_counter()
    BENCHMARK.scenario("rooms" if pack_folder() else "rooms-builtin", PRIVATE_SEED, 0, simulator)
    return time.perf_counter() - began


def city() -> tuple[Scene, Pose]:
    """A place of the city and a slanting view of it."""
    world = get_world("city")
    spots = [s for s in world.placements(1) if max(abs(s.x), abs(s.y)) < 1500]
    spot = spots[len(spots) // 2]
    scene = world.build(WorldSpec(kind="city", seed=1, centre=(spot.x, spot.y), radius=350.0))
    return scene, Pose.at((spot.x, spot.y, 40.0), yaw_deg=30.0, pitch_deg=-40.0)


def frames(made: Sequence[Scenario], count: int, quality: str) -> tuple[float, float]:
    """Median seconds a frame: indoors while turning around, in the city; in turns."""
    outside, view = city()
    taken: tuple[list[float], list[float]] = ([], [])
    with Renderer(quality=quality) as indoors, Renderer(quality=quality) as outdoors:
        outdoors.load(outside)
        for scenario in made:
            vehicle = scenario.vehicles[0]
            indoors.load(get_world("rooms").build(scenario.world))
            for k in range(-1, count):  # the first frame of each warms up
                turned = Pose.at(vehicle.position, yaw_deg=vehicle.yaw_deg + 360.0 * k / count)
                moved = Pose(view.position + np.array([0.7 * k, -0.4 * k, 0.0]), view.rotation)
                for renderer, pose, own in (
                    (indoors, turned, taken[0]),
                    (outdoors, moved, taken[1]),
                ):
                    began = time.perf_counter()
                    renderer.render(CAMERA, pose)
                    if k >= 0:
                        own.append(time.perf_counter() - began)
    return statistics.median(taken[0]), statistics.median(taken[1])


def scoring(targets: int = 1000, groups: int = 4) -> float:
    """Seconds to score a map of a scene of few large groups, the slow case."""
    rng = np.random.default_rng(0)
    references, estimates = [], {}
    for index in range(targets):
        centre = rng.uniform(-9, 9, 3)
        sides = rng.uniform(0.05, 2.0, 3)
        name = f"thing_{index}"
        references.append(
            Reference(
                name, f"group {index % groups}", tuple(centre.tolist()), tuple(sides.tolist())
            )
        )
        estimates[name] = (centre + rng.normal(0, 0.2, 3)).tolist()
    score(references, estimates, np.eye(3))
    began = time.perf_counter()
    score(references, estimates, np.eye(3))
    return time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    parser.add_argument("--frames", type=int, default=8)
    parser.add_argument("--scenes", type=int, default=3)
    parser.add_argument("--quality", default="standard")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found: dict[str, float] = {}

    def note(name: str, value: float) -> None:
        found[name] = value
        print(f"{name:60} {value:10.3f}", flush=True)

    note("load before", os.getloadavg()[0])
    note("seconds to score 1000 objects in 4 groups (aim 1)", scoring())
    simulator = EmbeddedSimulator(quality=options.quality)
    made = scenes(options.scenes)
    note("seconds to draw a private scene", drawing(simulator))
    with tempfile.TemporaryDirectory() as folder:
        for name in ("prepare a scene", "find a scene prepared"):
            began = time.perf_counter()
            for index, scenario in enumerate(made):
                prepare(
                    scenario, simulator, Path(folder) / str(index), quality=options.quality,
                    device="cpu",
                )  # fmt: skip
            seconds = (time.perf_counter() - began) / len(made)
            note(f"seconds to {name}", seconds)
            note(f"hours to {name}, 80 of them", 80 * seconds / 3600)
    simulator.close()
    note("load before frames", os.getloadavg()[0])
    indoors, outdoors = frames(made, options.frames, options.quality)
    note(f"seconds a frame indoors, {options.quality} (aim 0.8)", indoors)
    note("seconds a frame of the city, in turns", outdoors)
    note("indoors against city", indoors / outdoors)
    if options.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
