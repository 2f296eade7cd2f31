"""The standard scenarios, and the seeds that they were drawn from."""

from __future__ import annotations

from lookabout.benchmarks.standard import read_standard
from lookabout.sim.scenario import Scenario

SEEDS = {
    "fs1-city": 20251,
    "fs1-forest": 20252,
    "anomaly1-city": 20253,
    "anomaly1-forest": 20254,
    "fs2": 20255,
}
"""From which each set was drawn: ``lookabout scenarios make flysearch/SET --seed SEED``."""


def standard_scenarios(set_name: str) -> tuple[Scenario, ...]:
    """Of a set that is not made of others."""
    return read_standard(__package__, set_name)
