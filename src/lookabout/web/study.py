"""A study: which sets it offers, who takes part, who gets which scenario, what is kept."""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from lookabout.errors import UsageError
from lookabout.records import AgentInfo, EpisodeRecord, RunRecord
from lookabout.runs.attempt import new_record
from lookabout.runs.folders import held
from lookabout.runs.plan import EngineChoice, versions
from lookabout.runs.store import RunFolder
from lookabout.runs.writer import utc_now
from lookabout.sim.registry import make_simulator
from lookabout.web.flight import Flight
from lookabout.web.manifest import take_up
from lookabout.web.memories import remember
from lookabout.web.offer import Offer
from lookabout.web.people import Given, Person, new_person, read_people, token_hash
from lookabout.web.seats import Seats
from lookabout.web.task import SETTINGS

MAX_PEOPLE = 5000
MAX_WAITING = 200
MAX_BUGS_BYTES = 20_000_000
_WAITING_IDLE_S = 90.0
"""Somebody in the queue whose page has not asked for that long has left."""
_WANTED_IDLE_S = 180.0
"""Somebody who does nothing for that long gives up a simulator that others wait for."""
_END_S = 60.0
"""The longest wait for searches to stop at the end: a world may be under construction."""


class FullError(Exception):
    """Raised when the study takes no more of something; the page says so."""


class Study:
    """Everything behind the pages. Methods may be called from any thread."""

    def __init__(
        self,
        offers: Sequence[Offer],
        out: Path,
        *,
        engine: EngineChoice,
        workers: int,
        idle_s: float,
    ) -> None:
        """
        :param offers: at least one.
        :param out: the study's folder; an earlier study in it is continued.
        :param workers: simulators at once.
        :param idle_s: somebody who does nothing for that long gives up the simulator, and
            sooner where others wait.
        :raises UsageError: if the folder cannot be used, or holds something else.
        """
        self.offers = {offer.path: offer for offer in offers}
        self._out = out
        self._engine = engine
        self._idle_s = idle_s
        self._lock = threading.RLock()
        self._closing = ExitStack()
        self._people: dict[str, Person] = {}
        """By SHA-256 of the token."""
        self._closed = False
        self._seats = Seats(self._make_simulator, workers)
        try:
            busy = "another study is running in this folder"
            self._closing.enter_context(held(out, "study.json", busy=busy))
            self.id = take_up(out / "study.json", offers, engine)
            for person in read_people(out / "people"):
                self._recall(person)
                self._people[person.token_sha256] = person
        except BaseException:
            self._closing.close()
            raise

    # -- people ------------------------------------------------------------------------

    def person(self, token: str) -> Person | None:
        """Who holds a token; it counts as a sign of life."""
        with self._lock:
            person = self._people.get(token_hash(token))
            if person is not None:
                person.seen_s = time.monotonic()
            return person

    def join(self, nickname: str, token: str) -> Person | None:
        """
        Take somebody in, or back who comes with the same token.

        :param nickname: checked.
        :returns: None if the nickname belongs to somebody else.
        :raises FullError: if the study takes no more people.
        """
        with self._lock:
            known = self._people.get(token_hash(token))
            if known is not None:
                return known
            taken = {person.nickname.casefold() for person in self._people.values()}
            if nickname.casefold() in taken:
                return None
            if len(self._people) >= MAX_PEOPLE:
                raise FullError("This study has as many participants as it can take.")
            person = new_person(nickname, token)
            person.write(self._out / "people")
            self._people[person.token_sha256] = person
            return person

    def begin(self, person: Person, offer: Offer, after: int) -> bool:
        """
        Give somebody the next scenario of a set.

        :param after: searches begun before, as the page knew; another number is ignored, and
            so is a wish for a new search before the present one has ended.
        :returns: False if there is none left for this person.
        :raises FullError: if too many wait for a simulator.
        """
        with self._lock:
            flight = person.flight
            if after != person.begun or (flight and flight.phase not in ("over", "failed")):
                return True
            self._settle(person)
            index = self._choose(person, offer)
            if index is None:
                return False
            if self._seats.waiting >= MAX_WAITING:
                raise FullError("Too many people are waiting. Please come back later.")
            person.set = offer.path
            person.write(self._out / "people")
            person.given.setdefault(offer.path, []).append(Given(index))
            person.begun += 1
            person.flight = self._flight(person, offer)
            person.flight.start()
            return True

    def left(self, person: Person, offer: Offer) -> int:
        """How many scenarios of a set somebody has not been given."""
        return len(offer.scenarios) - len(person.given.get(offer.path, ()))

    def tally(self, person: Person) -> tuple[int, int]:
        """(found, judged) of somebody, over all sets."""
        with self._lock:
            self._settle(person)
            ended = [
                given.success
                for many in person.given.values()
                for given in many
                if given.success is not None
            ]
            return sum(ended), len(ended)

    def report_bug(self, person: Person | None, text: str, **context: Any) -> None:
        """
        Keep what somebody reports, with where they were.

        :raises FullError: if the file has grown too large.
        """
        flight = person.flight if person else None
        line = {
            "time": utc_now(),
            "nickname": person.nickname if person else None,
            "set": person.set if person else None,
            "scenario": flight.scenario.id if flight else None,
            "episode": len(person.given[person.set]) - 1 if person and flight else None,
            "attempt": flight.attempt if flight else None,
            "phase": flight.phase if flight else None,
            "replies": len(flight.replies) if flight else None,
            **context,
            "text": text,
        }
        path = self._out / "bugs.jsonl"
        with self._lock:
            if path.exists() and path.stat().st_size > MAX_BUGS_BYTES:
                raise FullError("No more reports can be kept.")
            with path.open("a", encoding="utf-8") as stream:
                stream.write(json.dumps(line) + "\n")

    # -- life --------------------------------------------------------------------------

    def sweep(self) -> None:
        """Free the simulators of people who have gone. To be called every second or so."""
        now = time.monotonic()
        with self._lock:
            people = list(self._people.values())
        idle_s = min(self._idle_s, _WANTED_IDLE_S) if self._seats.waiting else self._idle_s
        for person in people:
            flight, away_s = person.flight, now - person.seen_s
            if flight is None:
                continue
            limit_s = {"turn": idle_s, "queued": _WAITING_IDLE_S}
            if away_s > limit_s.get(flight.phase, float("inf")):
                flight.leave()

    def close(self) -> None:
        """Leave every search as it is, end all simulators, release the folder."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            flights = [person.flight for person in self._people.values() if person.flight]
        for flight in flights:
            flight.leave()
        self._seats.close()
        ends = time.monotonic() + _END_S
        for flight in flights:
            flight.join(max(0.0, ends - time.monotonic()))
        self._closing.close()

    # -- the folder --------------------------------------------------------------------

    def _folder(self, person: Person, offer: Offer) -> RunFolder:
        return RunFolder(self._out / offer.path.replace("/", "-") / person.nickname)

    def _run(self, person: Person, offer: Offer) -> RunRecord:
        """The person's run of a set, as far as scenarios have been given."""
        given = person.given[offer.path]
        return RunRecord(
            benchmark=offer.benchmark.name,
            set=offer.info.name,
            agent=AgentInfo(name=f"human/{person.nickname}", kind="human"),
            seed=offer.seed,
            episodes=len(given),
            settings=SETTINGS.model_dump(mode="json"),
            versions=versions(),
            engine=self._engine.as_record(),
            scenarios=[offer.hashes[item.scenario] for item in given],
            source=offer.source,
            started=utc_now(),
        )

    def _recall(self, person: Person) -> None:
        """What somebody has flown, from the records; an unfinished search can go on."""
        for offer in self.offers.values():
            folder = self._folder(person, offer)
            if not (folder.path / "run.json").exists():
                continue
            run = folder.record()
            places = {value: index for index, value in enumerate(offer.hashes)}
            given = person.given.setdefault(offer.path, [])
            for episode, value in enumerate(run.scenarios):
                if value not in places:
                    raise UsageError(
                        f"holds a scenario that is not in {offer.path}",
                        where=str(folder.path / "run.json"),
                    )
                given.append(Given(places[value]))
                if folder.finished(episode, run):
                    records = folder.attempts(episode).values()
                    judged = [r for r in records if r and r.judged and r.verdict]
                    given[-1].success = bool((judged[-1].verdict or {})["success"])
        latest = person.given.get(person.set)
        if latest and latest[-1].success is None:
            person.flight = self._flight(person, self.offers[person.set])
            person.begun = 1

    # -- searches ----------------------------------------------------------------------

    def _choose(self, person: Person, offer: Offer) -> int | None:
        """
        The next scenario: one that the person has not had and that the fewest people have
        flown or are flying; among equals the order is drawn for each person anew.
        """
        counts = np.zeros(len(offer.scenarios), int)
        for other in self._people.values():
            self._settle(other)
            in_air = other.flight is not None and other.flight.phase not in ("paused", "failed")
            given = other.given.get(offer.path, [])
            for item in given:
                current = item is given[-1] and other.set == offer.path and in_air
                counts[item.scenario] += item.success is not None or current
        had = {item.scenario for item in person.given.get(offer.path, ())}
        words = json.dumps([offer.seed, offer.path, person.nickname])
        seed = int.from_bytes(hashlib.sha256(words.encode()).digest()[:8])
        order = np.random.default_rng(seed).permutation(len(offer.scenarios))
        free = [int(index) for index in order if int(index) not in had]
        return min(free, key=lambda index: counts[index], default=None)

    def _settle(self, person: Person) -> None:
        """Note the verdict of a search that has ended."""
        flight = person.flight
        if flight is not None and flight.record is not None and flight.record.verdict:
            person.given[person.set][-1].success = bool(flight.record.verdict["success"])

    def _flight(self, person: Person, offer: Offer) -> Flight:
        episode = len(person.given[offer.path]) - 1
        given = [offer.scenarios[item.scenario] for item in person.given[offer.path]]
        run, folder = self._run(person, offer), self._folder(person, offer)

        @contextmanager
        def attempt() -> Iterator[tuple[EpisodeRecord, Path]]:
            def record(number: int) -> EpisodeRecord:
                return new_record(
                    scenario=given[-1],
                    benchmark=offer.benchmark,
                    run=run,
                    episode=episode,
                    attempt=number,
                )

            with folder.open(run, given):
                yield folder.new_attempt(episode, record)

        return Flight(
            benchmark=offer.benchmark,
            scenario=given[-1],
            seats=self._seats,
            attempt=attempt,
            memory=remember(folder, episode),
        )

    def _make_simulator(self) -> Any:
        engine = self._engine
        return make_simulator(
            engine.name, quality=engine.quality, device=engine.device, threads=engine.threads
        )
