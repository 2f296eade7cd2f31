"""What a benchmark is to the rest of the platform."""

from __future__ import annotations

import itertools
import json
import signal
import sysconfig
import time
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol, TypeVar, runtime_checkable

import lookabout
from lookabout.agents.registry import AgentSpec
from lookabout.errors import AgentError, LookaboutError
from lookabout.exchange import Agent, Image, Observation, Reply, Text, ToolCall, ToolResult, Usage
from lookabout.records import MAX_COUNT, EpisodeRecord, StepRecord
from lookabout.records import Usage as UsageRecord
from lookabout.results.tables import Table
from lookabout.sim.protocol import Simulator
from lookabout.sim.scenario import Scenario
from lookabout.world.spec import SpecModel

T = TypeVar("T")
_LONGEST_PROBLEM = 2000
"""Characters that are kept of what was wrong with a call's arguments, and of its tool's name."""
_MOST_DIGITS = 400
"""Of an integer: more than any number has that a float can hold."""
_PACKAGE = Path(lookabout.__file__).parent
_LIBRARIES = tuple(sysconfig.get_paths()[kind] for kind in ("stdlib", "purelib", "platlib"))
LONGEST_REPLY = 500_000
"""Characters that are read and recorded of a reply, and of its reasoning: readers of records
refuse absurd lines."""


@dataclass(frozen=True)
class SetInfo:
    """A set of scenarios, for lists."""

    name: str
    """E.g. ``fs1-city``."""
    size: int
    """Scenarios in the standard set."""
    summary: str
    """One line."""
    parts: tuple[str, ...] = ()
    """Of a set that is made of others: their names, in the order in which they take turns."""
    own_world: bool = False
    """Its worlds are an engine's own, so the engine that flies its scenarios draws them, too."""

    def holds(self, name: str) -> bool:
        """Whether scenarios of the set ``name`` belong to this one."""
        return name in (self.parts or (self.name,))


@dataclass(frozen=True)
class ModelDefaults:
    """What a benchmark takes for one chat model, where the user asks for nothing else."""

    settings: Mapping[str, Any] = field(default_factory=dict)
    """Of the benchmark, by name."""
    chat_options: Mapping[str, Any] = field(default_factory=dict)
    """Of :class:`lookabout.agents.chat.ChatAgent`, by name."""


@dataclass(frozen=True)
class Description:
    """A scenario for people. Gives the targets away."""

    facts: tuple[tuple[str, str], ...]
    """What is to be done, as (name, value)."""
    targets: Table
    """A row a target."""


@runtime_checkable
class DescribesScenarios(Protocol):
    """A :class:`Benchmark` that tells people what a scenario of its own asks for."""

    def describe(self, scenario: Scenario, world: Callable[[], Simulator]) -> Description:
        """
        :param world: builds the scenario's world, which may take seconds, and gives the
            simulator; raises UsageError where it cannot.
        """
        ...


class Recorder(Protocol):
    """Where an episode leaves its trace as it happens."""

    def frame(self, image: Image) -> str:
        """Keep a picture; returns its path relative to the attempt's folder."""
        ...

    def step(self, step: StepRecord) -> None:
        """Keep one reply and what came of it."""
        ...


@dataclass(frozen=True)
class Step:
    """What came of one reply; fields as in :class:`lookabout.records.StepRecord`."""

    turn: int
    time_s: float
    position: tuple[float, float, float]
    action: Mapping[str, Any]
    outcome: str
    detail: Mapping[str, Any] = field(default_factory=dict)
    simulator_s: float = 0.0
    ending: str | None = None
    """Set when the episode is over."""


class Episode(Protocol):
    """One episode in progress: observe, answer, observe, … until an answer ends it."""

    render_s: float
    """Wall time of rendering for the last observation."""

    def observe(self) -> Observation:
        """What the present turn shows. :raises SimulatorError: when the world fails."""
        ...

    def answer(self, reply: Reply) -> Step:
        """Take the agent's reply to the last observation and act on it."""
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
    chat_options: Mapping[str, Any]
    """Of chat models, where the user asks for nothing else; see
    :class:`lookabout.agents.chat.ChatAgent`."""

    def scenario(self, set_name: str, seed: int, index: int, simulator: Simulator) -> Scenario:
        """
        The scenario of that index, from 0, in the endless list that ``seed`` draws.

        :param simulator: for questions about the world; renders nothing.
        """
        ...

    def standard(self, set_name: str) -> Sequence[Scenario]:
        """The committed scenarios of a set, which numbers are published on."""
        ...

    def check_settings(self, set_name: str, settings: SpecModel) -> None:
        """:raises UsageError: when an option makes no sense for the set."""
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

    def episode(self, scenario: Scenario, simulator: Simulator, settings: SpecModel) -> Episode:
        """The loop, at its start, in a simulator that has been reset with the scenario."""
        ...

    def verdict(self, episode: EpisodeRecord, steps: Sequence[StepRecord]) -> dict[str, Any]:
        """The score: a pure function of the record. Holds at least ``success`` (bool)."""
        ...


def defaults_for(benchmark: Benchmark, model: str) -> ModelDefaults:
    """
    Of a benchmark for a chat model: its ``chat_options``, and what its method
    ``model_defaults(model)`` adds, where it has one.
    """
    own = getattr(benchmark, "model_defaults", None)
    found: ModelDefaults = ModelDefaults() if own is None else own(model)
    return replace(found, chat_options={**benchmark.chat_options, **found.chat_options})


def play(episode: Episode, agent: Agent, recorder: Recorder) -> str:
    """
    Run an episode to its end.

    :returns: the ending.
    :raises AgentError: when the agent's program fails.
    :raises ServiceError: when the service behind it fails.
    :raises SimulatorError: when the world fails.
    """
    for index in itertools.count():
        observation = episode.observe()
        shown = [_shown(part, recorder) for part in observation.parts]
        render_s = episode.render_s
        asked = time.perf_counter()
        reply = ask(agent, observation)
        agent_s = time.perf_counter() - asked
        step = episode.answer(reply)
        recorder.step(
            StepRecord(
                index=index,
                turn=step.turn,
                time_s=step.time_s,
                position=step.position,
                shown=shown,
                reply=reply.text,
                reasoning=reply.reasoning,
                stop_reason=reply.stop_reason,
                action=dict(step.action),
                outcome=step.outcome,
                detail=dict(step.detail),
                usage=UsageRecord(**vars(reply.usage)),
                retries=reply.retries,
                agent_s=agent_s,
                render_s=render_s,
                simulator_s=step.simulator_s,
            )
        )
        if step.ending is not None:
            return step.ending
    raise AssertionError("an episode ends")  # count() does not


def _shown(part: Text | Image | ToolResult, recorder: Recorder) -> dict[str, str]:
    if isinstance(part, Image):
        return {"image": recorder.frame(part)}
    if isinstance(part, ToolResult):
        return {"tool": part.call.name, "text": part.text}
    return {"text": part.text}


def ask(agent: Agent, observation: Observation) -> Reply:
    """
    The agent's answer, fit to be recorded; of an absurdly long one the middle is left out.

    :raises AgentError: for whatever the agent raises that is not an error of this package,
        and for what is no proper Reply.
    """
    reply = guard(lambda: agent.reply(observation))
    if not isinstance(reply, Reply):
        raise AgentError(f"an agent must answer with a Reply, got {type(reply).__name__}")
    for name in ("text", "reasoning", "stop_reason"):
        if not isinstance(getattr(reply, name), str):
            raise AgentError(f"Reply.{name} must be text, got {getattr(reply, name)!r:.80}")
    usage = reply.usage
    if not isinstance(usage, Usage):
        raise AgentError(f"Reply.usage must be a Usage, got {type(usage).__name__}")
    for name, value in vars(usage).items():
        if name == "cost_usd":
            fits = value is None or (isinstance(value, int | float) and 0 <= value <= MAX_COUNT)
        else:
            fits = type(value) is int and 0 <= value <= MAX_COUNT
        if not fits:
            raise AgentError(f"Usage.{name} is {value!r:.80}, which cannot be")
    return replace(
        reply,
        text=storable(reply.text, LONGEST_REPLY),
        reasoning=storable(reply.reasoning, LONGEST_REPLY),
        stop_reason=storable(reply.stop_reason),
        tool_calls=guard(lambda: _storable_calls(reply.tool_calls)),
    )


def _storable_calls(calls: Iterable[ToolCall]) -> tuple[ToolCall, ...]:
    """
    Calls with arguments that JSON can hold; NaN and infinities stay numbers, integers beyond
    those become text. What exceeds ``LONGEST_REPLY``, all calls together, is left out.
    """
    made, left = [], LONGEST_REPLY
    for call in calls:
        if not isinstance(call, ToolCall):
            raise TypeError(f"Reply.tool_calls must be ToolCalls, got {call!r:.80}")
        text = storable(json.dumps(dict(call.arguments), default=str, ensure_ascii=False))
        problem = storable(call.problem, _LONGEST_PROBLEM)
        if len(text) > left:
            text, problem = "{}", f"arguments too long: {len(text)} characters"
        left -= len(text)
        arguments = json.loads(text, parse_int=_integer)
        name = storable(str(call.name), _LONGEST_PROBLEM)
        made.append(ToolCall(storable(str(call.id)), name, arguments, problem))
    return tuple(made)


def _integer(digits: str) -> int | str:
    return int(digits) if len(digits) <= _MOST_DIGITS else digits


def guard(call: Callable[[], T]) -> T:
    """
    Run an agent's own code.

    :raises AgentError: for whatever it raises that is not an error of this package, attempts
        to end the process included. It says in one line what, and where in the agent's code.
    """
    try:
        return call()
    except LookaboutError:
        raise
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt) and signal.getsignal(signal.SIGINT) not in (
            signal.SIG_IGN,
            None,
        ):
            raise  # a person's Ctrl-C, not the agent's doing
        said = " ".join(str(error).split())
        words = storable(f"{type(error).__name__}: {said}".removesuffix(": "), 2000)
        raise AgentError(f"{_place(error)}{words}") from error


def _place(error: BaseException) -> str:
    """
    Where in the agent's own code an error was raised, as ``file.py:12, in reply: ``.

    That is the last frame outside this package and, if there is one, outside the libraries that
    the agent called. Empty if all of it is this package's.
    """
    calls = traceback.extract_tb(error.__traceback__)
    outside = [call for call in calls if not Path(call.filename).is_relative_to(_PACKAGE)]
    own = [call for call in outside if not call.filename.startswith(_LIBRARIES)] or outside
    if not own:
        return ""
    file = Path(own[-1].filename)
    name = file.relative_to(Path.cwd()) if file.is_relative_to(Path.cwd()) else file
    return f"{name}:{own[-1].lineno}, in {own[-1].name}: "


def storable(text: str, longest: int | None = None) -> str:
    """
    Text that a file can hold: half of a surrogate pair, which can come out of a service's JSON,
    is replaced.

    :param longest: characters; the middle of a longer text is left out.
    """
    if longest is not None and len(text) > longest:
        text = f"{text[: longest // 2]} […] {text[-longest // 2 :]}"
    return text.encode("utf-8", "replace").decode()
