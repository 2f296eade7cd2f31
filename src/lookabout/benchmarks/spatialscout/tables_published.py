"""The paper's numbers, as data: tables 3, 4 and 5, appendix B.2, section 5.

Nothing is computed from them and nothing is tested against them: another engine, other scenes.
"""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files

PAPER = "SpatialScout: Can VLM Agents Actively Explore and Map 3D Scenes? (arXiv:2610.26659)"
MARK = "‡"
CAUTION = (
    f"{MARK} published, other scenes and another renderer: not comparable as numbers. "
    f"Source: {PAPER}."
)
TRAJECTORIES, SUCCESSES = 40, 6
"""Of the paper's case study (table 4), four models together."""


@cache
def rows(name: str) -> tuple[dict[str, str], ...]:
    """
    A table of the paper, in its order, numbers as printed.

    :param name: ``overlap`` (table 3, percent), ``factors`` (table 4), ``grounding`` (table 5),
        ``losses`` (appendix B.2) or ``costs`` (section 5).
    """
    path = files(__package__) / "published" / f"{name}.csv"
    return tuple(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))


def costs() -> dict[tuple[str, str], float]:
    """US$ per task by model and effort, where the paper tells it."""
    return {(row["model"], row["effort"]): float(row["cost_usd"]) for row in rows("costs")}
