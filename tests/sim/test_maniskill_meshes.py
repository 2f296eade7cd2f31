"""Geometry read out of SAPIEN: every kind of shape against what SAPIEN draws."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh

from lookabout.geometry import Box, Camera, Pose
from lookabout.sim.maniskill_frames import matrix_of
from lookabout.sim.maniskill_meshes import Meshes, file_digests, scene_of
from lookabout.sim.maniskill_pictures import Cameras
from lookabout.world.scene import SceneObject
from tests.sim import maniskill_assets as assets

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """An empty ``sapien.Scene``."""
    assets.install(tmp_path_factory)
    import sapien

    return sapien.Scene(
        [sapien.physx.PhysxCpuSystem(), sapien.render.RenderSystem(sapien.Device("cpu"))]
    )


@pytest.fixture
def wedge(tmp_path: Path) -> Path:
    """A mesh without any symmetry, as a file."""
    path = tmp_path / "wedge.glb"
    corners = np.array([[0, 0, 0], [1, 0, 0], [0, 0.6, 0], [0.1, 0.2, 0.4]], float)
    trimesh.Trimesh(corners, [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]).export(path)
    return path


@pytest.mark.parametrize("kind", ["box", "sphere", "capsule", "cylinder", "file"])
def test_boxes_are_those_of_what_is_drawn(stage: Any, wedge: Path, kind: str) -> None:
    """
    From six sides. (SAPIEN's own "tight" boxes are no measure: they are wide around curved
    shapes, and wrong for files that are scaled and turned within their entity.)
    """
    import sapien

    builder = stage.create_actor_builder()
    at = sapien.Pose([0.1, 0.2, 0.3], [0.7, 0.1, 0.7, -0.1])
    add = {
        "box": lambda: builder.add_box_visual(at, half_size=[0.1, 0.2, 0.35]),
        "sphere": lambda: builder.add_sphere_visual(at, radius=0.3),
        "capsule": lambda: builder.add_capsule_visual(at, radius=0.1, half_length=0.25),
        "cylinder": lambda: builder.add_cylinder_visual(at, radius=0.15, half_length=0.3),
        "file": lambda: builder.add_visual_from_file(str(wedge), at, scale=[1.0, 2.0, 0.5]),
    }
    add[kind]()
    builder.set_initial_pose(sapien.Pose([0.4, -1.2, 0.8], [0.5, 0.1, -0.7, 0.5]))
    entity = builder.build_static(name=kind)
    body = entity.find_component_by_type(sapien.render.RenderBodyComponent)
    meshes = Meshes()
    pose = matrix_of(entity.pose.p, entity.pose.q)
    scene = scene_of(meshes, (), (SceneObject(kind, kind, meshes.parts(body, kind), pose),), "test")
    box = scene.box(kind)
    drawn, cameras, lens = [], Cameras(stage, "minimal"), Camera(256, 256, 40.0)
    for yaw, pitch in ((0, 90), (0, -90), (0, 0), (90, 0), (180, 0), (270, 0)):
        looking = Pose.at((0, 0, 0), yaw_deg=yaw, pitch_deg=pitch).rotation
        eye = Pose(box.centre - 3.0 * looking[:, 0], looking)
        picture = cameras.picture(lens, eye)
        on = picture.entities == entity.per_scene_id
        rows, columns = np.nonzero(on)
        rays = lens.rays(np.column_stack([columns, rows]))
        drawn.append(eye.to_world(rays * picture.depth[on][:, None]))
    entity.remove_from_scene()
    points = np.vstack(drawn)
    np.testing.assert_allclose(points.min(axis=0), box.low, atol=0.012)  # a pixel is 9 mm wide
    np.testing.assert_allclose(points.max(axis=0), box.high, atol=0.012)
    assert (points > np.array(box.low) - 0.001).all()
    assert (points < np.array(box.high) + 0.001).all()
    assert meshes.files == ({wedge} if kind == "file" else set())


@pytest.mark.parametrize("both", [False, True])
def test_one_sided_surfaces_are_not_drawn_from_behind(
    stage: Any, tmp_path: Path, both: bool
) -> None:
    """As docs/engines.md says; AI2-THOR's walls have one side."""
    path = tmp_path / "wall.glb"
    corners = np.array([[2, -1, -1], [2, 1, -1], [2, 1, 1], [2, -1, 1]], float)
    wall = trimesh.Trimesh(corners, [[0, 1, 2], [0, 2, 3]])  # it faces away from the origin
    wall.visual = trimesh.visual.TextureVisuals(
        material=trimesh.visual.material.PBRMaterial(doubleSided=both)
    )
    wall.export(path)
    builder = stage.create_actor_builder()
    builder.add_visual_from_file(str(path))
    entity = builder.build_static(name="wall")
    cameras, lens = Cameras(stage, "minimal"), Camera(32, 32, 40.0)
    front = cameras.picture(lens, Pose.at((4, 0, 0), yaw_deg=180))
    behind = cameras.picture(lens, Pose.at((0, 0, 0)))
    number = entity.per_scene_id
    entity.remove_from_scene()
    assert (front.entities == number).all()
    assert (behind.entities == (number if both else 0)).all()


def test_equal_meshes_are_kept_once(stage: Any, wedge: Path) -> None:
    import sapien

    meshes = Meshes()
    for place in range(3):
        builder = stage.create_actor_builder()
        builder.add_visual_from_file(str(wedge), scale=[1.0 + place] * 3)
        entity = builder.build_static(name=f"wedge {place}")
        body = entity.find_component_by_type(sapien.render.RenderBodyComponent)
        (part,) = meshes.parts(body, "wedge")
        points = meshes.by_name[part.mesh].vertices @ part.transforms[0, :3, :3].T
        assert Box.of_points(points).size == pytest.approx([1.0 + place, 0.6 + 0.6 * place,
                                                            0.4 + 0.4 * place])  # fmt: skip
    assert len(meshes.by_name) == 1


def test_digests_tell_contents_apart(tmp_path: Path) -> None:
    first, second, third = (tmp_path / name for name in "abc")
    first.write_bytes(b"one")
    second.write_bytes(b"one")
    third.write_bytes(b"two")
    found = file_digests([first, second, third])
    assert found[str(first)] == found[str(second)] != found[str(third)]
