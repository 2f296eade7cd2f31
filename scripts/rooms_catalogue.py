"""Draws the catalogue of flats anew: ``src/lookabout/world/rooms/catalogue.json``.

Only for a new version of the catalogue: published numbers belong to the one they were made with.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from lookabout.world import assets
from lookabout.world.registry import get_world
from lookabout.world.rooms import group_of
from lookabout.world.rooms.choice import select
from lookabout.world.rooms.home import home_of
from lookabout.world.rooms.params import read_params
from lookabout.world.rooms.starts import Sight, find_starts
from lookabout.world.rooms.walk import walkable
from lookabout.world.spec import WorldSpec

OUT = Path("src/lookabout/world/rooms/catalogue.json")
SINGLE = ("living_room", "bedroom", "kitchen", "study", "dining_room", "child_room")
COUNT = 80
FEWER = (0, 7, 13)
"""Of every 20 flats, those with 35 targets; the others have 40."""
SHARE = 0.45
"""Wanted of the targets in groups of several."""
LEAST_SEEN = 8
MOST_RADIUS = 9.3


def wanted(index: int) -> tuple[int, str]:
    """Rooms, and the kind of a single one."""
    if index < 18:
        return 1, SINGLE[index % 6]
    return 2 + (index - 18) % 7, ""


def draw(index: int, look: str, share: float, offset: int) -> dict[str, Any]:
    """
    The first flat of a number that will do.

    :param share: of the targets in groups so far; the flat should bring it nearer to ``SHARE``.
    """
    rooms, kind = wanted(index)
    targets = 35 if index % 20 in FEWER else 40
    best: tuple[float, dict[str, Any]] | None = None
    for attempt in range(12):
        seed = offset + index * 100 + attempt
        rng = np.random.default_rng([seed, 80])
        size = round(float(rng.uniform(0.85, 1.12)), 2)
        params: dict[str, Any] = {
            "rooms": rooms,
            "size": size,
            "objects": int(rng.integers(targets + 6, targets + 22) + 2 * max(rooms - 4, 0)),
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
            groups = Counter(group_of(scene.object(name)) for name in chosen)
            own = sum(n for n in groups.values() if n > 1) / targets
            if seen < LEAST_SEEN or radius > MOST_RADIUS:
                continue
            cost = abs(0.5 * (share + own) - SHARE) * 10 - 0.02 * min(seen, 20)
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
            if best is None or cost < best[0]:
                best = (cost, entry | {"_": (radius, own, seen, len(scene.objects))})
        if best is not None and attempt >= 1:
            break
    if best is None:
        raise SystemExit(f"no flat for number {index}")
    return best[1]


def main() -> None:
    looks = sys.argv[1:] or ["full", "builtin"]
    book = json.loads(OUT.read_text()) if OUT.exists() else {}
    for look in looks:
        entries: list[dict[str, Any]] = []
        grouped = total = 0.0
        for index in range(COUNT):
            entry = draw(index, look, grouped / total if total else SHARE, 500_000)
            radius, own, seen, things = entry.pop("_")
            grouped, total = grouped + own * entry["targets"], total + entry["targets"]
            entries.append(entry)
            print(
                f"{look} {index:2d} {entry['params']} r {radius:.1f} groups {own:.2f} "
                f"seen {seen} things {things} so far {grouped / total:.3f}",
                flush=True,
            )
        book[look] = entries
    book = {look: book.get(look, book[looks[0]]) for look in ("full", "builtin")}
    OUT.write_text(json.dumps(book, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
