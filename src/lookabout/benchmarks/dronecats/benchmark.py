"""DroneCATS as the platform sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, cast

from lookabout.benchmarks.base import Description, ModelDefaults
from lookabout.benchmarks.base import Episode as AnyEpisode
from lookabout.benchmarks.dronecats import checks, generate, scoring
from lookabout.benchmarks.dronecats.baselines import BASELINES
from lookabout.benchmarks.dronecats.clock import Clock
from lookabout.benchmarks.dronecats.description import describe
from lookabout.benchmarks.dronecats.episode import Episode
from lookabout.benchmarks.dronecats.families import CHAT_OPTIONS, FAMILIES, family_of
from lookabout.benchmarks.dronecats.hierarchy import HierarchyEpisode
from lookabout.benchmarks.dronecats.log import read_log
from lookabout.benchmarks.dronecats.reporting import DroneCatsReporting
from lookabout.benchmarks.dronecats.sets import SETS
from lookabout.benchmarks.dronecats.settings import Settings
from lookabout.benchmarks.dronecats.task import Cell, Task, task_of
from lookabout.benchmarks.standard import read_standard
from lookabout.errors import UsageError
from lookabout.records import EpisodeRecord, StepRecord
from lookabout.sim.protocol import Simulator
from lookabout.sim.scenario import Scenario
from lookabout.world.spec import SpecModel

MOST_DRONES = 16


class DroneCats:
    """See :class:`lookabout.benchmarks.base.Benchmark`."""

    name = "dronecats"
    summary = "command drones: approach, track and search by a camera that looks ahead"
    sets = SETS
    settings_model: type[SpecModel] = Settings
    baselines = BASELINES
    reporting = DroneCatsReporting()
    chat_options: Mapping[str, Any] = CHAT_OPTIONS

    def model_defaults(self, model: str) -> ModelDefaults:
        """What holds for a chat model beside what holds for all; see :mod:`.families`."""
        family = family_of(model)
        return ModelDefaults({"family": family}, FAMILIES[family].chat_options)

    def scenario(self, set_name: str, seed: int, index: int, simulator: Simulator) -> Scenario:
        parts = _parts(set_name)
        cell, index = parts[index % len(parts)], index // len(parts)
        return generate.scenario(cast(Cell, cell), seed, index, simulator)

    def standard(self, set_name: str) -> Sequence[Scenario]:
        parts = [read_standard(__package__, part) for part in _parts(set_name)]
        return tuple(chain.from_iterable(zip(*parts, strict=True)))

    def check_settings(self, set_name: str, settings: SpecModel) -> None:
        assert isinstance(settings, Settings)
        if not settings.hierarchy:
            return
        if _parts(set_name) != ("commanding",):
            raise UsageError(f"{set_name} has episodes with one drone", where="hierarchy")
        if settings.clock == "realtime":
            raise UsageError(
                "a wall clock would count the sub-agents' replies one after another, not at once",
                where="clock",
            )

    def check(self, scenario: Scenario, *, where: str) -> None:
        task = task_of(scenario, where=where)
        if task.cell != scenario.set:
            raise UsageError(
                f"is of the cell {task.cell!r}, its set is {scenario.set!r}",
                where=f"{where}: field task.cell",
            )
        count = len(scenario.vehicles)
        fits = 2 <= count <= MOST_DRONES if task.cell == "commanding" else count == 1
        if not fits:
            wanted = f"2 to {MOST_DRONES} drones" if task.cell == "commanding" else "one drone"
            raise UsageError(f"expected {wanted}, got {count}", where=f"{where}: field vehicles")
        drones = {vehicle.name for vehicle in scenario.vehicles}
        for name, field in _sought(task):
            if name in drones:
                raise UsageError(f"{name!r} is a drone", where=f"{where}: field {field}")
        for index, vehicle in enumerate(scenario.vehicles):
            if vehicle.flight != "quadrotor":
                raise UsageError(
                    f"must be 'quadrotor', got {vehicle.flight!r}",
                    where=f"{where}: field vehicles.{index}.flight",
                )

    def problems(self, scenario: Scenario, simulator: Simulator) -> list[str]:
        return checks.problems(scenario, simulator)

    def labels(self, scenario: Scenario) -> dict[str, str]:
        task = task_of(scenario)
        return {"cell": task.cell, "map": task.map}

    def describe(self, scenario: Scenario, world: Callable[[], Simulator]) -> Description:
        """See :class:`lookabout.benchmarks.base.DescribesScenarios`."""
        return describe(scenario)

    def truth(self, scenario: Scenario, simulator: Simulator) -> dict[str, Any]:
        task = _task_in(scenario, simulator)
        box = simulator.truth.box(task.target)
        return {
            "target": task.target,
            "target_low": list(box.low),
            "target_high": list(box.high),
            "target_centre": box.centre.tolist(),
            "candidates": {
                name: simulator.truth.box(name).centre.tolist() for name in task.candidates
            },
            "starts": {
                vehicle.name: simulator.pose(vehicle.name).position.tolist()
                for vehicle in scenario.vehicles
            },
        }

    def episode(self, scenario: Scenario, simulator: Simulator, settings: SpecModel) -> AnyEpisode:
        assert isinstance(settings, Settings)
        names = tuple(vehicle.name for vehicle in scenario.vehicles)
        clock = Clock(settings.clock, settings.latency_s or 0.0)
        kind = HierarchyEpisode if settings.hierarchy else Episode
        return kind(_task_in(scenario, simulator), names, settings, simulator, clock)

    def verdict(self, episode: EpisodeRecord, steps: Sequence[StepRecord]) -> dict[str, Any]:
        settings = Settings.model_validate(episode.settings)
        names = [vehicle["name"] for vehicle in episode.scenario["vehicles"]]
        return scoring.verdict(read_log(steps), settings.delta, names)


def _sought(task: Task) -> Iterator[tuple[str, str]]:
    """Names of objects in the world, each with its field."""
    yield task.target, "task.target"
    for index, name in enumerate(task.candidates):
        yield name, f"task.candidates.{index}"


def _task_in(scenario: Scenario, simulator: Simulator) -> Task:
    """
    The task of the world that the simulator has been reset with.

    :raises UsageError: when the world lacks an object that it names.
    """
    task = task_of(scenario)
    for name, field in _sought(task):
        try:
            simulator.truth.box(name)
        except KeyError:
            raise UsageError(
                f"the world has no object {name!r}", where=f"{scenario.id}: field {field}"
            ) from None
    return task


def _parts(set_name: str) -> tuple[str, ...]:
    """The cells of a set."""
    info = next(each for each in SETS if each.name == set_name)
    return info.parts or (info.name,)
