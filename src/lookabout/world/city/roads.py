"""Cross-sections of roads. Widths in metres, after usual American practice."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Road:
    """What lies between two kerbs, the same along the whole street."""

    name: str
    lanes: int
    """In all; in both directions together unless ``one_way``."""
    lane: float
    """Width of a lane."""
    parking: float
    """Width of the parking strip along each kerb; 0 for none."""
    median: float = 0.0
    """Between the two directions: a turn lane, or a planted island."""
    island: bool = False
    """The median is a raised island."""
    one_way: bool = False
    walk: float = 3.5
    """Width of the sidewalk behind the kerb, verge included."""
    verge: float = 0.0
    """Grass between kerb and path, part of ``walk``."""

    @property
    def half(self) -> float:
        """From the middle to the kerb."""
        return (self.lanes * self.lane + self.median) / 2 + self.parking

    @property
    def lane_offsets(self) -> tuple[tuple[float, int], ...]:
        """Middle of each lane (left of the axis positive) and its direction, +1 with the axis."""
        if self.one_way:
            left = self.lanes * self.lane / 2
            return tuple((left - (k + 0.5) * self.lane, 1) for k in range(self.lanes))
        each = self.lanes // 2
        out = []
        for k in range(each):
            offset = self.median / 2 + (k + 0.5) * self.lane
            out += [(-offset, 1), (offset, -1)]
        return tuple(out)


BOULEVARD = Road("boulevard", 4, 3.3, 2.4, median=4.4, island=True, walk=4.6)
AVENUE = Road("avenue", 4, 3.3, 2.4, median=3.4, walk=4.2)
MAIN = Road("main", 3, 3.3, 2.4, one_way=True, walk=4.6)
STREET = Road("street", 2, 3.4, 2.4, walk=3.8, verge=1.5)
LOCAL = Road("local", 2, 3.1, 2.3, walk=3.8, verge=1.9)
DIAGONAL = Road("diagonal", 4, 3.3, 2.4, median=0.0, walk=4.2)
