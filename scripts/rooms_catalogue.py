"""Draws the catalogue of flats anew: ``src/lookabout/world/rooms/catalogue.json``.

Only for a new version of the catalogue: published numbers belong to the one they were made with.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from filelock import FileLock

from lookabout.benchmarks.spatialscout.generate import (
    LEAST_SEEN,
    SETS,
    in_flat,
    seen_from,
    target_count,
)
from lookabout.benchmarks.spatialscout.task import Task, start_pose
from lookabout.sim.protocol import Simulator
from lookabout.sim.registry import make_simulator
from lookabout.world import assets
from lookabout.world.registry import get_world
from lookabout.world.rooms.choice import select
from lookabout.world.rooms.home import home_of
from lookabout.world.rooms.params import read_params
from lookabout.world.rooms.starts import Sight, Start, find_starts
from lookabout.world.rooms.walk import walkable
from lookabout.world.scene import Scene
from lookabout.world.spec import WorldSpec

OUT = Path("src/lookabout/world/rooms/catalogue.json")
SINGLE = ("living_room", "bedroom", "kitchen", "study", "dining_room", "child_room")
COUNT = 80
SHARE = 0.45
"""Wanted of the targets: of a category of which there are several."""
MORE, FEW_MORE = (6, 22), (3, 9)
"""Things beyond the targets. In large flats few: their far rooms would be hidden empty."""
FIRST, TRIES = 500_000, 60
MOST_RADIUS = 9.3


def wanted(number: int) -> tuple[int, str]:
    """Rooms, and the kind of a single one."""
    if number < 18:
        return 1, SINGLE[number % 6]
    return 2 + (number - 18) % 7, ""


def mixed() -> list[int]:
    """Numbers in the order of the catalogue: sizes evenly spread, so that its first flats are as
    all of them."""
    sizes: dict[int, list[int]] = {}
    for number in range(COUNT):
        sizes.setdefault(wanted(number)[0], []).append(number)
    spread = [
        ((place + 0.5) / len(own), rooms, number)
        for rooms, own in sizes.items()
        for place, number in enumerate(own)
    ]
    return [number for _, _, number in sorted(spread)]


def sees_enough(number: int, look: str, spec: WorldSpec, scene: Scene, start: Start) -> bool:
    """As SpatialScout checks its scenes: with all but the targets hidden."""
    rules = next(rules for rules in SETS.values() if rules.look == look)
    made = in_flat(rules, "draft", spec, scene, start, target_count(number))
    simulator = world()
    simulator.reset(made)
    task = Task.model_validate(made.task)
    return seen_from(start_pose(made, task), task.entities, simulator) >= LEAST_SEEN


@cache
def world() -> Simulator:
    """Renders nothing here."""
    return make_simulator("embedded", quality="draft", device="cpu")


def draw(number: int, look: str) -> dict[str, Any]:
    """A flat of a number: of the first few that will do, one with near ``SHARE`` in groups."""
    rooms, kind = wanted(number)
    targets = target_count(number)
    best: tuple[float, dict[str, Any]] | None = None
    for attempt in range(TRIES):
        seed = FIRST + number * 100 + attempt
        rng = np.random.default_rng([seed, 80])
        size = round(float(rng.uniform(*((0.95, 1.2) if rooms == 1 else (0.85, 1.12)))), 2)
        params: dict[str, Any] = {
            "rooms": rooms,
            "size": size,
            "objects": targets + int(rng.integers(*(MORE if rooms < 5 else FEW_MORE))),
        }
        if kind:
            params["kind"] = kind
        sun = {
            "elevation_deg": round(float(rng.uniform(22, 60)), 1),
            "azimuth_deg": round(float(rng.uniform(0, 360)), 1),
        }
        spec = WorldSpec.model_validate(
            {
                "kind": "rooms",
                "seed": seed,
                "radius": 15.0,
                "params": params,
                "look": look,
                "sun": sun,
            }
        )
        scene = get_world("rooms").build(spec)
        if len(scene.objects) < targets + (0 if rooms == 1 else 3):
            continue
        with assets.use_look(look):
            home = home_of(seed, read_params(params))
        if not walkable(home):
            continue
        sight = Sight(scene)
        starts = find_starts(home, sight, rng, 8)
        for start in starts[: 8 if rooms > 4 else 4]:
            chosen = set(select(scene, start[0], targets))
            seen = len(chosen & set(sight.seen(start)))
            middles = [scene.box(name).centre - start[0] for name in chosen]
            radius = max(float(np.linalg.norm(m)) for m in middles)
            groups = Counter(scene.object(name).kind for name in chosen)
            own = sum(n for n in groups.values() if n > 1) / targets
            if seen < LEAST_SEEN or radius > MOST_RADIUS:
                continue
            cost = abs(own - SHARE) * 10 - 0.02 * min(seen, 20)
            if rooms > 5:
                cost -= 0.15 * radius
            entry = {
                "seed": seed,
                "params": params,
                "sun": sun,
                "position": start[0],
                "yaw_deg": start[1],
                "pitch_deg": start[2],
                "targets": targets,
            }
            if (best is None or cost < best[0]) and sees_enough(number, look, spec, scene, start):
                best = (cost, entry | {"_": (radius, own, seen, len(scene.objects))})
        if best is not None and (attempt >= 5 or abs(best[1]["_"][1] - SHARE) < 0.06):
            break
    if best is None:
        raise SystemExit(f"no flat for number {number}")
    return best[1]


def main() -> None:
    """``LOOK`` or ``LOOK:FROM:TO`` draws those numbers anew; nothing, all of both looks."""
    for wish in sys.argv[1:] or ["full", "builtin"]:
        look, _, span = wish.partition(":")
        first, _, last = (span or f"0:{COUNT}").partition(":")
        for index in range(int(first), int(last)):
            entry = draw(mixed()[index], look)
            radius, own, seen, things = entry.pop("_")
            print(
                f"{look} {index:2d} {entry['params']} r {radius:.1f} groups {own:.2f} "
                f"seen {seen} things {things}",
                flush=True,
            )
            with FileLock(f"{OUT}.lock"):
                book = json.loads(OUT.read_text(encoding="utf-8"))
                book[look][index] = entry
                OUT.write_text(json.dumps(book, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
