"""What an attempt's record sums up."""

from __future__ import annotations

from pathlib import Path

import pytest

from lookabout.records import StepRecord, Usage
from lookabout.runs.writer import AttemptWriter


def step(index: int, usage: Usage) -> StepRecord:
    return StepRecord(
        index=index, turn=index + 1, time_s=0, position=(0, 0, 0), shown=[], reply="", action={},
        outcome="acted", usage=usage,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("usages", "cost"),
    [
        ([], None),
        ([Usage(input_tokens=10, output_tokens=1)], None),
        (
            [
                Usage(input_tokens=10, output_tokens=1, cost_usd=0.25),
                Usage(input_tokens=20, output_tokens=2, cost_usd=0.5),
            ],
            0.75,
        ),
        # A part of the costs is not the episode's cost.
        (
            [
                Usage(input_tokens=10, output_tokens=1, cost_usd=0.25),
                Usage(input_tokens=20, output_tokens=2),
            ],
            None,
        ),
        # A reply that used nothing cost nothing.
        ([Usage(input_tokens=10, output_tokens=1, cost_usd=0.25), Usage()], 0.25),
        ([Usage(input_tokens=10, output_tokens=1, cost_usd=0.0)], 0.0),
    ],
)
def test_a_cost_is_of_all_replies(tmp_path: Path, usages: list[Usage], cost: float | None) -> None:
    with AttemptWriter(tmp_path) as writer:
        for index, usage in enumerate(usages):
            writer.step(step(index, usage))
        writer.flush()
        found = writer.usage
    assert found.cost_usd == cost
    assert found.input_tokens == sum(usage.input_tokens for usage in usages)
    assert len((tmp_path / "steps.jsonl").read_text().splitlines()) == len(usages)
