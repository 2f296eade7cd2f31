import numpy as np
import pytest
from shapely import LineString, Point, unary_union

from lookabout.world.residential.ground import Ground
from lookabout.world.residential.lots import plots_of
from lookabout.world.residential.streets import (
    BULB,
    HALF_ROAD,
    KERB_CAR,
    LANE,
    WALK,
    network_of,
)
from lookabout.world.residential.yards import street_items, street_trees, yard_of

SEED = 1


@pytest.fixture(scope="module")
def network():
    return network_of(SEED)


def test_lanes_and_parked_cars_have_room():
    """For cars 2.1 m wide: two lanes, and a car at each kerb."""
    assert LANE - 1.05 > 0.2
    assert KERB_CAR - 1.05 - (LANE + 1.05) > 0.3  # more than is kept clear around objects
    assert HALF_ROAD - KERB_CAR - 1.05 > 0.1


def test_there_are_bends_and_cul_de_sacs():
    turns, bulbs = [], 0
    for seed in (1, 2, 3):
        for street in network_of(seed).streets:
            u = street.heading(np.array([0.0, street.length]))
            turns.append(np.degrees(np.arccos(np.clip(u[0] @ u[1], -1, 1))))
            inside = np.abs(street.points).max(axis=1) < 200
            bulbs += sum(street.bulbs[end] and inside[-end] for end in (0, 1))
    assert max(turns) > 10
    assert bulbs >= 3


def test_left_is_left(network):
    street = network.streets[0]
    (x0, y0), (x1, y1) = street.at(100.0), street.at(100.0, 3.0)
    ux, uy = street.heading(np.array([100.0]))[0]
    assert np.hypot(x1 - x0, y1 - y0) == pytest.approx(3.0)
    assert ux * (y1 - y0) - uy * (x1 - x0) == pytest.approx(3.0)


def test_distances_to_kerbs_are_those_to_the_streets(network):
    """Against shapely; corners may be rounded off by up to a quarter of the rounding's reach."""
    roads = [LineString(s.points).buffer(HALF_ROAD) for s in network.streets]
    ends = [s.points[-k] for s in network.streets for k in (0, 1) if s.bulbs[k]]
    whole = unary_union([*roads, *(Point(*end).buffer(BULB) for end in ends)])
    rng = np.random.default_rng(2)
    x, y = rng.uniform(-180, 180, (2, 300))
    kerb, street, along = network.survey(x, y)
    for k in range(300):
        spot = Point(x[k], y[k])
        away = whole.distance(spot) if not whole.contains(spot) else None
        if away is None:
            assert kerb[k] < 0.05
            continue
        assert away - 3.3 < kerb[k] < min(away, 40.0) + 0.05
        if away > 10:
            continue
        near = network.streets[street[k]]
        back = near.at(along[k])
        bulb = any(np.hypot(x[k] - e[0], y[k] - e[1]) < BULB + 15 for e in ends)
        if not bulb:
            assert np.hypot(back[0] - x[k], back[1] - y[k]) == pytest.approx(
                away + HALF_ROAD, abs=0.4
            )


def test_houses_stay_on_their_lots_and_off_the_streets(network):
    plots = plots_of(SEED)
    lots = [lot for lot, _ in plots.near(-200, -200, 200, 200)]
    assert len(lots) > 100
    for lot in lots:
        home = lot.home
        for a0, b0, a1, b1 in (home.main, home.garage, home.porch):
            assert -lot.width / 2 <= a0 < a1 <= lot.width / 2
            assert 3.0 < b0 < b1 < lot.depth
        corners = np.array(
            [
                lot.point(r[i], r[j])
                for r in (home.main, home.garage)
                for i in (0, 2)
                for j in (1, 3)
            ]
        )
        kerb, _, _ = network.survey(corners[:, 0], corners[:, 1])
        assert kerb.min() > WALK + 0.3


def test_houses_do_not_meet():
    lots = [lot for lot, _ in plots_of(SEED).near(-200, -200, 200, 200)]
    shapes = []
    for lot in lots:
        for a0, b0, a1, b1 in (lot.home.main, lot.home.garage):
            ring = [lot.point(*p) for p in ((a0, b0), (a1, b0), (a1, b1), (a0, b1))]
            shapes.append((lot.index, LineString(ring).convex_hull))
    for k, (index, shape) in enumerate(shapes):
        for other, beside in shapes[k + 1 :]:
            if other != index:
                assert shape.distance(beside) > 1.0, (index, other)


def test_kerbs_meet_the_verge_behind_them_before_drives_too():
    ground = Ground(SEED)
    checked, low = 0, 0
    for index in ((-1, -1), (-2, 1), (-2, -2), (1, -2)):
        tile = ground.tile(*index)
        foot, top = tile.kerbs[:, :2].mean(axis=1), tile.kerbs[:, 2:].mean(axis=1)
        way = tile.kerbs[:, 1, :2] - tile.kerbs[:, 0, :2]
        long = np.linalg.norm(way, axis=1)
        keep = (long > 0.05) & (np.abs(foot[:, :2] - tile.low - 20) < 19).all(axis=1)
        if not keep.any():
            continue
        out = np.column_stack([-way[:, 1], way[:, 0]])[keep] / long[keep, None]
        behind, before = top[keep, :2] + 1e-3 * out, top[keep, :2] - 1e-3 * out
        assert np.abs(ground.height(*behind.T) - top[keep, 2]).max() < 4e-3
        assert np.abs(ground.height(*before.T) - foot[keep, 2]).max() < 4e-3
        high = top[keep, 2] - foot[keep, 2]
        assert high.max() < 0.125
        assert high.min() > 0.01
        checked, low = checked + len(high), low + int((high < 0.03).sum())
    assert checked > 100
    assert low > 5


def test_nothing_stands_in_the_mouth_of_a_drive():
    lots = [lot for lot, _ in plots_of(SEED).near(-150, -150, 150, 150)]
    spots = [(p.x, p.y) for p in (*street_trees(SEED), *street_items(SEED))]
    spots += [(i.x, i.y) for lot in lots for i in yard_of(lot).items]
    x, y = np.array(spots).T
    for lot in lots:
        a, b = lot.local(x, y)
        low, high = lot.home.drive[0] - 0.4, lot.home.drive[2] + 0.4
        assert not ((a > low) & (a < high) & (b > -5) & (b < lot.home.drive[3])).any(), lot.index
