"""Whether a flat can be walked through."""

from __future__ import annotations

import numpy as np

from lookabout.world.rooms.home import Home


def walkable(home: Home, step: float = 0.05, radius: float = 0.2) -> bool:
    """
    Whether a piece of each room's floor can be reached from every other room.

    :param step: of the grid, metres.
    :param radius: half the width of who walks, metres.
    """
    # Imported here: the command line lists worlds without it.
    from scipy import ndimage

    x0, y0, x1, y1 = home.plan.bounds
    xs, ys = np.arange(x0, x1, step), np.arange(y0, y1, step)
    gx, gy = np.meshgrid(xs, ys, indexing="ij")
    free = np.zeros(gx.shape, bool)
    for room in home.plan.rooms:
        free |= (gx > room.x0) & (gx < room.x1) & (gy > room.y0) & (gy < room.y1)
    for hole in home.plan.openings:
        if hole.sill == 0 and hole.other >= 0:
            room = home.plan.rooms[hole.room]
            along, across = (gx, gy) if hole.side in ("south", "north") else (gy, gx)
            inside = (along > hole.low) & (along < hole.high)
            free |= inside & (np.abs(across - room.face(hole.side)) < 0.2)
    for item in home.items:
        if item.on is not None or item.span[0] > 1.7 or item.model.height < 0.03:
            continue
        local = np.stack([gx - item.x, gy - item.y], -1) @ item.pose[:2, :2]
        (a, b, _), (c, d, _) = item.model.low, item.model.high
        free &= ~(
            (local[..., 0] > a) & (local[..., 0] < c) & (local[..., 1] > b) & (local[..., 1] < d)
        )
    open_ = ndimage.distance_transform_edt(np.pad(free, 1))[1:-1, 1:-1] * step > radius
    parts, _ = ndimage.label(open_)
    reached = []
    for room in home.plan.rooms:
        inside = (gx > room.x0) & (gx < room.x1) & (gy > room.y0) & (gy < room.y1) & open_
        count = np.bincount(parts[inside], minlength=parts.max() + 1)
        count[0] = 0
        reached.append({int(k) for k in np.flatnonzero(count * step**2 > 0.25)})
    return bool(set.intersection(*reached))
