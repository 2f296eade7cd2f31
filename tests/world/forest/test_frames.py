import numpy as np
import pytest

from lookabout.geometry import Camera, Pose
from lookabout.render import RayWorld, Renderer
from lookabout.world.forest import WORLD
from lookabout.world.spec import WorldSpec

CENTRE = (-310.0, 140.0)


@pytest.mark.slow
def test_frames_show_the_ground_where_rays_meet_it():
    spec = WorldSpec(
        kind="forest", seed=1, centre=CENTRE, radius=40.0, params={"tree_density": 0.02}
    )
    scene = WORLD.build(spec)
    height = WORLD.ground_height(1, *CENTRE) + 30.0
    camera, pose = Camera(64, 64, 60.0), Pose.nadir((*CENTRE, height))
    renderer = Renderer(quality="draft", threads=1)
    try:
        renderer.load(scene)
        frame = renderer.render(camera, pose, depth=True)
    finally:
        renderer.close()
    red, green, blue = frame.rgb.reshape(-1, 3).mean(axis=0)
    assert 20 < blue < red < 180
    assert 20 < blue < green < 180
    assert frame.rgb.std() > 5
    u, v = np.meshgrid(np.arange(64), np.arange(64))
    rays = camera.rays(np.stack([u.ravel(), v.ravel()], 1))
    length = np.linalg.norm(rays, axis=1)
    origin = np.tile(pose.position, (len(rays), 1))
    distance, label = RayWorld(scene).cast(origin, rays @ pose.rotation.T)
    ground = np.array(label) == "ground"
    gap = np.abs(frame.depth.ravel() - distance / length)[ground]
    assert ground.mean() > 0.5
    assert np.median(gap) < 0.01  # low plants stand over the ground in the frame only
    assert np.quantile(gap, 0.6) < 0.3
