"""Which kinds of things a spec keeps out of a world."""

from __future__ import annotations

from collections.abc import Sequence


def is_excluded(kind: str, exclude: Sequence[str]) -> bool:
    """Whether a kind is listed, by itself or by the class before its slash."""
    return any(kind == name or kind.startswith(name + "/") for name in exclude)
