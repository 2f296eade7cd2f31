"""Made-up run folders: FlySearch flights drawn at random, written as a run writes them."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from lookabout.records import AgentInfo, EpisodeRecord, RunRecord, StepRecord, Usage

CLASSES = ("construction", "crowd", "fire", "trash", "vehicle")
FOREST_CLASSES = ("building", "campsite", "fire", "person", "trash")
SETTINGS: dict[str, Any] = {"steps": 10, "claim_rule": "strict", "grid": True}
PARTS = {"fs1": ("fs1-city", "fs1-forest"), "anomaly1": ("anomaly1-city", "anomaly1-forest")}
"""Of combined sets, whose scenarios take turns."""
VERSIONS = {"lookabout": "0.1.0", "python": "3.11.9"}
ENGINE = {"name": "embedded", "quality": "standard", "device": "cpu"}
STARTED = "2026-01-02T03:04:05+00:00"

PILOT = AgentInfo(name="acme/pilot-1", kind="model")
ORACLE = AgentInfo(name="oracle", kind="scripted", privileged=True)


@dataclass(frozen=True)
class Fake:
    """A run to make up."""

    episodes: int = 10
    agent: AgentInfo = PILOT
    skill: float = 0.5
    """Chance of success."""
    seed: int = 1
    frames: int = 0
    """Side of each picture, pixels; 0 for none."""
    reply: str = "<reasoning>The target may be {where}.</reasoning>\n<action>{action}</action>"
    look: str = "packs-1"
    settings: dict[str, Any] = field(default_factory=lambda: dict(SETTINGS))
    failures: float = 0.0
    """Chance of a failed attempt before the judged one."""
    cost: float | None = 0.01
    set: str = "fs1-city"
    visible: bool = True
    """Steps tell what of the target was visible."""
    engine: dict[str, str] = field(default_factory=lambda: dict(ENGINE))
    source: str = "seed"


def write_run(folder: Path, fake: Fake) -> Path:
    """Write a whole run; the same ``fake`` gives the same files."""
    folder.mkdir(parents=True)
    record = RunRecord(
        benchmark="flysearch",
        set=fake.set,
        agent=fake.agent,
        seed=7,
        episodes=fake.episodes,
        settings=fake.settings,
        versions=VERSIONS,
        engine=fake.engine,
        source=fake.source,
        started=STARTED,
    )
    (folder / "run.json").write_text(record.model_dump_json(indent=2))
    rng = np.random.default_rng(fake.seed)
    for episode in range(fake.episodes):
        attempt = 1
        if rng.random() < fake.failures:
            ending = ("service_error", "simulator_error", "agent_error")[episode % 3]
            write_attempt(
                folder,
                make_episode(fake, episode, attempt=1, ending=ending, error="503 overloaded"),
            )
            attempt = 2
        write_flight(folder, fake, episode, attempt, rng)
    return folder


def scenario(episode: int, set_name: str = "fs1-city") -> dict[str, Any]:
    """The scenario of an episode: the same in every run; of a combined set its part's."""
    if set_name in PARTS:
        return scenario(episode // 2, PARTS[set_name][episode % 2])
    rng = np.random.default_rng([episode, 99])
    height = int(rng.integers(30, 101))
    if set_name == "fs2":
        height = 100 + height % 26
    x, y = (float(v) for v in rng.uniform(-300, 300, 2).round(1))
    world = "forest" if set_name.endswith("forest") else "city"
    classes = CLASSES if world == "city" else FOREST_CLASSES
    kind = classes[int(rng.integers(len(CLASSES)))]
    dx, dy = (int(v) for v in rng.integers(-height // 2, height // 2 + 1, 2))
    return {
        "format": "lookabout-scenario-1",
        "id": f"{set_name}-{episode:04d}",
        "benchmark": "flysearch",
        "set": set_name,
        "seed": episode,
        "world": {
            "kind": world,
            "seed": 1,
            "objects": [{"name": "target", "kind": kind, "seed": 3, "position": [x, y, 0.2]}],
        },
        "vehicles": [{"name": "drone", "position": [x + dx, y + dy, height + 0.2]}],
        "task": {"description": f"a {kind} somewhere in the street", "ground_z": 0.2},
    }


def make_episode(fake: Fake, episode: int, **fields: Any) -> EpisodeRecord:
    """An episode's record with sensible fields, any of them replaced."""
    plan = scenario(episode, fake.set)
    height = int(plan["vehicles"][0]["position"][2])
    low = height // 10 * 10
    target = plan["world"]["objects"][0]
    x, y, z = target["position"]
    defaults: dict[str, Any] = {
        "benchmark": "flysearch",
        "set": fake.set,
        "episode": episode,
        "attempt": 1,
        "scenario": plan,
        "labels": {
            "class": target["kind"],
            "environment": plan["world"]["kind"],
            "start_height": f"{low}–{low + 10}",
        },
        "agent": fake.agent,
        "settings": fake.settings,
        "seed": 7,
        "versions": VERSIONS,
        "engine": fake.engine,
        "truth": {
            "target_low": [x - 1.0, y - 2.0, z],
            "target_high": [x + 1.0, y + 2.0, z + 1.8],
            "target_centre": [x, y, z + 0.8],
            "start": plan["vehicles"][0]["position"],
        },
        "look": fake.look,
        "scene_fingerprint": f"{episode:064x}",
        "started": STARTED,
        "finished": STARTED,
        "ending": "claimed",
    }
    return EpisodeRecord(**(defaults | fields))


def write_attempt(run: Path, record: EpisodeRecord, steps: list[StepRecord] | None = None) -> Path:
    """Write one attempt's files; its folder."""
    folder = run / "episodes" / f"{record.episode:04d}" / f"attempt-{record.attempt}"
    folder.mkdir(parents=True)
    (folder / "episode.json").write_text(record.model_dump_json(indent=2))
    lines = "".join(step.model_dump_json() + "\n" for step in steps or [])
    (folder / "steps.jsonl").write_text(lines)
    return folder


def write_flight(
    run: Path, fake: Fake, episode: int, attempt: int, rng: np.random.Generator
) -> Path:
    """An episode with steps: towards the target if it is to succeed, else astray."""
    plan = scenario(episode, fake.set)
    start = np.array(plan["vehicles"][0]["position"])
    centre = np.array(plan["world"]["objects"][0]["position"]) + np.array([0, 0, 0.8])
    success = bool(rng.random() < fake.skill)
    claimed = success or bool(rng.random() < 0.6)
    goal = centre + np.array([*rng.uniform(-3, 3, 2), 8.0])
    if not success:
        goal = centre + np.array([*rng.uniform(-60, 60, 2), rng.uniform(15, 50)])
    moves = int(rng.integers(2, 9))
    stops = [start + (goal - start) * min(1.0, i / moves) for i in range(moves + 1)]
    stops[1:-1] = [p + rng.normal(0, 4, 3) for p in stops[1:-1]]
    steps = []
    for i, place in enumerate(stops):
        last = i == moves
        by = [] if last else [round(float(v), 1) for v in stops[i + 1] - place]
        action: dict[str, Any] = {"kind": "move", "by": by}
        if last:
            action = {"kind": "claim"} if claimed else {"kind": "unparsable", "why": "no tag"}
        outcome = "ended" if last else "collided" if rng.random() < 0.06 else "moved"
        shown = [{"text": f"altitude {place[2]:.0f} m" + "\nFind the target." * (i == 0)}]
        if fake.frames:
            shown.append({"image": f"frames/{i:03d}.png"})
        words = "FOUND" if claimed and last else f"({by})"
        steps.append(
            StepRecord(
                index=i,
                turn=i + 1,
                time_s=float(i),
                position=tuple(float(v) for v in place),
                shown=shown,
                reply=fake.reply.format(where="to the north-east " * (1 + i * 3), action=words),
                action=action,
                outcome=outcome,
                detail={"altitude": float(place[2] - 0.2)}
                | ({"hit": "building"} if outcome == "collided" else {})
                | ({"target_visible": _seen(place, centre)} if fake.visible else {}),
                usage=Usage(input_tokens=900 + 400 * i, output_tokens=60),
            )
        )
    end = stops[-1]
    d = centre - end
    record = make_episode(
        fake,
        episode,
        attempt=attempt,
        ending="claimed" if claimed else "unparsable",
        verdict={
            "success": success,
            "claimed": claimed,
            "in_view": bool(max(abs(d[0]), abs(d[1])) <= end[2]),
            "low_enough": bool(end[2] - 2.0 <= 10),
            "height_above_top": float(end[2] - 2.0),
            "dx": float(d[0]),
            "dy": float(d[1]),
            "distance_m": float(math.dist(end, centre)),
            "end_position": [float(v) for v in end],
            "target_centre": [float(v) for v in centre],
            "target_top": 2.0,
        },
        steps=len(steps),
        usage=Usage(
            input_tokens=1000 * len(steps), output_tokens=60 * len(steps), cost_usd=fake.cost
        ),
        wall_s=12.5,
    )
    folder = write_attempt(run, record, steps)
    if fake.frames:
        write_frames(folder / "frames", [float(p[2]) for p in stops], fake.frames, episode)
    return folder


def _seen(place: Any, centre: Any) -> float:
    return float(max(abs(place[:2] - centre[:2])) < place[2])


def write_frames(folder: Path, altitudes: list[float], side: int, seed: int) -> None:
    """Blocks and streets seen from above, larger the lower the camera."""
    from PIL import Image

    folder.mkdir()
    rng = np.random.default_rng(seed)
    town = rng.integers(90, 200, (40, 40, 1)) + rng.integers(-25, 25, (40, 40, 3))
    town[::4], town[:, ::5] = 70, 75
    for i, altitude in enumerate(altitudes):
        reach = int(np.clip(altitude / 4, 3, 20))
        cut = town[20 - reach : 20 + reach, 20 - reach : 20 + reach].clip(0, 255).astype(np.uint8)
        picture = Image.fromarray(cut).resize((side, side), Image.Resampling.NEAREST)
        noise = rng.integers(-12, 12, (side, side, 1))
        noisy = (np.asarray(picture).astype(int) + noise).clip(0, 255).astype(np.uint8)
        Image.fromarray(noisy).save(folder / f"{i:03d}.png", compress_level=1)
