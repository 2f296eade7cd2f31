"""A worker process: one simulator and one agent, kept warm from attempt to attempt."""

from __future__ import annotations

import os
import signal
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeGuard

from lookabout.benchmarks.registry import get_benchmark
from lookabout.errors import LookaboutError, ServiceError, UsageError
from lookabout.exchange import Agent
from lookabout.records import EpisodeRecord
from lookabout.runs.attempt import play_attempt
from lookabout.runs.plan import AgentChoice, EngineChoice
from lookabout.sim.protocol import Simulator
from lookabout.sim.registry import make_simulator
from lookabout.sim.scenario import Scenario

_PARENT_CHECK_S = 0.5
_ENDED_BY_AGENT = 70


@dataclass(frozen=True)
class Job:
    """One attempt, as sent to a worker."""

    record: EpisodeRecord
    """As known before the start."""
    folder: Path
    agent: AgentChoice
    engine: EngineChoice


@dataclass(frozen=True)
class Outcome:
    """What came of a job, as sent back."""

    episode: int
    ending: str
    success: bool
    error: str = ""
    stop_run: LookaboutError | None = None
    """A failure that trying again cannot mend: a service that refuses, a mistake of the user."""


class _Worker:
    """What this process keeps between jobs."""

    def __init__(self) -> None:
        self.simulator: Simulator | None = None
        self.agent: Agent | None = None

    def play(self, job: Job) -> Outcome:
        benchmark = get_benchmark(job.record.benchmark)

        def simulator() -> Simulator:
            if self.simulator is None:
                self.simulator = make_simulator(
                    job.engine.name,
                    quality=job.engine.quality,
                    device=job.engine.device,
                    threads=job.engine.threads,
                )
            return self.simulator

        def agent() -> Agent:
            if self.agent is None:
                self.agent = job.agent.make(benchmark)
            return self.agent

        record, failure = play_attempt(
            benchmark=benchmark,
            scenario=Scenario.model_validate(job.record.scenario),
            simulator=simulator,
            agent=agent,
            settings=benchmark.settings_model.model_validate(job.record.settings),
            record=job.record,
            folder=job.folder,
        )
        if record.failed:
            self.discard()
        return Outcome(
            episode=record.episode,
            ending=record.ending or "",
            success=bool(record.verdict and record.verdict["success"]),
            error=record.error or "",
            stop_run=failure if _is_final(failure) else None,
        )

    def discard(self) -> None:
        """After a failure start afresh: nothing that may be broken is used again."""
        for held in (self.simulator, self.agent):
            if held is not None:
                # What has failed may fail again when it is closed; the record is written.
                with suppress(Exception, SystemExit):
                    held.close()
        self.simulator = self.agent = None


def _is_final(failure: BaseException | None) -> TypeGuard[LookaboutError]:
    return isinstance(failure, UsageError) or (
        isinstance(failure, ServiceError) and failure.permanent
    )


_worker: _Worker | None = None


def start() -> None:
    """Called once in each new worker process."""
    global _worker
    # The pool takes a process that ends with 0 for one that was told to, and would wait for
    # its result for ever.
    end = os._exit
    os._exit = lambda code: end(code or _ENDED_BY_AGENT)  # type: ignore[assignment]
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent to handle
    _worker = _Worker()
    threading.Thread(target=_end_with_parent, args=(os.getppid(),), daemon=True).start()


def play(job: Job) -> Outcome:
    """Carry out a job in a worker process."""
    assert _worker is not None, "the worker process was not started by start()"
    return _worker.play(job)


def _end_with_parent(parent: int) -> None:
    """A killed parent cannot end its workers, and they must not go on writing records."""
    while os.getppid() == parent:
        time.sleep(_PARENT_CHECK_S)
    os._exit(1)
