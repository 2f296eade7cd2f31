"""In which simulator a set's scenarios are drawn."""

from __future__ import annotations

from typing import Any

import pytest

from lookabout.benchmarks.registry import get_set
from lookabout.runs import scenarios
from lookabout.runs.scenarios import drawing_world


@pytest.mark.parametrize(
    ("path", "engine", "drawn_in"),
    [
        ("flysearch/fs1-city", "maniskill", ("embedded", "cpu")),
        ("spatialscout/rooms", "maniskill", ("embedded", "cpu")),
        ("spatialscout/maniskill", "maniskill", ("maniskill", "cuda")),
        ("spatialscout/maniskill", "embedded", ("embedded", "cuda")),
    ],
)
def test_only_a_set_without_worlds_of_ours_is_drawn_in_the_engine_that_flies_it(
    monkeypatch: pytest.MonkeyPatch, path: str, engine: str, drawn_in: tuple[str, str]
) -> None:
    made: list[tuple[str, str]] = []

    def make(name: str, *, quality: str, device: str) -> Any:
        made.append((name, device))

    monkeypatch.setattr(scenarios, "make_simulator", make)
    benchmark, info = get_set(path)
    drawing_world(benchmark, info.name, engine, "cuda")
    assert made == [drawn_in]
