"""A study without its pages: who gets which scenario, what is kept, what goes on."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lookabout.benchmarks.flysearch.benchmark import FlySearch
from lookabout.errors import UsageError
from lookabout.runs.plan import EngineChoice
from lookabout.web.offer import Offer
from lookabout.web.people import Person, is_nickname
from lookabout.web.study import FullError, Study
from lookabout.web.task import CLAIM
from tests.web.conftest import wait_for
from tests.worlds import flysearch_scenario

INFO = {info.name: info for info in FlySearch.sets}
Open = Callable[..., Study]


def offer(count: int, set_name: str = "fs1-city") -> Offer:
    made = [
        flysearch_scenario(name=f"test-{i}", start=(5.0 + i, -4.0, 40.0)).model_copy(
            update={"set": set_name}
        )
        for i in range(count)
    ]
    return Offer(FlySearch(), INFO[set_name], tuple(made), "files", 0)


@pytest.fixture
def open_study(tmp_path: Path) -> Iterator[Open]:
    opened: list[Study] = []

    def make(*offers: Offer, workers: int = 2, idle_s: float = 600.0, out: str = "out") -> Study:
        study = Study(
            offers or (offer(3),),
            tmp_path / out,
            engine=EngineChoice("tests.runs.stand_ins:flat"),
            workers=workers,
            idle_s=idle_s,
        )
        opened.append(study)
        return study

    yield make
    for study in opened:
        study.close()


def join(study: Study, nickname: str) -> Person:
    person = study.join(nickname, nickname.ljust(43, "x"))
    assert person is not None
    return person


def fly(study: Study, person: Person, path: str = "flysearch/fs1-city") -> str:
    """A whole search, claimed at once; gives the scenario's id."""
    assert study.begin(person, study.offers[path], person.begun)
    flight = person.flight
    assert flight is not None
    wait_for(lambda: flight.phase == "turn")
    assert flight.answer(0, CLAIM)
    wait_for(lambda: flight.phase == "over")
    return flight.scenario.id


def test_scenarios_are_covered_evenly_and_given_once(open_study: Open) -> None:
    study = open_study(offer(4))
    had = {name: [] for name in ("ann", "bob", "cy")}  # type: dict[str, list[str]]
    for _ in range(4):
        for name, scenarios in had.items():
            scenarios.append(fly(study, join(study, name)))
            counts = Counter(scenario for many in had.values() for scenario in many)
            assert max(counts.values()) - min(counts.get(f"test-{i}", 0) for i in range(4)) <= 1
    assert all(sorted(many) == [f"test-{i}" for i in range(4)] for many in had.values())
    assert len({tuple(many) for many in had.values()}) > 1
    ann = join(study, "ann")
    assert study.left(ann, study.offers["flysearch/fs1-city"]) == 0
    assert not study.begin(ann, study.offers["flysearch/fs1-city"], ann.begun)
    assert study.tally(ann) == (0, 4)


def test_the_order_is_the_persons_own_and_repeats(open_study: Open) -> None:
    orders = []
    for out in ("first", "second"):
        study = open_study(offer(6), out=out)
        orders.append([fly(study, join(study, "ann")) for _ in range(6)])
    assert orders[0] == orders[1]


def test_stale_wishes_begin_nothing(open_study: Open) -> None:
    study = open_study()
    ann, path = join(study, "ann"), "flysearch/fs1-city"
    assert study.begin(ann, study.offers[path], 0)
    flight = ann.flight
    assert flight is not None
    for after in (0, 1, 5):
        assert study.begin(ann, study.offers[path], after)
        assert ann.flight is flight
    wait_for(lambda: flight.phase == "turn")
    flight.answer(0, CLAIM)
    wait_for(lambda: flight.phase == "over")
    study.begin(ann, study.offers[path], 0)
    assert ann.flight is flight
    study.begin(ann, study.offers[path], 1)
    assert ann.flight is not flight


def test_nicknames_are_one_persons(open_study: Open) -> None:
    study = open_study()
    ann = join(study, "Ann")
    assert study.join("ann", "y" * 43) is None
    assert study.join("whoever", "Ann".ljust(43, "x")) is ann
    assert study.person("y" * 43) is None
    assert study.person("Ann".ljust(43, "x")) is ann


@pytest.mark.parametrize("name", ["a", "A1", "x_y-z", "9" * 32])
def test_nicknames(name: str) -> None:
    assert is_nickname(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        ".",
        "..",
        "a.b",
        "a/b",
        "a\\b",
        "-a",
        "_a",
        "a\n",
        "é",
        "a" * 33,
        "a b",
        "\0",
        "<b>",
    ],
)
def test_no_nicknames(name: str) -> None:
    assert not is_nickname(name)


def test_it_goes_on_after_a_restart(open_study: Open) -> None:
    offers = (offer(2), offer(2, "fs1-forest"))
    study = open_study(*offers)
    ann = join(study, "ann")
    fly(study, ann)
    second = study.begin(ann, study.offers["flysearch/fs1-city"], 1)
    assert second
    flight = ann.flight
    assert flight is not None
    wait_for(lambda: flight.phase == "turn")
    assert flight.answer(0, "<Action>(0, 0, -3)</Action>")
    wait_for(lambda: flight.phase == "turn")
    study.close()

    again = open_study(*offers)
    found = again.person("ann".ljust(43, "x"))
    assert found is not None
    assert again.tally(found) == (0, 1)
    assert found.flight is not None
    assert found.flight.phase == "paused"
    assert found.flight.replies == ["<Action>(0, 0, -3)</Action>"]
    assert found.flight.answer(1, CLAIM)
    resumed = found.flight
    wait_for(lambda: resumed.phase == "over")
    assert again.tally(found) == (0, 2)
    assert resumed.attempt == 2


def test_a_folder_is_one_studys(open_study: Open, tmp_path: Path) -> None:
    study = open_study()
    with pytest.raises(UsageError, match="another study is running"):
        open_study()
    study.close()
    with pytest.raises(UsageError, match="other scenarios of flysearch/fs1-city"):
        open_study(offer(2))
    with pytest.raises(UsageError, match="other engine"):
        Study(
            [offer(3)],
            tmp_path / "out",
            engine=EngineChoice("tests.runs.stand_ins:flat", quality="draft"),
            workers=1,
            idle_s=1,
        )
    (tmp_path / "else").mkdir()
    (tmp_path / "else" / "thesis.tex").touch()
    with pytest.raises(UsageError, match="holds other files"):
        open_study(out="else")
    assert [path.name for path in (tmp_path / "else").iterdir()] == ["thesis.tex"]
    # A set more is no contradiction.
    study = open_study(offer(3), offer(1, "fs1-forest"))
    kept = json.loads((tmp_path / "out" / "study.json").read_text())
    assert sorted(kept["sets"]) == ["flysearch/fs1-city", "flysearch/fs1-forest"]


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"id": 1, "sets": 3}'])
def test_a_damaged_studys_file(open_study: Open, tmp_path: Path, text: str) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "study.json").write_text(text)
    with pytest.raises(UsageError, match=r"study\.json"):
        open_study()


@pytest.mark.parametrize(
    "text", ["", "{}", '{"nickname": "eve", "token_sha256": "", "joined": ""}']
)
def test_a_damaged_participants_file(open_study: Open, tmp_path: Path, text: str) -> None:
    open_study().close()
    (tmp_path / "out" / "people").mkdir()
    (tmp_path / "out" / "people" / "ann.json").write_text(text)
    with pytest.raises(UsageError, match=r"ann\.json"):
        open_study()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written(open_study: Open, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir(mode=0o500)
    with pytest.raises(UsageError, match="cannot be written"):
        open_study()


def test_the_same_scenario_twice_is_refused() -> None:
    one = offer(1)
    with pytest.raises(UsageError, match="flysearch/fs1-city: holds the same scenario twice"):
        Offer(one.benchmark, one.info, one.scenarios * 2, "files", 0)


def test_reports_of_problems(
    open_study: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = open_study()
    study.report_bug(None, "before\njoining", browser="x")
    lines = (tmp_path / "out" / "bugs.jsonl").read_text().splitlines()
    assert json.loads(lines[0])["text"] == "before\njoining"
    assert json.loads(lines[0])["nickname"] is None
    monkeypatch.setattr("lookabout.web.study.MAX_BUGS_BYTES", 10)
    with pytest.raises(FullError):
        study.report_bug(None, "too much")


def test_the_study_can_be_full(open_study: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    study = open_study()
    ann = join(study, "ann")
    monkeypatch.setattr("lookabout.web.study.MAX_WAITING", 0)
    with pytest.raises(FullError):
        study.begin(ann, study.offers["flysearch/fs1-city"], 0)
    assert ann.flight is None
    assert study.left(ann, study.offers["flysearch/fs1-city"]) == 3
    monkeypatch.setattr("lookabout.web.study.MAX_PEOPLE", 1)
    with pytest.raises(FullError):
        study.join("bob", "z" * 43)


def test_idle_people_give_up_their_simulators(open_study: Open) -> None:
    study = open_study(workers=1, idle_s=0.0)
    ann, bob, path = join(study, "ann"), join(study, "bob"), "flysearch/fs1-city"
    study.begin(ann, study.offers[path], 0)
    first = ann.flight
    assert first is not None
    wait_for(lambda: first.phase == "turn")
    study.begin(bob, study.offers[path], 0)
    second = bob.flight
    assert second is not None
    assert second.phase == "queued"
    study.sweep()
    wait_for(lambda: first.phase == "paused")
    wait_for(lambda: second.phase == "turn")
    assert first.answer(0, CLAIM)
    assert first.phase == "queued"
    assert not first.answer(0, CLAIM)
    study.sweep()
    wait_for(lambda: first.phase == "over")


def test_simulators_that_others_wait_for_are_given_up_sooner(
    open_study: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lookabout.web.study._WANTED_IDLE_S", 0.0)
    study = open_study(workers=1, idle_s=600.0)
    ann, bob, path = join(study, "ann"), join(study, "bob"), "flysearch/fs1-city"
    study.begin(ann, study.offers[path], 0)
    first = ann.flight
    assert first is not None
    wait_for(lambda: first.phase == "turn")
    study.sweep()
    assert first.phase == "turn"
    study.begin(bob, study.offers[path], 0)
    second = bob.flight
    assert second is not None
    wait_for(lambda: study._seats.waiting == 1)
    study.sweep()
    wait_for(lambda: second.phase == "turn")
    assert first.phase == "paused"
