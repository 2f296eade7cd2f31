from __future__ import annotations

import numpy as np

from lookabout.world.assets.hides import Bend, bent


def test_a_quarter_turn_by_hand() -> None:
    """Of an axis that turns by 90 degrees over pi metres: an arc of radius 2, then straight."""
    points = np.array(
        [[-1.0, 0.3, 5], [0, 0, 0], [np.pi / 2, 0, 1], [np.pi, 0, 2], [np.pi + 3, 0, 3]]
    )
    moved = bent(points, (Bend(0.0, np.pi, 90.0),))
    half = np.sqrt(2.0)
    expected = [[-1.0, 0.3, 5], [0, 0, 0], [half, 2 - half, 1], [2, 2, 2], [2, 5, 3]]
    np.testing.assert_allclose(moved, expected, atol=1e-12)


def test_what_lies_beside_the_axis_stays_beside_it() -> None:
    """A metre to the left of the end of a quarter turn is a metre further back."""
    moved = bent(np.array([[np.pi, 1.0, 0.0]]), (Bend(0.0, np.pi, 90.0),))
    np.testing.assert_allclose(moved, [[1.0, 2.0, 0.0]], atol=1e-12)


def test_a_tail_turns_behind_its_joint_only() -> None:
    points = np.array([[2.0, 0.5, 0], [-np.pi - 1, 0, 0], [-np.pi, 1.0, 0]])
    moved = bent(points, (Bend(0.0, -np.pi, 90.0),))
    np.testing.assert_allclose(moved, [[2, 0.5, 0], [-2, 3, 0], [-1, 2, 0]], atol=1e-12)
