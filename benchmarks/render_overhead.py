"""
What the renderer's client costs over bare Cycles.

    python benchmarks/render_overhead.py [--frames 15] [--size 500]

Two processes hold the same scene. One is asked through ``lookabout.render.Renderer`` and answers
with an array here; the other runs Blender's own render operator and keeps the result. They take
turns, frame by frame, so that a busy machine weighs on both alike.
"""

from __future__ import annotations

import argparse
import pickle
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from lookabout.geometry import Camera, Pose

if TYPE_CHECKING:
    from lookabout.world.scene import Scene

HEIGHTS = (15.0, 40.0, 75.0, 120.0)
QUALITIES = ("draft", "standard")


def city() -> tuple[Scene, tuple[float, float]]:
    """A piece of the real city, and the place to look at."""
    from lookabout.world.registry import get_world
    from lookabout.world.spec import WorldSpec

    world = get_world("city")
    spots = world.placements(1)
    spot = spots[len(spots) // 3]
    spec = WorldSpec(kind="city", seed=1, centre=(spot.x, spot.y), radius=200)
    return world.build(spec), (spot.x, spot.y)


def bare(path: str, quality: str, size: int) -> None:
    """The other process: a line in, one render, its seconds out."""
    from lookabout.render.cycles import Cycles

    sys.stdout.flush()
    out = sys.stdout
    scene, (x, y) = pickle.loads(Path(path).read_bytes())
    engine = Cycles(quality=quality, device="cpu", threads=0)
    engine.load(scene)
    import bpy

    for line in sys.stdin:
        engine._aim(Camera(size, size, 90.0), Pose.nadir((x, y, float(line))))
        began = time.perf_counter()
        bpy.ops.render.render(write_still=False)
        out.write(f"took {time.perf_counter() - began}\n")
        out.flush()


def compare(path: str, quality: str, size: int, frames: int) -> list[tuple[float, float, float]]:
    """(height, median seconds bare, median seconds through the client) for each height."""
    from lookabout.render import Renderer

    other = subprocess.Popen(
        [sys.executable, __file__, "--bare", path, "--quality", quality, "--size", str(size)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert other.stdin is not None
    assert other.stdout is not None

    def alone(height: float) -> float:
        assert other.stdin is not None
        assert other.stdout is not None
        other.stdin.write(f"{height}\n")
        other.stdin.flush()
        for line in other.stdout:
            if line.startswith("took "):
                return float(line.split()[1])
        raise SystemExit("the bare process ended")

    scene, (x, y) = pickle.loads(Path(path).read_bytes())
    rows = []
    with Renderer(quality=quality) as renderer:
        renderer.load(scene)
        for height in HEIGHTS:
            pairs = []
            for _ in range(frames + 1):
                first = alone(height)
                began = time.perf_counter()
                renderer.render(Camera(size, size, 90.0), Pose.nadir((x, y, height)))
                pairs.append((first, time.perf_counter() - began))
            without, through = np.array(pairs[1:]).T  # the first one builds what is kept
            rows.append((height, statistics.median(without), statistics.median(through)))
    other.stdin.close()
    other.wait()
    return rows


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=15, help="a height and quality")
    parser.add_argument("--size", type=int, default=500, help="pixels a side")
    parser.add_argument("--quality", default="standard", help=argparse.SUPPRESS)
    parser.add_argument("--bare", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.bare:
        bare(given.bare, given.quality, given.size)
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scene.pickle"
        path.write_bytes(pickle.dumps(city()))
        print(f"{given.size} x {given.size}, the city, medians of {given.frames}")
        print(f"{'quality':10}{'height m':>10}{'bare ms':>10}{'client ms':>11}{'ratio':>8}")
        for quality in QUALITIES:
            for height, without, through in compare(str(path), quality, given.size, given.frames):
                print(
                    f"{quality:10}{height:10.0f}{without * 1e3:10.0f}{through * 1e3:11.0f}"
                    f"{through / without:8.3f}"
                )


if __name__ == "__main__":
    main()
