import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from lookabout.world.residential.clipping import cut

number = st.floats(-10, 10).map(lambda v: round(v, 3))
corner = st.tuples(number, number)


def area(triangles):
    a, b, c = triangles[:, 0, :2], triangles[:, 1, :2], triangles[:, 2, :2]
    p, q = b - a, c - a
    return 0.5 * (p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0])


def test_a_triangle_across_the_line_is_cut_in_three():
    soup = np.array([[[0.0, -1.0], [2.0, 1.0], [-2.0, 1.0]]])
    below, above, below_of, above_of, cuts = cut(soup, soup[:, :, 1])
    assert len(below) == 1
    assert len(above) == 2
    assert below_of.tolist() == [0]
    assert above_of.tolist() == [0, 0]
    assert area(below).sum() == 1.0
    assert area(above).sum() == 3.0
    # The part above lies to the right of the cut.
    assert cuts.tolist() == [[[1.0, 0.0], [-1.0, 0.0]]]


def test_what_touches_the_line_stays_whole():
    soup = np.array([[[0.0, 0.0], [2.0, 0.0], [1.0, 1.0]], [[0.0, 0.0], [1.0, -1.0], [2.0, 0.0]]])
    below, above, below_of, above_of, cuts = cut(soup, soup[:, :, 1])
    assert above_of.tolist() == [0]
    assert below_of.tolist() == [1]
    assert np.array_equal(above[0], soup[0])
    assert np.array_equal(below[0], soup[1])
    assert len(cuts) == 0


@given(st.lists(st.tuples(corner, corner, corner), min_size=1, max_size=6), number, number, number)
def test_nothing_is_lost_and_values_go_along(corners, a, b, c):
    xy = np.array(corners, float)
    extra = 2 * xy[..., :1] - 3 * xy[..., 1:] + 1  # linear, so it is known everywhere
    soup = np.concatenate([xy, extra], axis=2)
    level = a * xy[..., 0] + b * xy[..., 1] + c
    below, above, below_of, above_of, _ = cut(soup, level)
    whole = area(soup)
    for k in range(len(soup)):
        parts = area(below)[below_of == k].sum() + area(above)[above_of == k].sum()
        assert abs(parts - whole[k]) < 1e-6 * (1 + abs(whole[k]))
    for part, sign in ((below, 1), (above, -1)):
        told = a * part[..., 0] + b * part[..., 1] + c
        assert (sign * told < 1e-5).all()
        assert np.allclose(part[..., 2], 2 * part[..., 0] - 3 * part[..., 1] + 1, atol=1e-6)
