"""
FlySearch's reward and data set for TRL's ``GRPOTrainer``.

The library is needed by whoever trains, not by this module; :func:`load` needs ``datasets``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from lookabout.benchmarks.flysearch.reward import count_tokens
from lookabout.errors import MissingExtraError, UsageError
from lookabout.training.columns import rewards

FILE = "trl.jsonl"


def make_reward(tokens: Callable[[str], int] = count_tokens) -> Callable[..., list[float]]:
    """
    A reward function for ``reward_funcs``.

    :param tokens: length of a reasoning, e.g. ``lambda text: len(tokenizer(text).input_ids)``.
    """

    def fly_search(
        prompts: Sequence[Any], completions: Sequence[Any], **columns: Any
    ) -> list[float]:
        return rewards([_text(completion) for completion in completions], columns, tokens)

    return fly_search


fly_search = make_reward()
"""The reward with words and punctuation marks counted for tokens."""


def load(folder: str | Path) -> Any:
    """
    The rows of ``lookabout datasets flysearch-grpo --out FOLDER`` as a ``datasets.Dataset``.

    Pictures are read from their files when a row is used.

    :raises UsageError: if the folder holds no such data set.
    :raises MissingExtraError: if the library ``datasets`` is not installed.
    """
    try:
        from datasets import Dataset, Image
    except ImportError:
        raise MissingExtraError(
            "loading a data set for TRL needs the library 'datasets'",
            hint="pip install trl installs it.",
        ) from None
    path = Path(folder) / FILE
    if not path.is_file():
        raise UsageError(f"holds no {FILE}", where=str(folder))
    root = path.parent.resolve()

    found = Dataset.from_json(str(path))
    placed = found.map(lambda row: {"images": [str(root / name) for name in row["images"]]})
    return placed.cast_column("images", [Image()])


def _text(completion: Any) -> str:
    """A completion is text, or messages whose content is text or parts."""
    if isinstance(completion, str):
        return completion
    content = completion[-1]["content"] or ""
    if isinstance(content, str):
        return content
    return "".join(part.get("text") or "" for part in content)
