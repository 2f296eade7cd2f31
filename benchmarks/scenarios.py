"""How quickly scenarios are drawn, and whether any cannot be: ``python benchmarks/scenarios.py``.

Arguments: the number per set (default 1000), then names of sets (default: all). No pictures.
"""

from __future__ import annotations

import sys
import time

from lookabout.benchmarks.flysearch import generate
from lookabout.benchmarks.flysearch.sets import SETS
from lookabout.errors import LookaboutError
from lookabout.sim.embedded import EmbeddedSimulator


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    print(f"{'set':20} {'scenarios':>10} {'failures':>9} {'per CPU second':>15} (aim 20)")
    for name in sys.argv[2:] or SETS:
        simulator = EmbeddedSimulator(quality="draft")
        generate.scenario(SETS[name], 0, 0, simulator)  # the map is laid out once
        failures = 0
        began = time.process_time()
        for index in range(1, count + 1):
            try:
                generate.scenario(SETS[name], 0, index, simulator)
            except LookaboutError as error:
                failures += 1
                print(error)
        rate = count / (time.process_time() - began)
        print(f"{name:20} {count:10} {failures:9} {rate:15.1f}")


if __name__ == "__main__":
    main()
