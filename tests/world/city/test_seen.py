"""The city through the renderer and the ray caster."""

import numpy as np
import pytest

from lookabout.geometry import Camera, Pose
from lookabout.render.rays import RayWorld
from lookabout.world.city import WORLD
from lookabout.world.spec import ObjectSpec, SunSpec, WorldSpec

CENTRE = (-860.0, 320.0)


def lane():
    spots = [s for s in WORLD.placements(1) if s.kind == "lane"]
    return min(spots, key=lambda s: (s.x - CENTRE[0]) ** 2 + (s.y - CENTRE[1]) ** 2)


@pytest.fixture(scope="module")
def scene():
    spot = lane()
    target = ObjectSpec(
        name="target",
        kind="vehicle/red_pickup",
        seed=1,
        position=(spot.x, spot.y, spot.z),
        yaw_deg=spot.yaw_deg,
    )
    return WORLD.build(
        WorldSpec(
            kind="city", seed=1, centre=(spot.x, spot.y), radius=60, objects=(target,),
            look="builtin", sun=SunSpec(elevation_deg=85.0),
        )
    )  # fmt: skip


def test_rays_meet_what_is_there(scene):
    world = RayWorld(scene)
    rng = np.random.default_rng(0)
    spot = lane()
    xy = np.array([spot.x, spot.y]) + rng.uniform(-50, 50, (400, 2))
    down = np.tile([0.0, 0.0, -1.0], (400, 1))
    distance, labels = world.cast(np.column_stack([xy, np.full(400, 300.0)]), down)
    assert np.isfinite(distance).all()
    assert {"ground", "building", "tree"} <= set(labels)
    for (x, y), far, label in zip(xy.tolist(), distance.tolist(), labels, strict=True):
        if label == "ground":
            assert 300 - far == pytest.approx(WORLD.ground_height(1, x, y), abs=0.45)
    _, hit = world.cast(np.array([[spot.x, spot.y, 80.0]]), np.array([[0.0, 0.0, -1.0]]))
    assert hit[0] == "target"


def test_the_target_is_seen_from_above(scene):
    spot = lane()
    pose = Pose.nadir((spot.x, spot.y, 60.0))
    assert RayWorld(scene).visible_fraction(Camera(500, 500, 90), pose, "target") > 0.6


@pytest.mark.slow
def test_a_picture_of_it_has_light_shade_and_a_red_car(scene):
    from lookabout.render.client import Renderer

    spot = lane()
    renderer = Renderer(quality="draft")
    try:
        renderer.load(scene)
        pose = Pose.nadir((spot.x, spot.y, 12.0))
        seen = renderer.render(Camera(96, 96, 90), pose, ids=True)
    finally:
        renderer.close()
    assert 25 < seen.rgb.mean() < 215
    assert seen.rgb.std() > 12
    car = seen.rgb[seen.ids == 1].astype(float).mean(axis=0)
    rest = seen.rgb[seen.ids == 0].astype(float).mean(axis=0)
    assert car[0] / car[2] > 1.15 * rest[0] / rest[2]  # other cars and brick are warm too
