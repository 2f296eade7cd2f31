"""Which cars and people are about, and where: everything that follows ``dressing_seed``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lookabout.world import assets
from lookabout.world.build import Keepout, Stock, matrices, split
from lookabout.world.build.exclusion import is_excluded
from lookabout.world.city.plan import DECK_Z, KERB_Z, Block, Plan, Segment
from lookabout.world.city.sketcher import sketch_of
from lookabout.world.city.spots import street_spots
from lookabout.world.city.viaduct import LANES, places

Floats = NDArray[np.float64]
_COLOURS = {
    "white": 0.24, "black": 0.19, "grey": 0.18, "silver": 0.15, "blue": 0.09, "red": 0.08,
    "brown": 0.02, "beige": 0.03, "green": 0.03,
}  # fmt: skip
_TYPES = {"sedan": 0.31, "suv": 0.34, "hatchback": 0.13, "pickup": 0.11, "van": 0.06,
          "sports_car": 0.05}  # fmt: skip
_PALETTE = 44
"""Different cars in one scene."""
_PEOPLE = 28
_FILL = {
    "downtown": 0.78, "midrise": 0.72, "rowhouse": 0.66, "residential": 0.42, "retail": 0.5,
    "industry": 0.4, "plaza": 0.7, "park": 0.55,
}  # fmt: skip
_WALKERS = {
    "downtown": 0.34, "plaza": 0.34, "midrise": 0.2, "retail": 0.12, "rowhouse": 0.08,
    "park": 0.12, "school": 0.1, "residential": 0.04, "industry": 0.02, "lot": 0.1, "river": 0.14,
}  # fmt: skip


@dataclass(frozen=True)
class _Palette:
    """What this scene draws from, with cumulated weights."""

    kinds: tuple[tuple[str, int], ...]
    shares: Floats

    def draw(self, rng: np.random.Generator, count: int) -> NDArray[np.intp]:
        found: NDArray[np.intp] = np.searchsorted(self.shares, rng.random(count) * 0.999999)
        return found


def _palette(
    rng: np.random.Generator, weights: dict[str, float], exclude: Sequence[str], size: int
) -> _Palette | None:
    """``size`` variants drawn from weighted kinds, or None if all are excluded."""
    known = frozenset(assets.kinds())
    # Drawn before the exclusion, so that excluding one kind leaves all others as they are.
    names = [name for name in weights if name in known]
    total = np.cumsum([weights[name] for name in names])
    picks = np.searchsorted(total / total[-1], rng.random(size)).tolist()
    drawn = []
    for pick, variant in zip(picks, rng.random(size).tolist(), strict=True):
        name = names[min(pick, len(names) - 1)]
        drawn.append((name, int(variant * assets.variants(name))))
    kept = [entry for entry in drawn if not is_excluded(entry[0], exclude)]
    if not kept:
        return None
    return _Palette(tuple(kept), np.cumsum(np.full(len(kept), 1 / len(kept))))


class Traffic:
    """Cars and people of one scene."""

    def __init__(
        self, plan: Plan, dressing_seed: int, exclude: Sequence[str], keepout: Keepout, stock: Stock
    ) -> None:
        self.plan, self.seed, self.exclude = plan, dressing_seed, tuple(exclude)
        self.keepout, self.stock = keepout, stock
        rng = np.random.default_rng([dressing_seed, plan.seed, 0xCA5])
        cars = {
            f"vehicle/{colour}_{kind}": a * b
            for colour, a in _COLOURS.items()
            for kind, b in _TYPES.items()
        }
        self.parked = _palette(rng, cars, exclude, _PALETTE)
        moving = {**cars, "vehicle/taxi": 0.06, "vehicle/police_car": 0.006}
        self.moving = _palette(rng, moving, exclude, 26)
        heavy = {f"vehicle/{c}_truck": w for c, w in
                 (("white", 0.5), ("blue", 0.1), ("red", 0.1), ("green", 0.06), ("grey", 0.1),
                  ("black", 0.06))}  # fmt: skip
        self.heavy = _palette(rng, heavy, exclude, 5)
        buses = {f"vehicle/{c}_bus": 0.2 for c in ("white", "blue", "red", "green")}
        self.buses = _palette(rng, buses, exclude, 3)
        people = {"person/walking": 0.75, "person/standing": 0.25}
        self.people = _palette(rng, people, exclude, _PEOPLE)
        self._rows: dict[tuple[str, int], list[Floats]] = {}

    def dress(self, segments: Sequence[Segment], blocks: Sequence[Block]) -> None:
        """Put cars and people on streets and blocks."""
        for segment in segments:
            self._street(segment)
        for block in blocks:
            self._block(block)
        self._put()

    def _rng(self, what: int, *index: int) -> np.random.Generator:
        return np.random.default_rng([self.seed, self.plan.seed, what, *index])

    def _street(self, segment: Segment) -> None:
        spots = street_spots(self.plan, segment)
        rng = self._rng(1, segment.index)
        fill = max(_FILL.get(name, 0.45) for name in segment.districts)
        self._park(rng, np.insert(spots.kerb, 2, 0.0, axis=1), fill, reverse=0.0, along=0.4)
        busy = 0.26 if segment.road.lanes > 2 else 0.11
        lanes = spots.lane[rng.random(len(spots.lane)) < busy]
        jitter = np.column_stack(
            [rng.uniform(-4, 4, len(lanes)), rng.uniform(-0.12, 0.12, len(lanes))]
        )
        rows = _shifted(np.insert(lanes, 2, 0.0, axis=1), jitter)
        big = rng.random(len(rows))
        wide = segment.road.lanes > 2
        for palette, low, high in (
            (self.buses, 0.0, 0.05 if wide else 0.0),
            (self.heavy, 0.05, 0.10 if wide or "industry" in segment.districts else 0.06),
        ):
            self._use(rng, palette, rows[(big >= low) & (big < high)])
        self._use(rng, self.moving, rows[big >= 0.10])
        share = max(_WALKERS.get(name, 0.03) for name in segment.districts)
        walkers = spots.sidewalk[rng.random(len(spots.sidewalk)) < share]
        self._walk(rng, np.insert(walkers, 2, KERB_Z, axis=1), 0.6)

    def _deck(self, block: Block) -> None:
        """Traffic on the elevated road."""
        rng = self._rng(3, *block.index)
        for way in (-1.0, 1.0):
            for left in LANES:
                spots = np.array(places(block.deck, 19.0, first=9.0)).reshape(-1, 4)
                spots = spots[rng.random(len(spots)) < 0.4]
                x, y, u, v = spots.T
                side, yaw = -way * left, np.degrees(np.arctan2(way * v, way * u))
                rows = np.column_stack([x - side * v, y + side * u, np.full(len(x), DECK_Z), yaw])
                rows = _shifted(rows, rng.uniform(-1, 1, (len(rows), 2)) * [6.0, 0.25])
                heavy = rng.random(len(rows)) < 0.12
                self._use(rng, self.heavy, rows[heavy])
                self._use(rng, self.moving, rows[~heavy])

    def _block(self, block: Block) -> None:
        if block.deck:
            self._deck(block)
        sketch = sketch_of(self.plan, block)
        rng = self._rng(2, *block.index)
        bays = np.array(sketch.bays).reshape(-1, 4)
        fill = float(rng.uniform(0.42, 0.78))
        self._park(rng, bays, fill, reverse=0.2, along=0.2)
        drives = np.array(sketch.drives).reshape(-1, 4)
        self._park(rng, drives, 0.6, reverse=0.25, along=0.2)
        for kind, share in (("plaza", 0.5), ("park", 0.16), ("sidewalk", 0.14)):
            spots = np.array(sketch.spots.get(kind, ())).reshape(-1, 4)
            self._walk(rng, spots[rng.random(len(spots)) < share], 0.7)

    def _park(
        self, rng: np.random.Generator, rows: Floats, fill: float, *, reverse: float, along: float
    ) -> None:
        """Fill spaces; rows are (x, y, z, yaw). Draws are made for every space."""
        count = len(rows)
        taken = rng.random(count) < fill
        turned = np.where(rng.random(count) < reverse, 180.0, 0.0) + rng.normal(0, 0.8, count)
        jitter = np.column_stack([rng.uniform(-along, along, count), rng.uniform(-0.1, 0.1, count)])
        moved = _shifted(rows, jitter)
        moved[:, 3] += turned
        self._use(rng, self.parked, moved, taken)

    def _use(
        self,
        rng: np.random.Generator,
        palette: _Palette | None,
        rows: Floats,
        taken: NDArray[np.bool_] | None = None,
    ) -> None:
        if palette is None or len(rows) == 0:
            return
        which = palette.draw(rng, len(rows))
        for k in np.unique(which).tolist():
            mask = which == k
            if taken is not None:
                mask = mask & taken
            if mask.any():
                self._rows.setdefault(palette.kinds[k], []).append(rows[mask])

    def _walk(self, rng: np.random.Generator, rows: Floats, spread: float) -> None:
        if self.people is None or len(rows) == 0:
            return
        count = len(rows)
        jitter = rng.uniform(-spread, spread, (count, 2)) * [3.0, 1.0]
        moved = _shifted(rows, jitter)
        moved[:, 3] += np.where(rng.random(count) < 0.5, 180.0, 0.0) + rng.normal(0, 12, count)
        # Some walk in pairs.
        pair = rng.random(count) < 0.3
        beside = _shifted(moved, np.tile([[0.1, 0.75]], (count, 1)))[pair]
        self._use(rng, self.people, np.concatenate([moved, beside]))

    def _put(self) -> None:
        """Give what is not in the way to the stock; all together, since most kinds are few."""
        if not self._rows:
            return
        made = [assets.make_variant(kind, variant) for kind, variant in self._rows]
        count = [sum(map(len, found)) for found in self._rows.values()]
        rows = np.concatenate([row for found in self._rows.values() for row in found])
        length, width = np.repeat([asset.footprint for asset in made], count, axis=0).T
        free = self.keepout.clear_of_boxes(rows[:, :2], rows[:, 3], length, width)
        stand = matrices(*rows.T)
        for asset, own in zip(made, split(count), strict=True):
            self.stock.put_asset(asset, stand[own][free[own]])


def _shifted(rows: Floats, jitter: Floats) -> Floats:
    """Rows (x, y, z, yaw) moved by (along, left) of each."""
    out = rows.copy()
    angle = np.radians(rows[:, 3])
    c, s = np.cos(angle), np.sin(angle)
    out[:, 0] += jitter[:, 0] * c - jitter[:, 1] * s
    out[:, 1] += jitter[:, 0] * s + jitter[:, 1] * c
    return out
