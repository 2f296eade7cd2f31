"""A worker process: one simulator and one agent, kept warm from attempt to attempt."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeGuard

from lookabout.benchmarks.registry import get_benchmark
from lookabout.errors import LookaboutError, ServiceError, UsageError
from lookabout.exchange import Agent
from lookabout.records import EpisodeRecord, StepRecord
from lookabout.runs.attempt import play_attempt
from lookabout.runs.plan import AgentChoice, EngineChoice
from lookabout.runs.pool import settle
from lookabout.sim.protocol import Simulator
from lookabout.sim.registry import make_simulator
from lookabout.sim.scenario import Scenario


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
    hint: str = ""
    """For the author of a scripted agent, about an episode that was judged all the same."""
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
            hint=_hint(record, job.folder),
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


def _hint(record: EpisodeRecord, folder: Path) -> str:
    """A program that writes calls of tools as text has an episode of one reply, and no score."""
    if record.agent.kind != "scripted" or not record.judged or record.steps != 1:
        return ""
    step = StepRecord.model_validate_json((folder / "steps.jsonl").read_bytes())
    if not step.detail.get("tools") or step.detail.get("calls") or not step.reply.strip():
        return ""
    return (
        "the agent's first reply has text but no call of a tool, which ended the episode; "
        "calls are lookabout.exchange.ToolCall objects in Reply.tool_calls"
    )


_worker: _Worker | None = None


def start() -> None:
    """Called once in each new worker process."""
    global _worker
    settle()
    _worker = _Worker()


def play(job: Job) -> Outcome:
    """Carry out a job in a worker process."""
    assert _worker is not None, "the worker process was not started by start()"
    return _worker.play(job)
