"""What a benchmark is to the rest of the platform."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from lookabout.agents.registry import AgentSpec
from lookabout.errors import AgentError, LookaboutError
from lookabout.exchange import Agent, Image, Observation, Reply
from lookabout.records import EpisodeRecord, StepRecord
from lookabout.sim.protocol import Simulator
from lookabout.sim.scenario import Scenario
from lookabout.world.spec import SpecModel


@dataclass(frozen=True)
class SetInfo:
    """A set of scenarios, for lists."""

    name: str
    """E.g. ``fs1-city``."""
    size: int
    """Scenarios in the standard set."""
    summary: str
    """One line."""


class Recorder(Protocol):
    """Where an episode leaves its trace as it happens."""

    def frame(self, image: Image) -> str:
        """Keep a picture; returns its path relative to the attempt's folder."""
        ...

    def step(self, step: StepRecord) -> None:
        """Keep one reply and what came of it."""
        ...


class Benchmark(Protocol):
    """One published system: its sets, its loop, its verdict."""

    name: str
    summary: str
    """One line for ``lookabout list``."""
    sets: tuple[SetInfo, ...]
    settings_model: type[SpecModel]
    """Options of a run, with defaults; all of them are recorded."""
    baselines: Mapping[str, AgentSpec]
    """Scripted agents that know this benchmark's replies, by name."""

    def scenario(self, set_name: str, seed: int, index: int, simulator: Simulator) -> Scenario:
        """
        The scenario of that index, from 0, in the endless list that ``seed`` draws.

        :param simulator: for questions about the world; renders nothing.
        """
        ...

    def check(self, scenario: Scenario, *, where: str) -> None:
        """:raises UsageError: when the scenario's task part is not this benchmark's."""
        ...

    def problems(self, scenario: Scenario, simulator: Simulator) -> list[str]:
        """What in a scenario breaks the set's rules once its world is built; empty if nothing.

        The simulator has been reset with the scenario; nothing is rendered.
        """
        ...

    def labels(self, scenario: Scenario) -> dict[str, str]:
        """By what tables group this scenario's episodes."""
        ...

    def truth(self, scenario: Scenario, simulator: Simulator) -> dict[str, Any]:
        """What the verdict needs of the world: plain JSON, recorded. Privileged."""
        ...

    def play(
        self,
        scenario: Scenario,
        simulator: Simulator,
        agent: Agent,
        recorder: Recorder,
        settings: SpecModel,
    ) -> str:
        """
        Run the loop to its end, in a simulator that has been reset with the scenario.

        :returns: the ending.
        :raises AgentError: when the agent's program fails.
        :raises ServiceError: when the service behind it fails.
        :raises SimulatorError: when the world fails.
        """
        ...

    def first_look(
        self, scenario: Scenario, simulator: Simulator, settings: SpecModel
    ) -> Observation:
        """What the agent is shown at the start."""
        ...

    def verdict(self, episode: EpisodeRecord, steps: Sequence[StepRecord]) -> dict[str, Any]:
        """The score: a pure function of the record. Holds at least ``success`` (bool)."""
        ...


def ask(agent: Agent, observation: Observation) -> Reply:
    """
    The agent's answer.

    :raises AgentError: for whatever the agent raises that is not an error of this package.
    """
    try:
        reply = agent.reply(observation)
    except LookaboutError:
        raise
    except Exception as error:
        raise AgentError(f"{type(error).__name__}: {error}") from error
    if not isinstance(reply, Reply) or not isinstance(reply.text, str):
        raise AgentError(f"an agent must answer with a Reply, got {type(reply).__name__}")
    # Half a surrogate pair can come out of a service's JSON, and no file can hold it.
    return replace(
        reply,
        text=reply.text.encode("utf-8", "replace").decode(),
        reasoning=reply.reasoning.encode("utf-8", "replace").decode(),
    )
