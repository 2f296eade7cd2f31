"""One attempt at one episode: from scenario to verdict, every failure told apart."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from lookabout.benchmarks.base import Benchmark, guard, play, storable
from lookabout.errors import AbandonedError, AgentError, LookaboutError, ServiceError
from lookabout.exchange import Agent, Briefing
from lookabout.records import EpisodeRecord, RunRecord
from lookabout.runs.store import write_episode
from lookabout.runs.writer import AttemptWriter, utc_now
from lookabout.sim.protocol import Simulator
from lookabout.sim.scenario import Scenario
from lookabout.world.spec import SpecModel

_MAX_ERROR = 5_000
"""Characters of an error that are kept: its beginning and its end."""


def agent_seed(run_seed: int, episode: int) -> int:
    """For an agent's own choices: the same in every attempt at an episode."""
    return int(np.random.SeedSequence([run_seed, episode]).generate_state(1, np.uint32)[0])


def play_attempt(
    *,
    benchmark: Benchmark,
    scenario: Scenario,
    simulator: Callable[[], Simulator],
    agent: Callable[[], Agent],
    settings: SpecModel,
    record: EpisodeRecord,
    folder: Path,
) -> tuple[EpisodeRecord, BaseException | None]:
    """
    Play an episode and leave its record in ``folder``.

    :param simulator: gives a simulator that works; called inside the attempt, so that its
        failure is this attempt's.
    :param agent: the same for the agent.
    :param record: with everything that is known before the start.
    :param folder: of the attempt, with that record in it.
    :returns: the finished record, and the error behind a failure.
    :raises AbandonedError: when the agent does; the attempt stays unfinished.
    """
    began = time.perf_counter()
    failure: BaseException | None = None
    with AttemptWriter(folder) as writer:
        try:
            world = simulator()
            world.reset(scenario)
            truth = benchmark.truth(scenario, world)
            record = record.model_copy(
                update={
                    "look": world.look,
                    "scene_fingerprint": world.fingerprint,
                    "truth": truth,
                }
            )
            write_episode(folder, record)  # an interrupted attempt tells in which world it was
            flyer = guard(agent)
            briefing = _briefing(record, truth, world)
            guard(lambda: flyer.begin(briefing))
            ending = play(benchmark.episode(scenario, world, settings), flyer, writer)
            writer.flush()
            record = record.model_copy(
                update={"ending": ending, "engine": {**record.engine, **world.engine}}
            )
            verdict = benchmark.verdict(record, writer.steps)
            record = record.model_copy(update={"verdict": verdict})
        except AbandonedError:
            raise
        except Exception as error:
            failure = error
            record = record.model_copy(
                update={"ending": _ending(error), "error": _message(error), "verdict": None}
            )
        record = record.model_copy(
            update={
                "finished": utc_now(),
                "steps": len(writer.steps),
                "usage": writer.usage,
                "wall_s": time.perf_counter() - began,
            }
        )
    write_episode(folder, record)
    return record, failure


def new_record(
    *, scenario: Scenario, benchmark: Benchmark, run: RunRecord, episode: int, attempt: int
) -> EpisodeRecord:
    """What is known of an attempt before it starts."""
    return EpisodeRecord(
        benchmark=scenario.benchmark,
        set=run.set,
        episode=episode,
        attempt=attempt,
        scenario=scenario.model_dump(mode="json"),
        labels=benchmark.labels(scenario),
        agent=run.agent,
        settings=run.settings,
        seed=run.seed,
        versions=run.versions,
        engine=run.engine,
        started=utc_now(),
    )


def _briefing(record: EpisodeRecord, truth: dict[str, Any], world: Simulator) -> Briefing:
    """The only place where truth passes to an agent: one that is recorded as privileged."""
    seed = agent_seed(record.seed, record.episode)
    if not record.agent.privileged:
        return Briefing(seed)
    live = {
        "pose": world.pose,
        "visible": world.visible,
        "box": world.truth.box,
        "raycast": world.raycast,
    }
    return Briefing(seed, {**truth, **live})


def _ending(error: Exception) -> str:
    if isinstance(error, ServiceError):
        return "service_error"
    if isinstance(error, AgentError):
        return "agent_error"
    return "simulator_error"


def _message(error: Exception) -> str:
    if isinstance(error, AgentError) and error.__cause__ is not None:
        # A bug in someone's agent: they need to know how it came about.
        text = "\n".join([str(error), *traceback.format_exception(error.__cause__)])
    elif isinstance(error, LookaboutError):
        text = str(error)
    else:  # not an error that this package knows: a bug, so keep where it happened
        text = "".join(traceback.format_exception(error))
    return storable(text, _MAX_ERROR)
