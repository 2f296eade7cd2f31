"""
Seconds a frame in the worlds, beside a plain scene of as many triangles in the same run.

    python benchmarks/frames.py [--frames 20]

Also the first frame of a new scenario with the renderer warm, and its peak memory.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

import numpy as np
import psutil

from lookabout.geometry import Camera, Pose
from lookabout.render.client import Renderer
from lookabout.world.registry import WORLDS, get_world
from lookabout.world.scene import Instances, Material, Mesh, Scene, pose_matrix
from lookabout.world.spec import WorldSpec

CAMERA = Camera(500, 500, 90.0)


def world_scene(kind: str, index: int, **params: float) -> tuple[Scene, tuple[float, float]]:
    """A place of a world as a run builds it, and where to look."""
    world = get_world(kind)
    spots = [s for s in world.placements(1) if max(abs(s.x), abs(s.y)) < 1500]
    spot = spots[len(spots) * (2 * index + 1) // 8]
    spec = WorldSpec(kind=kind, seed=1, centre=(spot.x, spot.y), radius=350.0, params=params)
    return world.build(spec), (spot.x, spot.y)


def triangles(scene: Scene) -> int:
    """As drawn: every copy counts."""
    parts = [*scene.static, *(part for thing in scene.objects for part in thing.parts)]
    return sum(len(scene.meshes[p.mesh].triangles) * len(p.transforms) for p in parts)


def plain_scene(count: int) -> Scene:
    """Grey bumpy ground of about ``count`` triangles in copies of one mesh, no shaders."""
    side, copies = 24, max(1, round((count / (2 * 24 * 24)) ** 0.5))
    grid = np.linspace(-0.5, 0.5, side + 1)
    x, y = np.meshgrid(grid, grid)
    z = 0.1 * np.random.default_rng(0).random(x.shape)
    corner = (np.arange(side)[:, None] * (side + 1) + np.arange(side)).ravel()
    right, up, both = corner + 1, corner + side + 1, corner + side + 2
    faces = np.concatenate([np.stack([corner, right, both], 1), np.stack([corner, both, up], 1)])
    step = 700.0 / copies
    mesh = Mesh(np.stack([x, y, z], -1).reshape(-1, 3) * step, faces, ("grey",))
    places = (np.arange(copies) + 0.5) * step - 350.0
    spots = [pose_matrix((a, b, 0.0)) for a in places for b in places]
    return Scene({"tile": mesh}, {"grey": Material()}, (Instances("tile", np.array(spots)),))


def median_frame(renderer: Renderer, at: tuple[float, float], height: float, frames: int) -> float:
    """Median seconds over small moves around a place."""
    taken = []
    for k in range(frames):
        pose = Pose.nadir((at[0] + 0.7 * k, at[1] - 0.4 * k, height))
        began = time.perf_counter()
        renderer.render(CAMERA, pose)
        taken.append(time.perf_counter() - began)
    return statistics.median(taken)


def measure(name: str, build: Callable[[], tuple[Scene, tuple[float, float]]], frames: int) -> None:
    """One row for each height."""
    scene, at = build()
    count = triangles(scene)
    with Renderer() as plain, Renderer() as renderer:
        renderer.load(plain_scene(1000))
        renderer.render(CAMERA, Pose.nadir((0, 0, 50)))  # warm
        plain.load(plain_scene(count))
        plain.render(CAMERA, Pose.nadir((0, 0, 50)))
        began = time.perf_counter()
        fresh, at = build()
        renderer.load(fresh)
        renderer.render(CAMERA, Pose.nadir((*at, 100.0)))
        first = time.perf_counter() - began
        for height in (100.0, 20.0):
            ours = median_frame(renderer, at, height, frames)
            bare = median_frame(plain, (0.0, 0.0), height, frames)
            print(
                f"{name:22} {height:5.0f} m {count / 1e6:6.2f} M {ours:7.2f} s {bare:7.2f} s "
                f"{ours / bare:6.2f}"
            )
        children = psutil.Process().children(recursive=True)
        peak = max(child.memory_info().rss for child in children) / 1e9
        print(
            f"{name:22} first frame, world built and loaded: {first:.1f} s; renderer {peak:.2f} GB"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=20)
    frames = parser.parse_args().frames
    print(f"{'place':22} {'height':>7} {'triang.':>8} {'frame':>9} {'plain':>9} {'ratio':>6}")
    for index in range(3):
        measure(f"city {index}", lambda i=index: world_scene("city", i), frames)
    if "forest" in WORLDS.names():
        for density in (0.1, 0.3):
            measure(
                f"forest {density}",
                lambda d=density: world_scene("forest", 1, tree_density=d),
                frames,
            )


if __name__ == "__main__":
    main()
