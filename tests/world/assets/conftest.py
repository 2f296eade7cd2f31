"""Assets are tested as built in, whatever is installed, unless a test says otherwise."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _builtin_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOOKABOUT_LOOK", "builtin")
