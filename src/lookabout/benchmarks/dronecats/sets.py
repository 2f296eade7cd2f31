"""The sets, and which cell and map each episode of them has (paper §4.1, appendix A.1)."""

from __future__ import annotations

from lookabout.benchmarks.base import SetInfo
from lookabout.benchmarks.dronecats.task import Cell, Map

MAPS: dict[Cell, tuple[Map, Map]] = {
    "approaching": ("residential", "campus"),
    "searching": ("residential", "campus"),
    "tracking": ("residential", "campus"),
    "search-and-track": ("residential", "campus"),
    "commanding": ("residential", "blocks"),
}
"""Of each cell; episodes take turns."""
ONE_DRONE: tuple[Cell, ...] = ("approaching", "searching", "tracking", "search-and-track")
SIZE = 20
"""Episodes of a cell."""
_SUMMARIES: dict[Cell, str] = {
    "approaching": "the target stands still, in the first picture",
    "searching": "the target stands still, out of the first picture",
    "tracking": "the target moves, in the first picture",
    "search-and-track": "the target moves, out of the first picture",
    "commanding": "four drones, four look-alikes told apart by what is written on them",
}
SETS: tuple[SetInfo, ...] = (
    *(SetInfo(cell, SIZE, words) for cell, words in _SUMMARIES.items()),
    SetInfo("one-drone", 4 * SIZE, "the four cells with one drone", parts=ONE_DRONE),
    SetInfo("suite", 5 * SIZE, "the whole benchmark", parts=(*ONE_DRONE, "commanding")),
)


def map_of(cell: Cell, index: int) -> Map:
    """The map of episode ``index``, from 0."""
    return MAPS[cell][index % 2]
