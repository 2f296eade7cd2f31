"""
SpatialScout's baselines over its scenes, and the score against pixel error as a figure.

    python scripts/spatialscout_baselines.py RUNS [AGENT ...] [--count 80] [--scenarios DIR]

Prints the table of docs/spatialscout.md; with the oracles among the agents, writes the figure
beside it to RUNS/spatialscout-pixel-error.png. Without agents all are run.
Runs go to RUNS/AGENT and are gone on with. The baselines look at no picture, so none is rendered:
all else is as in any run.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from lookabout.benchmarks.registry import find_reporting
from lookabout.benchmarks.spatialscout.baselines import BASELINES
from lookabout.benchmarks.spatialscout.figures import mean_iou
from lookabout.benchmarks.spatialscout.tables_lines import Line, make_lines, pooled_coverage
from lookabout.geometry import Camera, Pose
from lookabout.results.clusters import pooled_median, pooled_ratio
from lookabout.results.figures import Curve, CurveFigure, CurvePanel
from lookabout.results.load import load_runs
from lookabout.results.plotting import draw
from lookabout.results.statistics import Mean
from lookabout.sim.embedded import EmbeddedSimulator
from lookabout.sim.protocol import Frame
from lookabout.sim.scenario import Scenario

VIEWS = "SPATIALSCOUT_VIEWS"
"""Environment variable: the folder of what oracles see."""
PICTURE = "spatialscout-pixel-error.png"
HEADS = (
    "agent",
    "coverage, %",
    "mean IoU, %",
    "IoU > 50 %, %",
    "IoU > 90 %, %",
    "median error, cm",
    "loss at λ = 5 m, m",
    "pictures",
)


class Blind(EmbeddedSimulator):
    """
    The embedded simulator with black pictures. What is seen of targets is kept in a file for each
    scene, in the folder VIEWS: all oracles plan with the same views.
    """

    _views: Path | None = None
    _shares: dict[str, float]

    def reset(self, scenario: Scenario) -> Mapping[str, Pose]:
        """As any simulator; the views of the scene before are written."""
        self._keep()
        poses = super().reset(scenario)
        self._views = Path(os.environ[VIEWS]) / f"{self.fingerprint}.json"
        self._shares = json.loads(self._views.read_text()) if self._views.exists() else {}
        return poses

    def observe(
        self, camera: Camera, pose: Pose, *, depth: bool = False, ids: bool = False
    ) -> Frame:
        """Black."""
        rgb = np.zeros((camera.height, camera.width, 3), np.uint8)
        return Frame(rgb, camera, pose, self.time_s)

    def visible(self, camera: Camera, pose: Pose, target: str) -> float:
        """Known, or found and kept."""
        key = f"{camera} {pose.position.tolist()} {pose.rotation.tolist()} {target}"
        if key not in self._shares:
            self._shares[key] = super().visible(camera, pose, target)
        return self._shares[key]

    def close(self) -> None:
        """As any simulator; the last views are written."""
        self._keep()
        super().close()

    def _keep(self) -> None:
        if self._views is not None:
            beside = self._views.with_suffix(".part")
            beside.write_text(json.dumps(self._shares))
            beside.replace(self._views)


def noise_px(line: Line) -> float | None:
    """Of an oracle; None for agents that are none."""
    name = line.run.record.agent.name
    if name == "oracle":
        return 0.0
    number = name.removeprefix("noisy-oracle-").removesuffix("px")
    return float(number) if name.startswith("noisy-oracle-") else None


def median_cm(line: Line) -> Mean | None:
    """Of the errors of what was submitted."""
    return pooled_median([[100 * e for e in outcome.errors_m] for outcome in line.outcomes])


def figure(lines: list[Line]) -> CurveFigure:
    """Mean IoU, and median error, against pixel noise."""
    known = sorted((noise, line) for line in lines if (noise := noise_px(line)) is not None)
    overlap = tuple((noise, m.value) for noise, line in known if (m := mean_iou(line.outcomes)))
    errors = tuple((noise, m.value) for noise, line in known if (m := median_cm(line)))
    axis = "Noise of each pixel coordinate, pixels"
    panels = (
        CurvePanel(axis, "Mean IoU of all targets, %", (Curve("oracles", overlap),), top=100.0),
        CurvePanel(axis, "Median error, cm", (Curve("oracles", errors),)),
    )
    note = (
        "Two views of each target; with noise, 10 % of views are missed besides, so coverage is "
        "lower than without."
    )
    return CurveFigure((panels,), "Score against pixel error", note)


def cells(line: Line) -> list[str]:
    """A row under HEADS."""
    own = line.outcomes
    targets = [float(outcome.targets) for outcome in own]

    def share(counts: list[int]) -> str:
        return text(pooled_ratio([100.0 * count for count in counts], targets), 1)

    def text(mean: Mean | None, places: int) -> str:
        if mean is None:
            return "–"
        error = "" if mean.error is None else f" ± {mean.error:.{places}f}"
        return f"{mean.value:.{places}f}{error}"

    return [
        f"`{line.run.record.agent.name}`",
        text(pooled_coverage(own), 1),
        text(mean_iou(own), 1),
        share([outcome.hits[1] for outcome in own]),
        share([outcome.hits[2] for outcome in own]),
        text(median_cm(line), 1),
        text(Mean.of(outcome.loss_m(5.0) for outcome in own), 2),
        f"{np.mean(line.series('images')):.0f}",
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    parser.add_argument("runs", type=Path)
    parser.add_argument("agents", nargs="*", default=list(BASELINES), metavar="AGENT")
    parser.add_argument("--count", type=int, default=None)
    parser.add_argument("--scenarios", type=Path, default=None)
    parser.add_argument("--set", default="rooms")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    views = options.runs / "views"
    views.mkdir(parents=True, exist_ok=True)
    environment: Mapping[str, Any] = {
        **os.environ,
        VIEWS: str(views.resolve()),
        "PYTHONPATH": os.pathsep.join(
            [str(Path(__file__).parent), *filter(None, [os.environ.get("PYTHONPATH")])]
        ),
    }
    given = ["--scenarios", str(options.scenarios)] if options.scenarios else []
    given += ["--episodes", str(options.count)] if options.count else []
    for agent in options.agents:
        words = ["run", f"spatialscout/{options.set}", "--agent", agent, "--quiet", *given]
        words += ["--engine", "spatialscout_baselines:Blind", "--workers", str(options.workers)]
        words += ["--quality", "draft", "--out", str(options.runs / agent)]
        command = [sys.executable, "-m", "lookabout.cli", *words]
        subprocess.run(command, check=True, env=environment)
    folders = [options.runs / agent for agent in options.agents]
    lines = make_lines(load_runs(folders, reporting=find_reporting))
    print(f"| {' | '.join(HEADS)} |\n|{'---|' * len(HEADS)}")
    for line in lines:
        print(f"| {' | '.join(cells(line))} |")
    if any(noise_px(line) is not None for line in lines):
        (options.runs / PICTURE).write_bytes(draw(figure(lines)).png)


if __name__ == "__main__":
    main()
