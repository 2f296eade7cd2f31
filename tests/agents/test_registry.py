from __future__ import annotations

import subprocess
import sys
from importlib.metadata import EntryPoint

import pytest

from lookabout import registry
from lookabout.agents.chat import ChatAgent
from lookabout.agents.registry import AgentSpec, agent_names, get_agent
from lookabout.errors import UsageError
from lookabout.exchange import Briefing, Observation, Reply


class Idle:
    """An agent that never moves."""

    name = "idle"
    privileged = False

    def begin(self, briefing: Briefing) -> None:
        pass

    def reply(self, observation: Observation) -> Reply:
        return Reply("")

    def close(self) -> None:
        pass


IDLE = AgentSpec("idle", "scripted", False, "never moves", Idle)
BASELINES = {"idle": IDLE}


def added(monkeypatch: pytest.MonkeyPatch, *entries: tuple[str, str]) -> None:
    """Pretend that other packages are installed."""
    found = [EntryPoint(name, value, "lookabout.agents") for name, value in entries]
    monkeypatch.setattr(registry, "entry_points", lambda group: found)


def test_baseline() -> None:
    spec = get_agent("idle", BASELINES)
    assert spec is IDLE
    assert spec.make().name == "idle"


def test_agents_of_other_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    added(monkeypatch, ("lazy", "tests.agents.test_registry:IDLE"))
    # Loaded afresh, so perhaps a second copy of this module.
    assert get_agent("lazy", {}).summary == "never moves"
    assert agent_names({"walker": IDLE}) == ["lazy", "walker"]


def test_a_baseline_comes_before_an_agent_of_another_package(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    added(monkeypatch, ("idle", "nowhere:at_all"))
    assert get_agent("idle", BASELINES) is IDLE


def test_unknown_names_are_answered_with_the_known_ones() -> None:
    with pytest.raises(UsageError, match=r"no agent 'oracel'; known: idle.*\n.*provider/model"):
        get_agent("oracel", BASELINES)


@pytest.mark.parametrize(
    ("value", "told"),
    [("no_such_package:x", "ModuleNotFoundError"), ("json:dumps", "must be an AgentSpec")],
)
def test_broken_agents_of_other_packages(
    monkeypatch: pytest.MonkeyPatch, value: str, told: str
) -> None:
    added(monkeypatch, ("broken", value))
    with pytest.raises(UsageError, match=told):
        get_agent("broken", {})


def test_an_agent_in_a_module_of_ones_own() -> None:
    assert get_agent("tests.agents.test_registry:IDLE", {}).summary == "never moves"
    with pytest.raises(UsageError, match="ModuleNotFoundError"):
        get_agent("no_such_module:AGENT", {})
    with pytest.raises(UsageError, match="must be an AgentSpec"):
        get_agent("json:dumps", {})


def test_a_model_name_may_hold_a_colon() -> None:
    assert get_agent("ollama/llava:13b", {}).kind == "model"


def test_chat_models(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEST_API_KEY", "a-key-for-tests")
    spec = get_agent("openai-api/test/any", BASELINES)
    assert (spec.kind, spec.privileged) == ("model", False)
    agent = spec.make(base_url="http://127.0.0.1:1/v1", temperature=0.5)
    agent.close()
    assert isinstance(agent, ChatAgent)
    assert agent.settings["temperature"] == 0.5


def test_looking_a_model_up_imports_nothing_heavy() -> None:
    code = (
        "import sys; from lookabout.agents.registry import get_agent; import lookabout.agents.chat;"
        "get_agent('openai/gpt-4o', {});"
        "print(sorted({'inspect_ai', 'openai', 'scipy', 'PIL', 'pydantic'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "[]"
