from __future__ import annotations

import numpy as np

from lookabout.world.assets.heap import Heap
from lookabout.world.assets.model import Model
from lookabout.world.assets.solids import box


def test_things_pile_up_and_touch_what_is_below() -> None:
    model = Model()
    heap = Heap(model, np.random.default_rng(4))
    heap.base(2.0, 2.0, 0.4, "asset.earth.soil")
    assert 0.2 < heap.height_at(0, 0) <= 0.5
    before = heap.height_at(0, 0)
    for _ in range(30):
        heap.drop([(box(0.4, 0.3, 0.3), "asset.paper.brown")], (0.3, 0.3), tries=1)
    assert heap.height_at(0, 0) > before + 0.25
    assert model.mesh().vertices[:, 2].min() > -0.05


def test_a_box_on_bare_ground_stands_on_it() -> None:
    model = Model()
    Heap(model, np.random.default_rng(5)).drop([(box(1, 1, 1), "asset.paper.brown")], (0.1, 0.1))
    low = model.mesh().vertices[:, 2].min()
    assert -0.021 <= low <= 0.001
