"""The loop in the embedded simulator: physics, rays and pictures as they are."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator

import numpy as np
import pytest

from lookabout.benchmarks.base import play
from lookabout.benchmarks.dronecats import BENCHMARK
from lookabout.benchmarks.dronecats.baselines import BASELINES
from lookabout.benchmarks.dronecats.log import read_log
from lookabout.benchmarks.dronecats.settings import Settings
from lookabout.exchange import Briefing, Reply
from lookabout.geometry import Camera, Pose
from lookabout.records import AgentInfo, EpisodeRecord
from lookabout.sim.embedded import EmbeddedSimulator
from lookabout.sim.protocol import Frame
from lookabout.sim.scenario import Scenario
from tests.benchmarks.dronecats.field import FINISHED, PICTURE, go, rotate, scenario
from tests.worlds import Notebook

HIGH = 150.0
"""Metres: above the roofs, so that nothing else is in the way."""


class Blindfold(EmbeddedSimulator):
    """Everything but pictures."""

    def observe(
        self, camera: Camera, pose: Pose, *, depth: bool = False, ids: bool = False
    ) -> Frame:
        return Frame(PICTURE[: camera.height, : camera.width], camera, pose, self.time_s)


def aloft(drones: int = 1) -> Scenario:
    """A car in the air 20 m east of the drones, standing on nothing."""
    made = scenario(drones, height=HIGH + 1.0)
    world = made.world.model_copy(
        update={
            "radius": 15.0,
            "surroundings": False,
            "objects": (
                made.world.objects[0].model_copy(
                    update={
                        "kind": "vehicle/red_pickup",
                        "position": (20.0, 0.0, HIGH),
                        "yaw_deg": 90.0,
                    }
                ),
            ),
        }
    )
    return made.model_copy(update={"world": world})


@pytest.fixture(scope="module")
def blindfold() -> Iterator[Blindfold]:
    simulator = Blindfold()
    yield simulator
    simulator.close()


def record_of(flown: Scenario, settings: Settings) -> EpisodeRecord:
    return EpisodeRecord(
        benchmark="dronecats",
        set=flown.set,
        episode=0,
        attempt=1,
        scenario=flown.model_dump(mode="json"),
        agent=AgentInfo(name="x", kind="scripted"),
        settings=settings.model_dump(mode="json"),
        seed=0,
        started="2026-01-01T00:00:00Z",
    )


def test_the_oracle_flies_under_physics_and_is_judged(blindfold: Blindfold) -> None:
    flown, settings = aloft(), Settings(seconds=14.0)
    blindfold.reset(flown)
    truth = BENCHMARK.truth(flown, blindfold)
    agent = BASELINES["oracle"].make()
    live = {"pose": blindfold.pose, "visible": blindfold.visible}
    agent.begin(
        Briefing(1, {**truth, **live, "box": blindfold.truth.box, "raycast": blindfold.raycast})
    )
    book = Notebook()
    play(BENCHMARK.episode(flown, blindfold, settings), agent, book)
    verdict = BENCHMARK.verdict(record_of(flown, settings), book.steps)
    assert verdict["success"]
    assert verdict["navigation_error_m"] <= 4.5
    log = read_log(book.steps)
    assert not any(step.contacts for step in log.steps)
    assert [sample.time_s for sample in log.trace] == [k / 2 for k in range(29)]
    # 3 m/s is never much exceeded.
    places = np.array([sample.position for step in log.steps for sample in step.trace])
    assert np.linalg.norm(np.diff(places, axis=0), axis=1).max() <= 0.5 * 3.3


def test_a_pinned_flight_is_the_same_on_a_loaded_host(blindfold: Blindfold) -> None:
    """To the last digit, beside a busy process and whatever the agent took."""
    flown, settings = aloft(drones=2), Settings(clock="pinned", latency_s=0.35, seconds=6.0)

    def fly(pause_s: float) -> str:
        blindfold.reset(flown)
        episode = BENCHMARK.episode(flown, blindfold, settings)
        steps = []
        for reply in (go(480, 510, 2), rotate(31), go(500, 450, 9), FINISHED):
            began = time.perf_counter()
            episode.observe()
            time.sleep(pause_s)
            took = time.perf_counter() - began
            step = episode.answer(Reply(f"[{reply}, {go(700, 500, 2)}]", latency_s=took))
            steps.append([step.time_s, step.position, dict(step.detail)])
        return json.dumps(steps)

    quiet = fly(0.0)
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2)]
    try:
        loaded = fly(0.1)
    finally:
        for process in busy:
            process.kill()
            process.wait()
    assert quiet == loaded


def test_drones_that_meet_touch(blindfold: Blindfold) -> None:
    """Two drones 2 m apart fly at one another."""
    flown = aloft(drones=2)
    blindfold.reset(flown)
    episode = BENCHMARK.episode(flown, blindfold, Settings())
    contacts = []
    for _ in range(4):
        episode.observe()
        reply = f"[{go(0, 500, 2)}, {go(1000, 500, 2)}]"
        contacts += episode.answer(Reply(reply)).detail["contacts"]
    assert {contact["label"] for contact in contacts} <= {"drone-1", "drone-2"}
    assert contacts


@pytest.mark.slow
def test_real_pictures_show_the_target() -> None:
    """Saliency finds the red car in what the renderer shows, and flies nearer."""
    flown = aloft()
    flown = flown.model_copy(update={"task": {**flown.task, "instruction": "go to the red pickup"}})
    settings = Settings(seconds=3.0, width=320, height=240)
    simulator = EmbeddedSimulator(quality="draft")
    try:
        simulator.reset(flown)
        agent = BASELINES["saliency"].make()
        agent.begin(Briefing(1))
        book = Notebook()
        play(BENCHMARK.episode(flown, simulator, settings), agent, book)
    finally:
        simulator.close()
    assert [image.pixels.shape for image in book.frames] == [(240, 320, 3)] * 3
    log = read_log(book.steps)
    assert [command.off_deg is not None for step in log.steps for command in step.commands] == [
        True, True, True,
    ]  # fmt: skip
    assert max(aim.off_deg for aim in log.aims) < 8
    assert log.trace[-1].distance_m < log.trace[0].distance_m - 5
