"""Sizes as a person would measure them, from what is built."""

import numpy as np
import pytest

from lookabout.world.campus.buildings import FLOOR, raise_building
from lookabout.world.campus.catalogue import KINDS, fixture_asset
from lookabout.world.campus.openings import DOOR_HEIGHT, DOOR_WIDTH, door, window
from lookabout.world.campus.planner import plan_of
from lookabout.world.campus.styles import STYLES

# Least and most of height, and of the longer side, metres.
SIZES = {
    "bench": ((0.40, 1.0), (1.7, 2.7)),
    "bin": ((0.8, 1.15), (0.4, 0.65)),
    "recycling": ((1.0, 2.3), (1.1, 2.9)),
    "lamp": ((3.3, 4.8), (0.3, 1.4)),
    "bollard": ((0.8, 1.1), (0.15, 0.3)),
    "statue": ((2.0, 4.8), (0.7, 3.4)),
    "sculpture": ((2.2, 4.0), (2.0, 3.2)),
    "bicycle_rack": ((0.7, 1.1), (3.4, 5.6)),
    "bicycle": ((0.95, 1.2), (1.6, 1.9)),
    "bicycle_shelter": ((2.3, 2.8), (5.0, 6.2)),
    "planter": ((0.7, 1.1), (1.1, 1.9)),
    "notice_board": ((1.9, 2.4), (1.7, 2.2)),
    "advertising_column": ((3.0, 4.0), (1.3, 1.8)),
    "picnic_table": ((0.7, 2.8), (1.7, 3.0)),
    "signpost": ((2.5, 3.1), (0.9, 2.3)),
    "kiosk": ((2.6, 3.5), (3.0, 3.8)),
    "book_cart": ((2.2, 2.7), (2.0, 2.6)),
    "pavilion": ((4.0, 5.6), (5.0, 6.6)),
    "fountain": ((2.0, 4.0), (7.0, 9.0)),
    "clock_tower": ((18.0, 24.0), (5.0, 8.0)),
    "flagpole": ((7.0, 10.0), (1.5, 4.0)),
}


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_fixture_has_its_size_and_stands_on_the_ground(kind):
    (low, high), (least, most) = SIZES[kind]
    for model in range(len(KINDS[kind].designs)):
        box = fixture_asset(kind, model).meshes[f"campus/{kind}/{model}"].box
        assert low <= box.size[2] <= high, (model, box.size)
        assert least <= max(box.size[:2]) <= most, (model, box.size)
        assert abs(box.low[2]) < 0.05, model


def test_designs_of_a_kind_differ_in_what_is_said_of_them():
    for kind, found in KINDS.items():
        told = [design.features for design in found.designs]
        assert len(set(told)) == len(told), kind


@pytest.mark.parametrize("style", sorted(STYLES))
def test_doors_and_windows_have_their_sizes(style):
    box = door(style).box
    assert 2.0 <= DOOR_HEIGHT <= 2.2
    assert DOOR_WIDTH <= box.size[0] <= DOOR_WIDTH + 0.5
    assert DOOR_HEIGHT < box.size[2] < 3.2
    pane = window(style, 0, 1.5, 2.0).box
    assert pane.size[2] == pytest.approx(2.0, abs=0.4)


def test_storeys_are_storeys_high():
    for building in plan_of(1).buildings:
        style = STYLES[building.style]
        raised = raise_building(building)
        eaves = FLOOR + style.ground + (building.storeys - 1) * style.storey
        assert 3.4 <= style.storey <= 4.5
        assert 3.8 <= style.ground <= 5.2
        assert raised.hull.box.top >= building.z + eaves
        assert raised.body.box.top < building.z + eaves + 9.0
        assert -0.35 <= raised.body.box.low[2] - building.z <= 0.0


def test_walks_are_as_wide_as_walks():
    assert all(2.0 <= walk.width <= 5.0 for walk in plan_of(1).walks)


def test_parking_spaces_do_not_overlap():
    bays = np.array(plan_of(1).bays)
    assert len(bays) >= 60
    away = np.hypot(*(bays[:, None, :2] - bays[None, :, :2]).transpose(2, 0, 1))
    assert away[np.triu_indices(len(bays), 1)].min() >= 2.5
