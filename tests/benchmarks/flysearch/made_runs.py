"""Runs in memory, without files: what tables are made of."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lookabout.benchmarks.flysearch.reporting import REPORTING
from lookabout.records import AgentInfo, RunRecord, Usage
from lookabout.results.load import Attempt, Episode, Run

ENGINE = {"name": "embedded", "device": "cpu"}


def attempt(index: int, letter: str, set_name: str = "fs1-city", **fields: Any) -> Attempt:
    """
    S: success. C: a wrong claim. L: located, never claimed. F: nothing.

    The same index of the same set is the same scenario.
    """
    environment = set_name.partition("-")[2] or "city"
    values: dict[str, Any] = {
        "folder": Path("/nowhere"),
        "number": 1,
        "ending": "claimed" if letter in "SC" else "steps_spent",
        "error": None,
        "verdict": {
            "success": letter == "S",
            "claimed": letter in "SC",
            "in_view": letter in "SL",
            "low_enough": letter in "SL",
        },
        "labels": {"class": "crowd", "environment": environment, "start_height": "30–40"},
        "scenario_id": f"{set_name}-{index}",
        "scenario_key": f"{set_name}-{index}",
        "scene_fingerprint": "",
        "look": "full",
        "settings": {},
        "versions": {"lookabout": "0.1.0"},
        "engine": ENGINE,
        "replies": 3,
        "usage": Usage(),
        "wall_s": 1.0,
    }
    return Attempt(**(values | fields))


def run(
    outcomes: str,
    set_name: str = "fs1-city",
    *,
    agent: str = "pilot",
    name: str | None = None,
    settings: Mapping[str, Any] | None = None,
    kind: str = "model",
    source: str = "standard",
    seed: int = 0,
    agent_settings: Mapping[str, Any] | None = None,
    first: int = 0,
    **fields: Any,
) -> Run:
    """A run with one letter an episode, see :func:`attempt`; of a combined set by turns."""
    variant = REPORTING.variant(set_name, settings or {})
    parts = [f"{set_name}-city", f"{set_name}-forest"]
    episodes = []
    for i, letter in enumerate(outcomes):
        part, index = set_name, i
        if set_name in ("fs1", "anomaly1"):
            part, index = parts[i % 2], i // 2
        made = attempt(first + index, letter, part, **({"variant": variant} | fields))
        episodes.append(Episode(i, (made,)))
    record = RunRecord(
        benchmark="flysearch",
        set=set_name,
        agent=AgentInfo(
            name=agent, kind=kind, privileged=agent == "oracle", settings=dict(agent_settings or {})
        ),
        seed=seed,
        episodes=len(outcomes),
        settings=dict(settings or {}),
        source=source,
        started="2026-01-02T03:04:05+00:00",
    )
    return Run(
        Path("/nowhere"), name or f"{agent}-{set_name}", record, tuple(episodes), 0, (), variant
    )
