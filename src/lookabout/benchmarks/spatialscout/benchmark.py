"""SpatialScout as the platform sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from lookabout.benchmarks.base import Description, SetInfo
from lookabout.benchmarks.spatialscout import catalogue
from lookabout.benchmarks.spatialscout.baselines import BASELINES
from lookabout.benchmarks.spatialscout.description import describe
from lookabout.benchmarks.spatialscout.episode import WORLD_LIMIT_M, Episode
from lookabout.benchmarks.spatialscout.generate import LEAST_SEEN, SETS, scenario, seen_from
from lookabout.benchmarks.spatialscout.reporting import REPORTING
from lookabout.benchmarks.spatialscout.settings import Settings
from lookabout.benchmarks.spatialscout.task import CAMERA, Task, start_pose, truth_of
from lookabout.benchmarks.spatialscout.verdict import final_map, judge
from lookabout.benchmarks.standard import read_standard
from lookabout.errors import UsageError
from lookabout.records import EpisodeRecord, StepRecord
from lookabout.sim.protocol import Simulator
from lookabout.sim.scenario import Scenario, check
from lookabout.world.spec import SpecModel


class SpatialScout:
    """See :class:`lookabout.benchmarks.base.Benchmark`."""

    name = "spatialscout"
    summary = "look around indoors with a free camera and map where the objects are"
    sets = (
        *(SetInfo(rules.name, rules.size, rules.summary) for rules in SETS.values()),
        catalogue.SET,
    )
    settings_model: type[SpecModel] = Settings
    baselines = BASELINES
    reporting = REPORTING
    chat_options: Mapping[str, Any] = {
        "attempt_timeout_s": 180.0,
        "max_retries": 2,
        "backoff_s": 1.0,
    }
    """As the paper's batch (appendix A)."""

    def scenario(self, set_name: str, seed: int, index: int, simulator: Simulator) -> Scenario:
        if set_name == catalogue.SET.name:
            return catalogue.scenario(seed, index, simulator)
        return scenario(SETS[set_name], seed, index, simulator)

    def standard(self, set_name: str) -> Sequence[Scenario]:
        if set_name == catalogue.SET.name:
            raise UsageError(
                "has no standard scenarios: the paper does not say where its camera starts",
                where=f"{self.name}/{set_name}",
                hint="--seed 0 draws 80, and the same 80 for everyone with the same data sets.",
            )
        return read_standard(__package__, set_name)

    def check_settings(self, set_name: str, settings: SpecModel) -> None:
        pass  # all settings fit all sets

    def check(self, scenario: Scenario, *, where: str) -> None:
        known = [found.name for found in self.sets]
        if scenario.set not in known:
            raise UsageError(
                f"SpatialScout has no set {scenario.set!r}; known: {', '.join(known)}", where=where
            )
        check(Task, scenario.task, where=f"{where}: field task")
        names = [vehicle.name for vehicle in scenario.vehicles]
        if names != [CAMERA]:
            raise UsageError(
                f"expected one vehicle, {CAMERA!r}, got {names}", where=f"{where}: field vehicles"
            )
        if max(map(abs, scenario.vehicles[0].position)) > WORLD_LIMIT_M:
            raise UsageError(
                f"the camera must start within ±{WORLD_LIMIT_M:g} m along each axis",
                where=f"{where}: field vehicles.0.position",
            )

    def problems(self, scenario: Scenario, simulator: Simulator) -> list[str]:
        task = Task.model_validate(scenario.task)
        known = set(simulator.object_ids())
        wanted = {entity.identifier for entity in task.entities}
        found = [f"the world has no object {name!r}" for name in sorted(wanted - known)]
        found += [f"{name!r} is no target and is not hidden" for name in sorted(known - wanted)]
        least = min(LEAST_SEEN, len(wanted))
        if wanted <= known:
            seen = seen_from(start_pose(scenario, task), task.entities, simulator)
            if seen < least:
                found.append(f"{seen} targets are in view of the start, fewer than {least}")
        return found

    def labels(self, scenario: Scenario) -> dict[str, str]:
        task = Task.model_validate(scenario.task)
        rooms = scenario.world.params.get("rooms")
        builder = scenario.world.params.get("builder")
        return {
            "targets": str(len(task.entities)),
            **({"rooms": f"{rooms:g}"} if isinstance(rooms, int | float) else {}),
            **({"scenes": str(builder)} if builder is not None else {}),
        }

    def describe(self, scenario: Scenario, world: Callable[[], Simulator]) -> Description:
        """See :class:`lookabout.benchmarks.base.DescribesScenarios`."""
        return describe(scenario, world)

    def truth(self, scenario: Scenario, simulator: Simulator) -> dict[str, Any]:
        task = Task.model_validate(scenario.task)
        return truth_of(task, start_pose(scenario, task), simulator)

    def episode(self, scenario: Scenario, simulator: Simulator, settings: SpecModel) -> Episode:
        assert isinstance(settings, Settings)
        task = Task.model_validate(scenario.task)
        start = start_pose(scenario, task)
        radius = truth_of(task, start, simulator)["radius"]
        yaw = scenario.vehicles[0].yaw_deg
        return Episode(task, settings, simulator, start, yaw, task.pitch_deg, radius)

    def verdict(self, episode: EpisodeRecord, steps: Sequence[StepRecord]) -> dict[str, Any]:
        return judge(episode.truth, final_map(steps))
