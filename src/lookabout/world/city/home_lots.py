"""Lots for homes, and where their drives meet the street."""

from __future__ import annotations

import numpy as np

from lookabout.world.build.polygon import Polygon
from lookabout.world.city.lots import Lot, alley_mouths, front_of, strips_of_lots
from lookabout.world.city.plan import Block
from lookabout.world.city.sketch import Frame, Sketch, between


def home_lots(rng: np.random.Generator, block: Block) -> tuple[list[Lot], Polygon]:
    """Lots of detached houses, and the alley behind them if there is one."""
    lots, lane = strips_of_lots(rng, block, 14.5, 20.0, 4.6 if rng.random() < 0.35 else 0.3)
    return lots, lane if lane and len(lots) > 2 else []


def row_lots(rng: np.random.Generator, block: Block) -> tuple[list[Lot], Polygon]:
    """Lots of row houses, and the alley behind them."""
    return strips_of_lots(rng, block, 7.4, 9.6, 5.2)


def walk_before(block: Block, lot: Lot) -> float:
    """Width of the sidewalk before a lot."""
    side = front_of(block, lot.polygon)
    return side.road.walk if side is not None and side.road is not None else 0.0


def home_gates(rng: np.random.Generator, block: Block) -> list[tuple[float, float, float]]:
    """
    As ``Sketch.gates`` of the recipes for homes, without the houses.

    :param rng: as the recipe gets it. The whole map's streets need this, and all its homes would
        take several seconds.
    """
    sketch = Sketch()
    home = block.district == "residential"
    lots, alley = (home_lots if home else row_lots)(rng, block)
    if alley:
        alley_mouths(sketch, block, alley)
    for lot in lots if home else ():
        strip = drive_strip(lot)
        if strip is not None:
            sketch.gates.append(gate_of(lot.frame, *strip, walk_before(block, lot)))
    return sketch.gates


def drive_strip(lot: Lot) -> tuple[float, float] | None:
    """From where to where along a lot's front its drive lies; None if there is no room."""
    L, D = lot.frame.length, lot.frame.depth
    if L < 11 or D < 22:
        return None
    x, y = lot.frame.origin
    rng = np.random.default_rng([0xD21, round(abs(x) * 1000), round(abs(y) * 1000)])
    drive = between(rng, 2.8, 3.2) if L < 16 or rng.random() < 0.5 else 5.4
    begin = L - drive - 0.6 if rng.random() < 0.5 else 0.6
    return begin, begin + drive


def gate_of(frame: Frame, begin: float, end: float, walk: float) -> tuple[float, float, float]:
    """Where a drive from ``begin`` to ``end`` along a lot's front meets the kerb."""
    return (*frame.at((begin + end) / 2, -walk), (end - begin) / 2)
