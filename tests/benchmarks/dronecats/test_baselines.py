"""The scripted agents, on a field with a painted target."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from lookabout.benchmarks.base import play
from lookabout.benchmarks.dronecats import BENCHMARK, scoring
from lookabout.benchmarks.dronecats.baselines import BASELINES
from lookabout.benchmarks.dronecats.colours import COLOURS, colour_in, largest_patch
from lookabout.benchmarks.dronecats.log import read_log
from lookabout.benchmarks.dronecats.settings import Settings
from lookabout.exchange import Briefing
from lookabout.geometry import Box, Camera, Pose
from tests.benchmarks.dronecats.field import PICTURE, Field, scenario, start
from tests.worlds import Notebook

SHORT = Settings(seconds=25.0, width=320, height=240)


def painted(world: Field, colour: tuple[int, int, int] = (0, 200, 220)) -> Field:
    """Pictures show the target as a rectangle of one colour."""

    def picture(camera: Camera, pose: Pose) -> NDArray[np.uint8]:
        shown = PICTURE[: camera.height, : camera.width].copy()
        pixels, depth = camera.project(pose.to_body(world.box("target").corners))
        if (depth > 0.1).all():
            (left, top), (right, bottom) = pixels.min(axis=0), pixels.max(axis=0)
            rows = slice(max(0, int(top)), max(0, int(bottom)))
            shown[rows, max(0, int(left)) : max(0, int(right))] = colour
        return shown

    world.picture = picture
    return world


def fly(name: str, world: Field, settings: Settings = SHORT, **options: Any) -> dict[str, Any]:
    """Fly a whole episode and judge it."""
    episode, _ = start(settings, world, **options)
    flown = scenario(**options)
    agent = BASELINES[name].make()
    truth = BENCHMARK.truth(flown, world)
    live = {"pose": world.pose, "visible": world.visible, "box": world.box}
    truth |= {**live, "raycast": world.raycast}
    agent.begin(Briefing(5, truth if agent.privileged else None))
    book = Notebook()
    assert play(episode, agent, book) == "time_spent"
    return scoring.verdict(
        read_log(book.steps), settings.delta, [vehicle.name for vehicle in flown.vehicles]
    )


def test_hover_stays_and_claims_nothing() -> None:
    score = fly("hover", Field())
    assert (score["success"], score["claimed"], score["approach_ratio"]) == (False, False, 0.0)


def test_forward_claims_on_its_way() -> None:
    assert fly("forward", Field())["success"]
    assert not fly("forward", Field(), yaw_deg=90.0)["oracle_success"]


def test_agents_write_points_in_the_order_that_is_asked_for() -> None:
    settings = SHORT.model_copy(update={"family": "gemini"})
    assert settings.order == "yx"
    assert fly("oracle", Field(), settings, yaw_deg=30.0)["success"]


@pytest.mark.parametrize("yaw_deg", [30.0, 170.0])
def test_saliency_finds_the_colour_that_is_named(yaw_deg: float) -> None:
    assert fly("saliency", painted(Field()), yaw_deg=yaw_deg)["success"]


def test_saliency_does_not_go_to_another_colour() -> None:
    world = painted(Field(), (200, 40, 30))
    assert not fly("saliency", world, Settings(seconds=10.0, width=320, height=240))["claimed"]


def test_saliency_without_a_colour_goes_to_what_stands_out() -> None:
    score = fly("saliency", painted(Field()), instruction="go to the statue by the gate")
    assert score["oracle_success"]


@pytest.mark.parametrize("yaw_deg", [0.0, 90.0, -135.0, 180.0])
@pytest.mark.parametrize("drift", [(0.0, 0.0, 0.0), (0.2, 0.2, 0.0)])
def test_the_oracle_reaches_the_target(yaw_deg: float, drift: tuple[float, float, float]) -> None:
    assert fly("oracle", Field(drift=drift), yaw_deg=yaw_deg)["success"]


def test_the_oracle_flies_round_a_wall() -> None:
    wall = Box((8.0, -9.0, 0.0), (8.5, 12.0, 25.0))
    score = fly("oracle", Field(walls=(wall,)), Settings(seconds=40.0))
    assert score["success"]


def test_the_oracle_of_several_sends_the_nearest() -> None:
    score = fly("oracle", Field(), drones=4)
    assert (score["success"], score["drones_declared"]) == (True, 1)


@pytest.mark.parametrize("name", sorted(BASELINES))
@pytest.mark.parametrize("hierarchy", [False, True])
def test_all_fly_several_drones(name: str, hierarchy: bool) -> None:
    settings = Settings(seconds=4.0, hierarchy=hierarchy, width=160, height=120)
    score = fly(name, painted(Field()), settings, drones=3)
    assert score["team_steps"] > 0
    assert score["drones"] == 3


def test_colours_in_words() -> None:
    assert colour_in("go to the Cyan SUV") == "cyan"
    assert colour_in("go to the covered bench") is None  # not the red of covered
    patch = np.full((48, 64, 3), 110, np.uint8)
    patch[10:20, 30:50] = (0, 190, 215)
    found = largest_patch(patch, "cyan")
    assert found is not None
    assert (found.u, found.v) == (39.5, 14.5)
    assert found.share == pytest.approx(200 / (48 * 64))
    assert [name for name in COLOURS if largest_patch(patch, name)] == ["cyan"]


@pytest.mark.parametrize(
    ("rgb", "name"),
    [
        ((64, 45, 58), "pink"),  # in shade
        ((236, 161, 201), "pink"),
        ((203, 46, 49), "red"),
        ((60, 12, 13), "red"),  # in shade
        ((237, 157, 48), "orange"),
        ((247, 212, 48), "yellow"),
        ((48, 142, 89), "green"),
        ((56, 111, 190), "blue"),
        ((143, 69, 170), "purple"),
        ((250, 250, 248), "white"),
        ((96, 128, 40), ""),  # a lawn
        ((150, 165, 185), ""),  # the sky
        ((120, 118, 115), ""),  # a road
    ],
)
def test_paints_are_called_by_one_name(rgb: tuple[int, int, int], name: str) -> None:
    patch = np.full((20, 20, 3), rgb, np.uint8)
    assert "".join(each for each in COLOURS if largest_patch(patch, each)) == name
