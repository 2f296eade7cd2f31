"""The scripted agents on a flat world: what each can and cannot do."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lookabout.benchmarks.base import play
from lookabout.benchmarks.flysearch import BENCHMARK
from lookabout.benchmarks.flysearch.settings import Settings
from lookabout.benchmarks.flysearch.verdict import judge
from lookabout.exchange import Briefing
from lookabout.geometry import Box, Camera, Pose
from lookabout.sim.protocol import Frame
from tests.worlds import FlatWorld, Notebook, flysearch_scenario

RED = (200, 30, 30)


class PaintedWorld(FlatWorld):
    """Grey ground with a red patch where the target stands, drawn by the camera model."""

    def observe(self, camera: Camera, pose: Pose, **_: object) -> Frame:
        frame = super().observe(camera, pose)
        rng = np.random.default_rng(0)
        rgb = rng.normal(110, 6, (camera.height, camera.width, 3))
        low, high = np.array(self.target.low), np.array(self.target.high)
        corners = np.array([[low[0], low[1], 0.0], [high[0], high[1], 0.0]])
        (u0, v1), (u1, v0) = camera.project(pose.to_body(corners))[0]
        columns = slice(max(0, round(u0)), max(0, round(u1)))
        rows = slice(max(0, round(v0)), max(0, round(v1)))
        rgb[rows, columns] = RED + rng.normal(0, 3, rgb[rows, columns].shape)
        return Frame(rgb.clip(0, 255).astype(np.uint8), camera, pose, frame.time_s)


def fly(
    name: str,
    world: FlatWorld,
    start: tuple[float, float, float],
    seed: int = 0,
    **settings: Any,
) -> tuple[str, bool, Notebook]:
    scenario = flysearch_scenario(start=start)
    world.reset(scenario)
    agent, notebook = BENCHMARK.baselines[name].make(), Notebook()
    truth = {**BENCHMARK.truth(scenario, world), "pose": world.pose}
    agent.begin(Briefing(seed, truth if agent.privileged else None))
    ending = play(BENCHMARK.episode(scenario, world, Settings(**settings)), agent, notebook)
    x, y, z = world.pose("drone").position.tolist()
    cx, cy, cz = world.target.centre.tolist()
    verdict = judge(
        claimed=ending == "claimed",
        position=(x, y, z),
        ground_z=0.0,
        target_centre=(cx, cy, cz),
        target_top=world.target.top,
    )
    return ending, verdict.success, notebook


@pytest.mark.parametrize("start", [(40.0, -50.0, 100.0), (-15.0, 15.0, 30.0), (0.0, 0.0, 64.0)])
def test_the_oracle_finds_everything(start: tuple[float, float, float]) -> None:
    assert fly("oracle", FlatWorld(), start)[:2] == ("claimed", True)
    assert fly("oracle", FlatWorld(), start, actions="compass")[:2] == ("claimed", True)


def test_the_oracle_goes_over_a_wall() -> None:
    walls = np.array([[[20.0, -500, 0], [20.0, 500, 0], [20.0, 0, 70.0]]])
    ending, success, notebook = fly("oracle", FlatWorld(walls=walls), (30.0, 0.0, 60.0))
    assert (ending, success) == ("claimed", True)
    assert "collided" in [step.outcome for step in notebook.steps]


def test_the_oracle_stands_over_a_tall_target() -> None:
    tall = Box((-5, -5, 0), (5, 5, 14.0))
    assert fly("oracle", FlatWorld(tall), (20.0, 10.0, 60.0))[:2] == ("claimed", True)


def test_the_oracle_needs_the_truth() -> None:
    with pytest.raises(ValueError, match="truth"):
        BENCHMARK.baselines["oracle"].make().begin(Briefing(0))


def test_descend_finds_only_what_lies_below() -> None:
    assert fly("descend", FlatWorld(), (8.9, 0.0, 60.0))[:2] == ("claimed", True)
    assert fly("descend", FlatWorld(), (9.1, 0.0, 60.0))[:2] == ("claimed", False)


@pytest.mark.parametrize("start", [(20.0, -25.0, 60.0), (-40.0, 40.0, 100.0), (0.0, 12.0, 30.0)])
def test_saliency_goes_to_what_stands_out(start: tuple[float, float, float]) -> None:
    assert fly("saliency", PaintedWorld(), start)[:2] == ("claimed", True)


def test_chance_depends_on_the_seed_alone() -> None:
    def replies(seed: int) -> list[str]:
        return [s.reply for s in fly("random", FlatWorld(), (5.0, 5.0, 50.0), seed)[2].steps]

    assert replies(1) == replies(1)
    assert replies(1) != replies(2)


def test_chance_keeps_to_the_rules() -> None:
    for seed in range(30):
        ending, _, notebook = fly("random", FlatWorld(), (5.0, 5.0, 50.0), seed)
        assert ending in ("claimed", "steps_spent")
        # Only the search square can be in its way: it does not know its own place.
        refusals = [s.detail["refusal"] for s in notebook.steps if s.outcome == "refused"]
        assert set(refusals) <= {"area"}
