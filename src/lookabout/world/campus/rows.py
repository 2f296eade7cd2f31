"""What several parts of a campus have in common: rows of things, buildings, styles."""

from __future__ import annotations

import math

import numpy as np

from lookabout.world.build.polygon import Point
from lookabout.world.campus.catalogue import KINDS
from lookabout.world.campus.plan import Entrance, Frame
from lookabout.world.campus.site import Site

Rng = np.random.Generator
GROWN = {
    "oak": 0.98, "maple": 1.05, "linden": 1.22, "elm": 0.84, "locust": 1.0, "crab": 0.9,
    "plum": 0.9, "spruce": 0.9,
}  # fmt: skip
"""Scales at which trees beside walks have no branches below a person's reach, where they can."""
SHADE = ("oak", "maple", "linden", "elm", "locust")
BLOOMS = ("red", "yellow", "white", "violet")


class Style:
    """What the fixtures of one part of the campus have in common, and who breaks ranks."""

    def __init__(self, rng: Rng) -> None:
        self._rng = rng
        self._main = {kind: int(rng.integers(len(KINDS[kind].designs))) for kind in KINDS}

    def model(self, kind: str, same: float = 0.55) -> int:
        """The usual model of a kind, or with chance another."""
        if self._rng.random() < same:
            return self._main[kind]
        return int(self._rng.integers(len(KINDS[kind].designs)))


def bar(
    site: Site, frame: Frame, a: float, b: float, length: float, width: float, storeys: int,
    style: str, doors: tuple[str, ...], *, sign: str, front: str = "below", arcade: bool = False,
) -> None:  # fmt: skip
    """A rectangular building whose front faces b- (``below``), a+ (``right``) or a- (``left``)."""
    p, q = length / 2, width / 2
    corners: list[Point] = [(a - p, b - q), (a + p, b - q), (a + p, b + q), (a - p, b + q)]
    wall = {"below": 0, "right": 1, "left": 3}[front]
    side = length if wall == 0 else width
    entrances = tuple(
        Entrance(wall, side * (k + 1) / (len(doors) + 1), kind) for k, kind in enumerate(doors)
    )
    back = Entrance((wall + 2) % 4, side * 0.3, "plain")
    site.building(frame, corners, [(a, b, length, width)], storeys, style, (*entrances, back),
                  arcade=(wall,) if arcade else (), sign=sign)  # fmt: skip


def beside(
    rng: Rng, site: Site, frame: Frame, style: Style, p: Point, q: Point, width: float, *,
    skip: float = 5.0,
) -> None:  # fmt: skip
    """Benches, bins and lamps along a straight walk, facing it."""
    length = math.dist(p, q)
    middle = length / 2
    u, v = (q[0] - p[0]) / length, (q[1] - p[1]) / length
    yaw = math.degrees(math.atan2(v, u))
    side = 1 if rng.random() < 0.5 else -1
    for k, s in enumerate(np.arange(5.0, length - 4.0, 4.6).tolist()):
        side = -side
        if abs(s - middle) < skip and skip > 6:
            continue
        kind = ("bench", "lamp", "bench", "bin", "lamp", "bench")[(k + int(width)) % 6]
        off = side * (width / 2 + (1.0 if kind == "bench" else 0.75))
        a, b = p[0] + s * u - off * v, p[1] + s * v + off * u
        site.put(
            frame, kind, a, b, yaw - 90 * side, style.model(kind, 0.9 if kind == "lamp" else 0.5)
        )


def near_line(
    rng: Rng, site: Site, frame: Frame, style: Style, p: Point, q: Point, width: float, number: int
) -> None:
    """One thing beside a curving walk."""
    length = math.dist(p, q)
    u, v = (q[0] - p[0]) / length, (q[1] - p[1]) / length
    side = 1 if rng.random() < 0.5 else -1
    kind = ("bench", "lamp", "bench", "bin", "lamp")[number % 5]
    off = side * (width / 2 + 1.1)
    yaw = math.degrees(math.atan2(v, u))
    site.put(frame, kind, p[0] - off * v, p[1] + off * u, yaw - 90 * side,
             style.model(kind, 0.9 if kind == "lamp" else 0.5))  # fmt: skip


def row_of_trees(
    rng: Rng, site: Site, frame: Frame, p: Point, q: Point, off: float, species: str
) -> None:
    """Trees of one species in a line, ``off`` metres to its left."""
    length = math.dist(p, q)
    u, v = (q[0] - p[0]) / length, (q[1] - p[1]) / length
    for s in np.arange(4.0, length - 3, 8.5).tolist():
        a, b = p[0] + s * u - off * v, p[1] + s * v + off * u
        site.tree(frame, a, b, species, GROWN[species] * float(rng.uniform(1.0, 1.15)))


def single_trees(
    rng: Rng, site: Site, frame: Frame, a: float, b: float, half_a: float, half_b: float,
    count: int, *, large: bool = False,
) -> None:  # fmt: skip
    """Trees here and there."""
    names = ("oak", "maple", "elm", "linden", "spruce", "oak") if large else (
        "maple", "crab", "oak", "linden", "locust", "plum")  # fmt: skip
    for _ in range(count):
        x, y = a + rng.uniform(-half_a, half_a), b + rng.uniform(-half_b, half_b)
        species = names[int(rng.integers(6))]
        site.tree(frame, float(x), float(y), species, GROWN[species] * float(rng.uniform(1, 1.2)))


def ring_of_beds(
    rng: Rng, site: Site, frame: Frame, a: float, b: float, inner: float, outer: float
) -> None:
    """Four curved flower beds around a point, with gaps towards the diagonals."""
    bloom = str(rng.choice(BLOOMS))
    for k in range(4):
        t = np.radians(90.0 * k + np.linspace(-24, 24, 7))
        ring = [(a + outer * math.cos(x), b + outer * math.sin(x)) for x in t]
        ring += [(a + inner * math.cos(x), b + inner * math.sin(x)) for x in t[::-1]]
        site.beds.append((frame.ring(ring), bloom))


def boxed_tree(site: Site, frame: Frame, a: float, b: float, species: str) -> None:
    """A tree in a square of soil in the pavement."""
    site.area(frame.box(a, b, 1.6, 1.6), "campus.mulch")
    site.tree(frame, a, b, species, GROWN[species])


def low_wall(site: Site, frame: Frame, p: Point, q: Point, height: float) -> None:
    """A wall to sit on, opened where walks cross it."""
    site.walls.append((frame.at(*p), frame.at(*q), height))


def rack(
    rng: Rng, site: Site, frame: Frame, style: Style, a: float, b: float, yaw: float, *,
    paved: bool = False,
) -> None:  # fmt: skip
    """A bicycle rack, and bicycles that found no room in it on both sides."""
    site.put(frame, "bicycle_rack", a, b, yaw, style.model("bicycle_rack", 0.3), paved=paved)
    u, v = -math.sin(math.radians(yaw)), math.cos(math.radians(yaw))
    for side in (-1, 1):
        for k in range(int(rng.integers(0, 3))):
            off = side * (3.2 + 0.85 * k)
            turn = yaw + float(rng.uniform(-12, 12)) + 180 * int(rng.integers(2))
            model = style.model("bicycle", 0.0)
            site.put(frame, "bicycle", a + off * u, b + off * v, turn, model, paved=paved)
