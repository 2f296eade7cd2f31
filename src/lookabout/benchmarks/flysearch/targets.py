"""Target classes of the sets (paper appendix B.2) and how each is named to the agent."""

from __future__ import annotations

from dataclasses import dataclass

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
"""All that an agent is told of an anomaly, unless the run names it."""
ANOMALY_NAMES = {
    "ufo": "a flying saucer",
    "small_aeroplane": "a small aeroplane",
    "airliner": "an airliner",
    "helicopter": "a helicopter",
    "dinosaur": "a dinosaur",
    "tank": "a tank",
    "giraffe": "a giraffe",
}
"""What a run with named anomalies tells (paper table 4), by class."""


@dataclass(frozen=True)
class TargetClass:
    """Things that count as one class in the tables."""

    name: str
    kinds: tuple[tuple[str, str], ...]
    """Kinds that it is drawn from, evenly, each with what the agent is told to find."""
    spots: tuple[str, ...]
    """Kinds of placements that make sense for it (paper §4)."""


def _one(name: str, words: str, *spots: str, kind: str = "") -> TargetClass:
    return TargetClass(name, ((kind or name, words),), spots)


_OPEN = ("plaza", "park", "lot")
CITY = (
    _one("construction", "a road construction site", "road_edge", "lane"),
    _one("crowd", "a crowd of people", *_OPEN),
    _one("trash", "a large pile of trash", "kerb", "road_edge", "lot"),
    _one("fire", "a fire", "kerb", "lot", "plaza", "road_edge"),
    TargetClass("vehicle", tuple(VEHICLES.items()), ("bay", "kerb", "lot")),
)
CITY_ANOMALIES = (
    _one("ufo", ANOMALY, *_OPEN),
    _one("small_aeroplane", ANOMALY, "lane", "lot", "park"),
    _one("helicopter", ANOMALY, *_OPEN),
    _one("dinosaur", ANOMALY, "lane", *_OPEN, kind="dinosaur/medium"),
    _one("tank", ANOMALY, "lane", "road_edge", "lot"),
    _one("giraffe", ANOMALY, "lane", "road_edge", *_OPEN),
)

_CLEAR = ("ground", "edge")
FOREST = (
    _one("campsite", "a campsite", *_CLEAR, "path"),
    _one("trash", "a pile of trash", *_CLEAR, "path", "wood", kind="trash/forest"),
    _one("person", "a person lying on the ground", *_CLEAR, "path", "wood", kind="person/hiker"),
    _one("fire", "a forest fire", *_CLEAR, "wood", kind="forest_fire"),
    _one("building", "an abandoned building", *_CLEAR, kind="abandoned_building"),
)
FOREST_ANOMALIES = (
    _one("ufo", ANOMALY, *_CLEAR),
    _one("small_aeroplane", ANOMALY, *_CLEAR),
    _one("helicopter", ANOMALY, *_CLEAR),
    _one("dinosaur", ANOMALY, *_CLEAR, kind="dinosaur/large"),
    _one("airliner", ANOMALY, *_CLEAR),
)

_NEAR_COLOURS = {"white": ("silver",), "black": ("grey",), "beige": ("brown",), "red": ("brown",)}
_NEAR_TYPES = {"truck": ("truck", "pickup"), "pickup": ("truck", "pickup")}


def alike(kind: str) -> tuple[str, ...]:
    """Kinds that a fair eye could take for the target; no distractor may be one of them."""
    group, _, name = kind.partition("/")
    colour, _, body = name.partition("_")
    if group != "vehicle" or kind == "vehicle/police_car":
        return (kind,)
    return tuple(
        f"vehicle/{c}_{b}"
        for c in (colour, *_NEAR_COLOURS.get(colour, ()))
        for b in _NEAR_TYPES.get(body, (body,))
    )
