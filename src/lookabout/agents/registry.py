"""Agents by name.

A name with a slash is a chat model. Every benchmark brings its own baselines; other packages
add agents for all benchmarks through the entry-point group ``lookabout.agents``, and a module
of one's own is named ``module:attribute``; each is an :class:`AgentSpec`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from lookabout.errors import UsageError
from lookabout.exchange import Agent
from lookabout.registry import Registry


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


AGENTS = Registry("agent", "lookabout.agents", {})


def get_agent(name: str, baselines: Mapping[str, AgentSpec], *, benchmark: str = "") -> AgentSpec:
    """
    The agent of that name: a baseline, one that another package or a module adds, or a model.

    :param baselines: of the benchmark, by name.
    :param benchmark: its name, for messages.
    :raises UsageError: if there is none, or if the other's cannot be loaded.
    """
    if name in baselines:
        return baselines[name]
    if "/" in name and ":" not in name.partition("/")[0]:
        return _chat_model(name)
    if name not in AGENTS.names() and ":" not in name:
        known = ", ".join(dict.fromkeys((*baselines, *AGENTS.names()))) or "none"
        owner = f" for {benchmark}" if benchmark else ""
        raise UsageError(
            f"there is no agent {name!r}{owner}; known: {known}",
            where="agent",
            hint="A model is named provider/model, e.g. openai/gpt-4o.",
        )
    spec = AGENTS.get(name)
    if not isinstance(spec, AgentSpec):
        raise UsageError(f"must be an AgentSpec, not {type(spec).__name__}", where=f"agent {name}")
    return spec


def agent_names(baselines: Mapping[str, AgentSpec]) -> list[str]:
    """Names of all agents but chat models, in alphabetical order."""
    return sorted({*baselines, *AGENTS.names()})


def _chat_model(name: str) -> AgentSpec:
    def make(**options: Any) -> Agent:
        from lookabout.agents.chat import ChatAgent

        return ChatAgent(name, **options)

    provider = name.partition("/")[0]
    return AgentSpec(name, "model", False, f"a chat model of {provider}", make)
