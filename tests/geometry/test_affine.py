import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from lookabout.geometry import affine_inverse

numbers = st.floats(-50, 50, allow_nan=False)


@given(st.lists(numbers, min_size=12, max_size=12))
def test_there_and_back_is_nowhere(values):
    matrix = np.eye(4)
    matrix[:3] = np.array(values).reshape(3, 4)
    assume(np.linalg.cond(matrix[:3, :3]) < 1e4)
    back = affine_inverse(matrix)
    assert back @ matrix == pytest.approx(np.eye(4), abs=1e-8)
    assert back == pytest.approx(np.linalg.inv(matrix), rel=1e-8, abs=1e-8)


def test_by_hand():
    # x → (2 y + 3, -x, z / 2): back is (-y, (x - 3) / 2, 2 z).
    matrix = np.array([[0, 2, 0, 3], [-1, 0, 0, 0], [0, 0, 0.5, 0], [0, 0, 0, 1]], float)
    expected = [[0, -1, 0, 0], [0.5, 0, 0, -1.5], [0, 0, 2, 0], [0, 0, 0, 1]]
    assert affine_inverse(matrix).tolist() == expected


def test_a_flattening_map_has_no_inverse():
    with pytest.raises(np.linalg.LinAlgError):
        affine_inverse(np.diag([1.0, 1.0, 0.0, 1.0]))
