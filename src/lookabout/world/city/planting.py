"""Trees and street furniture of a built part of the city."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lookabout.world import assets
from lookabout.world.build import Keepout, Stock, matrices
from lookabout.world.build.exclusion import is_excluded
from lookabout.world.city.plan import Block, Plan, Segment
from lookabout.world.city.sketcher import gates_of, sketch_of
from lookabout.world.city.spots import street_spots
from lookabout.world.vegetation.town import HABITATS, SPECIES, VARIANTS, tree, tree_hull

Floats = NDArray[np.float64]
Thing = tuple[str, float, float, float, float]
_LAMPS = {"street": (0, 1), "park": (2, 3, 4)}


def plant(
    plan: Plan,
    segments: Sequence[Segment],
    blocks: Sequence[Block],
    keepout: Keepout,
    stock: Stock,
) -> None:
    """Put the map's trees into ``stock``, but none over an object."""
    rows: dict[tuple[str, int], list[tuple[float, ...]]] = {}
    groups: list[tuple[list[tuple[float, float, float, str]], tuple[int, ...]]]
    groups = [(street_spots(plan, s).trees, (1, s.index)) for s in segments]
    gates = _gates(plan, segments, blocks)
    groups += [(sketch_of(plan, b).trees, (2, *b.index)) for b in blocks]
    for trees, index in groups:
        if not trees:
            continue
        rng = np.random.default_rng([plan.seed, 0x7EE5, *index])
        # One street is mostly planted with one species.
        main = rng.random(6).tolist()
        draws = rng.random((len(trees), 5)).tolist()
        for (x, y, z, habitat), draw in zip(trees, draws, strict=True):
            names, (low, high) = HABITATS[habitat]
            share = main[len(habitat) % 6] if habitat == "street" and draw[0] < 0.8 else draw[1]
            name = names[int(share * len(names))]
            scale = low + (high - low) * draw[2]
            key = (name, int(draw[3] * VARIANTS))
            rows.setdefault(key, []).append((x, y, z, 360 * draw[4], scale, 0.88 + 0.24 * draw[0]))
    for (name, variant), found in rows.items():
        table = np.array(found)
        radius = SPECIES[name].radius * table[:, 4]
        free = keepout.clear_of_circles(table[:, :2], radius) & _off_gates(table, gates, 0.9)
        table = table[free]
        x, y, z, yaw, scale, stretch = table.T
        stock.put(
            f"city/tree/{name}_{variant}",
            tree(name, variant),
            matrices(x, y, z, yaw, scale, stretch),
            "bush" if name == "shrub" else "tree",
            collider=(f"city/tree/{name}_hull", tree_hull(name)),
        )


def _gates(plan: Plan, segments: Sequence[Segment], blocks: Sequence[Block]) -> Floats:
    """Drives along these streets and of these blocks, (N, 3): x, y, half width."""
    beside = {b.index: b for s in segments for b in s.blocks if b is not None}
    beside.update({block.index: block for block in blocks})
    rows = [gate for block in beside.values() for gate in gates_of(plan, block)]
    return np.array(rows).reshape(-1, 3)


def _off_gates(table: Floats, gates: Floats, room: float) -> NDArray[np.bool_]:
    """Which rows (x, y, …) stand in no drive."""
    if len(gates) == 0 or len(table) == 0:
        return np.ones(len(table), bool)
    away = np.hypot(*(table[:, None, :2] - gates[None, :, :2]).transpose(2, 0, 1))
    clear: NDArray[np.bool_] = (away > gates[:, 2] + room).all(axis=1)
    return clear


def furnish(
    plan: Plan,
    segments: Sequence[Segment],
    blocks: Sequence[Block],
    exclude: Sequence[str],
    keepout: Keepout,
    stock: Stock,
) -> None:
    """Put lamps, signals, benches and the like into ``stock``."""
    rows: dict[tuple[str, int], list[tuple[float, ...]]] = {}
    groups: list[tuple[list[Thing], str, tuple[int, ...]]]
    groups = [(street_spots(plan, s).furniture, "street", (3, s.index)) for s in segments]
    groups += [(sketch_of(plan, b).furniture, "park", (4, *b.index)) for b in blocks]
    for things, place, index in groups:
        if not things:
            continue
        rng = np.random.default_rng([plan.seed, 0xF0, *index])
        style = float(rng.random())
        draws = rng.random(len(things)).tolist()
        for (kind, x, y, z, yaw), draw in zip(things, draws, strict=True):
            if is_excluded(kind, exclude):
                continue
            if kind == "lamp":
                choices = _LAMPS[place]
                variant = choices[int(style * len(choices))]
            elif kind in ("signal", "bus_stop"):
                variant = int(style * assets.variants(kind))
            else:
                variant = int(draw * assets.variants(kind))
            rows.setdefault((kind, variant), []).append((x, y, z, yaw))
    gates = _gates(plan, segments, blocks)
    for (kind, variant), found in rows.items():
        asset = assets.make_variant(kind, variant)
        table = np.array(found)
        radius = float(np.hypot(*asset.footprint)) / 2
        if kind in ("lamp", "signal"):  # their origin is the pole; arms hang high above
            radius = 0.4
        free = keepout.clear_of_circles(table[:, :2], radius) & _off_gates(table, gates, 0.5)
        x, y, z, yaw = table[free].T
        stock.put_asset(asset, matrices(x, y, z, yaw))
