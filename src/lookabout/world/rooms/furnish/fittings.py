"""What belongs to the flat itself: radiators, light switches, pictures, rugs."""

from __future__ import annotations

from lookabout.world.rooms.furnish.common import count, picture, rug_under
from lookabout.world.rooms.plan import SIDES, Side
from lookabout.world.rooms.site import Site

_RUGS = {"bedroom": "medium", "child_room": "medium", "study": "medium", "living_room": "medium",
         "hall": "small"}  # fmt: skip


def fittings(s: Site) -> None:
    """Put them where the furniture has left room."""
    for side in SIDES:
        for hole in s.flat.plan.holes(s.index, side):
            if hole.kind == "window":
                _radiator(s, side, (hole.low + hole.high) / 2, hole.sill)
            elif hole.room == s.index and hole.kind != "passage":
                _switch(s, side, hole.high + 0.17 if hole.hinge_low else hole.low - 0.17)
    if s.room.kind != "bathroom":
        for _ in range(int(1 + s.room.area / 6)):
            picture(s)
    if s.room.kind in _RUGS and not count(s, "rug"):
        _rug(s, _RUGS[s.room.kind])


def _radiator(s: Site, side: Side, u: float, sill: float) -> None:
    """Under a window: the largest that fits."""
    models = sorted(s.library.of("radiator"), key=lambda m: (m.height, m.width), reverse=True)
    for model in models:
        item = s.wall_item(model, side, u, z=0.0, behind=0.0)
        low, high = item.span
        half = model.width / 2
        if (
            high < sill - 0.05
            and s.inside(item.corners, -0.001)
            and s.wall_free(side, u - half, u + half, low, high)
            and s.free(item.corners, low, high, gap=0.03, zones=False)
        ):
            s.claim_wall(side, item)
            s.add(item)
            return


def _switch(s: Site, side: Side, u: float) -> None:
    """Beside a door, at ``u`` along the wall."""
    model = s.library.of("light_switch")[0]
    item = s.wall_item(model, side, u, z=1.05, behind=0.0)
    low, high = item.span
    first, last = s.room.span(side)
    if (
        first + 0.05 < u < last - 0.05
        and s.wall_free(side, u - 0.05, u + 0.05, low, high)
        and s.free(item.corners, low, high, gap=0.0, zones=False)
    ):
        s.claim_wall(side, item)
        s.add(item)


def _rug(s: Site, size: str) -> None:
    """On a free piece of floor."""
    room = s.room
    for k in range(40):
        x = float(s.rng.uniform(room.x0 + 0.4, room.x1 - 0.4))
        y = float(s.rng.uniform(room.y0 + 0.4, room.y1 - 0.4))
        yaw = 0.0 if room.depth > room.width else 90.0
        if rug_under(s, x, y, yaw, size if k < 20 else "small"):
            return
