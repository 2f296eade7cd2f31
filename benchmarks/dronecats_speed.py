"""
How fast quadrotors fly: simulated seconds a second of processor time, and what pictures add.

    python benchmarks/dronecats_speed.py [--world city] [--seconds 60] [--steps 10] [--no-pictures]

Processor time, since other programs may be running; pictures are compared with bare ones of the
same renderer in the same minute, and the load is printed.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable

import numpy as np
import psutil

from lookabout.flight.gimbal import level
from lookabout.geometry import Camera, Pose
from lookabout.render.client import Renderer
from lookabout.sim.embedded import EmbeddedSimulator
from lookabout.sim.protocol import Fly, Hover
from lookabout.sim.scenario import Scenario, VehicleSpec
from lookabout.world.registry import get_world
from lookabout.world.spec import ObjectSpec, RouteSpec, Waypoint, WorldSpec

CAMERA = Camera(640, 480, 90.0)
START_M, FREE_M = 2.5, 0.5
"""Height of the start over the ground; what must be free around each drone there."""
Order = Callable[[np.random.Generator], Fly | Hover]


def idle(rng: np.random.Generator) -> Fly | Hover:
    return Hover()


def about(rng: np.random.Generator) -> Fly | Hover:
    """In any direction along the ground, over and between what stands there."""
    x, y = rng.normal(0.0, 2.0, 2).tolist()
    return Fly((x, y, float(rng.normal(0.0, 0.4))))


def down(rng: np.random.Generator) -> Fly | Hover:
    """Along the ground and against it: in touch most of the time."""
    x, y = rng.normal(0.0, 2.0, 2).tolist()
    return Fly((x, y, -0.6))


def scenario(kind: str, drones: int) -> Scenario:
    """Drones two metres apart among a world's things, and somebody who walks by."""
    world = get_world(kind)
    spot = world.placements(1)[len(world.placements(1)) // 2]
    ground = world.ground_height(1, spot.x, spot.y)
    walk = [(spot.x - 4.0, spot.y - 6.0, ground), (spot.x + 80.0, spot.y - 6.0, ground)]
    spec = WorldSpec(
        kind=kind,
        seed=1,
        centre=(spot.x, spot.y),
        radius=150.0,
        objects=(ObjectSpec(name="target", kind="person/walking", seed=1, position=walk[0]),),
        routes=(
            RouteSpec(
                object="target",
                waypoints=(
                    Waypoint(time_s=0.0, position=walk[0]),
                    Waypoint(time_s=300.0, position=walk[1]),
                ),
            ),
        ),
    )
    scene = EmbeddedSimulator()
    bare = Scenario(
        id="bench", benchmark="dronecats", set="bench", seed=0, world=spec, task={},
        vehicles=(VehicleSpec(name="nobody", position=(0, 0, 0)),),
    )  # fmt: skip
    scene.reset(bare)
    for ring in range(40):  # away from the spot until there is room
        x, y = spot.x + 2.0 * ring, spot.y
        places = [(x + 2 * (k % 2), y + 2 * (k // 2), ground + START_M) for k in range(drones)]
        low, high = np.min(places, axis=0) - FREE_M, np.max(places, axis=0) + FREE_M
        if len(scene.rays.triangles_near(low, high)[0]) == 0:
            break
    scene.close()
    vehicles = tuple(
        VehicleSpec(name=f"drone_{k}", position=place, flight="quadrotor")
        for k, place in enumerate(places)
    )
    return bare.model_copy(update={"vehicles": vehicles})


def flown(start: Scenario, order: Order, seconds: int) -> tuple[float, int]:
    """Simulated seconds for each of processor time, and how many contacts there were."""
    simulator = EmbeddedSimulator()
    simulator.reset(start)
    rng, contacts = np.random.default_rng(0), 0
    began = time.process_time()
    for _ in range(seconds):
        for vehicle in start.vehicles:
            simulator.steer(vehicle.name, order(rng))
        for _ in range(2):  # the trace is taken at 2 Hz
            contacts += len(simulator.advance(0.5))
    taken = time.process_time() - began
    simulator.close()
    return seconds / taken, contacts


def pictured(start: Scenario, steps: int) -> dict[str, float]:
    """A step of a second with a picture for each drone, beside bare pictures."""
    simulator, rng = EmbeddedSimulator(), np.random.default_rng(0)
    simulator.reset(start)
    drones = [vehicle.name for vehicle in start.vehicles]
    with Renderer() as renderer:
        bare = simulator.scene
        renderer.load(bare)
        renderer.render(CAMERA, Pose.at(start.vehicles[0].position))
        simulator.observe(CAMERA, level(simulator.pose(drones[0])))
        ratios, ours = [], []
        for _ in range(steps):
            began = time.perf_counter()
            for name in drones:
                simulator.steer(name, about(rng))
            simulator.advance(1.0)
            for name in drones:
                simulator.observe(CAMERA, level(simulator.pose(name)))
            middle = time.perf_counter()
            for name in drones:
                renderer.render(CAMERA, level(simulator.pose(name)))
            ours.append(middle - began)
            ratios.append((middle - began) / (time.perf_counter() - middle))
        children = psutil.Process().children(recursive=True)
        renderers = [child.memory_info().rss / 1e9 for child in children]
    own = psutil.Process().memory_info().rss / 1e9
    simulator.close()
    return {
        "seconds a step": statistics.median(ours),
        "against bare pictures": statistics.median(ratios),
        "GB, this process": own,
        "GB, a renderer": max(renderers),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    parser.add_argument("--world", default="city")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--steps", type=int, default=10)
    parser.add_argument("--no-pictures", action="store_true")
    options = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f}; world {options.world}")
    for drones in (1, 4):
        start = scenario(options.world, drones)
        for order in (idle, about, down):
            rate, contacts = flown(start, order, options.seconds)
            print(
                f"{drones} drones, {order.__name__:6} {rate:8.0f} simulated s a processor s, "
                f"{contacts} contacts"
            )
        if not options.no_pictures:
            for name, value in pictured(start, options.steps).items():
                print(f"{drones} drones, {name:24} {value:8.2f}")


if __name__ == "__main__":
    main()
