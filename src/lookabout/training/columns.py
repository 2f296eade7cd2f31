"""FlySearch's reward over the columns of a batch, as training libraries hand them over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from lookabout.benchmarks.flysearch.reward import State, count_tokens, reward
from lookabout.errors import UsageError

COLUMNS = ("position", "target_centre", "target_top", "ground_z")
"""Of a data set of ``lookabout datasets flysearch-grpo``, which the reward needs."""


def rewards(
    replies: Sequence[str], columns: Any, tokens: Callable[[str], int] = count_tokens
) -> list[float]:
    """
    One reward for each reply, in [0, 2].

    :param columns: by name, each with a value for every reply; others than :data:`COLUMNS` are
        not looked at.
    :param tokens: length of a reasoning.
    :raises UsageError: if a column is missing or of another length: the rows are not of such a
        data set, or the trainer dropped their columns.
    """
    for name in COLUMNS:
        if name not in columns or len(columns[name]) != len(replies):
            raise UsageError(
                f"the reward needs the column {name!r} of each row",
                hint="Train on the rows of 'lookabout datasets flysearch-grpo', with all columns "
                "kept (remove_unused_columns false).",
            )
    return [
        reward(
            reply, State(_point(at), _point(centre), float(top), float(ground)), tokens=tokens
        ).total
        for reply, at, centre, top, ground in zip(
            replies, *(columns[name] for name in COLUMNS), strict=True
        )
    ]


def _point(values: Sequence[float]) -> tuple[float, float, float]:
    x, y, z = values
    return float(x), float(y), float(z)
