"""Every rule of the suite, broken one at a time in an episode that keeps them all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from lookabout.benchmarks.dronecats.checks import is_grid, off_axes_deg, problems
from lookabout.benchmarks.dronecats.generate import scenario
from lookabout.benchmarks.dronecats.subjects import spacing, timed
from lookabout.sim.protocol import Simulator
from lookabout.sim.registry import make_simulator
from lookabout.sim.scenario import Scenario

Made = tuple[Scenario, Simulator]
Edit = Callable[[dict[str, Any]], None]


def test_spacing_is_over_all_pairs() -> None:
    assert spacing(np.array([[0.0, 0.0], [3.0, 4.0], [3.0, 0.0]])) == (3.0, 5.0)
    assert spacing(np.array([[1.0, 1.0]])) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("bearing", "off"),
    [(0.0, 0.0), (14.0, 14.0), (45.0, 45.0), (80.0, 10.0), (-15.0, 15.0), (359.0, 1.0)],
)
def test_angles_to_the_nearest_axis(bearing: float, off: float) -> None:
    assert off_axes_deg(bearing) == pytest.approx(off)


def test_a_grid_may_be_turned_but_not_stretched() -> None:
    square = np.array([[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]])
    assert is_grid(square)
    turn = np.array([[0.6, -0.8], [0.8, 0.6]])
    assert is_grid(square @ turn + [10.0, 5.0])
    assert not is_grid(square * 1.05)
    assert not is_grid(square * [1.2, 1.0])
    assert not is_grid(square[:3])


def test_times_along_a_route_count_its_slope() -> None:
    route = timed(np.array([[0.0, 0.0], [4.0, 0.0], [4.0, 0.0], [4.0, 3.0]]), 0.5, "blocks", 1, "t")
    points = route.waypoints
    assert points[0].time_s == 0.0
    assert points[0].yaw_deg == 0.0
    assert points[-1].yaw_deg == pytest.approx(90.0)
    assert points[-1].position[:2] == (4.0, 3.0)
    # 7 m on flat ground at 0.5 m/s, a little more on slopes.
    assert 14.0 <= points[-1].time_s < 14.5


@pytest.fixture(scope="module")
def simulator() -> Iterator[Simulator]:
    made = make_simulator("embedded", quality="draft", device="cpu")
    yield made
    made.close()


@pytest.fixture(scope="module")
def team(simulator: Simulator) -> Made:
    return scenario("commanding", 7, 1, simulator), simulator


@pytest.fixture(scope="module")
def chase(simulator: Simulator) -> Made:
    return scenario("tracking", 7, 0, simulator), simulator


@pytest.fixture(scope="module")
def search(simulator: Simulator) -> Made:
    return scenario("searching", 7, 0, simulator), simulator


def told(made: Made, edit: Edit) -> list[str]:
    """Problems of a scenario that was changed."""
    whole, simulator = made
    data = whole.model_dump(mode="json")
    edit(data)
    changed = Scenario.model_validate_json(Scenario.model_validate(data).model_dump_json())
    simulator.reset(changed)
    return problems(changed, simulator)


def put(path: str, value: Any) -> Edit:
    """Set a field: keys and indices with dots between."""

    def edit(data: dict[str, Any]) -> None:
        *way, last = [int(key) if key.isdigit() else key for key in path.split(".")]
        at: Any = data
        for key in way:
            at = at[key]
        at[last] = value(at[last]) if callable(value) else value

    return edit


def moved(path: str, *by: float) -> Edit:
    return put(path, lambda old: [a + b for a, b in zip(old, by, strict=True)])


@pytest.mark.slow
def test_what_is_generated_breaks_no_rule_and_is_the_same_again(
    team: Made, chase: Made, search: Made
) -> None:
    for made, cell, index in (
        (team, "commanding", 1),
        (chase, "tracking", 0),
        (search, "searching", 0),
    ):
        assert told(made, lambda _: None) == []
        assert scenario(cell, 7, index, made[1]) == made[0]  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (put("task.map", "residential"), "the world is blocks"),
        (put("vehicles.0.flight", "free"), "every drone must be a quadrotor"),
        (put("vehicles", lambda old: old[:3]), "commanding needs 4 drones; there are 3"),
        (moved("vehicles.1.position", 0.5, 0.0, 0.0), "do not stand on a grid"),
        (moved("vehicles.1.position", 0.0, 0.0, 3.0), "over the ground, not 1.2 to 2.2 m"),
        (put("vehicles.2.yaw_deg", lambda yaw: yaw + 180.0), "is in sight of drone-3 at first"),
        (put("task.distance_m", lambda d: d + 1.0), "recorded are"),
        (put("task.bearing_deg", lambda b: b + 5.0), "recorded are"),
        (put("task.visible", False), "the target must be visible at first"),
        (put("task.instruction", "go to a sign"), "does not name the target's inscription"),
        (put("world.objects.0.kind", "vehicle/red_suv"), "differ in kind or variant"),
        (moved("world.objects.0.position", 60.0, 0.0, 0.0), "the widest candidates are apart by"),
        (put("task.candidates", lambda names: names[:1] + names[2:]), "there must be 4 candidates"),
    ],
)
def test_rules_of_commanding(team: Made, edit: Edit, words: str) -> None:
    if words.startswith("there must be"):  # the target itself must stay
        target = team[0].task["target"]
        names = [n for n in team[0].task["candidates"] if n != target][:2]
        edit = put("task.candidates", [target, *names])
    assert any(words in problem for problem in told(team, edit))


@pytest.mark.slow
def test_the_same_inscription_twice(team: Made) -> None:
    first = team[0].world.objects[0].inscription
    assert any(
        "an inscription of its own" in problem
        for problem in told(team, put("world.objects.1.inscription", first))
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (put("world.routes", []), "the target must move"),
        (put("world.routes.0.waypoints", lambda old: old[:5]), "route is over after"),
        (put("world.routes.0.waypoints.3.time_s", lambda t: t - 2.0), "the target moves at"),
        (moved("world.routes.0.waypoints.4.position", 0.0, 0.0, 0.5), "off the ground"),
        (put("vehicles.0.yaw_deg", lambda yaw: yaw + 120.0), "of the target is in sight at first"),
        (put("task.occupancy", 0.5), "recorded are 0.5000"),
        (put("task.target", "somebody"), "the world has no object"),
        (put("task.cell", "approaching"), "must not move"),
    ],
)
def test_rules_of_tracking(chase: Made, edit: Edit, words: str) -> None:
    assert any(words in problem for problem in told(chase, edit))


@pytest.mark.slow
def test_a_mover_that_turns_back_is_told(chase: Made) -> None:
    def back(data: dict[str, Any]) -> None:
        points = data["world"]["routes"][0]["waypoints"]
        points[-1]["position"] = points[-3]["position"]

    assert any("the target turns back" in problem for problem in told(chase, back))


@pytest.mark.slow
def test_a_mover_that_passes_the_start_is_told(chase: Made) -> None:
    x, y, z = chase[0].world.routes[0].waypoints[20].position
    waits = told(chase, put("vehicles.0.position", [x, y, z + 1.5]))
    assert any("the target passes drone's start at 1.5 m" in problem for problem in waits)


@pytest.mark.slow
def test_rules_of_searching(search: Made) -> None:
    whole, _ = search
    start, bearing = whole.vehicles[0], whole.task["bearing_deg"]
    faced = told(search, put("vehicles.0.yaw_deg", bearing))
    assert "the target is in the first picture" in faced
    assert any("turned away by 0.0°" in problem for problem in faced)
    turned = told(search, put("vehicles.0.yaw_deg", start.yaw_deg + 20.0))
    assert any("not by one of [90.0, -90.0]" in problem for problem in turned)
    away = np.radians(bearing)
    nearer = moved("vehicles.0.position", 2 * np.cos(away), 2 * np.sin(away), 0.0)
    assert any("from the target, not 16 to 16 m" in problem for problem in told(search, nearer))
