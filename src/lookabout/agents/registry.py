"""Agents by name.

A name with a slash is a chat model. Every benchmark brings its own baselines; other packages
add agents for all benchmarks through the entry-point group ``lookabout.agents``, each entry an
:class:`AgentSpec`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Literal

from lookabout.errors import UsageError
from lookabout.exchange import Agent

ENTRY_POINTS = "lookabout.agents"


@dataclass(frozen=True)
class AgentSpec:
    """An agent that can be made."""

    name: str
    kind: Literal["scripted", "model", "human", "policy"]
    privileged: bool
    """It is given the truth, so its results are no results of searching."""
    summary: str
    """One line for ``lookabout list``."""
    make: Callable[..., Agent]
    """Takes the agent's own options by name, all of them optional."""


def get_agent(name: str, baselines: Mapping[str, AgentSpec]) -> AgentSpec:
    """
    The agent of that name: a baseline, one that another package adds, or a chat model.

    :param baselines: of the benchmark, by name.
    :raises UsageError: if there is none, or if the other package's cannot be loaded.
    """
    if name in baselines:
        return baselines[name]
    added = _added()
    if name in added:
        return _load(added[name])
    if "/" in name:
        return _chat_model(name)
    raise UsageError(
        f"there is no agent {name!r}; known: {', '.join(agent_names(baselines))}",
        where="agent",
        hint="A model is named provider/model, e.g. openai/gpt-4o.",
    )


def agent_names(baselines: Mapping[str, AgentSpec]) -> list[str]:
    """Names of all agents but chat models, in alphabetical order."""
    return sorted({*baselines, *_added()})


def _added() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=ENTRY_POINTS)}


def _load(entry: EntryPoint) -> AgentSpec:
    try:
        spec = entry.load()
    except Exception as error:  # whatever goes wrong inside the other package
        raise UsageError(
            f"cannot be loaded: {type(error).__name__}: {error}", where=f"agent {entry.name}"
        ) from error
    if not isinstance(spec, AgentSpec):
        raise UsageError(
            f"the entry point {entry.value} must be an AgentSpec, not {type(spec).__name__}",
            where=f"agent {entry.name}",
        )
    return spec


def _chat_model(name: str) -> AgentSpec:
    def make(**options: Any) -> Agent:
        from lookabout.agents.chat import ChatAgent

        return ChatAgent(name, **options)

    provider = name.partition("/")[0]
    return AgentSpec(name, "model", False, f"a chat model of {provider}", make)
