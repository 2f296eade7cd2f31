"""One person's search over several attempts, and the seats in front of it."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from lookabout.benchmarks.flysearch.benchmark import FlySearch
from lookabout.records import AgentInfo, EpisodeRecord, RunRecord
from lookabout.runs.attempt import new_record
from lookabout.runs.store import RunFolder
from lookabout.web.flight import STARTED_ANEW, Flight
from lookabout.web.memories import remember
from lookabout.web.seats import Seats
from lookabout.web.task import CLAIM, SETTINGS
from tests.web.conftest import wait_for
from tests.worlds import FlatWorld, flysearch_scenario

SCENARIO = flysearch_scenario()
DOWN = "<Action>(-5, 4, -10)</Action>"
HIGH = "<Action>(0, 0, 500)</Action>"
RUN = RunRecord(
    benchmark="flysearch",
    set="fs1-city",
    agent=AgentInfo(name="human/ann", kind="human"),
    seed=0,
    episodes=1,
    settings=SETTINGS.model_dump(mode="json"),
    started="2026-01-01T00:00:00+00:00",
)


class Setting:
    """A search in a run folder, with one seat."""

    def __init__(self, path: Path) -> None:
        self.folder = RunFolder(path)
        self.worlds: list[FlatWorld] = []
        self.fail_at: int | None = None
        self.fingerprint = "f" * 64
        self.seats = Seats(self._world, 1)

    def _world(self) -> Any:
        world = FlatWorld(fail_at=self.fail_at)
        world.fingerprint = self.fingerprint
        self.worlds.append(world)
        return world

    @contextmanager
    def _attempt(self) -> Iterator[tuple[EpisodeRecord, Path]]:
        def record(number: int) -> EpisodeRecord:
            return new_record(
                scenario=SCENARIO, benchmark=FlySearch(), run=RUN, episode=0, attempt=number
            )

        with self.folder.open(RUN, [SCENARIO]):
            yield self.folder.new_attempt(0, record)

    def flight(self) -> Flight:
        """As a server that has just started would make it."""
        return Flight(
            benchmark=FlySearch(),
            scenario=SCENARIO,
            seats=self.seats,
            attempt=self._attempt,
            memory=remember(self.folder, 0),
        )

    def records(self) -> list[EpisodeRecord | None]:
        return list(self.folder.attempts(0).values())

    def lines(self, attempt: int) -> list[dict[str, Any]]:
        path = self.folder.episode(0) / f"attempt-{attempt}" / "steps.jsonl"
        return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.fixture
def setting(tmp_path: Path) -> Iterator[Setting]:
    made = Setting(tmp_path / "run")
    yield made
    made.seats.close()


def reach(flight: Flight, phase: str) -> None:
    wait_for(lambda: flight.phase == phase)


def test_a_search_from_start_to_verdict(setting: Setting) -> None:
    flight = setting.flight()
    assert flight.phase == "paused"
    versions = {flight.version}
    flight.start()
    flight.start()  # a second click
    reach(flight, "turn")
    versions.add(flight.version)
    for index, reply in enumerate([HIGH] * 6 + [DOWN]):
        assert flight.answer(index, reply)
        assert not flight.answer(index, reply)  # the same page once more
        wait_for(lambda: flight.phase == "turn")
        versions.add(flight.version)
    assert len(versions) == 9
    assert len(flight.pictures) == 2
    assert not flight.answer(6, CLAIM)
    assert not flight.answer(8, CLAIM)
    assert flight.answer(7, CLAIM)
    reach(flight, "over")
    assert flight.record is not None
    assert flight.record.ending == "claimed"
    assert flight.record.verdict is not None
    # At 30 m over the ground, 28.2 m over the roof: too high.
    assert flight.record.verdict["in_view"] is True
    assert flight.record.verdict["low_enough"] is False
    flight.start()
    assert flight.phase == "over"
    assert not flight.answer(8, CLAIM)
    outcomes = [line["outcome"] for line in setting.lines(1)]
    assert outcomes == ["refused"] * 6 + ["moved", "ended"]


def test_leaving_and_coming_back(setting: Setting) -> None:
    flight = setting.flight()
    flight.start()
    reach(flight, "turn")
    flight.answer(0, DOWN)
    wait_for(lambda: flight.phase == "turn" and len(flight.shown) == 2)
    flight.leave()
    reach(flight, "paused")
    [record] = setting.records()
    assert record is not None
    assert record.ending is None
    assert record.verdict is None
    assert record.scene_fingerprint == "f" * 64
    # The reply typed into the page of before starts the next attempt and is flown in it.
    assert flight.answer(1, CLAIM)
    reach(flight, "over")
    assert [line["reply"] for line in setting.lines(2)] == [DOWN, CLAIM]
    first, second = (setting.lines(number)[0] for number in (1, 2))
    assert first["position"] == second["position"]
    assert first["detail"]["path"] == second["detail"]["path"]
    # The same simulator was used again: leaving is no failure.
    assert len(setting.worlds) == 1


def test_a_new_server_remembers(setting: Setting) -> None:
    flight = setting.flight()
    flight.start()
    reach(flight, "turn")
    for index, reply in enumerate((HIGH, DOWN)):
        flight.answer(index, reply)
        wait_for(lambda n=index: flight.phase == "turn" and len(flight.shown) == n + 2)
    flight.leave()
    reach(flight, "paused")
    # The server was killed in the middle of a line.
    steps = setting.folder.episode(0) / "attempt-1" / "steps.jsonl"
    with steps.open("a") as stream:
        stream.write('{"index": 2, "turn"')
    later = setting.flight()
    assert later.replies == [HIGH, DOWN]
    later.start()
    reach(later, "turn")
    assert later.notice == ""
    wait_for(lambda: [line["reply"] for line in setting.lines(2)] == [HIGH, DOWN])
    later.leave()
    reach(later, "paused")


def test_another_world_starts_anew(setting: Setting) -> None:
    flight = setting.flight()
    flight.start()
    reach(flight, "turn")
    flight.answer(0, DOWN)
    wait_for(lambda: flight.phase == "turn" and len(flight.shown) == 2)
    flight.leave()
    reach(flight, "paused")
    setting.worlds[0].fingerprint = "e" * 64
    key = flight.key
    flight.start()
    reach(flight, "turn")
    assert flight.replies == []
    assert flight.notice == STARTED_ANEW
    assert flight.key != key
    assert setting.lines(2) == []
    # What is remembered later is the new world's.
    flight.answer(0, HIGH)
    wait_for(lambda: flight.phase == "turn" and len(flight.shown) == 2)
    flight.leave()
    reach(flight, "paused")
    assert setting.flight().replies == [HIGH]


def test_moves_that_lead_elsewhere_start_anew(setting: Setting) -> None:
    flight = setting.flight()
    flight.start()
    reach(flight, "turn")
    flight.answer(0, DOWN)
    wait_for(lambda: flight.phase == "turn" and len(flight.shown) == 2)
    flight.leave()
    reach(flight, "paused")
    path = setting.folder.episode(0) / "attempt-1" / "steps.jsonl"
    path.write_text(path.read_text().replace("You are 40 metres", "You are 41 metres"))
    later = setting.flight()
    later.start()
    reach(later, "failed")
    later.start()
    reach(later, "turn")
    assert later.notice == STARTED_ANEW
    assert later.replies == []
    later.leave()
    reach(later, "paused")
    assert [r and r.ending for r in setting.records()] == [None, "simulator_error", None]


def test_a_broken_simulator_is_replaced(setting: Setting) -> None:
    setting.fail_at = 1
    flight = setting.flight()
    flight.start()
    reach(flight, "turn")
    flight.answer(0, DOWN)
    reach(flight, "failed")
    assert setting.worlds[0].closed
    assert flight.replies == [DOWN]
    setting.fail_at = None
    flight.start()
    wait_for(lambda: flight.phase == "turn" and len(flight.shown) == 2)
    assert len(setting.worlds) == 2
    flight.answer(1, CLAIM)
    reach(flight, "over")
    assert [r and r.ending for r in setting.records()] == ["simulator_error", "claimed"]


def test_a_folder_in_use_fails_the_search_and_frees_the_seat(setting: Setting) -> None:
    flight = setting.flight()
    with setting.folder.open(RUN, [SCENARIO]):
        flight.start()
        reach(flight, "failed")
    flight.start()
    reach(flight, "turn")
    flight.leave()
    reach(flight, "paused")


def test_the_queue_is_in_order_and_can_be_left() -> None:
    seats = Seats(lambda: FlatWorld(), 1)  # type: ignore[arg-type, return-value]
    held = seats.take("first", lambda: False)
    assert held is not None
    got: list[str] = []
    left = threading.Event()

    def wait(who: str) -> None:
        simulator = seats.take(who, left.is_set if who == "b" else lambda: False)
        if simulator is not None:
            got.append(who)
            seats.give_back(simulator, usable=True)

    threads = []
    for index, who in enumerate("abc"):
        threads.append(threading.Thread(target=wait, args=(who,)))
        threads[-1].start()
        wait_for(lambda n=index: seats.waiting == n + 1)
    assert [seats.place(who) for who in "abc"] == [0, 1, 2]
    left.set()
    seats.look_again()
    wait_for(lambda: seats.waiting == 2)
    assert seats.place("c") == 1
    seats.give_back(held, usable=True)
    for thread in threads:
        thread.join(10)
    assert got == ["a", "c"]
    assert seats.take("last", lambda: False) is held
    seats.close()
    assert seats.take("late", lambda: False) is None
    seats.give_back(held, usable=True)
    assert held.closed  # type: ignore[attr-defined]
