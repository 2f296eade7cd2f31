"""The paper's numbers, as data: as far as its text states them (sections 5.1 to 5.6).

Its tables 3 to 6 are not at hand as tables, so nothing is here that the text leaves open, and
nothing is derived. Nothing is computed from them and nothing is tested against them: another
engine, other scenes.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

PAPER = (
    "Evaluating Multimodal LLMs as Generalist Vision-Language-Action Agents for Drone Control: "
    "Commanding, Approaching, Tracking and Searching"
)
MARK = "‡"
CAUTION = (
    f"{MARK} published, Unreal engine, other scenes, as far as the paper's text states it: not "
    f"comparable as numbers; δ = 5 m. Source: {PAPER}."
)


@dataclass(frozen=True)
class Number:
    """One number of the paper, as printed."""

    table: str
    """Of the paper, from ``3`` to ``6``; ``think`` for section 5.6."""
    agent: str
    cell: str
    """``one-drone``: the four cells with one drone together."""
    measure: str
    value: float
    """Percent for rates, unless ``where`` says otherwise."""
    n: int | None
    """Of what it is, where that is told."""
    where: str
    """In the paper, and how it is put there."""


@cache
def numbers() -> tuple[Number, ...]:
    """All of them, in the order of the paper's tables."""
    text = (files(__package__) / "published" / "numbers.csv").read_text(encoding="utf-8")
    return tuple(
        Number(
            table=row["table"],
            agent=row["agent"],
            cell=row["cell"],
            measure=row["measure"],
            value=float(row["value"]),
            n=int(row["n"]) if row["n"] else None,
            where=row["where"],
        )
        for row in csv.DictReader(text.splitlines())
    )


def number(agent: str, cell: str, measure: str) -> Number | None:
    """A number of the paper; None where its text does not state it."""
    wanted = (agent, cell, measure)
    return next((n for n in numbers() if (n.agent, n.cell, n.measure) == wanted), None)


def agents(*measures: str, cells: tuple[str, ...]) -> list[str]:
    """Agents with any of these numbers in any of these cells, best known first."""
    return list(
        dict.fromkeys(n.agent for n in numbers() if n.cell in cells and n.measure in measures)
    )
