"""Prices of models: what runs cost whose provider reports tokens and no cost."""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from lookabout.errors import UsageError
from lookabout.records import Usage
from lookabout.results.load import Attempt, Run

MAX_BYTES = 1_000_000
_NEEDED = ("model", "input", "output")
_COLUMNS = (*_NEEDED, "cached")
_HINT = (
    "Expected a CSV file with the columns model,input,output and perhaps cached: the model as the "
    "run names it, then US$ per million tokens."
)


@dataclass(frozen=True)
class Price:
    """US$ per million tokens."""

    input: float
    output: float
    """Reasoning included."""
    cached: float
    """Of the part of the input that was read from the provider's cache."""

    def of(self, usage: Usage) -> float:
        """US$ for the tokens of a reply or an episode."""
        cached = min(usage.cached_tokens, usage.input_tokens)
        fresh = usage.input_tokens - cached
        spent = fresh * self.input + cached * self.cached + usage.output_tokens * self.output
        return spent / 1e6


def read_prices(path: Path) -> dict[str, Price]:
    """
    Prices by model.

    :raises UsageError: naming line and column of what is wrong.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)  # what is no plain file may have no end
        if len(data) > MAX_BYTES:
            raise UsageError(f"is larger than {MAX_BYTES:,} bytes", where=str(path))
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError("is no UTF-8 text", where=str(path), hint=_HINT) from None
    except OSError as error:
        raise UsageError(f"cannot be read: {error.strerror}", where=str(path)) from None
    rows = csv.DictReader(text.splitlines(), strict=True)
    try:
        names = rows.fieldnames or ()
        if not set(_NEEDED) <= set(names) <= set(_COLUMNS) or len(set(names)) < len(names):
            found = ", ".join(map(str, names)) or "nothing"
            raise UsageError(f"has the columns {found}", where=str(path), hint=_HINT)
        prices: dict[str, Price] = {}
        for row in rows:
            where = f"{path}:{rows.line_num}"
            model = (row["model"] or "").strip()
            if not model or model in prices or None in row:
                problem = f"model {model!r} stands twice" if model in prices else "is no such row"
                raise UsageError(problem, where=where, hint=_HINT)
            fresh = _dollars(row, "input", where)
            cached = _dollars(row, "cached", where) if row.get("cached") else fresh
            prices[model] = Price(fresh, _dollars(row, "output", where), cached)
    except csv.Error as error:
        raise UsageError(
            f"is no CSV: {error}", where=f"{path}:{rows.line_num}", hint=_HINT
        ) from None
    return prices


def priced(runs: Sequence[Run], prices: Mapping[str, Price]) -> list[Run]:
    """
    The runs, with a cost wherever tokens were counted and no cost was reported.

    Runs of models without a price are marked where they lack one.
    """
    found = []
    for run in runs:
        price = prices.get(run.record.agent.name)
        if price is None:
            found.append(replace(run, unpriced=any(a.usage.lacks_cost for a in run.attempts)))
            continue
        episodes = tuple(
            replace(
                episode, attempts=tuple(_priced(attempt, price) for attempt in episode.attempts)
            )
            for episode in run.episodes
        )
        made = [attempt for episode in episodes for attempt in episode.attempts]
        changed = any(a is not b for a, b in zip(made, run.attempts, strict=True))
        words = f"{price.input:g} / {price.output:g}"
        if price.cached != price.input:
            words += f", {price.cached:g} for input from the cache"
        found.append(replace(run, episodes=episodes, prices=words if changed else ""))
    return found


def _priced(attempt: Attempt, price: Price) -> Attempt:
    usage = attempt.usage
    if not usage.lacks_cost:
        return attempt
    return replace(attempt, usage=usage.model_copy(update={"cost_usd": price.of(usage)}))


def _dollars(row: Mapping[str, str | None], name: str, where: str) -> float:
    text = row[name] or ""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value < 1e6:
        raise UsageError(
            f"column {name}: expected US$ per million tokens, got {text!r:.40}", where=where
        )
    return value
