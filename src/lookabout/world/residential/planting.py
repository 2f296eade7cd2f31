"""Puts houses, yards and street furniture of a built part into the stock."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from lookabout.world import assets
from lookabout.world.build import Keepout, Stock, matrices
from lookabout.world.build.exclusion import is_excluded
from lookabout.world.residential import things
from lookabout.world.residential.ground import Ground
from lookabout.world.residential.house import house_mesh
from lookabout.world.residential.lot import Lot, Pad
from lookabout.world.residential.yards import Item, Plant, Run
from lookabout.world.scene import pose_matrix
from lookabout.world.vegetation.street import street_tree
from lookabout.world.vegetation.town import SPECIES, tree_hull

Floats = NDArray[np.float64]
_TRUNK_ROOM = 0.75
"""Kept between an object and a tree's trunk, metres."""
_LAMP = 2


def raise_houses(lots: Sequence[tuple[Lot, Pad]], stock: Stock) -> None:
    """The houses on their lots."""
    for lot, pad in lots:
        here = pose_matrix((lot.x, lot.y, pad.z), lot.yaw)[None]
        stock.put(f"residential/house/{lot.index}", house_mesh(lot.home), here, "house")


def plant(plants: Iterable[Plant], ground: Ground, keepout: Keepout, stock: Stock) -> None:
    """Trees and shrubs, but none in an object's way."""
    rows: dict[tuple[str, int], list[tuple[float, float, float, float]]] = {}
    for p in plants:
        rows.setdefault((p.species, p.variant), []).append((p.x, p.y, p.yaw_deg, p.scale))
    for (species, variant), found in sorted(rows.items()):
        table = np.array(found)
        shrub = species == "shrub"
        room = (
            SPECIES[species].radius * table[:, 3] if shrub or species == "spruce" else _TRUNK_ROOM
        )
        table = table[keepout.clear_of_circles(table[:, :2], room)]
        x, y, yaw, scale = table.T
        stock.put(
            f"residential/tree/{species}_{variant}", street_tree(species, variant),
            matrices(x, y, ground.height(x, y) - 0.03, yaw, scale), "bush" if shrub else "tree",
            collider=(f"residential/tree/{species}_hull", tree_hull(species)),
        )  # fmt: skip


def furnish(
    items: Iterable[Item], exclude: Sequence[str], ground: Ground, keepout: Keepout, stock: Stock
) -> None:
    """Small things, of the world's own and of the assets."""
    rows: dict[str, list[tuple[float, float, float, float]]] = {}
    for item in items:
        rows.setdefault(item.name, []).append((item.x, item.y, item.yaw_deg, item.scale))
    known = frozenset(assets.kinds())
    for name, found in sorted(rows.items()):
        x, y, yaw, scale = np.array(found).T
        stand = matrices(x, y, ground.height(x, y), yaw, scale)
        if name in known:
            if is_excluded(name, exclude):
                continue
            variant = _LAMP if name == "lamp" else 0
            asset = assets.make_variant(name, variant)
            free = keepout.clear_of_circles(np.column_stack([x, y]), 0.4)
            stock.put_asset(asset, stand[free])
            continue
        long, wide = (np.full(len(x), size) for size in things.reach(name))
        free = keepout.clear_of_boxes(np.column_stack([x, y]), yaw, long, wide)
        solid = things.label(name) != "flowers"
        mesh = things.thing(name)
        stock.put(f"residential/thing/{name}", mesh, stand[free], things.label(name), solid=solid)


def fence(runs: Iterable[Run], ground: Ground, keepout: Keepout, stock: Stock) -> None:
    """Fences and hedges in pieces that follow the ground."""
    pieces: dict[str, list[tuple[float, float, float, float]]] = {}
    for run in runs:
        step = np.array([run.x1 - run.x0, run.y1 - run.y0])
        length = float(np.hypot(*step))
        count = max(1, round(length / _piece(run.name)))
        ends = np.array([run.x0, run.y0]) + np.linspace(0, 1, count + 1)[:, None] * step
        pieces.setdefault(run.name, []).extend(
            np.column_stack([ends[:-1], ends[1:]]).tolist() if length > 0.5 else []
        )
    for name, found in sorted(pieces.items()):
        if not found:
            continue
        line = np.array(found)
        a, b = line[:, :2], line[:, 2:]
        za, zb = ground.height(*a.T), ground.height(*b.T)
        step = b - a
        long = np.hypot(step[:, 0], step[:, 1])
        yaw = np.degrees(np.arctan2(step[:, 1], step[:, 0]))
        free = keepout.clear_of_boxes((a + b) / 2, yaw, long, np.full(len(long), 0.5))
        nominal = _piece(name)
        out = np.zeros((len(line), 4, 4))
        out[:, :2, 0], out[:, 2, 0] = step / nominal, (zb - za) / nominal
        out[:, 0, 1], out[:, 1, 1] = -step[:, 1] / long, step[:, 0] / long
        out[:, 2, 2] = out[:, 3, 3] = 1.0
        out[:, :2, 3], out[:, 2, 3] = a, za
        stock.put(f"residential/thing/{name}", things.thing(name), out[free], things.label(name))


def _piece(name: str) -> float:
    """Length of the mesh that fences and hedges are made of, metres."""
    return things.HEDGE if name.startswith("hedge") else things.PANEL
