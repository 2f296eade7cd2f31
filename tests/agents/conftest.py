from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from lookabout.agents.chat import ChatAgent
from tests.agents.chat_server import ScriptedServer

KEY = "sk-test-0123456789abcdef"

Connect = Callable[..., ChatAgent]


@pytest.fixture
def connect(monkeypatch: pytest.MonkeyPatch) -> Iterator[Connect]:
    """Make agents for a server; quick to retry, closed at the end."""
    for variable in ("TEST_API_KEY", "OPENAI_API_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.setenv(variable, KEY)
    monkeypatch.delenv("ANTHROPIC_AUTH_TOKEN", raising=False)
    made: list[ChatAgent] = []

    def make(
        server: ScriptedServer, model: str = "openai-api/test/any", **options: Any
    ) -> ChatAgent:
        options = {"timeout_s": 20, "backoff_s": 0.001, **options}
        made.append(ChatAgent(model, base_url=server.url, **options))
        return made[-1]

    yield make
    for agent in made:
        agent.close()
