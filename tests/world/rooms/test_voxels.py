from __future__ import annotations

import numpy as np
import pytest

from lookabout.world.assets.model import Model
from lookabout.world.rooms.forms.parts import slab
from lookabout.world.rooms.library import library
from lookabout.world.rooms.voxels import Voxels, samples
from lookabout.world.scene import Mesh


def shelf() -> Mesh:
    """Two boards of 0.60 m by 0.40 m at 0.30 and 0.80 m, between sides."""
    model = Model()
    for z in (0.28, 0.78):
        model.add(slab(-0.2, 0.2, -0.3, 0.3, z, z + 0.02), "wood")
    for y in (-0.32, 0.30):
        model.add(slab(-0.2, 0.2, y, y + 0.02, 0.0, 0.8), "wood")
    return model.mesh()


def test_samples_leave_no_gap() -> None:
    points, level = samples(shelf(), 0.02)
    rng = np.random.default_rng(0)
    probes = np.column_stack([rng.uniform(-0.2, 0.2, 50), rng.uniform(-0.3, 0.3, 50)])
    for x, y in probes:
        away = np.linalg.norm(points - [x, y, 0.30], axis=1)
        assert away.min() < 0.02
    assert set(np.round(points[level][:, 2], 3)) >= {0.28, 0.30, 0.78, 0.80}


def test_things_stand_on_boards_where_they_fit() -> None:
    cells = Voxels(shelf())
    found = cells.spots(0.10, 0.10, 0.30, low=0.0, high=1.0)
    heights = set()
    for cell in found[:: max(len(found) // 40, 1)]:
        spot = cells.copy().stand(cell, 0.10, 0.10, 0.30)
        assert spot is not None
        assert abs(spot.x) < 0.165
        assert abs(spot.y) < 0.265
        heights.add(round(spot.z, 4))
    assert heights == {0.30, 0.80}
    # Half a metre is too high for the lower board.
    tall = cells.spots(0.10, 0.10, 0.50, low=0.0, high=1.0)
    spots = [cells.copy().stand(cell, 0.10, 0.10, 0.50) for cell in tall[::20]]
    assert {round(spot.z, 4) for spot in spots if spot} == {0.80}
    assert len(cells.spots(0.10, 0.70, 0.1, low=0.0, high=1.0)) == 0


def test_what_stands_takes_its_room() -> None:
    cells = Voxels(shelf())
    before = cells.spots(0.2, 0.2, 0.2, low=0.7, high=1.0)
    assert cells.stand(before[0], 0.2, 0.2, 0.2) is not None
    after = {tuple(cell) for cell in cells.spots(0.2, 0.2, 0.2, low=0.7, high=1.0)}
    assert tuple(before[0]) not in after
    assert 0 < len(after) < len(before)


@pytest.mark.parametrize(
    ("category", "low", "high"),
    [("dining_chair", 0.75, 1.1), ("dining_table", 0.70, 0.80), ("bed", 0.6, 1.2),
     ("mug", 0.07, 0.12), ("fridge", 1.2, 2.0), ("floor_lamp", 1.2, 1.9)],
)  # fmt: skip
def test_heights_are_life_size(category: str, low: float, high: float) -> None:
    for model in library().of(category):
        assert low <= model.height <= high, model.name
