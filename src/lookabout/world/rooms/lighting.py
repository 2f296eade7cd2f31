"""Lights of a flat: the windows' daylight, lamps, and what walls and ceilings send back."""

from __future__ import annotations

from collections.abc import Sequence

from lookabout.world.rooms.items import Item
from lookabout.world.rooms.plan import HEIGHT, Plan, Side
from lookabout.world.scene import Light

_INTO: dict[Side, tuple[float, float, float]] = {
    "south": (0.0, 1.0, 0.0), "north": (0.0, -1.0, 0.0),
    "west": (1.0, 0.0, 0.0), "east": (-1.0, 0.0, 0.0),
}  # fmt: skip
_SKY = (0.86, 0.94, 1.0)
_WARM = (1.0, 0.80, 0.58)
_PALE = (1.0, 0.90, 0.78)
_WINDOW = 60.0
"""Watts through a square metre of window."""
_FILL = 5.0
"""Watts back from a square metre of ceiling."""
_LAMPS = {"floor_lamp": 9.0, "table_lamp": 5.0, "desk_lamp": 4.0, "pendant_lamp": 8.0,
          "ceiling_lamp": 12.0}  # fmt: skip


def lights(plan: Plan, items: Sequence[Item]) -> tuple[Light, ...]:
    """What shines in a flat with these things in it."""
    found = []
    for hole in plan.openings:
        if hole.kind != "window":
            continue
        room = plan.rooms[hole.room]
        middle, z = (hole.low + hole.high) / 2, (hole.sill + hole.head) / 2
        n = room.face(hole.side)
        into = _INTO[hole.side]
        back = -0.10
        x, y = (middle, n) if hole.side in ("south", "north") else (n, middle)
        found.append(
            Light((x + into[0] * back, y + into[1] * back, z), into, hole.high - hole.low - 0.08,
                  hole.head - hole.sill - 0.08,
                  _WINDOW * (hole.high - hole.low) * (hole.head - hole.sill), _SKY)
        )  # fmt: skip
    for index, room in enumerate(plan.rooms):
        x, y = (room.x0 + room.x1) / 2, (room.y0 + room.y1) / 2
        found.append(
            Light((x, y, HEIGHT - 0.012), (0.0, 0.0, -1.0), room.width * 0.9, room.depth * 0.9,
                  _FILL * room.area * _more(plan, index), _PALE)
        )  # fmt: skip
    for item in items:
        power = _LAMPS.get(item.model.category)
        if power is None:
            continue
        low, high = item.span
        hangs = item.model.category in ("pendant_lamp", "ceiling_lamp")
        z = low + (-0.03 if hangs else 0.82 * (high - low))
        found.append(Light((item.x, item.y, z), None, 0.10, 0.10, power, _WARM))
    return tuple(found)


def _more(plan: Plan, index: int) -> float:
    """Lamps are on where little comes in through windows."""
    panes = sum(
        (hole.high - hole.low) * (hole.head - hole.sill)
        for hole in plan.openings
        if hole.room == index and hole.kind == "window"
    )
    return float(min(max(2.6 - 8.0 * panes / plan.rooms[index].area, 1.0), 2.4))
