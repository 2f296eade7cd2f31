"""The plan of a whole campus: nine parts, promenades between them, a walk around them."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

import numpy as np

from lookabout.world.build.polygon import Point
from lookabout.world.campus.cells import CELLS
from lookabout.world.campus.land import HALF_SIDE
from lookabout.world.campus.plan import Frame, Plan
from lookabout.world.campus.rows import GROWN, Style
from lookabout.world.campus.site import Site

_MARGIN = 6.0
"""From a promenade's middle line to the parts beside it, metres."""
_RIM = 9.0
"""From the map's edge to the walk around the campus."""
_AROUND = ("car_park", "court", "grove", "garden", "science", "great_quad", "court", "halls")


@lru_cache(maxsize=4)
def plan_of(seed: int) -> Plan:
    """The campus of a map seed."""
    rng = np.random.default_rng([seed, 0xCA3B])
    site = Site(seed)
    lines = [
        [-HALF_SIDE + _RIM, *(sign * 61.0 + rng.uniform(-5, 5) for sign in (-1, 1)),
         HALF_SIDE - _RIM]
        for _ in range(2)
    ]  # fmt: skip
    heart, rest = "fountain_plaza", list(rng.permutation(_AROUND))
    if rng.random() < 0.4:
        heart, rest[int(rng.integers(8))] = "great_quad", "fountain_plaza"
    cells = [*rest[:4], heart, *rest[4:]]
    whole = Frame(0.0, 0.0, 0, HALF_SIDE, HALF_SIDE)
    _promenades(site, whole, lines, Style(rng))
    for k, name in enumerate(cells):
        i, j = k % 3, k // 3
        (x0, x1), (y0, y1) = lines[0][i : i + 2], lines[1][j : j + 2]
        quarter = int(rng.integers(4))
        half = [(x1 - x0) / 2 - _MARGIN, (y1 - y0) / 2 - _MARGIN]
        if quarter % 2:
            half.reverse()
        frame = Frame((x0 + x1) / 2, (y0 + y1) / 2, quarter, half[0], half[1])
        CELLS[str(name)](np.random.default_rng([seed, 0xCE11, k]), site, frame)
    return site.finish()


def _promenades(site: Site, whole: Frame, lines: list[list[float]], style: Style) -> None:
    """Broad walks with lamps, benches and trees on both sides, and the walk around."""
    end = HALF_SIDE - _RIM
    for axis in (0, 1):
        for at in lines[axis][1:3]:
            p, q = ((at, -end), (at, end)) if axis == 0 else ((-end, at), (end, at))
            site.walk(whole, [p, q], 5.0, "campus.promenade")
            others = lines[1 - axis][1:3]
            for k, s in enumerate(np.arange(-end + 6, end - 5, 5.5).tolist()):
                if min(abs(s - o) for o in others) < 7:
                    continue
                kind = ("lamp", "bench", "tree", "bin", "bench", "tree")[k % 6]
                for side in (-1, 1):
                    off = at + side * (2.5 + (1.9 if kind == "tree" else 0.85))
                    a, b = (off, s) if axis == 0 else (s, off)
                    yaw = (180.0 if side > 0 else 0.0) if axis == 0 else -90.0 * side
                    if kind == "tree":
                        site.tree(
                            whole,
                            a,
                            b,
                            "elm" if axis else "locust",
                            GROWN["elm" if axis else "locust"],
                        )
                    elif side == (1 if (k // 6) % 2 else -1) or kind == "lamp":
                        site.put(whole, kind, a, b, yaw, style.model(kind, 0.6))
    _crossings(site, whole, lines, style)
    ring: list[Point] = [(-end, -end), (end, -end), (end, end), (-end, end), (-end, -end)]
    for p, q in pairwise(ring):
        site.walk(whole, [p, q], 3.0, "campus.path_grey")
        length = 2 * end
        for k, s in enumerate(np.arange(10, length - 8, 12.0).tolist()):
            u, v = (q[0] - p[0]) / length, (q[1] - p[1]) / length
            a, b = p[0] + s * u - 2.4 * v, p[1] + s * v + 2.4 * u
            kind = ("lamp", "bench", "lamp", "bin")[k % 4]
            yaw = float(np.degrees(np.arctan2(-u, v)))
            site.put(whole, kind, a, b, yaw, style.model(kind, 0.6))


def _crossings(site: Site, whole: Frame, lines: list[list[float]], style: Style) -> None:
    """Where promenades meet: what tells people where they are and takes what they leave."""
    for x in lines[0][1:3]:
        for y in lines[1][1:3]:
            for k, kind in enumerate(
                ("advertising_column", "notice_board", "recycling", "signpost")
            ):
                a, b = 5.2 * (1 if k % 2 else -1), 5.2 * (1 if k // 2 else -1)
                turn = float(np.degrees(np.arctan2(-b, -a)))
                site.put(whole, kind, x + a, y + b, turn, style.model(kind, 0.2))
            for side in (-1, 1):
                site.put(whole, "statue", x + 14.0 * side, y + 5.0 * side, -90.0 * side,
                         style.model("statue", 0.0))  # fmt: skip
                site.put(whole, "planter", x + 5.0 * side, y - 10.0 * side, 90.0,
                         style.model("planter", 0.2))  # fmt: skip
                site.put(whole, "bollard", x + 1.5 * side, y - 4.2, 0, 0, paved=True)
                site.put(whole, "bollard", x + 1.5 * side, y + 4.2, 0, 0, paved=True)
