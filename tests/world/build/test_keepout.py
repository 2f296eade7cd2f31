import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString, Polygon

from lookabout.world.build import Keepout
from lookabout.world.build.keepout import MARGIN
from lookabout.world.spec import ObjectSpec, RouteSpec, Waypoint, WorldSpec

ONE = Keepout([(10.0, 0.0, 0.0, 4.0, 2.0)])
metres = st.floats(-8.0, 8.0, allow_subnormal=False)  # GEOS goes wrong with them


def test_a_bar_is_cut_where_a_rectangle_lies_across_it():
    pieces, which = ONE.cut(np.array([[0.0, 0.0, 20.0, 0.0]]), np.array([0.1]))
    assert which.tolist() == [0, 0]
    gap = 2.0 + MARGIN + 0.1  # half the rectangle, its margin, half the bar
    assert pieces[0] == pytest.approx([0, 0, 10 - gap, 0])
    assert pieces[1] == pytest.approx([10 + gap, 0, 20, 0])


def test_bars_beside_a_rectangle_stay_whole_and_those_inside_vanish():
    lines = np.array([[0.0, 1.5, 20.0, 1.5], [9.0, 0.2, 11.0, 0.2], [0.0, 0.0, 5.0, 0.0]])
    pieces, which = ONE.cut(lines, np.full(3, 0.1))
    long = np.hypot(*(pieces[:, 2:] - pieces[:, :2]).T) > 1e-9
    assert sorted(which[long].tolist()) == [0, 2]
    assert pieces[long][which[long] == 0][0] == pytest.approx(lines[0])


@given(metres, metres, metres, metres, st.floats(0, 360), st.floats(0.5, 6), st.floats(0.5, 6))
def test_nothing_is_left_inside_and_nothing_is_lost_outside(ax, ay, bx, by, yaw, long, wide):
    line = LineString([(ax, ay), (bx, by)])
    if line.length < 0.01:
        return
    turn = np.radians(yaw)
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    half = np.array([long, wide]) / 2 + MARGIN
    box = Polygon((np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half) @ axes)
    keepout = Keepout([(0.0, 0.0, yaw, long, wide)])
    pieces, _ = keepout.cut(np.array([[ax, ay, bx, by]]), np.zeros(1))
    kept = sum(float(np.hypot(*(row[2:] - row[:2]))) for row in pieces)
    assert kept == pytest.approx(line.difference(box).length, abs=1e-6)


@given(metres, metres, st.floats(0, 360), st.floats(0.3, 4))
def test_polygons_that_touch_are_found(x, y, yaw, size):
    keepout = Keepout([(0.0, 0.0, yaw, 5.0, 2.0)])
    ring = [(x, y), (x + size, y), (x + size / 2, y + size)]
    turn = np.radians(yaw)
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    half = np.array([2.5, 1.0]) + MARGIN
    box = Polygon((np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half) @ axes)
    apart = Polygon(ring).distance(box)
    overlap = Polygon(ring).intersection(box).area
    if apart > 1e-6:
        assert keepout.clear_of_polygon(ring)
    elif overlap > 1e-6:
        assert not keepout.clear_of_polygon(ring)


def test_what_is_far_away_is_not_reached():
    assert ONE.reaches([9.0, -1.0], [11.0, 1.0])
    assert not ONE.reaches([20.0, -1.0], [30.0, 1.0])
    assert not Keepout([]).reaches([0.0, 0.0], [1.0, 1.0])


def test_a_route_is_kept_free_over_all_its_length():
    start, end = (0.0, 0.0, 0.0), (20.0, 0.0, 0.0)
    thing = ObjectSpec(name="target", kind="bench", seed=0, position=start)
    way = (
        Waypoint(time_s=0, position=start),
        Waypoint(time_s=100, position=end),
        Waypoint(time_s=200, position=end, yaw_deg=90),
    )
    route = RouteSpec(object="target", waypoints=way)
    spec = WorldSpec(kind="studio", seed=0, objects=(thing,), routes=(route,))
    along = np.column_stack([np.linspace(0, 20, 41), np.zeros(41)])
    assert not Keepout.of(spec).clear_of_circles(along, 0.1).any()
    beside = along + np.array([0.0, 2.5])
    assert Keepout.of(spec).clear_of_circles(beside, 0.1).all()
    still = WorldSpec(kind="studio", seed=0, objects=(thing,))
    assert Keepout.of(still).clear_of_circles(along, 0.1).sum() > 30
