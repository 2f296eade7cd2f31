"""Roadways: asphalt, lines, arrows, crosswalks, islands, manholes, patches."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lookabout.world.build import Keepout
from lookabout.world.build.polygon import rectangle
from lookabout.world.build.quads import Quads, strips
from lookabout.world.city.plan import KERB_Z, Plan, Segment
from lookabout.world.city.spots import street_spots
from lookabout.world.scene import Mesh

Floats = NDArray[np.float64]
ROAD_Z = 0.015
"""Of the worn lanes over the bare asphalt."""
PATCH_Z = 0.031
MARK_Z = 0.05
_ARROW = {
    # Corners in metres, x along the lane; each a convex polygon.
    "ahead": [
        [(-1.6, -0.09), (0.5, -0.09), (0.5, 0.09), (-1.6, 0.09)],
        [(0.5, -0.38), (1.7, 0.0), (0.5, 0.38)],
    ],
    "left": [
        [(-1.6, -0.09), (0.2, -0.09), (0.2, 0.09), (-1.6, 0.09)],
        [(0.02, 0.09), (0.2, 0.09), (0.2, 0.55), (0.02, 0.55)],
        [(-0.45, 0.55), (0.67, 0.55), (0.11, 1.15)],
    ],
    "right": [
        [(-1.6, -0.09), (0.2, -0.09), (0.2, 0.09), (-1.6, 0.09)],
        [(0.02, -0.55), (0.2, -0.55), (0.2, -0.09), (0.02, -0.09)],
        [(0.67, -0.55), (-0.45, -0.55), (0.11, -1.15)],
    ],
}


class _Line:
    """Puts strips along one segment, in (along, left) coordinates."""

    def __init__(self, segment: Segment, quads: Quads) -> None:
        self.start = np.array(segment.start)
        self.u = np.array(segment.direction)
        self.n = np.array([-self.u[1], self.u[0]])
        self.quads = quads

    def at(self, along: float, left: float) -> tuple[float, float]:
        x, y = (self.start + along * self.u + left * self.n).tolist()
        return x, y

    def along(
        self,
        from_s: Sequence[float] | Floats,
        to_s: Sequence[float] | Floats,
        left: Sequence[float] | Floats | float,
        width: float,
        material: str,
        z: float = MARK_Z,
    ) -> None:
        a, b = np.atleast_1d(np.asarray(from_s, float)), np.atleast_1d(np.asarray(to_s, float))
        side = np.broadcast_to(np.asarray(left, float), a.shape)[:, None] * self.n
        keep = b - a > 0.05
        start = (self.start + a[:, None] * self.u + side)[keep]
        end = (self.start + b[:, None] * self.u + side)[keep]
        self.quads.many(strips(start, end, width, z), material)

    def across(self, s: float, left: float, right: float, width: float, material: str) -> None:
        a, b = np.array([self.at(s, left)]), np.array([self.at(s, right)])
        self.quads.many(strips(a, b, width, MARK_Z), material)

    def dashes(self, from_s: float, to_s: float, left: float, material: str) -> None:
        if to_s - from_s > 3:
            s = np.arange(from_s, to_s - 3.0, 12.0 / 1.333)
            self.along(s, s + 3.0, left, 0.12, material)


def lay_streets(plan: Plan, segments: Sequence[Segment], keepout: Keepout, quads: Quads) -> None:
    """Everything flat that belongs to the roadways of ``segments``, and traffic islands."""
    for segment in segments:
        rng = np.random.default_rng([plan.seed, 0x5E, segment.index])
        line = _Line(segment, quads)
        _lines(segment, line, keepout)
        for end in (0, 1):
            if segment.junctions[end]:
                _junction(rng, segment, line, end)
        _wear(rng, segment, line)
        _parking_ticks(segment, line)
        for x, y, yaw in street_spots(plan, segment).pits:
            d = (math.cos(math.radians(yaw)), math.sin(math.radians(yaw)))
            quads.flat(rectangle((x, y), d, 1.7, 1.2), KERB_Z + 0.03, "soil")


def _span(segment: Segment) -> tuple[float, float]:
    """Where lines begin and end: behind the stop lines."""
    first = 6.4 if segment.junctions[0] else 0.0
    last = segment.length - (6.4 if segment.junctions[1] else 0.0)
    return first, last


def _lines(segment: Segment, line: _Line, keepout: Keepout) -> None:
    road = segment.road
    s0, s1 = _span(segment)
    if s1 - s0 < 4:
        return
    white, yellow = "mark_white", "mark_yellow"
    if road.one_way:
        for k in range(1, road.lanes):
            line.dashes(s0 + 1, s1, road.lanes * road.lane / 2 - k * road.lane, white)
    else:
        for way in (1, -1):
            for k in range(1, road.lanes // 2):
                line.dashes(s0 + 1, s1, way * (road.median / 2 + k * road.lane), white)
        if road.island:
            _islands(segment, line, s0, s1, keepout)
        elif road.median:
            _turn_lane(segment, line, s0, s1)
        elif road.lanes > 2 or segment.signals:
            line.along([s0, s0], [s1, s1], [0.12, -0.12], 0.11, yellow)
        elif road.name != "local":
            line.dashes(s0 + 1, s1, 0.0, yellow)
    if road.parking and road.name != "local":
        place = road.half - road.parking
        line.along([s0 + 5, s0 + 5], [s1 - 5, s1 - 5], [place, -place], 0.10, white)
    if road.lanes > 2 and not road.one_way and segment.street % 4 == 1:
        outer = max(offset for offset, _ in road.lane_offsets)
        wide = road.lane - 0.25
        line.along([s0, s0], [s1, s1], [outer, -outer], wide, "bus_lane", ROAD_Z + 0.008)
    # Concrete gutters along both kerbs.
    gutter = road.half - 0.24
    line.along([0, 0], [segment.length] * 2, [gutter, -gutter], 0.45, "gutter", ROAD_Z)


def _island_span(segment: Segment) -> tuple[float, float, float]:
    """From where to where along a segment its island reaches, and its half width."""
    s0, s1 = _span(segment)
    return s0 + 2.5, s1 - 2.5, segment.road.median / 2 - 0.35


def on_island(segment: Segment, x: float, y: float) -> bool:
    """Whether a point lies on the raised island between a segment's directions."""
    (ux, uy), (sx, sy) = segment.direction, segment.start
    low, high, half = _island_span(segment)
    along, left = (x - sx) * ux + (y - sy) * uy, (y - sy) * ux - (x - sx) * uy
    return segment.road.island and high - low > 8 and low < along < high and abs(left) < half


def _islands(segment: Segment, line: _Line, s0: float, s1: float, keepout: Keepout) -> None:
    """Raised, planted islands between the directions, with gaps where objects are in the way."""
    low, high, half = _island_span(segment)
    whole = np.array([[*line.at(low, 0.0), *line.at(high, 0.0)]])
    pieces, _ = keepout.cut(whole, np.array([half]))
    for ax, ay, bx, by in pieces.tolist():
        a, b = (float((np.array(p) - line.start) @ line.u) for p in ((ax, ay), (bx, by)))
        _island(line, a, b, half)
    edge = segment.road.median / 2
    line.along([s0, s0], [s1, s1], [edge, -edge], 0.11, "mark_yellow")


def _island(line: _Line, a: float, b: float, half: float) -> None:
    if b - a < 8:
        return
    tip = half * 0.9
    ring = [
        line.at(a, 0),
        line.at(a + 0.4 * tip, -half * 0.75),
        line.at(a + tip, -half),
        line.at(b - tip, -half),
        line.at(b - 0.4 * tip, -half * 0.75),
        line.at(b, 0),
        line.at(b - 0.4 * tip, half * 0.75),
        line.at(b - tip, half),
        line.at(a + tip, half),
        line.at(a + 0.4 * tip, half * 0.75),
    ]
    line.quads.wall(ring, 0.0, KERB_Z, "kerb")
    line.quads.cap(ring, KERB_Z, "kerb")
    c, d = a + tip + 1.0, b - tip - 1.0
    bed = [
        line.at(c, -half + 0.35),
        line.at(d, -half + 0.35),
        line.at(d, half - 0.35),
        line.at(c, half - 0.35),
    ]
    line.quads.flat(bed, KERB_Z + 0.02, "grass")


def _turn_lane(segment: Segment, line: _Line, s0: float, s1: float) -> None:
    """The middle lane: a turn bay before each junction, a two-way lane in between."""
    edge = segment.road.median / 2 - 0.1
    bay = 22.0 if s1 - s0 > 60 else 0.0
    middle0 = s0 + (bay if segment.junctions[0] else 0)
    middle1 = s1 - (bay if segment.junctions[1] else 0)
    for way in (1, -1):
        line.along([s0], [s1], way * edge, 0.11, "mark_yellow")
        if middle1 > middle0:
            line.dashes(middle0, middle1, way * (edge - 0.22), "mark_yellow")
    if bay:
        if segment.junctions[1]:
            line.along([middle1], [s1], edge - 0.22, 0.11, "mark_yellow")
        if segment.junctions[0]:
            line.along([s0], [middle0], -edge + 0.22, 0.11, "mark_yellow")


def _junction(rng: np.random.Generator, segment: Segment, line: _Line, end: int) -> None:
    """Crosswalk, stop line and arrows at one end of a segment."""
    road, length = segment.road, segment.length
    sign = 1.0 if end == 0 else -1.0
    base = 0.0 if end == 0 else length
    if length < 18:
        return

    def s(inward: float) -> float:
        return base + sign * inward

    reach = road.half - 0.5
    walk = {"a": min(s(1.0), s(4.0)), "b": max(s(1.0), s(4.0))}
    if segment.signals:
        bars = np.arange(-reach + 0.3, reach, 1.2)
        line.along(
            np.full(len(bars), walk["a"]), np.full(len(bars), walk["b"]), bars, 0.55, "mark_white"
        )
    elif rng.random() < 0.7:
        for inward in (1.2, 3.8):
            line.across(s(inward), -reach, reach, 0.25, "mark_white")
    coming = [(o, d) for o, d in road.lane_offsets if d == (1 if end == 1 else -1)]
    if not coming:
        return
    low = min(o for o, _ in coming) - road.lane / 2 + 0.1
    high = max(o for o, _ in coming) + road.lane / 2 - 0.1
    line.across(s(5.5), low, high, 0.5, "mark_white")
    if road.lanes <= 2 or length < 45:
        return
    heading = 1.0 if end == 1 else -1.0
    order = sorted(coming, key=lambda c: c[0] * heading, reverse=True)
    for k, (offset, _) in enumerate(order):
        shape = "ahead"
        if road.one_way and k == 0:
            shape = "left"
        elif k == len(order) - 1 and rng.random() < 0.4:
            shape = "right"
        _arrow(line, shape, s(11.0), offset, heading)
    if road.median and not road.island and length > 70:
        _arrow(line, "left", s(11.0), 0.0, heading)


def _arrow(line: _Line, shape: str, along: float, left: float, heading: float) -> None:
    for part in _ARROW[shape]:
        corners = [line.at(along + heading * x, left + heading * y) for x, y in part]
        line.quads.flat(corners, MARK_Z, "mark_white")


def _wear(rng: np.random.Generator, segment: Segment, line: _Line) -> None:
    """Manholes, utility cuts and repaired patches."""
    road, length = segment.road, segment.length
    for _ in range(int(rng.integers(0, 4) + length / 60)):
        s, left = float(rng.uniform(4, length - 4)), float(rng.uniform(-1, 1)) * road.half * 0.7
        if rng.random() < 0.45:
            ring = [
                line.at(s + 0.38 * math.cos(a), left + 0.38 * math.sin(a))
                for a in np.linspace(0, 2 * np.pi, 12, endpoint=False).tolist()
            ]
            line.quads.flat(ring, MARK_Z - 0.01, "manhole")
            continue
        long, wide = float(rng.uniform(1.2, 9)), float(rng.uniform(0.8, 2.6))
        a, b = max(1.0, s - long / 2), min(length - 1.0, s + long / 2)
        left = max(-road.half + wide, min(road.half - wide, left))
        name = ("patch_dark", "patch_light", "patch_dark")[int(rng.random() * 3)]
        z = PATCH_Z - 0.005 * float(rng.random())
        line.along([a], [b], left, wide, name, z)


def _parking_ticks(segment: Segment, line: _Line) -> None:
    """Short lines between parking spaces, in the busier streets."""
    road = segment.road
    if not road.parking or road.name in ("local", "street"):
        return
    clear = [12.0 if crossed else 4.0 for crossed in segment.junctions]
    s = np.arange(clear[0], segment.length - clear[1] + 0.5, 6.4)
    if len(s) < 2:
        return
    for way in (1, -1):
        a, b = road.half - road.parking, road.half - 0.5
        start = line.start + s[:, None] * line.u + way * a * line.n
        end = line.start + s[:, None] * line.u + way * b * line.n
        line.quads.many(strips(start, end, 0.10, MARK_Z), "mark_white")


def roadway(segments: Sequence[Segment]) -> Mesh | None:
    """The driven lanes with uv in metres across and along, so that wheels leave their tracks."""
    quads: list[Floats] = []
    uvs: list[Floats] = []
    for segment in segments:
        road, length = segment.road, segment.length
        start, u = np.array(segment.start), np.array(segment.direction)
        n = np.array([-u[1], u[0]])
        edge = road.half - road.parking
        # Tracks are laid from a line between lanes.
        zero = 0.5 * road.lane if road.one_way and road.lanes % 2 else road.median / 2
        for way in (1, -1):
            low, high = (0.0, edge) if way > 0 else (-edge, 0.0)
            corners = [(0.0, low), (length, low), (length, high), (0.0, high)]
            plan = np.array([start + s * u + left * n for s, left in corners])
            quads.append(np.column_stack([plan, np.full(4, ROAD_Z)]))
            shift = 40.0 * segment.index  # no two streets alike
            uvs.append(np.array([(abs(left) - zero + 99.0, s + shift) for s, left in corners]))
    if not quads:
        return None
    pick = np.array([0, 1, 2, 0, 2, 3])
    vertices = np.concatenate(quads)
    index = (np.arange(len(quads))[:, None] * 4 + pick).reshape(-1, 3).astype(np.int32)
    uv = np.concatenate(uvs)[index].astype(np.float32)
    return Mesh(vertices, index, ("asphalt_road",), uv=uv)
