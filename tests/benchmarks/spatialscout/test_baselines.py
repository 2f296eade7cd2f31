"""What chance achieves, that the tools suffice for the truth, and how pixel errors cost."""

from __future__ import annotations

import numpy as np
import pytest

from lookabout.benchmarks.spatialscout.baselines import BASELINES, OracleAgent
from lookabout.benchmarks.spatialscout.settings import Settings
from lookabout.benchmarks.spatialscout.verdict import final_map, judge
from tests.benchmarks.spatialscout.flat import BOXES, fly


@pytest.mark.parametrize(
    "pose", [{}, {"yaw_deg": 130.0, "pitch_deg": -20.0}, {"yaw_deg": -90.0, "pitch_deg": 10.0}]
)
def test_the_oracle_maps_everything(pose: dict[str, float]) -> None:
    ending, notebook, truth = fly(OracleAgent(), **pose)
    verdict = judge(truth, final_map(notebook.steps))
    assert ending == "finished"
    assert verdict["coverage"] == 1
    assert verdict["mean_iou"] > 0.99
    assert verdict["hits_90"] == len(BOXES)
    assert verdict["success"]


@pytest.mark.parametrize("size", [16, 333, 1024])
def test_the_oracle_reads_pixels_as_they_are_delivered(size: int) -> None:
    _, notebook, truth = fly(OracleAgent(), settings=Settings(delivered_size=size))
    assert judge(truth, final_map(notebook.steps))["mean_iou"] > 0.99


def test_more_noise_is_a_worse_map() -> None:
    scores = []
    for noise in (0.0, 2.0, 8.0):
        maps = [fly(OracleAgent(noise), seed) for seed in range(5)]
        verdicts = [judge(truth, final_map(notebook.steps)) for _, notebook, truth in maps]
        scores.append(np.mean([verdict["mean_iou"] for verdict in verdicts]))
    assert scores[0] > scores[1] > scores[2] > 0.05


def test_what_is_overlooked_is_missing() -> None:
    _, notebook, truth = fly(OracleAgent(missed=0.9))
    assert judge(truth, final_map(notebook.steps))["coverage"] < 0.5


def test_everything_at_the_origin() -> None:
    _, notebook, truth = fly(BASELINES["origin"].make())
    found = final_map(notebook.steps)
    assert found == {name: [0, 0, 0] for name in BOXES}
    distances = [np.linalg.norm(t["centre"]) for t in truth["targets"]]
    assert judge(truth, found)["mean_error_m"] == pytest.approx(np.mean(distances))


def test_a_uniform_ball_is_the_same_every_time() -> None:
    maps = [final_map(fly(BASELINES["uniform-ball"].make(), seed)[1].steps) for seed in (0, 1)]
    assert maps[0] == maps[1]
    assert set(maps[0]) == set(BOXES)
    radius = fly(BASELINES["origin"].make())[2]["radius"]
    lengths = [np.linalg.norm(point) for point in maps[0].values()]
    assert max(lengths) <= radius
    assert len(set(lengths)) == len(BOXES)
