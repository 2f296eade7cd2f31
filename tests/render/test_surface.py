from __future__ import annotations

import numpy as np
import pytest

from lookabout.geometry import Box
from lookabout.render.surface import box_triangles, spread


def test_points_are_shared_out_by_area() -> None:
    triangles = np.array(
        [[[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 0, 5], [3, 0, 5], [0, 1, 5]]], dtype=float
    )
    points, normals = spread(triangles, 400)
    assert np.sum(points[:, 2] == 0) == pytest.approx(100, abs=1)
    assert np.allclose(normals, [0, 0, 1])
    low = points[points[:, 2] == 0]
    assert (low[:, :2] >= 0).all()
    assert (low[:, :2].sum(axis=1) <= 1 + 1e-12).all()
    assert low.mean(axis=0) == pytest.approx([1 / 3, 1 / 3, 0], abs=0.02)


def test_no_area_no_points() -> None:
    points, normals = spread(np.zeros((3, 3, 3)))
    assert points.shape == normals.shape == (0, 3)


def test_the_faces_of_a_box_look_outwards_and_cover_it() -> None:
    box = Box((-1, -2, 0), (1, 2, 3))
    triangles = box_triangles(box)
    points, normals = spread(triangles, 600)
    outwards = np.einsum("ij,ij->i", points - box.centre, normals)
    assert (outwards > 0.99).all()
    area = np.linalg.norm(
        np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]), axis=1
    ).sum()
    assert area / 2 == pytest.approx(2 * (2 * 4 + 2 * 3 + 4 * 3))
