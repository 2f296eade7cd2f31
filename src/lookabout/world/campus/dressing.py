"""People, parked cars and machines of one scene: everything that follows ``dressing_seed``."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from lookabout.world import assets
from lookabout.world.assets.figure import Pose, figure
from lookabout.world.assets.model import Assembly, Asset
from lookabout.world.assets.people import LOOKS, look_of
from lookabout.world.build import Keepout, Stock, matrices
from lookabout.world.build.exclusion import is_excluded
from lookabout.world.campus.placements import placements_of
from lookabout.world.campus.plan import Plan
from lookabout.world.campus.raising import Part
from lookabout.world.scene import Mesh
from lookabout.world.spec import WorldSpec

Floats = NDArray[np.float64]
Rng = np.random.Generator
_CARS = {
    "white": 0.24, "black": 0.19, "grey": 0.18, "silver": 0.15, "blue": 0.10, "red": 0.09,
    "green": 0.05,
}  # fmt: skip
_BODIES = {"sedan": 0.34, "suv": 0.3, "hatchback": 0.24, "van": 0.07, "pickup": 0.05}
_MACHINES = (
    "campus/delivery_robot_white", "campus/delivery_robot_orange", "campus/delivery_robot_blue",
    "campus/mower_green", "campus/mower_orange", "campus/garden_cart_white",
    "campus/sweeper_white", "campus/delivery_robot_black",
)  # fmt: skip
_FILL = 0.5
"""Share of parking spaces that are taken."""
_WALKING, _STANDING, _LYING_ABOUT, _ON_BENCHES = 0.055, 0.10, 0.022, 0.16
"""Shares of spots on walks, on squares and on lawns, and of benches, that have somebody."""
_PALETTE, _SITTERS = 18, 9
"""Different cars, people on their feet, people on the grass; and people on benches."""
_STRAIGHT = 7
"""Models of benches below this have their seat over their origin."""
_SEATED = (
    Pose(hip=(86, 88), knee=(84, 88), spread=(7, 5), lean=-6, shoulder=(18, 14), elbow=(48, 55),
         lift=(6, 6), fold=22, nod=10),
    Pose(hip=(84, 84), knee=(80, 86), spread=(4, 4), lean=2, shoulder=(30, 32), elbow=(78, 80),
         lift=(4, 4), fold=30, nod=24),
    Pose(hip=(88, 84), knee=(92, 74), spread=(12, 10), lean=-12, shoulder=(-12, 8), elbow=(20, 30),
         lift=(46, 8), nod=-2),
)  # fmt: skip


def dress(plan: Plan, spec: WorldSpec, part: Part, keepout: Keepout, stock: Stock) -> None:
    """Put people, cars and machines where nothing is in their way."""
    put = _Dresser(plan, spec, part, keepout, stock)
    put.cars()
    put.walkers()
    put.sitters()
    put.machines()


class _Dresser:
    def __init__(
        self, plan: Plan, spec: WorldSpec, part: Part, keepout: Keepout, stock: Stock
    ) -> None:
        self.plan, self.spec, self.part = plan, spec, part
        self.keepout, self.stock = keepout, stock
        spots = placements_of(plan.seed)
        self.spots = {
            kind: np.array([(s.x, s.y, s.z, s.yaw_deg) for s in spots if s.kind == kind])
            .reshape(-1, 4)
            for kind in ("path", "plaza", "lawn", "verge", "bay")
        }  # fmt: skip

    def _rng(self, what: int) -> Rng:
        return np.random.default_rng([self.spec.dressing_seed, self.plan.seed, 0xD2E, what])

    def _put(self, asset: Asset, rows: Floats) -> None:
        """Copies at rows (x, y, z, yaw), but those in something's way."""
        if len(rows) == 0:
            return
        long, wide = asset.footprint
        free = self.keepout.clear_of_boxes(
            rows[:, :2], rows[:, 3], np.full(len(rows), long), np.full(len(rows), wide)
        )
        rows = rows[free & self.part.shows(rows[:, :2])]
        self.stock.put_asset(asset, matrices(*rows.T))

    def _scatter(self, rng: Rng, kinds: list[str], rows: Floats) -> None:
        """Each row gets one of a palette of variants of the kinds."""
        pick = rng.integers(_PALETTE, size=len(rows))
        draws = rng.random((_PALETTE, 2)).tolist()
        for k, (first, second) in enumerate(draws):
            kind = kinds[int(first * len(kinds))]
            # Drawn before the exclusion, so that excluding one kind leaves all others as they are.
            if not is_excluded(kind, self.spec.exclude):
                asset = assets.make_variant(kind, int(second * assets.variants(kind)))
                self._put(asset, rows[pick == k])

    def cars(self) -> None:
        """Cars in a share of the bays."""
        rng, bays = self._rng(1), self.spots["bay"]
        rows = bays[rng.random(len(bays)) < _FILL]
        turn = np.where(rng.random(len(rows)) < 0.2, 180.0, 0.0) + rng.normal(0, 0.8, len(rows))
        rows = rows + np.column_stack([rng.uniform(-0.1, 0.1, (len(rows), 2)), 0 * turn, turn])
        names = [f"vehicle/{colour}_{body}" for colour in _CARS for body in _BODIES]
        share = np.array([a * b for a in _CARS.values() for b in _BODIES.values()])
        drawn = rng.choice(len(names), size=_PALETTE, p=share / share.sum())
        self._scatter(rng, [names[k] for k in drawn], rows)

    def walkers(self) -> None:
        """People on walks, alone or in twos, and about squares."""
        rng = self._rng(2)
        path, plaza = self.spots["path"], self.spots["plaza"]
        rows = path[rng.random(len(path)) < _WALKING]
        angle = np.radians(rows[:, 3])
        across = np.column_stack([-np.sin(angle), np.cos(angle)])
        rows[:, :2] += across * rng.uniform(-0.4, 0.4, (len(rows), 1))
        rows[:, 3] += np.where(rng.random(len(rows)) < 0.5, 180, 0) + rng.normal(0, 8, len(rows))
        self._scatter(rng, ["person/walking"], rows)
        rows = plaza[rng.random(len(plaza)) < _STANDING]
        self._scatter(rng, ["person/standing", "person/walking"], rows)

    def sitters(self) -> None:
        """People on the grass, and on benches."""
        rng, lawn = self._rng(3), self.spots["lawn"]
        rows = lawn[rng.random(len(lawn)) < _LYING_ABOUT]
        friend = rows[rng.random(len(rows)) < 0.5] + [1.1, 0.3, 0.0, 150.0]
        friend[:, 2] = self.plan.land.height(friend[:, :2])
        self._scatter(rng, ["person/sitting"], np.concatenate([rows, friend]))
        benches = np.array(
            [(f.x, f.y, f.z, f.yaw_deg) for f in self.plan.fixtures
             if f.kind == "campus/bench" and f.model < _STRAIGHT and f.name not in self.spec.hidden]
        ).reshape(-1, 4)  # fmt: skip
        draws = rng.random((len(benches), 3))
        side = (draws[:, 1] - 0.5) * 0.9
        angle = np.radians(benches[:, 3])
        benches[:, :2] += np.column_stack([-np.sin(angle), np.cos(angle)]) * side[:, None]
        some = draws[:, 0] < _ON_BENCHES
        if is_excluded("person", self.spec.exclude):
            return
        first = int(rng.integers(LOOKS))
        for k in range(_SITTERS):
            mine = some & ((draws[:, 2] * _SITTERS).astype(int) == k)
            if mine.any():
                self._put(_sitter((first + 7 * k) % LOOKS, k % len(_SEATED)), benches[mine])

    def machines(self) -> None:
        """Robots that wait beside walks, mowers on lawns."""
        rng = self._rng(4)
        for kind in _MACHINES:
            spots = self.spots["lawn" if "mower" in kind else "verge"]
            row = spots[int(rng.integers(len(spots)))][None]
            variant = int(rng.integers(2))
            if not is_excluded(kind, self.spec.exclude):
                self._put(assets.make_variant(kind, variant), row)


@cache
def _sitter(number: int, pose: int) -> Asset:
    """Somebody on a bench whose seat is 0.45 m high, over the bench's origin."""
    look = look_of(number)
    # Skirts and coats are cones that hang from the hips of people on their feet.
    look = replace(look, legs="shorts" if look.legs == "skirt" else "trousers", bag="")
    mesh = figure(look, _SEATED[pose]).mesh()
    low = float(mesh.vertices[:, 2].min())
    seated = mesh.vertices + np.array([-0.10, 0.0, 0.035 - low])
    made = Assembly("person/sitting")
    body = Mesh(seated, mesh.triangles, mesh.materials, mesh.material_index, smooth=True)
    made.place(f"campus.sitter.{number}.{pose}", body, label="person")
    return made.finish(centred=False)
