"""FlySearch as the platform sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Any

from lookabout.benchmarks.base import Description, SetInfo
from lookabout.benchmarks.flysearch import generate
from lookabout.benchmarks.flysearch.baselines import BASELINES
from lookabout.benchmarks.flysearch.description import describe
from lookabout.benchmarks.flysearch.episode import Episode
from lookabout.benchmarks.flysearch.generate import DRONE, TARGET, Task
from lookabout.benchmarks.flysearch.interop.names import IMPORTED
from lookabout.benchmarks.flysearch.parser import says_found
from lookabout.benchmarks.flysearch.portrait import portrait
from lookabout.benchmarks.flysearch.reporting import REPORTING
from lookabout.benchmarks.flysearch.sets import COMBINED, SETS, get_rules
from lookabout.benchmarks.flysearch.settings import Settings
from lookabout.benchmarks.flysearch.standard import standard_scenarios
from lookabout.benchmarks.flysearch.targets import ANOMALY, ANOMALY_NAMES
from lookabout.benchmarks.flysearch.verdict import judge
from lookabout.errors import UsageError
from lookabout.records import EpisodeRecord, StepRecord
from lookabout.sim.protocol import Simulator
from lookabout.sim.scenario import Scenario, check
from lookabout.world.spec import SpecModel

HEIGHT_BIN_M = 10
"""Width of the start-height bins (paper figure S5)."""


def _height_bin(height: float, top: int) -> str:
    """
    The bin of a start height. Lower ends are included, upper ends only of the bin that ends at
    the set's greatest height: 100 m of FS-1 is in 90–100, of FS-2 in 100–110.
    """
    low = int(height // HEIGHT_BIN_M) * HEIGHT_BIN_M
    if height == top == low:
        low -= HEIGHT_BIN_M
    return f"{low}–{low + HEIGHT_BIN_M}"


class FlySearch:
    """See :class:`lookabout.benchmarks.base.Benchmark`."""

    name = "flysearch"
    summary = "fly a drone with a downward camera until the described thing is found"
    sets = (
        *(SetInfo(rules.name, rules.size, rules.summary) for rules in SETS.values()),
        *(
            SetInfo(name, sum(SETS[part].size for part in parts), f"{' and '.join(parts)}", parts)
            for name, parts in COMBINED.items()
        ),
    )
    settings_model: type[SpecModel] = Settings
    baselines = BASELINES
    chat_options: Mapping[str, Any] = {}
    reporting = REPORTING

    def scenario(self, set_name: str, seed: int, index: int, simulator: Simulator) -> Scenario:
        parts = COMBINED.get(set_name, (set_name,))
        part, index = parts[index % len(parts)], index // len(parts)
        return generate.scenario(get_rules(part), seed, index, simulator)

    def standard(self, set_name: str) -> Sequence[Scenario]:
        parts = [standard_scenarios(part) for part in COMBINED.get(set_name, (set_name,))]
        return tuple(chain.from_iterable(zip(*parts, strict=True)))

    def check_settings(self, set_name: str, settings: SpecModel) -> None:
        assert isinstance(settings, Settings)
        parts = COMBINED.get(set_name, (set_name,))
        named = any(words == ANOMALY for part in parts for words in get_rules(part).words)
        if settings.named_anomaly and not named:
            raise UsageError(f"{set_name} has no anomalies to name", where="named_anomaly")

    def check(self, scenario: Scenario, *, where: str) -> None:
        rules = get_rules(scenario.set)
        if scenario.world.kind.startswith(f"{IMPORTED}/"):
            raise UsageError(
                "was imported from another simulator and lies on its map, which is not here: it "
                "can be scored, not flown ('lookabout import … --scenarios' seeks other places)",
                where=where,
            )
        task = check(Task, scenario.task, where=f"{where}: field task")
        names = [vehicle.name for vehicle in scenario.vehicles]
        if names != [DRONE]:
            raise UsageError(
                f"expected one vehicle, {DRONE!r}, got {names}", where=f"{where}: field vehicles"
            )
        if [item.name for item in scenario.world.objects].count(TARGET) != 1:
            raise UsageError(
                f"expected an object {TARGET!r}", where=f"{where}: field world.objects"
            )
        altitude = scenario.vehicles[0].position[2] - task.ground_z
        if not 0 < altitude <= rules.altitude_cap:
            raise UsageError(
                f"the start must be above the ground and at most {rules.altitude_cap:g} m high, "
                f"got {altitude:g} m",
                where=f"{where}: field vehicles.0.position",
            )

    def problems(self, scenario: Scenario, simulator: Simulator) -> list[str]:
        rules = get_rules(scenario.set)
        return [
            *generate.rule_problems(rules, scenario),
            *generate.visibility_problems(rules, simulator),
        ]

    def labels(self, scenario: Scenario) -> dict[str, str]:
        task = Task.model_validate(scenario.task)
        target = next(item for item in scenario.world.objects if item.name == TARGET)
        return {
            "environment": scenario.world.kind,
            "class": task.target_class,
            "kind": target.kind,
            "start_height": _height_bin(task.start_height, get_rules(scenario.set).heights[1]),
        }

    def describe(self, scenario: Scenario, world: Callable[[], Simulator]) -> Description:
        """See :class:`lookabout.benchmarks.base.DescribesScenarios`."""
        return describe(scenario)

    def truth(self, scenario: Scenario, simulator: Simulator) -> dict[str, Any]:
        box = simulator.truth.box(TARGET)
        return {
            "target_low": list(box.low),
            "target_high": list(box.high),
            "target_centre": box.centre.tolist(),
            "target_top": simulator.truth.top(TARGET),
            "start": simulator.pose(DRONE).position.tolist(),
        }

    def episode(self, scenario: Scenario, simulator: Simulator, settings: SpecModel) -> Episode:
        assert isinstance(settings, Settings)
        task = Task.model_validate(scenario.task)
        rules = settings.rules(get_rules(scenario.set))
        described = task.description
        if settings.named_anomaly and described == ANOMALY:
            described = ANOMALY_NAMES[task.target_class]
        target = portrait(scenario, simulator) if rules.picture else None
        return Episode(rules, task, described, settings, simulator, target)

    def verdict(self, episode: EpisodeRecord, steps: Sequence[StepRecord]) -> dict[str, Any]:
        settings = Settings.model_validate(episode.settings)
        task = Task.model_validate(episode.scenario["task"])
        if settings.claim_rule == "anywhere":
            claimed = says_found(steps[-1].reply)
        else:
            claimed = episode.ending == "claimed"
        last = steps[-1]
        end = last.detail["path"][-1] if "path" in last.detail else last.position
        centre = episode.truth["target_centre"]
        moves = sum(step.outcome in ("moved", "collided") for step in steps)
        verdict = judge(
            claimed=claimed,
            position=(end[0], end[1], end[2]),
            ground_z=task.ground_z,
            target_centre=(centre[0], centre[1], centre[2]),
            target_top=episode.truth["target_top"],
        )
        return {**verdict.as_record(), "moves": moves}
