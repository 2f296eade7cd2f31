"""What stands along a street: parking at the kerb, lanes, trees, lamps, furniture.

Everything is laid out per segment from (map seed, segment number), so that it is the same
however much of the city is built.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lookabout.world.city.plan import KERB_Z, Plan, Segment
from lookabout.world.city.sketcher import gates_of

Floats = NDArray[np.float64]
KERB_PITCH = 6.4
"""Length of a parking space along the kerb."""
_CLEAR = 12.0
"""No parking nearer to a junction."""

_TREES = {
    # district: (share of sides with trees, spacing, share of trees planted)
    "downtown": (0.6, 9.0, 0.85),
    "midrise": (0.7, 9.5, 0.85),
    "rowhouse": (0.9, 9.5, 0.85),
    "residential": (0.95, 11.0, 0.7),
    "retail": (0.5, 12.0, 0.7),
    "park": (0.6, 10.0, 0.9),
    "plaza": (0.8, 8.5, 0.95),
    "school": (0.6, 11.0, 0.8),
    "lot": (0.5, 11.0, 0.7),
    "industry": (0.15, 14.0, 0.5),
    "island": (0.3, 9.0, 0.6),
}


_DECK_MARGIN = 3.0


@dataclass(eq=False)
class StreetSpots:
    """Spots of one segment; rows are (x, y, yaw in degrees)."""

    kerb: Floats = field(default_factory=lambda: np.zeros((0, 3)))
    """Parking spaces along kerbs."""
    kerb_open: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, bool))
    """(N,) Whether the space lies under no tree."""
    lane: Floats = field(default_factory=lambda: np.zeros((0, 3)))
    road_edge: Floats = field(default_factory=lambda: np.zeros((0, 3)))
    """In the outer lane or the parking strip, where works are set up."""
    sidewalk: Floats = field(default_factory=lambda: np.zeros((0, 3)))
    trees: list[tuple[float, float, float, str]] = field(default_factory=list)
    """(x, y, z of the ground, habitat)."""
    pits: list[tuple[float, float, float]] = field(default_factory=list)
    """(x, y, yaw) of tree pits in paved sidewalks."""
    furniture: list[tuple[str, float, float, float, float]] = field(default_factory=list)
    """(kind, x, y, z of the ground, yaw)."""
    signs: list[tuple[str, float, float, float, float, float]] = field(default_factory=list)
    """As ``Sketch.props``."""


@lru_cache(maxsize=6000)
def street_spots(plan: Plan, segment: Segment) -> StreetSpots:
    """The spots of a segment."""
    rng = np.random.default_rng([plan.seed, 0x57, segment.index])
    out = StreetSpots()
    length, road = segment.length, segment.road
    u = np.array(segment.direction)
    n = np.array([-u[1], u[0]])
    start = np.array(segment.start)
    yaw = math.degrees(math.atan2(u[1], u[0]))

    def rows(along: Floats, offset: float, turn: float) -> Floats:
        points = start + along[:, None] * u + offset * n
        return np.column_stack([points, np.full(len(along), (yaw + turn) % 360.0)])

    clear = [_CLEAR if crossed else 4.0 for crossed in segment.junctions]
    kerbs, opens, edges, walks = [], [], [], []
    for k, way in enumerate((1, -1)):
        district = segment.districts[k]
        turn = 0.0 if way < 0 or road.one_way else 180.0
        trees = _tree_line(rng, segment, district, clear)
        place = way * (road.half + (road.verge / 2 if road.verge else 0.95))
        for s in trees:
            x, y = (start + s * u + place * n).tolist()
            out.trees.append((x, y, KERB_Z, "street"))
            if not road.verge:
                out.pits.append((x, y, yaw))
        if district:
            _furnish(rng, out, segment, district, way, trees, clear)
        if road.parking:
            slots = np.arange(clear[0] + 3.2, length - clear[1] - 3.0, KERB_PITCH)
            slots = slots[rng.random(len(slots)) > 0.06]
            slots = slots[_clear_of_gates(plan, segment, k, slots)]
            kerbs.append(rows(slots, way * (road.half - road.parking / 2), turn))
            near = np.abs(slots[:, None] - np.asarray(trees or [1e9])[None]).min(1)
            opens.append(near > 2.6)
        if district and district != "river":
            edge = np.arange(clear[0] + 8.0, length - clear[1] - 7.0, 14.0)
            edges.append(rows(edge, way * (road.half - 2.3), turn))
            walk = np.arange(7.0 + rng.uniform(0, 4), length - 6.0, 11.0)
            off = np.abs(walk[:, None] - np.asarray(trees or [1e9])[None]).min(1) > 1.6
            walks.append(rows(walk[off], way * (road.half + road.walk * 0.68), turn))
    if kerbs:
        out.kerb, out.kerb_open = np.concatenate(kerbs), np.concatenate(opens)
    if edges:
        out.road_edge, out.sidewalk = np.concatenate(edges), np.concatenate(walks)
    lanes = [
        rows(
            np.arange(9.0 + rng.uniform(0, 6), length - 9.0, 21.0),
            offset,
            0.0 if way > 0 else 180.0,
        )
        for offset, way in road.lane_offsets
    ]
    out.lane = np.concatenate(lanes)
    _signs(rng, out, segment)
    if road.island:
        for s in np.arange(clear[0] + 8, length - clear[1] - 8, 8.5) + rng.uniform(-1, 1):
            x, y = (start + s * u).tolist()
            out.trees.append((x, y, KERB_Z, "median"))
    _clear_deck(plan, out)
    return out


def _clear_deck(plan: Plan, out: StreetSpots) -> None:
    """Drop what lies under the elevated road, where no drone looks and no tree grows."""

    def open_to(rows: Floats) -> NDArray[np.bool_]:
        return ~plan.under_deck(rows, _DECK_MARGIN)

    kept = open_to(out.kerb)
    out.kerb, out.kerb_open = out.kerb[kept], out.kerb_open[kept]
    out.lane = out.lane[open_to(out.lane)]
    out.road_edge = out.road_edge[open_to(out.road_edge)]
    out.sidewalk = out.sidewalk[open_to(out.sidewalk)]
    trees = np.array([tree[:2] for tree in out.trees]).reshape(-1, 2)
    out.trees = [t for t, keep in zip(out.trees, open_to(trees).tolist(), strict=True) if keep]
    pits = np.array([pit[:2] for pit in out.pits]).reshape(-1, 2)
    out.pits = [p for p, keep in zip(out.pits, open_to(pits).tolist(), strict=True) if keep]
    signs = np.array([sign[1:3] for sign in out.signs]).reshape(-1, 2)
    out.signs = [s for s, keep in zip(out.signs, open_to(signs).tolist(), strict=True) if keep]
    things = np.array([thing[1:3] for thing in out.furniture]).reshape(-1, 2)
    free = open_to(things).tolist()
    out.furniture = [f for f, keep in zip(out.furniture, free, strict=True) if keep]


def _clear_of_gates(plan: Plan, segment: Segment, side: int, along: Floats) -> NDArray[np.bool_]:
    """Which spaces do not block a drive or an alley."""
    free = np.ones(len(along), bool)
    block = segment.blocks[side]
    if block is None:
        return free
    (ux, uy), (sx, sy) = segment.direction, segment.start
    for x, y, half in gates_of(plan, block):
        if abs((y - sy) * ux - (x - sx) * uy) < segment.road.half + 1.0:
            free &= np.abs((x - sx) * ux + (y - sy) * uy - along) > half + KERB_PITCH / 2 + 0.3
    return free


def _tree_line(
    rng: np.random.Generator, segment: Segment, district: str, clear: list[float]
) -> list[float]:
    """Where trees stand along one side, metres from the segment's start."""
    share, spacing, planted = _TREES.get(district, (0.0, 10.0, 0.0))
    if rng.random() >= share:
        return []
    places = np.arange(clear[0] - 2.0, segment.length - clear[1] + 2.0, spacing)
    places = places + rng.uniform(-0.8, 0.8, len(places))
    found: list[float] = places[rng.random(len(places)) < planted].tolist()
    return found


def _signs(rng: np.random.Generator, out: StreetSpots, segment: Segment) -> None:
    """Stop signs where there are no signals, names of streets, rules of parking."""
    road, length = segment.road, segment.length
    (ux, uy), (sx, sy) = segment.direction, segment.start
    yaw = math.degrees(math.atan2(uy, ux))

    def put(name: str, s: float, left: float, turn: float) -> None:
        x, y = sx + s * ux - left * uy, sy + s * uy + left * ux
        out.signs.append((name, x, y, KERB_Z, yaw + turn, 1.0))

    for end in (0, 1):
        if not segment.junctions[end] or length < 22:
            continue
        # On the right of those who come to this end; they look along the street.
        right = -1 if end else 1
        s = length - 5.9 if end else 5.9
        if not segment.signals and not (road.one_way and end == 0):
            put("stop_sign", s, right * (road.half + 0.55), 180.0 if end else 0.0)
        if rng.random() < 0.6:
            put("street_name", s, -right * (road.half + 0.55), 0.0)
    if road.parking and length > 50:
        for way in (-1, 1):
            for share in (0.33, 0.67):
                if rng.random() < 0.7:
                    s = length * share + float(rng.uniform(-3, 3))
                    put("parking_sign", s, way * (road.half + 0.45), 0.0 if way > 0 else 180.0)


def _furnish(
    rng: np.random.Generator,
    out: StreetSpots,
    segment: Segment,
    district: str,
    way: int,
    trees: list[float],
    clear: list[float],
) -> None:
    road, length = segment.road, segment.length
    (ux, uy), (sx, sy) = segment.direction, segment.start
    to_road = math.degrees(math.atan2(-way * ux, way * uy))  # from the sidewalk to the street

    def put(kind: str, s: float, back: float, turn: float = 0.0) -> None:
        offset = way * (road.half + back)
        x, y = sx + s * ux - offset * uy, sy + s * uy + offset * ux
        out.furniture.append((kind, x, y, KERB_Z, (to_road + turn) % 360.0))

    def free(s: float, room: float) -> bool:
        return all(abs(s - t) > room for t in trees)

    spacing = 28.0 if road.lanes > 2 else 36.0
    first = 9.0 + (spacing / 2 if way < 0 else 0.0)
    for s in np.arange(first, length - 6.0, spacing).tolist():
        while not free(s, 1.6):
            s += 1.0
        if s < length - 4.0:
            put("lamp", s, 0.55)
    if segment.signals:
        # At the far side of each direction's stop line, on its right.
        end = 1 if way < 0 else 0
        if segment.junctions[end]:
            put("signal", length - 0.6 if way < 0 else 0.6, 0.7, 90.0)
    busy = {"downtown": 3, "midrise": 2, "plaza": 3, "retail": 1, "park": 1}.get(district, 0)
    if rng.random() < 0.5 and length > 40:
        s = float(rng.uniform(clear[0], length - clear[1]))
        if free(s, 1.5):
            put("hydrant", s, 0.6)
    for _ in range(busy):
        s = float(rng.uniform(8.0, max(9.0, length - 8.0)))
        kind = ("bin", "bench", "bicycle", "planter", "mailbox")[int(rng.random() * 5)]
        near = any(
            math.hypot(x - (sx + s * ux), y - (sy + s * uy)) < road.half + 3.6
            and (x - sx) * ux + (y - sy) * uy - s < 2.2
            and (x - sx) * ux + (y - sy) * uy - s > -2.2
            for _, x, y, _, _ in out.furniture
        )
        if free(s, 2.0) and not near:
            put(kind, s, 0.75, 180.0 if kind == "bench" else 0.0)
    if busy and road.lanes > 2 and length > 60 and rng.random() < 0.35:
        s = length - 22.0 if way < 0 else 22.0
        if free(s, 3.5):
            put("bus_stop", s, 1.6)
