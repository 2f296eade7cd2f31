"""One person's search in one scenario, over as many attempts as it takes."""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from lookabout.benchmarks.base import Benchmark
from lookabout.errors import AbandonedError, SimulatorError
from lookabout.exchange import Briefing, Image, Observation, Reply
from lookabout.records import EpisodeRecord
from lookabout.runs.attempt import play_attempt
from lookabout.sim.protocol import Simulator
from lookabout.sim.scenario import Scenario
from lookabout.web.seats import Seats
from lookabout.web.task import SETTINGS

_log = logging.getLogger(__name__)

Phase = Literal["queued", "building", "turn", "flying", "paused", "over", "failed"]
"""queued: waits for a simulator. building: the world is made, earlier moves are flown again.
turn: the person is to move. flying: the move is made, the next picture rendered. paused: the
person was away and the simulator has gone to others. over: judged. failed: by no fault of the
person."""

STARTED_ANEW = (
    "This search had to start from its beginning: its world is no longer exactly the one in "
    "which you made your earlier moves."
)


@dataclass
class Memory:
    """What was shown and answered in a scenario so far."""

    replies: list[str] = field(default_factory=list)
    """Of the person, in order; flown again in a new attempt."""
    told: list[str] = field(default_factory=list)
    """Texts of the observations before each of them; a new attempt must say the same."""
    fingerprint: str = ""
    """Of the world in which that was."""


class Flight:
    """
    A search from its first picture to its verdict. Every method may be called from any thread.

    A thread plays the attempt; it waits where the person is to answer. A person who leaves ends
    the thread, not the search: the next answer starts a new attempt, in which the earlier
    replies are given again.
    """

    def __init__(
        self,
        *,
        benchmark: Benchmark,
        scenario: Scenario,
        seats: Seats,
        attempt: Callable[[], AbstractContextManager[tuple[EpisodeRecord, Path]]],
        memory: Memory | None = None,
    ) -> None:
        """
        :param attempt: opens a new attempt: its record as known before the start, its folder.
        :param memory: of earlier attempts.
        """
        self.key = _new_key()
        """Names this search in addresses and forms; says nothing about it."""
        self.scenario = scenario
        self.record: EpisodeRecord | None = None
        """Judged, once the search is over."""
        self.attempt = 0
        """Number of the present or last attempt."""
        self.notice = ""
        self.failures = 0
        self._benchmark = benchmark
        self._seats = seats
        self._new_attempt = attempt
        self._memory = memory or Memory()
        self._phase: Phase = "paused"
        self._version = 0
        self._leaving = False
        self._shown: list[Observation] = []
        self._changed = threading.Condition(threading.RLock())
        self._thread: threading.Thread | None = None

    # -- what the pages show ---------------------------------------------------------

    @property
    def phase(self) -> Phase:
        """Where the search stands."""
        return self._phase

    @property
    def version(self) -> str:
        """Another text whenever the page would show something else."""
        with self._changed:
            return f"{self.key}.{self._version}.{self.place}"

    @property
    def place(self) -> int:
        """How many stand before the person in the queue."""
        return self._seats.place(self) if self._phase == "queued" else 0

    @property
    def replies(self) -> list[str]:
        """Accepted so far."""
        with self._changed:
            return list(self._memory.replies)

    @property
    def shown(self) -> list[Observation]:
        """What this attempt has shown so far: one observation for each reply, and one more."""
        with self._changed:
            return list(self._shown)

    @property
    def pictures(self) -> list[Image]:
        """All pictures shown so far, in order."""
        return [image for observation in self.shown for image in observation.images]

    # -- what the person does --------------------------------------------------------

    def start(self) -> None:
        """Fly on, in a new attempt. Does nothing where one is under way or the search is over."""
        with self._changed:
            if self._phase not in ("paused", "failed"):
                return
            before = self._thread
            self._leaving = False
            self._shown = []
            self._set("queued")
            self._thread = threading.Thread(
                target=self._run, args=(before,), name=f"flight {self.key}", daemon=True
            )
            self._thread.start()

    def answer(self, index: int, reply: str) -> bool:
        """
        Take the person's next reply.

        :param index: how many replies came before it, as the page that it was typed into knew.
        :returns: False if the reply was not expected: the page was out of date. It is ignored.
        """
        with self._changed:
            if index != len(self._memory.replies) or self._phase not in ("turn", "paused"):
                return False
            self._memory.replies.append(reply)
            if self._phase == "paused":
                self.start()
            else:
                self._leaving = False
                self._set("flying")
            return True

    def leave(self) -> None:
        """The person has gone: the simulator is for others. Returns at once."""
        with self._changed:
            self._leaving = True
            self._changed.notify_all()
        self._seats.look_again()

    def join(self, timeout_s: float) -> None:
        """Wait for the thread to end."""
        if self._thread is not None:
            self._thread.join(timeout_s)

    # -- the thread ------------------------------------------------------------------

    def _run(self, before: threading.Thread | None) -> None:
        if before is not None:
            before.join()
        try:
            self._set(self._fly())
        except Exception:
            # A full disk or a bug: nothing more can be recorded, and the person must know.
            _log.exception("the search %s has failed", self.key)
            self.failures += 1
            self._set("failed")

    def _fly(self) -> Phase:
        simulator = self._seats.take(self, lambda: self._leaving)
        if simulator is None:
            return "paused"
        usable = False
        try:
            with self._new_attempt() as (record, folder):
                self.attempt = record.attempt
                self._set("building")
                ended, _ = play_attempt(
                    benchmark=self._benchmark,
                    scenario=self.scenario,
                    simulator=lambda: simulator,
                    agent=lambda: _Pilot(self, simulator, record.agent.name),
                    settings=SETTINGS,
                    record=record,
                    folder=folder,
                )
            usable = not ended.failed
        except AbandonedError:
            usable = True
            return "paused"
        finally:
            self._seats.give_back(simulator, usable=usable)
        if ended.failed:
            self.failures += 1
            return "failed"
        self.record = ended
        return "over"

    def _set(self, phase: Phase) -> None:
        with self._changed:
            self._phase = phase
            self._version += 1
            self._changed.notify_all()

    # -- called by the pilot, in the thread --------------------------------------------

    def in_world(self, fingerprint: str) -> None:
        """Compare the world with the one of the earlier replies; forget them if it differs."""
        with self._changed:
            memory = self._memory
            if memory.replies and memory.fingerprint not in ("", fingerprint):
                self._forget()
            self._memory.fingerprint = fingerprint

    def next_reply(self, observation: Observation) -> str:
        """
        Show an observation and give the reply to it: an earlier one, or the person's.

        :raises AbandonedError: when the person has left.
        :raises SimulatorError: when earlier moves now lead elsewhere; they are forgotten.
        """
        with self._changed:
            memory, index = self._memory, len(self._shown)
            if index == len(memory.told):
                memory.told.append(observation.text)
            elif memory.told[index] != observation.text:
                self._forget()
                raise SimulatorError(f"turn {index} of an earlier attempt could not be repeated")
            self._shown.append(observation)
            self._version += 1
            if index == len(memory.replies):
                self._set("turn")
                self._changed.wait_for(lambda: self._leaving or index < len(memory.replies))
                if index == len(memory.replies):
                    raise AbandonedError("the person has left")
            elif self._leaving:
                raise AbandonedError("the person has left")
            return memory.replies[index]

    def _forget(self) -> None:
        """Start anew: pages and pictures of before are not this search's any more."""
        self._memory = Memory()
        self.key = _new_key()
        self.notice = STARTED_ANEW


def _new_key() -> str:
    return secrets.token_urlsafe(9)


class _Pilot:
    """The person as an agent; see :class:`lookabout.exchange.Agent`."""

    privileged = False

    def __init__(self, flight: Flight, simulator: Simulator, name: str) -> None:
        self.name = name
        self._flight = flight
        self._simulator = simulator

    def begin(self, briefing: Briefing) -> None:
        self._flight.in_world(self._simulator.fingerprint)

    def reply(self, observation: Observation) -> Reply:
        return Reply(self._flight.next_reply(observation))

    def close(self) -> None:
        pass
