"""The editor's draft: what is measured, what is refused, what is written."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lookabout.benchmarks.dronecats.authoring import Draft, Placed, Start, draft_of
from lookabout.errors import UsageError
from lookabout.sim.protocol import Simulator
from lookabout.sim.registry import make_simulator
from lookabout.sim.scenario import Scenario, read_scenario
from lookabout.web.editor.desk import Desk, TakenError
from lookabout.world.registry import get_world

CAR = Placed(kind="vehicle/cyan_suv", x=20.0, y=5.0)
EMPTY = Draft(map="blocks", cell="approaching")


@pytest.fixture(scope="module")
def simulator() -> Iterator[Simulator]:
    made = make_simulator("embedded", quality="draft", device="cpu")
    yield made
    made.close()


@pytest.fixture
def desk(simulator: Simulator, tmp_path: Path) -> Desk:
    return Desk(simulator, tmp_path, EMPTY)


def test_an_empty_draft_says_what_is_missing(desk: Desk) -> None:
    told = desk.report()
    assert told["measures"] is None
    assert told["problems"] == ["starts: no drone has a start"]
    started = EMPTY.model_copy(update={"starts": (Start(x=0.0, y=0.0),)})
    assert desk.replace(started)["problems"] == ["things: there is no target"]


def test_measures_are_those_of_the_ground(desk: Desk) -> None:
    start = Start(x=8.0, y=5.0, height=2.0, yaw_deg=30.0)
    told = desk.replace(EMPTY.model_copy(update={"things": (CAR,), "starts": (start,)}))
    west, south, east, north = told["boxes"]["target"]
    assert west < 20 < east
    assert south < 5 < north
    box = desk.simulator.truth.box("target")
    ground = get_world("blocks").ground_height(1, 8.0, 5.0)
    away = math.dist(box.centre, (8.0, 5.0, round(ground + 2.0, 3)))
    assert told["measures"]["distance_m"] == pytest.approx(away, abs=1e-3)
    assert told["measures"]["bearing_deg"] == pytest.approx(
        math.degrees(math.atan2(box.centre[1] - 5.0, box.centre[0] - 8.0)), abs=1e-3
    )
    assert told["measures"]["visible"] is True
    assert told["problems"][0] == "there is no instruction"
    assert "approaching is not flown on blocks" in told["problems"]


def test_a_draft_that_cannot_be_built_leaves_the_one_before(desk: Desk) -> None:
    good = EMPTY.model_copy(update={"things": (CAR,)})
    desk.replace(good)
    unknown = good.model_copy(update={"things": (CAR.model_copy(update={"kind": "dragon"}),)})
    with pytest.raises(UsageError, match="dragon"):
        desk.replace(unknown)
    assert desk.report()["draft"] == good.model_dump(mode="json")


def test_a_saved_record_opens_as_the_draft_it_was(desk: Desk, tmp_path: Path) -> None:
    draft = Draft(
        map="blocks",
        cell="commanding",
        instruction="go to the sign that reads OAK",
        things=tuple(
            Placed(kind="sign/board", x=25.0 + 3 * k, y=8.0 * k, inscription=text)
            for k, text in enumerate(("OAK", "ELM", "ASH", "YEW"))
        ),
        starts=(Start(x=0.0, y=0.0), Start(x=0.0, y=2.0)),
    )
    desk.replace(draft)
    told = desk.save("trees", replace=False)
    assert "commanding needs 4 drones; there are 2" in told["problems"]
    record = read_scenario(tmp_path / "trees.json")
    assert record.task["target"] == "candidate-1"
    assert record.task["candidates"] == [f"candidate-{n}" for n in (1, 2, 3, 4)]
    assert [vehicle.flight for vehicle in record.vehicles] == ["quadrotor"] * 2
    opened = draft_of(record)
    assert opened.model_dump() == draft.model_dump()


def test_a_route_keeps_its_speed_and_its_ground(desk: Desk, tmp_path: Path) -> None:
    draft = Draft(
        map="residential",
        cell="tracking",
        map_seed=1,
        instruction="go to the cyan SUV",
        things=(Placed(kind="vehicle/cyan_suv", x=0.0, y=0.0),),
        starts=(Start(x=-16.0, y=0.0),),
        route=((30.0, 0.0), (30.0, 40.0)),
    )
    desk.replace(draft)
    desk.save("mover", replace=False)
    [route] = read_scenario(tmp_path / "mover.json").world.routes
    points = route.waypoints
    ground = get_world("residential").ground_height
    for before, after in itertools.pairwise(points):
        way = math.dist(before.position, after.position)
        assert way <= 2.2
        assert way / (after.time_s - before.time_s) == pytest.approx(0.3, abs=1e-3)
    for point in points:
        assert point.position[2] == pytest.approx(ground(1, *point.position[:2]), abs=1e-3)
    assert points[-1].position[:2] == pytest.approx((30.0, 40.0))


@pytest.mark.parametrize("name", ["", "../up", "a/b", ".hidden", "x" * 81, "né"])
def test_names_that_are_no_files_of_the_folder_are_refused(desk: Desk, name: str) -> None:
    with pytest.raises(UsageError, match="no name"):
        desk.save(name, replace=True)
    assert not list(desk.out.iterdir())


def test_a_record_is_replaced_only_if_that_is_said(desk: Desk, tmp_path: Path) -> None:
    draft = EMPTY.model_copy(
        update={"things": (CAR,), "starts": (Start(x=0.0, y=0.0),), "instruction": "go there"}
    )
    desk.replace(draft)
    (tmp_path / "one.json").write_text("mine")
    with pytest.raises(TakenError, match=r"one\.json is there already"):
        desk.save("one", replace=False)
    assert (tmp_path / "one.json").read_text() == "mine"
    desk.save("one", replace=True)
    assert read_scenario(tmp_path / "one.json").id == "one"
    assert [path.name for path in tmp_path.iterdir()] == ["one.json"]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"things": (CAR.model_copy(update={"inscription": "a\x07"}),)}, "field inscription"),
        ({"things": (CAR,), "route": ((1e5, 1e5), (-1e5, 1e5)) * 200}, "route: is .* m long"),
        ({"things": (CAR,), "centre": (1e5, 0.0)}, "world.centre"),
    ],
)
def test_what_cannot_be_built_is_told(desk: Desk, change: dict[str, Any], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        desk.replace(EMPTY.model_copy(update=change))
    assert desk.report()["draft"] == EMPTY.model_dump(mode="json")


def test_what_cannot_be_recorded_is_a_problem_and_not_saved(desk: Desk) -> None:
    far = {
        "things": (CAR.model_copy(update={"x": 99_999.0}),),
        "starts": (Start(x=0.0, y=0.0),),
        "instruction": "go there",
    }
    told = desk.replace(EMPTY.model_copy(update=far))
    assert told["measures"] is None
    assert "distance_m" in told["problems"][0]
    with pytest.raises(UsageError, match="distance_m"):
        desk.save("far", replace=False)
    native = {**far, "things": (CAR,), "cell": "commanding", "native": "nobody"}
    told = desk.replace(EMPTY.model_copy(update=native))
    assert told["problems"] == ["native: the target of commanding is one of the things"]
    assert not list(desk.out.iterdir())


def test_what_one_page_shows_is_saved_though_another_has_gone_on(desk: Desk) -> None:
    shown = EMPTY.model_copy(
        update={"things": (CAR,), "starts": (Start(x=0.0, y=0.0),), "instruction": "mine"}
    )
    desk.replace(shown)
    desk.replace(shown.model_copy(update={"instruction": "of another page"}))
    desk.save("mine", replace=False, draft=shown)
    assert draft_of(read_scenario(desk.out / "mine.json")) == shown
    assert desk.report()["draft"] == shown.model_dump(mode="json")


def test_a_place_that_cannot_be_written_is_told(desk: Desk) -> None:
    desk.replace(
        EMPTY.model_copy(
            update={"things": (CAR,), "starts": (Start(x=0.0, y=0.0),), "instruction": "go"}
        )
    )
    (desk.out / "taken.json").mkdir()
    with pytest.raises(UsageError, match=r"taken\.json: cannot be written"):
        desk.save("taken", replace=True)
    desk.out = desk.out / "gone"
    with pytest.raises(UsageError, match="cannot be written"):
        desk.save("one", replace=False)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"benchmark": "flysearch"}, "the editor is for dronecats"),
        ({"task": {}}, "field cell"),
        ({"world.params": {"a": 1}}, "field world.params: cannot be edited"),
        ({"world.kind": "campus"}, "field world.kind"),
        ({"vehicles.flight": "free"}, "field vehicles"),
        ({"vehicles.position": (0.0, 0.0, 500.0)}, "field height"),
    ],
)
def test_records_that_a_draft_cannot_hold_are_not_opened(
    desk: Desk, change: dict[str, Any], told: str
) -> None:
    draft = EMPTY.model_copy(update={"things": (CAR,), "starts": (Start(x=0.0, y=0.0),)})
    desk.replace(draft.model_copy(update={"instruction": "go"}))
    desk.save("good", replace=False)
    record = read_scenario(desk.out / "good.json").model_dump()
    for name, value in change.items():
        field, _, part = name.partition(".")
        if part:
            inner = record[field][0] if field == "vehicles" else record[field]
            inner[part] = value
        else:
            record[field] = value
    with pytest.raises(UsageError, match=told):
        draft_of(Scenario.model_validate(record))
