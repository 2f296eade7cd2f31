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

CLASSES: dict[str, dict[str, str]] = {
    "construction": {"construction": "a road construction site"},
    "crowd": {"crowd": "a crowd of people"},
    "trash": {"trash": "a large pile of trash"},
    "fire": {"fire": "a fire"},
    "vehicle": VEHICLES,
}
"""For each class, the kinds that it is drawn from (evenly) and their descriptions."""

PLACEMENTS: dict[str, tuple[str, ...]] = {
    "construction": ("road_edge", "lane"),
    "crowd": ("plaza", "park", "lot"),
    "trash": ("kerb", "road_edge", "lot"),
    "fire": ("kerb", "lot", "plaza", "road_edge"),
    "vehicle": ("bay", "kerb", "lot"),
}
"""For each class, the kinds of spots that make sense for it (paper §4)."""


def alike(kind: str) -> tuple[str, ...]:
    """Kinds that no distractor may be beside this target, so that its description is unique."""
    return (kind,)
