"""Scenarios as published folders, ``I/scenario_params.json``, both ways.

A published scenario lies on a map that only the published simulator has. What carries over is
everything but the place: class and kind of the target, seed, height and offset of the start,
sun, densities of trees and rocks. :func:`elsewhere` seeks a place for them on our map, by the
rules of the set: the same parameters, another place, so not the same scenario, and numbers
must not be compared scenario by scenario. Which of its variants a published target had is
``random.Random(seed).choice`` over identifiers of the published simulator; ours is drawn from
the same seed.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lookabout.benchmarks.flysearch.generate import (
    TARGET,
    Draws,
    Task,
    find_place,
    rule_problems,
)
from lookabout.benchmarks.flysearch.interop.files import BadFileError
from lookabout.benchmarks.flysearch.interop.names import (
    ENVIRONMENTS,
    IMPORTED,
    published_type,
)
from lookabout.benchmarks.flysearch.interop.params import FS2, Params
from lookabout.benchmarks.flysearch.interop.unreal import (
    light_from_sun,
    mirrored,
    sun_from_light,
    to_centimetres,
    turned,
)
from lookabout.benchmarks.flysearch.sets import SetRules, get_rules
from lookabout.benchmarks.flysearch.targets import TargetClass
from lookabout.sim.protocol import Simulator
from lookabout.sim.scenario import Scenario
from lookabout.world.spec import SunSpec

_DEAD_SHARE = 0.1
"""Of trees: the published scenarios', and our forest's own."""
_NOISE = 1e-9


def is_imported(scenario: Scenario) -> bool:
    """Whether a scenario lies on a map of another simulator."""
    return scenario.world.kind.startswith(f"{IMPORTED}/")


def written(numbers: Sequence[float]) -> str:
    """As published files hold them: ``(1.0, -2.5, 3.0)``."""
    return f"({', '.join(map(repr, numbers))})"


def published_params(scenario: Scenario) -> dict[str, str]:
    """
    The content of ``scenario_params.json``.

    ``object_id`` is an identifier of the published simulator; ours is the target's kind, which
    tells anomalies apart.

    :raises BadFileError: for a world that the published system does not have.
    """
    if is_imported(scenario):
        return {key: str(value) for key, value in scenario.world.params["published"].items()}
    task = Task.model_validate(scenario.task)
    target = next(item for item in scenario.world.objects if item.name == TARGET)
    world = scenario.world
    if world.kind not in ENVIRONMENTS:
        raise BadFileError(f"the published system has no {world.kind}")
    start = mirrored((*task.start_offset, task.start_height))
    values = {
        "object_coords": written(to_centimetres(target.position)),
        "object_rot": written((0.0, turned(target.yaw_deg), 0.0)),
        "object_type": published_type(world.kind, target.kind),
        "object_id": target.kind,
        "drone_rel_coords": str(tuple(round(value) for value in start)),
        "seed": str(scenario.seed),
        "passed_object_name": task.description,
        "set_object": "True",
    }
    if world.kind == "forest":
        if not {"tree_density", "rock_density"} <= set(world.params):
            raise BadFileError("its forest has no tree_density or no rock_density")
        trees = float(world.params["tree_density"])
        dead = float(world.params.get("dead_share", _DEAD_SHARE))
        values |= {
            "forest_live_trees_density": repr(trees * (1 - dead)),
            "forest_dead_trees_density": repr(trees * dead),
            "forest_stones": repr(float(world.params["rock_density"])),
            "forest_cliffs": "0",
            "regenerate_forest": "True",
        }
    else:
        values["regenerate_city"] = "True"
    lowest, highest = get_rules(scenario.set).sun_elevation
    if lowest < highest:
        sun_y, sun_z = light_from_sun(world.sun.elevation_deg, world.sun.azimuth_deg)
        values |= {"sun_y": repr(sun_y), "sun_z": repr(sun_z)}
    if scenario.set == "fs2":
        values["difficulty"] = FS2
    return values


def elsewhere(params: Params, name: str, simulator: Simulator) -> Scenario:
    """
    A scenario of ours with a published one's parameters, at a place drawn from its seed.

    :param name: of the new scenario.
    :param simulator: answers the rays; it renders nothing.
    :raises BadFileError: if the parameters are not of the set's ranges.
    :raises LookaboutError: if no place on our map fits them.
    """
    rules = get_rules(params.set_name)
    rng = np.random.default_rng([params.seed, *b"elsewhere", *rules.name.encode()])
    target_class, kind, words = _target(rules, params, rng)
    dx, dy, height = mirrored(params.relative_start)
    if any(value != int(value) for value in (dx, dy, height)):
        raise BadFileError("drone_rel_coords is not in whole metres")
    draws = Draws(
        target_class,
        kind,
        words,
        int(height),
        _sun(rules, params),
        _densities(params) if rules.params else {},
        (int(dx), int(dy)),
    )
    reach = rules.offset * height
    low, high = rules.heights
    if not low <= height <= high or max(abs(dx), abs(dy)) > reach:
        raise BadFileError(
            f"the start {written((dx, dy, height))} is not one of {rules.name}: "
            f"{low}–{high} m high, at most {rules.offset:g} of that to each side"
        )
    scenario = find_place(rules, draws, params.seed, name, rng, simulator)
    problems = rule_problems(rules, scenario)
    if problems:
        raise BadFileError("; ".join(problems))
    return scenario


def _target(
    rules: SetRules, params: Params, rng: np.random.Generator
) -> tuple[TargetClass, str, str]:
    """Class, kind and words; of anomalies drawn, unless one of our exports names it."""
    known = [(c, kind, words) for c in rules.classes for kind, words in c.kinds]
    wanted = params.object_id if params.target.anomaly else params.target.kind
    for found in known:
        if found[1] == wanted:
            return found
    if not params.target.anomaly:
        raise BadFileError(f"{rules.name} has no {params.target.kind}")
    return known[int(rng.integers(len(known)))]


def _sun(rules: SetRules, params: Params) -> SunSpec:
    low, high = rules.sun_elevation
    if low == high:
        return SunSpec(elevation_deg=low, azimuth_deg=rules.sun_azimuth[0])
    if params.light is None:
        raise BadFileError("sun_y or sun_z is missing")
    elevation, azimuth = sun_from_light(*params.light)
    if not low <= elevation <= high:
        raise BadFileError(f"sun_y {params.light[0]:g} is not a sun {low:g}–{high:g}° high")
    return SunSpec(elevation_deg=elevation, azimuth_deg=azimuth)


def _densities(params: Params) -> dict[str, float]:
    if params.live_trees is None or params.dead_trees is None or params.rocks is None:
        raise BadFileError("a density of trees or rocks is missing")
    trees = round(params.live_trees + params.dead_trees, 12)
    found = {"tree_density": trees, "rock_density": params.rocks}
    dead = params.dead_trees / trees if trees else _DEAD_SHARE
    if abs(dead - _DEAD_SHARE) > _NOISE:
        found["dead_share"] = dead
    return found
