"""Draws the map: nodes of a bent grid, river, diagonal, districts, blocks, segments."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from lookabout.world.build.polygon import Point, Polygon, area, bounds, clip
from lookabout.world.build.polygon import rounded as round_off
from lookabout.world.city import roads
from lookabout.world.city.plan import HALF_SIDE, Block, Plan, Segment, Side, Waypoint
from lookabout.world.city.roads import Road

_REACH = 2150.0
_STRIP = 31.0
"""Between the sidewalks on both sides of the elevated road."""
CORNER = 5.0
"""Radius of kerbs at street corners."""


class Planner:
    """Draws a map from its seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        rng = np.random.default_rng([seed, 0x9D1])
        self.rng = rng
        self.centre = (float(rng.uniform(-500, 500)), float(rng.uniform(-500, 500)))
        self.xs, self.column_roads = self._lines(88.0, 128.0, self.centre[0])
        self.ys, self.row_roads = self._lines(112.0, 182.0, self.centre[1])
        self.columns, self.rows = len(self.xs) - 1, len(self.ys) - 1
        self._lay_river()
        self._lay_viaduct()
        self.nodes = self._warp()
        self.deck = self._deck()
        self.level = rng.uniform(0, 1, (self.columns, self.rows))
        self.river_rows = np.zeros(self.rows + 1, bool)
        self._lay_diagonal()
        self.district = self._districts()
        self.h_edge, self.v_edge = self._edges()

    def _lines(self, low: float, high: float, centre: float) -> tuple[list[float], list[Road]]:
        rng = self.rng
        places, classes = [-_REACH], [roads.STREET]
        since = int(rng.integers(0, 4))
        while places[-1] < _REACH:
            places.append(places[-1] + float(rng.uniform(low, high)))
            since += 1
            if since >= 4 and rng.random() < 0.6:
                classes.append(roads.BOULEVARD if rng.random() < 0.35 else roads.AVENUE)
                since = 0
            elif abs(places[-1] - centre) < 560:
                classes.append(roads.MAIN)
            else:
                classes.append(roads.LOCAL if rng.random() < 0.6 else roads.STREET)
        return places, classes

    def _lay_river(self) -> None:
        rng = self.rng
        away = float(rng.uniform(420, 800)) * (1 if self.centre[0] < 0 else -1)
        wanted = self.centre[0] + away
        self.river = int(np.argmin([abs(x - wanted) for x in self.xs[:-1]]))
        extra = float(rng.uniform(8, 30))
        self.xs = [x + (extra if k > self.river else 0.0) for k, x in enumerate(self.xs)]

    def _lay_viaduct(self) -> None:
        """A column narrowed to the strip under the elevated road, away from river and park."""
        rng = np.random.default_rng([self.seed, 0xE1E])
        side = -1 if self.xs[self.river] > self.centre[0] else 1
        wanted = self.centre[0] + side * float(rng.uniform(1040, 1140))
        k = int(np.argmin([abs(x - wanted) for x in self.xs[:-1]]))
        self.viaduct = k
        # What lies between strip and map's edge moves in, so that the centre stays as it is.
        for j in (k, k + 1):
            self.column_roads[j] = roads.STREET
        wide = _STRIP + 2 * (roads.STREET.half + roads.STREET.walk)
        spare = self.xs[k + 1] - self.xs[k] - wide
        self.xs = [
            x + (spare if side < 0 and j <= k else -spare if side > 0 and j > k else 0.0)
            for j, x in enumerate(self.xs)
        ]

    def _deck(self) -> list[list[Waypoint]]:
        """The elevated road over each row's cell: a smooth curve through the strip's middles."""
        n, k = self.nodes, self.viaduct
        through = np.array(
            [[(n[k][j][a] + n[k + 1][j][a]) / 2 for a in (0, 1)] for j in range(self.rows + 1)]
        )
        slope = np.gradient(through, axis=0)
        t = np.linspace(0, 1, 25)[:, None]
        out = []
        for j in range(self.rows):
            p, q, u, v = through[j], through[j + 1], slope[j], slope[j + 1]
            # Hermite's cubic and its derivative.
            at = (
                (2 * t**3 - 3 * t**2 + 1) * p + (t**3 - 2 * t**2 + t) * u
                + (3 * t**2 - 2 * t**3) * q + (t**3 - t**2) * v
            )  # fmt: skip
            way = (6 * t**2 - 6 * t) * (p - q) + (3 * t**2 - 4 * t + 1) * u + (3 * t**2 - 2 * t) * v
            way = way / np.linalg.norm(way, axis=1)[:, None]
            out.append([(a, b, c, d) for a, b, c, d in np.hstack([at, way]).tolist()])
        return out

    def _warp(self) -> list[list[Point]]:
        rng = self.rng
        x, y = np.meshgrid(np.array(self.xs), np.array(self.ys), indexing="ij")
        turn = float(rng.uniform(0.14, 0.3)) * (1 if rng.random() < 0.5 else -1)
        bend, phase = float(rng.uniform(35, 55)), rng.uniform(0, 2 * np.pi, 5)
        u, v = x - self.centre[0], y - self.centre[1]
        angle = turn * np.exp(-(u**2 + v**2) / 760.0**2)
        c, s = np.cos(angle), np.sin(angle)
        new_x = self.centre[0] + c * u - s * v
        new_y = self.centre[1] + s * u + c * v
        near_river = np.exp(-(((x - self.xs[self.river]) / 520.0) ** 2))
        new_x = new_x + bend * np.sin(2 * np.pi * y / 1700 + phase[0]) * near_river
        new_x = new_x + 20 * np.sin(2 * np.pi * y / 1300 + phase[1])
        new_y = new_y + 20 * np.sin(2 * np.pi * x / 1500 + phase[2])
        new_y = new_y + 14 * np.sin(2 * np.pi * (x + y) / 1900 + phase[3])
        return [
            [(float(a), float(b)) for a, b in zip(new_x[i], new_y[i], strict=True)]
            for i in range(x.shape[0])
        ]

    def _lay_diagonal(self) -> None:
        rng = self.rng
        angle = math.radians(float(rng.uniform(33, 52))) * (1 if rng.random() < 0.5 else -1)
        away = float(rng.uniform(250, 520)) * (1 if rng.random() < 0.5 else -1)
        self.diagonal = (math.cos(angle), math.sin(angle))
        self.diagonal_point = (
            self.centre[0] - away * self.diagonal[1],
            self.centre[1] + away * self.diagonal[0],
        )

    def _districts(self) -> list[list[str]]:
        rng = self.rng
        out = [["residential"] * self.rows for _ in range(self.columns)]
        works = float(rng.uniform(0, 2 * np.pi))
        wobble = rng.uniform(-110, 110, (self.columns, self.rows))
        for i in range(self.columns):
            for j in range(self.rows):
                x = (self.xs[i] + self.xs[i + 1]) / 2 - self.centre[0]
                y = (self.ys[j] + self.ys[j + 1]) / 2 - self.centre[1]
                away = math.hypot(x, y) + wobble[i, j]
                bearing = math.cos(math.atan2(y, x) - works)
                kind = "residential"
                if away < 430:
                    kind = "downtown"
                elif away < 860:
                    kind = "midrise"
                elif bearing > 0.88 and away > 950:
                    kind = "industry"
                elif away < 1560:
                    kind = "rowhouse"
                out[i][j] = kind
        self._special(out)
        return out

    def _special(self, out: list[list[str]]) -> None:
        rng = self.rng
        wide = {roads.AVENUE, roads.BOULEVARD}
        chance = {
            "downtown": (("plaza", 0.12), ("lot", 0.08)),
            "midrise": (("park", 0.05), ("lot", 0.06), ("plaza", 0.04), ("school", 0.02)),
            "rowhouse": (("park", 0.04), ("school", 0.03), ("midrise", 0.05), ("plaza", 0.012)),
            "residential": (("park", 0.03), ("school", 0.03)),
            "industry": (("lot", 0.06),),
        }
        for i in range(self.columns):
            for j in range(self.rows):
                draw = float(rng.random())
                base = out[i][j]
                avenue = self.row_roads[j] in wide or self.row_roads[j + 1] in wide
                avenue |= self.column_roads[i] in wide or self.column_roads[i + 1] in wide
                if base in ("rowhouse", "residential", "midrise") and avenue:
                    share = 0.10 if base == "midrise" else 0.26
                    if draw < share:
                        out[i][j] = "retail"
                        continue
                    draw = (draw - share) / (1 - share)
                for kind, share in chance[base]:
                    if draw < share:
                        out[i][j] = kind
                        break
                    draw -= share
        # One large park, a few cells wide, on the side of the centre away from the river.
        side = -1 if self.xs[self.river] > self.centre[0] else 1
        i0 = int(np.argmin([abs(x - self.centre[0] - side * 620) for x in self.xs]))
        j0 = int(np.argmin([abs(y - self.centre[1] - rng.uniform(-300, 300)) for y in self.ys]))
        self.park = (i0, j0, i0 + 3, j0 + 2)
        for i in range(i0, min(i0 + 3, self.columns)):
            for j in range(j0, min(j0 + 2, self.rows)):
                out[i][j] = "park"
        for j in range(self.rows):
            out[self.river][j] = "river"
            out[self.viaduct][j] = "viaduct"

    def _edges(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Which streets exist, by the node they start from: eastward and northward."""
        rng = self.rng
        h = np.ones((self.columns, self.rows + 1), bool)
        v = np.ones((self.columns + 1, self.rows), bool)
        for j in range(self.rows + 1):
            wide = self.row_roads[j] in (roads.AVENUE, roads.BOULEVARD)
            h[self.river, j] = wide or j % 2 == 0
        i0, j0, i1, j1 = self.park
        h[i0:i1, j0 + 1 : j1] = False
        v[i0 + 1 : i1, j0:j1] = False
        merge = ("retail", "industry", "school", "lot")
        for i in range(1, self.columns):
            if self.column_roads[i] in (roads.AVENUE, roads.BOULEVARD):
                continue
            for j in range(self.rows):
                pair = (self.district[i - 1][j], self.district[i][j])
                alone = v[i - 1, j] and pair[0] == pair[1] and pair[0] in merge
                if alone and rng.random() < 0.6:
                    v[i, j] = False
        return h, v

    def plan(self) -> Plan:
        blocks = [
            block
            for i in range(self.columns)
            for j in range(self.rows)
            for block in self._cell_blocks(i, j)
        ]
        box = np.array([bounds(block.cell) for block in blocks])
        found = Plan(self.seed, tuple(blocks), (), box, np.zeros((0, 4)))
        segments = self._segments(found)
        lines = np.array([[*s.start, *s.end] for s in segments])
        half = np.array([[s.road.half + 5.0] for s in segments])
        low, high = np.minimum(lines[:, :2], lines[:, 2:]), np.maximum(lines[:, :2], lines[:, 2:])
        return Plan(
            self.seed, tuple(blocks), tuple(segments), box, np.hstack([low - half, high + half])
        )

    def _cell_blocks(self, i: int, j: int) -> list[Block]:
        n = self.nodes
        cell = [n[i][j], n[i + 1][j], n[i + 1][j + 1], n[i][j + 1]]
        around = (
            self.row_roads[j] if self.h_edge[i, j] else None,
            self.column_roads[i + 1] if self.v_edge[i + 1, j] else None,
            self.row_roads[j + 1] if self.h_edge[i, j + 1] else None,
            self.column_roads[i] if self.v_edge[i, j] else None,
        )
        sides = []
        for k, road in enumerate(around):
            (ax, ay), (bx, by) = cell[k], cell[(k + 1) % 4]
            length = math.hypot(bx - ax, by - ay)
            sides.append(Side((ax, ay), (-(by - ay) / length, (bx - ax) / length), road))
        left = (-self.diagonal[1], self.diagonal[0])
        right = (-left[0], -left[1])
        pieces = [(clip(cell, self.diagonal_point, way), way) for way in (left, right)]
        out = []
        for k, (piece, way) in enumerate(pieces):
            if not piece:
                continue
            whole = list(sides)
            away = min(
                (x - self.diagonal_point[0]) * way[0] + (y - self.diagonal_point[1]) * way[1]
                for x, y in piece
            )
            if away < roads.DIAGONAL.half + roads.DIAGONAL.walk:
                whole.append(Side(self.diagonal_point, way, roads.DIAGONAL))
            deck: tuple[Waypoint, ...] = ()
            if i == self.viaduct:
                deck = _beyond(self.deck[j], self.diagonal_point, way)
            out.append(self._block((i, j, k), piece, tuple(whole), deck))
        return out

    def _block(
        self,
        index: tuple[int, int, int],
        cell: Polygon,
        sides: tuple[Side, ...],
        deck: tuple[Waypoint, ...],
    ) -> Block:
        district = self.district[index[0]][index[1]]
        bare = Block(index, cell, sides, [], district)
        sharp = bare.at(0.0, walk=False)
        if area(sharp) < 70.0:
            return Block(index, cell, sides, [], "bare", deck)
        if area(sharp) < 700.0 and district not in ("river", "viaduct"):
            district = "island"
        on_road = []
        for _k, (x, y) in enumerate(sharp):
            touching = 0
            for side in sides:
                back = side.road.half if side.road is not None else 0.0
                gap = (x - side.point[0]) * side.normal[0] + (y - side.point[1]) * side.normal[1]
                if abs(gap - back) < 0.01:
                    touching += 1 if side.road is not None else -5
            on_road.append(touching >= 2)
        kerb = round_off(sharp, CORNER, on_road)
        return Block(index, cell, sides, kerb, district, deck)

    def _segments(self, found: Plan) -> list[Segment]:
        out: list[Segment] = []
        crossings: list[tuple[float, float]] = []  # along the diagonal: from, to
        for i in range(self.columns + 1):
            for j in range(self.rows + 1):
                if i < self.columns and self.h_edge[i, j]:
                    trims = (self._cross(i, j, "v"), self._cross(i + 1, j, "v"))
                    ends = (self.nodes[i][j], self.nodes[i + 1][j])
                    self._street(out, crossings, ends, trims, self.row_roads[j], j, found)
                if j < self.rows and self.v_edge[i, j]:
                    trims = (self._cross(i, j, "h"), self._cross(i, j + 1, "h"))
                    ends = (self.nodes[i][j], self.nodes[i][j + 1])
                    street = self.rows + 1 + i
                    self._street(out, crossings, ends, trims, self.column_roads[i], street, found)
        self._diagonal_segments(out, crossings, found)
        return out

    def _cross(self, i: int, j: int, way: str) -> float:
        """Half width of the street that crosses at a node, 0 if none does."""
        if way == "v":
            near = [k for k in (j - 1, j) if 0 <= k < self.rows and self.v_edge[i, k]]
            return self.column_roads[i].half if near else 0.0
        near = [k for k in (i - 1, i) if 0 <= k < self.columns and self.h_edge[k, j]]
        return self.row_roads[j].half if near else 0.0

    def _street(
        self,
        out: list[Segment],
        crossings: list[tuple[float, float]],
        ends: tuple[Point, Point],
        trims: tuple[float, float],
        road: Road,
        street: int,
        found: Plan,
    ) -> None:
        (ax, ay), (bx, by) = ends
        length = math.hypot(bx - ax, by - ay)
        ux, uy = (bx - ax) / length, (by - ay) / length
        pieces = [(trims[0], length - trims[1], trims[0] > 0, trims[1] > 0)]
        dx, dy = self.diagonal
        sine = ux * dy - uy * dx
        if abs(sine) > 0.2:
            px, py = self.diagonal_point[0] - ax, self.diagonal_point[1] - ay
            here = (px * dy - py * dx) / sine
            cosine = abs(ux * dx + uy * dy)
            reach = (roads.DIAGONAL.half + road.half * cosine) / abs(sine)
            if -reach < here < length + reach:
                along = (ax + here * ux - self.diagonal_point[0]) * dx
                along += (ay + here * uy - self.diagonal_point[1]) * dy
                if 0 <= here <= length:
                    span = (road.half + roads.DIAGONAL.half * cosine) / abs(sine)
                    crossings.append((along - span, along + span))
                s0, s1, j0, j1 = pieces[0]
                pieces = [(s0, min(s1, here - reach), j0, True)]
                pieces.append((max(s0, here + reach), s1, True, j1))
        for s0, s1, j0, j1 in pieces:
            if s1 - s0 < 8.0:
                continue
            a, b = (ax + ux * s0, ay + uy * s0), (ax + ux * s1, ay + uy * s1)
            if road.one_way and (street if street <= self.rows else street - self.rows - 1) % 2:
                a, b, j0, j1 = b, a, j1, j0
            out.append(self._segment(len(out), a, b, road, (j0, j1), street, found))

    def _diagonal_segments(
        self, out: list[Segment], crossings: list[tuple[float, float]], found: Plan
    ) -> None:
        (px, py), (dx, dy) = self.diagonal_point, self.diagonal
        inside = [
            s
            for s in np.arange(-6000.0, 6000.0, 10.0).tolist()
            if max(abs(px + s * dx), abs(py + s * dy)) < HALF_SIDE + 80
        ]
        position = inside[0]
        for low, high in [*sorted(crossings), (inside[-1], inside[-1])]:
            if low - position > 14.0 and low <= inside[-1] and position >= inside[0]:
                a = (px + position * dx, py + position * dy)
                b = (px + low * dx, py + low * dy)
                ends = (position > inside[0], low < inside[-1])
                out.append(self._segment(len(out), a, b, roads.DIAGONAL, ends, -1, found))
            position = max(position, high)

    def _segment(
        self,
        index: int,
        a: Point,
        b: Point,
        road: Road,
        junctions: tuple[bool, bool],
        street: int,
        found: Plan,
    ) -> Segment:
        mx, my = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
        length = math.dist(a, b)
        nx, ny = -(b[1] - a[1]) / length, (b[0] - a[0]) / length
        beside = []
        for way in (1, -1):
            reach = way * (road.half + 1.5)
            block = found.block_at(mx + reach * nx, my + reach * ny)
            beside.append(block)
        busy = road.lanes > 2 or any(b is not None and b.district == "downtown" for b in beside)
        return Segment(index, a, b, road, junctions, busy, (beside[0], beside[1]), street)


def _beyond(line: list[Waypoint], point: Point, normal: Point) -> tuple[Waypoint, ...]:
    """The part of a line on the side of ``normal`` of a cut through ``point``."""
    (px, py), (nx, ny) = point, normal
    side = [(row[0] - px) * nx + (row[1] - py) * ny for row in line]
    out: list[Waypoint] = []
    for k, row in enumerate(line):
        if k and (side[k - 1] < 0) != (side[k] < 0):
            t = side[k - 1] / (side[k - 1] - side[k])
            x, y, u, v = ((1 - t) * a + t * b for a, b in zip(line[k - 1], row, strict=True))
            length = math.hypot(u, v)
            # Rounded, so that both sides of the cut name the same point.
            out.append((round(x, 6), round(y, 6), round(u / length, 9), round(v / length, 9)))
        if side[k] >= 0:
            out.append(row)
    return tuple(out)
