import numpy as np
import pytest

from lookabout.geometry import Box


def test_measures_of_a_box() -> None:
    box = Box((0, 0, 0), (2, 4, 6))
    assert box.centre.tolist() == [1, 2, 3]
    assert box.size.tolist() == [2, 4, 6]
    assert box.top == 6
    assert box.contains((2, 4, 6))
    assert not box.contains((2.01, 4, 6))
    assert box.distance((1, 2, 3)) == 0
    assert box.distance((5, 8, 3)) == pytest.approx(5)
    assert len({tuple(c) for c in box.corners.tolist()}) == 8


def test_box_of_points_and_union() -> None:
    a, b = Box.of_points([(1, 2, 3)]), Box.of_points([(0, 5, 1), (1, 1, 1)])
    assert a.union(b) == Box((0, 1, 1), (1, 5, 3))


def test_a_box_is_not_inside_out() -> None:
    with pytest.raises(ValueError, match="low <= high"):
        Box((1, 0, 0), (0, 1, 1))
    with pytest.raises(ValueError, match="at least one point"):
        Box.of_points(np.zeros((0, 3)))
