"""Run folders of DroneCATS made up from flights along straight lines, written as a run writes
them. The logs are made up; verdicts are the benchmark's own."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from lookabout.benchmarks.dronecats.actions import (
    Action,
    Finished,
    Go,
    Rotate,
    Think,
    Unreadable,
    record_of,
)
from lookabout.benchmarks.dronecats.log import (
    LoggedCommand,
    LoggedContact,
    LoggedSample,
    StepLog,
    read_log,
)
from lookabout.benchmarks.dronecats.scoring import verdict
from lookabout.benchmarks.dronecats.sets import MAPS
from lookabout.benchmarks.dronecats.settings import Settings
from lookabout.benchmarks.dronecats.task import Cell
from lookabout.records import AgentInfo, EpisodeRecord, RunRecord, StepRecord, scenario_hash

STARTED = "2026-01-02T03:04:05+00:00"
VERSIONS = {"lookabout": "0.1.0", "python": "3.11.9"}
ENGINE = {"name": "embedded", "quality": "standard", "device": "cpu"}
PILOT = AgentInfo(name="acme/pilot-1", kind="model", settings={"temperature": 0.4})
CENTRE = np.array([0.0, 0.0, 1.0])
LOOK_ALIKES = {"b": [0.0, 8.0, 1.0], "c": [8.0, 0.0, 1.0], "d": [6.0, 12.0, 1.0]}


def default_settings(**changes: Any) -> dict[str, Any]:
    """As a run records them."""
    return Settings(**changes).model_dump(mode="json")


@dataclass(frozen=True)
class Made:
    """A run to make up."""

    cells: Sequence[Cell] = ("approaching",)
    episodes: int = 4
    """Of each cell."""
    set: str = "suite"
    agent: AgentInfo = PILOT
    settings: dict[str, Any] = field(default_factory=default_settings)
    skill: float = 0.5
    """Chance that a drone flies up to the target."""
    declares: float = 0.8
    """Chance that it then says so."""
    thinks: float = 0.15
    """Share of steps."""
    copies: float = 0.3
    """Chance that a fleet's points are all one."""
    latency_s: float = 0.5
    replies: int = 14
    seed: int = 1
    source: str = "standard"


def write_run(folder: Path, made: Made) -> Path:
    """Write a whole run; the same ``made`` gives the same files."""
    rng = np.random.default_rng(made.seed)
    plans = [(cell, k) for k in range(made.episodes) for cell in made.cells]
    scenarios = [scenario(cell, k) for cell, k in plans]
    folder.mkdir(parents=True)
    run = RunRecord(
        benchmark="dronecats",
        set=made.set,
        agent=made.agent,
        seed=0,
        episodes=len(plans),
        settings=made.settings,
        versions=VERSIONS,
        engine=ENGINE,
        scenarios=[scenario_hash(plan) for plan in scenarios],
        source=made.source,  # type: ignore[arg-type]
        started=STARTED,
    )
    (folder / "run.json").write_text(run.model_dump_json(indent=1))
    for index, ((cell, k), plan) in enumerate(zip(plans, scenarios, strict=True)):
        steps = fly(plan, made, rng)
        write_attempt(folder, record(made, index, cell, k, plan, steps), steps)
    return folder


def scenario(cell: Cell, k: int) -> dict[str, Any]:
    """As plain data; the world is never built."""
    start = 14.0 + 1.5 * k
    target = {
        "name": "target", "kind": "vehicle/car", "seed": 1, "position": [0.0, 0.0, 0.0],
    }  # fmt: skip
    grid = [(0.0, 0.0), (0.0, 2.0), (-2.0, 0.0), (-2.0, 2.0)][: 4 if cell == "commanding" else 1]
    moving = "track" in cell
    return {
        "id": f"{cell}-{k}",
        "set": cell,
        "world": {
            "objects": [target],
            "routes": [
                {
                    "object": "target",
                    "waypoints": [
                        {"time_s": 0.0, "position": [0.0, 0.0, 0.0]},
                        {"time_s": 600.0, "position": [0.0, 180.0, 0.0]},
                    ],
                }
            ]
            if moving
            else [],
        },
        "vehicles": [
            {"name": f"drone{n}", "position": [-start + x, y, 2.0], "flight": "quadrotor"}
            for n, (x, y) in enumerate(grid)
        ],
        "task": {"cell": cell, "map": MAPS[cell][k % 2], "instruction": "go to the cyan car"},
    }


def fly(plan: dict[str, Any], made: Made, rng: np.random.Generator) -> list[StepRecord]:
    """Straight flights towards the target, or past it, with the odd think and unreadable reply."""
    names = [vehicle["name"] for vehicle in plan["vehicles"]]
    cell = plan["task"]["cell"]
    hidden = cell in ("searching", "search-and-track")
    here = {v["name"]: np.array(v["position"], float) for v in plan["vehicles"]}
    good = {name: rng.random() < made.skill for name in names}
    goal = {
        name: CENTRE + ([-3.0, 0, 0] if good[name] else rng.normal(0, 9, 3) * [1, 1, 0])
        for name in names
    }
    speaks = {name: rng.random() < (made.declares if good[name] else 0.4) for name in names}
    period = 1.0 + made.latency_s
    steps = []
    for k in range(made.replies):
        began = k * period
        seen = {name: not hidden or k > 3 or good[name] for name in names}
        copied = rng.random() < made.copies
        told: dict[str, Action | Unreadable] = {}
        for name in names:
            told[name] = _choose(rng, made, copied, hidden and k < 2)
            near = np.linalg.norm(here[name] - goal[name]) < 0.5
            if speaks[name] and near and rng.random() < 0.5:
                told[name] = Finished()
        claims = [
            _sample(began, name, here[name], seen[name])
            for name in names
            if isinstance(told[name], Finished)
        ]
        trace = [_sample(0.0, name, here[name], seen[name]) for name in names if k == 0]
        for tick in np.arange(math.floor(began * 2) / 2 + 0.5, began + period + 1e-9, 0.5):
            for name in names:
                if isinstance(told[name], Go):
                    way = goal[name] - here[name]
                    far = float(np.linalg.norm(way))
                    here[name] = here[name] + way * min(1.0, 1.0 / max(far, 1e-9))
                trace.append(_sample(float(tick), name, here[name], seen[name]))
        log = StepLog(
            commands=tuple(
                LoggedCommand(
                    drone=name,
                    action=record_of(told[name]),
                    off_deg=float(rng.uniform(0, 25)) if isinstance(told[name], Go) else None,
                    visible=seen[name],
                )
                for name in names
            ),
            declarations=tuple(claims),
            trace=tuple(trace),
            contacts=(LoggedContact(time_s=began, drone=names[0], label="ground"),)
            if rng.random() < 0.03
            else (),
            latency_s=made.latency_s,
            thinking=k > 0 and "think" in str(steps[-1].action),
        )
        first = record_of(told[names[0]])
        steps.append(
            StepRecord(
                index=k,
                turn=k + 1,
                time_s=began,
                position=tuple(here[names[0]].tolist()),
                shown=[{"text": "Where to?"}],
                reply=str(first),
                action=first if len(names) == 1 else {"kind": "commands"},
                outcome="flown",
                detail=log.model_dump(mode="json"),
            )
        )
    return steps


def record(
    made: Made, index: int, cell: Cell, k: int, plan: dict[str, Any], steps: list[StepRecord]
) -> EpisodeRecord:
    """An episode's record."""
    names = [vehicle["name"] for vehicle in plan["vehicles"]]
    candidates = {"target": CENTRE.tolist(), **LOOK_ALIKES} if cell == "commanding" else {}
    return EpisodeRecord(
        benchmark="dronecats",
        set=made.set,
        episode=index,
        attempt=1,
        scenario=plan,
        labels={"cell": cell, "map": MAPS[cell][k % 2]},
        agent=made.agent,
        settings=made.settings,
        seed=0,
        versions=VERSIONS,
        engine=ENGINE,
        look="builtin",
        scene_fingerprint="f" * 64,
        truth={"target": "target", "target_centre": CENTRE.tolist(), "candidates": candidates},
        started=STARTED,
        finished=STARTED,
        ending="time_up",
        verdict=verdict(read_log(steps), made.settings["delta"], names),
        steps=len(steps),
        wall_s=20.0,
    )


def write_attempt(run: Path, done: EpisodeRecord, steps: Sequence[StepRecord]) -> Path:
    """Write one attempt's files; its folder."""
    folder = run / "episodes" / f"{done.episode:04d}" / f"attempt-{done.attempt}"
    folder.mkdir(parents=True)
    (folder / "episode.json").write_text(done.model_dump_json(indent=1))
    (folder / "steps.jsonl").write_text("".join(f"{s.model_dump_json()}\n" for s in steps))
    return folder


def _choose(rng: np.random.Generator, made: Made, copied: bool, turn: bool) -> Action | Unreadable:
    if turn:
        return Rotate(45)
    if rng.random() < made.thinks:
        return Think()
    if rng.random() < 0.04:
        return Unreadable("broken_json" if rng.random() < 0.5 else "unknown_action", "why")
    return Go(448, 357, 3) if copied else Go(float(rng.integers(1000)), 500, 3)


def _sample(
    time_s: float, name: str, place: np.ndarray[Any, np.dtype[np.float64]], visible: bool
) -> LoggedSample:
    distance = float(np.linalg.norm(place - CENTRE))
    return LoggedSample(
        time_s=time_s,
        drone=name,
        position=tuple(place.tolist()),
        yaw_deg=0.0,
        distance_m=distance,
        box_distance_m=max(0.0, distance - 2.0),
        visible=visible,
    )
