"""The data set that FlySearch's authors fine-tuned on, made anew (paper, appendix D)."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from pebble import ProcessExpired

from lookabout.benchmarks.flysearch import BENCHMARK, practice
from lookabout.benchmarks.flysearch.generate import Task
from lookabout.benchmarks.flysearch.reward import Point
from lookabout.benchmarks.flysearch.sets import get_rules
from lookabout.benchmarks.flysearch.settings import Settings
from lookabout.datasets import flights
from lookabout.datasets.film import replay, take
from lookabout.datasets.rows import FlightData, Part, SampleData, TurnData
from lookabout.datasets.store import DatasetFolder, DatasetRecord, write_flight
from lookabout.errors import LookaboutError, SimulatorError, UsageError
from lookabout.exchange import Image, Observation, Text
from lookabout.runs.plan import EngineChoice, versions
from lookabout.runs.pool import process_pool, settle
from lookabout.runs.runner import require_engine
from lookabout.sim.protocol import Simulator
from lookabout.sim.registry import make_simulator
from lookabout.sim.scenario import Scenario

KIND = "flysearch-grpo"
SET = "fs1-forest"
FULL_SIZE = 6750
PICTURES_PER_SCENARIO = 16
"""About how many of the places are shown in some sample."""
PNG_BYTES = 550_000
"""Of a forest's picture, about."""
_MEDIA_TAGS = ("<image>", "<video>", "<audio>")
_SCENARIO_TRIES = 50
_MAX_ATTEMPTS = 3


@dataclass(frozen=True)
class GrpoPlan:
    """A data set to be made. Plain data: it travels to the worker processes."""

    out: Path
    scenarios: int = FULL_SIZE
    seed: int = 0
    settings: Settings = field(default_factory=Settings)
    """How the conversations look; moves are coordinates."""
    jpeg_quality: int | None = None
    """None: pictures are PNG, without loss."""
    engine: EngineChoice = field(default_factory=EngineChoice)
    workers: int = 1

    def record(self) -> DatasetRecord:
        """``dataset.json`` as known before the start."""
        quality = "" if self.jpeg_quality is None else f" {self.jpeg_quality}"
        return DatasetRecord(
            kind=KIND,
            seed=self.seed,
            set=SET,
            map_seed=practice.PRACTICE_MAP_SEED,
            settings=self.settings.model_dump(mode="json"),
            picture_format=("jpeg" if quality else "png") + quality,
            engine=self.engine.as_record(),
            versions=versions(),
            scenarios=self.scenarios,
        )

    @property
    def bytes_per_scenario(self) -> int:
        """About what a scenario takes on disk."""
        share = 1.0 if self.jpeg_quality is None else 0.12 + 0.0018 * self.jpeg_quality
        return int(PICTURES_PER_SCENARIO * PNG_BYTES * share)


@dataclass(frozen=True)
class Filmed:
    """What came of a scenario in one attempt."""

    index: int
    look: str = ""
    error: str = ""


Progress = Callable[[Filmed], None]
"""Called after every attempt at a scenario."""


def make(plan: GrpoPlan, progress: Progress, kept: Callable[[int], None]) -> DatasetRecord:
    """
    Make a data set, or go on with one that was begun.

    Each scenario follows from the seed and its index alone, so neither workers nor
    interruptions change what comes out.

    :param kept: called once, at the start, with how many scenarios are there already.
    :raises UsageError: before anything is written, if the folder holds something else or a
        setting or engine cannot be.
    :raises SimulatorError: if scenarios failed in every attempt; the others are kept.
    :raises KeyboardInterrupt: on Ctrl-C, after the workers have ended; a new call goes on.
    """
    _check(plan.settings)
    require_engine(plan.engine)
    folder = DatasetFolder(plan.out)
    record = plan.record()
    with folder.open(record):
        look, todo = "", []
        for index in range(plan.scenarios):
            flight = folder.flight(index)
            if flight is None:
                todo.append(index)
            else:
                look = flight.look
        kept(plan.scenarios - len(todo))
        failed = 0
        try:
            for filmed in _film_all(plan, todo, progress):
                failed += bool(filmed.error)
                if filmed.look and look and filmed.look != look:
                    raise UsageError(
                        f"the scenarios before have the look {look!r}, this one {filmed.look!r}",
                        where=str(plan.out),
                        hint="Install or leave out the asset pack as before; see LOOKABOUT_LOOK.",
                    )
                look = look or filmed.look
            if failed:
                raise SimulatorError(
                    f"{failed} scenarios failed {_MAX_ATTEMPTS} times. Run the same command "
                    "again to try them anew."
                )
            return folder.finish(record, lambda: None)
        except OSError as error:  # a full disk, say
            raise UsageError(f"cannot be written: {error}", where=str(plan.out)) from error


def _check(settings: Settings) -> None:
    if settings.actions != "coordinates" or settings.player != "model":
        raise UsageError("flights are written as a model's coordinates", where="settings")
    for name, text in settings.prompts.items():
        for tag in _MEDIA_TAGS:
            if tag in text:
                raise UsageError(
                    f"holds {tag}, which training libraries take for a picture or sound",
                    where=f"template {name}",
                )


def _film_all(plan: GrpoPlan, todo: list[int], progress: Progress) -> Iterator[Filmed]:
    """The last attempt at each scenario, as they come."""
    waiting, tries = deque(todo), dict.fromkeys(todo, 0)
    running: dict[Future[Filmed], int] = {}
    if not todo:
        return
    with process_pool(min(plan.workers, len(todo)), settle) as pool:
        while waiting or running:
            while waiting and len(running) < plan.workers:
                index = waiting.popleft()
                tries[index] += 1
                running[pool.schedule(_film_in_worker, args=(plan, index))] = index
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                index = running.pop(future)
                try:
                    filmed = future.result()
                except (ProcessExpired, BrokenExecutor, CancelledError) as error:
                    filmed = Filmed(index, error=f"the worker process ended: {error}")
                progress(filmed)
                if filmed.error and tries[index] < _MAX_ATTEMPTS:
                    waiting.append(index)
                else:
                    yield filmed


_simulator: Simulator | None = None
"""Of this worker process, kept warm."""


def _film_in_worker(plan: GrpoPlan, index: int) -> Filmed:
    global _simulator
    try:
        if _simulator is None:
            _simulator = make_simulator(
                plan.engine.name,
                quality=plan.engine.quality,
                device=plan.engine.device,
                threads=plan.engine.threads,
            )
        flight, pictures = film(plan, index, _simulator)
    except UsageError:
        raise
    except LookaboutError as error:
        if _simulator is not None:
            with suppress(Exception):
                _simulator.close()
        _simulator = None
        return Filmed(index, error=str(error))
    write_flight(plan.out, flight, pictures)
    return Filmed(index, flight.look)


def film(plan: GrpoPlan, index: int, simulator: Simulator) -> tuple[FlightData, dict[str, bytes]]:
    """
    One scenario's flight, samples and pictures: a function of the plan's seed and the index.

    :returns: the flight, and its pictures' files by name.
    :raises SimulatorError: when the world fails.
    """
    scenario, places, samples = draw(plan.seed, index, simulator)
    truth = BENCHMARK.truth(scenario, simulator)
    shown = sorted({i for sample in samples for i in sample})
    pixels = take(simulator, {i: places[i] for i in shown})
    files: dict[str, bytes] = {}
    made = []
    for sample in samples:
        path, pictures = [places[i] for i in sample], [pixels[i] for i in sample]
        turns = replay(scenario, path, pictures, plan.settings)
        data = []
        for place, turn in zip(sample, turns, strict=True):
            (image,) = turn.observation.images
            picture = Image(image.pixels, plan.jpeg_quality)
            name = f"{place:02d}.{picture.kind}"
            if name not in files:
                files[name] = picture.data
            data.append(TurnData(shown=_parts(turn.observation, name), reply=turn.reply))
        made.append(SampleData(position=path[-1], turns=data))
    flight = FlightData(
        index=index,
        scenario=scenario.model_dump(mode="json"),
        target_class=Task.model_validate(scenario.task).target_class,
        look=simulator.look,
        scene_fingerprint=simulator.fingerprint,
        engine=dict(simulator.engine),
        target_centre=truth["target_centre"],
        target_top=truth["target_top"],
        ground_z=Task.model_validate(scenario.task).ground_z,
        pictures={name: hashlib.sha256(files[name]).hexdigest() for name in sorted(files)},
        samples=made,
    )
    return flight, files


def draw(
    seed: int, index: int, simulator: Simulator
) -> tuple[Scenario, list[Point], list[tuple[int, ...]]]:
    """
    A scenario, the places of its flight, and what each sample shows, as indices of places.

    Scenarios whose trees leave too little room for samples are passed over. The simulator has
    then been reset with the scenario; nothing is rendered.
    """
    rng = np.random.default_rng([seed, index, *KIND.encode()])
    rules = get_rules(SET)
    for _ in range(_SCENARIO_TRIES):
        name = f"{KIND}-{seed}-{index:05d}"
        scenario = practice.practice_scenario(SET, rng, name, simulator)
        simulator.reset(scenario)
        task, truth = Task.model_validate(scenario.task), BENCHMARK.truth(scenario, simulator)
        start = scenario.vehicles[0].position
        air = flights.Airspace(rules, task.ground_z, simulator)
        points = flights.line(start, truth["target_centre"], truth["target_top"])
        places = flights.draw_places(points, start, air, rng)
        samples = flights.draw_samples(places, flights.most_steps(points), air, rng)
        if samples is not None:
            return scenario, places, samples
    raise LookaboutError(f"no flight for scenario {index} of seed {seed}")


def _parts(observation: Observation, picture: str) -> list[Part]:
    return [
        {"text": part.text} if isinstance(part, Text) else {"image": picture}
        for part in observation.parts
    ]
