import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from lookabout.world.build.polygon import (
    area,
    centroid,
    clip,
    contains,
    inner_rectangle,
    inset,
    longest_edge,
    offset_ring,
    rounded,
    split,
    triangulate,
)

SQUARE = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]


@st.composite
def convex(draw: st.DrawFn) -> list[tuple[float, float]]:
    """Corners on an ellipse, far from the origin as blocks are."""
    angles = sorted(draw(st.lists(st.floats(0, 6.28), min_size=4, max_size=8, unique=True)))
    a, b = draw(st.floats(10, 80)), draw(st.floats(10, 80))
    ox, oy = draw(st.floats(-2000, 2000)), draw(st.floats(-2000, 2000))
    ring = [(ox + a * math.cos(t), oy + b * math.sin(t)) for t in angles]
    assume(area(ring) > 20 and min(math.dist(ring[i - 1], ring[i]) for i in range(len(ring))) > 1)
    return ring


@given(convex(), st.floats(0, math.pi), st.floats(-20, 20), st.floats(-20, 20))
def test_a_cut_loses_no_area(ring, angle, dx, dy):
    cx, cy = centroid(ring)
    left, right = split(ring, (cx + dx, cy + dy), (math.cos(angle), math.sin(angle)))
    assert area(left) + area(right) == pytest.approx(area(ring), rel=1e-6)


@given(convex(), st.floats(0.1, 30))
def test_inset_points_keep_their_distance(ring, distance):
    inner = inset(ring, distance)
    for x, y in inner:
        assert contains(ring, x, y, distance - 1e-6)


@given(convex())
def test_the_centroid_is_inside(ring):
    assert contains(ring, *centroid(ring), 0.0)


@given(convex(), st.floats(0, math.pi))
def test_an_inner_rectangle_is_inside_and_square_cornered(ring, angle):
    rect = inner_rectangle(ring, (math.cos(angle), math.sin(angle)))
    for x, y in rect:
        assert contains(ring, x, y, -1e-5)
    if rect:
        sides = [math.dist(rect[i - 1], rect[i]) for i in range(4)]
        assert sides[0] == pytest.approx(sides[2])
        assert sides[1] == pytest.approx(sides[3])
        assert area(rect) == pytest.approx(sides[0] * sides[1], rel=1e-6)


@given(convex())
def test_triangles_fill_a_ring(ring):
    total = sum(area([ring[i] for i in t]) for t in triangulate(ring))
    assert total == pytest.approx(area(ring), rel=1e-6)


def test_triangles_fill_a_u_shape():
    ring = [(0, 0), (9, 0), (9, 6), (6, 6), (6, 2), (3, 2), (3, 6), (0, 6)]
    triangles = triangulate(ring)
    assert len(triangles) == 6
    assert sum(area([ring[i] for i in t]) for t in triangles) == pytest.approx(42)
    assert all(area([ring[i] for i in t]) > 0 for t in triangles)


def test_rounding_cuts_only_the_chosen_corners():
    ring = rounded(SQUARE, 2.0, [True, False, False, False])
    assert (0.0, 0.0) not in ring
    assert (10.0, 10.0) in ring
    # A quarter disc's complement at most, and something at least.
    assert 100 - 4 < area(ring) < 100


def test_rounding_keeps_short_edges_apart():
    thin = [(0.0, 0.0), (10.0, 0.0), (10.0, 1.0), (0.0, 1.0)]
    ring = rounded(thin, 5.0, [True] * 4)
    assert area(ring) > 0
    assert all(contains(thin, x, y, -1e-9) for x, y in ring)


def test_clip_at_an_edge_changes_nothing():
    assert clip(SQUARE, (0.0, 0.0), (1.0, 0.0)) == SQUARE
    assert clip(SQUARE, (0.0, 0.0), (-1.0, 0.0)) == []


def test_offset_ring_of_an_l_shape():
    ring = [(0, 0), (10, 0), (10, 4), (4, 4), (4, 10), (0, 10)]
    inner = offset_ring(ring, 1.0)
    assert inner[0] == pytest.approx((1, 1))
    assert inner[3] == pytest.approx((3, 3))


def test_longest_edge_is_a_unit_vector():
    assert longest_edge([(0, 0), (8, 0), (8, 3), (0, 3)]) == pytest.approx((1, 0))
