from dataclasses import replace

import numpy as np
import pytest

from lookabout.geometry import Box
from lookabout.world.scene import Instances, Material, Mesh, Scene, SceneObject, pose_matrix

TRIANGLE = Mesh(np.array([[0.0, 0, 0], [2, 0, 0], [0, 1, 3]]), np.array([[0, 1, 2]]), ("m",))


def scene(**changes: object) -> Scene:
    thing = SceneObject(
        "target", "flag", (Instances("flag", np.eye(4)[None]),), pose_matrix((10, 0, 5), 90)
    )
    base = Scene(
        {"flag": TRIANGLE}, {"m": Material()}, (Instances("flag", np.eye(4)[None]),), (thing,)
    )
    return replace(base, **changes)  # type: ignore[arg-type]


def test_the_box_of_an_object_follows_its_pose() -> None:
    box = scene().box("target")  # x forward points north after a turn by 90°
    np.testing.assert_allclose([*box.low, *box.high], [9, 0, 5, 10, 2, 8], atol=1e-12)
    assert scene().box("target", np.eye(4)) == Box((0, 0, 0), (2, 1, 3))
    with pytest.raises(KeyError):
        scene().box("nobody")


def test_the_fingerprint_is_that_of_the_content() -> None:
    assert scene().fingerprint == scene().fingerprint
    others = [
        scene(materials={"m": Material(roughness=0.1)}),
        scene(static=()),
        scene(look="full"),
        scene(objects=()),
        scene(meshes={"flag": replace(TRIANGLE, vertices=TRIANGLE.vertices + 1e-6)}),
        scene(static=(Instances("flag", pose_matrix((0, 0, 1e-6))[None]),)),
    ]
    prints = {other.fingerprint for other in others}
    assert len(prints) == len(others)
    assert scene().fingerprint not in prints


def test_the_last_bit_of_a_number_changes_nothing() -> None:
    near = np.nextafter(TRIANGLE.vertices + 0.3, np.inf)
    one = scene(meshes={"flag": replace(TRIANGLE, vertices=TRIANGLE.vertices + 0.3)})
    assert scene(meshes={"flag": replace(TRIANGLE, vertices=near)}).fingerprint == one.fingerprint
    tilted = pose_matrix((0.1, 0.2, 0.3), 33.0)
    one = scene(static=(Instances("flag", tilted[None]),))
    two = scene(static=(Instances("flag", np.nextafter(tilted, np.inf)[None]),))
    assert one.fingerprint == two.fingerprint


@pytest.mark.parametrize(
    ("vertices", "triangles", "named"),
    [
        (np.zeros((3, 2)), np.array([[0, 1, 2]]), "vertices must be"),
        (np.zeros((3, 3)), np.array([[0, 1]]), "triangles must be"),
        (np.zeros((3, 3)), np.array([[0, 1, 3]]), "does not exist"),
        (np.zeros((3, 3)), np.array([[0, 1, -1]]), "does not exist"),
        (np.full((3, 3), np.nan), np.array([[0, 1, 2]]), "finite"),
    ],
)
def test_impossible_meshes_are_refused(
    vertices: np.ndarray, triangles: np.ndarray, named: str
) -> None:
    with pytest.raises(ValueError, match=named):
        Mesh(vertices, triangles, ("m",))


def test_a_mesh_box_is_around_its_triangles_alone():
    vertices = np.array([[0, 0, 0], [1, 0, 0], [0, 2, 3], [9, 9, 9]], float)
    mesh = Mesh(vertices, np.array([[0, 1, 2]]), ("wood",))
    assert (mesh.box.low, mesh.box.high) == ((0, 0, 0), (1, 2, 3))
    none = Mesh(vertices, np.zeros((0, 3), int), ("wood",))
    assert (none.box.low, none.box.high) == ((0, 0, 0), (0, 0, 0))
