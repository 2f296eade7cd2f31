"""Run folders of SpatialScout over boxes in free space, written as a run writes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lookabout.benchmarks.spatialscout.baselines import OracleAgent
from lookabout.benchmarks.spatialscout.settings import Settings
from lookabout.benchmarks.spatialscout.verdict import final_map, judge
from lookabout.exchange import Agent
from lookabout.records import AgentInfo, EpisodeRecord, RunRecord, StepRecord, Usage
from tests.benchmarks.spatialscout.flat import fly, scenario

STARTED = "2026-01-02T03:04:05+00:00"
VERSIONS = {"lookabout": "0.1.0", "python": "3.11.9"}
ENGINE = {"name": "embedded", "quality": "standard", "device": "cpu"}


@dataclass(frozen=True)
class Made:
    """A run to make."""

    agent: AgentInfo = field(default_factory=lambda: AgentInfo(name="acme/mapper-1", kind="model"))
    flown_by: Agent = field(default_factory=OracleAgent)
    yaws: Sequence[float] = (0.0, 120.0)
    """Of the start, one an episode: a scene each."""
    settings: dict[str, Any] = field(default_factory=lambda: Settings().model_dump(mode="json"))
    cost: float | None = None
    tokens: tuple[int, int] = (50_000, 2_000)
    failures: int = 0
    """Attempts at the first episode that the service ended."""


def write_run(folder: Path, made: Made) -> Path:
    """Write a whole run."""
    folder.mkdir(parents=True)
    run = RunRecord(
        benchmark="spatialscout",
        set="rooms",
        agent=made.agent,
        seed=0,
        episodes=len(made.yaws),
        settings=made.settings,
        versions=VERSIONS,
        engine=ENGINE,
        started=STARTED,
    )
    (folder / "run.json").write_text(run.model_dump_json(indent=1))
    for episode, yaw in enumerate(made.yaws):
        attempt = 1
        for _ in range(made.failures if episode == 0 else 0):
            failed = record(
                made, episode, yaw, attempt=attempt, ending="service_error", error="503"
            )
            write_attempt(folder, failed, [])
            attempt += 1
        ending, notebook, truth = fly(made.flown_by, seed=episode, yaw_deg=yaw)
        verdict = judge(truth, final_map(notebook.steps))
        usage = Usage(input_tokens=made.tokens[0], output_tokens=made.tokens[1], cost_usd=made.cost)
        done = record(
            made, episode, yaw, attempt=attempt, ending=ending, truth=truth, verdict=verdict,
            steps=len(notebook.steps), usage=usage,
        )  # fmt: skip
        path = write_attempt(folder, done, notebook.steps)
        (path / "frames").mkdir()
        for number, image in enumerate(notebook.frames):
            (path / f"frames/{number:03d}.png").write_bytes(image.data)
    return folder


def record(made: Made, episode: int, yaw: float, **fields: Any) -> EpisodeRecord:
    """An episode's record with sensible fields, any of them replaced."""
    plan = scenario(yaw_deg=yaw).model_dump(mode="json")
    defaults: dict[str, Any] = {
        "benchmark": "spatialscout",
        "set": "rooms",
        "episode": episode,
        "attempt": 1,
        "scenario": plan,
        "labels": {"targets": "5"},
        "agent": made.agent,
        "settings": made.settings,
        "seed": 0,
        "versions": VERSIONS,
        "engine": ENGINE,
        "look": "builtin",
        "scene_fingerprint": "f" * 64,
        "started": STARTED,
        "finished": STARTED,
        "wall_s": 20.0,
    }
    return EpisodeRecord(**(defaults | fields))


def write_attempt(run: Path, done: EpisodeRecord, steps: Sequence[StepRecord]) -> Path:
    """Write one attempt's files; its folder."""
    folder = run / "episodes" / f"{done.episode:04d}" / f"attempt-{done.attempt}"
    folder.mkdir(parents=True)
    (folder / "episode.json").write_text(done.model_dump_json(indent=1))
    (folder / "steps.jsonl").write_text("".join(f"{s.model_dump_json()}\n" for s in steps))
    return folder


def shaken(noise_px: float, missed: float = 0.0) -> OracleAgent:
    """An oracle with pixel noise."""
    return OracleAgent(noise_px, missed)
