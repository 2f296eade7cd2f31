import pickle

import numpy as np
import pytest

from lookabout.render.rays import RayWorld
from lookabout.world.build import Stock
from lookabout.world.build.late import LateMeshes, UsedMaterials
from lookabout.world.city import WORLD
from lookabout.world.scene import Material, Mesh
from lookabout.world.spec import WorldSpec

TRIANGLE = np.array([[0, 1, 2]], np.int32)


def mesh(material, size=1.0):
    return Mesh(size * np.eye(3), TRIANGLE, (material,))


def test_a_mesh_is_made_when_asked_for_and_once():
    made = []
    meshes = LateMeshes({"now": mesh("wood"), "late": lambda: made.append(1) or mesh("stone")})
    assert len(meshes) == 2
    assert list(meshes) == ["now", "late"]
    assert "late" in meshes
    assert "other" not in meshes
    assert not made
    assert meshes["late"] is meshes["late"]
    assert made == [1]
    with pytest.raises(KeyError):
        meshes["other"]


def test_materials_are_those_that_some_mesh_names():
    known = {name: Material(name) for name in ("wood", "tin", "stone")}
    meshes = LateMeshes({"now": mesh("wood"), "late": lambda: mesh("stone")})
    assert list(UsedMaterials(known, meshes).items()) == [
        ("stone", known["stone"]),
        ("wood", known["wood"]),
    ]


def test_pickles_are_plain_dictionaries():
    meshes = LateMeshes({"late": lambda: mesh("stone", 2.0)})
    materials = UsedMaterials({"stone": Material(), "wood": Material()}, meshes)
    again, used = pickle.loads(pickle.dumps((meshes, materials)))
    assert type(again) is type(used) is dict
    assert np.array_equal(again["late"].vertices, 2.0 * np.eye(3))
    assert used == {"stone": Material()}


def test_rays_never_make_what_is_only_drawn():
    def draw():
        raise AssertionError("drawn")

    stock = Stock(WorldSpec(kind="city", seed=1, centre=(0.0, 0.0), radius=10.0))
    hull = mesh("hull", 4.0)
    stock.put("house", draw, np.eye(4)[None], "building", collider=("house/hull", hull))
    scene = stock.scene({"hull": Material()})
    distance, labels = RayWorld(scene).cast([[0.0, 0.0, 0.0]], [[1.0, 1.0, 1.0]])
    assert labels == ["building"]
    assert distance[0] == pytest.approx(4 / 3**0.5)
    with pytest.raises(AssertionError, match="drawn"):
        scene.materials["hull"]


def test_the_city_is_one_scene_in_whatever_order_it_is_asked():
    spec = WorldSpec(kind="city", seed=1, centre=(-860.0, 320.0), radius=20.0, look="builtin")
    first, second = WORLD.build(spec), WORLD.build(spec)
    shown = [part for part in first.static if part.mesh.endswith("/building") and part.collider]
    assert shown
    for part in reversed(shown):
        assert len(first.meshes[part.mesh].triangles) > len(first.meshes[part.collider].triangles)
    assert first.fingerprint == second.fingerprint
