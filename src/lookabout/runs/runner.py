"""Many episodes over worker processes, with new attempts for failures, until all are done."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from dataclasses import dataclass
from pathlib import Path

from pebble import ProcessExpired

from lookabout.benchmarks.registry import get_benchmark
from lookabout.errors import SimulatorError, UsageError
from lookabout.records import EpisodeRecord, RunRecord
from lookabout.runs import worker
from lookabout.runs.attempt import new_record
from lookabout.runs.plan import EngineChoice, RunPlan
from lookabout.runs.pool import process_pool
from lookabout.runs.store import RunFolder, read_episode, replies, write_episode
from lookabout.runs.worker import Job, Outcome
from lookabout.runs.writer import utc_now
from lookabout.sim.registry import make_simulator
from lookabout.world.assets.look import require_look


@dataclass(frozen=True)
class RunSummary:
    """What a call of :func:`run` did."""

    folder: Path
    episodes: int
    kept: int
    """Had a verdict before."""
    played: int
    """Got a verdict now."""
    failed: int
    """Have no verdict: every attempt failed."""


Progress = Callable[[Outcome], None]
"""Called after every attempt."""
Watch = Callable[[Mapping[int, int]], None]
"""Called now and then, with how many replies the running episodes have had."""
_WATCH_EVERY_S = 1.0


def run(
    plan: RunPlan,
    progress: Progress | None = None,
    kept: Callable[[int], None] | None = None,
    watch: Watch | None = None,
) -> RunSummary:
    """
    Play every episode of the plan that has no verdict yet.

    Attempts that fail (agent's program, service, simulator, a worker that dies) are kept and
    followed by new ones, at most ``plan.max_attempts`` for an episode in this call. An agent's
    program that fails in the very same way twice running is not tried again.

    :param kept: called once, at the start, with how many episodes have a verdict already.
    :raises UsageError: before anything is written, if the plan cannot work; later, for a
        scenario whose world cannot be built.
    :raises ServiceError: if the service will refuse every episode; what was finished is kept.
    :raises KeyboardInterrupt: on Ctrl-C, after the workers have ended; a new call goes on.
    """
    benchmark = get_benchmark(plan.benchmark)
    record = plan.record(plan.agent.info(benchmark))
    require_engine(plan.engine)
    for look in sorted({scenario.world.look for scenario in plan.scenarios}):
        require_look(look)
    folder = RunFolder(plan.out)
    with folder.open(record, plan.scenarios):
        indices = range(len(plan.scenarios))
        todo = [index for index in indices if not folder.finished(index, record)]
        played = failed = 0
        if kept:
            kept(len(indices) - len(todo))
        try:
            for outcome in _play_all(plan, record, folder, todo, progress, watch):
                played, failed = played + (not outcome.error), failed + bool(outcome.error)
        except OSError as error:  # a full disk, say
            raise UsageError(f"a record cannot be written: {error}", where=str(plan.out)) from error
    return RunSummary(plan.out, len(indices), len(indices) - len(todo), played, failed)


def require_engine(engine: EngineChoice) -> None:
    """:raises UsageError: for a name that does not exist, or a device that is not there."""
    simulator = make_simulator(engine.name, quality=engine.quality, device=engine.device)
    try:
        if engine.device != "cpu":
            _ = simulator.engine  # starts the renderer to find out
    finally:
        simulator.close()


def _play_all(
    plan: RunPlan,
    record: RunRecord,
    folder: RunFolder,
    todo: list[int],
    progress: Progress | None,
    watch: Watch | None,
) -> Iterator[Outcome]:
    """The last outcome of each episode, as they come."""
    waiting = deque(todo)
    tries = dict.fromkeys(todo, 0)
    last: dict[int, Outcome] = {}
    running: dict[Future[Outcome], Job] = {}
    if not todo:
        return
    with process_pool(min(plan.workers, len(todo)), worker.start) as pool:
        while waiting or running:
            while waiting and len(running) < plan.workers:
                index = waiting.popleft()
                tries[index] += 1
                job = _new_job(plan, record, folder, index)
                try:
                    running[pool.schedule(worker.play, args=(job,))] = job
                except RuntimeError as error:
                    raise SimulatorError(f"the worker processes cannot go on: {error}") from error
            every_s = _WATCH_EVERY_S if watch else None
            done, _ = wait(running, timeout=every_s, return_when=FIRST_COMPLETED)
            if watch:
                watch({job.record.episode: replies(job.folder) for job in running.values()})
            for future in done:
                job = running.pop(future)
                outcome = _outcome(future, job)
                if outcome.stop_run:
                    raise outcome.stop_run
                if progress:
                    progress(outcome)
                # Its seed is the same in every attempt, so the same error twice is a bug of it.
                bug = outcome.ending == "agent_error" and outcome == last.get(outcome.episode)
                last[outcome.episode] = outcome
                if outcome.error and not bug and tries[outcome.episode] < plan.max_attempts:
                    waiting.append(outcome.episode)
                else:
                    yield outcome


def _new_job(plan: RunPlan, run: RunRecord, folder: RunFolder, index: int) -> Job:
    def record(attempt: int) -> EpisodeRecord:
        return new_record(
            scenario=plan.scenarios[index],
            benchmark=get_benchmark(plan.benchmark),
            run=run,
            episode=index,
            attempt=attempt,
        )

    episode, path = folder.new_attempt(index, record)
    return Job(episode, path, plan.agent, plan.engine)


def _outcome(future: Future[Outcome], job: Job) -> Outcome:
    """What a job came to; a worker that died without a word is a failure of the simulator."""
    try:
        return future.result()
    except (ProcessExpired, BrokenExecutor, CancelledError) as error:
        code = getattr(error, "exitcode", "unknown")
        message = f"the worker process ended in the middle of the episode (exit code {code})"
    record = (read_episode(job.folder) or job.record).model_copy(
        update={"ending": "simulator_error", "error": message, "finished": utc_now()}
    )
    write_episode(job.folder, record)
    return Outcome(record.episode, "simulator_error", False, message)
