"""The map as a picture: what is shown where, and what is hidden."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest
from PIL import Image

from lookabout.benchmarks.spatialscout import map_picture
from lookabout.benchmarks.spatialscout.baselines import calling, entries
from lookabout.benchmarks.spatialscout.verdict import final_map, judge
from lookabout.errors import UsageError
from lookabout.records import StepRecord
from lookabout.sim.scenario import Scenario
from lookabout.world.spec import ObjectSpec
from tests.benchmarks.spatialscout.flat import BOXES, BoxWorld, scenario, start
from tests.benchmarks.spatialscout.made_runs import Made, record


class Movable(BoxWorld):
    """Notes what is asked of it."""

    def __init__(self) -> None:
        super().__init__()
        self.scenarios: list[Scenario] = []
        self.shifts: dict[str, tuple[float, float, float]] = {}

    def reset(self, scenario: Scenario) -> Any:
        self.scenarios.append(scenario)
        return super().reset(scenario)

    def shift(self, name: str, by: tuple[float, float, float]) -> None:
        self.shifts[name] = by


def made(
    yaw_deg: float = 0.0, pitch_deg: float = 0.0, **offsets: float | tuple[float, ...]
) -> map_picture.Mapped:
    """A map with these targets, each so many metres ahead of where it is, or so far along the task
    frame's axes."""
    episode, _, truth = start(yaw_deg=yaw_deg, pitch_deg=pitch_deg)
    episode.observe()
    centres = {t["identifier"]: t["centre"] for t in truth["targets"]}
    points = {
        n: np.add(centres[n], d if isinstance(d, tuple) else (d, 0, 0)) for n, d in offsets.items()
    }
    step = episode.answer(calling(("submit_positions", entries(points))))
    steps = [
        StepRecord(
            index=0, turn=1, time_s=0, position=(0, 0, 0), shown=[], reply="",
            action={}, outcome="acted", detail=dict(step.detail),
        )
    ]  # fmt: skip
    verdict = judge(truth, final_map(steps))
    return map_picture.mapped(record(Made(), 0, yaw_deg, truth=truth, verdict=verdict), steps)


def test_estimates_are_in_world_axes() -> None:
    """Looking north, half a metre ahead is half a metre north."""
    found = made(90.0, 0.0, lamp_1=0.5)
    np.testing.assert_allclose(
        found.estimates["lamp_1"] - found.boxes["lamp_1"].centre, [0, 0.5, 0], atol=1e-9
    )
    assert found.error("lamp_1") == pytest.approx(0.5)
    assert sorted(found.omitted) == ["chair_1", "chair_2", "mug_1", "table_1"]
    assert map_picture.summary(found).startswith("1 of 5 targets mapped, mean IoU 0.")


def test_of_equal_things_each_stands_at_the_nearer_estimate() -> None:
    """The chairs are 1.5 m apart; their entries are exchanged."""
    episode, _, truth = start()
    centres = {t["identifier"]: t["centre"] for t in truth["targets"]}
    episode.observe()
    swapped = {"chair_1": centres["chair_2"], "chair_2": centres["chair_1"]}
    step = episode.answer(calling(("submit_positions", entries(swapped))))
    line = StepRecord(
        index=0, turn=1, time_s=0, position=(0, 0, 0), shown=[], reply="", action={},
        outcome="acted", detail=dict(step.detail),
    )  # fmt: skip
    verdict = judge(truth, final_map([line]))
    whole = record(Made(), 0, 0.0, truth=truth, verdict=verdict)
    found = map_picture.mapped(whole, [line])
    assert found.error("chair_1") == pytest.approx(0, abs=1e-9)
    with pytest.raises(UsageError, match="another map than its verdict"):
        map_picture.mapped(whole, [])


def test_what_would_stand_around_the_camera_is_left_out_of_the_views() -> None:
    """The lamp is 0.4 m wide, and mapped where the camera starts; the mug just beside it."""
    world = Movable()
    lamp = np.subtract((0, 0, 1.5), BOXES["lamp_1"].centre)
    mug = np.subtract((0.0, 0.095, 1.5), BOXES["mug_1"].centre)
    found = made(lamp_1=tuple(lamp), mug_1=tuple(mug))
    assert found.enclosing == ["lamp_1"]
    map_picture.views(found, scenario(), world)
    assert "lamp_1" in world.scenarios[1].world.hidden
    assert set(world.shifts) == {"mug_1"}
    assert map_picture.summary(found).endswith("not in the views: lamp_1")
    nearer = made(mug_1=tuple(mug - [0, 0.01, 0]))
    assert nearer.enclosing == ["mug_1"]


def test_views_shift_what_is_mapped_and_hide_the_rest() -> None:
    world = Movable()
    found = made(30.0, -10.0, lamp_1=0.5, mug_1=0.0)
    scene, of_map = map_picture.views(found, scenario(pitch_deg=-10.0, yaw_deg=30.0), world)
    assert (len(scene), len(of_map)) == (3, 3)
    before, after = world.scenarios
    assert before.world.hidden == ()
    assert after.world.hidden == ("chair_1", "chair_2", "table_1")
    assert set(world.shifts) == {"lamp_1", "mug_1"}
    assert np.linalg.norm(world.shifts["lamp_1"]) == pytest.approx(0.5)
    assert np.linalg.norm(world.shifts["mug_1"]) == pytest.approx(0, abs=1e-9)
    yaws = [np.degrees(np.arctan2(p.rotation[1, 0], p.rotation[0, 0])) for _, p in world.looks]
    assert yaws == pytest.approx([85, 30, -25] * 2)
    pitches = [np.degrees(np.arcsin(p.rotation[2, 0])) for _, p in world.looks]
    assert pitches == pytest.approx([-10] * 6)


def test_things_that_the_scenario_puts_in_are_taken_out() -> None:
    own = scenario()
    thing = ObjectSpec(name="mug_1", kind="mug", seed=0, position=(0, 0, 0))
    own = own.model_copy(update={"world": own.world.model_copy(update={"objects": (thing,)})})
    world = Movable()
    map_picture.views(made(), own, world)
    assert world.scenarios[1].world.objects == ()
    assert "mug_1" not in world.scenarios[1].world.hidden


def test_another_world_than_the_episodes_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    found = made(lamp_1=0.0)
    world = Movable()
    box = world.box

    def moved(name: str) -> Any:
        return box("lamp_1" if name == "mug_1" else name)

    monkeypatch.setattr(world, "box", moved)
    with pytest.raises(UsageError, match="mug_1 is not where it was"):
        map_picture.views(found, scenario(), world)


@pytest.mark.parametrize(
    "truth", [{}, {"targets": []}, {"targets": [{}], "origin": [0], "axes": []}, {"targets": 3}]
)
def test_damaged_truth_is_told(truth: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match="damaged"):
        map_picture.mapped(record(Made(), 0, 0.0, truth=truth), [])


@pytest.mark.parametrize("offsets", [{}, {"lamp_1": 0.9, "mug_1": 0.02, "chair_2": 0.3}])
def test_the_picture(offsets: dict[str, float]) -> None:
    found = made(**offsets)
    grey = np.full((512, 512, 3), 120, np.uint8)
    outline = np.array([[0.0, 3.0], [1.0, 3.0]])
    png = map_picture.draw(found, "agent: $scene$", [[grey] * 3, [grey] * 3], outline)
    with Image.open(io.BytesIO(png)) as image:
        pixels = np.asarray(image.convert("RGB")).astype(int)
    # Six pictures of 2.75 inches at 150 to the inch.
    assert (np.abs(pixels - 120).max(axis=2) < 2).sum() == pytest.approx(
        6 * (2.75 * 150) ** 2, rel=0.02
    )
    assert map_picture.draw(found, "agent: $scene$", [[grey] * 3, [grey] * 3], outline) == png
