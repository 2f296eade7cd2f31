"""The paper's numbers, as data: tables 2, 3, 4, S3 and S4, and the human baseline (section 4.1).

Nothing is computed from them and nothing is tested against them: another engine, other
scenarios.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from lookabout.results.tables import Quoted

PAPER = "FlySearch: Exploring how vision-language models explore (arXiv:2506.02896)"
MARK = "‡"
CAUTION = (
    f"{MARK} published, Unreal engine, other scenarios: not comparable as numbers. Source: {PAPER}."
)
HUMAN = "Human (untrained)"


@dataclass(frozen=True)
class Rate:
    """One number of the paper."""

    table: str
    """Of the paper, e.g. ``2`` or ``S4``."""
    agent: str
    family: str
    """``fs1``, ``anomaly1`` or ``fs2``."""
    environment: str
    """``city``, ``forest``, or ``overall``."""
    settings: str
    """As :func:`lookabout.benchmarks.flysearch.tables_lines.variant` words them."""
    value: Quoted


@cache
def published_rates() -> tuple[Rate, ...]:
    """All of them, in the paper's order; some stand in several of its tables."""
    text = (files(__package__) / "published" / "rates.csv").read_text(encoding="utf-8")
    return tuple(
        Rate(
            table=row["table"],
            agent=row["agent"],
            family=row["set"],
            environment=row["environment"],
            settings=row["settings"],
            value=Quoted(
                float(row["percent"]),
                float(row["error"]) if row["error"] else None,
                int(row["n"]) if row["n"] else None,
            ),
        )
        for row in csv.DictReader(text.splitlines())
    )


def quoted(agent: str, family: str, environment: str, settings: str = "") -> Quoted | None:
    """A number of the paper; of several prints of the same the first."""
    wanted = (agent, family, environment, settings)
    for rate in published_rates():
        if (rate.agent, rate.family, rate.environment, rate.settings) == wanted:
            return rate.value
    return None


def agents(*tables: str) -> list[str]:
    """Agents of some of the paper's tables, in its order."""
    return list(dict.fromkeys(rate.agent for rate in published_rates() if rate.table in tables))
