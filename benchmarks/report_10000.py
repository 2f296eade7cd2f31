"""How long a report on 10,000 episodes without pictures takes; prints seconds and sizes.

    python benchmarks/report_10000.py [EPISODES]

Records are made up, in a temporary folder that is removed afterwards.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.results.folders import Fake, write_run

from lookabout.benchmarks.registry import find_reporting
from lookabout.results import load_run, write_report


def main() -> None:
    episodes = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        start = time.perf_counter()
        run = write_run(folder / "run", Fake(episodes=episodes, failures=0.05))
        print(f"made {episodes} episodes in {time.perf_counter() - start:.1f} s")
        start = time.perf_counter()
        load_run(run)
        print(f"loaded them in {time.perf_counter() - start:.1f} s")
        start = time.perf_counter()
        files = write_report([run], folder / "report", reporting=find_reporting)
        print(
            f"wrote the report in {time.perf_counter() - start:.1f} s, loading, diagnostics and "
            "figures included"
        )
        print(f"its page has {files.page.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
