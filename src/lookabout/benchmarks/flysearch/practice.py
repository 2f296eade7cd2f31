"""Scenarios to train on: those of the sets' kind, and never one that numbers are published on.

They differ from every standard and every private scenario twice over: their seeds lie above
:data:`~lookabout.benchmarks.flysearch.generate.MAX_SEED`, where no set's do, and their places
on another map of the same world, so that a trained model has not seen the ground it is tested on.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from lookabout.benchmarks.flysearch.generate import MAP_SEED, MAX_SEED, make_scenario
from lookabout.benchmarks.flysearch.sets import SETS, get_rules
from lookabout.benchmarks.flysearch.standard import standard_scenarios
from lookabout.errors import LookaboutError
from lookabout.records import scenario_hash
from lookabout.sim.protocol import Simulator
from lookabout.sim.scenario import Scenario

PRACTICE_MAP_SEED = MAP_SEED + 1
_LARGEST_SEED = 2**53 - 1
"""JSON readers that know only floats still read it exactly."""


def practice_scenario(
    set_name: str, rng: np.random.Generator, name: str, simulator: Simulator
) -> Scenario:
    """
    A scenario by the rules of a set, but none of the set's.

    :param rng: one draw is made from it; everything else follows from that draw.
    :param name: the scenario's id.
    :raises UsageError: if there is no such set; sets made of others are none here.
    :raises LookaboutError: if it is a standard scenario all the same.
    """
    rules = get_rules(set_name)
    seed = int(rng.integers(MAX_SEED + 1, _LARGEST_SEED, endpoint=True))
    made = make_scenario(rules, seed, name, simulator, PRACTICE_MAP_SEED)
    require_unpublished(made)
    return made


def require_unpublished(scenario: Scenario) -> None:
    """:raises LookaboutError: if this is a standard scenario, whatever its id."""
    if _content(scenario) in _published():
        raise LookaboutError(f"{scenario.id} is a standard scenario and must not be trained on")


@cache
def _published() -> frozenset[str]:
    return frozenset(_content(made) for name in SETS for made in standard_scenarios(name))


def _content(scenario: Scenario) -> str:
    """SHA-256 of all that an episode depends on."""
    return scenario_hash(scenario.model_dump(mode="json", exclude={"id", "set", "seed"}))
