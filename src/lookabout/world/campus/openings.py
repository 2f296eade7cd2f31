"""Windows and doors, as meshes that are copied into their holes.

Local axes: y out of the wall, z up, the origin in the middle of the hole's lower edge, in the
plane of the glass. Windows are 1 m wide and stretched along x; doors have their size.
"""

from __future__ import annotations

from functools import cache

from lookabout.world.build.quads import Quads
from lookabout.world.campus.styles import STYLES
from lookabout.world.scene import Mesh

VARIANTS = 4
"""Of a style's windows: bare, with a blind, with curtains, with a lower blind."""
DOOR_WIDTH, DOOR_HEIGHT = 2.0, 2.15
"""Of both leaves together, metres."""
HOLE = (2.2, 2.95)
"""A door's hole in the wall, with its frame and the light over it."""


def bar(
    q: Quads, x0: float, x1: float, y0: float, y1: float, z0: float, z1: float, name: str
) -> None:
    """A box with all faces but the one towards -y."""
    q.quad(name, (x1, y1, z0), (x0, y1, z0), (x0, y1, z1), (x1, y1, z1))
    q.quad(name, (x0, y1, z0), (x0, y0, z0), (x0, y0, z1), (x0, y1, z1))
    q.quad(name, (x1, y0, z0), (x1, y1, z0), (x1, y1, z1), (x1, y0, z1))
    q.quad(name, (x0, y1, z1), (x0, y0, z1), (x1, y0, z1), (x1, y1, z1))
    q.quad(name, (x0, y0, z0), (x0, y1, z0), (x1, y1, z0), (x1, y0, z0))


def _pane(q: Quads, x0: float, x1: float, y: float, z0: float, z1: float, name: str) -> None:
    q.quad(name, (x1, y, z0), (x0, y, z0), (x0, y, z1), (x1, y, z1))


@cache
def window(style: str, variant: int, width: float, height: float) -> Mesh:
    """
    A window of a style, 1 m wide for a hole ``width`` wide.

    :param width: what it will be stretched to, so that frames keep their thickness.
    """
    s = STYLES[style]
    q = Quads()
    t, thin = 0.07 / width, 0.035 / width
    _pane(q, -0.5, 0.5, 0.0, 0.0, height, s.glass)
    if variant == 1:
        _pane(q, -0.5, 0.5, 0.006, height * 0.55, height, "campus.blind")
    elif variant == 2:
        for side in (-1, 1):
            x0, x1 = sorted((side * 0.5, side * 0.3))
            _pane(q, x0, x1, 0.006, 0.0, height, "campus.blind")
    elif variant == 3:
        _pane(q, -0.5, 0.5, 0.006, height * 0.22, height, "campus.blind")
    for x0, x1, z0, z1 in (
        (-0.5, -0.5 + t, 0, height), (0.5 - t, 0.5, 0, height),
        (-0.5, 0.5, 0, 0.07), (-0.5, 0.5, height - 0.07, height),
    ):  # fmt: skip
        bar(q, x0, x1, 0, 0.06, z0, z1, s.frame)
    upright: list[float] = []
    level: list[float] = []
    if s.pane == "cross":
        upright, level = [0.0], [height * 0.66]
    elif s.pane == "sash":
        upright, level = [-1 / 6, 1 / 6], [height * 0.25, height * 0.5, height * 0.75]
    elif s.pane == "grid":
        upright, level = [-1 / 6, 1 / 6], [height * 0.3]
    elif s.pane == "tall":
        upright, level = [0.0], [height * 0.33, height * 0.66]
    else:
        count = max(1, round(width / 1.45))
        upright = [-0.5 + k / count for k in range(1, count)]
        level = [height * 0.72] if height > 2.2 else []
    for x in upright:
        bar(q, x - thin, x + thin, 0, 0.05, 0.07, height - 0.07, s.frame)
    for z in level:
        bar(q, -0.5 + t, 0.5 - t, 0, 0.045, z - 0.03, z + 0.03, s.frame)
    over = 0.06 / width
    bar(q, -0.5 - over, 0.5 + over, 0.0, s.depth + 0.07, -0.09, 0.0, s.trim)
    if s.lintel:
        out = s.depth + 0.03
        bar(q, -0.5 - 3 * over, 0.5 + 3 * over, s.depth - 0.01, out, height, height + 0.26, s.trim)
    return q.whole()


@cache
def door(style: str) -> Mesh:
    """A door of two leaves under a light, in its frame."""
    s = STYLES[style]
    q = Quads()
    half, wide = DOOR_WIDTH / 2, HOLE[0] / 2
    glazed = s.door == s.frame
    _pane(q, -wide, wide, 0.0, 0.0, HOLE[1], s.glass)
    for side in (-1, 1):
        x0, x1 = sorted((side * half, side * wide))
        bar(q, x0, x1, 0, 0.12, 0, HOLE[1], s.frame)
    bar(q, -half, half, 0, 0.12, DOOR_HEIGHT, DOOR_HEIGHT + 0.1, s.frame)
    bar(q, -half, half, 0, 0.12, HOLE[1] - 0.1, HOLE[1], s.frame)
    bar(q, -0.02, 0.02, 0, 0.09, DOOR_HEIGHT + 0.1, HOLE[1] - 0.1, s.frame)
    for side in (-1, 1):
        x0, x1 = sorted((side * 0.012, side * half))
        rail = 0.09 if glazed else 0.15
        for a0, a1, z0, z1 in (
            (x0, x0 + rail, 0.01, DOOR_HEIGHT), (x1 - rail, x1, 0.01, DOOR_HEIGHT),
            (x0, x1, 0.01, 0.14 if glazed else 0.95), (x0, x1, DOOR_HEIGHT - rail, DOOR_HEIGHT),
        ):  # fmt: skip
            bar(q, a0, a1, 0, 0.06, z0, z1, s.door)
        if not glazed:
            bar(q, x0 + 0.2, x1 - 0.2, 0.06, 0.08, 0.2, 0.78, s.door)
        x = side * 0.1
        bar(q, x - 0.018, x + 0.018, 0.06, 0.13, 0.85, 1.3, "campus.steel")
    return q.whole()
