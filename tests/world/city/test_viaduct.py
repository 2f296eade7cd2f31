from itertools import pairwise

import numpy as np
import pytest

from lookabout.world.build.polygon import contains
from lookabout.world.city import WORLD
from lookabout.world.city.plan import DECK_HALF, DECK_Z, HALF_SIDE, plan_of
from lookabout.world.city.viaduct import _COLUMNS, _GIRDER, LANES, pier_places, places

SEEDS = (1, 2, 77)


def blocks(seed):
    return [block for block in plan_of(seed).blocks if block.deck]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_deck_runs_through_the_whole_map_without_a_gap(seed):
    pieces = sorted((block.deck for block in blocks(seed)), key=lambda deck: deck[0][1])
    assert pieces[0][0][1] < -HALF_SIDE
    assert pieces[-1][-1][1] > HALF_SIDE
    for one, other in pairwise(pieces):
        assert one[-1] == pytest.approx(other[0], abs=2e-6)


@pytest.mark.parametrize("seed", SEEDS)
def test_it_bends_gently(seed):
    deck = plan_of(seed).deck
    step = np.hypot(*np.diff(deck[:, :2], axis=0).T)
    turn = np.abs(np.diff(np.unwrap(np.arctan2(deck[:, 3], deck[:, 2]))))
    long = step > 1.0
    assert (step[long] / np.maximum(turn[long], 1e-12)).min() > 150  # metres of radius
    assert np.ptp(np.degrees(np.arctan2(deck[:, 3], deck[:, 2]))) > 4


def test_a_lorry_passes_under_it_and_lanes_fit_on_it():
    assert DECK_Z - _GIRDER > 5.0
    assert 3.5 <= LANES[1] - LANES[0] <= 3.7
    assert LANES[1] + 1.8 < DECK_HALF - 0.35


@pytest.mark.parametrize("seed", SEEDS)
def test_piers_stand_on_no_street_and_not_too_far_apart(seed):
    plan, found = plan_of(seed), []
    for block in blocks(seed):
        for x, y, ux, uy in pier_places(block):
            for left in _COLUMNS:
                assert contains(block.at(0.0), x - left * uy, y + left * ux, 1.0)
            found.append((x, y))
    found = np.array(sorted(found, key=lambda p: p[1]))
    inside = np.abs(found[:, 1]) < HALF_SIDE - 200
    assert np.hypot(*np.diff(found[inside], axis=0).T).max() < 75
    assert len(found) > 100
    assert plan.under_deck(found).all()


def test_places_lie_evenly_on_the_line():
    deck = ((0.0, 0.0, 0.0, 1.0), (0.0, 10.0, 0.0, 1.0), (0.0, 30.0, 0.0, 1.0))
    found = places(deck, 8.0, first=2.0)
    assert [row[1] for row in found] == pytest.approx([2.0, 10.0, 18.0, 26.0])
    assert all(row[2:] == pytest.approx((0.0, 1.0)) for row in found)
    assert places(deck[:1], 8.0) == []


def test_no_placement_lies_under_it():
    plan = plan_of(1)
    spots = np.array([(s.x, s.y) for s in WORLD.placements(1)])
    assert not plan.under_deck(spots, 2.0).any()
    here = plan.deck[::50, :2]
    assert plan.under_deck(here).all()
    assert not plan.under_deck(here + np.array([DECK_HALF + 3.0, 0.0])).any()
