"""Recorded values in words, for the report's page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from lookabout.results.formats import NOTHING

_MOST_TEXT = 20_000
MOST_WORDS, _MOST_ITEMS = 300, 20
"""Characters of what is told in a few words: a value, an action, an error; items of a list."""
_DEEPEST = 5
"""Lists and mappings within each other."""
_UNITS = ((" m", " m"), (" s", " s"), (" deg", "°"), (" percent", " %"), (" usd", " US$"))
"""Ends of names, in words, and the units that they stand for."""
_METRES = frozenset(("height_above_top", "dx", "dy", "end_position", "target_centre", "target_top"))
"""Lengths and places in verdicts whose names do not end in their unit."""


@dataclass(frozen=True)
class Fact:
    """How a value of a verdict, or a diagnostic, is told to people."""

    name: str
    """'' leaves it out."""
    unit: str = ""
    """As it follows the number, e.g. `` cm``."""
    scale: float = 1.0
    """Numbers are multiplied by it."""
    words: Mapping[str, str] = field(default_factory=dict)
    """Of a text that is a list of names with spaces between: what each means."""


def facts(
    values: Mapping[str, Any], known: Mapping[str, Fact] | None = None
) -> Iterator[tuple[str, str]]:
    """
    Recorded values as (name, value), in their own order; success is shown elsewhere.

    :param known: how some are told; the others are told by their names, whose ends may be units.
    """
    for key, value in values.items():
        if key == "success":
            continue
        fact = known.get(key) if known else None
        if fact is None:
            name, unit = named(key)
            yield name, value_words(value, unit=unit)
        elif fact.name:
            if fact.words and isinstance(value, str):
                value = ", ".join(fact.words.get(word, word) for word in value.split()) or None
            yield fact.name, value_words(_scaled(value, fact.scale), unit=fact.unit)


def named(key: str) -> tuple[str, str]:
    """A name made for programs in words, and the unit at its end: ``navigation_error_m``."""
    words = key.replace("_", " ")
    for ending, unit in _UNITS:
        if words.endswith(ending):
            return words.removesuffix(ending), unit
    return words, " m" if key in _METRES else ""


def value_words(value: Any, *, unit: str = "") -> str:
    """Plain data in a few words; of what is long the end is left out, and how much."""
    return short(_words(value, unit, _DEEPEST), MOST_WORDS)


def _words(value: Any, unit: str, depth: int) -> str:
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        text = f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".").replace("-", "−")
        return text + unit
    if isinstance(value, int):
        return f"{value}{unit}".replace("-", "−")
    if isinstance(value, list | tuple | Mapping) and not depth:
        return "…"
    if isinstance(value, list | tuple):
        shown = [_words(item, "", depth - 1) for item in value[:_MOST_ITEMS]]
        if len(value) > _MOST_ITEMS:
            shown.append(f"… {len(value)} in all")
        return f"({', '.join(shown)}){unit if value else ''}"
    if isinstance(value, Mapping):
        pairs = (f"{key}: {_words(own, '', depth - 1)}" for key, own in value.items())
        text = ", ".join(pairs)
        return text if depth == _DEEPEST else f"({text})"
    return str(value)


def short(text: str, limit: int = _MOST_TEXT) -> str:
    """Text of at most ``limit`` characters, and how many are left out."""
    if len(text) <= limit:
        return text
    return f"{text[:limit]}… ({len(text) - limit:,} more characters)"


def _scaled(value: Any, scale: float) -> Any:
    if scale == 1.0 or isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        return value * scale
    if isinstance(value, list | tuple):
        return [_scaled(item, scale) for item in value]
    return value
