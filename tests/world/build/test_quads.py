import numpy as np
import pytest

from lookabout.world.build.quads import Quads, boxes, strips


def areas(mesh):
    corners = mesh.vertices[mesh.triangles]
    return np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]) / 2


def test_a_prism_faces_outward():
    quads = Quads()
    quads.block([(0, 0), (4, 0), (4, 3), (0, 3)], 1.0, 3.0, "side", "top")
    mesh = quads.mesh()
    vectors = areas(mesh)
    centre = np.array([2, 1.5, 2])
    middle = mesh.vertices[mesh.triangles].mean(1)
    assert (np.einsum("ij,ij->i", vectors, middle - centre) > 0).all()
    # Four walls and a lid.
    assert np.linalg.norm(vectors, axis=1).sum() == pytest.approx(2 * (4 + 3) * 2 + 12)
    lid = mesh.material_index == mesh.materials.index("top")
    assert np.allclose(vectors[lid][:, :2], 0)
    assert (vectors[lid][:, 2] > 0).all()


def test_materials_stay_with_their_faces():
    quads = Quads()
    quads.flat([(0, 0), (1, 0), (1, 1), (0, 1)], 0.0, "a")
    quads.triangle("b", (0, 0, 1), (1, 0, 1), (0, 1, 1))
    quads.many(np.array([[[0, 0, 2], [1, 0, 2], [0, 1, 2]]], float), "c")
    quads.many(np.array([[[0, 0, 3], [1, 0, 3], [1, 1, 3], [0, 1, 3]]], float), "a")
    mesh = quads.mesh()
    heights = mesh.vertices[mesh.triangles][:, 0, 2]
    expected = {"a": {0.0, 3.0}, "b": {1.0}, "c": {2.0}}
    for name, wanted in expected.items():
        chosen = mesh.material_index == mesh.materials.index(name)
        assert set(heights[chosen].tolist()) == wanted


def test_nothing_gives_no_mesh():
    assert Quads().mesh() is None


def test_a_ring_of_any_shape_is_capped_once():
    quads = Quads()
    quads.cap([(0, 0), (9, 0), (9, 6), (6, 6), (6, 2), (3, 2), (3, 6), (0, 6)], 5.0, "roof")
    assert areas(quads.mesh())[:, 2].sum() == pytest.approx(42)


def test_boxes_stand_where_they_are_told():
    one = np.ones(1)
    quads = boxes(
        np.array([[5.0, 2.0]]), np.array([[0.0, 1.0]]), 4 * one, 2 * one, 0.5 * one, 3 * one
    )
    assert quads.shape == (5, 4, 3)
    assert quads.min((0, 1)) == pytest.approx([4, 0, 0.5])
    assert quads.max((0, 1)) == pytest.approx([6, 4, 3])


def test_strips_have_their_width_and_face_up():
    strip = strips(np.array([[0.0, 0.0]]), np.array([[3.0, 4.0]]), 0.5, 0.1)[0]
    normal = np.cross(strip[1] - strip[0], strip[2] - strip[0])
    assert normal[2] > 0
    assert np.linalg.norm(strip[3] - strip[0]) == pytest.approx(0.5)
    assert np.linalg.norm(strip[1] - strip[0]) == pytest.approx(5)
