"""Episode records: the files from which every number is made.

One folder an attempt at an episode: ``episode.json``, ``steps.jsonl``, ``frames/``. A run
folder holds ``run.json``, ``scenarios/NNNN.json`` and ``episodes/NNNN/attempt-K/``.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

FAILURE_ENDINGS = ("agent_error", "service_error", "simulator_error")
"""Endings that say nothing about how well the agent searched: no verdict, reported apart.

``agent_error``: the agent's own program failed. ``service_error``: the service behind it.
``simulator_error``: the world."""


MAX_NAME = 200
"""Characters of an agent's name."""


class RecordModel(BaseModel):
    """Read leniently (later versions may add fields), written whole."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class AgentInfo(RecordModel):
    """Who flew."""

    name: Annotated[str, Field(max_length=MAX_NAME)]
    """As shown in tables."""
    kind: Literal["scripted", "model", "human", "policy"]
    privileged: bool = False
    """Was given the truth."""
    settings: dict[str, Any] = Field(default_factory=dict)


class Usage(RecordModel):
    """Tokens and money of one reply or of a whole episode."""

    input_tokens: int = 0
    output_tokens: int = 0
    reasoning_tokens: int = 0
    cached_tokens: int = 0
    cost_usd: float | None = None

    @property
    def lacks_cost(self) -> bool:
        """Tokens were counted, and nobody said what they cost."""
        return self.cost_usd is None and self.input_tokens + self.output_tokens > 0


class StepRecord(RecordModel):
    """One reply of the agent, and what came of it: a line of ``steps.jsonl``."""

    index: int
    """Counts replies from 0, refused ones included."""
    turn: int
    """Counts what the benchmark calls steps, from 1; a refused reply repeats its turn."""
    time_s: float
    """Simulator's clock when the observation was made."""
    position: tuple[float, float, float]
    """Of the vehicle at the observation, world frame, metres."""
    shown: list[dict[str, str]]
    """What was new in this turn, in order: {"text": ...}, {"image": "frames/000.png"} or, for
    the result of a tool, {"tool": its name, "text": ...}."""
    reply: str
    """The agent's raw text."""
    reasoning: str = ""
    """What the provider returned apart from the text."""
    stop_reason: str = "stop"
    action: dict[str, Any]
    """The parsed action: {"kind": "move", "by": [x, y, z]}, {"kind": "claim"},
    {"kind": "unparsable", "why": ...}, or a benchmark's own kinds."""
    outcome: str
    """What the benchmark made of it: ``moved``, ``held``, ``collided``, ``refused``, ``asked``,
    ``ended``."""
    detail: dict[str, Any] = Field(default_factory=dict)
    """The benchmark's own: reason of a refusal, path flown, what was hit."""
    usage: Usage = Usage()
    retries: int = 0
    agent_s: float = 0.0
    """Wall time of the agent."""
    render_s: float = 0.0
    """Wall time of rendering this turn's frames."""
    simulator_s: float = 0.0
    """Wall time of the rest of the simulator."""


class EpisodeRecord(RecordModel):
    """``episode.json``: written when the attempt starts, replaced when its world stands and when
    it ends."""

    format: Literal["lookabout-episode-1"] = "lookabout-episode-1"
    benchmark: str
    set: str
    episode: int
    """Index in the run, from 0."""
    attempt: int
    """From 1."""
    scenario: dict[str, Any]
    labels: dict[str, str] = Field(default_factory=dict)
    """By what tables group: ``class``, ``environment``, ``start_height``…"""
    agent: AgentInfo
    settings: dict[str, Any] = Field(default_factory=dict)
    """Every setting of the benchmark, defaults included."""
    seed: int
    """Of the run."""
    versions: dict[str, str] = Field(default_factory=dict)
    """lookabout, Python, libraries."""
    engine: dict[str, str] = Field(default_factory=dict)
    """Simulator: name, quality, device, versions of its renderer."""
    look: str = ""
    scene_fingerprint: str = ""
    truth: dict[str, Any] = Field(default_factory=dict)
    """What the verdict needs of the world, e.g. the target's box; never shown to the agent."""
    started: str
    """UTC, ISO 8601."""
    finished: str | None = None
    ending: str | None = None
    """None while it runs, or if it was interrupted. Else the benchmark's ending or a failure."""
    error: str | None = None
    """What failed, for the endings of FAILURE_ENDINGS."""
    verdict: dict[str, Any] | None = None
    """The score; holds at least ``success`` (bool). None for failures."""
    steps: int = 0
    """Lines in steps.jsonl."""
    usage: Usage = Usage()
    wall_s: Annotated[float, Field(ge=0)] = 0.0

    @property
    def failed(self) -> bool:
        """Ended by a failure of the agent's program, the service or the simulator."""
        return self.ending in FAILURE_ENDINGS

    @property
    def judged(self) -> bool:
        """Ended with a verdict."""
        return self.ending is not None and not self.failed


class RunRecord(RecordModel):
    """``run.json``: what was asked for. Replaced only when a run grows by more episodes."""

    format: Literal["lookabout-run-1"] = "lookabout-run-1"
    benchmark: str
    set: str
    agent: AgentInfo
    seed: int
    episodes: int
    settings: dict[str, Any] = Field(default_factory=dict)
    versions: dict[str, str] = Field(default_factory=dict)
    engine: dict[str, str] = Field(default_factory=dict)
    """Name, quality and device of the simulator, as asked for."""
    scenarios: list[str] = Field(default_factory=list)
    """SHA-256 of each scenario, in order; see :func:`scenario_hash`."""
    source: Literal["standard", "seed", "files"] = "seed"
    """Where the scenarios come from: the set's committed ones, the run's seed, or files."""
    started: str


MAX_COUNT = 10**12
"""More tokens or steps than this were never counted."""


def scenario_hash(scenario: Mapping[str, Any]) -> str:
    """SHA-256 of a scenario as canonical JSON."""
    return hashlib.sha256(json.dumps(scenario, sort_keys=True).encode()).hexdigest()


def flaw(record: EpisodeRecord, run: RunRecord, episode: int, attempt: int) -> str | None:
    """
    Why a finished attempt cannot be used for numbers, or None.

    :param episode: index, by the folder that the record lies in; so ``attempt``.
    """
    agreements = {
        "episode": (record.episode, episode),
        "attempt": (record.attempt, attempt),
        "benchmark": (record.benchmark, run.benchmark),
        "set": (record.set, run.set),
        "agent": (_who(record.agent), _who(run.agent)),
        "seed": (record.seed, run.seed),
    }
    for name, (has, should) in agreements.items():
        if has != should:
            return f"belongs elsewhere: its {name} does not fit this folder"
    if record.judged and not isinstance((record.verdict or {}).get("success"), bool):
        return "ended with a judgement, but its verdict has no success"
    if record.judged and contradicts_itself(record.verdict or {}):
        return "has a verdict that contradicts itself"
    usage = record.usage
    counts = (usage.input_tokens, usage.output_tokens, usage.reasoning_tokens, record.steps)
    if any(not 0 <= count <= MAX_COUNT for count in counts):
        return "counts tokens or steps that cannot be"
    if usage.cost_usd is not None and not 0 <= usage.cost_usd <= MAX_COUNT:
        return "has a cost that cannot be"
    if not math.isfinite(record.wall_s):
        return "has a duration that cannot be"
    return None


def contradicts_itself(verdict: Mapping[str, Any]) -> bool:
    """Whether a verdict that names the conditions of success says something else than they do."""
    parts = [verdict.get(name) for name in ("claimed", "in_view", "low_enough")]
    known = all(isinstance(part, bool) for part in parts)
    if known and verdict.get("success") is not all(parts):
        return True
    qualifying = verdict.get("qualifying")
    if not isinstance(qualifying, int) or isinstance(qualifying, bool):
        return False
    return verdict.get("success") is not (qualifying > 0)


def _who(agent: AgentInfo) -> tuple[str, str, bool]:
    return agent.name, agent.kind, agent.privileged
