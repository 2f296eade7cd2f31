"""Draws the standard FlySearch scenarios anew, from their published seeds. ``make sets``.

Only for a new version of the sets: numbers on other scenarios cannot be compared.
"""

from __future__ import annotations

import sys
from pathlib import Path

from rich.progress import track

from lookabout.benchmarks.flysearch import generate
from lookabout.benchmarks.flysearch.sets import SETS
from lookabout.benchmarks.flysearch.standard import SEEDS
from lookabout.runs.store import write_atomically
from lookabout.sim.registry import make_simulator

DATA = Path(__file__).parents[1] / "src" / "lookabout" / "benchmarks" / "flysearch" / "data"


def main() -> None:
    world = make_simulator("embedded", quality="draft", device="cpu")
    for name in sys.argv[1:] or SEEDS:
        rules = SETS[name]
        made = [
            generate.scenario(rules, SEEDS[name], index, world)
            for index in track(range(rules.size), description=name)
        ]
        lines = "".join(f"{scenario.model_dump_json()}\n" for scenario in made)
        write_atomically(DATA / f"{name}.jsonl", lines)


if __name__ == "__main__":
    main()
