"""The seeds that the committed episodes were drawn from."""

from __future__ import annotations

from lookabout.benchmarks.dronecats.task import Cell

SEEDS: dict[Cell, int] = {
    "approaching": 20261,
    "searching": 20262,
    "tracking": 20263,
    "search-and-track": 20264,
    "commanding": 20265,
}
"""``lookabout scenarios make dronecats/CELL --seed SEED``."""
