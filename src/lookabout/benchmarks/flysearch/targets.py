"""Target classes of the sets (paper appendix B.2) and how each is named to the agent."""

from __future__ import annotations

VEHICLES = {
    "vehicle/police_car": "a police car",
    "vehicle/beige_sports_car": "a beige sports car",
    "vehicle/blue_sports_car": "a blue sports car",
    "vehicle/red_sports_car": "a red sports car",
    "vehicle/white_sports_car": "a white sports car",
    "vehicle/black_pickup": "a black pickup truck",
    "vehicle/green_pickup": "a green pickup truck",
    "vehicle/red_pickup": "a red pickup truck",
    "vehicle/white_pickup": "a white pickup truck",
    "vehicle/black_truck": "a black truck",
    "vehicle/white_truck": "a white truck",
}
"""The eleven colour–type pairs."""

ANOMALY = "the object that is out of place here"
"""All that an agent is told of an anomaly."""
_ANOMALIES = ("ufo", "small_aeroplane", "helicopter", "dinosaur/medium", "tank", "giraffe")

CLASSES: dict[str, dict[str, str]] = {
    "construction": {"construction": "a road construction site"},
    "crowd": {"crowd": "a crowd of people"},
    "trash": {"trash": "a large pile of trash"},
    "fire": {"fire": "a fire"},
    "vehicle": VEHICLES,
    **{name: {name: ANOMALY} for name in _ANOMALIES},
}
"""For each class, the kinds that it is drawn from (evenly) and what the agent is told."""

_OPEN = ("plaza", "park", "lot")
PLACEMENTS: dict[str, tuple[str, ...]] = {
    "construction": ("road_edge", "lane"),
    "crowd": _OPEN,
    "trash": ("kerb", "road_edge", "lot"),
    "fire": ("kerb", "lot", "plaza", "road_edge"),
    "vehicle": ("bay", "kerb", "lot"),
    "ufo": _OPEN,
    "small_aeroplane": ("lane", "lot", "park"),
    "helicopter": _OPEN,
    "dinosaur/medium": ("lane", *_OPEN),
    "tank": ("lane", "road_edge", "lot"),
    "giraffe": ("lane", "road_edge", *_OPEN),
}
"""For each class, the kinds of spots that make sense for it (paper §4)."""


def alike(kind: str) -> tuple[str, ...]:
    """Kinds that no distractor may be beside this target, so that its description is unique."""
    return (kind,)
