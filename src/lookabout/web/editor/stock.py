"""What an author can place on a map, and where things like to stand."""

from __future__ import annotations

from typing import Any

from lookabout.benchmarks.dronecats.authoring import Draft
from lookabout.benchmarks.dronecats.phrases import fixtures_of
from lookabout.benchmarks.dronecats.subjects import COLOURS, MACHINES, SIGN, TYPES
from lookabout.web.editor.desk import PLAN_HALF_M
from lookabout.world.registry import get_world

_MOST_SPOTS = 3000


def stock(draft: Draft) -> dict[str, Any]:
    """
    Plain JSON: kinds with their words; spots and the map's own fixtures that the plan shows.
    """
    kinds = {f"vehicle/{colour}_{body}": f"the {colour} {words}" for colour in COLOURS
             for body, words in TYPES.items()}  # fmt: skip
    if draft.map == "campus":
        kinds = {
            f"campus/{name}_{colour}": f"the {colour} {words}"
            for name, (words, colours) in MACHINES.items()
            for colour in colours
        }
    if draft.map == "blocks":
        kinds = {SIGN: "the sign"}
    spots = [
        [spot.kind, spot.x, spot.y, spot.yaw_deg]
        for spot in get_world(draft.map).placements(draft.map_seed)
        if _shown(draft, spot.x, spot.y)
    ]
    natives = []
    if draft.map == "campus":
        natives = [
            [thing.name, thing.words, thing.x, thing.y]
            for thing in fixtures_of(draft.map_seed)
            if _shown(draft, thing.x, thing.y)
        ]
    return {"kinds": kinds, "spots": spots[:_MOST_SPOTS], "natives": natives}


def _shown(draft: Draft, x: float, y: float) -> bool:
    return max(abs(x - draft.centre[0]), abs(y - draft.centre[1])) <= PLAN_HALF_M
