"""Makes standard scenarios anew: FlySearch's and DroneCATS's from their published seeds,
SpatialScout's from the catalogue of flats. ``make sets``.

    python scripts/standard_sets.py [BENCHMARK/SET ...]

Only for a new version of a set: numbers on other scenarios cannot be compared.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path

from rich.progress import track

from lookabout.benchmarks.dronecats.standard import SEEDS as DRONECATS
from lookabout.benchmarks.flysearch.standard import SEEDS as FLYSEARCH
from lookabout.benchmarks.registry import get_set
from lookabout.benchmarks.spatialscout.generate import SETS as SCENES
from lookabout.benchmarks.spatialscout.generate import standard
from lookabout.runs.store import write_atomically
from lookabout.sim.protocol import Simulator
from lookabout.sim.registry import make_simulator

SEEDS = {
    **{f"flysearch/{name}": seed for name, seed in FLYSEARCH.items()},
    **{f"dronecats/{name}": seed for name, seed in DRONECATS.items()},
}
PATHS = [*SEEDS, *(f"spatialscout/{name}" for name in SCENES)]
SOURCE = Path(__file__).parents[1] / "src" / "lookabout" / "benchmarks"


@cache
def world() -> Simulator:
    """One in each process."""
    return make_simulator("embedded", quality="draft", device="cpu")


def line(path: str, index: int) -> str:
    """A scenario as JSON."""
    benchmark, info = get_set(path)
    if benchmark.name == "spatialscout":
        return standard(SCENES[info.name], index).model_dump_json()
    return benchmark.scenario(info.name, SEEDS[path], index, world()).model_dump_json()


def main() -> None:
    with ProcessPoolExecutor() as pool:
        for path in sys.argv[1:] or PATHS:
            benchmark, info = get_set(path)
            made = pool.map(line, [path] * info.size, range(info.size), chunksize=4)
            lines = [f"{text}\n" for text in track(made, description=path, total=info.size)]
            folder = SOURCE / benchmark.name / "data"
            folder.mkdir(exist_ok=True)
            write_atomically(folder / f"{info.name}.jsonl", "".join(lines))


if __name__ == "__main__":
    main()
