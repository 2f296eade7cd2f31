"""Indoors too, what the renderer shows is what the geometry says."""

from __future__ import annotations

import numpy as np
import pytest

from lookabout.geometry import Camera, Pose
from lookabout.render import RayWorld, Renderer
from lookabout.world.registry import get_world
from lookabout.world.rooms import start_poses
from lookabout.world.spec import WorldSpec

pytestmark = pytest.mark.slow
CAMERA = Camera(64, 64, 90.0)


def test_depth_and_ids_agree_with_rays() -> None:
    """Through panes both look out; drinking glasses stop both."""
    params = {"rooms": 2, "objects": 60}
    spec = WorldSpec(kind="rooms", seed=17, look="builtin", params=params)
    scene = get_world("rooms").build(spec)
    world = RayWorld(scene)
    v, u = np.mgrid[: CAMERA.height, : CAMERA.width]
    rays = CAMERA.rays(np.stack([u.ravel(), v.ravel()], 1).astype(float))
    shape = (CAMERA.height, CAMERA.width)
    with Renderer(quality="draft") as renderer:
        renderer.load(scene)
        numbers = renderer.object_ids()
        for position, yaw, pitch in start_poses(spec, np.random.default_rng(1), 3):
            pose = Pose.at(position, yaw_deg=yaw, pitch_deg=pitch)
            picture = renderer.render(CAMERA, pose, depth=True, ids=True)
            assert picture.depth is not None
            assert picture.ids is not None
            assert 60 < picture.rgb.mean() < 190  # neither dark nor burnt out
            start = np.tile(pose.position, (len(rays), 1))
            distance, labels = world.cast(start, rays @ pose.rotation.T)
            ids = np.array([numbers.get(label, 0) for label in labels]).reshape(shape)
            depth = (distance / np.linalg.norm(rays, axis=1)).reshape(shape)
            assert (ids != picture.ids).mean() < 0.01
            with np.errstate(invalid="ignore"):
                off = np.abs(picture.depth - depth) > 2e-3 * depth
            assert off.mean() < 0.015
            assert len(set(np.unique(ids))) > 6


def test_what_is_hidden_is_in_no_picture() -> None:
    params = {"rooms": 1, "kind": "study", "objects": 40}
    spec = WorldSpec(kind="rooms", seed=17, look="builtin", params=params)
    position, yaw, pitch = start_poses(spec, np.random.default_rng(1), 1)[0]
    pose = Pose.at(position, yaw_deg=yaw, pitch_deg=pitch)
    names = tuple(thing.name for thing in get_world("rooms").build(spec).objects)
    with Renderer(quality="draft") as renderer:
        renderer.load(get_world("rooms").build(spec.model_copy(update={"hidden": names[:-1]})))
        assert renderer.object_ids() == {names[-1]: 1}
        picture = renderer.render(CAMERA, pose, ids=True)
    assert picture.ids is not None
    assert set(np.unique(picture.ids)) <= {0, 1}
