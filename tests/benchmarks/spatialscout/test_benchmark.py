"""Scenario files of others: checked, and labelled whatever they hold."""

from __future__ import annotations

from typing import Any

import pytest

from lookabout.benchmarks.spatialscout import BENCHMARK
from lookabout.errors import UsageError
from tests.benchmarks.spatialscout.flat import scenario


@pytest.mark.parametrize(
    ("params", "labels"),
    [
        ({}, {}),
        ({"rooms": 3}, {"rooms": "3"}),
        ({"rooms": "three"}, {}),
        ({"builder": "iTHOR"}, {"scenes": "iTHOR"}),
    ],
)
def test_labels(params: dict[str, Any], labels: dict[str, str]) -> None:
    found = scenario()
    world = found.world.model_copy(update={"params": params})
    made = BENCHMARK.labels(found.model_copy(update={"world": world}))
    assert made == {"targets": "5", **labels}


def test_an_unknown_set_is_refused() -> None:
    BENCHMARK.check(scenario(), where="a.json")
    with pytest.raises(UsageError, match="has no set 'halls'; known: rooms, rooms-builtin"):
        BENCHMARK.check(scenario().model_copy(update={"set": "halls"}), where="a.json")
